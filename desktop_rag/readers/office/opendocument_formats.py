"""How cells of OpenDocument files show numbers, days and times: their styles as format codes."""

from collections.abc import Iterable
from xml.etree import ElementTree as ET

from desktop_rag.readers.office.xml_parts import attribute, name_of

_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_DEEPEST = 20  # styles that one may go back to
_DATA_STYLES = frozenset(f"{kind}-style" for kind in ("number", "percentage", "currency", "date", "time", "text"))
_MOMENTS = {"year": "yy", "day": "d", "hours": "h", "minutes": "m", "seconds": "s", "day-of-week": "ddd"}
_MOST_DIGITS = 30


class Formats:
    """The formats of the cells of a file; what its own styles say comes before the common ones."""

    def __init__(self, groups: Iterable[ET.Element]) -> None:
        self._cells: dict[str, ET.Element] = {}
        self._data: dict[str, ET.Element] = {}
        for style in (style for group in groups for style in group):
            name = style.get(f"{_STYLE}name", "")
            if name_of(style) in _DATA_STYLES:
                self._data.setdefault(name, style)
            elif style.get(f"{_STYLE}family") == "table-cell":
                self._cells.setdefault(name, style)
        self._codes: dict[str, str] = {}

    def code(self, cell: ET.Element) -> str:
        """Return the format code of a cell, "" where its style names none."""
        name = cell.get(f"{_TABLE}style-name", "")
        if name not in self._codes:
            self._codes[name] = self._code(name)
        return self._codes[name]

    def _code(self, name: str) -> str:
        for _ in range(_DEEPEST):
            style = self._cells.get(name)
            if style is None:
                return ""
            if data := style.get(f"{_STYLE}data-style-name"):
                return _of_style(self._data[data]) if data in self._data else ""
            name = style.get(f"{_STYLE}parent-style-name", "")
        return ""


def _of_style(style: ET.Element) -> str:
    """Return the format code of a data style; what it says of negative numbers alone is left out."""
    is_span = attribute(style, "truncate-on-overflow") == "false"
    return "".join(_part(part, is_span=is_span and part is _first_moment(style)) for part in style)


def _first_moment(style: ET.Element) -> ET.Element | None:
    return next((part for part in style if name_of(part) in _MOMENTS), None)


def _part(part: ET.Element, *, is_span: bool) -> str:
    """Return what a part of a data style is in a format code; ``is_span``: it counts on beyond its usual end."""
    name, is_long = name_of(part), attribute(part, "style") == "long"
    match name:
        case "text" | "currency-symbol":
            return f'"{(part.text or "").replace(chr(34), "")}"' if part.text != "%" else "%"
        case "number" | "scientific-number":
            return _number(part)
        case "fraction":
            return (
                f"# {'?' * _count(part, 'min-numerator-digits', 1)}/{'?' * _count(part, 'min-denominator-digits', 1)}"
            )
        case "month":
            return ("mmmm" if is_long else "mmm") if attribute(part, "textual") == "true" else "mm" if is_long else "m"
        case "am-pm":
            return "AM/PM"
        case "text-content":
            return "@"
    letters = _MOMENTS.get(name, "")
    if name == "seconds" and (decimals := _count(part, "decimal-places", 0)):
        return f"{letters * (1 + is_long)}.{'0' * decimals}"
    if is_span:
        return f"[{letters * (1 + is_long)}]"
    return letters * (1 + is_long) if name != "day-of-week" else letters + "d" * is_long


def _number(part: ET.Element) -> str:
    whole = _count(part, "min-integer-digits", 1)
    code = "#,##0" if attribute(part, "grouping") == "true" and whole < 2 else "0" * whole or "#"
    decimals = _count(part, "decimal-places", -1)
    if decimals < 0:
        return "General" if whole < 2 and code != "#,##0" else code
    least = min(decimals, _count(part, "min-decimal-places", decimals))
    code += f".{'0' * least}{'#' * (decimals - least)}" if decimals else ""
    if name_of(part) == "scientific-number":
        code += f"E+{'0' * _count(part, 'min-exponent-digits', 2)}"
    return code


def _count(part: ET.Element, name: str, missing: int) -> int:
    value = attribute(part, name)
    return min(int(value[:3]), _MOST_DIGITS) if value.isascii() and value.isdecimal() else missing
