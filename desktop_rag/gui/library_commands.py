"""What a person can do with libraries: the small dialogs, then the worker's jobs."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QMessageBox, QWidget

from desktop_rag.errors import UserError
from desktop_rag.events import Event
from desktop_rag.gui.bridge import Bridge
from desktop_rag.gui.files_dialog import FilesDialog
from desktop_rag.gui.library_pane import LibraryPane
from desktop_rag.gui.new_library_dialog import NewLibraryDialog
from desktop_rag.gui.theme import Appearance
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.results import IndexInfo, IndexStatus

if TYPE_CHECKING:
    from desktop_rag.worker.job import Job

SAMPLE_KEY = "sample/name"


class LibraryCommands(QObject):
    """Handlers of the commands of the section “library”; each acts on the chosen library."""

    failed = Signal(object)  # UserError
    stopped = Signal(str)  # the library on which nothing more is to be done

    def __init__(
        self, bridge: Bridge, appearance: Appearance, pane: LibraryPane, settings: QSettings, window: QWidget
    ) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._appearance = appearance
        self._pane = pane
        self._settings = settings
        self._window = window
        self._adding: dict[int, tuple[str, Job[IndexStatus]]] = {}
        bridge.job_ended.connect(self._forget_job)

    def new_library(self) -> None:
        """Ask for a name and make a library."""
        dialog = NewLibraryDialog(self._appearance, self._window)
        dialog.wanted.connect(self._create_empty)
        dialog.open()

    def add_folder(self) -> None:
        """Choose a folder and add it."""
        folder = QFileDialog.getExistingDirectory(self._window, self.tr("Add folder"), str(Path.home()))
        if folder:
            self.add_paths([Path(folder)])

    def add_files(self) -> None:
        """Choose files and add them."""
        files, _ = QFileDialog.getOpenFileNames(self._window, self.tr("Add files"), str(Path.home()))
        if files:
            self.add_paths([Path(file) for file in files])

    def add_paths(self, paths: Sequence[Path]) -> None:
        """Add files and folders to the chosen library; without one, to a new one named after the first."""
        info = self._pane.current_library()
        if info is None:
            self._create(self.name_for(paths), paths)
        else:
            self.add_to(info.name, paths)

    def name_for(self, paths: Sequence[Path]) -> str:
        """Return the name of the library that dropped files would make."""
        first = paths[0]
        named_after = first.parent if first.suffix else first
        return named_after.name or self.tr("My files")

    def add_to(self, name: str, paths: Sequence[Path]) -> None:
        """Add paths to a library; none: carry on where it stopped."""
        job = self._bridge.worker.add(name, tuple(paths))
        self._adding[job.id] = (name, job)
        self._pane.libraries.set_waiting(name, job.id)
        self._bridge.run(job, self._refresh, self._tell)

    def add_sample(self) -> None:
        """Make the guide a library and choose it."""
        self._bridge.run(self._bridge.worker.add_sample(), self._sample_made, self._tell)

    def show_files(self) -> None:
        """Open the table of files."""
        info = self._pane.current_library()
        if info is not None:
            dialog = FilesDialog(self._bridge, self._appearance, info.name, self._window)
            dialog.open()

    def reveal_library(self) -> None:
        """Show the library's own file in the file manager."""
        info = self._pane.current_library()
        if info is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(Path(info.path).parent)))

    def stop_adding(self) -> None:
        """Stop working on the chosen library; what is done is kept."""
        info = self._pane.current_library()
        if info is None:
            return
        for name, job in self._adding.values():
            if name == info.name:
                job.cancel()
        self.stopped.emit(info.name)

    def rename_library(self) -> None:
        """Ask for another name."""
        info = self._pane.current_library()
        if info is None:
            return
        title, text = self.tr("Rename library"), self.tr("New name:")
        answer, accepted = QInputDialog.getText(self._window, title, text, QLineEdit.EchoMode.Normal, info.name)
        name = answer.strip() if accepted else ""
        if name and name != info.name:
            job = self._bridge.worker.rename_index(info.name, name)
            self._bridge.run(job, partial(self._renamed, name), self._tell)

    def delete_library(self) -> None:
        """Delete the chosen library after asking."""
        info = self._pane.current_library()
        if info is None:
            return
        box = QMessageBox(self._window)
        box.setObjectName("delete_library_box")
        box.setWindowTitle(self.tr("Delete library"))
        box.setText(self.tr("Delete “{name}”?").format(name=info.name))
        box.setInformativeText(
            self.tr("Your files stay where they are. The library would have to be made anew to ask them again.")
        )
        delete = box.addButton(self.tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        delete.setObjectName("confirm_delete_button")
        delete.setProperty("role", "danger")
        delete.clicked.connect(partial(self._delete, info.name))
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.open()

    def continue_interrupted(self, infos: Sequence[IndexInfo]) -> None:
        """Carry on with libraries that were not finished when the program ended."""
        for info in infos:
            if not info.error and info.nodes_embedded < info.nodes:
                self.add_to(info.name, ())

    def _delete(self, name: str) -> None:
        """Delete a library."""
        self._pane.choose_library("")
        self._bridge.run(self._bridge.worker.delete_index(name), self._refresh, self._tell)

    def _create_empty(self, name: str, splitting: Splitting | None) -> None:
        """Make a library whose files are to be cut in this way."""
        self._create(name, (), splitting)

    def _create(self, name: str, paths: Sequence[Path], splitting: Splitting | None = None) -> None:
        """Make a library, choose it, and add the paths."""
        job = self._bridge.worker.create_index(name, splitting)
        self._bridge.run(job, partial(self._created, tuple(paths)), partial(self._not_created, name, tuple(paths)))

    def _created(self, paths: Sequence[Path], info: IndexInfo) -> None:
        """Choose the new library and fill it."""
        self._pane.choose_library(info.name)
        self._pane.refresh()
        if paths:
            self.add_to(info.name, paths)

    def _not_created(self, name: str, paths: Sequence[Path], error: UserError) -> None:
        """Add to the library of that name, which may exist already."""
        if paths and self._pane.libraries.info(name) is not None:
            self._pane.choose_library(name)
            self.add_to(name, paths)
        else:
            self._tell(error)

    def _sample_made(self, name: str) -> None:
        """Choose the guide's library and remember what it is called."""
        self._settings.setValue(SAMPLE_KEY, name)
        self._pane.choose_library(name)
        self._pane.refresh()

    def _renamed(self, name: str, _nothing: None) -> None:
        """Keep the renamed library chosen."""
        self._pane.choose_library(name)
        self._pane.refresh()
        self._pane.refresh_conversations()

    def _refresh(self, _result: object) -> None:
        """Show the list as it is now."""
        self._pane.refresh()

    def _forget_job(self, event: Event) -> None:
        """Forget a job that ended: it cannot be stopped any more."""
        self._adding.pop(event.job_id, None)

    def _tell(self, error: UserError) -> None:
        """Say what went wrong."""
        self.failed.emit(error)
