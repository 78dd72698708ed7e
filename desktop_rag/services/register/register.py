"""The register of a library: what its documents say about days, money, parties, places and numbers.

Rules find it. A model may be asked for more; what it names has to stand in the texts (``asked``).
"""

import datetime as dt
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.options import LLM_MODEL, LLM_PROVIDER
from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.csv_files import write_csv
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import RegisterProgress
from desktop_rag.core.file_paths import file_label, shown_name
from desktop_rag.core.instrumentation import running
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.results.register import (
    FactKind,
    ModelReading,
    Register,
    RegisterEstimate,
    RegisterRow,
    UnreadFile,
)
from desktop_rag.core.user_text import Say
from desktop_rag.readers.formats import is_in_blocks, is_verbatim
from desktop_rag.retrievers.query_syntax import ParsedQuery, parse_query
from desktop_rag.services.calls import current_call, layered, read_settings
from desktop_rag.services.documents_in_scope import ScopedDocuments, documents_in
from desktop_rag.services.model_runs import LETTERS_OF_TOKEN, REPEATING, at_once, prices_of, server_key
from desktop_rag.services.operations import Service, runs
from desktop_rag.services.register.calendar import write_calendar
from desktop_rag.services.register.documents import Page, register_rows
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.connection import interruptible
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import folded

if TYPE_CHECKING:
    from desktop_rag.services.connected_models import ConnectedModels
    from desktop_rag.services.register.asked import FactReader

_PROGRESS_SECONDS = 0.2
COLUMNS = ("Kind", "As written", "Value", "Currency", "About", "File", "Page", "Sentence", "Path", "Found by")


class LibraryRegister(Service):
    """Reads the register of a library out of its stored texts.

    Nothing is kept but what a model said of a text, and a model is asked by ``rows_with_model`` alone. A ``scope`` is a
    query as the search has it: its conditions (``type:pdf``, ``folder:contracts``, ``after:2024``) choose files, its
    words rows.
    """

    def __init__(
        self,
        files: IndexFiles,
        notes: Path | None = None,
        config: Config | None = None,
        models: "Callable[[], ConnectedModels] | None" = None,
    ) -> None:
        """Take the libraries, and the folder that remembers what is written elsewhere until it is complete.

        With ``models``, those of the settings may be asked; they are made when they are first asked.
        """
        self._files = files
        self._notes = notes
        self._config = config if config is not None else Config()
        self._models = models

    @runs(Lane.LONG, JobKind.SEARCH)
    def rows(self, name: str, scope: str = "", kinds: Collection[FactKind] = ()) -> Register:
        """Return the rows of a library, all kinds without ``kinds``; ``RegisterProgress`` tells those found so far.

        Raises:
            CancelledError: stopped.

        """
        with self._opened(name) as storage:
            return self._looked_through(name, storage, scope, kinds, None)

    @runs(Lane.BUILD, JobKind.SEARCH)
    def rows_with_model(
        self,
        name: str,
        scope: str = "",
        kinds: Collection[FactKind] = (),
        *,
        overrides: Mapping[str, OptionValue] | None = None,
    ) -> Register:
        """Return the rows that the rules find, and what the model of the settings finds beside them.

        Every part of a text is asked about once and its answer kept at once: who stops continues by another call.
        Parts that the model gave no whole answer for are counted, and asked about again by the next call.
        ``overrides`` go before the settings of the person and the library.

        Raises:
            UserError: there is no model, or it cannot be asked.
            CancelledError: stopped.

        """
        from desktop_rag.services.masking.library_names import library_names
        from desktop_rag.services.register.asked import FactReader

        call, path = current_call(), self._files.existing(name)
        config = self._config_of(path, overrides)
        if self._models is None or config[LLM_PROVIDER] == "none":
            raise UserError("No model is connected.", "Connect one first.")
        with (
            self._files.open(path) as storage,
            interruptible(call.token, storage.connection),
            running(call.token),
            self._models().connected(config, partial(library_names, self._files, path)) as llm,
        ):
            reader = FactReader(storage, _key(config), llm, at_once(config))
            return self._looked_through(name, storage, scope, kinds, reader, config)

    @runs(Lane.LONG, JobKind.READ)
    def estimate(
        self, name: str, scope: str = "", *, overrides: Mapping[str, OptionValue] | None = None
    ) -> RegisterEstimate:
        """Return how much a model would have to read for the register; no model is asked.

        Raises:
            CancelledError: stopped.

        """
        from desktop_rag.services.register.asked import QUESTION_TOKENS, REPLY_TOKENS, FactReader, parts_of

        config = self._config_of(self._files.existing(name), overrides)
        parsed = parse_query(without_surrogates(scope))
        letters = 0
        with self._opened(name) as storage:
            reader = FactReader(storage, _key(config))
            files = documents_in(storage, parsed)
            for path, _ in files.readable:
                current_call().token.raise_if_cancelled()
                texts = [text for _, text in storage.documents.labelled_pages(path)]
                known = reader.replies(path, "", texts)
                letters += sum(len(part) for text in texts for _, part in parts_of(text) if part not in known)
        counts = reader.counts
        parts = counts.parts - counts.answered
        model = config[LLM_MODEL] if self._models is not None and config[LLM_PROVIDER] != "none" else ""
        sent, received = letters / LETTERS_OF_TOKEN + parts * QUESTION_TOKENS, parts * REPLY_TOKENS
        prices = prices_of(config)
        return RegisterEstimate(
            len(files.readable),
            parts,
            counts.answered,
            model,
            round(sent + received),
            prices.cost(sent, received) if prices is not None else None,
            prices.currency if prices is not None else "",
        )

    @runs(Lane.LONG, JobKind.SEARCH)
    def export_csv(
        self,
        name: str,
        target: Path,
        scope: str = "",
        kinds: Collection[FactKind] = (),
        *,
        with_model: bool = False,
        overrides: Mapping[str, OptionValue] | None = None,
    ) -> Register:
        """Write the rows as a table that spreadsheets open; return what was looked through, without the rows.

        ``with_model`` adds what the model of the settings is known to have found; it is not asked. A cell that a
        spreadsheet would take for a formula is text. What stood in ``target`` stays until everything is written.

        Raises:
            UserError: the file cannot be written.
            CancelledError: stopped.

        """
        parsed = parse_query(without_surrogates(scope))
        with self._opened(name) as storage:
            reader = None
            if with_model:
                from desktop_rag.services.register.asked import FactReader

                reader = FactReader(storage, _key(self._config_of(self._files.existing(name), overrides)))
            files = documents_in(storage, parsed)
            rows = (_cells(row) for rows in _rows(storage, files, parsed, kinds, reader) for row in rows)
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

    def _looked_through(
        self,
        name: str,
        storage: StorageContext,
        scope: str,
        kinds: Collection[FactKind],
        reader: "FactReader | None",
        config: Config | None = None,
    ) -> Register:
        """Return the rows of all documents of a scope; those found meanwhile are told."""
        call = current_call()
        parsed = parse_query(without_surrogates(scope))
        files = documents_in(storage, parsed)
        every: list[RegisterRow] = []
        told, last = 0, time.monotonic()
        total = len(files.readable)
        for done, rows in enumerate(_rows(storage, files, parsed, kinds, reader), 1):
            every += rows
            if time.monotonic() - last >= _PROGRESS_SECONDS:
                call.emit(RegisterProgress(call.id, name, done, total, tuple(every[told:])))
                told, last = len(every), time.monotonic()
        call.emit(RegisterProgress(call.id, name, total, total, tuple(every[told:])))
        unread: tuple[UnreadFile, ...] = tuple(files.unread)
        reading = _reading(reader, config) if reader is not None and config is not None else None
        return Register(tuple(every), total, total + len(unread), unread, reading)

    def _config_of(self, path: Path, overrides: Mapping[str, OptionValue] | None) -> Config:
        """Return the settings that hold for the register of a library: a model repeats itself."""
        return layered(self._config, (read_settings(self._files, path), overrides or {}, REPEATING))

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


def _key(config: Config) -> str:
    """Return what names a model where its replies are kept."""
    from desktop_rag.services.register.asked import VERSION

    return f"register/{VERSION}/{server_key(config)}"


def _reading(reader: "FactReader", config: Config) -> ModelReading:
    counts, prices = reader.counts, prices_of(config)
    cost = prices.cost(counts.sent, counts.received) if prices is not None else None
    currency = prices.currency if prices is not None else ""
    tokens = counts.sent + counts.received
    return ModelReading(config[LLM_MODEL], counts.parts, counts.answered, counts.refused, tokens, cost, currency)


def _rows(
    storage: StorageContext,
    files: ScopedDocuments,
    parsed: ParsedQuery,
    kinds: Collection[FactKind],
    reader: "FactReader | None" = None,
) -> Iterator[list[RegisterRow]]:
    """Yield the rows of each file; one document is in memory at a time, and without a model one text."""
    token = current_call().token
    words = [folded(word) for word in parsed.text.split()]
    for path, language in files.readable:
        token.raise_if_cancelled()
        pages: Iterable[Page] = (
            Page(number, label, text) for number, (label, text) in enumerate(storage.documents.labelled_pages(path), 1)
        )
        more = None
        if reader is not None:
            pages = list(pages)
            replies = reader.replies(path, shown_name(path), (page.text for page in pages))
            more = partial(reader.facts, replies)
        is_kept, has_blocks = is_verbatim(path), is_in_blocks(path)
        rows = register_rows(path, pages, language=language, verbatim=is_kept, in_blocks=has_blocks, more=more)
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
        "model" if row.by_model else "rules",
    )
