"""The settings of the models: several connections, known services, and trying one."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.config.connections import Connection
from desktop_rag.config.options import LLM_BASE_URL, LLM_CONNECTION, LLM_CONTEXT_WINDOW, LLM_MODEL, LLM_PROVIDER
from desktop_rag.core.user_text import UserText
from desktop_rag.gui.settings.dialog import SettingsDialog
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import ComboBox, Notice
from desktop_rag.llms.discovery import LocalServer
from tests.gui.person import click, find, open_settings
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
HOME = Connection("home", "Home", {"llm.provider": "ollama", "llm.model": "qwen3:8b", "llm.context_window": 8192})
WORK = Connection("work", "Work", {"llm.provider": "openai", "llm.base_url": "https://office/v1", "llm.model": "big"})


@pytest.fixture
def two(scripted: ScriptedWorker) -> ScriptedWorker:
    """A worker with two connections, of which the first is asked."""
    scripted.config.save_connections([HOME, WORK], "home")
    return scripted


def choose_connection(qtbot: QtBot, dialog: SettingsDialog, name: str) -> None:
    box = find(dialog, ComboBox, LLM_CONNECTION.key)
    box.setFocus()
    steps = box.findText(name) - box.currentIndex()
    for _ in range(abs(steps)):
        qtbot.keyClick(box, Qt.Key.Key_Down if steps > 0 else Qt.Key.Key_Up)
    assert box.currentText() == name


def add(qtbot: QtBot, dialog: SettingsDialog, name: str) -> None:
    """Press Add and click a service."""
    click(qtbot, dialog, "add_connection_button")
    menu = find(dialog, QMenu, "add_connection_menu")
    qtbot.waitUntil(menu.isVisible)
    [action] = [action for action in menu.actions() if action.objectName() == f"preset_{name}"]
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


def save(qtbot: QtBot, dialog: SettingsDialog) -> None:
    with qtbot.waitSignal(dialog.saved):
        click(qtbot, dialog, "settings_save_button")


def typed(dialog: SettingsDialog, name: str) -> str:
    return find(dialog, QLineEdit, name).text()


@pytest.mark.usefixtures("german")
def test_the_built_in_model_is_offered_in_the_person_s_language(
    qtbot: QtBot, open_window: Open, two: ScriptedWorker
) -> None:
    dialog = open_settings(qtbot, open_window, two)
    menu = find(dialog, QMenu, "add_connection_menu")
    assert [action.text() for action in menu.actions()][:2] == ["Eingebaut", "Ollama"]
    add(qtbot, dialog, "Built in")
    assert find(dialog, ComboBox, LLM_CONNECTION.key).currentText() == "Eingebaut"


def test_each_connection_has_a_form_of_its_own(qtbot: QtBot, open_window: Open, two: ScriptedWorker) -> None:
    dialog = open_settings(qtbot, open_window, two)
    assert find(dialog, ComboBox, LLM_MODEL.key).currentText() == "qwen3:8b"
    choose_connection(qtbot, dialog, "Work")
    assert (typed(dialog, LLM_BASE_URL.key), typed(dialog, "connection_name")) == ("https://office/v1", "Work")
    find(dialog, ComboBox, LLM_MODEL.key).setCurrentText("bigger")
    choose_connection(qtbot, dialog, "Home")
    assert find(dialog, ComboBox, LLM_MODEL.key).currentText() == "qwen3:8b"
    save(qtbot, dialog)
    assert [one.model for one in two.config.connections] == ["qwen3:8b", "bigger"]
    assert (two.config[LLM_CONNECTION], two.config[LLM_CONTEXT_WINDOW]) == ("home", 8192)


def test_the_connection_that_is_shown_is_asked_from_now_on(
    qtbot: QtBot, open_window: Open, two: ScriptedWorker
) -> None:
    dialog = open_settings(qtbot, open_window, two)
    choose_connection(qtbot, dialog, "Work")
    save(qtbot, dialog)
    assert (two.config[LLM_CONNECTION], two.config[LLM_MODEL], two.config[LLM_CONTEXT_WINDOW]) == ("work", "big", 0)


def test_a_known_service_is_added_with_its_address_and_a_key(
    qtbot: QtBot, open_window: Open, two: ScriptedWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    dialog = open_settings(qtbot, open_window, two)
    add(qtbot, dialog, "Groq")
    assert typed(dialog, LLM_BASE_URL.key) == "https://api.groq.com/openai/v1"
    assert dialog.focusWidget() is find(dialog, QLineEdit, "api_key")
    click(qtbot, dialog, "key_page_button")
    assert opened == ["https://console.groq.com/keys"]
    qtbot.keyClicks(find(dialog, QLineEdit, "api_key"), "gsk-1")
    find(dialog, ComboBox, LLM_MODEL.key).setCurrentText("llama-3.3-70b")
    save(qtbot, dialog)
    assert [one.name for one in two.config.connections] == ["Home", "Work", "Groq"]
    assert two.config[LLM_MODEL] == "llama-3.3-70b"
    assert two.secrets.keys == {"https://api.groq.com/openai/v1": "gsk-1"}


def test_azure_says_what_to_put_into_its_address(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    dialog = open_settings(qtbot, open_window, scripted)
    add(qtbot, dialog, "Azure OpenAI")
    hint = find(dialog, QLabel, "preset_help")
    assert hint.isVisibleTo(dialog)
    assert "name of your deployment" in hint.text()
    dialog.close()


def test_a_connection_is_renamed_and_another_removed(qtbot: QtBot, open_window: Open, two: ScriptedWorker) -> None:
    dialog = open_settings(qtbot, open_window, two)
    name = find(dialog, QLineEdit, "connection_name")
    name.selectAll()
    qtbot.keyClicks(name, "Kitchen")
    assert find(dialog, ComboBox, LLM_CONNECTION.key).currentText() == "Kitchen"
    choose_connection(qtbot, dialog, "Work")
    click(qtbot, dialog, "remove_connection_button")
    assert find(dialog, ComboBox, LLM_CONNECTION.key).currentText() == "Kitchen"
    save(qtbot, dialog)
    assert [(one.id, one.name) for one in two.config.connections] == [("home", "Kitchen")]


def test_two_of_one_name_are_refused_and_nothing_is_saved(qtbot: QtBot, open_window: Open, two: ScriptedWorker) -> None:
    dialog = open_settings(qtbot, open_window, two)
    name = find(dialog, QLineEdit, "connection_name")
    name.selectAll()
    qtbot.keyClicks(name, "work")
    click(qtbot, dialog, "settings_save_button")
    notice = find(dialog, Notice, "notice")
    qtbot.waitUntil(lambda: "two connections named" in notice.accessibleName())
    assert two.config.connections == (HOME, WORK)
    dialog.close()


def test_without_a_model_the_connections_stay(qtbot: QtBot, open_window: Open, two: ScriptedWorker) -> None:
    dialog = open_settings(qtbot, open_window, two)
    choose_connection(qtbot, dialog, "No model (quotations only)")
    assert not find(dialog, QPushButton, "settings_test_button").isVisibleTo(dialog)
    save(qtbot, dialog)
    assert (two.config[LLM_PROVIDER], len(two.config.connections)) == ("none", 2)


def test_a_server_that_is_saved_already_is_not_added_twice(
    qtbot: QtBot, open_window: Open, two: ScriptedWorker
) -> None:
    two.servers = (LocalServer("Ollama", "ollama", "http://127.0.0.1:11434", ("qwen3:8b", "gemma3:4b")),)
    dialog = open_settings(qtbot, open_window, two)
    choose_connection(qtbot, dialog, "Work")
    qtbot.waitUntil(lambda: dialog.findChild(QPushButton, "local_server_0") is not None)
    click(qtbot, dialog, "local_server_0")
    assert find(dialog, ComboBox, LLM_CONNECTION.key).currentText() == "Home"
    dialog.close()


def test_a_test_keeps_the_focus_and_can_be_cancelled(qtbot: QtBot, open_window: Open, two: ScriptedWorker) -> None:
    two.model_seconds = 5.0
    dialog = open_settings(qtbot, open_window, two)
    test = find(dialog, QPushButton, "settings_test_button")
    test.setFocus()
    qtbot.keyClick(test, Qt.Key.Key_Space)
    assert test.text() == "Cancel"
    assert dialog.focusWidget() is test
    qtbot.keyClick(test, Qt.Key.Key_Space)
    assert test.text() == "Test connection"
    assert find(dialog, QLabel, "settings_result").text() == "Cancelled."
    two.model_seconds = 0.0
    qtbot.keyClick(test, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: find(dialog, QLabel, "settings_result").text() == "The model answered.")
    assert dialog.focusWidget() is test
    dialog.close()


@pytest.mark.usefixtures("german")
def test_a_test_that_worked_is_told_in_the_person_s_language(
    qtbot: QtBot, open_window: Open, two: ScriptedWorker
) -> None:
    two.model_result = UserText("Connected to {model} ({tokens} tokens).", model="big", tokens="8,192")
    dialog = open_settings(qtbot, open_window, two)
    click(qtbot, dialog, "settings_test_button")
    result = find(dialog, QLabel, "settings_result")
    qtbot.waitUntil(lambda: result.text() == "Verbunden mit big (8,192 Tokens).")
    dialog.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "text", "message"),
    [
        ("llm.additional_kwargs", "top_k: 20", "not a JSON object"),
        ("llm.default_headers", "no header", "is not a header"),
    ],
)
def test_what_cannot_be_sent_is_shown_beside_its_editor(
    qtbot: QtBot, open_window: Open, two: ScriptedWorker, key: str, text: str, message: str
) -> None:
    broken = Connection("home", "Home", {**HOME.values, key: text})
    two.config.save_connections([broken], "home")
    dialog = open_settings(qtbot, open_window, two)
    click(qtbot, dialog, "settings_save_button")
    qtbot.waitUntil(lambda: message in find(dialog, QLabel, f"{key}.error").text())
    assert dialog.isVisible()
    dialog.close()
