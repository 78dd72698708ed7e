"""Underlines what an answer's sources do not support: dots for whole sentences, dashes for words of a sentence."""

from collections.abc import Sequence

from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument

from desktop_rag.citations.support_marks import CLOSE, FIRST, OPEN, WIDTH, SupportMark
from desktop_rag.gui.widgets.theme import Theme


def draw(document: QTextDocument, marks: Sequence[SupportMark], theme: Theme) -> None:
    """Underline what stands between stand-ins and take these out."""
    opened = document.find(OPEN)
    while not opened.isNull():
        start = opened.selectionStart()
        which = str(document.characterAt(start + 1))
        closed = document.find(CLOSE + which, start)
        if not closed.isNull():
            mark = marks[ord(which) - FIRST]
            _select(document, start + WIDTH, closed.selectionStart()).mergeCharFormat(_format(mark, theme))
            closed.removeSelectedText()
        _select(document, start, start + WIDTH).removeSelectedText()
        opened = document.find(OPEN, start)


def _select(document: QTextDocument, start: int, end: int) -> QTextCursor:
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor


def _format(mark: SupportMark, theme: Theme) -> QTextCharFormat:
    style = QTextCharFormat.UnderlineStyle
    form = QTextCharFormat()
    form.setUnderlineStyle(style.DotLine if mark.is_sentence else style.DashUnderline)
    form.setUnderlineColor(theme.color("muted" if mark.is_sentence else "warning"))
    form.setToolTip(mark.reason)
    return form
