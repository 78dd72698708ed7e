"""Paints the heading and the cells of a sheet on the grounds of their marks, which the style sheet would leave out."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QBrush, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop_rag.gui.sources.views.grid_model import GridModel
from desktop_rag.gui.widgets.list_delegate import option_rect, option_state
from desktop_rag.gui.widgets.model_index import Index
from desktop_rag.gui.widgets.theme import BODY, Appearance, font

PADDING = 24  # pixels beside the words of a cell, in all
AIR = 12  # pixels above and below them
_WRAPPED = Qt.TextFlag.TextWordWrap.value


class GridHeading(QHeaderView):
    """The heading of a sheet."""

    def __init__(self, model: GridModel, appearance: Appearance) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._rows = model
        self._appearance = appearance
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint a cell of the heading."""
        role = self._rows.heading_role(section)
        theme = self._appearance.theme
        text = str(self._rows.headerData(section, Qt.Orientation.Horizontal))
        bold = QFont(self.font())
        bold.setFamilies(font(BODY, sample=text).families())
        bold.setWeight(QFont.Weight.DemiBold)
        painter.save()
        painter.fillRect(rect, theme.color(role or "window"))
        painter.setPen(theme.color("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        title = self._rows.title_column(-1)
        across = title is not None and section >= title  # a part of the title's own room
        if not across:
            painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.setPen(theme.color("on_highlight" if role else "text"))
        painter.setFont(bold)
        inside = rect.adjusted(PADDING // 2, 0, -PADDING // 2, 0)
        if title is not None and across:
            painter.setClipRect(rect.adjusted(0, 0, 0, -1))
            text = str(self._rows.headerData(title, Qt.Orientation.Horizontal))
            inside.setLeft(self.sectionViewportPosition(title) + PADDING // 2)
            inside.setWidth(self.length() - self.sectionPosition(title) - PADDING)
        elided = QFontMetrics(bold).elidedText(text, Qt.TextElideMode.ElideRight, inside.width())
        painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, elided)
        painter.restore()


class GridCells(QStyledItemDelegate):
    """The cells of a sheet: of one line, or as many as a tall row has room for."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._pixels = BODY

    def set_pixels(self, pixels: int) -> None:
        """Write in letters of this size from now on."""
        self._pixels = pixels

    def height_of(self, words: str, width: int) -> int:
        """Return how tall a cell of a width must be to show all of its words."""
        room = QRect(0, 0, max(1, width - PADDING), 100_000)
        return QFontMetrics(self._font(words)).boundingRect(room, _WRAPPED, words).height() + AIR

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        theme, rect = self._appearance.theme, option_rect(option)
        ground, colour = index.data(Qt.ItemDataRole.BackgroundRole), index.data(Qt.ItemDataRole.ForegroundRole)
        selected = bool(option_state(option) & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setClipRect(rect)
        if isinstance(ground, QBrush):
            painter.fillRect(rect, ground)
        elif selected:
            painter.fillRect(rect, theme.color("accent_soft"))
        if selected:
            painter.setPen(theme.color("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.setPen(colour.color() if isinstance(colour, QBrush) else theme.color("text"))
        self._write(painter, rect.adjusted(PADDING // 2, 0, -PADDING // 2, 0), index)
        painter.restore()

    def _write(self, painter: QPainter, box: QRect, index: Index) -> None:
        words = str(index.data() or "")
        painter.setFont(self._font(words))
        metrics = painter.fontMetrics()
        across = int(index.data(Qt.ItemDataRole.TextAlignmentRole) or 0)
        if box.height() - AIR < 2 * metrics.lineSpacing():
            line = metrics.elidedText(" ".join(words.split()), Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(box, across, line)
        else:
            painter.drawText(box.adjusted(0, AIR // 2, 0, -AIR // 2), _WRAPPED, words)

    def _font(self, words: str) -> QFont:
        return font(self._pixels, sample=words[:100])
