"""Text twice as large: panes give way instead of cutting what they hold."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QLabel, QMenuBar, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.gui.shell.file_drops import DropOverlay
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import find
from tests.helpers.lanes import rest_at_night
from tests.helpers.scripted_worker import ScriptedWorker
from tests.tools.screens.inspection import inspect

Open = Callable[[], MainWindow]
TOOLS = ("mode_button", "libraries_button", "documents_only_button", "advanced_button")


@pytest.fixture
def window(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> Iterator[MainWindow]:
    scripted.add_library("Contracts and correspondence since 1998")
    scripted.add_library("Letters")
    window = open_window()
    window.resize(1280, 900)
    yield window
    window._appearance.choose("light", 100)


def shown_in(window: MainWindow, widget: QWidget) -> bool:
    place = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
    return widget.isVisible() and window.rect().contains(place)


def wrong(window: MainWindow) -> set[str]:
    """Return the widgets that large text leaves without room."""
    return {found.widget for found in inspect(window) if found.kind in ("cut", "outside", "empty")}


def test_three_panes_have_room_for_usual_text(window: MainWindow) -> None:
    assert not window.panes.narrow
    assert window.library_pane.width() <= 320


@pytest.mark.nightly(by_day="test_three_panes_have_room_for_usual_text")
def test_large_text_lays_the_sources_over_the_conversation_and_widens_the_sidebar(
    qtbot: QtBot, window: MainWindow
) -> None:
    window._appearance.choose("light", 200)
    qtbot.waitUntil(lambda: window.panes.narrow)
    qtbot.waitUntil(lambda: window.library_pane.width() >= 1280 // 3 - 1)
    assert not window.source_pane.isVisible()
    assert wrong(window) == set()
    window._appearance.choose("light", 100)
    qtbot.waitUntil(lambda: not window.panes.narrow)
    assert window.source_pane.isVisible()


def test_large_text_leaves_room_in_each_section_about_all_documents(qtbot: QtBot, window: MainWindow) -> None:
    window._appearance.choose("light", 200)
    window.actions_table["view.all_documents"].trigger()
    page = window.page_commands.all_documents
    assert page is not None
    for section in (page.find_all, page.register, page.table, page.comparison, page.contradictions):
        page.show_section(section)
        qtbot.wait(50)
        qtbot.waitUntil(lambda: wrong(window) == set())


def test_the_name_of_the_library_is_shortened_before_the_row_below_the_question_wraps(
    qtbot: QtBot, window: MainWindow
) -> None:
    tools, button = window.chat_pane.tools, window.chat_pane.tools.libraries_button
    window.resize(1500, 900)
    qtbot.waitUntil(lambda: tools.width() >= tools.sizeHint().width())
    long = button.text()
    for width in range(1500, 1000, -20):  # fonts differ: as far as the name just has to be shortened
        window.resize(width, 900)
        qtbot.waitUntil(lambda width=width: window.width() == width)
        qtbot.wait(10)
        if len(button.text()) < len(long):
            break
    assert len(button.text()) < len(long)
    row = (tools.mode_button, button, tools.documents_only, tools.advanced_button)
    qtbot.waitUntil(lambda: {tool.y() for tool in row} == {0})
    assert button.toolTip().endswith("Contracts and correspondence since 1998")
    window.resize(1500, 900)
    qtbot.waitUntil(lambda: button.text() == long)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("percent", rest_at_night([100, 150, 200], {"100", "200"}))
def test_the_row_below_the_question_wraps_rather_than_cuts(qtbot: QtBot, window: MainWindow, percent: int) -> None:
    window._appearance.choose("light", percent)
    window.resize(900, 780)
    tools = [find(window, QPushButton, name) for name in TOOLS]
    qtbot.waitUntil(lambda: all(shown_in(window, tool) for tool in tools if not tool.isHidden()))
    qtbot.waitUntil(lambda: all(tool.width() >= tool.sizeHint().width() for tool in tools if not tool.isHidden()))


def test_the_veil_for_dropped_files_leaves_the_menu_bar_as_it_is(qtbot: QtBot, window: MainWindow) -> None:
    overlay, bar = find(window, DropOverlay, "drop_overlay"), window.findChild(QMenuBar)
    overlay.offer("Drop to add to “Letters”", window.library_pane.width())
    assert bar is not None
    assert bar.isVisible()
    assert overlay.y() == bar.height()
    window.resize(1000, 700)
    assert overlay.geometry().bottomRight() == window.rect().bottomRight()


def test_no_mode_is_shortened_in_the_list_of_modes(qtbot: QtBot, window: MainWindow) -> None:
    tools = window.chat_pane.tools
    tools.open_modes()
    rows = tools.popup.list.model()
    assert rows is not None
    assert tools.popup.list.viewport().width() >= tools.popup._delegate.widest(rows)
    tools.popup.hide()


def test_what_is_said_above_the_results_of_a_search_is_said_in_full(qtbot: QtBot, window: MainWindow) -> None:
    window.page_commands.show_search()
    qtbot.keyClicks(window.search_pane.box.edit, "rent")
    said = find(window, QLabel, "search_summary")
    qtbot.waitUntil(said.isVisible)
    said.setText("No passage contains these words · 3 files close in meaning · did you mean “rents and deposits”?")
    window.resize(970, 700)
    qtbot.waitUntil(lambda: said.height() >= said.heightForWidth(said.width()))
    assert said.height() > said.fontMetrics().height()
