"""What “Why this answer?” is told: in order, never too large, whatever the stages said."""

import json
import threading
from collections.abc import Callable

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import AgentStepTaken, AnswerStage, Event, ModelAwaited
from desktop_rag.core.instrumentation import CBEventType, event, running
from desktop_rag.core.parallel import run_parallel
from desktop_rag.core.results.answers import AgentStep, Usage
from desktop_rag.services.answers.tracing import Tracer


class Heard:
    """A tracer and what it told."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.steps_taken = 0
        self.tracer = Tracer(self.events.append, 7, self._step)

    def _step(self) -> None:
        self.steps_taken += 1

    def run(self, work: Callable[[], object]) -> None:
        with running(handlers=[self.tracer]):
            work()

    @property
    def stages(self) -> list[str]:
        return [event.stage for event in self.events if isinstance(event, AnswerStage)]


@pytest.fixture
def heard() -> Heard:
    return Heard()


def test_stages_stand_inside_each_other_as_they_ran(heard: Heard) -> None:
    def work() -> None:
        with event(CBEventType.QUERY, query_str="tea"):
            with event(CBEventType.RETRIEVE) as search:
                search.payload["nodes"] = []
            with event(CBEventType.LLM):
                pass

    heard.run(work)
    trace = heard.tracer.trace()
    assert [(one.kind, one.parent) for one in trace] == [("query", None), ("retrieve", 1), ("llm", 1)]
    assert trace[0].payload == {"query_str": "tea"}
    assert trace[1].payload == {"nodes": []}
    assert trace[0].seconds >= trace[1].seconds


def test_a_stage_that_failed_says_why(heard: Heard) -> None:
    def work() -> None:
        with event(CBEventType.LLM):
            raise UserError("The server is gone.")

    with pytest.raises(UserError):
        heard.run(work)
    assert [one.error for one in heard.tracer.trace()] == ["The server is gone."]


@pytest.mark.parametrize(
    ("kinds", "stages"),
    [
        ([CBEventType.RETRIEVE], ["searching"]),
        ([CBEventType.RETRIEVE, CBEventType.RERANKING], ["searching"]),
        ([CBEventType.AGENT_STEP, CBEventType.RETRIEVE, CBEventType.AGENT_STEP], ["thinking", "searching", "thinking"]),
        ([CBEventType.SUB_QUESTION], ["writing queries"]),
        ([CBEventType.LLM, CBEventType.EMBEDDING, CBEventType.TEMPLATING], []),
    ],
)
def test_people_hear_what_is_happening_once(heard: Heard, kinds: list[CBEventType], stages: list[str]) -> None:
    def work() -> None:
        for kind in kinds:
            with event(kind):
                pass

    heard.run(work)
    assert heard.stages == stages


def test_a_model_is_awaited_from_its_first_call_to_its_last_word(heard: Heard) -> None:
    both = threading.Barrier(2)

    def call(_: int) -> None:
        with event(CBEventType.LLM):
            both.wait(30)

    def work() -> None:
        with event(CBEventType.RETRIEVE):
            pass
        with event(CBEventType.LLM):
            pass
        heard.tracer.tell("checking")
        run_parallel(call, [1, 2])

    heard.run(work)
    told = [one.is_awaited if isinstance(one, ModelAwaited) else one.stage for one in heard.events]
    assert told == ["searching", True, False, "checking", True, False]


def test_a_model_that_fails_is_not_awaited_any_more(heard: Heard) -> None:
    def work() -> None:
        with event(CBEventType.LLM):
            raise UserError("The server is gone.")

    with pytest.raises(UserError):
        heard.run(work)
    assert heard.events == [ModelAwaited(7, is_awaited=True), ModelAwaited(7, is_awaited=False)]


def test_the_same_stage_is_told_again_with_other_details(heard: Heard) -> None:
    for detail in ("1 of 2", "2 of 2", ""):
        heard.tracer.tell("building", detail)
    heard.tracer.tell("")
    assert heard.events == [AnswerStage(7, "building", "1 of 2"), AnswerStage(7, "building", "2 of 2")]


def test_the_steps_of_an_agent_are_numbered_and_its_answer_is_none(heard: Heard) -> None:
    def work() -> None:
        for tool in ("search", "read_document", ""):
            with event(CBEventType.AGENT_STEP) as step:
                step.payload.update(tool=tool, thought=f"about {tool}", arguments="{}", observation="found")

    heard.run(work)
    assert heard.tracer.steps == (
        AgentStep(1, "about search", "search", "{}", "found"),
        AgentStep(2, "about read_document", "read_document", "{}", "found"),
    )
    assert [one.step for one in heard.events if isinstance(one, AgentStepTaken)] == list(heard.tracer.steps)
    assert heard.steps_taken == 2


@pytest.mark.parametrize(
    ("counts", "usage"),
    [
        ([], Usage(None, None)),
        ([(None, None)], Usage(None, None)),
        ([(11, 7), (5, 0)], Usage(16, 7)),
        ([(11, None), (None, 3), (4, None)], Usage(15, 3)),
        ([("eleven", True)], Usage(None, None)),
    ],
    ids=["no call", "not counted", "summed", "in part", "no numbers"],
)
def test_tokens_are_summed_where_servers_counted(
    heard: Heard, counts: list[tuple[object, object]], usage: Usage
) -> None:
    def work() -> None:
        with event(CBEventType.RETRIEVE, prompt_tokens=1000):
            pass
        for prompt, completion in counts:
            with event(CBEventType.LLM, prompt_tokens=prompt, completion_tokens=completion):
                pass

    heard.run(work)
    assert heard.tracer.usage() == usage


def test_long_texts_are_cut_wherever_they_stand(heard: Heard) -> None:
    long = "x" * 30_000

    def work() -> None:
        with event(CBEventType.LLM, response=long, messages=[{"role": "user", "content": long}], kept="y" * 20_000):
            pass

    heard.run(work)
    (stage,) = heard.tracer.trace()
    cut = "x" * 20_000 + "…"
    assert stage.payload == {"response": cut, "messages": [{"role": "user", "content": cut}], "kept": "y" * 20_000}


def test_a_payload_is_json_whatever_was_told(heard: Heard) -> None:
    def work() -> None:
        with event(CBEventType.RETRIEVE, kind=CBEventType.LLM, pair=(1, None), by_number={1: True}, many=[0] * 300):
            pass

    heard.run(work)
    (stage,) = heard.tracer.trace()
    assert json.loads(json.dumps(stage.payload)) == stage.payload
    assert stage.payload["pair"] == [1, None]
    assert stage.payload["by_number"] == {"1": True}
    assert stage.payload["many"] == [0] * 200


def test_very_many_stages_leave_the_first_and_the_last(heard: Heard) -> None:
    def work() -> None:
        with event(CBEventType.QUERY):
            for number in range(1499):
                with event(CBEventType.LLM, number=number):
                    pass

    heard.run(work)
    trace = heard.tracer.trace()
    assert len(trace) == 1000
    assert (trace[0].kind, trace[-1].payload["number"]) == ("query", 1498)
    assert [one.id for one in trace] == [*range(1, 501), *range(1001, 1501)]


def test_a_parent_that_was_left_out_is_no_parent(heard: Heard) -> None:
    def work() -> None:
        for _ in range(600):
            with event(CBEventType.EMBEDDING):
                pass
        with event(CBEventType.QUERY):
            for _ in range(900):
                with event(CBEventType.LLM):
                    pass

    heard.run(work)
    trace = heard.tracer.trace()
    known = {one.id for one in trace}
    assert 601 not in known
    assert all(one.parent is None for one in trace)


def test_a_trace_is_never_large_and_keeps_the_beginning_of_every_text(heard: Heard) -> None:
    def work() -> None:
        for _ in range(900):
            with event(CBEventType.LLM, prompt="p" * 20_000, response="r" * 20_000):
                pass

    heard.run(work)
    trace = heard.tracer.trace()
    assert len(trace) == 900
    assert sum(len(json.dumps(one.payload)) for one in trace) <= 2_000_000
    assert all(str(one.payload["prompt"]).startswith("p" * 100) for one in trace)
