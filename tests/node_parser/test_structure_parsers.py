"""Markdown, code, sentence windows and hierarchies: what a person expects of each."""

import sys
from collections.abc import Callable
from itertools import pairwise

import pytest

from desktop_rag.core.schema import Document, MetadataMode, NodeRelationship
from desktop_rag.llamaindex import node_parser
from desktop_rag.llamaindex.node_parser.relational.hierarchical import (
    get_child_nodes,
    get_deeper_nodes,
    get_leaf_nodes,
    get_root_nodes,
)
from desktop_rag.node_parser.code import GRAMMAR_MODULES, LANGUAGES, CodeSplitter, language_of, load_language
from desktop_rag.node_parser.hierarchical import HierarchicalNodeParser
from desktop_rag.node_parser.markdown import MarkdownNodeParser
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.node_parser.sentence_window import SentenceWindowNodeParser
from desktop_rag.text.tokenizer import get_tokenizer

MARKDOWN = """---
title: x
---
Before.

# Manual

Text.
## Limits
```sh
# a comment
```
~~~
## still code
```
~~~
### Speed ###
Fast.

Costs
-----
- item
---
# Second
````
# never closed
"""

PYTHON = '''"""Module."""

import os


@cache
def first(a, b):
    """Doc."""
    return a + b


class Thing:
    """A class."""

    def one(self):
        return 1

    def two(self):
        return 2
'''


def test_markdown_sections_and_their_paths() -> None:
    nodes = MarkdownNodeParser.from_defaults().get_nodes_from_documents([Document(text=MARKDOWN)])
    assert [(node.text.split("\n")[0], node.metadata["header_path"]) for node in nodes] == [
        ("---", "/"),
        ("# Manual", "/"),
        ("## Limits", "/Manual/"),
        ("### Speed ###", "/Manual/Limits/"),
        ("Costs", "/Manual/"),
        ("# Second", "/"),
    ]
    assert nodes[-1].text.endswith("# never closed")


def test_markdown_without_headings_is_one_node_and_crlf_is_kept() -> None:
    parser = MarkdownNodeParser(header_path_separator=" > ")
    assert parser.split_text("Just text.\n\n#hash\n") == ["Just text.\n\n#hash"]
    nodes = parser.get_nodes_from_documents([Document(text="# A\r\nx\r\n## B\r\ny")])
    assert [(node.text, node.metadata["header_path"]) for node in nodes] == [
        ("# A\r\nx", " > "),
        ("## B\r\ny", " > A > "),
    ]


def test_code_is_cut_between_definitions() -> None:
    chunks = CodeSplitter("python", chunk_lines=7, chunk_lines_overlap=0, max_chars=120).split_text(PYTHON)
    assert [chunk.split("\n")[0] for chunk in chunks] == [
        '"""Module."""',
        "@cache",
        "class Thing:",
        "def two(self):",
    ]
    assert chunks[1].endswith("return a + b")


def test_a_large_function_repeats_lines_but_never_across_definitions() -> None:
    lines = [f"    value_{i} = {i}" for i in range(30)]
    text = "def before():\n    pass\n\ndef long():\n" + "\n".join(lines)
    chunks = CodeSplitter("python", chunk_lines=10, chunk_lines_overlap=4, max_chars=2000).split_text(text)
    assert chunks[0] == "def before():\n    pass"
    assert chunks[1].startswith("def long():")
    for before, after in pairwise(chunks[1:]):
        assert after.split("\n")[0].strip() in before
        assert after.split("\n")[-1] not in before
    assert len(chunks) < 8


def words(text: str) -> list[str]:
    return text.split()


@pytest.mark.parametrize("tokenizer", [words, None])
def test_code_may_be_counted_in_tokens(tokenizer: Callable[[str], list[str]] | None) -> None:
    text = PYTHON + "\n" + "x = " + "1 + " * 300 + "a" * 3000 + "\n"
    splitter = CodeSplitter("python", count_mode="token", max_tokens=20, chunk_lines_overlap=0, tokenizer=tokenizer)
    chunks = splitter.split_text(text)
    count = tokenizer or get_tokenizer()
    assert max(len(count(chunk)) for chunk in chunks) <= 20
    assert sum(len(count(chunk)) > 10 for chunk in chunks) > len(chunks) / 2, "and they are filled"
    assert "".join("".join(chunks).split()) == "".join(text.split()), "nothing is lost"
    with pytest.raises(ValueError, match="count_mode must be"):
        CodeSplitter("python", count_mode="words")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_grammar_loads(name: str) -> None:
    assert load_language(name).node_kind_count > 50


def test_languages_have_names() -> None:
    assert [language_of(name) for name in ("a/B.PY", "x.tsx", "x.h", "notes.txt", "Makefile")] == [
        "python",
        "tsx",
        "c",
        None,
        None,
    ]
    assert load_language("C++") == load_language("cpp")
    with pytest.raises(ValueError, match="no grammar for 'cobol'; there are bash"):
        CodeSplitter("cobol")
    assert set(GRAMMAR_MODULES) <= set(sys.modules)


@pytest.mark.parametrize("sizes", [(0, 0, 10), (10, 10, 10), (10, -1, 10), (10, 2, 0)])
def test_code_sizes_are_checked(sizes: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="must be"):
        CodeSplitter("python", *sizes)


def test_sentence_windows_are_read_but_not_embedded() -> None:
    text = "# Head\n\nDr. No came. He left.\n\n| a | b |\n| c | d |\n今日は雨。明日は晴れ。"
    parser = SentenceWindowNodeParser.from_defaults(window_size=1)
    nodes = parser.get_nodes_from_documents([Document(text=text, metadata={"k": "v"})])
    assert [node.text for node in nodes] == [
        "# Head",
        "Dr. No came.",
        "He left.",
        "| a | b |",
        "| c | d |",
        "今日は雨。",
        "明日は晴れ。",
    ]
    assert nodes[2].metadata["window"] == "Dr. No came. He left.\n\n| a | b |"
    assert nodes[6].metadata["window"] == "今日は雨。明日は晴れ。", "as it stands in the text: no blank between"
    assert nodes[2].metadata["original_text"] == "He left."
    for mode in (MetadataMode.EMBED, MetadataMode.LLM):
        assert nodes[2].get_content(mode) == "k: v\n\nHe left."


def test_sentences_may_be_found_otherwise() -> None:
    parser = SentenceWindowNodeParser(sentence_splitter=str.split, window_size=1, window_metadata_key="w")
    nodes = parser.get_nodes_from_documents([Document(text="a a  b")])
    assert [(node.start_char_idx, node.text, node.metadata["w"]) for node in nodes] == [
        (0, "a", "a a"),
        (2, "a", "a a  b"),
        (5, "b", "a  b"),
    ]
    with pytest.raises(ValueError, match="not in the text"):
        SentenceWindowNodeParser(sentence_splitter=lambda text: [text.upper()]).split_text("abc")
    with pytest.raises(ValueError, match="window_size"):
        SentenceWindowNodeParser(window_size=0)


def test_hierarchies_know_parents_and_children() -> None:
    text = " ".join(f"Sentence number {i} says something." for i in range(60))
    parser = HierarchicalNodeParser.from_defaults([128, 48, 20], 6)
    nodes = parser.get_nodes_from_documents([Document(text=text, id_="d")])
    roots, leaves = get_root_nodes(nodes), get_leaf_nodes(nodes)
    assert nodes[: len(roots)] == roots
    assert nodes[-len(leaves) :] == leaves
    assert get_deeper_nodes(nodes, 0) == roots
    assert get_deeper_nodes(nodes, 2) == leaves
    middle = get_child_nodes(roots[:1], nodes)
    assert [node.id_ for node in middle] == [child.node_id for child in roots[0].child_nodes]
    assert all(node.ref_doc_id == "d" for node in nodes)
    assert NodeRelationship.PREVIOUS not in middle[0].relationships, "neighbours are children of one parent"
    with pytest.raises(ValueError, match="negative"):
        get_deeper_nodes(nodes, -1)
    with pytest.raises(ValueError, match="root"):
        get_deeper_nodes(leaves)


def test_hierarchies_of_other_parsers() -> None:
    parsers = {"sections": MarkdownNodeParser(), "chunks": SentenceSplitter(16, 0)}
    parser = HierarchicalNodeParser.from_defaults(node_parser_ids=["sections", "chunks"], node_parser_map=parsers)
    text = "# A\n\nOne sentence stands here. Another one follows it. A third one.\n\n# B\n\nShort."
    nodes = parser.get_nodes_from_documents([Document(text=text)])
    assert [len(node.child_nodes) for node in nodes[:2]] == [2, 1]
    assert all(text[node.start_char_idx : node.end_char_idx] == node.text for node in nodes)
    for arguments in ({"chunk_sizes": [5], "node_parser_ids": ["a"]}, {"node_parser_ids": ["a"]}):
        with pytest.raises(ValueError, match="node_parser_ids"):
            HierarchicalNodeParser.from_defaults(**arguments)  # type: ignore[arg-type]


def test_the_package_exports_everything_it_names() -> None:
    others = {name for name in node_parser.__all__ if getattr(node_parser, name).__name__ != name}
    assert others == {"SimpleNodeParser"}, "LlamaIndex's older name"
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        node_parser.Nothing  # noqa: B018


def test_a_progress_bar_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    documents = [Document(text="One. Two.") for _ in range(3)]
    assert len(SentenceSplitter().get_nodes_from_documents(documents, show_progress=True)) == 3
    assert "Parsing nodes" in capsys.readouterr().out
