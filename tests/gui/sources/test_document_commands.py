"""The commands for the document beside the conversation, by their keys; how pages look is remembered."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.sources.document_commands import DocumentCommands
from desktop_rag.gui.sources.pages.page_browser import PageBrowser
from desktop_rag.gui.sources.pane import SourcePane
from desktop_rag.gui.sources.passage_viewer import PassageViewer
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import ask
from tests.helpers.script import source
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
Key, Control = Qt.Key, Qt.KeyboardModifier.ControlModifier
Shift = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> MainWindow:
    """An answer with its source open."""
    scripted.add_library("Papers")
    result = open_window()
    result.activateWindow()
    ask(qtbot, result)
    pages = result.source_pane.viewer.pages
    qtbot.waitUntil(lambda: pages.view.pages() is not None)
    return result


def pages_of(window: MainWindow) -> PageBrowser:
    return window.source_pane.viewer.pages


def test_ctrl_f_finds_in_pages_and_in_the_text(qtbot: QtBot, window: MainWindow) -> None:
    viewer = window.source_pane.viewer
    qtbot.keyClick(window, Key.Key_F, Control)
    assert viewer.find_bar.isVisible()
    qtbot.keyClicks(viewer.find_bar.edit, "these")
    count = viewer.find_bar.count
    qtbot.waitUntil(lambda: count() == "3 of 9")
    qtbot.keyClick(viewer.find_bar.edit, Key.Key_Return)
    assert count() == "4 of 9"
    assert pages_of(window).view.current_page() == 4
    viewer.find_bar.edit.setText("notice")
    viewer.tools.text_wanted.emit(True)
    qtbot.waitUntil(lambda: count() == "1 of 1")
    qtbot.keyClick(viewer.find_bar.edit, Key.Key_Escape)
    assert viewer.find_bar.isHidden()


def test_another_file_is_not_searched_for_what_was_sought_before(qtbot: QtBot, window: MainWindow) -> None:
    viewer = window.source_pane.viewer
    qtbot.keyClick(window, Key.Key_F, Control)
    qtbot.keyClicks(viewer.find_bar.edit, "these")
    qtbot.waitUntil(lambda: viewer.find_bar.count() == "3 of 9")
    viewer.show_source(source(file="/docs/other.pdf", page=6), None)
    assert viewer.find_bar.isHidden()
    qtbot.waitUntil(lambda: viewer.pages.navigator.marks.page == 6)
    assert viewer.pages.view.current_page() == 6
    assert viewer.pages.finder.boxes(6) == []


def test_ctrl_g_goes_to_the_page_that_is_typed(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.keyClick(window, Key.Key_G, Control)
    box = window.source_pane.viewer.tools.pages.box
    assert QApplication.focusWidget() is box
    qtbot.keyClicks(box, "7")
    qtbot.keyClick(box, Key.Key_Return)
    assert pages_of(window).view.current_page() == 7
    assert QApplication.focusWidget() is pages_of(window).view


def test_a_number_that_was_not_gone_to_is_forgotten(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.keyClick(window, Key.Key_G, Control)
    box = window.source_pane.viewer.tools.pages.box
    qtbot.keyClicks(box, "7")
    pages_of(window).view.setFocus()
    assert box.text() == "3"
    qtbot.keyClick(window, Key.Key_G, Control)
    qtbot.keyClicks(box, "77")
    qtbot.keyClick(box, Key.Key_Return)
    assert pages_of(window).view.current_page() == 9, "the last one: there is no such page"


def test_pages_are_turned_and_listed_and_darkened_with_keys(qtbot: QtBot, window: MainWindow) -> None:
    pages = pages_of(window)
    layout = pages.view.pages()
    assert layout is not None
    qtbot.keyClick(window, Key.Key_R, Control)
    assert layout.rotation == 90
    window.resize(1600, 900)
    qtbot.keyClick(window, Key.Key_F4)
    assert pages.thumbnails.isVisible()
    qtbot.keyClick(window, Key.Key_F4)
    assert pages.thumbnails.isHidden()
    qtbot.keyClick(window, Key.Key_D, Control | Shift)
    assert pages.view.painter.dark


@pytest.mark.parametrize("dark", [True, False])
def test_how_pages_look_is_remembered(
    qtbot: QtBot, bridge: Bridge, appearance: Appearance, tmp_path: Path, dark: bool
) -> None:
    def viewer() -> PassageViewer:
        pane = SourcePane(bridge, appearance)
        qtbot.addWidget(pane)
        settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        DocumentCommands(pane, settings, pane)
        return pane.viewer

    first = viewer().tools.pages
    first.dark_action.setChecked(dark)
    first.list_action.setChecked(not dark)
    second = viewer()
    assert second.pages.view.painter.dark is dark
    assert second.tools.pages.list_action.isChecked() is not dark


def test_without_a_document_the_keys_do_nothing(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    for command in ("document.find", "document.go_to_page", "document.turn"):
        window.actions_table[command].trigger()
    assert window.source_pane.viewer.find_bar.isHidden()
    assert QApplication.focusWidget() is not window.source_pane.viewer.tools.pages.box
