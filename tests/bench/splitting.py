"""Measure splitting: ``python tests/bench/splitting.py CORPUS [CORPUS ...]`` prints megabytes per second.

A corpus is a text file, or a JSON lines file with a ``text`` (or ``contents``) in each line; every line is a
document then, unless ``--joined`` makes one of them.
"""

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

from tokenizers import Tokenizer as HuggingFaceTokenizer

from desktop_rag.core.paths import resource_path
from desktop_rag.core.schema import Document
from desktop_rag.node_parser.base import NodeParser
from desktop_rag.node_parser.code import CodeSplitter
from desktop_rag.node_parser.hierarchical import HierarchicalNodeParser
from desktop_rag.node_parser.markdown import MarkdownNodeParser
from desktop_rag.node_parser.passage import PassageSplitter
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.node_parser.sentence_window import SentenceWindowNodeParser
from desktop_rag.node_parser.token import TokenTextSplitter
from desktop_rag.node_parser.token_map import hugging_face_offsets
from desktop_rag.text.tokenizer import get_tokenizer


def read_corpus(path: Path, *, joined: bool) -> list[Document]:
    """Return the documents of a corpus."""
    text = path.read_text(encoding="utf-8", errors="replace")
    texts = [text]
    if path.suffix == ".jsonl":
        rows = [json.loads(line) for line in text.splitlines() if line.strip()]
        texts = [str(row.get("text") or row.get("contents") or "") for row in rows]
    return [Document(text=one) for one in (["\n\n".join(texts)] if joined else texts)]


def passage_splitter() -> PassageSplitter:
    """Return the splitter the program uses."""
    path = resource_path("models", "multilingual-e5-small-q4", "tokenizer.json")
    return PassageSplitter(tokenizer=hugging_face_offsets(HuggingFaceTokenizer.from_file(str(path))))


SPLITTERS: dict[str, Callable[[], NodeParser]] = {
    "SentenceSplitter 1024/200": SentenceSplitter,
    "SentenceSplitter 512/50": lambda: SentenceSplitter(512, 50),
    "TokenTextSplitter 1024/20": TokenTextSplitter,
    "MarkdownNodeParser": MarkdownNodeParser,
    "CodeSplitter python": lambda: CodeSplitter("python"),
    "SentenceWindowNodeParser 3": SentenceWindowNodeParser,
    "HierarchicalNodeParser": HierarchicalNodeParser.from_defaults,
    "PassageSplitter 256/32": passage_splitter,
}


def main() -> None:
    """Print the speed of every splitter on every corpus."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", nargs="+", type=Path)
    parser.add_argument("--joined", action="store_true", help="all texts of a corpus are one document")
    arguments = parser.parse_args()
    get_tokenizer().encode("warm")
    for name, make in SPLITTERS.items():
        splitter = make()
        for path in arguments.corpus:
            documents = read_corpus(path, joined=arguments.joined)
            megabytes = sum(len(document.text.encode("utf-8", "replace")) for document in documents) / 1e6
            started = time.perf_counter()
            nodes = splitter.get_nodes_from_documents(documents)
            seconds = time.perf_counter() - started
            print(f"{name:28} {path.name:24} {megabytes:7.2f} MB {len(nodes):7} nodes {megabytes / seconds:7.2f} MB/s")


if __name__ == "__main__":
    main()
