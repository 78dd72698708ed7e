"""One question asked of several libraries."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.config import OptionValue
from desktop_rag.core.errors import UserError
from desktop_rag.core.results.conversations import ConversationSources
from tests.helpers.asked import Question, answer_to
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

QUESTION = "How is green tea brewed, and how long do otters sleep?"


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


@pytest.fixture
def both(services: Services, notes: Path, tmp_path: Path) -> Services:
    animals = tmp_path / "animals"
    animals.mkdir()
    (animals / "otters.txt").write_text("Otters sleep ten hours a day.", encoding="utf-8")
    services.fill("notes", notes)
    services.fill("animals", animals)
    return services


def model(server: ScriptedServer, **values: OptionValue) -> dict[str, OptionValue]:
    own = {key.replace("__", "."): value for key, value in values.items()}
    return {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0], **own}


def files_by_library(both: Services, question: Question) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for source in answer_to(both.answers, question, both.call()).sources:
        found.setdefault(source.library, set()).add(Path(source.file).name)
    return found


def test_passages_of_each_library_are_found_and_name_it(both: Services) -> None:
    found = files_by_library(both, Question("notes", QUESTION, also=("animals",)))
    assert "tea.md" in found[""]
    assert found["animals"] == {"otters.txt"}


def test_one_library_alone_is_asked_as_before(both: Services) -> None:
    assert set(files_by_library(both, Question("notes", QUESTION))) == {""}


def test_a_library_named_twice_is_asked_once(both: Services) -> None:
    answer = answer_to(both.answers, Question("notes", QUESTION, also=("notes", "animals", "animals")), both.call())
    assert [source.library for source in answer.sources].count("animals") == 1


def test_the_model_reads_both_and_its_sentences_are_cited_from_both(both: Services, server: ScriptedServer) -> None:
    server.default = Reply(tokens=["Green tea is brewed at eighty degrees. Otters sleep ten hours a day."])
    asked = Question("notes", QUESTION, overrides=model(server), also=("animals",))
    answer = answer_to(both.answers, asked, both.call())
    shown = str(server.requests[-1])
    assert "ten hours" in shown
    assert "eighty degrees" in shown
    libraries = {source.rank: source.library for source in answer.sources}
    assert {libraries[citation.marker] for citation in answer.citations} == {"", "animals"}


@pytest.mark.parametrize(
    "values",
    [{"answer.mode": "summarise"}, {"retrieval.retriever": "vector"}, {"retrieval.retriever": "bm25"}],
    ids=["summarise", "meaning", "words"],
)
def test_every_way_of_searching_asks_all(
    both: Services, server: ScriptedServer, values: dict[str, OptionValue]
) -> None:
    server.default = Reply(tokens=["Tea."])
    overrides = {**model(server), **values}
    assert "animals" in files_by_library(both, Question("notes", QUESTION, overrides=overrides, also=("animals",)))


def test_an_agent_searches_all(both: Services, server: ScriptedServer) -> None:
    server.default = Reply(tokens=["Otters sleep ten hours a day."])
    overrides = model(server, answer__mode="agent")
    assert "animals" in files_by_library(both, Question("notes", QUESTION, overrides=overrides, also=("animals",)))


def test_a_question_that_only_the_other_library_answers_is_not_refused(both: Services, server: ScriptedServer) -> None:
    server.default = Reply(tokens=["Otters sleep ten hours a day."])
    overrides = model(server, **{"answer.documents_only": True})
    asked = Question("notes", "How long do otters sleep?", overrides=overrides, also=("animals",))
    assert "ten hours" in answer_to(both.answers, asked, both.call()).text


def test_a_conversation_remembers_what_else_is_asked(both: Services) -> None:
    conversation = both.chats.create("notes")
    both.chats.set_sources(conversation, ConversationSources(libraries=("animals",)))
    assert "animals" in files_by_library(both, Question("notes", QUESTION, conversation))
    stored = both.chats.turns(conversation)[0].answer
    assert stored is not None
    assert "animals" in {source.library for source in stored.sources}


def test_a_library_that_goes_is_told_of_and_the_others_answer(both: Services) -> None:
    conversation = both.chats.create("notes")
    both.chats.set_sources(conversation, ConversationSources(libraries=("animals",)))
    both.libraries.delete("animals")
    answer = answer_to(both.answers, Question("notes", QUESTION, conversation), both.call())
    assert "The library “animals” was deleted, so it was not asked." in answer.notice
    assert "eighty degrees" in answer.text


def test_a_library_that_is_not_there_is_an_error_when_it_is_asked_by_name(both: Services) -> None:
    with pytest.raises(UserError, match="no library called “birds”"):
        answer_to(both.answers, Question("notes", QUESTION, also=("birds",)), both.call())


def test_a_conversation_follows_a_renamed_library_and_a_branch_asks_the_same(both: Services) -> None:
    conversation = both.chats.create("notes")
    both.chats.set_sources(conversation, ConversationSources(("animals",), ("/a/b.pdf",)))
    both.libraries.rename("animals", "beasts")
    branch = both.chats.branch(conversation, 0)
    assert both.chats.sources(branch.id) == ConversationSources(("beasts",), ("/a/b.pdf",))
