"""“`network offline` holds at once, in every window and command that is running.”"""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.config.options import THEME
from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.events import AnswerDelta, Event
from desktop_rag.core.jobs import Job
from desktop_rag.core.network.offline import OFFLINE, OfflineError
from desktop_rag.core.results.answers import Answer, AnswerState
from desktop_rag.llms.openai_like import OpenAILike
from desktop_rag.worker.worker import Worker
from tests.helpers.command_line import run
from tests.helpers.counting_server import CountingServer, own_address
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.helpers.waiting import wait_until

CUT = "Desktop RAG is working offline, so the connection to"
SOON = 3.0  # seconds; a switch in another program is looked for every half second


@pytest.fixture
def elsewhere() -> Iterator[ScriptedServer]:
    """A model server on another computer, as far as the program can tell: it says two words, then nothing more."""
    with ScriptedServer(host=own_address()) as server:
        server.default = Reply(silent_after=2)
        yield server


@pytest.fixture
def asking(worker: Worker, elsewhere: ScriptedServer, folder: Path) -> Job[Answer]:
    """A question whose answer has begun and does not come to its end."""
    worker.libraries.create("lib").result(30)
    worker.files.add("lib", [folder]).result(120)
    worker.config.update({"llm.provider": "openai", "llm.base_url": elsewhere.base_url, "llm.model": "scripted-model"})
    begun = threading.Event()

    def listen(event: Event) -> None:
        if isinstance(event, AnswerDelta):
            begun.set()

    worker.subscribe(listen)
    job = worker.answers.ask("lib", "How long do cats sleep?", overrides={"answer.mode": "chat"})
    assert begun.wait(60)
    return job


def assert_cut(job: Job[Answer], within: float) -> None:
    started = time.monotonic()
    answer = job.result(30)
    assert time.monotonic() - started < within
    assert answer.state is AnswerState.FAILED
    assert CUT in answer.notice
    assert answer.text, "and what had come is kept"


@pytest.mark.slow
def test_an_answer_that_is_being_written_ends_when_the_window_goes_offline(worker: Worker, asking: Job[Answer]) -> None:
    worker.network.work_offline(offline=True)
    assert_cut(asking, within=1.0)


@pytest.mark.slow
def test_a_command_in_a_terminal_takes_a_running_window_offline(
    worker: Worker, asking: Job[Answer], elsewhere: ScriptedServer
) -> None:
    run("network", "offline", data_dir=worker.data_dir)
    assert_cut(asking, within=SOON)
    worker.config.update({THEME.key: "dark"})
    before = len(elsewhere.requests)
    for _ in range(2):
        with pytest.raises(OfflineError, match="nothing was sent"):
            worker.models.list_models(worker.config, None).result(30)
    assert len(elsewhere.requests) == before
    assert '"offline": true' in run("network", "--json", data_dir=worker.data_dir)
    run("network", "online", data_dir=worker.data_dir)
    assert worker.models.list_models(worker.config, None).result(30) == ("scripted-model",)


def test_the_very_next_request_is_refused(worker: Worker) -> None:
    with CountingServer() as counting:
        other = Worker(worker.data_dir)
        try:
            other.network.work_offline(offline=True)
            with pytest.raises(OfflineError):
                OpenAILike("m", counting.url).complete("Hi")
        finally:
            other.close()
        with pytest.raises(OfflineError):
            OpenAILike("m", counting.url).complete("Hi")
        assert (counting.connections, counting.received) == (0, b"")


def test_connections_to_programs_on_this_computer_stay_open() -> None:
    is_offline, lines = threading.Event(), list[bytes]()
    end = OFFLINE.follow(is_offline.is_set)
    try:
        with ScriptedServer() as server:
            server.default = Reply(tokens=["one ", "two ", "three"], delay=0.4)
            with net.cancellable_client(server.base_url, CancelToken(), timeout=10) as client:
                body = {"model": "scripted-model", "messages": [], "stream": True}
                with client.stream("POST", f"{server.base_url}/chat/completions", json=body) as response:
                    for line in net.iter_lines(response, CancelToken()):
                        lines.append(line)
                        is_offline.set()
                        OFFLINE.enforce()
    finally:
        end()
    assert b"three" in b"".join(lines)


def test_nothing_looks_on_when_every_connection_is_closed(elsewhere: ScriptedServer) -> None:
    elsewhere.default = Reply()
    with net.open_client(elsewhere.base_url, timeout=5) as client:
        client.get(f"{elsewhere.base_url}/models")
        assert any(thread.name == "desktop-rag-offline" for thread in threading.enumerate())
    wait_until(lambda: all(thread.name != "desktop-rag-offline" for thread in threading.enumerate()), 5)
