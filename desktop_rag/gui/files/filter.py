"""Which files are shown: words, a folder, and a chip for each state with how many files are in it."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from desktop_rag.core.results.files import FileQuery, FileState
from desktop_rag.gui.files import file_words
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ComboBox, button
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.theme import Appearance, scaled
from desktop_rag.gui.widgets.timers import single_shot

_TYPING_MS = 200


class FileFilterBar(QWidget):
    """Emits the resulting query on every change; several states may be chosen at once."""

    changed = Signal(object)  # FileQuery

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.words = QLineEdit()
        self.words.setObjectName("files_filter")
        self.words.setPlaceholderText(self.tr("Filter by name, folder or reason"))
        self.words.setAccessibleName(self.words.placeholderText())
        self.words.setClearButtonEnabled(True)
        self.folder = ComboBox(appearance)
        self.folder.setObjectName("files_folder")
        self.folder.setAccessibleName(self.tr("Folder"))
        self.folder.setMaximumWidth(scaled(260))
        self.folder.addItem(self.tr("All folders"), "")
        self._order = "name"
        self._timer = single_shot(self, _TYPING_MS, self._tell)
        self.words.textChanged.connect(self._timer.start)
        self.words.returnPressed.connect(self._tell)
        self.folder.currentIndexChanged.connect(self._tell)
        self._chips: dict[FileState, QPushButton] = {}
        self._lay_out()

    def query(self) -> FileQuery:
        """Return the chosen conditions as a query."""
        states = tuple(state for state, chip in self._chips.items() if chip.isChecked())
        return FileQuery(self.words.text().strip(), states, str(self.folder.currentData() or ""), self._order)

    def narrows(self) -> bool:
        """Whether some files are hidden."""
        query = self.query()
        return bool(query.text or query.states or query.folder)

    def set_order(self, order: str) -> None:
        """Sort otherwise."""
        self._order = order
        self._tell()

    def set_folders(self, folders: tuple[str, ...]) -> None:
        """Offer these folders; the chosen one stays."""
        chosen = str(self.folder.currentData() or "")
        wanted = [*folders, *([chosen] if chosen and chosen not in folders else [])]
        if wanted == [str(self.folder.itemData(place)) for place in range(1, self.folder.count())]:
            return
        with QSignalBlocker(self.folder):
            while self.folder.count() > 1:
                self.folder.removeItem(1)
            for folder in wanted:
                self._add_folder(folder)
            self.folder.setCurrentIndex(max(0, self.folder.findData(chosen)))

    def choose_folder(self, folder: str) -> None:
        """Show the files of one folder."""
        if self.folder.findData(folder) < 0:
            self._add_folder(folder)
        self.folder.setCurrentIndex(self.folder.findData(folder))

    def reset(self, state: FileState | None = None) -> None:
        """Show all files, or those in one state."""
        with QSignalBlocker(self.words), QSignalBlocker(self.folder):
            self.words.clear()
            self.folder.setCurrentIndex(0)
        for one, chip in self._chips.items():
            chip.setChecked(one is state)
        self._tell()

    def show_counts(self, counts: dict[str, int]) -> None:
        """Write on each chip how many files it stands for; states without any are not offered."""
        self.all.setText(f"{self.tr('All')} {words.number(sum(counts.values()))}")
        for state, chip in self._chips.items():
            count = counts.get(state.value, 0)
            chip.setText(f"{words.file_state(state)} {words.number(count)}")
            chip.setVisible(count > 0 or chip.isChecked())

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.words, 2)
        row.addWidget(self.folder, 1)
        chips = FlowRow(6)
        self.all = button(self.tr("All"), "files_all", "filter")
        self.all.setCheckable(True)
        self.all.setChecked(True)
        self.all.clicked.connect(partial(self._choose, None))
        chips.add(self.all)
        for state in file_words.STATES:
            chip = button(words.file_state(state), f"files_{state.value}", "filter")
            chip.setCheckable(True)
            chip.setToolTip(file_words.state_reason(state))
            chip.clicked.connect(partial(self._choose, state))
            chip.hide()
            chips.add(chip)
            self._chips[state] = chip
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(row)
        layout.addWidget(chips)

    def _add_folder(self, folder: str) -> None:
        """Offer a folder under its name, with the whole path as a tool tip."""
        self.folder.addItem(Path(folder).name or folder, folder)
        self.folder.setItemData(self.folder.count() - 1, folder, 3)  # the role of tool tips

    def _choose(self, state: FileState | None, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's argument
        """Choose or give up a state; “All” gives up every one."""
        if state is None:
            for chip in self._chips.values():
                chip.setChecked(False)
        self._tell()

    def _tell(self, *_arguments: object) -> None:
        self._timer.stop()
        self.all.setChecked(not any(chip.isChecked() for chip in self._chips.values()))
        self.changed.emit(self.query())
