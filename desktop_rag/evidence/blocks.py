"""The visible structure of a text: headings, paragraphs, list items, tables and code, as character ranges."""

import enum
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from desktop_rag.evidence.headings import (
    Heading,
    is_numbered,
    markdown_heading,
    plain_heading,
    underlined_heading,
)

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(
    r"[ \t\u3000]*(?:[-*+•‣◦·▪●○■□◆◇–—・][ \t\u3000]+|[・●○■□◆◇①-⑳]"
    r"|(?:\d{1,3}|[A-Za-z]|[ivx]{1,4})[.)．][ \t\u3000]+|[(（](?:\d{1,3}|[A-Za-z一二三四五六七八九十])[)）])(?=\S)"
)
_LINE = re.compile(r"[^\n]*\n?")
_PEEK = 512  # characters of a line that decide what it is
_LONGEST_FENCE = 2000  # lines searched for the end of a fenced block


class Kind(enum.Enum):
    """The kinds of blocks."""

    HEADING = enum.auto()
    PARAGRAPH = enum.auto()
    ITEM = enum.auto()
    TABLE = enum.auto()
    CODE = enum.auto()


@dataclass(frozen=True, slots=True)
class Block:
    """A range of whole lines, and the heading it is."""

    start: int
    end: int
    kind: Kind
    heading: Heading | None = None


class _Line(NamedTuple):
    """One line: its range, its first characters without the line end, and a flag for a blank one."""

    start: int
    end: int
    peek: str
    blank: bool


def blocks(text: str, *, prose: bool = True) -> Iterator[Block]:
    """Return the blocks of ``text`` in order; together they hold everything that is not blank.

    Without ``prose`` (source code, logs, data) the blocks are groups of lines between blank lines.
    """
    return iter(_blocks(text, prose=prose))


@lru_cache(1)  # the passages of a page and its tables are found one after the other
def _blocks(text: str, *, prose: bool) -> tuple[Block, ...]:
    found: list[Block] = []
    lines = list(_lines(text))
    position = 0
    while position < len(lines):
        if lines[position].blank:
            position += 1
            continue
        stop, kind, heading = (
            _next_block(lines, position) if prose else (_until_blank(lines, position), Kind.CODE, None)
        )
        found.append(Block(lines[position].start, lines[stop - 1].end, kind, heading))
        position = stop
    return tuple(found)


def line_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the lines of a range without white space around them; blank ones are left out."""
    for match in _LINE.finditer(text, start, end):
        span = stripped(text, match.start(), match.end())
        if span[0] < span[1]:
            yield span


def stripped(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the range without white space at its ends."""
    part = text[start:end]
    body = part.lstrip()
    start = end - len(body)
    return start, start + len(body.rstrip())


def _lines(text: str) -> Iterator[_Line]:
    for match in _LINE.finditer(text):
        if match.start() == match.end():
            return
        line = match.group()
        yield _Line(match.start(), match.end(), line[:_PEEK].rstrip("\r\n"), not line.strip())


def _next_block(lines: list[_Line], position: int) -> tuple[int, Kind, Heading | None]:
    """Return the end, the kind and the heading of the block beginning at a line."""
    line = lines[position]
    fence = _FENCE.match(line.peek)
    if fence:
        return _fence_end(lines, position, fence.group(1)), Kind.CODE, None
    if _is_row(line):
        return _while(lines, position, rows=True), Kind.TABLE, None
    heading, used = _heading(lines, position)
    if heading:
        return position + used, Kind.HEADING, heading
    kind = Kind.ITEM if _ITEM.match(line.peek) else Kind.PARAGRAPH
    return _while(lines, position, rows=False), kind, None


def _heading(lines: list[_Line], position: int) -> tuple[Heading | None, int]:
    """Return the heading at a line, and how many lines it takes."""
    line = lines[position]
    found = markdown_heading(line.peek)
    if found:
        return found, 1
    after_blank = position == 0 or lines[position - 1].blank
    if not after_blank or line.end - line.start > _PEEK:
        return None, 0
    below = "" if position + 1 == len(lines) or lines[position + 1].blank else lines[position + 1].peek
    underlined = underlined_heading(line.peek, below) if below else None
    if underlined:
        return underlined, 2
    return plain_heading(line.peek, alone=not below and not _in_numbered_list(lines, position)), 1


def _in_numbered_list(lines: list[_Line], position: int) -> bool:
    """Return True if a neighbour over one blank line is numbered too (a list with spaced entries)."""
    near = [i for i in (position - 2, position + 2) if 0 <= i < len(lines)]
    return any(is_numbered(lines[i].peek) for i in near)


def _is_row(line: _Line) -> bool:
    """Return True if a line is a row of a table: Markdown's, or cells separated by tabs."""
    text = line.peek.strip()
    return (text.startswith("|") and text.count("|") > 1) or "\t" in text


def _begins_block(line: _Line) -> bool:
    """Return True if a line ends a paragraph above it without a blank line between."""
    return bool(_FENCE.match(line.peek) or _ITEM.match(line.peek) or markdown_heading(line.peek)) or _is_row(line)


def _while(lines: list[_Line], position: int, *, rows: bool) -> int:
    """Return the end of a table, or of a paragraph or list item."""
    stop = position + 1
    while stop < len(lines) and not lines[stop].blank:
        if rows != _is_row(lines[stop]) or (not rows and _begins_block(lines[stop])):
            break
        stop += 1
    return stop


def _until_blank(lines: list[_Line], position: int) -> int:
    """Return the end of the lines before the next blank one."""
    stop = position + 1
    while stop < len(lines) and not lines[stop].blank:
        stop += 1
    return stop


def _fence_end(lines: list[_Line], position: int, fence: str) -> int:
    """Return the end of a fenced block; an unclosed one ends at the next blank line."""
    for stop in range(position + 1, min(len(lines), position + _LONGEST_FENCE)):
        text = lines[stop].peek.strip()
        if text.startswith(fence) and not text.strip(fence[0]):
            return stop + 1
    return _until_blank(lines, position)
