"""Models that choose tools, which are run at once."""

import asyncio

import pytest

from desktop_rag.core.media.blocks import ContentBlock, TextBlock, ThinkingBlock, ToolCallBlock
from desktop_rag.core.messages import ChatMessage, MessageRole, ToolCall
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.llamaindex.llms.custom import MockFunctionCallingLLM, MockLLM
from desktop_rag.llms.types import ChatResponse
from desktop_rag.tools.function_tool import FunctionTool
from tests.helpers.scripted_llm import ScriptedLLM


def halved(number: int) -> int:
    """Halve an even number."""
    if number % 2:
        raise ValueError("odd")
    return number // 2


TOOLS = [FunctionTool.from_defaults(halved)]


def wanting(*numbers: int) -> ScriptedLLM:
    calls = tuple(ToolCall(str(place), "halved", f'{{"number": {one}}}') for place, one in enumerate(numbers))
    return ScriptedLLM([ChatResponse(ChatMessage(MessageRole.ASSISTANT, "Let me see.", calls))])


def test_a_tool_is_chosen_and_run() -> None:
    answer = wanting(4).predict_and_call(TOOLS, "Halve 4.", [ChatMessage("Hi.")])
    assert (str(answer), [output.raw_output for output in answer.sources]) == ("2", [2])
    assert str(asyncio.run(wanting(6).apredict_and_call(TOOLS, "Halve 6."))) == "3"


def test_several_at_once_where_they_may() -> None:
    assert str(wanting(4, 6).predict_and_call(TOOLS, "Halve.")) == "2"
    assert str(wanting(4, 6).predict_and_call(TOOLS, "Halve.", allow_parallel_tool_calls=True)) == "2\n\n3"


def test_a_failure_is_told_or_raised() -> None:
    answer = wanting(5).predict_and_call(TOOLS, "Halve 5.")
    assert answer.sources[0].is_error
    assert "odd" in str(answer)
    with pytest.raises(ValueError, match="odd"):
        wanting(5).predict_and_call(TOOLS, "Halve 5.", error_on_tool_error=True)


def test_no_tool() -> None:
    with pytest.raises(ValueError, match="no tool"):
        wanting().predict_and_call(TOOLS, "Halve.")
    assert str(wanting().predict_and_call(TOOLS, "Halve.", error_on_no_tool_call=False)) == "Let me see."


def test_nodes_that_a_tool_found_are_its_output() -> None:
    tool = FunctionTool.from_defaults(lambda: [NodeWithScore(TextNode("Tea."))], name="halved", description="d")
    llm = ScriptedLLM([ChatResponse(ChatMessage("assistant", "", (ToolCall("1", "halved", "{}"),)))])
    assert str(llm.predict_and_call([tool], "What is there?")) == "Tea."


def test_a_model_for_tests_repeats_the_last_message() -> None:
    llm = MockFunctionCallingLLM()
    call = ToolCallBlock("1", "halved", {"number": 4})
    last = ChatMessage("user", blocks=[ThinkingBlock("Hm. "), TextBlock("Halve 4."), call])
    assert llm.chat([ChatMessage("system", "Be brief."), last]).message.content == "Hm. Halve 4."
    assert [one.tool_name for one in llm.tool_calls] == ["halved"]
    assert llm.chat([ChatMessage("user", blocks=[call])]).message.content == "<empty>"
    assert "".join(delta.text for delta in llm.stream_chat([ChatMessage("Hi.")])) == "Hi."


def test_a_model_for_tests_says_what_its_callback_makes_of_blocks() -> None:
    def told(blocks: list[ContentBlock], tool_calls: list[ToolCallBlock]) -> str:
        return f"{len(blocks)} blocks, {len(tool_calls)} calls before"

    llm = MockFunctionCallingLLM(blocks_to_content_callback=told)
    answer = llm.chat([ChatMessage("Hi.")])
    assert answer.message.content == "1 blocks, 0 calls before"
    assert llm.get_tool_calls_from_response(answer) == []
    with pytest.raises(ValueError, match="called no tool"):
        llm.get_tool_calls_from_response(answer, error_on_no_tool_call=True)


def test_pieces_of_a_stream_have_the_message_so_far() -> None:
    asked = ChatMessage("user", blocks=[TextBlock("Halve 4."), ToolCallBlock("1", "halved", {"number": 4})])
    pieces = list(MockFunctionCallingLLM(response_generator=lambda told: told[-1]).stream_chat([asked]))
    assert [piece.message.content for piece in pieces] == ["Halve 4.", "Halve 4."]
    assert [call.name for call in pieces[-1].message.tool_calls] == ["halved"]

    async def heard() -> list[str]:
        return [piece.message.content async for piece in await MockLLM().astream_chat([ChatMessage("Rent?")])]

    assert asyncio.run(heard()) == ["R", "Re", "Ren", "Rent", "Rent?", "Rent?"]
