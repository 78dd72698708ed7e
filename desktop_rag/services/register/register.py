"""The register of a library: what its documents say about days, money, parties, places and numbers."""

import datetime as dt
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.csv_files import write_csv
from desktop_rag.core.events import RegisterProgress
from desktop_rag.core.file_paths import file_label, shown_name
from desktop_rag.core.instrumentation import running
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.results.register import FactKind, Register, RegisterRow
from desktop_rag.core.user_text import Say
from desktop_rag.readers.formats import is_in_blocks, is_verbatim
from desktop_rag.retrievers.query_syntax import ParsedQuery, parse_query
from desktop_rag.services.calls import current_call
from desktop_rag.services.documents_in_scope import ScopedDocuments, documents_in
from desktop_rag.services.operations import Service, runs
from desktop_rag.services.register.calendar import write_calendar
from desktop_rag.services.register.documents import Page, register_rows
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.connection import interruptible
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import folded

_PROGRESS_SECONDS = 0.2
COLUMNS = ("Kind", "As written", "Value", "Currency", "About", "File", "Page", "Sentence", "Path")


class LibraryRegister(Service):
    """Reads the register of a library out of its stored texts; nothing is kept, and no model is asked.

    A ``scope`` is a query as the search has it: its conditions (``type:pdf``, ``folder:contracts``, ``after:2024``)
    choose files, its words rows.
    """

    def __init__(self, files: IndexFiles, notes: Path | None = None) -> None:
        self._files = files
        self._notes = notes

    @runs(Lane.LONG, JobKind.SEARCH)
    def rows(self, name: str, scope: str = "", kinds: Collection[FactKind] = ()) -> Register:
        """Return the rows of a library, all kinds without ``kinds``; ``RegisterProgress`` tells those found so far.

        Raises:
            CancelledError: stopped.

        """
        call = current_call()
        parsed = parse_query(without_surrogates(scope))
        with self._opened(name) as storage:
            files = documents_in(storage, parsed)
            every: list[RegisterRow] = []
            told, last = 0, time.monotonic()
            for done, rows in enumerate(_rows(storage, files, parsed, kinds), 1):
                every += rows
                if time.monotonic() - last >= _PROGRESS_SECONDS:
                    call.emit(RegisterProgress(call.id, name, done, len(files.readable), tuple(every[told:])))
                    told, last = len(every), time.monotonic()
        total = len(files.readable)
        call.emit(RegisterProgress(call.id, name, total, total, tuple(every[told:])))
        return Register(tuple(every), total, total + len(files.unread), tuple(files.unread))

    @runs(Lane.LONG, JobKind.SEARCH)
    def export_csv(self, name: str, target: Path, scope: str = "", kinds: Collection[FactKind] = ()) -> Register:
        """Write the rows as a table that spreadsheets open; return what was looked through, without the rows.

        A cell that a spreadsheet would take for a formula is text. What stood in ``target`` stays until everything is
        written.

        Raises:
            UserError: the file cannot be written.
            CancelledError: stopped.

        """
        parsed = parse_query(without_surrogates(scope))
        with self._opened(name) as storage:
            files = documents_in(storage, parsed)
            rows = (_cells(row) for rows in _rows(storage, files, parsed, kinds) for row in rows)
            with closing(rows):
                write_csv(COLUMNS, rows, target, self._notes)
        total = len(files.readable)
        return Register((), total, total + len(files.unread), tuple(files.unread))

    @runs(Lane.LONG, JobKind.READ)
    def export_calendar(self, rows: Sequence[RegisterRow], target: Path, say: Say = str) -> int:
        """Write those rows that have a whole date as events of a calendar (ICS); return how many there were.

        The caller has shown these rows to the person, who confirmed each.

        Raises:
            UserError: the file cannot be written.

        """
        return write_calendar(rows, target, dt.datetime.now(dt.UTC), self._notes, say)

    @contextmanager
    def _opened(self, name: str) -> Iterator[StorageContext]:
        path, token = self._files.existing(name), current_call().token
        with (
            self._files.open(path, read_only=True) as storage,
            interruptible(token, storage.connection),
            running(token),
            storage.snapshot(),
        ):
            yield storage


def _rows(
    storage: StorageContext, files: ScopedDocuments, parsed: ParsedQuery, kinds: Collection[FactKind]
) -> Iterator[list[RegisterRow]]:
    """Yield the rows of each file; one text is in memory at a time."""
    token = current_call().token
    words = [folded(word) for word in parsed.text.split()]
    for path, language in files.readable:
        token.raise_if_cancelled()
        pages = (
            Page(number, label, text) for number, (label, text) in enumerate(storage.documents.labelled_pages(path), 1)
        )
        rows = register_rows(path, pages, language=language, verbatim=is_verbatim(path), in_blocks=is_in_blocks(path))
        yield [row for row in rows if (not kinds or row.kind in kinds) and _is_asked(row, parsed, words)]


def _is_asked(row: RegisterRow, parsed: ParsedQuery, words: Sequence[str]) -> bool:
    """Return True if a row has the words, phrases and nothing of the exclusions of a scope."""
    if parsed.is_plain and not words:
        return True
    said = folded(" ".join((row.written, row.about, row.sentence, file_label(row.file))))
    return all(word in said for word in words) and parsed.accepts(row.sentence, row.about, shown_name(row.file))


def _cells(row: RegisterRow) -> tuple[str | int, ...]:
    return (
        row.kind.value,
        row.written,
        row.value or " / ".join(row.readings),
        row.currency,
        row.about,
        shown_name(row.file),
        row.page_label or row.page,
        " ".join(row.sentence.split()),
        row.file,
    )
