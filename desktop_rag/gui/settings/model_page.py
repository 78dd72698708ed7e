"""Settings of the models: saved connections, a generated form for each, its API key, and a test.

Nothing is stored before the dialog is saved.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QVBoxLayout, QWidget

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.connections import Connection, changed_values, find_connection, merged, new_connection
from desktop_rag.config.options import LLM_BASE_URL, LLM_CONNECTION, LLM_MODEL, LLM_PROVIDER, MODEL
from desktop_rag.config.presets import BUILT_IN, Preset, preset_at, presets
from desktop_rag.config.secrets import Place
from desktop_rag.core.errors import UserError
from desktop_rag.core.network.offline import is_loopback
from desktop_rag.gui.models.files_dialog import ModelFilesDialog
from desktop_rag.gui.models.key_dialog import keys_place
from desktop_rag.gui.settings.lines_editor import line_errors
from desktop_rag.gui.settings.option_form import LABEL_WIDTH, OptionForm, OptionPage
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ChevronButton, ComboBox, button, label, line, set_property
from desktop_rag.gui.widgets.busy_line import BusyLine
from desktop_rag.gui.widgets.edit_watchers import TextCentring
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.timers import single_shot
from desktop_rag.gui.widgets.words import option_text
from desktop_rag.llms.discovery import LocalServer, best_model, same_address

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

_KEY_ROW, _NAME_ROW = "api_key", "connection_name"
_TYPING_MS = 400
_BASIC = (LLM_PROVIDER, LLM_BASE_URL, LLM_MODEL)
T = TypeVar("T")


class ConnectionTest(QWidget):
    """Waits for one job at a time. The button stays where the focus is: it is never disabled."""

    wanted = Signal()

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self._bridge = bridge
        self._cancel: Callable[[], object] | None = None
        self._waiting = 0  # the job whose end counts
        self.button = button(self.tr("Test connection"), "settings_test_button")
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.button.clicked.connect(self._clicked)
        self._busy = BusyLine(appearance)
        self._busy.hide()
        self._result = label("", "ok", wrap=True)
        self._result.setObjectName("settings_result")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self.button)
        layout.addWidget(self._busy)
        layout.addWidget(self._result, 1)
        layout.setAlignment(Qt.AlignmentFlag.AlignLeft)

    def wait_for(self, job: "Job[T]", text: str, on_result: Callable[[T], None]) -> None:
        """Show a text until a job ends, or is cancelled."""
        self._result.hide()
        self._busy.say(text)
        self.button.setText(self.tr("Cancel"))
        self._cancel, self._waiting = job.cancel, job.id
        self._bridge.run(job, partial(self._ended, job.id, on_result), partial(self._failed, job.id))

    def succeed(self, sentence: str) -> None:
        """Show that it worked."""
        self.say(words.sentence(sentence), ok=True)

    def fail(self, error: UserError) -> None:
        """Show an error."""
        self.say(words.error_text(error), ok=False)

    def say(self, text: str, *, ok: bool) -> None:
        """Show a sentence; whoever waited for a job waits no longer, and the job is stopped."""
        if self._cancel is not None:
            self._cancel()
        self._cancel, self._waiting = None, 0
        self._busy.finish()
        self.button.setText(self.tr("Test connection"))
        set_property(self._result, "role", "ok" if ok else "error")
        self._result.setText(text)
        self._result.setVisible(bool(text))

    def _clicked(self) -> None:
        if self._cancel is None:
            self.wanted.emit()
        else:
            self.say(self.tr("Cancelled."), ok=True)

    def _ended(self, job_id: int, on_result: Callable[[T], None], result: T) -> None:
        if job_id == self._waiting:
            self._cancel = None
            on_result(result)

    def _failed(self, job_id: int, error: UserError) -> None:
        if job_id == self._waiting:
            self._cancel = None
            self.fail(error)


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


class ConnectionDrafts:
    """A list of connections of which one, or none, is edited; that one is asked once they are saved."""

    def __init__(self, config: Config) -> None:
        self._known = config.connections
        self._connections = list(self._known)
        self._id = self._known_id = config[LLM_CONNECTION]
        self.keys: dict[str, str] = {}  # API keys that were typed, by id

    @property
    def connections(self) -> tuple[Connection, ...]:
        """All connections, in order."""
        return tuple(self._connections)

    @property
    def current(self) -> Connection | None:
        """The connection that is edited; None for answers without a model."""
        return find_connection(self._connections, self._id) if self._id else None

    def choose(self, connection_id: str) -> None:
        """Edit this connection, none for ""."""
        self._id = connection_id

    def keep(self, values: Mapping[str, OptionValue], name: str, key: str) -> None:
        """Keep the values typed for the current connection; an empty name leaves the one before."""
        for place, one in enumerate(self._connections):
            if one.id == self._id:
                self._connections[place] = replace(one, name=name.strip() or one.name, values=changed_values(values))
                self.keys[one.id] = key

    def add(self, values: Mapping[str, OptionValue], name: str = "") -> None:
        """Add a connection and edit it; a name that is taken gets a number."""
        added = new_connection(values, self._connections)
        if name and name.casefold() not in {one.name.casefold() for one in self._connections}:
            added = replace(added, name=name)
        self._connections.append(added)
        self._id = added.id

    def add_preset(self, preset: Preset) -> None:
        """Add a connection to a known service and edit it."""
        self.add({LLM_PROVIDER.key: preset.provider, LLM_BASE_URL.key: preset.address}, option_text(preset.name))

    def use_server(self, server: LocalServer) -> None:
        """Edit the connection to a server of this computer; add it when there is none."""
        for one in self._connections:
            if same_address(one.provider, one.address, server):
                self._id = one.id
                return
        self.add({LLM_PROVIDER.key: server.provider, LLM_BASE_URL.key: server.base_url}, server.name)

    def remove(self) -> None:
        """Remove the current connection; the one that moves into its place is edited next."""
        place = next((place for place, one in enumerate(self._connections) if one.id == self._id), None)
        if place is None:
            return
        self.keys.pop(self._id, None)
        del self._connections[place]
        rest = self._connections[place : place + 1] or self._connections[-1:]
        self._id = rest[0].id if rest else ""

    def save(self, config: Config) -> None:
        """Store the connections; what other programs changed since the drafts were made stays.

        Raises:
            UserError: as in ``Config.save_connections``.

        """

        def change(now: tuple[Connection, ...], in_use: str) -> tuple[Sequence[Connection], str]:
            connections = merged(self._known, self._connections, now)
            chosen = in_use if self._id == self._known_id else self._id
            return connections, chosen if any(one.id == chosen for one in connections) else ""

        config.change_connections(change)

    def settings(self, config: Config) -> Config:
        """Return the settings with the current connection in use."""
        current = self.current
        values: dict[str, OptionValue] = dict(current.values) if current else {}
        return config.overridden({LLM_CONNECTION.key: "", **values})


class ModelPage(QWidget):
    """Edits the connections; the one that is shown writes the answers. Servers are asked by jobs of the worker."""

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self._bridge = bridge
        self._config = bridge.worker.config
        self._stored_key: str | None = None
        self._drafts = ConnectionDrafts(self._config)
        self._loading = True  # until the settings are shown
        self._row = ConnectionRow(appearance)
        self._basic = OptionForm(_BASIC, appearance, frozenset([LLM_MODEL.key]), slowly=True)
        fine = [option for option in MODEL.options if option not in (*_BASIC, LLM_CONNECTION)]
        self._tuning = OptionPage(fine, appearance, MODEL.name)
        self._key = QLineEdit()
        self._key.setObjectName("api_key")
        self._key.setEchoMode(QLineEdit.EchoMode.Password)
        self._key.setAccessibleName(self.tr("API key"))
        self._key_page = button(self.tr("Get a key"), "key_page_button")
        self._name = QLineEdit()
        TextCentring(self._name)
        self._name.setObjectName("connection_name")
        self._name.setAccessibleName(self.tr("Name of the connection"))
        self._find = button(self.tr("Find models"), "find_models_button")
        self._kept = label("", "muted", wrap=True)
        self._kept.setObjectName("keys_place")
        self._kept.hide()
        self._test = ConnectionTest(bridge, appearance)
        self._lay_out()
        self._typing = single_shot(self, _TYPING_MS, self._read_key)
        self._basic.changed.connect(self._changed)
        self._basic.completed.connect(self._complete)
        self._row.chosen.connect(self._choose)
        self._row.preset_chosen.connect(self._add)
        self._row.remove_wanted.connect(self._remove)
        self._name.textEdited.connect(self._rename)
        self._key_page.clicked.connect(self._open_key_page)
        self._find.clicked.connect(self._find_models)
        self._test.wanted.connect(self._test_connection)

    def load(self, config: Config) -> None:
        """Show the present settings and look for servers."""
        self._config = config
        self._drafts = ConnectionDrafts(config)
        self._show_draft()
        QTimer.singleShot(0, self._basic, self._basic.build_slowly)
        self._bridge.run(self._bridge.worker.models.find_local_servers(), self._show_servers, self._no_servers)

    def values(self) -> dict[str, OptionValue]:
        """Return no option: connections are saved as wholes, see ``drafts``."""
        return {}

    def field(self, key: str) -> QWidget:
        """Return the editor of an option, unfolded; the choice of connections where it has no effect on this one."""
        for one in _BASIC:  # rows that are made later would move the others
            self._basic.editor(one.key)
        field = self._basic.editor(key) if key in self._basic.options else self._tuning.field(key)
        return field if field.isVisibleTo(self) else self._row

    def drafts(self) -> ConnectionDrafts:
        """Return the connections as they are typed, with typed keys."""
        self._keep()
        return self._drafts

    def check(self) -> bool:
        """Show beside each editor what is wrong with its value; return whether nothing is."""
        good = all([self._basic.check(), self._tuning.check()])
        errors = line_errors(self._tuning.values())
        for key, error in errors.items():
            self._tuning.show_error(key, error)
        return good and not errors

    def _complete(self) -> None:
        self._basic.beside(LLM_MODEL.key, self._find)
        key = QWidget()
        row = QHBoxLayout(key)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._key, 1)
        row.addWidget(self._key_page)
        self._basic.add_row(_KEY_ROW, self.tr("API key"), key).setBuddy(self._key)
        self._basic.add_row(_NAME_ROW, self.tr("Name"), self._name)
        self._show_relevant()

    def _lay_out(self) -> None:
        self._found_title = label(self.tr("Found on this computer"), "muted")
        self._found = QHBoxLayout()
        self._found.setSpacing(8)
        self._found.addWidget(self._found_title)
        self._found.addStretch(1)
        self._found_title.hide()
        self._help = label("", "muted", wrap=True)
        self._help.setObjectName("preset_help")
        self._rule = line()
        self._without = label(
            self.tr(
                "Answers are word-for-word quotations from your files; nothing else is needed. For answers in full "
                "sentences, press Add: start a program such as Ollama or LM Studio on this computer, or choose an "
                "online service."
            ),
            "muted",
            wrap=True,
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addLayout(self._found)
        below = (self._basic, self._kept, self._test, self._rule, self._tuning)
        for widget in (self._row, self._without, self._help, *below):
            layout.addWidget(widget)
        layout.addStretch(1)

    def _provider(self) -> str:
        return str(self._basic.value(LLM_PROVIDER.key))

    def _takes_key(self) -> bool:
        return takes_key(self._provider(), str(self._basic.value(LLM_BASE_URL.key)).strip())

    def _typed(self) -> dict[str, OptionValue]:
        return self._basic.values() | self._tuning.values()

    def _settings(self) -> Config:
        return self._config.overridden({LLM_CONNECTION.key: "", **self._typed()})

    def _keep(self) -> None:
        """Keep the values typed for the connection that is shown."""
        if self._loading:
            return
        key = self._key.text().strip() if self._takes_key() else ""
        self._drafts.keep(self._typed(), self._name.text(), key)

    def _show_draft(self) -> None:
        """Show the current connection in the form."""
        current = self._drafts.current
        settings = self._drafts.settings(self._config)
        self._loading = True
        self._row.show_connections(self._drafts.connections, current.id if current else "")
        self._basic.load(settings)
        self._tuning.load(settings)
        self._name.setText(current.name if current else "")
        self._key.setText(self._drafts.keys.get(current.id, "") if current else "")
        self._loading = False
        self._show_relevant()

    def _choose(self, connection_id: str) -> None:
        self._keep()
        self._drafts.choose(connection_id)
        self._show_draft()

    def _add(self, preset: Preset | None) -> None:
        self._keep()
        if preset is not None:
            self._drafts.add_preset(preset)
        else:
            self._drafts.add({LLM_PROVIDER.key: "openai"}, self.tr("My server"))
        self._show_draft()
        (self._key if preset and preset.key_page else self._basic.editor(LLM_BASE_URL.key)).setFocus()

    def _remove(self) -> None:
        self._drafts.remove()
        self._show_draft()

    def _rename(self, name: str) -> None:
        self._row.rename(name)

    def _changed(self, key: str) -> None:
        if self._loading:
            return
        if key == LLM_PROVIDER.key and (self._provider() == "none") is (self._drafts.current is not None):
            self._switch()
        elif key in (LLM_PROVIDER.key, LLM_BASE_URL.key):
            self._show_relevant()

    def _switch(self) -> None:
        """Follow the box of providers: a first provider begins a connection, none leaves it."""
        if self._provider() == "none":
            self._drafts.choose("")
        else:
            self._drafts.add(self._typed())
        self._show_draft()

    def _show_relevant(self) -> None:
        """Show the options for the provider, and the notes on the service at the address."""
        provider, address = self._provider(), str(self._basic.value(LLM_BASE_URL.key))
        any_model = provider != "none"
        preset = preset_at(provider, address)
        self._key_page.setVisible(preset is not None and bool(preset.key_page))
        self._key_page.setToolTip(preset.key_page if preset else "")
        self._help.setText(words.option_text(preset.help) if preset else "")
        self._help.setVisible(any_model and bool(self._help.text()))
        self._basic.show_row(_KEY_ROW, show=self._takes_key())
        self._find.setText(self.tr("Model files…") if provider == BUILT_IN else self.tr("Find models"))
        self._basic.show_row(_NAME_ROW, show=any_model)
        self._tuning.set_other_values({LLM_PROVIDER.key: provider})
        self._without.setVisible(not any_model)
        for widget in (self._basic, self._test, self._rule, self._tuning):
            widget.setVisible(any_model)
        self._test.say("", ok=True)
        self._typing.start()

    def _open_key_page(self) -> None:
        preset = preset_at(self._provider(), str(self._basic.value(LLM_BASE_URL.key)))
        if preset is not None:
            QDesktopServices.openUrl(QUrl(preset.key_page))

    def _read_key(self) -> None:
        self._stored_key = None
        self._kept.hide()
        preset = preset_at(self._provider(), str(self._basic.value(LLM_BASE_URL.key)))
        needed = preset is not None and preset.key_page
        self._key.setPlaceholderText("" if needed else self.tr("Not needed for programs on this computer"))
        if self._takes_key():
            address = str(self._basic.value(LLM_BASE_URL.key))
            self._bridge.call(partial(self._stored, address), partial(self._key_read, address), self._test.fail)

    def _stored(self, address: str) -> tuple[str | None, Place]:
        """Return the key of an address, and where keys are kept (in another thread: keychains may be slow)."""
        secrets = self._bridge.worker.secrets
        return secrets.get_api_key(address), secrets.place()

    def _key_read(self, address: str, stored: tuple[str | None, Place]) -> None:
        """Remember a stored key; it is not shown."""
        if address == self._basic.value(LLM_BASE_URL.key):
            self._stored_key, place = stored
            if self._stored_key:
                self._key.setPlaceholderText(self.tr("Stored"))
            self._tell_place(place)

    def _tell_place(self, place: Place) -> None:
        said = keys_place(place, self._bridge.worker.secrets.file)
        self._kept.setText(said)
        self._kept.setVisible(bool(said))

    def _api_key(self) -> str | None:
        typed = self._key.text().strip() if self._takes_key() else ""
        return typed or self._stored_key

    def _open_files(self) -> None:
        """Let a model file be chosen or downloaded."""
        dialog = ModelFilesDialog(self._bridge, self)
        dialog.chosen.connect(self._choose_file)
        dialog.open()

    def _choose_file(self, model: str) -> None:
        self._basic.set_value(LLM_MODEL.key, model)

    def _find_models(self) -> None:
        if self._provider() == BUILT_IN:
            self._open_files()
            return
        try:
            settings = self._settings()
        except UserError as error:
            self._test.fail(error)
            return
        job = self._bridge.worker.models.list_models(settings, self._api_key())
        self._test.wait_for(job, self.tr("Looking for models…"), self._show_models)

    def _show_models(self, models: tuple[str, ...]) -> None:
        self._offer(models)
        if models:
            self._test.say(self.tr("{models} found.").format(models=words.model_count(len(models))), ok=True)
            self._basic.suggestions(LLM_MODEL.key).showPopup()
        else:
            self._test.say(self.tr("The server responds but has no models yet."), ok=False)

    def _offer(self, models: tuple[str, ...]) -> None:
        """Put models into the box; keep what is chosen if the server has it."""
        combo = self._basic.suggestions(LLM_MODEL.key)
        chosen = combo.currentText()
        combo.clear()
        combo.addItems(list(models))
        combo.setCurrentText(chosen if chosen in models or not models else best_model(models) or models[0])

    def _test_connection(self) -> None:
        try:
            settings = self._settings()
        except UserError as error:
            self._test.fail(error)
            return
        job = self._bridge.worker.models.test_connection(settings, self._api_key())
        self._test.wait_for(job, self.tr("Testing the connection…"), self._test.succeed)

    def _show_servers(self, servers: "tuple[LocalServer, ...]") -> None:
        self._found_title.setVisible(bool(servers))
        for number, server in enumerate(servers):
            text = f"{server.name} · {words.model_count(len(server.models))}"
            push = button(text, f"local_server_{number}")
            push.clicked.connect(partial(self._use, server))
            self._found.insertWidget(self._found.count() - 1, push)

    def _no_servers(self, _error: UserError) -> None:
        """Not finding servers is no news."""

    def _use(self, server: "LocalServer") -> None:
        self._keep()
        self._drafts.use_server(server)
        self._show_draft()
        self._offer(server.models)


def takes_key(provider: str, address: str) -> bool:
    """Return True if a server may ask for a key; an Ollama on another computer may."""
    is_remote = bool(address) and not is_loopback(address if "//" in address else f"//{address}")
    return provider == "openai" or (provider == "ollama" and is_remote)
