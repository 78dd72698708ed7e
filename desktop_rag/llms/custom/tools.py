"""Models asked with tools, as LlamaIndex's programs do it by themselves."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llms.structured import Chats
from desktop_rag.llms.types import ChatOptions, ChatResponse, ToolSchema, ToolSelection


class ToolDescription(Protocol):
    """What is told of a tool."""

    def to_schema(self) -> ToolSchema:
        """Return the form in which models get it."""


class Tool(Protocol):
    """A tool, seen from below."""

    @property
    def metadata(self) -> ToolDescription:
        """How models are told of it."""


def chat_with_tools(
    llm: Chats,
    /,
    tools: Sequence[Tool],
    user_msg: str | ChatMessage | None = None,
    chat_history: Sequence[ChatMessage] | None = None,
    allow_parallel_tool_calls: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
    tool_choice: str | None = None,
) -> ChatResponse:
    """Return the answer to a message, which may be calls of tools: one, unless there may be more at once.

    ``tool_choice`` is “required” for any, or the name of a tool. ``get_tool_calls_from_response`` reads the calls.
    """
    more = ChatMessage(MessageRole.USER, user_msg) if isinstance(user_msg, str) else user_msg
    messages = [*(chat_history or ()), *([more] if more else [])]
    options = ChatOptions(tuple(tool.metadata.to_schema() for tool in tools), tool_choice or "auto")
    answer = llm.chat(messages, options=options)
    calls = answer.message.tool_calls
    if allow_parallel_tool_calls or len(calls) <= 1:
        return answer
    return replace(answer, message=ChatMessage(MessageRole.ASSISTANT, answer.message.content, calls[:1]))


def get_tool_calls_from_response(
    _llm: Chats,
    /,
    response: ChatResponse,
    error_on_no_tool_call: bool = True,  # noqa: FBT001, FBT002 - LlamaIndex's
) -> list[ToolSelection]:
    """Return which tools an answer wants to be run.

    Raises:
        ValueError: none, and ``error_on_no_tool_call``.

    """
    if not response.message.tool_calls and error_on_no_tool_call:
        raise ValueError("The model called no tool.")
    return [ToolSelection.of(call) for call in response.message.tool_calls]
