"""The button that copies a text and says so for a moment."""

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QSize, QStringListModel
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.timers import single_shot

COPIED_MS = 1_500


def mime_data(text: str, html: str = "") -> QMimeData:
    """Return text, and where there is one its formatted form, for the clipboard.

    An object made by ``QMimeData()`` belongs to Python: one that is still on the clipboard when the program ends takes
    the program down (PySide 6.12). One that Qt made does not.
    """
    model = QStringListModel([""])
    data = model.mimeData([model.index(0)])
    for kind in data.formats():
        data.removeFormat(kind)
    data.setText(text)
    if html:
        data.setHtml(html)
    return data


class CopyButton(QPushButton):
    """Puts the result of ``content`` on the clipboard: text, or several forms of it."""

    def __init__(
        self, appearance: Appearance, name: str, content: Callable[[], str | QMimeData], role: str = ""
    ) -> None:
        super().__init__()
        self._appearance = appearance
        self._content = content
        self.setObjectName(name)
        self.setAutoDefault(False)
        self.setIconSize(QSize(16, 16))
        if role:
            self.setProperty("role", role)
        self._said = single_shot(self, COPIED_MS, self._offer)
        self.clicked.connect(self._copy)
        appearance.changed.connect(self._offer)
        self._offer()

    def copy(self, content: str | QMimeData) -> None:
        """Put something on the clipboard, and say so for a moment."""
        if isinstance(content, str):
            QGuiApplication.clipboard().setText(content)
        else:
            QGuiApplication.clipboard().setMimeData(content)
        self.setText(self.tr("Copied"))
        self.setIcon(self._appearance.icon("check", "ok"))
        self._said.start()

    def _copy(self) -> None:
        self.copy(self._content())

    def _offer(self) -> None:
        self.setText(self.tr("Copy"))
        self.setIcon(self._appearance.icon("copy"))
