"""What every synthesizer takes and gives."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.cancel import CancelToken
from desktop_rag.messages import ChatMessage
from desktop_rag.schema import NodeWithScore, QueryBundle, StreamingResponse


@dataclass(frozen=True, slots=True)
class SynthesisInput:
    """One question with its passages, best first, and the conversation before it."""

    query: QueryBundle
    nodes: Sequence[NodeWithScore]
    chat_history: Sequence[ChatMessage] = ()


class BaseSynthesizer(ABC):
    """Makes an answer."""

    @abstractmethod
    def synthesize(self, question: SynthesisInput, cancel: CancelToken) -> StreamingResponse:
        """Return the answer as a stream. ``metadata`` is complete once the stream is drained."""
