"""The dates that are written to a calendar: those that the person ticks, and no others."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QDialog, QListView, QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from desktop_rag.core.results.register import RegisterRow
from desktop_rag.gui.all_documents import register_words
from desktop_rag.gui.shell.screen import resize_dialog
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import CheckBox, button, button_row, label, plain_tip
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import Appearance, scaled
from desktop_rag.services.register.calendar import has_whole_date

_BOX, _LINE = 18, 30  # pixels


class _Dates(QAbstractListModel):
    """Dates with a box to tick beside each."""

    ticked_changed = Signal()

    def __init__(self, rows: Sequence[RegisterRow]) -> None:
        super().__init__()
        self._rows = list(rows)
        self._ticked: set[int] = set()

    def ticked(self) -> list[RegisterRow]:
        """Return the rows that are ticked, in order."""
        return [self._rows[place] for place in sorted(self._ticked)]

    def tick_all(self, *, on: bool) -> None:
        """Tick all of them, or none."""
        self._ticked = set(range(len(self._rows))) if on else set()
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))
        self.ticked_changed.emit()

    def turn(self, index: Index) -> None:
        """Tick one, or take the tick away."""
        ticked = Qt.CheckState.Unchecked if index.row() in self._ticked else Qt.CheckState.Checked
        self.setData(index, ticked, Qt.ItemDataRole.CheckStateRole)

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of dates."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let each be ticked."""
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what is shown of a date."""
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return " · ".join(filter(None, (register_words.value(row), row.about, register_words.place(row))))
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(" ".join(row.sentence.split()))
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if index.row() in self._ticked else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick one, or not."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        is_ticked = Qt.CheckState(value) is Qt.CheckState.Checked
        (self._ticked.add if is_ticked else self._ticked.discard)(index.row())
        self.dataChanged.emit(index, index, [role])
        self.ticked_changed.emit()
        return True


class _BoxDelegate(QStyledItemDelegate):
    """Paints boxes as the window's others are, whatever the style's own look like."""

    def __init__(self, appearance: Appearance, listed: QWidget) -> None:
        super().__init__(listed)
        self._list = listed
        self._appearance = appearance

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Put our box in the place of the style's."""
        super().initStyleOption(option, index)
        features = QStyleOptionViewItem.ViewItemFeature
        is_ticked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        option.features = (option.features & ~features.HasCheckIndicator) | features.HasDecoration
        option.icon = QIcon(self._box(ticked=is_ticked))
        option.decorationSize = QSize(_BOX, _BOX)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a line's size."""
        return QSize(super().sizeHint(option, index).width(), scaled(_LINE))

    def _box(self, *, ticked: bool) -> QPixmap:
        ratio = self._list.devicePixelRatioF()
        pixmap = QPixmap(QSize(_BOX, _BOX) * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter, theme = QPainter(pixmap), self._appearance.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.color("accent" if ticked else "faint"))
        painter.setBrush(theme.color("accent" if ticked else "surface"))
        painter.drawRoundedRect(QRectF(0.5, 0.5, _BOX - 1, _BOX - 1), 4, 4)
        if ticked:
            painter.drawPixmap(2, 2, self._appearance.icon("check", "on_accent").pixmap(QSize(14, 14), ratio))
        painter.end()
        return pixmap


class CalendarDialog(QDialog):
    """Asks which of some dates are written to a calendar; nothing is ticked at first."""

    chosen = Signal(object)  # list[RegisterRow]

    def __init__(self, rows: Sequence[RegisterRow], appearance: Appearance, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("calendar_dialog")
        self.setWindowTitle(self.tr("Write dates to a calendar"))
        self._dates = _Dates([row for row in rows if has_whole_date(row)])
        listed = QListView()
        listed.setObjectName("calendar_dates")
        listed.setAccessibleName(self.tr("Dates"))
        listed.setModel(self._dates)
        listed.setUniformItemSizes(True)
        listed.setItemDelegate(_BoxDelegate(appearance, listed))
        listed.clicked.connect(self._dates.turn)
        every = CheckBox(self.tr("All"), appearance)
        every.setObjectName("calendar_all")
        every.toggled.connect(self._tick_all)
        self._write = button("", "calendar_write_button", "primary")
        self._write.clicked.connect(self._choose)
        cancel = button(self.tr("Cancel"), "calendar_cancel_button")
        cancel.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        note = self.tr("Only the dates that you tick are written. A deadline without a day of its own is not listed.")
        layout.addWidget(label(note, "muted", wrap=True))
        layout.addWidget(every)
        layout.addWidget(listed, 1)
        layout.addLayout(button_row(cancel, self._write))
        self._dates.ticked_changed.connect(self._show_count)
        self._show_count()
        resize_dialog(self, 640, 520)

    def _tick_all(self, on: bool) -> None:  # noqa: FBT001 - Qt's
        self._dates.tick_all(on=on)

    def _show_count(self) -> None:
        count = len(self._dates.ticked())
        self._write.setText(self.tr("Write {count} of {dates}…").format(
            count=words.number(count), dates=words.number(self._dates.rowCount())
        ))  # fmt: skip
        self._write.setEnabled(count > 0)

    def _choose(self) -> None:
        ticked = self._dates.ticked()
        self.accept()
        self.chosen.emit(ticked)
