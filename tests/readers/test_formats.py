"""The one table of file types: complete, without contradictions, and true of real files."""

from collections import Counter
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.paths import resource_path
from desktop_rag.gui.search import search_words
from desktop_rag.node_parser import code
from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.detect import format_of
from desktop_rag.readers.file import load_file, read_file
from desktop_rag.readers.format import KINDS, OTHER, Format, load_function
from desktop_rag.readers.formats import (
    FORMATS,
    UNKNOWN,
    has_slides,
    is_paged,
    is_supported,
    of_ending,
    of_kind,
    of_name,
)
from tests.helpers.smallest_files import STREAMS, WORD, write

READ = [one for one in FORMATS if one.is_read]
LEFT_OUT = [one for one in FORMATS if not one.is_read]
SHOWS_NOTHING = frozenset(["Comic book", "XPS"]) | {one.name for one in of_kind("picture") if one.unit == "page"}


def ids(formats: list[Format]) -> list[str]:
    return [one.name for one in formats]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("one", "ending"), [pytest.param(one, ending, id=ending) for one in READ for ending in one.endings]
)
def test_every_ending_is_read_as_its_format(one: Format, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"file{ending}"
    write(path, one)
    assert format_of(path) is one
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    if one.name in STREAMS:
        with pytest.raises(UserError, match=r"damaged|empty"):
            load_file(path)
        return
    if one.name in SHOWS_NOTHING:
        with pytest.raises(NothingToRead, match="no text"):
            load_file(path)
        return
    contents = read_file(path, ReadOptions(scratch=scratch))
    texts = [page.text for page in contents.pages] + [member.path.read_text() for member in contents.members]
    assert any(("City" if one.name == "Excel" else WORD) in text for text in texts)


@pytest.mark.parametrize("one", READ, ids=ids(READ))
def test_every_format_that_is_read_is_complete(one: Format) -> None:
    assert one.kind in KINDS
    assert resource_path("icons", f"{one.icon}.svg").is_file()
    assert one.icon != "file"
    assert not one.not_read
    for name in filter(None, (one.reader, one.unpacker)):
        assert callable(load_function(name))


@pytest.mark.parametrize("one", LEFT_OUT, ids=ids(LEFT_OUT))
def test_every_other_format_has_a_reason_and_pretends_nothing(one: Format, tmp_path: Path) -> None:
    assert one.not_read.endswith(".")
    assert one.kind == OTHER
    assert resource_path("icons", f"{one.icon}.svg").is_file()
    for ending in one.endings:
        path = tmp_path / f"file{ending}"
        write(path, one)
        with pytest.raises(UserError) as caught:
            load_file(path)
        assert str(caught.value) == f"{one.not_read} {one.next_step}".strip()
        assert isinstance(caught.value, NothingToRead) is not one.fails


def test_no_ending_belongs_to_two_formats() -> None:
    assert [ending for ending, count in Counter(e for one in FORMATS for e in one.endings).items() if count > 1] == []
    assert [name for name, count in Counter(one.name for one in FORMATS).items() if count > 1] == []


def test_what_people_searched_for_before_is_still_found() -> None:
    before = {
        "pdf": "pdf", "word": "doc docx odt rtf pages", "spreadsheet": "xls xlsx ods csv numbers",
        "presentation": "ppt pptx odp key", "mail": "eml msg mbox", "picture": "png jpg heic svg", "web": "html mht",
        "book": "epub mobi fb2 azw xps", "text": "txt md rst tex log srt", "data": "json xml ipynb", "code": "py c",
    }  # fmt: skip
    for kind, known in before.items():
        for ending in known.split():
            assert of_ending(f".{ending}").kind == kind


def test_every_kind_has_a_name_in_the_window() -> None:
    assert all(search_words.kind(kind) != kind for kind in (*KINDS, OTHER))


def test_every_language_that_is_cut_by_its_grammar_is_source_code() -> None:
    names = [f"x.{ending}" for _, _, endings in code._LANGUAGES.values() for ending in endings.split()]
    assert {of_name(name).kind for name in names} == {"code"}


def test_a_name_tells_the_format() -> None:
    assert of_name("/x/Report.PDF") is of_ending(".pdf")
    assert of_name("/x/a.zip//inner/b.docx") is of_ending(".docx")
    assert of_name("/x/Makefile").kind == "code"
    assert of_name("/x/README").kind == "text"
    assert of_name("/x/unknown.xyz") is of_name("/x/.hidden") is of_name("/x/pdf") is UNKNOWN
    assert is_paged("/x/Report.PDF")
    assert not is_paged("/x/notes.md")
    assert has_slides("/x/a.pptm")
    assert is_supported("README")
    assert not is_supported("movie.mp4")
