"""The first window: what answers without a model, and the model that is proposed.

``tests/gui/models/test_three_clicks.py`` counts the clicks of the other ways.
"""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.config.options import LLM_BASE_URL, LLM_MODEL, LLM_PROVIDER
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.llms.discovery import LocalServer
from tests.gui.person import find, model_proposal
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
OLLAMA = LocalServer("Ollama", "ollama", "http://127.0.0.1:11434", ("nomic-embed-text", "qwen3:0.6b", "qwen3:8b"))


@pytest.mark.parametrize("libraries", [0, 1], ids=["welcome page", "empty conversation"])
def test_the_best_model_found_is_proposed_and_used_with_one_click(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, libraries: int
) -> None:
    scripted.servers = (OLLAMA,)
    for number in range(libraries):
        scripted.add_library(f"Papers {number}", files=3)
    window = open_window()
    use = find(model_proposal(qtbot, window), QPushButton, "use_model_button")
    qtbot.waitUntil(lambda: use.text() == "Use qwen3:8b of Ollama")
    line = model_proposal(qtbot, window)
    qtbot.mouseClick(use, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not line.isVisible())
    assert (scripted.config[LLM_PROVIDER], scripted.config[LLM_MODEL]) == ("ollama", "qwen3:8b")
    assert scripted.config[LLM_BASE_URL] == OLLAMA.base_url
    assert find(window, QPushButton, "model_button").text() == "qwen3:8b"


def test_a_server_without_a_model_that_chats_is_not_proposed(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.servers = (LocalServer("Ollama", "ollama", "http://127.0.0.1:11434", ("nomic-embed-text",)),)
    line = model_proposal(qtbot, open_window())
    [said] = line.findChildren(QLabel)
    qtbot.waitUntil(lambda: said.text() == "Ollama is running on this computer, but has no model that answers yet.")
    shown = [push.text() for push in line.findChildren(QPushButton) if push.isVisible()]
    assert shown == ["Download a model with Ollama…", "Choose a model file…", "Online service…"]


def test_nobody_is_asked_and_nothing_proposed_once_a_model_is_connected(
    open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.config.update({LLM_PROVIDER.key: "ollama", LLM_MODEL.key: "qwen3:8b"})
    scripted.add_library("Papers", files=3)
    window = open_window()
    assert not scripted.called("models.find_local_servers")
    assert not [line for line in window.findChildren(QWidget, "model_proposal") if line.isVisible()]
