"""Every way of asking that the settings offer, through every layer: real files, a real HTTP server, real storage."""

import json
import multiprocessing
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.config import Config
from desktop_rag.config.options import CHAT_MODE, QUERY_ENGINE, RESPONSE_MODE, RETRIEVER, VECTOR_STORE_QUERY_MODE
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import AgentStepTaken, AnswerDelta, Event, SourcesFound
from desktop_rag.core.messages import MessageRole
from desktop_rag.core.results.answers import Answer, AnswerMode, AnswerState
from desktop_rag.services.answers import modes
from desktop_rag.worker.worker import Worker
from tests.helpers.scripted_server import Reply, ScriptedServer

WAIT = 120
QUESTION = "How is green tea brewed?"


@pytest.fixture(autouse=True)
def nothing_left_over() -> None:
    """The shared worker keeps its threads from test to test; ``library`` checks at its end."""


def fitting_reply(body: dict[str, Any]) -> Reply:
    """Answer as a patient model would: whatever the prompt asks for can be read out of this."""
    text = " ".join(str(message.get("content")) for message in body["messages"])
    if "Facts:" in text:
        return Reply(tokens=["(green tea, is brewed at, eighty degrees)"])
    if "Action" in text and "Observation:" not in text:
        return Reply(tokens=['Thought: I look it up.\nAction: search\nAction Input: {"query": "green tea"}'])
    if "Action" in text:
        return Reply(tokens=["Thought: I know it.\n", "Answer: Green tea is brewed at eighty degrees."])
    return Reply(tokens=["Green tea is brewed ", "at eighty degrees."])


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worker]:
    """A worker with one filled library, shared: nothing below changes it for the others."""
    root = tmp_path_factory.mktemp("pipelines")
    files = root / "files"
    files.mkdir()
    (files / "tea.md").write_text("# Tea\n\nGreen tea is brewed at eighty degrees.\n\n## Storage\n\nKeep it dry.\n")
    (files / "cats.txt").write_text("Cats sleep sixteen hours a day. They purr when they are content.")
    (files / "prices.csv").write_text("item,price\ngreen tea,4\nblack tea,3\ncoffee,7\n")
    worker = Worker(root / "data")
    try:
        worker.libraries.create("lib").result(WAIT)
        worker.files.add("lib", [files]).result(WAIT)
        yield worker
    finally:
        worker.close()
        assert not multiprocessing.active_children()
        assert not [thread.name for thread in threading.enumerate() if thread.name.startswith("desktop-rag")]


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        server.default = fitting_reply
        yield server


def ask(worker: Worker, server: ScriptedServer, question: str = QUESTION, **overrides: str | float) -> Answer:
    """Ask with settings written like ``answer__mode="agent"``."""
    connection = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
    given = {key.replace("__", "."): value for key, value in overrides.items()}
    return worker.answers.ask("lib", question, overrides={**connection, **given}).result(WAIT)


def kinds(answer: Answer) -> list[str]:
    return [event.kind for event in answer.trace]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("retriever", [choice.value for choice in RETRIEVER.choices])
def test_every_retriever_leads_to_a_cited_answer(library: Worker, server: ScriptedServer, retriever: str) -> None:
    answer = ask(library, server, retrieval__retriever=retriever)
    assert answer.state is AnswerState.DONE
    assert "eighty degrees" in answer.text
    assert any(source.file.endswith("tea.md") for source in answer.sources)
    assert [Path(citation.file).name for citation in answer.citations] == ["tea.md"]
    assert "retrieve" in kinds(answer)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("response_mode", [choice.value for choice in RESPONSE_MODE.choices])
def test_every_response_mode_answers(library: Worker, server: ScriptedServer, response_mode: str) -> None:
    answer = ask(library, server, answer__response_mode=response_mode)
    assert answer.state is AnswerState.DONE
    assert bool(answer.text) == (response_mode != "no_text")
    assert answer.is_passage_list == (response_mode == "no_text")
    assert answer.mode is (AnswerMode.SEARCH if response_mode == "no_text" else AnswerMode.ANSWER)
    assert answer.sources
    asked = sum(kind == "llm" for kind in kinds(answer))
    assert bool(asked) == (response_mode not in {"no_text", "context_only"})


@pytest.mark.sampled(3)
@pytest.mark.parametrize("chat_mode", [choice.value for choice in CHAT_MODE.choices])
def test_every_chat_mode_holds_a_conversation(library: Worker, server: ScriptedServer, chat_mode: str) -> None:
    conversation = library.conversations.create("lib").result(WAIT)
    values = {
        "llm.provider": "openai",
        "llm.base_url": server.base_url,
        "llm.model": server.models[0],
        "answer.chat_mode": chat_mode,
    }
    library.conversations.set_settings(conversation, values).result(WAIT)
    for question in (QUESTION, "And is it green?"):
        answer = library.answers.ask("lib", question, conversation_id=conversation).result(WAIT)
        assert "eighty degrees" in answer.text
    turns = library.conversations.turns(conversation).result(WAIT)
    assert [turn.question for turn in turns] == [QUESTION, "And is it green?"]
    assert all(turn.answer and turn.answer.trace for turn in turns)
    sent = json.dumps([chat.body for chat in server.chats[1:]], ensure_ascii=False)
    assert QUESTION in sent


@pytest.mark.parametrize("mode", [choice.value for choice in VECTOR_STORE_QUERY_MODE.choices])
def test_every_way_of_comparing_finds_it(library: Worker, server: ScriptedServer, mode: str) -> None:
    answer = ask(library, server, retrieval__retriever="vector", retrieval__vector_store_query_mode=mode)
    assert any(source.file.endswith("tea.md") for source in answer.sources)


@pytest.mark.parametrize("engine", [choice.value for choice in QUERY_ENGINE.choices])
def test_every_query_engine_answers(library: Worker, server: ScriptedServer, engine: str) -> None:
    if engine == "sql":
        server.default = lambda body: Reply(
            tokens=["SELECT item, price FROM prices WHERE price = (SELECT max(price) FROM prices)"]
            if "CREATE TABLE" in str(body) or ("SELECT" in str(body) and "rows" not in str(body).lower())
            else ["Coffee costs 7."]
        )
    answer = ask(library, server, answer__query_engine=engine)
    assert answer.text
    assert answer.state is AnswerState.DONE
    if engine == "sql":
        assert [Path(source.file).name for source in answer.sources] == ["prices.csv"]


def test_an_agent_searches_tells_its_steps_and_is_cited(library: Worker, server: ScriptedServer) -> None:
    events: list[Event] = []
    unsubscribe = library.subscribe(events.append)
    answer = ask(library, server, answer__mode="agent", answer__chat_mode="react")
    unsubscribe()
    assert answer.text == "Green tea is brewed at eighty degrees [1]."
    assert [Path(citation.file).name for citation in answer.citations] == ["tea.md"]
    (step,) = answer.steps
    assert step.tool == "search"
    assert "eighty degrees" in step.observation
    assert [event.step for event in events if isinstance(event, AgentStepTaken)] == [step]


def test_a_model_with_functions_is_given_tools(library: Worker, server: ScriptedServer) -> None:
    def reply(body: dict[str, Any]) -> Reply:
        if any(message["role"] == MessageRole.TOOL for message in body["messages"]):
            return Reply(tokens=["Green tea is brewed at eighty degrees."])
        return Reply(tokens=[], tool_calls=[("search", '{"query": "green tea"}')], finish_reason="tool_calls")

    server.default = reply
    answer = ask(library, server, answer__mode="agent", answer__chat_mode="openai")
    assert [step.tool for step in answer.steps] == ["search"]
    assert [Path(citation.file).name for citation in answer.citations] == ["tea.md"]
    names = {tool["function"]["name"] for tool in server.chats[0].body["tools"]}
    assert {"search", "read_document", "list_documents", "summarise_document", "query_table"} <= names


def test_filters_and_postprocessors_narrow_down(library: Worker, server: ScriptedServer) -> None:
    answer = ask(library, server, retrieval__filters="file_name=cats.txt")
    assert {Path(source.file).name for source in answer.sources} == {"cats.txt"}
    answer = ask(library, server, retrieval__node_postprocessors="keyword required=degrees\nlong_context_reorder")
    assert {Path(source.file).name for source in answer.sources} == {"tea.md"}
    assert kinds(answer).count("reranking") == 5, "page evidence, mail, two of the settings, joining neighbours"


def test_a_summary_reads_everything(library: Worker, server: ScriptedServer) -> None:
    answer = ask(library, server, "What is this about?", answer__mode="summarise")
    assert {Path(source.file).name for source in answer.sources} == {"tea.md", "cats.txt", "prices.csv"}


def test_searching_only_asks_no_model(library: Worker, server: ScriptedServer) -> None:
    answer = ask(library, server, answer__mode="search")
    assert (answer.text, server.chats) == ("", [])
    assert answer.sources


@pytest.mark.parametrize("overrides", [{"answer__mode": "agent"}, {"answer__chat_mode": "simple"}], ids=str)
def test_what_needs_a_model_says_so(library: Worker, overrides: dict[str, str]) -> None:
    given = {key.replace("__", "."): value for key, value in overrides.items()}
    with pytest.raises(UserError, match="needs a language model"):
        library.answers.ask("lib", QUESTION, overrides=given).result(WAIT)


def test_the_trace_tells_what_was_found_and_sent(library: Worker, server: ScriptedServer) -> None:
    answer = ask(library, server)
    by_kind = {event.kind: event for event in answer.trace}
    assert {"retrieve", "reranking", "synthesize", "llm"} <= set(by_kind)
    assert any("tea.md" in str(node) for node in by_kind["retrieve"].payload["nodes"])  # type: ignore[attr-defined]
    assert "eighty degrees" in str(by_kind["llm"].payload["messages"])
    assert by_kind["llm"].payload["response"] == "Green tea is brewed at eighty degrees."
    assert json.loads(json.dumps([event.payload for event in answer.trace]))
    assert answer.usage.prompt_tokens > 100


def test_settings_of_the_library_and_of_the_conversation_apply_in_turn(library: Worker, server: ScriptedServer) -> None:
    connection = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
    library.libraries.set_settings(
        "lib", {**connection, "prompts.context_prompt": "Of the library: {context_str}"}
    ).result(WAIT)
    try:
        conversation = library.conversations.create("lib").result(WAIT)
        library.answers.ask("lib", QUESTION, conversation_id=conversation).result(WAIT)
        own = {"prompts.context_prompt": "Of the conversation: {context_str}"}
        library.conversations.set_settings(conversation, own).result(WAIT)
        library.answers.ask("lib", QUESTION, conversation_id=conversation).result(WAIT)
    finally:
        library.libraries.set_settings("lib", {}).result(WAIT)
    systems = [chat.body["messages"][0]["content"] for chat in server.chats]
    assert systems[0].startswith("Of the library: [1]")
    assert systems[-1].startswith("Of the conversation: [1]")
    with pytest.raises(UserError, match="must contain"):
        library.conversations.set_settings(conversation, {"prompts.context_prompt": "no place"}).result(WAIT)
    library.conversations.set_scope(conversation, ["/docs/a.pdf"]).result(WAIT)
    assert library.conversations.scope(conversation).result(WAIT) == ("/docs/a.pdf",)


def test_an_answer_can_have_the_form_of_a_schema(library: Worker, server: ScriptedServer) -> None:
    server.default = Reply(tokens=['{"degrees": 80}'])
    schema = {"type": "object", "properties": {"degrees": {"type": "integer"}}, "required": ["degrees"]}
    connection = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
    answer = library.answers.ask("lib", QUESTION, overrides=connection, output_schema=schema).result(WAIT)
    assert json.loads(answer.text) == {"degrees": 80}


def test_long_conversations_are_summed_up_where_that_is_wanted(library: Worker, server: ScriptedServer) -> None:
    conversation = library.conversations.create("lib").result(WAIT)
    values = {
        "llm.provider": "openai",
        "llm.base_url": server.base_url,
        "llm.model": server.models[0],
        "llm.context_window": 1200,
        "llm.max_tokens": 100,
        "answer.memory": "summary",
        "prompts.summarize_prompt": "SUM UP {chat_history}",
        "retrieval.similarity_top_k": 1,
    }
    library.conversations.set_settings(conversation, values).result(WAIT)
    for number in range(4):
        question = f"{QUESTION} {number} " + "please " * 100
        library.answers.ask("lib", question, conversation_id=conversation).result(WAIT)
    assert any("SUM UP" in str(chat.body["messages"]) for chat in server.chats)


def test_searching_only_looks_through_more_unless_a_number_is_chosen(library: Worker, server: ScriptedServer) -> None:
    everything = ask(library, server, "the", answer__mode="search")
    chosen = ask(library, server, "the", answer__mode="search", retrieval__similarity_top_k=1)
    assert modes.similarity_top_k(Config().overridden({"answer.mode": "search"})) == 20
    assert len(chosen.sources) == 1 < len(everything.sources)


def test_calls_that_write_an_answer_are_inside_its_stage(library: Worker, server: ScriptedServer) -> None:
    answer = ask(library, server, answer__response_mode="refine")
    stage = next(event for event in answer.trace if event.kind == "synthesize")
    calls = [event for event in answer.trace if event.kind == "llm"]
    assert len(calls) > 1
    assert {event.parent for event in calls} == {stage.id}


def test_an_agent_tells_its_passages_as_it_finds_them(library: Worker, server: ScriptedServer) -> None:
    events: list[Event] = []
    unsubscribe = library.subscribe(events.append)
    ask(library, server, answer__mode="agent", answer__chat_mode="react")
    unsubscribe()
    kinds_told = [type(event) for event in events]
    assert kinds_told.index(SourcesFound) < kinds_told.index(AnswerDelta)


def test_what_is_the_same_in_every_request_of_a_conversation_stands_first(
    library: Worker, server: ScriptedServer
) -> None:
    connection = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
    conversation = library.conversations.create("lib").result(WAIT)
    for question in (QUESTION, "How long do cats sleep?", "How long is green tea kept?", "What do cats do?"):
        library.answers.ask("lib", question, conversation_id=conversation, overrides=connection).result(WAIT)
    *_, before, last = (chat.body["messages"] for chat in server.chats if chat.body["messages"][0]["role"] == "system")
    same = next(i for i, (one, other) in enumerate(zip(before, last, strict=False)) if one != other)
    assert same == len(before) - 1 == 5, "the system message and both earlier turns"
    assert "Passages:" in last[-1]["content"]
