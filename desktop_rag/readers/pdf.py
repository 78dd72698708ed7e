"""Paged files through PyMuPDF: PDF, Word, PowerPoint, EPUB, HTML, XPS and their relatives.

PyMuPDF is not thread-safe and takes its time to import: child processes only.
"""

from pathlib import Path
from typing import Any

from desktop_rag.errors import UserError
from desktop_rag.readers.base import NothingToRead
from desktop_rag.readers.page_text import read_page
from desktop_rag.schema import Document, Metadata

PAGE_SIZE = (595, 842)  # A4 in points: how flowing formats are laid out, for reading and for showing alike
_FONT_SIZE = 11


def open_document(path: Path) -> Any:  # noqa: ANN401 - PyMuPDF has no types
    """Open a paged file.

    Raises:
        UserError: damaged, encrypted, or not what its name says.

    """
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)  # noqa: FBT003
    pymupdf.TOOLS.mupdf_display_warnings(False)  # noqa: FBT003
    try:
        document = pymupdf.open(path, width=PAGE_SIZE[0], height=PAGE_SIZE[1], fontsize=_FONT_SIZE)
    except (pymupdf.FileDataError, pymupdf.EmptyFileError, RuntimeError, ValueError) as error:
        raise UserError("The file is damaged, or not what its name says.", "Open it in its own program.") from error
    if document.needs_pass:
        document.close()
        raise UserError("The file is protected by a password.", "Save a copy without the password and add that.")
    return document


def load_data(path: Path) -> list[Document]:
    """Read every page; see ``readers.base.Reader``."""
    document = open_document(path)
    try:
        pages = [_read(document, number) for number in range(len(document))]
        pictures = document.is_pdf and any(document.get_page_images(number) for number in range(len(document)))
    finally:
        document.close()
    if any(page.text.strip() for page in pages):
        return pages
    if pictures:
        raise UserError("The pages are pictures without text.", "Run text recognition (OCR) on it and add the result.")
    raise NothingToRead("The file holds no text.")


class PyMuPDFReader:
    """Reads paged files one document a page; LlamaIndex's name and methods."""

    def load_data(self, file_path: str | Path, extra_info: Metadata | None = None) -> list[Document]:
        """Return the pages of a file, each with ``file_path``, ``page_label``, ``total_pages`` and ``source``.

        Raises:
            UserError: the file cannot be read; the message says why.

        """
        pages = load_data(Path(file_path))
        for number, page in enumerate(pages, 1):
            page.metadata |= {"file_path": str(file_path), "total_pages": len(pages), "source": str(number)}
            page.metadata |= extra_info or {}
        return pages

    def load(
        self,
        file_path: str | Path,
        metadata: bool = True,  # noqa: FBT001, FBT002 - LlamaIndex's
        extra_info: Metadata | None = None,
    ) -> list[Document]:
        """Return the pages of a file, without any metadata unless ``metadata``."""
        pages = self.load_data(file_path, extra_info)
        return pages if metadata else [Document(text=page.text) for page in pages]


PDFReader = PyMuPDFReader


def _read(document: Any, number: int) -> Document:  # noqa: ANN401
    """Read one page (from 0); a damaged page is empty rather than the end of the file."""
    try:
        page = document.load_page(number)
        text = read_page(page).text
        label = page.get_label() if document.is_pdf else ""
    except (RuntimeError, ValueError):
        text, label = "", ""
    return Document(text=text, metadata={"page_label": label or str(number + 1)})
