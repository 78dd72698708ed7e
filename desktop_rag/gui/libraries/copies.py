"""Commands that copy a library: a backup in one file, a library made of such a file, and a duplicate."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.shell.bridge import Bridge

_SUFFIX = ".ragindex"


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
        title, kind = self.tr("Back up library"), self.tr("Library (*{suffix})").format(suffix=_SUFFIX)
        given, _ = QFileDialog.getSaveFileName(self._window, title, str(Path.home() / f"{info.name}{_SUFFIX}"), kind)
        if given:
            target = Path(given) if given.endswith(_SUFFIX) else Path(f"{given}{_SUFFIX}")
            # the dialog has asked whether to replace a file that it was given
            job = self._bridge.worker.libraries.export(info.name, target, replace=target == Path(given))
            self._bridge.run(job, self._backed_up, self.failed.emit)

    def open_backup(self) -> None:
        """Ask for a backup, and make a library of it."""
        title, kind = self.tr("Open a backup as a library"), self.tr("Library (*{suffix})").format(suffix=_SUFFIX)
        given, _ = QFileDialog.getOpenFileName(self._window, title, str(Path.home()), kind)
        if given:
            name = self._free_name(Path(given).stem)
            self._bridge.run(self._bridge.worker.libraries.import_copy(Path(given), name), self._made, self.failed.emit)

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
