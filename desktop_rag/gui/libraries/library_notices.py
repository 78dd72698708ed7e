"""Notices about the chosen library: what is asked of the person, offline folders, why reading stopped, what was found.

Asked is about files that are missing, and about folders that a library from elsewhere lists and may not read.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.files import FilePage, FileQuery, FolderPreview
from desktop_rag.core.results.libraries import IndexInfo, MissingFiles
from desktop_rag.gui.files import file_words
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import Notice, NoticeButton
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.timers import single_shot

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

_FOUND_MS = 15_000
_NAMED = 4  # folders that are shown with their whole paths
_ROOM = 680  # a lower window shows one block at a time


class LibraryNotices(QWidget):
    """Shows the chosen library's notices above the pages; a dismissed one stays hidden until it changes."""

    left_out_wanted = Signal(object)  # FolderPreview
    failed = Signal(object)  # UserError

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("library_notices")
        self._bridge = bridge
        self._info: IndexInfo | None = None
        self._dismissed: set[tuple[str, str, str]] = set()  # library, kind, what it said
        self._missing: MissingFiles | None = None
        self._offline_files: dict[tuple[str, str], int] = {}  # library, folder -> files
        self._preview: FolderPreview | None = None
        self._roomy = True
        self._asked: tuple[str, ...] = ()
        self.asked = self._make("asked_notice", "notice")
        self.missing = self._make("missing_notice", "notice")
        self.offline = self._make("offline_notice", "notice")
        self.halted = self._make("halted_notice", "notice")
        self.found = self._make("found_notice", "info")
        self.watched = self._make("watched_notice", "info")
        self.offline.dismissed.connect(self._dismiss_offline)
        self.halted.dismissed.connect(self._dismiss_halted)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 0)
        layout.setSpacing(8)
        self._blocks = (self.asked, self.missing, self.offline, self.halted, self.found, self.watched)
        for block in self._blocks:
            if block not in (self.asked, self.missing):
                block.add_dismiss(appearance)
            block.dismissed.connect(self._hide_when_empty)
            layout.addWidget(block)
        self._found_timer = single_shot(self, _FOUND_MS, self._hide_found)
        self.hide()

    def show_library(self, info: IndexInfo) -> None:
        """Show the notices of this library."""
        if self._info is not None and self._info.name != info.name:
            self.found.hide()
            self.watched.hide()
        self._info = info
        self._forget_past(info)
        self._show_asked(info.folders_to_allow)
        self._show_missing(info.missing)
        self._show_offline(info)
        self._roomy = self.window().height() >= _ROOM
        room = self._roomy or (self.asked.isHidden() and self.missing.isHidden() and self.offline.isHidden())
        said = bool(info.notice) and room and (info.name, "notice", info.notice) not in self._dismissed
        notice = words.sentence(info.notice)
        if said and (not self.halted.isVisibleTo(self) or self.halted.accessibleName() != notice):
            self.halted.tell(notice)
        self.halted.setVisible(said)
        self._hide_when_empty()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show more or less when the window became higher or lower."""
        super().resizeEvent(event)
        if self._info is not None and self._roomy != (self.window().height() >= _ROOM):
            QTimer.singleShot(0, self, self._show_again)

    def _show_again(self) -> None:
        if self._info is not None:
            self.show_library(self._info)

    def tell_found(self, preview: FolderPreview, undo: Callable[[], None] | None = None) -> None:
        """Show how much is found in added folders, with ``undo``; the line goes away when nothing was left out."""
        self._preview = preview
        choices = [NoticeButton(self.tr("See list"), "found_list_button", self._want_list)] if preview.skipped else []
        if undo is not None:
            choices.append(NoticeButton(self.tr("Undo"), "found_undo_button", partial(self._undo, undo)))
        self.found.tell(file_words.found_line(preview), choices=tuple(choices))
        self._found_timer.stop()
        if not preview.skipped:
            self._found_timer.start()
        self._hide_when_empty()

    def tell_watched(self, said: str, show: Callable[[], None]) -> None:
        """Say what was found about watched statements, with a button that shows it; the person closes it."""
        choice = NoticeButton(self.tr("Show"), "watched_show_button", partial(self._show_watched, show))
        self.watched.tell(said, choices=(choice,))
        self._hide_when_empty()

    def _show_watched(self, show: Callable[[], None]) -> None:
        self.hide_watched()
        show()

    def hide_watched(self) -> None:
        """Say nothing more of watched statements: the person reads of them elsewhere."""
        self.watched.hide()
        self._hide_when_empty()

    def _make(self, name: str, role: str) -> Notice:
        block = Notice(role)
        block.setObjectName(name)
        block.hide()
        return block

    def _show_asked(self, asked: tuple[str, ...]) -> None:
        """Ask whether a library from elsewhere may read the folders that its file lists."""
        if asked == self._asked and (not asked or self.asked.isVisibleTo(self)):
            return
        self._asked = asked
        if not asked:
            self.asked.hide()
            return
        named = "\n".join(asked[:_NAMED])
        if len(asked) > _NAMED:
            named += "\n" + self.tr("and {count} more").format(count=words.number(len(asked) - _NAMED))
        self.asked.tell(
            self.tr("This library comes from elsewhere and lists folders to read. They are not read yet."),
            self.tr("Allow it only if these are your folders and belong in this library:") + f"\n{named}",
            (
                NoticeButton(self.tr("Read them"), "allow_folders_button", self._allow_folders),
                NoticeButton(self.tr("Don't read them"), "forbid_folders_button", self._forbid_folders),
            ),
        )

    def _show_missing(self, missing: Sequence[MissingFiles]) -> None:
        """Ask about the first folder of which much is gone; the next one follows the answer."""
        first = missing[0] if missing else None
        if first == self._missing and (first is None or self.missing.isVisibleTo(self)):
            return
        self._missing = first
        if first is None:
            self.missing.hide()
            return
        message = self.tr("{gone} of {files} in “{folder}” are gone. They stay searchable.").format(
            gone=words.number(first.gone), files=words.file_count(first.files), folder=_name(first.folder)
        )
        self.missing.tell(
            message,
            self.tr(
                "If you deleted them, remove them here as well. "
                "If a drive is disconnected or a sync is running, keep them."
            ),
            (
                NoticeButton(self.tr("Remove them"), "remove_missing_button", self._remove_missing),
                NoticeButton(self.tr("Keep them"), "keep_missing_button", self._keep_missing),
            ),
        )

    def _show_offline(self, info: IndexInfo) -> None:
        """Name the folders that cannot be reached; what is gone is asked about first, one thing at a time."""
        said = (
            bool(info.offline) and not info.missing and (info.name, "offline", str(info.offline)) not in self._dismissed
        )
        if not said:
            self.offline.hide()
            return
        self._tell_offline(info)
        for folder in info.offline:
            if (info.name, folder) not in self._offline_files:
                self._offline_files[info.name, folder] = 0
                job = self._bridge.worker.files.page(info.name, FileQuery(folder=folder, limit=1))
                self._bridge.run(job, partial(self._counted, info.name, folder), self._not_counted)

    def _tell_offline(self, info: IndexInfo) -> None:
        count = sum(self._offline_files.get((info.name, folder), 0) for folder in info.offline)
        names = words.listed(words.quoted(_name(folder)) for folder in info.offline)
        if count:
            text = self.tr("{names} can't be reached. Its %Ln files stay searchable.", "", count).format(names=names)
        else:
            text = self.tr("{names} can't be reached. Its files stay searchable.").format(names=names)
        if not self.offline.isVisibleTo(self) or self.offline.accessibleName() != text:
            self.offline.tell(text)

    def _counted(self, library: str, folder: str, page: FilePage) -> None:
        """Show the number of files in a folder that cannot be reached."""
        self._offline_files[library, folder] = page.total
        if self._info is not None and self._info.name == library and self.offline.isVisibleTo(self):
            self._tell_offline(self._info)

    def _not_counted(self, _error: UserError) -> None:
        """Do without the number."""

    def _remove_missing(self) -> None:
        if self._info is not None and self._missing is not None:
            self._answer(self._bridge.worker.files.remove_missing(self._info.name, self._missing.folder), self.missing)

    def _keep_missing(self) -> None:
        if self._info is not None and self._missing is not None:
            self._answer(self._bridge.worker.files.keep_missing(self._info.name, self._missing.folder), self.missing)

    def _allow_folders(self) -> None:
        if self._info is not None:
            self._answer(self._bridge.worker.files.allow_folders(self._info.name), self.asked)

    def _forbid_folders(self) -> None:
        if self._info is not None:
            self._answer(self._bridge.worker.files.forbid_folders(self._info.name), self.asked)

    def _answer(self, job: "Job[None]", block: Notice) -> None:
        """Carry out what the person decided; the list of libraries follows."""
        block.hide()
        self._hide_when_empty()
        self._bridge.start(job, self._not_answered)

    def _not_answered(self, error: UserError) -> None:
        self._missing, self._asked = None, ()
        if self._info is not None:
            self.show_library(self._info)
        self.failed.emit(error)

    def _forget_past(self, info: IndexInfo) -> None:
        """Forget dismissals and counts that no longer apply, so that the notices return."""
        now = {("offline", str(info.offline)), ("notice", info.notice)}
        self._dismissed = {said for said in self._dismissed if said[0] != info.name or said[1:] in now}
        self._offline_files = {
            (name, folder): count
            for (name, folder), count in self._offline_files.items()
            if name != info.name or folder in info.offline
        }

    def _dismiss_offline(self) -> None:
        if self._info is not None:
            self._dismissed.add((self._info.name, "offline", str(self._info.offline)))

    def _dismiss_halted(self) -> None:
        if self._info is not None:
            self._dismissed.add((self._info.name, "notice", self._info.notice))

    def _want_list(self) -> None:
        if self._preview is not None:
            self.left_out_wanted.emit(self._preview)

    def _undo(self, undo: Callable[[], None]) -> None:
        self._hide_found()
        undo()

    def _hide_found(self) -> None:
        self.found.hide()
        self._hide_when_empty()

    def _hide_when_empty(self) -> None:
        self.setVisible(any(not block.isHidden() for block in self._blocks))


def _name(folder: str) -> str:
    """Return a folder's name; of a drive, its path."""
    return Path(folder).name or folder
