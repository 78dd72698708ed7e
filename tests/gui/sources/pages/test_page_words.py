"""Words on pages: found, marked, selected, copied; the list of pages; dark pages."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from desktop_rag.gui.sources.pages import page_browser
from desktop_rag.gui.sources.pages.page_browser import PageBrowser
from tests.gui.sources.pages.conftest import Open
from tests.gui.sources.pages.person import colour_at, drawn, position
from tests.helpers.scripted_worker import ScriptedWorker

Key, Left, Control = Qt.Key, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


def test_dark_pages_are_drawn_dark_with_their_marks(qtbot: QtBot, open_pages: Open, scripted: ScriptedWorker) -> None:
    browser = open_pages()
    qtbot.waitUntil(lambda: drawn(browser))
    browser.show_dark(dark=True)
    qtbot.waitUntil(lambda: drawn(browser))
    page, passage, sentence = (colour_at(browser, 200, y) for y in (540, 522, 507))
    assert page.lightness() < passage.lightness() < sentence.lightness() < 128
    browser.show_dark(dark=False)
    assert colour_at(browser, 200, 540).name() == "#ffffff", "light ones were kept"


def test_words_are_found_marked_and_stepped_through(qtbot: QtBot, open_pages: Open) -> None:
    browser = open_pages()
    told: list[tuple[int, int, bool]] = []
    browser.found.connect(lambda *told_now: told.append(told_now))
    browser.look_for("these")
    qtbot.waitUntil(lambda: bool(told) and told[-1] == (3, 9, True))
    assert browser.view.current_page() == 3
    here, paper = colour_at(browser, 90, 106), colour_at(browser, 300, 106)
    assert here != paper
    browser.step_to(1)
    assert told[-1] == (4, 9, True)
    assert browser.view.current_page() == 4
    assert colour_at(browser, 90, 106, 4) == here
    browser.step_to(-1)
    browser.step_to(-1)
    assert told[-1] == (2, 9, True)
    browser.look_for("nowhere")
    qtbot.waitUntil(lambda: told[-1] == (0, 0, True))
    browser.look_for("")
    browser.navigator.go_to(3)
    assert colour_at(browser, 90, 106) == paper


def test_a_search_ends_when_there_are_more_places_than_anybody_steps_through(
    qtbot: QtBot, open_pages: Open, monkeypatch: pytest.MonkeyPatch, scripted: ScriptedWorker
) -> None:
    monkeypatch.setattr(page_browser, "MOST_HITS", 4)
    browser = open_pages()
    with qtbot.waitSignal(browser.found) as told:
        browser.look_for("these")
    assert told.args == [1, 7, False], "there may be more"
    qtbot.wait(50)
    assert len(scripted.called("pages.find")) == 1


def test_words_are_selected_with_the_mouse_and_copied(qtbot: QtBot, open_pages: Open, browser: PageBrowser) -> None:
    open_pages(1)
    browser.navigator.go_to(1)
    qtbot.waitUntil(lambda: browser.selector.knows(1))
    viewport = browser.view.viewport()
    paper = colour_at(browser, 150, 106, 1)
    qtbot.mousePress(viewport, Left, pos=position(browser, 73, 106, 1))
    qtbot.mouseMove(viewport, position(browser, 181, 106, 1))
    assert viewport.cursor().shape() is Qt.CursorShape.IBeamCursor
    qtbot.mouseRelease(viewport, Left, pos=position(browser, 181, 106, 1))
    assert browser.selected_text() == "These words"
    assert colour_at(browser, 150, 106, 1) != paper
    qtbot.keyClick(browser.view, Key.Key_C, Control)
    assert QGuiApplication.clipboard().text() == "These words"
    qtbot.mouseDClick(viewport, Left, pos=position(browser, 200, 106, 1))
    assert browser.selected_text() == "stand"
    qtbot.mouseClick(viewport, Left, pos=position(browser, 200, 106, 1))
    assert browser.selected_text() == "These words stand here1", "the line, with a third click"
    qtbot.keyClick(browser.view, Key.Key_A, Control)
    assert browser.selected_text() == "These words stand here1"
    qtbot.mouseMove(viewport, position(browser, 150, 300, 1))
    assert viewport.cursor().shape() is Qt.CursorShape.ArrowCursor


def test_the_list_of_pages_follows_and_leads(qtbot: QtBot, open_pages: Open, browser: PageBrowser) -> None:
    browser.show_list(show=True)
    assert browser.thumbnails.isVisible()
    open_pages()
    listed = browser.thumbnails
    qtbot.waitUntil(lambda: listed.currentIndex().data() == "3")
    place = listed.visualRect(listed.model().index(1, 0)).center()
    qtbot.mouseClick(listed.viewport(), Left, pos=place)
    assert browser.view.current_page() == 2
    qtbot.waitUntil(lambda: all(key in browser.pictures.previews for key in listed.wanted()))
    browser.navigator.go_to(9)
    assert listed.currentIndex().data() == "9"
    browser.resize(400, 500)
    assert listed.isHidden(), "there is no room for it"
    browser.resize(700, 500)
    assert listed.isVisible()
    browser.show_list(show=False)
    assert listed.isHidden()
