"""Reads and embeds the files of libraries; a library is read by one call at a time."""

import threading
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Self

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import NoSpaceError, UserError
from desktop_rag.core.events import Event, IngestProgress, StoreChanged, StoreKind
from desktop_rag.core.file_paths import absolute_path, shown_name, stored_path
from desktop_rag.core.user_text import UserText, enumerated
from desktop_rag.ingestion.file_ingestion import FileIngestion, ParserSetup
from desktop_rag.ingestion.parser_pool import ParserPool
from desktop_rag.ingestion.progress import Progress
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.ingestion.scanner import FoundFile, nothing_at
from desktop_rag.ingestion.spool import read_spool
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.processes.scratch import ScratchFolder
from desktop_rag.readers.stamps import ZOTERO_DATABASE, ZOTERO_STORAGE
from desktop_rag.services.calls import ServiceCall
from desktop_rag.services.embedders import Embedders
from desktop_rag.services.libraries.reading_rates import ReadingRates
from desktop_rag.storage.index_files import DISK_FULL, IndexFiles
from desktop_rag.storage.sqlite.properties import get_no_room, get_splitting, is_paused, set_no_room, set_paused
from desktop_rag.storage.storage_context import StorageContext

_POLL = 0.1
_NAMED = 3
_PROGRESS_SECONDS = 0.1
_CHANGED_SECONDS = 1.0
_KINDS: frozenset[StoreKind] = frozenset({"indexes", "documents", "nodes", "embeddings"})


def _databases_of(roots: Sequence[Path]) -> list[Path]:
    """Return the Zotero databases of those folders that Zotero keeps files in."""
    beside = (root.parent / ZOTERO_DATABASE for root in roots if root.name == ZOTERO_STORAGE)
    return [database for database in beside if database.is_file() and database not in roots]


class LibraryIngestion:
    """Brings libraries up to date with their folders, and embeds new passages; emits ``IngestProgress``."""

    def __init__(
        self,
        files: IndexFiles,
        embed_models: Embedders,
        parsers: ParserPool,
        scratch: ScratchFolder,
        rates: ReadingRates,
    ) -> None:
        self._files = files
        self._embed_models = embed_models
        self._parsers = parsers
        self._scratch = scratch
        self._rates = rates
        self._comparing: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._embedding: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._reading: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)

    def add(
        self,
        name: str,
        roots: Sequence[Path],
        call: ServiceCall,
        *,
        rules: FolderRules | None = None,
        allow_mass_delete: bool = False,
    ) -> None:
        """Add or refresh roots (all when none are named) and read the waiting files, also earlier ones.

        With the folder of Zotero's files goes the database beside it, which says what they are.
        """
        roots = [*roots, *_databases_of(roots)]
        if roots:
            self._parsers.warm_up()  # something will have to be read: the children start while it is looked for
        with self._open(name, call) as (storage, ingestion):
            with storage.transaction():
                # who adds something wants it read
                set_paused(storage.connection, paused=False)
            with self._turn(self._comparing[name], call.token):
                ingestion.add_roots(roots, rules)
                named = [str(root) for root in roots]
                unchanged = ingestion.compare(named, allow_mass_delete=allow_mass_delete)
            self._tell_what_is_read_again(name, storage, ingestion)
            self._read(name, storage, ingestion, call.token, unchanged)

    def refresh(self, name: str, paths: Sequence[Path], call: ServiceCall) -> None:
        """Look for changes at some paths and read them first, unless the library is paused."""
        with self._open(name, call) as (storage, ingestion):
            with self._turn(self._comparing[name], call.token):
                ingestion.look_at(paths)
            # compared all the same: what waits is known when it goes on
            if not is_paused(storage.connection):
                self._read(name, storage, ingestion, call.token, wait=False)

    def resume(self, name: str, call: ServiceCall) -> None:
        """Look for changes made in between, and read the waiting files."""
        with self._open(name, call) as (storage, ingestion):
            with self._turn(self._comparing[name], call.token):
                unchanged = ingestion.compare()
            self._tell_what_is_read_again(name, storage, ingestion)
            self._read(name, storage, ingestion, call.token, unchanged)

    def _tell_what_is_read_again(self, name: str, storage: StorageContext, ingestion: FileIngestion) -> None:
        """Record that a newer version reads the library's files again, with the time and room it takes."""
        amounts = ingestion.read_again
        files = sum(count for count, _ in amounts.values())
        if not files:
            return
        size = f"{max(1, round(self._files.existing(name).stat().st_size / 1e6)):,}"
        seconds = self._rates.seconds_for(amounts)
        if seconds is None:
            notice = UserText(
                "This version reads files better, so it reads the {files} files of this library once more. Meanwhile "
                "you can search, ask and pause. That needs up to {size} MB of disk space.",
                files=f"{files:,}",
                size=size,
            )
        else:
            notice = UserText(
                "This version reads files better, so it reads the {files} files of this library once more, which "
                "takes about {minutes} min. Meanwhile you can search, ask and pause. That needs up to {size} MB of "
                "disk space.",
                files=f"{files:,}",
                minutes=max(1, round(seconds / 60)),
                size=size,
            )
        _note_no_room(storage, notice)

    def embed(self, name: str, call: ServiceCall) -> None:
        """Embed the waiting passages."""
        embed_model = self._embed_models.of(self._files.existing(name))
        with self._turn(self._embedding[name], call.token), self._open(name, call) as (_, ingestion):
            ingestion.embed(embed_model)

    def text_of(self, path: Path, call: ServiceCall) -> str:
        """Return the text of a file, read as those of libraries are; nothing of it is stored.

        Raises:
            UserError: it cannot be read.

        """
        path = absolute_path(path)
        try:
            status = path.stat()
        except OSError as error:
            raise nothing_at(path) from error
        file = FoundFile(stored_path(str(path)), status.st_size, status.st_mtime_ns, source=str(path))
        texts: list[str] = []
        for records in self._parsers.parse_files([file], call.token, splitting=Splitting()):
            for record in records:
                if record.state != "parsed":
                    raise UserError(
                        UserText("{file} cannot be read: {reason}", file=shown_name(record.path), reason=record.reason)
                    )
                texts += [page.text for page in record.pages]
                texts += [page.text for piece in read_spool(record.spool) for page in piece.pages]
        return "\n\n".join(texts)

    @contextmanager
    def _open(self, name: str, call: ServiceCall) -> Iterator[tuple[StorageContext, FileIngestion]]:
        """Open a library for reading files; a change is emitted to the views at the end."""
        report = IngestReporter(call.id, name, call.emit)
        with report, self._files.open(name) as storage:
            splitting = Splitting.from_json(get_splitting(storage.connection))
            folder = self._scratch.folder / uuid.uuid4().hex
            parsing = ParserSetup(self._parsers, folder, splitting, self._rates.took)
            try:
                yield storage, FileIngestion(storage, parsing, report, call.token)
            finally:
                storage.checkpoint()

    def _read(
        self,
        name: str,
        storage: StorageContext,
        ingestion: FileIngestion,
        token: CancelToken,
        unchanged: int = 0,
        *,
        wait: bool = True,
    ) -> None:
        """Read the waiting files, or let the call that already reads this library do so (and ``wait`` for it).

        What there is not enough room for goes on waiting; the library's notice tells.
        """
        lock = self._reading[name]
        # asked again: the one that holds the lock may end before it sees what was queued just now
        while storage.journal.count():
            if lock.acquire(timeout=_POLL):
                try:
                    put_off = ingestion.read(unchanged)
                except NoSpaceError:
                    with suppress(UserError):
                        _note_no_room(storage, DISK_FULL)
                    raise
                finally:
                    self._rates.save()
                    lock.release()
                if put_off:
                    _note_no_room(storage, _waiting_for_room(put_off))
                    return
            elif not wait:
                return
            token.raise_if_cancelled()
        _note_no_room(storage, "")

    @staticmethod
    @contextmanager
    def _turn(lock: threading.Lock, token: CancelToken) -> Iterator[None]:
        """Hold a lock; CancelledError when stopped while waiting for it."""
        while not lock.acquire(timeout=_POLL):
            token.raise_if_cancelled()
        try:
            yield
        finally:
            lock.release()


def _waiting_for_room(put_off: frozenset[str]) -> str:
    """Return a notice of the files that wait for room on the disk."""
    names = enumerated([shown_name(path) for path in sorted(put_off)], _NAMED)
    return UserText("Not enough disk space to read {names}. Free some space. Reading then continues.", names=names)


def _note_no_room(storage: StorageContext, notice: str) -> None:
    """Record the notice of files that wait for room on the disk in the library, "" for none."""
    if notice != get_no_room(storage.connection):
        with storage.transaction():
            set_no_room(storage.connection, notice)


class IngestReporter:
    """Emits IngestProgress at most ten times a second (stages and ends always) and StoreChanged once a second."""

    def __init__(self, job_id: int, index_name: str, emit: Callable[[Event], None]) -> None:
        self._job_id = job_id
        self._index_name = index_name
        self._emit = emit
        self._stage = ""
        self._stored = (0, 0, 0)  # what views were last told of
        self._last_reported = 0.0
        self._changed = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        """Pass on a snapshot when it is time."""
        now = time.monotonic()
        files_done, nodes_done = progress.files_done == progress.files_total, progress.nodes_embedded == progress.nodes
        complete = files_done if progress.stage == "reading" else files_done and nodes_done
        if progress.stage != self._stage or complete or now - self._last_reported >= _PROGRESS_SECONDS:
            self._stage, self._last_reported = progress.stage, now
            self._emit(IngestProgress(self._job_id, self._index_name, **asdict(progress)))
        stored = progress.files_done, progress.nodes, progress.nodes_embedded
        if stored != self._stored and now - self._changed >= _CHANGED_SECONDS:
            self._stored = stored
            self.changed()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.changed()

    def changed(self) -> None:
        """Emit ``StoreChanged`` so that the views refresh."""
        self._changed = time.monotonic()
        self._emit(StoreChanged(self._job_id, _KINDS, (self._index_name,)))
