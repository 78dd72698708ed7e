"""The base of all views of a stored text, and finding words in those that Qt lays out.

Every place is marked; one goes from one to the next.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QPlainTextEdit, QTextEdit

from desktop_rag.gui.widgets.find_bar import Searchable
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.readers.shapes.shape import Shape

Range = tuple[int, int]
_STEP, _SMALLEST, _LARGEST = 1.1, 0.6, 3.0
_KEYS = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1, Qt.Key.Key_0: 0}
_MOST = 2_000  # places that are marked
Selection = QTextEdit.ExtraSelection


class Zoom(QObject):
    """The magnification of a view: Ctrl with plus, minus and zero, or with the wheel, changes it."""

    changed = Signal()

    def __init__(self, view: QAbstractScrollArea) -> None:
        super().__init__(view)
        self.scale = 1.0
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    @property
    def percent(self) -> int:
        """The magnification in percent."""
        return round(100 * self.scale)

    def by(self, steps: int) -> None:
        """Make everything larger (positive) or smaller; 0 makes it as large as usual."""
        self.scale = min(max(self.scale * _STEP**steps, _SMALLEST), _LARGEST) if steps else 1.0
        self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys and turns of the wheel that zoom."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = _key(event)
        elif isinstance(event, QWheelEvent):
            steps = _turn(event)
        else:
            return False
        if steps is None:
            return super().eventFilter(watched, event)
        self.by(steps)
        return True


def _key(event: QKeyEvent) -> int | None:
    held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
    return _KEYS.get(Qt.Key(event.key())) if held else None


def _turn(event: QWheelEvent) -> int | None:
    """Return the steps of a wheel that is turned while Ctrl is held."""
    turned = event.angleDelta().y() if event.modifiers() & Qt.KeyboardModifier.ControlModifier else 0
    return 1 if turned > 0 else -1 if turned < 0 else None


@dataclass(frozen=True, slots=True)
class Marks:
    """The marked parts of a page's text: the passage, and in it the quoted words; empty where there are none."""

    passage: Range = (0, 0)
    cited: Range = (0, 0)

    def pieces(self, start: int, end: int) -> list[tuple[int, int, str]]:
        """Return a range cut where a mark begins or ends, with the colour role of each piece ("" without a mark)."""
        edges = sorted({start, end, *(edge for edge in (*self.passage, *self.cited) if start < edge < end)})
        return [(one, other, self.role(one, other)) for one, other in pairwise(edges)]

    def role(self, start: int, end: int) -> str:
        """Return the colour role of a range that touches a mark."""
        if start < self.cited[1] and end > self.cited[0]:
            return "sentence"
        return "passage" if start < self.passage[1] and end > self.passage[0] else ""

    def moved(self, by: int) -> "Marks":
        """Return the same marks in a text that begins elsewhere."""
        return Marks(_moved(self.passage, by), _moved(self.cited, by)) if by else self

    @property
    def first(self) -> int:
        """The first place to look at: the quoted words, else the passage."""
        return self.cited[0] if self.cited[0] < self.cited[1] else self.passage[0]


def _moved(marked: Range, by: int) -> Range:
    return (max(0, marked[0] + by), max(0, marked[1] + by)) if marked[0] < marked[1] else (0, 0)


class MarkClicks(QObject):
    """Detects clicks on the marks of a view: pressed and released there, with nothing selected."""

    clicked = Signal()

    def __init__(self, area: QAbstractScrollArea, is_marked: Callable[[QPoint], bool]) -> None:
        super().__init__(area)
        self._area = area
        self._is_marked = is_marked
        self._pressed = QPoint()
        area.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Compare the places of press and release; consume no event of the view."""
        if isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
            at = event.position().toPoint()
            if event.type() is QEvent.Type.MouseButtonPress:
                self._pressed = at
            elif event.type() is QEvent.Type.MouseButtonRelease:
                dragged = (at - self._pressed).manhattanLength() >= QGuiApplication.styleHints().startDragDistance()
                if not dragged and self._is_marked(at):
                    self.clicked.emit()
        return super().eventFilter(watched, event)


class SourceView(Searchable, Protocol):
    """A widget that shows a page's text in a shape, with its marks; words can be found, selected and copied in it."""

    def show_shape(self, shape: Shape, marks: Marks) -> None:
        """Show a text and go to what is marked."""

    def reveal(self) -> None:
        """Go to what is marked."""

    def marked_text(self) -> str:
        """Return the words that carry a mark."""

    def zoom_by(self, steps: int) -> None:
        """Make everything larger (positive) or smaller; 0 makes it as large as usual."""

    def percent(self) -> int:
        """Return the magnification in percent."""


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
