"""The list of entries below a box that is typed into, as the palette and the completion of “@” show it."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from desktop_rag.gui.palette.entries import Entry, EntryKind
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.list_delegate import option_rect, option_state
from desktop_rag.gui.widgets.model_index import Index
from desktop_rag.gui.widgets.row_list import ROW_ROLE, RowModel
from desktop_rag.gui.widgets.theme import BODY, TEXT, Appearance, font, icon_pixmap

_PADDING, _ICON = 12, 16
_ICONS = {
    EntryKind.COMMAND: "right",
    EntryKind.SETTING: "settings",
    EntryKind.CHOICE: "settings",
    EntryKind.LIBRARY: "library",
    EntryKind.CONVERSATION: "conversation",
    EntryKind.FILE: "file-text",
    EntryKind.FOLDER: "folder",
    EntryKind.TYPE: "files",
    EntryKind.DATE: "again",
}


class EntryModel(RowModel[Entry]):
    """The entries that are listed."""

    def __init__(self) -> None:
        super().__init__(_spoken, lambda _entry: "")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the entry for the delegate, its title, and the text for screen readers."""
        entry = self.row(index.row())
        if entry is not None and role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        return super().data(index, role)


def _spoken(entry: Entry) -> str:
    return words.listed(part for part in (entry.title, entry.detail, entry.shortcut) if part)


class EntryList(QListView):
    """Shows entries, the first one chosen. It never has the focus: the box does, and screen readers are notified."""

    def __init__(self, appearance: Appearance, name: str) -> None:
        super().__init__()
        self.entries = EntryModel()
        self.setObjectName(name)
        self.setAccessibleName(self.tr("What fits"))
        self.setModel(self.entries)
        self.setItemDelegate(_EntryDelegate(appearance, self))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        appearance.changed.connect(self.viewport().update)
        self.selectionModel().currentChanged.connect(self._announce)

    def show_entries(self, entries: Sequence[Entry], rows: int) -> None:
        """List entries, at most ``rows`` of them in sight; without any, be hidden."""
        self.entries.show(entries)
        self.setVisible(bool(entries))
        height = min(rows, len(entries)) * self.sizeHintForRow(0) + 2
        self.setFixedHeight(height if entries else 0)
        if entries:
            self.setCurrentIndex(self.entries.index(0))

    def _announce(self, index: QModelIndex) -> None:
        if index.isValid():
            text = str(index.data(Qt.ItemDataRole.AccessibleTextRole))
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))


class _EntryDelegate(QStyledItemDelegate):
    """Paints an icon, a name, where it is, and the keys of a command."""

    def __init__(self, appearance: Appearance, parent: QObject) -> None:
        super().__init__(parent)
        self._appearance = appearance

    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the row's size."""
        return QSize(option_rect(option).width(), QFontMetrics(font(TEXT)).height() + 14)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one row."""
        entry = index.data(ROW_ROLE)
        if not isinstance(entry, Entry):
            return
        theme, rect, state = self._appearance.theme, option_rect(option), option_state(option)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            painter.setPen(Qt.PenStyle.NoPen)
            is_chosen = state & QStyle.StateFlag.State_Selected
            painter.setBrush(theme.color("accent_soft" if is_chosen else "hover"))
            painter.drawRoundedRect(rect, 8, 8)
        inner = rect.adjusted(_PADDING, 0, -_PADDING, 0)
        ratio = painter.device().devicePixelRatio()
        pixmap = icon_pixmap(_ICONS[entry.kind], theme.color("muted").name(), _ICON, ratio)
        painter.drawPixmap(inner.left(), inner.center().y() - _ICON // 2, pixmap)
        inner.setLeft(inner.left() + _ICON + 10)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(font(BODY))
        painter.setPen(theme.color("muted"))
        if entry.shortcut:
            painter.drawText(inner, middle | Qt.AlignmentFlag.AlignRight, entry.shortcut)
            inner.setRight(inner.right() - painter.fontMetrics().horizontalAdvance(entry.shortcut) - 16)
        painter.setFont(font(TEXT, sample=entry.title))
        painter.setPen(theme.color("text"))
        metrics = painter.fontMetrics()
        title = metrics.elidedText(entry.title, Qt.TextElideMode.ElideMiddle, inner.width())
        painter.drawText(inner, middle, title)
        inner.setLeft(inner.left() + metrics.horizontalAdvance(title) + 12)
        if entry.detail and inner.width() > 3 * _PADDING:
            painter.setFont(font(BODY, sample=entry.detail))
            painter.setPen(theme.color("faint" if not state & QStyle.StateFlag.State_Selected else "muted"))
            detail = painter.fontMetrics().elidedText(entry.detail, Qt.TextElideMode.ElideMiddle, inner.width())
            painter.drawText(inner, middle, detail)
        painter.restore()
