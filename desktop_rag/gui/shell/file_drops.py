"""Takes files that are dropped on the window."""

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from desktop_rag.gui.libraries.folder_adder import FolderAdder
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.shell.drop_overlay import DropOverlay


class FileDrops(QObject):
    """Adds dropped files to the library below the pointer, elsewhere to the chosen one, and says so before."""

    def __init__(self, overlay: DropOverlay, pane: LibraryPane, adder: FolderAdder, window: QWidget) -> None:
        super().__init__(window)
        self._overlay = overlay
        self._pane = pane
        self._adder = adder
        self._window = window
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:
        """Follow what is dragged over the window."""
        if isinstance(event, QResizeEvent):
            self._overlay.setGeometry(self._window.rect().adjusted(self._overlay.x(), 0, 0, 0))
        elif isinstance(event, QDragMoveEvent):
            self._offer(event)
            return True
        elif isinstance(event, QDropEvent):
            self._take(event)
            return True
        elif event.type() is QEvent.Type.DragLeave:
            self._overlay.hide()
        return False

    def _offer(self, event: QDragMoveEvent) -> None:
        paths = _local_paths(event.mimeData())
        if not paths:
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        info = self._pane.current_library()
        name = self._library_below(event) or (info.name if info is not None else "")
        if name:
            left = self._pane.width() if self._pane.isVisible() else 0
            self._overlay.offer(self.tr("Drop to add to “{name}”").format(name=name), left)
        else:
            name = self._adder.name_for(paths)
            self._overlay.offer(self.tr("Drop to create the library “{name}”").format(name=name))

    def _take(self, event: QDropEvent) -> None:
        self._overlay.hide()
        paths = _local_paths(event.mimeData())
        if paths:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self._adder.add_paths(paths, self._library_below(event))

    def _library_below(self, event: QDropEvent) -> str:
        return self._pane.library_at(self._window.mapToGlobal(event.position().toPoint()))


def _local_paths(data: QMimeData) -> list[Path]:
    """Return the files and folders among what is dragged."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
