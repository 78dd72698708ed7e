"""The jobs that change what an index understands meaning with, while it is searched as before."""

import time
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import running
from desktop_rag.core.results.libraries import IndexStatus
from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.openai_like import PROVIDER, OpenAILikeEmbedding
from desktop_rag.ingestion.embedding_queue import EmbeddingQueue
from desktop_rag.ingestion.embedding_targets import NewVectors
from desktop_rag.services.libraries.library import Library
from desktop_rag.storage.sqlite.properties import get_notice, set_notice
from desktop_rag.storage.sqlite.vectors.spaces import (
    abandon_begun,
    active_space,
    begun_space,
    drop_unused,
    has_unused,
    space_progress,
)
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.worker.job import Job
from desktop_rag.worker.lanes import EventBus, Lanes
from desktop_rag.worker.processes.embedders import Embedders
from desktop_rag.worker.progress import IngestReporter

LANE = "embed"
BUILT_IN = "built-in"
_SEARCHING = ("answer", "view", "search", "meaning", "build")  # lanes of jobs that may hold on to the old vectors
_LAST_SEARCHES_SECONDS = 60.0
_POLL = 0.1


@dataclass(frozen=True, slots=True)
class EmbedderInfo:
    """What an index is searched with: names of models ("built-in" for ours, "" for none yet).

    ``chosen`` is the settings'; ``same`` tells that nothing would change. While another one takes over, ``next`` is
    its name, and ``done`` of ``total`` passages are ready for it. ``notice``: why it does not go on.
    """

    model: str
    chosen: str
    same: bool
    next: str = ""
    done: int = 0
    total: int = 0
    notice: str = ""


class EmbeddingJobs:
    """Changes the embedding model of an index; part of ``Worker``."""

    _lanes: Lanes
    _bus: EventBus
    _library: Library
    _embedders: Embedders

    def embedder(self, name: str) -> Job[EmbedderInfo]:
        """Return what an index is searched with, and what it would be changed to."""

        def run(_: Job[EmbedderInfo]) -> EmbedderInfo:
            path = self._library.files.existing(name)
            chosen = self._embedders.chosen()
            with StorageContext(path, read_only=True) as storage, storage.snapshot():
                active, begun = active_space(storage.connection), begun_space(storage.connection)
                done, total = space_progress(storage.connection, begun) if begun is not None else (0, 0)
                notice = get_notice(storage.connection)
            same = active is None or _is_of(chosen, active)
            return EmbedderInfo(
                _shown(active), _chosen_name(chosen), same, _shown(begun), done, total, notice
            )  # fmt: skip

        return self._lanes.submit("view", "embedder", run)

    def change_embedder(self, name: str) -> Job[IndexStatus]:
        """Let the model of the settings take over in an index, which is searched with the old one until then.

        Cancelling keeps the old one. What the program interrupts goes on with ``resume_change``. UserError when it is
        the model already.
        """
        self._make_way(name)

        def run(job: Job[IndexStatus]) -> IndexStatus:
            return self._change(job, name, self._embedders.chosen())

        return self._lanes.submit(LANE, _kind(name), run)

    def resume_change(self, name: str) -> Job[IndexStatus] | None:
        """Go on with a change that was interrupted, or could not go on, or tidy up after it; None: nothing to do."""
        path = self._library.files.existing(name)
        if self._lanes.running(_kind(name)) or (self._embedders.begun(path) is None and not _is_untidy(path)):
            return None

        def run(job: Job[IndexStatus]) -> IndexStatus:
            model = self._embedders.begun(path)
            if model is not None:
                return self._change(job, name, model)
            with StorageContext(path) as storage:
                drop_unused(storage.connection, storage.transaction, _stopped(job))
            return self._library.status(name)

        return self._lanes.submit(LANE, _kind(name), run)

    def cancel_change(self, name: str) -> Job[None]:
        """Give up a change, also one that was interrupted; the index stays as it is."""

        def run(job: Job[None]) -> None:
            for other in self._lanes.running(_kind(name)):
                other.cancel()
                other.wait()
            with StorageContext(self._library.files.existing(name)) as storage:
                self._give_up(storage, job)

        return self._lanes.submit("view", "cancel_change", run)

    def _change(self, job: Job[IndexStatus], name: str, model: BaseEmbedding) -> IndexStatus:
        """Build the new vectors, switch, and take the old ones away."""
        report = IngestReporter(job.id, name, self._bus.emit)
        try:
            with running(job.token), StorageContext(self._library.files.existing(name)) as storage:
                self._build(job, storage, model, report)
        finally:
            report.changed()
        return self._library.status(name)

    def _build(
        self, job: Job[IndexStatus], storage: StorageContext, model: BaseEmbedding, report: IngestReporter
    ) -> None:
        """See ``_change``."""
        if model.space == active_space(storage.connection):
            self._give_up(storage, job)
            raise UserError(
                f"This library understands meaning with “{_shown(model.space)}” already.", "Nothing changes."
            )
        try:
            EmbeddingQueue(storage, model, report, job.token, NewVectors(storage)).run()
        except CancelledError:
            if not job.interrupted:
                self._give_up(storage, job)
            raise
        if active_space(storage.connection) == model.space:
            report.changed()
            EmbeddingQueue(storage, model, report, job.token).run()  # what came in the last moment
            self._let_searches_end(job)
            drop_unused(storage.connection, storage.transaction, _stopped(job))

    def _give_up(self, storage: StorageContext, job: Job[IndexStatus] | Job[None]) -> None:
        """Forget what was begun."""
        with storage.transaction():
            if begun_space(storage.connection) is not None:
                abandon_begun(storage.connection)
                set_notice(storage.connection, "")
        drop_unused(storage.connection, storage.transaction, _stopped(job))

    def _make_way(self, name: str) -> None:
        """Stop what makes vectors of an index: they would be of a model that is not wanted any more."""
        kinds = {_kind(name), f"add {name}", f"refresh {name}"}
        for job in self._lanes.in_lane(LANE):
            if job.kind in kinds:
                job.interrupt()

    def _let_searches_end(self, job: Job[IndexStatus]) -> None:
        """Wait for the searches that began before the switch: they look at the old vectors."""
        deadline = time.monotonic() + _LAST_SEARCHES_SECONDS
        for lane in _SEARCHING:
            for other in self._lanes.in_lane(lane):
                while not other.done and time.monotonic() < deadline:
                    other.wait(_POLL)
                    job.token.raise_if_cancelled()


def _is_untidy(path: Path) -> bool:
    """Whether vectors are left that nobody uses."""
    with StorageContext(path, read_only=True) as storage:
        return has_unused(storage.connection)


def _kind(name: str) -> str:
    """Return the kind of the jobs that change an index's model."""
    return f"switch {name}"


def _stopped(job: Job[IndexStatus] | Job[None]) -> "Stopped":
    """Return what tells whether the program needs a job to end."""
    return Stopped(job)


class Stopped:
    """Whether the program, not the person, ended a job: cleaning up goes on the next time."""

    def __init__(self, job: Job[IndexStatus] | Job[None]) -> None:
        self._job = job

    def __call__(self) -> bool:
        """Return it."""
        return self._job.interrupted


def _shown(space: EmbeddingSpace | None) -> str:
    """Return the name of a space's model as people know it."""
    if space is None:
        return ""
    return BUILT_IN if space.provider == BUILT_IN else space.model


def _chosen_name(model: BaseEmbedding) -> str:
    """Return the name of a model that need not be asked."""
    inner: object = getattr(model, "model", model)
    return inner.model_name if isinstance(inner, OpenAILikeEmbedding) else BUILT_IN


def _is_of(model: BaseEmbedding, space: EmbeddingSpace) -> bool:
    """Whether a model, which need not be asked, makes vectors of a space."""
    inner: object = getattr(model, "model", model)
    if isinstance(inner, OpenAILikeEmbedding):
        return (space.provider, space.model, space.rules) == (PROVIDER, inner.model_name, inner.rules)
    return model.space == space
