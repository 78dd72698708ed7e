"""The box of the search page; its keys also move through the results."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QSizePolicy

from desktop_rag.gui.search.result_list import ResultList, is_own_key
from desktop_rag.gui.widgets.basics import IconButton, IconLabel
from desktop_rag.gui.widgets.edit_watchers import FocusOutline, InputMethodWatcher
from desktop_rag.gui.widgets.theme import TEXT, Appearance, font, scaled

_HEIGHT = 44


class SearchEdit(QLineEdit):
    """One line. What an input method is still composing is not in its text, and its keys are that method's."""

    def __init__(self, results: ResultList) -> None:
        super().__init__()
        self.setObjectName("search_box")
        self.setFrame(False)
        self.setFont(font(TEXT))
        self.setPlaceholderText(self.tr("Search in these files"))
        self.setAccessibleName(self.tr("Search"))
        self._results = results
        self._input_method = InputMethodWatcher(self)

    def event(self, event: QEvent) -> bool:
        """Keep Ctrl+Enter for this box, and Esc while there is anything to leave or to empty."""
        override = event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and is_own_key(event)
        if override and (not _is_escape(event) or self.text() or self._results.currentIndex().isValid()):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move through the results, open one, or clear the box with Esc."""
        if self._input_method.active:
            super().keyPressEvent(event)
        elif not self._results.take_key(event):
            self._edit(event)

    def _edit(self, event: QKeyEvent) -> None:
        """Take a key that changes the text; Esc leaves the results first, then empties the box."""
        if is_own_key(event):
            if self._results.currentIndex().isValid():
                self._results.clearSelection()
                self._results.setCurrentIndex(self._results.rootIndex())
                self._results.scrollToTop()
            else:
                self.clear()
            return
        super().keyPressEvent(event)


def _is_escape(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape


class SearchBox(QFrame):
    """The box in its frame, with a button that empties it."""

    def __init__(self, appearance: Appearance, results: ResultList) -> None:
        super().__init__()
        self.setObjectName("search_frame")
        self.setMinimumHeight(scaled(_HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.edit = SearchEdit(results)
        self._clear = IconButton(appearance, "close", self.tr("Clear"), "search_clear_button")
        self._clear.hide()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 0, 6, 0)
        layout.setSpacing(8)
        layout.addWidget(IconLabel(appearance, "search", 16, "muted"))
        layout.addWidget(self.edit, 1)
        layout.addWidget(self._clear)
        self._clear.clicked.connect(self._empty)
        self.edit.textChanged.connect(self._offer_clear)
        FocusOutline(self.edit, self)

    def _empty(self) -> None:
        self.edit.clear()
        self.edit.setFocus()

    def _offer_clear(self, text: str) -> None:
        """Show the button when there is something to take away."""
        self._clear.setVisible(bool(text))
