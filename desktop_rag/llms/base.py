"""What every language model offers, whatever serves it."""

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop_rag.cancel import CancelToken
from desktop_rag.results import Usage

DEFAULT_NUM_OUTPUT = 1024


class MessageRole(enum.StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a conversation."""

    role: MessageRole
    content: str


@dataclass(frozen=True, slots=True)
class LLMMetadata:
    """What a model can do: ``num_output`` tokens of ``context_window`` are meant for its answer."""

    context_window: int
    num_output: int
    model_name: str
    is_chat_model: bool = True
    is_function_calling_model: bool = False


@dataclass(frozen=True, slots=True)
class ChatDelta:
    """The next piece of an answer.

    ``text`` may be empty: once when the model begins to think before it answers, and at the end. The last
    delta of a complete answer has ``finish_reason``, and ``usage`` if the server counted.
    """

    text: str
    usage: Usage | None = None
    finish_reason: str = ""


class LLM(Protocol):
    """A language model."""

    @property
    def metadata(self) -> LLMMetadata:
        """What the model can do; the server is asked at most once."""

    def stream_chat(self, messages: Sequence[ChatMessage], cancel: CancelToken) -> Iterator[ChatDelta]:
        """Yield the answer as it is written.

        A request that fails is sent again only before the first delta.

        Raises:
            UserError: with the reason in plain words; what was yielded before remains valid.
            CancelledError: the token was set; the connection is closed at once.

        """

    def chat(self, messages: Sequence[ChatMessage], cancel: CancelToken) -> str:
        """Return the whole answer at once; raises as ``stream_chat`` does."""

    def close(self) -> None:
        """Let go of what the model holds; calling it again does nothing."""


def joined(deltas: Iterator[ChatDelta]) -> str:
    """Return the text of a whole stream."""
    return "".join(delta.text for delta in deltas)


def default_num_output(max_tokens: int | None, context_window: int) -> int:
    """Return how much of the window to keep free for the answer."""
    return max_tokens or min(DEFAULT_NUM_OUTPUT, max(1, context_window // 4))
