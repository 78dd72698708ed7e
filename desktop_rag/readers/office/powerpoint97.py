"""PowerPoint files before 2007 (.ppt): the text of each slide, with its speaker notes."""

import struct
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from desktop_rag.core.schema import Document
from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.base import NothingToRead, damaged, protected
from desktop_rag.readers.office.compound_files import read_streams
from desktop_rag.readers.office.drawn_line import DrawnLine
from desktop_rag.readers.symbol_fonts import is_symbol_font, with_signs

_LIST, _PERSIST = 4080, 1011
_NOTES_ATOM = 1009
_CHARACTERS, _BYTES, _STYLES = 4000, 4008, 4001
_ENVIRONMENT, _FONTS, _FONT = 1010, 2005, 4023
_ENCRYPTED = 0xF3D1C4DF
_CONTAINER = 0xF
_DEEPEST = 30
_LINES = str.maketrans({"\r": "\n", "\x0b": "\n", "\0": ""})
_FILLER = frozenset(["*", ""])

Record = tuple[int, int, int, int, int]
"""Version, instance, type, where its content begins and ends."""
Fonts = dict[int, str]
"""Names of fonts by their numbers."""


_PARAGRAPH_TABS = 0x100000
_PARAGRAPH_FIELDS = (
    (0xF, 2), (0x80, 2), (0x10, 2), (0x40, 2), (0x20, 4), (0x800, 2), (0x1000, 2), (0x2000, 2), (0x4000, 2),
    (0x100, 2), (0x400, 2), (0x8000, 2),
)  # fmt: skip
_PARAGRAPH_REST = ((0x10000, 2), (0xE0000, 2), (0x200000, 2))
_HAS_FONT, _POSITION = 0x10000, 0x80000
_LETTER_FIELDS = (
    (0x3EB7, 2), (_HAS_FONT, 2), (0x200000, 2), (0x400000, 2), (0x800000, 2), (0x20000, 2), (0x40000, 4),
    (_POSITION, 2),
)  # fmt: skip
"""What a format may hold: bits of its mask of which one is enough, and the bytes of the value, in order."""


class _Run(NamedTuple):
    """Letters of one look: how many, how far raised in percent, the number of their font."""

    length: int
    position: int
    font: int


def with_looks(text: str, style: bytes, fonts: Mapping[int, str]) -> str:
    """Return a text with raised and lowered letters and signs as such; as it is where its formats are damaged."""
    try:
        runs = list(_runs(style, len(text) + 1))
    except struct.error:
        return text
    lines: list[str] = []
    line = DrawnLine()
    at = 0
    for run in runs:
        place = (run.position > 0) - (run.position < 0)
        font = fonts.get(run.font, "")
        for number, part in enumerate(text[at : at + run.length].split("\r")):
            if number:
                lines.append(line.text())
                line = DrawnLine()
            line.add(with_signs(part, font) if is_symbol_font(font) else part, place)
        at += run.length
    return "\r".join([*lines, line.text() + text[at:]])


def _runs(style: bytes, length: int) -> Iterator[_Run]:
    """Yield the runs of letters of a text, behind the formats of its paragraphs.

    Raises:
        struct.error: the formats end before the text.

    """
    at, left = 0, length
    while left > 0:
        count, _, mask = struct.unpack_from("<IHI", style, at)
        at += 10 + _size(mask, _PARAGRAPH_FIELDS)
        if mask & _PARAGRAPH_TABS:
            at += 2 + 4 * struct.unpack_from("<H", style, at)[0]
        at += _size(mask, _PARAGRAPH_REST)
        left -= max(count, 1)
    left = length
    while left > 0:
        count, mask = struct.unpack_from("<II", style, at)
        at += 8
        position, font = 0, -1
        for bits, size in _LETTER_FIELDS:
            if mask & bits:
                if bits == _POSITION:
                    (position,) = struct.unpack_from("<h", style, at)
                elif bits == _HAS_FONT:
                    (font,) = struct.unpack_from("<H", style, at)
                at += size
        yield _Run(count, position, font)
        left -= max(count, 1)


def _size(mask: int, fields: tuple[tuple[int, int], ...]) -> int:
    return sum(size for bits, size in fields if mask & bits)


def load_data(path: Path) -> Iterator[Document]:
    """Yield the slides; see ``readers.base.Reader``."""
    user, data = read_streams(path, "Current User", "PowerPoint Document")
    if len(user) >= 16 and struct.unpack_from("<I", user, 12)[0] == _ENCRYPTED:
        raise protected()
    try:
        pages = list(_slides(data, _offsets(user, data)))
    except (struct.error, IndexError, KeyError, ValueError) as error:
        raise damaged() from error
    if not any(pages):
        raise NothingToRead("The file contains no text.")
    return iter([Document(text=text, metadata={"page_label": str(number)}) for number, text in enumerate(pages, 1)])


def _records(data: bytes, start: int, end: int) -> Iterator[Record]:
    while start + 8 <= end:
        first, kind, length = struct.unpack_from("<HHI", data, start)
        yield first & 0xF, first >> 4, kind, start + 8, min(start + 8 + length, end)
        start += 8 + length


def _record(data: bytes, place: int) -> Record:
    """Return the record that begins at a place.

    Raises:
        ValueError: the file ends before it.

    """
    for record in _records(data, place, len(data)):
        return record
    raise ValueError(place)


def _offsets(user: bytes, data: bytes) -> dict[int, int]:
    """Return the offset of the newest version of each numbered record, following the edits back."""
    found: dict[int, int] = {}
    (edit,) = struct.unpack_from("<I", user, 16)
    seen: set[int] = set()
    while edit and edit not in seen:
        seen.add(edit)
        before, directory, document = struct.unpack_from("<III", data, edit + 16)
        (length,) = struct.unpack_from("<I", data, directory + 4)
        at, end = directory + 8, directory + 8 + length
        while at + 4 <= end:
            (head,) = struct.unpack_from("<I", data, at)
            first, count = head & 0xFFFFF, head >> 20
            for number, place in enumerate(struct.unpack_from(f"<{count}I", data, at + 4)):
                found.setdefault(first + number, place)
            at += 4 + 4 * count
        found.setdefault(0, found.get(document, 0))
        edit = before
    return found


def _slides(data: bytes, offsets: dict[int, int]) -> Iterator[str]:
    """Yield the text of the slides in the order they are shown."""
    document = _record(data, offsets[0])
    fonts = _fonts(data, *document[3:])
    lists = {instance: (start, end) for _, instance, kind, start, end in _records(data, *document[3:]) if kind == _LIST}
    notes = dict(_notes(data, offsets, fonts, *lists.get(2, (0, 0))))
    for place, identity, outline in _listed(data, fonts, *lists.get(0, (0, 0))):
        slide = _record(data, offsets[place]) if place in offsets else None
        shapes = list(_texts(data, fonts, *slide[3:])) if slide else []
        shown = [*outline, *(text for text in shapes if text not in outline)]
        spoken = notes.get(identity, "")
        yield "\n\n".join([*shown, f"## {headings.NOTES}\n\n{spoken}"] if spoken else shown)


def _fonts(data: bytes, start: int, end: int) -> dict[int, str]:
    """Return the names of the fonts by their numbers."""
    found: dict[int, str] = {}
    for _, instance, kind, first, last in _records(data, start, end):
        if kind in {_ENVIRONMENT, _FONTS}:
            found |= _fonts(data, first, last)
        elif kind == _FONT:
            found[instance] = data[first : min(first + 64, last)].decode("utf-16-le", "replace").partition("\0")[0]
    return found


def _listed(data: bytes, fonts: Fonts, start: int, end: int) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the slides of a list: the number of their record, their own number, the texts of the outline."""
    current: tuple[int, int, list[str]] | None = None
    records = list(_records(data, start, end))
    for number, (_, _, kind, first, last) in enumerate(records):
        if kind == _PERSIST:
            if current:
                yield current
            place, identity = struct.unpack_from("<I", data, first)[0], struct.unpack_from("<I", data, first + 12)[0]
            current = (place, identity, [])
        elif current and kind in {_CHARACTERS, _BYTES}:
            text = _text(data, fonts, kind, first, last, _style(data, records, number + 1))
            if text not in _FILLER:
                current[2].append(text)
    if current:
        yield current


def _notes(data: bytes, offsets: dict[int, int], fonts: Fonts, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the notes that were written, with the number of their slide."""
    for place, _, outline in _listed(data, fonts, start, end):
        record = _record(data, offsets[place]) if place in offsets else None
        if record is None:
            continue
        slide = next((first for _, _, kind, first, _ in _records(data, *record[3:]) if kind == _NOTES_ATOM), None)
        texts = [*outline, *(text for text in _texts(data, fonts, *record[3:]) if text not in outline)]
        if slide is not None and texts:
            yield struct.unpack_from("<I", data, slide)[0], "\n\n".join(texts)


def _texts(data: bytes, fonts: Fonts, start: int, end: int, depth: int = 0) -> Iterator[str]:
    records = list(_records(data, start, end))
    for number, (version, _, kind, first, last) in enumerate(records):
        if kind in {_CHARACTERS, _BYTES}:
            text = _text(data, fonts, kind, first, last, _style(data, records, number + 1))
            if text not in _FILLER:
                yield text
        elif version == _CONTAINER and depth < _DEEPEST:
            yield from _texts(data, fonts, first, last, depth + 1)


def _style(data: bytes, records: Sequence[Record], begin: int) -> bytes:
    """Return the formats of a text, which stand behind it and before the next one; nothing where it has none."""
    for _, _, kind, first, last in islice(records, begin, None):
        if kind == _STYLES:
            return data[first:last]
        if kind in {_CHARACTERS, _BYTES, _PERSIST}:
            break
    return b""


def _text(data: bytes, fonts: Fonts, kind: int, start: int, end: int, style: bytes) -> str:
    raw = data[start:end]
    text = raw.decode("utf-16-le", "replace") if kind == _CHARACTERS else raw.decode("latin-1")
    return (with_looks(text, style, fonts) if style else text).translate(_LINES).strip()
