"""Word files: their pages through PyMuPDF, where words can be marked, and what it leaves out."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document
from desktop_rag.core.user_text import UserText
from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.missing_parts import note_missing
from desktop_rag.readers.office import extra_text, word_text
from desktop_rag.readers.office.alignment import DrawnWord, aligned_pages
from desktop_rag.readers.pages import pdf
from desktop_rag.readers.pages.page_text import PageText, RecognisedPage

_STRUCTURE = re.compile(rf"^(?:#{{1,6}} |\| |- )|{re.escape(word_text.NOTE_BEGINS)}", re.MULTILINE)


def load_data(path: Path, options: ReadOptions) -> Iterator[Document]:
    """Yield the pages, with headings, lists and tables as the file has them; the text where it cannot be drawn.

    Comments, footnotes, charts, the text of pictures, headers and footers are below the last one. In a file without
    text each picture that has some is a page.
    """
    try:
        pages = list(_word_pages(path, options))
    except NothingToRead as error:
        yield from _without_text(path, options, error)
        return
    sections = _extra_sections(path, options)
    pages[-1].text = extra_text.with_sections(pages[-1].text, sections, known="".join(page.text for page in pages))
    yield from pages


def _without_text(path: Path, options: ReadOptions, error: NothingToRead) -> Iterator[Document]:
    """Yield the pictures and side texts of a file whose body holds no text."""
    pictures = _pictures(path, options)
    number = 0
    for number, text in enumerate(filter(None, pictures), 1):
        yield Document(text=text, metadata={"page_label": str(number)})
    rest = extra_text.with_sections("", _extra_sections(path, replace(options, ocr=False)))
    if rest:
        yield Document(text=rest, metadata={"page_label": str(number + 1)})
    elif not number:
        raise extra_text.no_text_reason(path, options) from error


def _word_pages(path: Path, options: ReadOptions) -> Iterable[Document]:
    """Return the pages of a Word file, drawn where that is possible."""
    try:
        with closing(pdf.open_document(path)) as document:
            drawn: list[list[DrawnWord]] = []
            pages = list(pdf.pages_of(document, options, lambda page: drawn.append(_drawn(page))))
        return _structured(path, drawn, pages) or pages
    except NothingToRead:
        raise
    except UserError:
        return word_text.load_data(path)


def _extra_sections(path: Path, options: ReadOptions) -> list[extra_text.Section]:
    """Return what stands beside the text; nothing where the file is damaged there."""
    try:
        return extra_text.of_word(path, options)
    except UserError:
        return []


def _pictures(path: Path, options: ReadOptions) -> Iterator[str]:
    with suppress(UserError):
        yield from extra_text.pictures_of_word(path, options)


def _structured(
    path: Path, drawn: Sequence[Sequence[DrawnWord]], pages: Sequence[Document]
) -> Sequence[Document] | None:
    """Return the pages of a Word file with its structure; None when it has none, or when the pages show more."""
    try:
        text = word_text.word_markdown(path)
    except UserError:  # MuPDF draws what it can, also of a part that is not as it was packed
        note_missing(UserText("The file is damaged, so parts of it may be missing."))
        return None
    if not _STRUCTURE.search(text) or any(isinstance(page, RecognisedPage) for page in pages):
        return None
    return aligned_pages(text, drawn)


def _drawn(page: PageText) -> list[DrawnWord]:
    return [(page.text[word.start : word.end], word.box) for word in page.words]
