"""The settings: one page for each group of the table of options."""

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QFrame, QMenu, QScrollArea, QTabWidget, QVBoxLayout, QWidget

from desktop_rag.config import OPTION_GROUPS, Config, OptionGroup, OptionValue
from desktop_rag.config.exchange import LeftOut, export_settings, import_settings
from desktop_rag.config.options import CLIPBOARD_SHORTCUT, MODEL, OPTIONS_BY_KEY, PROMPTS, TEXT_SIZE, THEME, WINDOW
from desktop_rag.core.errors import UserError
from desktop_rag.gui.data_folder.row import DataFolderRow
from desktop_rag.gui.settings.lines_editor import line_errors
from desktop_rag.gui.settings.login_row import LoginRow
from desktop_rag.gui.settings.model_page import ConnectionDrafts, ModelPage
from desktop_rag.gui.settings.option_form import OptionPage
from desktop_rag.gui.settings.programs_row import ProgramsRow
from desktop_rag.gui.settings.prompts_page import PromptsPage
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.screen import resize_dialog
from desktop_rag.gui.shortcuts.portal import why_impossible
from desktop_rag.gui.widgets.basics import Notice, button, button_row
from desktop_rag.gui.widgets.confirmation import Confirmation, confirm, inform
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.words import option_text, sentences

_JSON = "JSON (*.json)"
_BESIDE_TABS = 56  # pixels: the margins of the dialog, and what bold letters need
_ROOM = 80  # above and below a field that was looked for
Page = ModelPage | OptionPage | PromptsPage


class SettingsDialog(QDialog):
    """Edits a copy; nothing changes before Save. A page is built when it is opened first."""

    saved = Signal()

    def __init__(self, bridge: Bridge, appearance: Appearance, parent: QWidget, group: OptionGroup = MODEL) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._window = parent.window()
        self._appearance = appearance
        self.setObjectName("settings_dialog")
        self.setWindowTitle(self.tr("Settings"))
        self._tabs = QTabWidget(self)
        self._tabs.setObjectName("settings_tabs")
        self._tabs.setDocumentMode(True)
        self._tabs.tabBar().setDrawBase(False)
        self._pages: dict[int, Page] = {}
        self._login: LoginRow | None = None
        self._known: dict[int, Config] = {}  # the settings as each page shows them at first
        self._holders = [QWidget() for _ in OPTION_GROUPS]
        for each, holder in zip(OPTION_GROUPS, self._holders, strict=True):
            self._tabs.addTab(holder, option_text(each.title))
        # in every language and size of letters all of them are in sight, the one that is open in bold
        resize_dialog(self, max(760, self._tabs.tabBar().sizeHint().width() + _BESIDE_TABS), 640)
        self._tabs.currentChanged.connect(self._build)
        self._notice = Notice("failure")
        self._notice.hide()
        self._save = button(self.tr("Save"), "settings_save_button", "primary")
        self._save.setDefault(True)
        cancel = button(self.tr("Cancel"), "settings_cancel_button")
        self._save.clicked.connect(self._save_all)
        cancel.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 12, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(self._tabs, 1)
        layout.addWidget(self._notice)
        layout.addLayout(button_row(cancel, self._save, start=self._make_exchange()))
        self._tabs.setCurrentIndex(OPTION_GROUPS.index(group))
        QTimer.singleShot(0, self, partial(self._build, OPTION_GROUPS.index(group)))

    def reveal(self, key: str) -> None:
        """Open the page of a setting and go to its field."""
        place = next(i for i, group in enumerate(OPTION_GROUPS) if any(one.key == key for one in group.options))
        self._tabs.setCurrentIndex(place)
        self._build(place)
        field = self._pages[place].field(key)
        # its place is known once the page is laid out
        QTimer.singleShot(0, field, partial(self._go_to, place, field))

    def _go_to(self, place: int, field: QWidget) -> None:
        """Give a field the keyboard, or the first in it that takes it, and scroll there."""
        inner = (one for one in field.findChildren(QWidget) if one.focusPolicy() & Qt.FocusPolicy.TabFocus)
        takes = field.focusPolicy() & Qt.FocusPolicy.TabFocus
        (field if takes else next(inner, field)).setFocus(Qt.FocusReason.ShortcutFocusReason)
        for area in self._holders[place].findChildren(QScrollArea):
            if area.isAncestorOf(field):
                area.ensureWidgetVisible(field, 0, _ROOM)

    def _make_exchange(self) -> QWidget:
        push = button(self.tr("Export or import"), "settings_exchange_button")
        menu = QMenu(push)
        menu.addAction(self.tr("Export settings…"), self._export).setObjectName("settings_export")
        menu.addAction(self.tr("Import settings…"), self._import).setObjectName("settings_import")
        push.setMenu(menu)
        return push

    def _export(self) -> None:
        """Ask where to write the saved settings, and write them without secrets."""
        title, name = self.tr("Export settings without keys and passwords"), "desktop-rag-settings.json"
        given, _ = QFileDialog.getSaveFileName(self, title, str(Path.home() / name), _JSON)
        if given:
            writing = partial(export_settings, self._bridge.worker.config, Path(given))
            self._bridge.call(writing, lambda _: None, self._fail)

    def _import(self) -> None:
        """Ask for a file, and whether its settings shall take the place of the present ones."""
        given, _ = QFileDialog.getOpenFileName(self, self.tr("Import settings"), str(Path.home()), _JSON)
        if given:
            asked = Confirmation(
                "import_settings",
                self.tr("Import settings"),
                self.tr("Replace all settings with those of “{file}”?").format(file=Path(given).name),
                self.tr("Keys and passwords stay as they are."),
                self.tr("Replace"),
            )
            reading = partial(import_settings, self._bridge.worker.config, Path(given))
            confirm(self, asked, lambda: self._bridge.call(reading, self._imported, self._fail))

    @cached_property
    def model_page(self) -> ModelPage:
        """The page of the model, made when it is first needed."""
        return ModelPage(self._bridge, self._appearance)

    def _build(self, place: int) -> None:
        """Build the page of a tab, once, and show the present settings on it."""
        if place in self._pages:
            return
        group = OPTION_GROUPS[place]
        layout = QVBoxLayout(self._holders[place])
        layout.setContentsMargins(0, 0, 0, 0)
        if group is not PROMPTS:
            layout = self._make_scrolled(layout, self._tabs.tabText(place))
        page = self._pages[place] = self._make_page(group)
        layout.insertWidget(0, page)
        if group is WINDOW:
            row = DataFolderRow(self._bridge)
            row.restart_wanted.connect(self._restart)
            layout.insertWidget(0, row)
            self._login = LoginRow(self._bridge, self._appearance)
            layout.insertWidget(1, self._login)
            programs = ProgramsRow(self._bridge, self._appearance)
            layout.insertWidget(2, programs)
            for one in (row, self._login, programs):
                one.show()
            self._bridge.call(why_impossible, self._rule_out_shortcut, self._fail)
        page.show()
        # as it is now: another program may change settings while the dialog is open
        known = self._known[place] = self._bridge.worker.config.overridden({})
        page.load(known)

    def _rule_out_shortcut(self, reason: str) -> None:
        page = self._pages[OPTION_GROUPS.index(WINDOW)]
        if reason and isinstance(page, OptionPage):
            page.rule_out(CLIPBOARD_SHORTCUT.key, reason)

    def _restart(self) -> None:
        """Close the program, which restarts by itself when its data is to be moved."""
        self.reject()
        self._window.close()

    def _make_scrolled(self, layout: QVBoxLayout, name: str) -> QVBoxLayout:
        """Put a scrolled column into ``layout`` and return it; ``name`` is read aloud."""
        area = QScrollArea()
        area.setAccessibleName(name)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        layout.addWidget(area)
        holder = QWidget()
        area.setWidget(holder)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 16, 16, 16)
        column.addStretch(1)
        area.show()
        return column

    def _make_page(self, group: OptionGroup) -> Page:
        if group is MODEL:
            return self.model_page
        if group is PROMPTS:
            return PromptsPage(group.options, self._appearance)
        return OptionPage(group.options, self._appearance, group.name)

    def _values(self) -> dict[str, OptionValue]:
        """Return the values the person changed, by key."""
        return {
            key: value
            for place, page in self._pages.items()
            for key, value in page.values().items()
            if value != self._known[place].value(OPTIONS_BY_KEY[key])
        }

    def _check(self) -> bool:
        """Look at every page that was opened; one with something wrong comes to the front."""
        for place, page in self._pages.items():
            good = page.check()
            if isinstance(page, OptionPage):
                for key, error in line_errors(page.values()).items():
                    page.show_error(key, error)
                    good = False
            if not good:
                self._tabs.setCurrentIndex(place)
                return False
        return True

    def _save_all(self) -> None:
        """Write settings and key, off the GUI thread: files and keychains may be slow."""
        if not self._check():
            return
        self._save.setEnabled(False)
        login = None
        if self._login is not None and self._login.changed:
            login = partial(self._login.save, wanted=self._login.check.isChecked())
        writing = partial(self._write, self._values(), self.model_page.drafts(), login)
        self._bridge.call(writing, self._done, self._fail)

    def _write(
        self, values: dict[str, OptionValue], drafts: ConnectionDrafts, login: Callable[[], None] | None
    ) -> None:
        """Write (in another thread; touches no widget)."""
        worker = self._bridge.worker
        if login is not None:
            login()
        drafts.save(worker.config)
        worker.config.update(values)
        for one in drafts.connections:
            if key := drafts.keys.get(one.id):
                worker.secrets.set_api_key(one.address, key)

    def _imported(self, left_out: LeftOut) -> None:
        self._done(left_out)
        if said := sentences(*left_out.sentences()):
            inform(
                self._window, "left_out", self.tr("Import settings"), self.tr("The other settings are imported."), said
            )

    def _done(self, _result: object) -> None:
        config = self._bridge.worker.config
        self._appearance.choose(config[THEME], config[TEXT_SIZE])
        self.saved.emit()
        self.accept()

    def _fail(self, error: UserError) -> None:
        self._save.setEnabled(True)
        self._notice.tell(error.message, error.next_step)
