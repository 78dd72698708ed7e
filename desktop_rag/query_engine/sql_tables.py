"""Tables out of spreadsheets and text files, each row knowing where it stands in its file."""

import csv
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from pathlib import Path

from desktop_rag.errors import UserError
from desktop_rag.instrumentation import current_token
from desktop_rag.query_engine.sql_values import Cell, column_values
from desktop_rag.readers.formats import TABULAR

SEPARATED = frozenset([".csv", ".tsv"])
MAX_ROWS = 200_000
MAX_COLUMNS = 400
MAX_TABLES = 60
MAX_CELLS = 4_000_000
_HEADER_SEARCH = 10
_SNIFFED = 20_000
_DELIMITERS = ",;\t|"
_NOT_A_NAME = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class RowPlace:
    """Where a row stands: its number as spreadsheets count, and its characters in the text of its page."""

    number: int
    start: int
    end: int


@dataclass(slots=True)
class Table:
    """One sheet. ``columns`` are (name, type, heading in the file); ``page`` counts sheets from 1, as the reader."""

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


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Cells as they were read, with the place of each row."""

    label: str
    page: int
    text: str
    rows: list[list[object]]
    places: list[RowPlace]
    decimal_comma: bool = False


def is_table_file(path: str | Path) -> bool:
    """Whether tables are looked for in a file of this name."""
    return Path(path).suffix.lower() in SEPARATED | TABULAR


def load_tables(paths: Sequence[str | Path]) -> tuple[list[Table], list[str]]:
    """Return the tables of all files, and one sentence for everything that was left out."""
    tables: list[Table] = []
    notes: list[str] = []
    used: set[str] = set()
    cells = 0
    for path in map(Path, paths):
        current_token().raise_if_cancelled()
        if cells > MAX_CELLS or len(tables) >= MAX_TABLES:
            notes.append(f"{path.name}: It is not used, because the other tables are many.")
            continue
        found, problem = _load(path, used)
        tables += found
        notes += [problem] if problem else [note for table in found for note in table.notes]
        cells += sum(len(table.rows) * len(table.columns) for table in found)
    return tables, notes


def _load(path: Path, used: set[str]) -> tuple[list[Table], str]:
    """Return the tables of one file, or why it has none."""
    try:
        sheets = _separated(path) if path.suffix.lower() in SEPARATED else _workbook(path)
        found = [_table(path, sheet, several=len(sheets) > 1, used=used) for sheet in sheets]
    except UserError as error:
        return [], f"{path.name}: {error.message}"
    except OSError as error:
        return [], f"{path.name}: The file cannot be read: {error.strerror}."
    return [table for table in found if table is not None], ""


def _separated(path: Path) -> list[_Sheet]:
    """Read a text file of separated values as one sheet."""
    from desktop_rag.readers.text import decode

    text = decode(path.read_bytes()).replace("\r\n", "\n").replace("\r", "\n")
    delimiter = "\t" if path.suffix.lower() == ".tsv" else sniffed_delimiter(text[:_SNIFFED])
    starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text) + 1]
    rows: list[list[object]] = []
    places: list[RowPlace] = []
    reader = csv.reader(_lines(text), delimiter=delimiter)
    line = 0
    try:
        for row in reader:
            first, line = line, reader.line_num
            if any(cell.strip() for cell in row):
                rows.append(list(row))
                places.append(
                    RowPlace(first + 1, starts[first], min(starts[min(line, len(starts) - 1)] - 1, len(text)))
                )
    except csv.Error as error:
        raise UserError("The table is damaged.", "Open it in its own program and save it again.") from error
    return [_Sheet("1", 1, text, rows, places, decimal_comma=delimiter != ",")]


def _lines(text: str) -> Iterator[str]:
    r"""Yield the lines of a text, split at ``\n`` only."""
    for line in text.split("\n"):
        yield f"{line}\n"


def sniffed_delimiter(sample: str) -> str:
    """Return what separates the values: what occurs equally often in every line."""
    lines = [line for line in sample.split("\n")[:-1] or [sample] if line.strip()][:50]

    def evenness(delimiter: str) -> tuple[float, int]:
        counts = [len(next(csv.reader([line], delimiter=delimiter), [])) - 1 for line in lines]
        usual = max(set(counts), key=counts.count, default=0)
        return (counts.count(usual) / len(counts) if usual else 0.0, usual)

    return max(_DELIMITERS, key=evenness) if lines else ","


def _workbook(path: Path) -> list[_Sheet]:
    """Read every sheet that holds something; text and page numbers are the reader's."""
    from python_calamine import CalamineWorkbook

    from desktop_rag.readers import table

    pages = table.load_data(path)
    workbook = CalamineWorkbook.from_path(str(path))
    sheets: list[_Sheet] = []
    for page, (document, name) in enumerate(zip(pages, workbook.sheet_names, strict=True), 1):
        sheet = workbook.get_sheet_by_name(name)
        first = sheet.start[0] if sheet.start else 0
        rows: list[list[object]] = []
        places: list[RowPlace] = []
        offset = 0
        lines = document.text.split("\n")
        for number, row in enumerate(sheet.to_python(), first + 1):
            if not any(str(cell).strip() for cell in row):
                continue
            position = len(rows) if not rows else len(rows) + 1  # the rule below the heading
            if position > 1 and len(rows) == 1:
                offset += len(lines[1]) + 1
            rows.append([_plain(cell) for cell in row])
            places.append(RowPlace(number, offset, offset + len(lines[position])))
            offset += len(lines[position]) + 1
        if rows:
            sheets.append(_Sheet(name, page, document.text, rows, places))
    return sheets


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


def _table(path: Path, sheet: _Sheet, *, several: bool, used: set[str]) -> Table | None:
    """Return a sheet as a table: heading found, columns named and typed; None when it has no rows."""
    width = min(max((len(row) for row in sheet.rows), default=0), MAX_COLUMNS)
    at = _heading(sheet.rows)
    body = sheet.rows[at + 1 : at + 1 + MAX_ROWS] if at is not None else sheet.rows[:MAX_ROWS]
    if not body or not width:
        return None
    first = 0 if at is None else at + 1
    headings = [str(cell).strip() for cell in sheet.rows[at]] if at is not None else []
    headings = (headings + [""] * width)[:width]
    names = unique_names(headings, "column")
    columns = [column_values([row[i] if i < len(row) else None for row in body], decimal_comma=sheet.decimal_comma)
               for i in range(width)]  # fmt: skip
    left_out = len(sheet.rows) - first - len(body)
    label = f"{path.stem} {sheet.label}" if several else path.stem
    notes = [f"{path.name}: only the first {MAX_ROWS:,} rows are used."] if left_out > 0 else []
    return Table(
        _unused(clean_name(label, "table"), used), str(path), sheet.page, sheet.label, sheet.text,
        [(name, kind, heading) for name, (kind, _), heading in zip(names, columns, headings, strict=True)],
        [list(row) for row in zip(*(values for _, values in columns), strict=True)],
        sheet.places[first : first + len(body)],
        sheet.places[at] if at is not None else None, notes,
    )  # fmt: skip


def _heading(rows: Sequence[Sequence[object]]) -> int | None:
    """Return which row names the columns: the first full one without numbers, above rows; None without one."""
    widths = [sum(1 for cell in row if str(cell).strip()) for row in rows[: _HEADER_SEARCH * 3]]
    widest = max(widths, default=0)
    for position, row in enumerate(rows[:_HEADER_SEARCH]):
        filled = [cell for cell in row if cell is not None and str(cell).strip()]
        if len(filled) * 10 < widest * 6 or position + 1 >= len(rows):
            continue
        words = [cell for cell in filled if isinstance(cell, str) and not re.fullmatch(r"[\d.,:%/ -]+", cell.strip())]
        return position if len(words) == len(filled) else None
    return None


def unique_names(headings: Sequence[str], kind: str) -> list[str]:
    """Return names for columns that SQL takes without quotes, each once."""
    used: set[str] = set()
    return [_unused(clean_name(heading, f"{kind}_{number}"), used) for number, heading in enumerate(headings, 1)]


def clean_name(text: str, fallback: str) -> str:
    """Return a name of letters, digits and underscores that is no word of SQL."""
    import apsw

    name = _NOT_A_NAME.sub("_", unicodedata.normalize("NFKC", text).lower()).strip("_")[:60] or fallback
    if name[0].isdigit():
        name = f"n{name}" if fallback.startswith("column") else f"t{name}"
    return f"{name}_" if name.upper() in apsw.keywords else name


def _unused(name: str, used: set[str]) -> str:
    """Return the name, numbered when there is one like it."""
    candidate, number = name, 1
    while candidate in used:
        number += 1
        candidate = f"{name}_{number}"
    used.add(candidate)
    return candidate
