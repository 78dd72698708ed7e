"""Conditions on files as rows of field, condition and value; stored as one line each."""

import re

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop_rag.gui.widgets.basics import ComboBox, IconButton, button
from desktop_rag.gui.widgets.edit_watchers import TextCentring
from desktop_rag.gui.widgets.theme import Appearance

_LINE = re.compile(r"^\s*([^\s=!<>~\"]+)\s*(==|!=|<=|>=|!~|~|=|<|>|\bnot\s+in\b|\bin\b)\s*(.*?)\s*$")


def _fields() -> tuple[tuple[str, str], ...]:
    return (
        ("file_name", _tr("File name")),
        ("file_path", _tr("Folder and file")),
        ("file_type", _tr("File type")),
        ("page_number", _tr("Page")),
        ("heading", _tr("Heading")),
    )


def _conditions() -> tuple[tuple[str, str], ...]:
    return (
        ("=", _tr("is")),
        ("!=", _tr("is not")),
        ("~", _tr("contains")),
        ("!~", _tr("does not contain")),
        ("in", _tr("is one of")),
        ("not in", _tr("is none of")),
        ("<=", _tr("at most")),
        (">=", _tr("at least")),
        ("<", _tr("below")),
        (">", _tr("above")),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("FilterRow", text)


class FilterRow(QWidget):
    """One condition. A line that cannot be taken apart is edited as it is."""

    def __init__(self, appearance: Appearance, line: str) -> None:
        super().__init__()
        match = _LINE.match(line)
        if match is not None and match[1] in (text for _, text in _fields()):
            match = None  # the box would take it for the field of this label
        self._raw = bool(line) and match is None
        self.field = ComboBox(appearance)
        self.field.setObjectName("filter_field")
        self.field.setAccessibleName(self.tr("Field"))
        self.field.setEditable(True)
        if (edit := self.field.lineEdit()) is not None:
            TextCentring(edit)
        for key, text in _fields():
            self.field.addItem(text, key)
        self.condition = ComboBox(appearance)
        self.condition.setObjectName("filter_condition")
        self.condition.setAccessibleName(self.tr("Condition"))
        for operator, text in _conditions():
            self.condition.addItem(text, operator)
        self.value = QLineEdit()
        TextCentring(self.value)
        self.value.setObjectName("filter_value")
        self.value.setAccessibleName(self.tr("Value"))
        self.value.setPlaceholderText(self.tr("report.pdf"))
        self.remove = IconButton(appearance, "close", self.tr("Remove this condition"), "filter_remove")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        self.field.setFixedWidth(136)
        self.condition.setFixedWidth(128)
        for widget in (self.field, self.condition, self.value, self.remove):
            layout.addWidget(widget, 1 if widget is self.value else 0)
        self.field.setVisible(not self._raw)
        self.condition.setVisible(not self._raw)
        self._show(line, match)

    def line(self) -> str:
        """Return the condition as one line; "" when nothing is said yet."""
        value = self.value.text().strip()
        if self._raw or not value:
            return value
        operator = str(self.condition.currentData())
        between = f" {operator} " if operator.endswith("in") else operator
        return f"{self._key()}{between}{value}"

    def _key(self) -> str:
        text = self.field.currentText().strip()
        place = self.field.findText(text)
        return str(self.field.itemData(place)) if place >= 0 else text.replace(" ", "_")

    def _show(self, line: str, match: re.Match[str] | None) -> None:
        if self._raw or match is None:
            self.value.setText(line)
            return
        key, operator, value = match.groups()
        place = self.field.findData(key)
        if place >= 0:
            self.field.setCurrentIndex(place)
        else:
            self.field.setCurrentText(key)
        self.condition.setCurrentIndex(max(0, self.condition.findData(" ".join(operator.replace("==", "=").split()))))
        self.value.setText(value)
        self.value.setCursorPosition(0)


class FilterRows(QWidget):
    """All conditions; every one must be met."""

    changed = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._rows: list[FilterRow] = []
        self._column = QVBoxLayout()
        self._column.setSpacing(8)
        self.add_button = button(self.tr("Add condition"), "filter_add_button")
        self.add_button.clicked.connect(self._add_empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(self._column)
        row = QHBoxLayout()
        row.addWidget(self.add_button)
        row.addStretch(1)
        layout.addLayout(row)
        self.setFocusProxy(self.add_button)

    def text(self) -> str:
        """Return the conditions, one on each line."""
        return "\n".join(line for row in self._rows if (line := row.line()))

    def set_text(self, text: str) -> None:
        """Show stored conditions."""
        if text == self.text():
            return
        for row in self._rows:
            self._drop(row)
        self._rows = []
        for line in text.splitlines():
            if line.strip():
                self._add(line.strip())
        self.changed.emit()

    def rows(self) -> list[FilterRow]:
        """Return the rows that are shown."""
        return list(self._rows)

    def _add_empty(self) -> None:
        self._add("").value.setFocus()

    def _add(self, line: str) -> FilterRow:
        row = FilterRow(self._appearance, line)
        self._rows.append(row)
        self._column.addWidget(row)
        row.show()  # now, so that it can take the focus
        row.field.currentTextChanged.connect(self.changed)
        row.condition.currentIndexChanged.connect(self.changed)
        row.value.textChanged.connect(self.changed)
        row.remove.clicked.connect(self._remove)
        return row

    def _remove(self) -> None:
        """Take away the row whose button was clicked."""
        sender = self.sender()
        for row in self._rows:
            if row.remove is sender:
                self._rows.remove(row)
                self._drop(row)
                break
        self.add_button.setFocus()
        self.changed.emit()

    def _drop(self, row: FilterRow) -> None:
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()
