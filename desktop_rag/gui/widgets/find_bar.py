"""The bar that finds words in what is shown: one bar for pages, texts, sheets, mail and code."""

from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QSize, Qt, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QWidget

from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import IconButton, label, set_property
from desktop_rag.gui.widgets.edit_watchers import InputMethodWatcher, TextCentring
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.timers import single_shot

_TYPING_MS = 150  # without a key, after which what was typed is looked for
_LONGEST = 200  # characters: a selection of more is not taken over
_COUNT_WIDTH = 76  # pixels: "Not found", "9,999 of 9,999"


class Searchable(Protocol):
    """A view in which the bar finds words: it marks them all, and goes to one of them."""

    @property
    def found(self) -> SignalInstance:
        """Emitted with (int, int, bool): the current place, from 1; the number of places; True if those are all."""

    def look_for(self, text: str) -> None:
        """Mark every place of a text and go to the nearest one; "" takes the marks away."""

    def step_to(self, direction: int) -> None:
        """Go to the next place (1) or to the one before (-1), round the ends."""

    def selected_text(self) -> str:
        """Return the selected text, to search for it."""


class FindBar(QFrame):
    """Serves one view at a time, ``serve``; the keys work wherever in ``host`` the focus is.

    Enter and F3 go to the next place, with Shift to the one before; Esc closes. Whoever shows the bar opens it with
    ``open_bar``: Ctrl+F is a command of the window.
    """

    def __init__(self, appearance: Appearance, host: QWidget) -> None:
        super().__init__(host)
        self._view: Searchable | None = None
        self._sought = ""
        self.setObjectName("find_bar")
        self.edit = QLineEdit()
        TextCentring(self.edit)
        self.edit.setObjectName("find_box")
        self.edit.setPlaceholderText(self.tr("Find in this document"))
        self.edit.setAccessibleName(self.tr("Find in this document"))
        self._input_method = InputMethodWatcher(self.edit)
        self._count = _count_label()
        self._previous = self._small(appearance, "up", self.tr("Previous (Shift+Enter)"), "find_previous_button")
        self._next = self._small(appearance, "down", self.tr("Next (Enter)"), "find_next_button")
        close = self._small(appearance, "close", self.tr("Close (Esc)"), "find_close_button")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 12, 4)
        row.setSpacing(4)
        row.addWidget(self.edit, 1)
        for widget in (self._count, self._previous, self._next, close):
            row.addWidget(widget)
        self._typed = single_shot(self, _TYPING_MS, self._look)
        self.edit.textEdited.connect(self._typed.start)
        self._previous.clicked.connect(self._step_back)
        self._next.clicked.connect(self._step_on)
        close.clicked.connect(self.close_bar)
        host.installEventFilter(self)
        self._show_count(0, 0, complete=True)
        self.hide()

    def serve(self, view: Searchable | None) -> None:
        """Find in another view from now on, at once when the bar is open; None: there is nothing to find in."""
        if view is self._view:
            return
        if self._view is not None:
            self._view.found.disconnect(self._tell)
            self._view.look_for("")
        self._view, self._sought = view, ""
        if view is None:
            self.hide()
            return
        view.found.connect(self._tell)
        if not self.isHidden():
            self._look()

    def open_bar(self) -> None:
        """Show the bar, with what is selected in the view as what is sought."""
        if self._view is None:
            return
        selected = self._view.selected_text().strip()
        if selected and len(selected) <= _LONGEST and "\n" not in selected:
            self.edit.setText(selected)
        self.show()
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.edit.selectAll()
        self._look()

    def close_bar(self) -> None:
        """Hide the bar, take the marks away and give the view the focus."""
        self._typed.stop()
        self.hide()
        self._sought = ""
        if self._view is not None:
            self._view.look_for("")
            if isinstance(self._view, QWidget):
                self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def count(self) -> str:
        """Return the text for the number of places: “3 of 12”, “Not found”."""
        return self._count.text()

    def refresh(self) -> None:
        """Look again: the view shows something else now."""
        self._sought = ""
        if not self.isHidden():
            self._look()

    def eventFilter(self, _host: QObject, event: QEvent) -> bool:
        """Take the keys of the bar that reach the widget around it and the view."""
        if not isinstance(event, QKeyEvent) or self._view is None or self._input_method.active:
            return False
        if not self._is_own(event):
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() is QEvent.Type.KeyPress:
            self._take(event)
            return True
        return False

    def _is_own(self, event: QKeyEvent) -> bool:
        """Return True if a key is the bar's: Esc and Enter while it is open, Enter only in its box; F3 always."""
        key = event.key()
        if key == Qt.Key.Key_Escape:
            return self.isVisible()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return self.edit.hasFocus()
        return bool(key == Qt.Key.Key_F3)

    def _take(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif self.isHidden():
            self.open_bar()
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._step_back()
        else:
            self._step_on()

    def _step_on(self) -> None:
        self._step(1)

    def _step_back(self) -> None:
        self._step(-1)

    def _step(self, direction: int) -> None:
        """Go on, or look first for what was typed a moment ago."""
        if self._typed.isActive() or self.edit.text().strip() != self._sought:
            self._look()
        elif self._view is not None and self._sought:
            self._view.step_to(direction)

    def _look(self) -> None:
        self._typed.stop()
        text = self.edit.text().strip()
        if self._view is None or (text == self._sought and text):
            return
        self._sought = text
        self._show_count(0, 0, complete=False)
        self._view.look_for(text)

    def _tell(self, place: int, total: int, complete: bool) -> None:  # noqa: FBT001
        self._show_count(place, total, complete=complete)

    def _show_count(self, place: int, total: int, *, complete: bool) -> None:
        """Write “3 of 12”, “3 of 12…” while there may be more, “Not found”."""
        missing = bool(self._sought) and complete and not total
        text = self.tr("Not found") if missing else ""
        if self._sought and not missing:
            text = self.tr("{place} of {total}").format(place=words.number(place), total=words.number(total))
            text = text if complete else f"{text}…" if total else "…"
        self._count.setText(text)
        self._count.setAccessibleName(text)
        set_property(self._count, "role", "error" if missing else "muted")
        for button in (self._previous, self._next):
            button.setEnabled(total > 0)

    def _small(self, appearance: Appearance, icon: str, text: str, name: str) -> IconButton:
        result = IconButton(appearance, icon, text, name)
        result.setIconSize(QSize(16, 16))
        result.setFixedSize(28, 28)
        return result


def _count_label() -> QLabel:
    result = label("", "muted")
    result.setObjectName("find_count")
    result.setMinimumWidth(_COUNT_WIDTH)
    result.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return result
