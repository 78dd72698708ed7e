"""Letters of old Word files (.doc) that are raised, lowered, deleted, or signs of symbol fonts."""

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from desktop_rag.readers import formulas
from desktop_rag.readers.symbol_fonts import sign_of

_PAGE = 512
_SCRIPT, _SHIFT, _SYMBOL, _DELETED = 0x2A48, 0x4845, 0x6A09, 0x0800  # how formats name them
_ROW = 0xD608  # the one format whose size has two bytes
_SIZES = {0: 1, 1: 1, 2: 2, 3: 4, 4: 2, 5: 2, 7: 3}  # of what follows the name of a format, by its upper three bits
_SHIFTED = 4  # half points: less is no script
_NAME_AT = 40  # bytes before the name of a font


class _Look(NamedTuple):
    """The formatting of the letters between two places in the file."""

    first: int
    last: int
    position: str = ""
    sign: str = ""


def with_looks(
    text: str, places: Sequence[int], word: bytes, pages: Sequence[int], fonts: Sequence[str]
) -> tuple[str, list[int]]:
    """Return a text with raised and lowered letters and signs as such, and for each letter where in the file it lies.

    Deleted letters are NUL. ``pages`` are the numbers of the pages of formats, ``fonts`` the names of the fonts.
    """
    looks = [look for page in pages for look in _looks(word[page * _PAGE : (page + 1) * _PAGE], fonts)]
    if not looks:
        return text, list(places)
    at = {place: number for number, place in enumerate(places)}
    of = {at[place]: look for look in looks for place in range(look.first, look.last) if place in at}
    written: list[str] = []
    lie: list[int] = []
    number = 0
    while number < len(text):
        look = of.get(number)
        end = number + 1
        while look is not None and look.position and end < len(text) and _same(of.get(end), look):
            end += 1
        part = text[number:end]
        if look is not None and part.isprintable():
            before = "".join(written[-40:])
            if look.sign:
                part = look.sign
            elif look.position == "raised":
                part = formulas.raised(part, before, text[end : end + 1])
            else:
                part = formulas.lowered(part, before)
        written += part
        lie += [places[number]] * len(part)
        number = end
    return "".join(written), lie


def _same(one: _Look | None, other: _Look) -> bool:
    return one is not None and one.position == other.position and not one.sign


def _looks(page: bytes, fonts: Sequence[str]) -> Iterator[_Look]:
    """Yield the looks on one page of formats."""
    if len(page) < _PAGE:
        return
    count = page[-1]
    if 4 * (count + 1) + count >= _PAGE:
        return
    bounds = struct.unpack_from(f"<{count + 1}I", page, 0)
    for number in range(count):
        at = page[4 * (count + 1) + number] * 2
        if not at:
            continue
        position, sign = _look(page[at + 1 : at + 1 + page[at]], fonts)
        if (position or sign) and bounds[number + 1] - bounds[number] < _PAGE * 4:
            yield _Look(bounds[number], bounds[number + 1], position, sign)


def _look(formats: bytes, fonts: Sequence[str]) -> tuple[str, str]:
    position = sign = ""
    for name, value in properties(formats):
        if name == _SCRIPT:
            position = {1: "raised", 2: "lowered"}.get(value[0], "")
        elif name == _SHIFT:
            (shift,) = struct.unpack("<h", value)
            position = "raised" if shift >= _SHIFTED else "lowered" if shift <= -_SHIFTED else ""
        elif name == _SYMBOL:
            font, code = struct.unpack("<HH", value)
            sign = sign_of(code, fonts[font] if font < len(fonts) else "")
        elif name == _DELETED and value[0] == 1:
            return "", "\0"
    return position, sign


def properties(formats: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the names and values of what formats of letters or paragraphs say, up to one that is cut off."""
    at = 0
    while at + 3 <= len(formats):
        (name,) = struct.unpack_from("<H", formats, at)
        at += 2
        size = _SIZES.get(name >> 13) or formats[at] + 1
        if name == _ROW:
            size = int.from_bytes(formats[at : at + 2], "little") + 1
        if at + size > len(formats):
            return
        yield name, formats[at : at + size]
        at += size


def fonts_of(table: bytes) -> list[str]:
    """Return the names in the table of fonts."""
    if len(table) < 4:
        return []
    (count,) = struct.unpack_from("<H", table, 0)
    at, names = 4, []
    for _ in range(count):
        if at >= len(table):
            break
        name = table[at + _NAME_AT : at + 1 + table[at]].decode("utf-16-le", "ignore")
        names.append(name.partition("\0")[0])
        at += 1 + table[at]
    return names
