"""A language model that says what a test tells it to."""

import re
import threading
from collections.abc import Callable, Iterator, Sequence

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llms.base import LLM, ChatDelta, ChatOptions, ChatResponse, LLMMetadata

_WORD = re.compile(r"\S+\s*|\s+")


class ScriptedLLM(LLM):
    """Answers with ``replies`` one after the other, then with "ANSWER<number of the call>".

    An exception among the replies is raised, a function is called with the request's messages. Answers stream word by
    word. ``calls`` holds the messages of every request, ``options`` what it asked for; both in the order in which the
    requests began.
    """

    def __init__(
        self,
        replies: Sequence[str | ChatResponse | Exception | Callable[[Sequence[ChatMessage]], str]] = (),
        metadata: LLMMetadata | None = None,
    ) -> None:
        self._replies = list(replies)
        self._metadata = metadata or LLMMetadata(3900, 256, "scripted")
        self._lock = threading.Lock()
        self.calls: list[list[ChatMessage]] = []
        self.options: list[ChatOptions] = []
        self.closed = False

    @property
    def metadata(self) -> LLMMetadata:
        return self._metadata

    @property
    def prompts(self) -> list[str]:
        """What every request said, its messages joined by line ends."""
        return ["\n".join(message.content for message in call) for call in self.calls]

    def close(self) -> None:
        self.closed = True

    def _stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Iterator[ChatDelta]:
        with self._lock:
            number = len(self.calls)
            self.calls.append(list(messages))
            self.options.append(options)
        reply = self._replies[number] if number < len(self._replies) else f"ANSWER{number + 1}"
        if isinstance(reply, Exception):
            raise reply
        if callable(reply):
            reply = reply(messages)
        if isinstance(reply, str):
            reply = ChatResponse(ChatMessage(MessageRole.ASSISTANT, reply))
        for piece in _WORD.findall(reply.message.content):
            cancel.raise_if_cancelled()
            yield ChatDelta(piece)
        reason = reply.finish_reason or ("tool_calls" if reply.message.tool_calls else "stop")
        yield ChatDelta("", reply.usage, reason, reply.message.tool_calls)
