"""EPUB files as MuPDF is given them: without chapters that nobody can read, and with words that it would tear apart.

The copy is made in memory each time that a book is opened, for reading and for showing alike: places of words are the
same in both.
"""

import html
import io
import posixpath
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial, reduce
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree as ET

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText, joined
from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.base import damaged
from desktop_rag.readers.office.extra_text import Section
from desktop_rag.readers.office.parts import BROKEN_ARCHIVE, MOST
from desktop_rag.readers.office.xml_parts import TORN
from desktop_rag.readers.pages.book_chapters import BookChapters
from desktop_rag.readers.pages.mupdf import Paged
from desktop_rag.text.encodings import decode

_CONTAINER, _ENCRYPTION = "META-INF/container.xml", "META-INF/encryption.xml"
_CHAPTER = re.compile(r"\.(?:xhtml|html?|xml)$", re.IGNORECASE)
_FONTS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")  # hide fonts from copying, no texts
_ITEM = re.compile(r"<(?:\w+:)?item\s([^<>]*)>", re.IGNORECASE)
_REFERENCE = re.compile(r"<(?:\w+:)?itemref\s([^<>]*)>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_COUNTED = re.compile(rb"\bcontent\s*:[^;{}]*\bcounters?\([^;{}]*", re.IGNORECASE)
_FICTION_BOOK = re.compile(r"<(?:\w+:)?FictionBook\b")
_BEGINNING = 2_000  # characters
_MOST_NAMED = 5
_LOCKED = UserError(
    "The book is locked by copy protection (DRM).", "Read it in the app you bought it for, or add a copy without it."
)
_MOST = 5_000  # entries


class BookOutline:
    """The navigation of one open EPUB; other files have none here, as their pages show the titles."""

    def __init__(self, document: Paged) -> None:
        self._titles: dict[int, list[str]] = defaultdict(list)
        for title, page in _entries(document):
            self._titles[page - 1].append(title)

    def sections_of(self, number: int, text: str) -> list[Section]:
        """Return the titles of the chapters that begin on a page, counted from 0, and stand nowhere in its ``text``."""
        titles = self._titles.get(number, [])
        shown = _letters(text) if titles else ""
        missing = [f"- {title}" for title in titles if _letters(title) not in shown]
        return [Section(headings.CONTENTS, missing)] if missing else []


def _entries(document: Paged) -> list[tuple[str, int]]:
    """Return titles with the pages they lead to, counted from 1; nothing where the navigation is damaged."""
    import pymupdf

    if not document.metadata or not str(document.metadata.get("format", "")).startswith("EPUB"):
        return []
    try:
        outline = document.get_toc(simple=True)
    except (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError, RecursionError):
        return []
    return [(" ".join(title.split()), page) for _, title, page in outline[:_MOST]]


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


@dataclass(frozen=True, slots=True)
class _Item:
    identity: str
    name: str  # in the archive
    kind: str
    properties: str


class _Book:
    """The parts of an EPUB and what its list of chapters says."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.names = {one.filename: one for one in archive.infolist() if not one.is_dir()}
        self._by_small_name = {name.lower(): name for name in reversed(self.names)}
        self.package = self._package_name()
        self._folder = posixpath.dirname(self.package)
        self.items: dict[str, _Item] = {}
        self.spine: list[_Item] = []
        self.is_torn = False
        self._read_package()
        self.locked = self._locked()

    def data(self, name: str) -> bytes:
        """Return a part.

        Raises:
            UserError: it is missing, damaged or locked.

        """
        try:
            with self._archive.open(name) as part:
                read = part.read(MOST + 1)
        except (KeyError, OSError, RuntimeError, *BROKEN_ARCHIVE) as error:
            raise damaged() from error
        if len(read) > MOST:
            raise UserError("The file is too large once it is unpacked.", "Split it into smaller files.")
        return read

    def has(self, folder: str, address: str) -> bool:
        """Return True if there is a part that an address in a folder leads to."""
        return bool(self.found(address, folder))

    def found(self, address: str, folder: str) -> str:
        """Return the part that an address leads to, "" for none; names may differ in their capitals."""
        name = posixpath.normpath(posixpath.join(folder, unquote(address.partition("#")[0]))).lstrip("/")
        return name if name in self.names else self._by_small_name.get(name.lower(), "")

    def _package_name(self) -> str:
        try:
            container = self.data(_CONTAINER).decode("utf-8", "replace")
        except UserError:
            container = ""
        listed = re.search(r"full-path\s*=\s*[\"']([^\"']+)", container)
        name = self.found(listed[1], "") if listed else ""
        return name or next((one for one in self.names if one.lower().endswith(".opf")), "")

    def _read_package(self) -> None:
        """Read which chapters there are and in which order; where the list is torn, all that can be found."""
        source = ""
        try:
            source = decode(self.data(self.package)) if self.package else ""
            ET.fromstring(source.encode())  # noqa: S314 - expat refuses entities that swell
        except (UserError, ET.ParseError, ValueError, LookupError):
            self.is_torn = True
        for written in _ITEM.findall(source):
            known = _attributes(written)
            name = self.found(known.get("href", ""), self._folder) or self._missing(known.get("href", ""))
            item = _Item(known.get("id", ""), name, known.get("media-type", ""), known.get("properties", ""))
            self.items.setdefault(item.identity, item)
        references = [_attributes(written).get("idref", "") for written in _REFERENCE.findall(source)]
        self.spine = [self.items[one] for one in references if one in self.items]
        if self.is_torn:
            listed = {item.name for item in self.spine}
            chapters = [name for name in self.names if _CHAPTER.search(name) and not name.startswith("META-INF/")]
            self.spine += [
                _Item(f"found{number}", name, "application/xhtml+xml", "")
                for number, name in enumerate(sorted(chapters))
                if name not in listed and not re.search(r"(?:^|/)(?:nav|toc)\b", name)
            ]

    def _missing(self, address: str) -> str:
        return posixpath.normpath(posixpath.join(self._folder, unquote(address.partition("#")[0])))

    def _locked(self) -> set[str]:
        """Return the parts that are encrypted, and not only as fonts are."""
        if _ENCRYPTION not in self.names:
            return set()
        try:
            root = ET.fromstring(self.data(_ENCRYPTION))  # noqa: S314 - expat refuses entities that swell
        except (UserError, ET.ParseError, ValueError, LookupError):
            return set()
        locked: set[str] = set()
        for entry in root.iter():
            if not entry.tag.endswith("}EncryptedData"):
                continue
            methods = [one.get("Algorithm", "") for one in entry.iter() if one.tag.endswith("}EncryptionMethod")]
            addresses = [one.get("URI", "") for one in entry.iter() if one.tag.endswith("}CipherReference")]
            if not any(method in _FONTS for method in methods):
                locked |= {self.found(address, "") for address in addresses}
        return locked - {""}


def prepared_book(path: Path, content: bytes | None = None) -> bytes | None:
    """Return an EPUB prepared for drawing; None for another file. ``notice_of`` lists the parts left out.

    Raises:
        UserError: all of it is locked.

    """
    try:
        source = io.BytesIO(content) if content is not None else path
        with zipfile.ZipFile(source) as archive:
            if _CONTAINER not in archive.namelist() and not path.name.lower().endswith(".epub"):
                return None
            return _prepared(_Book(archive))
    except (OSError, *BROKEN_ARCHIVE):
        return None  # opening it tells what is wrong


def prepared_fiction_book(path: Path, content: bytes | None = None) -> bytes | None:
    """Return a FictionBook prepared for drawing; None for another file."""
    try:
        data = content if content is not None else path.read_bytes()
    except OSError:
        return None  # opening it tells what is wrong
    source = decode(data, declared=True)
    if not _FICTION_BOOK.search(source, 0, _BEGINNING):
        return None
    return _in_utf8(BookChapters((), lambda _: True).all_rewritten(source)).encode("utf-8", "replace")


def notice_of(path: Path) -> str:
    """Return a notice of the unreadable parts of a book, "" where nothing is missing."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _notice(_Book(archive))
    except (OSError, *BROKEN_ARCHIVE):
        pass
    try:
        source = decode(path.read_bytes(), declared=True)
    except (OSError, UserError):
        return ""  # opening it tells what is wrong
    is_book = _FICTION_BOOK.search(source, 0, _BEGINNING) is not None
    return TORN if is_book and "</FictionBook" not in source[-_BEGINNING:] else ""


def _notice(book: _Book) -> str:
    """Return a notice of the chapters left out."""
    chapters = _Chapters(book)
    told: list[str] = []
    if names := _named(chapters.locked):
        told.append(UserText("Copy protection locks these chapters, and they were left out: {names}.", names=names))
    if names := _named(chapters.missing):
        told.append(UserText("These chapters are missing in the file: {names}.", names=names))
    if names := _named(chapters.damaged):
        told.append(UserText("These chapters are damaged, and some of their text is missing: {names}.", names=names))
    if book.is_torn:
        told.append(UserText("The list of chapters is damaged: they may be in another order, or some may be missing."))
    return reduce(joined, told, "")


class _Chapters:
    """The readable chapters of a book, by their names, and the unreadable ones."""

    def __init__(self, book: _Book) -> None:
        self.missing, self.locked, self.damaged = list[str](), list[str](), list[str]()
        self.sources: dict[str, bytes] = {}
        self.kept: list[_Item] = []
        for item in book.spine:
            if item.name not in book.names:
                self.missing.append(item.name)
            elif item.name in book.locked:
                self.locked.append(item.name)
            else:
                try:
                    self.sources.setdefault(item.name, book.data(item.name))
                except UserError:
                    self.damaged.append(item.name)
                    continue
                if _is_torn(self.sources[item.name]):
                    self.damaged.append(item.name)
                self.kept.append(item)


def _is_torn(data: bytes) -> bool:
    """Return True if a chapter ends before its end."""
    return b"<body" in data and b"</body" not in data


def _prepared(book: _Book) -> bytes | None:
    chapters = _Chapters(book)
    if not chapters.kept:
        if chapters.locked:
            raise _LOCKED
        return None
    sheets = [decode(data) for item in book.items.values() if item.kind == "text/css" for data in _readable(book, item)]
    changed: dict[str, bytes] = {}
    for name, data in chapters.sources.items():
        rewriter = BookChapters(sheets, partial(book.has, posixpath.dirname(name)))
        written = decode(data, declared=True)
        changed[name] = _in_utf8(rewriter.rewritten(written)).encode("utf-8", "replace")
    for item in book.items.values():
        for data in _readable(book, item) if item.kind == "text/css" else ():
            # what is counted there stands in the chapters
            changed[item.name] = _COUNTED.sub(b'content:""', data)
    return _packed(book, chapters.kept, changed)


def _readable(book: _Book, item: _Item) -> Iterator[bytes]:
    """Yield a part unless it cannot be read."""
    if item.name in book.names and item.name not in book.locked:
        try:
            yield book.data(item.name)
        except UserError:
            return


def _named(names: Iterable[str]) -> str:
    known = [posixpath.basename(name) for name in dict.fromkeys(names)]
    return ", ".join([*known[:_MOST_NAMED], *(["…"] if len(known) > _MOST_NAMED else [])])


def _packed(book: _Book, spine: list[_Item], changed: dict[str, bytes]) -> bytes:
    """Return the book as a file with its changed chapters."""
    target = io.BytesIO()
    package = book.package or "content.opf"
    size = 0
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr(_CONTAINER, _container(package))
        archive.writestr(package, _package(book, spine, package))
        for name in book.names:
            if name in {"mimetype", _CONTAINER, _ENCRYPTION, package} or name in book.locked:
                continue
            try:
                data = changed.get(name) or book.data(name)
            except UserError:
                continue
            size += len(data)
            if size > MOST:
                raise UserError("The file is too large once it is unpacked.", "Split it into smaller files.")
            archive.writestr(name, data)
    return target.getvalue()


def _container(package: str) -> str:
    kind = "application/oebps-package+xml"
    return (
        '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        f"<rootfiles><rootfile full-path={_quoted(package)} media-type={_quoted(kind)}/></rootfiles></container>"
    )


def _package(book: _Book, spine: list[_Item], package: str) -> str:
    """Return the list of what is in the book, with the chapters that are kept."""
    folder = posixpath.dirname(package)
    listed = {item.identity: item for item in [*book.items.values(), *spine] if item.name in book.names}
    items = "".join(
        f"<item id={_quoted(one.identity)} href={_quoted(_address(one.name, folder))} media-type={_quoted(one.kind)}"
        f"{f' properties={_quoted(one.properties)}' if one.properties else ''}/>"
        for one in listed.values()
        if one.name not in book.locked and not _is_torn_contents(book, one)
    )
    references = "".join(f"<itemref idref={_quoted(one.identity)}/>" for one in spine)
    contents = next((one.identity for one in listed.values() if one.kind == "application/x-dtbncx+xml"), "")
    toc = f" toc={_quoted(contents)}" if contents and not _is_torn_contents(book, listed[contents]) else ""
    try:
        before = decode(book.data(book.package)) if book.package else ""
    except UserError:
        before = ""
    version = re.search(r"<(?:\w+:)?package\b[^<>]*?\bversion\s*=\s*[\"']([\d.]+)", before)
    metadata = re.search(r"<(?:\w+:)?metadata\b.*?</(?:\w+:)?metadata\s*>", before, re.DOTALL)
    about = metadata.group() if metadata and not book.is_torn else "<metadata></metadata>"
    namespaces = " ".join(dict.fromkeys(re.findall(r"\bxmlns:\w+\s*=\s*(?:\"[^\"]*\"|'[^']*')", before)))
    return (
        f'<?xml version="1.0" encoding="utf-8"?><package xmlns="http://www.idpf.org/2007/opf" {namespaces} '
        f'version="{version[1] if version else "3.0"}">{about}<manifest>{items}</manifest>'
        f"<spine{toc}>{references}</spine></package>"
    )


def _is_torn_contents(book: _Book, item: _Item) -> bool:
    """Return True if an item is a list of contents that is damaged: MuPDF opens no book with one."""
    if item.kind != "application/x-dtbncx+xml" and "nav" not in item.properties.split():
        return False
    try:
        ET.fromstring(_ENTITY.sub(b" ", book.data(item.name)))  # noqa: S314 - expat refuses entities that swell
    except (UserError, ET.ParseError, ValueError, LookupError):
        return True
    return False


_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#\w+);)\w+;")


def _address(name: str, folder: str) -> str:
    relative = posixpath.relpath(name, folder or ".")
    return re.sub(r"[%#?&\"<> ]", lambda sign: f"%{ord(sign.group()):02X}", relative)


def _attributes(written: str) -> dict[str, str]:
    return {name.rpartition(":")[2].lower(): _plain(one or other) for name, one, other in _ATTRIBUTE.findall(written)}


def _plain(text: str) -> str:
    return html.unescape(text).strip()


def _quoted(text: str) -> str:
    return f'"{html.escape(text)}"'


def _in_utf8(source: str) -> str:
    """Return a chapter that says of itself that it is in UTF-8, in which it is written."""
    return re.sub(r"(<\?xml\b[^<>]*?\bencoding\s*=\s*[\"'])[\w.:-]+", r"\1utf-8", source, count=1)
