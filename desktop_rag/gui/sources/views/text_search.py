"""Finds words in a text that Qt lays out, marks every place, goes from one to the next; and opens its menu."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from desktop_rag.gui.widgets.theme import Appearance

_MOST = 2_000  # places that are marked
Selection = QTextEdit.ExtraSelection


class TextSearch(QObject):
    """Looks for words in ``view``, where ``lasting`` selections stay besides what is found."""

    found = Signal(int, int, bool)

    def __init__(self, view: QTextEdit | QPlainTextEdit, appearance: Appearance) -> None:
        super().__init__(view)
        self._view = view
        self._appearance = appearance
        self._lasting: Sequence[Selection] = ()
        self._places: list[QTextCursor] = []
        self._current = -1
        self._complete = True

    def keep(self, lasting: Sequence[Selection]) -> None:
        """Show these selections as well, from now on."""
        self._lasting = lasting
        self._draw()

    def look_for(self, text: str) -> None:
        """Mark every place of a text and go to the one nearest to what is in sight."""
        self._places, self._complete = self._find(text) if text else ([], True)
        self._current = self._nearest()
        self._go()

    def step_to(self, direction: int) -> None:
        """Go to the next place (1) or to the one before (-1), round the ends."""
        if self._places:
            self._current = (self._current + direction) % len(self._places)
            self._go()

    def _find(self, text: str) -> tuple[list[QTextCursor], bool]:
        """Return the places of a text, and whether those are all."""
        places: list[QTextCursor] = []
        document = self._view.document()
        cursor = document.find(text)
        while not cursor.isNull() and len(places) < _MOST:
            places.append(cursor)
            cursor = document.find(text, cursor)
        return places, cursor.isNull()

    def _nearest(self) -> int:
        """Return the first place below the upper edge of the view."""
        if not self._places:
            return -1
        top = self._view.cursorForPosition(self._view.viewport().rect().topLeft()).position()
        return next((number for number, place in enumerate(self._places) if place.selectionStart() >= top), 0)

    def _go(self) -> None:
        self._draw()
        if self._current >= 0:
            cursor = QTextCursor(self._places[self._current])
            cursor.clearSelection()
            self._view.setTextCursor(cursor)
            self._view.ensureCursorVisible()
        self.found.emit(self._current + 1, len(self._places), self._complete)

    def _draw(self) -> None:
        hits = [self._hit(place, current=number == self._current) for number, place in enumerate(self._places)]
        self._view.setExtraSelections([*self._lasting, *hits])

    def _hit(self, place: QTextCursor, *, current: bool) -> Selection:
        theme = self._appearance.theme
        ground, words = (theme.accent, theme.on_accent) if current else (theme.accent_soft, theme.text)
        return selection(place, ground, words)


def selection(cursor: QTextCursor, ground: str, words: str, *, full_width: bool = False) -> Selection:
    """Return a range of a text in some colours, or the whole width of its line."""
    result = Selection()
    colours = QTextCharFormat()
    colours.setBackground(QColor(ground))
    colours.setForeground(QColor(words))
    colours.setProperty(QTextFormat.Property.FullWidthSelection, full_width)
    result.cursor, result.format = cursor, colours
    return result


def open_menu(view: QTextEdit | QPlainTextEdit, event: QContextMenuEvent) -> None:
    """Show Qt's standard menu of a text with the actions of its view."""
    menu = view.createStandardContextMenu()
    menu.addSeparator()
    menu.addActions(view.actions())
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(event.globalPos())
