"""Styles of a Word file: which are headings, and what they say of numbers, raised text and fonts."""

import re
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from desktop_rag.readers.office.xml_parts import attribute, name_of

_HEADING = re.compile(r"heading\s*([1-9])", re.IGNORECASE)
_DEEPEST = 20  # styles based on each other


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
