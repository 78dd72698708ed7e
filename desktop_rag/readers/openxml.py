"""What PyMuPDF leaves out of Word and PowerPoint files, or cannot open: the speaker notes, and strict files.

The text of Word files is laid over their drawn pages (``readers.aligned``), so that words can be marked on them.
"""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from desktop_rag.errors import UserError
from desktop_rag.readers import markdown_text
from desktop_rag.readers.text import in_pages
from desktop_rag.readers.zips import part_names, read_part
from desktop_rag.schema import Document

_NAMESPACE = re.compile(r"\{.*\}")
_STYLE = re.compile(r"heading\s*([1-9])", re.IGNORECASE)
_ITEMS = re.compile(r"(?m)(?<=^- )(.*)\n\n(?=- )")
_LEFT_OUT = frozenset(["del", "moveFrom", "Fallback", "instrText", "delText", "pPr", "rPr", "tblPr", "sectPr"])
_BREAKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_WRAPPERS = frozenset(["sdt", "sdtContent", "ins", "customXml"])
_WIDEST = 60  # columns that a cell may reach over
_NOTES = "/notesSlide"


def speaker_notes(path: Path) -> list[str]:
    """Return the speaker notes of each slide, "" where there are none, in the order the slides are shown."""
    order = _slides(path)
    return [_notes_of(path, slide) for slide in order]


def load_word(path: Path) -> Iterator[Document]:
    """Yield the text of a Word file with headings and tables; see ``readers.base.Reader``."""
    return in_pages([word_markdown(path)])


def word_markdown(path: Path) -> str:
    """Return the text of a Word file with headings, lists and tables.

    Raises:
        UserError: it is damaged.

    """
    main = next((name for name in part_names(path) if re.fullmatch(r"word/document\d*\.xml", name)), "")
    if not main:
        raise UserError("The file is damaged.", "Open it in its own program and save it again.")
    styles = _heading_styles(read_part(path, "word/styles.xml", missing=b""))
    root = _parsed(read_part(path, main))
    text = "\n\n".join(block for block in _blocks(root, styles) if block.strip())
    return _ITEMS.sub(r"\1\n", text)


def _parsed(data: bytes) -> ET.Element:
    """Return the root of a part.

    Raises:
        UserError: it is damaged.

    """
    try:
        return ET.fromstring(data)  # noqa: S314 - expat refuses entities that swell
    except (ET.ParseError, ValueError) as error:
        raise UserError("The file is damaged.", "Open it in its own program and save it again.") from error


def _slides(path: Path) -> list[str]:
    """Return the names of the slides' parts in the order they are shown."""
    root = _parsed(read_part(path, "ppt/presentation.xml"))
    targets = _relations(path, "ppt/presentation.xml")
    ids = [_attribute(part, "id", spaced=True) for part in root.iter() if _name(part) == "sldId"]
    return [targets[identity][1] for identity in ids if identity in targets]


def _relations(path: Path, part: str) -> dict[str, tuple[str, str]]:
    """Return what a part refers to: the kind and the name of the other part by its identifier."""
    folder, name = posixpath.split(part)
    data = read_part(path, f"{folder}/_rels/{name}.rels", missing=b"")
    if not data:
        return {}
    found: dict[str, tuple[str, str]] = {}
    for relation in _parsed(data):
        target = posixpath.normpath(posixpath.join(folder, relation.get("Target", "")))
        if relation.get("Target", "").startswith("/"):
            target = relation.get("Target", "").lstrip("/")
        found[relation.get("Id", "")] = (relation.get("Type", ""), target)
    return found


def _notes_of(path: Path, slide: str) -> str:
    """Return the notes of a slide."""
    part = next((name for kind, name in _relations(path, slide).values() if kind.endswith(_NOTES)), "")
    data = read_part(path, part, missing=b"") if part else b""
    if not data:
        return ""
    texts: list[str] = []
    for shape in _parsed(data).iter():
        if _name(shape) == "sp" and _is_body(shape):
            texts += [_inline(text) for text in shape.iter() if _name(text) == "p"]
    return "\n".join(texts).strip()


def _is_body(shape: ET.Element) -> bool:
    """Whether a shape of a notes page holds the notes, not the slide's number or date."""
    place = next((part for part in shape.iter() if _name(part) == "ph"), None)
    return place is not None and place.get("type", "body") == "body"


def _heading_styles(data: bytes) -> dict[str, int]:
    """Return the levels of the styles that are headings, in whatever language they are named."""
    found: dict[str, int] = {}
    for style in _parsed(data) if data else ():
        name = next((_attribute(part, "val") for part in style if _name(part) == "name"), "")
        match = _STYLE.match(name)
        if match or name.lower() == "title":
            found[_attribute(style, "styleId")] = int(match.group(1)) if match else 1
    return found


def _blocks(element: ET.Element, styles: dict[str, int]) -> Iterator[str]:
    """Yield paragraphs, headings and tables below an element."""
    for part in element:
        name = _name(part)
        if name == "p":
            text = _inline(part).strip()
            level = styles.get(_style(part), 0)
            listed = not level and text and any(_name(mark) == "numPr" for mark in part.iter())
            yield markdown_text.heading(level, text) if level and text else f"- {text}" if listed else text
            for box in part.iter():
                if _name(box) == "txbxContent":
                    yield from _blocks(box, styles)
        elif name == "tbl":
            yield markdown_text.table([list(_cells(row)) for row in _rows(part)])
        elif name not in _LEFT_OUT:
            yield from _blocks(part, styles)


def _rows(table: ET.Element) -> list[ET.Element]:
    """Return the rows of a table."""
    return [row for part in table for row in ([part] if _name(part) == "tr" else part) if _name(row) == "tr"]


def _cells(row: ET.Element) -> Iterator[str]:
    """Yield the words of a row's cells; one that reaches over several columns is followed by empty ones."""
    for cell in row:
        if _name(cell) in _WRAPPERS:
            yield from _cells(cell)
        elif _name(cell) == "tc":
            yield " ".join(_inline(part) for part in cell.iter() if _name(part) == "p")
            span = next((_attribute(part, "val") for part in cell.iter() if _name(part) == "gridSpan"), "1")
            yield from [""] * min(int(span) - 1 if span.isdigit() else 0, _WIDEST)


def _style(paragraph: ET.Element) -> str:
    """Return the style of a paragraph."""
    return next((_attribute(part, "val") for part in paragraph.iter() if _name(part) == "pStyle"), "")


def _inline(element: ET.Element) -> str:
    """Return the words of a paragraph without text boxes in it."""
    name = _name(element)
    if name == "t":
        return element.text or ""
    if name in _BREAKS:
        return _BREAKS[name]
    return "".join(_inline(part) for part in element if _name(part) not in _LEFT_OUT | {"txbxContent"})


def _attribute(element: ET.Element, name: str, *, spaced: bool = False) -> str:
    """Return an attribute whatever its namespace; with ``spaced``, one that has a namespace."""
    return next(
        (
            value
            for key, value in element.attrib.items()
            if _NAMESPACE.sub("", key) == name and (not spaced or key != name)
        ),
        "",
    )


def _name(element: ET.Element) -> str:
    """Return an element's name without its namespace."""
    return _NAMESPACE.sub("", element.tag) if isinstance(element.tag, str) else ""
