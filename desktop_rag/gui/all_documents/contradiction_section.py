"""The contradictions of a library in the window: a list of both quotations, from which both pages open."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import ContradictionProgress, StoreChanged
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.contradictions import Contradiction, ContradictionKind, Contradictions, Quotation
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.all_documents import contradiction_words
from desktop_rag.gui.all_documents.contradiction_list import ContradictionList
from desktop_rag.gui.all_documents.contradiction_words import Group
from desktop_rag.gui.all_documents.side_by_side import SideBySide, source_of
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ComboBox, IconButton, Notice, button, label, plain_tip
from desktop_rag.gui.widgets.edit_watchers import TextCentring
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.save_dialog import ask_where_to_save
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.timers import single_shot

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

_TYPING_MS = 200


class ContradictionSection(QWidget):
    """Shows what disagrees between the files of a library; each can be dismissed, and shown again."""

    passage_wanted = Signal(object, object, bool)  # Source, Citation, whether the person wants to read it

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("contradiction_section")
        self._bridge = bridge
        self._appearance = appearance
        self._library = ""
        self._found: Contradictions | None = None
        self._job: Job[Contradictions] | None = None
        self._group = Group.OPEN
        self._is_outdated = False
        self.list = ContradictionList(appearance)
        self.chips: dict[Group, QPushButton] = {}
        self._timer = single_shot(self, _TYPING_MS, self._show)
        self._lay_out()
        self._connect()

    def set_library(self, info: IndexInfo) -> None:
        """Compare the files of this library as soon as the section is seen."""
        if info.name != self._library:
            self.stop()
            self._library, self._found, self._is_outdated = info.name, None, True
            self._show()
            if self.isVisible():
                self._look()

    def focus(self) -> None:
        """Go to where the person types."""
        self.words.setFocus()

    def areas(self) -> tuple[QWidget, ...]:
        """Return the widgets that the keyboard goes to, in order."""
        return self.words, self.list

    def stop(self) -> None:
        """Stop comparing; what was shown before stays."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
            self._status.setText(self.tr("Stopped."))
        self.stop_button.hide()

    def showEvent(self, event: QShowEvent) -> None:
        """Compare if that was not done, or files have changed since."""
        super().showEvent(event)
        if self._is_outdated and self._library:
            self._look()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go from the box to the list with the arrow, and stop with Esc."""
        if watched is self.words and isinstance(event, QKeyEvent):
            is_escape = event.key() == Qt.Key.Key_Escape and self._job is not None
            if event.type() is QEvent.Type.ShortcutOverride and is_escape:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.list.rows.rowCount():
                    self.list.take_focus()
                    return True
                if is_escape:
                    self.stop()
                    return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        self.words = QLineEdit()
        TextCentring(self.words)
        self.words.setObjectName("contradiction_filter")
        self.words.setPlaceholderText(self.tr("Filter by words or file"))
        self.words.setAccessibleName(self.words.placeholderText())
        self.words.setClearButtonEnabled(True)
        self.words.installEventFilter(self)
        self.kind = ComboBox(self._appearance)
        self.kind.setObjectName("contradiction_kind")
        self.kind.setAccessibleName(self.tr("Kind"))
        self.kind.addItem(self.tr("All kinds"), None)
        for kind in ContradictionKind:
            self.kind.addItem(contradiction_words.kind(kind), kind.value)
        self.export_button = self._push(self.tr("Export…"), "contradiction_export_button", self._export)
        self.stop_button = self._push(self.tr("Stop"), "contradiction_stop_button", self.stop)
        self.again_button = IconButton(
            self._appearance, "again", self.tr("Compare the documents again"), "contradiction_again_button"
        )
        self.again_button.clicked.connect(self._look)
        right = FlowRow(8)
        for widget in (self.kind, self.export_button, self.stop_button, self.again_button):
            right.add(widget)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.words, 1, Qt.AlignmentFlag.AlignTop)
        top.addWidget(right, 2)
        chips = FlowRow(6)
        for group in Group:
            chip = button(contradiction_words.group(group), f"contradiction_{group}", "filter")
            chip.setCheckable(True)
            chip.clicked.connect(partial(self._choose_group, group))
            chips.add(chip)
            self.chips[group] = chip
        self.both_button = self._push(self.tr("Side by side"), "contradiction_both_button", self._show_both)
        self.decide_button = self._push(self.tr("Dismiss"), "contradiction_decide_button", self._decide)
        self.notice = Notice("info")
        self.notice.add_dismiss(self._appearance)
        self._empty = label("", "lead", wrap=True)
        self._empty.setObjectName("contradiction_empty")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._body = QStackedWidget()
        self._body.addWidget(self._empty)
        self._body.addWidget(self.list)
        self._status = label("", "muted", wrap=True)
        self._status.setObjectName("contradiction_status")
        bottom = QHBoxLayout()
        bottom.setSpacing(8)
        bottom.addWidget(self._status, 1)
        bottom.addWidget(self.decide_button, 0, Qt.AlignmentFlag.AlignTop)
        bottom.addWidget(self.both_button, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(chips)
        layout.addWidget(self.notice)
        layout.addWidget(self._body, 1)
        layout.addLayout(bottom)
        self.setFocusProxy(self.words)
        for hidden in (self.notice, self.stop_button):
            hidden.hide()

    def _push(self, text: str, name: str, do: Callable[[], None]) -> QPushButton:
        push = button(text, name)
        push.clicked.connect(do)
        return push

    def _connect(self) -> None:
        self.words.textChanged.connect(self._timer.start)
        self.kind.currentIndexChanged.connect(self._show)
        self.list.side_wanted.connect(self._open)
        self.list.both_wanted.connect(lambda _one: self._show_both())
        self.list.dismissal_wanted.connect(lambda _one: self._decide())
        self.list.left.connect(self.focus)
        self.list.selectionModel().currentChanged.connect(self._show_buttons)
        self._bridge.contradiction_progress.connect(self._take)
        self._bridge.store_changed.connect(self._store_changed)
        self._show()

    def _store_changed(self, event: StoreChanged) -> None:
        if (not event.ids or self._library in event.ids) and event.kinds & {"documents", "nodes"}:
            self._is_outdated = True

    def _look(self) -> None:
        self.stop()
        self._is_outdated = False
        self.notice.hide()
        self.stop_button.show()
        self._status.setToolTip("")
        self._status.setText(self.tr("Comparing the documents…"))
        self._job = self._bridge.worker.contradictions.find(self._library)
        self._bridge.run(self._job, partial(self._take_found, self._job.id), self._fail)
        self._show()

    def _take(self, event: ContradictionProgress) -> None:
        if self._job is not None and event.job_id == self._job.id:
            self._status.setText(
                self.tr("Comparing the documents: {done} of {total}").format(
                    done=words.number(event.done), total=words.number(event.total)
                )
            )

    def _take_found(self, job_id: int, found: Contradictions) -> None:
        if self._job is None or self._job.id != job_id:
            return
        self._job, self._found = None, found
        self.stop_button.hide()
        self._status.setText(contradiction_words.compared(found))
        self._status.setToolTip(plain_tip(contradiction_words.left_out(found)))
        self._show()

    def _choose_group(self, group: Group, _checked: bool = True) -> None:  # noqa: FBT001, FBT002 - Qt's
        self._group = group
        self._show()

    def _show(self, *_changed: object) -> None:
        """Show the contradictions of the group that are of the kind and have the words."""
        found = self._found or Contradictions((), 0, 0)
        for group, chip in self.chips.items():
            chip.setChecked(group is self._group)
            chip.setText(
                f"{contradiction_words.group(group)} {words.number(len(contradiction_words.in_group(found, group)))}"
            )
        kind, wanted = self.kind.currentData(), self.words.text().casefold().split()
        every = contradiction_words.in_group(found, self._group)
        self.list.rows.show([one for one in every if kind in (None, one.kind.value) and _has(one, wanted)])
        is_shown = self.list.rows.rowCount() > 0
        self._empty.setText(self._nothing(every=bool(every)))
        self._body.setCurrentWidget(self.list if is_shown else self._empty)
        self.export_button.setEnabled(bool(found.found))
        self._show_buttons()

    def _nothing(self, *, every: bool) -> str:
        """Return what is said in place of the list."""
        if self._found is None:
            return self.tr("Figures, dates, parties and negations that disagree between files about the same.")
        if every:
            return self.tr("Nothing has these words and is of this kind.")
        if self._group is Group.OPEN:
            return self.tr("No contradictions were found. Doubtful cases are left out.")
        if self._group is Group.NEWER:
            return self.tr("No document says that it changes or replaces another one.")
        return self.tr("Nothing was dismissed.")

    def _show_buttons(self, *_changed: object) -> None:
        one = self.list.current()
        for push in (self.both_button, self.decide_button):
            push.setEnabled(one is not None)
        is_dismissed = one.is_dismissed if one is not None else self._group is Group.DISMISSED
        self.decide_button.setText(self.tr("Show again") if is_dismissed else self.tr("Dismiss"))

    def _open(self, side: Quotation, read: bool) -> None:  # noqa: FBT001 - of the signal
        self.passage_wanted.emit(*source_of(side), read)

    def _show_both(self) -> None:
        if (one := self.list.current()) is not None:
            dialog = SideBySide(self._bridge, self._appearance, self._library, one, self.window())
            dialog.decided.connect(self._decide)
            dialog.open()

    def _decide(self, _one: Contradiction | None = None) -> None:
        """Dismiss the contradiction that is chosen, or show it again."""
        one, jobs = self.list.current(), self._bridge.worker.contradictions
        if one is None or self._found is None:
            return
        decide = jobs.restore if one.is_dismissed else jobs.dismiss
        self._bridge.run(decide(self._library, one), lambda _none: None, self._fail)
        number = self.list.currentIndex().row()
        self._found = self._found.decided(one, is_dismissed=not one.is_dismissed)
        self._show()
        if self.list.rows.rowCount():
            self.list.setCurrentIndex(self.list.rows.index(min(number, self.list.rows.rowCount() - 1)))

    def _export(self) -> None:
        """Ask for a file and write everything that was found into it."""
        found, library = self._found, self._library
        if found is None:
            return

        def write(path: Path) -> None:
            job = self._bridge.worker.contradictions.export(library, found, path, words.sentence)
            self._bridge.run(job, partial(self._tell_saved, path.name), self._fail)

        kinds = {".csv": self.tr("Table (*.csv)"), ".json": self.tr("JSON (*.json)")}
        ask_where_to_save(self.window(), self.tr("Export the contradictions"), f"{library}.csv", kinds, write)

    def _tell_saved(self, name: str, _count: int) -> None:
        self.notice.set_role("info")
        self.notice.tell(self.tr("Saved to “{name}”.").format(name=name))

    def _fail(self, error: UserError) -> None:
        self._job = None
        self.stop_button.hide()
        self._status.setText("")
        self.notice.set_role("failure")
        self.notice.tell(error.message, error.next_step)


def _has(one: Contradiction, wanted: list[str]) -> bool:
    if not wanted:
        return True
    files = (shown_name(one.one.file), shown_name(one.other.file))
    said = "\n".join((one.about, one.one.quote, one.other.quote, *files)).casefold()
    return all(word in said for word in wanted)
