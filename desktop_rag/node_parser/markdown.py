"""Sections of Markdown, one node for each heading with what stands below, and files cut by their own structure.

That is by headings for Markdown and by syntax for code, into passages that fit the model.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cache
from typing import Unpack

from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.schema import Metadata, TextNode
from desktop_rag.evidence.blocks import HEADING_SEPARATOR, Heading, markdown_heading, stripped, underlined_heading
from desktop_rag.node_parser.base import NodeParser, NodeParserOptions, Span, TextSplitter, link_neighbours
from desktop_rag.node_parser.code import CodeSplitter, language_of
from desktop_rag.node_parser.passage import HEADING_KEY, PassageSplitter, file_name_of
from desktop_rag.node_parser.token_map import Offsets
from desktop_rag.readers.formats import of_ending, of_name

HEADER_PATH_KEY = "header_path"
_LINE = re.compile(r"[^\n]*\n?")
_PEEK = 512  # characters of a line that decide what it is
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^\n]*)")
_NO_TITLE = re.compile(r"[ \t]*(?:[-*+>|]|\d{1,9}[.)][ \t])")  # lists, quotations and tables have no underline
_FRONT_MATTER = re.compile(r"---[ \t]*\r?\n(?:[^\n]*\n){0,200}?---[ \t]*(?=[\r\n]|\Z)")
_MARKDOWN = of_ending(".md")
_CODE_LINES = 80
_CHARACTERS_PER_TOKEN = 3  # of code, roughly; what comes out too long is cut again


class MarkdownNodeParser(TextSplitter):
    """Cuts Markdown before every heading; look-alikes in fenced code or front matter are none.

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
    fence = ""  # of the code block the line is in
    title = ""  # the line before, where it may be a heading that this one underlines
    title_start = 0
    after_blank = True
    for start, line in _lines(text):
        inside, fence = fence, _fence_below(line, fence)
        if inside or fence:
            title = ""
            continue
        underlined = underlined_heading(title, line) if title else None
        heading = underlined or markdown_heading(line)
        if heading:
            yield title_start if underlined else start, heading
            title, after_blank = "", True
            continue
        title, title_start = line if after_blank and _may_be_title(line) else "", start
        after_blank = not line.strip()


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines below the front matter: where each begins, and as much of it as decides what it is."""
    front = _FRONT_MATTER.match(text)
    for match in _LINE.finditer(text, front.end() if front else 0):
        if match.start() == match.end():
            return
        stop = min(match.end(), match.start() + _PEEK)
        yield match.start(), text[match.start() : stop].rstrip("\r\n")


def _may_be_title(line: str) -> bool:
    """Return True if a line may be a heading that the next one underlines."""
    return bool(line.strip()) and not _NO_TITLE.match(line)


def _fence_below(line: str, fence: str) -> str:
    """Return the marks that began the code block below a line; ``fence`` are those of the block it is in itself."""
    mark = _FENCE.match(line)
    if mark is None:
        return fence
    if fence:
        return "" if mark[1].startswith(fence) and not mark[2].strip() else fence
    return "" if mark[1][0] == "`" and "`" in mark[2] else mark[1]


class StructuredFiles(NodeParser, ABC):
    """Cuts some files by their structure, and as passages all others and every part that is too long."""

    def __init__(self, passages: PassageSplitter, tokenizer: Offsets) -> None:
        super().__init__()
        self._passages = passages
        self._tokenizer = tokenizer

    @abstractmethod
    def parts(self, document: TextNode) -> list[TextNode] | None:
        """Return the parts of a document by its structure; None: it has none that is known here."""

    def parse_document(self, document: TextNode) -> list[TextNode]:
        """Return the nodes of one document."""
        parts = self.parts(document)
        if parts is None:
            return self._passages.parse_document(document)
        nodes = [node for part in parts for node in self._fitting(part)]
        link_neighbours(nodes)
        return nodes

    def _fitting(self, part: TextNode) -> list[TextNode]:
        """Return a part as it is if it fits, else cut."""
        limit = self._passages.chunk_size
        if len(part.text) <= limit or (
            len(part.text) < limit * 16 and len(self._tokenizer(without_surrogates(part.text))) <= limit
        ):
            return [part]
        return self._passages.parse_document(part)


class MarkdownFiles(StructuredFiles):
    """Cuts Markdown into the sections below its headings; nodes name the headings above them as ``heading``."""

    _sections = MarkdownNodeParser(header_path_separator=HEADING_SEPARATOR)

    def parts(self, document: TextNode) -> list[TextNode] | None:
        """Return the sections of a Markdown file."""
        if of_name(file_name_of(document)) is not _MARKDOWN:
            return None
        sections = self._sections.parse_document(document)
        for section in sections:
            path = str(section.metadata.pop(HEADER_PATH_KEY))
            if path != HEADING_SEPARATOR:
                section.metadata[HEADING_KEY] = path.removeprefix(HEADING_SEPARATOR).removesuffix(HEADING_SEPARATOR)
        return sections


class CodeFiles(StructuredFiles):
    """Cuts source code between its constructs."""

    def parts(self, document: TextNode) -> list[TextNode] | None:
        """Return the constructs of a file of source code."""
        language = language_of(file_name_of(document))
        if language is None:
            return None
        return _splitter(language, self._passages.chunk_size * _CHARACTERS_PER_TOKEN).parse_document(document)


@cache
def _splitter(language: str, max_chars: int) -> CodeSplitter:
    return CodeSplitter(language, _CODE_LINES, 0, max_chars)
