"""Measure questions that one cell of a table answers, in files of many kinds.

usage: python -m tests.bench.tables [--part developed|aside|fresh] [--mode hybrid|bm25|vector] [--cache FOLDER]
                                    [--missed]

A question counts as answered by a passage of the right file in which the row with the answer stands. Constants and
rules were chosen on the developed part only.
"""

import argparse
import tempfile
from pathlib import Path

import platformdirs

from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.storage.storage_context import StorageContext
from tests.bench.retrieval.cached_embedding import CachedEmbedding
from tests.bench.retrieval.measuring import MODES, build
from tests.bench.retrieval.sets import TestSet
from tests.bench.tables.documents import PARTS, TableDocument, read_documents
from tests.bench.tables.writing import write

_DEPTH = 20


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=PARTS, action="append")
    parser.add_argument("--mode", choices=[*MODES], action="append")
    parser.add_argument("--cache", type=Path, default=Path(platformdirs.user_cache_dir("desktop-rag-bench")))
    parser.add_argument("--missed", action="store_true", help="print the questions whose passage is not the first")
    arguments = parser.parse_args()
    model = CachedEmbedding(arguments.cache / "vectors.sqlite", MultilingualE5Embedding(arguments.cache / "graph.json"))
    for part in arguments.part or PARTS:
        documents = read_documents(part)
        with tempfile.TemporaryDirectory() as work:
            folder, index = Path(work, "files"), Path(work, "library.ragindex")
            folder.mkdir()
            for document in documents:
                write(document, folder)
            build(TestSet(part, folder, []), index, model)
            for mode in arguments.mode or MODES:
                ranks = _ranks(documents, index, model, mode, missed=arguments.missed)
                shares = (
                    f"in {depth}: {sum(rank <= depth for rank in ranks) / len(ranks):.3f}" for depth in (1, 5, 20)
                )
                print(f"{part}, {len(ranks)} questions, {mode}: {'   '.join(shares)}", flush=True)
    model.close()


def _ranks(
    documents: list[TableDocument], index: Path, model: CachedEmbedding, mode: str, *, missed: bool
) -> list[int]:
    """Return for each question where the right passage stands, from 1."""
    ranks: list[int] = []
    with StorageContext(index, read_only=True) as storage:
        retriever = VectorStoreIndex(storage_context=storage, embed_model=model).as_retriever(_DEPTH, MODES[mode])
        for document in documents:
            for asked in document.questions:
                found = [(node.node.metadata["file_name"], node.node.text) for node in retriever.retrieve(asked.text)]
                right = [name == document.file and asked.is_answered_by(text) for name, text in found]
                ranks.append(right.index(True) + 1 if True in right else _DEPTH + 1)
                if missed and ranks[-1] > 1:
                    print(f"{ranks[-1]}: {asked.text} ({document.file})\n    {found[:1]}")
    return ranks


if __name__ == "__main__":
    main()
