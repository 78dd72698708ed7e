"""Which files would run when they are opened."""

import sys
from pathlib import Path

import pytest

from desktop_rag.processes.programs import is_program, terminal_command


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


def test_the_command_line_is_named_by_what_is_there_at_the_next_start(monkeypatch: pytest.MonkeyPatch) -> None:
    assert terminal_command() == [sys.executable, "-m", "desktop_rag.cli.main"]
    monkeypatch.setattr(sys, "_MEIPASS", "/opt/desktop-rag/_internal", raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/desktop-rag/desktop-rag-gui")
    assert terminal_command() == [str(Path("/opt/desktop-rag/desktop-rag"))]
    monkeypatch.setenv("APPIMAGE", "/home/ada/Desktop_RAG.AppImage")
    assert terminal_command() == ["/home/ada/Desktop_RAG.AppImage", "--cli"]
