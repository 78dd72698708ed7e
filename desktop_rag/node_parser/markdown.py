"""Sections of Markdown: one node for each heading with what stands below it."""

import re
from collections.abc import Iterator
from typing import Unpack

from desktop_rag.node_parser.base import NodeParserOptions, Span, TextSplitter
from desktop_rag.node_parser.blocks import stripped
from desktop_rag.node_parser.headings import Heading, markdown_heading, underlined_heading
from desktop_rag.schema import Metadata, TextNode

HEADER_PATH_KEY = "header_path"
_LINE = re.compile(r"[^\n]*\n?")
_PEEK = 512  # characters of a line that decide what it is
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^\n]*)")
_NO_TITLE = re.compile(r"[ \t]*(?:[-*+>|]|\d{1,9}[.)][ \t])")  # lists, quotations and tables have no underline
_FRONT_MATTER = re.compile(r"---[ \t]*\r?\n(?:[^\n]*\n){0,200}?---[ \t]*(?=[\r\n]|\Z)")


class MarkdownNodeParser(TextSplitter):
    """Cuts Markdown before every heading; what looks like one in fenced code or front matter is none.

    The metadata ``header_path`` names the headings above a node's own, outermost first: ``/Manual/Limits/``, or
    ``/`` for the highest. Sections have any length: give them to another splitter where that matters.
    """

    def __init__(self, *, header_path_separator: str = "/", **options: Unpack[NodeParserOptions]) -> None:
        super().__init__(**options)
        self.header_path_separator = header_path_separator

    def split_document(self, document: TextNode) -> Iterator[Span]:
        """Yield the sections of a document in order."""
        text = document.text
        path: list[Heading] = []
        start = 0
        for position, heading in _headings(text):
            yield from self._section(text, start, position, path)
            while path and path[-1].level >= heading.level:
                path.pop()
            path.append(heading)
            start = position
        yield from self._section(text, start, len(text), path)

    def _section(self, text: str, start: int, end: int, path: list[Heading]) -> Iterator[Span]:
        """Yield a section unless it is blank."""
        start, end = stripped(text, start, end)
        if start == end:
            return
        separator = self.header_path_separator
        above = separator.join(heading.title for heading in path[:-1])
        metadata: Metadata = {HEADER_PATH_KEY: f"{separator}{above}{separator}" if above else separator}
        yield Span(start, end, metadata if self.include_metadata else {})


def _headings(text: str) -> Iterator[tuple[int, Heading]]:
    """Yield the headings of a text and where their lines begin."""
    front = _FRONT_MATTER.match(text)
    fence = ""  # of the code block the line is in
    title = ""  # the line before, where it may be a heading that this one underlines
    title_start = 0
    after_blank = True
    for start, line in _lines(text, front.end() if front else 0):
        mark = _FENCE.match(line)
        if fence:
            fence = "" if mark and _closes(mark, fence) else fence
            continue
        if mark and not (mark[1][0] == "`" and "`" in mark[2]):
            fence, title = mark[1], ""
            continue
        below = underlined_heading(title, line) if title else None
        heading = markdown_heading(line)
        if below:
            yield title_start, below
        elif heading:
            yield start, heading
        may_be_title = after_blank and not heading and bool(line.strip()) and not _NO_TITLE.match(line)
        title, title_start = (line, start) if may_be_title else ("", start)
        after_blank = not line.strip() or bool(heading or below)


def _lines(text: str, start: int) -> Iterator[tuple[int, str]]:
    """Yield the lines from a position on: where each begins, and as much of it as decides what it is."""
    for match in _LINE.finditer(text, start):
        if match.start() == match.end():
            return
        stop = min(match.end(), match.start() + _PEEK)
        yield match.start(), text[match.start() : stop].rstrip("\r\n")


def _closes(mark: re.Match[str], fence: str) -> bool:
    """Whether a line of fence marks ends the block that ``fence`` began."""
    return mark[1].startswith(fence) and not mark[2].strip()
