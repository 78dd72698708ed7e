"""EPUB files as MuPDF is given them: without chapters that nobody can read, in words that it draws as a person reads.

MuPDF would tear words apart, and knows neither readings above words, nor formulas, nor how lists are numbered, nor
cells that reach over rows: it runs together what belongs apart. All of it becomes plain text at its place in a copy of
the chapter. The copy is made in memory each time that a book is opened, for reading and for showing alike: what is
stored is what is drawn, and places of words are the same in both.
"""

import html
import io
import posixpath
import re
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial, reduce
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree as ET

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText, joined
from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.base import damaged
from desktop_rag.readers.formulas import lowered, raised
from desktop_rag.readers.office.extra_text import Section
from desktop_rag.readers.office.parts import BROKEN_ARCHIVE, MOST
from desktop_rag.readers.office.xml_parts import TORN
from desktop_rag.readers.pages.book_tables import CELL, END, ROW, TABLE
from desktop_rag.readers.pages.mupdf import Paged
from desktop_rag.readers.plain import html_inline, html_tables
from desktop_rag.readers.plain.html_counters import Counters
from desktop_rag.readers.plain.html_inline import (
    RUBY,
    RUBY_END,
    RUBY_READING,
    described_picture,
    is_note_mark,
    math_text,
    note_mark,
    raised_style,
    ruby_parts,
    with_readings,
)
from desktop_rag.readers.plain.html_styles import StyleSheet
from desktop_rag.readers.plain.html_tree import BLOCKS, VOID, Element, parse_html, without_scripts
from desktop_rag.readers.plain.html_writer import HtmlWriter, is_amid_text, text_beside
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
_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#\w+);)\w+;")
_BODY = re.compile(r"<(?:\w+:)?body\b[^<>]*>", re.IGNORECASE)
_BODY_END = re.compile(r"</(?:\w+:)?body\s*>", re.IGNORECASE)
_STYLES = re.compile(r"<style\b[^<>]*>(.*?)</style\s*>", re.IGNORECASE | re.DOTALL)
_HAS_COUNTERS = re.compile(r"\bcontent\s*:[^;{}]*\bcounters?\([^;{}]*", re.IGNORECASE)
_KEPT = frozenset(["svg", "style", "title"])
_LARGE = 20_000_000  # characters of a chapter above which it is left as it is
_HIDDEN_MARK = "font-size:1px;color:#ffffff"
_XML = '<?xml version="1.0"?>'


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


def _address(name: str, folder: str) -> str:
    relative = posixpath.relpath(name, folder or ".")
    return re.sub(r"[%#?&\"<> ]", lambda sign: f"%{ord(sign.group()):02X}", relative)


def _attributes(written: str) -> dict[str, str]:
    return {
        name.rpartition(":")[2].lower(): html.unescape(one or other).strip()
        for name, one, other in _ATTRIBUTE.findall(written)
    }


def _quoted(text: str) -> str:
    return f'"{html.escape(text)}"'


def _in_utf8(source: str) -> str:
    """Return a chapter that says of itself that it is in UTF-8, in which it is written."""
    return re.sub(r"(<\?xml\b[^<>]*?\bencoding\s*=\s*[\"'])[\w.:-]+", r"\1utf-8", source, count=1)


class BookChapters:
    """Rewrites the chapters of one book. ``has_file`` checks if a picture that a chapter shows is there."""

    def __init__(self, sheets: Iterable[str], has_file: Callable[[str], bool]) -> None:
        self._sheets = list(sheets)
        self._has_file = has_file

    def all_rewritten(self, source: str) -> str:
        """Return a file of several chapters prepared for drawing, as FictionBook has its text and its notes."""
        ends = [match.end() for match in _BODY_END.finditer(source)]
        parts = [source[begin:end] for begin, end in pairwise([0, *ends])]
        rest = source[ends[-1] if ends else 0 :]
        return "".join([*map(self.rewritten, parts), self.rewritten(rest, torn_end="</body></FictionBook>")])

    def rewritten(self, source: str, torn_end: str = "</body></html>") -> str:
        """Return a chapter prepared for drawing; one that is torn ends with ``torn_end``."""
        begin = _BODY.search(source)
        if begin is None or len(source) > _LARGE:
            return source
        end = next(iter(_BODY_END.finditer(source, begin.end())), None)
        body = source[begin.end() : end.start() if end else len(source)]
        kept: list[str] = []

        def keep(name: str, part: str) -> str:
            if name not in _KEPT:
                return ""
            kept.append(part)
            return f'<x-kept n="{len(kept) - 1}"></x-kept>'

        root = parse_html(_XML + without_scripts(body, keep))
        styles = StyleSheet([*self._sheets, *_STYLES.findall(source[: begin.start()])])
        _Rewriter(root, styles, self._has_file).rewrite()
        head = _HAS_COUNTERS.sub('content:""', source[: begin.end()])
        return f"{head}{_serialized(root, kept)}{source[end.start() :] if end else torn_end}"


class _Rewriter:
    """Changes the tree of one chapter."""

    def __init__(self, root: Element, styles: StyleSheet, has_file: Callable[[str], bool]) -> None:
        self._root = root
        self._styles = styles
        self._has_file = has_file
        self._writer = HtmlWriter(root, styles)

    def rewrite(self) -> None:
        """Change elements that MuPDF would draw wrongly."""
        html_inline.move_marks(self._root)
        elements = list(self._root.descendants())
        lists = [one for one in elements if one.name in {"ol", "ul", "menu", "dir"}]
        marks = self._marks(lists)
        counted = self._counted() if self._styles.has_counters else []
        tables = [
            one for one in elements if one.name == "table" and not any(one.name == "table" for one in one.ancestors())
        ]
        rows = [(table, self._rows(table)) for table in tables]
        for element in elements:
            self._rewrite(element)
        for table, parts in rows:
            _write_rows(table, parts)
        for item, mark in marks:
            _put_first(item, f"{mark}{'' if mark.endswith('、') else ' '}")
        for element, text in counted:
            _put_first(element, text)

    def _marks(self, lists: list[Element]) -> list[tuple[Element, str]]:
        """Return the items of lists with the marks that MuPDF would not draw as they are meant; it draws none then."""
        found: list[tuple[Element, str]] = []
        given = [(one, list(self._writer.item_marks(one))) for one in lists]
        if all(_is_usual(one, marks) for one, marks in given):
            return []
        for one, marks in given:
            if one.name != "ol" and all(mark == "-" for _, mark, _ in marks):
                _add_style(one, "list-style-type:disc")
                continue
            _add_style(one, "list-style-type:none")
            for item, mark, _ in marks:
                _add_style(item, "list-style-type:none")
                if mark != "-":
                    found.append((item, mark))
        return found

    def _counted(self) -> list[tuple[Element, str]]:
        """Return the elements before which a style sheet counts, with what it writes there."""
        found: list[tuple[Element, str]] = []
        counters = Counters(self._styles)

        def walk(element: Element) -> None:
            counters.enter(element)
            style = self._styles.of(element, "before")
            if "counter" in style.get("content", "") and (text := counters.written(style, element)):
                found.append((element, text))
            for child in element.elements():
                walk(child)
            counters.leave(element)

        walk(self._root)
        return found

    def _rows(self, table: Element) -> "list[html_tables.Rows]":
        parts = [one for one in html_tables.parts_of(table, self._writer) if isinstance(one, html_tables.Rows)]
        return [one for one in parts if html_tables.is_data(one, table, self._writer)]

    def _rewrite(self, element: Element) -> None:
        name = element.name
        if name == "math":
            self._become(element, math_text(element), "p" if element.get("display") == "block" else "span")
        elif name == "ruby":
            self._rewrite_ruby(element)
        elif name == "img":
            self._rewrite_picture(element)
        elif name == "a" and element.get("type") + element.get("epub:type") in {"note", "noteref"}:
            if is_note_mark(element, element.text()):
                element.children = [note_mark(element.text())]
        elif name in {"input", "textarea"}:
            self._become(element, html_inline.field_text(element))
        elif name == "select":
            chosen = html_inline.chosen_options(element)
            if chosen is not None:
                self._become(element, ", ".join(one.text().strip() for one in chosen))
        elif name in {"meter", "progress"} and not element.text().strip():
            self._become(element, html_inline.bar_text(element))
        elif html_inline.MARK in element.attributes:
            element.children.insert(0, f"{element.get(html_inline.MARK)} ")
        elif not element.has_blocks and (placed := raised_style(name, self._writer.style(element))):
            self._rewrite_placed(element, placed)

    def _rewrite_placed(self, element: Element, placed: str) -> None:
        text = element.text()
        before = text_beside(element, -1)
        if placed == "super" and is_note_mark(element, text):
            link = next((one for one in (element, *element.descendants()) if one.name == "a"), element)
            link.children = [note_mark(text)]
            if element.name == "sup":
                element.name = "span"
            return
        written = lowered(text, before) if placed == "sub" else raised(text, before, text_beside(element, 1)[:2])
        if written != text:
            self._become(element, written, "a" if element.name == "a" else "span")

    def _rewrite_ruby(self, element: Element) -> None:
        """Write a word with readings above it, and those that follow at once, as words with their readings behind."""
        parent = element.parent
        if parent is None or element.name != "ruby":
            return
        run = [element]
        for sibling in parent.children[element.place + 1 :]:
            if not isinstance(sibling, Element) or sibling.name != "ruby":
                break
            run.append(sibling)
        marked = ""
        for one in run:
            base, reading = ruby_parts(one, lambda part: part if isinstance(part, str) else part.text())
            marked += f"{RUBY}{base}{RUBY_READING}{reading}{RUBY_END}"
        following = text_beside(run[-1], 1)[:1]
        text = with_readings(marked + following)
        self._become(element, text.removesuffix(following) if following else text)
        for one in run[1:]:
            self._become(one, "")

    def _rewrite_picture(self, element: Element) -> None:
        """Write a picture's description below it; a missing picture becomes its description alone."""
        text = described_picture(element.get("alt") or element.get("title"), element)
        is_there = self._has_file(element.get("src"))
        if is_there and not text:
            return
        is_amid = is_amid_text(element)
        described = Element("span" if is_amid else "div")
        described.children = [f" {text} "] if text else []
        if not is_there:
            self._become(element, "", "span")
            element.children = [described]
            return
        picture = Element("img", element.written)
        self._become(element, "", "span")
        element.children = [picture, described]

    @staticmethod
    def _become(element: Element, text: str, name: str = "span") -> None:
        """Turn an element into one that only holds a text."""
        identity = element.get("id")
        element.become(name, f' id="{html.escape(identity)}"' if identity else "")
        element.children = [text]


def _write_rows(table: Element, parts: "list[html_tables.Rows]") -> None:
    """Write the data of a table with a cell for each column, each marked."""
    if not parts or not any(part.cells for part in parts):
        return
    first = parts[0].rows[0].cells[0] if parts[0].rows and parts[0].rows[0].cells else None
    holder = next((one for one in first.ancestors() if one.name == "table"), table) if first is not None else table
    kept = [one for one in holder.children if isinstance(one, Element) and one.name == "caption"]
    body = Element("tbody", "", holder)
    for part in parts:
        for number, (texts, cells) in enumerate(zip(part.grid, part.cells, strict=True)):
            row = Element("tr", "", body)
            body.children.append(row)
            for place, (text, cell) in enumerate(zip(texts, cells, strict=True)):
                made = Element("th" if cell is not None and cell.name == "th" else "td", "", row)
                made.children = list(cell.children) if cell is not None else [text]
                mark = CELL if place else ROW if number else TABLE
                _put_first(made, mark, hidden=True)
                row.children.append(made)
        last = body.children[-1] if body.children else None
        if isinstance(last, Element) and isinstance(last.children[-1], Element):
            last.children[-1].children.append(_hidden(END))
    holder.children = [*kept, body]


def _hidden(mark: str) -> Element:
    element = Element("span", f' style="{_HIDDEN_MARK}"')
    element.children = [mark]
    return element


def _put_first(element: Element, text: str, *, hidden: bool = False) -> None:
    """Put a text before everything in an element, on the line of its first words."""
    inner = element
    for _ in range(20):
        first = next((one for one in inner.children if not (isinstance(one, str) and not one.strip())), None)
        if not isinstance(first, Element) or first.name not in BLOCKS or first.name in {"ul", "ol", "table", "hr"}:
            break
        inner = first
    inner.children.insert(0, _hidden(text) if hidden else text)


def _is_usual(one: Element, marks: list[tuple[Element, str, str]]) -> bool:
    """Return True if MuPDF draws the marks of a list as they are meant: bullets, and figures one after the other."""
    if one.name != "ol":
        return all(mark == "-" for _, mark, _ in marks)
    if {"type", "reversed"} & set(one.attributes) or any("value" in item.attributes for item, _, _ in marks):
        return False
    return all(kind in {"decimal", "none"} for _, _, kind in marks)


def _add_style(element: Element, style: str) -> None:
    written = re.sub(r"\sstyle\s*=\s*(?:\"[^\"]*\"|'[^']*')", "", element.written)
    own = element.get("style").rstrip("; ")
    element.become(element.name, f'{written} style="{html.escape(f"{own};{style}" if own else style)}"')


def _serialized(root: Element, kept: list[str]) -> str:
    """Return a tree as XHTML."""
    parts: list[str] = []
    waiting: list[Element | str | tuple[str]] = [*reversed(root.children)]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            parts.append(part[0])
        elif isinstance(part, str):
            parts.append(html.escape(part, quote=False))
        elif part.name == "x-kept":
            parts.append(kept[int(part.get("n"))])
        else:
            written = part.written.rstrip().removesuffix("/")
            if part.name in VOID:
                parts.append(f"<{part.name}{written}/>")
                continue
            parts.append(f"<{part.name}{written}>")
            waiting.append((f"</{part.name}>",))
            waiting += reversed(part.children)
    return "".join(parts)
