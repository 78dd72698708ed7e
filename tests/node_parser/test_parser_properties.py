"""What holds for every text and each parser that cuts by structure, however strange the text."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.core.schema import Document, NodeRelationship, TextNode
from desktop_rag.llamaindex.node_parser.relational.hierarchical import get_root_nodes
from desktop_rag.node_parser.base import NodeParser
from desktop_rag.node_parser.code import LANGUAGES, CodeSplitter
from desktop_rag.node_parser.hierarchical import HierarchicalNodeParser
from desktop_rag.node_parser.markdown import MarkdownNodeParser
from desktop_rag.node_parser.sentence_window import SentenceWindowNodeParser
from tests.helpers.lanes import rest_at_night

PIECES = [
    "# Title\n", "## Two / slashes\n\n", "### C ###\n", "Set\n===\n", "Foo\n---\n", "---\n", "```py\n", "```\n",
    "~~~\n",
    "    # indented\n", "def f(x):\n", "    return {\n", "}\n", "class A:\n", "if (a) {\n", "'''", '"""', "/*", "*/",
    "// note\n", "x = 1;\n", "(" * 30, ")" * 9, "- item\n", "| a | b |\n", "Dr. No left. ", "これは文です。",
    "「はい。」と",
    "\r\n", "\n\n", " ", "\t", "x" * 90, "word " * 30, "é", "👩‍👩", "\ud800", "\x00", "\x0c",
]  # fmt: skip
TEXTS = st.one_of(st.text(st.characters(), max_size=200), st.lists(st.sampled_from(PIECES), max_size=50).map("".join))
PARSERS: dict[str, NodeParser] = {
    "markdown": MarkdownNodeParser(),
    "sentence window": SentenceWindowNodeParser(window_size=2),
    **{f"code {name}": CodeSplitter(name, 6, 3, 80) for name in LANGUAGES},
}


def test_a_chunk_that_only_repeats_is_left_out() -> None:
    text = "0\n\n\n\n\n0\n\r"
    check_offsets(text, PARSERS["code c"].get_nodes_from_documents([Document(text)]))


def check_offsets(text: str, nodes: list[TextNode]) -> None:
    covered = start = 0
    for node in nodes:
        assert node.start_char_idx is not None
        assert node.end_char_idx is not None
        assert text[node.start_char_idx : node.end_char_idx] == node.text
        assert node.text.strip()
        assert node.start_char_idx >= start
        assert node.end_char_idx > covered
        assert not text[covered : node.start_char_idx].strip(), "something was lost"
        start, covered = node.start_char_idx, node.end_char_idx
    assert not text[covered:].strip(), "the end was lost"


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.sampled_from(sorted(PARSERS)))
def test_every_text(text: str, name: str) -> None:
    document = Document(text=text, metadata={"k": "v"}, excluded_llm_metadata_keys=["k"])
    nodes = PARSERS[name].get_nodes_from_documents([document])
    check_offsets(text, nodes)
    for node in nodes:
        assert node.metadata["k"] == "v"
        assert node.excluded_llm_metadata_keys[0] == "k"
        assert node.ref_doc_id == document.id_
    for before, after in pairwise(nodes):
        assert before.next_node is not None
        assert after.prev_node is not None
        assert (before.next_node.node_id, after.prev_node.node_id) == (after.id_, before.id_)
    if name.startswith("code"):
        assert all(len(node.text) <= 80 and node.text.count("\n") < 6 for node in nodes)


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_every_level_of_the_hierarchy(text: str) -> None:
    parser = HierarchicalNodeParser.from_defaults([64, 24, 12], 3)
    nodes = parser.get_nodes_from_documents([Document(text=text)])
    by_id = {node.id_: node for node in nodes}
    for node in nodes:
        assert node.start_char_idx is not None
        assert text[node.start_char_idx : node.end_char_idx] == node.text
        for child in node.child_nodes or ():
            assert by_id[child.node_id].parent_node == node.as_related_node_info()
        if NodeRelationship.PARENT in node.relationships:
            assert node.parent_node is not None
            parent = by_id[node.parent_node.node_id]
            assert node.id_ in [child.node_id for child in parent.child_nodes]
            assert node.text in parent.text
    if text.strip():
        check_offsets(text, [node for node in get_root_nodes(nodes) if node.text])


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("name", ["markdown", "sentence window", "code python", "code cpp"])
@pytest.mark.parametrize(
    "filler",
    rest_at_night(
        ["(", "a", " ", "\n", "# a\n", "```\n", "1+", "{", "if x:\n", "'", "漢。", "\t", "/*"],
        {"(", "a", "# a\n", "if x:\n", "漢。"},
    ),
)
def test_endless_texts_take_linear_time(name: str, filler: str) -> None:
    text = filler * (100_000 // len(filler)) + "x"
    nodes = PARSERS[name].get_nodes_from_documents([Document(text=text)])
    assert nodes[-1].end_char_idx == len(text)


@pytest.mark.parametrize("name", sorted(PARSERS))
def test_nothing_to_cut(name: str) -> None:
    assert PARSERS[name].get_nodes_from_documents([Document(text=""), Document(text=" \r\n\t")]) == []
