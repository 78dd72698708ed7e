"""The dialog that connects to an online service with a key."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop_rag.config.options import LLM_BASE_URL, LLM_CONNECTION, LLM_PROVIDER
from desktop_rag.config.presets import Preset
from desktop_rag.config.secrets import Place
from desktop_rag.core.errors import UserError
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import button, button_row, label, set_property
from desktop_rag.gui.widgets.busy_line import BusyLine
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.llms.discovery import best_model

if TYPE_CHECKING:
    from desktop_rag.config import OptionValue
    from desktop_rag.core.jobs import Job

_WIDTH = 460


def keys_place(place: Place, file: Path) -> str:
    """Return a text with the place of keys when that is not the keychain, as a person expects; else ""."""
    said = {
        Place.FILE: QCoreApplication.translate(
            "KeyDialog",
            "This system has no keychain. Keys and passwords are stored in {file}, which only you can open.",
        ),
        Place.PORTABLE: QCoreApplication.translate(
            "KeyDialog",
            "This program is portable. Keys and passwords are stored in {file}, in no keychain: whoever gets the "
            "folder can read them.",
        ),
        Place.MEMORY: QCoreApplication.translate(
            "KeyDialog",
            "This system has no keychain, and {file} cannot be written. A key is forgotten when you close the program.",
        ),
    }
    return said.get(place, "").format(file=file)


class KeyDialog(QDialog):
    """Asks the service for its models with the key, and closes once they came."""

    connected = Signal(str, str)  # the model, and the key that was typed: "" for the stored one

    def __init__(self, bridge: Bridge, appearance: Appearance, preset: Preset, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("key_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Connect to {service}").format(service=preset.name))
        self._bridge = bridge
        self._preset = preset
        self._stored: str | None = None
        self._key = QLineEdit()
        self._key.setObjectName("service_key")
        self._key.setEchoMode(QLineEdit.EchoMode.Password)
        self._key.setAccessibleName(self.tr("API key"))
        self._key.setPlaceholderText(self.tr("API key"))
        self._page = button(self.tr("Get a key"), "service_key_page")
        self._job: Job[tuple[str, ...]] | None = None
        self._kept = label("", "small", wrap=True)
        self._kept.setObjectName("service_key_place")
        self._busy = BusyLine(appearance)
        self._busy.hide()
        self._problem = label("", "error", wrap=True)
        self._problem.setObjectName("service_problem")
        self._problem.hide()
        self._connect = button(self.tr("Connect"), "service_connect", "primary")
        self._connect.setDefault(True)
        self._lay_out()
        self.setFixedWidth(_WIDTH)
        self._page.clicked.connect(self._open_page)
        self._connect.clicked.connect(self._try)
        self._key.setFocus()
        bridge.call(self._read, self._show_stored, self._fail)

    def done(self, result: int) -> None:
        """Wait for the service no longer."""
        if self._job is not None:
            self._job.cancel()
        super().done(result)

    def _lay_out(self) -> None:
        host = QUrl(self._preset.address).host()
        told = self.tr("Your questions, and the passages that belong to them, are sent to {host}.").format(host=host)
        key = QHBoxLayout()
        key.setSpacing(8)
        key.addWidget(self._key, 1)
        key.addWidget(self._page)
        cancel = button(self.tr("Cancel"), "service_cancel")
        cancel.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(label(told, "body", wrap=True))
        layout.addLayout(key)
        for widget in (self._kept, self._busy, self._problem):
            layout.addWidget(widget)
        layout.addLayout(button_row(cancel, self._connect))

    def _read(self) -> tuple[str | None, Place]:
        """Return the key that is stored already, and where keys are kept (in another thread)."""
        secrets = self._bridge.worker.secrets
        return secrets.get_api_key(self._preset.address), secrets.place()

    def _show_stored(self, found: tuple[str | None, Place]) -> None:
        self._stored, place = found
        if self._stored:
            self._key.setPlaceholderText(self.tr("Stored"))
        kept = keys_place(place, self._bridge.worker.secrets.file)
        self._kept.setText(kept or self.tr("The key is stored in this system's keychain."))
        self.adjustSize()

    def _open_page(self) -> None:
        QDesktopServices.openUrl(QUrl(self._preset.key_page))

    def _try(self) -> None:
        """Ask for the models; the key is stored once the service has accepted it."""
        typed = self._key.text().strip()
        if not typed and not self._stored:
            self._fail(UserError(self.tr("Enter the key first.")))
            return
        values: dict[str, OptionValue] = {
            LLM_CONNECTION.key: "",
            LLM_PROVIDER.key: self._preset.provider,
            LLM_BASE_URL.key: self._preset.address,
        }
        config = self._bridge.worker.config.overridden(values)
        self._problem.hide()
        self._connect.setEnabled(False)
        self._busy.say(self.tr("Connecting…"))
        self._job = self._bridge.worker.models.list_models(config, typed or self._stored)
        self._bridge.run(self._job, partial(self._listed, typed), self._fail)

    def _listed(self, key: str, models: tuple[str, ...]) -> None:
        preferred = (name for name in models if self._preset.model and self._preset.model in name)
        model = next(preferred, "") or best_model(models) or next(iter(models), "")
        if not model:
            self._fail(UserError(self.tr("The service lists no models."), self.tr("Choose one in the settings.")))
            return
        self.connected.emit(model, key)
        self.accept()

    def _fail(self, error: UserError) -> None:
        self._busy.finish()
        self._connect.setEnabled(True)
        set_property(self._problem, "role", "error")
        self._problem.setText(words.error_text(error))
        self._problem.show()
        self.adjustSize()
