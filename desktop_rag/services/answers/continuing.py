"""Goes on with an answer that ended too early: the model is shown what it wrote and writes the rest."""

import re
from collections.abc import Sequence

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llms.base import LLM, ChatOptions
from desktop_rag.services.answers.delegating import DelegatingLLM

_GO_ON = (
    "Your answer was cut off where your last message ends. Write only what comes next, in the same language and form. "
    "Don't repeat anything and don't comment on this."
)
_SENTENCE_END = re.compile(r"[.!?。！？][\")”’»」』）]*(?:\s*\[\d+\])*(?=\s|$)|[。！？]|\n")
_WORD_END = re.compile(r"\s")


class ContinuingLLM(DelegatingLLM):
    """A model that goes on with ``begun`` whenever it streams."""

    def __init__(self, llm: LLM, begun: str) -> None:
        super().__init__(llm)
        self._begun = begun

    def _changed(self, messages: Sequence[ChatMessage], _options: ChatOptions) -> list[ChatMessage]:
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
