"""Handlers hear of a program's calls, of those of one part, and of what a program tells of itself."""

import logging
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from desktop_rag import Settings
from desktop_rag.callbacks.base import BaseCallbackHandler, CallbackManager, EventPayload
from desktop_rag.core.instrumentation import CBEventType, event, running
from desktop_rag.llamaindex.callbacks import LlamaDebugHandler, TokenCountingHandler
from tests.helpers.scripted_llm import ScriptedLLM


class Diary(BaseCallbackHandler):
    """What a program writes itself."""

    def __init__(self, **ignored: list[CBEventType]) -> None:
        super().__init__(**ignored)
        self.lines: list[tuple[str, ...]] = []
        self.payloads: list[Mapping[str, Any]] = []

    def on_event_start(
        self,
        event_type: CBEventType,
        payload: Mapping[str, Any] | None = None,
        event_id: str = "",
        parent_id: str = "",
        **_others: object,
    ) -> str:
        self.lines.append(("start", event_type.value, event_id, parent_id))
        return event_id

    def on_event_end(
        self, event_type: CBEventType, payload: Mapping[str, Any] | None = None, event_id: str = "", **_others: object
    ) -> None:
        self.lines.append(("end", event_type.value, event_id))
        self.payloads.append(payload or {})

    def start_trace(self, trace_id: str | None = None) -> None:
        self.lines.append(("trace", str(trace_id)))

    def end_trace(self, trace_id: str | None = None, trace_map: Mapping[str, list[str]] | None = None) -> None:
        self.lines.append(("done", str(trace_id), str(sum(map(len, (trace_map or {}).values())))))


@pytest.fixture
def diary() -> Iterator[Diary]:
    handler = Diary()
    Settings.callback_manager = CallbackManager([handler])
    yield handler
    Settings.callback_manager = None


def test_a_programs_manager_hears_of_every_call(diary: Diary) -> None:
    with event(CBEventType.QUERY, query_str="Who sleeps?"):
        ScriptedLLM(["The cat."]).complete("Who sleeps?")
    kinds = [line[:2] for line in diary.lines]
    assert kinds[0] == ("trace", "query")
    assert kinds[-1] == ("done", "query")
    assert ("start", "llm") in kinds
    ids = {line[1]: line[2:] for line in diary.lines if line[0] == "start"}
    assert ids["llm"][1] == ids["query"][0], "a call inside another says so"
    assert ids["query"][1] == "root"
    answers = [payload[EventPayload.RESPONSE] for payload in diary.payloads if EventPayload.RESPONSE in payload]
    assert answers == ["The cat."]


def test_it_hears_nothing_of_jobs(diary: Diary) -> None:
    with running():
        ScriptedLLM().complete("Who sleeps?")
    assert diary.lines == []


async def _ask(llm: ScriptedLLM) -> None:
    await llm.acomplete("Who sleeps?")


def test_it_hears_of_what_is_awaited_too(diary: Diary) -> None:
    import asyncio

    asyncio.run(_ask(ScriptedLLM()))
    assert ("start", "llm") in [line[:2] for line in diary.lines]


def test_ids_of_two_jobs_are_never_the_same() -> None:
    diary = Diary()
    for _ in range(2):
        with running(handlers=[diary]), event(CBEventType.QUERY):
            pass
    starts = [line[2] for line in diary.lines if line[0] == "start"]
    assert len(set(starts)) == len(starts) == 2


def test_kinds_that_are_ignored_are_not_heard_of() -> None:
    diary = Diary(event_starts_to_ignore=[CBEventType.QUERY], event_ends_to_ignore=[CBEventType.TREE])
    manager = CallbackManager([diary])
    for kind in (CBEventType.QUERY, CBEventType.TREE):
        manager.on_event_end(kind, event_id=manager.on_event_start(kind))
    with running(handlers=[manager]):
        for kind in (CBEventType.QUERY, CBEventType.TREE):
            with event(kind):
                pass
    told = [line[:2] for line in diary.lines if line[0] in {"start", "end"}]
    assert told == [("end", "query"), ("start", "tree")] * 2


def test_a_program_tells_of_stages_of_its_own() -> None:
    diary = Diary()
    manager = CallbackManager()
    manager.add_handler(diary)
    with manager.as_trace("mine"), manager.event(CBEventType.QUERY, {EventPayload.QUERY_STR: "Who?"}) as outer:
        with manager.event(CBEventType.LLM):
            pass
        outer.on_end({EventPayload.RESPONSE: "Nobody."})
    assert [line[0] for line in diary.lines] == ["trace", "start", "start", "end", "end", "done"]
    assert diary.lines[2][3] == diary.lines[1][2]
    assert diary.payloads[-1] == {EventPayload.RESPONSE: "Nobody."}
    manager.remove_handler(diary)
    with manager.event(CBEventType.QUERY):
        pass
    assert len(diary.lines) == 6


def test_what_ends_a_stage_early_is_told_once() -> None:
    diary = Diary()
    manager = CallbackManager([diary])
    with pytest.raises(KeyError), manager.event(CBEventType.QUERY), manager.event(CBEventType.TREE):
        raise KeyError("gone")
    assert [isinstance(payload.get(EventPayload.EXCEPTION), KeyError) for payload in diary.payloads] == [True, False]


def test_the_tree_of_a_trace(
    diary: Diary, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    debug = LlamaDebugHandler()
    Settings.callback_manager.set_handlers([debug, diary])
    with event(CBEventType.QUERY):
        ScriptedLLM(["The cat."]).complete("Who sleeps?")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "Trace: query"
    assert lines[2].startswith("    |_query -> ")
    assert lines[3].startswith("      |_llm -> ")
    ((began, ended),) = debug.get_llm_inputs_outputs()
    assert began.id_ == ended.id_
    assert ended.payload is not None
    assert ended.payload["response"] == "The cat."
    assert debug.get_event_time_info(CBEventType.QUERY).total_count == 1
    assert debug.get_event_time_info().total_secs >= 0
    debug.flush_event_logs()
    assert debug.sequential_events == []
    with pytest.raises(ValueError, match="no stage"):
        debug.get_event_time_info()
    debug.logger = logging.getLogger("tree")
    with caplog.at_level(logging.DEBUG):
        debug.print_trace_map()
    assert "Trace: query" in caplog.text
    assert capsys.readouterr().out == ""


def test_one_handler_counts_what_a_program_asks(diary: Diary) -> None:
    counter = TokenCountingHandler(str.split)
    Settings.callback_manager.add_handler(counter)
    ScriptedLLM(["two words"]).complete("one two three")
    assert (counter.prompt_llm_token_count, counter.completion_llm_token_count) == (3 + 4, 2)
    (counted,) = counter.llm_token_counts
    assert (counted.prompt, counted.completion) == ("one two three", "two words")
    counter.on_event_end(CBEventType.EMBEDDING, {EventPayload.CHUNKS: ["one", "two three"]}, "mine")
    assert counter.embedding_token_counts[0].total_token_count == counter.total_embedding_token_count == 3
    assert diary.lines
