"""Read the text of Word, PowerPoint and Excel files that is neither drawn nor in cells.

Comments, speaker notes, footnotes, headers and footers, charts with their numbers, diagrams, text boxes of sheets, the
text of pictures: each part of a file refers to the parts that hold them.
"""

import math
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import NamedTuple, TypeAlias
from xml.etree import ElementTree as ET

from desktop_rag.core.errors import UserError
from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.base import NothingToRead, ReadOptions, note_missing
from desktop_rag.readers.detect import format_of
from desktop_rag.readers.format import load_function
from desktop_rag.readers.office import word_text, xlsb
from desktop_rag.readers.office.drawing_text import ShapeText, paragraphs_of
from desktop_rag.readers.office.embedded_pictures import EmbeddedPictures, description
from desktop_rag.readers.office.number_formats import general, number_format
from desktop_rag.readers.office.parts import Parts, part_names
from desktop_rag.readers.office.word_runs import Runs
from desktop_rag.readers.office.word_styles import Styles
from desktop_rag.readers.office.xml_parts import (
    DAMAGED_BESIDE,
    addresses,
    attribute,
    inline,
    name_of,
    parsed,
    parsed_as_far,
    parsed_beside,
    relations,
)
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.section_headings import link_lines

_Words: TypeAlias = Callable[[ET.Element], str]
_WORD_MAIN = re.compile(r"word/document\d*\.xml")
_COMMENTS = frozenset(["comment", "threadedComment", "cm"])
_REPEATED = "[Threaded comment]"  # what Excel writes for programs that do not know comments with answers
_LEAST_LETTERS = 3  # of a header or footer; less is the page's number
_MOST_POINTS = 1_000
_CATEGORIES, _VALUES = ("cat", "xVal"), ("val", "yVal")
_RELATION = "/aFChunk"
_READ = frozenset(["HTML", "MHTML", "RTF", "Text"])  # which hold nothing that could be inserted again


def inserted_texts(parts: Parts, part: str) -> Iterator[str]:
    """Yield the texts that a part refers to; damaged ones are passed over."""
    names = [name for kind, name in relations(parts, part).values() if kind.endswith(_RELATION)]
    for name in names:
        with suppress(UserError), tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"inserted{PurePosixPath(name).suffix}"
            path.write_bytes(parts.read(name))
            yield _text(path)


def _text(path: Path) -> str:
    found = format_of(path)
    if found.name == "Word":
        return word_text.word_markdown(path)
    pages = load_function(found.reader)(path) if found.name in _READ else ()
    return "\n".join(page.text for page in pages)


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
    """Return the labels of a series by place; outer categories precede the inner ones they span."""
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


class Section(NamedTuple):
    """Texts of one kind under a heading."""

    heading: str
    texts: list[str]


def of_word(path: Path, options: ReadOptions) -> list[Section]:
    """Return headers, footers, notes, comments and text boxes of a Word file.

    Raises:
        UserError: it is damaged.

    """
    with Parts(path) as parts:
        main = word_main(parts)
        if not main:
            return []
        inserted = Section(headings.INSERTED_TEXT, list(inserted_texts(parts, main)))
        # what stands beside the text is written as the text is, which is known then
        runs = Runs(Styles(parsed_beside(parts.read("word/styles.xml", missing=b""))), {})
        return [inserted, *sections(parts, main, EmbeddedPictures(parts, options), runs.shown)]


def pictures_of_word(path: Path, options: ReadOptions) -> Iterator[str]:
    """Yield the text of each picture of a Word file, "" for those without.

    Raises:
        UserError: it is damaged.

    """
    with Parts(path) as parts:
        yield from EmbeddedPictures(parts, options).texts(_pictures(parts, word_main(parts)), math.inf)


def of_sheets(parts: Parts, options: ReadOptions) -> Callable[[str], Iterable[Section]]:
    """Return a function for the text beside the cells of the sheet of a name.

    Raises:
        UserError: the file is damaged.

    """
    binary = xlsb.MAIN in parts.names()
    names = dict(xlsb.listed_sheets(parts) if binary else listed(parts, "xl/workbook.xml", "sheet"))
    pictures = EmbeddedPictures(parts, options)
    return lambda name: sections(parts, names[name], pictures) if name in names else ()


def with_sections(text: str, more: Iterable[Section], known: str = "") -> str:
    """Return a text with sections below it, without what it, or what is ``known``, says already."""
    known = "".join((known or text).split())
    added = [text.rstrip()]
    for heading, texts in more:
        new = [part for part in dict.fromkeys(texts) if part.strip() and "".join(part.split()) not in known]
        if new:
            added += [markdown_text.heading(headings.LEVEL, heading), "\n".join(new)]
    return "\n\n".join(part for part in added if part)


def no_text_reason(path: Path, options: ReadOptions) -> NothingToRead:
    """Return the reason why a Word or PowerPoint file without text is not read."""
    if not any("/media/" in name for name in part_names(path)):
        return NothingToRead("The file contains no text.")
    if not options.ocr:
        return NothingToRead(
            "The file contains only pictures, and text recognition (OCR) is switched off.",
            "Switch it on in the folder's rules.",
        )
    return NothingToRead(
        "The file contains only pictures, and no text was recognised in them. If they show text, save the file as PDF."
    )


def is_torn(parts: Parts, part: str) -> bool:
    """Return True if a part that lists others is damaged or names a missing one, so its list may have gaps."""
    targets: dict[str, tuple[str, str]] = {}
    try:
        targets = relations(parts, part)
        root = parsed(parts.read(part))
    except UserError:
        return True
    identities = [attribute(entry, "id", spaced=True) for entry in root.iter() if name_of(entry) in {"sldId", "sheet"}]
    return any(identity not in targets for identity in identities)


def listed(parts: Parts, part: str, item: str) -> Iterator[tuple[str, str]]:
    """Yield the names and the parts of the slides or sheets that a part lists, in order."""
    targets = relations(parts, part)
    for entry in parsed_as_far(parts.read(part)).iter():
        identity = attribute(entry, "id", spaced=True) if name_of(entry) == item else ""
        if identity in targets:
            yield attribute(entry, "name"), targets[identity][1]


def sections(parts: Parts, part: str, pictures: EmbeddedPictures, words: _Words = inline) -> Iterator[Section]:
    """Yield the sections of the parts that one refers to, headers last; ``words`` writes paragraphs of Word."""
    roots = _referred(parts, part)
    yield from (_chart(root) for family in _CHARTS for _, root in roots[family])
    for name, drawing in roots["drawing"]:
        yield Section(headings.TEXT_BOXES, _paragraphs(drawing))
        beside = _referred(parts, name)
        titles = [_chart(root).heading for family in _CHARTS for _, root in beside[family]]
        yield Section(headings.CHARTS, titles)
        yield Section(headings.DIAGRAM, [text for _, root in beside["diagramData"] for text in _paragraphs(root)])
        yield Section(headings.PICTURES, [*_descriptions(drawing), *pictures.texts(_pictures(parts, name))])
        yield Section(headings.LINKS, link_lines(_drawn_links(parts, name, drawing)))
    yield Section(headings.PICTURES, list(pictures.texts(_pictures(parts, part))))
    for heading, families, texts in _KINDS:
        yield Section(
            heading, [text for family in families for _, root in roots[family] for text in texts(root, words)]
        )


def gathered(found: Iterable[Section]) -> list[Section]:
    """Return sections with the texts of those of the same heading together, in the order of the first ones."""
    together: dict[str, list[str]] = {}
    for heading, texts in found:
        together.setdefault(heading, []).extend(texts)
    return [Section(heading, texts) for heading, texts in together.items()]


def _descriptions(drawing: ET.Element) -> Iterator[str]:
    """Yield the descriptions of a sheet's pictures and charts for people who do not see them."""
    for about in drawing.iter():
        if name_of(about) == "cNvPr":
            yield description(about.get("title", ""), about.get("descr", ""))


def _drawn_links(parts: Parts, name: str, drawing: ET.Element) -> Iterator[tuple[str, str]]:
    """Yield the addresses that a click on a shape or picture of a sheet opens."""
    with suppress(UserError):
        targets = addresses(parts, name)
        for about in drawing.iter() if targets else ():
            if name_of(about) == "cNvPr":
                clicks = (attribute(part, "id", spaced=True) for part in about if name_of(part) == "hlinkClick")
                words = description(about.get("title", ""), about.get("descr", ""))
                yield from ((words, targets[click]) for click in clicks if click in targets)


def _referred(parts: Parts, part: str) -> dict[str, list[tuple[str, ET.Element]]]:
    """Return the names and the roots of the parts that a part refers to, by family; damaged ones are passed over."""
    found: dict[str, list[tuple[str, ET.Element]]] = {family: [] for family in _FAMILIES}
    with suppress(UserError):
        for kind, name in relations(parts, part).values():
            family = kind.rpartition("/")[2]
            root = _root(parts, name) if family in found else None
            if root is not None:
                found[family].append((name, root))
    return found


def _pictures(parts: Parts, part: str) -> list[str]:
    with suppress(UserError):
        return [name for kind, name in relations(parts, part).values() if kind.endswith("/image")]
    return []


def word_main(parts: Parts) -> str:
    """Return the name of the part that holds the text of a Word file, "" where there is none."""
    return next(filter(_WORD_MAIN.fullmatch, parts.names()), "")


def _root(parts: Parts, name: str) -> ET.Element | None:
    """Return the root of a part; None for one that is missing or damaged: the text beside it is worth reading."""
    try:
        data = parts.read(name, missing=b"")
        return parsed(data) if data else None
    except UserError:
        note_missing(DAMAGED_BESIDE)
        return None


def _paragraphs(root: ET.Element, words: _Words = inline) -> list[str]:
    """Return the paragraphs of a part that say something."""
    texts = (" ".join(words(part).split()) for part in root.iter() if name_of(part) == "p")
    return [text for text in texts if text]


def _notes(root: ET.Element, words: _Words) -> Iterator[str]:
    return (text for note in root if (text := " ".join(_paragraphs(note, words))))


def _comments(root: ET.Element, words: _Words) -> Iterator[str]:
    """Yield comments with who wrote them, or the cell they belong to."""
    for comment in root.iter():
        if name_of(comment) not in _COMMENTS:
            continue
        plain = ("".join(part.itertext()) for part in comment.iter() if name_of(part) == "text")
        text = " ".join(" ".join(_paragraphs(comment, words) or plain).split())
        of = attribute(comment, "author") or attribute(comment, "ref")
        if text and not text.startswith(_REPEATED):
            yield f"- {of}: {text}" if of else f"- {text}"


def _spoken(root: ET.Element) -> Iterator[str]:
    """Yield speaker notes, without the slide's number or date."""
    lines: list[str] = []
    for shape in root.iter():
        place = next((part for part in shape.iter() if name_of(part) == "ph"), None) if name_of(shape) == "sp" else None
        if place is not None and place.get("type", "body") == "body":
            lines += ShapeText().lines(paragraphs_of(shape))
    yield "\n".join(lines)


def _edges(root: ET.Element, words: _Words) -> Iterator[str]:
    """Yield the lines of a header or footer, except those that only number the page."""
    return (text for text in _paragraphs(root, words) if sum(map(str.isalpha, text)) >= _LEAST_LETTERS)


def _chart(root: ET.Element) -> Section:
    title, texts = chart_text(root)
    return Section(title or headings.CHART, texts)


_KINDS: tuple[tuple[str, tuple[str, ...], Callable[[ET.Element, _Words], Iterable[str]]], ...] = (
    (headings.DIAGRAM, ("diagramData",), lambda root, _: ShapeText().lines(paragraphs_of(root))),
    (headings.FOOTNOTES, ("footnotes", "endnotes"), _notes),
    (headings.COMMENTS, ("comments", "threadedComment"), _comments),
    (headings.NOTES, ("notesSlide",), lambda root, _: _spoken(root)),
    (headings.EDGES, ("header", "footer"), _edges),
)
_CHARTS = ("chart", "chartEx")
_FAMILIES = (*_CHARTS, "drawing", *(family for _, families, _ in _KINDS for family in families))
