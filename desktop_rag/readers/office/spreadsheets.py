"""Spreadsheets: one page per sheet, each a Markdown table; the rows of a large sheet go on over several pages."""

import zipfile
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date, datetime, time, timedelta
from pathlib import Path

import olefile
from python_calamine import CalamineError, CalamineWorkbook, PasswordError

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document
from desktop_rag.core.user_text import UserText
from desktop_rag.readers.base import NothingToRead, ReadOptions, damaged, protected
from desktop_rag.readers.missing_parts import note_missing
from desktop_rag.readers.office import damaged_workbook, extra_text, opendocument, workbook97
from desktop_rag.readers.office.compound_files import check_chains
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.sheet_extent import check_extent, check_marks, has_wrong_index
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.plain.text import PAGE_SIZE

Cell = int | float | str | bool | time | date | datetime | timedelta


def load_data(path: Path, options: ReadOptions) -> Iterator[Document]:
    """Yield the pages of every sheet; see ``readers.base.Reader``."""
    empty = True
    with ExitStack() as stack:
        sections_of = _extra_sections(stack, path, options)
        for label, rows in sheets(path):
            # one page behind: what stands beside the cells goes to the last page, which is known only at the end
            last: Document | None = None
            for page in sheet_pages(label, rows):
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


def sheets(path: Path) -> Iterator[tuple[str, Iterable[Sequence[Cell]]]]:
    """Yield the names of the sheets with their rows; of a damaged workbook, what can be read of it.

    The library gives up at the first fault, and where cells stand for millions of others: from there on the workbook is
    read again, up to each fault, or such cells a few times. Where nothing can do that, the sheet is left out.

    Raises:
        UserError: nothing of it can be read, or it is encrypted.

    """
    sane = _check(path)
    done: set[str] = set()
    fault: UserError | None = None
    try:
        if not sane:
            raise damaged("spreadsheet")
        workbook, names = _opened(path)
    except UserError as error:
        fault, names = error, []
    again = _read_again(path) if fault is not None or not names else None
    for name in names:
        try:
            with _in_plain_words():
                rows = workbook.get_sheet_by_name(name).iter_rows()
        except UserError as error:
            fault, again = error, _read_again(path)
            if again is not None:
                break
            note_missing(UserText("The sheet “{name}” is damaged and was left out.", name=name))
            continue
        done.add(name)
        yield name, rows
    if again is not None:
        told = yield from _others(again, done)
        fault = None if told or done else fault or damaged("spreadsheet")
    if fault is not None and not done:
        raise fault


def _check(path: Path) -> bool:
    """Raise UserError for a workbook that would fill the memory; False for one not to be left to the library.

    It would wait for ever, or show other texts than the file's.
    """
    if olefile.isOleFile(path):
        check_chains(path)
        return True
    check_extent(path)
    return check_marks(path) and not has_wrong_index(path)


def _opened(path: Path) -> tuple[CalamineWorkbook, list[str]]:
    with _in_plain_words():
        workbook = _workbook(path)
        return workbook, workbook.sheet_names


def _read_again(path: Path) -> Iterable[tuple[str, Iterable[Sequence[Cell]]]] | None:
    """Return the sheets as they can be read without the library, None where they cannot."""
    if damaged_workbook.is_workbook(path):
        return damaged_workbook.sheets(path)
    return opendocument.tables_of(path) or None


def _others(
    again: Iterable[tuple[str, Iterable[Sequence[Cell]]]], done: Container[str]
) -> Generator[tuple[str, Iterable[Sequence[Cell]]], None, bool]:
    """Yield the sheets that are not done yet; returns whether anything stood in them."""
    told = False

    def heard(rows: Iterable[Sequence[Cell]]) -> Iterator[Sequence[Cell]]:
        nonlocal told
        for row in rows:
            told = told or any(cell not in {"", None} for cell in row)
            yield row

    for name, rows in again:
        if name not in done:
            yield name, heard(rows)
    return told


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
    if olefile.isOleFile(path):
        return workbook97.sections_of(path)
    if not zipfile.is_zipfile(path):
        return lambda _: ()
    try:
        parts = stack.enter_context(Parts(path))
        return opendocument.sheet_sections(parts) if _is_open(parts) else extra_text.of_sheets(parts, options)
    except UserError:
        return lambda _: ()


def _is_open(parts: Parts) -> bool:
    """Whether a workbook is one of LibreOffice and its relatives."""
    return "content.xml" in parts.names()


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


def _page(label: str, number: int, lines: Sequence[str]) -> Document:
    return Document(
        text="\n".join(lines),
        metadata={"page_label": label if number == 1 else f"{label} ({number})", "heading": label},
    )


@contextmanager
def _in_plain_words() -> Iterator[None]:
    """Turn the library's errors into reasons in plain words."""
    try:
        yield
    except PasswordError as error:
        raise protected() from error
    except CalamineError as error:
        raise damaged("spreadsheet") from error
    except BaseException as error:
        ends_early = isinstance(error, OSError) and error.errno is None
        if not ends_early and type(error).__name__ != "PanicException":  # how libraries written in Rust fail
            raise
        raise damaged("spreadsheet") from error
