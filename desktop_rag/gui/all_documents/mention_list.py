"""The list of “Find all”: Enter unfolds a file or shows a mention, Left folds, Esc goes back to the box."""

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QListView

from desktop_rag.gui.all_documents.delegate import MentionDelegate
from desktop_rag.gui.all_documents.model import MentionModel
from desktop_rag.gui.widgets.basics import set_up_list
from desktop_rag.gui.widgets.theme import Appearance

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class MentionList(QListView):
    """Shows files and mentions."""

    chosen = Signal(object)  # MentionRow: the person looks at it
    opened = Signal(object)  # MentionRow: the person wants to read it
    left = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.rows = MentionModel()
        self.setObjectName("mention_list")
        self.setAccessibleName(self.tr("Mentions"))
        self.setModel(self.rows)
        self.delegate = MentionDelegate(appearance)
        self.setItemDelegate(self.delegate)
        self.setUniformItemSizes(True)
        set_up_list(self, appearance)
        self.clicked.connect(self._click)
        self.selectionModel().currentChanged.connect(self._tell)

    def take_focus(self) -> None:
        """Take the keyboard, on the first row where none is chosen."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self.currentIndex().isValid() and self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(0))

    def event(self, event: QEvent) -> bool:
        """Keep Esc for this list."""
        is_key = event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if is_key and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Unfold, fold, open, or go back."""
        number = self.currentIndex().row()
        key = event.key()
        if key in _ENTER:
            self._open(self.currentIndex())
        elif key == Qt.Key.Key_Right:
            self.rows.unfold(number)
        elif key == Qt.Key.Key_Left and number >= 0:
            self.setCurrentIndex(self.rows.index(self.rows.fold(number)))
        elif key == Qt.Key.Key_Escape or (key == Qt.Key.Key_Up and number <= 0):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the rows out for the new width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _click(self, index: QModelIndex) -> None:
        self._open(index)

    def _open(self, index: QModelIndex) -> None:
        row = self.rows.row(index.row())
        if row is None:
            return
        if not row.can_unfold:
            self.opened.emit(row)
        elif row.unfolded:
            self.rows.fold(index.row())
        else:
            self.rows.unfold(index.row())

    def _tell(self, index: QModelIndex) -> None:
        row = self.rows.row(index.row())
        if row is not None:
            self.chosen.emit(row)
