"""A form made from the table of options: label, editor and help of each come from there."""

from collections.abc import Iterable
from typing import cast

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.config import AnyOption, Config, Option, OptionValue
from desktop_rag.gui.theme import Appearance
from desktop_rag.gui.widgets import ComboBox, label

Editor = ComboBox | QSpinBox | QDoubleSpinBox | QLineEdit
LABEL_WIDTH = 168

CHOICE_WORDS = {
    ("llm.provider", "none"): "No model (quotations only)",
    ("llm.provider", "openai"): "OpenAI or compatible (LM Studio, llama.cpp, …)",
    ("llm.provider", "ollama"): "Ollama",
    ("retrieval.mode", "hybrid"): "Words and meaning",
    ("retrieval.mode", "vector"): "Meaning only",
    ("retrieval.mode", "bm25"): "Words only",
    ("window.theme", "system"): "Like the system",
    ("window.theme", "light"): "Light",
    ("window.theme", "dark"): "Dark",
}


class OptionForm(QWidget):
    """Edits some options. Keys in ``suggested`` get a box that can offer values; whole rows can be hidden."""

    changed = Signal(str)  # key

    def __init__(
        self, options: Iterable[AnyOption], appearance: Appearance, suggested: frozenset[str] = frozenset()
    ) -> None:
        super().__init__()
        self._options = {option.key: option for option in options}
        self._appearance = appearance
        self._editors: dict[str, Editor] = {}
        self._rows: dict[str, list[QWidget]] = {}
        self._beside: dict[str, QHBoxLayout] = {}
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(16)
        self.grid.setVerticalSpacing(12)
        self.grid.setColumnMinimumWidth(0, LABEL_WIDTH)
        self.grid.setColumnStretch(1, 1)
        for option in self._options.values():
            self._add(option, suggested=option.key in suggested)

    def editor(self, key: str) -> Editor:
        """Return the editor of an option."""
        return self._editors[key]

    def suggestions(self, key: str) -> ComboBox:
        """Return the editor of an option that offers values."""
        editor = self._editors[key]
        if not isinstance(editor, ComboBox):
            raise TypeError(key)
        return editor

    def load(self, config: Config) -> None:
        """Show the values of ``config``."""
        for key, option in self._options.items():
            self.set_value(key, _value(config, option))

    def set_value(self, key: str, value: OptionValue) -> None:
        """Show one value."""
        editor = self._editors[key]
        if isinstance(editor, ComboBox) and not editor.isEditable():
            editor.setCurrentIndex(max(0, editor.findData(value)))
        elif isinstance(editor, ComboBox):
            editor.setCurrentText(str(value))
        elif isinstance(editor, QLineEdit):
            editor.setText(str(value))
        elif isinstance(editor, QSpinBox):
            editor.setValue(int(value))
        else:
            editor.setValue(float(value))

    def value(self, key: str) -> OptionValue:
        """Return what the person chose or typed."""
        editor = self._editors[key]
        if isinstance(editor, ComboBox) and not editor.isEditable():
            return str(editor.currentData())
        if isinstance(editor, ComboBox):
            return editor.currentText().strip()
        return editor.text().strip() if isinstance(editor, QLineEdit) else editor.value()

    def values(self) -> dict[str, OptionValue]:
        """Return all values by key."""
        return {key: self.value(key) for key in self._options}

    def show_row(self, key: str, *, show: bool) -> None:
        """Show or hide an option."""
        for widget in self._rows[key]:
            widget.setVisible(show)

    def add_row(self, key: str, text: str, widget: QWidget) -> QLabel:
        """Add a row with any widget at its right; return its label."""
        row = self.grid.rowCount()
        name = label(text, "body")
        name.setBuddy(widget)
        name.setMinimumHeight(32)
        self.grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        self.grid.addWidget(widget, row, 1)
        self._rows[key] = [name, widget]
        return name

    def beside(self, key: str, widget: QWidget) -> None:
        """Put a widget at the right of an option's editor."""
        self._beside[key].addWidget(widget)

    def _add(self, option: AnyOption, *, suggested: bool) -> None:
        """Add the row of an option, with its help below."""
        editor = self._make_editor(option, suggested=suggested)
        editor.setObjectName(option.key)
        text = QCoreApplication.translate("Options", option.label)
        hint = QCoreApplication.translate("Options", option.help)
        editor.setAccessibleName(text)
        editor.setAccessibleDescription(hint)
        cell = QWidget()
        lines = QVBoxLayout(cell)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(4)
        self._beside[option.key] = QHBoxLayout()
        self._beside[option.key].setSpacing(8)
        self._beside[option.key].addWidget(editor, 1)
        lines.addLayout(self._beside[option.key])
        if not option.choices:
            lines.addWidget(label(hint, "small", wrap=True))
        self._editors[option.key] = editor
        self.add_row(option.key, text, cell).setBuddy(editor)

    def _make_editor(self, option: AnyOption, *, suggested: bool) -> Editor:
        """Return the kind of editor that suits an option."""
        if option.choices or suggested:
            return self._make_combo(option, editable=suggested)
        if isinstance(option.default, str):
            edit = QLineEdit()
            edit.textChanged.connect(self._tell)
            return edit
        number = _number_box(option)
        number.valueChanged.connect(self._tell)
        return number

    def _make_combo(self, option: AnyOption, *, editable: bool) -> ComboBox:
        """Return a box of choices in friendly words, or an editable one."""
        combo = ComboBox(self._appearance)
        combo.setEditable(editable)
        if editable:
            combo.setInsertPolicy(ComboBox.InsertPolicy.NoInsert)
            combo.currentTextChanged.connect(self._tell)
            return combo
        for choice in option.choices:
            text = CHOICE_WORDS.get((option.key, str(choice)), str(choice))
            combo.addItem(QCoreApplication.translate("OptionForm", text), choice)
        combo.currentIndexChanged.connect(self._tell)
        return combo

    def _tell(self) -> None:
        """Say which option was edited."""
        sender = self.sender()
        if sender is not None:
            self.changed.emit(sender.objectName())


def _value(config: Config, option: AnyOption) -> OptionValue:
    """Return a setting of whatever type."""
    return config[cast("Option[str]", option)]


def _number_box(option: AnyOption) -> QSpinBox | QDoubleSpinBox:
    """Return a box for a whole or a decimal number with the option's range."""
    low, high = option.minimum or 0, option.maximum if option.maximum is not None else 2**31 - 1
    box: QSpinBox | QDoubleSpinBox
    if isinstance(option.default, int):
        box = QSpinBox()
        box.setRange(int(low), int(high))
    else:
        box = QDoubleSpinBox()
        box.setRange(low, high)
        box.setDecimals(2 if high <= 10 else 0)
        box.setSingleStep(0.1 if high <= 10 else 10.0)
    box.setGroupSeparatorShown(True)
    box.lineEdit().setTextMargins(8, 0, 8, 0)
    return box
