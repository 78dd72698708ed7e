"""Automatic numbers of a Word file: the labels of headings, clauses and lists, counted as Word counts them."""

import re
from dataclasses import dataclass, field, replace
from xml.etree import ElementTree as ET

from desktop_rag.readers.numerals import counted
from desktop_rag.readers.office.word_styles import Styles, number_of
from desktop_rag.readers.office.xml_parts import attribute, name_of
from desktop_rag.readers.symbol_fonts import with_signs

BULLET = "-"
_LEVELS = 9
_PLACE = re.compile("%([1-9])")
_LONGEST = 60  # letters of a label


@dataclass(frozen=True, slots=True)
class Level:
    """The numbering of a level of a list."""

    start: int = 1
    way: str = "decimal"
    text: str = ""
    restart: int | None = None  # the level, counted from 1, behind which it begins again; 0 for never
    legal: bool = False
    style: str = ""
    zeros: int = 0


@dataclass(slots=True)
class NumberedList:
    """A list: its levels, the list whose counters it shares, and its restarts."""

    shared: str
    levels: dict[int, Level]
    starts: dict[int, int] = field(default_factory=dict)


class Counters:
    """Counts the items of lists in their order; ``language`` is a code of two letters, for ordinals."""

    def __init__(self, language: str = "") -> None:
        self._language = language
        self._counters: dict[str, list[int | None]] = {}
        self._begun: set[str] = set()

    def next(self, number: str, found: NumberedList, level: int) -> str:
        """Return the label of the next item of a list, which has a number, on a level; ``BULLET`` for a sign."""
        counters = self._counters.setdefault(found.shared, [None] * _LEVELS)
        if number not in self._begun:
            self._begun.add(number)
            for place, start in found.starts.items():
                counters[place] = None if place >= level else start
        this = found.levels.get(level, Level())
        start = found.starts.get(level, this.start)
        value = counters[level]
        counters[level] = start if value is None else value + 1
        for place in range(level + 1, _LEVELS):
            restart = found.levels.get(place, Level()).restart
            if restart is None or level < restart:
                counters[place] = None
        return self._written(found, level, counters)

    def _written(self, found: NumberedList, level: int, counters: list[int | None]) -> str:
        this = found.levels.get(level, Level())
        if this.way == "bullet":
            return BULLET

        def value(place: re.Match[str]) -> str:
            at = int(place[1]) - 1
            one = found.levels.get(at, Level())
            count = counters[at]
            number = found.starts.get(at, one.start) if count is None else count
            if one.zeros and not this.legal:
                return str(number).zfill(one.zeros)
            return counted(number, "decimal" if this.legal else one.way, self._language)

        return " ".join(_PLACE.sub(value, this.text).split())[:_LONGEST]


class Numbers:
    """Counts the paragraphs of a document in their order."""

    def __init__(self, root: ET.Element, styles: Styles) -> None:
        self._styles = styles
        self._lists = _lists_of(root, styles)
        self._counters = Counters(styles.language)

    def label(self, properties: ET.Element | None, style: str) -> str | None:
        """Return the label of the next paragraph, ``BULLET`` for a sign, None when it has none.

        ``properties`` are those of the paragraph.
        """
        number, level = (None, None) if properties is None else number_of(properties)
        by_style, style_level = self._styles.numbering(style) if number is None or level is None else ("", None)
        number = by_style if number is None else number
        found = self._lists.get(number)
        if found is None:
            is_item = bool(number) or any(name_of(part) == "numPr" for part in properties or ())
            return BULLET if is_item and number != "0" else None
        if level is None:
            linked = (place for place, one in found.levels.items() if one.style == style)
            level = style_level if style_level is not None else next(linked, 0)
        return self._counters.next(number, found, min(level, _LEVELS - 1))


def _lists_of(root: ET.Element, styles: Styles) -> dict[str, NumberedList]:
    """Return the lists of a file by their numbers."""
    shared = {attribute(part, "abstractNumId"): part for part in root if name_of(part) == "abstractNum"}
    numbers = {attribute(part, "numId"): part for part in root if name_of(part) == "num"}
    found: dict[str, NumberedList] = {}
    for number, element in numbers.items():
        identity = _value(element, "abstractNumId")
        definition = shared.get(identity)
        link = "" if definition is None else _value(definition, "numStyleLink")
        if link:  # the levels are those of the list that a style names
            linked = numbers.get(styles.numbering(link)[0])
            identity = identity if linked is None else _value(linked, "abstractNumId")
            definition = definition if linked is None else shared.get(identity)
        levels = {} if definition is None else _levels_of(definition)
        one = NumberedList(identity, levels)
        for override in element:
            place = _number(attribute(override, "ilvl"), -1) if name_of(override) == "lvlOverride" else -1
            if not 0 <= place < _LEVELS:
                continue
            one.levels = {**one.levels, **_levels_of(override)}
            start = _value(override, "startOverride")
            if start:
                one.starts[place] = _number(start, 1)
                one.levels[place] = replace(one.levels.get(place, Level()), start=one.starts[place])
        found[number] = one
    return found


def _levels_of(element: ET.Element) -> dict[int, Level]:
    found: dict[int, Level] = {}
    for part in element:
        place = _number(attribute(part, "ilvl"), -1) if name_of(part) == "lvl" else -1
        if 0 <= place < _LEVELS:
            found[place] = _level(part)
    return found


def _level(element: ET.Element) -> Level:
    formats = [part for part in element.iter() if name_of(part) == "numFmt"]
    way = attribute(formats[0], "val") if formats else "decimal"
    zeros = 0
    if way == "custom":
        zeros = len(re.split(r"[,;\s]", attribute(formats[0], "format"))[0])
        way = "decimal"
    restart = _value(element, "lvlRestart")
    fonts = next((attribute(part, "ascii") for part in element.iter() if name_of(part) == "rFonts"), "")
    legal = next((attribute(part, "val") or "1" for part in element if name_of(part) == "isLgl"), "0")
    return Level(
        start=_number(_value(element, "start"), 1),
        way=way,
        text=with_signs(_value(element, "lvlText"), fonts),
        restart=_number(restart, 0) if restart else None,
        legal=legal not in {"0", "false", "off"},
        style=_value(element, "pStyle"),
        zeros=zeros,
    )


def _value(element: ET.Element, name: str) -> str:
    return next((attribute(part, "val") for part in element if name_of(part) == name), "")


def _number(text: str, missing: int) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else missing
