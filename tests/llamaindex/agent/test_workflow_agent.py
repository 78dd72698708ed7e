"""Agents whose steps a program writes, and those whose model writes code."""

# ruff: noqa: ANN401 - LlamaIndex's methods take anything

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from desktop_rag.agent.function_agent import FunctionAgent
from desktop_rag.agent.run_events import AgentOutput, AgentStream, ToolCallResult, WorkflowRuntimeError
from desktop_rag.core.messages import ChatMessage
from desktop_rag.llamaindex.agent import AgentWorkflow, BaseWorkflowAgent, CodeActAgent
from desktop_rag.llamaindex.llms.custom import MockFunctionCallingLLM
from desktop_rag.llamaindex.workflow.events import StopEvent
from desktop_rag.llms.types import ToolSelection
from desktop_rag.memory.chat_memory_buffer import ChatMemoryBuffer
from desktop_rag.memory.types import BaseMemory
from desktop_rag.tools.base import BaseTool, ToolOutput
from desktop_rag.tools.context import Context
from desktop_rag.tools.events import Event
from desktop_rag.tools.function_tool import FunctionTool

Step = AgentOutput | Exception


class Own(BaseWorkflowAgent):
    """Does what it was told before: one output for each step."""

    steps_key: str = "steps"
    script: Sequence[AgentOutput]

    async def take_step(
        self, ctx: Context, llm_input: list[ChatMessage], tools: Sequence[BaseTool], memory: BaseMemory
    ) -> AgentOutput:
        asked = await ctx.store.get("asked", default=[])
        await ctx.store.set("asked", [*asked, [str(one) for one in llm_input]])
        await ctx.store.set("tools", [tool.metadata.name for tool in tools])
        assert "What?" in str(memory.get_all()[0])
        return self.script[len(asked) % len(self.script)]

    async def handle_tool_call_results(self, ctx: Context, results: list[ToolCallResult], memory: BaseMemory) -> None:
        await memory.aput(ChatMessage("user", " ".join(one.tool_output.content for one in results)))
        await ctx.store.set(self.steps_key, [one.tool_id for one in results])

    async def finalize(self, ctx: Context, output: AgentOutput, memory: BaseMemory) -> AgentOutput:
        return AgentOutput(ChatMessage("assistant", f"{output.response.content}!"), self.name)


def said(text: str, *calls: tuple[str, dict[str, Any]], retry: str = "") -> AgentOutput:
    chosen = [ToolSelection(f"id{number}", name, given) for number, (name, given) in enumerate(calls)]
    again = [ChatMessage("user", retry)] if retry else []
    return AgentOutput(ChatMessage("assistant", text), "own", [*chosen], retry_messages=again)


def double(number: int) -> int:
    """Return twice the number."""
    return 2 * number


def fail() -> None:
    """Fail."""
    raise RuntimeError("no")


def own(*script: AgentOutput, tools: Sequence[Any] = (double,), **options: Any) -> Own:
    return Own(name="own", tools=tools, llm=MockFunctionCallingLLM(), script=script, **options)


async def heard(agent: Any, message: str = "What?", **given: Any) -> tuple[list[Event], AgentOutput]:
    handler = agent.run(message, **given)
    return [event async for event in handler.stream_events()], await handler


def test_steps_and_tools_take_turns() -> None:
    script = [said("", ("double", {"number": 2}), ("double", {"number": 3})), said("Done")]
    agent = own(*script, system_prompt="Be brief.", steps_key="mine")
    memory, ctx = ChatMemoryBuffer.from_defaults(), Context(agent)
    events, output = asyncio.run(heard(agent, memory=memory, ctx=ctx))
    assert str(output) == "Done!"
    assert [one.tool_id for one in output.tool_calls] == ["id0", "id1"]
    assert [event.tool_output.content for event in events if isinstance(event, ToolCallResult)] == ["4", "6"]
    assert [one.content for one in memory.get_all()] == ["What?", "Done!"]
    asked = ctx.store.to_dict()
    assert asked["asked"] == [
        ["system: Be brief.", "user: What?"],
        ["system: Be brief.", "user: What?", "user: 4 6"],
    ]
    assert asked["mine"] == ["id0", "id1"]
    assert agent.chat("What?").response == "Done!"


def test_a_tool_may_be_the_answer_unless_it_fails() -> None:
    tools = [
        FunctionTool.from_defaults(double, return_direct=True),
        FunctionTool.from_defaults(fail, return_direct=True),
    ]
    script = [said("", ("fail", {})), said("", ("double", {"number": 4})), said("unsaid")]
    _, output = asyncio.run(heard(own(*script, tools=tools)))
    assert str(output) == "8!"


def test_a_step_can_be_asked_for_again() -> None:
    agent = own(said("hm", retry="Be clear."), said("Clear"))
    ctx = Context(agent)
    _, output = asyncio.run(heard(agent, ctx=ctx))
    assert str(output) == "Clear!"
    assert asyncio.run(ctx.get("asked"))[1] == ["user: What?", "user: Be clear."]


def test_without_an_answer_it_ends_as_every_agent_does() -> None:
    agent = own(said("", ("double", {"number": 2})), max_iterations=1)
    assert "What?" in str(asyncio.run(heard(agent))[1]), "the model, which repeats what it is told, is asked"
    with pytest.raises(WorkflowRuntimeError):
        asyncio.run(heard(agent, early_stopping_method="force"))


def test_what_tools_gave_is_gathered() -> None:
    agent = own(said("unsaid"))
    ctx = Context(agent)

    async def ask() -> list[object]:
        await ctx.store.set("num_tool_calls", 2)
        await ctx.store.set("memory", ChatMemoryBuffer.from_defaults())
        await ctx.store.set("user_msg_str", "What?")
        first, second = (
            ToolCallResult("double", {}, name, ToolOutput(name, "double"), return_direct)
            for name, return_direct in GIVEN
        )
        return [await agent.aggregate_tool_results(ctx, one) for one in (first, second)]

    waiting, stop = asyncio.run(ask())
    assert waiting is None
    assert isinstance(stop, StopEvent)
    assert str(stop.result) == "b!"
    with pytest.raises(ValueError, match="no step"):
        asyncio.run(
            agent.aggregate_tool_results(Context(agent), ToolCallResult("x", {}, "x", ToolOutput("", "x"), False))
        )


OUTPUT = ToolOutput("", "x")
GIVEN = (("a", False), ("b", True))


def test_it_works_among_others() -> None:
    own_agent = own(said("", ("handoff", {"to_agent": "next", "reason": "better"})))
    next_agent = FunctionAgent(name="next", llm=MockFunctionCallingLLM(response_generator=lambda told: told[-1]))
    workflow = AgentWorkflow([own_agent, next_agent], "own")
    _, output = asyncio.run(heard(workflow))
    assert output.current_agent_name == "next"
    assert "better" in str(output)


def test_fields_are_those_that_are_declared() -> None:
    with pytest.raises(TypeError, match="colour"):
        own(colour="red")


def coder(*replies: str, **options: Any) -> tuple[CodeActAgent, list[list[ChatMessage]]]:
    told: list[list[ChatMessage]] = []

    def reply(messages: list[ChatMessage]) -> ChatMessage:
        told.append(messages)
        return ChatMessage("assistant", replies[len(told) - 1])

    llm = MockFunctionCallingLLM(response_generator=reply)
    return CodeActAgent(lambda code: f"ran {code}", llm=llm, tools=[double], **options), told


def test_a_model_writes_code_that_the_program_runs() -> None:
    agent, told = coder("I try.\n<execute>\nprint(double(2))\n</execute>", "It is 4.", system_prompt="Be brief.")
    events, output = asyncio.run(heard(agent))
    assert str(output) == "It is 4."
    (call,) = [event for event in events if isinstance(event, ToolCallResult)]
    assert (call.tool_name, call.tool_kwargs) == ("execute", {"code": "print(double(2))"})
    system, _, first, result = told[1]
    assert "def double(number: int) -> int:" in system.content
    assert "Be brief." in system.content
    assert "I try." in first.content
    assert "ran print(double(2))" in result.content
    pieces = [event.delta for event in events if isinstance(event, AgentStream)]
    assert pieces.count("It is 4.") == 1


def test_code_calls_functions_only() -> None:
    def needs(ctx: Context) -> str:
        return str(ctx)

    agent = CodeActAgent(print, tools=[needs], llm=MockFunctionCallingLLM())
    with pytest.raises(ValueError, match="Context"):
        agent.chat("What?")
