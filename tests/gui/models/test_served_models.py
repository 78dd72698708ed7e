"""The models of a person's own server: which are in memory, unloading one, and downloading another."""

from collections.abc import Callable, Iterator

import pytest
import shiboken6
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.config.connections import Connection
from desktop_rag.config.options import LLM_MODEL
from desktop_rag.core.errors import UserError
from desktop_rag.gui.models.pull_dialog import PullDialog
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.llms.model_servers import ServedModel
from tests.gui.person import click, find
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
OLLAMA = Connection("home", "Home", {"llm.provider": "ollama", "llm.model": "gemma3:4b"})


@pytest.fixture
def window(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> MainWindow:
    """A window whose Ollama has one of two models in memory."""
    scripted.add_library("Papers", files=3)
    scripted.listed = {"home": ("gemma3:4b", "qwen3:8b")}
    scripted.served = (
        ServedModel("gemma3:4b", is_loaded=False),
        ServedModel("qwen3:8b", is_loaded=True, memory=6_000_000_000),
    )
    scripted.config.save_connections([OLLAMA], "home")
    return open_window()


def shown(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def open_menu(qtbot: QtBot, window: MainWindow) -> QMenu:
    """Open the menu and return the entries of the connection, once all is known."""
    click(qtbot, window, "model_button")
    menu = find(window, QMenu, "model_menu_home")
    qtbot.waitUntil(lambda: "Looking for models…" not in shown(menu) and len(shown(menu)) > 2)
    return menu


def close_menus(window: MainWindow) -> None:
    for menu in window.findChildren(QMenu):
        menu.close()


def test_the_menu_shows_what_is_in_memory(qtbot: QtBot, window: MainWindow) -> None:
    menu = open_menu(qtbot, window)
    expected = ["gemma3:4b", "qwen3:8b  (in memory)", "Unload qwen3:8b, frees 6.0 GB", "Download a model…"]
    qtbot.waitUntil(lambda: shown(menu) == expected)
    close_menus(window)


def test_a_model_is_unloaded_and_the_server_asked_again(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    menu = open_menu(qtbot, window)
    scripted.served = (ServedModel("gemma3:4b", is_loaded=False), ServedModel("qwen3:8b", is_loaded=False))
    find(menu, QAction, "unload_qwen3:8b").trigger()
    qtbot.waitUntil(lambda: scripted.called("models.unload") == [("home", "qwen3:8b")])
    qtbot.waitUntil(lambda: shown(menu) == ["gemma3:4b", "qwen3:8b", "Download a model…"])
    close_menus(window)


def test_a_server_that_does_not_say_offers_nothing(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    other = Connection(
        "home", "Home", {"llm.provider": "openai", "llm.base_url": "http://localhost:1", "llm.model": "m"}
    )
    scripted.config.save_connections([other], "home")
    scripted.served = (ServedModel("gemma3:4b"), ServedModel("qwen3:8b"))
    menu = open_menu(qtbot, window)
    qtbot.waitUntil(lambda: bool(scripted.called("models.list_served")))
    qtbot.wait(20)
    assert shown(menu) == ["m", "gemma3:4b", "qwen3:8b"]
    close_menus(window)


def test_an_online_service_is_not_asked_what_is_in_memory(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    values = {"llm.provider": "openai", "llm.base_url": "https://api.example.com/v1", "llm.model": "m"}
    scripted.config.save_connections([Connection("home", "Home", {**values})], "home")
    click(qtbot, window, "model_button")
    qtbot.waitUntil(lambda: bool(scripted.called("models.list_connection")))
    qtbot.wait(20)
    assert not scripted.called("models.list_served")
    close_menus(window)


def test_a_downloaded_model_is_used(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    menu = open_menu(qtbot, window)
    find(menu, QAction, "pull_home").trigger()
    close_menus(window)
    dialog = window.findChildren(PullDialog)[-1]
    qtbot.keyClicks(find(dialog, QLineEdit, "pull_name"), "smollm2:135m")
    push = find(dialog, QPushButton, "pull_button")
    push.click()
    qtbot.waitUntil(lambda: push.text() == "Use")
    scripted.listed = {"home": ("smollm2:135m",)}
    push.click()
    qtbot.waitUntil(lambda: find(window, QPushButton, "model_button").text() == "smollm2:135m")
    assert scripted.called("models.pull") == [("home", "smollm2:135m")]
    assert scripted.config[LLM_MODEL] == "gemma3:4b"  # the choice is this conversation's


@pytest.fixture
def dialog(qtbot: QtBot, bridge: Bridge) -> Iterator[PullDialog]:
    parent = QWidget()
    qtbot.addWidget(parent)
    made = PullDialog(bridge, OLLAMA, parent)
    made.open()
    yield made
    if shiboken6.isValid(made):
        made.close()


def said(dialog: PullDialog) -> str:
    return "\n".join(one.text() for one in dialog.findChildren(QLabel) if one.isVisibleTo(dialog))


def start(qtbot: QtBot, dialog: PullDialog, name: str = "qwen3:4b") -> QPushButton:
    qtbot.keyClicks(find(dialog, QLineEdit, "pull_name"), name)
    push = find(dialog, QPushButton, "pull_button")
    push.click()
    return push


def test_a_download_tells_how_far_it_is_and_can_be_stopped(
    qtbot: QtBot, scripted: ScriptedWorker, dialog: PullDialog
) -> None:
    scripted.download_seconds = 20.0
    push = start(qtbot, dialog)
    assert push.text() == "Stop"
    qtbot.waitUntil(lambda: "0.10 of 1.00 GB" in said(dialog))
    push.click()
    assert push.text() == "Download"
    assert "Stopped. The server continues here the next time." in said(dialog)


def test_a_download_that_fails_says_why(qtbot: QtBot, scripted: ScriptedWorker, dialog: PullDialog) -> None:
    scripted.download_error = UserError("Ollama knows no model named “qwen3:4b”.", "Look it up.")
    push = start(qtbot, dialog)
    qtbot.waitUntil(lambda: "Ollama knows no model named “qwen3:4b”. Look it up." in said(dialog))
    assert push.text() == "Download"


def test_closing_the_dialog_stops_the_download(
    qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker, dialog: PullDialog
) -> None:
    scripted.download_seconds = 30.0
    start(qtbot, dialog)
    with qtbot.waitSignal(bridge.job_ended, timeout=5000):
        dialog.reject()


def test_without_a_name_nothing_is_downloaded(scripted: ScriptedWorker, dialog: PullDialog) -> None:
    find(dialog, QPushButton, "pull_button").click()
    assert "Enter the name of a model." in said(dialog)
    assert not scripted.called("models.pull")


def test_another_name_is_another_download(qtbot: QtBot, scripted: ScriptedWorker, dialog: PullDialog) -> None:
    push = start(qtbot, dialog, "qwen3:4")
    qtbot.waitUntil(lambda: push.text() == "Use")
    qtbot.keyClicks(find(dialog, QLineEdit, "pull_name"), "b")
    assert push.text() == "Download"
    push.click()
    qtbot.waitUntil(lambda: push.text() == "Use")
    assert [name for _, name in scripted.called("models.pull")] == ["qwen3:4", "qwen3:4b"]
