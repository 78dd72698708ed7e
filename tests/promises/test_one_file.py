"""“Keeps each library in one file that you can copy, move and back up.”"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from desktop_rag.config.options import EMBEDDING_BASE_URL, EMBEDDING_MODEL, EMBEDDING_PROVIDER
from desktop_rag.worker.worker import Worker
from tests.helpers.embedding_server import EmbeddingServer

WAIT = 120
QUESTIONS = ("How long do cats sleep?", "green tea", "東京都の人口は？")


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as server:
        yield server


@contextmanager
def program(data: Path, server: EmbeddingServer) -> Iterator[Worker]:
    """Open the program on a data folder, and close it."""
    worker = Worker(data)
    model: dict[str, str | int | float | bool] = {
        EMBEDDING_PROVIDER.key: "openai",
        EMBEDDING_BASE_URL.key: server.address,
        EMBEDDING_MODEL.key: "double",
    }
    worker.config.update(model)
    try:
        yield worker
    finally:
        worker.close()


def answers(worker: Worker, name: str) -> list[tuple[object, ...]]:
    """Return what the library says to each question, except how long that took."""
    found: list[tuple[object, ...]] = []
    for question in QUESTIONS:
        answer = worker.answers.ask(name, question).result(WAIT)
        found.append((answer.text, answer.citations, answer.sources))
        found += [worker.search.passages(name, question, mode=mode).result(WAIT) for mode in ("vector", "bm25")]
    return found


def filled(data: Path, folder: Path, server: EmbeddingServer) -> tuple[Path, list[tuple[object, ...]]]:
    """Make a library; return its file once the program is closed, and its answers."""
    with program(data, server) as worker:
        path = Path(worker.libraries.create("lib").result(WAIT).path)
        worker.files.add("lib", [folder]).result(WAIT)
        worker.libraries.set_settings("lib", {"retrieval.similarity_top_k": 3}).result(WAIT)
        worker.test_questions.add("lib", "How long do cats sleep?", str(folder / "cats.txt")).result(WAIT)
        return path, answers(worker, "lib")


@pytest.mark.slow
def test_a_copy_of_the_file_gives_the_same_answers_on_another_computer(
    folder: Path, tmp_path: Path, server: EmbeddingServer
) -> None:
    path, expected = filled(tmp_path / "data", folder, server)
    assert all(one for one in expected)
    elsewhere = tmp_path / "elsewhere" / "libraries"
    elsewhere.mkdir(parents=True)
    shutil.copy(path, elsewhere / "研究 copy.ragindex")
    with program(tmp_path / "elsewhere", server) as worker:
        (info,) = worker.libraries.list_all().result(WAIT)
        assert (info.name, info.files, info.error) == ("研究 copy", 3, "")
        assert answers(worker, info.name) == expected
        assert worker.libraries.settings(info.name).result(WAIT) == {"retrieval.similarity_top_k": 3}
        saved = worker.test_questions.read(info.name).result(WAIT).questions
        assert [one.text for one in saved] == ["How long do cats sleep?"]
        asked = len(server.texts)
        worker.files.add(info.name, ()).result(WAIT)
        assert len(server.texts) == asked, "what is read already is not read again"


@pytest.mark.slow
def test_nothing_else_is_needed_once_the_program_is_closed(
    folder: Path, tmp_path: Path, server: EmbeddingServer
) -> None:
    path, expected = filled(tmp_path / "data", folder, server)
    for place in (tmp_path / "data").rglob("*"):
        if place.is_file() and place != path and place.name != "settings.json":
            place.unlink()
    with program(tmp_path / "data", server) as worker:
        assert answers(worker, "lib") == expected


@pytest.mark.slow
def test_a_backup_takes_the_place_of_what_came_after_it(folder: Path, tmp_path: Path, server: EmbeddingServer) -> None:
    path, expected = filled(tmp_path / "data", folder, server)
    backup = shutil.copy(path, tmp_path / "backup")
    with program(tmp_path / "data", server) as worker:
        worker.files.remove("lib", str(folder)).result(WAIT)
        assert not worker.search.passages("lib", "cats", mode="bm25").result(WAIT)
    shutil.copy(backup, path)
    with program(tmp_path / "data", server) as worker:
        assert answers(worker, "lib") == expected


@pytest.mark.slow
def test_the_file_of_a_library_that_is_away_is_missed_and_comes_back(
    folder: Path, tmp_path: Path, server: EmbeddingServer
) -> None:
    path, expected = filled(tmp_path / "data", folder, server)
    path.rename(tmp_path / "moved")
    with program(tmp_path / "data", server) as worker:
        assert worker.libraries.list_all().result(WAIT) == ()
        (tmp_path / "moved").rename(path)
        assert answers(worker, "lib") == expected
