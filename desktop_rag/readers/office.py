"""Word and PowerPoint files: their pages through PyMuPDF, where words can be marked, and what it leaves out."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from desktop_rag.errors import UserError
from desktop_rag.readers import openxml, pdf
from desktop_rag.readers.aligned import DrawnWord, on_pages
from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.page_text import PageText, RecognisedPage, read_page
from desktop_rag.readers.zips import part_names
from desktop_rag.schema import Document

_STRUCTURE = re.compile(r"^(?:#{1,6} |\| |- )", re.MULTILINE)
NOTES_HEADING = "## Notes"


def load_word(path: Path, options: ReadOptions) -> Iterator[Document]:
    """Yield the pages, with headings, lists and tables as the file has them; the text where it cannot be drawn."""
    try:
        pages = list(pdf.load_data(path, options))
    except NothingToRead as error:
        raise _nothing_in(path, error) from error
    except UserError:
        try:
            yield from openxml.load_word(path)
        except NothingToRead as error:
            raise _nothing_in(path, error) from error
        return
    yield from _structured(path, pages) or pages


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


def load_slides(path: Path, options: ReadOptions) -> Iterator[Document]:
    """Yield the slides, their speaker notes below what they show."""
    try:
        notes = openxml.speaker_notes(path)
    except UserError:
        notes = []
    try:
        for number, page in enumerate(pdf.load_data(path, options)):
            if number < len(notes) and notes[number]:
                page.text = f"{page.text.rstrip()}\n\n{NOTES_HEADING}\n\n{notes[number]}".lstrip()
            yield page
    except NothingToRead as error:
        raise _nothing_in(path, error) from error


def _nothing_in(path: Path, reason: NothingToRead) -> NothingToRead:
    """Return why a file is not read: PyMuPDF does not draw the pictures in it, so their text is not seen either."""
    if any("/media/" in name for name in part_names(path)):
        return NothingToRead("The file holds only pictures. Save it as PDF and add that: pictures in PDFs are read.")
    return reason
