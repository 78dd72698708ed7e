"""Puts links to places in libraries on the clipboard."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from desktop_rag.gui.shell.bridge import Bridge


class LinkCopier(QObject):
    """Copies the link to a place; the worker looks up how the library knows the file."""

    copied = Signal(str)  # the link
    failed = Signal(object)  # UserError

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge

    def copy(self, library: str, file: str, page: int = 0, quote: str = "") -> None:
        """Copy the link to words on a page (from 1) of a file, to the page alone, or to the file."""
        job = self._bridge.worker.links.url(library, file, page=page, quote=quote)
        self._bridge.run(job, self._put, self.failed.emit)

    def _put(self, link: str) -> None:
        QGuiApplication.clipboard().setText(link)
        self.copied.emit(link)
