"""“Connect a program…”: what is written into the settings of a program that speaks MCP, shown before.

Beside it stand the local API for all other programs, and the libraries that are shared with either.
"""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QTabWidget, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.gui.network.api_page import ApiPage, SharedPage
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ComboBox, Notice, button, button_row, label
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.services.outside.connecting import (
    PROGRAMS,
    McpProgram,
    SettingsChange,
    connecting,
    disconnecting,
    write_change,
)

_SIZE, _MARGIN = QSize(760, 560), QSize(40, 80)


class ProgramsDialog(QDialog):
    """Three pages: programs that speak MCP, the local API, and the shared libraries."""

    def __init__(self, bridge: Bridge, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("programs_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Connect a program"))
        self.resize(_SIZE if parent is None else _SIZE.boundedTo(parent.window().size() - _MARGIN))
        self.mcp = McpPage(bridge, appearance)
        self.api = ApiPage(bridge, appearance)
        self.shared = SharedPage(bridge, appearance)
        self.tabs = QTabWidget()
        self.tabs.setObjectName("programs_tabs")
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(self.mcp, self.tr("MCP"))
        self.tabs.addTab(self.api, self.tr("Local API"))
        self.tabs.addTab(self.shared, self.tr("Shared libraries"))
        close = button(self.tr("Close"), "programs_close_button")
        close.clicked.connect(self.accept)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 12, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(self.tabs, 1)
        layout.addLayout(button_row(close))


class McpPage(QWidget):
    """Shows how the settings of the chosen program would change, writes that, and takes it back."""

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self._bridge = bridge
        self._changes: tuple[SettingsChange, SettingsChange] | None = None  # to connect, and to end that
        self.program = ComboBox(appearance)
        self.program.setObjectName("programs_box")
        self.program.setAccessibleName(self.tr("Program"))
        for key, one in PROGRAMS.items():
            self.program.addItem(one.name, key)
        self.program.currentIndexChanged.connect(self.look)
        self.difference = QPlainTextEdit()
        self.difference.setObjectName("programs_difference")
        self.difference.setProperty("role", "code")
        self.difference.setAccessibleName(self.tr("What changes in the settings of the program"))
        self.difference.setReadOnly(True)
        self.difference.setTabChangesFocus(True)
        self.difference.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.notice = Notice("info")
        self.notice.hide()
        self.connect_button = button(self.tr("Write"), "programs_connect_button", "primary")
        self.connect_button.clicked.connect(partial(self._write, 0))
        self.disconnect_button = button(self.tr("Take out again"), "programs_disconnect_button")
        self.disconnect_button.clicked.connect(partial(self._write, 1))
        self._lay_out()
        self.look()

    def look(self) -> None:
        """Read the settings of the chosen program, off this thread."""
        self.notice.hide()
        self._changes = None
        self._enable()
        data_dir, program = self._bridge.worker.data_dir, self._chosen()
        self._bridge.call(partial(_both, program, data_dir), partial(self._show, program), self._fail)

    def _lay_out(self) -> None:
        lead = self.tr(
            "The program then finds the libraries that you share. A copy of its settings is kept beside them."
        )
        row = QHBoxLayout()
        row.addWidget(self.program, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(label(lead, "muted", wrap=True))
        layout.addLayout(row)
        layout.addWidget(self.difference, 1)
        layout.addWidget(self.notice)
        layout.addLayout(button_row(self.disconnect_button, self.connect_button))

    def _chosen(self) -> McpProgram:
        return PROGRAMS[str(self.program.currentData())]

    def _show(self, program: McpProgram, changes: tuple[SettingsChange, SettingsChange]) -> None:
        if program is not self._chosen():  # another one was chosen meanwhile
            return
        self._changes = changes
        change = changes[0]
        done = self.tr("{program} is connected.").format(program=program.name)
        self.difference.setPlainText(change.difference if change.is_needed else done)
        self._enable()

    def _enable(self) -> None:
        for place, one in enumerate((self.connect_button, self.disconnect_button)):
            one.setEnabled(self._changes is not None and self._changes[place].is_needed)

    def _write(self, place: int) -> None:
        if self._changes is not None:
            change = self._changes[place]
            self._bridge.call(partial(write_change, change), partial(self._written, change), self._fail)

    def _written(self, change: SettingsChange, backup: Path | None) -> None:
        self.look()
        kept = self.tr("The settings as they were: {path}").format(path=backup) if backup is not None else ""
        self.notice.set_role("info")
        self.notice.tell(words.sentence(change.program.note) if change.program.note else self.tr("Written."), kept)
        self.notice.show()

    def _fail(self, error: UserError) -> None:
        self.difference.clear()
        self.notice.set_role("failure")
        self.notice.tell(error.message, error.next_step)
        self.notice.show()


def _both(program: McpProgram, data_dir: Path) -> tuple[SettingsChange, SettingsChange]:
    return connecting(program, data_dir), disconnecting(program, data_dir)
