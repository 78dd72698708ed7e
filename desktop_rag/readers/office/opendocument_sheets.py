"""OpenDocument spreadsheets (.ods): the cells of their sheets, row by row, as the file itself says they are shown."""

import re
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from datetime import date, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree as ET

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import damaged, note_missing, protected
from desktop_rag.readers.office.number_formats import (
    Moment,
    Shown,
    days_since_1900,
    exact_moment,
    exact_number,
    number_format,
)
from desktop_rag.readers.office.opendocument_controls import Controls
from desktop_rag.readers.office.opendocument_text import OpenText, Styles
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.sheet_cells import Cell, MergedCells, Row, Sheet, cell_text, even_rows, link_of
from desktop_rag.readers.office.xml_parts import TORN, GrowingTree, TornError, attribute, name_of, parsed_beside

_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_DEEPEST = 20  # styles that one may go back to
_DATA_STYLES = frozenset(f"{kind}-style" for kind in ("number", "percentage", "currency", "date", "time", "text"))
_MOMENTS = {"year": "yy", "day": "d", "hours": "h", "minutes": "m", "seconds": "s", "day-of-week": "ddd"}
_MOST_DIGITS = 30


class Formats:
    """The formats of the cells of a file; what its own styles say comes before the common ones."""

    def __init__(self, groups: Iterable[ET.Element]) -> None:
        self._cells: dict[str, ET.Element] = {}
        self._data: dict[str, ET.Element] = {}
        for style in (style for group in groups for style in group):
            name = style.get(f"{_STYLE}name", "")
            if name_of(style) in _DATA_STYLES:
                self._data.setdefault(name, style)
            elif style.get(f"{_STYLE}family") == "table-cell":
                self._cells.setdefault(name, style)
        self._codes: dict[str, str] = {}

    def code(self, cell: ET.Element) -> str:
        """Return the format code of a cell, "" where its style names none."""
        name = cell.get(f"{_TABLE}style-name", "")
        if name not in self._codes:
            self._codes[name] = self._code(name)
        return self._codes[name]

    def _code(self, name: str) -> str:
        for _ in range(_DEEPEST):
            style = self._cells.get(name)
            if style is None:
                return ""
            if data := style.get(f"{_STYLE}data-style-name"):
                return _of_style(self._data[data]) if data in self._data else ""
            name = style.get(f"{_STYLE}parent-style-name", "")
        return ""


def _of_style(style: ET.Element) -> str:
    """Return the format code of a data style; what it says of negative numbers alone is left out."""
    is_span = attribute(style, "truncate-on-overflow") == "false"
    return "".join(_part(part, is_span=is_span and part is _first_moment(style)) for part in style)


def _first_moment(style: ET.Element) -> ET.Element | None:
    return next((part for part in style if name_of(part) in _MOMENTS), None)


def _part(part: ET.Element, *, is_span: bool) -> str:
    """Return the format code for a part of a data style; ``is_span``: it may exceed its usual end."""
    name, is_long = name_of(part), attribute(part, "style") == "long"
    match name:
        case "text" | "currency-symbol":
            return f'"{(part.text or "").replace(chr(34), "")}"' if part.text != "%" else "%"
        case "number" | "scientific-number":
            return _number(part)
        case "fraction":
            return (
                f"# {'?' * _count(part, 'min-numerator-digits', 1)}/{'?' * _count(part, 'min-denominator-digits', 1)}"
            )
        case "month":
            return ("mmmm" if is_long else "mmm") if attribute(part, "textual") == "true" else "mm" if is_long else "m"
        case "am-pm":
            return "AM/PM"
        case "text-content":
            return "@"
    letters = _MOMENTS.get(name, "")
    if name == "seconds" and (decimals := _count(part, "decimal-places", 0)):
        return f"{letters * (1 + is_long)}.{'0' * decimals}"
    if is_span:
        return f"[{letters * (1 + is_long)}]"
    return letters * (1 + is_long) if name != "day-of-week" else letters + "d" * is_long


def _number(part: ET.Element) -> str:
    whole = _count(part, "min-integer-digits", 1)
    code = "#,##0" if attribute(part, "grouping") == "true" and whole < 2 else "0" * whole or "#"
    decimals = _count(part, "decimal-places", -1)
    if decimals < 0:
        return "General" if whole < 2 and code != "#,##0" else code
    least = min(decimals, _count(part, "min-decimal-places", decimals))
    code += f".{'0' * least}{'#' * (decimals - least)}" if decimals else ""
    if name_of(part) == "scientific-number":
        code += f"E+{'0' * _count(part, 'min-exponent-digits', 2)}"
    return code


def _count(part: ET.Element, name: str, missing: int) -> int:
    value = attribute(part, name)
    return min(int(value[:3]), _MOST_DIGITS) if value.isascii() and value.isdecimal() else missing


_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_ROWS_REPEATED, _COLUMNS_REPEATED = f"{_TABLE}number-rows-repeated", f"{_TABLE}number-columns-repeated"
_ROWS_SPANNED = f"{_TABLE}number-rows-spanned"
_CELLS = frozenset([f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"])
_PARAGRAPHS = frozenset([f"{_TEXT}p", f"{_TEXT}h"])
_HOLDERS = frozenset(f"{_TABLE}{name}" for name in ("table-header-rows", "table-rows", "table-row-group"))
_LAST_ROW = 1_048_576  # LibreOffice's
_MOST_REPEATED = 1_024  # cells that one cell may stand for; one that stands for more stands for the rest of its row
_FEW = 50  # cells that such a one is read as
_MOST_REPEATED_CELLS = 100_000  # that one row may stand for: a table that repeats more is read as a few
_SPAN = re.compile(r"(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?")
_REFERENCE = re.compile(r"\[([^\]]*)\]")


def is_spreadsheet(path: Path) -> bool:
    """Return True if a file is an OpenDocument spreadsheet, packed or flat."""
    if not zipfile.is_zipfile(path):
        with path.open("rb") as file:
            return b"office:document" in file.read(4_096)
    with suppress(UserError), Parts(path) as parts:
        return "content.xml" in parts.names()
    return False


def sheets(path: Path) -> Iterator[Sheet]:
    """Yield the sheets with their rows, up to where the file is torn, which is noted.

    Raises:
        UserError: nothing of it can be read, or it is encrypted.

    """
    with ExitStack() as stack:
        parts = stack.enter_context(Parts(path)) if zipfile.is_zipfile(path) else None
        if parts and b"encryption-data" in parts.read("META-INF/manifest.xml", missing=b""):
            raise protected()
        common = parsed_beside(parts.read("styles.xml", missing=b"") if parts else b"")
        rows = _TableRows(parts.blocks("content.xml") if parts else _whole(path))
        named = any_cell = False
        for table in rows.tables():
            named = True
            reader = _SheetReader(_CellReader(rows.root, common), rows)
            sheet = Sheet(table.get(f"{_TABLE}name", ""), (), reader.links)
            sheet.rows = even_rows(reader.rows(table), reader.merged)
            yield sheet
            any_cell = any_cell or reader.any_cell
        if rows.is_torn and not any_cell:
            raise damaged("The spreadsheet is damaged.")
        if rows.is_torn:
            note_missing(TORN)
        if not named and not rows.is_torn:
            raise damaged("The spreadsheet is damaged.")


def _whole(path: Path) -> Iterator[bytes]:
    yield path.read_bytes()


class _TableRows:
    """The rows of the tables of a file, in their order, each yielded once."""

    def __init__(self, blocks: Iterable[bytes]) -> None:
        self.root = ET.Element("none")
        self.is_torn = False
        self._tree = GrowingTree()
        self._blocks = blocks
        self._entries = self._all()
        self._next: tuple[ET.Element, ET.Element | None] | None = None

    def tables(self) -> Iterator[ET.Element]:
        """Yield each table; passes over the rows that nobody took."""
        last: ET.Element | None = None
        while (entry := self._taken()) is not None:
            if entry[0] is not last:
                last = entry[0]
                yield last

    def of(self, table: ET.Element) -> Iterator[ET.Element]:
        """Yield the rows of a table, which is the last one announced."""
        while (entry := self._taken()) is not None:
            if entry[0] is not table:
                self._next = entry
                return
            if entry[1] is not None:
                yield entry[1]

    def _taken(self) -> tuple[ET.Element, ET.Element | None] | None:
        entry, self._next = self._next or next(self._entries, None), None
        return entry

    def _all(self) -> Iterator[tuple[ET.Element, ET.Element | None]]:
        """Yield the tables and their rows as far as the file is whole."""
        known: ET.Element | None = None
        try:
            for root in self._tree.roots(self._blocks):
                self.root = root
                sheet = next((part for body in root.iter(f"{_OFFICE}body") for part in body), None)
                tables = [part for part in sheet if part.tag == f"{_TABLE}table"] if sheet is not None else []
                for table in tables:
                    if known is None or table is not known:
                        known = table
                        yield table, None
                    is_open = self._tree.is_open and table is tables[-1]
                    for row in self._rows(table, is_open=is_open):
                        yield table, row
                    if not is_open and sheet is not None:
                        sheet.remove(table)
        except TornError:
            self.is_torn = True

    def _rows(self, holder: ET.Element, *, is_open: bool) -> Iterator[ET.Element]:
        """Yield the rows of an element that are whole, and take them out of it."""
        parts = list(holder)
        last = parts[-1] if parts and is_open else None
        del holder[: len(parts) - (last is not None)]
        for part in parts:
            if part.tag in _HOLDERS:
                yield from self._rows(part, is_open=part is last)
            elif part.tag == f"{_TABLE}table-row" and part is not last and self._tree.is_whole(part):
                yield part


class _SheetReader:
    """Reads the rows of one sheet."""

    def __init__(self, cells: "_CellReader", rows: _TableRows) -> None:
        self._cells = cells
        self._rows = rows
        self.links = cells.links
        self.merged = MergedCells()
        self.any_cell = False

    def rows(self, table: ET.Element) -> Iterator[Row]:
        """Yield the rows that hold something, each as often as it stands in the sheet."""
        number = 0
        for row in self._rows.of(table):
            times = _times(row, _ROWS_REPEATED)
            cells = self._row(row, number + 1)
            if cells:
                self.any_cell = True
                for further in range(times if times * len(cells) <= _MOST_REPEATED_CELLS else min(times, _FEW)):
                    yield number + 1 + further, list(cells)
            number = min(number + times, _LAST_ROW)

    def _row(self, row: ET.Element, number: int) -> list[Cell]:
        cells: list[Cell] = []
        empty = 0
        for element in row:
            if element.tag not in _CELLS:
                continue
            times = _times(element, _COLUMNS_REPEATED)
            cell = self._cells.cell(element)
            if cell == "":
                empty += times
                continue
            cells += [""] * min(empty, _MOST_REPEATED * 16)
            empty = 0
            last = number + _times(element, _ROWS_SPANNED) - 1
            self.merged.add(number, len(cells), last)
            cells += [cell] * (times if times <= _MOST_REPEATED else _FEW)
        return cells


class _CellReader:
    """Reads cells, with the styles that they name."""

    def __init__(self, content: ET.Element, common: ET.Element) -> None:
        groups = [part for root in (content, common) for part in root if name_of(part).endswith("styles")]
        fonts = [part for root in (content, common) for part in root if name_of(part) == "font-face-decls"]
        self._text = OpenText(Styles(*groups, *fonts), Controls(ET.Element("none")), lambda _: None)
        self._formats = Formats(groups)
        self.links = self._text.links

    def cell(self, cell: ET.Element) -> Cell:
        """Return the displayed value of a cell, "" for none."""
        kind = cell.get(f"{_OFFICE}value-type", "")
        formula = cell.get(f"{_TABLE}formula", "")
        if not len(cell) and not kind and not formula:
            return ""
        text = self._shown(cell)
        if formula:
            formula = _formula(formula)
            if link := link_of(formula.removeprefix("=")):
                text = text or link[0]
                self.links.append((text, link[1]))
        if kind in {"", "string", "void"}:
            return text or cell.get(f"{_OFFICE}string-value", "") or (formula if not kind else "")
        if kind == "boolean":
            return _boolean(cell, text)
        if kind in {"date", "time"}:
            return self._moment(cell, cell.get(f"{_OFFICE}{kind}-value", ""), text)
        plain = cell.get(f"{_OFFICE}value", "")
        try:
            value = float(plain)
        except ValueError:
            return text
        if text:
            return Shown(text, exact_number(plain, value, text), value)
        shown = number_format(self._formats.code(cell) or ("0.00%" if kind == "percentage" else "General"))
        return shown.shown(value, plain)

    def _shown(self, cell: ET.Element) -> str:
        """Return the paragraphs of a cell; most are one without anything in it."""
        if len(cell) == 1 and cell[0].tag in _PARAGRAPHS and not len(cell[0]):
            return cell[0].text or ""
        found = (text for part in cell if part.tag in _PARAGRAPHS for text in self._text.blocks(part))
        return " ".join(filter(None, found))

    def _moment(self, cell: ET.Element, written: str, text: str) -> Cell:
        """Return a day or a time; one that the file does not show, as its style says."""
        moment = _moment(written)
        if moment is None:
            return text or written
        if text:
            return Shown(text, exact_moment(moment, text), moment)
        code = self._formats.code(cell)
        if not code:
            return moment
        if isinstance(moment, timedelta):
            return number_format(code).shown(moment / timedelta(days=1))
        whole = moment if isinstance(moment, datetime) else datetime.fromisoformat(str(moment))
        return number_format(code).shown(days_since_1900(whole))


def _boolean(cell: ET.Element, text: str) -> Cell:
    value = cell.get(f"{_OFFICE}boolean-value") == "true"
    return Shown(text or cell_text(value), "", value)


def _moment(written: str) -> Moment | None:
    """Return a day, or a span of time, as the international standard writes it; None for what is none."""
    with suppress(ValueError, OverflowError):  # of numbers that no time has
        span = _SPAN.fullmatch(written)
        if span is not None and written.strip("-P"):
            days, hours, minutes = (int(part or 0) for part in span.group(2, 3, 4))
            whole = timedelta(days=days, hours=hours, minutes=minutes, seconds=float(span[5] or 0))
            return -whole if span[1] else whole
        day = datetime.fromisoformat(written)
        return day.replace(tzinfo=None) if "T" in written else date(day.year, day.month, day.day)
    return None


def _formula(written: str) -> str:
    """Return a formula as LibreOffice shows it: ``of:=[.A2]+[.B2]`` is ``=A2+B2``."""
    text = written[written.index("=") :] if "=" in written else f"={written}"
    return _REFERENCE.sub(lambda match: match[1].removeprefix(".").replace(":.", ":"), text)


def _times(element: ET.Element, name: str) -> int:
    """Return the number of repetitions, or of rows an element covers."""
    value = element.get(name)
    if value is None:
        return 1
    return max(1, int(value[:12])) if value.isascii() and value.isdecimal() else 1
