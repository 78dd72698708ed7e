"""The editions of the user's guide, and its Markdown as HTML."""

import re
from dataclasses import dataclass

from markdown_it import MarkdownIt


@dataclass(frozen=True)
class Edition:
    """One language of the guide: its titles, and the fonts of its PDF."""

    language: str
    title: str
    subject: str
    font: str
    code_font: str


EDITIONS = (
    Edition(
        "en", "Desktop RAG: the user's guide", "How to ask questions of your own documents",
        "Noto Sans CJK KR", "Noto Sans Mono CJK KR",  # the Korean face has narrow quotation marks
    ),
    Edition(
        "de", "Desktop RAG: das Handbuch", "Wie man die eigenen Dokumente befragt",
        "Noto Sans CJK KR", "Noto Sans Mono CJK KR",
    ),
    Edition(
        "ja", "Desktop RAG 利用の手引き", "お手元の文書に質問する方法",
        "Noto Sans CJK JP", "Noto Sans Mono CJK JP",
    ),
    Edition(
        "zh", "Desktop RAG 使用指南", "怎样向自己的文档提问",
        "Noto Sans CJK SC", "Noto Sans Mono CJK SC",
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
