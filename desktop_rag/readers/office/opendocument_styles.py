"""Read the styles of OpenDocument texts: raised and lowered text, symbol fonts, list numbers."""

from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree as ET

from desktop_rag.readers.office.xml_parts import attribute, name_of

_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_DEEPEST = 20  # styles that one may go back to
_LISTS = frozenset(["list-style", "outline-style"])
OUTLINE = "\0outline"  # the style of headings has no name that a list could have


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
        for _ in range(_DEEPEST):
            style = self._styles.get((family, name))
            if style is None:
                return
            yield style
            name = attribute(style, "parent-style-name")


def _level(element: ET.Element) -> int:
    value = attribute(element, "level")
    return int(value[:9]) if value.isdecimal() else 1
