"""The prompts' page of the settings, and the other pages a person rarely opens."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QTabWidget,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from desktop_rag.config import OPTIONS
from desktop_rag.config.options import PROMPTS, SEARCH, WINDOW
from desktop_rag.gui.settings.dialog import SettingsDialog
from desktop_rag.gui.settings.prompts_page import PromptsPage
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.list_delegate import LINE_ROLE
from tests.gui.person import choose_option, find, open_settings, show_all_options, wait_for_forms
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
TEMPLATES = PROMPTS.options


def open_prompts(qtbot: QtBot, dialog: SettingsDialog) -> PromptsPage:
    tabs = find(dialog, QTabWidget, "settings_tabs")
    tabs.setCurrentIndex(tabs.count() - 1)
    page = dialog.findChild(PromptsPage)
    assert page is not None
    assert page.isVisible()
    return page


def line(page: PromptsPage, row: int) -> str:
    return str(find(page, QListView, "prompt_list").model().index(row, 0).data(LINE_ROLE))


def test_a_prompt_is_edited_checked_saved_and_reset(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    option = next(one for one in TEMPLATES if "{context_str}" in str(one.default))
    row = TEMPLATES.index(option)
    dialog = open_settings(qtbot, open_window, scripted, PROMPTS)
    page = open_prompts(qtbot, dialog)
    page.choose(option.key)
    editor = find(page, QPlainTextEdit, "prompt_editor")
    error = find(page, QLabel, "prompt_error")
    assert editor.toPlainText() == option.default
    assert line(page, row) == "Default"
    editor.selectAll()
    qtbot.keyClicks(editor, "Answer shortly. ")
    assert "{context_str}" in error.text()
    assert line(page, row) == "Cannot be used"
    qtbot.mouseClick(find(dialog, QPushButton, "settings_save_button"), Qt.MouseButton.LeftButton)
    assert dialog.isVisible()
    assert editor.toPlainText() == "Answer shortly. "
    chip = find(page, QPushButton, "prompt_variable_context_str")
    assert chip.property("missing")
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert error.text() == ""
    assert line(page, row) == "Changed"
    with qtbot.waitSignal(dialog.saved):
        qtbot.mouseClick(find(dialog, QPushButton, "settings_save_button"), Qt.MouseButton.LeftButton)
    assert scripted.config[option] == "Answer shortly. {context_str}"


def test_a_prompt_goes_back_to_its_default(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    option = TEMPLATES[0]
    scripted.config.update({option.key: f"{option.default} Be brief."})
    dialog = open_settings(qtbot, open_window, scripted, PROMPTS)
    page = open_prompts(qtbot, dialog)
    assert line(page, 0) == "Changed"
    qtbot.mouseClick(find(page, QPushButton, "prompt_reset_button"), Qt.MouseButton.LeftButton)
    assert find(page, QPlainTextEdit, "prompt_editor").toPlainText() == option.default
    assert line(page, 0) == "Default"
    with qtbot.waitSignal(dialog.saved):
        qtbot.mouseClick(find(dialog, QPushButton, "settings_save_button"), Qt.MouseButton.LeftButton)
    assert scripted.config[option] == option.default


@pytest.mark.slow
def test_what_is_rarely_needed_is_folded_and_counted(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.config.update({"llm.provider": "ollama", "llm.seed": 7})
    dialog = open_settings(qtbot, open_window, scripted, PROMPTS)
    more = find(dialog, QToolButton, "model_more_button")
    assert more.text() == "More options · 1 changed"
    qtbot.mouseClick(more, Qt.MouseButton.LeftButton)
    wait_for_forms(qtbot, dialog)
    seed = find(dialog, QSpinBox, "llm.seed")
    assert seed.isVisible()
    assert seed.value() == 7
    seed.setValue(-1)
    assert more.text() == "More options"
    find(dialog, QCheckBox, "llm.strict").setChecked(True)
    stop = dialog.findChild(QPlainTextEdit, "llm.stop") or dialog.findChild(object, "llm.stop").edit
    stop.setPlainText("END\nSTOP")
    with qtbot.waitSignal(dialog.saved):
        qtbot.mouseClick(find(dialog, QPushButton, "settings_save_button"), Qt.MouseButton.LeftButton)
    by_key = {option.key: option for option in OPTIONS}
    assert scripted.config[by_key["llm.stop"]] == "END\nSTOP"
    assert scripted.config[by_key["llm.strict"]] is True
    assert scripted.config[by_key["llm.seed"]] == -1


@pytest.mark.slow
def test_a_wrong_condition_brings_its_page_to_the_front(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    dialog = open_settings(qtbot, open_window, scripted, SEARCH, WINDOW)
    show_all_options(qtbot, dialog)
    dialog.findChild(object, "retrieval.filters").set_text("no condition at all")
    qtbot.mouseClick(find(dialog, QPushButton, "settings_save_button"), Qt.MouseButton.LeftButton)
    assert dialog.isVisible()
    assert find(dialog, QLabel, "retrieval.filters.error").isVisible()
    choose_option(dialog, "window.theme", "dark")
    dialog.findChild(object, "retrieval.filters").set_text("file_name=a.pdf")
    with qtbot.waitSignal(dialog.saved):
        qtbot.mouseClick(find(dialog, QPushButton, "settings_save_button"), Qt.MouseButton.LeftButton)
