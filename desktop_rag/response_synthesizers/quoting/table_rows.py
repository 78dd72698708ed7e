"""Rows of tables in passages: what their columns are called, and the small table in which a row is shown."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.citations.quotes import Sentence, sentences_of
from desktop_rag.core.schema import TextNode
from desktop_rag.node_parser.captions import COLUMN_SEPARATOR, LINE_SEPARATOR
from desktop_rag.node_parser.headings import HEADING_SEPARATOR
from desktop_rag.node_parser.passage import HEADING_KEY
from desktop_rag.response_synthesizers.quoting.readable import is_noise, line_of
from desktop_rag.text import analyzer
from desktop_rag.text.tables import PERIOD, TableHead, cells_of, head_of, is_row, is_rule

_FIGURES = re.compile(r"[$€£¥]\s?\d|\d[.,]\d")  # of the first row, which is no title
_CAPTION_LINES = 4
_CAPTION_LINE = 110  # characters
_LOOKED_AT = 500  # characters above the table
_SENTENCE_END = (".", "。", "!", "?", ";")


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above a row: the table's title with its unit, and the names of all columns where they are known."""

    caption: str
    columns: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of its words."""
        return " ".join((self.caption, *self.columns)).strip()


def sentences_and_rows(passages: Sequence[str]) -> list[Sentence]:
    """Return the sentences of every passage, in order; a row of a table is one, whatever its cells hold."""
    found: list[Sentence] = []
    for sentence in sentences_of(passages):
        passage = passages[sentence.source]
        line = line_of(passage, sentence.start)
        if not is_row(line):
            found.append(sentence)
            continue
        start = passage.index("|", passage.rfind("\n", 0, sentence.start) + 1)
        if not found or (found[-1].source, found[-1].start) != (sentence.source, start):
            terms = frozenset(analyzer.terms(line))
            found.append(Sentence(sentence.source, start, start + len(line), line, terms))
    return found


def is_quotable(text: str, start: int) -> bool:
    """Whether the row that begins at ``start`` says something of what its first cell names.

    Rows that name columns, or only head the rows below, do not.
    """
    row = line_of(text, start)
    label, *values = cells_of(row)
    if not any(map(str.isalpha, label)) or not any(values):
        return False
    if not _names_columns(row):
        return True
    return not any(map(PERIOD.search, values)) and bool(_rows_above(text[:start])[0])


def inside(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the range of a row without the bars around it."""
    while start < end and text[start] in "| \t":
        start += 1
    while start < end and text[end - 1] in "| \t\n":
        end -= 1
    return start, end


def heading_of(node: TextNode, start: int) -> Heading:
    """Return what stands above the row that begins at ``start`` of a passage.

    A passage that begins in the middle of a table has the rest in its heading.
    """
    rows, above = _rows_above(node.text[:start])
    below = itertools.takewhile(is_row, node.text[start:].splitlines())
    count = len(cells_of(line_of(node.text, start)))
    lines = [*rows, *below]
    head = head_of([cells_of(line) for line in lines if not is_rule(line)], marked=len(lines) > 1 and is_rule(lines[1]))
    # a passage from the middle of a table may begin with a row of words, which is no head
    named = head if rows and head.lines <= len(rows) else TableHead()
    # names that are fewer or more than the cells cannot be told apart: above another column they would be untrue
    columns = named.columns if len(named.columns) == count else ()
    captions = [*_caption_lines(above), *filter(None, (named.title, *(named.columns if not columns else ())))]
    given = str(node.metadata.get(HEADING_KEY, "")).split(HEADING_SEPARATOR)
    if not columns:
        columns = _given_columns(given[-1], count)
        given = given[:-1] if columns else given
    if not captions:
        parts = [part for one in given for part in one.split(LINE_SEPARATOR) if part and not _FIGURES.search(part)]
        captions = _named(parts)
    if not columns:
        columns, captions = _columns_in(captions, count - 1)
    return Heading(LINE_SEPARATOR.join(dict.fromkeys(captions[-_CAPTION_LINES:])), columns)


def as_table(heading: Heading, rows: Sequence[str]) -> str:
    """Return rows (their cells between bars, with what may stand behind the last bar) as a table in Markdown."""
    count = max(len(cells_of(row.rpartition("|")[0])) for row in rows)
    names = (*heading.columns, *[""] * count)[:count]
    head = "| " + " | ".join(names) + " |"
    table = "\n".join((head, "|" + "---|" * count, *rows))
    return f"{heading.caption}\n\n{table}" if heading.caption else table


def _given_columns(names: str, count: int) -> tuple[str, ...]:
    """Return the names of ``count`` columns as a passage's heading tells them, () when it does not."""
    columns = tuple(names.split(COLUMN_SEPARATOR))
    return columns if len(columns) == count > 1 else ("", *columns) if len(columns) == count - 1 > 1 else ()


def _rows_above(text: str) -> tuple[list[str], str]:
    """Return the rows directly above, the first one first, and the text above them."""
    lines = text.splitlines()
    count = 0
    while count < len(lines) and lines[-1 - count].lstrip().startswith("|"):
        count += 1
    return lines[len(lines) - count :], "\n".join(lines[: len(lines) - count])


def _names_columns(row: str) -> bool:
    """Whether a row holds the names of columns: words, years and dates, but no other figures."""
    _, *values = cells_of(row)
    named = [PERIOD.sub("", value) for value in values if value]
    return bool(named) and not any(char.isdigit() or char in "$€£%—" for value in named for char in value)


def _caption_lines(above: str) -> list[str]:
    """Return the short lines directly above a table, in their order."""
    found: list[str] = []
    for line in reversed(above[-_LOOKED_AT:].splitlines()):
        stripped = line.strip().lstrip("#").strip()
        if not stripped:
            continue
        if stripped.endswith(_SENTENCE_END) or len(stripped) > _CAPTION_LINE or stripped.startswith("|"):
            break
        found.insert(0, stripped)
    return _named(found)


def _named(lines: Sequence[str]) -> list[str]:
    """Return the lines that name a table or its columns."""
    return [line for line in lines if not is_noise(line) or PERIOD.search(line)]


def _columns_in(lines: list[str], count: int) -> tuple[tuple[str, ...], list[str]]:
    """Return the names of ``count`` columns when lines hold so many, as where each stands on one or two lines.

    The other lines are returned with them.
    """
    for first in range(len(lines)):
        below = " ".join(lines[first:])
        found = PERIOD.findall(below)
        if count and len(found) == count and PERIOD.match(below):
            return ("", *found), lines[:first][-_CAPTION_LINES:]
    return (), lines[-_CAPTION_LINES:]
