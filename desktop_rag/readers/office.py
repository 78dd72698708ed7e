"""Word files: their pages through PyMuPDF, where words can be marked, and what it leaves out."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from desktop_rag.errors import UserError
from desktop_rag.readers import beside, openxml, pdf
from desktop_rag.readers.aligned import DrawnWord, on_pages
from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.page_text import PageText, RecognisedPage, read_page
from desktop_rag.schema import Document

_STRUCTURE = re.compile(rf"^(?:#{{1,6}} |\| |- )|{re.escape(openxml.NOTE_BEGINS)}", re.MULTILINE)


def load_word(path: Path, options: ReadOptions) -> Iterator[Document]:
    """Yield the pages, with headings, lists and tables as the file has them; the text where it cannot be drawn.

    Comments, footnotes, charts, headers and footers are below the last one.
    """
    sections = _beside(path)
    try:
        pages = list(_word_pages(path, options))
    except NothingToRead as error:
        pages = [Document(text="", metadata={"page_label": "1"})]
        if not beside.below("", sections):
            raise beside.nothing_in(path) from error
    pages[-1].text = beside.below(pages[-1].text, sections, known="".join(page.text for page in pages))
    yield from pages


def _word_pages(path: Path, options: ReadOptions) -> Iterable[Document]:
    """Return the pages of a Word file, drawn where that is possible."""
    try:
        pages = list(pdf.load_data(path, options))
    except NothingToRead:
        raise
    except UserError:
        return openxml.load_word(path)
    return _structured(path, pages) or pages


def _beside(path: Path) -> list[beside.Section]:
    """Return what stands beside the text; nothing where the file is damaged there."""
    try:
        return beside.of_word(path)
    except UserError:
        return []


def _structured(path: Path, pages: Sequence[Document]) -> Sequence[Document] | None:
    """Return the pages of a Word file with its structure; None when it has none, or when the pages show more."""
    try:
        text = openxml.word_markdown(path)
    except UserError:
        return None
    if not _STRUCTURE.search(text) or any(isinstance(page, RecognisedPage) for page in pages):
        return None
    document = pdf.open_document(path)
    try:
        drawn = [_drawn(read_page(document.load_page(number))) for number in range(len(document))]
    finally:
        document.close()
    return on_pages(text, drawn)


def _drawn(page: PageText) -> list[DrawnWord]:
    """Return the words of a page with their boxes."""
    return [(page.text[word.start : word.end], word.box) for word in page.words]
