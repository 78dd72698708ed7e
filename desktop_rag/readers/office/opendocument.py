"""OpenDocument text and presentations (LibreOffice and others), packed or flat: headings, lists, tables, notes."""

import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from xml.etree import ElementTree as ET

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document
from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.base import NothingToRead, ReadOptions, damaged, protected
from desktop_rag.readers.office import extra_text
from desktop_rag.readers.office.embedded_pictures import EmbeddedPictures
from desktop_rag.readers.office.parts import Parts, read_part
from desktop_rag.readers.office.xml_parts import attribute, name_of, parsed, parsed_as_far
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.plain.text import in_pages

_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_EDGES = frozenset(["header", "footer", "header-left", "footer-left", "header-first", "footer-first"])
_LARGEST = 30_000_000  # bytes of XML, which take ten times as many of memory
_MOST_REPEATED = 50  # cells that one cell may stand for
_LEFT_OUT = frozenset(["tracked-changes", "annotation", "bibliography-configuration", "sequence-decls", "forms"])


def load_data(path: Path, options: ReadOptions) -> Iterator[Document]:
    """Yield the text, or the slides, of a file, with what pictures say below; see ``readers.base.Reader``."""
    body = _content(path)
    slides = list(body.iter(f"{_DRAW}page"))
    any_text = False
    with ExitStack() as stack:
        pictures = _pictures(stack, path, options)
        for page in _slides(slides, pictures) if slides else _text(path, body, pictures(body)):
            any_text = any_text or bool(page.text.strip())
            yield page
    if not any_text:
        raise NothingToRead("The file contains no text.")


def _slides(slides: Iterable[ET.Element], pictures: Callable[[ET.Element], extra_text.Section]) -> Iterator[Document]:
    for number, slide in enumerate(slides, 1):
        page = _slide(slide, number)
        page.text = extra_text.with_sections(page.text, [pictures(slide)])
        yield page


def _text(path: Path, body: ET.Element, pictures: extra_text.Section) -> Iterator[Document]:
    return in_pages([extra_text.with_sections("\n\n".join(_blocks(body)), [pictures, *_extra_sections(path, body)])])


def _pictures(stack: ExitStack, path: Path, options: ReadOptions) -> Callable[[ET.Element], extra_text.Section]:
    """Return what reads the pictures below an element."""
    if not zipfile.is_zipfile(path):
        return lambda _: extra_text.Section(headings.PICTURES, [])
    pictures = EmbeddedPictures(stack.enter_context(Parts(path)), options)

    def read(element: ET.Element) -> extra_text.Section:
        names = (attribute(image, "href").removeprefix("./") for image in element.iter(f"{_DRAW}image"))
        return extra_text.Section(headings.PICTURES, list(pictures.texts(names)))

    return read


def _content(path: Path) -> ET.Element:
    root = parsed_as_far(path.read_bytes() if not zipfile.is_zipfile(path) else _packed(path))
    body = next((part for part in root if name_of(part) == "body"), None)
    if body is None:
        raise damaged()
    return body


def _packed(path: Path) -> bytes:
    if b"encryption-data" in read_part(path, "META-INF/manifest.xml", missing=b""):
        raise protected()
    return read_part(path, "content.xml")


def sheet_sections(parts: Parts) -> Callable[[str], list[extra_text.Section]]:
    """Return a function that tells the text boxes and comments of the sheet of a name; nothing of a huge one.

    Raises:
        UserError: the file is damaged.

    """
    content = parts.read("content.xml")
    tables = parsed(content).iter(f"{_TABLE}table") if len(content) <= _LARGEST else ()
    found = {_name(table): _beside_cells(table) for table in tables}
    return lambda name: found.get(name, [])


def tables_of(path: Path) -> list[tuple[str, list[list[str]]]]:
    """Return the names and the rows of the sheets of a spreadsheet; cells that stand for many are there a few times.

    Nothing where there are none.
    """
    try:
        return [(_name(table), list(_rows(table))) for table in _content(path).iter(f"{_TABLE}table")]
    except UserError:
        return []


def _name(table: ET.Element) -> str:
    return table.get(f"{_TABLE}name", "")


def _beside_cells(table: ET.Element) -> list[extra_text.Section]:
    boxes = [words for part in table.iter() if part.tag.startswith(_DRAW) for words in _words_of(part, "p")]
    named = (extra_text.Section(headings.TEXT_BOXES, list(dict.fromkeys(boxes))), _comments(table))
    return [section for section in named if section.texts]


def _comments(element: ET.Element) -> extra_text.Section:
    comments = [
        f"- {who}: {words}" if who else f"- {words}"
        for note in element.iter(f"{_OFFICE}annotation")
        for who, words in [(" ".join(_words_of(note, "creator")), " ".join(_words_of(note, "p")))]
    ]
    return extra_text.Section(headings.COMMENTS, comments)


def _extra_sections(path: Path, body: ET.Element) -> list[extra_text.Section]:
    """Return the comments, headers and footers of a text."""
    styles = read_part(path, "styles.xml", missing=b"") if zipfile.is_zipfile(path) else b""
    edges = [part for part in parsed(styles).iter() if name_of(part) in _EDGES] if styles else []
    lines = [words for part in edges for words in _words_of(part, "p")]
    return [_comments(body), extra_text.Section(headings.EDGES, lines)]


def _words_of(element: ET.Element, name: str) -> list[str]:
    return [words for part in element.iter() if name_of(part) == name and (words := _inline(part).strip())]


def _slide(slide: ET.Element, number: int) -> Document:
    """Return a slide with its speaker notes below."""
    notes = [part for part in slide if name_of(part) == "notes"]
    shown = "\n\n".join(text for part in slide if name_of(part) != "notes" for text in _blocks(part))
    spoken = "\n\n".join(text for part in notes for text in _blocks(part))
    text = "\n\n".join(part for part in (shown, f"## {headings.NOTES}\n\n{spoken}" if spoken.strip() else "") if part)
    return Document(text=text, metadata={"page_label": str(number)})


def _blocks(element: ET.Element) -> Iterator[str]:
    """Yield the paragraphs, headings, list items and tables below an element, in order."""
    name = name_of(element)
    if name == "h":
        yield markdown_text.heading(_number(element, f"{_TEXT}outline-level"), _inline(element))
    elif name == "p":
        text = _inline(element).strip()
        if text:
            yield text
        yield from _floating(element)
    elif name == "table":
        yield markdown_text.table(_rows(element))
    elif name == "list":
        yield from _list(element)
    elif name not in _LEFT_OUT:
        for part in element:
            yield from _blocks(part)


def _list(element: ET.Element) -> Iterator[str]:
    """Yield a list, one item per line, with nested blocks indented."""
    lines: list[str] = []
    for item in element:
        parts = [text for text in _blocks(item) if text]
        if parts and not parts[0].lstrip().startswith(("- ", "|", "#")):
            parts[0] = f"- {parts[0]}"
        lines += [
            text if not at else "\n".join(f"  {line}" for line in text.split("\n")) for at, text in enumerate(parts)
        ]
    if lines:
        yield "\n".join(lines)


def _floating(paragraph: ET.Element) -> Iterator[str]:
    """Yield the text boxes and footnotes anchored in a paragraph."""
    for part in paragraph.iter():
        if name_of(part) in {"text-box", "note-body"}:
            for inner in part:
                yield from _blocks(inner)


def _rows(table: ET.Element) -> Iterator[list[str]]:
    """Yield the rows of a table, also those of its heading and groups."""
    for part in table:
        if name_of(part) == "table-row":
            yield [text for cell in part for text in _cells(cell)]
        elif name_of(part) in {"table-header-rows", "table-rows", "table-row-group"}:
            yield from _rows(part)


def _cells(cell: ET.Element) -> Iterator[str]:
    """Yield the text of a cell as often as it stands in the row."""
    if name_of(cell) not in {"table-cell", "covered-table-cell"}:
        return
    text = " ".join(part for part in _blocks_of_cell(cell) if part)
    times = _number(cell, f"{_TABLE}number-columns-repeated")
    for _ in range(min(times, _MOST_REPEATED) if text else min(times, 1)):
        yield text


def _blocks_of_cell(cell: ET.Element) -> Iterator[str]:
    for part in cell.iter():
        if name_of(part) in {"p", "h"}:
            yield _inline(part).strip()


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
    return int(value) if value.isdecimal() else 1
