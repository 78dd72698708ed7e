"""Helpers under LlamaIndex's names."""

from desktop_rag.core.media.binary import resolve_binary
from desktop_rag.text.shortening import truncate_text
from desktop_rag.text.tokenizer import get_tokenizer

__all__ = ["get_tokenizer", "resolve_binary", "truncate_text"]
