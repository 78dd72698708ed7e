"""Keys of commands: the sheet that lists them, and changing them in the settings."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QKeySequenceEdit, QLabel, QLineEdit, QTabWidget, QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.config.options import SHORTCUTS
from desktop_rag.core.errors import UserError
from desktop_rag.gui.settings.dialog import SettingsDialog
from desktop_rag.gui.shell.actions import COMMANDS
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.shortcuts.commands import ShortcutSheet
from desktop_rag.gui.shortcuts.keys import check_keys, read_keys, rivals, write_keys
from tests.gui.person import click, find, wait_for_forms
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def sheet(window: MainWindow) -> ShortcutSheet:
    return next(one for one in window.findChildren(ShortcutSheet) if one.isVisible())


def window_settings(qtbot: QtBot, window: MainWindow) -> SettingsDialog:
    window.shortcut_commands.change_wanted.emit()
    dialog = window.findChildren(SettingsDialog)[-1]
    qtbot.waitUntil(lambda: dialog.findChild(QKeySequenceEdit, "keys_library.new") is not None)
    wait_for_forms(qtbot, dialog)
    return dialog


@pytest.mark.parametrize("key", [Qt.Key.Key_F1, Qt.Key.Key_Question])
def test_a_key_shows_the_keys(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, key: Qt.Key) -> None:
    scripted.add_library("A")
    window = open_window()
    window.library_pane.library_list.setFocus()
    qtbot.keyClick(window.library_pane.library_list, key)
    listed = dict(sheet(window).rows())
    assert listed["Command palette"] == "Ctrl+K"
    assert listed["Keyboard shortcuts"] == "F1 or ?"
    assert listed["New line in the question"] == "Shift+Return"


def test_a_question_mark_that_is_typed_is_a_question_mark(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("A")
    window = open_window()
    edit = window.chat_pane.question.edit
    edit.setFocus()
    qtbot.keyClicks(edit, "Why?")
    assert edit.toPlainText() == "Why?"
    assert not window.findChildren(ShortcutSheet)


def test_the_sheet_is_searched(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("A")
    window = open_window()
    window.shortcut_commands.show_shortcuts()
    box = find(sheet(window), QLineEdit, "shortcut_filter")
    qtbot.keyClicks(box, "new lib")
    assert sheet(window).rows() == [("New library", "Ctrl+N")]
    box.clear()
    qtbot.keyClicks(box, "ctrl+k")
    assert ("Command palette", "Ctrl+K") in sheet(window).rows()
    box.setText("no such thing")
    assert find(sheet(window), QLabel, "shortcut_nothing").isVisible()


def test_the_sheet_leads_to_the_settings_and_to_the_guide(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("A")
    window = open_window()
    window.shortcut_commands.show_shortcuts()
    window.shortcut_commands.show_shortcuts()
    assert len(window.findChildren(ShortcutSheet)) == 1
    click(qtbot, sheet(window), "shortcuts_guide_button")
    qtbot.waitUntil(lambda: bool(scripted.called("libraries.add_sample")))
    window.shortcut_commands.show_shortcuts()
    click(qtbot, sheet(window), "shortcuts_change_button")
    tabs = find(window.findChildren(SettingsDialog)[-1], QTabWidget, "settings_tabs")
    assert tabs.tabText(tabs.currentIndex()) == "Window"


def test_a_changed_key_holds_at_once_and_later(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("A")
    window = open_window()
    dialog = window_settings(qtbot, window)
    edit = find(dialog, QKeySequenceEdit, "keys_view.sidebar")
    qtbot.keyClick(edit, Qt.Key.Key_U, CONTROL)
    click(qtbot, dialog, "settings_save_button")
    qtbot.waitUntil(lambda: scripted.config[SHORTCUTS] == "view.sidebar = Ctrl+U")
    qtbot.waitUntil(lambda: not window.findChildren(SettingsDialog))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    assert window.actions_table["view.sidebar"].shortcut().toString() == "Ctrl+U"
    qtbot.keyClick(window, Qt.Key.Key_B, CONTROL)
    assert window.panes.sidebar_shown
    qtbot.keyClick(window, Qt.Key.Key_U, CONTROL)
    assert not window.panes.sidebar_shown
    assert "Ctrl+U" in window.chat_pane.sidebar_button.toolTip()
    assert open_window().actions_table["view.sidebar"].shortcut().toString() == "Ctrl+U"


def test_a_key_given_twice_is_said_and_not_saved(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("A")
    window = open_window()
    dialog = window_settings(qtbot, window)
    qtbot.keyClick(find(dialog, QKeySequenceEdit, "keys_view.sidebar"), Qt.Key.Key_K, CONTROL)
    conflict = find(dialog, QLabel, "conflict_view.sidebar")
    assert conflict.isVisible()
    assert "“Command palette”" in conflict.text()
    assert find(dialog, QLabel, "conflict_program.palette").isVisible()
    click(qtbot, dialog, "settings_save_button")
    assert dialog.isVisible()
    assert scripted.config[SHORTCUTS] == ""
    error = find(dialog, QLabel, f"{SHORTCUTS.key}.error")
    assert "have the same keys" in error.text()
    usual = find(dialog, QToolButton, "usual_view.sidebar")
    qtbot.mouseClick(usual, Qt.MouseButton.LeftButton)
    assert not conflict.isVisible()
    click(qtbot, dialog, "settings_save_button")
    qtbot.waitUntil(lambda: not window.findChildren(SettingsDialog))


def test_all_keys_are_reset(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.config.update({SHORTCUTS.key: "view.sidebar = Ctrl+U\nlibrary.new ="})
    scripted.add_library("A")
    window = open_window()
    assert window.actions_table["library.new"].shortcut().isEmpty()
    dialog = window_settings(qtbot, window)
    assert find(dialog, QKeySequenceEdit, "keys_view.sidebar").keySequence().toString() == "Ctrl+U"
    click(qtbot, dialog, "shortcuts_reset_button")
    click(qtbot, dialog, "settings_save_button")
    qtbot.waitUntil(lambda: scripted.config[SHORTCUTS] == "")
    qtbot.waitUntil(lambda: window.actions_table["library.new"].shortcut().toString() == "Ctrl+N")


def test_what_is_written_is_read_again() -> None:
    chosen = {"library.new": "", "view.sidebar": "Ctrl+U", "program.quit": "Ctrl+Q"}
    assert read_keys(write_keys(chosen)) == {"library.new": "", "view.sidebar": "Ctrl+U"}
    assert read_keys("nonsense\nno.such = Ctrl+A\nlibrary.new = Blah+++\n=\n") == {"library.new": ""}


def test_commands_without_keys_do_not_compete() -> None:
    assert rivals({}) == {}
    assert rivals({command.id: "" for command in COMMANDS}) == {}
    check_keys("view.sidebar = Ctrl+U")
    with pytest.raises(UserError, match="same keys"):
        check_keys("view.sidebar = Ctrl+N")
