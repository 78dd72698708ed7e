"""Workbooks (.xlsx) in which something is wrong: a text that is not there, a sheet without its part, a torn part.

The library that reads whole workbooks gives up at the first fault. Here a cell that cannot be told is empty, a sheet
ends where it is torn, and what is missing is noted.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import cast
from xml.etree import ElementTree as ET

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.readers.missing_parts import note_missing
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.xml_parts import attribute, name_of, relations

Cell = int | float | str | bool | date | datetime
_BLOCK = 1 << 16
_MOST_COLUMNS = 16_384  # Excel's
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE)
_PLACE = re.compile(r"([A-Za-z]{1,3})\d+")
_DATES = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])  # the built-in formats of days
_NO_DATE_LETTERS = re.compile(r"\"[^\"]*\"|\[[^\]]*\]|\\.")
_DATE_LETTERS = re.compile(r"[ymdhs]", re.IGNORECASE)
_FIRST_DAY = datetime(1899, 12, 30)  # noqa: DTZ001 - days of a workbook have no time zone


def is_workbook(path: Path) -> bool:
    """Whether a file has the parts of an Excel workbook."""
    with suppress(UserError), Parts(path) as parts:
        return any(_SHEET.fullmatch(name) for name in parts.names())
    return False


def sheets(path: Path) -> Iterator[tuple[str, Iterator[Sequence[Cell]]]]:
    """Yield the names of the sheets with the rows that can be read; notes what is missing.

    Raises:
        UserError: it is no archive any more.

    """
    with Parts(path) as parts:
        workbook = _Workbook(_texts(parts), _dates(parts))
        named, rest = _named_parts(parts), [name for name in parts.names() if _SHEET.fullmatch(name)]
        claimed = {part for _, part in named}
        unclaimed = sorted((part for part in rest if part not in claimed), key=lambda part: (len(part), part))
        for label, wanted in named:
            part = wanted if wanted in rest else (unclaimed.pop(0) if unclaimed else "")
            if part:
                yield label, workbook.rows(parts, part, label)
            else:
                note_missing(UserText("The sheet “{name}” is missing from the file.", name=label))
        for part in unclaimed:  # the list of sheets is torn
            label = Path(part).stem
            yield label, workbook.rows(parts, part, label)


@dataclass
class _Workbook:
    """What the cells of all sheets refer to: texts, and whether the format of a number is that of a day."""

    texts: list[str]
    dates: list[bool]
    wrong: int = field(default=0)

    def rows(self, parts: Parts, part: str, label: str) -> Iterator[Sequence[Cell]]:
        """Yield the rows of a sheet up to where it is torn."""
        before, whole = self.wrong, True
        try:
            for element in _elements(parts, part):
                if element is None:
                    whole = False
                elif name_of(element) == "row":
                    yield self._row(element)
                    element.clear()
        except UserError:  # its part cannot be unpacked
            whole = False
        if not whole:
            note_missing(UserText("The sheet “{name}” is damaged; only what could be read of it is here.", name=label))
        if self.wrong > before:
            note_missing(UserText("Cells of the sheet “{name}” refer to texts that are not in the file.", name=label))

    def _row(self, row: ET.Element) -> list[Cell]:
        cells: list[Cell] = []
        for cell in row:
            if name_of(cell) != "c":
                continue
            column = _column(cell.get("r", ""), len(cells))
            cells += [""] * (column - len(cells))
            cells.append(self._value(cell))
        return cells

    def _value(self, cell: ET.Element) -> Cell:
        value = next((part.text or "" for part in cell if name_of(part) == "v"), "")
        match cell.get("t", "n"):
            case "s":
                return self._text(value)
            case "inlineStr":
                return _letters(cell)
            case "b":
                return value == "1"
            case "n":
                return self._number(value, cell.get("s", ""))
        return value

    def _text(self, value: str) -> str:
        number = _index(value)
        if 0 <= number < len(self.texts):
            return self.texts[number]
        self.wrong += 1
        return ""

    def _number(self, value: str, style: str) -> Cell:
        try:
            number = float(value)
        except ValueError:
            return value
        chosen = _index(style)
        if 0 <= chosen < len(self.dates) and self.dates[chosen]:
            with suppress(OverflowError, ValueError):
                moment = _FIRST_DAY + timedelta(days=number)
                return moment.date() if number.is_integer() else moment.replace(microsecond=0)
        return number


def _index(value: str) -> int:
    """Return the number that a cell refers to something by, -1 for what is none."""
    digits = value.strip()
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else -1


def _named_parts(parts: Parts) -> list[tuple[str, str]]:
    """Return the names of the sheets in their order, each with its part, "" where nothing says which that is."""
    targets: dict[str, tuple[str, str]] = {}
    with suppress(UserError):
        targets = relations(parts, "xl/workbook.xml")
    found: list[tuple[str, str]] = []
    with suppress(UserError):
        for element in _elements(parts, "xl/workbook.xml"):
            if element is not None and name_of(element) == "sheet":
                part = targets.get(attribute(element, "id", spaced=True), ("", ""))[1]
                found.append((element.get("name", ""), part))
    return found


def _texts(parts: Parts) -> list[str]:
    """Return the texts that cells refer to, up to where they are torn."""
    found: list[str] = []
    with suppress(UserError):
        for element in _elements(parts, "xl/sharedStrings.xml"):
            if element is not None and name_of(element) == "si":
                found.append(_letters(element))
                element.clear()
    return found


def _letters(element: ET.Element) -> str:
    """Return the text of a cell, without how it is pronounced."""
    if name_of(element) == "rPh":
        return ""
    own = (element.text or "") if name_of(element) == "t" else ""
    return own + "".join(_letters(part) for part in element)


def _dates(parts: Parts) -> list[bool]:
    """Return of each style whether it shows a number as a day."""
    own: set[str] = set()
    found: list[bool] = []
    with suppress(UserError):
        for element in _elements(parts, "xl/styles.xml"):
            if element is None:
                break
            code = _NO_DATE_LETTERS.sub("", element.get("formatCode", ""))
            if name_of(element) == "numFmt" and _DATE_LETTERS.search(code):
                own.add(element.get("numFmtId", ""))
            elif name_of(element) == "cellXfs":
                formats = [style.get("numFmtId", "") for style in element]
                found = [one in own or _index(one) in _DATES for one in formats]
    return found


def _elements(parts: Parts, part: str) -> Iterator[ET.Element | None]:
    """Yield the elements of a part as they end, and None where it is torn.

    Raises:
        UserError: it is not there or cannot be unpacked.

    """
    data = parts.read(part)
    parser: ET.XMLPullParser[ET.Element] = ET.XMLPullParser(["end"])
    try:
        for start in range(0, len(data), _BLOCK):
            parser.feed(data[start : start + _BLOCK])
            for event in parser.read_events():
                yield cast("tuple[str, ET.Element]", event)[1]
        parser.close()
    except (ET.ParseError, ValueError, LookupError):
        yield None


def _column(place: str, following: int) -> int:
    """Return the column (from 0) of a cell; of one that stands nowhere, the one that follows."""
    found = _PLACE.fullmatch(place)
    if found is None:
        return following
    number = 0
    for letter in found[1].upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number - 1 if following < number <= _MOST_COLUMNS else following
