"""The settings: one page for each group of the table of options."""

from functools import partial

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QTabWidget, QVBoxLayout, QWidget

from desktop_rag.config import OPTIONS, OptionValue
from desktop_rag.config.options import LLM_BASE_URL, THEME
from desktop_rag.errors import UserError
from desktop_rag.gui.bridge import Bridge
from desktop_rag.gui.model_page import ModelPage
from desktop_rag.gui.option_form import OptionForm
from desktop_rag.gui.theme import Appearance
from desktop_rag.gui.widgets import Notice, button


class SettingsDialog(QDialog):
    """Edits a copy; nothing changes before Save."""

    saved = Signal()

    def __init__(self, bridge: Bridge, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._appearance = appearance
        self.setObjectName("settings_dialog")
        self.setWindowTitle(self.tr("Settings"))
        self.resize(680, 600)
        self._tabs = QTabWidget()
        self._tabs.setObjectName("settings_tabs")
        self._tabs.setDocumentMode(True)
        self._tabs.tabBar().setDrawBase(False)
        self.model_page = ModelPage(bridge, appearance)
        self._forms: list[OptionForm] = []
        for group in dict.fromkeys(option.group for option in OPTIONS):
            self._add_page(group)
        self._notice = Notice("failure")
        self._notice.hide()
        self._save = button(self.tr("Save"), "settings_save_button", "primary")
        self._save.setDefault(True)
        cancel = button(self.tr("Cancel"), "settings_cancel_button")
        self._save.clicked.connect(self._save_all)
        cancel.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self._save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 12, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(self._tabs, 1)
        layout.addWidget(self._notice)
        layout.addLayout(buttons)
        self._load()

    def _add_page(self, group: str) -> None:
        """Add the page of a group of options."""
        page: QWidget = self.model_page
        if group != "Model":
            form = OptionForm([option for option in OPTIONS if option.group == group], self._appearance)
            self._forms.append(form)
            page = QWidget()
            inner = QVBoxLayout(page)
            inner.setContentsMargins(0, 16, 16, 16)
            inner.addWidget(form)
            inner.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(page)
        self._tabs.addTab(area, QCoreApplication.translate("Options", group))

    def _load(self) -> None:
        """Show the present settings."""
        self.model_page.load(self._bridge.worker.config)
        for form in self._forms:
            form.load(self._bridge.worker.config)

    def _values(self) -> dict[str, OptionValue]:
        """Return everything on all pages."""
        values = self.model_page.values()
        for form in self._forms:
            values |= form.values()
        return values

    def _save_all(self) -> None:
        """Write settings and key, off the GUI thread: files and keychains may be slow."""
        self._save.setEnabled(False)
        values, key = self._values(), self.model_page.typed_key()
        self._bridge.call(partial(self._write, values, key), self._done, self._fail)

    def _write(self, values: dict[str, OptionValue], key: str) -> None:
        """Write (in another thread; touches no widget)."""
        worker = self._bridge.worker
        worker.config.update(values)
        if key:
            worker.secrets.set_api_key(str(values[LLM_BASE_URL.key]), key)

    def _done(self, _nothing: None) -> None:
        """Use the new settings."""
        self._appearance.choose(self._bridge.worker.config[THEME])
        self.saved.emit()
        self.accept()

    def _fail(self, error: UserError) -> None:
        """Say why nothing was saved."""
        self._save.setEnabled(True)
        self._notice.tell(error.message, error.next_step)
