"""Helpers under LlamaIndex's names."""

from desktop_rag.core.media.binary import resolve_binary
from desktop_rag.text.tokenizer import get_tokenizer

__all__ = ["get_tokenizer", "resolve_binary", "truncate_text"]


def truncate_text(text: str, max_length: int) -> str:
    """Return at most so many characters of a text, the last three of them dots where something is missing."""
    if len(text) <= max_length:
        return text
    return f"{text[: max_length - 3]}..." if max_length >= 3 else text[:max_length]
