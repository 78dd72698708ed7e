"""The table of commands is consistent, and the window carries each command out."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from desktop_rag.gui.shell.actions import COMMANDS, menu_titles
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import find
from tests.helpers.scripted_worker import ScriptedWorker


def test_ids_and_shortcuts_are_unique() -> None:
    assert max(Counter(command.id for command in COMMANDS).values()) == 1
    having = [command.shortcut for command in COMMANDS if command.shortcut]
    listed = [key for keys in having for key in QKeySequence.listFromString(keys)]
    shortcuts = [key.toString() for key in listed]
    assert all(shortcuts)
    assert len(set(shortcuts)) == len(shortcuts)


def test_every_command_is_in_the_menu_and_has_a_handler(
    open_window: Callable[[], MainWindow], scripted: ScriptedWorker
) -> None:
    window = open_window()
    menus = window.menuBar().findChildren(QMenu)
    listed = {action.objectName() for menu in menus for action in menu.actions()}
    assert {command.id for command in COMMANDS} <= listed
    receivers = (
        window,
        window.library_commands,
        window.library_copies,
        window.files_commands,
        window.conversation_commands,
        window.export_commands,
        window.page_commands,
        window.document_commands,
        window.highlight_commands,
        window.judgements,
        window.watch_commands,
        window.network_commands,
        window.pack_commands,
        window.palette_commands,
        window.shortcut_commands,
        window.areas,
    )
    for command in COMMANDS:
        assert command.menu in menu_titles()
        assert any(hasattr(receiver, command.handler) for receiver in receivers), command.id
        assert window.actions_table[command.id].text()


def test_every_control_has_an_accessible_name(open_window: Callable[[], MainWindow], scripted: ScriptedWorker) -> None:
    from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QPlainTextEdit

    scripted.add_library("Papers")
    window = open_window()
    for kind in (QAbstractButton, QAbstractItemView, QPlainTextEdit):
        for widget in window.findChildren(kind):
            if widget.objectName() and not widget.objectName().startswith("qt_"):
                named = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
                assert named, widget.objectName()
    assert find(window, QPlainTextEdit, "question_box").accessibleName()


def test_only_a_paused_library_is_resumed(
    qtbot: QtBot, open_window: Callable[[], MainWindow], scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    window = open_window()
    pause, resume = window.actions_table["library.pause"], window.actions_table["library.resume"]
    qtbot.waitUntil(lambda: (pause.isEnabled(), resume.isEnabled()) == (True, False))
    scripted.infos["Papers"] = replace(scripted.infos["Papers"], paused=True)
    window.library_pane.refresh()
    qtbot.waitUntil(lambda: (pause.isEnabled(), resume.isEnabled()) == (False, True))
