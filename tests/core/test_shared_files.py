"""Several programs change one file: nothing is lost, whatever is killed, and damaged files are kept."""

import json
import os
import random
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from desktop_rag.core.shared_files import (
    DAMAGED,
    BusyFileError,
    Values,
    locked,
    read_json,
    stamp_of,
    update_json,
)
from tests.helpers.cut_off import cut_off_everywhere
from tests.helpers.waiting import wait_until

KEYS = 60


def change_file(folder: Path) -> None:
    """Change the file of a folder once."""
    update_json(folder / "shared.json", lambda held: {**held, "new": 2})


def change_often(file: Path, owner: str, times: int) -> None:
    """Set one key after the other, as a program of its own, and say which one is set."""
    for number in range(times):
        update_json(file, partial(_with, f"{owner} {number}", number))
        print(number, flush=True)


def _with(key: str, value: object, held: Values) -> Values:
    return {**held, key: value}


def hold(file: Path) -> None:
    """Hold the lock of a file until the end of this process."""
    with locked(file):
        print("held", flush=True)
        time.sleep(600)


def _program(call: str) -> "subprocess.Popen[str]":
    script = f"from pathlib import Path; from tests.core import test_shared_files as t; {call}"
    return subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "shared.json"


@pytest.fixture
def held_elsewhere(file: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another program that holds the lock of the file."""
    with _program(f"t.hold(Path({str(file)!r}))") as program:
        assert program.stdout is not None
        program.stdout.readline()
        yield program
        program.kill()


@pytest.mark.slow
def test_what_several_programs_set_at_once_is_all_kept(file: Path) -> None:
    owners = ("a", "b", "c")
    programs = [_program(f"t.change_often(Path({str(file)!r}), {owner!r}, {KEYS})") for owner in owners]
    for program in programs:
        program.communicate(timeout=120)
        assert program.returncode == 0
    assert json.loads(file.read_text()) == {f"{owner} {n}": n for owner in owners for n in range(KEYS)}
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_what_several_threads_set_at_once_is_all_kept(file: Path) -> None:
    def work(owner: int) -> None:
        for number in range(20):
            update_json(file, partial(_with, f"{owner} {number}", True))

    threads = [threading.Thread(target=work, args=(owner,)) for owner in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(json.loads(file.read_text())) == 80


def test_a_program_that_dies_holds_nothing_up(file: Path, held_elsewhere: "subprocess.Popen[str]") -> None:
    with pytest.raises(BusyFileError) as caught:
        update_json(file, lambda held: {**held, "a": 1}, wait=0.1)
    assert str(file) in caught.value.message
    assert caught.value.next_step
    held_elsewhere.kill()
    update_json(file, lambda held: {**held, "a": 1})
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@pytest.mark.sampled(5)
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_a_killed_program_has_kept_what_it_said_and_leaves_nothing(file: Path, seed: int) -> None:
    update_json(file, lambda _: {"before": True})
    with _program(f"t.change_often(Path({str(file)!r}), 'killed', 10_000)") as program:
        assert program.stdout is not None
        program.stdout.readline()
        time.sleep(random.Random(seed).uniform(0, 0.05))
        program.kill()
        said = 1 + len(program.stdout.readlines())
    held = update_json(file, lambda held: {**held, "after": True})
    kept = len([key for key in held if key.startswith("killed")])
    assert kept in (said, said + 1)
    assert {"before", "after"} <= held.keys()
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows does not fork")
@pytest.mark.parametrize("before", ['{"old": 1}', "", "{damaged"], ids=["sound", "empty", "damaged"])
def test_cut_off_anywhere_the_old_or_the_new_is_there(tmp_path: Path, before: str) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "shared.json").write_text(before)
    folders = cut_off_everywhere("tests.core.test_shared_files:change_file", data, tmp_path / "results")
    assert len(folders) > 4
    old: Values = {"old": 1} if "old" in before else {}
    for folder in folders:
        shared = folder / "shared.json"
        content = shared.read_text() if shared.exists() else ""
        assert content in (before, "") or json.loads(content) == {**old, "new": 2}
        change_file(folder)
        assert json.loads(shared.read_text()) == {**old, "new": 2}
        others = [path for path in folder.iterdir() if path != shared]
        assert [path.read_text() for path in others] == ([] if old else [before])


@pytest.mark.parametrize(
    "content",
    [b"", b"\0" * 80, b'{"a": 1', b"[1, 2]", b"\xff\xfe{}", b"[" * 100_000],
    ids=["empty", "zeros", "cut", "list", "code", "deep"],
)
def test_a_damaged_file_is_renamed_and_the_person_told_once(file: Path, content: bytes) -> None:
    for _ in range(2):
        file.write_bytes(content)
        assert update_json(file, lambda held: {**held, "b": 2}, next_step="Do that.") == {"b": 2}
    asides = sorted(file.parent.glob("shared.damaged-????-??-??*.json"))
    assert [aside.read_bytes() for aside in asides] == [content, content]
    told = DAMAGED.take(file.parent)
    assert {one.aside for one in told} == set(asides)
    assert all(str(file) in str(one) and str(one.aside) in str(one) and "Do that." in str(one) for one in told)
    assert not DAMAGED.take(file.parent)


def test_reading_a_damaged_file_keeps_it_too(file: Path) -> None:
    file.write_text("damaged")
    assert read_json(file) == {}
    (one,) = DAMAGED.take(file)
    assert one.aside.read_text() == "damaged"
    assert list(file.parent.iterdir()) == [one.aside]


def test_what_a_change_raises_leaves_everything_as_it_was(file: Path) -> None:
    def fail(held: Values) -> Values:
        raise ZeroDivisionError

    file.write_text('{"a": 1}')
    before = stamp_of(file)
    with pytest.raises(ZeroDivisionError):
        update_json(file, fail)
    assert stamp_of(file) == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_change_that_changes_nothing_writes_nothing(file: Path) -> None:
    file.write_text('{"a": 1}')
    before = stamp_of(file)
    assert update_json(file, lambda held: {**held, "a": 1}) == {"a": 1}
    assert stamp_of(file) == before
    update_json(file, lambda held: {**held, "a": 2})
    assert stamp_of(file) != before


@pytest.mark.skipif(os.name == "nt", reason="modes say nothing on Windows")
def test_the_file_is_for_its_owner_alone(file: Path) -> None:
    update_json(file, lambda _: {"a": "paths \udcff that are no text"})
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert read_json(file) == {"a": "paths \udcff that are no text"}


def test_other_files_are_not_taken_for_what_killed_programs_left(file: Path) -> None:
    others = [file.with_name(name) for name in ("shared.json.bak", "sharedXjson.1.new", "shared.new")]
    for other in others:
        other.write_text("mine")
    left = file.with_name("shared.json.0123abcd.new")
    left.write_text("half")
    update_json(file, lambda held: {**held, "a": 1})
    assert not left.exists()
    assert all(other.exists() for other in others)


def test_a_waiting_program_goes_on_as_soon_as_the_lock_is_free(file: Path) -> None:
    done = threading.Event()

    def wait() -> None:
        update_json(file, lambda held: {**held, "second": True})
        done.set()

    with locked(file) as is_held:
        assert is_held
        thread = threading.Thread(target=wait)
        thread.start()
        assert not done.wait(0.1)
    wait_until(done.is_set, 5)
    thread.join()
    assert read_json(file) == {"second": True}
