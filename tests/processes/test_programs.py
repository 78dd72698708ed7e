"""Which files would run when they are opened."""

import sys
from pathlib import Path

import pytest

from desktop_rag.processes.programs import is_program


@pytest.mark.parametrize("name", ["a.exe", "a.pdf.EXE", "a.bat", "a.js", "a.ps1", "a.sh", "a.desktop", "a.jar"])
def test_some_are_by_their_ending(tmp_path: Path, name: str) -> None:
    assert is_program(tmp_path / name)


@pytest.mark.parametrize("name", ["a.pdf", "exe", "a.json", "a.bat.txt", "a", "a.docx", "a.html"])
def test_documents_are_not(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"#!/bin/sh")
    assert not is_program(tmp_path / name)


@pytest.mark.skipif(sys.platform == "win32", reason="files have no execute permission there")
@pytest.mark.parametrize(
    ("beginning", "runs"),
    [
        (b"#!/bin/sh", True),
        (b"\x7fELF", True),
        (b"MZ\x90", True),
        (b"\xcf\xfa\xed\xfe", True),
        (b"%PDF", False),
        (b"", False),
    ],
)
def test_what_may_be_executed_is_known_by_how_it_begins(tmp_path: Path, beginning: bytes, *, runs: bool) -> None:
    file = tmp_path / "report.pdf"
    file.write_bytes(beginning)
    file.chmod(0o755)
    assert is_program(file) is runs


def test_a_folder_is_not(tmp_path: Path) -> None:
    assert not is_program(tmp_path)
