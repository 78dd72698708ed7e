"""The ways to a model that do not lead through the settings: a file, one to download, an online service."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.connections import Connection, new_connection
from desktop_rag.config.options import LLM_BASE_URL, LLM_MODEL, LLM_PROVIDER
from desktop_rag.config.presets import BUILT_IN, Preset, presets
from desktop_rag.core.errors import UserError
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.llms.discovery import LocalServer

_FIRST_MODEL = "qwen3:4b"  # 2.5 GB, answers in most languages, runs on most computers


@dataclass(frozen=True, slots=True)
class WantedConnection:
    """A model to use from now on: the connection's ``name``, provider and address, and the model."""

    name: str
    provider: str
    address: str
    model: str

    def values(self) -> dict[str, OptionValue]:
        """Return the options of the connection."""
        return {LLM_PROVIDER.key: self.provider, LLM_BASE_URL.key: self.address, LLM_MODEL.key: self.model}


class ModelSetup(QObject):
    """Connects to models over a ``window``; ``saved`` has a connection's id and the model wanted of it."""

    saved = Signal(str, str)
    changed = Signal(str)  # the id of a connection whose server has other models, or others in memory
    failed = Signal(UserError)

    def __init__(self, bridge: Bridge, appearance: Appearance, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._appearance = appearance
        self._window = window

    def fill_services(self, menu: QMenu) -> None:
        """Put an entry into a menu for each online service that needs no more than a key."""
        for preset in _services():
            action = menu.addAction(preset.name)
            action.setObjectName(f"service_{preset.name}")
            action.triggered.connect(partial(self._open_service, preset))

    def open_files(self) -> None:
        """Show the model files of this computer and those to download."""
        from desktop_rag.gui.models.files_dialog import ModelFilesDialog

        dialog = ModelFilesDialog(self._bridge, self._window.window())
        dialog.chosen.connect(self.use_file)
        dialog.open()

    def choose_file(self) -> None:
        """Let a model file be chosen."""
        parent, title = self._window.window(), self.tr("Choose a model file")
        path, _ = QFileDialog.getOpenFileName(parent, title, "", self.tr("Models (*.gguf)"))
        if path:
            self.use_file(path)

    def open_pull(self, connection: Connection) -> None:
        """Let a server download a model."""
        from desktop_rag.gui.models.pull_dialog import PullDialog

        dialog = PullDialog(self._bridge, connection, self._window.window())
        dialog.chosen.connect(partial(self.saved.emit, connection.id))
        dialog.pulled.connect(partial(self.changed.emit, connection.id))
        dialog.open()

    def open_first_pull(self, server: LocalServer) -> None:
        """Propose a model to an Ollama of this computer that has none and belongs to no connection yet."""
        from desktop_rag.gui.models.pull_dialog import PullDialog

        unsaved = Connection("", server.name, {LLM_PROVIDER.key: server.provider})
        dialog = PullDialog(self._bridge, unsaved, self._window.window(), _FIRST_MODEL)
        dialog.chosen.connect(partial(self.use_server, server))
        dialog.open()

    def unload(self, connection: Connection, model: str) -> None:
        """Have a server free the memory of a model."""
        job = self._bridge.worker.models.unload(connection.id, model)
        self._bridge.run(job, partial(self._unloaded, connection.id), self.failed.emit)

    def _unloaded(self, connection_id: str, _result: None) -> None:
        self.changed.emit(connection_id)

    def use_file(self, model: str) -> None:
        """Ask the model of a file, given by its path or its name."""
        built_in = LLM_PROVIDER.choice(BUILT_IN).label
        self._save(WantedConnection(built_in, BUILT_IN, "", model))

    def use_server(self, server: LocalServer, model: str) -> None:
        """Ask a model of a server of this computer."""
        self._save(WantedConnection(server.name, server.provider, server.base_url, model))

    def _open_service(self, preset: Preset, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - a signal's
        from desktop_rag.gui.models.key_dialog import KeyDialog

        dialog = KeyDialog(self._bridge, self._appearance, preset, self._window.window())
        dialog.connected.connect(partial(self._use_service, preset))
        dialog.open()

    def _use_service(self, preset: Preset, model: str, key: str) -> None:
        wanted = WantedConnection(preset.name, preset.provider, preset.address, model)
        secrets = self._bridge.worker.secrets
        self._save(wanted, partial(secrets.set_api_key, preset.address, key) if key else None)

    def _save(self, wanted: WantedConnection, first: Callable[[], object] | None = None) -> None:
        config = self._bridge.worker.config
        saved = partial(self._tell, wanted.model)
        self._bridge.call(partial(_save, config, wanted, first), saved, self.failed.emit)

    def _tell(self, model: str, connection_id: str) -> None:
        self.saved.emit(connection_id, model)


def short_model_name(model: str) -> str:
    """Return the name of a model for a button: for a file, its stem."""
    path = Path(model)
    return path.stem if path.suffix.lower() == ".gguf" else model


def _services() -> list[Preset]:
    """Return the services that need a key and have one address; those whose address is the person's are set up."""
    return [preset for preset in presets() if preset.key_page and "YOUR-" not in preset.address]


def _save(config: Config, wanted: WantedConnection, first: Callable[[], object] | None) -> str:
    """Save a connection (in another thread) and return its id; it becomes everybody's when there was no model.

    One to the same server is used again. ``first`` is called before that.
    """
    if first is not None:
        first()
    saved: list[str] = []

    def change(now: tuple[Connection, ...], in_use: str) -> tuple[Sequence[Connection], str]:
        same = (wanted.provider, wanted.address)
        known = next((one for one in now if (one.provider, one.address) == same), None)
        if known is None:
            taken = {one.name.casefold() for one in now}
            known = new_connection(wanted.values(), now, "" if wanted.name.casefold() in taken else wanted.name)
            now = (*now, known)
        saved.append(known.id)
        return now, in_use or known.id

    config.change_connections(change)
    return saved[-1]
