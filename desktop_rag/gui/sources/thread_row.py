"""Above a message: how many belong to its thread, and a menu that leads to each of them."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from desktop_rag.core.file_paths import INSIDE, file_label
from desktop_rag.core.mail import ThreadMessage

_LONGEST = 60  # characters of a line in the menu


class ThreadRow(QWidget):
    """Offers the messages of a thread, the oldest first; hidden while there is none."""

    message_wanted = Signal(str)  # path
    asking_wanted = Signal(tuple)  # the paths of all: questions are to be about them alone

    def __init__(self) -> None:
        super().__init__()
        self._button = QToolButton()
        self._button.setObjectName("thread_button")
        self._button.setProperty("role", "segment")
        self._button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self._button)
        self._button.setMenu(self._menu)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 12, 6)
        layout.addWidget(self._button)
        layout.addStretch(1)
        self.hide()

    def show_thread(self, file: str, thread: Sequence[ThreadMessage]) -> None:
        """Offer these messages; the one that is ``file``, or that it is attached to, is marked."""
        self.setVisible(bool(thread))
        self._menu.clear()
        self._button.setText(self.tr("%Ln messages of this thread", "", len(thread)))
        for message in thread:
            name = message.cited_as or message.subject or file_label(message.path)
            action = self._action(name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…", "thread_message")
            action.setCheckable(True)
            action.setChecked(file == message.path or file.startswith(f"{message.path}{INSIDE}"))
            action.triggered.connect(partial(self._want, message.path))
        self._menu.addSeparator()
        asking = self._action(self.tr("Ask about these messages"), "ask_about_thread")
        asking.triggered.connect(partial(self._ask, tuple(message.path for message in thread)))

    def _action(self, text: str, name: str) -> QAction:
        action = QAction(text.replace("&", "&&"), self._menu)
        action.setObjectName(name)
        self._menu.addAction(action)
        return action

    def _want(self, path: str, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's
        self.message_wanted.emit(path)

    def _ask(self, paths: tuple[str, ...], _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's
        self.asking_wanted.emit(paths)
