"""Hangul files in XML (HWPX): paragraphs, tables, numbers of lists, raised figures, forms, notes."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree as ET

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document
from desktop_rag.readers import formulas
from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.numerals import numeral
from desktop_rag.readers.office import extra_text
from desktop_rag.readers.office.drawn_line import DrawnLine, note_mark
from desktop_rag.readers.office.opendocument_controls import CHOSEN, EMPTY, NOT_CHOSEN, TICKED
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.xml_parts import attribute, name_of, parsed, parsed_beside
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.plain.text import in_pages
from desktop_rag.readers.section_headings import link_lines

_SECTION = re.compile(r"Contents/section(\d+)\.xml", re.IGNORECASE)
_DEEPEST = 60  # elements in elements
_WIDEST = 200  # columns of a table
_LEFT_OUT = frozenset(
    ["secPr", "colPr", "pageNum", "pageHiding", "linesegarray", "shapeComment", "indexmark", "titleMark", "bookmark"]
)
_SIGNS = {"tab": "\t", "lineBreak": "\n", "nbSpace": " ", "fwSpace": " ", "hyphen": "-"}
_EDGES = frozenset(["header", "footer"])
_NOTES = frozenset(["footNote", "endNote"])
_SYSTEMS = {
    "CIRCLED_DIGIT": "circled", "ROMAN_CAPITAL": "ROMAN", "ROMAN_SMALL": "roman", "LATIN_CAPITAL": "ALPHA",
    "LATIN_SMALL": "alpha", "HANGUL_SYLLABLE": "ganada", "CIRCLED_HANGUL_SYLLABLE": "ganada",
    "HANGUL_JAMO": "chosung", "CIRCLED_HANGUL_JAMO": "chosung", "HANGUL_PHONETIC": "korean", "IDEOGRAPH": "chinese",
    "DECAGON_CIRCLE": "stems", "DECAGON_CIRCLE_HANJA": "stems",
}  # fmt: skip
_OVER = re.compile(r"(?:\{([^{}]*)\}|(\w+))\s*\bover\b\s*(?:\{([^{}]*)\}|(\w+))")
_ROOT = re.compile(r"\bsqrt\s*\{([^{}]*)\}")
_SCRIPT = re.compile(r"(?<=(\w))\s*\^\s*\{([^{}]*)\}")
_PLACE = re.compile(r"\^(\d)")


def load_data(path: Path) -> Iterator[Document]:
    """Yield the text of an HWPX file; see ``readers.base.Reader``."""
    with Parts(path) as parts:
        names = sorted(filter(_SECTION.fullmatch, parts.names()), key=lambda name: int(re.sub(r"\D", "", name)))
        head: ET.Element = ET.Element("none")
        with suppress(UserError):
            head = parsed_beside(parts.read("Contents/header.xml", missing=b""))
        text = _Text(head)
        blocks = [block for name in names for block in text.blocks(parsed(parts.read(name))) if block.strip()]
    shown = "\n".join(blocks)
    sections = [
        extra_text.Section(headings.LINKS, link_lines(text.links, shown)),
        extra_text.Section(headings.EDGES, text.edges),
    ]
    return in_pages([extra_text.with_sections(shown, sections)])


class _Text:
    """Reads the sections of a file, which share the numbers of lists."""

    def __init__(self, head: ET.Element) -> None:
        self._raised: dict[str, int] = {}
        self._lists: dict[str, tuple[str, str, int]] = {}
        self._levels: dict[tuple[str, int], ET.Element] = {}
        self._counts: dict[str, dict[int, int]] = {}
        self._outline = "1"
        for part in head.iter():
            name, identity = name_of(part), attribute(part, "id")
            if name == "charPr":
                inside = {name_of(one) for one in part}
                self._raised[identity] = ("supscript" in inside) - ("subscript" in inside)
            elif name == "paraPr":
                for heading in (one for one in part.iter() if name_of(one) == "heading"):
                    level = attribute(heading, "level")
                    kind = attribute(heading, "type"), attribute(heading, "idRef")
                    self._lists[identity] = (*kind, int(level[:9]) if level.isdecimal() else 0)
            elif name == "numbering":
                for level_head in (one for one in part if name_of(one) == "paraHead"):
                    self._levels[identity, _number(level_head, "level") - 1] = level_head
        self.links: list[tuple[str, str]] = []
        self.edges: list[str] = []

    def blocks(self, element: ET.Element, depth: int = 0) -> Iterator[str]:
        """Yield the paragraphs and tables below an element, in order."""
        for part in element if depth < _DEEPEST else ():
            name = name_of(part)
            if name == "p":
                yield from self._paragraph(part, depth + 1)
            elif name == "tbl":
                yield from self._table(part, depth + 1)
            elif name not in _LEFT_OUT:
                yield from self.blocks(part, depth + 1)

    def _paragraph(self, paragraph: ET.Element, depth: int) -> Iterator[str]:
        line, below = DrawnLine(), list[ET.Element]()
        self._write(paragraph, line, below, 0)
        text = line.text().strip()
        label = self._label(paragraph) if text else ""
        if text:
            yield f"{label} {text}" if label else text
        for part in below:
            if name_of(part) in _NOTES:
                body = " ".join(self.blocks(part, depth))
                yield f"{note_mark(attribute(part, 'number'))} {body}".strip()
            elif name_of(part) in _EDGES:
                self.edges += self.blocks(part, depth)
            elif name_of(part) == "tbl":
                yield from self._table(part, depth)
            else:
                yield from self.blocks(part, depth)

    def _write(self, element: ET.Element, line: DrawnLine, below: list[ET.Element], place: int) -> None:
        """Write the words of a run, and keep what is drawn apart from them."""
        for part in element:
            name = name_of(part)
            if name == "t":
                _write_words(part, line, place)
            elif name in {"run", "ctrl"}:
                self._write(part, line, below, self._raised.get(attribute(part, "charPrIDRef"), place))
            elif name == "fieldBegin":
                self._keep_link(part)
            elif name == "dutmal":
                line.add(_text_of(part, "mainText"), place, is_base=True)
                line.reading(_text_of(part, "subText"))
            elif name == "equation":
                line.formula(_script(_text_of(part, "script")))
            elif name in _CONTROLS:
                line.control(_shown(part, name))
            elif name in _NOTES:
                line.note(attribute(part, "number"))
                below.append(part)
            elif name not in _LEFT_OUT:
                below.append(part)

    def _keep_link(self, field: ET.Element) -> None:
        paths = [part for part in field.iter() if name_of(part) == "stringParam" and attribute(part, "name") == "Path"]
        if attribute(field, "type") == "HYPERLINK":
            self.links += [("", "".join(path.itertext())) for path in paths]

    def _label(self, paragraph: ET.Element) -> str:
        """Count a paragraph of a list, and return its number; "" for bullets and others."""
        kind, numbering, level = self._lists.get(attribute(paragraph, "paraPrIDRef"), ("", "", 0))
        if kind not in {"NUMBER", "OUTLINE"}:
            return ""
        if kind == "OUTLINE":
            numbering = numbering if (numbering, level) in self._levels else self._outline
        head = self._levels.get((numbering, level))
        if head is None:
            return ""
        counts = self._counts.setdefault(f"{kind} {numbering}", {})
        counts[level] = counts[level] + 1 if level in counts else _number(head, "start")
        for below in [one for one in counts if one > level]:
            del counts[below]
        return _PLACE.sub(lambda at: self._numeral(numbering, int(at[1]) - 1, counts), head.text or "").strip()

    def _numeral(self, numbering: str, level: int, counts: dict[int, int]) -> str:
        head = self._levels.get((numbering, level))
        form = attribute(head, "numFormat") if head is not None else ""
        return numeral(counts.get(level, 1), _SYSTEMS.get(form, "decimal"))

    def _table(self, table: ET.Element, depth: int) -> Iterator[str]:
        """Yield a table: cells name their place and how many rows and columns they cover; then its title."""
        grid: dict[tuple[int, int], str] = {}
        rows = [row for row in table if name_of(row) == "tr"]
        for at, row in enumerate(rows):
            for cell in (part for part in row if name_of(part) == "tc"):
                marks = {name_of(part): part for part in cell}
                address = marks.get("cellAddr", ET.Element("none"))
                column = attribute(address, "colAddr")
                left = int(column[:9]) if column.isdecimal() else sum(1 for place in grid if place[0] == at)
                span = marks.get("cellSpan", ET.Element("none"))
                text = " ".join(self.blocks(cell, depth))
                for down in range(min(_number(span, "rowSpan"), len(rows) - at)):
                    for across in range(min(_number(span, "colSpan"), _WIDEST)):
                        grid[at + down, left + across] = "" if across else text
        width = max((column for _, column in grid), default=-1) + 1
        yield markdown_text.table([grid.get((at, column), "") for column in range(width)] for at in range(len(rows)))
        for caption in (part for part in table if name_of(part) == "caption"):
            yield from self.blocks(caption, depth)


def _write_words(element: ET.Element, line: DrawnLine, place: int) -> None:
    """Write the words of a run, without those that were deleted with tracked changes."""
    deleted = False
    line.add(element.text or "", place)
    for part in element:
        name = name_of(part)
        deleted = name == "deleteBegin" or (deleted and name != "deleteEnd")
        if not deleted:
            line.add(_SIGNS.get(name, ""), place)
            line.add(part.tail or "", place)


def _shown(control: ET.Element, name: str) -> str:
    """Return the text shown by a control of a form."""
    if name == "comboBox":
        chosen = attribute(control, "selectedValue")
        items = [part for part in control if name_of(part) == "listItem" and attribute(part, "value") == chosen]
        return next((attribute(item, "displayText") for item in items), "") or chosen
    if name == "edit":
        return _text_of(control, "text")
    signs = {"checkBtn": (TICKED, EMPTY), "radioBtn": (CHOSEN, NOT_CHOSEN)}.get(name, ("", ""))
    return f"{signs[attribute(control, 'value') != 'CHECKED']} {attribute(control, 'caption')}".strip()


def _script(script: str) -> str:
    """Return the script of a formula in one line: ``{a+b} over {c}`` as ``(a+b)/c``, ``sqrt {81}`` as ``√81``."""
    text, before = re.sub(r"[`~]|\b(?:it|rm|left|right)\b", " ", script), ""
    while text != before:
        before = text
        text = _OVER.sub(lambda at: f"{_grouped(at[1] or at[2])}/{_grouped(at[3] or at[4])}", text)
        text = _ROOT.sub(lambda at: f"√{_grouped(at[1])}", text)
        text = _SCRIPT.sub(
            lambda at: formulas.raised(at[2], at[1]) if at[2].isdecimal() else f"^{_grouped(at[2])}", text
        )
    return " ".join(re.sub(r"[{}]", " ", text).split())


def _grouped(text: str) -> str:
    """Return a part of a formula in brackets, unless it is one word or number."""
    inner = " ".join(text.split())
    return inner if inner.isalnum() else f"({inner})"


def _text_of(element: ET.Element, name: str) -> str:
    return "".join("".join(part.itertext()) for part in element if name_of(part) == name)


def _number(element: ET.Element, name: str) -> int:
    value = attribute(element, name)
    return max(int(value[:6]), 1) if value.isdecimal() else 1


_CONTROLS = frozenset(["checkBtn", "radioBtn", "comboBox", "edit", "btn"])
