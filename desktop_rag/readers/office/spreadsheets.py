"""Spreadsheets: one page per sheet, each a Markdown table; the rows of a large sheet go on over several pages."""

import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date, datetime, time, timedelta
from pathlib import Path

import olefile
from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, PasswordError

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document
from desktop_rag.readers.base import NothingToRead, ReadOptions, damaged, protected
from desktop_rag.readers.office import extra_text
from desktop_rag.readers.office.compound_files import check_chains
from desktop_rag.readers.office.parts import BROKEN_ARCHIVE, Parts
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.plain.text import PAGE_SIZE

_MOST_CELLS = 30_000_000  # from the first corner of a sheet to the last, empty ones too: a gigabyte
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_CLAIM = re.compile(rb'<dimension [^>]*?ref="(?:[A-Z]+\d+:)?([A-Z]{1,3})(\d{1,7})"')
_CELL = re.compile(rb'<c (?:[^>]*? )??r="([A-Z]{1,3})(\d{1,7})"[^>]*(?<!/)>')
_BEGINNING, _BLOCK, _LONGEST_CELL = 4096, 1 << 20, 1 << 10
Cell = int | float | str | bool | time | date | datetime | timedelta


def load_data(path: Path, options: ReadOptions) -> Iterator[Document]:
    """Yield the pages of every sheet; see ``readers.base.Reader``."""
    empty = True
    with ExitStack() as stack:
        sections_of = _extra_sections(stack, path, options)
        for sheet, label in sheets(path):
            # one page behind: what stands beside the cells goes to the last page, which is known only at the end
            last: Document | None = None
            for page in sheet_pages(label, sheet.iter_rows()):
                if last is not None:
                    yield last
                last = page
                empty = empty and not page.text
            if last is not None:
                last.text = extra_text.with_sections(last.text, sections_of(label))
                empty = empty and not last.text
                yield last
    if empty:
        raise NothingToRead("The spreadsheet is empty.")


def sheets(path: Path) -> Iterator[tuple[CalamineSheet, str]]:
    """Yield the sheets of a workbook with their names.

    Raises:
        UserError: it is damaged or encrypted.

    """
    if olefile.isOleFile(path):
        check_chains(path)
    else:
        _check_extent(path)
    with _in_plain_words():
        workbook = _workbook(path)
        names = workbook.sheet_names
    for name in names:
        with _in_plain_words():
            sheet = workbook.get_sheet_by_name(name)
        yield sheet, name


def sheet_pages(label: str, rows: Iterable[Sequence[Cell]]) -> Iterator[Document]:
    """Yield the pages of a sheet; each begins with its heading, which is its first row. Blank rows are left out."""
    lines: list[str] = []
    head: list[str] = []
    size = number = 0
    for row in rows:
        cells = [cell_text(cell) for cell in row]
        if not any(cells):
            continue
        line = f"| {' | '.join(cells)} |"
        if not head:
            head = [line, markdown_text.rule(len(cells))]
            continue
        if size > PAGE_SIZE:
            number += 1
            yield _page(label, number, [*head, *lines])
            lines, size = [], 0
        lines.append(line)
        size += len(line) + 1
    yield _page(label, number + 1, [*head, *lines])


def cell_text(cell: Cell) -> str:
    """Return a cell as people see it: whole numbers without a fraction, one line."""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    return markdown_text.cell(str(cell))


def _extra_sections(
    stack: ExitStack, path: Path, options: ReadOptions
) -> Callable[[str], Iterable[extra_text.Section]]:
    """Return what tells of the comments, text boxes, charts and pictures of a sheet; nothing of damaged workbooks."""
    if not zipfile.is_zipfile(path):
        return lambda _: ()
    try:
        return extra_text.of_sheets(stack.enter_context(Parts(path)), options)
    except UserError:
        return lambda _: ()


def _workbook(path: Path) -> CalamineWorkbook:
    """Open a workbook, also one whose ending is that of another format."""
    try:
        return CalamineWorkbook.from_path(str(path))
    except PasswordError:
        raise
    except CalamineError:
        # without its name, the format is told by the content
        with path.open("rb") as file:
            return CalamineWorkbook.from_filelike(file)


def _check_extent(path: Path) -> None:
    """Look how far the sheets of a workbook reach where one claims to be huge: the library keeps every empty cell.

    Raises:
        UserError: something stands very far from the rest.

    """
    try:
        with zipfile.ZipFile(path) as archive:
            for name in filter(_SHEET.fullmatch, archive.namelist()):
                with archive.open(name) as sheet:
                    claim = _CLAIM.search(sheet.read(_BEGINNING))
                if claim and _cells(_place(claim)) > _MOST_CELLS and _cells(_last(archive, name)) > _MOST_CELLS:
                    raise UserError(
                        "A cell far from all others makes one of its sheets too large to read.",
                        "Delete the rows and columns beyond the table, save the file and add it again.",
                    )
    except (*BROKEN_ARCHIVE, OSError, RuntimeError):
        return  # no workbook of this kind, or a damaged one: who reads it says so


def _last(archive: zipfile.ZipFile, name: str) -> tuple[int, int]:
    row = column = 0
    rest = b""
    with archive.open(name) as sheet:
        while block := sheet.read(_BLOCK):
            text = rest + block
            for match in _CELL.finditer(text):
                there = _place(match)
                row, column = max(row, there[0]), max(column, there[1])
            # a cell may be cut between two blocks
            rest = text[-_LONGEST_CELL:]
    return row, column


def _place(match: re.Match[bytes]) -> tuple[int, int]:
    column = 0
    for letter in match.group(1):
        column = 26 * column + letter - ord("A") + 1
    return int(match.group(2)), column


def _cells(place: tuple[int, int]) -> int:
    return place[0] * place[1]


def _page(label: str, number: int, lines: Sequence[str]) -> Document:
    return Document(text="\n".join(lines), metadata={"page_label": label if number == 1 else f"{label} ({number})"})


@contextmanager
def _in_plain_words() -> Iterator[None]:
    """Turn the library's errors into reasons in plain words."""
    try:
        yield
    except PasswordError as error:
        raise protected() from error
    except CalamineError as error:
        raise damaged("spreadsheet") from error
