"""Reads any file that is a document, and says in plain words why another one is not read."""

import mimetypes
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name, stored_path
from desktop_rag.core.schema import Document, Metadata
from desktop_rag.readers import formats
from desktop_rag.readers.base import Contents, NothingToRead, ReadOptions
from desktop_rag.readers.detect import kind_of
from desktop_rag.text.language import with_language

_USUAL = ReadOptions()
_PACKAGE = "desktop_rag.readers."
_WITH_OPTIONS: dict[frozenset[str], tuple[str, str]] = {
    frozenset([".docx", ".docm", ".dotx", ".dotm"]): ("office.word", "load_word"),
    frozenset([".pptx", ".pptm", ".ppsx", ".ppsm", ".potx"]): ("office.slides", "load_data"),
    formats.TABULAR: ("office.spreadsheets", "load_data"),
    frozenset([".odt", ".ott", ".odp", ".otp", ".odg", ".fodt", ".fodp"]): ("office.opendocument", "load_data"),
    formats.PAGED: ("pages.pdf", "load_data"),
    formats.IMAGES: ("pages.images", "load_data"),
}
_PLAIN: dict[frozenset[str], tuple[str, str]] = {
    frozenset([".html", ".htm", ".xhtml"]): ("plain.web_pages", "load_data"),
    frozenset([".mhtml", ".mht"]): ("plain.web_pages", "load_archive"),
    frozenset([".webarchive"]): ("plain.web_pages", "load_webarchive"),
    frozenset([".doc", ".dot"]): ("office.word97", "load_data"),
    frozenset([".ppt", ".pps", ".pot"]): ("office.powerpoint97", "load_data"),
    frozenset([".rtf"]): ("office.rtf", "load_data"),
    frozenset([".hwp"]): ("office.hwp", "load_data"),
    frozenset([".hwpx"]): ("office.hwp", "load_hwpx"),
    frozenset([".pages", ".key", ".numbers"]): ("office.iwork", "load_data"),
    formats.NOTEBOOK: ("plain.light_markup", "load_notebook"),
    frozenset([".srt", ".vtt"]): ("plain.light_markup", "load_subtitles"),
    frozenset([".ics", ".vcf"]): ("plain.light_markup", "load_cards"),
    frozenset([".tex", ".ltx"]): ("plain.light_markup", "load_tex"),
    frozenset([".xml"]): ("plain.light_markup", "load_xml"),
}
_CONTAINERS: dict[frozenset[str], tuple[str, str]] = {
    frozenset([".msg"]): ("containers.msg", "unpack"),
    frozenset([".mbox", ".mbx"]): ("containers.mbox", "unpack"),
    frozenset([".eml", ".emlx"]): ("containers.mail", "unpack"),
    formats.ARCHIVES: ("containers.archive", "unpack"),
}
_INSERTED: dict[frozenset[str], tuple[str, str]] = {
    frozenset([".pdf"]): ("containers.pdf", "unpack"),
    formats.OPEN_XML: ("containers.office", "unpack"),
}


def read_file(path: Path, options: ReadOptions = _USUAL, name: str = "") -> Contents:
    """Return what is in a file; its pages are read while they are taken, with its metadata on each.

    ``name`` is what the file is known by when ``path`` is a copy of it (``file_paths``).

    Raises:
        NothingToRead: the file is empty or not a document: it is skipped. Also while pages are taken.
        UserError: the file cannot be read; the message says why. Also while pages are taken.

    """
    known_as = name or stored_path(str(path))
    try:
        reason = formats.why_not(Path(shown_name(known_as)), path.stat(), options.maximum_bytes)
    except OSError as error:
        raise UserError(f"The file cannot be opened: {error.strerror}.", "Check that it still exists.") from error
    if reason:
        raise NothingToRead(reason)
    try:
        kind = kind_of(path, shown_name(known_as))
        contents = _contents(path, kind, options, known_as)
        metadata = file_metadata(path, known_as)
    except OSError as error:
        raise _unreadable(error) from error
    except RecursionError as error:
        raise _too_deep() from error
    pages = _described(contents.pages, metadata)
    if not formats.is_verbatim(known_as):
        pages = with_language(pages)
    return Contents(pages, contents.members, contents.notice)


def load_file(path: Path) -> list[Document]:
    """Return the pages of a file as a list; files inside it are left alone.

    Raises:
        NothingToRead: the file is empty or not a document: it is skipped.
        UserError: the file cannot be read; the message says why.

    """
    return list(read_file(path).pages)


def file_metadata(path: Path, name: str = "") -> Metadata:
    """Return file_path, file_name, file_type, file_size and the dates (``YYYY-MM-DD``, UTC)."""
    status = path.stat()
    known_as = name or str(path)
    return {
        "file_path": known_as,
        "file_name": shown_name(known_as),
        "file_type": mimetypes.guess_type(shown_name(known_as))[0] or "text/plain",
        "file_size": status.st_size,
        "creation_date": _day(status.st_ctime),
        "last_modified_date": _day(status.st_mtime),
    }


def _contents(path: Path, kind: str, options: ReadOptions, name: str) -> Contents:
    """Read a file with the reader of its kind; libraries are imported only now."""
    unpack = _found(_CONTAINERS, kind)
    if unpack:
        contents: Contents = unpack(path, options, name)
        return contents
    read = _found(_WITH_OPTIONS, kind)
    if read:
        return _with_inserted(read(path, options), path, kind, options, name)
    read = _found(_PLAIN, kind)
    if read:
        return Contents(read(path))
    from desktop_rag.readers.plain import text

    return Contents(text.load_data(path, kind))


def _with_inserted(pages: Iterable[Document], path: Path, kind: str, options: ReadOptions, name: str) -> Contents:
    """Return the pages of a file with the files that were inserted into it as members."""
    unpack = _found(_INSERTED, kind)
    if unpack is None:
        return Contents(pages)
    inserted: Contents = unpack(path, options, name)
    return replace(inserted, pages=_or_none(pages) if inserted.members else pages)


def _or_none(pages: Iterable[Document]) -> Iterator[Document]:
    """Yield pages; there need be no text around what is inserted."""
    with suppress(NothingToRead):
        yield from pages


def _found(table: dict[frozenset[str], tuple[str, str]], kind: str) -> Callable[..., Any] | None:
    """Return the function that a table names for a kind of file."""
    for endings, (module, function) in table.items():
        if kind in endings:
            found: Callable[..., Any] = getattr(import_module(_PACKAGE + module), function)
            return found
    return None


def _described(pages: Iterable[Document], metadata: Metadata) -> Iterator[Document]:
    """Yield pages with the file's metadata; what goes wrong on the way is said in plain words."""
    try:
        for page in pages:
            page.metadata = metadata | page.metadata
            yield page
    except OSError as error:
        raise _unreadable(error) from error
    except RecursionError as error:
        raise _too_deep() from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # how libraries written in Rust fail: no Exception
            raise
        raise UserError("The file is damaged.", "Open it in its own program and save it again.") from error


def _too_deep() -> UserError:
    """Return the reason why a file of parts in parts in parts is not read."""
    return UserError("The file is nested too deeply.", "Open it in its own program and save it as PDF.")


def _unreadable(error: OSError) -> UserError:
    """Return the reason why the system does not let a file be read."""
    return UserError(f"The file cannot be read: {error.strerror or error}.", "Check its permissions.")


def _day(timestamp: float) -> str:
    """Return a date as the metadata spell it."""
    return datetime.fromtimestamp(timestamp, UTC).strftime("%Y-%m-%d")
