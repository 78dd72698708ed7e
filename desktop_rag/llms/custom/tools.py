"""Models asked with tools, as LlamaIndex's programs do it by themselves."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.response import AgentChatResponse
from desktop_rag.llms.structured import Chats
from desktop_rag.llms.types import ChatOptions, ChatResponse, ToolSchema, ToolSelection

_LOG = logging.getLogger(__name__)


class Output(Protocol):
    """What came of a tool."""

    content: str
    is_error: bool


class ToolDescription(Protocol):
    """What is told of a tool."""

    def get_name(self) -> str:
        """Return the name by which models call it."""

    def to_schema(self) -> ToolSchema:
        """Return the form in which models get it."""


class Tool(Protocol):
    """A tool, seen from below."""

    @property
    def metadata(self) -> ToolDescription:
        """How models are told of it."""

    def attempt(self, arguments: Mapping[str, object]) -> Output:
        """Return the output, also that of a failure."""


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
    return replace(answer, message=answer.message.with_parts(tool_calls=calls[:1]))


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


def predict_and_call(
    llm: Any,  # noqa: ANN401 - what has chat_with_tools and get_tool_calls_from_response
    /,
    tools: Sequence[Tool],
    user_msg: str | ChatMessage | None = None,
    chat_history: Sequence[ChatMessage] | None = None,
    verbose: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
    allow_parallel_tool_calls: bool = False,  # noqa: FBT001, FBT002
    error_on_no_tool_call: bool = True,  # noqa: FBT001, FBT002
    error_on_tool_error: bool = False,  # noqa: FBT001, FBT002
) -> AgentChatResponse:
    """Have a model choose a tool (several, if it may), run it, and return what came of it; ``verbose`` logs that.

    Raises:
        ValueError: the model called no tool, or a tool failed, where that is an error.
        KeyError: the model called a tool that there is not.

    """
    answer = llm.chat_with_tools(tools, user_msg, chat_history, allow_parallel_tool_calls=allow_parallel_tool_calls)
    chosen = llm.get_tool_calls_from_response(answer, error_on_no_tool_call=error_on_no_tool_call)
    named = {tool.metadata.get_name(): tool for tool in tools}
    outputs = [named[one.tool_name].attempt(one.tool_kwargs) for one in chosen]
    text = "\n\n".join(output.content for output in outputs)
    if verbose:
        _LOG.info("%s returned %s", ", ".join(one.tool_name for one in chosen), text)
    if error_on_tool_error and any(output.is_error for output in outputs):
        raise ValueError(text)
    return AgentChatResponse(text if outputs else answer.message.content, outputs)
