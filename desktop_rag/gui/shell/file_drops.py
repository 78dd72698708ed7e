"""Takes files that are dropped on the window, for a library or for the conversation."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from desktop_rag.gui.libraries.folder_adder import FolderAdder
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.shell.drop_overlay import DropOverlay


class FileDrops(QObject):
    """Adds dropped files to the library below the pointer, elsewhere to the chosen or a new one, and says so before.

    Those dropped on the lowest part of a conversation are attached to it.
    """

    def __init__(self, overlay: DropOverlay, pane: LibraryPane, adder: FolderAdder, window: QWidget) -> None:
        super().__init__(window)
        self._overlay = overlay
        self._pane = pane
        self._adder = adder
        self._window = window
        self._chat: QWidget | None = None
        self._attach: Callable[[Sequence[Path]], None] = self._adder.add_paths
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def set_conversation(self, chat: QWidget, attach: Callable[[Sequence[Path]], None]) -> None:
        """Attach files that are dropped on the lowest part of ``chat``."""
        self._chat, self._attach = chat, attach

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:
        """Follow what is dragged over the window."""
        if isinstance(event, QResizeEvent):
            self._overlay.cover(self._overlay.x())
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
        name = self._library_below(event) or self._adder.target()
        if name:
            text = self.tr("Drop to add to “{name}”").format(name=name)
        else:
            text = self.tr("Drop to create the library “{name}”").format(name=self._adder.name_for(paths))
        left = self._pane.width() if self._pane.isVisible() else 0
        below = self.tr("Drop to attach to this conversation") if self._takes_attachments() else ""
        self._overlay.offer(text, left, below, is_below=self._is_below(event))

    def _take(self, event: QDropEvent) -> None:
        self._overlay.hide()
        paths = _local_paths(event.mimeData())
        if paths:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            if self._is_below(event):
                self._attach(paths)
            else:
                self._adder.add_paths(paths, self._library_below(event))

    def _takes_attachments(self) -> bool:
        return self._chat is not None and self._chat.isVisible() and self._pane.current_library() is not None

    def _is_below(self, event: QDropEvent) -> bool:
        """Whether files would be attached to the conversation."""
        place = event.position()
        left = self._pane.width() if self._pane.isVisible() else 0
        return self._takes_attachments() and place.x() >= left and place.y() >= self._overlay.border()

    def _library_below(self, event: QDropEvent) -> str:
        return self._pane.library_at(self._window.mapToGlobal(event.position().toPoint()))


def _local_paths(data: QMimeData) -> list[Path]:
    """Return the files and folders among what is dragged."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
