"""Cuts texts so that together they fit into a model's window."""

from collections.abc import Sequence

from desktop_rag.llms.base import LLM, request_room
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.text.shortening import beginning
from desktop_rag.text.tokenizer import Tokenizer

_PADDING = 16  # tokens: what joining texts adds
_LEAST = 8  # tokens left of each text, however small the window


def available_tokens(llm: LLM, prompt: BasePromptTemplate, **values: str) -> int:
    """Return the number of tokens of texts that fit into a prompt beside its own words and the answer."""
    messages = prompt.format_messages(**(dict.fromkeys(prompt.template_vars, "") | values))
    return max(_LEAST, request_room(llm.metadata) - llm.count_tokens(messages) - _PADDING)


def truncated(texts: Sequence[str], tokens: int, tokenizer: Tokenizer) -> list[str]:
    """Return the texts, the longest cut so that all have ``tokens`` at most; what short ones leave, long ones get."""
    counts = [tokenizer.count(text) for text in texts]
    left, waiting, limit = tokens, len(texts), 0
    for count in sorted(counts):
        limit = max(_LEAST, left // waiting)
        if count > limit:
            break
        left -= count
        waiting -= 1
    return [
        text if count <= limit or not waiting else beginning(text, limit, tokenizer.count).rstrip()
        for text, count in zip(texts, counts, strict=True)
    ]
