"""Turns a run's snapshots into events, no more often than anybody can read them."""

import time
from collections.abc import Callable
from dataclasses import asdict
from types import TracebackType
from typing import Self

from desktop_rag.core.events import Event, IngestProgress, StoreChanged, StoreKind
from desktop_rag.ingestion.progress import Progress

_PROGRESS_SECONDS = 0.1
_CHANGED_SECONDS = 1.0
_KINDS: frozenset[StoreKind] = frozenset({"indexes", "documents", "nodes", "embeddings"})


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
