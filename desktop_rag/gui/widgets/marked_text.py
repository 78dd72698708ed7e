"""Texts with marked words, laid out in a few lines for painting."""

from collections.abc import Sequence

from PySide6.QtGui import QColor, QFont, QTextCharFormat, QTextLayout, QTextOption

from desktop_rag.gui.widgets.theme import Theme

_NEAR = 14  # letters: a longer word is cut
Ranges = Sequence[tuple[int, int]]


def mark_format(theme: Theme) -> QTextCharFormat:
    """Return how marked words look."""
    ground = QColor(theme.color("passage"))
    ground.setAlphaF(0.30 if theme.is_dark else 0.60)
    mark = QTextCharFormat()
    mark.setBackground(ground)
    mark.setForeground(theme.color("text"))
    mark.setFontWeight(QFont.Weight.DemiBold)
    return mark


def marked_layout(
    text: str, ranges: Ranges, text_font: QFont, width: float, mark: QTextCharFormat, lines: int
) -> QTextLayout:
    """Return a text in at most so many lines with its marked ranges; what does not fit ends in an ellipsis."""
    layout = _lines(text, ranges, text_font, width, mark, lines)
    if layout.lineCount() >= lines:
        last = layout.lineAt(lines - 1)
        end = last.textStart() + last.textLength()
        if end < len(text):
            shorter = _shortened(text, max(1, end - 2))
            inside = [(start, min(stop, len(shorter) - 1)) for start, stop in ranges if start < len(shorter) - 1]
            layout = _lines(shorter, inside, text_font, width, mark, lines)
    return layout


def _shortened(text: str, end: int) -> str:
    """Return the beginning of a text with an ellipsis, cut between words where one ends near."""
    blank = text.rfind(" ", max(0, end - _NEAR), end)
    return text[: blank if blank > 0 else end].rstrip(" ,;.") + "…"


def _lines(text: str, ranges: Ranges, text_font: QFont, width: float, mark: QTextCharFormat, lines: int) -> QTextLayout:
    layout = QTextLayout(text, text_font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats([_format(start, end - start, mark) for start, end in ranges if end > start])
    layout.beginLayout()
    for _ in range(lines):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
    layout.endLayout()
    return layout


def _format(start: int, length: int, mark: QTextCharFormat) -> QTextLayout.FormatRange:
    result = QTextLayout.FormatRange()
    result.start, result.length, result.format = start, length, mark
    return result
