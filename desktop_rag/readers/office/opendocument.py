"""OpenDocument text and presentations (LibreOffice and others), packed or flat: headings, lists, tables, notes."""

import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from xml.etree import ElementTree as ET

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document
from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.base import NothingToRead, ReadOptions, damaged, note_missing, protected
from desktop_rag.readers.office import extra_text
from desktop_rag.readers.office.embedded_pictures import EmbeddedPictures
from desktop_rag.readers.office.opendocument_controls import Controls
from desktop_rag.readers.office.opendocument_text import OpenText, Styles, drawing_description
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.xml_parts import (
    DAMAGED_BESIDE,
    attribute,
    name_of,
    parsed,
    parsed_as_far,
    parsed_beside,
)
from desktop_rag.readers.plain.text import in_pages
from desktop_rag.readers.section_headings import link_lines

_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_EDGES = frozenset(["header", "footer", "header-left", "footer-left", "header-first", "footer-first"])
_TELLING_STYLES = re.compile(
    rb"(?:text-position=.(?:super|sub|-?[1-9])|level-style(?:-number)?\s[^>]*num-format=.[^\"'\s]"
    rb"|font-(?:name|family)=[^>]{0,40}(?:Symbol|dings)|[<:](?:header|footer)(?:-left|-first)?[\s>])"
)  # without these, common styles say nothing of the text
_BESIDE_CELLS = re.compile(
    rb"<(?:\w+:)?(?:annotation|frame|text-box|custom-shape|rect|ellipse|circle|line|connector|caption|path|poly\w+|g)[\s/>]"
)  # without these, a spreadsheet has nothing but its cells
_LARGEST = 30_000_000  # bytes of XML, which take ten times as many of memory


def load_data(path: Path, options: ReadOptions) -> Iterator[Document]:
    """Yield the text, or the slides, of a file, with what pictures say below; see ``readers.base.Reader``."""
    any_text = False
    with ExitStack() as stack:
        file = _OpenFile(path, stack)
        pictures = file.pictures(options)
        slides = list(file.body.iter(f"{_DRAW}page"))
        for page in _slides(file, slides, pictures) if slides else _text(file, pictures(file.body)):
            any_text = any_text or bool(page.text.strip())
            yield page
    if not any_text:
        raise NothingToRead("The file contains no text.")


class _OpenFile:
    """A file with its body and its styles, packed or flat."""

    def __init__(self, path: Path, stack: ExitStack) -> None:
        self.parts = stack.enter_context(Parts(path)) if zipfile.is_zipfile(path) else None
        if self.parts and b"encryption-data" in self.parts.read("META-INF/manifest.xml", missing=b""):
            raise protected()
        root = parsed_as_far(self.parts.read("content.xml") if self.parts else path.read_bytes())
        self.body = _body(root)
        self._content = root
        common = self.parts.read("styles.xml", missing=b"") if self.parts else b""
        self._common = parsed_beside(common if _TELLING_STYLES.search(common) else b"") if self.parts else root
        self._objects: dict[str, ET.Element | None] = {}

    def text(self, part: ET.Element) -> OpenText:
        """Return a reader of the body, or of a part of it with separate form controls."""
        return OpenText(self._own_styles, Controls(part), self._object)

    def masters(self) -> tuple[OpenText, ET.Element]:
        """Return a reader of headers and footers, and the element that holds them."""
        return OpenText(self._styles(self._common), Controls(ET.Element("none")), self._object), self._common

    def pictures(self, options: ReadOptions) -> Callable[[ET.Element], extra_text.Section]:
        """Return a function that reads the pictures below an element."""
        if self.parts is None:
            return lambda _: extra_text.Section(headings.PICTURES, [])
        pictures = EmbeddedPictures(self.parts, options)

        def read(element: ET.Element) -> extra_text.Section:
            names = (attribute(image, "href").removeprefix("./") for image in element.iter(f"{_DRAW}image"))
            return extra_text.Section(headings.PICTURES, list(pictures.texts(names)))

        return read

    @cached_property
    def _own_styles(self) -> Styles:
        return self._styles(self._content)

    def _styles(self, root: ET.Element) -> Styles:
        """Return the styles of a part: its own before the common ones."""
        groups = (("automatic-styles", root), ("font-face-decls", root), ("styles", self._common))
        fonts = () if root is self._common else (("font-face-decls", self._common),)
        return Styles(*(part for name, of in (*groups, *fonts) for part in of if name_of(part) == name))

    def _object(self, holder: ET.Element) -> ET.Element | None:
        """Return the root of a formula or chart that stands in an element, or in a part that it names."""
        inside = next((part for part in holder if name_of(part) in {"math", "document"}), None)
        name = attribute(holder, "href").removeprefix("./").rstrip("/")
        if inside is not None or not name or self.parts is None:
            return inside
        if name not in self._objects:
            try:
                data = self.parts.read(f"{name}/content.xml", missing=b"")
                self._objects[name] = parsed(data) if data and len(data) <= _LARGEST else None
            except UserError:
                note_missing(DAMAGED_BESIDE)
                self._objects[name] = None
        return self._objects[name]


def _slides(
    file: _OpenFile, slides: Iterable[ET.Element], pictures: Callable[[ET.Element], extra_text.Section]
) -> Iterator[Document]:
    for number, slide in enumerate(slides, 1):
        text = file.text(slide)
        notes = [part for part in slide if name_of(part) == "notes"]
        shown = "\n\n".join(filter(None, text.blocks(_without(slide, notes))))
        spoken = "\n\n".join(block for part in notes for block in text.blocks(part) if block)
        sections = [
            *_written_beside(text, slide, shown),
            extra_text.Section(headings.NOTES, [spoken] if spoken.strip() else []),
            pictures(slide),
        ]
        yield Document(text=extra_text.with_sections(shown, sections), metadata={"page_label": str(number)})


def _without(element: ET.Element, parts: Iterable[ET.Element]) -> ET.Element:
    """Return an element with all of its children but some."""
    rest = ET.Element(element.tag, element.attrib)
    rest.extend(part for part in element if part not in parts)
    return rest


def _text(file: _OpenFile, pictures: extra_text.Section) -> Iterator[Document]:
    text = file.text(file.body)
    blocks = "\n\n".join(filter(None, text.blocks(file.body)))
    edges, root = file.masters()
    lines = [line for part in root.iter() if name_of(part) in _EDGES for line in edges.blocks(part) if line]
    text.links += edges.links
    sections = [pictures, *_written_beside(text, file.body, blocks), extra_text.Section(headings.EDGES, lines)]
    return in_pages([extra_text.with_sections(blocks, sections)])


def _written_beside(text: OpenText, element: ET.Element, shown: str) -> Iterator[extra_text.Section]:
    """Yield the entries of forms that stand nowhere, comments, and the addresses of links."""
    yield extra_text.Section(headings.FORM_ENTRIES, list(text.controls.undrawn()))
    yield _comments(element)
    yield extra_text.Section(headings.LINKS, link_lines(text.links, shown))


def _body(root: ET.Element) -> ET.Element:
    body = next((part for part in root if name_of(part) == "body"), None)
    if body is None:
        raise damaged()
    return body


def sheet_sections(parts: Parts) -> Callable[[str], list[extra_text.Section]]:
    """Return a function for the text boxes and comments of the sheet of a name; empty for a huge file.

    Raises:
        UserError: the file is damaged.

    """
    content = parts.read("content.xml")
    if len(content) > _LARGEST or not _BESIDE_CELLS.search(content):
        return lambda _: []
    tables = parsed(content).iter(f"{_TABLE}table")
    found = {table.get(f"{_TABLE}name", ""): _beside_cells(table) for table in tables}
    return lambda name: found.get(name, [])


def _beside_cells(table: ET.Element) -> list[extra_text.Section]:
    boxes = [words for part in table.iter() if part.tag.startswith(_DRAW) for words in _words_of(part, "p")]
    described = [text for part in table.iter(f"{_DRAW}frame") if (text := drawing_description(part))]
    named = (
        extra_text.Section(headings.TEXT_BOXES, list(dict.fromkeys(boxes))),
        _comments(table),
        extra_text.Section(headings.PICTURES, described),
    )
    return [section for section in named if section.texts]


def _comments(element: ET.Element) -> extra_text.Section:
    comments = [
        f"- {who}: {words}" if who else f"- {words}"
        for note in element.iter(f"{_OFFICE}annotation")
        for who, words in [(" ".join(_words_of(note, "creator")), " ".join(_words_of(note, "p")))]
    ]
    return extra_text.Section(headings.COMMENTS, comments)


def _words_of(element: ET.Element, name: str) -> list[str]:
    return [words for part in element.iter() if name_of(part) == name and (words := _inline(part).strip())]


def _inline(element: ET.Element) -> str:
    """Return the words of a paragraph, without what floats beside it."""
    parts = [element.text or ""]
    for part in element:
        name = name_of(part)
        if name in {"tab", "line-break"}:
            parts.append("\t" if name == "tab" else "\n")
        elif name == "s":
            parts.append(" " * min(_number(part, f"{_TEXT}c"), 100))
        elif name not in {"note", "annotation", "text-box", "tracked-changes"}:
            parts.append(_inline(part))
        parts.append(part.tail or "")
    return "".join(parts)


def _number(element: ET.Element, key: str) -> int:
    value = element.get(key, "")
    return int(value[:9]) if value.isdecimal() else 1
