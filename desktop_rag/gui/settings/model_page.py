"""Settings of the model: generated form, servers found on this computer, API key, and a test."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.options import LLM_BASE_URL, LLM_MODEL, LLM_PROVIDER, MODEL
from desktop_rag.config.secrets import Place
from desktop_rag.core.errors import UserError
from desktop_rag.gui.settings.option_form import OptionForm
from desktop_rag.gui.settings.option_page import OptionPage
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import button, label, line, set_property
from desktop_rag.gui.widgets.busy_line import BusyLine
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.timers import single_shot

if TYPE_CHECKING:
    from desktop_rag.llms.discovery import LocalServer

_KEY_ROW = "api_key"
_TYPING_MS = 400
_BASIC = (LLM_PROVIDER, LLM_BASE_URL, LLM_MODEL)


class ModelPage(QWidget):
    """Edits who writes the answers; every question to a server is a job of the worker."""

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self._bridge = bridge
        self._stored_key: str | None = None
        self._basic = OptionForm(_BASIC, appearance, frozenset([LLM_MODEL.key]), slowly=True)
        fine = [option for option in MODEL.options if option not in _BASIC]
        self._tuning = OptionPage(fine, appearance, MODEL.name)
        self._key = QLineEdit()
        self._key.setObjectName("api_key")
        self._key.setEchoMode(QLineEdit.EchoMode.Password)
        self._key.setAccessibleName(self.tr("API key"))
        self._find = button(self.tr("Find models"), "find_models_button")
        self._test = button(self.tr("Test connection"), "settings_test_button")
        self._busy = BusyLine(appearance)
        self._kept = label("", "muted", wrap=True)
        self._kept.setObjectName("keys_place")
        self._kept.hide()
        self._result = label("", "ok", wrap=True)
        self._result.setObjectName("settings_result")
        self._lay_out()
        self._typing = single_shot(self, _TYPING_MS, self._read_key)
        self._basic.changed.connect(self._changed)
        self._basic.completed.connect(self._complete)
        self._find.clicked.connect(self._find_models)
        self._test.clicked.connect(self._test_connection)

    def load(self, config: Config) -> None:
        """Show the present settings and look for servers."""
        self._basic.load(config)
        self._tuning.load(config)
        QTimer.singleShot(0, self._basic, self._basic.build_slowly)
        self._changed(LLM_PROVIDER.key)
        self._say("", ok=True)
        self._bridge.run(self._bridge.worker.models.find_local_servers(), self._show_servers, self._no_servers)

    def _complete(self) -> None:
        self._basic.beside(LLM_MODEL.key, self._find)
        self._basic.add_row(_KEY_ROW, self.tr("API key"), self._key)
        self._changed(LLM_PROVIDER.key)

    def values(self) -> dict[str, OptionValue]:
        """Return every option of this page."""
        return self._basic.values() | self._tuning.values()

    def check(self) -> bool:
        """Show beside each editor what is wrong with its value; return whether nothing is."""
        return all([self._basic.check(), self._tuning.check()])

    def typed_key(self) -> str:
        """Return the API key that was typed; "" when the stored one stays."""
        return self._key.text().strip() if self._provider() == "openai" else ""

    def _lay_out(self) -> None:
        self._found_title = label(self.tr("Found on this computer"), "muted")
        self._found = QHBoxLayout()
        self._found.setSpacing(8)
        self._found.addWidget(self._found_title)
        self._found.addStretch(1)
        self._found_title.hide()
        test = QHBoxLayout()
        test.setSpacing(12)
        test.addWidget(self._test)
        test.addWidget(self._busy)
        test.addWidget(self._result, 1)
        self._test.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        test.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self._busy.hide()
        self._rule = line()
        self._without = label(
            self.tr(
                "Answers are word-for-word quotations from your files; nothing else is needed. For answers in full "
                "sentences, start a program such as Ollama or LM Studio on this computer, or choose an online service."
            ),
            "muted",
            wrap=True,
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addLayout(self._found)
        layout.addWidget(self._basic)
        layout.addWidget(self._kept)
        layout.addWidget(self._without)
        layout.addLayout(test)
        layout.addWidget(self._rule)
        layout.addWidget(self._tuning)
        layout.addStretch(1)

    def _provider(self) -> str:
        return str(self._basic.value(LLM_PROVIDER.key))

    def _settings(self) -> Config:
        return self._bridge.worker.config.overridden(self.values())

    def _changed(self, key: str) -> None:
        if key == LLM_PROVIDER.key:
            any_model = self._provider() != "none"
            self._basic.show_row(_KEY_ROW, show=self._provider() == "openai")
            self._tuning.set_other_values({LLM_PROVIDER.key: self._provider()})
            self._without.setVisible(not any_model)
            for widget in (self._test, self._rule, self._tuning):
                widget.setVisible(any_model)
        if key in (LLM_PROVIDER.key, LLM_BASE_URL.key):
            self._say("", ok=True)
            self._typing.start()

    def _read_key(self) -> None:
        self._stored_key = None
        self._kept.hide()
        self._key.setPlaceholderText(self.tr("Not needed for programs on this computer"))
        if self._provider() == "openai":
            address = str(self._basic.value(LLM_BASE_URL.key))
            self._bridge.call(partial(self._stored, address), partial(self._key_read, address), self._fail)

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
        """Say where keys are kept when that is not the keychain, as a person expects."""
        said = {
            Place.FILE: self.tr(
                "This system has no keychain. Keys and passwords are stored in {file}, which only you can open."
            ),
            Place.MEMORY: self.tr(
                "This system has no keychain, and {file} cannot be written. A key is forgotten when you close the "
                "program."
            ),
        }.get(place, "")
        self._kept.setText(said.format(file=self._bridge.worker.secrets.file))
        self._kept.setVisible(bool(said))

    def _api_key(self) -> str | None:
        return self.typed_key() or self._stored_key

    def _find_models(self) -> None:
        try:
            settings = self._settings()
        except UserError as error:
            self._fail(error)
            return
        self._wait(self.tr("Looking for models…"))
        self._bridge.run(
            self._bridge.worker.models.list_models(settings, self._api_key()), self._show_models, self._fail
        )

    def _show_models(self, models: tuple[str, ...]) -> None:
        self._offer(models)
        if models:
            self._say(self.tr("{models} found.").format(models=words.model_count(len(models))), ok=True)
            self._basic.suggestions(LLM_MODEL.key).showPopup()
        else:
            self._say(self.tr("The server responds but has no models yet."), ok=False)

    def _offer(self, models: tuple[str, ...]) -> None:
        """Put models into the box; keep what is chosen if the server has it."""
        combo = self._basic.suggestions(LLM_MODEL.key)
        chosen = combo.currentText()
        combo.clear()
        combo.addItems(list(models))
        combo.setCurrentText(chosen if chosen in models or not models else models[0])

    def _test_connection(self) -> None:
        try:
            settings = self._settings()
        except UserError as error:
            self._fail(error)
            return
        self._wait(self.tr("Testing the connection…"))
        self._bridge.run(
            self._bridge.worker.models.test_connection(settings, self._api_key()), self._passed, self._fail
        )

    def _passed(self, sentence: str) -> None:
        self._say(sentence, ok=True)

    def _fail(self, error: UserError) -> None:
        self._say(str(error), ok=False)

    def _wait(self, text: str) -> None:
        self._result.setText("")
        self._result.hide()
        self._busy.say(text)
        self._test.setEnabled(False)
        self._find.setEnabled(False)

    def _say(self, text: str, *, ok: bool) -> None:
        self._busy.finish()
        self._test.setEnabled(True)
        self._find.setEnabled(True)
        set_property(self._result, "role", "ok" if ok else "error")
        self._result.setText(text)
        self._result.setVisible(bool(text))

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
        self._basic.set_value(LLM_PROVIDER.key, server.provider)
        self._basic.set_value(LLM_BASE_URL.key, server.base_url)
        self._offer(server.models)
