"""The interface of chat engines: the messages they take and the answers they give."""

import enum
import itertools
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import dataclass, field

from desktop_rag.core.answer_pieces import appended
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.parallel import asynchronous, iterate
from desktop_rag.core.response import AgentChatResponse, ResponseOutcome, drained, kept, printed
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.memory.types import BaseMemory
from desktop_rag.tools.base import ToolOutput


class ChatMode(enum.StrEnum):
    """The ways to make an answer from a message and the conversation before it."""

    SIMPLE = "simple"
    CONDENSE_QUESTION = "condense_question"
    CONTEXT = "context"
    CONDENSE_PLUS_CONTEXT = "condense_plus_context"
    REACT = "react"
    OPENAI = "openai"
    BEST = "best"


@dataclass(slots=True)
class StreamingAgentChatResponse:
    """An answer that is still being written; drain ``response_gen`` once, or let one of the methods do it.

    An agent's ``sources`` and ``source_nodes``, what is in ``metadata`` and the ``outcome`` are complete only then.
    """

    response_gen: Iterator[str]
    sources: list[ToolOutput] = field(default_factory=list)
    source_nodes: list[NodeWithScore] = field(default_factory=list)
    metadata: dict[str, object] = field(default_factory=dict)
    outcome: ResponseOutcome = field(default_factory=ResponseOutcome)
    _drained: str | None = None
    _read: list[str] = field(default_factory=list, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Keep the parts of the stream as they are read: the whole answer is there afterwards."""
        self.read_from(self.response_gen)

    def read_from(self, pieces: Iterator[str]) -> None:
        """Take the pieces of the answer from here."""
        self.response_gen = kept(pieces, self._read)

    def __str__(self) -> str:
        return self.response

    @property
    def response(self) -> str:
        """The whole answer without blanks around it, once the stream is drained."""
        return self.unformatted_response.strip()

    @property
    def unformatted_response(self) -> str:
        """The whole answer as the model wrote it, once the stream is drained."""
        if self._drained is None:
            self._drained = drained(self.response_gen, self._read)
        return self._drained

    def get_response(self) -> AgentChatResponse:
        """Return the whole answer, once the stream is drained."""
        return AgentChatResponse(
            self.unformatted_response, self.sources, self.source_nodes, self.metadata, self.outcome
        )

    def async_response_gen(self) -> AsyncGenerator[str]:
        """Return the answer's pieces for ``async for``."""
        return iterate(lambda: self.response_gen)

    def print_response_stream(self) -> None:
        """Print the answer as it is written."""
        self._drained = printed(self.response_gen if self._drained is None else [self._drained])


class BaseChatEngine(ABC):
    """Answers the messages of one conversation.

    ``chat_history`` given with a message takes the place of what is remembered. A turn is remembered with as much of
    its answer as came, also when it was stopped or failed in the middle; a turn without any answer is not.
    """

    memory: BaseMemory

    def chat(self, message: str | QueryBundle, chat_history: Sequence[ChatMessage] | None = None) -> AgentChatResponse:
        """Return the whole answer to a message."""
        return self.stream_chat(str(message), chat_history).get_response()

    @abstractmethod
    def stream_chat(
        self, message: str, chat_history: Sequence[ChatMessage] | None = None
    ) -> StreamingAgentChatResponse:
        """Return the answer to a message as it is written; what is searched for is found before this returns."""

    achat = asynchronous(chat)
    astream_chat = asynchronous(stream_chat)

    @property
    def chat_history(self) -> list[ChatMessage]:
        """All remembered messages."""
        return self.memory.get_all()

    def reset(self) -> None:
        """Forget the conversation."""
        self.memory.reset()

    def _begin(
        self, message: str, chat_history: Sequence[ChatMessage] | None, initial_token_count: int = 0
    ) -> list[ChatMessage]:
        """Return the messages before this one that the model is shown; they never begin with an answer."""
        if chat_history is not None:
            self.memory.set(chat_history)
        shown = self.memory.get(message, min(initial_token_count, self.memory.token_limit))
        answers = (MessageRole.ASSISTANT, MessageRole.TOOL)
        return list(itertools.dropwhile(lambda earlier: earlier.role in answers, shown))

    def _remembered(self, message: str, pieces: Iterator[str]) -> Iterator[str]:
        """Pass the answer on; remember the turn however it ends."""
        text = ""
        try:
            for piece in pieces:
                text = appended(text, piece)
                yield piece
        finally:
            # an answer that is stopped ends here as well: whoever reads it closes the generator
            if text.strip():
                self.memory.put(ChatMessage(MessageRole.USER, message))
                self.memory.put(ChatMessage(MessageRole.ASSISTANT, text))
