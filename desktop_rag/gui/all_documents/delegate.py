"""Paints the rows of “Find all”, all of one height: a file with its number, or a sentence with its place."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from desktop_rag.core.file_paths import shown_name
from desktop_rag.gui.all_documents import mention_words
from desktop_rag.gui.all_documents.model import ROW_ROLE, MentionRow
from desktop_rag.gui.files.file_words import place_below
from desktop_rag.gui.search.search_words import badge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.list_delegate import LineDelegate, mark_format, marked_layout, option_rect, option_state
from desktop_rag.gui.widgets.model_index import Index
from desktop_rag.gui.widgets.theme import BODY, SMALL, TEXT, Appearance, font, scaled

_HEIGHT = 50
_SIDE, _INDENT, _RIGHT = 12, 52, 16
_BADGE = QSize(42, 18)


class MentionDelegate(LineDelegate):
    """Paints a row."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self.roots: tuple[str, ...] = ()  # folders are named as they are seen from these

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - Qt's
        """Return the height of any row."""
        return QSize(option_rect(option).width(), scaled(_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, MentionRow):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = option_rect(option)
        self._paint_ground(painter, box, option_state(option))
        if row.mention is None:
            self._paint_file(painter, box.adjusted(_SIDE, 6, -_RIGHT, -6), row)
        else:
            self._paint_mention(painter, box.adjusted(_SIDE + _INDENT, 6, -_RIGHT, -6), row)
        painter.restore()

    def _paint_ground(self, painter: QPainter, box: QRect, state: QStyle.StateFlag) -> None:
        theme = self._appearance.theme
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(theme.color("accent_soft" if selected else "hover"))
            painter.setPen(QPen(theme.color("accent"), 1) if selected else Qt.PenStyle.NoPen)
            painter.drawRoundedRect(QRectF(box).adjusted(1.5, 1.5, -1.5, -1.5), 8, 8)

    def _paint_file(self, painter: QPainter, inner: QRect, row: MentionRow) -> None:
        theme = self._appearance.theme
        half = inner.height() // 2
        shape = QRect(inner.left(), inner.top() + 2, scaled(_BADGE.width()), scaled(_BADGE.height()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent_soft"))
        painter.drawRoundedRect(shape, 4, 4)
        painter.setFont(font(SMALL, bold=True))
        painter.setPen(theme.color("text"))
        painter.drawText(shape, Qt.AlignmentFlag.AlignCenter, badge(row.file))
        left, right = shape.right() + 10, inner.right()
        if row.count:
            count = f"{words.number(row.count)} {'▾' if row.unfolded else '▸'}"
            self._write(painter, inner, count, BODY, "muted", right=True)
            right -= QFontMetrics(font(BODY)).horizontalAdvance(count) + 12
        name = QRect(left, inner.top(), right - left, half)
        self._write(painter, name, shown_name(row.file), TEXT, "text", bold=True, mode=Qt.TextElideMode.ElideMiddle)
        below = QRect(left, inner.top() + half, right - left, half)
        if row.reason:
            self._write(painter, below, words.sentence(row.reason), SMALL, "muted")
        else:
            place = place_below(row.file, self.roots)
            self._write(painter, below, place, SMALL, "faint", mode=Qt.TextElideMode.ElideMiddle)

    def _paint_mention(self, painter: QPainter, inner: QRect, row: MentionRow) -> None:
        if row.mention is None:
            return
        theme = self._appearance.theme
        half = inner.height() // 2
        text, ranges = mention_words.line_of(row.mention)
        layout = marked_layout(text, ranges, font(BODY, sample=text), inner.width(), mark_format(theme), 1)
        line = layout.lineAt(0)
        line.setPosition(QPointF(0, max(0.0, (half - line.height()) / 2)))
        painter.setPen(theme.color("text"))
        layout.draw(painter, QPointF(inner.topLeft()), [], QRectF(inner).adjusted(-1, -1, 1, 1))
        below = QRect(inner.left(), inner.top() + half, inner.width(), half)
        self._write(painter, below, mention_words.place_of(row.mention), SMALL, "faint")
