"""What models, servers and people send that nobody expects: nothing crashes, nothing is lost without a word."""

import itertools
import json
import multiprocessing
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import CBEventType, event, leaf_event, running
from desktop_rag.core.jobs import Job
from desktop_rag.core.results.answers import Answer, AnswerState
from desktop_rag.core.schema import Matrix
from desktop_rag.services.answers.tracing import Tracer
from desktop_rag.services.embedding_child import ChildEmbedding
from desktop_rag.worker.worker import Worker
from tests.helpers.scripted_server import Reply, ScriptedServer

WAIT = 60
Breaking = Callable[[list[Job[Answer]]], Callable[..., Matrix]]
QUESTION = "How is green tea brewed?"


@pytest.fixture(autouse=True)
def nothing_left_over() -> None:
    """The shared worker keeps its threads from test to test; ``library`` checks at its end."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worker]:
    """A worker with one filled library, shared: nothing below changes it for the others."""
    root = tmp_path_factory.mktemp("hostile")
    (root / "tea.md").write_text("# Tea\n\nGreen tea is brewed at eighty degrees.\n\n## Storage\n\nKeep it dry.\n")
    worker = Worker(root / "data")
    try:
        worker.libraries.create("lib").result(WAIT)
        worker.files.add("lib", [root / "tea.md"]).result(WAIT)
        yield worker
    finally:
        worker.close()
        assert not multiprocessing.active_children()
        assert not [thread.name for thread in threading.enumerate() if thread.name.startswith("desktop-rag")]


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


def start(
    worker: Worker, server: ScriptedServer, question: str = QUESTION, conversation: str = "", **overrides: str | float
) -> Job[Answer]:
    """Begin to ask with settings written like ``answer__mode="agent"``."""
    connection = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
    given = {key.replace("__", "."): value for key, value in overrides.items()}
    return worker.answers.ask("lib", question, conversation_id=conversation, overrides={**connection, **given})


@pytest.mark.parametrize(("said", "thought"), [([], []), (["  \n"], []), ([], ["hm"])])
@pytest.mark.parametrize("chat_mode", ["condense_plus_context", "condense_question", "simple"])
def test_a_model_that_says_nothing_is_told_of(
    library: Worker, server: ScriptedServer, said: list[str], thought: list[str], chat_mode: str
) -> None:
    server.default = Reply(tokens=said, thoughts=thought)
    answer = start(library, server, answer__chat_mode=chat_mode).result(WAIT)
    assert answer.state is AnswerState.FAILED
    assert "returned no answer" in answer.notice


def test_the_words_of_a_model_are_never_taken_for_a_sign(library: Worker, server: ScriptedServer) -> None:
    """“Empty Response” is what LlamaIndex writes where nothing was found; a model may write it too."""
    server.default = Reply(tokens=["Empty Response"])
    answer = start(library, server, answer__chat_mode="simple").result(WAIT)
    assert (answer.text, answer.state, answer.notice) == ("Empty Response", AnswerState.DONE, "")


@pytest.mark.parametrize("retriever", ["hybrid", "bm25", "vector"])
def test_half_characters_in_a_question_are_no_obstacle(library: Worker, server: ScriptedServer, retriever: str) -> None:
    conversation = library.conversations.create("lib").result(WAIT)
    question = "green tea \ud83d \udcff"
    answer = start(library, server, question, conversation, retrieval__retriever=retriever).result(WAIT)
    assert answer.state is AnswerState.DONE
    assert library.search.passages("lib", question).result(WAIT)
    (turn,) = library.conversations.turns(conversation).result(WAIT)
    assert turn.question.startswith("green tea")


def test_half_characters_in_an_answer_are_replaced(library: Worker, server: ScriptedServer) -> None:
    chunk = json.dumps({"choices": [{"index": 0, "delta": {"content": "a\ud83db"}, "finish_reason": "stop"}]})
    server.default = Reply(body=f"data: {chunk}\n\ndata: [DONE]\n\n", content_type="text/event-stream")
    answer = start(library, server, answer__chat_mode="simple").result(WAIT)
    assert answer.text == "a\ufffdb"


def _stopping(job: list[Job[Answer]]) -> Callable[..., Matrix]:
    def embed(_: object, texts: Sequence[str]) -> Matrix:
        job[0].cancel()
        with event(CBEventType.EMBEDDING):  # raises, as every stage of a stopped job does
            raise AssertionError(texts)

    return embed


def _failing(_: list[Job[Answer]]) -> Callable[..., Matrix]:
    def embed(_: object, texts: Sequence[str]) -> Matrix:
        raise UserError(f"The server is gone ({len(texts)}).")

    return embed


@pytest.mark.parametrize("broken", [_stopping, _failing])
def test_an_answer_survives_a_stop_or_failure_while_it_is_given_its_citations(
    library: Worker,
    server: ScriptedServer,
    monkeypatch: pytest.MonkeyPatch,
    broken: Breaking,
) -> None:
    job: list[Job[Answer]] = []

    def reply(_: dict[str, Any]) -> Reply:
        monkeypatch.setattr(
            "desktop_rag.embeddings.cached.CachedEmbedding.get_text_embedding_batch", broken(job), raising=True
        )
        return Reply(tokens=["緑茶は八十度で淹れます [1]。"])  # in another language: meaning must decide

    server.default = reply
    conversation = library.conversations.create("lib").result(WAIT)
    job.append(start(library, server, conversation=conversation))
    answer = job[0].result(WAIT)
    assert answer.text.startswith("緑茶は八十度で淹れます")
    (turn,) = library.conversations.turns(conversation).result(WAIT)
    assert turn.answer is not None
    assert turn.answer.text == answer.text


@pytest.mark.slow
def test_a_long_text_being_embedded_can_be_stopped(tmp_path: Path) -> None:
    model = ChildEmbedding(tmp_path / "graph.json")
    try:
        model.get_query_embedding("warm")
        with running() as token:
            threading.Timer(0.2, token.cancel).start()
            began = time.monotonic()
            with pytest.raises(CancelledError):
                model.get_query_embedding("many words " * 20_000)
            assert time.monotonic() - began < 5
    finally:
        model.close()


def test_what_is_built_on_the_way_is_no_part_of_the_trace(library: Worker, server: ScriptedServer) -> None:
    server.default = Reply(tokens=["green tea, degrees"])
    answer = start(library, server, retrieval__retriever="keyword_table").result(WAIT)
    prompts = [str(stage.payload.get("messages")) for stage in answer.trace if stage.kind == "llm"]
    assert len(server.chats) > len(prompts) == 2  # the question's keywords, and the answer


def test_a_trace_is_never_large_and_parents_are_in_it() -> None:
    tracer = Tracer(lambda _: None, 1, lambda: None)
    with running(handlers=[tracer]), event(CBEventType.QUERY):
        for _ in range(2_000):
            with leaf_event(CBEventType.LLM, messages=[{"content": "x" * 30_000}] * 3):
                pass
    trace = tracer.trace()
    assert len(trace) <= 1_000
    assert len(json.dumps([stage.payload for stage in trace])) < 3_000_000
    known = {stage.id for stage in trace}
    assert all(stage.parent is None or stage.parent in known for stage in trace)


def test_a_server_is_sent_one_system_message_in_front(library: Worker, server: ScriptedServer) -> None:
    conversation = library.conversations.create("lib").result(WAIT)
    server.default = Reply(tokens=["Green tea is brewed at eighty degrees. " * 5])
    for number in range(4):
        start(
            library,
            server,
            f"{QUESTION} {number} " + "please " * 100,
            conversation,
            answer__memory="summary",
            llm__context_window=1200,
            llm__max_tokens=100,
        ).result(WAIT)
    for chat in server.chats:
        roles = [message["role"] for message in chat.body["messages"]]
        assert "system" not in roles[1:]
        talk = [role for role in roles if role != "system"]
        assert talk[0] == "user"
        assert all(a != b for a, b in itertools.pairwise(talk))


@pytest.mark.parametrize("address", ["http://[::1", "http://[", "::::"])
def test_an_address_that_is_none_is_said_plainly(library: Worker, server: ScriptedServer, address: str) -> None:
    with pytest.raises(UserError, match="is not an address"):
        start(library, server, llm__base_url=address).result(WAIT)


def test_an_answer_that_failed_at_once_has_no_numbers_above_nothing(library: Worker, server: ScriptedServer) -> None:
    server.default = Reply(status=400)
    answer = start(library, server, answer__response_mode="accumulate").result(WAIT)
    assert answer.state is AnswerState.FAILED
    assert "rejected the request" in answer.notice
    assert answer.text.startswith("> "), "quotations stand in its place, and nothing before them"
    assert {citation.marker for citation in answer.citations} <= {source.rank for source in answer.sources}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ["retriever", "router"])
def test_an_empty_library_says_so(library: Worker, server: ScriptedServer, engine: str) -> None:
    library.libraries.create(f"empty {engine}").result(WAIT)
    given = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
    job = library.answers.ask(f"empty {engine}", QUESTION, overrides={**given, "answer.query_engine": engine})
    assert "Nothing in this library" in job.result(WAIT).notice
