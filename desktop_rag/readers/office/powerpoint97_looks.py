"""Letters of PowerPoint files before 2007 that are raised, lowered, or signs of symbol fonts, as their formats say."""

import struct
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from desktop_rag.readers.office.drawn_line import DrawnLine
from desktop_rag.readers.symbol_fonts import is_symbol_font, with_signs

_PARAGRAPH_TABS = 0x100000
_PARAGRAPH_FIELDS = (
    (0xF, 2), (0x80, 2), (0x10, 2), (0x40, 2), (0x20, 4), (0x800, 2), (0x1000, 2), (0x2000, 2), (0x4000, 2),
    (0x100, 2), (0x400, 2), (0x8000, 2),
)  # fmt: skip
_PARAGRAPH_REST = ((0x10000, 2), (0xE0000, 2), (0x200000, 2))
_FONT, _POSITION = 0x10000, 0x80000
_LETTER_FIELDS = (
    (0x3EB7, 2), (_FONT, 2), (0x200000, 2), (0x400000, 2), (0x800000, 2), (0x20000, 2), (0x40000, 4), (_POSITION, 2),
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
                elif bits == _FONT:
                    (font,) = struct.unpack_from("<H", style, at)
                at += size
        yield _Run(count, position, font)
        left -= max(count, 1)


def _size(mask: int, fields: tuple[tuple[int, int], ...]) -> int:
    return sum(size for bits, size in fields if mask & bits)
