"""Settings."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QMessageBox, QPlainTextEdit, QPushButton, QTabWidget
from pytestqt.qtbot import QtBot

from desktop_rag.config import OPTIONS
from desktop_rag.config.options import LLM_MODEL, LLM_PROVIDER, OPTION_GROUPS, PROMPTS, THEME, WINDOW
from desktop_rag.config.secrets import Place
from desktop_rag.core.errors import UserError
from desktop_rag.gui.settings.prompts_page import PromptsPage
from desktop_rag.gui.shell.languages import Languages
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import ComboBox
from desktop_rag.llms.discovery import LocalServer
from tests.gui.person import choose_option, find, open_settings, show_all_options
from tests.helpers.lanes import rest_at_night
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]


def test_every_option_has_an_editor_with_its_label(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    dialog = open_settings(qtbot, open_window, scripted, *OPTION_GROUPS)
    show_all_options(qtbot, dialog)
    page = dialog.findChild(PromptsPage)
    assert page is not None
    for option in OPTIONS:
        page.choose(option.key)
        if option in PROMPTS.options:
            assert find(page, QPlainTextEdit, "prompt_editor").accessibleName() == option.label
            continue
        editor = dialog.findChild(object, option.key)
        assert editor is not None, option.key
        assert editor.accessibleName() == option.label
    dialog.close()


def test_a_found_server_fills_the_form(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.servers = (LocalServer("Ollama", "ollama", "http://127.0.0.1:11434", ("qwen3:4b", "gemma")),)
    dialog = open_settings(qtbot, open_window, scripted)
    qtbot.waitUntil(lambda: dialog.findChild(QPushButton, "local_server_0") is not None)
    qtbot.mouseClick(find(dialog, QPushButton, "local_server_0"), Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(dialog.saved):
        qtbot.mouseClick(find(dialog, QPushButton, "settings_save_button"), Qt.MouseButton.LeftButton)
    assert scripted.config[LLM_PROVIDER] == "ollama"
    assert scripted.config[LLM_MODEL] == "qwen3:4b"


def test_the_connection_is_tested_with_what_is_on_the_page(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    dialog = open_settings(qtbot, open_window, scripted)
    choose_option(dialog, "llm.provider", "openai")
    find(dialog, QLineEdit, "llm.base_url").setText("http://localhost:1234/v1")
    find(dialog, ComboBox, "llm.model").setCurrentText("small")
    find(dialog, QLineEdit, "api_key").setText("sk-typed")
    result = find(dialog, QLabel, "settings_result")
    test = find(dialog, QPushButton, "settings_test_button")
    qtbot.mouseClick(test, Qt.MouseButton.LeftButton)
    assert test.text() == "Cancel"
    qtbot.waitUntil(lambda: result.text() == "The model answered.")
    assert result.property("role") == "ok"
    tried, key = scripted.called("models.test_connection")[-1]
    assert tried[LLM_MODEL] == "small"
    assert key == "sk-typed"
    assert scripted.config[LLM_MODEL] == ""
    scripted.model_result = UserError("The key is wrong.", "Enter another.")
    qtbot.mouseClick(test, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: result.text() == "The key is wrong. Enter another.")
    assert result.property("role") == "error"
    dialog.close()


def test_models_are_found_and_keys_are_stored(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    dialog = open_settings(qtbot, open_window, scripted, WINDOW)
    choose_option(dialog, "llm.provider", "openai")
    qtbot.mouseClick(find(dialog, QPushButton, "find_models_button"), Qt.MouseButton.LeftButton)
    combo = find(dialog, ComboBox, "llm.model")
    qtbot.waitUntil(lambda: combo.count() == 2)
    combo.hidePopup()
    find(dialog, QLineEdit, "api_key").setText("sk-1")
    choose_option(dialog, "window.theme", "dark")
    with qtbot.waitSignal(dialog.saved):
        qtbot.mouseClick(find(dialog, QPushButton, "settings_save_button"), Qt.MouseButton.LeftButton)
    assert scripted.secrets.keys == {"": "sk-1"}
    assert scripted.config[THEME] == "dark"
    assert scripted.config[LLM_MODEL] == "small"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("place", "said"),
    [
        (Place.KEYCHAIN, ""),
        (Place.FILE, "Keys and passwords are stored in /config/keys.json, which only you can open."),
        (
            Place.PORTABLE,
            "This program is portable. Keys and passwords are stored in /config/keys.json, in no keychain",
        ),
        (Place.MEMORY, "A key is forgotten when you close the program."),
    ],
)
def test_where_a_key_goes_is_said_where_there_is_no_keychain(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, place: Place, said: str
) -> None:
    scripted.secrets.where = place
    scripted.secrets.keys[""] = "sk-1"
    dialog = open_settings(qtbot, open_window, scripted)
    choose_option(dialog, "llm.provider", "openai")
    key = find(dialog, QLineEdit, "api_key")
    qtbot.waitUntil(lambda: key.placeholderText() == "Stored")
    kept = find(dialog, QLabel, "keys_place")
    assert kept.isVisibleTo(dialog) is bool(said)
    assert said in kept.text()
    dialog.close()


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("address", "shown"),
    [("", False), ("http://localhost:11434", False), ("127.0.0.1:11434", False), ("https://ollama.example", True)],
    ids=["usual", "this computer", "without a scheme", "another computer"],
)
def test_an_ollama_of_another_computer_takes_a_key(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, address: str, shown: bool
) -> None:
    dialog = open_settings(qtbot, open_window, scripted)
    choose_option(dialog, "llm.provider", "ollama")
    find(dialog, QLineEdit, "llm.base_url").setText(address)
    key = find(dialog, QLineEdit, "api_key")
    assert key.isVisibleTo(dialog) is shown
    if shown:
        key.setText("sk-remote")
        find(dialog, ComboBox, "llm.model").setCurrentText("qwen3:8b")
        with qtbot.waitSignal(dialog.saved):
            qtbot.mouseClick(find(dialog, QPushButton, "settings_save_button"), Qt.MouseButton.LeftButton)
        assert scripted.secrets.keys == {address: "sk-remote"}
    dialog.close()


def test_cancel_changes_nothing(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    dialog = open_settings(qtbot, open_window, scripted)
    choose_option(dialog, "llm.provider", "ollama")
    qtbot.mouseClick(find(dialog, QPushButton, "settings_cancel_button"), Qt.MouseButton.LeftButton)
    assert scripted.config[LLM_PROVIDER] == "none"


def test_settings_are_exported_and_imported(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.json"
    scripted.config.update({"llm.seed": 7, THEME.key: "dark"})
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    dialog = open_settings(qtbot, open_window, scripted)
    find(dialog, QAction, "settings_export").trigger()
    qtbot.waitUntil(lambda: file.exists() and '"llm.seed": 7' in file.read_text())
    scripted.config.update({"llm.seed": 8})
    find(dialog, QAction, "settings_import").trigger()
    box = find(dialog, QMessageBox, "import_settings_box")
    assert "Keys and passwords stay as they are." in box.informativeText()
    with qtbot.waitSignal(dialog.saved):
        find(box, QPushButton, "confirm_import_settings_button").click()
    assert scripted.config.values()["llm.seed"] == 7


def test_what_was_wrong_in_an_imported_file_is_named(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted.config.update({"llm.seed": 7})
    (tmp_path / "mine.json").write_text('{"llm.seed": "many", "window.theme": "dark", "telepathy.range": 3}')
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "mine.json"), ""))
    dialog = open_settings(qtbot, open_window, scripted)
    find(dialog, QAction, "settings_import").trigger()
    with qtbot.waitSignal(dialog.saved):
        question = find(dialog, QMessageBox, "import_settings_box")
        find(question, QPushButton, "confirm_import_settings_button").click()
    window = dialog.parentWidget()
    assert window is not None
    box = find(window, QMessageBox, "left_out_box")
    assert "were not imported: llm.seed." in box.informativeText()
    assert "does not know telepathy.range." in box.informativeText()
    assert (scripted.config.values()["llm.seed"], scripted.config[THEME]) == (7, "dark")
    box.close()


@pytest.mark.nightly(by_day="test_what_was_wrong_in_an_imported_file_is_named")
def test_a_file_without_settings_is_not_imported(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "else.json").write_text("[]")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "else.json"), ""))
    dialog = open_settings(qtbot, open_window, scripted)
    find(dialog, QAction, "settings_import").trigger()
    find(find(dialog, QMessageBox, "import_settings_box"), QPushButton, "confirm_import_settings_button").click()
    notice = find(dialog, QLabel, "notice_message")
    qtbot.waitUntil(lambda: "does not hold settings" in notice.text())
    dialog.close()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("language", rest_at_night(["en", "de", "ja", "zh_CN"], {"de", "ja"}))
@pytest.mark.parametrize("percent", [pytest.param(100, marks=pytest.mark.nightly), 115])
def test_every_tab_is_in_sight(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, language: str, percent: int
) -> None:
    before, languages = QLocale(), Languages()
    languages.choose(language)
    window = open_window()
    window._appearance.choose("light", percent)
    window.show_settings()
    tabs = find(window, QTabWidget, "settings_tabs")
    for number in range(tabs.count()):
        tabs.setCurrentIndex(number)
        last = tabs.tabBar().tabRect(tabs.count() - 1)
        is_whole_screen = tabs.window().width() >= tabs.screen().availableSize().width() - 16
        assert last.right() < tabs.width() or is_whole_screen
    window._appearance.choose("light", 100)
    languages.end()
    QLocale.setDefault(before)
