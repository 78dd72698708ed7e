"""Brings an index up to date with the disk, in steps that can be interrupted anywhere and continued.

First every new or changed file is read and becomes searchable by keyword, one transaction a file; then the
passages that have no vector yet are embedded in batches, one transaction a batch. What is done is never done
again: unchanged files are recognised by size and time (then by content), passages by their text.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from desktop_rag.cancel import CancelToken
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.ingestion.progress import RateMeter
from desktop_rag.ingestion.scanner import FoundFile, scan
from desktop_rag.schema import Vector
from desktop_rag.storage.docstore import DocumentRecord, KnownFile
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore

EMBED_BATCH_SIZE = 8  # a quarter of a second: how long a stop may take
ParseFiles = Callable[[Iterable[FoundFile], CancelToken], Iterator[DocumentRecord]]
"""Parses files, in any order, one record for each."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A snapshot of a run; ``per_second`` counts files while reading and passages while embedding."""

    stage: str
    files_done: int = 0
    files_total: int = 0
    nodes: int = 0
    nodes_embedded: int = 0
    per_second: float = 0.0
    seconds_left: float | None = None
    current: str = ""


class FileIngestion:
    """Brings folders into one index in two steps; ``report`` is called often, from the running thread."""

    def __init__(
        self,
        storage: StorageContext,
        parse_files: ParseFiles,
        embed_model: BaseEmbedding,
        report: Callable[[Progress], None],
        token: CancelToken,
    ) -> None:
        self._storage = storage
        self._parse_files = parse_files
        self._embed_model = embed_model
        self._report = report
        self._token = token
        self._progress = Progress("scanning")

    def run(self, roots: Sequence[Path], *, embed: bool = True) -> None:
        """Add or refresh ``roots``, then embed whatever waits (also of earlier runs).

        What is below a root that is not there any more is set aside as offline and stays searchable.

        Raises:
            CancelledError: stopped; everything finished so far is kept.
            UserError: the disk is full or the index cannot be written.

        """
        there = [root for root in roots if os.path.lexists(root)]
        self._set_aside([root for root in roots if root not in there])
        with self._storage.transaction():
            for root in there:
                self._storage.docstore.add_root(str(root), is_folder=root.is_dir())
        self._tell(Progress("scanning"))
        found = list(self._scan(there))
        self._forget_vanished(there, {file.path for file in found})
        self._read(found)
        if embed:
            self._embed()

    def _scan(self, roots: Sequence[Path]) -> Iterator[FoundFile]:
        """List the files on disk; stops when cancelled."""
        for file in scan(roots):
            self._token.raise_if_cancelled()
            yield file

    def _set_aside(self, missing: Sequence[Path]) -> None:
        """Mark what is below folders that cannot be reached."""
        docstore = self._storage.docstore
        names = {str(root) for root in missing}
        below = tuple(f"{name}{os.sep}" for name in names)
        lost = [path for path in docstore.known_files() if path in names or path.startswith(below)] if missing else []
        with self._storage.transaction():
            docstore.set_state(lost, "offline", "Its folder cannot be reached. The file stays searchable.")

    def _forget_vanished(self, roots: Sequence[Path], found: set[str]) -> None:
        """Remove files that were deleted from disk; when many are gone at once they are only set aside."""
        docstore = self._storage.docstore
        folders = [f"{root}{os.sep}" for root in roots if root.is_dir()]
        known = {path for path in docstore.known_files() if path.startswith(tuple(folders))} if folders else set()
        gone = [path for path in known - found if not os.path.lexists(path)]
        with self._storage.transaction():
            if len(gone) * 5 > len(known) and len(gone) > 1:
                docstore.set_state(gone, "offline", "The file is not where it was. It stays searchable.")
            else:
                docstore.delete(gone)

    def _read(self, found: Sequence[FoundFile]) -> None:
        """Parse what is new or changed and store it."""
        known = self._storage.docstore.known_files()
        todo = [file for file in found if _changed(file, known.get(file.path))]
        done = len(found) - len(todo)
        meter = RateMeter()
        self._tell(replace(self._progress, stage="reading", files_done=done, files_total=len(found)))
        for count, record in enumerate(self._parse_files(todo, self._token), 1):
            self._store(record, known.get(record.path))
            meter.update(count)
            self._tell(replace(
                self._progress, files_done=done + count, current=record.path, per_second=meter.per_second,
                nodes=self._progress.nodes + len(record.nodes), seconds_left=meter.seconds_left(len(todo) - count),
            ))  # fmt: skip

    def _store(self, record: DocumentRecord, known: KnownFile | None) -> None:
        """Put one file into the index in one transaction; an older version serves until then."""
        docstore = self._storage.docstore
        with self._storage.transaction():
            if known is not None and _same_content(record, known):
                docstore.touch(record.path, record.size, record.mtime_ns)
                return
            vectors = SqliteVecVectorStore(self._storage.connection, self._embed_model.space)
            old = docstore.text_hashes(record.path)
            kept = {old[rowid]: vector for rowid, vector in vectors.get(old).items()}
            docstore.put(record)
            self._reuse(vectors, docstore.text_hashes(record.path), kept)

    def _reuse(self, vectors: SqliteVecVectorStore, hashes: dict[int, bytes], kept: dict[bytes, Vector]) -> None:
        """Give new nodes the vectors of nodes with the same text."""
        for rowid, hashed in hashes.items():
            vector = kept.get(hashed)
            if vector is None:
                twin = self._storage.docstore.embedded_twin(hashed)
                vector = vectors.get([twin]).get(twin) if twin is not None else None
            if vector is not None:
                vectors.add([rowid], vector[None, :])

    def _embed(self) -> None:
        """Embed every node without a vector, oldest first."""
        docstore = self._storage.docstore
        vectors = SqliteVecVectorStore(self._storage.connection, self._embed_model.space)
        with self._storage.transaction():
            vectors.create()
        totals = docstore.totals()
        done, meter = totals.nodes_embedded, RateMeter()
        self._tell(replace(self._progress, stage="embedding", nodes=totals.nodes, nodes_embedded=done, current=""))
        while batch := docstore.nodes_to_embed(EMBED_BATCH_SIZE):
            self._token.raise_if_cancelled()
            matrix = self._embed_model.get_text_embedding_batch([embed_text(h, t) for _, h, t in batch])
            with self._storage.transaction():
                vectors.add([rowid for rowid, _, _ in batch], matrix)
            done += len(batch)
            meter.update(done - totals.nodes_embedded)
            left = meter.seconds_left(max(0, totals.nodes - done))
            self._tell(replace(
                self._progress, nodes_embedded=done, per_second=meter.per_second, seconds_left=left
            ))  # fmt: skip

    def _tell(self, progress: Progress) -> None:
        """Report and remember."""
        self._progress = progress
        self._report(progress)


def embed_text(heading: str, text: str) -> str:
    """Return what is embedded of a passage: its heading path says what a bare table or list is about."""
    return f"{heading}\n{text}" if heading else text


def _changed(file: FoundFile, known: KnownFile | None) -> bool:
    """Whether a file must be looked at: new, changed, back from being offline, or not read the last time."""
    if known is None or known.state in {"offline", "failed"}:
        return True
    now_readable = known.state == "skipped" and not file.reason
    return now_readable or (file.size, file.mtime_ns) != (known.size, known.mtime_ns)


def _same_content(record: DocumentRecord, known: KnownFile) -> bool:
    """Whether a file that looked changed holds what it held."""
    return record.state == known.state == "parsed" and record.content_hash == known.content_hash
