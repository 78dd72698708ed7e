"""“What a file takes over cannot send, run or change anything”, though it gets past Python: the system holds it.

Each attempt is made twice: in a child that is confined, and in one that is not, which shows that it would work.
"""

import errno
import os
import socket
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.processes.confinement import linux
from desktop_rag.processes.pool import ChildProcesses

if sys.platform != "linux":
    pytest.skip("what only Linux holds processes to", allow_module_level=True)

import resource

from tests.helpers import attacks

Attempt = tuple[Callable[..., int], *tuple[object, ...]]
REFUSED = {errno.EPERM, errno.EACCES}


def landlock_version() -> int:
    try:
        return linux.version()
    except OSError:
        return 0


needs_landlock = pytest.mark.skipif(landlock_version() < 6, reason="this kernel has no Landlock, or an old one")


@pytest.fixture
def free() -> Iterator[ChildProcesses]:
    children = ChildProcesses(1)
    yield children
    children.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "letter.txt"
    path.write_text("before")
    return path


def attempt(children: ChildProcesses, attack: Callable[..., int], *arguments: object) -> int:
    return children.run(attack, *arguments, seconds=30, token=CancelToken())


def wrong(confined: ChildProcesses, free: ChildProcesses, ways: Iterable[Attempt]) -> list[str]:
    """Return what a confined child may do, and what proves nothing as nobody may do it."""
    found = []
    for attack, *arguments in ways:
        if attempt(confined, attack, *arguments) not in REFUSED:
            found.append(f"{attack.__name__}{arguments} is possible")
        elif attempt(free, attack, *arguments) in REFUSED and os.geteuid() == 0:  # others may be refused more
            found.append(f"{attack.__name__}{arguments} is refused to everybody")
    return found


@pytest.mark.parametrize("kind", [socket.SOCK_STREAM, socket.SOCK_DGRAM], ids=["connection", "datagram"])
def test_nobody_is_contacted(confined: ChildProcesses, free: ChildProcesses, kind: socket.SocketKind) -> None:
    attack = attacks.connect if kind is socket.SOCK_STREAM else attacks.send_datagram
    with socket.socket(socket.AF_INET, kind) as listener:
        listener.bind(("127.0.0.1", 0))
        if kind is socket.SOCK_STREAM:
            listener.listen()
        listener.settimeout(0.1)

        def hear() -> None:
            if kind is socket.SOCK_STREAM:
                listener.accept()[0].close()
            else:
                listener.recv(100)

        assert attempt(confined, attack, listener.getsockname()[1]) in REFUSED
        with pytest.raises(TimeoutError):
            hear()
        assert attempt(free, attack, listener.getsockname()[1]) == 0
        hear()


def test_no_program_is_run_and_no_process_touched(confined: ChildProcesses, free: ChildProcesses, file: Path) -> None:
    ways: list[Attempt] = [
        (attacks.make_pair,),
        (attacks.become_program,),
        (attacks.fork,),
        (attacks.in_thread, attacks.fork),
        (attacks.trace_parent,),
        (attacks.read_parent,),
        (attacks.signal_parent,),
        (attacks.signal_group,),
        (attacks.limit_parent,),
        (attacks.call_second_set,),
    ]
    assert wrong(confined, free, ways) == []


@needs_landlock
def test_no_file_is_opened_for_writing(confined: ChildProcesses, free: ChildProcesses, file: Path) -> None:
    ways: list[Attempt] = [
        (attacks.write, file),
        (attacks.write_in_thread, file),
        (attacks.write_parent,),
    ]
    assert wrong(confined, free, ways) == []


def test_no_program_is_started_beside(confined: ChildProcesses, free: ChildProcesses, tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    assert attempt(confined, attacks.run_program, marker) in REFUSED
    assert not marker.exists()
    assert attempt(free, attacks.run_program, marker) == 0
    assert marker.read_text() == "ran\n"


@needs_landlock
def test_no_file_is_changed(confined: ChildProcesses, free: ChildProcesses, tmp_path: Path) -> None:
    ways = (
        attacks.write,
        attacks.truncate,
        attacks.remove,
        attacks.rename,
        attacks.make_folder,
        attacks.make_link,
        attacks.make_pipe,
        attacks.change_mode,
        attacks.change_mode_of_open_file,
        attacks.change_time,
    )
    for attack in ways:
        file = tmp_path / attack.__name__ / "letter.txt"
        file.parent.mkdir()
        file.write_text("before")
        before = seen(file.parent)
        assert attempt(confined, attack, file) in REFUSED, attack
        assert seen(file.parent) == before, attack
        assert attempt(free, attack, file) == 0, attack
        assert seen(file.parent) != before, attack


def seen(folder: Path) -> list[object]:
    return [
        (path.name, path.lstat().st_mode, path.lstat().st_mtime_ns, path.lstat().st_size)
        for path in sorted(folder.iterdir())
    ]


@needs_landlock
def test_a_database_cannot_be_made(confined: ChildProcesses, free: ChildProcesses, tmp_path: Path) -> None:
    path = tmp_path / "stolen.sqlite"
    assert attempt(confined, attacks.write_by_sqlite, path) == 1
    assert list(tmp_path.iterdir()) == []
    assert attempt(free, attacks.write_by_sqlite, path) == 0


def test_flags_of_files_cannot_be_set(confined: ChildProcesses, file: Path) -> None:
    assert attempt(confined, attacks.make_unchangeable, file) == errno.ENOTTY


@needs_landlock
def test_its_own_folder_may_be_used(confined: ChildProcesses) -> None:
    assert confined.scratch is not None
    path = confined.scratch.folder / "own.txt"
    for attack in (attacks.write, attacks.truncate, attacks.make_folder, attacks.rename):
        assert attempt(confined, attack, path) == 0
    assert attempt(confined, attacks.make_link, path) in REFUSED, "the parent would follow it"


def test_limits_cannot_be_raised(confined: ChildProcesses, free: ChildProcesses) -> None:
    ways: list[Attempt] = [
        (attacks.raise_limit, resource.RLIMIT_AS),
        (attacks.raise_limit, resource.RLIMIT_FSIZE),
        (attacks.dump_core,),
    ]
    assert wrong(confined, free, ways) == []


def test_the_kernel_does_not_answer_calls_that_reading_never_needs(confined: ChildProcesses) -> None:
    names = sorted(set(linux._REFUSED.split()) & attacks.this_processor().numbers.keys())
    assert {name: attempt(confined, attacks.call_by_number, name) for name in names} == dict.fromkeys(
        names, errno.EPERM
    )
    assert attempt(confined, attacks.call_by_number, "clone3") == errno.ENOSYS
