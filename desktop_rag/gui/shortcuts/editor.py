"""The editor of keyboard shortcuts: one row for each command; what is given twice is said where it stands."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QKeySequenceEdit, QLabel, QLineEdit, QVBoxLayout, QWidget

from desktop_rag.gui.shell.actions import COMMANDS
from desktop_rag.gui.shortcuts.keys import all_keys, command_name, read_keys, rivals, write_keys
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import IconButton, button, label
from desktop_rag.gui.widgets.theme import Appearance

_KEYS_WIDTH = 172  # pixels at least
_AROUND_KEYS = 56  # pixels of the margins and the button that clears


def _width(edit: QKeySequenceEdit) -> int:
    """Return the width a box needs for its placeholder, in the language of the window."""
    hints = [box.placeholderText() for box in edit.findChildren(QLineEdit)]
    return max(_KEYS_WIDTH, *(edit.fontMetrics().horizontalAdvance(hint) + _AROUND_KEYS for hint in hints))


class ShortcutRow(QWidget):
    """A command, its keys, and a button for the usual ones."""

    changed = Signal()

    def __init__(self, appearance: Appearance, command_id: str, usual: str) -> None:
        super().__init__()
        self.command_id = command_id
        self._usual = usual
        self._keys = usual
        name = command_name(command_id)
        self.edit = QKeySequenceEdit()
        self.edit.setObjectName(f"keys_{command_id}")
        self.edit.setAccessibleName(self.tr("Keys for “{command}”").format(command=name))
        self.edit.setMaximumSequenceLength(1)
        self.edit.setClearButtonEnabled(True)
        self.edit.setFixedWidth(_width(self.edit))
        self.usual = IconButton(
            appearance, "again", self.tr("Usual keys for “{command}”").format(command=name), f"usual_{command_id}"
        )
        policy = self.usual.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.usual.setSizePolicy(policy)
        self._conflict: QLabel = label("", "error", wrap=True)
        self._conflict.setObjectName(f"conflict_{command_id}")
        self._conflict.hide()
        row = QHBoxLayout()
        row.setSpacing(8)
        text = label(name, "body", wrap=True)
        text.setBuddy(self.edit)
        row.addWidget(text, 1)
        row.addWidget(self.edit)
        row.addWidget(self.usual)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(row)
        layout.addWidget(self._conflict)
        self.show_keys(usual)
        self.edit.keySequenceChanged.connect(self._edited)
        self.usual.clicked.connect(self._reset)

    @property
    def keys(self) -> str:
        """The command's keys; several with “; ” between them."""
        return self._keys

    def show_keys(self, keys: str) -> None:
        """Show the command's keys, the first of several."""
        self._keys = keys
        listed = QKeySequence.listFromString(keys)
        self.edit.blockSignals(True)  # noqa: FBT003 - Qt's own
        self.edit.setKeySequence(listed[0] if listed else QKeySequence())
        self.edit.blockSignals(False)  # noqa: FBT003
        self.usual.setVisible(keys != self._usual)

    def show_rivals(self, others: list[str]) -> None:
        """Show the other commands with the same keys."""
        names = words.listed(words.quoted(command_name(other)) for other in others)
        self._conflict.setText(self.tr("Also used by {commands}.").format(commands=names) if others else "")
        self._conflict.setVisible(bool(others))

    def _edited(self, keys: QKeySequence) -> None:
        self._keys = keys.toString()
        self.usual.setVisible(self._keys != self._usual)
        self.changed.emit()

    def _reset(self) -> None:
        self.show_keys(self._usual)
        self.edit.setFocus()
        self.changed.emit()


class ShortcutsEditor(QWidget):
    """Edits the keys of every command; the text has only those that differ from the usual ones."""

    changed = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._rows = [ShortcutRow(appearance, command.id, command.shortcut) for command in COMMANDS]
        self.reset_button = button(self.tr("Reset all"), "shortcuts_reset_button")
        self.reset_button.clicked.connect(self._reset)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for row in self._rows:
            layout.addWidget(row)
            row.changed.connect(self._changed)
        end = QHBoxLayout()
        end.addStretch(1)
        end.addWidget(self.reset_button)
        layout.addLayout(end)
        self.setFocusProxy(self._rows[0].edit)
        self._compare()

    def text(self) -> str:
        """Return the keys that differ from the usual ones."""
        return write_keys({row.command_id: row.keys for row in self._rows})

    def set_text(self, text: str) -> None:
        """Show stored keys."""
        keys = all_keys(read_keys(text))
        for row in self._rows:
            row.show_keys(keys[row.command_id])
        self._compare()

    def _reset(self) -> None:
        self.set_text("")
        self.changed.emit()

    def _changed(self) -> None:
        self._compare()
        self.changed.emit()

    def _compare(self) -> None:
        found = rivals({row.command_id: row.keys for row in self._rows})
        for row in self._rows:
            row.show_rivals(found.get(row.command_id, []))
        self.reset_button.setEnabled(bool(self.text()))
