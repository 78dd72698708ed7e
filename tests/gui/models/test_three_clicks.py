"""From the first window to a model: three clicks at most, whichever way a person takes."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.config.options import LLM_BASE_URL, LLM_MODEL, LLM_PROVIDER
from desktop_rag.config.secrets import Place
from desktop_rag.core.errors import UserError
from desktop_rag.gui.models.files_dialog import ModelFilesDialog
from desktop_rag.gui.models.key_dialog import KeyDialog
from desktop_rag.gui.models.pull_dialog import PullDialog
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.llms.built_in.download import read_catalogue
from desktop_rag.llms.built_in.files import ModelFile
from desktop_rag.llms.discovery import LocalServer
from desktop_rag.services.model_files import OfferedModel
from tests.gui.person import find, model_proposal
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
SMALL = read_catalogue()[0]
KEY = "sk-of-this-person"


class Mouse:
    """Clicks what can be seen, and counts."""

    def __init__(self, qtbot: QtBot) -> None:
        self.clicks = 0
        self._qtbot = qtbot

    def click(self, widget: QWidget, place: QPoint | None = None) -> None:
        assert widget.isVisible()
        assert widget.isEnabled()
        self.clicks += 1
        self._qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place or widget.rect().center())

    def push(self, parent: QWidget, name: str) -> None:
        [seen] = [one for one in parent.findChildren(QPushButton, name) if one.isVisible()]
        self.click(seen)

    def choose(self, menu: QMenu, name: str) -> None:
        self._qtbot.waitUntil(menu.isVisible)
        [action] = [action for action in menu.actions() if action.objectName() == name]
        self.click(menu, menu.actionGeometry(action).center())


@pytest.fixture
def mouse(qtbot: QtBot) -> Mouse:
    return Mouse(qtbot)


def is_used(worker: ScriptedWorker, provider: str, model: str) -> bool:
    return (worker.config[LLM_PROVIDER], worker.config[LLM_MODEL]) == (provider, model)


def open_service(qtbot: QtBot, mouse: Mouse, window: MainWindow, name: str) -> KeyDialog:
    """Open the dialog of an online service: two clicks."""
    line = model_proposal(qtbot, window)
    mouse.push(line, "online_service_button")
    mouse.choose(find(line, QMenu, "proposal_services"), f"service_{name}")
    qtbot.waitUntil(lambda: bool(window.findChildren(KeyDialog)))
    dialog = window.findChildren(KeyDialog)[-1]
    qtbot.waitUntil(dialog.isVisible)
    return dialog


@pytest.mark.parametrize("libraries", [0, 1], ids=["welcome page", "empty conversation"])
def test_without_a_model_no_click_is_needed(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, libraries: int
) -> None:
    for number in range(libraries):
        scripted.add_library(f"Papers {number}", files=3)
    line = model_proposal(qtbot, open_window())
    [said] = [text.text() for text in line.findChildren(QLabel)]
    assert said == "Answers are quotations from your files. A model would answer in its own words."
    shown = [push.text() for push in line.findChildren(QPushButton) if push.isVisible()]
    assert shown == ["Download a model…", "Choose a model file…", "Online service…"]


def test_a_model_of_the_catalogue_is_downloaded_and_used(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, mouse: Mouse
) -> None:
    scripted.offered_models = (OfferedModel(SMALL, None, 0, fits=True),)
    window = open_window()
    line = model_proposal(qtbot, window)
    mouse.push(line, "download_model_button")
    dialog = window.findChildren(ModelFilesDialog)[-1]
    push = f"model_push_{SMALL.name}"
    qtbot.waitUntil(lambda: bool(dialog.findChild(QPushButton, push)))
    qtbot.wait(20)
    mouse.push(dialog, push)
    scripted.offered_models = (OfferedModel(SMALL, Path("/models") / SMALL.file, SMALL.size, fits=True),)
    qtbot.waitUntil(lambda: find(dialog, QPushButton, push).text() == "Use")
    mouse.push(dialog, push)
    qtbot.waitUntil(lambda: not line.isVisible())
    assert is_used(scripted, "built-in", Path(SMALL.file).stem)
    assert mouse.clicks == 3


def test_a_model_that_another_program_downloaded_is_used(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, mouse: Mouse
) -> None:
    scripted.found_models = (ModelFile("qwen3:4b", Path("/ollama/blob"), 2_500_000_000, "Ollama"),)
    window = open_window()
    mouse.push(model_proposal(qtbot, window), "download_model_button")
    dialog = window.findChildren(ModelFilesDialog)[-1]
    qtbot.waitUntil(lambda: bool(dialog.findChild(QPushButton, "model_use_0")))
    qtbot.wait(20)
    mouse.push(dialog, "model_use_0")
    qtbot.waitUntil(lambda: is_used(scripted, "built-in", "qwen3:4b"))
    assert mouse.clicks == 2


def test_ollama_downloads_its_first_model(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, mouse: Mouse
) -> None:
    scripted.servers = (LocalServer("Ollama", "ollama", "http://127.0.0.1:11434", ("nomic-embed-text",)),)
    window = open_window()
    line = model_proposal(qtbot, window)
    qtbot.waitUntil(find(line, QPushButton, "pull_first_button").isVisible)
    mouse.push(line, "pull_first_button")
    dialog = window.findChildren(PullDialog)[-1]
    qtbot.waitUntil(dialog.isVisible)
    mouse.push(dialog, "pull_button")
    qtbot.waitUntil(lambda: find(dialog, QPushButton, "pull_button").text() == "Use")
    mouse.push(dialog, "pull_button")
    qtbot.waitUntil(lambda: is_used(scripted, "ollama", "qwen3:4b"))
    assert scripted.called("models.pull") == [("", "qwen3:4b")]
    assert mouse.clicks == 3


def test_a_first_download_that_is_stopped_connects_to_nothing(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, mouse: Mouse
) -> None:
    scripted.servers = (LocalServer("Ollama", "ollama", "http://127.0.0.1:11434", ()),)
    window = open_window()
    line = model_proposal(qtbot, window)
    qtbot.waitUntil(find(line, QPushButton, "pull_first_button").isVisible)
    mouse.push(line, "pull_first_button")
    dialog = window.findChildren(PullDialog)[-1]
    qtbot.waitUntil(dialog.isVisible)
    mouse.push(dialog, "close_pull")
    assert not scripted.config.connections
    assert line.isVisible()


def test_a_file_is_chosen(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, mouse: Mouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = "/models/my-model-Q4_K_M.gguf"
    in_the_picker = 2  # the file, and Open
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (file, ""))
    window = open_window()
    mouse.push(model_proposal(qtbot, window), "choose_file_button")
    qtbot.waitUntil(lambda: is_used(scripted, "built-in", file))
    qtbot.waitUntil(lambda: find(window, QPushButton, "model_button").accessibleName() == "Model: my-model-Q4_K_M")
    assert mouse.clicks + in_the_picker == 3


def test_a_key_connects_to_a_service(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, mouse: Mouse) -> None:
    scripted.model_names = ("gpt-3.5-turbo", "gpt-5-mini", "gpt-5-nano")
    window = open_window()
    dialog = open_service(qtbot, mouse, window, "OpenAI")
    assert "are sent to api.openai.com" in "".join(text.text() for text in dialog.findChildren(QLabel))
    qtbot.keyClicks(find(dialog, QLineEdit, "service_key"), KEY)
    mouse.push(dialog, "service_connect")
    qtbot.waitUntil(lambda: is_used(scripted, "openai", "gpt-5-mini"))
    assert scripted.config[LLM_BASE_URL] == "https://api.openai.com/v1"
    assert scripted.secrets.keys == {"https://api.openai.com/v1": KEY}
    assert [key for _, key in scripted.called("models.list_models")] == [KEY]
    assert mouse.clicks == 3


def test_a_key_that_is_refused_is_not_stored(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, mouse: Mouse
) -> None:
    scripted.model_error = UserError("The key was rejected.", "Check it.")
    dialog = open_service(qtbot, mouse, open_window(), "Mistral")
    qtbot.keyClicks(find(dialog, QLineEdit, "service_key"), KEY)
    mouse.push(dialog, "service_connect")
    problem = find(dialog, QLabel, "service_problem")
    qtbot.waitUntil(lambda: problem.text() == "The key was rejected. Check it.")
    assert find(dialog, QPushButton, "service_connect").isEnabled()
    assert not scripted.secrets.keys
    assert not scripted.config.connections
    dialog.reject()


def test_a_key_that_is_stored_already_need_not_be_typed(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, mouse: Mouse
) -> None:
    scripted.secrets.keys["https://api.groq.com/openai/v1"] = KEY
    scripted.model_names = ("llama-3.1-8b-instant", "llama-3.3-70b-versatile")
    dialog = open_service(qtbot, mouse, open_window(), "Groq")
    qtbot.waitUntil(lambda: find(dialog, QLineEdit, "service_key").placeholderText() == "Stored")
    mouse.push(dialog, "service_connect")
    qtbot.waitUntil(lambda: is_used(scripted, "openai", "llama-3.3-70b-versatile"))


def test_without_a_key_nobody_is_asked(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, mouse: Mouse) -> None:
    dialog = open_service(qtbot, mouse, open_window(), "Gemini")
    mouse.push(dialog, "service_connect")
    assert find(dialog, QLabel, "service_problem").text() == "Enter the key first."
    assert not scripted.called("models.list_models")
    dialog.reject()


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("place", "said"),
    [
        (Place.KEYCHAIN, "The key is stored in this system's keychain."),
        (Place.FILE, "stored in /config/keys.json, which only you can open"),
        (
            Place.PORTABLE,
            "This program is portable. Keys and passwords are stored in /config/keys.json, in no keychain",
        ),
        (Place.MEMORY, "A key is forgotten when you close the program."),
    ],
    ids=lambda value: value.name if isinstance(value, Place) else "",
)
def test_where_the_key_will_be_is_said_before_it_is_typed(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, mouse: Mouse, place: Place, said: str
) -> None:
    scripted.secrets.where = place
    dialog = open_service(qtbot, mouse, open_window(), "OpenRouter")
    qtbot.waitUntil(lambda: said in find(dialog, QLabel, "service_key_place").text())
    dialog.reject()


def test_the_same_ways_stand_in_the_menu_of_models(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, mouse: Mouse
) -> None:
    scripted.add_library("Papers", files=3)
    window = open_window()
    mouse.push(window, "model_button")
    menu = find(window, QMenu, "model_menu")
    mouse.choose(menu, "model_files")
    qtbot.waitUntil(lambda: bool(window.findChildren(ModelFilesDialog)))
    services = find(menu, QMenu, "model_services")
    assert "service_Azure OpenAI" not in [action.objectName() for action in services.actions()]
    assert "service_Anthropic" in [action.objectName() for action in services.actions()]
    window.findChildren(ModelFilesDialog)[-1].close()
