"""Commands on libraries: the small dialogs, then the worker's jobs."""

from functools import partial

from PySide6.QtCore import QLocale, QObject, QSettings, Signal
from PySide6.QtWidgets import QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.gui.libraries.deletion import LibraryDeletion
from desktop_rag.gui.libraries.folder_adder import SAMPLE_KEY, FolderAdder
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.file_opener import show_in_folder
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.node_parser.factory import Splitting


class LibraryCommands(QObject):
    """Handlers of the commands of the section “library”; each acts on the chosen library."""

    failed = Signal(object)  # UserError
    stopped = Signal(str)  # the library on which nothing more is to be done

    def __init__(
        self,
        bridge: Bridge,
        appearance: Appearance,
        pane: LibraryPane,
        adder: FolderAdder,
        settings: QSettings,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._appearance = appearance
        self._pane = pane
        self._settings = settings
        self._window = window
        self._adder = adder
        self.deletion = LibraryDeletion(bridge, appearance, pane, window)
        self.deletion.failed.connect(self.failed)
        pane.libraries.renamed.connect(self._rename)

    def new_library(self) -> None:
        """Ask for a name and make a library."""
        from desktop_rag.gui.libraries.new_library_dialog import NewLibraryDialog

        self.deletion.finish()  # the new one may have the name of one that was deleted just now
        dialog = NewLibraryDialog(self._appearance, self._window)
        dialog.wanted.connect(self._create_empty)
        dialog.open()

    def add_sample(self) -> None:
        """Make the guide in the window's language a library and choose it."""
        self._bridge.run(self._bridge.worker.libraries.add_sample(QLocale().name()), self._sample_made, self._tell)

    def reveal_library(self) -> None:
        """Show the library's own file in the file manager."""
        info = self._pane.current_library()
        if info is not None:
            show_in_folder(self._bridge, info.path, self._tell)

    def stop_adding(self) -> None:
        """Stop working on the chosen library; what is done is kept."""
        info = self._pane.current_library()
        if info is not None:
            self._adder.stop(info.name)
            self.stopped.emit(info.name)

    def rename_library(self) -> None:
        """Let the name of the chosen library be edited in the list."""
        self._pane.rename_library()

    def delete_library(self) -> None:
        """Delete the chosen library after asking; it can be brought back for a while."""
        info = self._pane.current_library()
        if info is not None:
            self.deletion.ask(info.name, info.path)

    def _create_empty(self, name: str, splitting: Splitting | None) -> None:
        """Make a library whose files are to be cut in this way."""
        self._adder.create(name, splitting=splitting)

    def _sample_made(self, name: str) -> None:
        self._settings.setValue(SAMPLE_KEY, name)
        self._pane.choose_library(name)
        self._pane.refresh()

    def _rename(self, old: str, new: str) -> None:
        self._bridge.run(self._bridge.worker.libraries.rename(old, new), partial(self._renamed, new), self._tell)

    def _renamed(self, name: str, _nothing: None) -> None:
        self._pane.choose_library(name)
        self._pane.refresh()
        self._pane.refresh_conversations()

    def _tell(self, error: UserError) -> None:
        self.failed.emit(error)
