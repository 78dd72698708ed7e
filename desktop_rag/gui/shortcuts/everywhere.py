"""The shortcut that checks the clipboard whichever program is in front, where the person and the system allow it."""

import logging
import os
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop_rag.config.options import CLIPBOARD_SHORTCUT
from desktop_rag.core.errors import UserError
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.timers import single_shot

if TYPE_CHECKING:
    from jeepney.io.blocking import DBusConnection

    from desktop_rag.gui.shortcuts.hot_key import HotKey
    from desktop_rag.gui.shortcuts.portal import PortalShortcut

_FRONT_MS = 500  # a desktop may leave the window behind: then the clipboard is looked at all the same
_log = logging.getLogger(__name__)


class ClipboardShortcut(QObject):
    """Asks the system for the shortcut while the option is on; when it is pressed, brings the window to the front."""

    pressed = Signal()  # the window is in front: under Wayland it cannot see the clipboard before
    failed = Signal(object)  # UserError

    def __init__(self, bridge: Bridge, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._window = window
        self._is_wanted = False
        self._held: PortalShortcut | HotKey | None = None
        self._late = single_shot(self, _FRONT_MS, self._arrive)
        self._is_coming = False
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go on once the window has come to the front."""
        if event.type() is QEvent.Type.WindowActivate:
            self._arrive()
        return super().eventFilter(watched, event)

    def follow(self) -> None:
        """Do as the option says now."""
        is_wanted = self._bridge.worker.config[CLIPBOARD_SHORTCUT]
        if is_wanted is self._is_wanted:
            return
        self.stop()
        self._is_wanted = is_wanted
        if is_wanted and sys.platform == "win32":
            self._register()
        elif is_wanted and sys.platform.startswith("linux"):
            from desktop_rag.gui.shortcuts.portal import open_portal

            self._bridge.call(open_portal, self._bind, self.failed.emit)

    def stop(self) -> None:
        """Give the shortcut back; idempotent."""
        self._is_wanted = False
        if self._held is not None:
            self._held.stop()
            self._held = None

    def _register(self) -> None:
        from desktop_rag.gui.shortcuts.hot_key import HotKey

        self._held = HotKey(self._press)
        if not self._held.start():
            self._fail()

    def _bind(self, connection: "DBusConnection | None") -> None:
        from desktop_rag.gui.shortcuts.portal import PortalShortcut

        if connection is None:
            _log.warning("This desktop has no shortcut that works in every program.")  # the settings say so
        elif not self._is_wanted or self._held is not None:
            connection.close()
        else:
            held = self._held = PortalShortcut(connection, self.tr("Check clipboard"), self)
            held.pressed.connect(self._press)
            held.refused.connect(self._refuse)

    def _refuse(self, by_person: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Switch the option off if the person said no to the desktop: it would ask again at each start."""
        if not by_person:
            self._fail()
            return
        self.stop()
        config = self._bridge.worker.config
        self._bridge.call(lambda: config.update({CLIPBOARD_SHORTCUT.key: False}), self._tell_off, self.failed.emit)

    def _tell_off(self, _written: object) -> None:
        message = self.tr("The desktop did not allow the shortcut for “Check clipboard”.")
        self.failed.emit(UserError(message, self.tr("It is off now. You can switch it on again in Settings › Window.")))

    def _fail(self) -> None:
        if self._held is not None:
            self._held.stop()
            self._held = None
        message = self.tr("The shortcut for “Check clipboard” is not available.")
        next_step = self.tr("Another program may use the keys. Close it and start again, or switch the shortcut off.")
        self.failed.emit(UserError(message, next_step))

    def _press(self, token: str = "") -> None:
        """Bring the window to the front; ``token`` allows that under Wayland, where Qt looks for it in this place."""
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token
        window = self._window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.raise_()
        window.activateWindow()
        self._is_coming = True
        if window.isActiveWindow():
            self._arrive()
        else:
            self._late.start()

    def _arrive(self) -> None:
        if self._is_coming:
            self._is_coming = False
            self._late.stop()
            self.pressed.emit()
