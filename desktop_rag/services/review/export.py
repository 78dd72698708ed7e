"""Review tables as files: for spreadsheets (CSV, XLSX), to read (a web page, a Word document), and as JSON."""

import datetime as dt
import html
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path

from desktop_rag.core.csv_files import write_csv
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.file_paths import shown_name, shown_path
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.links import SCHEME
from desktop_rag.core.results.review import Cell, CellState, ReviewTable, TableRow, TableScope
from desktop_rag.core.text_files import write_pieces
from desktop_rag.core.unfinished import write_at_once
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.readers.formats import has_slides, is_paged
from desktop_rag.services.exports.document import (
    Exchange,
    ExportDocument,
    Inlines,
    LineBreak,
    Run,
    Table,
    is_right_to_left,
    labels,
    one_line,
    writable,
)
from desktop_rag.services.exports.docx_writer import write_docx
from desktop_rag.services.exports.html_writer import PAGE_END, page_beginning
from desktop_rag.services.review.wording import worded
from desktop_rag.services.review.workbook import LinkOf, file_address, quoted_places, write_workbook

STATES = {
    CellState.FOUND: UserText("found"),
    CellState.NOT_STATED: UserText("not stated"),
    CellState.DISAGREES: UserText("disagrees"),
    CellState.UNREADABLE: UserText("not readable"),
    CellState.FAILED: UserText("failed"),
    CellState.NOT_ASKED: UserText("not asked"),
    CellState.WAITING: UserText("not filled yet"),
    CellState.BY_HAND: UserText("set by hand"),
}
SUFFIXES = (".csv", ".xlsx", ".html", ".docx")
MOST_WORD_ROWS = 2_000  # Word takes minutes to lay out longer tables
MOST_WORD_COLUMNS = 62  # beside that of the files; Word draws 63
_BETWEEN = " … "  # two quotations
_STATE, _PLACE, _QUOTATION = UserText("state"), UserText("page"), UserText("quotation")
# spreadsheets that open the page take no cell for a formula
_STYLE = r"""
body { max-width: none; margin: 2rem; }
.review { font-size: .9rem; } .review td, .review th { min-width: 8rem; max-width: 24rem; mso-number-format: "\@"; }
.review thead th { position: sticky; top: 0; background: #f5f3ef; } .review tbody th { font-weight: normal; }
.review details { color: #5f5b54; } .review summary { cursor: pointer; } .review p { margin: .3rem 0; }
.disagrees { background: #fff3c4; } .failed { background: #fbeeed; } .by-hand { background: #eaf1fb; }
.not-stated, .unreadable, .not-asked, .waiting { color: #5f5b54; }
@media print { .review thead th { position: static; }
  .review details::details-content { content-visibility: visible; block-size: auto; } }
"""


def write_table(
    table: ReviewTable,
    target: Path,
    notes: Path | None,
    say: Say = str,
    rows: Iterable[TableRow] | None = None,
    link_of: LinkOf = lambda _file, _page, _quote: "",
) -> int:
    """Write a table as XLSX, HTML or DOCX, if the name ends so, else as CSV; return the number of rows.

    Each format has of each cell its value, state, page and quotation. ``rows`` stand for those of the table; of CSV and
    HTML only one is in memory at a time. ``link_of`` gives quotations links to their places in this program.

    Raises:
        UserError: the file cannot be written, or Word could not open so long a table.

    """
    rows, suffix = table.rows if rows is None else rows, target.suffix.lower()
    if suffix in SUFFIXES[1:]:  # CSV is for programs, and keeps “yes” and “3 months”
        rows = worded(rows, table.definition.columns, say)
    if suffix == ".xlsx":
        return write_workbook(
            table, rows, target, notes, {state: say(text) for state, text in STATES.items()}, say, link_of
        )
    if suffix == ".html":
        counted = _Counted(rows)
        write_pieces(_html_pieces(table, counted, say, link_of), target, notes)
        return counted.count
    if suffix == ".docx":
        return _write_word(table, rows, target, notes, say, link_of)
    columns = [say(UserText("File"))]
    for one in table.definition.columns:
        columns += [one.name, *(f"{one.name}: {say(part)}" for part in (_STATE, _PLACE, _QUOTATION))]
    return write_csv([*columns, say(UserText("Path"))], _csv_rows(rows, say), target, notes)


def table_json(table: ReviewTable) -> dict[str, object]:
    """Return everything but the rows as JSON has it."""
    return {
        "library": table.library,
        "table": table.definition.name,
        "scope": asdict(table.definition.scope),
        "columns": [asdict(one) for one in table.definition.columns],
        "model": table.model,
        "read": table.read,
        "files": table.files,
        "unread": [asdict(one) for one in table.unread],
        "made": table.made,
        "kept": table.kept,
        "changes": asdict(table.changes) if table.changes is not None else None,
    }


def rows_json(table: ReviewTable) -> Iterator[dict[str, object]]:
    """Yield the rows as JSON has them, the cells by the names of their columns."""
    names = [one.name for one in table.definition.columns]
    for row in table.rows:
        cells = {name: asdict(cell) for name, cell in zip(names, row.cells, strict=True)}
        yield {"file": row.file, "cells": cells}


def place_of(file: str, cell: Cell) -> str:
    """Return the pages of a cell's quotations, "" where the file has none."""
    if not (is_paged(file) or has_slides(file)):
        return ""
    return ", ".join(dict.fromkeys(place.page_label or str(place.page) for place in cell.places))


def _csv_rows(rows: Iterable[TableRow], say: Say) -> Iterator[list[str]]:
    for row in rows:
        line = [shown_name(row.file)]
        for cell in row.cells:
            quotations = _BETWEEN.join(" ".join(place.quote.split()) for place in cell.places)
            line += [cell.value, say(STATES[cell.state]), place_of(row.file, cell), quotations or say(cell.reason)]
        yield [*line, row.file]


class _Counted:
    """Yields rows, and counts them."""

    def __init__(self, rows: Iterable[TableRow]) -> None:
        self._rows = rows
        self.count = 0

    def __iter__(self) -> Iterator[TableRow]:
        for row in self._rows:
            self.count += 1
            yield row


def scope_text(scope: TableScope) -> str:
    """Return which documents are asked, in words; "" for all."""
    query, count = scope.query, f"{len(scope.files):,}"
    if scope.files and query:
        return UserText("Only these documents: {count} chosen ones, {query}", count=count, query=query)
    if scope.files:
        return UserText("Only these documents: {count} chosen ones", count=count)
    return UserText("Only these documents: {query}", query=query) if query else ""


def _facts(table: ReviewTable, say: Say) -> tuple[str, ...]:
    """Return what stands below the title: the library, what of it was read, who wrote the values, and the day."""
    read = UserText("{read} of {files} documents read.", read=f"{table.read:,}", files=f"{table.files:,}")
    how = UserText("Values by {model}.", model=table.model) if table.model else UserText("Quoted without a model.")
    day = dt.datetime.now(dt.UTC).astimezone().strftime("%Y-%m-%d")
    only = scope_text(table.definition.scope)
    return tuple(one_line(text) for text in (table.library, say(only), say(read), say(how), day) if text)


def _lines_below(cell: Cell, say: Say) -> Iterator[str]:
    """Yield what a cell says beside its value and its quotations: what was found below a hand's value, and why none."""
    if cell.found is not None and cell.found.value:
        yield f"{say(UserText('Found:'))} {one_line(cell.found.value)}"
    if cell.reason:
        yield one_line(say(cell.reason))


def _html_pieces(table: ReviewTable, rows: Iterable[TableRow], say: Say, link_of: LinkOf) -> Iterator[str]:
    """Yield a table as a web page, a row in memory: quotations unfold, and lead to the page of their file."""
    title = one_line(table.definition.name)
    yield page_beginning(title, _STYLE)
    yield f'<h1>{html.escape(title)}</h1>\n<p class="facts">{html.escape(" · ".join(_facts(table, say)))}</p>\n'
    heads = (say(UserText("File")), *(one.name for one in table.definition.columns))
    shown = "".join(f'<th scope="col"{_direction(head)}>{html.escape(one_line(head))}</th>' for head in heads)
    yield f'<table class="review"><thead><tr>{shown}</tr></thead>\n<tbody>\n'
    states = {state: html.escape(say(text)) for state, text in STATES.items()}
    for row in rows:
        name = html.escape(writable(shown_name(row.file)))
        tip, address = html.escape(writable(shown_path(row.file))), html.escape(file_address(row.file))
        link = f'<a href="{address}">{name}</a>' if address else name
        cells = "".join(_html_cell(row.file, cell, states, say, link_of) for cell in row.cells)
        yield f'<tr><th scope="row" title="{tip}">{link}</th>{cells}</tr>\n'
    yield f"</tbody></table>{PAGE_END}"


def _html_cell(file: str, cell: Cell, states: dict[CellState, str], say: Say, link_of: LinkOf) -> str:
    """Return a cell: its value, and its state, which unfolds where there is more."""
    below = [html.escape(line) for line in _lines_below(cell, say)]
    pages: list[str] = []
    for one in quoted_places(file, cell, say, link_of):
        place, quote = html.escape(one_line(one.page)), html.escape(one_line(one.quote))
        if one.link:
            place = f'<a href="{html.escape(one.link)}">{place or html.escape(one_line(shown_name(file)))}</a>'
        below.append(f"{place}: “{quote}”" if place else f"“{quote}”")
        pages += [html.escape(one_line(one.page))] if one.page else []
    value = one_line(cell.value)
    first = f"<div{_direction(value)}>{html.escape(value)}</div>" if value else ""
    state = " · ".join((states[cell.state], *dict.fromkeys(pages)))
    more = "".join(f"<p>{line}</p>" for line in below)
    rest = f"<details><summary>{state}</summary>{more}</details>" if more else f"<small>{state}</small>"
    return f'<td class="{cell.state.value.replace(" ", "-")}">{first}{rest}</td>'


def _write_word(
    table: ReviewTable, rows: Iterable[TableRow], target: Path, notes: Path | None, say: Say, link_of: LinkOf
) -> int:
    """Write a table across pages of a Word document; below each value stand its state, pages and quotations."""
    some = list(islice(rows, MOST_WORD_ROWS + 1))
    if len(some) > MOST_WORD_ROWS or len(table.definition.columns) > MOST_WORD_COLUMNS:
        most = {"rows": f"{MOST_WORD_ROWS:,}", "columns": str(MOST_WORD_COLUMNS)}
        raise UserError(
            UserText("A Word document holds a table of at most {rows} documents and {columns} columns.", **most),
            "Export it as HTML, XLSX or CSV.",
        )
    heads = (say(UserText("File")), *(one.name for one in table.definition.columns))
    lines: list[tuple[Inlines, ...]] = [tuple((Run(one_line(head), bold=True),) for head in heads)]
    for row in some:
        current_token().raise_if_cancelled()
        name = (Run(one_line(shown_name(row.file))),)
        lines.append((name, *(_word_cell(row.file, cell, say, link_of) for cell in row.cells)))
    title = one_line(table.definition.name)
    body = Exchange(title, (), (), (Table(tuple(lines)),), (), labels(say), has_doubts=False)
    content = write_docx(ExportDocument(title, _facts(table, say), (body,), labels(say)), landscape=True)
    try:
        write_at_once(target, content, notes)
    except OSError as error:
        raise UserError(
            UserText("“{name}” cannot be written: {reason}.", name=target.name, reason=reason_of(error)),
            "Close the file if another program has it open, or choose another folder.",
        ) from error
    return len(some)


def _word_cell(file: str, cell: Cell, say: Say, link_of: LinkOf) -> Inlines:
    lines = [Run(one_line(cell.value), bold=True)] if cell.value else []
    lines.append(Run(say(STATES[cell.state])))
    lines += map(Run, _lines_below(cell, say))
    for one in quoted_places(file, cell, say, link_of):
        quote, link = f"“{one_line(one.quote)}”", one.link if one.link.startswith(SCHEME) else ""
        lines.append(Run(f"{one_line(one.page)}: {quote}" if one.page else quote, italic=True, link=link))
    return tuple(part for line in lines for part in (LineBreak(), line))[1:]


def _direction(text: str) -> str:
    return ' dir="rtl"' if is_right_to_left(text) else ""
