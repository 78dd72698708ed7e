"""Whatever a model's server does, the person is told in plain words and gets what there is."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.llms import llama_router, ollama, openai_access, retrying
from tests.helpers.asked import Question, answer_to
from tests.helpers.misbehaviours import INSTEAD, MOST_OTHERS, QUESTION, QUOTED, ROWS, Misbehaviour
from tests.helpers.scripted_server import ScriptedServer
from tests.services.conftest import Services, make_notes


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a library of notes, read once."""
    folder = tmp_path_factory.mktemp("misbehaviours")
    services = Services(folder / "data")
    services.fill("lib", make_notes(folder))
    services.scratch.close()
    return services.index_files.path("lib")


@pytest.fixture
def lib(services: Services, library: Path, monkeypatch: pytest.MonkeyPatch) -> Services:
    services.index_files.path("lib").parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(library, services.index_files.path("lib"))
    for name in ("FIRST_DELAY", "LOADING_DELAY"):
        monkeypatch.setattr(retrying, name, 0.01)
    return services


def test_there_are_enough() -> None:
    assert len({str(row) for row in ROWS}) == len(ROWS) > 40


@pytest.mark.sampled(5)
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_a_server_does_wrong_is_said_and_what_came_is_kept(
    lib: Services, server: ScriptedServer, row: Misbehaviour, monkeypatch: pytest.MonkeyPatch
) -> None:
    if str(row).startswith("silent when asked"):
        for module in (openai_access, llama_router, ollama):
            monkeypatch.setattr(module, "ASK_TIMEOUT", 0.5)
    settings = row.prepare(server)
    try:
        answer = answer_to(lib.answers, Question("lib", QUESTION, "", settings), lib.call())
    except UserError as error:
        seen, kept = str(error), ""
    else:
        seen, kept = f"{answer.text} {answer.notice}", answer.text
    assert row.said in seen
    assert row.kept in kept
    assert (INSTEAD in seen) == (row.kept == QUOTED)
    assert len(server.chats) == row.requests
    assert len(server.requests) - len(server.chats) <= MOST_OTHERS
