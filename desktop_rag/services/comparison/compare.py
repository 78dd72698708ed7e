"""Compare two files of a library: what moved, changed, came and went, with both places of everything."""

import datetime as dt
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name, shown_path
from desktop_rag.core.instrumentation import running
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.results.comparison import ComparedText, Comparison
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.readers.formats import is_in_blocks, is_paged, is_verbatim, of_name
from desktop_rag.services.calls import current_call
from desktop_rag.services.comparison.differences import differences, worded
from desktop_rag.services.comparison.parts import ComparedPages
from desktop_rag.services.comparison.report import ComparisonReport, write_comparison
from desktop_rag.services.operations import Service, runs
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.connection import interruptible
from desktop_rag.storage.sqlite.file_list import files_with_metadata
from desktop_rag.storage.storage_context import StorageContext

_SPREADSHEET = "spreadsheet"


class Comparisons(Service):
    """Compares files of libraries by their stored texts; no model is asked, and nothing is kept."""

    def __init__(self, files: IndexFiles, notes: Path | None = None) -> None:
        """Take the libraries, and the folder that remembers what is written elsewhere until it is complete."""
        self._files = files
        self._notes = notes

    @runs(Lane.LONG, JobKind.SEARCH)
    def files(self, name: str, before: str, after: str) -> Comparison:
        """Return how two files of a library differ; each is named by its path, or by the end of it.

        Lines and pages that end elsewhere are no differences, nor is what moved a deletion.

        Raises:
            UserError: there is no such file, there are several, or its text was not read.
            CancelledError: stopped.

        """
        with self._opened(name) as storage:
            return _compared(_text(storage, before), _text(storage, after))

    @runs(Lane.LONG, JobKind.READ)
    def export(self, name: str, before: str, after: str, target: Path, *, say: Say = str) -> Comparison:
        """Write how two files differ; return it.

        The name of the file ends in .html, .csv or .json; what stood there stays until everything is written. ``say``
        words it in the person's language; JSON is in English.

        Raises:
            UserError: as ``files`` tells; the name has another ending, or the file cannot be written.
            CancelledError: stopped.

        """
        with self._opened(name) as storage:
            found = _compared(_text(storage, before), _text(storage, after))
        write_comparison(ComparisonReport(name, found, dt.datetime.now(dt.UTC)), target, self._notes, say)
        return found

    @contextmanager
    def _opened(self, name: str) -> Iterator[StorageContext]:
        token = current_call().token
        with (
            self._files.open(self._files.existing(name), read_only=True) as storage,
            interruptible(token, storage.connection),
            running(token),
            storage.snapshot(),
        ):
            yield storage


class _StoredText:
    """A text to compare, with what is said of it; a copy of a file is stored once, as ``held_by``."""

    def __init__(
        self, file: str, held_by: str, pages: list[tuple[str, str]], notice: str = "", kept: float = 0.0
    ) -> None:
        self.file = file
        self.held_by = held_by
        self.pages = pages
        self.notice = notice
        self.kept = kept

    @property
    def is_workbook(self) -> bool:
        """True if its pages are the sheets of a workbook."""
        return of_name(self.file).kind == _SPREADSHEET

    def compared(self, *, strict_tables: bool) -> ComparedPages:
        """Return its pages, taken apart."""
        return ComparedPages(self.pages, is_verbatim(self.file), is_in_blocks(self.file), strict_tables)

    def told(self, text: ComparedPages) -> ComparedText:
        """Return what a comparison says of it."""
        return ComparedText(self.file, len(self.pages), len(text.parts), self.notice, self.kept)


def _compared(before: _StoredText, after: _StoredText) -> Comparison:
    """Return how two texts differ."""
    started = time.perf_counter()
    strict = not (is_paged(before.file) or is_paged(after.file))
    ours, theirs = (one.compared(strict_tables=strict) for one in (before, after))
    ours.compounds = theirs.compounds = ours.with_compounds() | theirs.with_compounds()
    sheets = before.is_workbook and after.is_workbook
    found, same = differences(ours, theirs, sheets=sheets)
    return Comparison(
        before.told(ours),
        after.told(theirs),
        tuple(worded(found, (before.held_by, after.held_by))),
        same,
        time.perf_counter() - started,
    )


def _text(storage: StorageContext, named: str) -> _StoredText:
    """Return the text of a file that is named by its path, or by the end of it.

    Raises:
        UserError: there is no such file, there are several, or its text was not read.

    """
    every = {status.path: status for status, _, _ in files_with_metadata(storage.connection)}
    file = _path_of(named, list(every))
    status, held_by = every[file], file
    if not status.pages:
        known = storage.files.known_file(file)
        held_by = storage.files.same_content(known.content_hash, file) if known is not None else ""
        if not held_by:
            reason = status.reason or UserText("It has not been read yet.")
            raise UserError(UserText("{file} cannot be compared: {reason}", file=shown_name(file), reason=reason))
    return _StoredText(file, held_by, list(storage.documents.labelled_pages(held_by)), every[held_by].reason)


def _path_of(named: str, paths: list[str]) -> str:
    if named in paths:
        return named
    wanted = named.replace("\\", "/").strip("/")
    found = [path for path in paths if f"/{shown_path(path)}".replace("\\", "/").endswith(f"/{wanted}")]
    found = found or [path for path in paths if shown_name(path).casefold() == named.casefold()]
    if len(found) == 1:
        return found[0]
    if not found:
        raise UserError(
            UserText("The library has no file “{file}”.", file=named), "Give its name, or the end of its path."
        )
    shown = ", ".join(sorted(found)[:5])
    raise UserError(
        UserText("Several files are called “{file}”: {files}.", file=named, files=shown),
        "Give the whole path of the file.",
    )
