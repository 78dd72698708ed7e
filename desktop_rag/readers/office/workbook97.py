"""Read from old workbooks (.xls) what the library omits: number formats, links, text boxes and comments."""

import struct
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.office.cell_styles import CellStyle, Font, cell_styles, written_runs
from desktop_rag.readers.office.compound_files import read_streams
from desktop_rag.readers.office.extra_text import Section
from desktop_rag.readers.office.sheet_cells import Cell, Row, cell_text
from desktop_rag.readers.office.xlsb import small_number

_BEGINS, _SHEET, _OBJECT, _TEXT, _GOES_ON = 0x809, 0x85, 0x5D, 0x1B6, 0x3C
_WORKBOOK_97 = 0x600
_COMMENT = 0x19  # what kind of object it is
_MOST_PARTS = 20  # of a text, each of 8 KB
_DAYS, _FORMAT, _FONT, _STYLE, _LINK = 0x22, 0x41E, 0x31, 0xE0, 0x1B8
_NUMBER, _SMALL, _SMALL_ROW, _FORMULA, _ERROR_OR_TRUTH = 0x203, 0x27E, 0xBD, 0x6, 0x205
_SHARED, _SHARED_TEXT = 0xFC, 0xFD
_WIDE, _EXTENDED, _RICH = 1, 4, 8  # what a text has: letters of two bytes, how it is pronounced, runs
_TEXTS = frozenset([0xFD, 0x204, 0xD6])  # LABELSST, LABEL, RSTRING
_NO_NUMBER = b"\xff\xff"  # at the end of what a formula gave: a text, a truth or an error
_MISSING_FONT = 4  # no font has this number
_ADDRESS = bytes.fromhex("E0C9EA79F9BACE118C8200AA004BA90B")  # what stands before one
Record = tuple[int, int, bytes]
"""Where a record begins, its kind, its content."""


@dataclass(slots=True)
class CellLooks:
    """The display of a sheet's cells, and the addresses of their links, by row and column, both from 0."""

    numbers: dict[tuple[int, int], Cell] = field(default_factory=dict)
    texts: dict[tuple[int, int], CellStyle] = field(default_factory=dict)
    runs: dict[tuple[int, int], str] = field(default_factory=dict)
    """Texts of which parts are raised or lowered, as they are written."""
    addresses: dict[tuple[int, int], str] = field(default_factory=dict)


def looks_of(path: Path) -> dict[str, CellLooks]:
    """Return the looks of the cells of each sheet that are not shown unchanged, as far as the file is whole."""
    found: dict[str, CellLooks] = {}
    with suppress(UserError, struct.error, IndexError):
        stream, older = read_streams(path, "Workbook", "Book")
        _look(_records(stream or older), found)
    return found


def shown_rows(
    rows: Iterable[Sequence[Cell]], left: int, looks: CellLooks, links: list[tuple[str, str]]
) -> Iterator[Row]:
    """Yield rows as displayed; the library gives their cells from column ``left`` on."""
    for number, cells in enumerate(rows):
        row: list[Cell] = [""] * left + list(cells)
        for column in range(left, len(row)):
            place = (number, column)
            if place in looks.numbers:
                row[column] = looks.numbers[place]
            elif place in looks.runs:
                row[column] = looks.runs[place]
            elif place in looks.texts and isinstance(text := row[column], str):
                row[column] = looks.texts[place].text(text)
            if place in looks.addresses:
                links.append((cell_text(row[column]), looks.addresses[place]))
        yield number + 1, row


def _look(records: Iterable[Record], found: dict[str, CellLooks]) -> None:
    names: dict[int, str] = {}
    codes: dict[int, str] = {}
    fonts: list[Font] = []
    uses: list[tuple[int, int]] = []
    styles: dict[int, CellStyle] = {}
    shared: dict[int, str] = {}
    wide = from_1904 = False
    looks = CellLooks()
    shared_parts: list[bytes] = []
    for place, kind, content in records:
        if kind == _SHARED and any(font.place for font in fonts):
            shared_parts = [content]
        elif kind == _GOES_ON and shared_parts:
            shared_parts.append(content)
        elif shared_parts:
            shared = _SharedTexts(shared_parts).written(fonts)
            shared_parts = []
        if kind == _BEGINS:
            wide = struct.unpack_from("<H", content)[0] == _WORKBOOK_97
            if place in names:
                looks = found.setdefault(names[place], CellLooks())
                styles = styles or cell_styles(uses, codes, fonts, from_1904=from_1904)
        elif kind == _SHEET:
            at, name = _name(content) if wide else (struct.unpack_from("<I", content)[0], _narrow(content, 6))
            names[at] = name
        elif kind == _DAYS:
            from_1904 = content[:1] == b"\1"
        elif kind == _FORMAT:
            codes[struct.unpack_from("<H", content)[0]] = _code(content) if wide else _narrow(content, 2)
        elif kind == _FONT:
            fonts += [Font()] if len(fonts) == _MISSING_FONT else []
            fonts.append(Font(struct.unpack_from("<H", content, 8)[0], content[12]))
        elif kind == _STYLE:
            font, code = struct.unpack_from("<HH", content)
            uses.append((code, font))
        elif kind == _SHARED_TEXT and shared and (number := struct.unpack_from("<I", content, 6)[0]) in shared:
            looks.runs[struct.unpack_from("<HH", content)] = shared[number]
        elif kind == _LINK:
            _note_link(content, looks)
        elif styles:
            _look_at_cell(kind, content, styles, looks)


class _SharedTexts:
    """The texts that cells share: one record and its continuations, which may cut a text anywhere."""

    def __init__(self, parts: Sequence[bytes]) -> None:
        self._parts = parts
        self._part, self._at = 0, 8  # behind two counts

    def written(self, fonts: Sequence[Font]) -> dict[int, str]:
        """Return the texts, by their number, of which parts are raised or lowered; as far as the table is whole."""
        found: dict[int, str] = {}
        with suppress(struct.error, IndexError):
            (count,) = struct.unpack_from("<I", self._parts[0], 4)
            for number in range(count):
                length, features = struct.unpack("<HB", self._taken(3))
                (run_count,) = struct.unpack("<H", self._taken(2)) if features & _RICH else (0,)
                (extra,) = struct.unpack("<I", self._taken(4)) if features & _EXTENDED else (0,)
                text = self._letters(length, wide=bool(features & _WIDE))
                runs = list(struct.iter_unpack("<HH", self._taken(4 * run_count)))
                self._taken(extra)
                if any(font < len(fonts) and fonts[font].place for _, font in runs):
                    found[number] = written_runs(text, runs, fonts)
        return found

    def _taken(self, size: int) -> bytes:
        """Return the next ``size`` bytes."""
        taken = b""
        while len(taken) < size:
            part = self._parts[self._part][self._at : self._at + size - len(taken)]
            self._at += len(part)
            taken += part
            if len(taken) < size:
                self._next_part()
        return taken

    def _letters(self, length: int, *, wide: bool) -> str:
        """Return the next ``length`` letters; each further part begins with the size of its letters."""
        text = ""
        while len(text) < length:
            left = len(self._parts[self._part]) - self._at
            count = min(length - len(text), left >> wide)
            raw = self._parts[self._part][self._at : self._at + (count << wide)]
            text += raw.decode("utf-16-le", "surrogatepass") if wide else raw.decode("latin-1")
            self._at += len(raw)
            if len(text) < length:
                self._next_part()
                wide = bool(self._taken(1)[0] & _WIDE)
        return text

    def _next_part(self) -> None:
        self._part, self._at = self._part + 1, 0
        if self._part >= len(self._parts):
            raise IndexError


def _look_at_cell(kind: int, content: bytes, styles: Mapping[int, CellStyle], looks: CellLooks) -> None:
    """Note how a cell is shown, or a row of numbers."""
    if kind == _SMALL_ROW:
        row, column = struct.unpack_from("<HH", content)
        for at in range(4, len(content) - 7, 6):
            style = styles.get(struct.unpack_from("<H", content, at)[0])
            if style is not None:
                looks.numbers[row, column] = style.number(small_number(content, at + 2))
            column += 1
        return
    if kind not in {_NUMBER, _SMALL, _FORMULA} and kind not in _TEXTS:
        return
    row, column, number = struct.unpack_from("<HHH", content)
    style = styles.get(number)
    if style is None:
        return
    if kind in _TEXTS:
        if style.changes_texts:
            looks.texts[row, column] = style
    elif kind == _SMALL:
        looks.numbers[row, column] = style.number(small_number(content, 6))
    elif kind == _NUMBER or content[12:14] != _NO_NUMBER:
        looks.numbers[row, column] = style.number(struct.unpack_from("<d", content, 6)[0])


def _note_link(content: bytes, looks: CellLooks) -> None:
    row, _, column = struct.unpack_from("<HHH", content)
    at = content.find(_ADDRESS)
    if at >= 0:
        address = content[at + len(_ADDRESS) + 4 :].decode("utf-16-le", "replace").partition("\0")[0]
        looks.addresses[row, column] = address


def _code(content: bytes) -> str:
    length, is_wide = struct.unpack_from("<HB", content, 2)
    raw = content[5 : 5 + length * (1 + (is_wide & 1))]
    return raw.decode("utf-16-le" if is_wide & 1 else "latin-1", "replace")


def _narrow(content: bytes, at: int) -> str:
    """Return a text of letters of one byte, as workbooks before 1997 have it."""
    return content[at + 1 : at + 1 + content[at]].decode("cp1252", "replace")


def sections_of(path: Path) -> Callable[[str], Iterable[Section]]:
    """Return a function for the text beside the cells of the sheet of a name, as far as it is whole."""
    texts: dict[str, dict[str, list[str]]] = defaultdict(lambda: {headings.TEXT_BOXES: [], headings.COMMENTS: []})
    with suppress(UserError, struct.error, IndexError):
        stream, older = read_streams(path, "Workbook", "Book")
        for sheet, heading, lines in _boxes(list(_records(stream or older))):
            texts[sheet][heading] += lines
    found = {name: [Section(*one) for one in of.items() if one[1]] for name, of in texts.items()}
    return lambda name: found.get(name, ())


def _records(stream: bytes) -> Iterator[Record]:
    at = 0
    while at + 4 <= len(stream):
        kind, size = struct.unpack_from("<HH", stream, at)
        yield at, kind, stream[at + 4 : at + 4 + size]
        at += 4 + size


def _boxes(records: list[Record]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the sheet and the lines of each box, and under which heading they belong."""
    names = dict(_name(content) for _, kind, content in records if kind == _SHEET)
    sheet, heading = "", headings.TEXT_BOXES
    for number, (place, kind, content) in enumerate(records):
        if kind == _BEGINS and struct.unpack_from("<H", content)[0] != _WORKBOOK_97:
            return
        if kind == _BEGINS:
            sheet = names.get(place, sheet)
        elif kind == _OBJECT:
            heading = headings.COMMENTS if struct.unpack_from("<H", content, 4)[0] == _COMMENT else headings.TEXT_BOXES
        elif kind == _TEXT and sheet:
            (length,) = struct.unpack_from("<H", content, 10)
            yield sheet, heading, _lines(_text(records[number + 1 : number + _MOST_PARTS], length))


def _name(content: bytes) -> tuple[int, str]:
    """Return the offset of a sheet, and its name."""
    (place,) = struct.unpack_from("<I", content)
    length, wide = content[6], content[7] & 1
    raw = content[8 : 8 + length * (1 + wide)]
    return place, raw.decode("utf-16-le" if wide else "latin-1", "replace")


def _text(following: Iterable[Record], length: int) -> str:
    """Return a text of ``length`` characters, one or two bytes each, which continues in the records that follow."""
    text = ""
    for _, kind, content in following:
        if kind != _GOES_ON or len(text) >= length or not content:
            break
        text += content[1:].decode("utf-16-le" if content[0] & 1 else "latin-1", "replace")
    return text[:length]


def _lines(text: str) -> list[str]:
    return [line for raw in text.replace("\r", "\n").split("\n") if (line := " ".join(raw.split()))]
