"""Workflows of a program's own."""

import asyncio
import threading
from typing import Annotated

import pytest
from pydantic import BaseModel, Field

from desktop_rag.agent.run_events import WorkflowTimeoutError
from desktop_rag.llamaindex.agent import Workflow, WorkflowValidationError, step
from desktop_rag.llamaindex.workflow.events import HumanResponseEvent, InputRequiredEvent, StartEvent, StopEvent
from desktop_rag.llamaindex.workflow.resource import Resource
from desktop_rag.llamaindex.workflow.retry_policy import ConstantDelayRetryPolicy
from desktop_rag.tools.context import Context, JsonSerializer
from desktop_rag.tools.events import Event


class Part(Event):
    """A part of the work."""

    number: int


class Done(Event):
    """A part that is done."""

    number: int


class Told(Event):
    """How far it is."""

    text: str = ""


class Squares(Workflow):
    """Squares numbers beside each other, and adds them up."""

    at_once = 0
    most = 0

    @step
    async def share(self, ctx: Context, ev: StartEvent) -> Part | None:
        await ctx.store.set("count", ev.count)
        for number in range(ev.count):
            ctx.send_event(Part(number=number))
        return None

    @step(num_workers=2)
    async def square(self, ctx: Context, ev: Part) -> Done:
        type(self).at_once += 1
        type(self).most = max(self.most, self.at_once)
        await asyncio.sleep(0.01)
        type(self).at_once -= 1
        ctx.write_event_to_stream(Told(text=f"{ev.number} squared"))
        return Done(number=ev.number**2)

    @step
    async def add(self, ctx: Context[dict], ev: Done) -> StopEvent | None:
        parts = ctx.collect_events(ev, [Done] * await ctx.store.get("count"))
        return None if parts is None else StopEvent(result=sum(part.number for part in parts))


def test_steps_set_each_other_off() -> None:
    async def run() -> tuple[list[str], object, int]:
        handler = Squares().run(count=5)
        told = [event async for event in handler.stream_events()]
        return [event.text for event in told[:-1]], await handler, len(told)

    texts, result, count = asyncio.run(run())
    assert sorted(texts) == [f"{number} squared" for number in range(5)]
    assert (result, count, Squares.most) == (30, 6, 2)


class Asks(Workflow):
    """Asks the person, and tries again."""

    @step
    def begin(self, ev: StartEvent | Told) -> InputRequiredEvent:
        assert threading.current_thread() is not threading.main_thread()
        return InputRequiredEvent(prefix=f"{ev.get('text', 'Name')}?")

    @step
    async def end(self, ctx: Context, ev: HumanResponseEvent) -> StopEvent | Told:
        async with ctx.store.edit_state() as state:
            state.tries = state.get("tries", 0) + 1
            with pytest.raises(AttributeError):
                print(state.none)
        return StopEvent(result=ev.response) if ev.response else Told(text="Again")


def test_a_person_is_asked() -> None:
    async def run() -> tuple[list[str], object, object]:
        workflow, asked, answers = Asks(verbose=True), [], iter(["", "Ann"])
        ctx = Context(workflow)
        handler = workflow.run(ctx=ctx)
        async for event in handler.stream_events():
            if isinstance(event, InputRequiredEvent):
                asked.append(event.prefix)
                handler.ctx.send_event(HumanResponseEvent(response=next(answers)))
        return asked, await handler, await ctx.get("tries")

    assert asyncio.run(run()) == (["Name?", "Again?"], "Ann", 2)


class Own(StartEvent):
    """A program's own beginning."""

    what: str = "fail"


class Result(StopEvent):
    """A program's own end."""


class Chooses(Workflow):
    """Ends in one way or another."""

    @step
    async def begin(self, ev: Own) -> StopEvent:
        if ev.what == "fail":
            raise KeyError("it failed")
        if ev.what == "wait":
            await asyncio.sleep(10)
        return Result(result=ev.what)


async def awaited(workflow: Workflow, **given: str) -> object:
    return await workflow.run(**given)


def test_a_run_ends_as_its_steps_do() -> None:
    with pytest.raises(KeyError, match="it failed"):
        asyncio.run(awaited(Chooses()))
    with pytest.raises(WorkflowTimeoutError, match=r"0\.05"):
        asyncio.run(awaited(Chooses(timeout=0.05), what="wait"))
    result = asyncio.run(awaited(Chooses(timeout=None), what="end"))
    assert isinstance(result, Result)
    assert result.result == "end"

    async def cancelled() -> bool:
        handler = Chooses().run(start_event=Own(what="wait"))
        await asyncio.sleep(0)
        await handler.cancel_run()
        return handler.is_done()

    assert asyncio.run(cancelled())


def test_steps_have_to_fit() -> None:
    class Endless(Workflow):
        @step
        async def never(self, ev: Part) -> StopEvent:
            return StopEvent()

    class Untold(Workflow):
        @step
        async def begin(self, text: str) -> StopEvent:
            return StopEvent(result=text)

    for workflow in (Endless(), Untold()):
        with pytest.raises(WorkflowValidationError):
            asyncio.run(awaited(workflow))


def test_a_store_is_read_and_put_as_a_whole() -> None:
    class Settings:
        def __init__(self) -> None:
            self.colour = "red"

    async def run() -> tuple[object, ...]:
        store = Context(Chooses()).store
        await store.set("memory", memory := object())
        await store.set_state({"count": 1})
        await store.set_state(Settings())
        state = await store.get_state()
        state.count = 5
        told = (state.colour, await store.get("count"), "memory" in state)
        await store.clear()
        return *told, await store.get("count", default=None), await store.get("memory") is memory

    assert asyncio.run(run()) == ("red", 1, False, None, True)


class Counted(BaseModel):
    """What a workflow counts."""

    count: int = 0
    names: list[str] = Field(default_factory=list)


class Counting(Workflow):
    """Counts its runs in a state of its own class."""

    @step
    async def count(self, ctx: Context[Counted], ev: StartEvent) -> StopEvent:
        async with ctx.store.edit_state() as state:
            state.count += 1
            state.names.append(ev.name)
        state = await ctx.store.get_state()
        return StopEvent(result=(type(state), state.count, await ctx.store.get("names")))


def test_a_state_of_a_class_of_ones_own() -> None:
    async def run() -> None:
        workflow = Counting()
        ctx = Context(workflow)
        assert await workflow.run(ctx=ctx, name="first") == (Counted, 1, ["first"])
        again = Context.from_dict(workflow, ctx.to_dict(serializer=JsonSerializer()), serializer=JsonSerializer())
        assert await workflow.run(ctx=again, name="second") == (Counted, 2, ["first", "second"])
        assert await workflow.run(name="other") == (Counted, 1, ["other"])

    asyncio.run(run())


def test_a_state_that_cannot_be_is_refused() -> None:
    class Wrong(Workflow):
        @step
        async def only(self, ctx: Context[Counted], ev: StartEvent) -> StopEvent:
            await ctx.store.set("count", "many")
            return StopEvent(result=await ctx.store.get_state())

    with pytest.raises(ValueError, match="count"):
        asyncio.run(_result(Wrong()))


async def _result(workflow: Workflow) -> object:
    return await workflow.run()


class Flaky(Workflow):
    """Fails until it has been tried often enough."""

    needed = 3
    attempts = 0

    @step(retry_policy=ConstantDelayRetryPolicy(maximum_attempts=3, delay=0.001))
    def only(self, ev: StartEvent) -> StopEvent:
        self.attempts += 1
        if self.attempts < self.needed:
            raise ValueError(f"attempt {self.attempts}")
        return StopEvent(result=self.attempts)


def test_a_step_that_fails_is_tried_again() -> None:
    assert asyncio.run(_result(Flaky())) == 3
    stubborn = Flaky()
    stubborn.needed = 9
    with pytest.raises(ValueError, match="attempt 3"):
        asyncio.run(_result(stubborn))


def test_steps_share_resources() -> None:
    made: list[str] = []

    def store() -> list[str]:
        made.append("store")
        return []

    async def client(store: Annotated[list[str], Resource(store)]) -> tuple[str, list[str]]:
        made.append("client")
        return "client", store

    class Resourceful(Workflow):
        @step
        async def first(
            self,
            ev: StartEvent,
            store: Annotated[list[str], Resource(store)],
            fresh: Annotated[list, Resource(list, cache=False)],
        ) -> Part:
            store.append("first")
            fresh.append(1)
            return Part(number=len(fresh))

        @step
        async def second(self, ev: Part, client: Annotated[tuple, Resource(client)]) -> StopEvent:
            name, kept = client
            return StopEvent(result=(name, kept, ev.number))

    workflow = Resourceful()
    assert asyncio.run(_result(workflow)) == ("client", ["first"], 1)
    assert made == ["store", "client"]
    assert asyncio.run(_result(workflow)) == ("client", ["first", "first"], 1)
    assert made == ["store", "client"]
