"""What people name, and what files are known by."""

import os
from pathlib import Path

import pytest

from desktop_rag.core.file_paths import absolute_path, is_inside, real_path


@pytest.mark.parametrize("named", ["~nobody-of-this-name.txt", "notes.txt", "../notes.txt"])
def test_what_somebody_names_is_found_from_here(named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert absolute_path(Path(named)) == Path(os.path.normpath(tmp_path / named))


def test_two_slashes_at_the_beginning_are_one(tmp_path: Path) -> None:
    found = absolute_path(Path(f"/{tmp_path}"))
    assert found == tmp_path
    assert not is_inside(str(found))
    assert real_path(str(found)) == tmp_path


def test_home_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert absolute_path(Path("~/notes.txt")) == tmp_path / "notes.txt"
