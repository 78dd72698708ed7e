"""A form made from the table of options: label, editor and help of each come from there.

On a page the common options are in the open, the others folded away below.
"""

import time
from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import Qt, QTimer, Signal
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

from desktop_rag.config import AnyOption, Config, OptionValue
from desktop_rag.config.options import FILTERS, NODE_POSTPROCESSORS, SHORTCUTS
from desktop_rag.core.errors import UserError
from desktop_rag.gui.settings.filter_rows import FilterRows
from desktop_rag.gui.settings.lines_editor import PlainLinesEditor
from desktop_rag.gui.settings.postprocessor_list import PostprocessorList, make_postprocessor_editor
from desktop_rag.gui.shortcuts.editor import ShortcutsEditor
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import CheckBox, CollapsibleSection, ComboBox, label
from desktop_rag.gui.widgets.edit_watchers import TextCentring, fit_number_box
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.words import option_text

LinesEditor = (
    PlainLinesEditor | FilterRows | PostprocessorList | ShortcutsEditor
)  # each edits a text, one entry on each line
Editor = ComboBox | QSpinBox | QDoubleSpinBox | QLineEdit | QCheckBox | LinesEditor
EditorMaker = Callable[[Appearance], LinesEditor]
LABEL_WIDTH = 168
_SLICE_SECONDS = 0.003
_EDITORS: dict[str, EditorMaker] = {
    FILTERS.key: FilterRows,
    NODE_POSTPROCESSORS.key: make_postprocessor_editor,
    SHORTCUTS.key: ShortcutsEditor,
}


def row_grid(row: QWidget) -> QGridLayout:
    """Return the layout of a row that stands beside those of options: a label, and an editor above its help."""
    grid = QGridLayout(row)
    grid.setContentsMargins(0, 0, 0, 12)
    grid.setVerticalSpacing(4)
    grid.setHorizontalSpacing(16)
    grid.setColumnMinimumWidth(0, LABEL_WIDTH)
    grid.setColumnStretch(1, 1)
    return grid


class OptionForm(QWidget):
    """Edits some options.

    Keys in ``suggested`` get a box that can offer values, those in ``editors`` the editor that is given for them.
    A row that has no effect beside the others' values is hidden; ``show_row`` hides whole rows besides. With
    ``slowly`` no row is made before ``build_slowly``, which makes a few at a time and lets the window work in
    between; whoever needs an editor earlier gets it.
    """

    changed = Signal(str)  # key
    completed = Signal()  # every row is there

    def __init__(
        self,
        options: Iterable[AnyOption],
        appearance: Appearance,
        suggested: frozenset[str] = frozenset(),
        editors: Mapping[str, EditorMaker] | None = None,
        *,
        slowly: bool = False,
    ) -> None:
        super().__init__()
        self.options = {option.key: option for option in options}
        self._appearance = appearance
        self._suggested = suggested
        self._makers = dict(editors or {})
        self._missing = list(self.options.values())  # those without a row
        self._config = Config()
        self._loading = False
        self._hints: dict[str, QLabel] = {}
        self._editors: dict[str, Editor] = {}
        self._rows: dict[str, list[QWidget]] = {}
        self._beside: dict[str, QHBoxLayout] = {}
        self._errors: dict[str, QLabel] = {}
        self._unwanted: set[str] = set()
        self._other_values: dict[str, OptionValue] = {}
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(16)
        self.grid.setVerticalSpacing(12)
        self.grid.setColumnMinimumWidth(0, LABEL_WIDTH)
        self.grid.setColumnStretch(1, 1)
        self._builder = QTimer(self)
        self._builder.timeout.connect(self.build_slowly)
        self.changed.connect(self._react)
        if not slowly:
            self._build(None)

    @property
    def complete(self) -> bool:
        """True if every row is there."""
        return not self._missing

    def build_slowly(self) -> None:
        """Make the missing rows, some at once and the others while the program is idle."""
        self._build(time.perf_counter() + _SLICE_SECONDS)
        if self._missing:
            self._builder.start(0)

    def editor(self, key: str) -> Editor:
        """Return the editor of an option."""
        if key not in self._editors:
            self._build(None)
        return self._editors[key]

    def suggestions(self, key: str) -> ComboBox:
        """Return the editor of an option that offers values."""
        editor = self.editor(key)
        if not isinstance(editor, ComboBox):
            raise TypeError(key)
        return editor

    def load(self, config: Config) -> None:
        """Show the values of ``config``."""
        self._config = config
        self._loading = True
        for key in self._editors:
            self.set_value(key, config.value(self.options[key]))
        self._loading = False
        self._show_relevant()

    def set_value(self, key: str, value: OptionValue) -> None:
        """Show one value."""
        editor = self.editor(key)
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
        """Return the value chosen or typed; the loaded value while there is no editor yet."""
        if key not in self._editors:
            return self._config.value(self.options[key])
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
        """Show beside each editor what is wrong with its value, and focus the first; return whether nothing is."""
        self._build(None)
        wrong = ""
        for key, option in self.options.items():
            try:
                option.check(self.value(key))
            except UserError as error:
                self.show_error(key, words.error_text(error))
                wrong = wrong or key
            else:
                self.show_error(key, "")
        if wrong:
            self._editors[wrong].setFocus()
        return not wrong

    def show_error(self, key: str, text: str) -> None:
        """Show the error of a value beside its editor; "" removes it."""
        self.editor(key)
        self._errors[key].setText(text)
        self._errors[key].setVisible(bool(text))

    def show_row(self, key: str, *, show: bool) -> None:
        """Show or hide an option."""
        if show:
            self._unwanted.discard(key)
        else:
            self._unwanted.add(key)
        for widget in self._rows.get(key, ()):
            widget.setVisible(self._is_shown(key, self._other_values | self._present()))

    def set_other_values(self, values: Mapping[str, OptionValue]) -> None:
        """Hide the rows that have no effect beside these values, which are edited elsewhere."""
        self._other_values = dict(values)
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

    def rule_out(self, key: str, reason: str) -> None:
        """Say below an option why it cannot be had; one that is on can still be switched off."""
        editor = self.editor(key)
        editor.setEnabled(bool(self.value(key)))
        said = label(reason, "body", wrap=True)
        said.setObjectName(f"{key}.reason")
        lines = self._rows[key][1].layout()
        if isinstance(lines, QVBoxLayout):
            lines.insertWidget(1, said)

    def beside(self, key: str, widget: QWidget) -> None:
        """Put a widget at the right of an option's editor."""
        self._beside[key].addWidget(widget)

    def _build(self, until: float | None) -> None:
        """Make the rows that are missing, as far as the time allows."""
        while self._missing and (until is None or time.perf_counter() < until):
            option = self._missing.pop(0)
            self._loading = True
            self._add(option)
            self.set_value(option.key, self._config.value(option))
            self._loading = False
            self._show_relevant([option.key])
            if not self._missing:
                self._builder.stop()
                self.completed.emit()

    def _add(self, option: AnyOption) -> None:
        """Add the row of an option, with its help below; each widget is placed before it gets children."""
        cell = QWidget(self)
        self.add_row(option.key, option_text(option.label), cell)
        lines = QVBoxLayout(cell)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(4)
        self._beside[option.key] = QHBoxLayout()
        self._beside[option.key].setSpacing(8)
        lines.addLayout(self._beside[option.key])
        editor = self._make_editor(option)
        self._beside[option.key].addWidget(editor, 1)
        self._name_editor(option, editor)
        error = self._errors[option.key] = label("", "error", wrap=True)
        error.setObjectName(f"{option.key}.error")
        error.hide()
        lines.addWidget(error)
        lines.addWidget(label(option_text(option.help), "small", wrap=True))
        if any(choice.help for choice in option.choices):
            hint = self._hints[option.key] = label("", "small", wrap=True)
            hint.setObjectName(f"{option.key}.hint")
            hint.hide()
            lines.addWidget(hint)
        self._editors[option.key] = editor

    def _name_editor(self, option: AnyOption, editor: Editor) -> None:
        name = self._rows[option.key][0]
        if isinstance(name, QLabel):
            name.setBuddy(editor)
        for widget in {editor, editor.edit if isinstance(editor, PlainLinesEditor) else editor}:
            widget.setAccessibleName(option_text(option.label))
            widget.setAccessibleDescription(option_text(option.help))
        editor.setObjectName(option.key)

    def _make_editor(self, option: AnyOption) -> Editor:
        if option.choices or option.key in self._suggested:
            return self._make_combo(option, editable=option.key in self._suggested)
        if isinstance(option.default, bool):
            box = CheckBox(self.tr("On"), self._appearance)
            box.toggled.connect(self._tell)
            return box
        if option.lines:
            maker = self._makers.get(option.key)
            lines = maker(self._appearance) if maker is not None else PlainLinesEditor()
            lines.changed.connect(self._tell)
            return lines
        if isinstance(option.default, str):
            edit = QLineEdit()
            TextCentring(edit)
            edit.setPlaceholderText(option.example)
            edit.textChanged.connect(self._tell)
            return edit
        number = _number_box(option)
        number.valueChanged.connect(self._tell)
        return number

    def _make_combo(self, option: AnyOption, *, editable: bool) -> ComboBox:
        """Return a box of choices in friendly words, or an editable one."""
        combo = ComboBox(self._appearance)
        combo.setEditable(editable)
        if (edit := combo.lineEdit()) is not None:
            TextCentring(edit)
            combo.setInsertPolicy(ComboBox.InsertPolicy.NoInsert)
            combo.currentTextChanged.connect(self._tell)
            return combo
        for choice in option.choices:
            combo.addItem(option_text(choice.label), choice.value)
        combo.currentIndexChanged.connect(self._tell)
        return combo

    def _tell(self) -> None:
        sender = self.sender()
        if sender is not None and not self._loading:
            self.changed.emit(sender.objectName())

    def _react(self, key: str) -> None:
        """Clear the error of a value that changes, and show the options that have an effect now."""
        if key in self._errors:
            self.show_error(key, "")
        self._show_relevant()

    def _present(self) -> dict[str, OptionValue]:
        return {key: self.value(key) for key, option in self.options.items() if option.choices}

    def _is_shown(self, key: str, values: Mapping[str, OptionValue]) -> bool:
        """Return True if a row is wanted and, if it is an option's, has an effect beside these values."""
        return key not in self._unwanted and (key not in self.options or self.options[key].is_relevant(values))

    def _show_relevant(self, keys: Iterable[str] | None = None) -> None:
        """Hide rows that have no effect beside the present values, and say what a choice entails."""
        values = self._other_values | self._present()
        for key in self._editors if keys is None else keys:
            shown = self._is_shown(key, values)
            for widget in self._rows[key]:
                if keys is not None or widget.isHidden() is shown:  # new ones are hidden until their layout shows them
                    widget.setVisible(shown)
            if key in self._hints:
                hint = option_text(self.options[key].choice(self.value(key)).help)
                self._hints[key].setText(hint)
                self._hints[key].setVisible(bool(hint))


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
        box.setDecimals(option.decimals if option.decimals is not None else 2 if high <= 10 else 0)
        box.setSingleStep(0.1 if high <= 10 else 10.0)
    if option.minimum_label:
        box.setSpecialValueText(option_text(option.minimum_label))
    if option.unit:
        unit = option_text(option.unit)
        box.setSuffix(f" {unit}" if unit[0].isalpha() else unit)  # a sign brings the space that the language has
    box.setGroupSeparatorShown(True)
    fit_number_box(box)
    return box


class OptionPage(QWidget):
    """Edits a group of options; without any common ones among them nothing is folded.

    What is folded is built when it is opened first. Until then its values are as they were.
    """

    def __init__(self, options: Iterable[AnyOption], appearance: Appearance, name: str) -> None:
        super().__init__()
        self._appearance = appearance
        self._config = Config()
        self._other_values: dict[str, OptionValue] = {}
        every = list(options)
        common = [option for option in every if option.common]
        self._folded = [option for option in every if option not in common] if common else []
        self._common = make_form(common or every, appearance)
        QTimer.singleShot(0, self._common, self._common.build_slowly)
        self._rest: OptionForm | None = None
        self._place = QVBoxLayout()
        self._place.setContentsMargins(0, 0, 0, 0)
        holder = QWidget()
        holder.setLayout(self._place)
        self.section = CollapsibleSection(appearance, self.tr("More options"), holder, f"{name}_more_button")
        self.section.setVisible(bool(self._folded))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(16)
        layout.addWidget(self._common)
        layout.addWidget(self.section)
        self._common.changed.connect(self._changed)
        self.section.toggle.toggled.connect(self._build)

    def load(self, config: Config) -> None:
        """Show the values of ``config``."""
        self._config = config
        self._common.load(config)
        if self._rest is not None:
            self._rest.load(config)
        self._count()

    def field(self, key: str) -> QWidget:
        """Return the editor of an option, unfolded."""
        for one in self._common.options:  # rows that are made later would move the others
            self._common.editor(one)
        if key in self._common.options:
            return self._common.editor(key)
        self.section.set_open(opened=True)
        self._build()
        if self._rest is None:
            raise KeyError(key)
        return self._rest.editor(key)

    def rule_out(self, key: str, reason: str) -> None:
        """Say below an option that is not folded why it cannot be had."""
        self._common.rule_out(key, reason)

    def values(self) -> dict[str, OptionValue]:
        """Return every value by key."""
        if self._rest is not None:
            return self._common.values() | self._rest.values()
        return self._common.values() | {option.key: self._config.value(option) for option in self._folded}

    def check(self) -> bool:
        """Show beside each editor what is wrong with its value; return whether nothing is."""
        good = self._rest is None or self._rest.check()
        if not good:
            self.section.set_open(opened=True)
        return self._common.check() and good

    def show_error(self, key: str, text: str) -> None:
        """Show the error of a value beside its editor."""
        if key in self._common.options:
            self._common.show_error(key, text)
            return
        self.section.set_open(opened=True)
        if self._rest is not None:
            self._rest.show_error(key, text)

    def set_other_values(self, values: Mapping[str, OptionValue]) -> None:
        """Hide the options that have no effect beside these values, which are edited elsewhere."""
        self._other_values = dict(values)
        self._common.set_other_values(self._other_values)
        if self._rest is not None:
            self._rest.set_other_values(self._other_values | self._common.values())

    def _build(self) -> None:
        """Build the folded options, once."""
        if self._rest is None:
            self._rest = make_form(self._folded, self._appearance)
            self._place.addWidget(self._rest)
            self._rest.load(self._config)
            self._rest.set_other_values(self._other_values | self._common.values())
            self._rest.changed.connect(self._changed)
            self._rest.build_slowly()
            self._rest.show()

    def _changed(self, key: str) -> None:
        """Update the rows that depend on an option; options in the section may depend on those above it."""
        if key in self._common.options and self._rest is not None:
            self._rest.set_other_values(self._other_values | self._common.values())
        self._count()

    def _count(self) -> None:
        """Show on the fold the number of its options that differ from the defaults."""
        standard, values = Config(), self.values()
        changed = sum(values[option.key] != standard.value(option) for option in self._folded)
        count = self.tr("%Ln changed", "", changed)
        title = self.tr("More options")
        self.section.set_title(f"{title} · {count}" if changed else title)


def make_form(options: list[AnyOption], appearance: Appearance) -> OptionForm:
    """Return a form without rows so far, with the friendlier editors where there are any."""
    keys = {option.key for option in options}
    editors = {key: make for key, make in _EDITORS.items() if key in keys}
    return OptionForm(options, appearance, editors=editors, slowly=True)
