"""Paged files through PyMuPDF: PDF, Word, PowerPoint, EPUB, HTML, XPS and their relatives.

Below a page stands what lies over it: remarks, entries longer than their boxes, addresses. Word files that MuPDF
refuses although nothing is wrong with them (strict ones, and those without relations) are given to it repaired.

PyMuPDF is not thread-safe and takes its time to import: child processes only.
"""

import io
import logging
import re
import zipfile
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.schema import Document, Metadata
from desktop_rag.core.user_text import UserText
from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.base import BaseReader, NothingToRead, ReadOptions, damaged, misnamed, note_missing, protected
from desktop_rag.readers.numerals import roman
from desktop_rag.readers.ocr import page_recognition
from desktop_rag.readers.ocr.page_recognition import PagePictures
from desktop_rag.readers.office import extra_text
from desktop_rag.readers.office.extra_text import Section
from desktop_rag.readers.office.parts import MOST, Parts
from desktop_rag.readers.office.xml_parts import TORN, closed_where_torn, parsed
from desktop_rag.readers.pages.book_files import BookOutline, prepared_book, prepared_fiction_book
from desktop_rag.readers.pages.mupdf import BoundedPages, Page, Paged, PdfObject, load_pymupdf
from desktop_rag.readers.pages.page_text import Box, PageText, PlacedWord, RecognisedPage, read_page
from desktop_rag.readers.pages.picture_files import as_png, must_be_converted
from desktop_rag.readers.pages.xfa import form_text
from desktop_rag.readers.section_headings import link_lines

PAGE_SIZE = (595, 842)  # A4 in points: how flowing formats are laid out, for reading and for showing alike
_FONT_SIZE = 11
_TIDY = 50  # pages after which the cache is emptied
_USUAL = ReadOptions()
_LOG = logging.getLogger(__name__)
_LONGEST = 60  # characters
_DRAWN = frozenset(["FreeText", "Popup", "Link", "Widget"])  # their words are part of the page's text
_UNSEEN = 0b100010  # flags: hidden, not to be viewed
_PASSWORD = 1 << 13  # a flag of a field
_MOST_LINKS = 1_000  # of a page
_EDGE = 1.0  # points that a link may be smaller than its words
_MAIN = re.compile(r"word/(document\d*\.xml)")
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")  # ISO 29500 names what ECMA-376 dates
_USUAL_NAMES = rb"http://schemas.openxmlformats.org/\1/2006/"
_NO_RELATIONS = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'


class PageLabels:
    """The labels of the pages of one open document: "iv", "A-3".

    PyMuPDF reads all the rules again for every page: two thousand pages that each have one took minutes.
    """

    def __init__(self, document: Paged) -> None:
        self._rules: list[dict[str, Any]] = sorted(_rules(document), key=_start)

    def of(self, number: int) -> str:
        """Return the label of a page counted from 0; where it has none, its number counted from 1."""
        place = bisect_right(self._rules, number, key=_start)
        return (_label(self._rules[place - 1], number) if place else "") or str(number + 1)


def _rules(document: Paged) -> list[dict[str, Any]]:
    """Return the rules of page labels; empty where they are damaged."""
    pymupdf = load_pymupdf()

    try:
        return list(document.get_page_labels()) if document.is_pdf else []
    except (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError, LookupError, AssertionError):
        return []


def _start(rule: dict[str, Any]) -> int:
    return int(rule["startpage"])


def _label(rule: dict[str, Any], number: int) -> str:
    count = rule["firstpagenum"] + number - _start(rule)
    style = rule.get("style", "")
    counted = _counted(count, style.lower()) if style else ""
    return f"{rule['prefix']}{counted.upper() if style.isupper() else counted}"[:_LONGEST].strip()


def _counted(count: int, style: str) -> str:
    if style == "r" and count > 0:
        return roman(count) or str(count)
    if style == "a" and count > 0:
        return chr(ord("a") + (count - 1) % 26) * min(_LONGEST, 1 + (count - 1) // 26)
    return str(count)


def open_document(path: Path, content: bytes | None = None) -> Paged:
    """Open a paged file or a picture. A broken table of contents of a PDF is repaired where possible.

    With ``content``, which is what the file holds, the file itself is let go of at once.

    Raises:
        UserError: damaged, encrypted, or not what its name says.

    """
    pymupdf = load_pymupdf()

    pymupdf.TOOLS.mupdf_display_errors(on=False)
    pymupdf.TOOLS.mupdf_display_warnings(on=False)
    try:
        if must_be_converted(path):
            # MuPDF does not know the format: another library decodes it first
            return pymupdf.open(stream=as_png(path), filetype="png")
        document = _opened(path, content)
    except (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError) as error:
        raise misnamed() from error
    except OSError as error:
        raise UserError(
            UserText("The file cannot be opened: {reason}.", reason=reason_of(error)),
            "Check that it exists and that you have permission to read it.",
        ) from error
    # MuPDF opens protected files, and shows nothing of them
    if document.needs_pass:
        document.close()
        raise protected()
    return document


def _opened(path: Path, content: bytes | None) -> Paged:
    """Open a file, if need be as a copy in the wording that MuPDF knows."""
    pymupdf = load_pymupdf()

    layout = {"width": PAGE_SIZE[0], "height": PAGE_SIZE[1], "fontsize": _FONT_SIZE}
    book = prepared_book(path, content)
    if book is not None:
        return pymupdf.open(stream=book, filetype="epub", **layout)
    if path.suffix.lower() == ".fb2" and (book := prepared_fiction_book(path, content)) is not None:
        return pymupdf.open(stream=book, filetype="fb2", **layout)
    try:
        return pymupdf.open(str(path), stream=content, **layout)
    except pymupdf.FileDataError:
        repaired = repaired_word_file(path)
        if repaired is None:
            raise
        return pymupdf.open(stream=repaired, filetype="docx", **layout)


def load_data(path: Path, options: ReadOptions = _USUAL) -> Iterator[Document]:
    """Yield every page as it is read; see ``readers.base.Reader``. Pages that are pictures are recognised."""
    document = open_document(path)
    try:
        yield from pages_of(document, options)
    finally:
        document.close()


def pages_of(
    document: Paged, options: ReadOptions, tell: Callable[[PageText], None] = lambda _: None
) -> Iterator[Document]:
    """Yield the pages of an open document; ``tell`` is called before with the text drawn on each.

    Raises:
        UserError: there was text on none of them.

    """
    pymupdf = load_pymupdf()

    readable = options.ocr and page_recognition.is_possible(options.ocr_languages)
    pictures = PagePictures(options.ocr_languages) if readable else None
    any_text, any_picture = False, False
    bounded, labels, outline = BoundedPages(document), PageLabels(document), BookOutline(document)
    for number in range(_page_count(document)):
        page, is_picture, drawn = _read(bounded, number, pictures, options.ocr_languages)
        tell(drawn)
        page.metadata["page_label"] = labels.of(number)
        page.text = extra_text.with_sections(page.text, outline.sections_of(number, page.text))
        any_text = any_text or bool(page.text.strip())
        any_picture = any_picture or is_picture
        if number % _TIDY == _TIDY - 1:
            # fonts and pictures of all pages pile up otherwise
            pymupdf.TOOLS.store_shrink(100)
        yield page
    if not any_text:
        raise _no_text(pictures=any_picture, readable=readable)


def _no_text(*, pictures: bool, readable: bool) -> UserError:
    if pictures and not readable:
        return UserError(
            "The pages are pictures without text.", "Run text recognition (OCR) on the file and add the result."
        )
    return NothingToRead("The pages show no text." if pictures else "The file contains no text.")


def _page_count(document: Paged) -> int:
    """Return the number of pages.

    Raises:
        UserError: the file says something impossible.

    """
    pymupdf = load_pymupdf()

    try:
        return len(document)
    except (pymupdf.mupdf.FzErrorBase, RuntimeError) as error:
        raise damaged() from error


class PyMuPDFReader(BaseReader):
    """Reads paged files one document a page; LlamaIndex's name and methods."""

    def load_data(
        self,
        file_path: str | Path,
        metadata: bool = True,  # noqa: FBT001, FBT002 - LlamaIndex's
        extra_info: Metadata | None = None,
    ) -> list[Document]:
        """Return the pages of a file, each with ``file_path``, ``page_label``, ``total_pages`` and ``source``.

        Without ``metadata``, they have ``extra_info`` alone.

        Raises:
            UserError: the file cannot be read; the message says why.

        """
        documents = list(load_data(Path(file_path)))
        for number, page in enumerate(documents, 1):
            page.metadata |= {"file_path": str(file_path), "total_pages": len(documents), "source": str(number)}
            page.metadata |= extra_info or {}
        return documents if metadata else [Document(text=page.text, metadata=extra_info or {}) for page in documents]

    def load(
        self,
        file_path: str | Path,
        metadata: bool = True,  # noqa: FBT001, FBT002 - LlamaIndex's
        extra_info: Metadata | None = None,
    ) -> list[Document]:
        """Return the pages of a file; see ``load_data``."""
        return self.load_data(file_path, metadata, extra_info)


def _read(
    pages: BoundedPages,
    number: int,
    pictures: PagePictures | None,
    languages: Sequence[str],
) -> tuple[Document, bool, PageText]:
    """Return one page (from 0), True if it is a picture, and the text drawn on it.

    A damaged page is empty rather than the end.

    Raises:
        UserError: it stands for a form that cannot be read.

    """
    pymupdf = load_pymupdf()

    is_picture, recognised = False, False
    text = drawn = PageText("", ())
    sections: list[extra_text.Section] = []
    try:
        page = pages.load(number)
        text = drawn = read_page(page)
        if number == 0 and (form := form_text(page.parent, text.text)):
            # what the file itself shows has no place for it
            return RecognisedPage(text=form), False, drawn
        is_picture = page_recognition.needs_recognition(page, text.text)
        if pictures is not None:
            seen = _seen(page, text, languages) if is_picture else pictures.read(page, text)
            text, recognised = (seen, True) if seen else (text, False)
        sections = sections_of(page, text)
    # MuPDF raises any of them, by the kind of damage
    except (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError):
        _LOG.info("page %s is damaged", number + 1)
        note_missing(UserText("Page {number} is damaged and was left out.", number=number + 1))
    whole = extra_text.with_sections(text.text, sections) if sections else text.text
    if recognised:
        return RecognisedPage(text=whole, words=text.words), is_picture, drawn
    return Document(text=whole), is_picture, drawn


def _seen(page: Page, text: PageText, languages: Sequence[str]) -> PageText | None:
    """Return the recognised text of a page that is a picture; None if the text it has is no worse."""
    seen = page_recognition.recognise(page, languages)
    return None if seen is None or (page_recognition.is_garbled(seen.text) and text.text) else seen


def sections_of(page: Page, read: PageText) -> list[Section]:
    """Return the remarks on a page, each as a list item with its author, and the entries missing in its text.

    A box shows as much of an entry as it has room for. The addresses behind links are those that the page does not
    show.
    """
    if not page.parent.is_pdf and not _is_book(page):
        return []
    links = Section(headings.LINKS, link_lines(_links(page, read), read.text))
    if not page.parent.is_pdf:
        return [links] if links.texts else []
    annotations = list(_annotations(page))
    shown = "".join(read.text.split())
    remarks = [_remark(one) for kind, one in annotations if kind not in _DRAWN]
    entries = [_entry(kind, one) for kind, one in annotations if kind in {"FreeText", "Widget"}]
    cut_off = [entry for entry in entries if "".join(entry.split()) not in shown]
    comments = Section(headings.COMMENTS, list(filter(None, remarks)))
    return [section for section in (Section(headings.FORM_ENTRIES, cut_off), comments, links) if section.texts]


def _is_book(page: Page) -> bool:
    return str((page.parent.metadata or {}).get("format", "")).startswith(("EPUB", "FictionBook", "MOBI"))


def _links(page: Page, read: PageText) -> Iterator[tuple[str, str]]:
    """Yield the words of each link to an address, "" for a picture's, and the address; of both, as they follow."""
    said: dict[str, list[PlacedWord]] = {}
    centres: list[tuple[float, float, PlacedWord]] = []
    for (left, top, right, bottom), address in _areas(page):
        if not centres:
            centres = [((w.box[0] + w.box[2]) / 2, (w.box[1] + w.box[3]) / 2, w) for w in read.words]
        found = said.setdefault(address, [])
        found += [word for x, y, word in centres if left <= x <= right and top <= y <= bottom and word not in found]
    for address, words in said.items():
        yield " ".join(read.text[word.start : word.end] for word in words).rstrip(" .,;:"), address


def _areas(page: Page) -> Iterator[tuple[Box, str]]:
    """Yield the areas of a page that lead to addresses, on the page as it was before it was turned."""
    pymupdf = load_pymupdf()

    held = pymupdf.mupdf.fz_load_links(page.this)  # PyMuPDF takes the square of the time for it
    link = held.m_internal
    back = page.derotation_matrix if link and page.parent.is_pdf else pymupdf.Identity
    for _ in range(_MOST_LINKS):
        if not link:
            return
        if link.uri[:4].lower() in {"http", "mail"}:
            area = pymupdf.Rect(link.rect.x0, link.rect.y0, link.rect.x1, link.rect.y1) * back
            yield (area.x0 - _EDGE, area.y0 - _EDGE, area.x1 + _EDGE, area.y1 + _EDGE), link.uri
        link = link.next


def _annotations(page: Page) -> Iterator[tuple[str, PdfObject]]:
    """Yield the kind and the object of each annotation; PyMuPDF takes the square of the time for it."""
    mupdf = load_pymupdf().mupdf

    found = mupdf.pdf_dict_gets(mupdf.pdf_page_from_fz_page(page.this).obj(), "Annots")
    for place in range(mupdf.pdf_array_len(found)):
        one = mupdf.pdf_array_get(found, place)
        yield mupdf.pdf_to_name(mupdf.pdf_dict_gets(one, "Subtype")), one


def _remark(annotation: PdfObject) -> str:
    text, who = _line(annotation, "Contents"), _line(annotation, "T")
    return (f"- {who}: {text}" if who else f"- {text}") if text else ""


def _line(annotation: PdfObject, key: str) -> str:
    mupdf = load_pymupdf().mupdf

    return " ".join(mupdf.pdf_to_text_string(mupdf.pdf_dict_gets(annotation, key)).split())


def _entry(kind: str, annotation: PdfObject) -> str:
    """Return the text typed into a box, "" for invisible text and for numbers, which are shown otherwise."""
    mupdf = load_pymupdf().mupdf

    if mupdf.pdf_to_int(mupdf.pdf_dict_gets(annotation, "F")) & _UNSEEN:
        return ""
    value = mupdf.pdf_dict_gets(annotation, "Contents")
    if kind == "Widget":
        value = mupdf.pdf_dict_gets_inheritable(annotation, "V")
        if mupdf.pdf_to_int(mupdf.pdf_dict_gets_inheritable(annotation, "Ff")) & _PASSWORD:
            return ""
    text: str = mupdf.pdf_to_text_string(value).replace("\r\n", "\n").replace("\r", "\n").strip()
    return text if any(map(str.isalpha, text)) else ""


def repaired_word_file(path: Path) -> bytes | None:
    """Return a Word file in the wording that MuPDF knows; None when it is no Word file, or needs none of this.

    Raises:
        UserError: it is damaged.

    """
    if not zipfile.is_zipfile(path):
        return None
    with Parts(path) as parts:
        main = next(filter(None, map(_MAIN.fullmatch, parts.names())), None)
        if main is None:
            return None
        read = _read_all(parts)
    repaired = {name: _STRICT.sub(_USUAL_NAMES, data) if _is_xml(name) else data for name, data in read.items()}
    if closed := _closed(repaired[main.group()]):
        repaired[main.group()] = closed
        note_missing(TORN)
    repaired.setdefault(f"word/_rels/{main.group(1)}.rels", _NO_RELATIONS)
    return None if repaired == read else _packed(repaired)


def _closed(data: bytes) -> bytes:
    """Return the text of a torn file up to the damage, b"" for one that is whole."""
    try:
        parsed(data)
    except UserError:
        return closed_where_torn(data)
    return b""


def _read_all(parts: Parts) -> dict[str, bytes]:
    """Return all parts.

    Raises:
        UserError: one is damaged, or they are larger than any document.

    """
    read: dict[str, bytes] = {}
    size = 0
    for name in parts.names():
        read[name] = parts.read(name)
        size += len(read[name])
        if size > MOST:
            raise UserError("The file is too large once it is unpacked.", "Split it into smaller files.")
    return read


def _packed(parts: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return target.getvalue()


def _is_xml(name: str) -> bool:
    return name.endswith((".xml", ".rels"))
