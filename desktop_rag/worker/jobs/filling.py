"""Fills indexes: looks for changes, reads what waits, and takes care that one index is read by one job at a time."""

import threading
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from desktop_rag.core.cancel import CancelToken
from desktop_rag.ingestion.file_ingestion import FileIngestion, Parsing
from desktop_rag.ingestion.progress import Progress
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.properties import get_splitting, is_paused, set_paused
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.worker.processes.embedders import EmbedderOf
from desktop_rag.worker.processes.parser_pool import ParserPool
from desktop_rag.worker.processes.scratch import Scratch

Report = Callable[[Progress], None]
_POLL = 0.1


class Filling:
    """Brings the indexes below one folder up to date, and embeds them."""

    def __init__(self, files: IndexFiles, embedder_of: EmbedderOf, parsers: ParserPool, scratch: Scratch) -> None:
        self._files = files
        self._embedder_of = embedder_of
        self._parsers = parsers
        self._scratch = scratch
        self._comparing: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._embedding: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._reading: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)

    def add(
        self,
        name: str,
        roots: Sequence[Path],
        report: Report,
        token: CancelToken,
        *,
        rules: FolderRules | None = None,
        allow_mass_delete: bool = False,
    ) -> None:
        """Add or refresh roots (all there are when none are named) and read what waits, also what waited before."""
        if roots:
            self._parsers.warm_up()  # something will have to be read: the children start while it is looked for
        with self._open(name, report, token) as (storage, ingestion):
            with storage.transaction():
                set_paused(storage.connection, paused=False)
            with self._turn(self._comparing[name], token):
                ingestion.add_roots(roots, rules)
                named = [str(root) for root in roots]
                unchanged = ingestion.compare(named, allow_mass_delete=allow_mass_delete)
            self._read(name, storage, ingestion, token, unchanged)

    def look_at(self, name: str, paths: Sequence[Path], report: Report, token: CancelToken) -> None:
        """Look for changes at some paths and read them first, unless this index is paused."""
        with self._open(name, report, token) as (storage, ingestion):
            with self._turn(self._comparing[name], token):
                ingestion.look_at(paths)
            if not is_paused(storage.connection):
                self._read(name, storage, ingestion, token, wait=False)

    def go_on(self, name: str, report: Report, token: CancelToken) -> None:
        """Look for what changed while nobody read, and read what waits."""
        with self._open(name, report, token) as (storage, ingestion):
            with self._turn(self._comparing[name], token):
                unchanged = ingestion.compare()
            self._read(name, storage, ingestion, token, unchanged)

    def embed(self, name: str, report: Report, token: CancelToken) -> None:
        """Embed what waits."""
        embed_model = self._embedder_of(self._files.existing(name))
        with self._turn(self._embedding[name], token), self._open(name, report, token) as (_, ingestion):
            ingestion.embed(embed_model)

    @contextmanager
    def _open(self, name: str, report: Report, token: CancelToken) -> Iterator[tuple[StorageContext, FileIngestion]]:
        """Open an index for filling."""
        with StorageContext(self._files.existing(name)) as storage:
            parse_files = partial(
                self._parsers.parse_files, splitting=Splitting.from_json(get_splitting(storage.connection))
            )
            parsing = Parsing(parse_files, self._scratch.folder / uuid.uuid4().hex, self._parsers.running)
            yield storage, FileIngestion(storage, parsing, report, token)

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
        """Read what waits, or let the job do so that reads this index already (and ``wait`` for it)."""
        lock = self._reading[name]
        while storage.journal.count():
            if lock.acquire(timeout=_POLL):
                try:
                    ingestion.read(unchanged)
                finally:
                    lock.release()
            elif not wait:
                return
            token.raise_if_cancelled()

    @staticmethod
    @contextmanager
    def _turn(lock: threading.Lock, token: CancelToken) -> Iterator[None]:
        """Wait for one's turn, unless stopped meanwhile."""
        while not lock.acquire(timeout=_POLL):
            token.raise_if_cancelled()
        try:
            yield
        finally:
            lock.release()
