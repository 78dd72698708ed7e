"""What parsers of a program's own get, and what is chosen by the ending of a file."""

import json
from collections.abc import Callable, Sequence

import pytest
import tree_sitter
import tree_sitter_go

from desktop_rag.core.schema import Document, NodeRelationship, TextNode
from desktop_rag.llamaindex.node_parser import JSONNodeParser, SemanticSplitterNodeParser, SimpleFileNodeParser
from desktop_rag.llamaindex.node_parser.loading import load_parser
from desktop_rag.llamaindex.node_parser.node_utils import build_nodes_from_splits
from desktop_rag.llamaindex.node_parser.relational.hierarchical import get_leaf_nodes, get_root_nodes
from desktop_rag.llamaindex.node_parser.text.utils import (
    split_by_char,
    split_by_phrase_regex,
    split_by_regex,
    split_by_sentence_tokenizer,
    split_by_sep,
    split_text_keep_separator,
)
from desktop_rag.node_parser.base import NodeParser, default_id_func, truncate_text
from desktop_rag.node_parser.code import CodeSplitter
from desktop_rag.node_parser.hierarchical import HierarchicalNodeParser
from desktop_rag.node_parser.markdown import MarkdownNodeParser
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.node_parser.text_splitter import MetadataAwareTextSplitter
from desktop_rag.node_parser.token import TokenTextSplitter
from tests.helpers.mock_embedding import MockEmbedding


class Lines(NodeParser):
    """A node of each line, which knows nothing but its text."""

    def _parse_nodes(self, nodes: Sequence[TextNode], show_progress: bool = False, **kwargs: object) -> list[TextNode]:
        return [TextNode(line.strip()) for node in nodes for line in node.text.splitlines()]


def test_nodes_without_offsets_get_them_in_order() -> None:
    document = Document("a\n b \na\n", metadata={"file": "x"})
    nodes = Lines().get_nodes_from_documents([document])
    assert [(node.start_char_idx, node.end_char_idx) for node in nodes] == [(0, 1), (3, 4), (6, 7)]
    assert [node.metadata for node in nodes] == [{"file": "x"}] * 3
    assert [node.ref_doc_id for node in nodes] == [document.id_] * 3
    assert [node.prev_node and node.prev_node.node_id for node in nodes] == [None, nodes[0].id_, nodes[1].id_]


def test_offsets_of_a_part_are_those_of_its_document() -> None:
    document = Document("# A\none\n# B\none\n")
    part = MarkdownNodeParser().get_nodes_from_documents([document])[1]
    heading, node = Lines().get_nodes_from_documents([part])
    assert (heading.start_char_idx, node.start_char_idx, node.end_char_idx) == (8, 12, 15)
    assert node.ref_doc_id == document.id_


def test_what_is_not_in_the_document_has_no_offsets() -> None:
    class Loud(Lines):
        def _parse_nodes(
            self, nodes: Sequence[TextNode], show_progress: bool = False, **kwargs: object
        ) -> list[TextNode]:
            return [TextNode(node.text.upper()) for node in super()._parse_nodes(nodes)]

    places = [node.start_char_idx for node in Loud().get_nodes_from_documents([Document("A\nb\nA")])]
    assert places == [0, None, 4]


def test_metadata_of_the_source_are_inherited() -> None:
    document = Document("", metadata={"a": 1, "b": 1})
    node = TextNode("x", metadata={"b": 2}, relationships={NodeRelationship.SOURCE: document.as_related_node_info()})
    assert Lines()._postprocess_parsed_nodes([node], {})[0].metadata == {"a": 1, "b": 2}
    other = TextNode("y", metadata={"b": 3})
    assert Lines(include_metadata=False)._postprocess_parsed_nodes([other], {})[0].metadata == {"b": 3}


def test_only_nodes_of_one_source_are_neighbours() -> None:
    sources = [Document("", id_=name).as_related_node_info() for name in "aab"]
    nodes = [TextNode(str(i), relationships={NodeRelationship.SOURCE: one}) for i, one in enumerate(sources)]
    Lines()._postprocess_parsed_nodes(nodes, {})
    assert [node.next_node and node.next_node.node_id for node in nodes] == [nodes[1].id_, None, None]


def test_a_parser_is_called_for_several_documents() -> None:
    documents = [Document('{"a": 1}'), Document('{"b": 2}')]
    assert [node.text for node in JSONNodeParser()._parse_nodes(documents)] == ["a 1", "b 2"]
    with pytest.raises(NotImplementedError, match="neither"):
        NodeParser()._parse_nodes(documents)


@pytest.mark.parametrize(
    ("metadata", "texts"),
    [
        ({"file_path": "folder/x.MD"}, ["# A", "# B"]),
        ({"extension": ".md"}, ["# A", "# B"]),
        ({"extension": ".txt", "file_path": "x.md"}, ["# A\n# B"]),
        ({}, ["# A\n# B"]),
    ],
)
def test_the_ending_chooses_the_parser(metadata: dict[str, str], texts: list[str]) -> None:
    nodes = SimpleFileNodeParser.from_defaults().get_nodes_from_documents([Document("# A\n# B", metadata=metadata)])
    assert [node.text for node in nodes] == texts
    assert all(node.metadata.items() >= metadata.items() for node in nodes)


def test_options_reach_the_chosen_parser() -> None:
    parser = SimpleFileNodeParser(include_metadata=False, id_func=lambda number, _: f"node {number}")
    (node,) = parser.get_nodes_from_documents([Document("<p>Hello</p>", metadata={"file_path": "a.html"})])
    assert (node.text, node.id_, node.metadata) == ("Hello", "node 0", {})


def test_splitters_that_leave_room_for_metadata() -> None:
    class Known(MetadataAwareTextSplitter):
        def split_text_metadata_aware(self, text: str, metadata_str: str) -> list[str]:
            return [text[: -len(metadata_str)]]

        def split_text(self, text: str) -> list[str]:
            return [text]

    document = Document("one two three", metadata={"k": "v"})
    assert [node.text for node in Known().get_nodes_from_documents([document])] == ["one two t"]
    assert [node.text for node in Known(include_metadata=False)([document])] == ["one two three"]
    with pytest.raises(NotImplementedError, match="MetadataAwareTextSplitter implements neither"):
        MetadataAwareTextSplitter().split_text("one two")


def test_parts_of_texts_become_nodes() -> None:
    class Halves(NodeParser):
        def _parse_nodes(
            self, nodes: Sequence[TextNode], show_progress: bool = False, **kwargs: object
        ) -> list[TextNode]:
            return [
                half
                for one in nodes
                for half in build_nodes_from_splits(one.text.split("|"), one, id_func=self.id_func)
            ]

    document = Document("a|b", metadata={"k": 1}, excluded_llm_metadata_keys=["k"], text_template="{content}!")
    nodes = Halves().get_nodes_from_documents([document])
    assert [(node.text, node.metadata, node.start_char_idx) for node in nodes] == [
        ("a", {"k": 1}, 0),
        ("b", {"k": 1}, 2),
    ]
    assert (nodes[0].text_template, nodes[0].excluded_llm_metadata_keys) == ("{content}!", ["k"])
    parser = Halves(id_func=lambda number, of: f"{of.text}{number}")
    assert [node.id_ for node in parser(nodes)] == ["a0", "b0"]
    parser.id_func = default_id_func
    assert parser.id_func is default_id_func
    other = Document("", id_="other")
    made = build_nodes_from_splits(["a"], document, other, lambda number, of: f"{of.text} {number}")
    assert [(node.ref_doc_id, node.id_) for node in made] == [("other", "a|b 0")]
    assert default_id_func(0, document) != default_id_func(0, document)


@pytest.mark.parametrize(
    ("split", "parts"),
    [
        (split_by_sep(". "), ["Tea, hot", ". Milk; ice.."]),
        (split_by_sep(". ", keep_sep=False), ["Tea, hot", "Milk; ice.."]),
        (split_by_char(), list("Tea, hot. Milk; ice..")),
        (split_by_regex("[A-Z]"), ["T", "M"]),
        (split_by_phrase_regex(), ["Tea,", " hot.", " Milk;", " ice."]),
        (split_by_sentence_tokenizer(), ["Tea, hot. ", "Milk; ice.."]),
    ],
)
def test_ways_to_cut_a_text(split: Callable[[str], list[str]], parts: list[str]) -> None:
    assert split("Tea, hot. Milk; ice..") == parts


def test_sentences_are_those_of_the_program() -> None:
    splitter = SentenceSplitter(12, 0, chunking_tokenizer_fn=lambda text: [one.strip() for one in text.split("/")])
    text = "Tea is hot. It is good. / Milk is cold. / Rice"
    assert splitter.split_text(text) == ["Tea is hot. It is good. /", "Milk is cold. / Rice"]
    nodes = splitter.get_nodes_from_documents([Document(text)])
    assert [text[node.start_char_idx : node.end_char_idx] for node in nodes] == [node.text for node in nodes]
    with pytest.raises(ValueError, match="not in the text"):
        SentenceSplitter(8, 0, chunking_tokenizer_fn=lambda text: [text.upper()]).split_text(text)


@pytest.mark.parametrize(
    "parser",
    [
        SentenceSplitter(100, 10, separator="/"),
        TokenTextSplitter(20, 2, include_metadata=False),
        SimpleFileNodeParser(include_prev_next_rel=False),
        CodeSplitter("go", max_chars=77),
        MarkdownNodeParser(header_path_separator=">"),
    ],
    ids=lambda parser: parser.class_name(),
)
def test_parsers_are_made_again_of_what_they_tell(parser: NodeParser) -> None:
    told = json.loads(json.dumps(parser.to_dict()))
    made = load_parser(told)
    assert type(made) is type(parser)
    assert made.to_dict() == parser.to_dict()
    assert load_parser(made) is made
    assert type(parser).from_dict(told, include_metadata=False).include_metadata is False


@pytest.mark.parametrize("told", [{}, {"class_name": "Lines"}, {"class_name": "get_leaf_nodes"}])
def test_parsers_that_nobody_knows(told: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="no parser with the class_name"):
        load_parser(told)


def test_separators_are_kept() -> None:
    assert split_text_keep_separator("--a--b", "--") == ["--a", "--b"]
    assert split_text_keep_separator("", "--") == []


def test_the_beginning_of_a_text() -> None:
    assert truncate_text("one two three", TokenTextSplitter(chunk_size=2, chunk_overlap=0)) == "one two"
    assert truncate_text(" ", TokenTextSplitter(chunk_size=2, chunk_overlap=0)) == ""


def test_code_of_a_language_that_only_the_given_parser_knows() -> None:
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_go.language()))
    code = "package a\n\nfunc b() {}\n\nfunc c() {}\n"
    sizes = {"chunk_lines": 4, "chunk_lines_overlap": 0, "max_chars": 20}
    chunks = CodeSplitter("custom", **sizes, parser=parser).split_text(code)
    assert chunks == CodeSplitter("go", **sizes).split_text(code)
    assert "func c() {}" in chunks


def test_sentences_are_compared_with_those_around_them() -> None:
    groups = SemanticSplitterNodeParser(MockEmbedding(), buffer_size=1)._build_sentence_groups(["A. ", "B. ", "C."])
    assert [group["combined_sentence"] for group in groups] == ["A. B. ", "A. B. C.", "B. C."]
    assert [(group["index"], group["sentence"]) for group in groups] == [(0, "A. "), (1, "B. "), (2, "C.")]


def test_the_example_is_long_enough_to_be_cut_on_several_levels() -> None:
    nodes = HierarchicalNodeParser.from_defaults([512, 128, 64], 10).get_nodes_from_documents([Document.example()])
    assert (len(get_root_nodes(nodes)), len(nodes) - 1 - len(get_leaf_nodes(nodes)), len(get_leaf_nodes(nodes))) == (
        1,
        3,
        7,
    )
