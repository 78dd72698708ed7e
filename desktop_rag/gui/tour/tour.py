"""The tour: shown at the first start, once; in the menu for whoever wants it again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.gui.chat.pane import ChatPane
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.shell.actions import ActionTable
from desktop_rag.gui.sources.pane import SourcePane
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import button, label
from desktop_rag.gui.widgets.theme import Appearance, scaled

SEEN_KEY = "tour/seen"
_READ_OR_PRESSED = (QAbstractButton, QAbstractItemView, QLabel, QLineEdit, QPlainTextEdit, QProgressBar)
_FIRST_MS = 800  # the window is there and still before anything comes up in it
_WIDTH, _GAP, _MARGIN = 320, 12, 12
_STEP = 24  # between the places that are tried


class TourCard(QFrame):
    """Stands beside a part of the window and leaves everything else usable."""

    next_wanted = Signal()
    skipped = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("tour_card")
        self._sentence = label("", "body", wrap=True)
        self._sentence.setObjectName("tour_sentence")
        self._number = label("", "small")
        self.skip_button = button(self.tr("Skip"), "tour_skip_button", "quiet")
        self.next_button = button(self.tr("Next"), "tour_next_button", "primary")
        self.skip_button.clicked.connect(self.skipped)
        self.next_button.clicked.connect(self.next_wanted)
        for push in (self.skip_button, self.next_button):
            push.setAutoDefault(True)  # Return presses the one that has the keyboard
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._number, 1)
        row.addWidget(self.skip_button)
        row.addWidget(self.next_button)
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(16, 14, 12, 12)
        self._lines.setSpacing(12)
        self._lines.addWidget(self._sentence)
        self._lines.addLayout(row)
        self.hide()

    def event(self, event: QEvent) -> bool:
        """Keep Esc for this card while the keyboard is in it."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                self.skipped.emit()
                return True
        return super().event(event)

    def tell(self, sentence: str, number: int, count: int) -> None:
        """Show a sentence, the ``number``-th of ``count``."""
        self._sentence.setText(sentence)
        self._number.setText(self.tr("{number} of {count}").format(number=number, count=count))
        is_last = number == count
        self.next_button.setText(self.tr("Done") if is_last else self.tr("Next"))
        self.skip_button.setVisible(not is_last)
        self.setAccessibleName(f"{sentence} {self._number.text()}")
        self.show()
        self.raise_()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.accessibleName()))

    def stand_beside(self, target: QRect, room: QRect, taken: Sequence[QRect]) -> None:
        """Stand near ``target``, inside ``room``, where least of ``taken`` is covered; all in the window's coordinates.

        Of places as good the nearest is chosen, below before above.
        """
        self.setFixedWidth(min(scaled(_WIDTH), room.width() - 2 * _MARGIN))
        self._lines.activate()
        self.setFixedHeight(self._lines.totalHeightForWidth(self.width()))
        inner = room.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        last = QPoint(inner.right() - self.width(), inner.bottom() - self.height())
        columns = (
            target.left(),
            target.right() - self.width(),
            target.right() + _GAP,
            target.left() - _GAP - self.width(),
        )
        first = (target.bottom() + _GAP, target.top() - _GAP - self.height(), target.top() + _MARGIN)
        rows = (*first, *range(inner.top(), last.y(), scaled(_STEP)))
        places = [
            QRect(QPoint(max(min(x, last.x()), inner.left()), max(min(y, last.y()), inner.top())), self.size())
            for y in rows
            for x in columns
        ]
        wanted = (target, *taken)  # what a sentence is about is to be seen, too
        best = min(places, key=lambda place: (sum(map(partial(_shared, place), wanted)), _apart(place, target)))
        self.move(best.topLeft())


def _shared(one: QRect, other: QRect) -> int:
    """Return the area that two rectangles share, in square pixels."""
    both = one.intersected(other)
    return both.width() * both.height() if both.isValid() else 0


def _apart(one: QRect, other: QRect) -> int:
    """Return the distance between two rectangles in pixels."""
    across = max(one.left() - other.right(), other.left() - one.right(), 0)
    return across + max(one.top() - other.bottom(), other.top() - one.bottom(), 0)


class TourOutline(QWidget):
    """A line around a part of the window; the mouse goes through it."""

    def __init__(self, appearance: Appearance, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("tour_outline")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._appearance = appearance
        appearance.changed.connect(self.update)
        self.hide()

    def surround(self, target: QRect) -> None:
        """Draw the line around a rectangle of the window."""
        self.setGeometry(target.adjusted(-4, -4, 4, 4))
        self.show()
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._appearance.theme.color("accent"), 2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 10, 10)
        painter.end()


@dataclass(frozen=True, slots=True)
class TourStop:
    """A sentence and what it is about."""

    sentence: Callable[[], str]
    target: Callable[[], QWidget]


class Tour(QObject):
    """Goes from stop to stop; it is not shown again by itself once it was shown, finished or not."""

    def __init__(
        self,
        appearance: Appearance,
        settings: QSettings,
        panes: tuple[LibraryPane, ChatPane, SourcePane],
        actions: ActionTable,
        window: QMainWindow,
    ) -> None:
        super().__init__(window)
        self._settings = settings
        self._window = window
        self._actions = actions
        self._place = -1
        libraries, chat, sources = panes
        self._stops = (
            TourStop(
                lambda: self.tr(
                    "Add folders here, or drop them anywhere. Your files stay where they are and are never changed."
                ),
                lambda: libraries.add_button,
            ),
            TourStop(
                lambda: self.tr("Ask here in your own words. With @ you ask only some files or folders."),
                lambda: chat.question,
            ),
            TourStop(
                lambda: self.tr("Click a number in an answer to see its page here, with the passage marked."),
                lambda: sources if sources.isVisible() else chat.sources_button,
            ),
            TourStop(self._last_sentence, window.menuBar),
        )
        self.card = TourCard(window)
        self.outline = TourOutline(appearance, window)
        self._first = QTimer(self)
        self._first.setSingleShot(True)
        self._first.setInterval(_FIRST_MS)
        self._first.timeout.connect(self.show_tour)
        self.card.next_wanted.connect(self._next)
        self.card.skipped.connect(self.end)
        chat.busy_changed.connect(self._step_aside)
        appearance.changed.connect(self._show)
        for watched in (window, *panes):
            watched.installEventFilter(self)

    def begin_once(self) -> None:
        """Begin a moment later, unless the tour was shown before."""
        if not self._settings.value(SEEN_KEY, defaultValue=False, type=bool):
            self._settings.setValue(SEEN_KEY, True)  # noqa: FBT003 - Qt's own
            self._first.start()

    def show_tour(self) -> None:
        """Begin at the first sentence."""
        self._settings.setValue(SEEN_KEY, True)  # noqa: FBT003 - Qt's own
        self._place = 0
        self._show()

    def end(self) -> None:
        """Show nothing more; the keyboard goes back to the question when it was here."""
        self._place = -1
        held = self.card.isAncestorOf(self._window.focusWidget() or self._window)
        self.card.hide()
        self.outline.hide()
        if held:
            self._actions["question.focus"].trigger()

    def _step_aside(self, is_asked: bool) -> None:  # noqa: FBT001 - Qt's slot
        """End, or do not even begin, when something is asked: whoever asks has found the way, and sees the answer."""
        if is_asked:
            self._first.stop()
            if self._place >= 0:
                self.end()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Stay beside what a sentence is about while the window changes."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and self._place >= 0:
            QTimer.singleShot(0, self, self._stand)
        return False

    def _next(self) -> None:
        self._place += 1
        if self._place < len(self._stops):
            self._show()
        else:
            self.end()

    def _show(self) -> None:
        if self._place >= 0:
            self.card.tell(self._stops[self._place].sentence(), self._place + 1, len(self._stops))
            self._stand()

    def _stand(self) -> None:
        if self._place < 0:
            return
        target = self._stops[self._place].target()
        if not target.isVisible():
            target = self._window
        where = QRect(target.mapTo(self._window, QPoint(0, 0)), target.size())
        self.outline.setVisible(target is not self._window)
        if target is not self._window:
            self.outline.surround(where.intersected(self._window.rect().adjusted(4, 4, -4, -4)))
        self.card.stand_beside(where, self._window.rect(), self._in_use())
        self.card.raise_()

    def _in_use(self) -> list[QRect]:
        """Return the areas in use, which the card must not cover."""
        return [
            QRect(widget.mapTo(self._window, QPoint(0, 0)), widget.size())
            for kind in _READ_OR_PRESSED
            for widget in self._window.findChildren(kind)
            if widget.isVisible() and not self.card.isAncestorOf(widget) and _has_content(widget)
        ]

    def _last_sentence(self) -> str:
        palette, keys = (self._keys(command) for command in ("program.palette", "program.shortcuts"))
        text = self.tr("{palette} finds every command, library, conversation and file; {keys} shows all keys.")
        return text.format(palette=palette, keys=keys)

    def _keys(self, command: str) -> str:
        action = self._actions[command]
        native = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        return native or words.quoted(action.text())


def _has_content(widget: QWidget) -> bool:
    """Return True if there is anything in it: an empty label or list may be covered."""
    if isinstance(widget, QLabel):
        return bool(widget.text())
    return not isinstance(widget, QAbstractItemView) or (widget.model() is not None and widget.model().rowCount() > 0)
