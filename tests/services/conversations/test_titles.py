"""The model names a conversation after its first answer, unless somebody or something speaks against it."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from desktop_rag.config.options import NAME_CONVERSATIONS
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.events import StoreChanged
from desktop_rag.services.calls import calling
from desktop_rag.services.conversations.titles import tidied
from tests.helpers.asked import Question, answer_to
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

if TYPE_CHECKING:
    from desktop_rag.config import OptionValue

QUESTION = "How is green tea brewed, please?"
ANSWER = Reply(tokens=["Green tea is brewed at eighty degrees."])


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


@pytest.fixture
def asked(services: Services, notes: Path, server: ScriptedServer) -> str:
    """A conversation with one answer of the model."""
    services.fill("lib", notes)
    settings: dict[str, OptionValue] = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.max_retries": 0}
    services.config.update({**settings, "llm.model": server.models[0]})
    conversation = services.chats.create("lib")
    server.script(ANSWER)
    answer_to(services.answers, Question("lib", QUESTION, conversation), services.call())
    return conversation


def title(services: Services, conversation: str) -> str:
    return next(info.title for info in services.chats.conversations() if info.id == conversation)


def test_the_title_is_the_models(services: Services, server: ScriptedServer, asked: str) -> None:
    before = len(server.chats)
    server.script(Reply(tokens=["“Brewing ", "green tea”\n\nI hope you like it."]))
    assert services.titles.write(asked) == "Brewing green tea"
    assert title(services, asked) == "Brewing green tea"
    assert len(server.chats) == before + 1
    assert "eighty degrees" in str(server.chats[-1].body)
    assert services.events[-1] == StoreChanged(7, frozenset({"conversations"}), (asked,))


def test_what_a_person_named_stays(services: Services, server: ScriptedServer, asked: str) -> None:
    services.chats.rename(asked, "My tea")
    before = len(server.chats)
    assert services.titles.write(asked) == ""
    assert (title(services, asked), len(server.chats)) == ("My tea", before)


def test_who_renames_it_meanwhile_wins(services: Services, server: ScriptedServer, asked: str) -> None:
    server.script(Reply(tokens=["Brewing"], delay=0.3))
    renaming = threading.Timer(0.1, services.chats.rename, (asked, "My tea"))
    renaming.start()
    assert services.titles.write(asked) == ""
    renaming.join()
    assert title(services, asked) == "My tea"


def test_only_the_first_answer_is_followed_by_a_title(services: Services, server: ScriptedServer, asked: str) -> None:
    server.script(Reply(tokens=["And then?"]), ANSWER)
    answer_to(services.answers, Question("lib", "And then?", asked), services.call())
    before = len(server.chats)
    assert services.titles.write(asked) == ""
    assert len(server.chats) == before


def test_the_setting_switches_it_off(services: Services, server: ScriptedServer, asked: str) -> None:
    services.config.update({NAME_CONVERSATIONS.key: False})
    before = len(server.chats)
    assert services.titles.write(asked) == ""
    assert len(server.chats) == before


def test_quotations_need_no_title(services: Services, asked: str) -> None:
    conversation = services.chats.create("lib")
    answer_to(services.answers, Question("lib", QUESTION, conversation, {"llm.provider": "none"}), services.call())
    assert services.titles.write(conversation) == ""


def test_when_the_model_fails_the_question_stays(services: Services, server: ScriptedServer, asked: str) -> None:
    server.script(Reply(status=500))
    assert services.titles.write(asked) == ""
    assert title(services, asked) == QUESTION


def test_it_can_be_stopped(services: Services, server: ScriptedServer, asked: str) -> None:
    token = CancelToken()
    token.cancel()
    with calling(services.call(token)), pytest.raises(CancelledError):
        services.titles.write(asked)
    assert title(services, asked) == QUESTION


@pytest.mark.parametrize(
    ("reply", "title"),
    [
        ("Green tea", "Green tea"),
        ("**Green tea.**", "Green tea"),
        ("Title: Green tea", "Green tea"),
        ("「緑茶の淹れ方」", "緑茶の淹れ方"),
        ("标题：绿茶", "绿茶"),
        ("\n \n# Green   tea\nmore", "Green tea"),
        ("", ""),
        ("“”", ""),
        ("I am a model that talks and talks and never comes to the point of any title.", ""),
    ],
)
def test_a_reply_is_tidied(reply: str, title: str) -> None:
    assert tidied(reply) == title
