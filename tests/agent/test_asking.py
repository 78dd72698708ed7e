"""Models that a program wrote for LlamaIndex are asked through the methods that it wrote."""

# ruff: noqa: ANN401 - LlamaIndex's methods take anything

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import BaseModel

from desktop_rag.agent.asking import asked
from desktop_rag.agent.function_agent import FunctionAgent
from desktop_rag.agent.react_agent import ReActAgent
from desktop_rag.agent.run_events import AgentStream, ToolCallResult
from desktop_rag.core.messages import ChatMessage
from desktop_rag.llamaindex.llms.custom import MockLLM
from desktop_rag.llms.types import ChatOptions, ChatResponse, LLMMetadata, ToolSelection
from desktop_rag.tools.context import Context


class Form(BaseModel):
    """A form."""

    city: str


class Streams(MockLLM):
    """Streams what it is to say: each time all of it, and what came last."""

    def __init__(self, *replies: str) -> None:
        super().__init__()
        self.replies = list(replies)
        self.asked: list[Any] = []

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(is_function_calling_model=True)

    async def _said(self) -> AsyncIterator[ChatResponse]:
        reply, said = self.replies.pop(0), ""
        for word in reply.split(" "):
            said += word
            thought = {"thinking_delta": f"({word})"}
            yield ChatResponse(ChatMessage("assistant", said), delta=word, additional_kwargs=thought)

    async def astream_chat(self, messages: Any, **_: Any) -> Any:
        self.asked.append(messages)
        return self._said()

    async def astructured_predict(self, output_cls: Any, prompt: Any, **values: Any) -> Any:
        self.asked.append(prompt.format(**values))
        return output_cls(city="Graz")


class Calls(Streams):
    """Calls a tool first."""

    async def astream_chat_with_tools(self, tools: Any, chat_history: Any, **given: Any) -> Any:
        self.asked.append(([tool.metadata.name for tool in tools], chat_history, given))
        return self._said()

    def get_tool_calls_from_response(self, response: Any, error_on_no_tool_call: bool = True) -> list[ToolSelection]:
        assert not error_on_no_tool_call
        return [ToolSelection("mine", "look", {"for_": "it"})] if response.message.content == "looking" else []


class Waits(MockLLM):
    """Says all at once."""

    async def achat(self, messages: Any, **_: Any) -> ChatResponse:
        await asyncio.sleep(0)
        return ChatResponse(ChatMessage("assistant", f"Thought: .\nAnswer: {len(messages)}"))


def look(for_: str) -> str:
    """Look for something."""
    return f"found {for_}"


def test_a_model_that_streams_for_tools() -> None:
    llm = Calls("look ing", "There it is")
    agent = FunctionAgent(tools=[look], llm=llm, initial_tool_choice="look")

    async def run() -> tuple[list[Any], Any]:
        handler = agent.run("Where?")
        return [event async for event in handler.stream_events()], await handler

    events, output = asyncio.run(run())
    assert str(output) == "Thereitis"
    (result,) = [event for event in events if isinstance(event, ToolCallResult)]
    assert (result.tool_id, result.tool_output.content) == ("mine", "found it")
    (names, _, first), (_, _, second) = llm.asked
    assert names == ["look"]
    assert (first, second) == ({"tool_choice": "look"}, {})
    assert [event.thinking_delta for event in events if isinstance(event, AgentStream)][:2] == ["(look)", "(ing)"]


def test_a_model_that_streams_is_asked_in_words() -> None:
    assert ReActAgent(llm=Streams("Thought:. \nAnswer: yes")).chat("So?").response == "yes"


def test_a_model_that_answers_at_once() -> None:
    assert ReActAgent(llm=Waits()).chat("So?").response == "2"
    assert ReActAgent(llm=Waits(), streaming=False).chat("So?").response == "2"


def test_it_fills_in_forms_itself() -> None:
    llm = Streams("It is Graz")
    agent = FunctionAgent(llm=llm, output_cls=Form, structured_output_fn=lambda _: {"city": "none"})
    output = asyncio.run(agent_output(agent))
    assert output.get_pydantic_model(Form) == Form(city="Graz")
    assert "user: Where?" in llm.asked[-1]


async def agent_output(agent: FunctionAgent) -> Any:
    return await agent.run("Where?")


def test_a_form_that_fails_leaves_the_answer() -> None:
    def form(_: object) -> dict[str, object]:
        raise RuntimeError("no form")

    agent = FunctionAgent(llm=Streams("It is Graz"), structured_output_fn=form)
    with pytest.warns(UserWarning, match="no form"):
        output = asyncio.run(agent_output(agent))
    assert (str(output), output.structured_response) == ("ItisGraz", None)


def test_ending_early_ends_the_stream() -> None:
    ended = []

    class Endless(MockLLM):
        async def astream_chat(self, messages: Any, **_: Any) -> AsyncIterator[ChatResponse]:
            try:
                while True:
                    yield ChatResponse(ChatMessage("assistant", "a"), delta="a")
            finally:
                ended.append(messages)

    pieces = asked(Endless(), [ChatMessage("user", "Hi")], ChatOptions())
    assert next(pieces).text == "a"
    pieces.close()  # type: ignore[attr-defined]
    assert ended


def test_other_models_are_asked_as_ever() -> None:
    agent = FunctionAgent(llm=MockLLM())

    async def run() -> tuple[Any, list[Any]]:
        ctx, told = Context(agent), []
        ctx.listener = told.append
        return await agent._get_streaming_response(ctx, [ChatMessage("user", "Hi")]), told

    last, told = asyncio.run(run())
    assert last.message.content == "Hi"
    assert [event.response for event in told][:2] == ["H", "Hi"]
