"""What stands beside the cells of old workbooks (.xls): text boxes and comments, which the library leaves out."""

import struct
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.office.compound_files import read_streams
from desktop_rag.readers.office.extra_text import Section

_BEGINS, _SHEET, _OBJECT, _TEXT, _GOES_ON = 0x809, 0x85, 0x5D, 0x1B6, 0x3C
_WORKBOOK_97 = 0x600
_COMMENT = 0x19  # what kind of object it is
_MOST_PARTS = 20  # of a text, each of 8 KB
Record = tuple[int, int, bytes]
"""Where a record begins, its kind, its content."""


def sections_of(path: Path) -> Callable[[str], Iterable[Section]]:
    """Return a function that tells what stands beside the cells of the sheet of a name, as far as it is whole."""
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
    """Return where a sheet begins, and its name."""
    (place,) = struct.unpack_from("<I", content)
    length, wide = content[6], content[7] & 1
    raw = content[8 : 8 + length * (1 + wide)]
    return place, raw.decode("utf-16-le" if wide else "latin-1", "replace")


def _text(following: Iterable[Record], length: int) -> str:
    """Return a text of so many characters, which goes on in the records that follow, one or two bytes for each."""
    text = ""
    for _, kind, content in following:
        if kind != _GOES_ON or len(text) >= length or not content:
            break
        text += content[1:].decode("utf-16-le" if content[0] & 1 else "latin-1", "replace")
    return text[:length]


def _lines(text: str) -> list[str]:
    return [line for raw in text.replace("\r", "\n").split("\n") if (line := " ".join(raw.split()))]
