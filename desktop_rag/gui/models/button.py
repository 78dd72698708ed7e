"""The button that names the model of the conversation and opens the menu of models."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.connections import Connection, find_connection
from desktop_rag.config.options import LLM_CONNECTION, LLM_MODEL, LLM_PROVIDER
from desktop_rag.core.errors import UserError
from desktop_rag.gui.models.catalogue import ModelCatalogue
from desktop_rag.gui.models.setup import ModelSetup, short_model_name
from desktop_rag.gui.settings.overrides import Overrides
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ChevronButton
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.llms.discovery import LocalServer
from desktop_rag.llms.model_servers import ServedModel

_WIDTH = 150
_MOST_MODELS = 40  # of one connection: services list hundreds, and the settings have a box that searches
_LONGEST = 48
_GB = 1e9


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A choice of model: options for a conversation, or a model of a server that is not saved yet."""

    values: dict[str, OptionValue] = field(default_factory=dict)
    server: LocalServer | None = None
    model: str = ""


class ModelMenu(QMenu):
    """A menu of models that can answer; it fills itself while servers reply."""

    chosen = Signal(object)  # ModelChoice
    set_up_wanted = Signal()

    def __init__(
        self, catalogue: ModelCatalogue, setup: ModelSetup, config: Callable[[], Config], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("model_menu")
        self.setToolTipsVisible(True)
        self.setLayoutDirection(QGuiApplication.layoutDirection())  # the button's own is turned round
        self._catalogue = catalogue
        self._setup = setup
        self._config = config
        self._group = QActionGroup(self)
        self._submenus: dict[str, QMenu] = {}  # by the connection's id, or the address of a server that was found
        self._end = self.addSeparator()  # of them
        self.aboutToShow.connect(self._open)
        catalogue.changed.connect(self._refill)

    def _open(self) -> None:
        self._catalogue.refresh()
        self._build()

    def _refill(self) -> None:
        """Show the servers' latest replies; entries stay in place, so that an open submenu stays open."""
        if not self.isVisible():
            return
        config = self._config()
        for one in config.connections:
            if one.id in self._submenus:
                self._fill_connection(self._submenus[one.id], one, config)
        for server in self._catalogue.found():
            if server.base_url not in self._submenus:
                self._add_server(server)

    def _build(self) -> None:
        """Make the entries from the beginning."""
        config = self._config()
        self.clear()
        for menu in self._submenus.values():
            menu.deleteLater()
        self._submenus.clear()
        self._end = self.addSeparator()
        for one in config.connections:
            self._fill_connection(self._add_submenu(one.id), one, config)
        for server in self._catalogue.found():
            self._add_server(server)
        none: dict[str, OptionValue] = {LLM_CONNECTION.key: "", LLM_PROVIDER.key: "none"}
        without = self._add(self, self.tr("Without a model (quotations)"), ModelChoice(none), "model_none")
        without.setChecked(config[LLM_PROVIDER] == "none")
        self.addSeparator()
        self._add_ways()
        set_up = self.addAction(self.tr("Set up…"))
        set_up.setObjectName("model_set_up")
        set_up.triggered.connect(self.set_up_wanted)

    def _add_ways(self) -> None:
        """Add actions that get one more model."""
        files = self.addAction(self.tr("Model files…"))
        files.setObjectName("model_files")
        files.triggered.connect(self._setup.open_files)
        services = self._submenus["services"] = QMenu(self.tr("Online service"), self)
        services.setObjectName("model_services")
        self._setup.fill_services(services)
        self.addMenu(services)

    def _fill_connection(self, menu: QMenu, connection: Connection, config: Config) -> None:
        """List a connection's models in its submenu; a server that cannot be asked is grey, with the reason."""
        listing = self._catalogue.listing(connection)
        is_used = config[LLM_CONNECTION] == connection.id
        current = config[LLM_MODEL] if is_used else connection.model
        models = _shown(listing.models, current)
        served = self._catalogue.served(connection)
        loaded = {one.name: one for one in served if one.is_loaded}
        # the reason stands in the entry: a tool tip is for the mouse only
        reason = f"  ({_short(listing.problem.rstrip('.'))})" if listing.problem else ""
        menu.clear()
        menu.setTitle(_escaped(connection.name + reason))
        menu.menuAction().setToolTip(listing.problem)
        menu.menuAction().setEnabled(not listing.problem)
        for model in models:
            values: dict[str, OptionValue] = {LLM_CONNECTION.key: connection.id, LLM_MODEL.key: model}
            action = self._add(menu, model, ModelChoice(values, model=model), f"model_{connection.id}_{model}")
            action.setChecked(is_used and model == current)
            if model in loaded:
                action.setText(self.tr("{model}  (in memory)").format(model=action.text()))
        if listing.asking:
            menu.addAction(self.tr("Looking for models…")).setEnabled(False)
        elif not models:
            menu.addAction(self.tr("This server has no models yet")).setEnabled(False)
        elif len(listing.models) > len(models):
            menu.addSeparator()
            more = self.tr("{count} more in Set up…").format(count=len(listing.models) - len(models))
            menu.addAction(more).triggered.connect(self.set_up_wanted)
        if connection.provider == "ollama" or any(one.is_loaded is not None for one in served):
            self._add_management(menu, connection, list(loaded.values()))

    def _add_management(self, menu: QMenu, connection: Connection, loaded: Sequence[ServedModel]) -> None:
        """Add actions that manage the models of a server."""
        menu.addSeparator()
        for one in loaded:
            freed = self.tr(", frees {size} GB").format(size=words.decimal(one.memory / _GB, 1)) if one.memory else ""
            text = self.tr("Unload {model}{freed}").format(model=_short(one.name), freed=freed)
            unload = menu.addAction(_escaped(text))
            unload.setObjectName(f"unload_{one.name}")
            unload.triggered.connect(partial(self._setup.unload, connection, one.name))
        pull = menu.addAction(self.tr("Download a model…"))
        pull.setObjectName(f"pull_{connection.id}")
        pull.triggered.connect(partial(self._setup.open_pull, connection))

    def _add_server(self, server: LocalServer) -> None:
        menu = self._add_submenu(server.base_url)
        menu.setTitle(_escaped(self.tr("{name} (found on this computer)").format(name=server.name)))
        for model in server.models[:_MOST_MODELS]:
            choice = ModelChoice(server=server, model=model)
            self._add(menu, model, choice, f"model_{server.base_url}_{model}")

    def _add_submenu(self, key: str) -> QMenu:
        """Add an empty submenu behind those of other connections."""
        menu = self._submenus[key] = QMenu(self)
        menu.setObjectName(f"model_menu_{key}")
        self.insertMenu(self._end, menu)
        return menu

    def _add(self, menu: QMenu, text: str, choice: ModelChoice, name: str) -> QAction:
        action = menu.addAction(_escaped(_short(text)))
        action.setObjectName(name)
        action.setToolTip(text)
        action.setCheckable(True)
        action.setData(choice)
        action.setActionGroup(self._group)
        action.triggered.connect(self._choose, Qt.ConnectionType.QueuedConnection)
        return action

    def _choose(self) -> None:
        sender = self.sender()
        if isinstance(sender, QAction):
            self.chosen.emit(sender.data())


def _shown(models: Sequence[str], current: str) -> list[str]:
    """Return the models to list: all, or of very many the first ones, the current one always among them."""
    shown = list(models[:_MOST_MODELS])
    return shown if not current or current in shown else [current, *shown]


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}…{text[-_LONGEST // 2 :]}"


def _escaped(text: str) -> str:
    """Return a text for a menu, where “&” would mark a key."""
    return text.replace("&", "&&")


class ModelButton(ChevronButton):
    """Chooses for the conversation; where no model was set up at all, the choice is everybody's."""

    set_up_wanted = Signal()
    model_changed = Signal()
    failed = Signal(UserError)

    def __init__(self, bridge: Bridge, appearance: Appearance, overrides: Overrides) -> None:
        super().__init__(appearance, "model_button")
        self._overrides = overrides
        self._then: Callable[[], object] | None = None  # what is done with the model that is chosen next
        self.catalogue = ModelCatalogue(bridge, self)
        self.setup = ModelSetup(bridge, appearance, self)
        self.setup.saved.connect(self._saved)
        self.setup.changed.connect(self.catalogue.forget)
        self.setup.failed.connect(self.failed)
        self.menu_of_models = ModelMenu(self.catalogue, self.setup, overrides.config, self)
        self.menu_of_models.chosen.connect(self.choose)
        self.menu_of_models.set_up_wanted.connect(self.set_up_wanted)
        self.clicked.connect(self.open_menu)

    def open_menu(self) -> None:
        """Open the menu below the button."""
        self.open_menu_at(self)

    def open_menu_at(self, widget: QWidget, then: Callable[[], object] | None = None) -> None:
        """Open the menu below a widget; ``then`` is called once a model was chosen from it."""
        self._then = then
        self.menu_of_models.popup(widget.mapToGlobal(QPoint(0, widget.height() + 2)))

    def refresh(self) -> None:
        """Show the name of the model that the next question goes to."""
        config = self._overrides.config()
        none = config[LLM_PROVIDER] == "none"
        name = self.tr("No model") if none else short_model_name(config[LLM_MODEL]) or self.tr("Choose a model")
        used = find_connection(config.connections, config[LLM_CONNECTION])
        self.setText(self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, _WIDTH))
        self.setAccessibleName(self.tr("Model: {name}").format(name=name))
        tip = self.tr("{model} of {connection}").format(model=name, connection=used.name) if used and not none else ""
        self.setToolTip(tip or self.tr("The model that writes the answers"))

    def choose(self, choice: ModelChoice) -> None:
        """Ask this model from now on."""
        if choice.server is not None:
            self.setup.use_server(choice.server, choice.model)
        else:
            self._choose(choice.values)

    def _saved(self, connection_id: str, model: str) -> None:
        self._choose({LLM_CONNECTION.key: connection_id, LLM_MODEL.key: model})

    def _choose(self, values: dict[str, OptionValue]) -> None:
        self._overrides.choose_model(values)
        self.model_changed.emit()
        then, self._then = self._then, None
        if then is not None:
            then()
