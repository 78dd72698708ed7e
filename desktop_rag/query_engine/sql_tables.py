"""Tables out of spreadsheets, text files and documents, as a database that can be asked in SQL.

Each row knows where it stands in its file.
"""

import csv
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from itertools import islice
from pathlib import Path

from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.file_paths import is_inside, real_path, shown_name
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.user_text import UserText
from desktop_rag.evidence.tables import BAR
from desktop_rag.readers.formats import of_ending, of_name
from desktop_rag.storage.document_store import DocumentStore
from desktop_rag.storage.sqlite.tables import (
    MAX_RESULT_ROWS,
    Cell,
    SQLResult,
    TableContent,
    TableDatabase,
    create_statement,
    is_keyword,
)

_MISSING = frozenset(["", "-", "–", "—", "n/a", "na", "null", "none", "nan", "#n/a", "k.a.", "s/o"])
_INTEGER = re.compile(r"[+-]?(?:0|[1-9]\d{0,14})")
_POINT = re.compile(r"[+-]?(?:\d{1,3}(?:[, '\u00a0\u202f]\d{3})+|\d+)?(?:\.\d+)?(?:[eE][+-]?\d{1,3})?")
_COMMA = re.compile(r"[+-]?(?:\d{1,3}(?:[. '\u00a0\u202f]\d{3})+|\d+)?(?:,\d+)?")
_GROUPS = re.compile(r"[, '\u00a0\u202f]")
_GROUPS_OF_COMMA = re.compile(r"[. '\u00a0\u202f]")
_UNIT = re.compile(r"^[$€£¥]\s*|\s*[€$£¥%]$")
StoredPages = Callable[[str], Iterable[tuple[str, str]]]
"""Gives the label and the text of the pages of a document that was read before."""
_WITH_TABLES = frozenset(["pdf", "word", "spreadsheet", "presentation", "book", "web"])
MAX_ROWS = 200_000
MAX_COLUMNS = 400
MAX_TABLES = 60
MAX_CELLS = 4_000_000
_HEADER_SEARCH = 10
_TABLE = re.compile(r"^\|.*\|[ \t]*\n\|(?:[ \t]*:?-{3,}:?[ \t]*\|)+[ \t]*(?:\n\|.*\|[ \t]*)+$", re.MULTILINE)
_LEAST_ROWS, _LEAST_COLUMNS = 2, 2
_NOT_A_NAME = re.compile(r"\W+")
_SAMPLE_ROWS = 3
_SAMPLE_CHARACTERS = 60
_MOST_DOCUMENTS = 300
_MOST_PAGES = 50


def column_values(cells: Sequence[object], *, decimal_comma: bool) -> tuple[str, list[Cell]]:
    """Return the type of a column (INTEGER, REAL or TEXT) and its values; what says "nothing" becomes NULL.

    Money and percentages lose their sign, numbers their grouping. Numbers with leading zeros are names (postcodes).
    """
    present = [cell for cell in cells if not _is_missing(cell)]
    readers = (_integer, _number, _number_with_comma) if decimal_comma else (_integer, _number)
    for kind, read in zip(("INTEGER", "REAL", "REAL"), readers, strict=False):
        if present and all(read(cell) is not None for cell in present):
            return kind, [None if _is_missing(cell) else read(cell) for cell in cells]
    return "TEXT", [_text(cell) for cell in cells]


def _is_missing(cell: object) -> bool:
    """Return True if a cell says that there is nothing."""
    return cell is None or (isinstance(cell, str) and cell.strip().lower() in _MISSING)


def _text(cell: object) -> str | None:
    """Return the text of a cell, None if it is empty."""
    text = "" if cell is None else str(cell).strip()
    return text or None


def _integer(cell: object) -> int | None:
    """Return a whole number."""
    if isinstance(cell, int):
        return cell
    return int(cell) if isinstance(cell, str) and _INTEGER.fullmatch(cell.strip()) else None


def _number(cell: object) -> float | None:
    """Return a number with a decimal point."""
    if isinstance(cell, int | float):
        return float(cell)
    text = _UNIT.sub("", str(cell).strip())
    if not _POINT.fullmatch(text) or not any(map(str.isdigit, text)) or _is_name(text):
        return None
    return float(_GROUPS.sub("", text))


def _number_with_comma(cell: object) -> float | None:
    if isinstance(cell, int | float):
        return float(cell)
    text = _UNIT.sub("", str(cell).strip())
    if not _COMMA.fullmatch(text) or not any(map(str.isdigit, text)) or _is_name(text):
        return None
    return float(_GROUPS_OF_COMMA.sub("", text).replace(",", "."))


def _is_name(text: str) -> bool:
    """Return True if a number is a name: a postcode, a telephone number."""
    return len(text) > 1 and text[0] == "0" and text[1].isdigit()


@dataclass(frozen=True, slots=True)
class RowPlace:
    """The place of a row: its number as spreadsheets count, and its characters in the text of its page.

    ``further`` counts the pages after the table's first one.
    """

    number: int
    start: int
    end: int
    further: int = 0


@dataclass(slots=True)
class Table:
    """One sheet. ``columns`` are (name, type, heading in the file); ``page`` counts pages from 1, as the reader.

    A large sheet goes on over the ``further`` pages, each with its label and text.
    """

    name: str
    file_path: str
    page: int
    page_label: str
    page_text: str
    columns: list[tuple[str, str, str]]
    rows: list[list[Cell]]
    places: list[RowPlace]
    heading: RowPlace | None
    notes: list[str] = field(default_factory=list)
    further: list[tuple[str, str]] = field(default_factory=list)

    def page_of(self, place: RowPlace) -> tuple[int, str, str]:
        """Return number, label and text of the page that a row stands on."""
        if not place.further:
            return self.page, self.page_label, self.page_text
        return self.page + place.further, *self.further[place.further - 1]


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Cells as they were read, with the place of each row."""

    label: str
    page: int
    text: str
    rows: list[list[object]]
    places: list[RowPlace]
    decimal_comma: bool = False
    further: list[tuple[str, str]] = field(default_factory=list)


def is_table_file(path: str | Path) -> bool:
    """Return True if tables are looked for in a file of this name."""
    return _is_separated(path) or _is_workbook(path)


def may_hold_tables(path: str | Path) -> bool:
    """Return True if a document of this name can have tables between its words, or is one."""
    known = of_name(path)
    return known.kind in _WITH_TABLES or known is of_ending(".md")


def _is_workbook(path: str | Path) -> bool:
    return of_name(path).unit == "sheet"


def _is_separated(path: str | Path) -> bool:
    return of_name(path) is of_ending(".csv")


def has_table(text: str) -> bool:
    """Return True if there is a table on a page."""
    return bool(_TABLE.search(text))


def load_tables(paths: Sequence[str | Path], stored: StoredPages | None = None) -> tuple[list[Table], list[str]]:
    """Return the tables of all files, and one sentence for everything that was left out.

    With ``stored``, what is no spreadsheet or lies inside another file is not read again.
    """
    tables: list[Table] = []
    notes: list[str] = []
    used: set[str] = set()
    cells = 0
    for path in map(str, paths):
        current_token().raise_if_cancelled()
        if cells > MAX_CELLS or len(tables) >= MAX_TABLES:
            notes.append(
                UserText(
                    "{shown_name}: It is not used because there are too many other tables.", shown_name=shown_name(path)
                )
            )
            continue
        found, problem = _load(path, used, stored)
        tables += found
        notes += [problem] if problem else [note for table in found for note in table.notes]
        cells += sum(len(table.rows) * len(table.columns) for table in found)
    return tables, notes


def _load(path: str, used: set[str], stored: StoredPages | None) -> tuple[list[Table], str]:
    """Return the tables of one file, or why it has none."""
    name = shown_name(path)
    try:
        sheets = _sheets(path, stored)
        found = [_table(path, sheet, several=len(sheets) > 1, used=used) for sheet in sheets]
    except UserError as error:
        return [], f"{name}: {error.message}"
    except OSError as error:
        return [], UserText("{name}: The file cannot be read: {reason}.", name=name, reason=reason_of(error))
    return [table for table in found if table is not None], ""


def _sheets(path: str, stored: StoredPages | None) -> list[_Sheet]:
    """Return the tables of one file as they were read."""
    # from the file rather than from its stored text: that has lost which cells were numbers
    if not is_inside(path) and _is_separated(path):
        return _separated(real_path(path))
    if not is_inside(path) and _is_workbook(path):
        return _workbook(real_path(path))
    if stored is not None:
        return list(_between_words(stored(path)))
    from desktop_rag.readers.file import load_file

    pages = load_file(real_path(path))
    return list(_between_words((str(page.metadata.get("page_label", "")), page.text) for page in pages))


def _between_words(pages: Iterable[tuple[str, str]]) -> Iterator[_Sheet]:
    """Yield the Markdown tables on the pages of a document."""
    for number, (label, text) in enumerate(pages, 1):
        before = 0  # rows of other tables on the page: each has a number of its own
        for match in _TABLE.finditer(text):
            rows: list[list[object]] = []
            places: list[RowPlace] = []
            start = match.start()
            for at, line in enumerate(match.group().split("\n")):
                if at != 1:  # the rule below the heading
                    rows.append([cell.strip().replace("\\|", "|") for cell in BAR.split(line.strip())[1:-1]])
                    places.append(RowPlace(before + len(rows), start, start + len(line)))
                start += len(line) + 1
            before += len(rows)
            if len(rows) > _LEAST_ROWS - 1 and len(rows[0]) >= _LEAST_COLUMNS:
                yield _Sheet(label, number, text, rows, places)


def _separated(path: Path) -> list[_Sheet]:
    """Read a text file of separated values as one sheet; lines that nothing separates are one column."""
    from desktop_rag.readers.plain.separated_values import table_pages, values_of
    from desktop_rag.readers.plain.text import pieces

    values = values_of(pieces(path), tabs=path.suffix.lower() == ".tsv")
    if values is None:
        text = "".join(pieces(path))
        lines = [(number, line) for number, line in enumerate(re.finditer("[^\n]+", text), 1) if line.group().strip()]
        single: list[list[object]] = [[line.group()] for _, line in lines]
        return [_Sheet("1", 1, text, single, [RowPlace(number, *line.span()) for number, line in lines])]
    try:
        found = list(values.rows)
    except csv.Error as error:
        raise UserError("The table is damaged.", "Open it in the app that created it and save it again.") from error
    pages = [(str(number), text) for number, text in enumerate(table_pages(row for _, row in found), 1)]
    if not pages:
        return []
    places = [RowPlace(number, *where) for (number, _), where in zip(found, _lines_of(pages), strict=True)]
    rows: list[list[object]] = [list(row) for _, row in found]
    return [_Sheet("1", 1, pages[0][1], rows, places, decimal_comma=values.delimiter != ",", further=pages[1:])]


def _workbook(path: Path) -> list[_Sheet]:
    """Read every sheet that holds something; text and page numbers are the reader's."""
    from desktop_rag.readers.office import sheet_cells, spreadsheets

    found: list[_Sheet] = []
    page = 1
    for sheet in spreadsheets.sheets(path):
        cells = list(sheet.rows)
        pages = [(str(one.metadata["page_label"]), one.text) for one in spreadsheets.sheet_pages(sheet.name, cells)]
        filled = [(number, row) for number, row in enumerate(cells, 1) if any(map(sheet_cells.cell_text, row))]
        if filled:
            rows = [[_plain(sheet_cells.cell_value(cell)) for cell in row] for _, row in filled]
            places = [RowPlace(number, *where) for (number, _), where in zip(filled, _lines_of(pages), strict=False)]
            found.append(_Sheet(sheet.name, page, pages[0][1], rows, places, further=pages[1:]))
        page += len(pages)
    return found


def _lines_of(pages: Sequence[tuple[str, str]]) -> Iterator[tuple[int, int, int]]:
    """Yield where the rows of a sheet stand: first and last character, and on which of its pages."""
    for further, (_, text) in enumerate(pages):
        start = 0
        for at, line in enumerate(text.split("\n")):
            # a heading stands on every page, with a rule below it; that of columns without names is no row
            if at > 1 or (at == 0 and further == 0 and line.strip("| ")):
                yield start, start + len(line), further
            start += len(line) + 1


def _plain(cell: object) -> object:
    """Return a cell as a value the database knows."""
    if isinstance(cell, datetime) and (cell.hour, cell.minute, cell.second) == (0, 0, 0):
        return cell.date().isoformat()
    if isinstance(cell, date | time):
        return cell.isoformat(" ") if isinstance(cell, datetime) else cell.isoformat()
    if isinstance(cell, bool):
        return int(cell)
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return int(cell)
    return cell if isinstance(cell, int | float | str) else str(cell)


def _table(path: str, sheet: _Sheet, *, several: bool, used: set[str]) -> Table | None:
    """Return a sheet as a table: heading found, columns named and typed; None when it has no rows."""
    width = min(max(map(len, sheet.rows), default=0), MAX_COLUMNS)
    at = _heading(sheet.rows)
    first = 0 if at is None else at + 1
    body = sheet.rows[first : first + MAX_ROWS]
    if not body or not width:
        return None
    headings = _headings(sheet.rows, at, width)
    names = unique_names(headings, "column")
    columns = [
        column_values([row[i] if i < len(row) else None for row in body], decimal_comma=sheet.decimal_comma)
        for i in range(width)
    ]
    left_out = len(sheet.rows) - first - len(body)
    name = shown_name(path)
    label = f"{Path(name).stem} {sheet.label}" if several else Path(name).stem
    notes: list[str] = []
    if left_out > 0:
        notes.append(UserText("{name}: only the first {rows} rows are used.", name=name, rows=f"{MAX_ROWS:,}"))
    return Table(
        _unused(clean_name(label, "table"), used),
        path,
        sheet.page,
        sheet.label,
        sheet.text,
        [(name, kind, heading) for name, (kind, _), heading in zip(names, columns, headings, strict=True)],
        list(map(list, zip(*(values for _, values in columns), strict=True))),
        sheet.places[first : first + len(body)],
        sheet.places[at] if at is not None else None,
        notes,
        sheet.further,
    )


def _heading(rows: Sequence[Sequence[object]]) -> int | None:
    """Return the row with the column names: the first full one without numbers, above rows; None without one."""
    widths = [sum(1 for cell in row if str(cell).strip()) for row in rows[: _HEADER_SEARCH * 3]]
    widest = max(widths, default=0)
    for position, row in enumerate(rows[:_HEADER_SEARCH]):
        filled = [cell for cell in row if cell is not None and str(cell).strip()]
        if len(filled) * 10 < widest * 6 or position + 1 >= len(rows):
            continue
        return position if all(map(_is_words, filled)) else None
    return None


def _is_words(cell: object) -> bool:
    """Return True if a cell holds text that is no number, date or time."""
    return isinstance(cell, str) and not re.fullmatch(r"[\d.,:%/ -]+", cell.strip())


def _headings(rows: Sequence[Sequence[object]], at: int | None, width: int) -> list[str]:
    """Return the heading of every column out of the row that names them; empty ones without it."""
    headings = [str(cell).strip() for cell in rows[at]] if at is not None else []
    return (headings + [""] * width)[:width]


def unique_names(headings: Sequence[str], kind: str) -> list[str]:
    """Return names for columns that SQL takes without quotes, each once."""
    used: set[str] = set()
    return [_unused(clean_name(heading, f"{kind}_{number}"), used) for number, heading in enumerate(headings, 1)]


def clean_name(text: str, fallback: str) -> str:
    """Return a name of letters, digits and underscores that is no word of SQL."""
    name = _NOT_A_NAME.sub("_", unicodedata.normalize("NFKC", text).lower()).strip("_")[:60] or fallback
    if name[0].isdigit():
        name = f"n{name}" if fallback.startswith("column") else f"t{name}"
    return f"{name}_" if is_keyword(name) else name


def _unused(name: str, used: set[str]) -> str:
    """Return the name, numbered when there is one like it."""
    candidate, number = name, 1
    while candidate in used:
        number += 1
        candidate = f"{name}_{number}"
    used.add(candidate)
    return candidate


class SQLDatabase:
    """Tables with their columns and rows; queries may only read them."""

    def __init__(self, tables: Sequence[Table], notes: Sequence[str] = ()) -> None:
        self.tables = {table.name: table for table in tables}
        self.notes = list(notes)
        self._database = TableDatabase(
            [TableContent(table.name, [column[:2] for column in table.columns], table.rows) for table in tables]
        )

    @classmethod
    def from_files(cls, paths: Sequence[str], stored: StoredPages | None = None) -> "SQLDatabase":
        """Load every table of some files: spreadsheets, CSV, and the tables between the words of documents.

        ``stored`` gives the pages of documents that were read before.
        """
        return cls(*load_tables(paths, stored))

    def close(self) -> None:
        """Close the database in memory."""
        self._database.close()

    def run(self, sql: str, max_rows: int = MAX_RESULT_ROWS) -> SQLResult:
        """Return the rows of a query, at most ``max_rows``.

        Raises:
            SQLError: it is wrong, does more than read, or takes too long.
            CancelledError: the job was told to stop.

        """
        return self._database.run(sql, max_rows)

    def schema(self, names: Sequence[str] | None = None, sample_rows: int = _SAMPLE_ROWS) -> str:
        """Return the description of the tables for a model, with their columns and first rows."""
        return "\n\n".join(_described(self.tables[name], sample_rows) for name in names or self.tables)


def _described(table: Table, sample_rows: int) -> str:
    """Return one table's columns and first rows."""
    columns = [(name, kind, heading if heading.lower() != name else "") for name, kind, heading in table.columns]
    sample = [" | ".join(_sample(cell) for cell in row) for row in table.rows[:sample_rows]]
    return "\n".join([f"{create_statement(table.name, columns)} /* {len(table.rows)} rows", *sample]) + " */"


def _sample(cell: Cell) -> str:
    """Return a cell for the schema, without what would end the comment."""
    text = "NULL" if cell is None else " ".join(str(cell).split()).replace("*/", "* /")
    return text if len(text) <= _SAMPLE_CHARACTERS else text[:_SAMPLE_CHARACTERS] + "…"


"""Documents that are searched for tables, apart from those that are tables."""


def open_tables(docstore: DocumentStore) -> SQLDatabase:
    """Return a database of the tables of a library; the caller closes it."""

    def stored(path: str) -> Iterator[tuple[str, str]]:
        return docstore.stores.documents.labelled_pages(path)

    return SQLDatabase.from_files(_files(docstore), stored)


def holds_tables(docstore: DocumentStore) -> bool:
    """Return True if a library has tables; only the first pages of documents are examined."""
    files, pages = _files(docstore), docstore.stores.documents
    return any(is_table_file(path) for path in files) or any(
        has_table(text) for path in files for _, text in islice(pages.labelled_pages(path), _MOST_PAGES)
    )


def _files(docstore: DocumentStore) -> list[str]:
    """Return the files that are tables, then those that may hold some."""
    paths = [document.path for document in docstore.documents()]
    tables = [path for path in paths if is_table_file(path)]
    others = (path for path in paths if may_hold_tables(path) and not is_table_file(path))
    return [*tables, *islice(others, _MOST_DOCUMENTS)]
