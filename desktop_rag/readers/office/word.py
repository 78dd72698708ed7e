"""Word files: their pages through PyMuPDF, where words can be marked, and what it leaves out."""

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document
from desktop_rag.core.user_text import UserText
from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.links import link_lines
from desktop_rag.readers.missing_parts import note_missing
from desktop_rag.readers.office import extra_text, word_text
from desktop_rag.readers.office.alignment import aligned_pages
from desktop_rag.readers.pages import pdf
from desktop_rag.readers.pages.page_text import PageText, PlacedWord, RecognisedPage
from desktop_rag.readers.plain.text import in_pages


def load_data(path: Path, options: ReadOptions) -> Iterator[Document]:
    """Yield the pages, with headings, lists and tables as the file has them; the text where it cannot be drawn.

    Comments, footnotes, charts, the text of pictures, headers and footers are below the last one. In a file without
    text each picture that has some is a page.
    """
    try:
        pages, links = _word_pages(path, options)
    except NothingToRead as error:
        yield from _without_text(path, options, error)
        return
    known = "".join(page.text for page in pages)
    below = extra_text.Section(headings.LINKS, link_lines(links, known))
    pages[-1].text = extra_text.with_sections(pages[-1].text, [*_extra_sections(path, options), below], known)
    yield from pages


def _without_text(path: Path, options: ReadOptions, error: NothingToRead) -> Iterator[Document]:
    """Yield the pictures and side texts of a file whose body holds no text that is drawn."""
    pictures = _pictures(path, options)
    number = 0
    for number, text in enumerate(filter(None, pictures), 1):
        yield Document(text=text, metadata={"page_label": str(number)})
    rest = extra_text.with_sections(_undrawn(path), _extra_sections(path, replace(options, ocr=False)))
    if rest:
        yield Document(text=rest, metadata={"page_label": str(number + 1)})
    elif not number:
        raise extra_text.no_text_reason(path, options) from error


def _undrawn(path: Path) -> str:
    """Return the text of a file that MuPDF does not draw: signs, numbers, descriptions of pictures."""
    with suppress(UserError):
        return word_text.read_word(path).texts.shown
    return ""


def _word_pages(path: Path, options: ReadOptions) -> tuple[Sequence[Document], list[tuple[str, str]]]:
    """Return the pages of a Word file, drawn where that is possible, and the texts of its links with their addresses.

    They are as people see them, unless MuPDF shows other words than the file has.
    """
    drawn: list[PageText] = []
    try:
        with closing(pdf.open_document(path)) as document:
            pages = list(pdf.pages_of(document, options, drawn.append))
    except NothingToRead:
        raise
    except UserError:
        found = word_text.read_word(path)
        return list(in_pages([found.texts.shown])), found.links
    try:
        found = word_text.read_word(path)
    except UserError:  # MuPDF draws what it can, also of a part that is not as it was packed
        note_missing(UserText("The file is damaged, so parts of it may be missing."))
        return pages, []
    words = [[(page.text[word.start : word.end], word.box) for word in page.words] for page in drawn]
    aligned = aligned_pages(found.texts, words)
    if aligned is None:
        return pages, found.links
    return [_with_pictures(*three) for three in zip(aligned, drawn, pages, strict=True)], found.links


def _extra_sections(path: Path, options: ReadOptions) -> list[extra_text.Section]:
    """Return the sections beside the text; empty where the file is damaged there."""
    try:
        return extra_text.of_word(path, options)
    except UserError:
        return []


def _pictures(path: Path, options: ReadOptions) -> Iterator[str]:
    with suppress(UserError):
        yield from extra_text.pictures_of_word(path, options)


def _with_pictures(aligned: RecognisedPage, drawn: PageText, page: Document) -> RecognisedPage:
    """Return a page with what was recognised in its pictures below."""
    if not isinstance(page, RecognisedPage):
        return aligned
    cut = len(drawn.text) if page.text.startswith(drawn.text) else 0
    while page.text[cut : cut + 1].isspace():
        cut += 1
    words = (PlacedWord(one.start - cut, one.end - cut, one.box) for one in page.words if one.start >= cut)
    both = PageText(aligned.text, aligned.words).followed_by(PageText(page.text[cut:], tuple(words)))
    return RecognisedPage(text=both.text.strip(), words=both.words, metadata=aligned.metadata)
