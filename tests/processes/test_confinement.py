"""What a child may do, as the operating system sees it: signals, output, limits, and every way to change a file."""

import os
import shutil
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import BugError
from desktop_rag.processes.confinement.limits import Limits
from desktop_rag.processes.pool import ChildProcesses
from tests.helpers import naughty

GIB = 1024**3
posix = pytest.mark.skipif(sys.platform == "win32", reason="what only POSIX has")
linux = pytest.mark.skipif(sys.platform != "linux", reason="what only Linux holds processes to")
Doing = tuple[Callable[..., object], tuple[object, ...]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of the person, outside the scratch folder."""
    (tmp_path / "file.txt").write_text("before")
    (tmp_path / "empty").mkdir()
    return tmp_path


def run(children: ChildProcesses, function: Callable[..., object], *arguments: object, seconds: float = 30) -> object:
    return children.run(function, *arguments, seconds=seconds, memory=3 * GIB, token=CancelToken())


def is_refused(children: ChildProcesses, way: Doing) -> bool:
    """Whether a child is kept from doing something."""
    try:
        run(children, way[0], *way[1])
    except BugError as error:
        return "must not do this" in str(error)
    return False


def named(way: Doing) -> str:
    return f"{way[0].__name__}{way[1]}"


def contents(folder: Path) -> dict[str, object]:
    """Return what is in a folder and how it may be used."""
    return {
        one.name: (one.stat().st_mode, one.stat().st_mtime_ns, one.read_text() if one.is_file() else None)
        for one in folder.iterdir()
    }


@posix
def test_no_file_of_the_person_is_changed(confined: ChildProcesses, folder: Path) -> None:
    file, new, empty = str(folder / "file.txt"), str(folder / "new.txt"), str(folder / "empty")
    ways: list[Doing] = [
        (os.open, (file, os.O_WRONLY)),
        (os.open, (file, os.O_RDWR)),
        (os.open, (file, os.O_RDONLY | os.O_TRUNC)),
        (os.open, (file, os.O_RDONLY | os.O_APPEND)),
        (os.open, (new, os.O_RDONLY | os.O_CREAT)),
        (os.truncate, (file, 0)),
        (os.chmod, (file, 0o600)),
        (os.utime, (file, (1, 1))),
        (os.remove, (file,)),
        (os.rmdir, (empty,)),
        (os.mkdir, (new,)),
        (os.rename, (file, new)),
        (os.replace, (file, new)),
        (os.link, (file, new)),
        (os.symlink, (file, new)),
        (shutil.rmtree, (empty,)),
        (shutil.copy, (file, new)),
    ]
    before = contents(folder)
    assert [named(way) for way in ways if not is_refused(confined, way)] == []
    assert contents(folder) == before


def test_files_may_be_read_listed_and_looked_at(confined: ChildProcesses, folder: Path) -> None:
    assert run(confined, Path.read_text, folder / "file.txt") == "before"
    assert sorted(map(str, run(confined, os.listdir, str(folder)))) == ["empty", "file.txt"]  # type: ignore[call-overload]
    assert isinstance(run(confined, os.open, str(folder / "file.txt"), os.O_RDONLY), int)
    assert isinstance(run(confined, os.open, os.devnull, os.O_WRONLY), int)


def test_a_folder_whose_name_begins_like_the_scratch_folder_is_outside(confined: ChildProcesses) -> None:
    assert confined.scratch is not None
    inside, beside = confined.scratch.folder, Path(f"{confined.scratch.folder}-beside")
    assert run(confined, Path.write_text, inside / "a.txt", "mine") == 4
    for path in (beside, inside / ".." / "a.txt"):
        with pytest.raises(BugError, match="must not do this"):
            run(confined, Path.write_text, path, "mine")
        assert not path.exists()


def test_nothing_of_the_person_is_moved_into_the_scratch_folder(confined: ChildProcesses, folder: Path) -> None:
    assert confined.scratch is not None
    with pytest.raises(BugError, match="must not do this"):
        run(confined, os.rename, str(folder / "file.txt"), str(confined.scratch.folder / "file.txt"))
    assert (folder / "file.txt").read_text() == "before"


@posix
def test_there_is_no_network_and_no_other_program(confined: ChildProcesses) -> None:
    ways: list[Doing] = [
        (socket.gethostbyname, ("localhost",)),
        (socket.create_connection, (("127.0.0.1", 9),)),
        (socket.create_server, (("127.0.0.1", 0),)),
        (os.system, ("true",)),
        (os.forkpty, ()),
        (os.execv, ("/bin/true", ["true"])),
        (os.posix_spawn, ("/bin/true", ["true"], {})),
    ]
    assert [named(way) for way in ways if not is_refused(confined, way)] == []


@posix
def test_the_keys_that_end_the_program_do_not_end_its_children(confined: ChildProcesses) -> None:
    pid = run(confined, os.getpid)
    os.kill(int(str(pid)), signal.SIGINT)
    assert run(confined, os.getpid) == pid
    assert run(confined, signal.getsignal, signal.SIGINT) == signal.SIG_IGN
    assert run(confined, signal.getsignal, signal.SIGTERM) == signal.SIG_DFL


@posix
def test_what_libraries_print_is_not_seen_and_nothing_typed_is_heard(confined: ChildProcesses) -> None:
    for stream in (0, 1, 2):
        assert run(confined, naughty.device_of, stream) == Path(os.devnull).stat().st_rdev


@posix
def test_each_task_has_the_processor_time_of_several_processors(confined: ChildProcesses) -> None:
    import resource

    for seconds in (20, 400, 20):
        limits = run(confined, resource.getrlimit, resource.RLIMIT_CPU, seconds=seconds)
        assert isinstance(limits, list)
        wanted = seconds * min(4, os.cpu_count() or 1)
        assert wanted <= limits[0] <= wanted + 20, "what earlier tasks took does not count"


@linux
def test_a_task_has_its_memory_and_some_more_for_what_is_only_reserved(confined: ChildProcesses) -> None:
    import resource

    limits = run(confined, resource.getrlimit, resource.RLIMIT_AS)
    assert isinstance(limits, list)
    assert 3 * GIB < limits[0] <= 6 * GIB


@posix
@pytest.mark.parametrize(("kind", "most"), [("RLIMIT_FSIZE", 16 * GIB), ("RLIMIT_CORE", 0)])
def test_no_task_can_get_past_what_holds_for_all(confined: ChildProcesses, kind: str, most: int) -> None:
    import resource

    assert run(confined, resource.getrlimit, getattr(resource, kind)) == [most, most]


def test_reading_a_huge_file_may_take_half_of_the_memory_at_most() -> None:
    half = psutil.virtual_memory().total // 2
    assert Limits.of_file(10**12).memory == min(4 * GIB, half)
    assert Limits.of_file(0).memory == min(int(1.5 * GIB), half)


@pytest.mark.parametrize("megabytes", [0, 1, 10, 300])
def test_each_megabyte_of_a_file_gives_ten_seconds_more(megabytes: int) -> None:
    assert Limits.of_file(megabytes * 10**6).seconds == 60 + 10 * megabytes


def test_an_empty_file_has_memory_to_load_a_reader_with() -> None:
    assert Limits.of_file(0).memory >= min(GIB, Limits.of_file(10**12).memory)
