"""The tour: shown at the first start, once; in the menu for whoever wants it again."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSettings, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QProgressBar,
    QWidget,
)

from desktop_rag.gui.chat.pane import ChatPane
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.shell.actions import ActionTable
from desktop_rag.gui.sources.pane import SourcePane
from desktop_rag.gui.tour.card import TourCard, TourOutline
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.theme import Appearance

SEEN_KEY = "tour/seen"
_READ_OR_PRESSED = (QAbstractButton, QAbstractItemView, QLabel, QLineEdit, QPlainTextEdit, QProgressBar)
_FIRST_MS = 800  # the window is there and still before anything comes up in it


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
        """Return where something is read or pressed that the card is not to lie over."""
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
    """Whether there is anything in it: an empty label or list may be covered."""
    if isinstance(widget, QLabel):
        return bool(widget.text())
    return not isinstance(widget, QAbstractItemView) or (widget.model() is not None and widget.model().rowCount() > 0)
