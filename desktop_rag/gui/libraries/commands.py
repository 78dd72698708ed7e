"""Commands on libraries: the small dialogs, then the worker's jobs."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QLocale, QObject, QPoint, QSettings, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.conversations import ConversationInfo, one_of_each
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.files.file_words import size
from desktop_rag.gui.libraries.folder_adder import LIBRARY_SUFFIX, SAMPLE_KEY, FolderAdder
from desktop_rag.gui.libraries.models import bytes_on_disk
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.file_opener import show_in_folder
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import CheckBox, Notice, NoticeButton, fit_height
from desktop_rag.gui.widgets.confirmation import Confirmation, confirm
from desktop_rag.gui.widgets.theme import Appearance, scaled
from desktop_rag.gui.widgets.timers import single_shot
from desktop_rag.node_parser.factory import Splitting

_UNDO_MS = 15_000
_NAMED = 3  # conversations named in the question
_WIDTH, _MARGIN = 240, 12
_END_SECONDS = 2.0  # the window waits so long for a deletion when it is closed


class LibraryCopies(QObject):
    """Handlers of the commands that copy the chosen library."""

    failed = Signal(object)  # UserError
    done = Signal(str)  # what was done, in words

    def __init__(self, bridge: Bridge, pane: LibraryPane, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._pane = pane
        self._window = window

    def back_up_library(self) -> None:
        """Ask where to, and copy the chosen library there as it is now."""
        info = self._pane.current_library()
        if info is None:
            return
        title, kind = self.tr("Back up library"), self.tr("Library (*{suffix})").format(suffix=LIBRARY_SUFFIX)
        given, _ = QFileDialog.getSaveFileName(
            self._window, title, str(Path.home() / f"{info.name}{LIBRARY_SUFFIX}"), kind
        )
        if given:
            target = Path(given) if given.endswith(LIBRARY_SUFFIX) else Path(f"{given}{LIBRARY_SUFFIX}")
            # the dialog has asked whether to replace a file that it was given
            job = self._bridge.worker.libraries.export(info.name, target, replace=target == Path(given))
            self._bridge.run(job, self._backed_up, self.failed.emit)

    def open_backup(self) -> None:
        """Ask for a backup, and make a library of it."""
        title, kind = (
            self.tr("Open a backup as a library"),
            self.tr("Library (*{suffix})").format(suffix=LIBRARY_SUFFIX),
        )
        given, _ = QFileDialog.getOpenFileName(self._window, title, str(Path.home()), kind)
        if given:
            self.open_files((Path(given),))

    def open_files(self, paths: Sequence[Path]) -> None:
        """Make a library of each file, a copy under a free name."""
        for path in paths:
            job = self._bridge.worker.libraries.import_copy(path, self._free_name(path.stem))
            self._bridge.run(job, self._made, self.failed.emit)

    def duplicate_library(self) -> None:
        """Make another library like the chosen one."""
        info = self._pane.current_library()
        if info is not None:
            name = self._free_name(self.tr("{name} copy").format(name=info.name))
            job = self._bridge.worker.libraries.duplicate(info.name, name)
            self._bridge.run(job, self._made, self.failed.emit)

    def _free_name(self, wanted: str) -> str:
        """Return a name that no library has, with a number behind it when it must be."""
        taken = {name.casefold() for name in self._pane.libraries.names()}
        names = (wanted, *(f"{wanted} {number}" for number in range(2, len(taken) + 3)))
        return next(name for name in names if name.casefold() not in taken)

    def _made(self, info: IndexInfo) -> None:
        self._pane.choose_library(info.name)
        self._pane.refresh()

    def _backed_up(self, file: Path) -> None:
        self.done.emit(self.tr("Backed up to {file}").format(file=file))


class LibraryDeletion(QObject):
    """Asks, hides the library at once, and deletes it when nobody wanted it back."""

    failed = Signal(object)  # UserError

    def __init__(self, bridge: Bridge, appearance: Appearance, pane: LibraryPane, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._appearance = appearance
        self._pane = pane
        self._window = window
        self._leaving = ""
        self._conversations: tuple[str, ...] = ()  # to be deleted with it
        self.notice = Notice("info")
        self.notice.setObjectName("library_undo_notice")
        self.notice.setParent(window)
        self.notice.add_dismiss(appearance)
        self.notice.dismissed.connect(self.finish)
        self.notice.hide()
        self._timer = single_shot(self, _UNDO_MS, self.finish)
        window.installEventFilter(self)

    def ask(self, name: str, path: str) -> None:
        """Ask whether to delete a library, and its conversations as well."""
        conversations = [info for info in self._pane.conversations.conversations if info.index_name == name]
        conversations = list(one_of_each(conversations))  # versions are deleted with each other
        freed = size(bytes_on_disk(path))
        note = self.tr("Your files stay where they are; {size} become free.").format(size=freed)
        if conversations:
            note += "\n\n" + self._about(conversations)
        asked = Confirmation(
            name="delete_library",
            title=self.tr("Delete library"),
            question=self.tr("Delete the library “{name}”?").format(name=name),
            note=note,
            action=self.tr("Delete"),
            danger=True,
        )
        if not conversations:
            confirm(self._window, asked, partial(self._delete, name, ()))
            return
        also = CheckBox(self.tr("Delete its conversations as well"), self._appearance)
        also.setObjectName("delete_conversations_box")
        ids = tuple(info.id for info in conversations)
        confirm(self._window, asked, lambda: self._delete(name, ids if also.isChecked() else ()), also)

    def finish(self) -> None:
        """Delete now what waits to be deleted."""
        name, self._leaving = self._leaving, ""
        self._timer.stop()
        self.notice.hide()
        if name:
            for conversation in self._conversations:
                self._bridge.start(self._bridge.worker.conversations.delete(conversation))
            self._bridge.run(self._bridge.worker.libraries.delete(name), partial(self._gone, name), self._tell)

    def finish_before_end(self) -> None:
        """Delete the library that waits for it, and wait a moment for the end: the program ends."""
        name, self._leaving = self._leaving, ""
        if name:
            worker = self._bridge.worker
            jobs = [worker.conversations.delete(conversation) for conversation in self._conversations]
            for job in (*jobs, worker.libraries.delete(name)):
                job.wait(_END_SECONDS)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Keep the offer in its corner."""
        if event.type() is QEvent.Type.Resize and self.notice.isVisible():
            self._stand()
        return False

    def _about(self, conversations: Sequence[ConversationInfo]) -> str:
        names = words.listed(words.quoted(info.title) for info in conversations[:_NAMED])
        more = len(conversations) - _NAMED
        if more > 0:
            names = self.tr("{names} and {count} more").format(names=names, count=more)
        about = self.tr("Conversations: {names}. They stay and can be read, found and exported.")
        return about.format(names=names)

    def _delete(self, name: str, conversations: tuple[str, ...]) -> None:
        self.finish()  # what was deleted before
        self._leaving, self._conversations = name, conversations
        self._pane.hide_library(name)
        undo = NoticeButton(self.tr("Undo"), "library_undo_button", self._undo)
        self.notice.tell(self.tr("The library “{name}” was deleted.").format(name=name), "", (undo,))
        self._stand()
        self._timer.start()

    def _undo(self) -> None:
        name, self._leaving = self._leaving, ""
        self._timer.stop()
        self.notice.hide()
        self._pane.show_library_again(name)

    def _gone(self, name: str, _nothing: None) -> None:
        self._pane.show_library_again(name, choose=False)

    def _tell(self, error: UserError) -> None:
        self._pane.show_library_again("", choose=False)
        self.failed.emit(error)

    def _stand(self) -> None:
        fit_height(self.notice, min(scaled(_WIDTH), self._window.width() - 2 * _MARGIN))
        hint = self._pane.hint
        bottom = hint.mapTo(self._window, QPoint(0, 0)).y() if hint.isVisible() else self._window.height()
        self.notice.move(QPoint(_MARGIN, bottom - self.notice.height() - _MARGIN))
        self.notice.raise_()


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
        """Make a library with this splitting."""
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
