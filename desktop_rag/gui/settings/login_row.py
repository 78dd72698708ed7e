"""The settings row that lets the system start the window when the person logs in."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from desktop_rag.config.data_folder import read_data_folder
from desktop_rag.core.errors import UserError
from desktop_rag.gui.settings.option_form import row_grid
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.basics import CheckBox, label
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.words import sentence
from desktop_rag.processes.login_start import set_login_start, starts_at_login, why_no_login_start


class LoginRow(QWidget):
    """Shows whether the system starts the window at login; ``save`` tells the system what was chosen."""

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self._data_dir = bridge.worker.data_dir
        self._shown = False  # what the system says
        self.setObjectName("login_row")
        self.check = CheckBox(self.tr("On"), appearance)
        self.check.setObjectName("login_check")
        self.check.setAccessibleName(self.tr("Start at login"))
        grid = row_grid(self)
        grid.addWidget(label(self.tr("Start at login"), "body"), 0, 0)
        grid.addWidget(self.check, 0, 1)
        self._help = label(
            self.tr("The window starts minimised, and the folders of your libraries are watched from then on."),
            "small",
            wrap=True,
        )
        grid.addWidget(self._help, 1, 1)
        self.check.setEnabled(False)
        if (reason := why_no_login_start(self._data_dir)) is not None:
            self._help.setText(sentence(reason))
        else:
            bridge.call(starts_at_login, self._show, self._fail)

    @property
    def changed(self) -> bool:
        """True if the person chose something else than the system says."""
        return self.check.isEnabled() and self.check.isChecked() != self._shown

    def save(self, *, wanted: bool) -> None:
        """Tell the system (in another thread; touches no widget); errors are those of ``set_login_start``."""
        set_login_start(wanted=wanted, data_dir=_other_folder(self._data_dir))

    def _show(self, starts: bool) -> None:  # noqa: FBT001 - what a call returned
        self._shown = starts
        self.check.setChecked(starts)
        self.check.setEnabled(True)

    def _fail(self, error: UserError) -> None:
        self._help.setText(f"{sentence(error.message)} {sentence(error.next_step)}".strip())


def _other_folder(data_dir: Path) -> Path | None:
    """Return a data folder; None for the person's own, which a start finds by itself."""
    return None if data_dir == read_data_folder().folder else data_dir
