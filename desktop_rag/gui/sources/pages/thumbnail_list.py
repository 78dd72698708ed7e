"""The list of pages as small pictures."""

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop_rag.gui.sources.pages.page_pictures import PagePictures, preview_key
from desktop_rag.gui.sources.pages.tiles import TileKey
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.list_delegate import option_rect, option_state
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import SMALL, Appearance, font

WIDTH = 116  # logical pixels of the list
_PAPER = QSize(76, 98)  # the largest picture
_ROW = QSize(96, 126)
_AROUND = 2  # rows beyond those in sight whose pictures are drawn ahead


class _PageNumbers(QAbstractListModel):
    """The numbers of pages."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of pages."""
        return 0 if parent.isValid() else self.count

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return the number of a page."""
        if role == Qt.ItemDataRole.DisplayRole:
            return words.number(index.row() + 1)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.tr("Page {page}").format(page=words.number(index.row() + 1))
        return None

    def set_count(self, count: int) -> None:
        """Take another document's pages."""
        self.beginResetModel()
        self.count = count
        self.endResetModel()


class _PagePaper(QStyledItemDelegate):
    """Paints a page with its number below."""

    def __init__(self, appearance: Appearance, pictures: PagePictures) -> None:
        super().__init__()
        self._appearance = appearance
        self._pictures = pictures
        self.dark = False

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of every row."""
        return _ROW

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row."""
        theme, page = self._appearance.theme, index.row() + 1
        chosen = bool(option_state(option) & QStyle.StateFlag.State_Selected)
        area = QRectF(option_rect(option))
        picture = self._pictures.previews.get(preview_key(page, dark=self.dark))
        size = picture.size().scaled(_PAPER, Qt.AspectRatioMode.KeepAspectRatio) if picture is not None else _PAPER
        paper = QRectF(0, 0, size.width(), size.height())
        paper.moveCenter(area.center())
        paper.moveTop(area.top() + 4 + (_PAPER.height() - size.height()) / 2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if picture is not None:
            painter.drawImage(paper, picture)
        else:
            painter.fillRect(paper, theme.color("dark_paper" if self.dark else "paper"))
        painter.setPen(QPen(theme.color("accent" if chosen else "border"), 2 if chosen else 1))
        painter.drawRect(paper)
        painter.setFont(font(SMALL, bold=chosen))
        painter.setPen(theme.color("text" if chosen else "muted"))
        below = QRectF(area.left(), area.top() + _PAPER.height() + 6, area.width(), 18)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, words.number(page))
        painter.restore()


class ThumbnailList(QListView):
    """Shows every page small; the one that is read is selected."""

    page_chosen = Signal(int)

    def __init__(self, appearance: Appearance, pictures: PagePictures) -> None:
        super().__init__()
        self.setObjectName("thumbnail_list")
        self.setAccessibleName(self.tr("Page list"))
        self.setFixedWidth(WIDTH)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._numbers = _PageNumbers()
        self._paper = _PagePaper(appearance, pictures)
        self.setModel(self._numbers)
        self.setItemDelegate(self._paper)
        self._following = False
        self.selectionModel().currentChanged.connect(self._choose)
        pictures.arrived.connect(self._redraw)

    def begin(self, count: int) -> None:
        """List the pages of another document."""
        self._numbers.set_count(count)

    def show_dark(self, *, dark: bool) -> None:
        """Show the pages with their lightness turned round, or as they are."""
        self._paper.dark = dark
        self.viewport().update()

    def follow(self, page: int) -> None:
        """Select the page that is read."""
        index = self._numbers.index(page - 1)
        if index != self.currentIndex():
            self._following = True
            self.setCurrentIndex(index)
            self._following = False

    def wanted(self) -> list[TileKey]:
        """Return the pictures of the rows in sight and some around them."""
        if not self.isVisible() or not self._numbers.count:
            return []
        top = self.indexAt(self.viewport().rect().topLeft()).row()
        first, rows = max(0, top), self.viewport().height() // _ROW.height() + 2
        last = min(self._numbers.count, first + rows + _AROUND)
        return [preview_key(row + 1, dark=self._paper.dark) for row in range(max(0, first - _AROUND), last)]

    def _choose(self, index: QModelIndex, _before: QModelIndex) -> None:
        if index.isValid() and not self._following:
            self.page_chosen.emit(index.row() + 1)

    def _redraw(self, page: int) -> None:
        self.update(self._numbers.index(page - 1))
