"""A library's name, edited where it stands."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from desktop_rag.gui.shell.main_window import MainWindow
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]


@pytest.fixture
def window(open_window: Open, scripted: ScriptedWorker) -> MainWindow:
    scripted.add_library("Letters")
    scripted.add_library("Papers")
    opened = open_window()
    opened.library_pane.choose_library("Papers")
    return opened


def editor(window: MainWindow) -> QLineEdit:
    window.actions_table["library.rename"].trigger()
    edit = window.library_pane.library_list.viewport().findChild(QLineEdit)
    assert edit is not None
    return edit


@pytest.mark.sampled(4)
@pytest.mark.parametrize("typed", ["", "   ", "Papers", " Papers "])
def test_nothing_is_renamed_without_another_name(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker, typed: str
) -> None:
    edit = editor(window)
    edit.clear()
    qtbot.keyClicks(edit, typed)
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.wait(50)
    assert not scripted.called("libraries.rename")


def test_esc_keeps_the_name(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    edit = editor(window)
    qtbot.keyClicks(edit, "Contracts")
    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    qtbot.wait(50)
    assert not scripted.called("libraries.rename")
    assert window.library_pane.libraries.names() == ["Letters", "Papers"]


def test_a_name_that_is_taken_is_refused_in_words(qtbot: QtBot, window: MainWindow) -> None:
    edit = editor(window)
    qtbot.keyClicks(edit, "Letters")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.waitUntil(window.chat_pane.notice.isVisible)
    assert "Letters" in window.chat_pane.notice.accessibleName()
    assert window.library_pane.libraries.names() == ["Letters", "Papers"]


def test_what_is_typed_stays_while_the_library_is_read(qtbot: QtBot, window: MainWindow) -> None:
    edit = editor(window)
    qtbot.keyClicks(edit, "Contr")
    model = window.library_pane.libraries
    model.set_infos([replace(info, files=info.files + 1) for info in model.infos()])
    assert edit.text() == "Contr"
    qtbot.keyClicks(edit, "acts")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: model.names() == ["Contracts", "Letters"])


def test_hidden_lists_are_shown_for_a_new_name(qtbot: QtBot, window: MainWindow) -> None:
    window.actions_table["view.sidebar"].trigger()
    assert not window.library_pane.isVisible()
    edit = editor(window)
    qtbot.waitUntil(edit.isVisible)
    assert window.library_pane.isVisible()


def test_a_double_click_renames_nothing(qtbot: QtBot, window: MainWindow) -> None:
    view = window.library_pane.library_list
    place = view.visualRect(window.library_pane.libraries.index(1)).center()
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.viewport().findChild(QLineEdit) is None
