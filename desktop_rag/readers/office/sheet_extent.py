"""What makes the library that reads workbooks fill the memory, wait for ever, or show something wrong."""

import re
import zipfile
from pathlib import Path
from xml.parsers import expat

from desktop_rag.core.errors import UserError
from desktop_rag.readers.office.parts import BROKEN_ARCHIVE

_MOST_CELLS = 30_000_000  # from the first corner of a sheet to the last, empty ones too: a gigabyte
_SHEET = re.compile(r"xl/(?!theme/|drawings/|charts/|sharedStrings|styles).*\.xml", re.IGNORECASE)
_CELL = re.compile(rb"<(?:\w+:)?c\s(?:[^>]*?\s)?r=[\"']([A-Za-z]{1,9})(\d{1,18})[\"'][^>]*(?<!/)>")
_NO_INDEX = re.compile(
    rb"<(?:\w+:)?c\s(?:[^<>]{0,80}\s)?(?:"
    rb"s=[\"'](?!\d{1,9}[\"'])[^\"'<>]*[\"']"
    rb"|t=[\"']s[\"'][^<>]{0,80}(?<!/)>(?:(?!</?(?:\w+:)?(?:v|c|row)[\s/>]).)*<(?:\w+:)?v(?:\s[^<>]{0,80})?>(?!\d{1,9}<)[^<]+<)",
    re.DOTALL,
)  # a cell whose style, or whose text, is not told by a number; marks are short, or many would take for ever
_OPEN = "content.xml"
_BLOCK, _LONGEST_CELL = 1 << 20, 1 << 10


def check_extent(path: Path) -> None:
    """Look where the last cells stand, whatever the sheets claim.

    Raises:
        UserError: something stands very far from the rest.

    """
    try:
        with zipfile.ZipFile(path) as archive:
            for name in filter(_SHEET.fullmatch, archive.namelist()):
                if _cells_of(archive, name) > _MOST_CELLS:
                    raise UserError(
                        "A cell far from all others makes one of its sheets too large to read.",
                        "Delete the rows and columns beyond the table, save the file and add it again.",
                    )
    except (*BROKEN_ARCHIVE, OSError, RuntimeError):
        return  # no workbook of this kind, or a damaged one: who reads it says so


def has_wrong_index(path: Path) -> bool:
    """Whether a cell refers to a text or a style by what is no index: the library shows the first one there."""
    try:
        with zipfile.ZipFile(path) as archive:
            return any(_is_wrong(archive, name) for name in filter(_SHEET.fullmatch, archive.namelist()))
    except (*BROKEN_ARCHIVE, OSError, RuntimeError):
        return False  # as above


def check_marks(path: Path) -> bool:
    """Whether the marks of an OpenDocument spreadsheet end: at one that never does, the library waits for ever."""
    try:
        with zipfile.ZipFile(path) as archive:
            if _OPEN in archive.namelist():
                with archive.open(_OPEN) as content:
                    expat.ParserCreate().ParseFile(content)
    except (expat.ExpatError, LookupError):  # LookupError: it declares an encoding that is none
        return False
    except (*BROKEN_ARCHIVE, OSError, RuntimeError):
        pass  # as above
    return True


def _is_wrong(archive: zipfile.ZipFile, name: str) -> bool:
    """Whether a cell of a sheet refers to something by what is no index."""
    rest = b""
    with archive.open(name) as sheet:
        while block := sheet.read(_BLOCK):
            text = rest + block
            if _NO_INDEX.search(text):
                return True
            rest = text[-_LONGEST_CELL:]
    return False


def _cells_of(archive: zipfile.ZipFile, name: str) -> int:
    """Return how many cells there are up to the last row and the last column that hold something."""
    row = column = 0
    rest = b""
    with archive.open(name) as sheet:
        while block := sheet.read(_BLOCK):
            text = rest + block
            places = _CELL.findall(text)
            if places:
                columns, rows = map(set, zip(*places, strict=True))
                row, column = max(row, *map(int, rows)), max(column, *map(_number, columns))
            rest = text[-_LONGEST_CELL:]
    return row * column


def _number(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = 26 * number + letter - ord("A") + 1
    return number
