"""Another model takes over in a library, which is searched with the old one until the last moment."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop_rag.config.options import EMBEDDING_BASE_URL, EMBEDDING_MODEL, EMBEDDING_PROVIDER
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.events import Event, IngestProgress, SearchNotice
from desktop_rag.core.jobs import JobKind
from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.embeddings import openai_like
from desktop_rag.storage.sqlite.properties import get_notice
from desktop_rag.storage.sqlite.vectors.spaces import abandon_begun, active_space, begin_space, begun_space
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.worker.worker import Worker
from tests.helpers.command_line import environment, run, run_here
from tests.helpers.embedding_server import EmbeddingServer
from tests.helpers.switching import state_of
from tests.helpers.warm_programs import start_program

pytestmark = pytest.mark.slow
WAIT = 60


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as server:
        yield server


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_like, "FIRST_DELAY", 0.001)


def use(worker: Worker, server: EmbeddingServer, model: str) -> None:
    worker.config.update(
        {
            EMBEDDING_PROVIDER.key: "openai",
            EMBEDDING_BASE_URL.key: server.address,
            EMBEDDING_MODEL.key: model,
        }
    )


def many_files(tmp_path: Path, count: int = 40) -> Path:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(count):
        text = " ".join(f"word{number}x{place}" for place in range(180))
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def library(worker: Worker, server: EmbeddingServer, tmp_path: Path) -> Path:
    """The file of a library called "lib", made with the model "old"."""
    use(worker, server, "old")
    worker.libraries.create("lib").result(WAIT)
    worker.files.add("lib", [many_files(tmp_path)]).result(WAIT)
    return Path(next(info.path for info in worker.libraries.list_all().result(WAIT) if info.name == "lib"))


def models(path: Path) -> tuple[str, str]:
    with StorageContext(path, read_only=True) as storage:
        active, begun = active_space(storage.connection), begun_space(storage.connection)
    return active.model if active else "", begun.model if begun else ""


def by_meaning(worker: Worker) -> int:
    return len(worker.search.passages("lib", "word3x7", top_k=5, mode="vector").result(WAIT))


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_the_old_one_serves_until_the_new_one_is_ready(
    worker: Worker, server: EmbeddingServer, library: Path, tmp_path: Path
) -> None:
    stages: list[tuple[str, int, int]] = []

    def note(event: Event) -> None:
        if isinstance(event, IngestProgress):
            stages.append((event.stage, event.nodes_embedded, event.nodes))

    worker.subscribe(note)
    assert worker.embeddings.info("lib").result(WAIT).same
    with EmbeddingServer() as other:
        other.dimensions = 12
        other.seconds = 0.05
        use(worker, other, "new")
        info = worker.embeddings.info("lib").result(WAIT)
        assert (info.model, info.chosen, info.same) == ("old", "new", False)
        job = worker.embeddings.change("lib")
        until(lambda: len(other.requests) > 3)
        assert models(library) == ("old", "new")
        old_requests = len(server.requests)
        assert by_meaning(worker) == 5
        assert len(server.requests) == old_requests + 1  # at the address it always had
        (tmp_path / "many" / "0.txt").unlink()
        (tmp_path / "many" / "1.txt").write_text("edited " * 50, encoding="utf-8")
        (tmp_path / "many" / "new.txt").write_text("added " * 50, encoding="utf-8")
        worker.files.add("lib", []).result(WAIT)
        job.result(WAIT)
        assert models(library) == ("new", "")
        state = state_of(library)
        assert state.without_vector == 0
        assert state.vectors == state.nodes
        assert len(state.tables) == 1
        assert by_meaning(worker) == 5
        found = worker.search.passages("lib", "added", top_k=3).result(WAIT)
        assert found[0].file.endswith("new.txt")
        assert not [
            one
            for one in worker.search.passages("lib", "word0x5", top_k=50).result(WAIT)
            if one.file.endswith("/0.txt")
        ]
        assert "switching" in {stage for stage, _, _ in stages}
        assert stages[-1][1] == stages[-1][2]
        with pytest.raises(UserError, match="already"):
            worker.embeddings.change("lib").result(WAIT)


def test_cancelling_keeps_the_old_one(worker: Worker, server: EmbeddingServer, library: Path) -> None:
    before = state_of(library)
    server.seconds = 0.05
    use(worker, server, "new")
    count = len(server.requests)
    job = worker.embeddings.change("lib")
    until(lambda: len(server.requests) > count + 3)
    job.cancel()
    with pytest.raises(CancelledError):
        job.result(WAIT)
    assert models(library) == ("old", "")
    assert state_of(library) == before
    assert worker.continue_change("lib") is None
    assert by_meaning(worker) == 5


@pytest.mark.nightly(by_day="test_killed_and_continued")
def test_closing_and_opening_again_goes_on(worker: Worker, server: EmbeddingServer, library: Path) -> None:
    server.seconds = 0.05
    use(worker, server, "new")
    count = len(server.requests)
    worker.embeddings.change("lib")
    until(lambda: len(server.requests) > count + 4)
    worker.close()
    assert models(library) == ("old", "new")
    server.seconds = 0.0
    asked = {text for request in server.requests if request["model"] == "new" for text in request["input"]}
    again = Worker(worker.data_dir)
    try:
        assert by_meaning(again) == 5
        info = again.embeddings.info("lib").result(WAIT)
        assert (info.next, info.done > 0, info.total) == ("new", True, state_of(library).nodes)
        count = len(server.requests)
        again._auto_refresh._continue_all(lambda _: False)  # what the window does at its start
        until(lambda: not again._lanes.running("lib", JobKind.CHANGE_EMBEDDER))
        assert models(library) == ("new", "")
        more = [text for request in server.requests[count:] for text in request["input"]]
        assert len(set(more) & asked) <= 2 * max(server.sizes)  # of the batch that was cut short
        assert by_meaning(again) == 5
    finally:
        again.close()


def test_the_new_server_does_not_answer(worker: Worker, server: EmbeddingServer, library: Path, tmp_path: Path) -> None:
    with EmbeddingServer() as other:
        port = other.port
        other.dies_after = 5
        use(worker, other, "new")
        status = worker.embeddings.change("lib").result(WAIT)
    assert "is waiting" in status.info.notice
    assert models(library) == ("old", "new")
    assert by_meaning(worker) == 5
    (tmp_path / "many" / "new.txt").write_text("added " * 50, encoding="utf-8")
    assert worker.files.add("lib", []).result(WAIT).info.nodes_embedded == state_of(library).nodes
    with EmbeddingServer(port):
        job = worker.continue_change("lib")
        assert job is not None
        assert job.result(WAIT).info.notice == ""
        assert models(library) == ("new", "")
    with StorageContext(library, read_only=True) as storage:
        assert get_notice(storage.connection) == ""


def test_giving_up_a_change_that_was_interrupted(worker: Worker, server: EmbeddingServer, library: Path) -> None:
    before = state_of(library)
    with EmbeddingServer() as other:
        other.dies_after = 5
        use(worker, other, "new")
        worker.embeddings.change("lib").result(WAIT)
    worker.embeddings.cancel("lib").result(WAIT)
    assert state_of(library) == before
    assert models(library) == ("old", "")


@pytest.mark.nightly(by_day="test_killed_and_continued")
def test_killed_after_the_switch(worker: Worker, server: EmbeddingServer, library: Path) -> None:
    use(worker, server, "new")
    worker.embeddings.change("lib").result(WAIT)
    with StorageContext(library) as storage, storage.transaction():
        begin_space(storage.connection, EmbeddingSpace("openai", "left", 8, "|"))
        abandon_begun(storage.connection)
    assert len(state_of(library).tables) == 2
    job = worker.continue_change("lib")
    assert job is not None
    job.result(WAIT)
    assert len(state_of(library).tables) == 1
    assert worker.continue_change("lib") is None


@pytest.mark.nightly(by_day="test_killed_and_continued")
def test_another_change_replaces_one_that_runs(worker: Worker, server: EmbeddingServer, library: Path) -> None:
    server.seconds = 0.05
    use(worker, server, "second")
    count = len(server.requests)
    first = worker.embeddings.change("lib")
    until(lambda: len(server.requests) > count + 3)
    use(worker, server, "third")
    worker.embeddings.change("lib").result(WAIT)
    with pytest.raises(CancelledError):
        first.result(WAIT)
    assert models(library) == ("third", "")
    assert len(state_of(library).tables) == 1


def test_searching_all_the_time(worker: Worker, server: EmbeddingServer, library: Path) -> None:
    use(worker, server, "new")
    found: list[int] = []
    ended = threading.Event()

    def search() -> None:
        while not ended.is_set():
            found.append(by_meaning(worker))

    thread = threading.Thread(target=search)
    thread.start()
    try:
        worker.embeddings.change("lib").result(WAIT)
    finally:
        ended.set()
        thread.join()
    assert len(found) > 2
    assert set(found) == {5}


def test_killed_and_continued(server: EmbeddingServer, tmp_path: Path) -> None:
    worker = Worker(tmp_path / "data")
    try:
        use(worker, server, "old")
        worker.libraries.create("lib").result(WAIT)
        worker.files.add("lib", [many_files(tmp_path)]).result(WAIT)
        path = Path(worker.libraries.list_all().result(WAIT)[0].path)
        use(worker, server, "new")
    finally:
        worker.close()
    server.seconds = 0.05
    for wanted in (2, 5):
        count = len(server.requests)
        child = start_program("tests.helpers.switching", tmp_path / "data", "lib", environment=environment())
        until(lambda wanted=wanted, count=count: len(server.requests) > count + wanted)  # type: ignore[misc]
        child.kill()
        child.wait()
        child.stdout.close()
        assert models(path)[0] == "old"
    child = start_program("tests.helpers.switching", tmp_path / "data", "lib", environment=environment())
    assert child.wait(WAIT) == 0
    child.stdout.close()
    state = state_of(path)
    assert models(path) == ("new", "")
    assert (state.without_vector, state.vectors, len(state.tables)) == (0, state.nodes, 1)


def test_words_when_the_server_is_gone(worker: Worker, library: Path, server: EmbeddingServer) -> None:
    notices: list[str] = []

    def note(event: Event) -> None:
        if isinstance(event, SearchNotice):
            notices.append(event.text)

    worker.subscribe(note)
    server.stop()
    assert worker.search.passages("lib", "word3x7", top_k=5).result(WAIT)[0].file.endswith("/3.txt")
    assert worker.search.passages("lib", '"word3x7" -cat', top_k=5).result(WAIT)
    assert len(notices) == 2
    assert notices[0].startswith("Searched by words only: No server responds at 127.0.0.1")
    assert worker.search.passages("lib", "word3x7", mode="bm25").result(WAIT)
    assert len(notices) == 2
    with pytest.raises(UserError, match="No server responds"):
        worker.search.passages("lib", "word3x7", mode="vector").result(WAIT)
    answer = worker.answers.ask("lib", "what about word3x7").result(WAIT)
    assert answer.notice.startswith("Searched by words only")
    assert answer.sources


def test_on_the_command_line(server: EmbeddingServer, tmp_path: Path, folder: Path) -> None:
    data = tmp_path / "data"
    run("index", "create", "lib", data_dir=data)
    run("add", "lib", folder, "--no-embed", data_dir=data)
    assert "none yet" in run("embedder", "lib", data_dir=data)
    settings = ("--provider", "openai", "--model", "m", "--base-url", server.address)
    assert "Search model: m" in run("embedder", "lib", *settings, data_dir=data)
    assert "already" in run("embedder", "lib", "--switch", data_dir=data, code=1)
    server.stop()
    found = run_here("search", "lib", "cats", data_dir=data)
    assert "cats.txt" in found.out
    assert "Searched by words only: No server responds" in found.err
