"""Rows of tables in passages: which may be quoted, their headings on the page, and the table in which a row is shown.

The headings are the title, the column names, and the period.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Protocol

from desktop_rag.core.schema import TextNode
from desktop_rag.evidence.blocks import HEADING_SEPARATOR
from desktop_rag.evidence.tables import (
    PERIOD,
    TableHead,
    cells_of,
    groups_of,
    head_of,
    is_figure,
    is_row,
    is_rule,
    second_heads,
)
from desktop_rag.node_parser.captions import COLUMN_SEPARATOR, LINE_SEPARATOR
from desktop_rag.node_parser.passage import HEADING_KEY
from desktop_rag.node_parser.table_passages import title_of_file
from desktop_rag.response_synthesizers.quoting.readable import is_noise, line_of

_TELLING_ROWS = 3  # with figures; that two columns are never filled in fewer tells nothing
_FIGURES = re.compile(r"[$€£¥]\s?\d|\d[.,]\d")  # of the first row, which is no title
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_GOES_ON = re.compile(r"[&(a-zß-ÿ]")
_CAPTION_LINES = 4
_NAMING_LINES = 14  # names of columns, one on each line, and the title above
_LONGEST_LINE = 110  # characters
_PAGE_TITLE_LINES = 8
_FAR = 20_000  # characters above a passage: of a longer table, the passage's own heading says what its columns are
_SENTENCE_END = (".", "。", "!", "?", ";")


def is_quotable(text: str, start: int) -> bool:
    """Return True if the row that begins at ``start`` has a value for the label in one of its cells.

    Rows that name columns, or only head the rows below, do not.
    """
    row = line_of(text, start)
    label, *values = cells_of(row)
    if not label and any(map(is_figure, filter(None, values))):
        # it goes on with the label of the row above
        label, *values = filter(None, values)
    # a position, a code, a time or a date stands before what it belongs to
    is_named = any(any(map(str.isalpha, cell)) for cell in (label, *values))
    if not is_named or not any(values):
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


@dataclass(frozen=True, slots=True)
class Heading:
    """The text above a row: the table's title with its unit, the names of all columns, () where they are not known.

    ``period`` is what says of which time the row is where no column does, "" where nothing on the page tells.
    """

    caption: str
    columns: tuple[str, ...]
    period: str = ""

    @property
    def text(self) -> str:
        """All of its words."""
        return " ".join((self.caption, *self.columns)).strip()

    @property
    def nearest(self) -> str:
        """The line directly above the table, and before it the period of the row."""
        line = self.caption.rpartition(LINE_SEPARATOR)[2]
        return LINE_SEPARATOR.join(dict.fromkeys(filter(None, (self.period, line))))

    @property
    def years(self) -> frozenset[str]:
        """The years of its columns, or of its period; empty where there are none."""
        return years_in(" ".join(self.columns[1:])) or years_in(self.period)


def as_table(heading: Heading, rows: Sequence[str], beside: Sequence[str] = ()) -> str:
    """Return rows (their cells between bars, with any text behind the last bar) as a table in Markdown.

    Columns in which nothing stands are left out, and two that the rows ``beside`` these never fill both are joined.
    """
    split = [row.rpartition("|") for row in rows]
    cells = [cells_of(row) for row, _, _ in split]
    count = max(map(len, cells))
    names = (*heading.columns, *[""] * count)[:count]
    head, *body = [f"| {' | '.join(row)} |" for row in _joined_columns([names, *cells], list(map(cells_of, beside)))]
    ends = [end for _, _, end in split]
    lines = [head, "|" + "---|" * (len(cells_of(head))), *map("".join, zip(body, ends, strict=True))]
    table = "\n".join(lines)
    return f"{heading.caption}\n\n{table}" if heading.caption else table


def _joined_columns(rows: Sequence[Sequence[str]], others: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return rows, the names first, without empty columns; pages often set one column's figures in two."""
    count = len(rows[0])
    alike = [row for row in others if len(row) == count]
    groups: list[list[int]] = []
    for column in range(count):
        if not any(row[column] for row in (*rows, *alike) if column < len(row)):
            continue
        if len(groups) > 1 and _are_one(groups[-1][-1], column, rows[0], alike):
            groups[-1].append(column)
        else:
            groups.append([column])
    return [
        [" ".join(filter(None, (row[column] for column in group if column < len(row)))) for group in groups]
        for row in rows
    ]


def _are_one(left: int, right: int, names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return True if two adjacent columns, one of them unnamed, are never both filled in their table."""
    figures = [row for row in rows if any(map(is_figure, row))]
    filled = [bool(row[left]) + bool(row[right]) for row in figures]
    return not (names[left] and names[right]) and filled.count(1) >= _TELLING_ROWS and 2 not in filled


def rows_beside(text: str, start: int) -> list[str]:
    """Return the rows of the table around the row at ``start``, up to where other rows name columns again."""
    above, _ = _rows_above(text[:start])
    below = list(takewhile(is_row, text[start:].splitlines()))
    first = next((place for place in range(len(above), 0, -1) if _names_columns(above[place - 1])), 0)
    last = next((place for place, row in enumerate(below) if _names_columns(row)), len(below))
    return [row for row in (*above[first:], *below[:last]) if not is_rule(row)]


def _rows_above(text: str) -> tuple[list[str], str]:
    """Return the rows directly above, the first one first, and the text above them."""
    lines = text.splitlines()
    count = 0
    while count < len(lines) and lines[-1 - count].lstrip().startswith("|"):
        count += 1
    return lines[len(lines) - count :], "\n".join(lines[: len(lines) - count])


def _names_columns(row: str) -> bool:
    """Return True if a row holds the names of columns: words, years and dates, but no other figures."""
    _, *values = cells_of(row)
    named = [PERIOD.sub("", value) for value in values if value]
    return bool(named) and not any(char.isdigit() or char in "$€£%—" for value in named for char in value)


class Pages(Protocol):
    """A document store, as far as it has the texts of pages."""

    def document_text(self, doc_id: str, first_page: int = 1, last_page: int | None = None) -> str:
        """Return the text of a document's pages."""


def years_in(text: str) -> frozenset[str]:
    """Return the years that a text names."""
    return frozenset(_YEAR.findall(text))


class RowHeadings:
    """The headings of the rows of some passages; ``pages`` has the text above them on their pages."""

    def __init__(self, nodes: Sequence[TextNode], pages: Pages | None = None) -> None:
        self._nodes = nodes
        self._pages = pages
        self._layouts: dict[int, _Layout] = {}
        self._known: dict[tuple[int, int], Heading] = {}

    def of(self, source: int, start: int) -> Heading:
        """Return the heading of the row that begins at ``start`` of a passage."""
        if source not in self._layouts:
            self._layouts[source] = _Layout(self._nodes[source], self._above(self._nodes[source]))
        if (source, start) not in self._known:
            self._known[source, start] = self._layouts[source].heading(start)
        return self._known[source, start]

    def _above(self, node: TextNode) -> str:
        """Return the text above a passage on its page, "" when it is unknown or too long."""
        start, page = node.start_char_idx, node.metadata.get("page_number")
        if self._pages is None or not start or node.ref_doc_id is None or not isinstance(page, int):
            return ""
        text = self._pages.document_text(node.ref_doc_id, page, page)
        if text[start : start + len(node.text)] != node.text:
            return ""
        above = text[max(0, start - _FAR) : start]
        return above if start <= _FAR or not all(map(is_row, filter(None, above.splitlines()[1:]))) else ""


@dataclass(frozen=True, slots=True)
class _Part:
    """Rows below one head, as numbers of lines, with the names and titles above them, the nearest last.

    ``groups`` says in which group of rows each line below the head is.
    """

    first: int
    head: TableHead
    above: tuple[str, ...]
    groups: Mapping[int, str]


class _Layout:
    """A passage below the text above it on its page, line by line."""

    def __init__(self, node: TextNode, above: str) -> None:
        self._start = len(above)
        self._text = above + node.text
        self._lines = self._text.splitlines()
        self._parts: dict[int, list[_Part]] = {}
        self._file = title_of_file(str(node.metadata.get("file_name") or ""))
        self._given = str(node.metadata.get(HEADING_KEY, "")).split(HEADING_SEPARATOR)

    def heading(self, start: int) -> Heading:
        """Return the heading of the row that begins at ``start`` of the passage."""
        row = self._text.count("\n", 0, self._start + start)
        part = self._part(row)
        count = len(cells_of(line_of(self._text, self._start + start)))
        # a passage from the middle of a table may begin with a row of words, which is no head
        head = part.head if part.first + part.head.lines <= row else TableHead()
        above = [*part.above, *(head.title.split(LINE_SEPARATOR) if head.title else ())]
        names = _named(above)
        # names that are fewer or more than the cells cannot be told apart: above another column they would be untrue
        columns, captions = self._columns(head, above, count)
        section = self._section(part, row)
        if section and columns and PERIOD.search(columns[0]):
            columns = ("", *columns[1:])
        captions = captions or _named(part for one in self._titles(columns) for part in one.split(LINE_SEPARATOR))
        period = "" if years_in(" ".join(columns[1:])) else self._period(section, names, columns, part)
        caption = _caption(captions, period, columns)
        group = part.groups.get(row, "")
        return Heading(LINE_SEPARATOR.join(filter(None, (caption, group))), columns, period)

    def _columns(self, head: TableHead, above: list[str], count: int) -> tuple[tuple[str, ...], list[str]]:
        """Return the names of ``count`` columns, () when they are not known, and the lines that are none of them."""
        if len(head.columns) == count:
            return head.columns, _named(above)
        above = [*above, *filter(None, head.columns)]
        names = _named(above)
        columns = _given_columns(self._given[-1], count)
        said, given = years_in(" ".join(names)), years_in(" ".join(columns))
        if columns and not (said and given and said.isdisjoint(given)):
            return columns, names
        return _columns_in(above if names else self._titles(()), count - 1)

    def _titles(self, columns: tuple[str, ...]) -> list[str]:
        """Return the headings that the passage was given, without the names of its columns."""
        path = self._given[:-1] if columns and columns == _given_columns(self._given[-1], len(columns)) else self._given
        return [part for one in path for part in one.split(LINE_SEPARATOR) if part and not _FIGURES.search(part)]

    def _section(self, part: _Part, row: int) -> str:
        """Return the row alone above a row that says of which year it and others are, "" when there is none."""
        for line in reversed(self._lines[part.first + part.head.lines : row]):
            label, *others = cells_of(line)
            if _is_dated(label) and not any(others):
                return label
        return ""

    def _period(self, section: str, names: Sequence[str], columns: tuple[str, ...], part: _Part) -> str:
        """Return the text with the period of a row whose columns name none: the nearest, at last the page's."""
        # years that columns are of, without telling which, stand together
        named = LINE_SEPARATOR.join(dict.fromkeys(name for name in names if _is_dated(name)))
        given = (one for one in reversed(self._given) if one != self._file)
        nearest = (section, *columns[:1], named, *self._page_titles(part), *given)
        return next((one for one in nearest if years_in(one)), "")

    def _page_titles(self, part: _Part) -> Iterator[str]:
        """Yield short lines with a period above a table, up to the table before it, and those on top of the page."""
        for line in reversed(self._lines[: part.first]):
            if _has_figures(line):
                break
            if _is_dated(line) and not any(cells_of(line)[1:]):
                yield line.strip("|# ")
        top = self._lines[: min(_PAGE_TITLE_LINES, part.first)]
        yield from (line.strip("# ") for line in top if _is_dated(line) and not is_row(line))

    def _part(self, row: int) -> _Part:
        """Return the part of a table to which a row belongs."""
        first = row
        while first and is_row(self._lines[first - 1]):
            first -= 1
        if first not in self._parts:
            self._parts[first] = list(self._parts_from(first))
        return [part for part in self._parts[first] if part.first <= row][-1]

    def _parts_from(self, first: int) -> Iterator[_Part]:
        last = first
        while last < len(self._lines) and is_row(self._lines[last]):
            last += 1
        lines = [place for place in range(first, last) if not is_rule(self._lines[place])]
        rows = [cells_of(self._lines[place]) for place in lines]
        starts = [0, *second_heads(rows)]
        for one, other in zip(starts, [*starts[1:], len(rows)], strict=True):
            marked = one == 0 and len(lines) > 1 and lines[1] > first + 1
            head = head_of(rows[one:other], marked=marked)
            named = TableHead(head.title, head.columns, head.lines + marked)
            below = one + head.lines
            groups = dict(zip(lines[below:other], groups_of(rows[below:other]), strict=True))
            yield _Part(lines[one], named, tuple(self._names_above(lines[one])), groups)

    def _names_above(self, first: int) -> list[str]:
        """Return titles and names of columns directly above a table, in order.

        Rows without figures above such lines are among them when a period stands above: then they are part of the head.
        """
        found: list[list[str]] = []
        kept = 0
        has_rows = False
        for line in reversed(self._lines[:first]):
            if not line.strip():
                continue
            if len(found) == _NAMING_LINES or _has_figures(line) or not (is_row(line) or _is_short(line)):
                break
            has_rows = has_rows or is_row(line)
            found.append([cell for cell in cells_of(line) if cell] if is_row(line) else [line.strip().lstrip("# ")])
            is_period = PERIOD.search(line) is not None
            if is_period or not has_rows:
                kept = len(found)
            if is_period and has_rows:
                break
        return [name for names in reversed(found[:kept]) for name in names]


def _caption(captions: Sequence[str], period: str, columns: tuple[str, ...]) -> str:
    """Return the nearest lines above a table, preceded by those with its period if they lack it."""
    kept = list(dict.fromkeys(captions[-_CAPTION_LINES:]))
    if columns and period == columns[0]:
        return LINE_SEPARATOR.join(kept)
    if period and period not in kept:
        # what stands above, of another period, is no longer true of the row
        kept = [period, *(one for one in kept if not years_in(one))]
    dated = [one for one in captions if years_in(one) and not period and one not in kept]
    return LINE_SEPARATOR.join(dict.fromkeys([*dated[-_CAPTION_LINES:], *kept]))


def _given_columns(names: str, count: int) -> tuple[str, ...]:
    """Return the names of ``count`` columns in a passage's heading, () if it has none."""
    columns = tuple(names.split(COLUMN_SEPARATOR))
    return columns if len(columns) == count > 1 else ("", *columns) if len(columns) == count - 1 > 1 else ()


def _columns_in(above: Sequence[str], count: int) -> tuple[tuple[str, ...], list[str]]:
    """Return the names of ``count`` columns from lines with that many, each on one or two lines, and the lines above.

    The other lines are returned with them. Lines below figures are no names.
    """
    lines = _named(above)
    for first in range(len(lines)):
        below = " ".join(lines[first:])
        found = PERIOD.findall(below)
        if count and len(found) == count and PERIOD.match(below):
            return ("", *found), lines[:first]
    dated = [place for place, line in enumerate(lines) if PERIOD.search(line)]
    first = dated[-1] + 1 if dated else len(lines)
    names: list[str] = []
    for line in lines[first:]:
        if not names and line.startswith("(") and line.endswith(")"):
            first += 1
        elif names and _GOES_ON.match(line):
            names[-1] = f"{names[-1]} {line}"
        else:
            names.append(line)
    is_named = len(names) == count > 1 and not any(map(is_figure, above))
    return (("", *names), lines[:first]) if is_named else ((), lines)


def _has_figures(line: str) -> bool:
    return is_row(line) and any(cell and is_figure(cell) for cell in cells_of(line)[1:])


def _is_short(line: str) -> bool:
    stripped = line.strip()
    return len(stripped) <= _LONGEST_LINE and not stripped.endswith(_SENTENCE_END)


def _is_dated(line: str) -> bool:
    """Return True if a line is short, no sentence, and names a year."""
    return _is_short(line) and bool(years_in(line))


def _named(lines: Iterable[str]) -> list[str]:
    """Return the lines that name a table or its columns."""
    return [line for line in lines if not is_noise(line) or PERIOD.search(line)]
