"""The editor of a text that is checked: long texts come in pieces, and only the sentences in sight are marked."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragMoveEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.text_checks import TextSentence
from desktop_rag.gui.drafts.checked_text import CheckedText, Place
from desktop_rag.gui.shell.file_drops import local_paths
from desktop_rag.gui.widgets.theme import Appearance, Theme
from desktop_rag.gui.widgets.timers import single_shot, step_by_step

_PIECE = 10_000  # characters that are put in at once: 9 to 14 ms
_LONG = 2 * _PIECE
_Style = QTextCharFormat.UnderlineStyle
_LINES = {
    Verdict.CONTRADICTED: (_Style.WaveUnderline, "error", "error_soft"),
    Verdict.PARTLY: (_Style.DashUnderline, "warning", "warning_soft"),
    Verdict.NOT_SAID: (_Style.DotLine, "muted", ""),
    Verdict.SUPPORTED: (_Style.SingleUnderline, "ok", ""),
}


class DraftEdit(QPlainTextEdit):
    """Shows the verdicts below the words: waves, dashes, dots or a line, besides the colour."""

    loaded = Signal()  # the whole of a long text is there
    sentence_clicked = Signal(int)  # its number
    sentences_edited = Signal()  # they are no longer checked
    check_wanted = Signal()
    stop_wanted = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._chosen = 0
        self._is_loading = False
        self.checked = CheckedText()
        self.stops = False  # Esc is ours: something runs
        self.setObjectName("draft_text")
        self.setProperty("role", "boxed")
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(10)
        self._marking = single_shot(self, 0, self._mark)
        self.document().contentsChange.connect(self._follow)
        self.verticalScrollBar().valueChanged.connect(self._marking.start)
        appearance.changed.connect(self._marking.start)

    @property
    def is_loading(self) -> bool:
        """True while a long text is put in."""
        return self._is_loading

    def load(self, text: str) -> None:
        """Put a text in the place of the present one; ``loaded`` tells when the whole of it is there."""
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        self._insert(cursor, text, at_start=True)

    def refresh(self) -> None:
        """Mark what is known now."""
        self._marking.start()

    def choose(self, number: int) -> None:
        """Bring a sentence into sight, with the cursor before it; 0 for none."""
        self._chosen = number
        place = self.checked.place(number)
        if place is not None:
            cursor = self.textCursor()
            cursor.setPosition(place.start)
            self.setTextCursor(cursor)
            below = self.cursorRect(cursor).bottom() > self.viewport().height() * 0.8
            if below:
                self.centerCursor()
        self._marking.start()

    def show_range(self, start: int, end: int) -> None:
        """Bring a range into sight, and select it."""
        self.choose(0)
        cursor = self.textCursor()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        if self.cursorRect(cursor).bottom() > self.viewport().height() * 0.8:
            self.centerCursor()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take words alone, long ones in pieces."""
        text = source.text()
        if len(text) > _LONG:
            self._insert(self.textCursor(), text)
        else:
            super().insertFromMimeData(source)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Leave files to the page."""
        if local_paths(event.mimeData()):
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Leave files to the page."""
        if local_paths(event.mimeData()):
            event.ignore()
        else:
            super().dragMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the sentence that is clicked."""
        super().mouseReleaseEvent(event)
        cursor = self.textCursor()
        if event.button() is Qt.MouseButton.LeftButton and not cursor.hasSelection():
            at = cursor.position()
            for place in self.checked.between(at - 1, at + 1):
                if place.start <= at <= place.end:
                    self.sentence_clicked.emit(place.number)
                    return

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Mark what came into sight."""
        super().resizeEvent(event)
        self._marking.start()

    def event(self, event: QEvent) -> bool:
        """Keep the keys of this editor from the commands of the window."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._means(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Check on Ctrl+Return; stop on Esc."""
        act = self._means(event)
        if act is None:
            super().keyPressEvent(event)
        else:
            act()

    def _means(self, event: QKeyEvent) -> Callable[[], None] | None:
        """Return what a key does, None where it is none of ours."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and (
            event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            return self.check_wanted.emit
        return self.stop_wanted.emit if event.key() == Qt.Key.Key_Escape and self.stops else None

    def _insert(self, cursor: QTextCursor, text: str, *, at_start: bool = False) -> None:
        if len(text) <= _LONG:
            cursor.insertText(text)
            self._show_inserted(cursor, at_start=at_start)
        elif not self._is_loading:
            self._is_loading = True
            self.setReadOnly(True)
            step_by_step(self, self._pieces(cursor, text, at_start=at_start))

    def _pieces(self, cursor: QTextCursor, text: str, *, at_start: bool) -> Iterator[None]:
        """Put a long text in, a piece at each step; one step undoes all of it."""
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        cursor.endEditBlock()
        for start in range(0, len(text), _PIECE):
            cursor.joinPreviousEditBlock()
            cursor.insertText(text[start : start + _PIECE])
            cursor.endEditBlock()
            yield
        self._is_loading = False
        self.setReadOnly(False)
        self._show_inserted(cursor, at_start=at_start)

    def _show_inserted(self, cursor: QTextCursor, *, at_start: bool) -> None:
        if at_start:
            cursor.setPosition(0)
        self.setTextCursor(cursor)
        self.loaded.emit()

    def _follow(self, position: int, removed: int, added: int) -> None:
        if self.checked.edit(position, removed, added):
            self.sentences_edited.emit()
        self._marking.start()

    def _mark(self) -> None:
        """Mark the sentences in sight: however long the text is, there are few of them."""
        port = self.viewport().rect()
        first = self.cursorForPosition(QPoint(0, 0)).position()
        last = self.cursorForPosition(QPoint(port.right(), port.bottom())).position() + 1
        selections: list[QTextEdit.ExtraSelection] = []
        for place in self.checked.between(first, last):
            sentence = self.checked.sentence(place.number)
            if sentence is not None:
                selections += self._selections(place, sentence)
        self.setExtraSelections(selections)

    def _selections(self, place: Place, sentence: TextSentence) -> Iterator[QTextEdit.ExtraSelection]:
        theme, is_chosen = self._appearance.theme, place.number == self._chosen
        yield self._selection(place.start, place.end, sentence_format(sentence, theme, is_chosen=is_chosen))
        if sentence.verdict.is_doubt and sentence.decision is None:
            for start, end in self.checked.differing(place.number):
                words = QTextCharFormat()
                words.setFontWeight(QFont.Weight.DemiBold)
                words.setForeground(theme.color(_LINES[sentence.verdict][1]))
                yield self._selection(start, end, words)

    def _selection(self, start: int, end: int, form: QTextCharFormat) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(min(end, self.document().characterCount() - 1), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor, selection.format = cursor, form
        return selection


def sentence_format(sentence: TextSentence, theme: Theme, *, is_chosen: bool = False) -> QTextCharFormat:
    """Return how a sentence with this verdict looks; one that was decided about has a thin line only."""
    form = QTextCharFormat()
    style, colour, ground = _LINES.get(sentence.verdict, (_Style.NoUnderline, "faint", ""))
    if sentence.decision is not None:
        style, colour, ground = _Style.SingleUnderline, "faint", ""
    if style is _Style.NoUnderline:
        form.setForeground(theme.color(colour))
    form.setUnderlineStyle(style)
    form.setUnderlineColor(theme.color(colour))
    if is_chosen:
        form.setBackground(QColor(theme.color("accent_soft")))
    elif ground:
        form.setBackground(theme.color(ground))
    return form
