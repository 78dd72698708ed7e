"""Pictures: photographs, scans, screenshots. Their text is recognised. Child processes only: ``readers.pages.pdf``."""

from collections.abc import Iterator
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document
from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.ocr import page_recognition
from desktop_rag.readers.pages import pdf
from desktop_rag.readers.pages.picture_files import check_size, check_whole

_USUAL = ReadOptions()


def load_data(path: Path, options: ReadOptions = _USUAL) -> Iterator[Document]:
    """Yield the pages of a picture (a TIFF may have many); see ``readers.base.Reader``.

    Raises:
        NothingToRead: it shows no text, or is not to be looked at.
        UserError: it is damaged or far too large, or there is nothing to read it with.

    """
    check_size(path)
    if not options.ocr:
        raise NothingToRead(
            "Pictures are not read: text recognition (OCR) is switched off.", "Switch it on in the folder's rules."
        )
    if not page_recognition.is_possible(options.ocr_languages):
        raise UserError(
            "Pictures cannot be read: text recognition (OCR) is not installed.",
            "Install the program again, or Tesseract.",
        )
    try:
        yield from pdf.load_data(path, options)
    except NothingToRead as error:
        check_whole(path)
        raise NothingToRead("The picture shows no text.") from error
