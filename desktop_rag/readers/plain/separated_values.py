"""Files of separated values (CSV, TSV): a table, as spreadsheets are, whatever separates its values."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from desktop_rag.core.schema import Document
from desktop_rag.evidence.tables import is_figure, names_columns
from desktop_rag.readers.base import NothingToRead
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.plain.text import PAGE_SIZE, in_pages, pieces

SNIFFED = 20_000  # characters that tell what separates the values
_DELIMITERS = ",;\t|^~¦"
_EVEN = 0.6  # of the rows have as many values: else a comma is one of running text
_FEWEST_ROWS = 0.2  # of the lines: values with more lines than that are none
_LOOKED_AT = 50  # lines
_DECLARED = re.compile(r"\ufeff?\"?sep=(.)\"?[ \t]*\n", re.IGNORECASE)  # how Excel is told
_DATED = re.compile(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\d{1,2}:\d\d")
_KNOWN_AHEAD = 40  # rows that tell whether the first one names the columns
_LONGEST_VALUE = 1_000_000  # characters; the library gives up at 131,072
Row = tuple[int, list[str]]
"""The number of the line on which a row begins, from 1, and its values."""


@dataclass(frozen=True, slots=True)
class SeparatedValues:
    """The delimiter of a file's values, and its rows that are not blank; ``csv.Error`` where they are damaged."""

    delimiter: str
    rows: Iterator[Row]


def load_data(path: Path) -> Iterator[Document]:
    """Yield the pages of a table; of a file that is none, those of its text. See ``readers.base.Reader``.

    Raises:
        NothingToRead: there is nothing in it.
        UserError: it is no text in any known encoding.

    """
    tabs = path.suffix.casefold() == ".tsv"
    found = values_of(pieces(path), tabs=tabs)
    if found is None:
        yield from in_pages(pieces(path))
        return
    number = 0
    try:
        for number, text in enumerate(table_pages(values for _, values in found.rows), 1):
            yield Document(text=text, metadata={"page_label": str(number)})
    except csv.Error:
        # what was read so far is not yet stored: the whole file is read as the text that it is
        if number:
            raise
        yield from in_pages(pieces(path))
        return
    if not number:
        raise NothingToRead("The file contains only white space.")


def values_of(texts: Iterable[str], *, tabs: bool = False) -> SeparatedValues | None:
    """Return the separated values of a text in pieces, None where its lines are no rows."""
    parts = iter(texts)
    sample = ""
    for part in parts:
        sample += part
        if len(sample) >= SNIFFED:
            break
    declared = _DECLARED.match(sample)
    begin = declared.end() if declared else 0
    delimiter = declared[1] if declared else "\t" if tabs else sniffed_delimiter(sample[:SNIFFED])
    if not delimiter:
        return None
    lines = _lines(chain([sample[begin:].removeprefix("\ufeff")], parts))
    return SeparatedValues(delimiter, _rows(lines, delimiter, 1 if declared else 0))


def sniffed_delimiter(sample: str) -> str:
    """Return the delimiter of the values, "" where there is none: the sign equally frequent in most rows."""
    lines = [line for line in sample.split("\n")[:-1] or [sample] if line.strip()][:_LOOKED_AT]
    best = max(_DELIMITERS, key=lambda delimiter: _evenness(lines, delimiter)) if lines else ""
    return best if best and _evenness(lines, best)[0] >= _EVEN else ""


def _evenness(lines: Sequence[str], delimiter: str) -> tuple[float, int]:
    """Return the share of rows with the usual number of delimiters, and that number; the better of two readings.

    Values between quotation marks may go over several lines, and a quotation mark of running text may never end.
    """
    by_line = (next(csv.reader([line], delimiter=delimiter), []) for line in lines)
    readings = [[len(row) - 1 for row in by_line]]
    with suppress(csv.Error):
        rows = [len(row) - 1 for row in csv.reader((f"{line}\n" for line in lines), delimiter=delimiter)]
        readings.append(rows[:-1] or rows)  # the last may be cut
    found = [(0.0, 0)]
    for counts in readings:
        usual = max(set(counts), key=counts.count, default=0)
        if usual and len(counts) >= _FEWEST_ROWS * len(lines):
            found.append((counts.count(usual) / len(counts), usual))
    return max(found)


def table_pages(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield a table as the texts of its pages, each of which begins with the names of the columns.

    These are the first row, unless it holds a figure or a date, or is an entry as the others: then there are none.
    """
    rest = iter(rows)
    filled = (cells for values in rest if any(cells := [markdown_text.cell(value) for value in values]))
    ahead = list(islice(filled, _KNOWN_AHEAD))
    if not ahead:
        return
    width = len(ahead[0])
    names = names_columns(ahead) and not any(cell and (is_figure(cell) or _DATED.match(cell)) for cell in ahead[0])
    head = [_line(ahead.pop(0), width) if names else markdown_text.no_names(width), markdown_text.rule(width)]
    lines: list[str] = []
    size = 0
    for line in chain((_line(cells, width) for cells in ahead), _lines_of(rest, width)):
        if size > PAGE_SIZE:
            yield "\n".join([*head, *lines])
            lines, size = [], 0
        lines.append(line)
        size += len(line) + 1
    yield "\n".join([*head, *lines])


def _lines_of(rows: Iterable[Sequence[str]], width: int) -> Iterator[str]:
    """Yield rows that are not blank as lines of a table."""
    for values in rows:
        line = f"| {' | '.join(values)} |"
        # its cells are as they are to be: a blank or bar that is too much would stand beside another one
        if len(values) >= width and "  " not in line and line.isprintable() and line.count("|") == len(values) + 1:
            yield line
            continue
        cells = [markdown_text.cell(value) for value in values]
        if any(cells):
            yield _line(cells, width)


def _line(cells: Sequence[str], width: int) -> str:
    return f"| {' | '.join([*cells, *[''] * (width - len(cells))])} |"


def _rows(lines: Iterable[str], delimiter: str, before: int) -> Iterator[Row]:
    csv.field_size_limit(_LONGEST_VALUE)
    reader = csv.reader(lines, delimiter=delimiter)
    line = 0
    for row in reader:
        first, line = line, reader.line_num
        if row and (row[0].strip() or any(value.strip() for value in row)):
            yield before + first + 1, row


def _lines(texts: Iterable[str]) -> Iterator[str]:
    r"""Yield the lines of a text that comes in pieces, split at ``\n`` only."""
    rest = ""
    for text in texts:
        *lines, rest = (rest + text.replace("\0", "")).split("\n")
        for line in lines:
            yield f"{line}\n"
    if rest:
        yield f"{rest}\n"
