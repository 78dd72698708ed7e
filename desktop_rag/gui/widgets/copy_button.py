"""The button that copies a text and says so for a moment."""

from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.timers import single_shot

COPIED_MS = 1_500


class CopyButton(QPushButton):
    """Puts what ``text`` returns on the clipboard."""

    def __init__(self, appearance: Appearance, name: str, text: Callable[[], str], role: str = "") -> None:
        super().__init__()
        self._appearance = appearance
        self._content = text
        self.setObjectName(name)
        self.setAutoDefault(False)
        self.setIconSize(QSize(16, 16))
        if role:
            self.setProperty("role", role)
        self._said = single_shot(self, COPIED_MS, self._offer)
        self.clicked.connect(self._copy)
        appearance.changed.connect(self._offer)
        self._offer()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._content())
        self.setText(self.tr("Copied"))
        self.setIcon(self._appearance.icon("check", "ok"))
        self._said.start()

    def _offer(self) -> None:
        self.setText(self.tr("Copy"))
        self.setIcon(self._appearance.icon("copy"))
