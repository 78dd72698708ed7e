"""Styles of a Word file (headings, raised text, fonts), and its automatic numbers, counted as Word counts them."""

import re
from dataclasses import dataclass, field, replace
from xml.etree import ElementTree as ET

from desktop_rag.readers.numerals import counted
from desktop_rag.readers.office.xml_parts import attribute, name_of, value_of
from desktop_rag.readers.symbol_fonts import with_signs

_HEADING = re.compile(r"heading\s*([1-9])", re.IGNORECASE)
_DEEPEST = 20  # styles based on each other
BULLET = "-"
_LEVELS = 9
_PLACE = re.compile("%([1-9])")
_LONGEST = 60  # letters of a label


@dataclass(slots=True)
class _Style:
    """The own properties of one style; None where it sets none."""

    based_on: str = ""
    level: int = 0  # of a heading
    number: str | None = None
    number_level: int | None = None
    position: str | None = None
    font: str | None = None


class Styles:
    """The styles by their identifiers; what one does not say it has from the one that it is based on."""

    def __init__(self, root: ET.Element) -> None:
        self._styles: dict[str, _Style] = {}
        self.usual = ""
        for style in root:
            if name_of(style) == "style":
                identity = attribute(style, "styleId")
                self._styles[identity] = _style_of(style)
                if attribute(style, "type") == "paragraph" and attribute(style, "default") in {"1", "true", "on"}:
                    self.usual = identity
        languages = (part for part in root.iter() if name_of(part) == "lang")
        self.language = next((attribute(one, "val")[:2].lower() for one in languages), "")

    def level(self, identity: str) -> int:
        """Return the level of a heading, 0 for what is none."""
        found = self._styles.get(identity)
        return found.level if found is not None else 0

    def numbering(self, identity: str) -> tuple[str, int | None]:
        """Return the list that a style of paragraphs belongs to, "" for none, and its level where the style says it."""
        number: str | None = None
        level: int | None = None
        for style in self._chain(identity):
            number = style.number if number is None else number
            level = style.number_level if level is None else level
        return number or "", level

    def position(self, identity: str) -> str | None:
        """Return ``superscript``, ``subscript`` or ``baseline``; None where neither it nor one below it says so."""
        return next((style.position for style in self._chain(identity) if style.position is not None), None)

    def font(self, identity: str) -> str | None:
        """Return the font of a style; None where nothing says so."""
        return next((style.font for style in self._chain(identity) if style.font is not None), None)

    def _chain(self, identity: str) -> list[_Style]:
        chain: list[_Style] = []
        style = self._styles.get(identity)
        while style is not None and len(chain) < _DEEPEST:
            chain.append(style)
            style = self._styles.get(style.based_on)
        return chain


def _style_of(style: ET.Element) -> _Style:
    found = _Style()
    for part in style:
        match name_of(part):
            case "name":
                name = attribute(part, "val")
                match = _HEADING.match(name)
                found.level = int(match[1]) if match else int(name.lower() == "title")
            case "basedOn":
                found.based_on = attribute(part, "val")
            case "pPr":
                found.number, found.number_level = number_of(part)
            case "rPr":
                found.position, found.font = look_of(part)
    return found


def number_of(properties: ET.Element) -> tuple[str | None, int | None]:
    """Return the list and the level that properties of a paragraph name."""
    numbering = next((part for part in properties if name_of(part) == "numPr"), None)
    if numbering is None:
        return None, None
    values = {name_of(part): attribute(part, "val") for part in numbering}
    level = values.get("ilvl", "")
    return values.get("numId"), int(level[:9]) if level.isdecimal() else None


def look_of(properties: ET.Element) -> tuple[str | None, str | None]:
    """Return the position of letters and their font, as far as properties of a run say them."""
    position, font = None, None
    for part in properties:
        name = name_of(part)
        if name == "vertAlign":
            position = attribute(part, "val")
        elif name == "rFonts":
            font = attribute(part, "ascii") or attribute(part, "hAnsi") or attribute(part, "cs") or None
    return position, font


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
        identity = value_of(element, "abstractNumId")
        definition = shared.get(identity)
        link = "" if definition is None else value_of(definition, "numStyleLink")
        if link:  # the levels are those of the list that a style names
            linked = numbers.get(styles.numbering(link)[0])
            identity = identity if linked is None else value_of(linked, "abstractNumId")
            definition = definition if linked is None else shared.get(identity)
        levels = {} if definition is None else _levels_of(definition)
        one = NumberedList(identity, levels)
        for override in element:
            place = _number(attribute(override, "ilvl"), -1) if name_of(override) == "lvlOverride" else -1
            if not 0 <= place < _LEVELS:
                continue
            one.levels = {**one.levels, **_levels_of(override)}
            start = value_of(override, "startOverride")
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
    restart = value_of(element, "lvlRestart")
    fonts = next((attribute(part, "ascii") for part in element.iter() if name_of(part) == "rFonts"), "")
    legal = next((attribute(part, "val") or "1" for part in element if name_of(part) == "isLgl"), "0")
    return Level(
        start=_number(value_of(element, "start"), 1),
        way=way,
        text=with_signs(value_of(element, "lvlText"), fonts),
        restart=_number(restart, 0) if restart else None,
        legal=legal not in {"0", "false", "off"},
        style=value_of(element, "pStyle"),
        zeros=zeros,
    )


def _number(text: str, missing: int) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else missing
