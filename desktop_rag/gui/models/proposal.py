"""One line that proposes a model while none is connected: the best one found, or the ways to get one."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from desktop_rag.config.options import LLM_PROVIDER
from desktop_rag.gui.models.button import ModelButton
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.basics import button, label
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.llms.discovery import LocalServer, best_model


class ModelProposal(QWidget):
    """Shown until a model is connected. Looking for servers does not hold up the window."""

    def __init__(self, bridge: Bridge, models: ModelButton, parent: QWidget) -> None:
        super().__init__(parent)  # at once: without one it would be shown as a window of its own for a moment
        self.setObjectName("model_proposal")
        self._bridge = bridge
        self._models = models
        self._proposed: tuple[LocalServer, str] | None = None
        self._line = label("", "muted", wrap=True)
        self._line.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._use = button(self.tr("Use this model"), "use_model_button")
        self._others = button(self.tr("Other models"), "other_models_button", "link")
        self._files = button(self.tr("Download a model…"), "download_model_button")
        self._file = button(self.tr("Choose a model file…"), "choose_file_button")
        self._service = button(self.tr("Online service…"), "online_service_button")
        self._pull = button(self.tr("Download a model…"), "pull_first_button")
        self._ways = (self._files, self._file, self._service)
        self._services = QMenu(self)
        self._services.setObjectName("proposal_services")
        models.setup.fill_services(self._services)
        row = FlowRow(centred=True)
        for widget in (self._use, self._pull, *self._ways, self._others):
            row.add(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._line)
        layout.addWidget(row)
        self._use.clicked.connect(self._use_proposed)
        self._pull.clicked.connect(self._open_pull)
        self._others.clicked.connect(self._open_menu)
        self._files.clicked.connect(models.setup.open_files)
        self._file.clicked.connect(models.setup.choose_file)
        self._service.clicked.connect(self._open_services)
        models.catalogue.changed.connect(self.refresh)
        models.model_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the current proposal."""
        config = self._bridge.worker.config
        self.setVisible(config[LLM_PROVIDER] == "none" and not config.connections)
        self._proposed = self._best()
        is_found = self._proposed is not None
        for widget in (self._use, self._others):
            widget.setVisible(is_found)
        for widget in self._ways:
            widget.setVisible(not is_found)
        self._pull.hide()
        if self._proposed is None:
            self._show_ways(self._models.catalogue.empty_ollama())
            return
        server, model = self._proposed
        running = self.tr("{server} is running on this computer.") if server.base_url else ""
        self._line.setText((running or self.tr("There are model files on this computer.")).format(server=server.name))
        self._use.setText(self.tr("Use {model} of {server}").format(model=model, server=server.name))

    def _show_ways(self, empty: LocalServer | None) -> None:
        """Show the ways to get a model; ``empty`` is a server that only lacks one."""
        if empty is None:
            self._line.setText(
                self.tr("Answers are quotations from your files. A model would answer in its own words.")
            )
            return
        self._line.setText(
            self.tr("{server} is running on this computer, but has no model that answers yet.").format(
                server=empty.name
            )
        )
        self._pull.setText(self.tr("Download a model with {server}…").format(server=empty.name))
        self._pull.show()
        self._files.hide()

    def _best(self) -> tuple[LocalServer, str] | None:
        """Return the best model of the first server that has one."""
        named = ((server, best_model(server.models)) for server in self._models.catalogue.found())
        return next(((server, model) for server, model in named if model), None)

    def _use_proposed(self) -> None:
        if self._proposed is not None:
            self._models.setup.use_server(*self._proposed)

    def _open_pull(self) -> None:
        if (empty := self._models.catalogue.empty_ollama()) is not None:
            self._models.setup.open_first_pull(empty)

    def _open_services(self) -> None:
        self._services.popup(self._service.mapToGlobal(QPoint(0, self._service.height() + 2)))

    def _open_menu(self) -> None:
        self._models.open_menu_at(self._others)
