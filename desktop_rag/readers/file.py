"""Reads any supported file, and says in plain words why another one is not read."""

import mimetypes
import stat
from datetime import UTC, datetime
from pathlib import Path

from desktop_rag.errors import UserError
from desktop_rag.readers import formats
from desktop_rag.readers.base import NothingToRead, Reader
from desktop_rag.schema import Document, Metadata

MAXIMUM_BYTES = 200 * 1024 * 1024


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
    _check(path, status.st_mode, status.st_size)
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


def _check(path: Path, mode: int, size: int) -> None:
    """Raise when the file should not be opened at all."""
    if not stat.S_ISREG(mode):
        raise NothingToRead("It is not a regular file.")
    if size == 0:
        raise NothingToRead("The file is empty.")
    if not formats.is_supported(path):
        kind = f"“{path.suffix}” files are" if path.suffix else "Files without an ending are"
        raise NothingToRead(f"{kind} not among the formats this program reads.")
    if size > MAXIMUM_BYTES:
        raise NothingToRead(f"The file is larger than {MAXIMUM_BYTES // 1024 // 1024} MB.")


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
