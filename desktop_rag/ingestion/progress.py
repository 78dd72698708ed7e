"""Progress and speed of a run."""

import time
from collections import deque
from dataclasses import dataclass

from desktop_rag.core.events import IngestStage


@dataclass(frozen=True, slots=True)
class BeingRead:
    """A file that is being read: for how many ``seconds``, and how many of its pages are done."""

    path: str
    seconds: float = 0.0
    pages: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """A snapshot of a run; ``per_second`` counts files while reading and passages while embedding.

    Of the ``running`` files the first is read for longest: ``running_seconds``, with ``running_pages`` done.
    """

    stage: IngestStage
    files_done: int = 0
    files_total: int = 0
    nodes: int = 0
    nodes_embedded: int = 0
    per_second: float = 0.0
    seconds_left: float | None = None
    current: str = ""
    running: tuple[str, ...] = ()
    failed: int = 0
    skipped: int = 0
    running_seconds: float = 0.0
    running_pages: int = 0


class RateMeter:
    """Items per second over the last ``window`` seconds, and the time left at that rate.

    Nothing is said of the time left before ``warm_up`` seconds: the first items tell little of the others.
    """

    def __init__(self, window: float = 20.0, warm_up: float = 5.0) -> None:
        self._window = window
        self._warm = time.monotonic() + warm_up
        self._marks: deque[tuple[float, int]] = deque([(time.monotonic(), 0)])

    def update(self, done: int) -> None:
        """Note that ``done`` items are finished by now."""
        now = time.monotonic()
        self._marks.append((now, done))
        while len(self._marks) > 2 and now - self._marks[0][0] > self._window:
            self._marks.popleft()

    @property
    def per_second(self) -> float:
        """Items per second, 0.0 before anything was done."""
        (first, before), (last, after) = self._marks[0], self._marks[-1]
        return (after - before) / (last - first) if last > first else 0.0

    def seconds_left(self, remaining: float, running: float = 0.0) -> float | None:
        """Return the expected time for ``remaining`` items, None while it is unknown.

        It is unknown, too, when one of them alone is ``running`` for longer than all were expected to: after many
        short letters come long scans.
        """
        rate = self.per_second
        if rate <= 0 or time.monotonic() < self._warm:
            return None
        return remaining / rate if remaining / rate >= running else None
