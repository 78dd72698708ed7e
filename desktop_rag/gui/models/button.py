"""The button that names the model of the conversation and opens the menu of models."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop_rag.config import OptionValue
from desktop_rag.config.connections import find_connection
from desktop_rag.config.options import LLM_CONNECTION, LLM_MODEL, LLM_PROVIDER
from desktop_rag.core.errors import UserError
from desktop_rag.gui.models.catalogue import ModelCatalogue
from desktop_rag.gui.models.menu import ModelChoice, ModelMenu
from desktop_rag.gui.models.setup import ModelSetup, short_model_name
from desktop_rag.gui.settings.overrides import Overrides
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.basics import ChevronButton
from desktop_rag.gui.widgets.theme import Appearance

_WIDTH = 150


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
