"""Spreadsheets: one page per sheet, each a Markdown table; the rows of a large sheet go on over several pages."""

import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain, islice
from pathlib import Path

import olefile
from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, PasswordError

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document, Metadata
from desktop_rag.core.user_text import UserText
from desktop_rag.evidence.tables import names_columns
from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.base import NothingToRead, ReadOptions, damaged, note_missing, protected
from desktop_rag.readers.office import extra_text, opendocument, opendocument_sheets, workbook97, xlsb, xml_workbook
from desktop_rag.readers.office.compound_files import check_chains
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.sheet_cells import (
    Cell,
    CellLines,
    ExactWords,
    MergedCells,
    Sheet,
    SheetPage,
    even_rows,
    exact_words,
)
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.plain.text import PAGE_SIZE
from desktop_rag.readers.section_headings import link_lines

_KNOWN_AHEAD = 40  # rows that tell whether the first one names the columns


def load_data(path: Path, options: ReadOptions) -> Iterator[Document]:
    """Yield the pages of every sheet; see ``readers.base.Reader``."""
    empty = True
    with ExitStack() as stack:
        sections_of = _extra_sections(stack, path, options)
        for sheet in sheets(path):
            # one page behind: what stands beside the cells goes to the last page, which is known only at the end
            last: Document | None = None
            for page in sheet_pages(sheet.name, sheet.rows):
                if last is not None:
                    yield last
                last = page
                empty = empty and not page.text
            if last is not None:
                links = extra_text.Section(headings.LINKS, link_lines(sheet.links, last.text))
                beside = extra_text.gathered([*sections_of(sheet.name), links])
                last.text = extra_text.with_sections(last.text, beside)
                empty = empty and not last.text
                yield last
    if empty:
        raise NothingToRead("The spreadsheet is empty.")


def sheets(path: Path) -> Iterator[Sheet]:
    """Yield the sheets with their rows; of a damaged workbook, what can be read of it.

    Raises:
        UserError: nothing of it can be read, or it is encrypted.

    """
    if xml_workbook.is_workbook(path):
        return xml_workbook.sheets(path)
    if opendocument_sheets.is_spreadsheet(path):
        return opendocument_sheets.sheets(path)
    if xlsb.is_workbook(path):
        return xlsb.sheets(path)
    return _library_sheets(path)


def _library_sheets(path: Path) -> Iterator[Sheet]:
    """Yield the sheets of old workbooks: the library reads them, but not how they are shown.

    A damaged sheet is left out.
    """
    if olefile.isOleFile(path):
        check_chains(path)
    workbook, names = _opened(path)
    fault: UserError | None = None if names else damaged("The spreadsheet is damaged.")
    looks = workbook97.looks_of(path) if names and olefile.isOleFile(path) else {}
    any_sheet = False
    for name in names:
        try:
            with _in_plain_words():
                sheet = workbook.get_sheet_by_name(name)
                rows = sheet.iter_rows()
        except UserError as error:
            fault = error
            note_missing(UserText("The sheet “{name}” is damaged and was left out.", name=name))
            continue
        any_sheet = True
        yield _old_sheet(sheet, rows, looks.get(name, workbook97.CellLooks()))
    if fault is not None and not any_sheet:
        raise fault


def _old_sheet(sheet: CalamineSheet, rows: Iterable[Sequence[Cell]], looks: workbook97.CellLooks) -> Sheet:
    """Return a sheet with its cells as they are shown, and its merged cells in each row."""
    links: list[tuple[str, str]] = []
    ranges = sheet.merged_cell_ranges or ()
    merged = MergedCells((first + 1, column, last + 1, right) for (first, column), (last, right) in ranges)
    left = sheet.start[1] if sheet.start else 0
    return Sheet(sheet.name, even_rows(workbook97.shown_rows(rows, left, looks, links), merged), links)


def _opened(path: Path) -> tuple[CalamineWorkbook, list[str]]:
    with _in_plain_words():
        workbook = _workbook(path)
        return workbook, workbook.sheet_names


def sheet_pages(label: str, rows: Iterable[Sequence[Cell]]) -> Iterator[SheetPage]:
    """Yield the pages of a sheet; each begins with the names of its columns. Blank rows are left out."""
    lines_of = CellLines()
    filled = ((cells, row) for row in rows if any(cells := lines_of.row(row)))
    ahead = list(islice(filled, _KNOWN_AHEAD))
    lines: list[str] = []
    head: list[str] = []
    exact: list[ExactWords] = []
    size = number = before = 0
    if ahead and not names_columns([cells for cells, _ in ahead]):
        width = len(ahead[0][0])
        head = [markdown_text.no_names(width), markdown_text.rule(width)]
        before = len(head[0]) + len(head[1]) + 2
    for cells, row in chain(ahead, filled):
        line = f"| {' | '.join(cells)} |"
        words = exact_words(row)
        if not head:
            head = [line, markdown_text.rule(len(cells))]
            exact = [ExactWords(0, words)] if words else []
            before = len(head[0]) + len(head[1]) + 2
            continue
        if size > PAGE_SIZE:
            number += 1
            yield _page(label, number, [*head, *lines], exact)
            lines, exact, size = [], [], 0
        if words:
            exact.append(ExactWords(before + size, words))
        lines.append(line)
        size += len(line) + 1
    yield _page(label, number + 1, [*head, *lines], exact)


def _extra_sections(
    stack: ExitStack, path: Path, options: ReadOptions
) -> Callable[[str], Iterable[extra_text.Section]]:
    """Return a function for a sheet's comments, text boxes, charts and pictures; empty for damaged workbooks."""
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
    """Return True if a workbook is one of LibreOffice and its relatives."""
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


def _page(label: str, number: int, lines: Sequence[str], exact: Sequence[ExactWords]) -> SheetPage:
    metadata: Metadata = {"page_label": label if number == 1 else f"{label} ({number})", "heading": label}
    return SheetPage("\n".join(lines), exact, metadata)


@contextmanager
def _in_plain_words() -> Iterator[None]:
    """Turn the library's errors into reasons in plain words."""
    try:
        yield
    except PasswordError as error:
        raise protected() from error
    except CalamineError as error:
        raise damaged("The spreadsheet is damaged.") from error
    except BaseException as error:
        ends_early = isinstance(error, OSError) and error.errno is None
        if not ends_early and type(error).__name__ != "PanicException":  # how libraries written in Rust fail
            raise
        raise damaged("The spreadsheet is damaged.") from error
