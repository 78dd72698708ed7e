"""The page of what is watched: each thing with its state, and what no longer holds in old words and new ones."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_rag.core.events import StoreChanged
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.results.pins import NewsKind, Pin, PinFinding, PinKind, PinOverview
from desktop_rag.gui.all_documents.section import Body, Section, take_focus
from desktop_rag.gui.drafts import draft_words
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.page_stack import WATCHED, PageHeader, PageSwitch, margin_beside_column
from desktop_rag.gui.watched.watched_list import Arranged, FindingRow, Key, Row, WatchedList, arranged, key_of
from desktop_rag.gui.widgets.basics import ElidedLabel, IconButton, button, label
from desktop_rag.gui.widgets.confirmation import Confirmation, confirm
from desktop_rag.gui.widgets.theme import Appearance


class WatchedPane(Section):
    """Shows what is watched; what is read here counts as told, and stays marked as new until the page is left."""

    emptied = Signal()  # no page belongs to what is shown
    thing_wanted = Signal(object)  # Pin: the person wants to see the answer, the conversation or the table

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__(bridge, appearance, "watched_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._found: PinOverview | None = None
        self._fresh: set[Key] = set()  # seen on this visit for the first time
        self._again: dict[Key, PinFinding] = {}  # seen on this visit: once told, nothing is left to tell of them
        self.sidebar_button = IconButton(appearance, "sidebar", self.tr("Libraries"), "watched_sidebar_button")
        self.sources_button = IconButton(appearance, "sources", self.tr("Page"), "watched_sources_button")
        self.switch = PageSwitch(WATCHED)
        self._title = ElidedLabel("", "title")
        self.list = WatchedList(appearance)
        self._lay_out()
        self.list.chosen.connect(self._choose)
        self.list.finding_wanted.connect(self._open)
        self.list.thing_wanted.connect(self._open_thing)
        self.list.removal_wanted.connect(self._ask_to_stop)
        self._show_state()

    def set_library(self, info: IndexInfo) -> None:
        """Show what is watched in this library from now on."""
        is_other = info.name != self._library
        self._title.set_full_text(self.tr("Watched in {library}").format(library=info.name), self.tr("Watched"))
        super().set_library(info)
        if is_other:
            self.emptied.emit()

    def focus(self) -> None:
        """Go to the list; as soon as it is there, for it is read first."""
        if self.list.rows.rowCount():
            take_focus(self.list)
        else:
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def areas(self) -> tuple[QWidget, ...]:
        """Return the widgets that the keyboard goes to, in order."""
        return (self.list,)

    def say(self, text: str) -> None:
        """Tell something above the list."""
        self._say(text)

    def shows(self, library: str) -> bool:
        """Return True if a person sees what is watched in a library."""
        return self.isVisible() and library == self._library

    def hideEvent(self, event: QHideEvent) -> None:
        """End a visit: what was new has been read."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._fresh, self._again, self._is_outdated = set(), {}, True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep everything in a column that can be read."""
        super().resizeEvent(event)
        side = margin_beside_column(self)
        self._column.setContentsMargins(side, 0, side, 8)

    def _lay_out(self) -> None:
        self._body = Body("watched_empty", self.list)
        self._status = label("", "muted", wrap=True)
        self._status.setObjectName("watched_status")
        self.open_button = button(self.tr("Open"), "watched_open_button")
        self.open_button.clicked.connect(self._open_chosen)
        self.stop_button = button(self.tr("Stop watching"), "watched_stop_button")
        self.stop_button.clicked.connect(self._stop_chosen)
        bottom = QHBoxLayout()
        bottom.setSpacing(8)
        bottom.addWidget(self._status, 1)
        for push in (self.open_button, self.stop_button):
            bottom.addWidget(push)
        self._column = QVBoxLayout()
        self._column.setSpacing(8)
        self._column.addWidget(self.notice)
        self._column.addWidget(self._body, 1)
        self._column.addLayout(bottom)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(PageHeader(self.sidebar_button, self.switch, self._title, self.sources_button))
        layout.addLayout(self._column, 1)

    # -- what is shown --------------------------------------------------------------------------------------------

    def _look(self) -> None:
        self._ask(self._bridge.worker.pins.overview(self._library), self._take)

    def _take(self, found: PinOverview) -> None:
        """Arrange what was found in the background: there may be thousands."""
        self._found = found
        arrange = partial(arranged, found, frozenset(self._fresh), tuple(self._again.values()))
        self._bridge.call(arrange, partial(self._show_rows, found), self._tell)

    def _show_rows(self, found: PinOverview, shown: Arranged) -> None:
        """Show the rows, and note what was told with them."""
        if found is not self._found:
            return  # more was found meanwhile
        if shown.rows != self.list.rows.all():
            chosen, top = self.list.current(), self.list.verticalScrollBar().value()
            self.list.rows.show(shown.rows)
            self._choose_again(chosen)
            self.list.verticalScrollBar().setValue(top)
        self._show_state()
        if shown.untold and self.isVisible():
            self._fresh.update(map(key_of, shown.untold))
            again = {key_of(one): one for one in shown.untold if one.news.kind is NewsKind.HOLDS_AGAIN}
            self._again.update(again)
            job = self._bridge.worker.pins.note_told(self._library, [one.news for one in shown.untold])
            self._bridge.start(job, self._tell)

    def _forget(self) -> None:
        self._found, self._fresh, self._again = None, set(), {}
        self.list.rows.show(())
        self._show_state()

    def _store_changed(self, event: StoreChanged) -> None:
        super()._store_changed(event)
        if "pins" in event.kinds and (not event.ids or self._library in event.ids):
            self._is_outdated = True
            if self.isVisible():
                self._look_once()

    def _show_state(self) -> None:
        has_rows = self.list.rows.rowCount() > 0
        if has_rows:
            self._body.setCurrentWidget(self.list)
            if self.hasFocus():
                take_focus(self.list)
        else:
            self._body.say("" if self._found is None or self._found.pins else self._nothing())
        self._status.setText(self.tr("Checked again whenever a file changes.") if has_rows else "")
        self._show_buttons()

    def _nothing(self) -> str:
        return self.tr(
            "Nothing is watched in this library yet. Choose “Watch this answer” in the menu ⋯ below an answer: "
            "when a file no longer says so, you are told here, with the old and the new words."
        )

    def _choose_again(self, chosen: Row | None) -> None:
        """Choose the row that was chosen before the rows were shown anew, of which more or less may be known now."""
        if chosen is None:
            return
        for number, row in enumerate(self.list.rows.all()):
            if _identity(row) == _identity(chosen):
                blocked = self.list.blockSignals(True)  # noqa: FBT003 - the same is chosen still
                self.list.setCurrentIndex(self.list.rows.index(number))
                self.list.blockSignals(blocked)
                return

    def _show_buttons(self) -> None:
        row = self.list.current()
        self.open_button.setEnabled(row is not None and row.pin.kind is not PinKind.TEXT)
        self.stop_button.setEnabled(row is not None)
        for push in (self.open_button, self.stop_button):
            push.setVisible(self.list.rows.rowCount() > 0)

    # -- what can be done -----------------------------------------------------------------------------------------

    def _choose(self, row: Row) -> None:
        """Show the page of what is chosen where pages are in sight."""
        self._show_buttons()
        if isinstance(row, FindingRow) and row.finding.now is not None:
            self.passage_wanted.emit(*draft_words.source_of(row.finding.now), False)  # noqa: FBT003 - of the signal

    def _open(self, finding: PinFinding, is_before: bool) -> None:  # noqa: FBT001 - of the signal
        """Show the page of the words; old ones have none any more, unless a new file says something beside them."""
        still_there = is_before and finding.news.kind is NewsKind.NEW_FILE
        place = finding.before if still_there else finding.now
        if place is not None:
            self.passage_wanted.emit(*draft_words.source_of(place), True)  # noqa: FBT003 - of the signal
        else:
            self._say(self.tr("The file is no longer in the library."))

    def _open_thing(self, pin: Pin) -> None:
        if pin.kind is not PinKind.TEXT:
            self.thing_wanted.emit(pin)

    def _open_chosen(self) -> None:
        if (row := self.list.current()) is not None:
            self._open_thing(row.pin)

    def _stop_chosen(self) -> None:
        if (row := self.list.current()) is not None:
            self._ask_to_stop(row.pin)

    def _ask_to_stop(self, pin: Pin) -> None:
        """Stop watching something, after asking: what its files said is forgotten then."""
        asked = Confirmation(
            name="stop_watching",
            title=self.tr("Stop watching"),
            question=self.tr("Stop watching “{title}”?").format(title=pin.title),
            note=self.tr("It stays as it is. You are no longer told when its files change."),
            action=self.tr("Stop watching"),
        )
        confirm(self.window(), asked, partial(self._stop, pin))

    def _stop(self, pin: Pin) -> None:
        self._bridge.start(self._bridge.worker.pins.remove(self._library, pin.id), self._tell)


def _identity(row: Row) -> tuple[int, Key | None]:
    return row.pin.id, key_of(row.finding) if isinstance(row, FindingRow) else None
