"""The contradictions of a library in the window: a list of both quotations, from which both pages open."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from desktop_rag.core.events import ContradictionProgress
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.core.results.contradictions import Contradiction, ContradictionKind, Contradictions, Quotation
from desktop_rag.gui.all_documents import contradiction_words
from desktop_rag.gui.all_documents.contradiction_list import ContradictionList
from desktop_rag.gui.all_documents.contradiction_words import Group
from desktop_rag.gui.all_documents.section import Body, ChipRow, Section, filter_box, take_focus
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.screen import resize_dialog
from desktop_rag.gui.sources.passage_viewer import PassageViewer
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ComboBox, IconButton, button, button_row, label, plain_tip
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.timers import single_shot

_TYPING_MS = 200
_WIDTH, _HEIGHT = 1180, 720  # pixels of two pages beside each other


class ContradictionSection(Section):
    """Shows what disagrees between the files of a library; each can be dismissed, and shown again."""

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__(bridge, appearance, "contradiction_section")
        self._found: Contradictions | None = None
        self._group = Group.OPEN
        self.list = ContradictionList(appearance)
        self._timer = single_shot(self, _TYPING_MS, self._show)
        self._lay_out()
        self._connect()
        self._show_state()

    def areas(self) -> tuple[QWidget, ...]:
        """Return the widgets that the keyboard goes to, in order."""
        return self.words, self.list

    def stop(self) -> None:
        """Stop comparing; what was shown before stays."""
        is_running = self._job is not None
        super().stop()
        if is_running:
            self._status.setText(self.tr("Stopped."))

    def _forget(self) -> None:
        self._found = None
        self._show_state()

    def _lay_out(self) -> None:
        self.words = filter_box("contradiction_filter", self.tr("Filter by words or file"))
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
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.words, 2)
        top.addWidget(self.kind, 1)
        self._chips = ChipRow("contradiction", {group: contradiction_words.group(group) for group in Group})
        self.chips = self._chips.chips
        for push in (self.export_button, self.stop_button, self.again_button):
            self._chips.add(push)
        self.both_button = self._push(self.tr("Side by side"), "contradiction_both_button", self._show_both)
        self.decide_button = self._push(self.tr("Dismiss"), "contradiction_decide_button", self._decide)
        self._body = Body("contradiction_empty", self.list)
        self._status = label("", "muted", wrap=True)
        self._status.setObjectName("contradiction_status")
        bottom = QHBoxLayout()
        bottom.setSpacing(8)
        bottom.addWidget(self._status, 1)
        of_one = FlowRow(8)
        for push in (self.decide_button, self.both_button):
            of_one.add(push)
        bottom.addWidget(of_one, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self._chips)
        layout.addWidget(self.notice)
        layout.addWidget(self._body, 1)
        layout.addLayout(bottom)

    def _push(self, text: str, name: str, do: Callable[[], None]) -> QPushButton:
        push = button(text, name)
        push.clicked.connect(do)
        return push

    def _connect(self) -> None:
        self.words.textChanged.connect(self._timer.start)
        self.kind.currentIndexChanged.connect(self._show)
        self.words.returnPressed.connect(self._go_to_list)
        self._chips.chosen.connect(self._choose_group)
        self.list.chosen.connect(self._choose)
        self.list.side_wanted.connect(self._open)
        self.list.both_wanted.connect(self._show_both)
        self.list.dismissal_wanted.connect(self._decide)
        self._watch(self.words, self.list)
        self._bridge.contradiction_progress.connect(self._take_progress)

    def _files_changed(self) -> None:
        self._is_outdated = True

    def _look(self) -> None:
        self._ask(self._bridge.worker.contradictions.find(self._library), self._take_found)
        self.stop_button.show()
        self._status.setToolTip("")
        self._status.setText(self.tr("Comparing the documents…"))

    def _take_progress(self, event: ContradictionProgress) -> None:
        if self._job is not None and event.job_id == self._job.id:
            self._status.setText(
                self.tr("Comparing the documents: {done} of {total}").format(
                    done=words.number(event.done), total=words.number(event.total)
                )
            )

    def _take_found(self, found: Contradictions) -> None:
        self._found = found

    def _choose_group(self, group: Group) -> None:
        self._group = group
        self._show()

    def _show_state(self) -> None:
        """Show what was compared, and what was found."""
        self.stop_button.setVisible(self._job is not None)
        self._status.setText(contradiction_words.compared(self._found) if self._found is not None else "")
        self._status.setToolTip(plain_tip(contradiction_words.left_out(self._found)) if self._found is not None else "")
        self._show()

    def _show(self, *_changed: object) -> None:
        """Show the contradictions of the group that are of the kind and have the words."""
        found = self._found or Contradictions((), 0, 0)
        counts = {group: len(contradiction_words.in_group(found, group)) for group in Group}
        self._chips.show_counts(counts, self._group, with_empty=True)
        kind, wanted = self.kind.currentData(), self.words.text().casefold().split()
        every = contradiction_words.in_group(found, self._group)
        self.list.rows.show([one for one in every if kind in (None, one.kind.value) and _has(one, wanted)])
        if self.list.rows.rowCount():
            self._body.setCurrentWidget(self.list)
        else:
            self._body.say(self._nothing(every=bool(every)))
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

    def _go_to_list(self) -> None:
        if self.list.rows.rowCount():
            take_focus(self.list)

    def _choose(self, one: Contradiction) -> None:
        self._show_buttons()
        self.passage_wanted.emit(*source_of(one.one), False)  # noqa: FBT003 - of the signal

    def _open(self, side: Quotation) -> None:
        self.passage_wanted.emit(*source_of(side), True)  # noqa: FBT003 - of the signal

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
        self._bridge.run(decide(self._library, one), lambda _none: None, self._tell)
        number = self.list.currentIndex().row()
        self._found = self._found.decided(one, is_dismissed=not one.is_dismissed)
        self._show()
        if self.list.rows.rowCount():
            self.list.setCurrentIndex(self.list.rows.index(min(number, self.list.rows.rowCount() - 1)))

    def _export(self) -> None:
        """Ask for a file and write everything that was found into it."""
        found, library, write = self._found, self._library, self._bridge.worker.contradictions.export
        if found is not None:
            self._save(
                self.tr("Export the contradictions"),
                f"{library}.csv",
                (".csv", ".json"),
                lambda path: write(library, found, path, words.sentence),
            )


def _has(one: Contradiction, wanted: list[str]) -> bool:
    if not wanted:
        return True
    files = (shown_name(one.one.file), shown_name(one.other.file))
    said = "\n".join((one.about, one.one.quote, one.other.quote, *files)).casefold()
    return all(word in said for word in wanted)


def source_of(side: Quotation) -> tuple[Source, Citation]:
    """Return a quotation as a source, and what disagrees in it as its citation."""
    source = Source(1, 1.0, side.file, side.page, side.page_label, side.start, side.end, side.quote, "")
    return source, Citation(1, 0, 0, side.file, side.page, side.value_start, side.value_end, side.value, 1.0, "")


class SideBySide(QDialog):
    """Shows the pages of a contradiction; it can be dismissed from here."""

    decided = Signal(object)  # Contradiction: dismiss it, or show it again

    def __init__(
        self, bridge: Bridge, appearance: Appearance, library: str, one: Contradiction, window: QWidget
    ) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("side_by_side")
        self.setWindowTitle(contradiction_words.title(one))
        self.viewers = []
        pages = QSplitter(Qt.Orientation.Horizontal)
        pages.setChildrenCollapsible(False)
        for side in (one.one, one.other):
            viewer = PassageViewer(bridge, appearance)
            viewer.set_library(library)
            viewer.setAccessibleName(contradiction_words.place(side))
            pages.addWidget(viewer)
            self.viewers.append(viewer)
        decide = button(self.tr("Show again") if one.is_dismissed else self.tr("Dismiss"), "side_by_side_decide")
        decide.clicked.connect(partial(self._decide, one))
        close = button(self.tr("Close"), "side_by_side_close", "primary")
        close.clicked.connect(self.accept)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        if one.is_newer:
            layout.addWidget(label(contradiction_words.note(one), "muted", wrap=True))
        layout.addWidget(pages, 1)
        layout.addLayout(button_row(decide, close))
        resize_dialog(self, _WIDTH, _HEIGHT)
        pages.setSizes([_WIDTH // 2, _WIDTH // 2])
        for viewer, side in zip(self.viewers, (one.one, one.other), strict=True):
            viewer.show_source(*source_of(side))

    def _decide(self, one: Contradiction) -> None:
        self.decided.emit(one)
        self.accept()
