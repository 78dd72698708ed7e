"""FictionBook files: torn ones are told of, and tables and marks of notes keep their shape."""

from pathlib import Path

import pytest

from desktop_rag.readers.base import ReadOptions
from desktop_rag.readers.file import read_file

_HEAD = (
    '<?xml version="1.0" encoding="{}"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" '
    'xmlns:l="http://www.w3.org/1999/xlink"><description><title-info/></description>'
)
_BODY = (
    '<body><section><title><p>Часть</p></title><p>3 × 10<sup>6</sup>, word<a l:href="#n1" type="note">1</a> and '
    '<a l:href="https://ordinance.example.org/a-17">ordinance</a></p>'
    "<table><tr><th>Line</th><th>Rider</th><th>Toll</th></tr>"
    '<tr><td rowspan="2">Red</td><td>adult</td><td>50</td></tr><tr><td></td><td>51</td></tr></table><p>The end.</p>'
    '</section></body><body name="notes"><section id="n1"><title><p>1</p></title><p>The note.</p></section></body>'
)


def read(path: Path) -> tuple[str, list[str]]:
    contents = read_file(path, ReadOptions(ocr=False))
    text = "\n".join(page.text for page in contents.pages)
    return text, [str(contents.notice)] if contents.notice else []


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1251"])
def test_values_of_a_fiction_book_keep_their_shape(tmp_path: Path, encoding: str) -> None:
    source = f"{_HEAD.format(encoding)}{_BODY}</FictionBook>".replace("×", "x")
    (tmp_path / "a.fb2").write_bytes(source.encode(encoding))
    text, noted = read(tmp_path / "a.fb2")
    lines = [" ".join(line.split()) for line in text.split("\n") if line]
    assert lines[:7] == [
        "Часть", "3 x 10⁶, word [1] and ordinance", "| Line | Rider | Toll |", "| Red | adult | 50 |",
        "| Red | | 51 |",         "The end.", "1",
    ]  # fmt: skip
    assert lines[-1] == "ordinance: https://ordinance.example.org/a-17"
    assert noted == []


@pytest.mark.parametrize("end", ["The e", "| adult"])
def test_a_torn_fiction_book_is_told_of(tmp_path: Path, end: str) -> None:
    source = _HEAD.format("utf-8") + _BODY.replace("<td>adult", "<td>| adult")
    (tmp_path / "a.fb2").write_text(source[: source.index(end) + len(end)], encoding="utf-8")
    text, noted = read(tmp_path / "a.fb2")
    assert "Часть" in text
    assert end.strip("| ") in text
    assert noted == ["The file is damaged; only what comes before the damage was read."]
