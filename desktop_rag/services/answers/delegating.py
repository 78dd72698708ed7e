"""A model that asks another one, with something changed in what is said."""

from abc import abstractmethod
from collections.abc import Generator, Iterator, Sequence

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.messages import ChatMessage
from desktop_rag.llms.base import LLM, NO_OPTIONS, ChatDelta, ChatOptions, ChatResponse, LLMMetadata
from desktop_rag.text.tokenizer import Tokenizer


class DelegatingLLM(LLM):
    """Changes the messages of all streams; other calls go to ``llm`` unchanged.

    Engines stream the answer and nothing else, so queries and summaries on the way are not affected.
    """

    def __init__(self, llm: LLM) -> None:
        self._llm = llm

    @abstractmethod
    def _changed(self, messages: Sequence[ChatMessage], options: ChatOptions) -> list[ChatMessage]:
        """Return the messages to send instead."""

    @property
    def metadata(self) -> LLMMetadata:
        """The capabilities of the model."""
        return self._llm.metadata

    @property
    def tokenizer(self) -> Tokenizer:
        """The model's tokenizer."""
        return self._llm.tokenizer

    def count_tokens(self, messages: Sequence[ChatMessage], options: ChatOptions = NO_OPTIONS) -> int:
        """Return the number of tokens of a request, as it is sent."""
        return self._llm.count_tokens(self._changed(messages, options), options)

    def close(self) -> None:
        """Release the model's resources."""
        self._llm.close()

    def stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken | None = None, options: ChatOptions = NO_OPTIONS
    ) -> Generator[ChatDelta]:
        """Yield the answer to the changed messages; see ``LLM``."""
        yield from self._stream_chat(messages, cancel or current_token(), options)

    def chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken | None = None, options: ChatOptions = NO_OPTIONS
    ) -> ChatResponse:
        """Return the whole answer to something else."""
        return self._llm.chat(messages, cancel, options)

    def _stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Iterator[ChatDelta]:
        return self._llm.stream_chat(self._changed(messages, options), cancel, options)
