"""What a program hears of an agent's run, as LlamaIndex's programs listen to it."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import BaseModel

from desktop_rag.agent.function_agent import FunctionAgent
from desktop_rag.agent.react_agent import ReActAgent
from desktop_rag.agent.run_events import (
    AgentInput,
    AgentOutput,
    AgentStream,
    AgentStreamStructuredOutput,
    PydanticConversionWarning,
    ToolCall,
    ToolCallResult,
)
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.messages import ToolCall as Wish
from desktop_rag.llamaindex.agent.workflow.workflow_events import AgentWorkflowStartEvent
from desktop_rag.llamaindex.llms.custom import MockFunctionCallingLLM
from desktop_rag.llms.base import ChatResponse, LLMMetadata
from desktop_rag.llms.types import ToolSelection
from desktop_rag.tools.context import Context
from desktop_rag.tools.function_tool import FunctionTool
from tests.helpers.scripted_llm import ScriptedLLM

CALL = 'Thought: t\nAction: add\nAction Input: {"a": 1, "b": 2}'


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


def react(*replies: str) -> ReActAgent:
    return ReActAgent(tools=[add], llm=ScriptedLLM(replies), name="calculator")


async def heard(agent: ReActAgent | FunctionAgent, message: str) -> tuple[list[object], str]:
    handler = agent.run(message)
    events = [event async for event in handler.stream_events()]
    return events, str(await handler)


def test_the_events_of_a_run() -> None:
    events, answer = asyncio.run(heard(react(CALL, "Thought: d\nAnswer: It is three."), "1 + 2?"))
    assert answer == "It is three."
    kinds = [type(event) for event in events if not isinstance(event, AgentStream)]
    assert kinds == [AgentInput, AgentOutput, ToolCall, ToolCallResult, AgentInput, AgentOutput]
    pieces = [event for event in events if isinstance(event, AgentStream)]
    assert "".join(piece.delta for piece in pieces).strip() == "It is three."
    assert pieces[-1].response.strip() == "It is three."
    assert {piece.current_agent_name for piece in pieces} == {"calculator"}
    [result] = [event for event in events if isinstance(event, ToolCallResult)]
    assert (result.tool_name, result.tool_kwargs, str(result.tool_output)) == ("add", {"a": 1, "b": 2}, "3")
    assert not result.return_direct
    planned, done = [event for event in events if isinstance(event, AgentOutput)]
    assert [(call.tool_name, call.tool_id) for call in planned.tool_calls] == [("add", result.tool_id)]
    assert (str(done), done.response.role) == ("It is three.", MessageRole.ASSISTANT)
    assert [(call.tool_name, call.tool_kwargs) for call in done.tool_calls] == [("add", {"a": 1, "b": 2})]
    assert done.tool_calls[0].tool_id == result.tool_id
    first = next(event for event in events if isinstance(event, AgentInput))
    assert first.input[-1].content == "1 + 2?"


def test_what_was_wrong_with_a_step_is_in_the_next_request() -> None:
    events, _ = asyncio.run(heard(react("Action: what?", "Thought: d\nAnswer: done"), "q"))
    requests = [event for event in events if isinstance(event, AgentInput)]
    assert len(requests) == 2
    assert requests[1].input != requests[0].input


def test_the_events_of_functions_that_are_called() -> None:
    wish = ChatMessage(MessageRole.ASSISTANT, "", (Wish("x", "add", '{"a": 5, "b": 3}'),))
    llm = ScriptedLLM([ChatResponse(wish), "It is eight."], LLMMetadata(3900, 256, "m", is_function_calling_model=True))
    events, answer = asyncio.run(heard(FunctionAgent(tools=[add], llm=llm), "5 + 3?"))
    assert answer == "It is eight."
    [result] = [event for event in events if isinstance(event, ToolCallResult)]
    assert result.tool_output.raw_output == 8


def test_without_events_it_is_just_awaited() -> None:
    async def run() -> str:
        agent = react("Thought: d\nAnswer: done")
        return str(await asyncio.wait_for(agent.run("q"), 10))

    assert asyncio.run(run()) == "done"
    assert str(asyncio.run(react("Thought: d\nAnswer: done").run("q"))) == "done"


async def _whole_run(agent: ReActAgent) -> None:
    handler = agent.run("q")
    async for _ in handler.stream_events():
        pass
    await handler


def test_a_failure_is_raised_where_the_answer_is_awaited() -> None:
    agent = ReActAgent(llm=ScriptedLLM([OSError("away")]))
    with pytest.raises(OSError, match="away"):
        asyncio.run(_whole_run(agent))


async def _second_stream(agent: ReActAgent) -> None:
    handler = agent.run("q")
    for _ in range(2):
        async for _ in handler.stream_events():
            pass


def test_events_are_read_once() -> None:
    with pytest.raises(RuntimeError, match="once"):
        asyncio.run(_second_stream(react("Thought: d\nAnswer: done")))


def test_a_run_says_which_context_it_has() -> None:
    agent = react("Thought: d\nAnswer: done")
    context = Context(agent)

    async def run() -> bool:
        handler = agent.run("q", ctx=context)
        await handler
        return handler.ctx is context

    assert asyncio.run(run())


class State(BaseModel):
    name: str = "Ann"


async def greet(word: str, ctx: Context[State]) -> str:  # type: ignore[type-arg]
    """Greet."""
    return f"{word} {type(ctx).__name__}"


def test_a_context_of_some_kind_of_state_is_a_context() -> None:
    tool = FunctionTool.from_defaults(greet)
    assert tool.ctx_param_name == "ctx"
    assert list(tool.metadata.get_parameters_dict()["properties"]) == ["word"]  # type: ignore[call-overload]


def test_more_arguments_that_no_model_is_asked_for() -> None:
    tool = FunctionTool.from_defaults(add)
    narrowed = tool.with_partial_params({"b": 2})
    assert (tool.partial_params, narrowed.partial_params) == ({}, {"b": 2})
    assert list(narrowed.metadata.get_parameters_dict()["properties"]) == ["a"]  # type: ignore[call-overload]
    assert list(tool.metadata.get_parameters_dict()["properties"]) == ["a", "b"]  # type: ignore[call-overload]
    assert narrowed(a=1).raw_output == 3
    assert narrowed.with_partial_params({"a": 5})().raw_output == 7


def test_tools_without_arguments_say_so() -> None:
    def ping() -> str:
        """Ping."""
        return "pong"

    parameters = FunctionTool.from_defaults(ping).metadata.get_parameters_dict()
    assert parameters == {"type": "object", "properties": {}, "required": []}


def test_tools_whose_arguments_have_a_place_only() -> None:
    def join(first: str, second: str = "!", /, *, between: str = "") -> str:
        """Join two words."""
        return f"{first}{between}{second}"

    tool = FunctionTool.from_defaults(join)
    assert str(tool(first="a", between="-")) == "a-!"
    assert str(tool("a", "b")) == "ab"
    assert str(tool(first="a", second="b")) == "ab"


def test_a_message_of_a_text() -> None:
    assert ChatMessage.from_str("hi") == ChatMessage(MessageRole.USER, "hi")
    assert ChatMessage.from_str("hi", role="system").role is MessageRole.SYSTEM


def test_events_are_read_as_dictionaries_and_made_of_them() -> None:
    told = ToolCall("look", {"for_": "it"}, "mine")
    assert (told["tool_name"], told.get("none", 1), "tool_id" in told) == ("look", 1, True)
    assert ToolCall.model_validate(told.model_dump()) == told
    assert ToolCall.model_validate(told) is told
    assert told != ToolCall("look", {}, "mine")
    told["tool_id"] = "other"
    assert json.loads(told.model_dump_json(exclude={"tool_kwargs"})) == {"tool_name": "look", "tool_id": "other"}


def test_the_form_that_does_not_fit_is_a_warning() -> None:
    @dataclass
    class Sum:
        total: int

    output = AgentOutput(ChatMessage("assistant", "2"), "a", structured_response={"total": "two"}, raw=object())
    with pytest.warns(PydanticConversionWarning, match="total"):
        assert output.get_pydantic_model(Sum) is None
    told = AgentStreamStructuredOutput.model_validate({"output": {"total": 2}})
    assert told.get_pydantic_model(Sum) == Sum(2)
    dump = output.model_dump()
    assert dump["structured_response"] == {"total": "two"}
    assert not {"raw", "answer"} & dump.keys()


def test_a_run_is_told_by_an_event() -> None:
    event = AgentWorkflowStartEvent(user_msg="So?", chat_history=[{"role": "user", "content": "Hi"}], memory=object())
    assert str(event.chat_history[0]) == "user: Hi"
    assert set(event.model_dump()) == {"user_msg", "chat_history", "max_iterations", "early_stopping_method"}
    agent = FunctionAgent(llm=MockFunctionCallingLLM(response_generator=lambda told: told[-1]))
    output = asyncio.run(answered(agent, start_event=AgentWorkflowStartEvent(user_msg="So?")))
    assert str(output) == "So?"


def test_the_last_message_of_a_person_is_answered() -> None:
    agent = FunctionAgent(llm=MockFunctionCallingLLM(response_generator=lambda told: told[-1]))
    history = [ChatMessage("user", "one"), ChatMessage("assistant", "1"), ChatMessage("user", "two")]
    assert str(asyncio.run(answered(agent, chat_history=history))) == "two"
    with pytest.raises(ValueError, match="nothing to answer"):
        asyncio.run(answered(agent, chat_history=history[1:2]))


async def answered(agent: FunctionAgent, **given: Any) -> AgentOutput:  # noqa: ANN401
    return await agent.run(**given)


def test_an_agent_like_another_one() -> None:
    agent = FunctionAgent(tools=[add], llm=MockFunctionCallingLLM(), name="one", system_prompt="Be brief.")
    other = FunctionAgent(**agent.model_dump(exclude={"llm"}), llm=agent.llm)
    other.name = "other"
    assert (other.options["name"], other.system_prompt, agent.name) == ("other", "Be brief.", "one")
    assert other.tools == agent.tools


def test_tools_may_be_found_for_each_message() -> None:
    class Finds:
        def retrieve(self, str_or_query_bundle: str) -> list[Any]:
            return [add] if "sum" in str_or_query_bundle else []

    llm = MockFunctionCallingLLM(
        response_generator=lambda told: ChatMessage(
            "assistant",
            told[-1].content,
            additional_kwargs={"tool_calls": [ToolSelection("1", "add", {"a": 1, "b": 2})] if len(told) == 2 else []},
        )
    )
    agent = FunctionAgent(llm=llm, tool_retriever=Finds())
    assert agent.chat("the sum").response == "3"
    assert "no tool named" in agent.chat("else", []).response
