"""The palette itself: a box to type into above a list, over the middle of the window."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QVBoxLayout, QWidget

from desktop_rag.gui.palette.entries import Entry, EntryKind
from desktop_rag.gui.palette.entry_list import EntryList
from desktop_rag.gui.widgets.basics import label
from desktop_rag.gui.widgets.edit_watchers import InputMethodWatcher
from desktop_rag.gui.widgets.theme import Appearance

_WIDTH, _TOP, _ROWS = 640, 56, 11
_LIST_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PalettePopup(QFrame):
    """Covers the middle of the window until something is chosen, Esc is pressed or the focus goes elsewhere."""

    typed = Signal(str)
    chosen = Signal(object, bool)  # Entry; whether its other use is meant

    def __init__(self, appearance: Appearance, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._before: QWidget | None = None  # had the focus
        self.setObjectName("palette")
        self.setAccessibleName(self.tr("Command palette"))
        self.box = QLineEdit()
        self.box.setObjectName("palette_box")
        self.box.setPlaceholderText(self.tr("Find a command, library, conversation or file"))
        self.box.setAccessibleName(self.box.placeholderText())
        self.list = EntryList(appearance, "palette_list")
        self.model = self.list.entries
        self._nothing = label("", "muted", wrap=True)
        self._nothing.setObjectName("palette_nothing")
        self._hint = label("", "small")
        self._hint.setObjectName("palette_hint")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(8)
        for part in (self.box, self._nothing, self.list, self._hint):
            layout.addWidget(part)
        self._input_method = InputMethodWatcher(self.box)
        self.box.installEventFilter(self)
        self.box.textChanged.connect(self.typed)
        self.list.clicked.connect(self._clicked)
        self.list.selectionModel().currentChanged.connect(self._show_hint)
        window.installEventFilter(self)
        self.hide()

    def open(self) -> None:
        """Come up empty, with the keyboard."""
        self._before = QApplication.focusWidget()
        self.box.clear()
        self._place()
        self.show()
        self.raise_()
        self.box.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_palette(self) -> None:
        """Go away; the keyboard returns to where it was."""
        if self.isVisible():
            had_focus = self.isAncestorOf(QApplication.focusWidget() or self._window)
            self.hide()
            if had_focus and self._before is not None and self._before.isVisible():
                self._before.setFocus(Qt.FocusReason.PopupFocusReason)

    def show_entries(self, entries: Sequence[Entry], query: str) -> None:
        """List entries, the first one chosen; without any say what was looked for."""
        self.list.show_entries(entries, _ROWS)
        self._nothing.setText(self.tr("Nothing fits “{query}”.").format(query=query.strip()))
        self._nothing.setVisible(not entries)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Give the box's arrow keys to the list, and close when the focus goes elsewhere or the window changes."""
        if event.type() is QEvent.Type.Resize:
            if watched is self._window:
                self._place()
        elif event.type() is QEvent.Type.FocusOut:
            if watched is self.box:
                self._lose_focus()
        elif isinstance(event, QKeyEvent) and watched is self.box:
            return self._take_key(event)
        return False

    def _take_key(self, event: QKeyEvent) -> bool:
        """Carry out a key that the box itself has no use for; keep the window from taking it as a shortcut."""
        key = event.key()
        if self._input_method.active or key not in (Qt.Key.Key_Escape, *_ENTER, *_LIST_KEYS):
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() is not QEvent.Type.KeyPress:
            return False
        elif key == Qt.Key.Key_Escape:
            self.close_palette()
        elif key in _ENTER:
            self._choose(self.list.currentIndex(), other=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            QApplication.sendEvent(self.list, event)
        return True

    def _lose_focus(self) -> None:
        focused = QApplication.focusWidget()
        if focused is not None and not self.isAncestorOf(focused):
            self.hide()

    def _clicked(self, index: QModelIndex) -> None:
        held = QGuiApplication.keyboardModifiers()
        self._choose(index, other=bool(held & Qt.KeyboardModifier.ControlModifier))

    def _choose(self, index: QModelIndex, *, other: bool) -> None:
        entry = self.model.entry(index.row())
        if entry is not None:
            self.close_palette()
            self.chosen.emit(entry, other)

    def _show_hint(self, index: QModelIndex) -> None:
        """Say what can be done with the chosen row."""
        entry = self.model.entry(index.row())
        if entry is None:
            return
        is_file = entry.kind is EntryKind.FILE
        self._hint.setText(
            self.tr("Enter: open · Ctrl+Enter: ask only this file")
            if is_file
            else self.tr("Enter: choose · Esc: close")
        )

    def _place(self) -> None:
        """Stand at the top of the window's middle, as high as the rows need."""
        width = min(_WIDTH, self._window.width() - 48)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((self._window.width() - width) // 2, _TOP)
