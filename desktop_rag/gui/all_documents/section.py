"""What the sections of the page “All documents” share: one job at a time and its end, saving, and the keyboard."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QPushButton, QStackedWidget, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.packs.formats import pack_kinds
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import Notice, NoticeButton, button, label
from desktop_rag.gui.widgets.edit_watchers import TextCentring
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.save_dialog import ask_where_to_save
from desktop_rag.gui.widgets.theme import Appearance

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

T = TypeVar("T")
Group = TypeVar("Group")


class Section(QWidget):
    """Asks one library; what a job finds is shown at its end, and what went wrong is told above it.

    From a box that is watched the arrow goes to what is shown, and Up or Esc goes back from there.
    """

    passage_wanted = Signal(object, object, bool)  # Source, Citation or None, whether the person wants to read it
    link_wanted = Signal(str, int, str)  # file, page or 0, words there or "": the link to it is to be copied

    def __init__(self, bridge: Bridge, appearance: Appearance, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._bridge = bridge
        self._appearance = appearance
        self._library = ""
        self._job: Job[Any] | None = None
        self._is_outdated = False  # it is to be looked through once the section is seen
        self.notice = Notice("info")
        self.notice.add_dismiss(appearance)
        self.notice.hide()
        bridge.store_changed.connect(self._store_changed)

    def set_library(self, info: IndexInfo) -> None:
        """Ask this library from now on."""
        if info.name != self._library:
            self.stop()
            self._library, self._is_outdated = info.name, True
            self.notice.hide()
            self._forget()
            if self.isVisible():
                self._look_once()

    def focus(self) -> None:
        """Go to where the person types."""
        box = self.areas()[0]
        box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if isinstance(box, QLineEdit):
            box.selectAll()

    def areas(self) -> tuple[QWidget, ...]:
        """Return the widgets that the keyboard goes to, in order: boxes, then what is shown."""
        raise NotImplementedError

    def stop(self) -> None:
        """Stop the job that runs; what was shown before stays."""
        job, self._job = self._job, None
        if job is not None:
            job.cancel()
            self._show_state()

    def showEvent(self, event: QShowEvent) -> None:
        """Look through the library if that was not done."""
        super().showEvent(event)
        self._look_once()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go from a box to what is shown and back; Esc in a box stops what runs, or clears it."""
        if isinstance(event, QFocusEvent) and isinstance(watched, QAbstractItemView) and event.gotFocus():
            self._enter(watched, event.reason())
        if isinstance(event, QKeyEvent) and event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            act: Callable[[], object] | None = None
            if isinstance(watched, QLineEdit):
                act = self._of_box(watched, event.key())
            elif isinstance(watched, QAbstractItemView):
                is_first = watched.currentIndex().row() <= 0 and event.key() == Qt.Key.Key_Up
                act = self.focus if is_first or event.key() == Qt.Key.Key_Escape else None
            if act is not None:
                if event.type() is QEvent.Type.KeyPress:
                    act()
                event.accept()
                return True
        return super().eventFilter(watched, event)

    def _enter(self, view: QAbstractItemView, reason: Qt.FocusReason) -> None:
        if reason is not Qt.FocusReason.MouseFocusReason:  # a click chooses by itself
            _choose_first(view)

    def _of_box(self, box: QLineEdit, key: int) -> Callable[[], object] | None:
        """Return what a key does in a box, None where it is not ours."""
        shown = self.areas()[-1]
        if key == Qt.Key.Key_Down and isinstance(shown, QAbstractItemView) and shown.model().rowCount():
            return partial(take_focus, shown)
        if key == Qt.Key.Key_Escape and self._job is not None:
            return self.stop
        return box.clear if key == Qt.Key.Key_Escape and box.text() else None

    def _watch(self, *widgets: QWidget) -> None:
        """Let the keyboard go between these boxes and lists."""
        for widget in widgets:
            widget.installEventFilter(self)

    def _ask(self, job: "Job[T]", take: Callable[[T], object]) -> None:
        """Let a job run in place of the one before. ``take`` keeps what it found, and then the state is shown."""
        self.stop()
        self.notice.hide()
        self._job = job
        self._bridge.run(job, partial(self._succeeded, job, take), partial(self._failed, job))

    def _succeeded(self, job: "Job[T]", take: Callable[[T], object], result: T) -> None:
        if self._job is job:
            self._job = None
            take(result)
            self._show_state()

    def _failed(self, job: "Job[T]", error: UserError) -> None:
        if self._job is job:
            self._job = None
            self._show_state()
            self._tell(error)

    def _save(self, title: str, name: str, endings: Iterable[str], write: Callable[[Path], "Job[Any]"]) -> None:
        """Ask for a file of one of these endings, let a job write it, and tell when it is there."""
        kinds = {
            ".csv": self.tr("Table (*.csv)"),
            ".docx": self.tr("Word document (*.docx)"),
            ".html": self.tr("Web page (*.html)"),
            ".ics": self.tr("Calendar (*.ics)"),
            ".json": self.tr("JSON (*.json)"),
            ".xlsx": self.tr("Workbook (*.xlsx)"),
            **pack_kinds(),
        }

        def save(path: Path) -> None:
            self._bridge.run(write(path), partial(self._saved, path.name), self._tell)

        ask_where_to_save(self.window(), title, name, {one: kinds[one] for one in endings}, save)

    def _saved(self, name: str, _result: object) -> None:
        self._say(self.tr("Saved to “{name}”.").format(name=name))

    def _say(
        self, message: str, next_step: str = "", choices: tuple[NoticeButton, ...] = (), *, role: str = "info"
    ) -> None:
        """Tell something above what is shown."""
        self.notice.set_role(role)
        self.notice.tell(message, next_step, choices)

    def _tell(self, error: UserError) -> None:
        self._say(error.message, error.next_step, role="failure")

    def _show_state(self) -> None:
        """Show what is known, and whether a job runs."""
        raise NotImplementedError

    def _forget(self) -> None:
        """Show nothing: another library was chosen."""

    def _look_once(self) -> None:
        if self._is_outdated and self._library:
            self._is_outdated = False
            self._look()

    def _look(self) -> None:
        """Look through the library without being asked, for sections that do."""

    def _store_changed(self, event: StoreChanged) -> None:
        if (not event.ids or self._library in event.ids) and event.kinds & {"documents", "nodes"}:
            self._files_changed()

    def _files_changed(self) -> None:
        """Take note that files of the library came, went or changed."""


def take_focus(view: QAbstractItemView) -> None:
    """Give a list or table the keyboard, on the first row where none is chosen."""
    _choose_first(view)
    view.setFocus(Qt.FocusReason.OtherFocusReason)


def _choose_first(view: QAbstractItemView) -> None:
    """Choose the first row where none is: Qt only makes it the current one, which is not seen."""
    if not view.currentIndex().isValid():
        view.setCurrentIndex(view.model().index(0, 0))


def filter_box(name: str, placeholder: str) -> QLineEdit:
    """Return a box whose words choose what is shown."""
    box = QLineEdit()
    TextCentring(box)
    box.setObjectName(name)
    box.setPlaceholderText(placeholder)
    box.setAccessibleName(placeholder)
    box.setClearButtonEnabled(True)
    return box


class Body(QStackedWidget):
    """Shows one of some lists, or what there is to say in place of them."""

    def __init__(self, name: str, *lists: QWidget) -> None:
        super().__init__()
        self._empty = label("", "lead", wrap=True)
        self._empty.setObjectName(name)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for widget in (self._empty, *lists):
            self.addWidget(widget)

    def say(self, text: str) -> None:
        """Show words and no list."""
        self._empty.setText(text)
        self.setCurrentWidget(self._empty)


class ChipRow(FlowRow, Generic[Group]):
    """A chip for each group of rows, with the number of those in it; one group, or all, is chosen."""

    chosen = Signal(object)  # Group

    def __init__(self, name: str, groups: Mapping[Group, str]) -> None:
        super().__init__(6)
        self._groups = dict(groups)
        self.chips: dict[Group, QPushButton] = {}
        for group, text in groups.items():
            chip = button(text, f"{name}_{group}", "filter")
            chip.setCheckable(True)
            chip.clicked.connect(partial(self._choose, group))
            self.add(chip)
            self.chips[group] = chip

    def show_counts(self, counts: Mapping[Group, int], chosen: Group | None, *, with_empty: bool = False) -> None:
        """Show how many rows each group has; a group without any is hidden where not wanted."""
        for group, chip in self.chips.items():
            count = counts.get(group, 0)
            chip.setText(f"{self._groups[group]} {words.number(count)}")
            chip.setVisible(with_empty or count > 0)
            chip.setChecked(group is chosen)

    def _choose(self, group: Group, *_checked: bool) -> None:
        self.chosen.emit(group)
