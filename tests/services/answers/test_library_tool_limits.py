"""What an agent is shown of large, small and oddly named documents."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.llms.base import LLMMetadata
from desktop_rag.retrievers.bm25 import BM25Retriever
from desktop_rag.services.answers.library_tools import LISTED, SUMMARISED, LibraryTools
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.tools.base import ToolArgumentError
from tests.helpers.pages import pdf_of
from tests.helpers.scripted_llm import ScriptedLLM


@pytest.fixture
def storage() -> Iterator[StorageContext]:
    with StorageContext() as storage:
        yield storage


def add(storage: StorageContext, *paths: Path) -> None:
    with storage.transaction():
        for path in paths:
            storage.documents.replace_file(parse_file(ParseTask.of(path)))


def text(path: Path, words: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(words, encoding="utf-8")
    return path


def record(name: str, passages: int) -> DocumentRecord:
    """Return a file as it is stored, of so many short passages on one page."""
    texts = [f"Note {number}." for number in range(passages)]
    starts = [sum(len(one) for one in texts[:number]) for number in range(passages)]
    nodes = [
        NodeRecord(1, start, start + len(one), "", one, f"note {number}")
        for number, (start, one) in enumerate(zip(starts, texts, strict=True))
    ]
    about = {"file_name": name, "file_path": f"/x/{name}"}
    return DocumentRecord(f"/x/{name}", 1, 1, name.encode(), about, (("1", "".join(texts)),), nodes)


def tools(storage: StorageContext, *replies: str, window: int = 3900) -> LibraryTools:
    return LibraryTools(storage, BM25Retriever(storage), ScriptedLLM(replies, LLMMetadata(window, 256, "scripted")))


def test_an_empty_library_is_told_as_one(storage: StorageContext) -> None:
    library = tools(storage)
    assert library.list_documents() == "The library is empty."
    assert str(library.search("anything")) == "Nothing was found. Try other words."
    with pytest.raises(ToolArgumentError, match=r"The documents are: none\."):
        library.read_document("anything")
    assert [tool.metadata.name for tool in library.tools()] == [
        "search",
        "read_document",
        "list_documents",
        "summarise_document",
    ]


@pytest.mark.parametrize("more", [0, 1])
def test_of_very_many_documents_the_first_are_listed(storage: StorageContext, tmp_path: Path, more: int) -> None:
    with storage.transaction():
        for number in range(LISTED + more):
            storage.documents.replace_file(record(f"n{number:03}.txt", 1))
    lines = tools(storage).list_documents().splitlines()
    assert len(lines) == LISTED + more
    assert (lines[-1] == "… and 1 more; search finds them too.") is bool(more)


@pytest.mark.parametrize(
    ("first", "last", "pages"),
    [
        (1, None, [1, 2, 3]),
        (2, 2, [2]),
        (2, 99, [2, 3]),
        (-5, 1, [1]),
        (0, None, [1, 2, 3]),
        (3, 1, [3]),
        (99, None, [3]),
        (99, 100, [3]),
    ],
)
def test_pages_that_are_not_there_are_the_nearest_ones(
    storage: StorageContext, tmp_path: Path, first: int, last: int | None, pages: list[int]
) -> None:
    add(storage, pdf_of(tmp_path / "animals.pdf", "Whales sing here.", "Seals bark here.", "Gulls cry here."))
    shown = tools(storage).read_document("animals", first, last)
    assert [found.node.metadata["page_number"] for found in shown.source_nodes] == pages


@pytest.mark.parametrize(
    ("wanted", "document"),
    [
        ("report.txt", "report.txt"),
        ("Report", "report.txt"),
        ("annual", "annual report.txt"),
        ("annual report.txt", "annual report.txt"),
        ("/home/me/report.txt", "report.txt"),
        ("the file report", "report.txt"),
        ("ＲＥＰＯＲＴ", "report.txt"),
        ("'report.txt'", "report.txt"),
        ("日記", "日記.txt"),
        ("anual reprot", "annual report.txt"),
    ],
)
def test_the_document_that_fits_a_name_best_is_read(
    storage: StorageContext, tmp_path: Path, wanted: str, document: str
) -> None:
    for name in ("annual report.txt", "report.txt", "日記.txt"):
        add(storage, text(tmp_path / name, f"This is what stands in {name}."))
    (found,) = tools(storage).read_document(wanted).source_nodes
    assert found.node.metadata["file_name"] == document


def test_a_small_window_is_filled_and_always_shows_something(storage: StorageContext, tmp_path: Path) -> None:
    words = " ".join(f"whale{number}" for number in range(900))
    add(storage, *(text(tmp_path / f"{name}.txt", f"Whale {name}. {words}") for name in "abc"))
    narrow, wide = (len(tools(storage, window=window).search("whale").source_nodes) for window in (300, 8000))
    assert 1 <= narrow < wide


def test_one_number_for_one_passage_whichever_tool_shows_it(storage: StorageContext, tmp_path: Path) -> None:
    add(storage, text(tmp_path / "a.txt", "Whales sing."), text(tmp_path / "b.txt", "Seals bark."))
    library = tools(storage, "They bark.")
    assert str(library.search("seals")).startswith("[1] <passage>\n(b.txt")
    assert str(library.read_document("a")).startswith("[2] <passage>\n(a.txt")
    library.summarise_document("b")
    assert str(library.read_document("b")).startswith("[1] <passage>\n(b.txt")


def test_a_long_document_is_summarised_from_passages_all_over_it(storage: StorageContext) -> None:
    with storage.transaction():
        storage.documents.replace_file(record("long.txt", 2 * SUMMARISED + 1))
    shown = tools(storage, *["A summary."] * 40).summarise_document("long")
    assert str(shown).endswith("(Made from 134 of its 401 passages.)")
    assert shown.source_nodes[0].node.text == "Note 0."
    assert shown.source_nodes[-1].node.text == "Note 399."
