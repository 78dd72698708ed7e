"""Cuts texts so that together they fit into a model's window."""

from collections.abc import Sequence

from desktop_rag.llms.base import LLMMetadata
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.text.tokenizer import get_tokenizer

_PADDING = 16  # tokens: models count a little differently
_LEAST = 8  # tokens left of each text, however small the window


def available_tokens(metadata: LLMMetadata, prompt: BasePromptTemplate, **values: str) -> int:
    """Return how many tokens of texts fit into a prompt beside its own words; the answer's share is kept free."""
    messages = prompt.format_messages(**(dict.fromkeys(prompt.template_vars, "") | values))
    used = sum(get_tokenizer().count(message.content) for message in messages)
    return max(_LEAST, metadata.context_window - metadata.num_output - used - _PADDING)


def truncated(texts: Sequence[str], tokens: int) -> list[str]:
    """Return the texts, the longest cut so that all have ``tokens`` at most; what short ones leave, long ones get."""
    counts = [get_tokenizer().count(text) for text in texts]
    left, waiting, limit = tokens, len(texts), 0
    for count in sorted(counts):
        limit = max(_LEAST, left // waiting)
        if count > limit:
            break
        left -= count
        waiting -= 1
    return [
        text if count <= limit or not waiting else _beginning(text, limit)
        for text, count in zip(texts, counts, strict=True)
    ]


def _beginning(text: str, tokens: int) -> str:
    """Return the first tokens of a text."""
    starts = get_tokenizer().token_starts(text)
    return text[: int(starts[tokens])].rstrip() if len(starts) > tokens else text
