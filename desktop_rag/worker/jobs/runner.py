"""Runs the calls of services as jobs."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from desktop_rag.core.events import Event, StoreChanged, StoreKind
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.jobs import Job, JobKind, Lane
from desktop_rag.services.calls import ServiceCall
from desktop_rag.worker.lanes import Lanes

T = TypeVar("T")


class JobRunner:
    """Hands service calls to lanes, and their events to the listeners."""

    def __init__(self, lanes: Lanes, emit: Callable[[Event], None]) -> None:
        self.lanes = lanes
        self._emit = emit

    def call(self, job: Job[T]) -> ServiceCall:
        """Return a job as services see it: its token and where its events go."""
        return ServiceCall(job.id, job.token, self._emit, lambda: job.interrupted)

    def run(self, lane: Lane, kind: JobKind, function: Callable[[ServiceCall], T], library: str = "") -> Job[T]:
        """Run a call in a lane."""
        return self.lanes.submit(lane, kind, lambda job: function(self.call(job)), library)

    def read(self, function: Callable[[], T], library: str = "") -> Job[T]:
        """Run a short call that changes nothing."""
        return self.run(Lane.VIEW, JobKind.READ, lambda _: function(), library)

    def read_long(self, function: Callable[[], T], library: str = "") -> Job[T]:
        """Run a call that changes nothing in the data folder and may take minutes."""
        return self.run(Lane.LONG, JobKind.READ, lambda _: function(), library)

    def change(
        self,
        function: Callable[[], T],
        kinds: Sequence[StoreKind],
        changed: str,
        library: str = "",
        lane: Lane = Lane.CHANGE,
    ) -> Job[T]:
        """Run a short call, then tell the views what kinds of things changed, and of which id."""

        def run(call: ServiceCall) -> T:
            result = function()
            call.emit(StoreChanged(call.id, frozenset(kinds), (changed,)))
            return result

        return self.run(lane, JobKind.CHANGE, run, library)

    def change_library(
        self, function: Callable[[], T], name: str, *kinds: StoreKind, lane: Lane = Lane.CHANGE
    ) -> Job[T]:
        """Run a short call that changes a library, ``kinds`` beside its totals, then tell the views."""
        return self.change(function, ("indexes", *kinds), name, name, lane)

    def stop_and_change(
        self, stopped: Sequence[JobKind], function: Callable[[], T], name: str, *kinds: StoreKind
    ) -> Job[T]:
        """Stop the jobs of some kinds for a library, then change it: what waits holds up nothing else."""

        def run() -> T:
            self.lanes.stop(name, *stopped, token=current_token())
            return function()

        return self.change_library(run, name, *kinds, lane=Lane.STOP)
