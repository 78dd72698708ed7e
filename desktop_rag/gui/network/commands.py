"""Menu commands of the network page."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.paths import APP_NAME
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.theme import Appearance

if TYPE_CHECKING:
    from desktop_rag.gui.network.dialog import NetworkDialog


class NetworkCommands(QObject):
    """Opens the network page, and switches the network off and on; the window's title says when it is off."""

    failed = Signal(object)  # UserError

    def __init__(self, bridge: Bridge, appearance: Appearance, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._appearance = appearance
        self._window = window
        self._action: QAction | None = None
        self._page: NetworkDialog | None = None

    def set_action(self, action: QAction) -> None:
        """Take the menu's switch, and show what holds."""
        self._action = action
        self.refresh()

    def show_network(self) -> None:
        """Open the network page."""
        from desktop_rag.gui.network.dialog import NetworkDialog

        page = self._page = NetworkDialog(self._bridge, self._appearance, self._window)
        page.offline_wanted.connect(self._switch)
        page.finished.connect(self._page_closed)
        page.open()

    def connect_program(self) -> None:
        """Open the dialog that lets another program use the shared libraries."""
        from desktop_rag.gui.network.programs_dialog import ProgramsDialog

        ProgramsDialog(self._bridge, self._appearance, self._window).open()

    def toggle_offline(self) -> None:
        """Switch the network off or on."""
        self._switch(offline=not self._bridge.worker.network.is_offline)

    def refresh(self) -> None:
        """Show whether the network is switched off."""
        offline = self._bridge.worker.network.is_offline
        title = self.tr("{program} (offline)").format(program=APP_NAME) if offline else APP_NAME
        self._window.setWindowTitle(title)
        if self._action is not None:
            self._action.setChecked(offline)
        if self._page is not None:
            self._page.show_offline(offline=offline)

    def _switch(self, offline: bool) -> None:  # noqa: FBT001 - a signal's argument
        switching = partial(self._bridge.worker.network.work_offline, offline=offline)
        self._bridge.call(switching, lambda _: self.refresh(), self._fail)

    def _fail(self, error: UserError) -> None:
        self.refresh()
        if self._page is not None:
            self._page.fail(error)
        else:
            self.failed.emit(error)

    def _page_closed(self, _result: int) -> None:
        self._page = None
