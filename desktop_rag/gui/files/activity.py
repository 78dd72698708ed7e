"""A card that shows what happens to a library's files: stage, queue, current files, and buttons to pause and stop."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout

from desktop_rag.core.events import IngestProgress
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.files import FileState
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.user_text import enumerated
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ElidedLabel, IconButton, button, label, set_property
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.theme import Appearance

_MANY = 10_000


@dataclass(frozen=True, slots=True)
class LibraryActivity:
    """A library and the progress of its work; ``queued``: its work waits for that on another library."""

    info: IndexInfo
    progress: IngestProgress | None = None
    queued: bool = False

    @property
    def paused(self) -> bool:
        """True if the person paused it; a file that is still being finished does not count."""
        return self.info.paused

    @property
    def busy(self) -> bool:
        """True if something happens or will happen without the person."""
        return not self.paused and (self.progress is not None or self.queued)

    @property
    def waiting(self) -> int:
        """The number of files still to be read."""
        progress = self.progress
        if progress is not None and progress.stage == "reading":
            return max(0, progress.files_total - progress.files_done)
        return self.info.waiting

    @property
    def failed(self) -> int:
        """The number of files that could not be read."""
        return max(self.info.need_attention, self.progress.failed if self.progress else 0)

    @property
    def skipped(self) -> int:
        """The number of files this run left out."""
        return self.progress.skipped if self.progress else 0


def headline(activity: LibraryActivity) -> str:
    """Return the stage in words, "" when nothing happens."""
    if activity.paused:
        return _tr("Paused")
    if activity.progress is None:
        return _tr("Waiting for its turn") if activity.queued else ""
    return {
        "scanning": _tr("Looking for files"),
        "reading": _tr("Reading"),
        "embedding": _tr("Preparing meaning search"),
        "switching": _tr("Changing search model"),
    }.get(activity.progress.stage, _tr("Working"))


def details(activity: LibraryActivity, *, beside_list: bool = False) -> list[str]:
    """Return the lines below an activity: how far it is, what waits, speed and time left.

    ``beside_list``: a row says how far it is and how long it takes. Elsewhere the files are counted by their state:
    those inside archives are not among them before they are read, so progress is told in percent.
    """
    progress, parts = activity.progress, []
    is_reading = progress is not None and progress.stage == "reading"
    if progress is not None and not beside_list and progress.stage in ("reading", "embedding", "switching"):
        parts.append(f"{int(100 * words.progress_fraction(progress))}%")
    if activity.waiting and (beside_list or not is_reading):
        parts.append(_tr("%Ln waiting", activity.waiting))
    if progress is not None and not activity.paused:
        left = "" if beside_list else words.time_left(progress)
        parts += [part for part in (rate(progress), left) if part]
    return parts


def rate(progress: IngestProgress) -> str:
    """Return “12 files a second” or “40 files a minute”; "" while it is not known."""
    if progress.stage not in ("reading", "embedding", "switching") or progress.per_second <= 0:
        return ""
    files, slow = progress.stage == "reading", progress.per_second < 1
    count = max(1, round(progress.per_second * (60 if slow else 1)))
    things = words.file_count(count) if files else words.passage_count(count)
    text = _tr("{things} a minute") if slow else _tr("{things} a second")
    return text.format(things=things)


def current_files(progress: IngestProgress | None) -> tuple[str, ...]:
    """Return the names of the files that are being read, and the same shorter.

    Of one that takes long it is said how far it is, and for how long.
    """
    if progress is None:
        return ("",)
    names = [shown_name(path) for path in progress.running or ((progress.current,) if progress.current else ())]
    if far := words.long_file(progress):
        names[0] = f"{names[0]} · {far}"
    return (words.listed(names), enumerated(names, 1))


class ActivityCard(QFrame):
    """Shows the progress and lets the person pause or stop it; hidden while there is nothing to show.

    ``compact``: beside a list that shows the bar and the line already.
    """

    pause_wanted = Signal()
    resume_wanted = Signal()
    stop_wanted = Signal()
    files_wanted = Signal(object)  # FileState

    def __init__(self, appearance: Appearance, *, compact: bool) -> None:
        super().__init__()
        self.setObjectName("activity_compact" if compact else "activity_card")
        self.setProperty("role", "card")
        self._compact = compact
        self._wanted, self._allowed = False, True
        self._headline = label("", "heading", wrap=compact)
        self._headline.setObjectName("activity_headline")
        self._details = label("", "muted", wrap=True) if compact else ElidedLabel()
        self._details.setObjectName("activity_details")
        self._current = ElidedLabel("", "small", Qt.TextElideMode.ElideMiddle)
        self._current.setObjectName("activity_current")
        self._bar = QProgressBar()
        self._bar.setRange(0, _MANY)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress"))
        self.pause = IconButton(appearance, "pause", self.tr("Pause"), "activity_pause")
        self.resume = IconButton(appearance, "play", self.tr("Resume"), "activity_resume")
        self.stop = IconButton(appearance, "stop", self.tr("Stop"), "activity_stop")
        self._failed = button("", "activity_failed", "link")
        self._skipped = button("", "activity_skipped", "link")
        self._connect()
        self._lay_out()
        self.hide()

    def show_activity(self, activity: LibraryActivity) -> None:
        """Show the activity of this library."""
        title = headline(activity)
        in_row = self._compact and not activity.paused and activity.progress is not None
        self._say(self._headline, "" if in_row else title)
        far = " · ".join(details(activity, beside_list=self._compact)) if title else ""
        self._say(self._details, far)
        self._show_progress(activity)
        self.pause.setVisible(activity.busy)
        self.stop.setVisible(activity.busy)
        self.resume.setVisible(activity.paused)
        links = bool(title) or self._compact
        failed = activity.failed if links else 0
        self._link(self._failed, failed, self.tr("%Ln not readable", "", failed))
        self._link(self._skipped, activity.skipped, self.tr("%Ln left out", "", activity.skipped))
        self.setAccessibleName(" ".join(part for part in (title, far) if part))
        set_property(self, "role", "card" if title else "bare")
        self._wanted = bool(title) or (self._compact and activity.failed > 0)
        self.setVisible(self._wanted and self._allowed)

    def _show_progress(self, activity: LibraryActivity) -> None:
        """Show the names of the files that are being read, and the bar."""
        current, *shorter = ("",) if activity.paused else current_files(activity.progress)
        if current != self._current.full_text():
            self._current.set_full_text(current, *shorter)
        self._current.setVisible(bool(current))
        progress = activity.progress
        self._bar.setVisible(not self._compact and progress is not None)
        if progress is not None:
            self._bar.setValue(round(words.progress_fraction(progress) * _MANY))

    def allow(self, *, allowed: bool) -> None:
        """Allow the card to show itself; not while another card shows the same."""
        self._allowed = allowed
        self.setVisible(self._wanted and allowed)

    def _say(self, text: QLabel, said: str) -> None:
        if isinstance(text, ElidedLabel):
            text.set_full_text(said)
        elif text.text() != said:
            text.setText(said)
        text.setVisible(bool(said))

    def _link(self, link: QPushButton, count: int, text: str) -> None:
        if link.text() != text:
            link.setText(text)
        link.setVisible(count > 0)

    def _connect(self) -> None:
        self.pause.clicked.connect(self.pause_wanted)
        self.resume.clicked.connect(self.resume_wanted)
        self.stop.clicked.connect(self.stop_wanted)
        self._failed.clicked.connect(self._want_failed)
        self._skipped.clicked.connect(self._want_skipped)

    def _want_failed(self) -> None:
        self.files_wanted.emit(FileState.FAILED)

    def _want_skipped(self) -> None:
        self.files_wanted.emit(FileState.SKIPPED)

    def _lay_out(self) -> None:
        self.setProperty("compact", self._compact)
        links = FlowRow(12)
        for link in (self._failed, self._skipped):
            links.add(link)
        row = QHBoxLayout()
        row.setSpacing(4)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self._headline)
        texts.addWidget(self._details)
        row.addLayout(texts, 1)
        if not self._compact:
            row.addWidget(links, 0, Qt.AlignmentFlag.AlignVCenter)
            row.addSpacing(12)
        for push in (self.pause, self.resume, self.stop):
            row.addWidget(push, 0, Qt.AlignmentFlag.AlignTop if self._compact else Qt.AlignmentFlag.AlignVCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 8, 8)
        layout.setSpacing(6)
        layout.addLayout(row)
        layout.addWidget(self._bar)
        layout.addWidget(self._current)
        if self._compact:
            layout.addWidget(links)


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Activity", text, None, count)
