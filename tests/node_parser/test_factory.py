"""Node parsers by name, and what a library's files become with each."""

import pickle
from collections.abc import Sequence
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document, TextNode
from desktop_rag.embeddings.multilingual_e5 import token_offsets
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.node_parser.base import NodeParser, TextSplitter
from desktop_rag.node_parser.factory import NODE_PARSERS, Splitting, make_node_parser
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.records import NodeRecord
from desktop_rag.storage.sqlite.properties import get_splitting
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.tokenizer import get_tokenizer

LONG = "The committee met in March and agreed on the plan. It will meet again in May to see what came of it. " * 60


def parse(path: Path, splitting: Splitting | None = None) -> list[NodeRecord]:
    return list(parse_file(ParseTask.of(path, splitting)).nodes)


@pytest.mark.parametrize("name", NODE_PARSERS)
def test_every_parser_cuts_a_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(LONG, encoding="utf-8")
    nodes = parse(path, Splitting(name))
    assert all(LONG[node.start : node.end] == node.text for node in nodes)
    assert len(nodes) > 1
    assert all(bool(node.terms) == node.searchable for node in nodes)
    if name not in {"sentence_window", "hierarchical"}:
        assert all(node.searchable and node.parent is None and not node.metadata for node in nodes)


def test_parents_are_kept_but_only_leaves_are_searched(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(LONG, encoding="utf-8")
    nodes = parse(path, Splitting("hierarchical", 512, 10))
    parents = {node.parent for node in nodes if node.parent is not None}
    assert parents
    assert all(node.searchable == (place not in parents) for place, node in enumerate(nodes))
    assert all(node.text in nodes[node.parent].text for node in nodes if node.parent is not None)


def test_sentences_bring_their_window(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("One is here. Two is there. Three.", encoding="utf-8")
    nodes = parse(path, Splitting("sentence_window"))
    assert [node.metadata["original_text"] for node in nodes] == ["One is here.", "Two is there.", "Three."]
    assert nodes[0].metadata["window"] == "One is here. Two is there. Three."


def test_markdown_sections_fit_the_model_and_name_their_headings(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(f"# A\n\nShort.\n\n## B / C\n\n{LONG}\n\n### D\n\nEnd.", encoding="utf-8")
    nodes = parse(path, Splitting("markdown", 128, 0))
    assert all(len(token_offsets(node.text)) <= 128 for node in nodes)
    assert [nodes[0].heading, nodes[1].heading, nodes[2].heading, nodes[-1].heading] == [
        "",
        "A > B / C",
        "A > B / C",
        "A > B / C",
    ]
    assert nodes[0].text == "# A\n\nShort."
    assert nodes[-1].text == "### D\n\nEnd."


def test_code_is_cut_by_its_language_and_other_files_as_passages(tmp_path: Path) -> None:
    source = "\n\n".join(f"def name_{i}(a):\n    value = a + {i}\n    return value" for i in range(60))
    for name in ("a.py", "a.js", "a.txt"):
        (tmp_path / name).write_text(source, encoding="utf-8")
    code = parse(tmp_path / "a.py", Splitting("code", 100, 0))
    assert all(
        node.text.startswith("def name_") and node.text.split("\n")[-1].startswith("    return") for node in code
    )
    assert all(len(token_offsets(node.text)) <= 100 for node in code)
    assert [node.text for node in parse(tmp_path / "a.txt", Splitting("code", 100, 0))] == [
        node.text for node in parse(tmp_path / "a.txt", Splitting("passage", 100, 0))
    ]
    assert parse(tmp_path / "a.js", Splitting("code", 100, 0))


@pytest.mark.parametrize(
    ("name", "size", "overlap", "words"),
    [
        ("magic", None, None, "Choose one of: passage, sentence"),
        ("sentence", 5, None, "from 16 to 8,192"),
        ("passage", 64, 33, "overlap from 0 to 32"),
        ("passage", 64, -1, "overlap from 0 to 32"),
        ("hierarchical", 512, 17, "overlap from 0 to 16"),
        ("sentence_window", 10, None, "Leave out the size"),
    ],
)
def test_what_cannot_work_is_said_in_plain_words(name: str, size: int | None, overlap: int | None, words: str) -> None:
    with pytest.raises(UserError, match=words):
        make_node_parser(name, size, overlap, tokenizer=token_offsets)


def test_small_sizes_get_an_overlap_that_fits() -> None:
    assert Splitting("sentence", 64).sizes == (64, 32)
    assert make_node_parser("sentence", 64, tokenizer=token_offsets).parse_document(Document(text=LONG))


def test_a_library_remembers_its_splitting(tmp_path: Path) -> None:
    files = IndexFiles(tmp_path)
    for name, splitting in (
        ("plain", None),
        ("cut", Splitting("sentence", 512, 50)),
        ("w", Splitting("sentence_window")),
    ):
        with StorageContext(files.create(name, splitting and splitting.to_json())) as storage:
            assert Splitting.from_json(get_splitting(storage.connection)) == (splitting or Splitting())
    assert pickle.loads(pickle.dumps(Splitting("token", 64, 3))) == Splitting("token", 64, 3)
    assert Splitting.from_json(Splitting().to_json()).sizes == Splitting().sizes


def test_several_texts_after_one_another() -> None:
    splitter = SentenceSplitter(chunk_size=30, chunk_overlap=0)
    chunks = splitter.split_text(LONG)
    assert splitter.split_texts([LONG, LONG]) == chunks * 2
    tokenize = get_tokenizer()
    metadata = ["shelf: 3", "shelf: three or four"]
    aware = splitter.split_texts_metadata_aware([LONG, LONG], metadata)
    halves = [splitter.split_text_metadata_aware(LONG, one) for one in metadata]
    assert aware == halves[0] + halves[1]
    assert all(len(tokenize(chunk)) + len(tokenize(metadata[1])) <= 30 for chunk in halves[1])
    with pytest.raises(ValueError, match="zip"):
        splitter.split_texts_metadata_aware([LONG], metadata)


class Lines(NodeParser):
    """A parser of one's own, as LlamaIndex has them."""

    def _parse_nodes(self, nodes: Sequence[TextNode], show_progress: bool = False, **kwargs: object) -> list[TextNode]:
        return [TextNode(line, metadata={"line": line}) for node in nodes for line in node.text.splitlines()]


class Words(TextSplitter):
    """A splitter of one's own, as LlamaIndex has them."""

    def split_text(self, text: str) -> list[str]:
        return text.split()


def test_parsers_of_ones_own_know_their_document_and_their_neighbours() -> None:
    documents = [Document("a\nb", "d", {"shelf": 3}), Document("c", "e")]
    first, second, third = Lines().get_nodes_from_documents(documents)
    assert [node.ref_doc_id for node in (first, second, third)] == ["d", "d", "e"]
    assert first.metadata == {"shelf": 3, "line": "a"}
    assert first.next_node is not None
    assert (first.next_node.node_id, second.next_node) == (second.node_id, None)
    with pytest.raises(NotImplementedError, match="neither"):
        NodeParser().get_nodes_from_documents(documents)


def test_parts_of_a_splitter_of_ones_own_are_found_in_the_text() -> None:
    nodes = Words().get_nodes_from_documents([Document("a b  a")])
    assert [(node.text, node.start_char_idx, node.end_char_idx) for node in nodes] == [
        ("a", 0, 1),
        ("b", 2, 3),
        ("a", 5, 6),
    ]


class SentencesByLine(SentenceSplitter):
    def split_text(self, text: str) -> list[str]:
        return text.split("\n")


class MetadataByLine(SentenceSplitter):
    def split_text_metadata_aware(self, text: str, metadata_str: str) -> list[str]:
        return text.split("\n") if metadata_str else [text]


@pytest.mark.parametrize(
    ("splitter", "texts"),
    [
        (SentencesByLine(), ["a", "b", "a"]),
        (MetadataByLine(), ["a", "b", "a"]),
        (MetadataByLine(include_metadata=False), ["a\nb\na"]),
    ],
)
def test_a_splitter_that_is_overridden_splits_its_own_way(splitter: SentenceSplitter, texts: list[str]) -> None:
    document = Document("a\nb\na", metadata={"name": "letters"})
    nodes = splitter.get_nodes_from_documents([document])
    assert [node.text for node in nodes] == texts
    assert [document.text[node.start_char_idx : node.end_char_idx] for node in nodes] == texts
