"""Follow changes that other programs make to the data folder, and show them in the window."""

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_rag.core.shared_files import DAMAGED
from desktop_rag.gui.shell.bridge import Bridge

_LOOK_MS = 1000


class SettingsFollower(QObject):
    """Looks every second whether a command in a terminal changed the settings, and which damaged files were renamed."""

    changed = Signal()
    damaged = Signal(object)  # SetAside

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._config = bridge.worker.config
        self._secrets = bridge.worker.secrets
        self._is_new = False
        self._end = self._config.listen(self._note)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)

    def start(self) -> None:
        """Look now, and from now on."""
        self._timer.start(_LOOK_MS)
        self.look()

    def stop(self) -> None:
        """Look no more; idempotent."""
        self._timer.stop()
        self._end()

    def look(self) -> None:
        """Emit the changes; takes microseconds without any."""
        self._config.refresh()
        is_new, self._is_new = self._is_new, False
        if is_new:
            self.changed.emit()
        folder = self._config.folder
        for one in DAMAGED.take(self._secrets.file, *([folder] if folder is not None else [])):
            self.damaged.emit(one)

    def _note(self, by_others: bool) -> None:  # noqa: FBT001 - a listener's argument
        """Record a change seen by any thread; the window shows its own changes itself."""
        self._is_new = self._is_new or by_others
