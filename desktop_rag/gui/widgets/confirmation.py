"""Boxes over the window: what is asked before harm could be done, and what must not be overlooked."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QCheckBox, QMessageBox, QWidget

from desktop_rag.gui.widgets.basics import unbroken


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The content of a question: the ``name`` of the box for tests and assistive tools, and its words."""

    name: str
    title: str
    question: str
    note: str
    action: str
    danger: bool = False


def confirm(
    parent: QWidget, asked: Confirmation, do: Callable[[], object], choice: QCheckBox | None = None
) -> QMessageBox:
    """Ask over ``parent``, without waiting, and call ``do`` when the person agrees; Cancel is chosen first.

    ``choice`` stands below the question. Names of files and libraries are shown as they are, never taken for rich text.
    """
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setObjectName(f"{asked.name}_box")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle(asked.title)
    box.setText(unbroken(asked.question))
    box.setInformativeText(unbroken(asked.note))
    role = QMessageBox.ButtonRole.DestructiveRole if asked.danger else QMessageBox.ButtonRole.AcceptRole
    button = box.addButton(asked.action, role)
    button.setObjectName(f"confirm_{asked.name}_button")
    if asked.danger:
        button.setProperty("role", "danger")
    button.clicked.connect(partial(_agree, do))
    if choice is not None:
        box.setCheckBox(choice)
    _add_default(box, QMessageBox.StandardButton.Cancel)
    box.open()
    return box


def inform(parent: QWidget, name: str, title: str, message: str, note: str) -> None:
    """Show a message over ``parent``, without waiting; it stays until the person closes it."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setObjectName(f"{name}_box")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle(title)
    box.setText(unbroken(message))
    box.setInformativeText(unbroken(note))
    _add_default(box, QMessageBox.StandardButton.Ok)
    box.open()


def _add_default(box: QMessageBox, kind: QMessageBox.StandardButton) -> None:
    """Add the button that Enter presses, without the coloured sign that some desktops put on it."""
    button = box.addButton(kind)
    button.setIcon(QIcon())
    box.setDefaultButton(button)


def _agree(do: Callable[[], object], *_checked: bool) -> None:
    """Call ``do`` without the arguments of a button's signal."""
    do()
