"""Shows a passage as text in its surroundings: what is before and after it is dimmed."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEasingCurve, QPropertyAnimation, QTimer
from PySide6.QtGui import QColor, QFont, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QTextEdit

from desktop_rag.gui.widgets.theme import BODY, MOTION_MS, TEXT, Appearance, font, monospaced_families

AROUND = 4_000  # characters shown before and after the passage


@dataclass(frozen=True, slots=True)
class PassageText:
    """A passage between its neighbours; ``cited`` is the range of the quoted words inside ``passage``."""

    before: str
    passage: str
    after: str
    cited: tuple[int, int] = (0, 0)


class TextView(QTextEdit):
    """A read-only text that opens at its passage."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._shown: PassageText | None = None
        self._code = False
        self._start = 0
        self.setObjectName("text_view")
        self.setAccessibleName(self.tr("Text"))
        self.setReadOnly(True)
        self.setAcceptDrops(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.document().setDocumentMargin(16)
        self._slide = QPropertyAnimation(self.verticalScrollBar(), b"value", self)
        self._slide.setDuration(MOTION_MS)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        appearance.changed.connect(self._change_colours)

    def show_passage(self, text: PassageText, *, code: bool) -> None:
        """Show a passage and go to it."""
        self._shown, self._code = text, code
        self._redraw()
        QTimer.singleShot(0, self, self.reveal)

    def show_message(self, message: str) -> None:
        """Say why there is no text."""
        self._shown = None
        self.clear()
        self.setTextColor(self._appearance.theme.color("muted"))
        self.setPlainText(message)

    def reveal(self) -> None:
        """Scroll to the passage."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(self._start, max(0, self.document().characterCount() - 1)))
        top = self.cursorRect(cursor).top() + self.verticalScrollBar().value()
        goal = max(0, round(top - self.viewport().height() / 4))
        if self._appearance.animated and self.isVisible():
            self._slide.stop()
            self._slide.setEndValue(goal)
            self._slide.start()
        else:
            self.verticalScrollBar().setValue(goal)

    def _change_colours(self) -> None:
        """Write the text in another theme; what is in sight stays there."""
        place = self.verticalScrollBar().value()
        self._redraw()
        QTimer.singleShot(0, self, partial(self.verticalScrollBar().setValue, place))

    def _redraw(self) -> None:
        shown = self._shown
        if shown is None:
            return
        theme = self._appearance.theme
        self.document().setDefaultFont(self._font(shown.passage))
        self.clear()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        spacing = QTextBlockFormat()
        height = 20.0 if self._code else 24.0
        spacing.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor.setBlockFormat(spacing)
        start, end = shown.cited
        before = _tail(shown.before)
        self._start = len(before) + start
        cursor.insertText(before, _format(theme.faint))
        marked = _format(theme.on_highlight, theme.passage)
        cursor.insertText(shown.passage[:start], marked)
        cursor.insertText(shown.passage[start:end], _format(theme.on_highlight, theme.sentence))
        cursor.insertText(shown.passage[end:], marked)
        cursor.insertText(_head(shown.after), _format(theme.faint))
        cursor.endEditBlock()

    def _font(self, sample: str) -> QFont:
        result = font(BODY if self._code else TEXT, sample=sample[:500])
        if self._code:
            result.setFamilies([*monospaced_families(), *result.families()])
        return result


def _format(colour: str, ground: str = "") -> QTextCharFormat:
    result = QTextCharFormat()
    result.setForeground(QColor(colour))
    if ground:
        result.setBackground(QColor(ground))
    return result


def _tail(text: str) -> str:
    """Return the end of a long text, from the beginning of a line."""
    if len(text) <= AROUND:
        return text
    cut = text[-AROUND:]
    newline = cut.find("\n")
    return f"…\n{cut[newline + 1 :]}" if newline >= 0 else f"…{cut}"


def _head(text: str) -> str:
    """Return the beginning of a long text, up to the end of a line."""
    if len(text) <= AROUND:
        return text
    cut = text[:AROUND]
    newline = cut.rfind("\n")
    return f"{cut[: newline + 1]}…" if newline >= 0 else f"{cut}…"
