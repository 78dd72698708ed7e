"""Models as programs write them for LlamaIndex: asked by the methods that the program wrote."""

# ruff: noqa: ANN401 - LlamaIndex's methods take anything

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from desktop_rag.core.instrumentation import CBEventType, StageRecorder, running
from desktop_rag.core.messages import ChatMessage, ToolCall
from desktop_rag.llamaindex.llms.custom import FunctionCallingLLM, MockLLM
from desktop_rag.llms.base import LLM
from desktop_rag.llms.custom_models import overridden_chat, overrides
from desktop_rag.llms.types import ChatResponse, LLMMetadata
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.tools.function_tool import FunctionTool
from tests.helpers.scripted_llm import ScriptedLLM

HELLO = [ChatMessage("user", "Hello")]


class City(BaseModel):
    """A form."""

    name: str


def answer(text: str, **others: Any) -> ChatResponse:
    return ChatResponse(ChatMessage("assistant", text), **others)


class Own(LLM):
    """A model of a program."""

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="own")


class Chats(Own):
    """Answers at once."""

    def chat(self, messages: Any, **_: Any) -> ChatResponse:
        return answer(f"said {len(messages)}")


class Streams(Own):
    """Streams."""

    def stream_chat(self, messages: Any, **_: Any) -> Iterator[ChatResponse]:
        yield answer("a", delta="a", additional_kwargs={"thinking_delta": "hm"})
        yield answer("ab", delta="b")


class Awaited(Own):
    """Is awaited."""

    async def achat(self, messages: Any, **_: Any) -> ChatResponse:
        return answer("awaited")


class AwaitedStream(Own):
    """Streams, awaited."""

    async def astream_chat(self, messages: Any, **_: Any) -> AsyncIterator[ChatResponse]:
        async def stream() -> AsyncIterator[ChatResponse]:
            yield answer("x")
            yield answer("xy")

        return stream()


@pytest.mark.parametrize(
    ("model", "way", "text"),
    [
        (Chats(), "chat", "said 1"),
        (Streams(), "stream_chat", "ab"),
        (Awaited(), "achat", "awaited"),
        (AwaitedStream(), "astream_chat", "xy"),
        (MockLLM(), "", "Hello"),
    ],
)
def test_whatever_it_wrote_is_asked(model: LLM, way: str, text: str) -> None:
    assert overridden_chat(model) == way
    assert "".join(delta.text for delta in model.stream_chat(HELLO)) == text
    assert model.chat(HELLO).message.content == text
    assert model.complete("Hello").text == text
    assert model.predict(PromptTemplate("Hello")) == text
    model.close()


def test_what_stands_nearest_counts() -> None:
    class Inner(Chats):
        def _stream_chat(self, messages: Any, cancel: Any, options: Any) -> Iterator[Any]:
            yield from ()

    assert overridden_chat(Inner()) == ""
    assert overrides(Inner(), "chat")
    assert not overrides(MockLLM(), "chat")
    with pytest.raises(NotImplementedError, match="Own"):
        Own().chat(HELLO)


def test_pieces_of_a_programs_stream_are_read_as_others() -> None:
    first, second = Streams().stream_chat(HELLO)
    assert (first.text, first.thought, second.text, second.thought) == ("a", "hm", "b", "")
    assert second.tool_calls == ()


def look(name: str) -> str:
    """Look for something."""
    return name


class Caller(Own):
    """Calls a tool twice."""

    def chat(self, messages: Any, **given: Any) -> ChatResponse:
        self.given = (messages, given)
        calls = (ToolCall("1", "look", '{"name": "a"}'), ToolCall("2", "look", "b"))
        return ChatResponse(ChatMessage("assistant", "", calls))


def test_tools_are_called() -> None:
    tool, model = FunctionTool.from_defaults(look), Caller()
    one = model.chat_with_tools([tool], "Look", HELLO, tool_choice="look")
    messages, given = model.given
    assert [message.content for message in messages] == ["Hello", "Look"]
    assert (given["options"].tools[0].name, given["options"].tool_choice) == ("look", "look")
    assert [call.tool_kwargs for call in model.get_tool_calls_from_response(one)] == [{"name": "a"}]
    both = asyncio.run(model.achat_with_tools([tool], ChatMessage("user", "Look"), allow_parallel_tool_calls=True))
    assert [call.tool_kwargs for call in model.get_tool_calls_from_response(both)] == [{"name": "a"}, {"input": "b"}]
    with pytest.raises(ValueError, match="no tool"):
        model.get_tool_calls_from_response(answer("no"))
    assert model.get_tool_calls_from_response(answer("no"), error_on_no_tool_call=False) == []


class Prepares(FunctionCallingLLM):
    """Says what its chat is given for tools."""

    url: str = "none"

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(is_function_calling_model=True)

    def chat(self, messages: Any, **given: Any) -> ChatResponse:
        return answer(f"{self.url} {messages} {sorted(given)}")

    def _prepare_chat_with_tools(self, tools: Any, user_msg: Any = None, **_: Any) -> dict[str, Any]:
        return {"messages": user_msg, "functions": tools}


def test_a_program_prepares_its_requests() -> None:
    assert Prepares(url="here").chat_with_tools([], "Hi").message.content == "here Hi ['functions']"


def test_what_takes_anything_is_not_told_that_a_tool_is_required() -> None:
    class HandsOn(Prepares):
        def _prepare_chat_with_tools(self, tools: Any, user_msg: Any = None, **others: Any) -> dict[str, Any]:
            return {"messages": user_msg, **others}

    told = HandsOn(url="here").chat_with_tools([], "Hi", tool_required=True).message.content
    assert "allow_parallel_tool_calls" in told
    assert "tool_required" not in told

    class Knows(Prepares):
        def _prepare_chat_with_tools(
            self, tools: Any, user_msg: Any = None, tool_required: bool = False, **_: Any
        ) -> dict[str, Any]:
            return {"messages": user_msg} | ({"must": True} if tool_required else {})

    def around(*given: Any, **named: Any) -> Any:
        return prepare(*given, **named)

    model = Knows(url="here")
    prepare = model._prepare_chat_with_tools
    vars(model)["_prepare_chat_with_tools"] = around
    assert "['must']" in model.chat_with_tools([], "Hi", tool_required=True).message.content


class Tells(Own):
    """Fills in a form."""

    def chat(self, messages: Any, **_: Any) -> ChatResponse:
        return answer('{"name": "Graz"}')


def test_answers_in_a_form() -> None:
    model, prompt = Tells(), PromptTemplate("Where is {what}?")
    city = City(name="Graz")
    assert model.structured_predict(City, prompt, what="it") == city
    assert list(model.stream_structured_predict(City, prompt, what="it")) == [city]
    assert asyncio.run(model.astructured_predict(City, prompt, what="it")) == city
    formed = model.as_structured_llm(City)
    assert (formed.chat(HELLO).raw, formed.complete("Hello").raw) == (city, city)
    assert "".join(delta.text for delta in formed.stream_chat(HELLO)) == '{"name":"Graz"}'
    assert formed.metadata.model_name == "own"


def test_an_answer_in_a_form_is_one_request() -> None:
    formed, recorder = ScriptedLLM(['{"name": "Graz"}']).as_structured_llm(City), StageRecorder()
    with running(handlers=[recorder]):
        assert "".join(delta.text for delta in formed.stream_chat(HELLO)) == '{"name":"Graz"}'
    assert len(recorder.get_events(CBEventType.LLM)) == 1


def test_calls_of_tools_are_streamed() -> None:
    wanted = ChatResponse(ChatMessage("assistant", "Let me see", (ToolCall("1", "look", '{"name": "a"}'),) * 2))
    tool, model = FunctionTool.from_defaults(look), ScriptedLLM([wanted, wanted, "No need."])
    pieces = list(model.stream_chat_with_tools([tool], "Look", tool_required=True))
    assert "".join(piece.delta or "" for piece in pieces) == pieces[-1].message.content == "Let me see"
    assert [call.tool_kwargs for call in model.get_tool_calls_from_response(pieces[-1])] == [{"name": "a"}]

    async def asked() -> list[ChatResponse]:
        stream = await model.astream_chat_with_tools([tool], "Look", allow_parallel_tool_calls=True)
        return [piece async for piece in stream]

    assert len(asyncio.run(asked())[-1].message.tool_calls) == 2
    assert model.chat_with_tools([tool], "Look", verbose=True).message.content == "No need."
    assert [options.tool_choice for options in model.options] == ["required", "auto", "auto"]
    assert model.class_name() == "ScriptedLLM"


def test_a_program_prepares_the_requests_of_streams() -> None:
    class Streaming(Prepares):
        def stream_chat(self, messages: Any, **given: Any) -> Any:
            yield answer(f"{messages} {given}")

        def _prepare_chat_with_tools(self, tools: Any, user_msg: Any = None, tool_required: bool = False) -> Any:
            return {"messages": user_msg, "must": tool_required}

    (piece,) = Streaming().stream_chat_with_tools([], "Hi", tool_required=True)
    assert piece.message.content == "Hi {'must': True}"
