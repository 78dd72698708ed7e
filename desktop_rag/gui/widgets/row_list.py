"""Lists of rows that a delegate paints: the model that holds them, and the view."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QListView, QStyledItemDelegate

from desktop_rag.gui.widgets.basics import plain_tip, set_up_list
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import Appearance

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
Row = TypeVar("Row")


class RowModel(QAbstractListModel, Generic[Row]):
    """Rows of one kind, each with what a screen reader says of it and its tool tip."""

    def __init__(self, spoken: Callable[[Row], str], tip: Callable[[Row], str]) -> None:
        super().__init__()
        self._spoken = spoken
        self._tip = tip
        self._rows: list[Row] = []

    def show(self, rows: Iterable[Row]) -> None:
        """Show these rows."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def all(self) -> list[Row]:
        """Return every row."""
        return list(self._rows)

    def row(self, number: int) -> Row | None:
        """Return a row, None when there is none."""
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the row for the delegate, and its words."""
        row = self.row(index.row())
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._spoken(row)
        return plain_tip(self._tip(row)) if role == Qt.ItemDataRole.ToolTipRole else None


class RowList(QListView, Generic[Row]):
    """Shows rows, one of which is chosen; a key that means something for it is taken by ``act``."""

    chosen = Signal(object)  # Row: the person looks at it
    own_keys: tuple[Qt.Key, ...] = ()  # those that are commands of the window elsewhere

    def __init__(self, rows: RowModel[Row], delegate: QStyledItemDelegate, appearance: Appearance) -> None:
        super().__init__()
        self.rows = rows
        self.delegate = delegate
        self.setModel(rows)
        self.setItemDelegate(delegate)
        set_up_list(self, appearance)
        self.selectionModel().currentChanged.connect(self._tell)

    def current(self) -> Row | None:
        """Return the row that is chosen."""
        return self.rows.row(self.currentIndex().row())

    def act(self, row: Row, key: int) -> bool:  # noqa: ARG002 - of lists that take keys
        """Do what a key means for the chosen row; return whether it means anything."""
        return False

    def click(self, row: Row, box: QRect, place: QPoint) -> None:
        """Do what a click at a place of a row means, which is painted in ``box``; nothing beside choosing it."""

    def event(self, event: QEvent) -> bool:
        """Keep keys of this list from the commands of the window."""
        is_override = event.type() is QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() in self.own_keys:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys of this list."""
        row = self.current()
        if row is None or not self.act(row, event.key()):
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take a click of the left button."""
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        index = self.indexAt(place)
        row = self.rows.row(index.row())
        if row is not None and event.button() is Qt.MouseButton.LeftButton:
            self.click(row, self.visualRect(index), place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the rows out for the new width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _tell(self, index: QModelIndex) -> None:
        row = self.rows.row(index.row())
        if row is not None:
            self.chosen.emit(row)
