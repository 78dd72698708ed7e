"""XML: of news feeds the entries, of documents the words between the marks, of data all of it."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from desktop_rag.core.schema import Document
from desktop_rag.readers.plain import feeds, text
from desktop_rag.readers.plain.web_pages import html_markdown

_LARGEST = 30_000_000
_TAG = re.compile(r"<[^<>]*>")
_PROSE_SHARE = 0.5  # of an XML file that is text between marks, for it to be read as a text
_ROOT = re.compile(r"<(?:\w+:)?([A-Za-z][\w-]*)[\s>]")
_STRAY_AND = re.compile(r"&(?!(?:#\d+|#x[\da-fA-F]+|amp|lt|gt|quot|apos);)(?:\w{1,32};)?")
_SHORT_LINES = re.compile(r"(?<![^\n]{40})\n\n(?=[^\n]{1,40}(?:\n|\Z))")  # between scraps of a few words
_INLINE = frozenset(
    "a abbr b big bold code em emph emphasis ext-link font hi i inf italic monospace named-content named r roman s sc "
    "small span strike strong styled-content sub subscript sup superscript t tspan tt u underline xref".split()
)
_PROSE_ROOTS = frozenset(
    "article TEI book us-patent-application us-patent-grant FictionBook html svg wordDocument Workbook".split()
)
_FEED_ROOTS = frozenset(["rss", "RDF", "feed"])
_BLOCKS = frozenset(
    "p para title subtitle head caption item li row tr td abstract sec section div blockquote note ref entry chapter "
    "article body heading line verse claim claim-text description summary content name".split()
)


def load_data(path: Path) -> Iterator[Document]:
    """Yield the text of an XML document without its marks; of an XML file of data, all of it."""
    if path.stat().st_size > _LARGEST:
        return text.load_declared(path)
    source = "".join(text.pieces(path, declared=True))
    root_name = _root_name(source)
    if root_name in _FEED_ROOTS and (entries := _feed(source)):
        return text.in_pages([entries])
    if root_name not in _PROSE_ROOTS:
        source = feeds.without_escaped_marks(source)
    if not _is_prose(source):
        return text.in_pages([source])
    try:
        written = "\n\n".join(_paragraphs(_parsed(source)))
    except (ET.ParseError, ValueError, RecursionError):
        return text.in_pages([_unparsed(source)])
    return text.in_pages([_SHORT_LINES.sub("\n", written)])


def _feed(source: str) -> str:
    """Return the entries of a news feed, "" where it is damaged or none."""
    try:
        root = _parsed(source)
        return feeds.feed_markdown(root) if feeds.is_feed(root) else ""
    except (ET.ParseError, ValueError, RecursionError):
        return ""


def _unparsed(source: str) -> str:
    """Return a damaged document: of a web page what a browser shows, of others all of it."""
    return html_markdown(source) if _root_name(source).lower() == "html" else source


def _parsed(source: str) -> ET.Element:
    source = re.sub(r"^\s*<\?xml[^>]*\?>", "", source)
    try:
        return ET.fromstring(source)  # noqa: S314 - expat refuses entities that swell
    except ET.ParseError:
        return ET.fromstring(_STRAY_AND.sub(_escaped, source))  # noqa: S314 - as above


def _escaped(match: re.Match[str]) -> str:
    """Return an entity of HTML, which XML does not know, as the character; what is none as it stands."""
    character = html.unescape(match.group())
    return character if character != match.group() else f"&amp;{match.group()[1:]}"


def _root_name(source: str) -> str:
    """Return the name of the outermost element without its prefix, "" where there is none."""
    root = _ROOT.search(source[:5000])
    return root.group(1) if root else ""


def _is_prose(source: str) -> bool:
    """Return True if an XML file is a text with marks, not data."""
    if _root_name(source) in _PROSE_ROOTS:
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
    block = name in _BLOCKS or wraps
    yield "", block
    if name:
        yield element.text or "", False
    for part in element:
        yield from _parts(part)
        yield _apart(part), False
    yield "", block


def _apart(element: ET.Element) -> str:
    """Return the text behind an element, after a blank unless a word may continue there."""
    name = element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else "a"
    tail = element.tail or ""
    return tail if name in _INLINE or (tail and not tail[0].isalnum()) else f" {tail}"
