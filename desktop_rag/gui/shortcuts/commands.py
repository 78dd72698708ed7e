"""Commands on keyboard shortcuts: the sheet, and the keys that the settings name."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_rag.config.options import SHORTCUTS
from desktop_rag.gui.shell.actions import ActionTable
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shortcuts.keys import read_keys


class ShortcutCommands(QObject):
    """Shows the sheet of keys, and gives the commands those of the settings."""

    change_wanted = Signal()
    guide_wanted = Signal()

    def __init__(self, bridge: Bridge, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._window = window
        self._actions: ActionTable | None = None

    def set_actions(self, actions: ActionTable) -> None:
        """Give these commands their keys."""
        self._actions = actions
        self.refresh()

    def refresh(self) -> None:
        """Give the commands the keys of the settings."""
        if self._actions is not None:
            self._actions.set_keys(read_keys(self._bridge.worker.config[SHORTCUTS]))

    def show_shortcuts(self) -> None:
        """Open the sheet of keys, or bring it to the front."""
        from desktop_rag.gui.shortcuts.sheet import ShortcutSheet

        for open_one in self._window.findChildren(ShortcutSheet):
            if open_one.isVisible():
                open_one.raise_()
                open_one.activateWindow()
                return
        sheet = ShortcutSheet(read_keys(self._bridge.worker.config[SHORTCUTS]), self._window)
        sheet.change_wanted.connect(self.change_wanted)
        sheet.guide_wanted.connect(self.guide_wanted)
        sheet.show()
