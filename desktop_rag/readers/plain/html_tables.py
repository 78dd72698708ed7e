"""Tables of web pages and messages: rows with a cell for each column, whatever reaches over several of them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol

from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.plain.html_styles import Style
from desktop_rag.readers.plain.html_tree import Element

_GROUPS = {"thead": 0, "tbody": 1, "tfoot": 2}
_ROLES = {"row": "tr", "cell": "td", "gridcell": "td", "columnheader": "th", "rowheader": "th", "rowgroup": "tbody"}
_DISPLAYS = {
    "table-row": "tr", "table-cell": "td", "table-row-group": "tbody", "table-header-group": "thead",
    "table-footer-group": "tfoot", "table-caption": "caption",
}  # fmt: skip
_LOOKED_AT = 20  # elements that tell whether there are rows in one that is called a table
_WIDEST = 60  # columns that a cell may reach over
_TALLEST = 65_534  # rows, as in browsers
_MOST_CELLS = 500_000  # of a table whose cells reach over others
_LONGEST_CELL = 1_000  # characters; longer ones hold more than a value
_LONGEST_VALUE = 160  # the same in a message, where most tables are there for the layout


class CellWriter(Protocol):
    """A writer of cells: ``links`` gathers the links in them, ``is_message`` is set for a message."""

    links: list[tuple[str, str]]
    is_message: bool

    def cell_text(self, cell: Element) -> str:
        """Return the text of a cell, in one line."""

    def is_hidden(self, element: Element) -> bool:
        """Return True if a browser does not show an element."""

    def style(self, element: Element) -> Style:
        """Return the style of an element by the style sheets of the page."""


@dataclass(slots=True)
class Row:
    """A row: its cells as they are written, and the group that it is in."""

    cells: list[Element]
    group: Element | None
    is_head: bool = False


@dataclass(slots=True)
class Rows:
    """Rows that follow each other; of a table of data their texts, and the cells that begin at each place."""

    rows: list[Row] = field(default_factory=list)
    grid: list[list[str]] = field(default_factory=list)
    cells: list[list[Element | None]] = field(default_factory=list)


def is_table(element: Element, display: str, writer: CellWriter) -> bool:
    """Return True if an element is a table, or is shown as one."""
    if element.name == "table":
        return True
    if display != "table" and element.get("role") not in {"table", "grid", "treegrid"}:
        return False
    return any(_kind(one, writer) == "tr" for one in islice(element.descendants(), _LOOKED_AT))


def parts_of(element: Element, writer: CellWriter) -> list[Rows | Element | str]:
    """Return the rows of a table, and the parts between them, in the order in which they are shown."""
    parts = _Parts(writer)
    waiting: list[tuple[Element | str, str, Element | None]] = [(one, "", None) for one in reversed(element.children)]
    while waiting:
        part, group, around = waiting.pop()
        if isinstance(part, str):
            if part.strip():
                parts.others.append(part)
        elif not writer.is_hidden(part) and not parts.take(part, group, around):
            kind = _kind(part, writer)
            inner = (kind, part) if kind in _GROUPS else (group, around)
            waiting += ((one, *inner) for one in reversed(part.children))
    return parts.in_order()


class _Parts:
    """Gathers the parts of a table."""

    def __init__(self, writer: CellWriter) -> None:
        self._writer = writer
        self._captions: list[Element] = []
        self._heads, self._feet = Rows(), Rows()
        self.others: list[Rows | Element | str] = []

    def take(self, part: Element, group: str, around: Element | None) -> bool:
        """Take a part; False for one that only holds others."""
        kind = _kind(part, self._writer)
        if kind == "tr":
            cells = list(_cells(part, self._writer))
            is_head = bool(cells) and all(_kind(one, self._writer) == "th" for one in cells)
            self._place(Row(cells, around, is_head or group == "thead"), group)
        elif kind in {"td", "th"}:
            self._place(Row([part], around), group)
        elif kind == "caption":
            self._captions.append(part)
        elif kind in _GROUPS or any(_kind(one, self._writer) in {"tr", "td", "th"} for one in _within_table(part)):
            return False
        else:
            self.others.append(part)
        return True

    def in_order(self) -> list[Rows | Element | str]:
        """Return the captions and the rows, heads above and feet below, wherever they stand in the file."""
        found: list[Rows | Element | str] = [*self._captions, *self.others]
        rows = [one for one in found if isinstance(one, Rows)]
        if not rows:
            rows = [Rows()]
            found += rows
        rows[0].rows = [*self._heads.rows, *rows[0].rows]
        rows[-1].rows = [*rows[-1].rows, *self._feet.rows]
        return found

    def _place(self, row: Row, group: str) -> None:
        if group in {"thead", "tfoot"}:
            (self._heads if group == "thead" else self._feet).rows.append(row)
            return
        last = self.others[-1] if self.others else None
        if not isinstance(last, Rows):
            last = Rows()
            self.others.append(last)
        last.rows.append(row)


def is_data(table: Rows, element: Element, writer: CellWriter) -> bool:
    """Return True if rows hold values in columns, rather than the layout of a page; their cells are then written."""
    rows = [row for row in table.rows if row.cells]
    if not rows or element.get("role") in {"presentation", "none"}:
        return False
    widest = max(len(row.cells) for row in rows)
    has_heads = any(cell.name == "th" for row in rows for cell in row.cells) or any(
        one.name in {"caption", "thead"} for one in element.elements()
    )
    if not has_heads and (widest < 2 or (writer.is_message and len(rows) < 2)):
        return False
    if not has_heads and any(_has_table(cell, writer) for row in rows for cell in row.cells):
        return False
    before = len(writer.links)
    table.grid, table.cells = _grid(rows, writer)
    longest = max((len(cell) for row in table.grid for cell in row), default=0)
    filled = sum(sum(map(bool, row)) > 1 for row in table.grid)
    if has_heads:
        is_one = any(map(any, table.grid)) and (longest <= _LONGEST_CELL or any(row.is_head for row in rows))
    elif writer.is_message:
        is_one = filled > 1 and longest <= _LONGEST_VALUE
        is_one = is_one and (_is_ruled(element) or _is_regular(table.grid))
    else:
        is_one = longest <= _LONGEST_CELL and filled > 0
    if not is_one:
        del writer.links[before:]
    return is_one


def table_text(table: Rows) -> str:
    """Return rows as a table of Markdown."""
    return markdown_text.table(table.grid, has_head=_has_head(table))


def _has_head(table: Rows) -> bool | None:
    """Return True if the first row names the columns, by its elements, None if unknown: rows may have labels."""
    rows = [row for row in table.rows if row.cells]
    if not rows or rows[0].is_head:
        return bool(rows) or None
    labelled = [row.cells[0].name == "th" and all(cell.name == "td" for cell in row.cells[1:]) for row in rows]
    if len(rows) > 1 and all(labelled) and all(len(row.cells) == 2 for row in rows):
        return False
    in_bold = [all(map(_is_bold, row.cells)) for row in rows]
    return True if in_bold[0] and not all(in_bold) else None


def _is_bold(cell: Element) -> bool:
    """Return True if all that stands in a cell is strong."""
    parts = [one for one in cell.children if not isinstance(one, str) or one.strip()]
    return bool(parts) and all(not isinstance(one, str) and one.name in {"b", "strong"} for one in parts)


def _grid(rows: list[Row], writer: CellWriter) -> tuple[list[list[str]], list[list[Element | None]]]:
    """Return the text of each row and column; a cell that spans rows stands in each of them.

    Beside a cell that reaches over columns the others are empty, and below one in the head of a table.
    """
    grid: list[list[str]] = []
    begun: list[list[Element | None]] = []
    covered: dict[
        int, tuple[int, str, bool]
    ] = {}  # column -> rows still below, what stands there, whether it is a head
    made = 0
    for number, row in enumerate(rows):
        left = _rows_left(rows, number)
        if number and rows[number - 1].group is not row.group:
            covered.clear()
        line: list[str] = []
        cells: dict[int, Element] = {}
        for cell in row.cells:
            _pass_covered(line, covered, row)
            wide, tall = _span(cell, "colspan", _WIDEST), _span(cell, "rowspan", _TALLEST)
            tall = left if tall == 0 else min(tall, left)
            text = writer.cell_text(cell)
            cells[len(line)] = cell
            for place in range(max(1, wide)):
                if tall > 1:
                    covered[len(line)] = (tall - 1, text if place == 0 else "", row.is_head)
                line.append(text if place == 0 else "")
        _pass_covered(line, covered, row, to_end=True)
        made += len(line)
        if made > _MOST_CELLS:
            covered.clear()
        grid.append(line)
        begun.append([cells.get(place) for place in range(len(line))])
    return _without_spacers(grid, begun, rows)


def _pass_covered(
    line: list[str], covered: dict[int, tuple[int, str, bool]], row: Row, *, to_end: bool = False
) -> None:
    """Fill the next columns as far as cells above cover them; at the end of a row all of them."""
    while (column := len(line)) in covered or (to_end and covered and column < max(covered)):
        below, text, is_head = covered.get(column, (0, "", False))
        line.append("" if is_head and row.is_head else text)
        if below > 1:
            covered[column] = (below - 1, text, is_head)
        else:
            covered.pop(column, None)


def _rows_left(rows: list[Row], number: int) -> int:
    """Return the number of rows from one on to the end of its group."""
    group = rows[number].group
    end = number
    while end < len(rows) and rows[end].group is group:
        end += 1
    return end - number


def _without_spacers(
    grid: list[list[str]], begun: list[list[Element | None]], rows: list[Row]
) -> tuple[list[list[str]], list[list[Element | None]]]:
    """Return a table without the columns that are there for the layout: nothing stands in them, in no row."""
    if any(row.is_head for row in rows):
        return grid, begun
    width = max(map(len, grid), default=0)
    used = [place for place in range(width) if any(place < len(row) and row[place] for row in grid)]
    texts = [[row[place] if place < len(row) else "" for place in used] for row in grid]
    return texts, [[row[place] if place < len(row) else None for place in used] for row in begun]


def _is_ruled(element: Element) -> bool:
    """Return True if lines are drawn around the cells of a table."""
    border = element.get("border")
    style = element.get("style").lower()
    return (
        border not in {"", "0"}
        or re.search(r"border(?:-[a-z]+)*\s*:(?!\s*(?:0|none|collapse|separate))", style) is not None
    )


def _is_regular(grid: list[list[str]]) -> bool:
    """Return True if most rows of a table without heads are as wide as others, and one of them has a figure."""
    widths = [sum(map(bool, row)) for row in grid if any(row)]
    wide = sum(width > 1 for width in widths)
    has_figure = any(any(map(str.isdigit, cell)) for row in grid for cell in row[1:])
    return wide * 2 > len(widths) and has_figure


def _has_table(cell: Element, writer: CellWriter) -> bool:
    """Return True if there is a table in a cell, and not only a value in the frame of one."""
    if not cell.has_blocks:
        return False
    rows = sum(one.name == "tr" for one in cell.descendants())
    return rows > 1 and (writer.is_message or len(" ".join(cell.text().split())) > _LONGEST_VALUE)


def _span(cell: Element, name: str, most: int) -> int:
    written = cell.get(name) or cell.get(f"aria-{name}")
    found = re.match(r"\s*(\d{1,6})", written)
    return min(most, int(found[1])) if found else 1


def _kind(element: Element, writer: CellWriter) -> str:
    """Return the table part an element is, by its name, its role or its style; else its name."""
    name = element.name
    if name in {"tr", "td", "th", "thead", "tbody", "tfoot", "caption", "table"}:
        return name
    return _ROLES.get(element.get("role"), "") or _DISPLAYS.get(writer.style(element).get("display", ""), "") or name


def _cells(row: Element, writer: CellWriter) -> Iterator[Element]:
    """Yield the cells of a row, also those in something else within it."""
    for child in row.elements():
        if writer.is_hidden(child):
            continue
        if _kind(child, writer) in {"td", "th"}:
            yield child
        elif any(_kind(one, writer) in {"td", "th"} for one in _within_table(child)):
            yield from _cells(child, writer)
        elif child.text().strip():
            yield child


def _within_table(element: Element) -> Iterator[Element]:
    """Yield the elements in one that are not in a table within it."""
    waiting = [element]
    while waiting:
        one = waiting.pop()
        if one.name != "table":
            yield one
            waiting += reversed(list(one.elements()))
