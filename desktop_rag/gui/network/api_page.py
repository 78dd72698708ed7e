"""The local API in the window: how it is started, where it is, and the programs that have a token for it."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.config.data_folder import read_data_folder
from desktop_rag.core.errors import UserError
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.basics import CheckBox, IconButton, Notice, button, label
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.processes.programs import as_typed, terminal_command
from desktop_rag.services.outside.clients import DEFAULT_PORT, ApiClient

_LONGEST_NAME = 40
_LIST_HEIGHT = 72  # pixels that a list keeps in a small window


class CopiedLine(QWidget):
    """Shows a text that a person takes elsewhere, with a button that copies it."""

    def __init__(self, appearance: Appearance, name: str, spoken: str, text: str = "") -> None:
        super().__init__()
        self.line = QLineEdit(text)
        self.line.setObjectName(name)
        self.line.setAccessibleName(spoken)
        self.line.setReadOnly(True)
        self.line.setCursorPosition(0)
        copy = IconButton(appearance, "copy", self.tr("Copy"), f"{name}_copy")
        copy.clicked.connect(self._copy)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.line, 1)
        layout.addWidget(copy)

    def show_text(self, text: str) -> None:
        """Show another text, from its beginning."""
        self.line.setText(text)
        self.line.setCursorPosition(0)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.line.text())


class ApiPage(QWidget):
    """Lists the programs with a token, makes tokens and revokes them; each token is shown once."""

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self._bridge = bridge
        self.setObjectName("api_page")
        command = CopiedLine(appearance, "api_command", self.tr("Command"), _command(bridge.worker.data_dir))
        address = CopiedLine(appearance, "api_address", self.tr("Address"), f"http://127.0.0.1:{DEFAULT_PORT}/v1")
        self.clients = QListWidget()
        self.clients.setObjectName("api_clients")
        self.clients.setProperty("role", "boxed")
        self.clients.setAccessibleName(self.tr("Programs with a token"))
        self.clients.setMinimumHeight(_LIST_HEIGHT)
        self.clients.currentItemChanged.connect(self._enable)
        self.name = QLineEdit()
        self.name.setObjectName("api_client_name")
        self.name.setAccessibleName(self.tr("Name of the program"))
        self.name.setPlaceholderText(self.tr("Name of the program"))
        self.name.setMaxLength(_LONGEST_NAME)
        self.name.textChanged.connect(self._enable)
        self.name.returnPressed.connect(self._create)
        self.create_button = button(self.tr("Make a token"), "api_create_button")
        self.create_button.clicked.connect(self._create)
        self.revoke_button = button(self.tr("Revoke"), "api_revoke_button")
        self.revoke_button.clicked.connect(self._revoke)
        self.token = CopiedLine(appearance, "api_token", self.tr("Token"))
        self._once = label(self.tr("Copy the token now: it is not shown again."), "small", wrap=True)
        self.notice = Notice("failure")
        self._lay_out(command, address)
        self._show_token("")
        self._enable()
        self.look()

    def look(self) -> None:
        """List the programs as they are now."""
        self._bridge.run(self._bridge.worker.api_clients.listed(), self._show, self._fail)

    def _lay_out(self, command: QWidget, address: QWidget) -> None:
        lead = self.tr(
            "Programs and scripts with a token ask the libraries that you share, and chat programs find each as a "
            "model, while this command runs in a terminal."
        )
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        grid.addWidget(label(self.tr("Command"), "body"), 0, 0)
        grid.addWidget(command, 0, 1)
        grid.addWidget(label(self.tr("Address"), "body"), 1, 0)
        grid.addWidget(address, 1, 1)
        grid.setColumnStretch(1, 1)
        making = QHBoxLayout()
        making.setSpacing(8)
        making.addWidget(self.name, 1)
        making.addWidget(self.create_button)
        making.addWidget(self.revoke_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(label(lead, "muted", wrap=True))
        layout.addLayout(grid)
        layout.addWidget(label(self.tr("Programs with a token"), "body"))
        layout.addWidget(self.clients, 1)
        layout.addLayout(making)
        layout.addWidget(self.token)
        layout.addWidget(self._once)
        layout.addWidget(self.notice)

    def _show(self, clients: tuple[ApiClient, ...]) -> None:
        self.clients.clear()
        for one in clients:
            text = (
                self.tr("{program}, since {date}").format(program=one.name, date=one.since) if one.since else one.name
            )
            item = QListWidgetItem(text, self.clients)
            item.setData(Qt.ItemDataRole.UserRole, one.name)
        self._enable()

    def _show_token(self, token: str) -> None:
        self.token.show_text(token)
        self.notice.hide()
        for one in (self.token, self._once):
            one.setVisible(bool(token))

    def _enable(self) -> None:
        self.create_button.setEnabled(bool(self.name.text().strip()))
        self.revoke_button.setEnabled(self.clients.currentItem() is not None)

    def _create(self) -> None:
        if name := self.name.text().strip():
            self._show_token("")
            self._bridge.run(self._bridge.worker.api_clients.create(name), self._created, self._fail)

    def _created(self, token: str) -> None:
        self.name.clear()
        self._show_token(token)
        self.token.line.setFocus()
        self.token.line.selectAll()
        self.look()

    def _revoke(self) -> None:
        if (item := self.clients.currentItem()) is not None:
            self._show_token("")
            name = str(item.data(Qt.ItemDataRole.UserRole))
            self._bridge.run(self._bridge.worker.api_clients.revoke(name), lambda _: self.look(), self._fail)

    def _fail(self, error: UserError) -> None:
        self.notice.tell(error.message, error.next_step)
        self.notice.show()


class SharedPage(QWidget):
    """Lists the libraries; those that are ticked are shared with other programs from that moment on."""

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self._bridge = bridge
        self._appearance = appearance
        self.setObjectName("shared_page")
        self._boxes = QVBoxLayout()
        self._boxes.setSpacing(6)
        self.notice = Notice("failure")
        self.notice.hide()
        lead = self.tr(
            "Other programs find only the libraries that are ticked here. What they read may go to the servers of "
            "their models."
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(label(lead, "muted", wrap=True))
        layout.addLayout(self._boxes)
        layout.addWidget(self.notice)
        layout.addStretch(1)
        self.look()

    def look(self) -> None:
        """List the libraries as they are now."""
        names = self._bridge.worker.libraries.list_all()
        self._bridge.run(names, self._show, self._fail)

    def _show(self, infos: tuple[IndexInfo, ...]) -> None:
        while (item := self._boxes.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for info in infos:
            box = CheckBox(info.name.replace("&", "&&"), self._appearance)
            box.setObjectName("shared_library")
            box.setChecked(info.shared)
            box.toggled.connect(partial(self._share, info.name))
            self._boxes.addWidget(box)
        if not infos:
            self._boxes.addWidget(label(self.tr("There is no library yet."), "muted"))

    def _share(self, name: str, shared: bool) -> None:  # noqa: FBT001 - Qt's
        self.notice.hide()
        self._bridge.run(self._bridge.worker.sharing.share(name, shared=shared), lambda _: None, self._failed_to_share)

    def _failed_to_share(self, error: UserError) -> None:
        self.look()
        self._fail(error)

    def _fail(self, error: UserError) -> None:
        self.notice.tell(error.message, error.next_step)
        self.notice.show()


def _command(data_dir: Path) -> str:
    """Return the command that serves the API, as a terminal takes it."""
    arguments = [*terminal_command(), "serve"]
    if data_dir.absolute() != read_data_folder().folder.absolute():
        arguments += ["--data-dir", str(data_dir.absolute())]
    return as_typed(arguments)
