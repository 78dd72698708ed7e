"""The list of files as a table."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.files import FileState, FileStatus
from desktop_rag.services.libraries.files import COLUMNS, export_csv


def rows() -> Iterator[FileStatus]:
    yield FileStatus("/docs/=cmd.txt", FileState.READY, "", 3, 5, 2000, 1_700_000_000.0)
    yield FileStatus("/docs/a.zip//契約書, 2024.docx", FileState.FAILED, "It says “no”.", 0, 0, 9, 0.0, "/docs/a.zip")


def test_spreadsheets_open_every_row_and_run_none(tmp_path: Path) -> None:
    target = tmp_path / "files.csv"
    assert export_csv(rows(), target) == 2
    assert target.read_bytes().startswith(b"\xef\xbb\xbf")
    with target.open(encoding="utf-8-sig", newline="") as file:
        table = list(csv.reader(file))
    assert table[0] == list(COLUMNS)
    assert table[1][0] == "'=cmd.txt"
    assert table[1][6] == "/docs/=cmd.txt"
    assert table[1][5].startswith("2023-11-1")
    name, state, reason, pages, size, changed, path, inside = table[2]
    assert (name, state, reason, pages, size, changed) == ("契約書, 2024.docx", "failed", "It says “no”.", "", "9", "")
    assert (path, inside) == ("/docs/a.zip//契約書, 2024.docx", "/docs/a.zip")


def test_a_list_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written"):
        export_csv(rows(), tmp_path / "not there" / "files.csv")
    assert list(tmp_path.iterdir()) == []


def test_what_stood_there_stays_when_it_fails(tmp_path: Path) -> None:
    target = tmp_path / "files.csv"
    target.write_text("before")

    def broken() -> Iterator[FileStatus]:
        yield next(rows())
        raise OSError("the drive is gone")

    with pytest.raises(UserError):
        export_csv(broken(), target)
    assert [path.name for path in tmp_path.iterdir()] == ["files.csv"]
    assert target.read_text() == "before"
