"""Commands on the files of the chosen library: the page of files, folders, pausing, the search model."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.files import FileState, FolderPreview
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.files.page import FilesPage
from desktop_rag.gui.libraries.folder_adder import FolderAdder
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.page_stack import PageStack
from desktop_rag.gui.widgets.confirmation import Confirmation, confirm
from desktop_rag.gui.widgets.theme import Appearance


class FilesCommands(QObject):
    """Handlers of the commands that concern files; each acts on the chosen library."""

    failed = Signal(object)  # UserError

    def __init__(
        self, bridge: Bridge, appearance: Appearance, pane: LibraryPane, adder: FolderAdder, window: QWidget
    ) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._appearance = appearance
        self._pane = pane
        self._adder = adder
        self._window = window
        self._pages: PageStack | None = None
        self.page = FilesPage(bridge, appearance)
        self.page.folders_wanted.connect(self.show_folders)
        self.page.closed.connect(self.close_page)
        self.page.folder_wanted.connect(self.add_folder)
        self.page.files_wanted.connect(self.add_files)
        for card in (self.page.activity, pane.activity_card):
            card.pause_wanted.connect(self.pause_library)
            card.resume_wanted.connect(self.resume_library)
            card.stop_wanted.connect(self.stop_reading)
            card.files_wanted.connect(self.show_files_in)

    def set_pages(self, pages: PageStack) -> None:
        """Show the page of files among these, of whose window it is a part from now on."""
        self._pages = pages
        pages.add_page(self.page)

    def add_folder(self) -> None:
        """Choose a folder and what of it is read."""
        self._adder.choose_folder()

    def add_files(self) -> None:
        """Choose files and add them."""
        self._adder.choose_files()

    def show_files(self) -> None:
        """Show the page of files, or the conversation again when the page is shown."""
        if self._pages is not None and self._pages.page() is self.page:
            self.close_page()
        else:
            self._show(None)

    def show_files_in(self, state: FileState) -> None:
        """Show the files in one state."""
        self._show(state)

    def close_page(self) -> None:
        """Show the conversation again."""
        if self._pages is not None:
            self._pages.show_conversation()

    def show_folders(self) -> None:
        """Open the folders of the chosen library."""
        from desktop_rag.gui.libraries.folders_dialog import FoldersDialog

        info = self._pane.current_library()
        if info is not None:
            dialog = FoldersDialog(self._bridge, self._appearance, info, self._window)
            dialog.add_wanted.connect(self.add_folder)
            self._pane.library_chosen.connect(dialog.show_info)
            dialog.open()

    def show_left_out(self, preview: FolderPreview) -> None:
        """Open the list of what was left out."""
        from desktop_rag.gui.libraries.folder_preview import LeftOutDialog

        LeftOutDialog(preview, self._window).open()

    def pause_library(self) -> None:
        """Pause reading of the chosen library."""
        info = self._pane.current_library()
        if info is not None:
            self._bridge.run(self._bridge.worker.files.pause(info.name), self._changed, self._tell)

    def resume_library(self) -> None:
        """Resume reading the chosen library."""
        info = self._pane.current_library()
        if info is not None:
            job = self._bridge.worker.files.resume(info.name)
            self._pane.libraries.set_waiting(info.name, job.id)
            self._bridge.run(job, self._changed, self._tell)

    def stop_reading(self) -> None:
        """Stop the work on the chosen library; work that this window did not begin is paused."""
        info = self._pane.current_library()
        if info is not None and not self._adder.stop(info.name):
            self.pause_library()

    def change_model(self) -> None:
        """Prepare meaning search again with the search model from the settings, after asking."""
        info = self._pane.current_library()
        if info is None:
            return
        asked = Confirmation(
            name="change_model",
            title=self.tr("Change search model"),
            question=self.tr("Prepare “{name}” again with the search model from Settings?").format(name=info.name),
            note=self.tr("You can keep searching meanwhile. If you stop, the library stays as it is."),
            action=self.tr("Change"),
        )
        confirm(self._window, asked, self._change_model)

    def library_chosen(self, info: IndexInfo) -> None:
        """Let the page of files follow the chosen library while it is shown."""
        if self._pages is not None and self._pages.page() is self.page:
            self.page.show_library(info)

    def _show(self, state: FileState | None) -> None:
        info = self._pane.current_library()
        if info is not None and self._pages is not None:
            self._pages.show_page(self.page)
            if (activity := self._pane.activity()) is not None:
                self.page.show_activity(activity)
            self.page.open(info, state)

    def _change_model(self) -> None:
        """Begin; the list of libraries shows how far it is."""
        info = self._pane.current_library()
        if info is not None:
            job = self._bridge.worker.embeddings.change(info.name)
            self._adder.watch_job(info.name, job)

    def _changed(self, _result: object) -> None:
        self._pane.refresh()

    def _tell(self, error: UserError) -> None:
        self.failed.emit(error)
