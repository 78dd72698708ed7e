"""Models whose class a program wrote for LlamaIndex: which chat methods it overrides, and asking it with tools."""

import inspect
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from desktop_rag.core.answer_pieces import appended
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.parallel import finished, stepwise
from desktop_rag.core.response import AgentChatResponse
from desktop_rag.llms.structured import Chats
from desktop_rag.llms.types import ChatDelta, ChatOptions, ChatResponse, ToolSchema, ToolSelection

Answers = AsyncIterator[ChatResponse]
_LIBRARY = __name__.partition(".")[0]
# in order of preference: a stream before a whole reply, a plain call before a coroutine
_CHATS = ("stream_chat", "chat", "astream_chat", "achat")
_LOG = logging.getLogger(__name__)


def overrides(model: object, name: str) -> bool:
    """Return True if a class outside this library defines the method that a model would use."""
    owner = next((kind for kind in type(model).__mro__ if name in vars(kind)), None)
    return owner is not None and not _is_library_class(owner)


def overridden_chat(model: object) -> str:
    """Return the name of the chat method that a program's class overrides, "" if it overrides none.

    A class that implements ``_stream_chat`` is written for this library and is called through that, whatever chat
    methods its bases define.
    """
    for kind in type(model).__mro__:
        if _is_library_class(kind) or "_stream_chat" in vars(kind):
            return ""
        if found := next((name for name in _CHATS if name in vars(kind)), ""):
            return found
    return ""


def overridden_deltas(model: object, name: str, messages: Sequence[ChatMessage]) -> Iterator[ChatDelta]:
    """Yield the reply of a program's model, asked by one of the methods in ``_CHATS``."""
    method: Callable[[list[ChatMessage]], Any] = getattr(model, name)
    copied = list(messages)
    if name == "stream_chat":
        return deltas_of(iter(method(copied)))
    if name == "astream_chat":
        return deltas_of(stepwise(lambda: awaited_stream(method(copied))))
    return deltas_of(iter([finished(lambda: method(copied)) if name == "achat" else method(copied)]))


async def awaited_stream(stream: Awaitable[Answers] | Answers) -> Answers:
    """Return a stream; a coroutine that returns one is awaited."""
    return await stream if inspect.isawaitable(stream) else stream


def deltas_of(
    answers: Iterator[ChatResponse],
    calls_in: Callable[[ChatResponse], Any] = lambda answer: answer.message.tool_calls,
) -> Generator[ChatDelta]:
    """Yield the new part of each answer, where each one repeats all text so far.

    ``calls_in`` returns the tool calls of the last one.
    """
    said = ""
    last: ChatResponse | None = None
    try:
        for answer in answers:
            last, whole = answer, answer.message.content or ""
            text = whole.removeprefix(said) if answer.delta is None else answer.delta
            said = whole
            yield ChatDelta(text, thought=answer.additional_kwargs.get("thinking_delta") or "")
    finally:
        if isinstance(answers, Generator):
            answers.close()
    usage, reason = (last.usage, last.finish_reason) if last else (None, "")
    yield ChatDelta("", usage, reason or "stop", calls_in(last) if last else ())


def _is_library_class(kind: type) -> bool:
    return kind.__module__.partition(".")[0] == _LIBRARY


class StreamingChats(Protocol):
    """A model whose answers can be watched."""

    def stream_chat(self, messages: Sequence[ChatMessage], *, options: ChatOptions) -> Iterator[ChatDelta]:
        """Yield the answer as it is written."""


class Output(Protocol):
    """The result of a tool."""

    content: str
    is_error: bool


class ToolDescription(Protocol):
    """The description of a tool."""

    def get_name(self) -> str:
        """Return the name by which models call it."""

    def to_schema(self) -> ToolSchema:
        """Return the form in which models get it."""


class Tool(Protocol):
    """A tool, seen from below."""

    @property
    def metadata(self) -> ToolDescription:
        """The tool's description for models."""

    def attempt(self, arguments: Mapping[str, object]) -> Output:
        """Return the output, also that of a failure."""


def chat_with_tools(
    llm: Chats,
    /,
    tools: Sequence[Tool],
    user_msg: str | ChatMessage | None = None,
    chat_history: Sequence[ChatMessage] | None = None,
    verbose: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
    allow_parallel_tool_calls: bool = False,  # noqa: FBT001, FBT002
    tool_required: bool = False,  # noqa: FBT001, FBT002
    tool_choice: str | None = None,
) -> ChatResponse:
    """Return the answer to a message, which may be calls of tools: one, unless there may be more at once.

    With ``tool_required`` the model has to call one; ``tool_choice`` is the name of the one. ``verbose`` logs the
    calls. ``get_tool_calls_from_response`` reads them.
    """
    messages, options = _asked(tools, user_msg, chat_history, tool_choice, required=tool_required)
    return _kept(llm.chat(messages, options=options), verbose=verbose, several=allow_parallel_tool_calls)


def stream_chat_with_tools(
    llm: StreamingChats,
    /,
    tools: Sequence[Tool],
    user_msg: str | ChatMessage | None = None,
    chat_history: Sequence[ChatMessage] | None = None,
    verbose: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
    allow_parallel_tool_calls: bool = False,  # noqa: FBT001, FBT002
    tool_required: bool = False,  # noqa: FBT001, FBT002
    tool_choice: str | None = None,
) -> Iterator[ChatResponse]:
    """Yield the reply of ``chat_with_tools`` as it is written: each time all of it, and the new part as ``delta``."""
    messages, options = _asked(tools, user_msg, chat_history, tool_choice, required=tool_required)
    answer = ChatResponse(ChatMessage(MessageRole.ASSISTANT, ""))
    for delta in llm.stream_chat(messages, options=options):
        calls = delta.tool_calls or answer.message.tool_calls
        message = ChatMessage(MessageRole.ASSISTANT, appended(answer.message.content, delta.text), calls)
        reason = delta.finish_reason or answer.finish_reason
        answer = ChatResponse(message, delta.usage or answer.usage, reason, delta=delta.text)
        yield _kept(answer, verbose=verbose and bool(delta.tool_calls), several=allow_parallel_tool_calls)


def _asked(
    tools: Sequence[Tool],
    user_msg: str | ChatMessage | None,
    chat_history: Sequence[ChatMessage] | None,
    tool_choice: str | None,
    *,
    required: bool,
) -> tuple[list[ChatMessage], ChatOptions]:
    """Return the messages and options for a request with tools."""
    more = ChatMessage(MessageRole.USER, user_msg) if isinstance(user_msg, str) else user_msg
    messages = [*(chat_history or ()), *([more] if more else [])]
    choice = tool_choice or ("required" if required else "auto")
    return messages, ChatOptions(tuple(tool.metadata.to_schema() for tool in tools), choice)


def _kept(answer: ChatResponse, *, verbose: bool, several: bool) -> ChatResponse:
    """Return an answer with the calls that it may have."""
    calls = answer.message.tool_calls if several else answer.message.tool_calls[:1]
    for call in calls if verbose else ():
        _LOG.info("The model calls %s with %s.", call.name, call.arguments)
    if len(calls) == len(answer.message.tool_calls):
        return answer
    return replace(answer, message=answer.message.with_parts(tool_calls=calls))


def get_tool_calls_from_response(
    _llm: Chats,
    /,
    response: ChatResponse,
    error_on_no_tool_call: bool = True,  # noqa: FBT001, FBT002 - LlamaIndex's
) -> list[ToolSelection]:
    """Return the tools that an answer wants to run.

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
    """Have a model choose a tool (several, if it may), run it, and return the output; ``verbose`` logs that.

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
