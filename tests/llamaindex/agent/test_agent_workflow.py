"""Several agents in one conversation, what tools ask the person, and answers in a form."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from pydantic import BaseModel

from desktop_rag.agent.base import BaseAgent
from desktop_rag.agent.function_agent import FunctionAgent
from desktop_rag.agent.react_agent import ReActAgent
from desktop_rag.agent.run_events import (
    AgentInput,
    AgentOutput,
    AgentStream,
    AgentStreamStructuredOutput,
    ToolCallResult,
)
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.instrumentation import running
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.parallel import finished
from desktop_rag.llamaindex.agent import AgentWorkflow
from desktop_rag.llamaindex.llms.custom import MockFunctionCallingLLM
from desktop_rag.llamaindex.workflow.events import HumanResponseEvent, InputRequiredEvent
from desktop_rag.llms.types import ToolSelection
from desktop_rag.memory.chat_memory_buffer import ChatMemoryBuffer
from desktop_rag.tools.context import Context, JsonSerializer
from desktop_rag.tools.events import Event


def said(text: str, *calls: tuple[str, dict[str, object]]) -> ChatMessage:
    chosen = [ToolSelection(str(number), name, given) for number, (name, given) in enumerate(calls)]
    return ChatMessage(MessageRole.ASSISTANT, text, additional_kwargs={"tool_calls": chosen})


class Said(MockFunctionCallingLLM):
    """Says one thing after the other, the last one again and again; ``told`` is what it was told."""

    def __init__(self, *messages: ChatMessage) -> None:
        self.told: list[list[ChatMessage]] = []
        super().__init__(response_generator=self._next)
        self._messages = messages

    def _next(self, messages: list[ChatMessage]) -> ChatMessage:
        self.told.append(messages)
        return self._messages[min(len(self.told), len(self._messages)) - 1]


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


def look_up(place: str) -> str:
    """Look a place up."""
    return f"{place}: 5 and 3"


def agent(name: str, *messages: ChatMessage, tools: Sequence[Callable[..., object]] = ()) -> FunctionAgent:
    return FunctionAgent(tools, Said(*messages), name=name, description=f"is good at {name}")


def handoff(to_agent: str) -> ChatMessage:
    return said("I hand over.", ("handoff", {"to_agent": to_agent, "reason": "it is arithmetic"}))


async def heard(workflow: BaseAgent, message: str = "5 + 3?", **options: object) -> tuple[list[object], object]:
    handler = workflow.run(message, **options)  # type: ignore[arg-type]
    events = [event async for event in handler.stream_events()]
    return events, await handler


def told_to(one: BaseAgent, request: int = 0) -> list[ChatMessage]:
    assert isinstance(one.llm, Said)
    return one.llm.told[request]


def test_one_hands_over_to_another() -> None:
    steps = [said('Thought: t\nAction: add\nAction Input: {"a": 5, "b": 3}'), said("Thought: d\nAnswer: It is 8.")]
    reader = agent("reader", said("", ("look_up", {"place": "there"})), handoff("calculator"), tools=[look_up])
    counts = ReActAgent([add], Said(*steps), name="calculator")
    workflow = AgentWorkflow([counts, reader], root_agent="reader")
    memory = ChatMemoryBuffer.from_defaults()
    events, answer = asyncio.run(heard(workflow, memory=memory))
    assert str(answer) == "It is 8.", "what is handed over is no part of the answer"
    assert isinstance(answer, AgentOutput)
    assert (answer.response.content, answer.sources[-1].content, answer.source_nodes) == ("It is 8.", "8", [])
    assert (answer.metadata["iterations"], str(answer.answer)) == (2, "It is 8.")
    asked = [event.current_agent_name for event in events if isinstance(event, AgentInput)]
    assert asked == ["reader", "reader", "calculator", "calculator"]
    pieces = [event for event in events if isinstance(event, AgentStream)]
    assert {event.current_agent_name for event in pieces} == {"calculator"}
    outputs = [event for event in events if isinstance(event, AgentOutput)]
    planned = [(one.current_agent_name, [call.tool_name for call in one.tool_calls]) for one in outputs]
    steps_of_all = [("reader", ["look_up"]), ("reader", ["handoff"]), ("calculator", ["add"])]
    assert planned == [*steps_of_all, ("calculator", ["look_up", "handoff", "add"])]
    called = [event.tool_name for event in events if isinstance(event, ToolCallResult)]
    assert called == ["look_up", "handoff", "add"]
    told = told_to(counts)[-1].content
    assert told.startswith("5 + 3?")
    assert "it is arithmetic" in told
    assert "there: 5 and 3" in told, "what was found goes along"
    assert [one.content for one in memory.get_all()] == ["5 + 3?", "It is 8."]
    assert [tool.metadata.name for tool in reader.tools] == ["look_up"], "the agent itself is as it was"


def test_who_may_go_on() -> None:
    shy = FunctionAgent((), Said(handoff("c"), said("Then I do it.")), name="a", can_handoff_to=["b"])
    events, answer = asyncio.run(heard(AgentWorkflow([shy, agent("b"), agent("c")], root_agent="a")))
    assert str(answer) == "Then I do it."
    assert "Agent c not found" in str(events)
    assert str(AgentWorkflow([agent("a", handoff("a"), said("Alone."))]).chat("Who?")) == "Alone."


def test_nobody_hands_over_for_ever() -> None:
    first = agent("a", *[handoff("b")] * 3, said("I do it."))
    second = agent("b", handoff("a"))
    answer = AgentWorkflow([first, second], root_agent="a", early_stopping_method="generate")
    answer.max_iterations = 3
    assert answer.chat("Who?").response
    assert len(first.llm.told) + len(second.llm.told) <= 8  # type: ignore[attr-defined]


def test_workflows_that_cannot_begin() -> None:
    with pytest.raises(ValueError, match="At least one agent"):
        AgentWorkflow([])
    with pytest.raises(ValueError, match="Exactly one root agent"):
        AgentWorkflow([agent("a"), agent("b")])
    with pytest.raises(ValueError, match="not found"):
        AgentWorkflow([agent("a")], root_agent="b")
    with pytest.raises(ValueError, match="name of its own"):
        AgentWorkflow([agent("a"), agent("a")], root_agent="a")
    with pytest.raises(TypeError, match="'verbos'"):
        FunctionAgent(llm=Said(), verbos=True)  # type: ignore[call-arg]


def test_tools_share_a_state_which_the_model_is_told() -> None:
    async def count(by: int, ctx_val: Context) -> str:
        """Count."""
        state = await ctx_val.store.get("state")
        state["counter"] += by
        await ctx_val.store.set("state", state)
        return f"now {state}"

    beginning = {"counter": 0}
    counting = agent("a", said("", ("count", {"by": 2})), said("Counted."), tools=[count])
    workflow = AgentWorkflow([counting], initial_state=beginning, state_prompt="State: {state}. Message: {msg} {json}")
    context = Context(workflow)
    memory = ChatMemoryBuffer.from_defaults()
    asyncio.run(heard(workflow, "go", ctx=context, memory=memory))
    assert told_to(counting)[-1].content == "State: {'counter': 0}. Message: go {json}"
    asyncio.run(heard(workflow, "again", ctx=context, memory=memory))
    assert told_to(counting, 2)[-1].content == "State: {'counter': 2}. Message: again {json}"
    assert [one.content for one in memory.get_all()] == ["go", "Counted.", "again", "Counted."]
    assert beginning == {"counter": 0}


async def ask(ctx: Context) -> str:
    """Ask for a name."""
    answer = await ctx.wait_for_event(
        HumanResponseEvent, InputRequiredEvent(prefix="Your name?"), requirements={"user": "ann"}
    )
    return f"Your name is {answer.response}."


def asking() -> AgentWorkflow:
    return AgentWorkflow([agent("a", said("", ("ask", {})), said("Asked."), tools=[ask])])


def test_a_tool_asks_the_person() -> None:
    async def run() -> str:
        handler = asking().run("go")
        async for event in handler.stream_events():
            if isinstance(event, InputRequiredEvent):
                assert event.prefix == "Your name?"
                handler.ctx.send_event(HumanResponseEvent(response="No", user="bob"))
                handler.ctx.send_event(HumanResponseEvent(response="Ann", user="ann"))
        return (await handler).sources[0].content

    assert asyncio.run(run()) == "Your name is Ann."


def test_a_run_that_asks_is_cancelled_and_taken_up() -> None:
    async def run() -> str:
        handler = asking().run("go")
        async for event in handler.stream_events():
            if isinstance(event, InputRequiredEvent):
                await handler.cancel_run()
                break
        kept = handler.ctx.to_dict()
        workflow = asking()
        again = workflow.run("go", ctx=Context.from_dict(workflow, kept))
        again.ctx.send_event(HumanResponseEvent(response="Ann", user="ann"))
        return (await again).sources[0].content

    assert asyncio.run(run()) == "Your name is Ann."


def test_waiting_ends() -> None:
    context, token = Context(agent("a")), CancelToken()
    with pytest.raises(TimeoutError):
        asyncio.run(context.wait_for_event(HumanResponseEvent, timeout=0.01))
    context.listener = lambda _: token.cancel()
    with running(token), pytest.raises(CancelledError):
        finished(lambda: context.wait_for_event(HumanResponseEvent, InputRequiredEvent(prefix="?")))


def test_a_context_is_kept() -> None:
    workflow = asking()
    context = Context(workflow, {"counter": 1})
    context.memory.put(ChatMessage(content="hello"))
    again = Context.from_dict(workflow, context.to_dict())
    assert (again.memory.get_all(), again.store.state) == (context.memory.get_all(), {"counter": 1})
    written = json.dumps(context.to_dict(JsonSerializer()))
    again = Context.from_dict(workflow, json.loads(written), JsonSerializer())
    assert (again.memory.get_all(), again.store.state) == (context.memory.get_all(), {"counter": 1})
    asyncio.run(context.store.set("workflow", workflow))
    with pytest.raises(TypeError):
        context.to_dict(serializer=JsonSerializer())


def test_one_question_is_told_once() -> None:
    async def ask_twice() -> list[str]:
        asked = InputRequiredEvent(prefix="?")
        waiting = [context.wait_for_event(HumanResponseEvent, asked, waiter_id="name") for _ in range(2)]
        tasks = [asyncio.create_task(one) for one in waiting]
        await asyncio.sleep(0)
        for name in ("Ann", "Bob"):
            context.send_event(HumanResponseEvent(response=name))
        return [event.response for event in await asyncio.gather(*tasks)]

    context, told = Context(agent("a")), []
    context.listener = told.append
    assert (asyncio.run(ask_twice()), len(told)) == (["Ann", "Bob"], 1)


class Progress(Event):
    """A program's own event."""

    of: int = 3


def test_a_tool_tells_how_far_it_is() -> None:
    def work(ctx: Context) -> str:
        """Work."""
        ctx.write_event_to_stream(Progress(done=1))
        return "done"

    events, _ = asyncio.run(heard(agent("a", said("", ("work", {})), said("Done."), tools=[work])))
    (told,) = [event for event in events if isinstance(event, Progress)]
    assert (told.done, told.of, told.get("none", 0), str(told)) == (1, 3, 0, "Progress(of=3, done=1)")
    with pytest.raises(AttributeError, match="'nothing'"):
        told.nothing  # noqa: B018


class Place(BaseModel):
    """A form."""

    name: str
    height: int


@dataclass
class Peak:
    """Another form."""

    name: str


FORM = '{"name": "Zugspitze", "height": 2962}'


def test_an_answer_in_a_form() -> None:
    llm = Said(said("It is the Zugspitze, 2962 m."), said(FORM))
    events, answer = asyncio.run(heard(FunctionAgent(llm=llm, output_cls=Place), "Which?"))
    assert str(answer) == "It is the Zugspitze, 2962 m."
    assert answer.structured_response == {"name": "Zugspitze", "height": 2962}  # type: ignore[attr-defined]
    assert answer.get_pydantic_model(Place) == Place(name="Zugspitze", height=2962)  # type: ignore[attr-defined]
    (told,) = [event for event in events if isinstance(event, AgentStreamStructuredOutput)]
    assert str(told) == json.dumps(json.loads(FORM), indent=4)
    done = events[-1]
    assert isinstance(done, AgentOutput)
    assert done.structured_response == told.output
    assert "2962 m" in llm.told[-1][0].content
    assert answer is done
    _, plain = asyncio.run(heard(FunctionAgent(llm=Said(said("Hi")))))
    assert plain.get_pydantic_model(Place) is None  # type: ignore[attr-defined]


def test_a_form_is_filled_in_by_a_function() -> None:
    async def fill(messages: list[ChatMessage]) -> Peak:
        await asyncio.sleep(0)
        return Peak(messages[-1].content)

    def form(messages: list[ChatMessage]) -> dict[str, object]:
        return {"name": messages[0].content}

    for function, name in ((fill, "Hi."), (form, "Who?")):
        workflow = AgentWorkflow.from_tools_or_functions(
            [add], Said(said("Hi.")), "Be brief.", structured_output_fn=function, streaming=False
        )
        events, answer = asyncio.run(heard(workflow, "Who?"))
        assert answer.get_pydantic_model(Peak) == Peak(name)  # type: ignore[attr-defined]
        assert not [event for event in events if isinstance(event, AgentStream)]


def test_a_workflow_of_tools_takes_the_agent_that_fits() -> None:
    llm = MockFunctionCallingLLM(response_generator=lambda told: ChatMessage("assistant", told[0].content))
    (one,) = AgentWorkflow.from_tools_or_functions([add], llm, "Be brief.").agents.values()
    assert isinstance(one, FunctionAgent)
    assert "Be brief." in one.chat("Hello").response
