"""A form made from the table of options: label, editor and help of each come from there."""

from collections.abc import Iterable, Mapping
from typing import cast

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
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
from desktop_rag.errors import UserError
from desktop_rag.gui import option_words
from desktop_rag.gui.lines_editor import LinesEditor, PlainLines
from desktop_rag.gui.theme import Appearance
from desktop_rag.gui.widgets import CheckBox, ComboBox, label

Editor = ComboBox | QSpinBox | QDoubleSpinBox | QLineEdit | QCheckBox | LinesEditor
LABEL_WIDTH = 168


class OptionForm(QWidget):
    """Edits some options.

    Keys in ``suggested`` get a box that can offer values, those in ``editors`` the editor that is given for them.
    A row that has no effect beside the others' values is hidden; ``show_row`` hides whole rows besides.
    """

    changed = Signal(str)  # key

    def __init__(
        self,
        options: Iterable[AnyOption],
        appearance: Appearance,
        suggested: frozenset[str] = frozenset(),
        editors: Mapping[str, LinesEditor] | None = None,
    ) -> None:
        super().__init__()
        self.options = {option.key: option for option in options}
        self._appearance = appearance
        self._given = dict(editors or {})
        self._editors: dict[str, Editor] = {}
        self._rows: dict[str, list[QWidget]] = {}
        self._beside: dict[str, QHBoxLayout] = {}
        self._errors: dict[str, QLabel] = {}
        self._unwanted: set[str] = set()
        self._beyond: dict[str, OptionValue] = {}
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(16)
        self.grid.setVerticalSpacing(12)
        self.grid.setColumnMinimumWidth(0, LABEL_WIDTH)
        self.grid.setColumnStretch(1, 1)
        for option in self.options.values():
            self._add(option, suggested=option.key in suggested)
        self.changed.connect(self._react)

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
        for key, option in self.options.items():
            self.set_value(key, value_of(config, option))
        self._show_relevant()

    def set_value(self, key: str, value: OptionValue) -> None:
        """Show one value."""
        editor = self._editors[key]
        if isinstance(editor, ComboBox) and not editor.isEditable():
            editor.setCurrentIndex(max(0, editor.findData(value)))
        elif isinstance(editor, ComboBox):
            editor.setCurrentText(str(value))
        elif isinstance(editor, QLineEdit | LinesEditor):
            set_text = editor.setText if isinstance(editor, QLineEdit) else editor.set_text
            set_text(str(value))
        elif isinstance(editor, QCheckBox):
            editor.setChecked(bool(value))
        elif isinstance(editor, QSpinBox):
            editor.setValue(int(value))
        else:
            editor.setValue(float(value))

    def value(self, key: str) -> OptionValue:
        """Return what the person chose or typed."""
        editor = self._editors[key]
        if isinstance(editor, ComboBox):
            return editor.currentText().strip() if editor.isEditable() else str(editor.currentData())
        if isinstance(editor, LinesEditor):
            return editor.text()
        if isinstance(editor, QCheckBox):
            return editor.isChecked()
        return editor.text().strip() if isinstance(editor, QLineEdit) else editor.value()

    def values(self) -> dict[str, OptionValue]:
        """Return all values by key."""
        return {key: self.value(key) for key in self.options}

    def check(self) -> bool:
        """Look at every value; what is wrong is said beside its editor, and the first wrong one gets the focus."""
        wrong = ""
        for key, option in self.options.items():
            try:
                option.check(self.value(key))
            except UserError as error:
                self.show_error(key, str(error))
                wrong = wrong or key
            else:
                self.show_error(key, "")
        if wrong:
            self._editors[wrong].setFocus()
        return not wrong

    def show_error(self, key: str, text: str) -> None:
        """Say beside an editor what is wrong with its value; "" takes that back."""
        self._errors[key].setText(text)
        self._errors[key].setVisible(bool(text))

    def show_row(self, key: str, *, show: bool) -> None:
        """Show or hide an option."""
        if show:
            self._unwanted.discard(key)
        else:
            self._unwanted.add(key)
        for widget in self._rows[key]:
            widget.setVisible(show and option_words.is_relevant(key, self._beyond | self._present()))

    def set_beyond(self, values: Mapping[str, OptionValue]) -> None:
        """Take note of values that are edited elsewhere: rows may have no effect beside them."""
        self._beyond = dict(values)
        self._show_relevant()

    def add_row(self, key: str, text: str, widget: QWidget) -> QLabel:
        """Add a row with any widget at its right; return its label."""
        row = self.grid.rowCount()
        name = label(text, "body", wrap=True)
        name.setBuddy(widget)
        name.setMinimumHeight(32)
        name.setFixedWidth(LABEL_WIDTH)
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
        text = QCoreApplication.translate("Options", option.label)
        hint = QCoreApplication.translate("Options", option.help)
        named = editor.edit if isinstance(editor, PlainLines) else editor
        for widget in {editor, named}:
            widget.setAccessibleName(text)
            widget.setAccessibleDescription(hint)
        editor.setObjectName(option.key)
        cell = QWidget()
        lines = QVBoxLayout(cell)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(4)
        self._beside[option.key] = QHBoxLayout()
        self._beside[option.key].setSpacing(8)
        self._beside[option.key].addWidget(editor, 1)
        lines.addLayout(self._beside[option.key])
        error = self._errors[option.key] = label("", "error", wrap=True)
        error.setObjectName(f"{option.key}.error")
        error.hide()
        lines.addWidget(error)
        if plain := option_words.plain_help(option):
            lines.addWidget(label(plain, "small", wrap=True))
        self._editors[option.key] = editor
        self.add_row(option.key, text, cell).setBuddy(editor)

    def _make_editor(self, option: AnyOption, *, suggested: bool) -> Editor:
        """Return the kind of editor that suits an option."""
        if option.choices or suggested:
            return self._make_combo(option, editable=suggested)
        if isinstance(option.default, bool):
            box = CheckBox(self.tr("On"), self._appearance)
            box.toggled.connect(self._tell)
            return box
        if option.key in self._given or option_words.is_multi_line(option):
            lines = self._given.get(option.key) or PlainLines()
            lines.changed.connect(self._tell)
            return lines
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
            combo.addItem(option_words.choice_text(option, choice), choice)
        combo.currentIndexChanged.connect(self._tell)
        return combo

    def _tell(self) -> None:
        """Say which option was edited."""
        sender = self.sender()
        if sender is not None:
            self.changed.emit(sender.objectName())

    def _react(self, key: str) -> None:
        """Take back what was said about a value that changes, and show what has an effect now."""
        if key in self._errors:
            self.show_error(key, "")
        self._show_relevant()

    def _present(self) -> dict[str, OptionValue]:
        """Return the values that rows can depend on."""
        return {key: self.value(key) for key, option in self.options.items() if option.choices}

    def _show_relevant(self) -> None:
        """Hide rows that have no effect beside the present values."""
        values = self._beyond | self._present()
        for key in self.options:
            shown = key not in self._unwanted and option_words.is_relevant(key, values)
            for widget in self._rows[key]:
                if widget.isHidden() is shown:
                    widget.setVisible(shown)


def value_of(config: Config, option: AnyOption) -> OptionValue:
    """Return a setting of whatever type."""
    return config[cast("Option[str]", option)]


def _number_box(option: AnyOption) -> QSpinBox | QDoubleSpinBox:
    """Return a box for a whole or a decimal number with the option's range."""
    low = option.minimum if option.minimum is not None else 0
    high = option.maximum if option.maximum is not None else 2**31 - 1
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
