"""Charts of Office files as tables: categories and values as they are drawn, with the titles of charts and axes."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

from desktop_rag.readers.office.drawing_text import ShapeText, paragraphs_of
from desktop_rag.readers.office.number_formats import general, number_format
from desktop_rag.readers.office.xml_parts import attribute, name_of
from desktop_rag.readers.plain import markdown_text

_MOST_POINTS = 1_000
_CATEGORIES, _VALUES = ("cat", "xVal"), ("val", "yVal")


class ChartText(NamedTuple):
    """The title of a chart, "" for none, and below it what its axes are called and its table."""

    title: str
    texts: list[str]


def chart_text(root: ET.Element) -> ChartText:
    """Return a chart as its title and a table: its categories, and a column for each series."""
    if any(name_of(part) == "chartData" for part in root):
        return _new_chart(root)
    titles = [_words(part) for part in root.iter() if name_of(part) == "title"]
    from_1904 = any(name_of(part) == "date1904" and part.get("val", "1") in {"1", "true"} for part in root)
    series = [part for part in root.iter() if name_of(part) == "ser"]
    names = [_words(next((part for part in one if name_of(part) == "tx"), ET.Element("none"))) for one in series]
    categories: dict[int, str] = {}
    for one in series:
        categories = _points(one, _CATEGORIES, from_1904=from_1904) | categories
    values = [_points(one, _VALUES, from_1904=from_1904) for one in series]
    return _as_text(titles, names, categories, values)


def _as_text(
    titles: Sequence[str], names: Sequence[str], categories: dict[int, str], values: Sequence[dict[int, str]]
) -> ChartText:
    places = sorted(set(categories).union(*values))[:_MOST_POINTS]
    rows = [[categories.get(at, ""), *(column.get(at, "") for column in values)] for at in places]
    title, *axes = list(filter(None, titles)) or [""]
    if not any(names):  # a head of nothing is none, and the first row would become it
        names = [title, *names[1:]]
    table = markdown_text.table([["", *names], *rows], has_head=True)
    return ChartText(title, ["\n\n".join(filter(None, (" · ".join(dict.fromkeys(axes)), table)))])


def _words(part: ET.Element) -> str:
    """Return the words of a title: written there, or copied from a cell."""
    copied = (value.text or "" for value in part.iter() if name_of(value) == "v")
    return " ".join(" ".join(ShapeText().lines(paragraphs_of(part))).split()) or " ".join(copied)


def _points(series: ET.Element, wanted: Sequence[str], *, from_1904: bool) -> dict[int, str]:
    """Return what stands at each place of a series; outer categories stand before the inner ones that they are over."""
    found: dict[int, str] = {}
    form = _label_format(series) if wanted == _VALUES else ""
    for cache in (one for part in series if name_of(part) in wanted for one in part.iter()):
        if name_of(cache) in {"numCache", "numLit"}:
            for place, text in _numbers(cache, form, from_1904=from_1904):
                found.setdefault(place, text)
        elif name_of(cache) in {"strCache", "strLit", *wanted}:
            for place, text in _listed(cache):
                found.setdefault(place, text)
        elif name_of(cache) == "multiLvlStrCache":
            levels = [dict(_listed(level)) for level in cache if name_of(level) == "lvl"]
            found |= _nested(levels)
    return found


def _listed(element: ET.Element) -> Iterator[tuple[int, str]]:
    for point in element:
        number = attribute(point, "idx") if name_of(point) == "pt" else ""
        if number.isdecimal():
            yield int(number[:9]), "".join(point.itertext()).strip()


def _numbers(cache: ET.Element, form: str, *, from_1904: bool) -> Iterator[tuple[int, str]]:
    """Yield numbers as their format shows them."""
    of_all = next(("".join(part.itertext()) for part in cache if name_of(part) == "formatCode"), "")
    own = {point.get("idx", ""): point.get("formatCode", "") for point in cache if name_of(point) == "pt"}
    for place, text in _listed(cache):
        yield place, _shown(text, form or own.get(str(place)) or of_all, from_1904=from_1904)


def _shown(text: str, code: str, *, from_1904: bool = False) -> str:
    try:
        value = float(text)
    except ValueError:
        return text
    return number_format(code, from_1904=from_1904).shown(value, text).text if code else general(value)


def _label_format(series: ET.Element) -> str:
    """Return the format of the numbers that are written beside the points of a series, "" for that of their cells."""
    for labels in (part for part in series if name_of(part) == "dLbls"):
        shown = any(name_of(part) == "showVal" and part.get("val") == "1" for part in labels)
        for form in (part for part in labels if name_of(part) == "numFmt"):
            if shown and form.get("sourceLinked") == "0":
                return form.get("formatCode", "")
    return ""


def _nested(levels: Sequence[dict[int, str]]) -> dict[int, str]:
    """Return categories on several levels, the inner ones first, each with those that it stands below."""
    found: dict[int, str] = {}
    for place in sorted(set().union(*levels)):
        above = (max((at for at in level if at <= place), default=-1) for level in levels[1:])
        outer = [level[at] for level, at in zip(levels[1:], above, strict=True) if at >= 0]
        inner = levels[0].get(place, "")
        found[place] = " ".join(filter(None, [*reversed(outer), inner]))
    return found


def _new_chart(root: ET.Element) -> ChartText:
    """Return a chart of the newer kinds: waterfalls, funnels, sunbursts."""
    titles = [_words(part) for part in root.iter() if name_of(part) == "title"]
    data = {part.get("id", ""): part for part in root.iter() if name_of(part) == "data"}
    names: list[str] = []
    categories: dict[int, str] = {}
    values: list[dict[int, str]] = []
    for series in (part for part in root.iter() if name_of(part) == "series"):
        used = next((part.get("val", "") for part in series if name_of(part) == "dataId"), "")
        dimensions = list(data.get(used, ()))
        levels = [
            dict(_listed(lvl)) for one in dimensions if name_of(one) == "strDim" for lvl in one if name_of(lvl) == "lvl"
        ]
        categories = (_nested(levels) if levels else {}) | categories
        column: dict[int, str] = {}
        for level in (lvl for one in dimensions if name_of(one) == "numDim" for lvl in one if name_of(lvl) == "lvl"):
            column |= {place: _shown(text, level.get("formatCode", "")) for place, text in _listed(level)}
        values.append(column)
        names.append(_words(next((part for part in series if name_of(part) == "tx"), ET.Element("none"))))
    return _as_text(titles, names, categories, values)
