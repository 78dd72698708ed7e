"""What people and programs write into .gitignore files, and what is called so without being one."""

import os
from pathlib import Path

import pytest

from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.ingestion.scanner import scan


@pytest.mark.parametrize("lines", ["!", "\\", "[z-a]", "\ufeff*.log"])
def test_patterns_that_mean_nothing_do_no_harm(tmp_path: Path, lines: str) -> None:
    (tmp_path / ".gitignore").write_text(f"{lines}\nout.txt\n", encoding="utf-8")
    for name in ("in.txt", "out.txt", "a.log"):
        (tmp_path / name).write_text("x")
    assert Path(".gitignore").name not in {file.path for file in scan(tmp_path, FolderRules()) if not file.reason}
    read = {Path(file.path).name for file in scan(tmp_path, FolderRules(ignore=(lines,))) if not file.reason}
    assert read == ({"in.txt"} if "log" in lines else {"in.txt", "a.log"})


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are none")
def test_a_gitignore_that_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".gitignore")
    (tmp_path / "in.txt").write_text("x")
    assert [Path(file.path).name for file in scan(tmp_path, FolderRules()) if not file.reason] == ["in.txt"]
