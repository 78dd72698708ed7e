"""The context of a service call: the job it runs in, ways to reach other jobs, and the settings that hold for it."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_rag.config import Config, OptionValue
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.events import Event, StoreChanged, StoreKind
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.jobs import Job, JobKind, Lane
from desktop_rag.storage.index_files import IndexFiles


def _never() -> bool:
    return False


def _tell_nobody(_event: Event) -> None:
    """Drop an event."""


@dataclass(frozen=True, slots=True)
class ServiceCall:
    """One call of a service: the number in its events, its cancel token, and the function that emits events.

    ``interrupted`` tells whether the program, not the person, cancelled it: what is half done continues next time.
    """

    id: int
    token: CancelToken
    emit: Callable[[Event], None]
    interrupted: Callable[[], bool] = _never

    def changed(self, what: str, *kinds: StoreKind) -> None:
        """Emit a change of the given kinds for the library or conversation named ``what``."""
        self.emit(StoreChanged(self.id, frozenset(kinds), (what,)))


_CALL: ContextVar[ServiceCall | None] = ContextVar("desktop_rag_call", default=None)


def current_call() -> ServiceCall:
    """Return the call that this code runs in; outside a job, one without listeners that ``current_token`` cancels."""
    return _CALL.get() or ServiceCall(0, current_token(), _tell_nobody)


@contextmanager
def calling(call: ServiceCall) -> Generator[None]:
    """Let ``call`` be the one that the code inside runs in."""
    before = _CALL.set(call)
    try:
        yield
    finally:
        _CALL.reset(before)


class OtherJobs:
    """The jobs beside a call: none, unless a worker runs it (``worker.lanes.Lanes``)."""

    def running(self, library: str, *kinds: JobKind) -> Sequence[Job[Any]]:  # noqa: ARG002
        """Return the jobs of some kinds that are queued or running for a library."""
        return ()

    def in_lane(self, lane: Lane) -> Sequence[Job[Any]]:  # noqa: ARG002
        """Return the jobs that are queued or running in a lane."""
        return ()

    def interrupt(self, library: str, *kinds: JobKind) -> Sequence[Job[Any]]:
        """Interrupt the jobs of some kinds for a library and return them; they end when they come to it."""
        jobs = self.running(library, *kinds)
        for job in jobs:
            job.interrupt()
        return jobs

    def wait_for(self, library: str, jobs: Sequence[Job[Any]], token: CancelToken | None = None) -> None:
        """Wait for the end of cancelled jobs; UserError when one of them does not end."""


class Upkeep:
    """Keeps libraries up to date: does nothing, unless a worker does (``worker.watching.auto_refresh``)."""

    def look_at(self, name: str, paths: Sequence[Path]) -> None:
        """Scan some files and folders of a library soon, and read its waiting files."""

    def look_at_roots(self) -> None:
        """Follow roots added to libraries or removed from them."""

    def has_read(self, name: str) -> None:
        """Do what follows once files of a library were read or forgotten, and their passages embedded."""

    def note_full(self, name: str) -> None:
        """Record that there was no room on the disk for a library's files."""

    def note_missed(self, name: str, paths: Sequence[Path]) -> None:
        """Record the paths of a library (all without ``paths``) that could not be scanned for a temporary reason."""


def layered(config: Config, layers: Iterable[Mapping[str, OptionValue]]) -> Config:
    """Return settings in which each layer goes before those it follows.

    Raises:
        UserError: a setting does not exist or cannot have that value.

    """
    for values in layers:
        config = config.overridden(dict(values)) if values else config
    return config


def read_settings(files: IndexFiles, library: str | Path) -> dict[str, OptionValue]:
    """Return the options that are set for one library, by its name or file, alone."""
    with files.open(library, read_only=True) as storage:
        return storage.permissions.settings() if storage.permissions is not None else {}
