"""Reads any supported file, and says in plain words why another one is not read."""

import mimetypes
from datetime import UTC, datetime
from pathlib import Path

from desktop_rag.errors import UserError
from desktop_rag.readers import formats
from desktop_rag.readers.base import NothingToRead, Reader
from desktop_rag.schema import Document, Metadata


def load_file(path: Path) -> list[Document]:
    """Return the pages of a file with its metadata (LlamaIndex's names) on each.

    Raises:
        NothingToRead: the file is empty or not a document: it is skipped.
        UserError: the file cannot be read; the message says why.

    """
    try:
        status = path.stat()
    except OSError as error:
        raise UserError(f"The file cannot be opened: {error.strerror}.", "Check that it still exists.") from error
    reason = formats.why_not(path, status)
    if reason:
        raise NothingToRead(reason)
    try:
        pages = _reader(path)(path)
    except OSError as error:
        raise UserError(f"The file cannot be read: {error.strerror}.", "Check its permissions.") from error
    metadata = file_metadata(path)
    for page in pages:
        page.metadata = metadata | page.metadata
    return pages


def file_metadata(path: Path) -> Metadata:
    """Return file_path, file_name, file_type, file_size and the dates (``YYYY-MM-DD``, UTC)."""
    status = path.stat()
    return {
        "file_path": str(path),
        "file_name": path.name,
        "file_type": mimetypes.guess_type(path.name)[0] or "text/plain",
        "file_size": status.st_size,
        "creation_date": _day(status.st_ctime),
        "last_modified_date": _day(status.st_mtime),
    }


def _reader(path: Path) -> Reader:
    """Choose the reader by the file's ending; its libraries are imported only now."""
    ending = path.suffix.lower()
    if ending in formats.PAGED:
        from desktop_rag.readers import pdf

        return pdf.load_data
    if ending in formats.TABULAR:
        from desktop_rag.readers import table

        return table.load_data
    from desktop_rag.readers import text

    return text.load_data


def _day(timestamp: float) -> str:
    """Return a date as the metadata spell it."""
    return datetime.fromtimestamp(timestamp, UTC).strftime("%Y-%m-%d")
