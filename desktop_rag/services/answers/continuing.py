"""Goes on with an answer that ended too early: the model is shown what it wrote and writes the rest."""

import re
from collections.abc import Generator, Iterator, Sequence

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llms.base import LLM, NO_OPTIONS, ChatDelta, ChatOptions, ChatResponse, LLMMetadata
from desktop_rag.text.tokenizer import Tokenizer

_GO_ON = (
    "Your answer was cut off where your last message ends. Write only what comes next, in the same language and form. "
    "Don't repeat anything and don't comment on this."
)
_SENTENCE_END = re.compile(r"[.!?。！？][\")”’»」』）]*(?:\s*\[\d+\])*(?=\s|$)|[。！？]|\n")
_WORD_END = re.compile(r"\s")


class ContinuingLLM(LLM):
    """A model that goes on with ``begun`` whenever it streams; what it is asked besides is asked as usual.

    Engines stream the answer and nothing else, so queries and summaries on the way are not affected.
    """

    def __init__(self, llm: LLM, begun: str) -> None:
        self._llm = llm
        self._begun = begun

    @property
    def metadata(self) -> LLMMetadata:
        """What the model can do."""
        return self._llm.metadata

    @property
    def tokenizer(self) -> Tokenizer:
        """What counts the model's tokens."""
        return self._llm.tokenizer

    def count_tokens(self, messages: Sequence[ChatMessage], options: ChatOptions = NO_OPTIONS) -> int:
        """Return how many tokens a request takes, with what was begun."""
        return self._llm.count_tokens(self._with_begun(messages), options)

    def close(self) -> None:
        """Let go of what the model holds."""
        self._llm.close()

    def stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken | None = None, options: ChatOptions = NO_OPTIONS
    ) -> Generator[ChatDelta]:
        """Yield what comes behind the text that was begun; see ``LLM``."""
        yield from self._stream_chat(messages, cancel or current_token(), options)

    def chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken | None = None, options: ChatOptions = NO_OPTIONS
    ) -> ChatResponse:
        """Return the whole answer to something else."""
        return self._llm.chat(messages, cancel, options)

    def _stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Iterator[ChatDelta]:
        return self._llm.stream_chat(self._with_begun(messages), cancel, options)

    def _with_begun(self, messages: Sequence[ChatMessage]) -> list[ChatMessage]:
        said = ChatMessage(MessageRole.ASSISTANT, self._begun)
        return [*messages, said, ChatMessage(MessageRole.USER, _GO_ON)]


def whole_sentences(text: str) -> str:
    """Return a text up to its last whole sentence or line, with the space behind it; else up to its last word.

    A model goes on from there: from the middle of a word it would write that word twice, or half of it.
    """
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    end = ends[-1] if ends else max((match.end() for match in _WORD_END.finditer(text)), default=len(text))
    kept = text[:end]
    return kept if not kept or kept[-1].isspace() or kept[-1] in "。！？" else f"{kept} "
