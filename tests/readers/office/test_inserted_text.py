"""Texts in other formats inside Word files, which Word takes over when it opens them."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from desktop_rag.readers.file import load_file
from tests.helpers.office import package, word_file, word_parts, words

TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk"
LIST = "http://schemas.openxmlformats.org/package/2006/relationships"


def with_inserted(path: Path, body: str, parts: Mapping[str, str | bytes]) -> Path:
    rows = "".join(f'<Relationship Id="c{at}" Type="{TYPE}" Target="{name}"/>' for at, name in enumerate(parts))
    related = {"word/_rels/document.xml.rels": f'<Relationships xmlns="{LIST}">{rows}</Relationships>'}
    chunks = {f"word/{name}": data for name, data in parts.items()}
    return package(path, word_parts(body, {}) | related | chunks)


def a_word_file(tmp_path: Path) -> bytes:
    return word_file(tmp_path / "inner.docx", words("Whales sing."), {}).read_bytes()


FORMATS = {
    "chunk.htm": "<html><body><p>Whales <b>sing</b>.</p></body></html>",
    "chunk.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Whales sing.</p></body></html>',
    "chunk.rtf": r"{\rtf1 Whales sing.}",
    "chunk.txt": "Whales sing.",
    "chunk.dat": "<html><body><p>Whales sing.</p></body></html>",
    "chunk.mht": "MIME-Version: 1.0\nContent-Type: text/html\n\n<p>Whales sing.</p>",
}


@pytest.mark.parametrize("name", [*FORMATS, "chunk.docx"])
@pytest.mark.parametrize("body", ["Before", ""])
def test_a_text_in_another_format_is_read(tmp_path: Path, name: str, body: str) -> None:
    path = with_inserted(
        tmp_path / "a.docx", words(body), {name: FORMATS[name] if name in FORMATS else a_word_file(tmp_path)}
    )
    (page,) = load_file(path)
    before = [body] if body else []
    assert page.text.split("\n\n") == [*before, "## Inserted text", "Whales sing."]


def test_a_damaged_one_and_one_that_holds_itself_leave_the_others(tmp_path: Path) -> None:
    inner = with_inserted(tmp_path / "inner.docx", words("Whales sing."), {"deeper.txt": "Deeper"})
    path = with_inserted(
        tmp_path / "a.docx",
        words("Before"),
        {"a.docx": b"PK\3\4garbage", "b.docx": inner.read_bytes(), "c.zip": b"\0\1\2"},
    )
    (page,) = load_file(path)
    assert page.text == "Before\n\n## Inserted text\n\nWhales sing."
