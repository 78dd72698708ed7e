"""The text of Word files, with what PyMuPDF does not tell of it, also of files that it cannot open.

It is laid over the drawn pages (``readers.office.alignment``), so that words can be marked on them.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from desktop_rag.core.schema import Document
from desktop_rag.readers.base import damaged
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.xml_parts import LEFT_OUT, attribute, inline, name_of, parsed_as_far, parsed_beside
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.plain.text import in_pages

NOTE_BEGINS = " [* "
_STYLE = re.compile(r"heading\s*([1-9])", re.IGNORECASE)
_ITEMS = re.compile(r"(?m)(?<=^- )(.*)\n\n(?=- )")
_WRAPPERS = frozenset(["sdt", "sdtContent", "ins", "customXml"])
_WIDEST = 60  # columns that a cell may reach over


def load_data(path: Path) -> Iterator[Document]:
    """Yield the text of a Word file with headings and tables; see ``readers.base.Reader``."""
    return in_pages([word_markdown(path)])


def word_markdown(path: Path) -> str:
    """Return the text of a Word file with headings, lists and tables; of a torn one, up to the damage, which is noted.

    Raises:
        UserError: it is damaged.

    """
    with Parts(path) as parts:
        main = next((name for name in parts.names() if re.fullmatch(r"word/document\d*\.xml", name)), "")
        if not main:
            raise damaged()
        styles = _heading_styles(parts.read("word/styles.xml", missing=b""))
        root = parsed_as_far(parts.read(main))
        _write_notes(root, parts)
    text = "\n\n".join(block for block in _blocks(root, styles) if block.strip())
    return _ITEMS.sub(r"\1\n", text)


def _write_notes(root: ET.Element, parts: Parts) -> None:
    """Put footnotes and endnotes where they are referred to: there they are drawn, right behind the word before."""
    for kind in ("footnote", "endnote"):
        references = [part for part in root.iter() if name_of(part) == f"{kind}Reference"]
        data = parts.read(f"word/{kind}s.xml", missing=b"") if references else b""
        notes = {attribute(note, "id"): _note(note) for note in parsed_beside(data)}
        for reference in references:
            text = notes.get(attribute(reference, "id"), "")
            reference.tag, reference.text = "t", f"{NOTE_BEGINS}{text}]" if text else ""


def _note(note: ET.Element) -> str:
    return " ".join(" ".join(inline(part) for part in note.iter() if name_of(part) == "p").split())


def _heading_styles(data: bytes) -> dict[str, int]:
    """Return the levels of the styles that are headings, in whatever language they are named."""
    found: dict[str, int] = {}
    for style in parsed_beside(data):
        name = next((attribute(part, "val") for part in style if name_of(part) == "name"), "")
        match = _STYLE.match(name)
        if match or name.lower() == "title":
            found[attribute(style, "styleId")] = int(match.group(1)) if match else 1
    return found


def _blocks(element: ET.Element, styles: dict[str, int]) -> Iterator[str]:
    for part in element:
        name = name_of(part)
        if name == "p":
            yield _paragraph(part, styles)
            for box in part.iter():
                if name_of(box) == "txbxContent":
                    yield from _blocks(box, styles)
        elif name == "tbl":
            yield markdown_text.table([list(_cells(row)) for row in _rows(part)])
        elif name not in LEFT_OUT:
            yield from _blocks(part, styles)


def _paragraph(paragraph: ET.Element, styles: dict[str, int]) -> str:
    """Return the words of a paragraph as what it is: a heading, an item of a list or plain."""
    text = inline(paragraph).strip()
    if not text:
        return ""
    level = styles.get(_style(paragraph), 0)
    if level:
        return markdown_text.heading(level, text)
    return f"- {text}" if any(name_of(mark) == "numPr" for mark in paragraph.iter()) else text


def _rows(table: ET.Element) -> list[ET.Element]:
    return [row for part in table for row in ([part] if name_of(part) == "tr" else part) if name_of(row) == "tr"]


def _cells(row: ET.Element) -> Iterator[str]:
    """Yield the words of a row's cells; one that reaches over several columns is followed by empty ones."""
    for cell in row:
        if name_of(cell) in _WRAPPERS:
            yield from _cells(cell)
        elif name_of(cell) == "tc":
            yield " ".join(inline(part) for part in cell.iter() if name_of(part) == "p")
            span = next((attribute(part, "val") for part in cell.iter() if name_of(part) == "gridSpan"), "1")
            yield from [""] * min(int(span) - 1 if span.isdigit() else 0, _WIDEST)


def _style(paragraph: ET.Element) -> str:
    return next((attribute(part, "val") for part in paragraph.iter() if name_of(part) == "pStyle"), "")
