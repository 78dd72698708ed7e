"""Web pages and saved web archives as Markdown: headings, lists and tables stay, scripts and decoration go."""

import email
import email.policy
import html
import plistlib
import re
from collections.abc import Iterable, Iterator, Sequence
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from xml.parsers.expat import ExpatError

from desktop_rag.core.schema import Document
from desktop_rag.readers.base import NothingToRead, misnamed
from desktop_rag.readers.plain.html_cleanup import ShownParts, without_marks, without_scripts
from desktop_rag.readers.plain.html_consent import drop_consent
from desktop_rag.readers.plain.html_links import with_links
from desktop_rag.readers.plain.html_styles import StyleSheet
from desktop_rag.readers.plain.html_tree import parse_html
from desktop_rag.readers.plain.html_writer import HtmlWriter
from desktop_rag.readers.plain.text import in_pages, without_data
from desktop_rag.text.encodings import decode, in_charset

_LARGE = 20_000_000  # characters of a page above which its marks are only cut out
_TITLE = re.compile(r"<title\b[^>]{0,200}>([^<]{1,500})</title", re.IGNORECASE)
_HEADING = re.compile(r"^#{1,2} (.+)", re.MULTILINE)
_NO_ARCHIVE = (
    plistlib.InvalidFileException,
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    OverflowError,
    ExpatError,
)
_EMPTY = "The page contains no text."


def load_data(path: Path) -> Iterator[Document]:
    """Yield the text of a web page; see ``readers.base.Reader``."""
    return _pages(_titled(decode(path.read_bytes(), declared=True)))


def load_mhtml(path: Path) -> Iterator[Document]:
    """Yield the text of a web page that was saved with its pictures in one file (MHTML)."""
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    parts = [part for part in message.walk() if part.get_content_maintype() in {"text", "application"}]
    sheets = [_source(part) for part in parts if part.get_content_subtype() == "css"]
    texts = [_part(part, sheets) for part in parts]
    return _pages("\n\n".join(text for text in texts if text))


def load_webarchive(path: Path) -> Iterator[Document]:
    """Yield the text of a web page that Safari saved with its pictures in one file.

    Raises:
        UserError: it is no web archive, whatever its name says.

    """
    try:
        archive = plistlib.loads(path.read_bytes())
        texts = list(_frames(archive)) if "WebMainResource" in archive else []
    except _NO_ARCHIVE as error:
        raise misnamed() from error
    return _pages("\n\n".join(texts))


def html_markdown(source: str) -> str:
    """Return the text of a web page as Markdown."""
    return _written(source)[0]


def _written(source: str, sheets: Iterable[str] = ()) -> tuple[str, list[tuple[str, str]]]:
    """Return the text of a web page and its links; ``sheets`` are the style sheets beside it."""
    parts = ShownParts()
    source = without_scripts(without_data(source), parts)
    if len(source) > _LARGE:
        return without_marks(source), []
    sheets = [*sheets, *parts.styles]
    for is_bare in (True, False):  # a page that is nothing but a question for consent is read, too
        root, styles = parse_html(source), StyleSheet(sheets)
        if is_bare:
            drop_consent(root, styles)
        for shown in (styles, StyleSheet()):
            writer = HtmlWriter(root, shown)
            # a page that is hidden until its scripts have run is shown in the end
            if text := writer.text():
                return text, writer.links
    return "", []


def _frames(archive: dict[str, Any]) -> Iterator[str]:
    """Yield the page of Safari's archive and those inside it."""
    main = archive["WebMainResource"]
    if "html" in main["WebResourceMIMEType"]:
        yield _titled(in_charset(main["WebResourceData"], main.get("WebResourceTextEncodingName", "")))
    for frame in archive.get("WebSubframeArchives", ()):
        yield from _frames(frame)


def _titled(source: str, sheets: Iterable[str] = ()) -> str:
    """Return the text of a web page as Markdown, below its title unless that is its first heading, above its links."""
    text, links = _written(source, sheets)
    match = _TITLE.search(source)
    title = " ".join(html.unescape(match.group(1)).split()) if match else ""
    heading = _HEADING.search(text)
    known = title in text or (heading and heading.group(1).strip() in title)
    return with_links(text if known else f"# {title}\n\n{text}", links)


def _pages(text: str) -> Iterator[Document]:
    if not text.strip():
        raise NothingToRead(_EMPTY)
    return in_pages([text])


def _part(part: EmailMessage, sheets: Sequence[str]) -> str:
    """Return the text of one part of a web archive; of style sheets nothing."""
    kind = part.get_content_type()
    if kind == "text/plain":
        return _source(part)
    return _titled(_source(part), sheets) if kind in {"text/html", "application/xhtml+xml", "text/xhtml"} else ""


def _source(part: EmailMessage) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    charset = part.get_content_charset()
    try:
        return data.decode(charset) if charset else decode(data, declared=True)
    except (LookupError, UnicodeDecodeError):
        return decode(data, declared=True)
