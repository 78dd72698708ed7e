"""Workbooks made of XML (.xlsx, .xlsm): the cells of their sheets, row by row, as the sheets show them.

Sheets are read in a stream, however long they are. What is damaged costs itself: a cell that cannot be told is empty,
a sheet ends where it is torn, and what is missing is noted.
"""

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from operator import getitem
from pathlib import Path
from xml.etree import ElementTree as ET

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.readers import formulas
from desktop_rag.readers.base import damaged, note_missing
from desktop_rag.readers.office.cell_styles import RAISED, CellStyle, Font, cell_styles
from desktop_rag.readers.office.number_formats import Shown, days_since_1900
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.sheet_cells import (
    Cell,
    MergedCells,
    Range,
    Row,
    Sheet,
    cell_text,
    column_number,
    even_rows,
    link_of,
    moved,
    shown_formula,
)
from desktop_rag.readers.office.sheet_rows import Content, PlainRow, RowForm, SheetRows, resolved, shared_texts
from desktop_rag.readers.office.xml_parts import TornError, addresses, attribute, children, name_of, relations, value_of

_MAIN = "xl/workbook.xml"
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE)
_MOST_ROWS, _MOST_COLUMNS = 1_048_576, 16_384  # Excel's
_MOST_CELLS = 30_000_000  # from the first corner of a sheet to the last, empty ones too
_LONGEST_END = 100_000_000  # bytes behind the rows of a sheet that are looked through for merged cells and links
_ROWS_END = re.compile(rb"</(?:\w+:)?sheetData\s*>|<(?:\w+:)?sheetData\s*/>")
_LONGEST_MARK = 100  # bytes of it
_BEHIND = re.compile(r"<(?:\w+:)?(mergeCell|hyperlink)\s([^>]*)>")
_ATTRIBUTE = re.compile(r"(?:\w+:)?(\w+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_PLACE = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})")
_DIGITS, _LETTERS = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_MOST_DIGITS = 12  # of the number of a row
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
_MOST_KEPT, _LONGEST_KEPT = 20_000, 40  # cells of a kind that are kept: columns repeat prices, days and words
_ALL_SHOWN = 15  # digits of a whole number that a sheet shows
_NOTHING = {"": ""}
_TRUE = frozenset(["1", "true", "on"])


def is_workbook(path: Path) -> bool:
    """Return True if a file has the parts of an Excel workbook made of XML."""
    with suppress(UserError), Parts(path) as parts:
        return any(_SHEET.fullmatch(name) or name.lower() == _MAIN for name in parts.names())
    return False


def sheets(path: Path) -> Iterator[Sheet]:
    """Yield the sheets with the rows that can be read; notes what is missing.

    Raises:
        UserError: nothing of it can be read, or a cell stands impossibly far from the others.

    """
    found = _Found()
    with Parts(path) as parts:
        known = {name.lower(): name for name in parts.names()}
        rest = [name for name in parts.names() if _SHEET.fullmatch(name)]
        named = [(label, known.get(part.lower(), "")) for label, part in _named_parts(parts)]
        claimed = {part for _, part in named}
        unclaimed = sorted((part for part in rest if part not in claimed), key=lambda part: (len(part), part))
        workbook = _workbook(parts)
        for label, wanted in named:
            part = wanted or (unclaimed.pop(0) if unclaimed else "")
            if part:
                yield _sheet(workbook, parts, part, label, found)
            else:
                found.is_damaged = True
                note_missing(UserText("The sheet “{name}” is missing from the file.", name=label))
        for part in unclaimed:  # the list of sheets is torn
            yield _sheet(workbook, parts, part, Path(part).stem, found)
    if found.is_damaged and not found.any_cell:
        raise damaged("The spreadsheet is damaged.")


@dataclass(slots=True)
class _Found:
    """The findings while sheets are read: any cells, and damage."""

    any_cell: bool = False
    is_damaged: bool = False


@dataclass(frozen=True, slots=True)
class _Workbook:
    """The texts and styles to which the cells of all sheets refer, by number; plain styles are left out."""

    texts: list[str]
    references: "_References"
    styles: dict[str, CellStyle]
    is_calculated: bool


def _workbook(parts: Parts) -> _Workbook:
    """Return the texts and styles to which the cells refer, as far as the workbook is whole."""
    about: dict[str, str] = {}
    with suppress(UserError, TornError):
        for element in children(parts.blocks(_MAIN)):
            if name_of(element) in {"workbookPr", "calcPr"}:
                about |= element.attrib
    from_1904 = about.get("date1904", "").lower() in _TRUE
    # programs that ask for it have calculated nothing: they write 0 for the results
    is_calculated = about.get("fullCalcOnLoad", "").lower() not in _TRUE
    texts = _texts(parts)
    return _Workbook(texts, _References(texts), _styles(parts, from_1904=from_1904), is_calculated)


def _sheet(workbook: _Workbook, parts: Parts, part: str, label: str, found: _Found) -> Sheet:
    """Return a sheet, whose rows are read as they are taken."""
    merged, links = _behind_rows(parts, part)
    reader = _SheetReader(workbook, label, links, found)
    return Sheet(
        label, even_rows(reader.rows(parts.blocks(part)), MergedCells(merged) if merged else None), reader.links
    )


def _named_parts(parts: Parts) -> list[tuple[str, str]]:
    """Return the names of the sheets in their order, each with its part, "" where nothing says which that is."""
    targets: dict[str, tuple[str, str]] = {}
    with suppress(UserError):
        targets = relations(parts, _MAIN)
    found: list[tuple[str, str]] = []
    with suppress(UserError, TornError):
        for listed in children(parts.blocks(_MAIN), "sheets"):
            part = targets.get(attribute(listed, "id", spaced=True), ("", ""))[1]
            found.append((listed.get("name", ""), part))
    return found


def _texts(parts: Parts) -> list[str]:
    """Return the texts that cells refer to, up to where they are torn."""
    found: list[str] = []
    with suppress(UserError, TornError):
        # not a comprehension: what comes before the damage is kept
        for one in shared_texts(parts.blocks("xl/sharedStrings.xml")):
            if isinstance(one, str):
                found.append(_unescaped(one))
            elif name_of(one) == "si":
                found.append(_letters(one))
    return found


def _letters(element: ET.Element) -> str:
    """Return the text of a cell, without how it is pronounced; raised and lowered runs are written as such."""
    if len(element) == 1 and name_of(element[0]) == "t":
        return _unescaped(element[0].text or "")
    found: list[str] = []
    for part in element:
        name = name_of(part)
        if name == "t":
            found.append(_unescaped(part.text or ""))
        elif name == "r":
            text = _unescaped("".join(one.text or "" for one in part if name_of(one) == "t"))
            place = next((attribute(one, "val") for one in part.iter() if name_of(one) == "vertAlign"), "")
            before = "".join(found)
            if place == "superscript":
                text = formulas.raised(text, before)
            elif place == "subscript":
                text = formulas.lowered(text, before)
            found.append(text)
    return "".join(found)


def _unescaped(text: str) -> str:
    """Return a text with the letters that are written by their numbers."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def _styles(parts: Parts, *, from_1904: bool) -> dict[str, CellStyle]:
    """Return the styles that are not plain, by their number, as far as they are whole."""
    codes: dict[int, str] = {}
    fonts: list[Font] = []
    uses: list[tuple[int, int]] = []
    with suppress(UserError, TornError):
        for group in children(parts.blocks("xl/styles.xml")):
            name = name_of(group)
            if name == "numFmts":
                codes = {_index(one.get("numFmtId", "")): one.get("formatCode", "") for one in group}
            elif name == "fonts":
                fonts = [
                    Font(
                        RAISED if value_of(font, "vertAlign") == "superscript" else 0, _index(value_of(font, "charset"))
                    )
                    for font in group
                ]
            elif name == "cellXfs":
                uses = [(_index(one.get("numFmtId", "")), _index(one.get("fontId", ""))) for one in group]
    return {str(number): style for number, style in cell_styles(uses, codes, fonts, from_1904=from_1904).items()}


def _index(value: str) -> int:
    """Return the number that a cell refers to something by, -1 for what is none."""
    digits = value.strip()
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else -1


def _behind_rows(parts: Parts, part: str) -> tuple[list[Range], dict[tuple[int, int], str]]:
    """Return the data behind the rows of a sheet: merged cells, and the addresses of links by row and column."""
    merged: list[Range] = []
    links: dict[tuple[int, int], tuple[str, str]] = {}
    targets: dict[str, str] = {}
    with suppress(UserError):
        for match in _BEHIND.finditer(_end_of(parts.blocks(part))):
            values = {one[1]: html.unescape(one[2] or one[3] or "") for one in _ATTRIBUTE.finditer(match[2])}
            area = _range(values.get("ref", ""))
            if area is not None and match[1] == "mergeCell":
                merged.append(area)
            elif area is not None:
                links[area[0], area[1]] = values.get("id", ""), values.get("location", "")
        targets = addresses(parts, part) if links else {}
    found = {place: (targets.get(link, ""), within) for place, (link, within) in links.items()}
    return merged, {
        place: f"{address}#{within}" if within else address for place, (address, within) in found.items() if address
    }


def _end_of(blocks: Iterable[bytes]) -> str:
    """Return the text behind the rows of a sheet, "" where that is longer than anything sensible."""
    rest = end = b""
    for block in blocks:
        if end:
            end += block
            if len(end) > _LONGEST_END:
                return ""
            continue
        here = rest + block
        if b"sheetData" in here and (match := _ROWS_END.search(here)):
            end = here[match.end() :] or b" "
        rest = here[-_LONGEST_MARK:]
    return end.decode("utf-8", "replace")


def _range(text: str) -> Range | None:
    """Return the cells that a reference as ``A2:A7`` names, None for what is none."""
    first, _, last = text.partition(":")
    begin, end = _PLACE.fullmatch(first), _PLACE.fullmatch(last or first)
    if begin is None or end is None:
        return None
    return int(begin[2]), column_number(begin[1]) - 1, int(end[2]), column_number(end[1]) - 1


class _UnusualError(Exception):
    """A cell is not as plain as it seemed."""


class _Cells(dict[str, Cell]):
    """Cells by what stands in the file for them, made when they are asked for and kept if they are short."""

    def __init__(self, make: Callable[[str], Cell], longest: int = _LONGEST_KEPT) -> None:
        super().__init__({"": ""})
        self._make = make
        self._longest = longest

    def __missing__(self, written: str) -> Cell:
        cell = self._make(written)
        if len(written) <= self._longest:
            if len(self) > _MOST_KEPT:
                self.clear()
                self[""] = ""
            self[written] = cell
        return cell


def _plain_amount(written: str) -> Cell:
    """Return a number that is shown as it is."""
    if written.isdecimal() and written.isascii() and len(written) <= _ALL_SHOWN:
        return int(written)
    try:
        return float(written)
    except ValueError as error:
        raise _UnusualError from error


def _shown_amount(show: Callable[[float, str], Shown], written: str) -> Cell:
    """Return a number as its style shows it."""
    try:
        amount = float(written)
    except ValueError as error:
        raise _UnusualError from error
    return show(amount, written)


class _References(dict[str, str]):
    """The texts that cells refer to, by their numbers as programs write them."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__(zip(map(str, range(len(texts))), texts, strict=True))
        self[""] = ""

    def __missing__(self, number: str) -> str:
        raise _UnusualError


class _SheetReader:
    """Reads the rows of one sheet; ``links`` are those of its cells, when its rows are read."""

    def __init__(self, workbook: _Workbook, label: str, addresses: dict[tuple[int, int], str], found: _Found) -> None:
        self.links: list[tuple[str, str]] = []
        self._texts, self._styles, self._is_calculated = workbook.texts, workbook.styles, workbook.is_calculated
        self._label = label
        self._addresses = addresses
        self._found = found
        self._wrong = 0
        self._columns: dict[str, int] = {}
        self._widest = 0
        self._shared: dict[str, tuple[str, int, int]] = {}
        self._shared_links = False
        self._changing = {number for number, style in workbook.styles.items() if style.changes_texts}
        self._cells: dict[tuple[str, str, Content], Mapping[str, Cell]] = {}
        self._of_forms: dict[RowForm, list[Mapping[str, Cell]]] = {}
        self._references = workbook.references

    def rows(self, blocks: Iterable[bytes]) -> Iterator[Row]:
        """Yield the rows up to where the sheet is torn; notes what is missing.

        Raises:
            UserError: a cell stands impossibly far from the others.

        """
        number = 0
        try:
            found = SheetRows(blocks)
            for row in found:
                cells: list[Cell] | None = None
                element = row
                if isinstance(row, PlainRow):
                    at, links = max(number + 1, row.number), len(self.links)
                    cells = self._plain_row(row, at)
                    if cells is None:
                        del self.links[links:]
                        element = found.element(row)
                if not isinstance(element, PlainRow):
                    at = max(number + 1, _row_number(element))
                    cells = self._row(element, at)
                number = at
                if not cells:
                    continue
                if number > _MOST_ROWS or number * self._widest > _MOST_CELLS:
                    raise _too_far()
                self._found.any_cell = True
                yield number, cells
        except TornError:
            self._found.is_damaged = True
            note_missing(
                UserText("The sheet “{name}” is damaged; only what could be read of it is here.", name=self._label)
            )
        if self._wrong:
            self._found.is_damaged = True
            note_missing(
                UserText("Cells of the sheet “{name}” refer to texts that are not in the file.", name=self._label)
            )

    def _row(self, row: ET.Element, number: int) -> list[Cell]:
        """Return the cells of a row."""
        cells: list[Cell] = []
        for element in row:
            cell = self._cell(element, number, len(cells)) if len(element) else ""
            if cell != "":
                self._add(cells, cell, element.get("r", "").rstrip(_DIGITS), number)
        return cells

    def _plain_row(self, row: PlainRow, number: int) -> list[Cell] | None:
        """Return the cells of a row that is as programs write it; None where its elements have to be looked at."""
        try:
            if row.form is not None and not self._addresses:
                return self._row_of_form(row.form, row.values)
            if not row.number and row.cells and "r=" in row.source:
                return None
            return self._row_of_cells(row, number)
        except _UnusualError:
            return None

    def _row_of_form(self, form: RowForm, values: Sequence[str]) -> list[Cell]:
        """Return the cells of a row of many.

        Raises:
            _UnusualError: their elements have to be looked at.

        """
        columns = self._of_forms.get(form)
        if columns is None:
            columns = self._of_forms[form] = [
                self._cells_of(*column[1:]) if column is not None else _NOTHING for column in form.columns
            ]
        cells = list(map(getitem, columns, values))
        while cells and cells[-1] == "":
            cells.pop()
        return cells

    def _row_of_cells(self, row: PlainRow, number: int) -> list[Cell]:
        """Return the cells of a row one by one; raises as ``_row_of_form``."""
        cells: list[Cell] = []
        for letters, style, kind, formula, value, inline, other in row.cells:
            if other or (formula and not self._is_passed(formula, value)):
                raise _UnusualError
            cell = self._cells_of(style, kind, Content.INLINE if inline else Content.VALUE)[value or inline]
            if cell != "":
                self._add(cells, cell, letters, number)
        return cells

    def _cells_of(self, style: str, kind: str, content: Content) -> Mapping[str, Cell]:
        """Return the plain cells of a kind, by what stands in them."""
        found = self._cells.get((style, kind, content))
        if found is None:
            found = self._cells[style, kind, content] = self._made_cells(style, kind, content)
        return found

    def _made_cells(self, style: str, kind: str, content: Content) -> Mapping[str, Cell]:
        if content is Content.FORMULA:
            return _Cells(partial(self._calculated, self._cells_of(style, kind, Content.VALUE)), longest=-1)
        if content is Content.INLINE:
            return _Cells(partial(self._plain_text, style, ""))
        if kind == "s":
            if style in self._changing:
                return _Cells(partial(self._plain_reference, style))
            return self._references
        if kind not in {"", "n"}:
            return _Cells(partial(self._plain_text, style, kind))
        look = self._styles.get(style)
        if look is None:
            return _Cells(_plain_amount)
        return _Cells(partial(_shown_amount, look.format.shown if look.format and not look.is_raised else look.number))

    def _calculated(self, values: Mapping[str, Cell], written: str) -> Cell:
        formula, _, value = written.rpartition("<v>")
        if not self._is_passed(formula, value):
            raise _UnusualError
        return values[value]

    def _plain_text(self, style: str, kind: str, written: str) -> Cell:
        if (text := resolved(written)) is None:
            raise _UnusualError
        return self._shown(text, kind, style)

    def _plain_reference(self, style: str, value: str) -> Cell:
        return self._styles[style].text(self._references[value])

    def _is_passed(self, formula: str, value: str) -> bool:
        """Return True if a formula adds nothing to the value of its cell."""
        if not value or (value == "0" and not self._is_calculated) or self._shared_links:
            return False
        return "HYPERLINK" not in formula.upper() and ("&" not in formula or resolved(formula[2:]) is not None)

    def _add(self, cells: list[Cell], cell: Cell, letters: str, number: int) -> None:
        """Put a cell where it belongs in its row, and note its link."""
        column = self._column(letters, len(cells))
        cells += [""] * (column - len(cells))
        cells.append(cell)
        if self._addresses and (number, column) in self._addresses:
            self.links.append((cell_text(cell), self._addresses[number, column]))

    def _column(self, letters: str, following: int) -> int:
        """Return the column (from 0) of a cell by its letters; of one that stands nowhere, the one that follows."""
        column = self._columns.get(letters)
        if column is None:
            number = column_number(letters) if letters.isascii() and letters.isalpha() and len(letters) < 10 else 0
            self._widest = max(self._widest, number)
            column = self._columns[letters] = number - 1
        return column if following <= column < _MOST_COLUMNS else following

    def _cell(self, cell: ET.Element, row: int, following: int) -> Cell:
        """Return the displayed value of a cell, "" for none."""
        value: str | None = None
        formula: ET.Element | None = None
        for part in cell:
            name = part.tag.rpartition("}")[2]
            if name == "v":
                value = part.text or ""
            elif name == "f":
                formula = part
            elif name == "is":
                return self._of_style(cell.get("s", ""), _letters(part))
        kind, style = cell.get("t", "n"), cell.get("s", "")
        if formula is not None:
            text = self._formula(formula, cell, row, following)
            none_stored = value is None or (not value and kind != "str") or (value == "0" and not self._is_calculated)
            if link := link_of(text):
                words = link[0] if none_stored else value or ""
                self.links.append((words, link[1]))
                if words and none_stored:
                    return words
            if none_stored and text:
                return shown_formula(text)
        if not value:
            return ""
        if kind == "s":
            return self._of_style(style, self._text(value))
        if kind != "n":
            return self._shown(value, kind, style)
        try:
            return self._cells_of(style, kind, Content.VALUE)[value]
        except _UnusualError:
            return value

    def _shown(self, value: str, kind: str, style: str) -> Cell:
        """Return the displayed value of a cell that is neither a number nor the number of a text."""
        match kind:
            case "b":
                return value.strip() == "1"
            case "e":
                return Shown(value, "", "")
            case "d":
                return self._day(value, style)
        return self._of_style(style, _unescaped(value))

    def _text(self, value: str) -> str:
        number = int(value) if value.isdecimal() and value.isascii() and len(value) < 10 else _index(value)
        if 0 <= number < len(self._texts):
            return self._texts[number]
        self._wrong += 1
        return ""

    def _of_style(self, number: str, text: str) -> Cell:
        return self._styles[number].text(text) if number in self._changing else text

    def _day(self, value: str, number: str) -> Cell:
        """Return a day that is written as the international standard has it."""
        style = self._styles.get(number)
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            return value
        if style is None or style.format is None:
            return moment.date() if "T" not in value else moment.replace(tzinfo=None)
        return style.format.shown(days_since_1900(moment) - style.format.later)

    def _formula(self, formula: ET.Element, cell: ET.Element, row: int, following: int) -> str:
        """Return the formula of a cell; one that many cells share stands in the first of them."""
        text, shared = formula.text or "", formula.get("si", "") if formula.get("t") == "shared" else ""
        if not shared:
            return text
        column = self._column(cell.get("r", "").rstrip(_DIGITS), following)
        if text:
            self._shared[shared] = (text, row, column)
            self._shared_links = self._shared_links or link_of(text) is not None
            return text
        text, first_row, first_column = self._shared.get(shared, ("", row, column))
        return moved(text, row - first_row, column - first_column)


def _row_number(row: ET.Element) -> int:
    """Return the number of a row, or else that of its first cell; 0 where there is none."""
    digits = row.get("r") or (row[0].get("r", "").lstrip(_LETTERS) if len(row) else "")
    return int(digits[:_MOST_DIGITS]) if digits.isascii() and digits.isdecimal() else 0


def _too_far() -> UserError:
    return UserError(
        "A cell far from all others makes one of its sheets too large to read.",
        "Delete the rows and columns beyond the table, save the file and add it again.",
    )
