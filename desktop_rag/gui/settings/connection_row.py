"""The row that chooses which connection is edited, adds one, and removes it."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from desktop_rag.config.connections import Connection
from desktop_rag.config.options import LLM_CONNECTION
from desktop_rag.config.presets import Preset, presets
from desktop_rag.gui.settings.option_form import LABEL_WIDTH
from desktop_rag.gui.widgets.basics import ChevronButton, ComboBox, button, label
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.words import option_text


class ConnectionRow(QWidget):
    """Names the connections; the first entry stands for answers without a model."""

    chosen = Signal(str)  # id, "" without a model
    preset_chosen = Signal(object)  # Preset, None for a server of one's own
    remove_wanted = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.box = ComboBox(appearance)
        self.box.setObjectName(LLM_CONNECTION.key)
        self.box.setAccessibleName(option_text(LLM_CONNECTION.label))
        name = label(option_text(LLM_CONNECTION.label), "body")
        name.setFixedWidth(LABEL_WIDTH)
        name.setBuddy(self.box)
        self.add_button = ChevronButton(appearance, "add_connection_button")
        self.add_button.setText(self.tr("Add"))
        self.add_button.setAccessibleName(self.tr("Add a connection"))
        self.menu = self._make_menu()
        self.add_button.clicked.connect(self._open_menu)
        self.remove_button = button(self.tr("Remove"), "remove_connection_button")
        self.remove_button.setAccessibleName(self.tr("Remove this connection"))
        self.remove_button.clicked.connect(self.remove_wanted)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(name)
        layout.addSpacing(8)
        layout.addWidget(self.box, 1)
        layout.addWidget(self.add_button)
        layout.addWidget(self.remove_button)
        self.box.activated.connect(self._choose)

    def show_connections(self, connections: Sequence[Connection], current: str) -> None:
        """List the connections, with one of them, or none (""), chosen."""
        self.box.clear()
        self.box.addItem(self.tr("No model (quotations only)"), "")
        for one in connections:
            self.box.addItem(one.name, one.id)
        self.box.setCurrentIndex(max(0, self.box.findData(current)))
        self.remove_button.setEnabled(bool(current))

    def rename(self, name: str) -> None:
        """Show another name for the current connection."""
        self.box.setItemText(self.box.currentIndex(), name)

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setObjectName("add_connection_menu")
        for preset in presets():
            self._add_entry(menu, option_text(preset.name), preset)
        menu.addSeparator()
        self._add_entry(menu, self.tr("Another server…"), None)
        return menu

    def _add_entry(self, menu: QMenu, text: str, preset: Preset | None) -> None:
        action = menu.addAction(text)
        action.setObjectName(f"preset_{preset.name if preset else 'other'}")
        action.triggered.connect(partial(self._choose_preset, preset))

    def _choose_preset(self, preset: Preset | None, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's
        self.preset_chosen.emit(preset)

    def _open_menu(self) -> None:
        self.menu.popup(self.add_button.mapToGlobal(self.add_button.rect().bottomLeft()))

    def _choose(self) -> None:
        self.chosen.emit(str(self.box.currentData()))
