"""Commands on keyboard shortcuts: the sheet, and the keys that the settings name."""

import re
from collections.abc import Iterator, Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QFrame, QGridLayout, QLabel, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from desktop_rag.config.options import SHORTCUTS
from desktop_rag.gui.palette.entries import folded
from desktop_rag.gui.shell.actions import COMMANDS, ActionTable, menu_titles
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shortcuts.keys import all_keys, command_name, read_keys, shown_keys
from desktop_rag.gui.widgets.basics import button, button_row, label
from desktop_rag.gui.widgets.edit_watchers import TextCentring

_SIZE, _MARGIN = (620, 680), 20
_MNEMONIC = re.compile(r"\(&\w\)|&")  # Chinese and Japanese menus name the key in brackets


class ShortcutSheet(QDialog):
    """Lists the keys of every command, and those of boxes and answers; the window stays usable."""

    change_wanted = Signal()
    guide_wanted = Signal()

    def __init__(self, chosen: Mapping[str, str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("shortcut_sheet")
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(_SIZE[0], min(_SIZE[1], max(360, parent.height() - 80)))
        self._sections: list[tuple[QLabel, list[tuple[QLabel, QLabel]]]] = []
        self.box = QLineEdit()
        TextCentring(self.box)
        self.box.setObjectName("shortcut_filter")
        self.box.setPlaceholderText(self.tr("Find a command or key"))
        self.box.setAccessibleName(self.box.placeholderText())
        self.box.setClearButtonEnabled(True)
        self.box.textChanged.connect(self._filter)
        self._nothing = label(self.tr("No command fits."), "muted")
        self._nothing.setObjectName("shortcut_nothing")
        self._nothing.hide()
        change = button(self.tr("Change shortcuts…"), "shortcuts_change_button")
        guide = button(self.tr("Open the guide"), "shortcuts_guide_button")
        close = button(self.tr("Close"), "shortcuts_close_button", "primary")
        change.clicked.connect(self.change_wanted)
        guide.clicked.connect(self.guide_wanted)
        for push in (change, guide, close):
            push.clicked.connect(self.close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN, 16, _MARGIN, 16)
        layout.setSpacing(12)
        layout.addWidget(self.box)
        layout.addWidget(self._nothing)
        layout.addWidget(self._make_list(all_keys(chosen)), 1)
        layout.addLayout(button_row(guide, close, start=change))

    def rows(self) -> list[tuple[str, str]]:
        """Return the commands and keys that are listed now."""
        return [(name.text(), keys.text()) for _, rows in self._sections for name, keys in rows if not name.isHidden()]

    def _make_list(self, keys: Mapping[str, str]) -> QScrollArea:
        area = QScrollArea()
        area.setObjectName("shortcut_list")
        area.setAccessibleName(self.tr("Commands and their keys"))
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 12, 0)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0, 1)
        for title, pairs in (*self._of_menus(keys), (self.tr("Boxes, lists and answers"), self._of_places())):
            heading = label(title, "heading")
            heading.setContentsMargins(0, 10 if self._sections else 0, 0, 0)
            grid.addWidget(heading, grid.rowCount(), 0, 1, 2)
            rows = []
            for name, shown in pairs:
                row = label(name, "body", wrap=True), label(shown, "muted")
                place = grid.rowCount()
                grid.addWidget(row[0], place, 0)
                grid.addWidget(row[1], place, 1)
                rows.append(row)
            self._sections.append((heading, rows))
        grid.setRowStretch(grid.rowCount(), 1)
        area.setWidget(holder)
        return area

    def _of_menus(self, keys: Mapping[str, str]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        for section, title in menu_titles().items():
            pairs = [
                (command_name(command.id), shown_keys(keys[command.id]))
                for command in COMMANDS
                if command.menu == section and keys[command.id]
            ]
            yield _MNEMONIC.sub("", title), pairs

    def _of_places(self) -> list[tuple[str, str]]:
        return [
            (self.tr("Ask"), shown_keys("Return")),
            (self.tr("New line in the question"), shown_keys("Shift+Return")),
            (self.tr("Next or previous number in an answer"), shown_keys("Tab; Right; Left")),
            (self.tr("Open the document of a number"), shown_keys("Return")),
            (self.tr("Document larger, smaller"), shown_keys("+; -")),
            (self.tr("Document: fit width, fit page, actual size"), shown_keys("0; 9; 1")),
            (self.tr("Rename the chosen library or conversation"), shown_keys("F2")),
            (self.tr("Menu of the chosen row"), shown_keys("Shift+F10")),
        ]

    def _filter(self, text: str) -> None:
        words = folded(text).split()
        for heading, rows in self._sections:
            shown = 0
            for name, keys in rows:
                said = folded(f"{heading.text()} {name.text()} {keys.text()}")
                fits = all(word in said for word in words)
                name.setVisible(fits)
                keys.setVisible(fits)
                shown += fits
            heading.setVisible(bool(shown))
        self._nothing.setVisible(not self.rows())


class ShortcutCommands(QObject):
    """Shows the sheet of keys, and gives the commands those of the settings."""

    change_wanted = Signal()
    guide_wanted = Signal()

    def __init__(self, bridge: Bridge, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._window = window
        self._actions: ActionTable | None = None

    def set_actions(self, actions: ActionTable) -> None:
        """Give these commands their keys."""
        self._actions = actions
        self.refresh()

    def refresh(self) -> None:
        """Give the commands the keys of the settings."""
        if self._actions is not None:
            self._actions.set_keys(read_keys(self._bridge.worker.config[SHORTCUTS]))

    def show_shortcuts(self) -> None:
        """Open the sheet of keys, or bring it to the front."""
        for open_one in self._window.findChildren(ShortcutSheet):
            if open_one.isVisible():
                open_one.raise_()
                open_one.activateWindow()
                return
        sheet = ShortcutSheet(read_keys(self._bridge.worker.config[SHORTCUTS]), self._window)
        sheet.change_wanted.connect(self.change_wanted)
        sheet.guide_wanted.connect(self.guide_wanted)
        sheet.show()
