"""What the parent takes from a child that a file has taken over: nothing that runs, nothing about other files."""

import os
import pickle
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, NoSpaceError, UserError
from desktop_rag.ingestion.parse import ParseTask, Part, parse_batch
from desktop_rag.ingestion.parser_pool import admit
from desktop_rag.ingestion.scanner import FoundFile
from desktop_rag.ingestion.spool import read_spool
from desktop_rag.processes import child as child_module
from desktop_rag.processes.child import ChildDiedError, to_bytes
from desktop_rag.processes.confinement.limits import Limits
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.readers.base import ReadOptions
from desktop_rag.storage.records import DocumentRecord, MemberRecord
from tests.helpers import naughty

SECONDS = 60.0
SCRATCH = Path("/data/scratch/1-a/7")
RECORD = DocumentRecord("/docs/a.zip", 1, 1, b"", {})


@pytest.fixture
def children() -> Iterator[ChildProcesses]:
    children = ChildProcesses(1)
    yield children
    children.close()


@pytest.mark.parametrize("length", [0, 9, 10], ids=["alone", "after a head", "as a value"])
def test_a_pickle_from_a_child_is_not_unpacked(children: ChildProcesses, tmp_path: Path, length: int) -> None:
    marker = tmp_path / "ran"
    attack = pickle.dumps(naughty.RunsWhenUnpacked(f"echo > {marker}"))
    with pytest.raises(UserError, match="crashed the reader"):
        children.run(naughty.send, to_bytes(1, "done", 0)[:length] + attack, seconds=SECONDS, token=CancelToken())
    assert not marker.exists()
    assert pickle.loads(attack) == 0
    assert marker.exists(), "unpacking it runs a command"


def test_a_pickle_among_the_pieces_of_a_large_file_is_not_unpacked(tmp_path: Path) -> None:
    marker, spool = tmp_path / "ran", tmp_path / "spool"
    attack = pickle.dumps(naughty.RunsWhenUnpacked(f"echo > {marker}"))
    for content in (attack, len(attack).to_bytes(8, "little") + attack):
        spool.write_bytes(content)
        with pytest.raises(UserError, match="lost"):
            list(read_spool(str(spool)))
    assert not marker.exists()


@pytest.mark.parametrize(
    "message",
    [
        to_bytes(99, "done", 1),
        to_bytes(1, "done", "text"),
        to_bytes(1, "failed", "text"),
        to_bytes(1, "part", 1) * 2,
        b"",
        b"\xff" * 9,
    ],
    ids=["another task", "another type", "no error", "twice", "empty", "no kind"],
)
def test_a_message_that_is_none_ends_the_child(children: ChildProcesses, message: bytes) -> None:
    child = children.lease()
    child.send(naughty.send, message, limits=Limits(SECONDS))
    child._types[1] = child._types[1]._replace(done=int, part=int)
    with pytest.raises(ChildDiedError):
        child.receive()
    assert child._process.exitcode is not None
    children.discard(child)


def test_half_a_message_does_not_hold_up_the_parent(children: ChildProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_module, "_REST_SECONDS", 1)
    started = time.monotonic()
    with pytest.raises(UserError, match="crashed the reader"):
        children.run(naughty.send_half, seconds=SECONDS, token=CancelToken())
    assert time.monotonic() - started < SECONDS / 2


@pytest.mark.parametrize(
    "error",
    [
        UserError("The file is odd.", "Look at it.", retryable=True),
        NoSpaceError("The disk is full.", "Free some."),
        CancelledError(),
        MemoryError(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_arrive_as_they_were(children: ChildProcesses, error: Exception) -> None:
    child = children.lease()
    child.send(naughty.fail, error, limits=Limits(SECONDS))
    found = child.receive()
    assert found.kind == "failed"
    assert (type(found.value), vars(found.value)) == (type(error), vars(error))
    children.discard(child)


def task() -> ParseTask:
    found = FoundFile("/docs/a.zip", 1, 1)
    return ParseTask(found, options=ReadOptions(scratch=SCRATCH), spool=Path("/data/scratch/1-a/7.spool"))


@pytest.mark.parametrize(
    "record",
    [
        replace(RECORD, path="/docs/b.txt"),
        replace(RECORD, container="/docs/c.zip"),
        replace(RECORD, spool="/home/me/letter.txt"),
        replace(RECORD, members=[MemberRecord("/docs/b.txt", str(SCRATCH / "a"), 1, 1)]),
        replace(RECORD, members=[MemberRecord("/docs/a.zip//a", "/home/me/letter.txt", 1, 1)]),
        replace(RECORD, members=[MemberRecord("/docs/a.zip//a", f"{SCRATCH}/../../../letter.txt", 1, 1)]),
    ],
    ids=["another file", "another container", "another spool", "another path", "another place", "above its folder"],
)
def test_a_record_of_something_else_is_not_taken(record: DocumentRecord) -> None:
    with pytest.raises(ChildDiedError):
        admit(record, task())


def test_a_record_of_its_file_is_taken() -> None:
    admit(RECORD, task())
    admit(replace(RECORD, spool="/data/scratch/1-a/7.spool"), task())
    admit(replace(RECORD, members=[MemberRecord("/docs/a.zip//a", str(SCRATCH / "a"), 1, 2**70)]), task())


def test_a_record_that_nobody_asked_for_ends_the_child_alone(children: ChildProcesses) -> None:
    """What a child tells after its last file."""
    child = children.lease()
    number = child.send(parse_batch, [], limits=Limits(SECONDS), streams=True)
    assert child.receive().kind == "done"
    child.send(naughty.send, to_bytes(number, "part", Part("begin")), limits=Limits(SECONDS))
    with pytest.raises(ChildDiedError):
        child.receive()
    children.discard(child)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="Linux tells the threads of a process")
def test_a_child_has_one_thread_when_it_is_confined(children: ChildProcesses) -> None:
    """Older kernels confine the thread that asks, and those that it starts."""
    assert len(children.run(os.listdir, "/proc/self/task", seconds=SECONDS, token=CancelToken())) == 1
