"""Workflows of a program's own."""

import asyncio
import threading

import pytest

from desktop_rag.agent.run_events import WorkflowTimeoutError
from desktop_rag.llamaindex.agent import Workflow, WorkflowValidationError, step
from desktop_rag.llamaindex.workflow.events import HumanResponseEvent, InputRequiredEvent, StartEvent, StopEvent
from desktop_rag.tools.context import Context
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
