"""The settings row of other programs: what connects them, and what they may ask."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop_rag.gui.settings.option_form import row_grid
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.basics import button, label
from desktop_rag.gui.widgets.theme import Appearance


class ProgramsRow(QWidget):
    """Leads to “Connect a program…”, where each change holds at once."""

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self._bridge = bridge
        self._appearance = appearance
        self.setObjectName("programs_row")
        opening = button(self.tr("Connect a program…"), "programs_button")
        opening.clicked.connect(self._open)
        grid = row_grid(self)
        grid.addWidget(label(self.tr("Other programs"), "body"), 0, 0)
        grid.addWidget(opening, 0, 1, Qt.AlignmentFlag.AlignLeft)
        help_text = self.tr("MCP, the local API, and the libraries that other programs of this computer may ask.")
        grid.addWidget(label(help_text, "small", wrap=True), 1, 1)

    def _open(self) -> None:
        from desktop_rag.gui.network.programs_dialog import ProgramsDialog

        ProgramsDialog(self._bridge, self._appearance, self).open()
