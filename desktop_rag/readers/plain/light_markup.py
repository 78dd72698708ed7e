"""Formats that are text with something around it: notebooks, subtitles, TeX, XML documents."""

import json
import quopri
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from desktop_rag.core.schema import Document
from desktop_rag.readers.containers.headers import in_charset
from desktop_rag.readers.plain import text
from desktop_rag.readers.plain.web_pages import html_markdown
from desktop_rag.text.encodings import decode

_LARGEST_XML = 30_000_000
_MOST_OUTPUT = 5_000  # characters of what a cell printed
_TIMES = re.compile(r"\s*((?:\d+:)?\d{1,2}:\d{2})[.,]\d{1,3}\s*-->")
_TAG = re.compile(r"<[^<>]*>")
_SECTION = re.compile(
    r"^[ \t]*\\(part|chapter|(?:sub){0,2}section|paragraph)\*?(?:\[[^\]]*\])?"
    r"\{([^\n{}]*(?:\{[^{}\n]*\}[^\n{}]*)*)\}",
    re.MULTILINE,
)
_LEVELS = {"part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5}
_COMMENT = re.compile(r"(?<!\\)%.*")
_PROSE_SHARE = 0.5  # of an XML file that is text between marks, for it to be read as a text
_ROOT = re.compile(r"<(?:\w+:)?([A-Za-z][\w-]*)[\s>]")
_SHORT_LINES = re.compile(r"(?<![^\n]{40})\n\n(?=[^\n]{1,40}(?:\n|\Z))")  # between scraps of a few words
_INLINE = frozenset(
    "a abbr b big bold code em emph emphasis ext-link font hi i inf italic monospace named-content named r roman s sc "
    "small span strike strong styled-content sub subscript sup superscript t tspan tt u underline xref".split()
)
_FOLD = re.compile(r"\n[ \t]")
_CARD_DATA = re.compile(r"[\w.-]+;[^:]*ENCODING=(?:b|BASE64)\b", re.IGNORECASE)
_CARD_QUOTED = re.compile(
    r"^([\w.-]+)(;[^:\n]*ENCODING=QUOTED-PRINTABLE[^:\n]*):((?:[^\n]*=\n)*[^\n]*)$", re.IGNORECASE | re.MULTILINE
)
_CARD_ESCAPES = re.compile(r"\\([nN,;\\])")
_CHARSET = re.compile(r"CHARSET=([\w-]+)", re.IGNORECASE)
_PROSE_ROOTS = frozenset(
    "article TEI book us-patent-application us-patent-grant FictionBook html svg wordDocument Workbook".split()
)
_XML_BLOCKS = frozenset(
    "p para title subtitle head caption item li row tr td abstract sec section div blockquote note ref entry chapter "
    "article body heading line verse claim claim-text description summary content name".split()
)


def load_cards(path: Path) -> Iterator[Document]:
    """Yield calendars and address books (ICS, VCF) with whole lines and readable letters, without the pictures."""
    source = _CARD_QUOTED.sub(_unquoted, text.without_data("".join(text.pieces(path))))
    lines = (line for line in _FOLD.sub("", source).split("\n") if not _CARD_DATA.match(line))
    return text.in_pages([_CARD_ESCAPES.sub(_unescaped, "\n".join(lines))])


def load_notebook(path: Path) -> Iterator[Document]:
    """Yield the cells of a Jupyter notebook, with what they printed."""
    source = decode(path.read_bytes())
    try:
        notebook = json.loads(source)
    except (ValueError, RecursionError):
        return text.in_pages([source])
    cells = _cells(notebook)
    if cells is None:
        return text.in_pages([source])
    return text.in_pages(["\n\n".join(block for cell in cells if isinstance(cell, dict) for block in _cell(cell))])


def load_subtitles(path: Path) -> Iterator[Document]:
    """Yield what is said, each line with the time it begins."""
    said = "\n".join(_cues("".join(text.pieces(path)).split("\n")))
    return text.in_pages([said if said.strip() else "".join(text.pieces(path))])


def load_tex(path: Path) -> Iterator[Document]:
    """Yield the source of a TeX document without comments, its sections as headings."""
    source = _COMMENT.sub("", "".join(text.pieces(path)))
    return text.in_pages([_SECTION.sub(_as_heading, source)])


def load_xml(path: Path) -> Iterator[Document]:
    """Yield the text of an XML document without its marks; of an XML file of data, all of it."""
    if path.stat().st_size > _LARGEST_XML:
        return text.load_data(path, ".xml")
    source = "".join(text.pieces(path, declared=True))
    if not _is_prose(source):
        return text.in_pages([source])
    try:
        root = ET.fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", source))  # noqa: S314 - expat refuses entities that swell
        written = "\n\n".join(_paragraphs(root))
    except (ET.ParseError, ValueError, RecursionError):
        return text.in_pages([source])
    return text.in_pages([_SHORT_LINES.sub("\n", written)])


def _unquoted(line: re.Match[str]) -> str:
    """Return a line of an address book whose letters were written as numbers."""
    charset = _CHARSET.search(line.group(2))
    value = in_charset(quopri.decodestring(line.group(3).encode()), charset.group(1) if charset else "")
    return f"{line.group(1)}:{value}"


def _unescaped(mark: re.Match[str]) -> str:
    """Return the character that is meant."""
    return "\n" if mark.group(1) in "nN" else mark.group(1)


def _cells(notebook: object) -> list[Any] | None:
    """Return the cells of a notebook, which old ones have on sheets; None when it is no notebook."""
    if not isinstance(notebook, dict):
        return None
    cells = notebook.get("cells")
    if cells is None:
        return [cell for sheet in notebook.get("worksheets") or [] for cell in sheet.get("cells") or []]
    return cells if isinstance(cells, list) else None


def _cell(cell: dict[str, Any]) -> Iterator[str]:
    """Yield the text of a cell and of what it printed."""
    source = _joined(cell.get("source", cell.get("input", "")))
    if source.strip():
        yield f"```\n{source.strip()}\n```" if cell.get("cell_type") == "code" else source.strip()
    for output in cell.get("outputs") or []:
        if not isinstance(output, dict):
            continue
        shown = _printed(output)
        if shown.strip():
            yield f"```\n{shown.strip()[:_MOST_OUTPUT]}\n```"


def _printed(output: dict[str, Any]) -> str:
    """Return what a cell printed: text, a table of a web page only, or the error it ended with."""
    data = output.get("data")
    shown = data if isinstance(data, dict) else {}
    if output.get("output_type") == "error":
        return f"{output.get('ename', '')}: {output.get('evalue', '')}"
    plain = _joined(output.get("text") or shown.get("text/plain") or "")
    return plain or html_markdown(_joined(shown.get("text/html") or ""))


def _joined(lines: object) -> str:
    """Return a text that may be stored as a list of lines."""
    return "".join(map(str, lines)) if isinstance(lines, list) else str(lines)


def _cues(lines: Iterable[str]) -> Iterator[str]:
    """Yield the cues of subtitles."""
    time, words = "", list[str]()
    for line in [*lines, ""]:
        match = _TIMES.match(line)
        if match:
            time, words = match.group(1), []
        elif time and line.strip():
            words.append(_TAG.sub("", line).strip())
        elif time:
            yield f"{time} {' '.join(words)}"
            time = ""


def _as_heading(section: re.Match[str]) -> str:
    """Return the heading that a section of TeX begins with."""
    return f"{'#' * _LEVELS[section.group(1)]} {section.group(2)}"


def _is_prose(source: str) -> bool:
    """Whether an XML file is a text with marks, not data."""
    root = _ROOT.search(source[:5000])
    if root and root.group(1) in _PROSE_ROOTS:
        return True
    marks = sum(len(mark.group()) for mark in _TAG.finditer(source))
    blanks = sum(map(str.isspace, source))
    return len(source) - marks - blanks >= _PROSE_SHARE * (len(source) - blanks)


def _paragraphs(root: ET.Element) -> Iterator[str]:
    """Yield the text of an XML document, a paragraph for every element that is one."""
    words: list[str] = []
    for text_part, ends in _parts(root):
        if text_part:
            words.append(text_part)
        if ends and (joined := " ".join("".join(words).split())):
            yield joined
            words = []
    if joined := " ".join("".join(words).split()):
        yield joined


def _parts(element: ET.Element) -> Iterator[tuple[str, bool]]:
    """Yield the text below an element and whether a paragraph ends with it."""
    name = element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""
    if name == "bindata":  # a picture
        return
    wraps = len(element) > 0 and not (element.text or "").strip() and name not in _INLINE
    block = name in _XML_BLOCKS or wraps
    yield "", block
    if name:
        yield element.text or "", False
    for part in element:
        yield from _parts(part)
        yield _apart(part), False
    yield "", block


def _apart(element: ET.Element) -> str:
    """Return what follows an element, set apart from it unless a word may go on there."""
    name = element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else "a"
    tail = element.tail or ""
    return tail if name in _INLINE or (tail and not tail[0].isalnum()) else f" {tail}"
