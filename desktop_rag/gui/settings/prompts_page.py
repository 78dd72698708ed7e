"""The wording of what is sent to models: each template with its variables, checked as it is typed."""

import re
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import (
    QAbstractListModel,
    QSignalBlocker,
    Qt,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from desktop_rag.config import AnyOption, Config, OptionValue
from desktop_rag.core.errors import UserError
from desktop_rag.gui.settings.lines_editor import PlainLinesEditor
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import button, label, set_property
from desktop_rag.gui.widgets.list_delegate import LINE_ROLE, TONE_ROLE, TwoLineDelegate
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.words import option_text

_VARIABLE = re.compile(r"\{([a-zA-Z_][a-zA-Z0-9_]*)\}")


class PromptModel(QAbstractListModel):
    """The templates: name, and whether it was changed or cannot be used."""

    def __init__(self, options: Sequence[AnyOption]) -> None:
        super().__init__()
        self.options = tuple(options)
        self._texts = {option.key: str(option.default) for option in self.options}
        self._errors: dict[str, str] = {}

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of templates."""
        return 0 if parent.isValid() else len(self.options)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a template's name, its state, or the state's colour."""
        option = self.options[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return option_text(option.label)
        wrong, changed = self.error(option), self.text(option) != option.default
        if role == LINE_ROLE:
            return self.tr("Cannot be used") if wrong else self.tr("Changed") if changed else self.tr("Default")
        if role == TONE_ROLE:
            return "error" if wrong else "accent" if changed else "faint"
        return None

    def text(self, option: AnyOption) -> str:
        """Return a template as it is now."""
        return self._texts[option.key]

    def error(self, option: AnyOption) -> str:
        """Return the reason a template cannot be used, "" when it can."""
        return self._errors.get(option.key, "")

    def set_text(self, option: AnyOption, text: str) -> None:
        """Change a template and check it."""
        self._texts[option.key] = text
        try:
            option.check(text)
        except UserError as error:
            self._errors[option.key] = words.error_text(error)
        else:
            self._errors.pop(option.key, None)
        row = self.index(self.options.index(option))
        self.dataChanged.emit(row, row)

    def first_wrong(self) -> int:
        """Return the row of the first template that cannot be used, -1 when all can."""
        return next((row for row, option in enumerate(self.options) if self.error(option)), -1)


class PromptsPage(QWidget):
    """Edits one template at a time; values are checked while the person types, and nothing typed is lost."""

    def __init__(self, options: Sequence[AnyOption], appearance: Appearance) -> None:
        super().__init__()
        self._model = PromptModel(options)
        self._editor = PlainLinesEditor(0)
        self._editor.edit.setObjectName("prompt_editor")
        self._title = label("", "heading", wrap=True)
        self._help = label("", "small", wrap=True)
        self._error = label("", "error", wrap=True)
        self._error.setObjectName("prompt_error")
        self._reset = button(self.tr("Reset to default"), "prompt_reset_button")
        self._chips = QHBoxLayout()
        self._chips.setSpacing(6)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 0)
        layout.setSpacing(16)
        layout.addWidget(self._make_list(appearance))
        layout.addLayout(self._make_right(), 1)
        self._editor.changed.connect(self._typed)
        self._reset.clicked.connect(self._to_default)
        self._list.selectionModel().currentChanged.connect(self._show)

    def load(self, config: Config) -> None:
        """Show the templates of ``config``."""
        for option in self._model.options:
            self._model.set_text(option, str(config.value(option)))
        if self._list.currentIndex().isValid():
            self._show()
        else:
            self._list.setCurrentIndex(self._model.index(0))

    def values(self) -> dict[str, OptionValue]:
        """Return every template by key."""
        return {option.key: self._model.text(option) for option in self._model.options}

    def check(self) -> bool:
        """Show the first template that cannot be used; return whether all can."""
        wrong = self._model.first_wrong()
        if wrong >= 0:
            self._list.setCurrentIndex(self._model.index(wrong))
            self._editor.setFocus()
        return wrong < 0

    def choose(self, key: str) -> None:
        """Show the template with this key."""
        rows = [row for row, option in enumerate(self._model.options) if option.key == key]
        if rows:
            self._list.setCurrentIndex(self._model.index(rows[0]))

    def field(self, key: str) -> QWidget:
        """Show the template with this key and return its editor."""
        self.choose(key)
        return self._editor

    def _make_list(self, appearance: Appearance) -> QListView:
        self._list = QListView()
        self._list.setObjectName("prompt_list")
        self._list.setAccessibleName(self.tr("Prompts"))
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setModel(self._model)
        self._delegate = TwoLineDelegate(appearance)
        self._list.setItemDelegate(self._delegate)
        self._list.setUniformItemSizes(True)
        self._list.setMouseTracking(True)
        self._list.setFixedWidth(216)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return self._list

    def _make_right(self) -> QVBoxLayout:
        variables = label(
            self.tr("Variables are filled in when the prompt is sent. Click one to insert it."), "small", wrap=True
        )
        chips = QWidget()
        chips.setLayout(self._chips)
        self._chips.setContentsMargins(0, 0, 0, 0)
        bottom = QHBoxLayout()
        bottom.addWidget(self._error, 1)
        bottom.addWidget(self._reset, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(8)
        for widget in (self._title, self._help):
            column.addWidget(widget)
        column.addWidget(self._editor, 1)
        column.addWidget(variables)
        column.addWidget(chips)
        column.addLayout(bottom)
        return column

    def _option(self) -> AnyOption | None:
        row = self._list.currentIndex().row()
        return self._model.options[row] if row >= 0 else None

    def _show(self, *_indexes: object) -> None:
        option = self._option()
        if option is None:
            return
        self._title.setText(option_text(option.label))
        self._help.setText(option_text(option.help))
        self._help.setVisible(bool(option.help))
        self._editor.edit.setAccessibleName(self._title.text())
        with QSignalBlocker(self._editor):  # what is shown is not an edit
            self._editor.set_text(self._model.text(option))
        self._make_chips(option)
        self._judge(option)

    def _make_chips(self, option: AnyOption) -> None:
        while self._chips.count():
            item = self._chips.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.setParent(None)
                widget.deleteLater()
        for name in dict.fromkeys(_VARIABLE.findall(str(option.default))):
            chip = button(f"{{{name}}}", f"prompt_variable_{name}", "chip")
            chip.clicked.connect(partial(self._insert, name))
            self._chips.addWidget(chip)
        self._chips.addStretch(1)

    def _typed(self) -> None:
        option = self._option()
        if option is not None:
            self._model.set_text(option, self._editor.edit.toPlainText())
            self._judge(option)

    def _judge(self, option: AnyOption) -> None:
        """Show if the template can be used, and the variables it lacks."""
        text = self._model.text(option)
        self._error.setText(self._model.error(option))
        self._reset.setEnabled(text != option.default)
        used = set(_VARIABLE.findall(text))
        for place in range(self._chips.count()):
            item = self._chips.itemAt(place)
            chip = item.widget() if item is not None else None
            if chip is not None:
                set_property(chip, "missing", chip.objectName().removeprefix("prompt_variable_") not in used)

    def _insert(self, name: str) -> None:
        self._editor.edit.insertPlainText(f"{{{name}}}")
        self._editor.setFocus()

    def _to_default(self) -> None:
        option = self._option()
        if option is not None:
            self._model.set_text(option, str(option.default))
            self._show()
            self._editor.setFocus()
