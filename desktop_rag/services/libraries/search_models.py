"""The embedding model a library is searched with, and its change, during which the library is searched as before."""

import time
from dataclasses import dataclass

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import running
from desktop_rag.core.jobs import Continue, JobKind, Lane
from desktop_rag.core.results.libraries import IndexStatus
from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.core.user_text import UserText
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.openai_like import PROVIDER, OpenAILikeEmbedding
from desktop_rag.ingestion.embedding_queue import EmbeddingQueue
from desktop_rag.ingestion.embedding_targets import NewVectors
from desktop_rag.services.calls import OtherJobs, ServiceCall, current_call
from desktop_rag.services.embedders import Embedders
from desktop_rag.services.libraries.ingestion import IngestReporter
from desktop_rag.services.libraries.libraries import Libraries
from desktop_rag.services.operations import Service, changes, reads, runs
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.properties import get_notice, set_notice
from desktop_rag.storage.sqlite.vectors.spaces import (
    abandon_begun,
    active_space,
    begun_space,
    drop_unused,
    space_progress,
)
from desktop_rag.storage.storage_context import StorageContext

BUILT_IN = "built-in"
_SEARCHING = (Lane.ANSWER, Lane.VIEW, Lane.SEARCH, Lane.MEANING, Lane.BUILD)  # jobs may hold on to the old vectors
_LAST_SEARCHES_SECONDS = 60.0
_POLL = 0.1
_ALONE = OtherJobs()


@dataclass(frozen=True, slots=True)
class EmbedderInfo:
    """The search models of a library: names of models ("built-in" for ours, "" for none yet).

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


class SearchModels(Service):
    """Shows and changes the embedding models of libraries."""

    def __init__(
        self, files: IndexFiles, embed_models: Embedders, libraries: Libraries, jobs: OtherJobs = _ALONE
    ) -> None:
        self._files = files
        self._embed_models = embed_models
        self._libraries = libraries
        self._jobs = jobs

    @reads
    def info(self, name: str) -> EmbedderInfo:
        """Return the search model of a library, and the one it would be changed to."""
        path = self._files.existing(name)
        chosen = self._embed_models.chosen()
        with self._files.open(path, read_only=True) as storage, storage.snapshot():
            active, begun = active_space(storage.connection), begun_space(storage.connection)
            done, total = space_progress(storage.connection, begun) if begun is not None else (0, 0)
            notice = get_notice(storage.connection)
        same = active is None or _makes_vectors_of(chosen, active)
        return EmbedderInfo(_shown(active), _chosen_name(chosen), same, _shown(begun), done, total, notice)

    @runs(Lane.CHANGE, JobKind.CHANGE_EMBEDDER)
    def change(self, name: str) -> IndexStatus | Continue[IndexStatus]:
        """Let the model of the settings take over; the library is searched with the old one until then.

        Raises:
            UserError: it is the model already.
            CancelledError: the person stopped it, and the old one stays; or it was interrupted, and ``resume``
                goes on.

        """
        self._stop_embedding(name)
        return Continue(Lane.EMBED, lambda: self._changed(name))

    def _changed(self, name: str) -> IndexStatus:
        self._replace_vectors(name, self._embed_models.chosen(), current_call())
        return self._libraries.status(name)

    @runs(Lane.EMBED, JobKind.CHANGE_EMBEDDER)
    def resume(self, name: str) -> IndexStatus:
        """Continue an interrupted change, or tidy up after it."""
        self._go_on(name, current_call())
        return self._libraries.status(name)

    def _go_on(self, name: str, call: ServiceCall) -> None:
        path = self._files.existing(name)
        model = self._embed_models.begun(path)
        if model is not None:
            self._replace_vectors(name, model, call)
            return
        with self._files.open(path) as storage:
            drop_unused(storage.connection, storage.transaction, call.interrupted)

    @changes(lane=Lane.STOP)
    def cancel(self, name: str) -> None:
        """Give up a change, also one that was interrupted; the library stays as it is."""
        call, others = current_call(), self._jobs.running(name, JobKind.CHANGE_EMBEDDER)
        for other in others:
            other.cancel()
        self._jobs.wait_for(name, others, call.token)
        with self._files.open(name) as storage:
            _abandon(storage, call)

    def _stop_embedding(self, name: str) -> None:
        """Stop embedding a library: the vectors would be of a model that is not wanted any more."""
        for job in self._jobs.running(name, JobKind.CHANGE_EMBEDDER, JobKind.ADD, JobKind.REFRESH):
            if job.lane == Lane.EMBED:
                job.interrupt()

    def _let_searches_end(self, token: CancelToken) -> None:
        """Wait for the searches that are under way, at most a minute in all: they look at the old vectors."""
        deadline = time.monotonic() + _LAST_SEARCHES_SECONDS
        for lane in _SEARCHING:
            for other in self._jobs.in_lane(lane):
                while not other.done and time.monotonic() < deadline:
                    other.wait(_POLL)
                    token.raise_if_cancelled()

    def _replace_vectors(self, name: str, model: BaseEmbedding, call: ServiceCall) -> None:
        """Build the new vectors, switch, and take the old ones away."""
        report = IngestReporter(call.id, name, call.emit)
        with report, running(call.token), self._files.open(name) as storage:
            if model.space == active_space(storage.connection):
                _abandon(storage, call)
                raise UserError(
                    UserText("This library already uses the search model “{shown}”.", shown=_shown(model.space)),
                    "Nothing changes.",
                )
            try:
                EmbeddingQueue(storage, model, report, call.token, NewVectors(storage)).run()
            except CancelledError:
                if not call.interrupted():
                    _abandon(storage, call)
                raise
            if active_space(storage.connection) == model.space:
                report.changed()
                EmbeddingQueue(storage, model, report, call.token).run()  # what came in the last moment
                # a search that began before the switch reads the old vectors to its end
                self._let_searches_end(call.token)
                drop_unused(storage.connection, storage.transaction, call.interrupted)


def _abandon(storage: StorageContext, call: ServiceCall) -> None:
    with storage.transaction():
        if begun_space(storage.connection) is not None:
            abandon_begun(storage.connection)
            set_notice(storage.connection, "")
    drop_unused(storage.connection, storage.transaction, call.interrupted)


def _shown(space: EmbeddingSpace | None) -> str:
    """Return the name of a space's model as people know it."""
    if space is None:
        return ""
    return BUILT_IN if space.provider == BUILT_IN else space.model


def _chosen_name(model: BaseEmbedding) -> str:
    """Return the name of a model without asking its server."""
    inner: object = getattr(model, "model", model)
    return inner.model_name if isinstance(inner, OpenAILikeEmbedding) else BUILT_IN


def _makes_vectors_of(model: BaseEmbedding, space: EmbeddingSpace) -> bool:
    """Return True if a model makes vectors of a space, without asking its server."""
    inner: object = getattr(model, "model", model)
    if isinstance(inner, OpenAILikeEmbedding):
        return (space.provider, space.model, space.rules) == (PROVIDER, inner.model_name, inner.rules)
    return model.space == space
