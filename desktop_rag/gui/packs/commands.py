"""The command that checks an evidence pack, and what a dropped one does."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_rag.gui.shell.bridge import Bridge

if TYPE_CHECKING:
    from desktop_rag.core.results.packs import PackCheck


class PackCommands(QObject):
    """Checks packs and shows what came of it."""

    failed = Signal(object)  # UserError

    def __init__(self, bridge: Bridge, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._window = window

    def verify_pack(self) -> None:
        """Ask for a pack, and check it."""
        kinds = self.tr("Evidence packs (*.html *.pdf)")
        given, _ = QFileDialog.getOpenFileName(
            self._window, self.tr("Verify an evidence pack"), str(Path.home()), kinds
        )
        if given:
            self.verify(Path(given))

    def verify(self, pack: Path) -> None:
        """Check a pack."""
        self._bridge.run(self._bridge.worker.packs.verify(pack), self._show, self.failed.emit)

    def _show(self, found: "PackCheck") -> None:
        from desktop_rag.gui.packs.dialog import PackDialog

        PackDialog(found, self._window).open()
