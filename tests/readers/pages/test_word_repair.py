"""Word files in a wording that MuPDF does not know open as pages, with their words marked."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.readers.file import load_file
from desktop_rag.readers.pages.pdf import repaired_word_file
from desktop_rag.readers.pages.render import render_page
from tests.helpers.office import package, word_parts

_USUAL = re.compile(r"http://schemas\.openxmlformats\.org/(officeDocument|wordprocessingml)/2006/")
_BODY = "<w:p><w:r><w:t>one two three</w:t></w:r></w:p>"


def strict(path: Path) -> Path:
    parts = {
        name: _USUAL.sub(r"http://purl.oclc.org/ooxml/\1/", str(text)) for name, text in word_parts(_BODY, {}).items()
    }
    return package(path, parts)


def without_relations(path: Path) -> Path:
    parts = word_parts(_BODY, {})
    del parts["word/_rels/document.xml.rels"]
    return package(path, parts)


@pytest.mark.parametrize("make", [strict, without_relations])
def test_it_is_read_and_drawn_as_pages(tmp_path: Path, make: Callable[[Path], Path]) -> None:
    path = make(tmp_path / "a.docx")
    assert [page.text for page in load_file(path)] == ["one two three"]
    page = render_page(str(path), path, 1, 1.0, (4, 7), None)
    assert page.pages == 1
    assert len(page.boxes) == 1


def test_what_needs_no_repair_is_left_as_it_is(tmp_path: Path) -> None:
    usual = package(tmp_path / "a.docx", word_parts(_BODY, {}))
    assert repaired_word_file(usual) is None
    assert repaired_word_file(package(tmp_path / "a.zip", {"a.xml": "http://purl.oclc.org/ooxml/x/"})) is None
    plain = tmp_path / "a.txt"
    plain.write_text("plain")
    assert repaired_word_file(plain) is None


def test_what_is_damaged_stays_so(tmp_path: Path) -> None:
    parts = word_parts(_BODY, {}) | {"word/document.xml": "<<<"}
    del parts["word/_rels/document.xml.rels"]
    path = package(tmp_path / "a.docx", parts)
    with pytest.raises(UserError):
        render_page(str(path), path, 1, 1.0, None, None)
