"""The five modes to choose from: each with its name and what it does."""

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QListView, QVBoxLayout, QWidget

from desktop_rag.config.options import MODE
from desktop_rag.gui.widgets.list_delegate import LINE_ROLE, ROW_HEIGHT, TwoLineDelegate
from desktop_rag.gui.widgets.theme import Appearance, scaled
from desktop_rag.gui.widgets.words import option_text

_NARROWEST, _MARGIN = 320, 6
_MODE_ROLE = Qt.ItemDataRole.UserRole + 50


class ModePopup(QFrame):
    """A list above the button that opens it; arrow keys and Enter choose, Escape closes."""

    chosen = Signal(str)

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("mode_popup")
        self._model = QStandardItemModel(self)
        for choice in MODE.choices:
            name, explanation = option_text(choice.label), option_text(choice.help)
            item = QStandardItem(name)
            item.setData(explanation, LINE_ROLE)
            item.setData(choice.value, _MODE_ROLE)
            item.setData(f"{name}. {explanation}", Qt.ItemDataRole.AccessibleTextRole)
            item.setEditable(False)
            self._model.appendRow(item)
        self.list = QListView()
        self.list.setObjectName("mode_list")
        self.list.setAccessibleName(self.tr("Modes"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setModel(self._model)
        self._delegate = TwoLineDelegate(appearance)
        self.list.setItemDelegate(self._delegate)
        self.list.setMouseTracking(True)
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        layout.addWidget(self.list)
        self.list.clicked.connect(self._choose)

    def open_above(self, button: QWidget, mode: str) -> None:
        """Open above a button, with this mode chosen."""
        for row in range(self._model.rowCount()):
            index = self._model.index(row, 0)
            if index.data(_MODE_ROLE) == mode:
                self.list.setCurrentIndex(index)
        rows = self._model.rowCount() * scaled(ROW_HEIGHT)
        room = button.screen().availableGeometry()
        width = max(scaled(_NARROWEST), self._delegate.widest(self._model) + 2 * _MARGIN + 2)
        self.setFixedSize(min(width, room.width()), rows + 2 * _MARGIN + 2)
        place = button.mapToGlobal(QPoint(0, -self.height() - 4))
        place.setX(max(room.left(), min(place.x(), room.right() - self.width())))
        self.move(place)
        self.show()
        self.list.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self.list.currentIndex())
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        self.hide()
        if index.isValid():
            self.chosen.emit(str(index.data(_MODE_ROLE)))
