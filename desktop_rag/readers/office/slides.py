"""PowerPoint files: each slide by itself, its title as heading, what stands beside it below.

PyMuPDF lets all slides run into each other over pages of its own: nothing tells which of them a text is from.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from xml.etree import ElementTree as ET

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document
from desktop_rag.core.user_text import UserText
from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.base import ReadOptions, note_missing
from desktop_rag.readers.office import extra_text
from desktop_rag.readers.office.drawing_text import ShapeText, paragraphs_of
from desktop_rag.readers.office.embedded_pictures import EmbeddedPictures, description
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.xml_parts import (
    LEFT_OUT,
    addresses,
    attribute,
    name_of,
    parsed_as_far,
    parsed_beside,
    relations,
)
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.section_headings import link_lines

_TITLES = frozenset(["title", "ctrTitle"])
_NUMBER = "sldNum"
_TELLING_STYLES = re.compile(rb"buAutoNum|baseline=.-?[1-9]")  # without these, layouts say nothing of the text
_OUTSIDE = frozenset(["dt", "ftr", "hdr"])
_BODY_LIKE = {"ctrTitle": "title", "subTitle": "body", "obj": "body"}
_DESCRIBED = frozenset(["pic", "graphicFrame", "grpSp", "cxnSp"])
_LIST = "ppt/presentation.xml"
_SLIDE = re.compile(r"ppt/slides/[^/]+\.xml", re.IGNORECASE)


def load_data(path: Path, options: ReadOptions) -> Iterator[Document]:
    """Yield the slides; see ``readers.base.Reader``. One that is damaged is empty."""
    said = False
    with Parts(path) as parts:
        pictures = EmbeddedPictures(parts, options)
        masters = _Masters(parts)
        for number, slide in enumerate(_slides(parts), 1):
            text = _text(parts, slide, pictures, number, masters)
            said = said or bool(text)
            yield Document(text=text, metadata={"page_label": str(number)})
    if not said:
        raise extra_text.no_text_reason(path, options)


def _slides(parts: Parts) -> list[str]:
    """Return the parts of the slides in their order; those that nothing leads to any more stand at the end."""
    shown: list[str] = []
    with suppress(UserError):
        shown = [slide for _, slide in extra_text.listed(parts, _LIST, "sldId")]
    if not shown or extra_text.is_torn(parts, _LIST):
        there = sorted(filter(_SLIDE.fullmatch, parts.names()), key=lambda name: (len(name), name))
        lost = [name for name in there if name not in set(shown)]
        if lost:
            note_missing(UserText("The list of slides is damaged, so their order may be wrong."))
        shown += lost
    return shown


def _text(parts: Parts, slide: str, pictures: EmbeddedPictures, number: int, masters: "_Masters") -> str:
    try:
        reading = _Slide(parts, slide, masters)
        blocks = sorted(reading.blocks(parsed_as_far(parts.read(slide))), key=_is_below_title)
    except UserError:
        note_missing(UserText("Slide {number} is damaged and was left out.", number=number))
        return ""
    text = "\n\n".join(text for _, text in blocks)
    links = extra_text.Section(headings.LINKS, link_lines(reading.links, text))
    return extra_text.with_sections(text, [*extra_text.sections(parts, slide, pictures), links])


def _is_below_title(block: tuple[str, str]) -> bool:
    """Return True if a block is not the title, which may stand anywhere among the shapes."""
    return block[0] not in _TITLES


class _Masters:
    """The list styles that slides take over from the shapes of their layout and master; each part is read once."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._roots: dict[str, ET.Element] = {}
        self._found: dict[tuple[str, str, str], list[ET.Element]] = {}
        self.referred = cache(self._referred)

    def styles(self, slide: str, place: ET.Element) -> list[ET.Element]:
        """Return the list styles for a placeholder of a slide, the nearest first."""
        key = self.referred(slide, "/slideLayout"), place.get("type", "obj"), place.get("idx", "")
        if key not in self._found:
            self._found[key] = list(self._styles(*key))
        return self._found[key]

    def _styles(self, layout: str, kind: str, index: str) -> Iterator[ET.Element]:
        master = self.referred(layout, "/slideMaster")
        for part in (layout, master):
            shape = _placeholder(self._root(part), kind, index if part == layout else "")
            yield from (style for style in shape.iter() if name_of(style) == "lstStyle") if shape is not None else ()
        wanted = "titleStyle" if kind in _TITLES else "otherStyle" if kind in _OUTSIDE else "bodyStyle"
        yield from (style for style in self._root(master).iter() if name_of(style) == wanted)

    def _referred(self, part: str, kind: str) -> str:
        with suppress(UserError):
            targets = relations(self._parts, part).values() if part else ()
            return next((name for of, name in targets if of.endswith(kind)), "")
        return ""

    def _root(self, part: str) -> ET.Element:
        if part not in self._roots:
            data = self._parts.read(part, missing=b"") if part else b""
            self._roots[part] = parsed_beside(data if _TELLING_STYLES.search(data) else b"")
        return self._roots[part]


def _placeholder(root: ET.Element, kind: str, index: str) -> ET.Element | None:
    """Return the shape of a layout or master that is the place for a kind; by its index where there is one."""
    shapes = [
        (shape, place) for shape in root.iter() if name_of(shape) == "sp" and (place := _place(shape)) is not None
    ]
    if index:
        return next((shape for shape, place in shapes if place.get("idx") == index), None)
    wanted = {_BODY_LIKE.get(kind, kind), kind}
    return next((shape for shape, place in shapes if place.get("type", "obj") in wanted), None)


def _place(shape: ET.Element) -> ET.Element | None:
    return next((mark for mark in shape.iter() if name_of(mark) == "ph"), None)


class _Slide:
    """Reads the shapes of one slide."""

    def __init__(self, parts: Parts, slide: str, masters: _Masters) -> None:
        self._parts = parts
        self._slide = slide
        self._masters = masters
        self.links: list[tuple[str, str]] = []

    @cached_property
    def _targets(self) -> dict[str, str]:
        with suppress(UserError):
            return addresses(self._parts, self._slide)
        return {}

    def blocks(self, element: ET.Element) -> Iterator[tuple[str, str]]:
        """Yield the texts of the shapes below an element, each with what it is the place for."""
        for part in element:
            name = name_of(part)
            if name == "sp":
                yield from self._shape(part)
            elif name == "tbl":
                properties = next((one for one in part if name_of(one) == "tblPr"), None)
                is_headed = properties is not None and _is_on(properties, "firstRow")
                yield "", markdown_text.table(self._rows(part), has_head=is_headed or None)
            elif name in _DESCRIBED:
                found = list(self.blocks(part))
                yield from found
                yield from self._about(part, " ".join(text for _, text in found))
            elif name not in LEFT_OUT:
                yield from self.blocks(part)

    def _shape(self, shape: ET.Element) -> Iterator[tuple[str, str]]:
        mark = _place(shape)
        place = mark.get("type", "") if mark is not None else ""
        if place == _NUMBER:
            return
        own = [part for part in shape.iter() if name_of(part) == "lstStyle"]
        lines = self._lines(shape, [*own, *(self._masters.styles(self._slide, mark) if mark is not None else ())])
        if lines:
            yield place, markdown_text.heading(1, " ".join(lines)) if place in _TITLES else "\n".join(lines)
        yield from self._about(shape, "\n".join(lines))

    def _lines(self, element: ET.Element, styles: Sequence[ET.Element] = ()) -> list[str]:
        text = ShapeText(styles, lambda target: self._targets.get(target, ""))
        lines = text.lines(paragraphs_of(element))
        self.links += text.links
        return lines

    def _about(self, shape: ET.Element, text: str) -> Iterator[tuple[str, str]]:
        """Yield the description of a picture, or of a shape without words; keep the address that a click opens."""
        about = next((part for group in shape for part in group if name_of(part) == "cNvPr"), None)
        if about is None:
            return
        described = description(about.get("title", ""), about.get("descr", ""))
        if described and not (text and name_of(shape) == "sp"):
            yield "", described
        clicks = (attribute(click, "id") for click in about if name_of(click) == "hlinkClick")
        self.links += [(text or described, self._targets[click]) for click in clicks if click in self._targets]

    def _rows(self, table: ET.Element) -> Iterator[list[str]]:
        """Yield the rows of a table; what a merged cell says stands in each row that it covers."""
        above: list[str] = []
        for row in (part for part in table if name_of(part) == "tr"):
            cells: list[str] = []
            for cell in (part for part in row if name_of(part) == "tc"):
                if _is_on(cell, "hMerge"):
                    cells.append("")
                elif _is_on(cell, "vMerge"):
                    cells.append(above[len(cells)] if len(cells) < len(above) else "")
                else:
                    cells.append(" ".join(self._lines(cell)))
            yield cells
            above = cells


def _is_on(cell: ET.Element, name: str) -> bool:
    return cell.get(name, "") in {"1", "true", "on"}
