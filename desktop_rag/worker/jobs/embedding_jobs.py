"""The jobs about the model a library is searched with."""

import time
from typing import TYPE_CHECKING

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.jobs import Job, JobKind, Lane
from desktop_rag.core.parallel import Once
from desktop_rag.core.results.libraries import IndexStatus
from desktop_rag.services.calls import ServiceCall
from desktop_rag.services.libraries.libraries import Libraries
from desktop_rag.worker.jobs.runner import JobRunner

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_rag.services.libraries.search_models import EmbedderInfo, SearchModels

_SEARCHING = (Lane.ANSWER, Lane.VIEW, Lane.SEARCH, Lane.MEANING, Lane.BUILD)  # jobs may hold on to the old vectors
_LAST_SEARCHES_SECONDS = 60.0
_POLL = 0.1


class EmbeddingJobs:
    """Shows and changes the search model of a library."""

    def __init__(
        self, runner: JobRunner, libraries: Libraries, make: "Callable[[Callable[[CancelToken], None]], SearchModels]"
    ) -> None:
        self._runner = runner
        self._libraries = libraries
        self._models = Once(lambda: make(self._let_searches_end))

    def info(self, name: str) -> "Job[EmbedderInfo]":
        """Return the search model of a library, and the one it would be changed to."""
        return self._runner.read(lambda: self._models().info(name), name)

    def change(self, name: str) -> Job[IndexStatus]:
        """Let the model of the settings take over in a library, which is searched with the old one until then.

        Cancelling keeps the old one. What the program interrupts goes on with ``resume``. UserError when it is the
        model already.
        """
        self._stop_embedding(name)

        def run(call: ServiceCall) -> IndexStatus:
            self._models().change(name, call)
            return self._libraries.status(name)

        return self._runner.run(Lane.EMBED, JobKind.CHANGE_EMBEDDER, run, name)

    def resume(self, name: str) -> Job[IndexStatus] | None:
        """Go on with a change that was interrupted, or could not go on, or tidy up after it; None: nothing to do."""
        if self._runner.lanes.running(name, JobKind.CHANGE_EMBEDDER) or not self._libraries.is_change_unfinished(name):
            return None

        def run(call: ServiceCall) -> IndexStatus:
            self._models().resume(name, call)
            return self._libraries.status(name)

        return self._runner.run(Lane.EMBED, JobKind.CHANGE_EMBEDDER, run, name)

    def cancel(self, name: str) -> Job[None]:
        """Give up a change, also one that was interrupted; the library stays as it is."""

        def run(call: ServiceCall) -> None:
            others = self._runner.lanes.running(name, JobKind.CHANGE_EMBEDDER)
            for other in others:
                other.cancel()
            self._runner.lanes.wait_for(name, others, call.token)
            self._models().give_up(name, call)

        return self._runner.run(Lane.STOP, JobKind.CHANGE, run, name)

    def _stop_embedding(self, name: str) -> None:
        """Stop what makes vectors of a library: they would be of a model that is not wanted any more."""
        for job in self._runner.lanes.running(name, JobKind.CHANGE_EMBEDDER, JobKind.ADD, JobKind.REFRESH):
            if job.lane is Lane.EMBED:
                job.interrupt()

    def _let_searches_end(self, token: CancelToken) -> None:
        """Wait for the searches that are under way, at most a minute in all."""
        deadline = time.monotonic() + _LAST_SEARCHES_SECONDS
        for lane in _SEARCHING:
            for other in self._runner.lanes.in_lane(lane):
                while not other.done and time.monotonic() < deadline:
                    other.wait(_POLL)
                    token.raise_if_cancelled()
