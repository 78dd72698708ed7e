"""The settings row of the data folder: its path, its size, and the button that moves it."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.paths import PORTABLE_FOLDER
from desktop_rag.gui.files.file_words import size as size_words
from desktop_rag.gui.settings.option_form import row_grid
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.basics import ElidedLabel, button, label
from desktop_rag.gui.widgets.confirmation import Confirmation, confirm
from desktop_rag.gui.widgets.words import sentence
from desktop_rag.services.data_folder import check_move, request_move, size_on_disk


class DataFolderRow(QWidget):
    """Shows the data folder; emits ``restart_wanted`` when it is to be moved on restart."""

    restart_wanted = Signal()

    def __init__(self, bridge: Bridge) -> None:
        super().__init__()
        self._bridge = bridge
        self._folder = bridge.worker.data_dir
        self.setObjectName("data_folder_row")
        self._path = ElidedLabel(str(self._folder), "body")
        self._path.setObjectName("data_folder_path")
        self._size = label("", "muted")
        self._size.setObjectName("data_folder_size")
        self._move = button(self.tr("Move…"), "data_folder_move_button")
        self._move.setAccessibleName(self.tr("Move the data folder…"))
        self._move.clicked.connect(self._choose)
        self._error = label("", "error", wrap=True)
        self._error.setObjectName("data_folder_error")
        self._error.hide()
        self._lay_out()
        bridge.call(partial(size_on_disk, self._folder), self._show_size, self._fail)

    def _lay_out(self) -> None:
        grid = row_grid(self)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self._path, 1)
        row.addWidget(self._size)
        row.addWidget(self._move)
        grid.addWidget(label(self.tr("Data folder"), "body"), 0, 0)
        grid.addLayout(row, 0, 1)
        help_text = self.tr("Libraries, conversations, settings and downloaded models are kept there.")
        grid.addWidget(label(help_text, "small", wrap=True), 1, 1)
        grid.addWidget(self._error, 2, 1)

    def _show_size(self, count: int) -> None:
        self._size.setText(size_words(count))

    def _choose(self) -> None:
        """Ask for a folder, and look whether the data can be moved there."""
        given = QFileDialog.getExistingDirectory(self, self.tr("Move the data folder to"), str(Path.home()))
        if given:
            self._error.hide()
            self._move.setEnabled(False)
            self._bridge.call(partial(self._check, Path(given)), self._ask, self._fail)

    def _check(self, chosen: Path) -> Path:
        """Return the new data folder (in another thread): a subfolder where the chosen one has other files."""
        try:
            is_empty = not any(chosen.iterdir())
        except OSError:  # the check says what is wrong with it
            is_empty = True
        target = chosen if is_empty else chosen / PORTABLE_FOLDER
        check_move(self._folder, target)
        return target

    def _ask(self, target: Path) -> None:
        self._move.setEnabled(True)
        asked = Confirmation(
            "move_data_folder",
            self.tr("Move the data folder"),
            self.tr("Move all data to “{folder}”?").format(folder=target),
            self.tr(
                "Desktop RAG closes, copies and checks everything, and opens again. "
                "The old folder is removed at the end."
            ),
            self.tr("Move and restart"),
        )
        confirm(self, asked, partial(self._request, target))

    def _request(self, target: Path) -> None:
        self._bridge.call(partial(request_move, self._folder, target), self._restart, self._fail)

    def _restart(self, _result: None) -> None:
        self.restart_wanted.emit()

    def _fail(self, error: UserError) -> None:
        self._move.setEnabled(True)
        self._error.setText(f"{sentence(error.message)} {sentence(error.next_step)}".strip())
        self._error.show()
