"""Locks across programs, files that are not finished, and what is left of programs that died."""

import errno
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from desktop_rag.core.file_lock import held, try_lock
from desktop_rag.core.private_files import make_folders, make_private_folder
from desktop_rag.core.unfinished import remove_abandoned, rename_exclusively, unfinished_file
from tests.helpers.command_line import environment

WRITING = """
import sys, time
from pathlib import Path
from desktop_rag.core.unfinished import unfinished_file
with unfinished_file(Path(sys.argv[1]), Path(sys.argv[2])) as new:
    for end in ("", "-wal", ".before-0001"):
        new.with_name(new.name + end).write_text("half")
    print(flush=True)
    time.sleep(600)
"""
HOLDING = """
import sys, time
from pathlib import Path
from desktop_rag.core.file_lock import try_lock
lock = try_lock(Path(sys.argv[1]), alone=bool(int(sys.argv[2])))
print(flush=True)
time.sleep(600)
"""


@contextmanager
def program(source: str, *arguments: object) -> Iterator["subprocess.Popen[str]"]:
    """Another program, which has said that it is ready."""
    command = [sys.executable, "-c", source, *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment()) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == "\n"
        try:
            yield started
        finally:
            started.kill()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["file", "folder"])
def test_the_kernel_ends_a_lock_with_its_holder(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "lock" if kind == "file" else tmp_path
    with program(HOLDING, place, 1) as holder:
        assert try_lock(place, alone=True) is None
        assert try_lock(place, alone=False) is None
        started = time.monotonic()
        with held(place, 0.1, alone=True) as is_held:
            assert not is_held
        assert time.monotonic() - started < 5
        holder.kill()
        holder.wait()
        with held(place, 5, alone=True) as is_held:
            assert is_held


@pytest.mark.slow
def test_several_share_a_lock_that_nobody_holds_alone(tmp_path: Path) -> None:
    with program(HOLDING, tmp_path, 0), held(tmp_path, 0, alone=False) as is_shared:
        assert is_shared
        assert try_lock(tmp_path, alone=True) is None


def test_two_locks_of_one_program_exclude_each_other(tmp_path: Path) -> None:
    with held(tmp_path, 0, alone=True), held(tmp_path, 0.01, alone=False) as is_held:
        assert not is_held
    with held(tmp_path, 0, alone=True) as is_held:
        assert is_held


def test_a_lock_on_a_file_that_lost_its_name_is_no_lock(tmp_path: Path) -> None:
    lock = try_lock(tmp_path / "lock", alone=True)
    assert lock is not None
    (tmp_path / "lock").unlink()
    with held(tmp_path / "lock", 0, alone=True) as is_held:
        assert is_held
    lock.release()
    with pytest.raises(ValueError, match="released"):
        _ = lock.handle
    with pytest.raises(FileNotFoundError):
        try_lock(tmp_path / "none", alone=True, create=False)


@pytest.mark.slow
def test_what_a_killed_program_left_is_removed_wherever_it_lies(tmp_path: Path) -> None:
    notes, elsewhere = tmp_path / "notes", tmp_path / "person's folder"
    elsewhere.mkdir()
    (elsewhere / ".new-letter").write_text("mine")
    with program(WRITING, elsewhere / "book", notes) as writer:
        remove_abandoned(notes)
        assert len(list(elsewhere.iterdir())) == 4, "what a living program writes stays"
        with unfinished_file(elsewhere / "other", notes):
            assert len(list(notes.iterdir())) == 2
        writer.send_signal(signal.SIGKILL if os.name != "nt" else signal.SIGTERM)
        writer.wait()
        remove_abandoned(notes)
    assert [path.name for path in elsewhere.iterdir()] == [".new-letter"]
    assert list(notes.iterdir()) == []


def test_a_note_names_nothing_but_what_was_not_finished(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("mine")
    note = tmp_path / f".new-{'a' * 32}.note"
    for said in (f"{letter}\n", f"{tmp_path}/.new-{'a' * 32}", ""):
        note.write_text(said)
        remove_abandoned(tmp_path)
        assert not note.exists()
    assert letter.read_text() == "mine"


def test_a_drive_that_is_away_is_waited_for(tmp_path: Path) -> None:
    name = f".new-{'a' * 32}"
    note, drive = tmp_path / f"{name}.note", tmp_path / "drive"
    note.write_text(f"{drive / name}\n")
    remove_abandoned(tmp_path)
    assert note.exists()
    drive.mkdir()
    (drive / name).write_text("half")
    remove_abandoned(tmp_path)
    assert list(drive.iterdir()) == []
    assert not note.exists()


def test_what_earlier_versions_left_goes_after_a_day(tmp_path: Path) -> None:
    old, folder, new = tmp_path / f".new-{'b' * 32}", tmp_path / ".copy-x1y2", tmp_path / f".new-{'c' * 32}"
    folder.mkdir()
    (folder / "library.ragindex").write_text("half")
    for path in (old, new):
        path.write_text("half")
    for path in (old, folder):
        os.utime(path, (0, 0))
    remove_abandoned(tmp_path)
    assert list(tmp_path.iterdir()) == [new]


def test_files_are_written_also_where_nothing_can_be_noted(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("no folder")
    with unfinished_file(tmp_path / "file", tmp_path / "notes") as new:
        new.write_text("whole")
        rename_exclusively(new, tmp_path / "file")
    assert {path.name for path in tmp_path.iterdir()} == {"notes", "file"}


@pytest.mark.parametrize("by_system", [True, False], ids=["in one step", "looked at first"])
def test_a_name_that_is_taken_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, by_system: bool) -> None:
    if not by_system:
        monkeypatch.setattr("desktop_rag.core.unfinished._rename_by_system", lambda *_: errno.ENOTSUP)
    one, two = tmp_path / "ö one", tmp_path / "two"
    one.write_text("one")
    two.symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileExistsError):
        rename_exclusively(one, two)
    two.unlink()
    rename_exclusively(one, two)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["one"]
    with pytest.raises(FileNotFoundError):
        rename_exclusively(one, tmp_path / "three")


@pytest.mark.skipif(os.name == "nt", reason="modes say nothing on Windows")
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_every_folder_that_is_made_is_for_its_owner_alone(tmp_path: Path, umask: int) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o755)
    usual = os.umask(umask)
    try:
        make_private_folder(tmp_path / "open" / "a" / "b" / "c")
        make_folders(tmp_path / "open" / "d" / "e")
        make_folders(tmp_path / "open")
    finally:
        os.umask(usual)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*")}
    assert modes == {"open": 0o755} | dict.fromkeys("abcde", 0o700)
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="xists"):
        make_folders(tmp_path / "file")
