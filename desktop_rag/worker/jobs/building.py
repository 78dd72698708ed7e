"""Preparing a library for another way of searching, as a job: told about, cancelled, carried on later."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.events import BuildProgress, Event, StoreChanged
from desktop_rag.core.instrumentation import running
from desktop_rag.indices.kinds import require_model
from desktop_rag.services.libraries.index_opener import IndexOpener
from desktop_rag.storage.storage_context import StorageContext

_PROGRESS_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class BuildStatus:
    """How far a library is prepared; ``processed`` counts the passages this run took care of."""

    name: str
    kind: str
    passages: int
    processed: int
    pending: int


class Building:
    """Builds one index kind of one library."""

    def __init__(self, name: str, kind: str, emit: Callable[[Event], None], job_id: int, token: CancelToken) -> None:
        self._name = name
        self._kind = kind
        self._emit = emit
        self._job_id = job_id
        self._token = token
        self._told = 0.0

    def run(self, path: Path, opener: IndexOpener) -> BuildStatus:
        """Process what is pending and return how far the library is.

        Raises:
            UserError: the kind needs a model, or the model fails; what was done is kept.
            CancelledError: the job was told to stop; what was done is kept.

        """
        require_model(self._kind, opener.llm)
        with running(self._token), StorageContext(path) as storage:
            index = opener.open(self._kind, storage)
            before = index.pending()
            try:
                index.build_pending(self._tell)
            finally:
                self._emit(StoreChanged(self._job_id, frozenset({"indexes"}), (self._name,)))
            after = index.pending()
            return BuildStatus(self._name, index.kind, storage.docstore.node_count(), before - after, after)

    def _tell(self, done: int, total: int) -> None:
        """Tell the listeners, at most ten times a second."""
        now = time.monotonic()
        if done == total or now - self._told >= _PROGRESS_SECONDS:
            self._told = now
            self._emit(BuildProgress(self._job_id, self._name, self._kind, done, total))
