"""Binary workbooks (.xlsb): the names of their sheets, and the cells as the sheets show them (MS-XLSB)."""

import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.readers.base import damaged, note_missing
from desktop_rag.readers.office.cell_styles import CellStyle, Font, cell_styles, written_runs
from desktop_rag.readers.office.number_formats import Shown
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.sheet_cells import Cell, MergedCells, Row, Sheet, cell_text, even_rows
from desktop_rag.readers.office.xml_parts import addresses, relations

MAIN = "xl/workbook.bin"
ERRORS = {
    0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?", 0x24: "#NUM!", 0x2A: "#N/A",
    0x2B: "#GETTING_DATA",
}  # fmt: skip
_PROPERTIES, _SHEET = 153, 156  # BrtWbProp, BrtBundleSh
_TEXT_OF_ALL = 19  # BrtSSTItem
_FORMAT, _FONT, _STYLE, _STYLES_BEGIN, _STYLES_END = 44, 43, 47, 617, 618
_ROW, _ROWS_END = 0, 146
_SMALL, _ERROR, _TRUTH, _NUMBER, _TEXT, _TEXT_NUMBER, _RICH_TEXT = 2, 3, 4, 5, 6, 7, 62
_RESULTS = {8: _TEXT, 9: _NUMBER, 10: _TRUTH, 11: _ERROR}  # of formulas
_MERGED, _LINK = 176, 494
_FIRST_CELL, _LAST_CELL = 1, 11
_HIGH_BIT = 0x80
_MOST_ROWS, _MOST_COLUMNS = 1_048_576, 16_384  # Excel's
_RICH = 1
_CHARTS = "/chartsheets/"


def is_workbook(path: Path) -> bool:
    """Return True if a file is a binary workbook."""
    with suppress(UserError), Parts(path) as parts:
        return MAIN in parts.names()
    return False


def sheets(path: Path) -> Iterator[Sheet]:
    """Yield the sheets with the rows that can be read; notes what is missing.

    Raises:
        UserError: nothing of it can be read.

    """
    with Parts(path) as parts:
        workbook = _workbook(parts)
        known = frozenset(parts.names())
        any_cell = any_damage = False
        names = list(listed_sheets(parts))
        for name, part in names:
            if part not in known:
                any_damage = True
                note_missing(UserText("The sheet “{name}” is missing from the file.", name=name))
                continue
            reader = _SheetReader(workbook, name)
            with suppress(UserError):
                reader.targets = addresses(parts, part)
            # what is merged, and links, stand behind the cells
            rows = list(reader.rows(_data(parts, part))) if _CHARTS not in part.lower() else []
            any_cell, any_damage = any_cell or bool(rows), any_damage or reader.is_torn
            yield Sheet(name, even_rows(rows, reader.merged), reader.links)
        if not any_cell and (any_damage or not names):
            raise damaged("The spreadsheet is damaged.")


def _data(parts: Parts, part: str) -> bytes:
    try:
        return parts.read(part)
    except UserError:
        return b""


def listed_sheets(parts: Parts) -> Iterator[tuple[str, str]]:
    """Yield the names and the parts of the sheets, as far as the list is whole.

    Raises:
        UserError: the file is damaged.

    """
    targets = relations(parts, MAIN)
    for kind, content in _records(parts.read(MAIN)):
        if kind != _SHEET:
            continue
        identity, at = _string(content, 8)
        name, _ = _string(content, at)
        if identity in targets:
            yield name, targets[identity][1]


@dataclass(frozen=True, slots=True)
class _Workbook:
    """The texts and styles to which the cells of all sheets refer."""

    texts: list[str]
    styles: dict[int, CellStyle]


def _workbook(parts: Parts) -> _Workbook:
    """Return the texts and styles to which the cells refer, as far as the workbook is whole."""
    properties = next((content for kind, content in _records(parts.read(MAIN)) if kind == _PROPERTIES), b"")
    codes: dict[int, str] = {}
    fonts: list[Font] = []
    uses: list[tuple[int, int]] = []
    is_cells = False
    with suppress(UserError, struct.error, IndexError):
        for kind, content in _records(parts.read("xl/styles.bin", missing=b"")):
            if kind == _FORMAT:
                codes[struct.unpack_from("<H", content)[0]] = _string(content, 2)[0]
            elif kind == _FONT:
                fonts.append(Font(struct.unpack_from("<H", content, 6)[0], content[10] if len(content) > 10 else 0))
            elif kind in {_STYLES_BEGIN, _STYLES_END}:
                is_cells = kind == _STYLES_BEGIN
            elif kind == _STYLE and is_cells:
                uses.append(struct.unpack_from("<HH", content, 2))
    texts: list[str] = []
    with suppress(UserError, struct.error, IndexError):
        for kind, content in _records(parts.read("xl/sharedStrings.bin", missing=b"")):
            if kind == _TEXT_OF_ALL:
                texts.append(_rich_text(content, 0, fonts))
    from_1904 = bool(properties[:1] and properties[0] & 1)
    return _Workbook(texts, cell_styles(uses, codes, fonts, from_1904=from_1904))


def _rich_text(content: bytes, at: int, fonts: Sequence[Font]) -> str:
    """Return a text whose runs may be raised or lowered, as the ``fonts`` say."""
    text, end = _string(content, at + 1)
    if not content[at] & _RICH or end + 4 > len(content):
        return text
    (count,) = struct.unpack_from("<I", content, end)
    runs = [
        struct.unpack_from("<HH", content, place)
        for place in range(end + 4, min(end + 4 + 4 * count, len(content) - 3), 4)
    ]
    return written_runs(text, runs, fonts)


@dataclass
class _SheetReader:
    """Reads the rows of one sheet; its merged cells and links are known when it is read."""

    workbook: _Workbook
    name: str
    targets: dict[str, str] = field(default_factory=dict)
    merged: MergedCells = field(default_factory=MergedCells)
    links: list[tuple[str, str]] = field(default_factory=list)
    is_torn: bool = False

    def rows(self, data: bytes) -> Iterator[Row]:
        """Yield the rows as far as the sheet is whole."""
        number, cells = 0, list[Cell]()
        texts: dict[tuple[int, int], Cell] = {}
        ended = False
        try:
            for kind, content in _records(data):
                if kind in {_ROW, _ROWS_END}:
                    ended = kind == _ROWS_END
                    if cells:
                        yield number, cells
                    cells = []
                    number = 1 + struct.unpack_from("<I", content)[0] if not ended else number
                    if number > _MOST_ROWS:  # no program writes such a row: what follows is damaged as well
                        break
                elif _FIRST_CELL <= kind <= _LAST_CELL or kind == _RICH_TEXT:
                    column, style = struct.unpack_from("<II", content)
                    cell = self._cell(_RESULTS.get(kind, kind), content, style & 0xFFFFFF)
                    if cell != "" and len(cells) <= column < _MOST_COLUMNS:
                        cells += [""] * (column - len(cells))
                        cells.append(cell)
                        if self.targets:
                            texts[number, column] = cell
                elif kind == _MERGED:
                    first, last, column, _ = struct.unpack_from("<IIII", content)
                    self.merged.add(first + 1, column, last + 1)
                elif kind == _LINK:
                    self._note_link(content, texts)
        except (struct.error, IndexError):
            ended = False
        if cells:
            yield number, cells
        if not ended:
            self.is_torn = True
            note_missing(
                UserText("The sheet “{name}” is damaged; only what could be read of it is here.", name=self.name)
            )

    def _note_link(self, content: bytes, texts: dict[tuple[int, int], Cell]) -> None:
        row, _, column, _ = struct.unpack_from("<IIII", content)
        identity, at = _string(content, 16)
        place, _ = _string(content, at)
        address = self.targets.get(identity, "")
        if address:
            self.links.append((cell_text(texts.get((row + 1, column), "")), f"{address}#{place}" if place else address))

    def _cell(self, kind: int, content: bytes, number: int) -> Cell:
        """Return the displayed value of a cell, "" for none."""
        style = self.workbook.styles.get(number)
        if kind in {_SMALL, _NUMBER}:
            amount = small_number(content, 8) if kind == _SMALL else struct.unpack_from("<d", content, 8)[0]
            return style.number(amount) if style is not None else amount
        if kind == _TRUTH:
            return bool(content[8])
        if kind == _ERROR:
            return Shown(ERRORS.get(content[8], "#N/A"), "", "")
        text = ""
        if kind == _TEXT_NUMBER:
            (place,) = struct.unpack_from("<I", content, 8)
            text = self.workbook.texts[place] if place < len(self.workbook.texts) else ""
        elif kind in {_TEXT, _RICH_TEXT}:
            text, _ = _string(content, 8 + (kind == _RICH_TEXT))
        return style.text(text) if style is not None else text


def small_number(content: bytes, at: int) -> float:
    """Return a number that is packed into four bytes (RK): a whole one, or the front half of a float."""
    (packed,) = struct.unpack_from("<i", content, at)
    number: float
    if packed & 2:
        number = packed >> 2
    else:
        (number,) = struct.unpack("<d", struct.pack("<II", 0, packed & 0xFFFFFFFC))
    return number / 100 if packed & 1 else number


def _records(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the kind and the content of each record; numbers are written in groups of seven bits."""
    at, end = 0, len(data)
    while at < end:
        kind = data[at]
        at += 1
        if kind & _HIGH_BIT and at < end:
            kind = (kind & ~_HIGH_BIT) | data[at] << 7
            at += 1
        size, at = _number(data, at, 4)
        yield kind, data[at : at + size]
        at += size


def _number(data: bytes, at: int, longest: int) -> tuple[int, int]:
    number = 0
    for place, byte in enumerate(data[at : at + longest]):
        number |= (byte & ~_HIGH_BIT) << 7 * place
        if byte < _HIGH_BIT:
            return number, at + place + 1
    return number, at + longest


def _string(data: bytes, at: int) -> tuple[str, int]:
    """Return a text and where it ends; "" where the record does, or for none."""
    if at + 4 > len(data):
        return "", at
    (length,) = struct.unpack_from("<I", data, at)
    if length == 0xFFFFFFFF:
        return "", at + 4
    end = at + 4 + 2 * length
    return data[at + 4 : end].decode("utf-16-le", "replace"), end
