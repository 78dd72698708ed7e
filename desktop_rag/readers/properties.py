"""Who wrote a document, what it is called, when it was made: as the file itself says. Child processes only."""

import html
import re
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import olefile

from desktop_rag.core.errors import UserError
from desktop_rag.readers.detect import format_of
from desktop_rag.readers.format import Format
from desktop_rag.readers.office.parts import BROKEN_ARCHIVE, Parts
from desktop_rag.readers.office.xml_parts import name_of, parsed
from desktop_rag.readers.pages.pdf import open_document
from desktop_rag.text.encodings import decode

_HEAD = 200_000  # bytes of a web page or text that are looked through
_LONGEST = 300  # characters of a title or of the authors
_DATE = re.compile(r"(?:D:)?(\d{4})-?(\d{2})?-?(\d{2})?")
_NO_TITLE = re.compile(r"(?:untitled|document\d*|title|power\s?point presentation|slide \d+)?", re.IGNORECASE)
_PROGRAM = re.compile(r"^Microsoft (?:Word|Excel|PowerPoint) - ")
_NO_AUTHOR = frozenset(["", "user", "admin", "administrator", "unknown", "author", "python-docx", "owner"])
_META = re.compile(r"<meta\b[^>]{0,1000}>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""\b(name|property|content)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_TITLE = re.compile(r"<title\b[^>]{0,200}>([^<]{1,500})</title", re.IGNORECASE)
_FRONT = re.compile(r"\A---\n(.{0,20000}?)\n---", re.DOTALL)
_FRONT_LINE = re.compile(r"""(?m)^(title|author|date):[ \t]*["']?(.+?)["']?[ \t]*$""")


@dataclass(frozen=True, slots=True)
class DocumentProperties:
    """What a document says of itself; "" for what it does not. ``date`` is YYYY, YYYY-MM or YYYY-MM-DD."""

    title: str = ""
    author: str = ""
    date: str = ""


def document_properties(path: Path) -> DocumentProperties:
    """Return what a file says of itself; nothing of one that cannot be read."""
    try:
        found = format_of(path)
        return _of(path, found)
    except (UserError, OSError, *BROKEN_ARCHIVE):
        return DocumentProperties()


def _of(path: Path, found: Format) -> DocumentProperties:
    if zipfile.is_zipfile(path) and (properties := _of_parts(path)):
        return properties
    if found.unit == "page" and found.kind in {"pdf", "book"}:
        return _of_pages(path)
    if found.streams and olefile.isOleFile(path):
        return _of_compound_file(path)
    if found.kind == "web":
        return _of_web_page(_head(path))
    return _of_front_matter(_head(path)) if found.name == "Markdown" else DocumentProperties()


def _of_pages(path: Path) -> DocumentProperties:
    document = open_document(path)
    try:
        said = document.metadata or {}
    finally:
        document.close()
    return _tidied(said.get("title"), [said.get("author") or ""], said.get("creationDate"))


def _of_parts(path: Path) -> DocumentProperties | None:
    """Return what Office and OpenDocument files keep in a part of their own, None where there is none."""
    with Parts(path) as parts:
        for name in ("docProps/core.xml", "meta.xml"):
            data = parts.read(name, missing=b"")
            if not data:
                continue
            texts: dict[str, list[str]] = {}
            for element in parsed(data).iter():
                texts.setdefault(name_of(element), []).append((element.text or "").strip())
            first = {key: next(filter(None, values), "") for key, values in texts.items()}
            authors = [first.get("initial-creator") or first.get("creator", "")]
            return _tidied(first.get("title"), authors, first.get("created") or first.get("creation-date"))
    return None


def _of_compound_file(path: Path) -> DocumentProperties:
    with suppress(*BROKEN_ARCHIVE, AttributeError, TypeError, IndexError), olefile.OleFileIO(path) as file:
        said = file.get_metadata()
        encoding = f"cp{said.codepage}" if said.codepage and said.codepage > 0 else "utf-8"

        def words(value: bytes | str | None) -> str:
            if not isinstance(value, bytes):
                return value or ""
            try:
                return value.decode(encoding, "replace")
            except LookupError:
                return value.decode("latin-1")

        made = f"{said.create_time:%Y-%m-%d}" if said.create_time else ""
        return _tidied(words(said.title), [words(said.author)], made)
    return DocumentProperties()


def _of_web_page(source: str) -> DocumentProperties:
    said: dict[str, list[str]] = {}
    for tag in _META.finditer(source):
        attributes = {
            match[1].lower(): html.unescape(match[2] or match[3] or "") for match in _ATTRIBUTE.finditer(tag.group())
        }
        key = (attributes.get("name") or attributes.get("property") or "").lower()
        said.setdefault(key, []).append(attributes.get("content", ""))
    title = _TITLE.search(source)
    dates = [*said.get("article:published_time", ()), *said.get("citation_publication_date", ()), *said.get("date", ())]
    authors = said.get("citation_author") or said.get("author") or said.get("dc.creator") or []
    return _tidied(html.unescape(title.group(1)) if title else "", authors, next(iter(dates), "").replace("/", "-"))


def _of_front_matter(text: str) -> DocumentProperties:
    front = _FRONT.match(text)
    said = dict(_FRONT_LINE.findall(front.group(1))) if front else {}
    return _tidied(said.get("title"), [said.get("author", "")], said.get("date"))


def _head(path: Path) -> str:
    with path.open("rb") as file:
        return decode(file.read(_HEAD), declared=True).replace("\r\n", "\n")


def _tidied(title: str | None, authors: Iterable[str], date: str | None) -> DocumentProperties:
    """Return properties without what programs fill in by themselves."""
    name = _PROGRAM.sub("", _line(title))
    if _NO_TITLE.fullmatch(name):
        name = ""
    people = [person for person in map(_line, authors) if person.lower() not in _NO_AUTHOR]
    return DocumentProperties(name, "; ".join(people)[:_LONGEST], _day(date or ""))


def _line(text: str | None) -> str:
    return " ".join("".join(char for char in text or "" if char.isprintable() or char.isspace()).split())[:_LONGEST]


def _day(text: str) -> str:
    match = _DATE.match(text.strip())
    return "-".join(filter(None, match.groups())) if match and "1000" <= match.group(1) <= "2100" else ""
