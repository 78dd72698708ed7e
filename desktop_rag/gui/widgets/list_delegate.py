"""Paints a row of the left pane: a name, a line in plain words, and a thin bar while something runs.

Texts with marked words are laid out in a few lines.
"""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_rag.gui.widgets.theme import BODY, SMALL, TEXT, Appearance, Theme, font, scaled

LINE_ROLE = Qt.ItemDataRole.UserRole + 1  # the second line
FRACTION_ROLE = Qt.ItemDataRole.UserRole + 2  # of the bar, 0 to 1; None: no bar
TONE_ROLE = Qt.ItemDataRole.UserRole + 3  # colour role of the line
TIME_ROLE = Qt.ItemDataRole.UserRole + 5  # time left, at the right of the name
DEPTH_ROLE = Qt.ItemDataRole.UserRole + 6  # levels a row is indented by; None: none
ROW_HEIGHT, ROW_HEIGHT_BUSY, BAR = 52, 60, 3
_PADDING, _DEPTH = 12, 16
_NEAR = 14  # letters: a longer word is cut
Ranges = Sequence[tuple[int, int]]


class TwoLineDelegate(QStyledItemDelegate):
    """Two lines of text with an optional bar of three pixels below them."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.appearance = appearance

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the row's height."""
        busy = index.data(FRACTION_ROLE) is not None
        return QSize(option_rect(option).width(), scaled(ROW_HEIGHT_BUSY if busy else ROW_HEIGHT))

    def widest(self, model: QAbstractItemModel) -> int:
        """Return the width in which no row of a list is shortened."""
        rows = [model.index(row, 0) for row in range(model.rowCount())]
        texts = [(str(row.data()), TEXT, True) for row in rows] + [
            (str(row.data(LINE_ROLE)), BODY, False) for row in rows
        ]
        widths = (
            QFontMetrics(font(size, bold=bold, sample=text)).horizontalAdvance(text) for text, size, bold in texts
        )
        return max(widths, default=0) + 2 * _PADDING + 1

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one row."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = option_rect(option).adjusted(0, 1, 0, -1)
        state = option_state(option)
        self._paint_ground(painter, rect, state)
        inner = rect.adjusted(_PADDING + _DEPTH * int(index.data(DEPTH_ROLE) or 0), 0, -_PADDING, 0)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        name, text = str(index.data()), str(index.data(LINE_ROLE) or "")
        title = QRect(inner.left(), rect.top() + scaled(6), inner.width(), scaled(20))
        title.setWidth(title.width() - self._paint_time(painter, title, str(index.data(TIME_ROLE) or "")))
        self._paint_text(painter, title, name, bold=selected)
        painter.setFont(font(BODY, sample=text))
        painter.setPen(self.appearance.theme.color(str(index.data(TONE_ROLE) or "muted")))
        box = QRect(inner.left(), rect.top() + scaled(26), inner.width(), scaled(18))
        elided = QFontMetrics(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, elided)
        fraction = index.data(FRACTION_ROLE)
        if fraction is not None:
            self._paint_bar(painter, QRectF(inner.left(), rect.top() + scaled(49), inner.width(), BAR), float(fraction))
        painter.restore()

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        """Begin with the name as it is; what is typed stays when the row changes meanwhile."""
        if isinstance(editor, QLineEdit) and not editor.isModified() and editor.text() != str(index.data()):
            editor.setText(str(index.data()))

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Let a name be edited in the whole row."""
        editor.setGeometry(QRect(option_rect(option)).adjusted(0, 1, 0, -1))

    def paint_title(self, painter: QPainter, option: QStyleOptionViewItem, text: str) -> None:
        """Paint a row that is nothing but a name."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = option_rect(option).adjusted(0, 1, 0, -1)
        state = option_state(option)
        self._paint_ground(painter, rect, state)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        self._paint_text(painter, rect.adjusted(_PADDING, 0, -_PADDING, 0), text, bold=selected)
        painter.restore()

    def _paint_ground(self, painter: QPainter, rect: QRect, state: QStyle.StateFlag) -> None:
        """Fill behind a selected or hovered row; outline the one with the keyboard focus."""
        theme = self.appearance.theme
        painter.setPen(Qt.PenStyle.NoPen)
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(theme.color("chosen_line"))
            painter.setBrush(theme.color("accent_soft"))
            painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(theme.color("hover"))
            painter.drawRoundedRect(rect, 8, 8)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("accent"), 1))
            painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)

    def _paint_text(self, painter: QPainter, box: QRect, name: str, *, bold: bool) -> None:
        painter.setFont(font(TEXT, bold=bold, sample=name))
        painter.setPen(self.appearance.theme.color("text"))
        elided = QFontMetrics(painter.font()).elidedText(name, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, elided)

    def _paint_time(self, painter: QPainter, box: QRect, text: str) -> int:
        """Write the time left at the right; return the width that takes."""
        if not text:
            return 0
        painter.setFont(font(SMALL, sample=text))
        painter.setPen(self.appearance.theme.color("faint"))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        return QFontMetrics(painter.font()).horizontalAdvance(text) + 12

    def _paint_bar(self, painter: QPainter, bar: QRectF, fraction: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.appearance.theme.color("border"))
        painter.drawRoundedRect(bar, BAR / 2, BAR / 2)
        if fraction > 0:
            bar.setWidth(max(bar.width() * fraction, BAR))
            painter.setBrush(self.appearance.theme.color("accent"))
            painter.drawRoundedRect(bar, BAR / 2, BAR / 2)


def option_rect(option: QStyleOptionViewItem) -> QRect:
    """Return a row's rectangle, which PySide's stubs leave without a type."""
    return option.rect


def option_state(option: QStyleOptionViewItem) -> QStyle.StateFlag:
    """Return a row's state, which PySide's stubs leave without a type."""
    return option.state


class LineDelegate(QStyledItemDelegate):
    """Writes lines in the colours of the theme, for delegates that paint their own rows."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance

    def _write(
        self,
        painter: QPainter,
        box: QRect,
        text: str,
        size: int,
        role: str,
        *,
        bold: bool = False,
        right: bool = False,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        """Write a line in the colour of a role, in the middle of a box's height; what does not fit is elided."""
        painter.setFont(font(size, bold=bold, sample=text))
        painter.setPen(self._appearance.theme.color(role))
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        elided = QFontMetrics(painter.font()).elidedText(text, mode, max(0, box.width()))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | side, elided)

    def _write_marked(
        self,
        painter: QPainter,
        box: QRect,
        text: str,
        ranges: Ranges,
        *,
        size: int = BODY,
        bold: bool = False,
        lines: int = 1,
        mark: QTextCharFormat | None = None,
    ) -> None:
        """Write a text with marked ranges in lines that share a box's height; what does not fit ends in an ellipsis."""
        written = font(size, bold=bold, sample=text)
        layout = marked_layout(text, ranges, written, box.width(), mark or mark_format(self._appearance.theme), lines)
        height = box.height() / lines
        for number in range(min(lines, layout.lineCount())):
            line = layout.lineAt(number)
            line.setPosition(QPointF(0, number * height + max(0.0, (height - line.height()) / 2)))
        painter.setPen(self._appearance.theme.color("text"))
        layout.draw(painter, QPointF(box.topLeft()), [], QRectF(box).adjusted(-1, -1, 1, 1))

    def _paint_ground(self, painter: QPainter, box: QRect, state: QStyle.StateFlag) -> None:
        """Fill behind a row that is chosen, with an outline, or below the pointer."""
        theme = self._appearance.theme
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(theme.color("accent_soft" if selected else "hover"))
            painter.setPen(QPen(theme.color("accent"), 1) if selected else Qt.PenStyle.NoPen)
            painter.drawRoundedRect(QRectF(box).adjusted(1.5, 1.5, -1.5, -1.5), 8, 8)


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
