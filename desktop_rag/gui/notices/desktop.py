"""Speaks to the desktop: a notification, and the progress that some task bars show on the program's icon."""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from desktop_rag.config.options import NOTIFICATIONS
from desktop_rag.core.events import (
    BuildProgress,
    DownloadProgress,
    Event,
    IngestProgress,
    JobCancelled,
    JobFailed,
)
from desktop_rag.core.paths import APP_ID, APP_NAME
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.timers import single_shot

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusMessage

_SHOWN_MS = 10_000
_STEP = 0.01  # progress is told in steps of a hundredth
_LAUNCHER = "com.canonical.Unity.LauncherEntry"  # understood by the task bars of KDE, Unity, Cinnamon and some docks
_ICON_ID = f"application://{APP_ID}.desktop"
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
        """Emit the mean progress of all running jobs; answers have no measure."""
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
    """Return the fraction of a job that is done, None where it is unknown."""
    if isinstance(event, IngestProgress):
        return words.progress_fraction(event)
    if isinstance(event, BuildProgress | DownloadProgress) and event.total > 0:
        return min(1.0, event.done / event.total)
    return None


class DesktopNotices(QObject):
    """Notifies that a long job ended, unless the window is in front or the person does not want it.

    On Windows and macOS, and on Linux without such a task bar, the icon shows no progress: Qt 6 has nothing for it.
    """

    def __init__(self, bridge: Bridge, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._window = window
        self._tray: QSystemTrayIcon | None = None
        self._shown = -1.0
        self._hide_timer = single_shot(self, _SHOWN_MS, self._hide_icon)
        self.jobs = LongJobs(bridge, self)
        self.jobs.ended.connect(self._notify)
        self.jobs.progressed.connect(self._show_progress)

    def _notify(self, title: str, sentence: str) -> None:
        if self._window.isActiveWindow() or not self._bridge.worker.config[NOTIFICATIONS]:
            return
        QApplication.alert(self._window)
        if QSystemTrayIcon.isSystemTrayAvailable():
            self._tray_icon().showMessage(f"{title} · {APP_NAME}", sentence, self._window.windowIcon(), _SHOWN_MS)
            self._hide_timer.start()

    def _tray_icon(self) -> QSystemTrayIcon:
        """Return the icon that notifications come from, seen only as long as they are."""
        if self._tray is None:
            self._tray = QSystemTrayIcon(QApplication.windowIcon(), self)
            self._tray.setToolTip(APP_NAME)
            self._tray.messageClicked.connect(self._come_to_front)
            self._tray.activated.connect(self._come_to_front)
        self._tray.show()
        return self._tray

    def _hide_icon(self) -> None:
        if self._tray is not None:
            self._tray.hide()

    def _come_to_front(self) -> None:
        self._window.raise_()
        self._window.activateWindow()

    def _show_progress(self, done: float) -> None:
        """Let the task bar show how far reading and building is, where one listens."""
        if not sys.platform.startswith("linux") or (done >= 0 and abs(done - self._shown) < _STEP):
            return
        if done == self._shown:
            return
        self._shown = done
        from PySide6.QtDBus import QDBusConnection  # not needed elsewhere

        bus = QDBusConnection.sessionBus()
        if bus.isConnected():
            bus.send(progress_message(done))


def progress_message(done: float) -> "QDBusMessage":
    """Return the message that task bars listen to; a negative number removes the progress."""
    from PySide6.QtDBus import QDBusMessage

    message = QDBusMessage.createSignal("/org/desktoprag/progress", _LAUNCHER, "Update")
    message.setArguments([_ICON_ID, {"progress": max(0.0, done), "progress-visible": done >= 0}])
    return message
