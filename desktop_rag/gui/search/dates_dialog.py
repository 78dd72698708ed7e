"""A small dialog: from which day to which."""

from PySide6.QtCore import QDate, Signal
from PySide6.QtWidgets import QDateEdit, QDialog, QFormLayout, QHBoxLayout, QVBoxLayout, QWidget

from desktop_rag.gui.widgets.basics import button, label


class DateRangeDialog(QDialog):
    """Asks for two days; both count."""

    chosen = Signal(str, str)

    def __init__(self, first: str, last: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("dates_dialog")
        self.setWindowTitle(self.tr("Changed between"))
        today = QDate.currentDate()
        self.first = self._make_field("dates_first", self.tr("From"), first, today.addYears(-1))
        self.last = self._make_field("dates_last", self.tr("To"), last, today)
        form = QFormLayout()
        form.setSpacing(8)
        form.addRow(label(self.tr("From"), "muted"), self.first)
        form.addRow(label(self.tr("To"), "muted"), self.last)
        use = button(self.tr("Use"), "dates_use_button", "primary")
        cancel = button(self.tr("Cancel"), "dates_cancel_button")
        use.clicked.connect(self._use)
        cancel.clicked.connect(self.reject)
        use.setDefault(True)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(use)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(16)
        layout.addLayout(form)
        layout.addLayout(row)

    def _make_field(self, name: str, text: str, day: str, otherwise: QDate) -> QDateEdit:
        """Make the field of one day."""
        field = QDateEdit(QDate.fromString(day, "yyyy-MM-dd") if day else otherwise)
        field.setObjectName(name)
        field.setAccessibleName(text)
        field.setMinimumWidth(160)
        return field

    def _use(self) -> None:
        """Tell the two days, the earlier one first."""
        days = sorted((self.first.date().toString("yyyy-MM-dd"), self.last.date().toString("yyyy-MM-dd")))
        self.chosen.emit(*days)
        self.accept()
