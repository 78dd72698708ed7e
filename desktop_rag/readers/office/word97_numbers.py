"""Automatic numbers of Word files before 2007: the tables of their lists, as [MS-DOC] lays them out."""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from desktop_rag.readers.office.word97_letters import properties
from desktop_rag.readers.office.word_numbers import Level, NumberedList

_LIST, _LEVEL = 0x460B, 0x260A  # the properties of a paragraph that say which list it is in, and on which level
_LIST_SIZE, _LEVEL_SIZE, _USE_SIZE, _OVERRIDE_SIZE = 28, 28, 16, 8
_LEVELS = 9
_MOST = 4_000  # lists of a file: more come from damaged ones
_PARAGRAPH_STYLE = 1
_DEEPEST = 20  # styles based on each other
_LEGAL, _NEVER_AGAIN = 0x04, 0x08
_OTHER_START, _OTHER_LEVEL = 0x10, 0x20
_WAYS = (
    "decimal upperRoman lowerRoman upperLetter lowerLetter ordinal cardinalText ordinalText hex chicago"
    " ideographDigital japaneseCounting aiueo iroha decimalFullWidth decimalHalfWidth japaneseLegal"
    " japaneseDigitalTenThousand decimalEnclosedCircle decimalFullWidth2 aiueoFullWidth irohaFullWidth decimalZero"
    " bullet ganada chosung decimalEnclosedFullstop decimalEnclosedParen decimalEnclosedCircleChinese"
    " ideographEnclosedCircle ideographTraditional ideographZodiac ideographZodiacTraditional taiwaneseCounting"
    " ideographLegalTraditional taiwaneseCountingThousand taiwaneseDigital chineseCounting chineseLegalSimplified"
    " chineseCountingThousand decimal koreanDigital koreanCounting koreanLegal koreanDigital2 hebrew1 arabicAlpha"
    " hebrew2 arabicAbjad hindiVowels hindiConsonants hindiNumbers decimal thaiLetters thaiNumbers decimal decimal"
    " numberInDash russianLower russianUpper"
).split()
_NO_NUMBER = 0xFF


class ListPlace(NamedTuple):
    """The list that a paragraph is in, "0" for none, and its level; None where nothing is said."""

    number: str | None
    level: int | None


def list_place(told: dict[int, bytes]) -> ListPlace:
    """Return what the properties of a paragraph or a style say of its list."""
    number, level = told.get(_LIST), told.get(_LEVEL)
    return ListPlace(
        str(struct.unpack_from("<H", number)[0]) if number and len(number) > 1 else None,
        min(level[0], _LEVELS - 1) if level else None,
    )


def places_of_styles(table: bytes, start: int, size: int) -> dict[int, ListPlace]:
    """Return in which lists the paragraphs of the styles are, by the numbers of the styles."""
    own: dict[int, tuple[int, ListPlace]] = {}
    end = min(start + size, len(table))
    if size < 8:
        return {}
    header, count, base = struct.unpack_from("<HHH", table, start)
    at = start + 2 + header
    for style in range(count):
        if at + 2 > end:
            break
        (length,) = struct.unpack_from("<H", table, at)
        entry = table[at + 2 : at + 2 + length]
        at += 2 + length + length % 2
        if length > base + 2 and base >= 6:
            based = struct.unpack_from("<H", entry, 2)[0]
            if based & 0xF == _PARAGRAPH_STYLE:
                own[style] = (based >> 4, list_place(_style_properties(entry, base)))
    return {style: found for style in own if (found := _inherited(own, style)).number not in {None, "0"}}


def _inherited(own: dict[int, tuple[int, ListPlace]], style: int) -> ListPlace:
    number: str | None = None
    level: int | None = None
    for _ in range(_DEEPEST):
        if style not in own:
            break
        style, said = own[style]
        number = said.number if number is None else number
        level = said.level if level is None else level
    return ListPlace(number, level)


def _style_properties(entry: bytes, base: int) -> dict[int, bytes]:
    """Return the properties of paragraphs in the description of a style, behind its name."""
    (letters,) = struct.unpack_from("<H", entry, base)
    at = base + 2 + 2 * letters + 2
    at += at % 2
    if at + 4 > len(entry):
        return {}
    (length,) = struct.unpack_from("<H", entry, at)
    return dict(properties(entry[at + 4 : at + 2 + length]))


def lists_of(table: bytes, lists: tuple[int, int], uses: tuple[int, int]) -> dict[str, NumberedList]:
    """Return the lists of a file by the numbers by which its paragraphs name them; ``uses`` say what differs in each.

    Both are places in the table stream with their lengths.

    Raises:
        struct.error, IndexError: the tables are damaged.

    """
    if not lists[1] or not uses[1]:
        return {}
    (count,) = struct.unpack_from("<H", table, lists[0])
    known: dict[int, dict[int, Level]] = {}
    at = lists[0] + lists[1]
    for number in range(min(count, _MOST)):
        place = lists[0] + 2 + _LIST_SIZE * number
        (identity,) = struct.unpack_from("<i", table, place)
        levels: dict[int, Level] = {}
        for level in range(1 if table[place + 26] & 1 else _LEVELS):
            levels[level], at = _level(table, at)
        known[identity] = levels
    (count,) = struct.unpack_from("<I", table, uses[0])
    begun = [struct.unpack_from("<i8xB", table, uses[0] + 4 + _USE_SIZE * one) for one in range(min(count, _MOST))]
    at = uses[0] + 4 + _USE_SIZE * count
    found: dict[str, NumberedList] = {}
    for number, (identity, overrides) in enumerate(begun, 1):
        one = NumberedList(str(identity), dict(known.get(identity, {})))
        at += 4
        for _ in range(overrides):
            start, flags = struct.unpack_from("<iI", table, at)
            at += _OVERRIDE_SIZE
            place = flags & 0xF
            if flags & _OTHER_LEVEL:
                one.levels[place], at = _level(table, at)
            if flags & _OTHER_START:
                one.starts[place] = start if not flags & _OTHER_LEVEL else one.levels[place].start
        found[str(number)] = one
    return found


def _level(table: bytes, at: int) -> tuple[Level, int]:
    """Return a level of a list, and where what follows it begins."""
    start, way, flags = struct.unpack_from("<iBB", table, at)
    places = table[at + 6 : at + 15]
    letters, paragraph, restart = table[at + 24], table[at + 25], table[at + 26]
    at += _LEVEL_SIZE + letters + paragraph
    (length,) = struct.unpack_from("<H", table, at)
    text = table[at + 2 : at + 2 + 2 * length].decode("utf-16-le", "replace")
    name = "none" if way == _NO_NUMBER else _WAYS[way] if way < len(_WAYS) else "decimal"
    level = Level(
        start=start,
        way=name,
        text="".join(_with_places(text, places)),
        restart=restart if flags & _NEVER_AGAIN else None,
        legal=bool(flags & _LEGAL),
    )
    return level, at + 2 + 2 * length


def _with_places(text: str, places: bytes) -> Iterator[str]:
    """Yield the text of a label with the levels whose numbers stand in it as ``%1`` to ``%9``."""
    for place, letter in enumerate(text, 1):
        yield f"%{ord(letter) + 1}" if place in places and ord(letter) < _LEVELS else letter
