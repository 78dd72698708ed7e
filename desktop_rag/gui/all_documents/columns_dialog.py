"""The columns of a review table, made and changed: a list of them, and beside it what the chosen one asks."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.review import ColumnType, OnlyIf, ReviewColumn, TableDefinition
from desktop_rag.gui.settings.lines_editor import PlainLinesEditor
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.screen import resize_dialog
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ComboBox, IconButton, Notice, button, button_row, label
from desktop_rag.gui.widgets.confirmation import Confirmation, confirm
from desktop_rag.gui.widgets.edit_watchers import TextCentring
from desktop_rag.gui.widgets.list_delegate import LINE_ROLE, TwoLineDelegate
from desktop_rag.gui.widgets.save_dialog import ask_where_to_save
from desktop_rag.gui.widgets.theme import Appearance, scaled
from desktop_rag.services.review.columns import MOST_COLUMNS, flaw
from desktop_rag.services.review.wording import said_value

_LISTED, _LABEL_WIDTH = 220, 96  # pixels
_ANSWERS = ("yes", "no")  # as cells have them


def type_words(kind: ColumnType) -> str:
    """Return what a type of columns is called."""
    return {
        ColumnType.TEXT: _tr("Text"),
        ColumnType.YES_NO: _tr("Yes or no"),
        ColumnType.NUMBER: _tr("Number with unit"),
        ColumnType.DATE: _tr("Date"),
        ColumnType.MONEY: _tr("Amount of money"),
        ColumnType.PARTY: _tr("Person or company"),
        ColumnType.CHOICE: _tr("One of several choices"),
    }[kind]


def _tr(text: str) -> str:
    return QCoreApplication.translate("TableWords", text)


class _ColumnForm(QWidget):
    """What one column asks; the fields that its type has no use for are hidden."""

    changed = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("column_form")
        self._column = ReviewColumn("")
        self.name, self._question, self._unit = (QLineEdit() for _ in range(3))
        for edit in (self.name, self._question, self._unit):
            TextCentring(edit)
        self._type, self._other, self._value = (ComboBox(appearance) for _ in range(3))
        self._instructions, self._examples, self._choices = (PlainLinesEditor(lines) for lines in (4, 2, 4))
        for kind in ColumnType:
            self._type.addItem(type_words(kind), kind)
        self._value.setEditable(True)
        self._question.setPlaceholderText(self.tr("For example: How long is the notice period?"))
        self._unit.setPlaceholderText(self.tr("For example: months"))
        self._is_value = label(self.tr("is"), "muted")
        condition = QWidget()
        row = QHBoxLayout(condition)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._other, 3)
        row.addWidget(self._is_value)
        row.addWidget(self._value, 2)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 4, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnMinimumWidth(0, _LABEL_WIDTH)
        self._grid.setColumnStretch(1, 1)
        self._add(self.tr("Name"), self.name, "column_name")
        self._add(self.tr("Type"), self._type, "column_type")
        self._of_choices = self._add(
            self.tr("Choices"), self._choices, "column_choices", self.tr("One on each line, two or more.")
        )
        self._of_unit = self._add(self.tr("Unit"), self._unit, "column_unit")
        self._add(self.tr("Question"), self._question, "column_question", self.tr("Without one, the name is asked."))
        self._add(
            self.tr("Instructions"),
            self._instructions,
            "column_instructions",
            self.tr("What you would tell a person who fills in this column. Only a model reads it."),
        )
        self._add(
            self.tr("Examples"),
            self._examples,
            "column_examples",
            self.tr("Values as they should look, one on each line."),
        )
        self._of_condition = self._add(self.tr("Ask only if"), condition, "column_condition")
        self._other.setObjectName("column_only_if")
        self._other.setAccessibleName(self.tr("Ask only if"))
        self._value.setObjectName("column_only_value")
        self._value.setAccessibleName(self.tr("Value of the other column"))
        self._grid.setRowStretch(self._grid.rowCount(), 1)
        for edit in (self.name, self._question, self._unit):
            edit.textChanged.connect(self._edited)
        for lines in (self._instructions, self._examples, self._choices):
            lines.changed.connect(self._edited)
        self._type.currentIndexChanged.connect(self._edited)
        self._other.currentIndexChanged.connect(self._choose_other)
        self._value.currentTextChanged.connect(self._edited)

    def _add(self, text: str, field: QWidget, name: str, hint: str = "") -> tuple[QWidget, ...]:
        """Add a field with its label and what there is to say about it; return them."""
        row = self._grid.rowCount()
        said = label(text, "body")
        said.setBuddy(field)
        field.setObjectName(name)
        editor = field.edit if isinstance(field, PlainLinesEditor) else field
        editor.setAccessibleName(text)
        self._grid.addWidget(said, row, 0, Qt.AlignmentFlag.AlignTop)
        said.setMinimumHeight(28)
        self._grid.addWidget(field, row, 1)
        if not hint:
            return said, field
        note = label(hint, "small", wrap=True)
        self._grid.addWidget(note, row + 1, 1)
        return said, field, note

    def column(self) -> ReviewColumn:
        """Return the column as it is on the form; what its type has no use for is left out."""
        return self._column

    def show_column(self, column: ReviewColumn, before: Sequence[ReviewColumn]) -> None:
        """Show a column; it may depend on those ``before`` it."""
        self._column = column
        with QSignalBlocker(self):  # the fields then change nothing
            self.name.setText(column.name)
            self._question.setText(column.question)
            self._unit.setText(column.unit)
            self._instructions.set_text(column.instructions)
            self._examples.set_text("\n".join(column.examples))
            self._choices.set_text("\n".join(column.choices))
            self._type.setCurrentIndex(self._type.findData(column.type))
            self._other.clear()
            self._other.addItem(self.tr("Always"), None)
            for one in before:
                self._other.addItem(self.tr("“{column}”").format(column=one.name), one)
            wanted = column.only_if.column.casefold() if column.only_if is not None else ""
            names = ["", *(one.name.casefold() for one in before)]
            self._other.setCurrentIndex(names.index(wanted) if wanted in names else 0)
            self._offer_values()
            self._show_value(column.only_if.value if column.only_if is not None else "")
        self._column = column
        self._show_fields()

    def _offer_values(self) -> None:
        """Offer what the column that this one depends on may say."""
        other = self._other.currentData()
        values = () if other is None else _ANSWERS if other.type is ColumnType.YES_NO else other.choices
        with QSignalBlocker(self._value):
            self._value.clear()
            for one in values:
                self._value.addItem(said_value(one, other.type, words.sentence), one)
            self._value.setCurrentIndex(0 if values else -1)

    def _show_value(self, value: str) -> None:
        place = self._value.findData(value)
        self._value.setCurrentIndex(place)
        if place < 0:
            self._value.setEditText(value)

    def _wanted_value(self) -> str:
        """Return the value of the condition as cells have it: “yes”, whatever it is called in the person's language."""
        typed = self._value.currentText().strip()
        place = self._value.findText(typed)
        return str(self._value.itemData(place)) if place >= 0 else typed

    def _choose_other(self, *_place: object) -> None:
        if not self.signalsBlocked():
            self._offer_values()
            self._edited()

    def _show_fields(self) -> None:
        for widgets, is_shown in (
            (self._of_choices, self._column.type is ColumnType.CHOICE),
            (self._of_unit, self._column.type is ColumnType.NUMBER),
            (self._of_condition, self._other.count() > 1),
            ((self._is_value, self._value), self._other.currentData() is not None),
        ):
            for widget in widgets:
                widget.setVisible(is_shown)

    def _edited(self, *_value: object) -> None:
        if self.signalsBlocked():
            return
        kind = ColumnType(self._type.currentData())
        other = self._other.currentData()
        self._column = ReviewColumn(
            self.name.text().strip(),
            kind,
            self._question.text().strip(),
            self._instructions.text(),
            _lines(self._examples.text()),
            self._unit.text().strip() if kind is ColumnType.NUMBER else "",
            _lines(self._choices.text()) if kind is ColumnType.CHOICE else (),
            OnlyIf(other.name, self._wanted_value()) if other is not None else None,
        )
        self._show_fields()
        self.changed.emit()


class ColumnsDialog(QDialog):
    """Columns at the left, the chosen one at the right; “Use these columns” shows the table that they make."""

    made = Signal(object)  # TableDefinition
    removed = Signal(str)  # the name of a table of the library that is to be forgotten

    def __init__(
        self, bridge: Bridge, appearance: Appearance, definition: TableDefinition | None, parent: QWidget, *, kept: bool
    ) -> None:
        """Show the columns of a table, of none for a new one; one that is ``kept`` in the library can be removed."""
        super().__init__(parent)
        self._bridge = bridge
        self._definition = definition or TableDefinition("", ())
        self._columns = list(self._definition.columns) or [ReviewColumn("")]
        self.setObjectName("columns_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Columns of the table") if definition is not None else self.tr("New table"))
        self._name = QLineEdit(self._definition.name)
        TextCentring(self._name)
        self._name.setObjectName("columns_table_name")
        self._name.setPlaceholderText(self.tr("For example: Leases"))
        self._name.setAccessibleName(self.tr("Name of the table"))
        self.list = QListWidget()
        self.list.setObjectName("columns_list")
        self.list.setProperty("role", "boxed")
        self.list.setAccessibleName(self.tr("Columns"))
        self.list.setItemDelegate(TwoLineDelegate(appearance))
        self.list.itemDelegate().setParent(self.list)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.form = _ColumnForm(appearance)
        self.notice = Notice("failure")
        self.notice.hide()
        self._lay_out(appearance, kept=kept)
        self.list.currentRowChanged.connect(self._choose)
        self.form.changed.connect(self._take)
        self._name.textChanged.connect(self.notice.hide)
        self._list_columns(0)
        (self._name if definition is None else self.list).setFocus()
        resize_dialog(self, 820, 600)

    def _lay_out(self, appearance: Appearance, *, kept: bool) -> None:
        top = QHBoxLayout()
        top.setSpacing(12)
        named = label(self.tr("Name of the table"), "body")
        named.setBuddy(self._name)
        top.addWidget(named)
        top.addWidget(self._name, 1)
        self._add = button(self.tr("Add a column"), "columns_add_button")
        self._add.clicked.connect(self._add_column)
        self._up = IconButton(appearance, "up", self.tr("Move up"), "columns_up_button")
        self._up.clicked.connect(partial(self._move, -1))
        self._down = IconButton(appearance, "down", self.tr("Move down"), "columns_down_button")
        self._down.clicked.connect(partial(self._move, 1))
        self._remove = IconButton(appearance, "trash", self.tr("Remove the column"), "columns_remove_button")
        self._remove.clicked.connect(self._remove_column)
        acts = QHBoxLayout()
        acts.setSpacing(4)
        acts.addWidget(self._add, 1)
        for one in (self._up, self._down, self._remove):
            acts.addWidget(one)
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.list, 1)
        left.addLayout(acts)
        self.list.setMinimumWidth(scaled(_LISTED))
        scroll = QScrollArea()
        scroll.setAccessibleName(self.windowTitle())
        scroll.setWidgetResizable(True)
        scroll.setWidget(self.form)
        scroll.viewport().setAutoFillBackground(False)
        self.form.setAutoFillBackground(False)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body = QHBoxLayout()
        body.setSpacing(16)
        body.addLayout(left)
        body.addWidget(scroll, 1)
        load = button(self.tr("Open a file…"), "columns_open_button")
        load.setToolTip(self.tr("Take the columns that somebody saved to a file."))
        load.clicked.connect(self._open_file)
        save = button(self.tr("Save to a file…"), "columns_save_button")
        save.setToolTip(self.tr("Save the columns to a file that others can open."))
        save.clicked.connect(self._save_file)
        forget = button(self.tr("Delete table"), "columns_delete_button", "danger")
        forget.setToolTip(self._told_of_deleting)
        forget.clicked.connect(self._ask_to_delete)
        forget.setVisible(kept)
        cancel = button(self.tr("Cancel"), "columns_cancel_button")
        cancel.clicked.connect(self.reject)
        self._use = button(self.tr("Use these columns"), "columns_use_button", "primary")
        self._use.clicked.connect(self._finish)
        row = button_row(cancel, self._use)
        for place, push in enumerate((load, save, forget)):
            row.insertWidget(place, push)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(12)
        layout.addLayout(top)
        layout.addWidget(self.notice)
        layout.addLayout(body, 1)
        layout.addLayout(row)

    def _list_columns(self, chosen: int) -> None:
        with QSignalBlocker(self.list):
            self.list.clear()
            for place in range(len(self._columns)):
                self.list.addItem(QListWidgetItem())
                self._show_item(place)
        self.list.setCurrentRow(min(chosen, len(self._columns) - 1))

    def _show_item(self, place: int) -> None:
        item, column = self.list.item(place), self._columns[place]
        item.setText(column.name or self.tr("Without a name"))
        item.setData(LINE_ROLE, type_words(column.type))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{item.text()}, {type_words(column.type)}")

    def _choose(self, place: int) -> None:
        if 0 <= place < len(self._columns):
            self.form.show_column(self._columns[place], [one for one in self._columns[:place] if one.name])
        self._up.setEnabled(place > 0)
        self._down.setEnabled(0 <= place < len(self._columns) - 1)
        self._remove.setEnabled(len(self._columns) > 1)
        self._add.setEnabled(len(self._columns) < MOST_COLUMNS)

    def _take(self) -> None:
        """Take what was typed; columns that depend on one that is renamed follow it."""
        place, after = self.list.currentRow(), self.form.column()
        before = self._columns[place]
        self._columns[place] = after
        if before.name and after.name and before.name != after.name:
            self._columns = [_following(one, before.name, after.name) for one in self._columns]
        self._show_item(place)
        self.notice.hide()

    def _add_column(self) -> None:
        place = self.list.currentRow() + 1
        self._columns.insert(place, ReviewColumn(""))
        self._list_columns(place)
        self.form.name.setFocus()

    def _move(self, by: int, *_clicked: object) -> None:
        place = self.list.currentRow()
        self._columns.insert(place + by, self._columns.pop(place))
        self._list_columns(place + by)

    def _remove_column(self) -> None:
        gone = self._columns.pop(self.list.currentRow())
        self._columns = [
            replace(one, only_if=None) if one.only_if is not None and one.only_if.column == gone.name else one
            for one in self._columns
        ]
        self._list_columns(self.list.currentRow())

    def _made(self) -> TableDefinition | None:
        """Return the table; where something makes no sense, say what, and go there."""
        name = self._name.text().strip()
        if not name:
            self._say(self.tr("The table has no name."))
            self._name.setFocus()
            return None
        found = flaw(self._columns)
        if found is not None:
            self.list.setCurrentRow(found.place)
            self._say(words.sentence(found.reason))
            self.form.name.setFocus()
            return None
        return replace(self._definition, name=name, columns=tuple(self._columns))

    def _open_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Open columns"), "", self.tr("Columns of a table (*.toml)"))
        if name:
            self._bridge.run(self._bridge.worker.tables.columns(Path(name)), self._opened, self._fail)

    def _opened(self, found: TableDefinition) -> None:
        self._columns = list(found.columns)
        self._name.setText(found.name)
        self._list_columns(0)

    def _save_file(self) -> None:
        definition = self._made()
        if definition is not None:
            kinds = {".toml": self.tr("Columns of a table (*.toml)")}
            save = partial(self._save_to, definition)
            ask_where_to_save(self, self.tr("Save columns"), f"{definition.name}.toml", kinds, save)

    def _save_to(self, definition: TableDefinition, path: Path) -> None:
        job = self._bridge.worker.tables.save_columns(definition, path)
        self._bridge.run(job, partial(self._saved, path.name), self._fail)

    def _saved(self, name: str, _nothing: None) -> None:
        self._say(self.tr("Saved to “{name}”.").format(name=name), role="info")

    def _fail(self, error: UserError) -> None:
        self._say(error.message, error.next_step)

    def _say(self, message: str, next_step: str = "", *, role: str = "failure") -> None:
        self.notice.set_role(role)
        self.notice.tell(message, next_step)

    @property
    def _told_of_deleting(self) -> str:
        return self.tr("Forget the table and what you set in it by hand. Your files stay as they are.")

    def _ask_to_delete(self) -> None:
        """Ask first: what was set by hand cannot be found again."""
        name = self._definition.name
        asked = Confirmation(
            name="delete_table",
            title=self.tr("Delete table"),
            question=self.tr("Delete the table “{name}”?").format(name=name),
            note=self._told_of_deleting,
            action=self.tr("Delete table"),
            danger=True,
        )
        confirm(self, asked, self._delete)

    def _delete(self) -> None:
        self.accept()
        self.removed.emit(self._definition.name)

    def _finish(self) -> None:
        definition = self._made()
        if definition is not None:
            self.accept()
            self.made.emit(definition)


def _following(column: ReviewColumn, before: str, after: str) -> ReviewColumn:
    """Return a column that depends on another one by its new name."""
    condition = column.only_if
    if condition is None or condition.column.casefold() != before.casefold():
        return column
    return replace(column, only_if=OnlyIf(after, condition.value))


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.split("\n") if line.strip())
