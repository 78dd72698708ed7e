"""Attaches files to the conversation that is shown, lets it ask other libraries, and remembers both with it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QObject, QPoint
from PySide6.QtGui import QAction, QImage, QMouseEvent
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from desktop_rag.core.results.conversations import ConversationSources
from desktop_rag.gui.chat.pane import ChatPane
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.shell.bridge import Bridge

_NOTHING = ConversationSources()


class TickMenu(QMenu):
    """A menu that stays open while its entries are ticked with the mouse."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick an entry."""
        action = self.actionAt(event.position().toPoint())
        if action is not None and action.isCheckable():
            if action.isEnabled():
                action.trigger()
            return
        super().mouseReleaseEvent(event)


class AskedSources(QObject):
    """Keeps what a conversation asks beside its library; a new one is given it with its first question."""

    def __init__(self, bridge: Bridge, pane: LibraryPane, chat: ChatPane, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._pane = pane
        self._chat = chat
        self._window = window
        self._conversation = ""
        self._wanted = ""  # whose sources are being read; a change in between makes that void
        self._chips = chat.question.sources
        self._menu = TickMenu(window)
        self._menu.setObjectName("asked_libraries_menu")
        self._menu.triggered.connect(self._tick)
        chat.conversation_shown.connect(self._shown)
        chat.conversation_started.connect(self._started)
        chat.question.attach_button.clicked.connect(self.choose_files)
        chat.question.edit.files_pasted.connect(self.attach)
        chat.question.edit.picture_pasted.connect(self._keep_picture)
        chat.tools.libraries_button.clicked.connect(self.open_libraries)
        self._chips.changed.connect(self._change)
        pane.libraries_changed.connect(self._name_libraries)

    def choose_files(self) -> None:
        """Ask which files are to be attached."""
        title = self.tr("Attach files to this conversation")
        files, _ = QFileDialog.getOpenFileNames(self._window, title, str(Path.home()))
        self.attach([Path(file) for file in files])

    def attach(self, paths: Sequence[Path]) -> None:
        """Ask these files as well in this conversation."""
        sources = self._chips.sources
        files = tuple(dict.fromkeys((*sources.attachments, *map(str, paths))))
        if files != sources.attachments:
            self._change(replace(sources, attachments=files))

    def open_libraries(self) -> None:
        """Open the list of libraries above its button, those ticked that are asked."""
        self._menu.clear()
        own = self._chat.overrides.library
        for name in self._pane.libraries.names():
            action = self._menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(name == own or name in self._chips.sources.libraries)
            action.setEnabled(name != own)
            action.setData(name)
        button = self._chat.tools.libraries_button
        self._menu.popup(button.mapToGlobal(QPoint(0, -self._menu.sizeHint().height() - 4)))

    def _tick(self, action: QAction) -> None:
        sources, name = self._chips.sources, str(action.data())
        others = tuple(one for one in sources.libraries if one != name)
        self._change(replace(sources, libraries=(*others, name) if action.isChecked() else others))

    def _keep_picture(self, image: QImage) -> None:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")  # type: ignore[call-overload] # the stubs know text as bytes only
        job = self._bridge.worker.attachments.keep_picture(bytes(buffer.data().data()))
        self._bridge.run(job, self._attach_kept, self._chat.show_error)

    def _attach_kept(self, path: Path) -> None:
        self.attach([path])

    def _shown(self, _library: str, conversation_id: str) -> None:
        """Show what is remembered with a conversation; a new one asks its library alone."""
        self._conversation = self._wanted = conversation_id
        self._show(_NOTHING)
        if conversation_id:
            job = self._bridge.worker.conversations.sources(conversation_id)
            self._bridge.run(job, partial(self._show_stored, conversation_id))

    def _show_stored(self, conversation_id: str, sources: ConversationSources) -> None:
        if conversation_id == self._wanted:
            self._show(sources)

    def _started(self, conversation_id: str) -> None:
        """Keep what was chosen before this conversation was made."""
        self._conversation = conversation_id
        if self._chips.sources != _NOTHING:
            self._store()

    def _change(self, sources: ConversationSources) -> None:
        self._show(sources)
        self._wanted = ""
        if self._conversation:
            self._store()

    def _store(self) -> None:
        job = self._bridge.worker.conversations.set_sources(self._conversation, self._chips.sources)
        self._chat.overrides.wait_for(self._bridge.start(job))

    def _show(self, sources: ConversationSources) -> None:
        self._chips.show_sources(sources, self._pane.libraries.names())
        self._name_libraries()

    def _name_libraries(self, _infos: object = None) -> None:
        """Say on the button which libraries are asked; with one library there is nothing to choose."""
        own, names = self._chat.overrides.library, self._pane.libraries.names()
        self._chat.tools.show_libraries([own, *self._chips.sources.libraries], is_choice=len(names) > 1)
