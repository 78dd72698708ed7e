"""Web pages and saved web archives as Markdown: headings, lists and tables stay, scripts and decoration go."""

import email
import email.policy
import html
import plistlib
import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from xml.parsers.expat import ExpatError

from desktop_rag.core.schema import Document
from desktop_rag.readers.base import NothingToRead, misnamed
from desktop_rag.readers.plain.html_cleanup import (
    EMPTY_CELL,
    MarkdownConverter,
    keep_rows,
    set_apart,
    spread_cells,
    without_marks,
    without_scripts,
)
from desktop_rag.readers.plain.text import in_pages, without_data
from desktop_rag.text.encodings import decode, in_charset

_LARGE = 20_000_000  # characters of a page above which its marks are only cut out
_TABLE_RULE = re.compile(r"-{3,}(?:\|-{3,})*\|?")
_BAR = re.compile(r"(?<!\\)\|")
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*){2,}")
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
    texts = [_part(part) for part in message.walk() if part.get_content_maintype() == "text"]
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
    source = without_scripts(without_data(source))
    if len(source) > _LARGE:
        return without_marks(source)
    text = MarkdownConverter().handle(set_apart(keep_rows(spread_cells(source))))
    text = _tables("\n".join(line.rstrip() for line in text.split("\n"))).replace(EMPTY_CELL, "")
    return _BLANK_LINES.sub("\n\n", text).strip()


def _frames(archive: dict[str, Any]) -> Iterator[str]:
    """Yield the page of Safari's archive and those inside it."""
    main = archive["WebMainResource"]
    if "html" in main["WebResourceMIMEType"]:
        yield _titled(in_charset(main["WebResourceData"], main.get("WebResourceTextEncodingName", "")))
    for frame in archive.get("WebSubframeArchives", ()):
        yield from _frames(frame)


def _titled(source: str) -> str:
    """Return the text of a web page as Markdown, below its title unless that is its first heading."""
    text = html_markdown(source)
    match = _TITLE.search(source)
    title = " ".join(html.unescape(match.group(1)).split()) if match else ""
    heading = _HEADING.search(text)
    known = title in text or (heading and heading.group(1).strip() in title)
    return text if known else f"# {title}\n\n{text}"


def _pages(text: str) -> Iterator[Document]:
    if not text.strip():
        raise NothingToRead(_EMPTY)
    return in_pages([text])


def _part(part: EmailMessage) -> str:
    """Return the text of one part of a web archive; of style sheets nothing."""
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes) or part.get_content_subtype() not in {"html", "plain", "xhtml"}:
        return ""
    charset = part.get_content_charset()
    try:
        text = data.decode(charset) if charset else decode(data, declared=True)
    except (LookupError, UnicodeDecodeError):
        text = decode(data, declared=True)
    return html_markdown(text) if part.get_content_subtype() != "plain" else text


def _tables(text: str) -> str:
    """Give the rows of tables the bars at both ends that others look for."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if at and _TABLE_RULE.fullmatch(line.replace(" ", "").replace(":", "")) and "|" in lines[at - 1] + line:
            first, last = at - 1, at
            while last + 1 < len(lines) and "|" in lines[last + 1]:
                last += 1
            for row in range(first, last + 1):
                lines[row] = _row(lines[row])
    return "\n".join(lines)


def _row(line: str) -> str:
    line = line.strip().removeprefix("|")
    cells = _BAR.split(line[:-1] if line.endswith("|") and not line.endswith("\\|") else line)
    return f"| {' | '.join(cell.replace(EMPTY_CELL, '').strip() for cell in cells)} |"
