"""Brings an index up to date with the disk, in steps that can be interrupted anywhere and continued.

First the disk is compared with what is stored (``comparing``), which fills the journal; then what waits there is read
and becomes searchable by keyword (``reading``); then the passages that have no vector yet are embedded
(``embedding_queue``). What is done is never done again: unchanged files are recognised by size and time, then by
content; moved ones by content; passages by their text.
"""

import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.file_paths import real_path, stored_path
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.ingestion.comparing import Comparison, ScanScope
from desktop_rag.ingestion.embedding_queue import EmbeddingQueue
from desktop_rag.ingestion.progress import Progress
from desktop_rag.ingestion.reading import ParserSetup, ReadRun
from desktop_rag.ingestion.record_matching import match_records
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.readers.base import READER_VERSION
from desktop_rag.readers.formats import of_name
from desktop_rag.storage.sqlite.folders import Root
from desktop_rag.storage.sqlite.properties import get_reader_version, set_reader_version
from desktop_rag.storage.storage_context import StorageContext

__all__ = ["FileIngestion", "ParserSetup", "Progress"]


class FileIngestion:
    """The steps of one index; ``report`` is called often, from the running thread.

    Each step may raise CancelledError (everything finished so far is kept), NoSpaceError (so it is where the disk is
    full) and UserError (the index cannot be written).
    """

    def __init__(
        self, storage: StorageContext, parsing: ParserSetup, report: Callable[[Progress], None], token: CancelToken
    ) -> None:
        self._storage = storage
        self._parsing = parsing
        self._report = report
        self._token = token
        self.read_again: dict[str, tuple[int, int]] = {}
        """Files and bytes by their kind that a newer version of the readers reads once more; set by ``compare``."""

    def run(self, roots: Sequence[Path], embed_model: BaseEmbedding | None) -> None:
        """Add or refresh ``roots``, then embed all waiting passages (also of earlier runs) unless there is no model."""
        self.add_roots(roots)
        self.read(self.compare([str(root) for root in roots]))
        if embed_model is not None:
            self.embed(embed_model)

    def add_roots(self, roots: Sequence[Path], rules: FolderRules | None = None) -> None:
        """Remember folders and files; ``rules`` replace those there are."""
        added = [(stored_path(str(root)), root.is_dir()) for root in roots]
        json = rules.to_json() if rules is not None else None
        with self._storage.transaction():
            for path, is_folder in added:
                self._storage.folders.add(path, is_folder=is_folder, rules=json)

    def compare(self, roots: Sequence[str] = (), *, allow_mass_delete: bool = False) -> int:
        """Look for changes below some roots (all when none are named); return how many files are as they were."""
        self._look_again_after_update()
        wanted = set(map(stored_path, roots))
        scopes = [
            ScanScope(root, (real_path(root.path),))
            for root in self._storage.folders.all()
            if not wanted or root.path in wanted
        ]
        self._compare(scopes, allow_mass_delete=allow_mass_delete)
        found, _ = self._storage.journal.noted()
        return max(0, found - self._storage.journal.count())

    def look_at(self, paths: Sequence[Path], priority: int = 1) -> None:
        """Look for changes at and below some paths only; they are read before files that already wait."""
        starts = defaultdict[Root, list[Path]](list)
        for path in paths:
            root = self._storage.folders.of(stored_path(str(path)), os.sep)
            if root is not None:
                starts[root].append(path)
        self._compare([ScanScope(root, tuple(below)) for root, below in starts.items()], priority=priority)

    def read(self, unchanged: int = 0) -> frozenset[str]:
        """Read the waiting files; return those for which there is not enough room on the disk.

        What waits outside of all roots is not read: nobody added it.
        """
        with self._storage.transaction():
            self._storage.journal.keep_below(self._storage.folders.all(), os.sep)
        put_off = ReadRun(self._storage, self._parsing, self._report, self._token).run(unchanged)
        match_records(self._storage)
        return put_off

    def embed(self, embed_model: BaseEmbedding) -> None:
        """Embed the waiting passages."""
        EmbeddingQueue(self._storage, embed_model, self._report, self._token).run()

    def _compare(self, scopes: Sequence[ScanScope], *, allow_mass_delete: bool = False, priority: int = 0) -> None:
        """Compare, and report the number of files found so far."""

        def tell(found: int) -> None:
            self._report(Progress("scanning", files_total=found))

        tell(0)
        comparison = Comparison(self._storage, self._token, tell)
        comparison.run(scopes, allow_mass_delete=allow_mass_delete, priority=priority)
        match_records(self._storage)  # also what a run that was killed has read

    def _look_again_after_update(self) -> None:
        """Let newer readers read everything once more: text and places on the page may have changed."""
        connection = self._storage.connection
        if get_reader_version(connection) == READER_VERSION:
            return
        amounts = defaultdict[str, list[int]](lambda: [0, 0])
        with self._storage.transaction():
            for path, size in self._storage.journal.up_to_date():
                kind = amounts[of_name(path).kind]
                kind[0] += 1
                kind[1] += size
            self._storage.journal.look_again()
            set_reader_version(connection, READER_VERSION)
        self.read_again = {kind: (count, size) for kind, (count, size) in amounts.items()}
