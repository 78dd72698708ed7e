"""Models whose class a program wrote for LlamaIndex: which of the chat methods it overrides, and so is called."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator, Sequence
from typing import Any

from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.parallel import finished, stepwise
from desktop_rag.llms.types import ChatDelta, ChatResponse

Answers = AsyncIterator[ChatResponse]
_LIBRARY = __name__.partition(".")[0]
# in order of preference: a stream before a whole reply, a plain call before a coroutine
_CHATS = ("stream_chat", "chat", "astream_chat", "achat")


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
