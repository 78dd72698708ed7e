"""The editions of the user's guide, and its Markdown as HTML."""

import re
from dataclasses import dataclass

from markdown_it import MarkdownIt


@dataclass(frozen=True)
class Edition:
    """One language of the guide: its titles, and the fonts of its PDF and Word files."""

    language: str
    locale: str
    title: str
    subject: str
    font: str
    code_font: str
    word_font: str


EDITIONS = (
    Edition(
        "en", "en-GB", "Desktop RAG: the user's guide", "How to ask questions of your own documents",
        "Noto Sans CJK KR", "Noto Sans Mono CJK KR", "Calibri",  # the Korean face has narrow quotation marks
    ),
    Edition(
        "ja", "ja-JP", "Desktop RAG 利用の手引き", "お手元の文書に質問する方法",
        "Noto Sans CJK JP", "Noto Sans Mono CJK JP", "Yu Gothic",
    ),
    Edition(
        "zh", "zh-CN", "Desktop RAG 使用指南", "怎样向自己的文档提问",
        "Noto Sans CJK SC", "Noto Sans Mono CJK SC", "Microsoft YaHei",
    ),
)  # fmt: skip


def parser() -> MarkdownIt:
    """Return the Markdown parser of the guide: CommonMark and tables."""
    return MarkdownIt("commonmark").enable("table")


def to_html(markdown: str) -> str:
    """Return the guide as HTML for the page layout."""
    return f"<html><body>{parser().render(markdown)}</body></html>"


def code_characters(markdown: str) -> str:
    """Return everything that is set in the fixed-width font."""
    return "".join(re.findall(r"`([^`]*)`", markdown)) or " "
