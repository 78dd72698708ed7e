"""Functions that cut a text."""

import re
from collections.abc import Callable
from itertools import pairwise

from desktop_rag.node_parser.base import (
    truncate_text as truncate_text,
)
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.node_parser.sentence_tokenizer import sentence_starts

SplitText = Callable[[str], list[str]]


_PHRASE = "[^,.;。]+[,.;。]?"


def split_text_keep_separator(text: str, separator: str) -> list[str]:
    """Return the parts of a text; all but the first begin with the separator, and together they are the text."""
    first, *rest = text.split(separator)
    return [part for part in (first, *(separator + one for one in rest)) if part]


def split_by_sep(sep: str, keep_sep: bool = True) -> SplitText:  # noqa: FBT001, FBT002 - LlamaIndex's
    """Return what cuts texts at a separator, which begins the next part unless it is not kept."""
    return (lambda text: split_text_keep_separator(text, sep)) if keep_sep else (lambda text: text.split(sep))


def split_by_char() -> SplitText:
    """Return what cuts texts between all characters."""
    return list


def split_by_regex(regex: str) -> SplitText:
    """Return what finds in texts all that a regular expression fits; what lies between is left out."""
    return re.compile(regex).findall


def split_by_phrase_regex() -> SplitText:
    """Return what cuts texts into phrases, each with the comma, the stop or the semicolon that ends it."""
    return split_by_regex(_PHRASE)


def split_by_sentence_tokenizer() -> SplitText:
    """Return what cuts texts into sentences, each with the blanks behind it."""
    return lambda text: [text[start:end] for start, end in pairwise([*sentence_starts(text), len(text)])]


SimpleNodeParser = SentenceSplitter
"""LlamaIndex's older name for it."""
