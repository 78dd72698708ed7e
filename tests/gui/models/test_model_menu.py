"""The button that names the model, and the menu that changes it for a conversation."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.config import OptionValue
from desktop_rag.config.connections import Connection
from desktop_rag.config.options import LLM_CONNECTION, LLM_MODEL, LLM_PROVIDER
from desktop_rag.core.errors import UserError
from desktop_rag.gui.settings.dialog import SettingsDialog
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.llms.discovery import LocalServer
from tests.gui.person import ask, find
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
OLLAMA = LocalServer("Ollama", "ollama", "http://127.0.0.1:11434", ("nomic-embed-text", "qwen3:8b", "gemma3:27b"))


def connection(name: str, model: str) -> Connection:
    return Connection(
        name.lower(), name, {"llm.provider": "openai", "llm.base_url": f"https://{name}", "llm.model": model}
    )


@pytest.fixture
def two(scripted: ScriptedWorker) -> ScriptedWorker:
    """A worker with a library and two connections, of which the first is asked."""
    scripted.add_library("Papers", files=3)
    scripted.listed = {"home": ("small", "large"), "work": ("big & bold", "bigger")}
    scripted.config.save_connections([connection("Home", "small"), connection("Work", "bigger")], "home")
    return scripted


def open_menu(qtbot: QtBot, window: MainWindow) -> QMenu:
    qtbot.mouseClick(find(window, QPushButton, "model_button"), Qt.MouseButton.LeftButton)
    menu = find(window, QMenu, "model_menu")
    qtbot.waitUntil(menu.isVisible)
    qtbot.wait(50)
    return menu


def submenu(menu: QMenu, name: str) -> QMenu:
    return find(menu, QMenu, f"model_menu_{name}")


def click(qtbot: QtBot, menu: QMenu, name: str) -> None:
    """Click an entry, of a submenu once that is opened."""
    [action] = [action for action in menu.actions() if action.objectName() == name]
    parent = menu.parent()
    if isinstance(parent, QMenu):
        qtbot.mouseClick(parent, Qt.MouseButton.LeftButton, pos=parent.actionGeometry(menu.menuAction()).center())
        qtbot.waitUntil(menu.isVisible)
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    qtbot.wait(50)


def shown(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def conversation_values(worker: ScriptedWorker) -> dict[str, OptionValue]:
    [(_, values)] = worker.called("conversations.set_settings")
    return dict(values)


def test_the_menu_lists_connections_with_their_models(qtbot: QtBot, open_window: Open, two: ScriptedWorker) -> None:
    menu = open_menu(qtbot, open_window())
    assert shown(menu) == [
        "Home",
        "Work",
        "Without a model (quotations)",
        "Model files…",
        "Online service",
        "Set up…",
    ]
    qtbot.waitUntil(lambda: shown(submenu(menu, "work")) == ["big && bold", "bigger"])
    checked = [action.text() for action in menu.findChildren(QAction) if action.isChecked()]
    assert checked == ["small"]
    menu.close()


def test_a_model_is_chosen_for_one_conversation(qtbot: QtBot, open_window: Open, two: ScriptedWorker) -> None:
    window = open_window()
    ask(qtbot, window)
    menu = open_menu(qtbot, window)
    click(qtbot, submenu(menu, "work"), "model_work_big & bold")
    button = find(window, QPushButton, "model_button")
    assert button.text() == "big & bold"
    assert button.accessibleName() == "Model: big & bold"
    qtbot.waitUntil(lambda: bool(two.called("conversations.set_settings")))
    assert conversation_values(two) == {LLM_CONNECTION.key: "work", LLM_MODEL.key: "big & bold"}
    assert two.config[LLM_MODEL] == "small"


def test_a_new_conversation_goes_on_with_the_model_and_keeps_it(
    qtbot: QtBot, open_window: Open, two: ScriptedWorker
) -> None:
    window = open_window()
    click(qtbot, submenu(open_menu(qtbot, window), "work"), "model_work_bigger")
    ask(qtbot, window)
    assert conversation_values(two)[LLM_CONNECTION.key] == "work"
    window.chat_pane.new_conversation()
    assert find(window, QPushButton, "model_button").text() == "bigger"


def test_without_a_model_can_be_chosen_with_the_keyboard(qtbot: QtBot, open_window: Open, two: ScriptedWorker) -> None:
    window = open_window()
    button = find(window, QPushButton, "model_button")
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    menu = find(window, QMenu, "model_menu")
    qtbot.waitUntil(menu.isVisible)
    wanted = find(menu, QAction, "model_none")
    while menu.activeAction() is not wanted:
        qtbot.keyClick(menu, Qt.Key.Key_Up)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: button.text() == "No model")
    ask(qtbot, window)
    assert conversation_values(two)[LLM_PROVIDER.key] == "none"


def test_a_server_that_cannot_be_reached_is_grey_and_says_why(
    qtbot: QtBot, open_window: Open, two: ScriptedWorker
) -> None:
    two.listed["work"] = UserError("Nothing answers at work.", "Start it.")
    menu = open_menu(qtbot, open_window())
    qtbot.waitUntil(lambda: "Work  (Nothing answers at work)" in shown(menu))
    assert not submenu(menu, "work").menuAction().isEnabled()
    assert submenu(menu, "home").menuAction().isEnabled()
    menu.close()


def test_servers_are_asked_once_and_not_before_somebody_looks(
    qtbot: QtBot, open_window: Open, two: ScriptedWorker
) -> None:
    window = open_window()
    assert not two.called("models.list_connection")
    for _ in range(2):
        open_menu(qtbot, window).close()
    assert len(two.called("models.list_connection")) == 2


def test_a_server_of_this_computer_is_saved_when_it_is_chosen(
    qtbot: QtBot, open_window: Open, two: ScriptedWorker
) -> None:
    two.servers = (OLLAMA,)
    window = open_window()
    menu = open_menu(qtbot, window)
    qtbot.waitUntil(lambda: "Ollama (found on this computer)" in shown(menu))
    click(qtbot, submenu(menu, OLLAMA.base_url), f"model_{OLLAMA.base_url}_qwen3:8b")
    qtbot.waitUntil(lambda: find(window, QPushButton, "model_button").text() == "qwen3:8b")
    assert [one.name for one in two.config.connections] == ["Home", "Work", "Ollama"]
    assert two.config[LLM_MODEL] == "small"
    menu = open_menu(qtbot, window)
    assert "Ollama (found on this computer)" not in shown(menu)
    menu.close()


def test_models_for_other_things_than_chats_are_not_offered(
    qtbot: QtBot, open_window: Open, two: ScriptedWorker
) -> None:
    vectors = LocalServer("vLLM", "openai", "http://127.0.0.1:8000/v1", ("bge-m3", "whisper-large-v3"))
    two.servers = (OLLAMA, vectors)
    menu = open_menu(qtbot, open_window())
    qtbot.waitUntil(lambda: "Ollama (found on this computer)" in shown(menu))
    assert shown(submenu(menu, OLLAMA.base_url)) == ["qwen3:8b", "gemma3:27b"]
    assert "vLLM (found on this computer)" not in shown(menu)
    menu.close()


def test_set_up_opens_the_settings(qtbot: QtBot, open_window: Open, two: ScriptedWorker) -> None:
    window = open_window()
    click(qtbot, open_menu(qtbot, window), "model_set_up")
    qtbot.waitUntil(lambda: bool(window.findChildren(SettingsDialog)))
    window.findChildren(SettingsDialog)[-1].close()


def test_a_conversation_whose_connection_is_gone_asks_the_usual_model(
    qtbot: QtBot, open_window: Open, two: ScriptedWorker
) -> None:
    window = open_window()
    click(qtbot, submenu(open_menu(qtbot, window), "work"), "model_work_bigger")
    ask(qtbot, window)
    two.config.save_connections(two.config.connections[:1], "home")
    window.chat_pane.refresh_model()
    assert find(window, QPushButton, "model_button").text() == "small"
