"""PowerPoint files: each slide by itself, its title as heading, what stands beside it below.

PyMuPDF lets all slides run into each other over pages of its own: nothing tells which of them a text is from.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree as ET

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document
from desktop_rag.core.user_text import UserText
from desktop_rag.readers.base import ReadOptions
from desktop_rag.readers.missing_parts import note_missing
from desktop_rag.readers.office import extra_text
from desktop_rag.readers.office.embedded_pictures import EmbeddedPictures
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.xml_parts import LEFT_OUT, inline, name_of, parsed_as_far
from desktop_rag.readers.plain import markdown_text

_TITLES = frozenset(["title", "ctrTitle"])
_NUMBER = "sldNum"
_LIST = "ppt/presentation.xml"
_SLIDE = re.compile(r"ppt/slides/[^/]+\.xml", re.IGNORECASE)


def load_data(path: Path, options: ReadOptions) -> Iterator[Document]:
    """Yield the slides; see ``readers.base.Reader``. One that is damaged is empty."""
    said = False
    with Parts(path) as parts:
        pictures = EmbeddedPictures(parts, options)
        for number, slide in enumerate(_slides(parts), 1):
            text = _text(parts, slide, pictures, number)
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


def _text(parts: Parts, slide: str, pictures: EmbeddedPictures, number: int) -> str:
    try:
        blocks = sorted(_blocks(parsed_as_far(parts.read(slide))), key=_is_below_title)
    except UserError:
        note_missing(UserText("Slide {number} is damaged and was left out.", number=number))
        return ""
    return extra_text.with_sections(
        "\n\n".join(text for _, text in blocks), extra_text.sections(parts, slide, pictures)
    )


def _is_below_title(block: tuple[str, str]) -> bool:
    """Whether a block is not the title, which may stand anywhere among the shapes."""
    return block[0] not in _TITLES


def _blocks(element: ET.Element) -> Iterator[tuple[str, str]]:
    """Yield the texts of the shapes below an element, each with what it is the place for."""
    for part in element:
        name = name_of(part)
        if name == "sp":
            place = next((mark.get("type", "") for mark in part.iter() if name_of(mark) == "ph"), "")
            lines = _lines(part)
            if lines and place != _NUMBER:
                yield place, markdown_text.heading(1, " ".join(lines)) if place in _TITLES else "\n".join(lines)
        elif name == "tbl":
            yield "", markdown_text.table(_cells(row) for row in part if name_of(row) == "tr")
        elif name not in LEFT_OUT:
            yield from _blocks(part)


def _lines(shape: ET.Element) -> list[str]:
    return [words for text in shape.iter() if name_of(text) == "p" and (words := inline(text).strip())]


def _cells(row: ET.Element) -> list[str]:
    return [_cell(cell) for cell in row if name_of(cell) == "tc"]


def _cell(cell: ET.Element) -> str:
    return " ".join(inline(text) for text in cell.iter() if name_of(text) == "p")
