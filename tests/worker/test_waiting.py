"""What waits for something that hangs holds up neither lists nor other libraries, and ends with a sentence."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import running
from desktop_rag.core.jobs import Job, JobKind, Lane
from desktop_rag.core.results.answers import Answer, AnswerMode
from desktop_rag.core.results.files import FileQuery
from desktop_rag.ingestion.scanner import hash_file
from desktop_rag.services.calls import ServiceCall
from desktop_rag.services.conversations.conversations import kept_in_conversation
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.connection import Connection, connect
from desktop_rag.worker import lanes
from desktop_rag.worker.worker import Worker

WAIT = 20
SOON = 1.0  # second: how long a list may take


@pytest.fixture
def hanging(worker: Worker) -> Iterator[Callable[[str], Job[None]]]:
    """Let something read a library that does not listen: a drive that hangs."""
    release = threading.Event()

    def hang(library: str) -> Job[None]:
        begun = threading.Event()

        def run(_: Job[None]) -> None:
            begun.set()
            release.wait(WAIT)

        job = worker._lanes.submit(Lane.INDEX, JobKind.ADD, run, library)
        assert begun.wait(WAIT)
        return job

    yield hang
    release.set()


Wait = Callable[[Worker, str], "Job[None]"]
WAITS: dict[str, Wait] = {
    "pause": lambda worker, name: worker.files.pause(name),
    "rename": lambda worker, name: worker.libraries.rename(name, f"{name}2"),
    "delete": lambda worker, name: worker.libraries.delete(name),
}


@pytest.mark.parametrize("wait", WAITS.values(), ids=WAITS)
def test_two_waits_do_not_freeze_the_lists(
    worker: Worker, hanging: Callable[[str], Job[None]], wait: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["a", "b"]
    for name in [*names, "c"]:
        worker.libraries.create(name).result(WAIT)
    readers = [hanging(name) for name in names]
    waits = [wait(worker, name) for name in names]
    time.sleep(0.1)
    assert [info.name for info in worker.libraries.list_all().result(SOON)] == ["a", "b", "c"]
    assert worker.files.page("a", FileQuery()).result(SOON).rows == ()
    assert worker.conversations.list_all().result(SOON) == ()
    worker.libraries.set_settings("c", {"answer.mode": "chat"}).result(SOON)
    assert not any(job.done for job in waits)
    for job in waits:
        job.cancel()
        with pytest.raises(CancelledError):
            job.result(SOON)
    monkeypatch.setattr(lanes, "STOP_SECONDS", 0.2)
    with pytest.raises(UserError, match="“a” is still being worked on") as told:
        wait(worker, "a").result(WAIT)
    assert "Try again" in told.value.next_step
    assert not any(job.done for job in readers)
    assert "a" in [info.name for info in worker.libraries.list_all().result(SOON)]


def test_what_hashes_a_huge_file_can_be_stopped(tmp_path: Path) -> None:
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(1 << 40)
    token = CancelToken()
    threading.Timer(0.2, token.cancel).start()
    began = time.monotonic()
    with pytest.raises(CancelledError):
        hash_file(huge, token)
    assert time.monotonic() - began < WAIT


@pytest.fixture
def locked() -> Iterator[Callable[[Path], Connection]]:
    """Let another program write to a file for as long as it wants."""
    opened: list[Connection] = []

    def lock(path: Path) -> Connection:
        connection = connect(path)
        opened.append(connection)
        connection.execute("BEGIN IMMEDIATE")
        return connection

    yield lock
    for connection in opened:
        connection.close()


def test_a_change_that_waits_for_another_program_can_be_stopped(
    worker: Worker, locked: Callable[[Path], Connection]
) -> None:
    info = worker.libraries.create("a").result(WAIT)
    other = locked(Path(info.path))
    job = worker.libraries.set_settings("a", {"answer.mode": "chat"})
    job.wait(0.5)
    assert not job.done
    job.cancel()
    with pytest.raises(CancelledError):
        job.result(2)
    other.execute("ROLLBACK")
    worker.libraries.set_settings("a", {"answer.mode": "chat"}).result(WAIT)
    assert worker.libraries.settings("a").result(WAIT) == {"answer.mode": "chat"}


def test_an_answer_that_was_stopped_is_saved_though_it_waits(
    tmp_path: Path, locked: Callable[[Path], Connection]
) -> None:
    path, token = tmp_path / "conversations.sqlite", CancelToken()
    chats = ChatStore(path)
    conversation = chats.create("lib")
    given = Answer("Why?", "Because", (), (), "m", extractive=False)

    def answer() -> Answer:
        other = locked(path)
        threading.Timer(0.6, lambda: other.execute("ROLLBACK")).start()
        token.cancel()
        return given

    with running(token):
        kept = kept_in_conversation(
            chats, conversation, "Why?", AnswerMode.ANSWER, answer, ServiceCall(1, token, lambda _: None)
        )
    assert kept == given
    assert chats.turns(conversation)[0].answer == given
