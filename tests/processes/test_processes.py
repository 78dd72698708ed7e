"""Child processes: whatever a task does, it ends with a sentence, and the next one works."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import BugError, CancelledError, UserError
from desktop_rag.core.file_lock import held
from desktop_rag.processes.confinement.limits import Limits
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.processes.scratch import Scratch
from tests.helpers import naughty

MB = 1024 * 1024
WAIT = 60.0
posix = pytest.mark.skipif(sys.platform == "win32", reason="what only POSIX has")


@pytest.fixture
def children() -> Iterator[ChildProcesses]:
    children = ChildProcesses(1)
    yield children
    children.close()


@pytest.fixture
def confined(tmp_path: Path) -> Iterator[ChildProcesses]:
    scratch = Scratch(tmp_path / "data")
    children = ChildProcesses(1, scratch=scratch)
    yield children
    children.close()
    scratch.close()


def run(children: ChildProcesses, function: Callable[..., object], *args: object, **limits: float) -> object:
    seconds, memory = limits.get("seconds", WAIT), int(limits.get("memory", 4096 * MB))
    return children.run(function, *args, seconds=seconds, memory=memory, token=CancelToken())


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "limits", "sentence"),
    [
        (naughty.hang, {"seconds": 1.0}, "took too long"),
        (naughty.abort, {}, "crashed the reader"),
        (naughty.crash, {}, "crashed the reader"),
        (naughty.leave, {}, "crashed the reader"),
        (naughty.eat, {"memory": 400 * MB}, "too much memory"),
    ],
)
def test_what_kills_a_child_is_explained_and_the_next_task_works(
    children: ChildProcesses, function: Callable[..., object], limits: dict[str, float], sentence: str
) -> None:
    with pytest.raises(UserError, match=sentence):
        run(children, function, **limits)
    assert run(children, naughty.work, 21) == 42


def test_memory_is_watched_where_the_system_sets_no_limit(children: ChildProcesses) -> None:
    """On macOS and Windows the parent measures what the child holds."""
    running = children.schedule(naughty.eat, 1 << 22, seconds=WAIT)
    running._limits = Limits(WAIT, 300 * MB)
    with pytest.raises(UserError, match="too much memory"):
        running.result()


def test_bugs_and_results_that_cannot_be_sent_do_not_kill_the_child(children: ChildProcesses) -> None:
    first = run(children, os.getpid)
    with pytest.raises(BugError, match="surprise"):
        run(children, naughty.bug)
    with pytest.raises(BugError, match="cannot be sent"):
        run(children, naughty.give_stream)
    assert run(children, os.getpid) == first


@pytest.mark.slow
def test_cancelling_kills_the_child(children: ChildProcesses) -> None:
    token = CancelToken()
    threading.Timer(0.5, token.cancel).start()
    started = time.monotonic()
    with pytest.raises(CancelledError):
        children.run(naughty.hang, seconds=WAIT, token=token)
    assert time.monotonic() - started < 5
    assert run(children, naughty.work, 1) == 2


def test_closing_ends_what_runs(children: ChildProcesses) -> None:
    threading.Timer(0.5, children.close).start()
    with pytest.raises(CancelledError):
        run(children, naughty.hang)
    with pytest.raises(UserError, match="closing"):
        run(children, naughty.work, 1)


@pytest.mark.slow
def test_only_as_many_run_side_by_side_as_there_are_children(children: ChildProcesses) -> None:
    started = time.monotonic()
    threads = [threading.Thread(target=run, args=(children, naughty.sleep, 0.4)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert time.monotonic() - started > 1.2
    assert len(children._idle) == 1


def test_a_child_that_did_enough_is_replaced() -> None:
    children = ChildProcesses(1, tasks_per_child=2)
    try:
        pids = [run(children, os.getpid) for _ in range(4)]
    finally:
        children.close()
    assert pids[0] == pids[1] != pids[2] == pids[3]


def test_a_child_that_keeps_much_memory_is_replaced(children: ChildProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(children, os.getpid)
    assert run(children, os.getpid) == first
    monkeypatch.setattr("desktop_rag.processes.pool._LARGE", 1)
    run(children, os.getpid)
    assert run(children, os.getpid) != first


def test_a_child_ends_with_its_parent(children: ChildProcesses) -> None:
    """The one that is idle at once; one that is busy has its time limited."""
    child = children.lease()
    child.connection.close()
    child._process.join(20)
    assert child._process.exitcode == 0
    children.discard(child)


@pytest.mark.slow
@posix
def test_processor_time_is_limited_without_the_parent(children: ChildProcesses) -> None:
    child = children.lease()
    child.send(naughty.hang, limits=Limits(0.2, 4096 * MB))
    assert child.connection.poll(30)
    with pytest.raises(Exception, match="ended") as caught:
        child.receive()
    assert caught.value.args[0].endswith(str(-signal.SIGXCPU))
    children.discard(child)


@pytest.mark.parametrize(
    "forbidden", [naughty.connect, naughty.look_up, naughty.run_program, naughty.run_command, naughty.fork]
)
@posix
def test_no_network_and_no_programs(confined: ChildProcesses, forbidden: Callable[..., object]) -> None:
    with pytest.raises(BugError, match="must not do this"):
        run(confined, forbidden)


@pytest.mark.parametrize("forbidden", [naughty.write, naughty.remove, naughty.rename, naughty.make_folder])
def test_nothing_is_changed_outside_the_scratch_folder(
    confined: ChildProcesses, tmp_path: Path, forbidden: Callable[..., object]
) -> None:
    path = tmp_path / "file.txt"
    if forbidden is not naughty.make_folder:
        path.write_text("before")
    with pytest.raises(BugError, match="must not do this"):
        run(confined, forbidden, path)
    left = {one.name: one.read_text() for one in tmp_path.iterdir() if one.is_file()}
    assert left == ({} if forbidden is naughty.make_folder else {"file.txt": "before"})
    assert not path.is_dir()


def test_temporary_files_go_to_the_scratch_folder(confined: ChildProcesses, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello")
    assert run(confined, naughty.read, tmp_path / "a.txt") == "hello"
    name = run(confined, naughty.use_temporary_files)
    assert confined.scratch is not None
    assert Path(str(name)).parent == confined.scratch.folder


def test_scratch_folders_of_dead_programs_are_removed(tmp_path: Path) -> None:
    parent = tmp_path / "scratch"
    dead, alive, other = parent / "999999999-ab", parent / f"{os.getpid()}-cd", parent / "notes"
    for folder in (dead, alive, other):
        folder.mkdir(parents=True)
        (folder / "file").touch()
    scratch = Scratch(tmp_path)
    assert sorted(parent.iterdir()) == sorted([dead, alive, other]), "the first use does it"
    place = scratch.folder
    assert not dead.exists()
    assert alive.exists()
    assert other.exists()
    assert scratch.folder == place
    (place / "a").touch()
    scratch.close()
    assert not place.exists()
    scratch.close()
    assert sorted(parent.iterdir()) == sorted([alive, other])


def test_the_scratch_folder_of_a_program_on_another_computer_stays(tmp_path: Path) -> None:
    elsewhere = tmp_path / "scratch" / "999999999-ab"  # a number that no process here has
    elsewhere.mkdir(parents=True)
    with held(elsewhere, 0, alone=True, create=False):
        Scratch(tmp_path).folder  # noqa: B018 - the first use looks for what is abandoned
        assert elsewhere.exists()
    Scratch(tmp_path).folder  # noqa: B018
    assert not elsewhere.exists()


def test_limits_grow_with_the_file_but_not_beyond_the_machine() -> None:
    small, large, huge = Limits.of_file(1000), Limits.of_file(50 * MB), Limits.of_file(100_000 * MB)
    assert small.seconds < large.seconds < huge.seconds
    assert small.memory <= large.memory <= huge.memory <= psutil.virtual_memory().total // 2


def test_a_task_gets_its_own_answer_whatever_its_child_has_left_to_say(children: ChildProcesses) -> None:
    child = children.lease()
    child.send(naughty.work, 1, limits=Limits(WAIT, 4096 * MB))
    children.give_back(child)
    assert run(children, naughty.work, 21) == 42
    assert children.lease() is child
    children.give_back(child)
