"""Models whose class a program wrote for LlamaIndex: by which of its methods it is asked."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator, Sequence
from typing import Any

from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.parallel import finished, stepwise
from desktop_rag.llms.types import ChatDelta, ChatResponse

Answers = AsyncIterator[ChatResponse]
_OWN = __name__.partition(".")[0]
_CHATS = ("stream_chat", "chat", "astream_chat", "achat")


def is_written(model: object, name: str) -> bool:
    """Return True if a program's own class has written this method itself."""
    owner = next((kind for kind in type(model).__mro__ if name in vars(kind)), None)
    return owner is not None and not _is_own(owner)


def written_chat(model: object) -> str:
    """Return the method by which a program's class wants to be asked; "" where it wrote none, or ``_stream_chat``."""
    for kind in type(model).__mro__:
        if _is_own(kind) or "_stream_chat" in vars(kind):
            return ""
        if found := next((name for name in _CHATS if name in vars(kind)), ""):
            return found
    return ""


def written_deltas(model: object, name: str, messages: Sequence[ChatMessage]) -> Iterator[ChatDelta]:
    """Yield the reply of a program's model from one of its methods."""
    method: Callable[[list[ChatMessage]], Any] = getattr(model, name)
    asked = list(messages)
    if name == "stream_chat":
        return deltas_of(iter(method(asked)))
    if name == "astream_chat":
        return deltas_of(stepwise(lambda: opened(method(asked))))
    return deltas_of(iter([finished(lambda: method(asked)) if name == "achat" else method(asked)]))


async def opened(made: Awaitable[Answers] | Answers) -> Answers:
    """Return a stream that has to be awaited, or is there."""
    return await made if inspect.isawaitable(made) else made


def deltas_of(
    answers: Iterator[ChatResponse],
    calls_in: Callable[[ChatResponse], Any] = lambda answer: answer.message.tool_calls,
) -> Generator[ChatDelta]:
    """Yield the pieces of answers, each of which says all so far; ``calls_in`` the last one are those of tools."""
    said, last = "", None
    try:
        for last in answers:
            whole = last.message.content or ""
            text = whole.removeprefix(said) if last.delta is None else last.delta
            said = whole
            yield ChatDelta(text, thought=last.additional_kwargs.get("thinking_delta") or "")
    finally:
        if isinstance(answers, Generator):
            answers.close()
    usage, reason = (last.usage, last.finish_reason) if last else (None, "")
    yield ChatDelta("", usage, reason or "stop", calls_in(last) if last else ())


def _is_own(kind: type) -> bool:
    return kind.__module__.partition(".")[0] == _OWN
