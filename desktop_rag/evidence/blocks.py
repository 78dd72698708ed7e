"""The visible structure of a text: headings, paragraphs, list items, tables and code, as character ranges.

Headings are certain for Markdown, cautious for everything else.
"""

import enum
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(
    r"[ \t\u3000]*(?:[-*+•‣◦·▪●○■□◆◇–—・][ \t\u3000]+|[・●○■□◆◇①-⑳]"
    r"|(?:\d{1,3}|[A-Za-z]|[ivx]{1,4})[.)．][ \t\u3000]+|[(（](?:\d{1,3}|[A-Za-z一二三四五六七八九十])[)）])(?=\S)"
)
_LINE = re.compile(r"[^\n]*\n?")
_PEEK = 512  # characters of a line that decide what it is
_LONGEST_FENCE = 2000  # lines searched for the end of a fenced block
HEADING_SEPARATOR = " > "
_LONGEST = 100
_LAST_WESTERN = "\u2fff"

_MARKDOWN = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*\Z")
_UNDERLINE = re.compile(r" {0,3}(=+|-{3,})[ \t]*\Z")
_DEEP_NUMBER = re.compile(r"(\d{1,3}(?:\.\d{1,3}){1,5})\.?[ \t\u3000]+(?=[^\W\d_]{2,})")
_NUMBER = re.compile(r"(?:\d{1,2}|[IVX]{1,5}|[A-Z])\.?[ \t\u3000]+(?=[^\W\d_])")
_CHAPTER = re.compile(
    r"(?:(?P<top>chapter|part|appendix|annex|book|kapitel|teil|anhang|chapitre|partie|annexe|capítulo|parte|anexo)"
    r"|(?:section|article|abschnitt|artikel|sección|artículo))"
    r"[ \t]+(?:\d{1,3}|[IVXLC]{1,6}|[A-Z])\b(?:\.\d{1,3})*",
    re.IGNORECASE,
)
_CJK_CHAPTER = re.compile(
    r"第\s*[0-9０-９一二三四五六七八九十百〇零]{1,5}\s*(?P<unit>[部編编章節节条條款項项])(?=\s|\Z|[：:　])"
)
_CJK_LEVELS = {"部": 1, "編": 1, "编": 1, "章": 2, "節": 3, "节": 3}
_SENTENCE_END = tuple(".!?,;:。！？、，；：…")


class Kind(enum.Enum):
    """The kinds of blocks."""

    HEADING = enum.auto()
    PARAGRAPH = enum.auto()
    ITEM = enum.auto()
    TABLE = enum.auto()
    CODE = enum.auto()


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading's depth (1 is the highest), its words, and whether the line can be nothing else."""

    level: int
    title: str
    sure: bool


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


def markdown_heading(line: str) -> Heading | None:
    """Return the heading that a line beginning with ``#`` is."""
    if "#" not in line[:4] or len(line) > 4 * _LONGEST:
        return None
    match = _MARKDOWN.match(line)
    return Heading(len(match.group(1)), match.group(2), sure=True) if match and match.group(2) else None


def underlined_heading(line: str, below: str) -> Heading | None:
    """Return the heading that a line is when the line below underlines it."""
    rule = _UNDERLINE.match(below[: 2 * _LONGEST]) if below else None
    title = line.strip()
    if rule is None or not title or len(title) > _LONGEST or not any(letter.isalnum() for letter in title):
        return None
    return Heading(1 if rule.group(1)[0] == "=" else 2, title, sure=True)


def plain_heading(line: str, *, alone: bool) -> Heading | None:
    """Return the heading that an unmarked line after a blank one is, if it looks like nothing else.

    ``alone`` tells that a blank line follows as well.
    """
    title = line.strip()
    if not title[:1].isalnum() or len(title) > _LONGEST or title.endswith(_SENTENCE_END):
        return None
    return _chapter(title) or _numbered(title, alone=alone) or _capitals(title)


def is_numbered(line: str) -> bool:
    """Return True if a line begins like an entry of a numbered list or a table of contents."""
    return _NUMBER.match(line[:_LONGEST].strip()) is not None


def _chapter(title: str) -> Heading | None:
    """Return a heading such as Chapter 3, Kapitel 3 or 第3章."""
    match = _CHAPTER.match(title)
    if match:
        rest = title[match.end() :]
        sure = not rest or not rest.lstrip(" .:–—-")[:1].islower()
        return Heading(1 if match.group("top") else 2, title, sure=True) if sure else None
    cjk = _CJK_CHAPTER.match(title)
    return Heading(_CJK_LEVELS.get(cjk.group("unit"), 4), title, sure=True) if cjk and len(title) <= 40 else None


def _numbered(title: str, *, alone: bool) -> Heading | None:
    """Return a heading such as 2.1 Limits, or 2 Limits when it stands alone."""
    deep = _DEEP_NUMBER.match(title)
    if deep:
        level = deep.group(1).count(".") + 1
        return Heading(level, title, sure=False) if _is_title(deep.group(1), title[deep.end() :]) else None
    match = _NUMBER.match(title) if alone else None
    if match is None or title[match.end() :][:1].islower() or len(title) > 60:
        return None
    return Heading(1, title, sure=False)


def _is_title(number: str, words: str) -> bool:
    """Return True if a number with points and the words after it are a heading and not a quantity (12.50 EUR)."""
    letters = sum(letter.isalpha() for letter in words)
    short = 2 if words[0] > _LAST_WESTERN else 4
    return (
        not words[0].islower()
        and letters >= short
        and all(len(part) < 3 and int(part) < 40 for part in number.split("."))
    )


def _capitals(title: str) -> Heading | None:
    """Return the heading that a line in capitals is."""
    capitals = sum(letter.isupper() for letter in title)
    shouted = capitals >= 4 and title.isupper() and capitals * 2 > len(title) and "|" not in title
    return Heading(1, title, sure=False) if shouted else None
