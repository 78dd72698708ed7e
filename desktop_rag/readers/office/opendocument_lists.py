"""The automatic numbers of lists and headings in OpenDocument files."""

import re
from typing import NamedTuple
from xml.etree import ElementTree as ET

from desktop_rag.readers.numerals import numeral
from desktop_rag.readers.office.drawn_line import TELLING_BULLETS
from desktop_rag.readers.office.opendocument_styles import OUTLINE, Styles
from desktop_rag.readers.office.xml_parts import attribute, name_of
from desktop_rag.readers.symbol_fonts import with_signs

BULLET = "-"
_PLACE = re.compile(r"%(\d{1,2})%")
_MOST = 10_000_000  # no list counts further, whatever its file says
_SYSTEMS = {
    "1": "decimal", "01": "padded", "a": "alpha", "A": "ALPHA", "i": "roman", "I": "ROMAN", "1st": "ordinal",
    "α": "greek", "Α": "GREEK", "а": "russian", "А": "RUSSIAN", "א": "hebrew", "أ": "arabic abjad", "ا": "arabic abjad",
    "ก": "thai", "अ": "devanagari", "क": "devanagari",
    "一": "chinese", "〇": "ideographs", "壹": "chinese legal", "壱": "japanese legal", "일": "korean", "甲": "stems",
    "子": "branches", "ア": "aiueo", "ｱ": "aiueo", "あ": "hiragana", "イ": "iroha", "ｲ": "iroha",
    "い": "hiragana iroha",
    "가": "ganada", "㉮": "ganada", "ㄱ": "chosung", "㉠": "chosung", "①": "circled", "⑴": "parenthesised",
    "１": "fullwidth", "١": "arabic-indic digits", "۱": "persian digits", "१": "devanagari digits",
    "๑": "thai digits", "১": "bengali digits", "១": "khmer digits", "໑": "lao digits",
}  # fmt: skip
"""Systems by how the first number is written: a format names it, or lists the first ones as “一, 二, 三, ...”."""


class ListPlace(NamedTuple):
    """Where items of a list stand: which numbers they go on with, the list's style, their level from 1 on."""

    key: str
    style: str
    level: int


class Numbering:
    """Counts the items of the lists of one text."""

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        self._counts: dict[str, dict[int, int]] = {}
        self._last: dict[str, str] = {}  # which list of a style was the last one
        self._named: dict[str, ListPlace] = {}
        self._ended: dict[tuple[str, int], int] = {}  # the last numbers of inner lists, by their list and level

    def opened(self, element: ET.Element, outer: ListPlace | None, *, goes_on: bool = False) -> ListPlace:
        """Return the place of the items of a list; ``goes_on``: it belongs to the one before it in any case."""
        style = attribute(element, "style-name")
        if outer is not None:
            place = ListPlace(outer.key, style or outer.style, outer.level + 1)
            last = self._ended.get((place.key, place.level))
            if last is not None and attribute(element, "continue-numbering") == "true":
                self._counts[place.key].setdefault(place.level, last)
            return place
        before = self._named.get(attribute(element, "continue-list"))
        name = attribute(element, "id") or attribute(element, "list-id")
        style = style or (before.style if before else "")
        if before is None and (goes_on or attribute(element, "continue-numbering") == "true") and style in self._last:
            before = ListPlace(self._last[style], style, 1)
        key = before.key if before else f"{len(self._counts)} {style}"
        self._counts.setdefault(key, {})
        self._last[style] = key
        place = ListPlace(key, style, 1)
        if name:
            self._named[name] = place
        return place

    def numbered_paragraph(self, element: ET.Element) -> ListPlace:
        """Return the place of a paragraph that is an item without a list around it."""
        key = attribute(element, "list-id") or attribute(element, "style-name")
        self._counts.setdefault(key, {})
        return ListPlace(key, attribute(element, "style-name"), _number(element, "level") or 1)

    def item(self, place: ListPlace, element: ET.Element) -> str:
        """Count an item and return its label, ``BULLET`` where none is drawn; it may begin with a number of its own."""
        if not place.style:
            styles = (self._styles.list_of(attribute(part, "style-name")) for part in element)
            place = place._replace(style=next(filter(None, styles), ""))
        label = self._counted(place, _number(element, "start-value"))
        return BULLET if label is None else label

    def heading(self, element: ET.Element) -> str:
        """Count a heading outside of lists and return its number, "" for one without."""
        if attribute(element, "is-list-header") == "true" or not self._styles.has_list(OUTLINE):
            return ""
        place = ListPlace(OUTLINE, OUTLINE, _number(element, "outline-level") or 1)
        self._counts.setdefault(OUTLINE, {})
        restarts = attribute(element, "restart-numbering") == "true"
        first = _number(element, "start-value") if restarts else None
        return self._counted(place, self._start(place) if restarts and first is None else first) or ""

    def _start(self, place: ListPlace) -> int:
        level = self._styles.level(place.style, place.level)
        value = _number(level, "start-value") if level is not None else None
        return 1 if value is None else value

    def _counted(self, place: ListPlace, first: int | None) -> str | None:
        """Count, and return the label: None where the level has bullets or no style."""
        counts = self._counts[place.key]
        for above in range(1, place.level):
            counts.setdefault(above, self._start(place._replace(level=above)))
        if first is None:
            first = counts[place.level] + 1 if place.level in counts else self._start(place)
        counts[place.level] = min(first, _MOST)
        for below in [level for level in counts if level > place.level]:
            self._ended[place.key, below] = counts.pop(below)
        level = self._styles.level(place.style, place.level)
        return None if level is None else self._label(level, place, counts)

    def _label(self, level: ET.Element, place: ListPlace, counts: dict[int, int]) -> str | None:
        if name_of(level) == "list-level-style-bullet":
            sign = with_signs(attribute(level, "bullet-char"), self._styles.font_named(level))
            return f"{BULLET} {sign}" if sign and sign in TELLING_BULLETS else None
        if not attribute(level, "num-format"):
            return None
        template = attribute(level, "num-list-format")
        if template:
            return _PLACE.sub(lambda at: self._numeral(place.style, int(at[1]), counts), template).strip()
        shown = range(max(1, place.level + 1 - (_number(level, "display-levels") or 1)), place.level + 1)
        numbers = (self._numeral(place.style, at, counts) for at in shown)
        number = ".".join(number for number in numbers if number)
        return f"{attribute(level, 'num-prefix')}{number}{attribute(level, 'num-suffix')}".strip()

    def _numeral(self, style: str, level: int, counts: dict[int, int]) -> str:
        of_level = self._styles.level(style, level)
        form = attribute(of_level, "num-format") if of_level is not None else ""
        if of_level is None or not form:
            return ""
        system = _SYSTEMS.get(form.partition(",")[0].strip(), "decimal")
        if form in {"a", "A"} and attribute(of_level, "num-letter-sync") == "true":
            system += " repeated" if form == "a" else " REPEATED"
        return numeral(counts.get(level, 1), system)


def _number(element: ET.Element, name: str) -> int | None:
    value = attribute(element, name)
    return int(value[:9]) if value.isdecimal() else None
