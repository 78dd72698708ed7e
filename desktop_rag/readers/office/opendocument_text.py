"""The texts of OpenDocument files as they are drawn: paragraphs, lists, tables, formulas, form controls, drawings.

Their styles tell what is raised or lowered, which fonts have symbols, and how lists are numbered.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import NamedTuple
from xml.etree import ElementTree as ET

from desktop_rag.evidence.tables import is_rule
from desktop_rag.readers import formulas
from desktop_rag.readers.numerals import numeral
from desktop_rag.readers.office.drawn_line import TELLING_BULLETS, DrawnLine, note_mark
from desktop_rag.readers.office.embedded_pictures import description
from desktop_rag.readers.office.opendocument_controls import Controls, field_mark
from desktop_rag.readers.office.xml_parts import attribute, name_of
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.symbol_fonts import with_signs

_DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
_MOST_REPEATED = 50  # cells, or rows, that one may stand for
_MOST_BLANKS = 100
_DEEPEST = 80  # elements in elements
_LEFT_OUT = frozenset(
    ["tracked-changes", "annotation", "bibliography-configuration", "sequence-decls", "forms", "event-listeners"]
)
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TOLD = ("title", "desc")
_FIELDS = frozenset(f"{_TEXT}{name}" for name in _TOLD)
_NO_WORDS = _LEFT_OUT.union(["annotation-end", "script", "number"], _TOLD)
_NOT_DRAWN = frozenset(["glue-point", "page-thumbnail"])
_OBJECTS = frozenset(["object", "object-ole"])
_PAGES = frozenset(["page", "master-page"])
_AROUND_ROWS = frozenset(["section", "soft-page-break"])
_BLANKS = re.compile(r"[ \t\r\n]{2,}|[\t\r\n]")  # a single blank may stay: most are
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
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_MOST_ANCESTORS = 20  # styles that one may go back to
_LISTS = frozenset(["list-style", "outline-style"])
OUTLINE = "\0outline"  # the style of headings has no name that a list could have


class ListPlace(NamedTuple):
    """The place of a list's items: the numbering they continue, the list's style, their level from 1 on."""

    key: str
    style: str
    level: int


class Styles:
    """The styles of a text. Its own come first: the styles of headers have the same names."""

    def __init__(self, *groups: ET.Element) -> None:
        self._styles: dict[tuple[str, str], ET.Element] = {}
        self._lists: dict[str, ET.Element] = {}
        self._fonts: dict[str, str] = {}
        for style in (style for group in groups for style in group):
            kind, name = name_of(style), style.get(f"{_STYLE}name", "")
            if kind == "style":
                self._styles.setdefault((style.get(f"{_STYLE}family", ""), name), style)
            elif kind == "font-face":
                self._fonts.setdefault(name, attribute(style, "font-family") or name)
            elif kind in _LISTS:
                self._lists.setdefault(name if kind == "list-style" else OUTLINE, style)
        self._levels: dict[str, dict[int, ET.Element]] = {}
        self.property = cache(self._property)

    def level(self, name: str, level: int) -> ET.Element | None:
        """Return the element of a list style for a level, from 1 on."""
        if name not in self._levels:
            self._levels[name] = {
                _level(one): one for one in self._lists.get(name, ()) if "level-style" in name_of(one)
            }
        return self._levels[name].get(level)

    def has_list(self, name: str) -> bool:
        """Return True if there is a list style of a name."""
        return name in self._lists

    def raised(self, family: str, name: str) -> int | None:
        """Return 1 for raised, -1 for lowered, 0 for neither, None where a style leaves that to what is around it."""
        place = self.property(family, name, "text-position").split()
        if not place:
            return None
        if place[0] in {"super", "sub"}:
            return 1 if place[0] == "super" else -1
        try:
            amount = float(place[0].removesuffix("%"))
        except ValueError:
            return None
        return (amount > 0) - (amount < 0)

    def font(self, family: str, name: str) -> str:
        """Return the font that a style names, "" for none."""
        named = self.property(family, name, "font-name")
        return (self._fonts.get(named, named) or self.property(family, name, "font-family")).strip("'\"")

    def font_named(self, element: ET.Element) -> str:
        """Return the font that the properties below an element name, "" for none."""
        for part in element:
            if name_of(part) == "text-properties":
                named = attribute(part, "font-name")
                return (self._fonts.get(named, named) or attribute(part, "font-family")).strip("'\"")
        return self.font("text", attribute(element, "style-name"))

    def list_of(self, paragraph: str) -> str:
        """Return the list style that the style of a paragraph names, "" for none."""
        named = (attribute(style, "list-style-name") for style in self._line("paragraph", paragraph))
        return next(filter(None, named), "")

    def _property(self, family: str, name: str, wanted: str) -> str:
        """Return a property of text, of the style or of what it goes back to."""
        for style in self._line(family, name):
            for part in style:
                value = attribute(part, wanted) if name_of(part) == "text-properties" else ""
                if value:
                    return value
        return ""

    def _line(self, family: str, name: str) -> Iterator[ET.Element]:
        """Yield a style and those that it goes back to."""
        for _ in range(_MOST_ANCESTORS):
            style = self._styles.get((family, name))
            if style is None:
                return
            yield style
            name = attribute(style, "parent-style-name")


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
        return ListPlace(key, attribute(element, "style-name"), _number_or_none(element, "level") or 1)

    def item(self, place: ListPlace, element: ET.Element) -> str:
        """Count an item and return its label, ``BULLET`` where none is drawn; it may set its own start value."""
        if not place.style:
            styles = (self._styles.list_of(attribute(part, "style-name")) for part in element)
            place = place._replace(style=next(filter(None, styles), ""))
        label = self._counted(place, _number_or_none(element, "start-value"))
        return BULLET if label is None else label

    def heading(self, element: ET.Element) -> str:
        """Count a heading outside of lists and return its number, "" for one without."""
        if attribute(element, "is-list-header") == "true" or not self._styles.has_list(OUTLINE):
            return ""
        place = ListPlace(OUTLINE, OUTLINE, _number_or_none(element, "outline-level") or 1)
        self._counts.setdefault(OUTLINE, {})
        restarts = attribute(element, "restart-numbering") == "true"
        first = _number_or_none(element, "start-value") if restarts else None
        return self._counted(place, self._start(place) if restarts and first is None else first) or ""

    def _start(self, place: ListPlace) -> int:
        level = self._styles.level(place.style, place.level)
        value = _number_or_none(level, "start-value") if level is not None else None
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
        shown = range(max(1, place.level + 1 - (_number_or_none(level, "display-levels") or 1)), place.level + 1)
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


def _number_or_none(element: ET.Element, name: str) -> int | None:
    value = attribute(element, name)
    return int(value[:9]) if value.isdecimal() else None


class _Look(NamedTuple):
    """The look of words: 1 raised, -1 lowered, 0 neither; and their font."""

    place: int = 0
    font: str = ""


_PLAIN = _Look()


class OpenText:
    """Reads the elements of one text, which share its styles, the numbers of its lists and its form controls.

    ``objects`` returns the root of a formula or chart that an element holds, None for none.
    """

    def __init__(self, styles: Styles, controls: Controls, objects: Callable[[ET.Element], ET.Element | None]) -> None:
        self._styles = styles
        self.controls = controls
        self._objects = objects
        self._numbering = Numbering(styles)
        self._look = cache(self._looks)
        self.links: list[tuple[str, str]] = []

    def blocks(self, element: ET.Element, depth: int = 0) -> Iterator[str]:
        """Yield the paragraphs, headings, lists, tables and drawings of an element and below it, in order."""
        name = name_of(element)
        if depth > _DEEPEST or _has_no_words(element):
            return
        if name in {"p", "h"}:
            yield from self._paragraph(element, depth, "" if name == "p" else self._numbering.heading(element))
        elif name == "table":
            yield from self.table(element, depth)
        elif name == "list":
            yield from self._list(element, depth, self._numbering.opened(element, None))
        elif name == "numbered-paragraph":
            label = self._numbering.item(self._numbering.numbered_paragraph(element), element)
            yield from self._item(element, depth, None, label)
        elif element.tag.startswith(_DRAW) and name not in _PAGES:
            yield from self._drawing(element, depth)
        else:
            yield from self._parts(element, depth, in_shape=name in _PAGES)

    def _parts(self, parts: Iterable[ET.Element], depth: int, *, in_shape: bool) -> Iterator[str]:
        """Yield the blocks of elements; in shapes a list continues the one right before it."""
        before = ""
        for part in parts:
            style = attribute(part, "style-name") if name_of(part) == "list" and in_shape else ""
            if style:
                place = self._numbering.opened(part, None, goes_on=style == before)
                yield from self._list(part, depth + 1, place)
            else:
                yield from self.blocks(part, depth + 1)
            before = style

    def _paragraph(self, element: ET.Element, depth: int, label: str = "") -> Iterator[str]:
        """Yield a paragraph or heading, and below it what floats beside it."""
        text, beside = self._inline(element)
        text = text.strip()
        if name_of(element) == "h":
            label = "" if label.startswith(BULLET) else label
            yield markdown_text.heading(_number(element, "outline-level"), f"{label} {text}" if text else "")
        elif text:
            yield f"{label} {text}" if label else text
        for part in beside:
            yield from self._beside(part, depth + 1)

    def _beside(self, part: ET.Element, depth: int) -> Iterator[str]:
        """Yield a note below its paragraph, with its mark, or a drawing."""
        if name_of(part) != "note":
            yield from self._drawing(part, depth)
            return
        bodies = (body for body in part if name_of(body) == "note-body")
        texts = [text for body in bodies for text in self._parts(body, depth, in_shape=False) if text]
        if texts:
            yield f"{note_mark(_citation(part))} {texts[0]}".strip()
            yield from texts[1:]

    # -- words

    def _inline(self, element: ET.Element) -> tuple[str, list[ET.Element]]:
        """Return the words of a paragraph, and the elements drawn beside or below them."""
        look = self._look("paragraph", attribute(element, "style-name"), _PLAIN)
        if not len(element) and not look.place:  # most have one look
            return _drawn(element.text or "", look.font), []
        line, beside = DrawnLine(), list[ET.Element]()
        self._write(element, _Pen(line, look, beside), 0)
        return line.text(), beside

    def _write(self, element: ET.Element, pen: "_Pen", depth: int) -> None:
        pen.say(element.text)
        for part in element if depth < _DEEPEST else ():
            self._write_part(part, name_of(part), pen, depth + 1)
            pen.say(part.tail)

    def _write_part(self, part: ET.Element, name: str, pen: "_Pen", depth: int) -> None:
        if _has_no_words(part):
            return
        begin = pen.line.count
        if part.tag.startswith(_DRAW):
            self._write_drawing(part, name, pen)
        elif name == "span":
            look = self._look("text", attribute(part, "style-name"), pen.look)
            self._write(part, _Pen(pen.line, look, pen.beside), depth)
        elif name in {"tab", "line-break"}:
            pen.line.add("\t" if name == "tab" else "\n")
        elif name == "s":
            pen.line.add(" " * min(_number(part, "c"), _MOST_BLANKS), pen.look.place)
        elif name == "ruby":
            self._write_ruby(part, pen, depth)
        elif name == "note":
            pen.line.note(_citation(part))
            pen.beside.append(part)
        else:
            self._write(part, pen, depth)
            if name == "a":
                self.links.append((pen.line.plain(begin), attribute(part, "href")))
            elif pen.line.count == begin:
                pen.line.control(field_mark(part, name))

    def _looks(self, family: str, style: str, around: _Look) -> _Look:
        """Return the look of words of a style; values it leaves open are taken from around it."""
        place = self._styles.raised(family, style)
        return _Look(around.place if place is None else place, self._styles.font(family, style) or around.font)

    def _write_ruby(self, ruby: ET.Element, pen: "_Pen", depth: int) -> None:
        for part in ruby:
            if name_of(part) == "ruby-base":
                base = DrawnLine()
                self._write(part, _Pen(base, pen.look, pen.beside), depth)
                pen.line.add(base.text(), is_base=True)
            elif name_of(part) == "ruby-text":
                pen.line.reading("".join(part.itertext()).strip())

    def _write_drawing(self, part: ET.Element, name: str, pen: "_Pen") -> None:
        """Write the text of a drawing in the line, and keep the rest for below it."""
        if name == "control":
            pen.line.control(self.controls.shown(attribute(part, "control")))
        elif (formula := self._formula(part)) is not None:
            pen.line.formula(formula)
        else:
            pen.beside.append(part)

    def _formula(self, frame: ET.Element) -> str | None:
        """Return the formula of a frame in one line, None where it holds none."""
        for part in frame:
            content = self._objects(part) if name_of(part) in _OBJECTS else None
            if content is not None and name_of(content) == "math":
                return formulas.of_mathml(content)
        return None

    # -- drawings

    def _drawing(self, element: ET.Element, depth: int) -> Iterator[str]:
        """Yield the text of a frame, a shape or a group, and its description."""
        name = name_of(element)
        if name in _NOT_DRAWN or depth > _DEEPEST:
            return
        if name == "control":
            texts = [self.controls.shown(attribute(element, "control"))]
        elif (formula := self._formula(element)) is not None:
            texts = [formula]
        else:
            parts = [part for part in element if not _has_no_words(part)]
            texts = [text for text in self._parts(parts, depth, in_shape=True) if text]
            texts += [text for part in parts if name_of(part) in _OBJECTS for text in self._object(part, depth)]
        if attribute(element, "class") == "title" and texts:
            texts = [markdown_text.heading(1, " ".join(texts))]
        described = drawing_description(element) if not texts or name == "g" else ""
        yield from filter(None, [*texts, described])
        for address in _addresses(element):
            self.links.append((" ".join(texts) or described, address))

    def _object(self, holder: ET.Element, depth: int) -> Iterator[str]:
        """Yield the content of an object: the title and figures of a chart as a table, the cells of a sheet, a text."""
        content = self._objects(holder)
        body = next((part for part in content if name_of(part) == "body"), None) if content is not None else None
        for kind in body if body is not None else ():
            charts = [chart for chart in kind if name_of(chart) == "chart"] if name_of(kind) == "chart" else []
            for part in (part for chart in charts for part in chart):
                if name_of(part) in {"title", "subtitle", "footer"}:
                    yield from self._parts(part, depth + 1, in_shape=False)
                elif name_of(part) == "table":
                    yield from self.table(part, depth + 1)
            if not charts:
                yield from self._parts(kind, depth + 1, in_shape=False)

    # -- lists

    def _list(self, element: ET.Element, depth: int, place: ListPlace) -> Iterator[str]:
        """Yield a list: items with bullets one per line, what is below them indented; others as paragraphs."""
        lines: list[str] = []
        for item in element if depth < _DEEPEST else ():
            if name_of(item) not in {"list-item", "list-header"}:
                continue
            label = self._first_label(item, place) if name_of(item) == "list-item" else ""
            parts = [text for text in self._item(item, depth, place, label) if text]
            if label.startswith(BULLET):
                lines += [text if not at else _indented(text) for at, text in enumerate(parts)]
                continue
            if lines:
                yield "\n".join(lines)
                lines = []
            yield from parts
        if lines:
            yield "\n".join(lines)

    def _first_label(self, item: ET.Element, place: ListPlace) -> str:
        """Return the label of an item; one that holds nothing but an inner list has none, and does not count."""
        has_own = any(name_of(part) in {"p", "h"} for part in item)
        return self._numbering.item(place, item) if has_own else ""

    def _item(self, item: ET.Element, depth: int, place: ListPlace | None, label: str) -> Iterator[str]:
        """Yield the blocks of an item; its label stands before the first paragraph."""
        for part in item:
            name = name_of(part)
            if name in {"p", "h"}:
                yield from self._paragraph(part, depth + 1, label)
                label = ""
            elif name == "list":
                yield from self._list(part, depth + 1, self._numbering.opened(part, place))
            else:
                yield from self.blocks(part, depth + 1)

    # -- tables

    def table(self, table: ET.Element, depth: int = 0) -> Iterator[str]:
        """Yield a table, and the content of its cells that is drawn below it."""
        below: list[ET.Element] = []
        yield markdown_text.table(self.rows(table, below, depth), has_head=_is_headed(table) or None)
        for part in below:
            yield from self._beside(part, depth)

    def rows(self, table: ET.Element, below: list[ET.Element], depth: int = 0) -> Iterator[list[str]]:
        """Yield the rows of a table; what a merged cell says stands in each row that it covers."""
        covered: dict[int, tuple[int, str]] = {}
        for row in _rows(table):
            for time in range(min(max(_number(row, "number-rows-repeated"), 1), _MOST_REPEATED)):
                cells: list[str] = []
                for cell in row:
                    if name_of(cell) in {"table-cell", "covered-table-cell"}:
                        self._add_cell(cell, cells, covered, [] if time else below, depth)
                yield cells
                if not any(cells):
                    break

    def _add_cell(
        self,
        cell: ET.Element,
        cells: list[str],
        covered: dict[int, tuple[int, str]],
        below: list[ET.Element],
        depth: int,
    ) -> None:
        """Add a cell to its row with its repetitions; ``covered``: the number of rows that a column spans."""
        times = _number(cell, "number-columns-repeated")
        if name_of(cell) == "covered-table-cell" and len(cells) in covered:
            for _ in range(min(times, _MOST_REPEATED)):
                left, text = covered.pop(len(cells), (0, ""))
                if left > 1:
                    covered[len(cells)] = left - 1, text
                cells.append(text)
            return
        text = self._cell(cell, below, depth)
        rows = _number(cell, "number-rows-spanned")
        for place in range(_number(cell, "number-columns-spanned") if rows > 1 else 0):
            covered[len(cells) + place] = rows - 1, "" if place else text
        cells += [text] * (min(times, _MOST_REPEATED) if text else min(times, 1))

    def _cell(self, cell: ET.Element, below: list[ET.Element], depth: int) -> str:
        """Return the text of a cell; notes and charts of it are put to what stands below the table."""
        texts: list[str] = []
        for part in cell:
            name = name_of(part)
            if name in {"p", "h"}:
                text, beside = self._inline(part)
                texts.append(text)
                below += [one for one in beside if name_of(one) == "note"]
                texts += [text for one in beside if name_of(one) != "note" for text in self._drawing(one, depth + 1)]
            elif name in {"list", "table"} or part.tag.startswith(_DRAW):
                texts += [_without_marks(text) for text in self.blocks(part, depth + 1)]
        return " ".join(text.strip() for text in texts if text.strip())


class _Pen(NamedTuple):
    """The pen for a paragraph's words: their line, their look, and the text kept for below them."""

    line: DrawnLine
    look: _Look
    beside: list[ET.Element]

    def say(self, text: str | None) -> None:
        if text:
            self.line.add(_drawn(text, self.look.font), self.look.place)


def _drawn(text: str, font: str) -> str:
    """Return the words of a file as a font draws them, with single blanks."""
    if "  " in text or "\n" in text or "\t" in text or "\r" in text:  # most have none
        text = _BLANKS.sub(" ", text)
    return with_signs(text, font)


def _is_headed(table: ET.Element) -> bool:
    """Return True if a table's first row names the columns: by its place, or by the style of its words."""
    if any(name_of(part) == "table-header-rows" for part in table):
        return True
    styles = [
        [
            attribute(part, "style-name")
            for part in row.iter()
            if name_of(part) == "p" and len("".join(part.itertext()).strip())
        ]
        for row in islice(_rows(table), 2)
    ]
    return (
        len(styles) > 1
        and bool(styles[0])
        and all("Heading" in style for style in styles[0])
        and not all("Heading" in style for style in styles[1])
    )


def _rows(table: ET.Element) -> Iterator[ET.Element]:
    """Yield the rows of a table, also those of its heading and groups."""
    for part in table:
        if name_of(part) == "table-row":
            yield part
        elif name_of(part).startswith("table-") or name_of(part) in _AROUND_ROWS:
            yield from _rows(part)


def _indented(block: str) -> str:
    return "\n".join(f"  {line}" for line in block.split("\n"))


def _without_marks(block: str) -> str:
    """Return a block without the marks of items and rows, which say nothing in a cell."""
    lines = (line.strip() for line in block.split("\n"))
    return " ".join(line.removeprefix("- ").strip("| ").replace(" | ", " ") for line in lines if not is_rule(line))


def _citation(note: ET.Element) -> str:
    return "".join("".join(part.itertext()) for part in note if name_of(part) == "note-citation").strip()


def _has_no_words(element: ET.Element) -> bool:
    """Return True if an element has no words: also descriptions of a drawing, unless a text field has that name."""
    return name_of(element) in _NO_WORDS and element.tag not in _FIELDS


def drawing_description(element: ET.Element) -> str:
    """Return the description of a drawing for people who do not see it."""
    title, text = ("".join("".join(part.itertext()) for part in element if name_of(part) == name) for name in _TOLD)
    return description(title, text)


def _addresses(element: ET.Element) -> Iterator[str]:
    """Yield the addresses that a click on a drawing opens."""
    if name_of(element) == "a":
        yield attribute(element, "href")
    for part in element:
        if name_of(part) == "event-listeners":
            yield from filter(None, (attribute(listener, "href") for listener in part))


def _number(element: ET.Element, name: str) -> int:
    value = attribute(element, name)
    return int(value[:9]) if value.isdecimal() else 1


def _level(element: ET.Element) -> int:
    value = attribute(element, "level")
    return int(value[:9]) if value.isdecimal() else 1
