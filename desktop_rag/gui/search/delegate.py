"""Paints the rows of the search page: a file's line, a passage in two lines, and quiet links."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.search import FileHits, FoundPassage
from desktop_rag.gui.files.file_words import place_below
from desktop_rag.gui.search import search_words
from desktop_rag.gui.search.model import ROW_ROLE, Row, RowKind
from desktop_rag.gui.widgets.list_delegate import LineDelegate, option_rect, option_state
from desktop_rag.gui.widgets.marked_text import Ranges, mark_format, marked_layout
from desktop_rag.gui.widgets.model_index import Index
from desktop_rag.gui.widgets.theme import BODY, SMALL, TEXT, Appearance, font, scaled

_HEIGHTS = {RowKind.FILE: 38, RowKind.PASSAGE: 76, RowKind.MORE: 30, RowKind.FURTHER: 40}
_SIDE, _INDENT, _RIGHT = 12, 12, 16  # all that stands at the right ends there, also inside a chosen row's line
_LINE, _LINES = 20, 2
_BADGE = QSize(42, 18)


class ResultDelegate(LineDelegate):
    """Paints a row."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self.roots: tuple[str, ...] = ()  # folders are named as they are seen from these

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the row's height; a passage without a place is lower."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, Row):
            return QSize(0, 0)
        height = scaled(_HEIGHTS[row.kind])
        if row.passage is not None and not _has_head(row.passage):
            height -= scaled(18)
        return QSize(option_rect(option).width(), height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, Row):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = option_rect(option)
        if row.kind is RowKind.FILE and row.hits is not None:
            self._paint_file(painter, box, row.hits)
        else:
            self._paint_ground(painter, box, option_state(option))
            if row.passage is not None:
                self._paint_passage(painter, box, row.passage)
            else:
                text = str(index.data())
                self._write(painter, box.adjusted(_SIDE + _INDENT, 0, -_SIDE, 0), text, BODY, "link")
        painter.restore()

    def _paint_ground(self, painter: QPainter, box: QRect, state: QStyle.StateFlag) -> None:
        theme = self._appearance.theme
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if not selected and not state & QStyle.StateFlag.State_MouseOver:
            return
        painter.setBrush(theme.color("accent_soft" if selected else "hover"))
        painter.setPen(QPen(theme.color("accent"), 1) if selected else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(QRectF(box).adjusted(1.5, 1.5, -1.5, -1.5), 8, 8)

    def _paint_file(self, painter: QPainter, box: QRect, hits: FileHits) -> None:
        theme = self._appearance.theme
        inner = box.adjusted(_SIDE, 10, -_RIGHT, 0)
        badge = QRect(inner.left(), inner.top() + 4, scaled(_BADGE.width()), scaled(_BADGE.height()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent_soft"))
        painter.drawRoundedRect(badge, 4, 4)
        painter.setFont(font(SMALL, bold=True))
        painter.setPen(theme.color("text"))
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, search_words.badge(hits.file))
        date = search_words.date(hits.modified)
        right = inner.right()
        if date:
            self._write(painter, inner, date, SMALL, "faint", right=True)
            right -= QFontMetrics(font(SMALL)).horizontalAdvance(date) + 12
        name = shown_name(hits.file)
        metrics = QFontMetrics(font(TEXT, bold=True, sample=name))
        left = badge.right() + 10
        room = right - left
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        ranges = hits.name_ranges if shown == name else ()
        self._draw(
            painter, QRectF(left, inner.top(), room, scaled(26)), shown, ranges, font(TEXT, bold=True, sample=name), 1
        )
        left += metrics.horizontalAdvance(shown) + 10
        if right - left > 60:
            folder = place_below(hits.file, self.roots)
            line = QRect(left, inner.top() + 1, right - left, inner.height())
            self._write(painter, line, folder, SMALL, "faint", mode=Qt.TextElideMode.ElideMiddle)

    def _paint_passage(self, painter: QPainter, box: QRect, passage: FoundPassage) -> None:
        inner = box.adjusted(_SIDE + _INDENT, 8, -_RIGHT, -8)
        top = inner.top()
        if _has_head(passage):
            head = QRect(inner.left(), top, inner.width(), scaled(16))
            found = search_words.found_by(passage.source)
            if passage.copies:
                found = " · ".join(part for part in (search_words.copies(len(passage.copies)), found) if part)
            self._write(painter, head, found, SMALL, "faint", right=True)
            head.setRight(head.right() - QFontMetrics(font(SMALL)).horizontalAdvance(found) - 12)
            self._write(painter, head, search_words.place(passage.source), SMALL, "muted", bold=True)
            top += scaled(18)
        snippet = passage.snippet
        area = QRectF(inner.left(), top, inner.width(), scaled(_LINE) * _LINES + 2)
        self._draw(painter, area, snippet.text, snippet.ranges, font(BODY, sample=snippet.text), _LINES)

    def _draw(self, painter: QPainter, box: QRectF, text: str, ranges: Ranges, text_font: QFont, lines: int) -> None:
        """Write text with the words of the query marked, in a few lines; what does not fit ends in an ellipsis."""
        layout = marked_layout(text, ranges, text_font, box.width(), mark_format(self._appearance.theme), lines)
        height = scaled(_LINE) if lines > 1 else box.height()
        for number in range(min(lines, layout.lineCount())):
            line = layout.lineAt(number)
            line.setPosition(QPointF(0, number * height + max(0.0, (height - line.height()) / 2)))
        painter.setPen(self._appearance.theme.color("text"))
        layout.draw(painter, box.topLeft(), [], box.adjusted(-1, -1, 1, 1))


def _has_head(passage: FoundPassage) -> bool:
    return bool(search_words.place(passage.source) or search_words.found_by(passage.source) or passage.copies)
