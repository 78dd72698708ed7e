"""Tells the desktop that a job ended which took long enough for somebody to have gone on with something else."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from desktop_rag.core.events import (
    BuildProgress,
    DownloadProgress,
    Event,
    IngestProgress,
    JobCancelled,
    JobFailed,
)
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words

LONG_SECONDS = 30.0


@dataclass(slots=True)
class _RunningJob:
    """A job that was heard of, since when, and its last event."""

    since: float
    last: Event


class LongJobs(QObject):
    """Follows the jobs of the bridge; ``clock`` is in seconds."""

    ended = Signal(str, str)  # title and sentence about a long job that ended
    progressed = Signal(float)  # how much of all reading and building is done, 0 to 1; -1 when nothing runs

    def __init__(self, bridge: Bridge, parent: QObject, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self._clock = clock
        self._running: dict[int, _RunningJob] = {}
        for told in (bridge.ingest_progress, bridge.build_progress, bridge.download_progress, bridge.answer_stage):
            told.connect(self._follow)
        bridge.job_ended.connect(self._end)

    def _follow(self, event: Event) -> None:
        known = self._running.get(event.job_id)
        if known is None:
            self._running[event.job_id] = _RunningJob(self._clock(), event)
        else:
            known.last = event
        self._tell_progress()

    def _end(self, event: Event) -> None:
        job = self._running.pop(event.job_id, None)
        if job is None:
            return
        self._tell_progress()
        if self._clock() - job.since >= LONG_SECONDS and not isinstance(event, JobCancelled):
            title, sentence = self._words(job.last, failed=isinstance(event, JobFailed))
            self.ended.emit(title, sentence)

    def _tell_progress(self) -> None:
        """Tell how far what runs is as a whole; answers have no measure."""
        parts = [part for job in self._running.values() if (part := _fraction(job.last)) is not None]
        self.progressed.emit(sum(parts) / len(parts) if parts else -1.0)

    def _words(self, event: Event, *, failed: bool) -> tuple[str, str]:
        if isinstance(event, IngestProgress):
            if failed:
                return event.index_name, self.tr("Reading stopped. The window says why.")
            return event.index_name, self.tr("The library is ready to be asked.")
        if isinstance(event, BuildProgress):
            return event.index_name, self.tr("Building failed.") if failed else self.tr("The index was built.")
        if isinstance(event, DownloadProgress):
            title = self.tr("Download")
            return title, self.tr("The download failed.") if failed else self.tr("The download is complete.")
        return self.tr("Answer"), self.tr("The answer failed.") if failed else self.tr("The answer is ready.")


def _fraction(event: Event) -> float | None:
    """Return how much of a job is done, None where that is not known."""
    if isinstance(event, IngestProgress):
        return words.progress_fraction(event)
    if isinstance(event, BuildProgress | DownloadProgress) and event.total > 0:
        return min(1.0, event.done / event.total)
    return None
