"""How often a model's server is asked: once for each call and retry, and about the model only when it is new."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.config import OptionValue
from desktop_rag.core.events import AnswerStage
from desktop_rag.core.results.answers import Answer
from tests.helpers.asked import Question, answer_to
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

QUESTION = "How is green tea brewed?"


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        server.default = Reply(tokens=["Green tea is brewed at eighty degrees."])
        yield server


@pytest.fixture
def lib(services: Services, notes: Path) -> Services:
    services.fill("lib", notes)
    services.events.clear()
    return services


def ask(lib: Services, server: ScriptedServer, provider: str, text: str = QUESTION, **values: OptionValue) -> Answer:
    url = server.base_url if provider == "openai" else server.ollama_url
    given: dict[str, OptionValue] = {
        "llm.provider": provider, "llm.base_url": url, "llm.model": "scripted-model",
        **{key.replace("__", "."): value for key, value in values.items()},
    }  # fmt: skip
    return answer_to(lib.answers, Question("lib", text, "", given), lib.call())


def about_the_model(server: ScriptedServer) -> Counter[str]:
    """Return the requests that are no questions."""
    asked = {id(request) for request in server.chats}
    return Counter(request.path for request in server.requests if id(request) not in asked)


@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_a_server_is_asked_once_what_its_model_can_do(lib: Services, server: ScriptedServer, provider: str) -> None:
    for _ in range(3):
        ask(lib, server, provider)
    assert len(server.chats) == 3
    found = about_the_model(server)
    assert max(found.values()) == 1
    assert found.total() - found["/tokenize"] <= 3


@pytest.mark.parametrize("provider", ["openai", "ollama"])
@pytest.mark.parametrize("retries", [0, 1, 3])
def test_a_failing_server_gets_as_many_requests_as_the_settings_say(
    lib: Services, server: ScriptedServer, provider: str, retries: int
) -> None:
    server.default = Reply(status=500, headers={"Retry-After": "0"})
    ask(lib, server, provider, llm__max_retries=retries)
    assert len(server.chats) == 1 + retries


@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_a_long_question_to_a_small_window_takes_few_requests(
    lib: Services, server: ScriptedServer, provider: str
) -> None:
    question = "Which of the many kinds of tea in these notes is brewed at eighty degrees, and why? " * 60
    answer = ask(lib, server, provider, question, llm__context_window=512, llm__max_tokens=64)
    assert answer.text
    assert len(server.chats) <= 4
    assert "The middle of the question did not fit" in answer.notice


@pytest.mark.slow
def test_a_model_that_is_not_in_memory_is_waited_for(lib: Services, server: ScriptedServer) -> None:
    server.pages["/api/ps"] = {"models": []}
    server.default = Reply(tokens=["Green tea is brewed at eighty degrees."], first_delay=1.5)
    answer = ask(lib, server, "ollama", llm__timeout=1.0)
    assert answer.citations
    stages = [event.stage for event in lib.events if isinstance(event, AnswerStage)]
    assert stages[-3:] == ["connecting", "loading", "writing"]


@pytest.mark.slow
def test_a_server_that_loads_its_model_is_asked_until_it_has(lib: Services, server: ScriptedServer) -> None:
    loading = Reply(status=503, body='{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}')
    server.script(loading, loading, loading)
    answer = ask(lib, server, "openai", llm__max_retries=0)
    assert answer.citations
    assert len(server.chats) == 4
    stages = [event.stage for event in lib.events if isinstance(event, AnswerStage)]
    assert (stages.count("connecting"), stages[-1]) == (1, "writing")
    assert "loading" in stages
