"""Node parsers for texts, and functions that cut them (LlamaIndex's place for them)."""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.node_parser.code import CodeSplitter
    from desktop_rag.node_parser.semantic import SemanticSplitterNodeParser
    from desktop_rag.node_parser.sentence import SentenceSplitter
    from desktop_rag.node_parser.sentence_window import SentenceWindowNodeParser
    from desktop_rag.node_parser.text.utils import (
        split_by_char,
        split_by_phrase_regex,
        split_by_regex,
        split_by_sentence_tokenizer,
        split_by_sep,
        split_text_keep_separator,
        truncate_text,
    )
    from desktop_rag.node_parser.token import TokenTextSplitter

__all__ = [
    "CodeSplitter",
    "SemanticSplitterNodeParser",
    "SentenceSplitter",
    "SentenceWindowNodeParser",
    "TokenTextSplitter",
    "split_by_char",
    "split_by_phrase_regex",
    "split_by_regex",
    "split_by_sentence_tokenizer",
    "split_by_sep",
    "split_text_keep_separator",
    "truncate_text",
]

__getattr__ = lazily(
    __name__,
    {
        "desktop_rag.node_parser.code": ("CodeSplitter",),
        "desktop_rag.node_parser.semantic": ("SemanticSplitterNodeParser",),
        "desktop_rag.node_parser.sentence": ("SentenceSplitter",),
        "desktop_rag.node_parser.sentence_window": ("SentenceWindowNodeParser",),
        "desktop_rag.node_parser.token": ("TokenTextSplitter",),
        "utils": (
            "split_by_char",
            "split_by_phrase_regex",
            "split_by_regex",
            "split_by_sentence_tokenizer",
            "split_by_sep",
            "split_text_keep_separator",
            "truncate_text",
        ),
    },
)
