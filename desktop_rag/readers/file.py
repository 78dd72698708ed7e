"""Reads any file that is a document, and says in plain words why another one is not read."""

import mimetypes
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from desktop_rag.config.plugins import Plugin, enabled_plugins, make_plugin
from desktop_rag.core.errors import UserError, described, only_errors, reason_of
from desktop_rag.core.file_paths import shown_name, stored_path
from desktop_rag.core.schema import Document, Metadata
from desktop_rag.core.user_text import UserText
from desktop_rag.readers import formats
from desktop_rag.readers.base import Contents, NothingToRead, ReadOptions, damaged
from desktop_rag.readers.detect import format_of
from desktop_rag.readers.format import Format, load_function
from desktop_rag.readers.pages.letter_spacing import with_typed_words_whole
from desktop_rag.text.language import with_language
from desktop_rag.text.spellings import without_unseen

_USUAL = ReadOptions()


def read_file(path: Path, options: ReadOptions = _USUAL, name: str = "") -> Contents:
    """Return pages and members of a file; the pages are read while they are taken, with its metadata on each.

    ``name`` is what the file is known by when ``path`` is a copy of it (``file_paths``).

    Raises:
        NothingToRead: the file is empty or not a document: it is skipped. Also while pages are taken.
        UserError: the file cannot be read; the message says why. Also while pages are taken.

    """
    known_as = name or stored_path(str(path))
    try:
        reason = formats.why_not(Path(shown_name(known_as)), path.stat(), options.maximum_bytes)
    except OSError as error:
        raise UserError(
            UserText("The file cannot be opened: {reason}.", reason=reason_of(error)),
            "Check that it exists and that you have permission to read it.",
        ) from error
    if reason:
        raise NothingToRead(reason)
    try:
        plugged = _plugged(path, known_as, options)
        contents = plugged or _contents(path, format_of(path, known_as), options, known_as)
        metadata = file_metadata(path, known_as)
    except OSError as error:
        raise _unreadable(error) from error
    except RecursionError as error:
        raise _too_deep() from error
    pages = _described(contents.pages, metadata)
    if not formats.is_verbatim(known_as):
        pages = with_language(pages if formats.of_name(known_as).unit == "page" else _readable(pages))
    return replace(contents, pages=pages)


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
        "creation_date": day_of(status.st_ctime),
        "last_modified_date": day_of(status.st_mtime),
    }


def _plugged(path: Path, name: str, options: ReadOptions) -> Contents | None:
    """Return the contents from a plug-in named after the file's ending, or None."""
    ending = Path(shown_name(name)).suffix.lower().removeprefix(".")
    for plugin in enabled_plugins(options.plugins, "readers"):
        reader = make_plugin(plugin) if plugin.name.lower() == ending else None
        if reader is not None:
            return Contents(_read_by(plugin, getattr(reader, "load_data", reader), path))
    return None


def _read_by(plugin: Plugin, read: Callable[[Path], Iterable[Document]], path: Path) -> Iterator[Document]:
    """Yield the pages that a plug-in reads; what it raises is the reason why the file is not read."""
    try:
        with only_errors():
            for number, page in enumerate(read(path), 1):
                page.metadata.setdefault("page_label", str(number))
                yield page
    except (UserError, OSError):
        raise
    except Exception as error:
        raise UserError(
            UserText("The plug-in “{key}” can't read this file: {reason}.", key=plugin.key, reason=described(error)),
            "Update the plug-in, or remove it in Settings.",
        ) from error


def _contents(path: Path, found: Format, options: ReadOptions, name: str) -> Contents:
    """Return the pages that the reader of a format makes, and the files that its unpacker takes out."""
    if not found.reader:
        return _unpacked(path, found, options, name)
    read = load_function(found.reader)
    pages = read(path, options) if found.pictures else read(path)
    if found.records:
        return Contents(pages, records=load_function(found.records)(path))
    if not found.unpacker:
        return Contents(pages, notice=load_function(found.examiner)(path) if found.examiner else "")
    inserted = _unpacked(path, found, options, name)
    return replace(inserted, pages=_or_none(pages) if inserted.members else pages)


def _unpacked(path: Path, found: Format, options: ReadOptions, name: str) -> Contents:
    contents: Contents = load_function(found.unpacker)(path, options, name)
    return contents


def _or_none(pages: Iterable[Document]) -> Iterator[Document]:
    """Yield pages; there need be no text around what is inserted."""
    with suppress(NothingToRead):
        yield from pages


def _readable(pages: Iterable[Document]) -> Iterator[Document]:
    """Yield pages with their words whole: without what nobody sees in them, and without blanks between their letters.

    Not those that are drawn: where their words stand is told by all their characters.
    """
    for page in pages:
        page.text = with_typed_words_whole(without_unseen(page.text))
        yield page


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
        raise damaged() from error


def _too_deep() -> UserError:
    """Return the reason why a file with too many nested parts is not read."""
    return UserError("The file is nested too deeply.", "Open it in the app that created it and save it as PDF.")


def _unreadable(error: OSError) -> UserError:
    """Return the reason why the system does not let a file be read."""
    return UserError(
        UserText("The file cannot be read: {reason}.", reason=reason_of(error)),
        "Check that it exists and that you have permission to read it.",
    )


def day_of(timestamp: float) -> str:
    """Return the day (UTC) of a time in seconds since 1970."""
    return datetime.fromtimestamp(timestamp, UTC).strftime("%Y-%m-%d")
