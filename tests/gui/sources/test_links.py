"""Links are copied where sources, pages and hits are shown, and opened in the window."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.links import Link, parse_link
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import ask, find
from tests.helpers.script import PDF_TEXT, citation, source
from tests.helpers.scripted_worker import ScriptedWorker

QUOTE = "The notice period is 30 days."
LINK = Link(name="Papers", file="lease.pdf", page=3, quote=QUOTE)


@pytest.fixture
def window(qtbot: QtBot, open_window: Callable[[], MainWindow], scripted: ScriptedWorker) -> MainWindow:
    scripted.add_library("Papers")
    QGuiApplication.clipboard().clear()
    return open_window()


def copied(qtbot: QtBot) -> Link:
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text().startswith("desktop-rag://"))
    link = parse_link(QGuiApplication.clipboard().text())
    QGuiApplication.clipboard().clear()
    return link


def test_the_link_of_what_is_shown_is_copied(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    pane, here = window.source_pane, source()
    pane.show_citation((here,), here, citation(here, 0, 1))
    window.panes.show_sources(show=True)
    window.actions_table["document.copy_link"].trigger()
    assert copied(qtbot) == LINK
    said = find(window, QLabel, "sources_said")
    qtbot.waitUntil(lambda: said.accessibleName() == "Link copied")
    pane.show_citation((here,), here, None)
    find(pane.viewer, QAction, "copy_link").trigger()
    assert copied(qtbot).quote == here.text
    qtbot.waitUntil(lambda: pane.viewer.pages.view.current_page() == 3)
    pane.viewer.pages.navigator.go_to(5)
    qtbot.waitUntil(lambda: pane.viewer.pages.view.current_page() == 5)
    find(pane.viewer, QAction, "copy_link").trigger()
    assert copied(qtbot) == Link(name="Papers", file="lease.pdf", page=5)


def test_the_link_of_a_card_is_copied(qtbot: QtBot, window: MainWindow) -> None:
    menu = window.source_pane.cards.make_menu(source())
    find(menu, QAction, "source_link").trigger()
    assert copied(qtbot) == Link(name="Papers", file="lease.pdf", page=3, quote=source().text)


def test_a_link_opens_its_page_with_the_words_marked(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Others")
    window.showMinimized()
    window.take_over((), sample=False, link=Link(name="Others", file="a.pdf", page=4, quote=QUOTE).url)
    qtbot.waitUntil(lambda: window.source_pane.opened is not None)
    assert not window.isMinimized()
    shown = window.source_pane.viewer.source()
    assert shown is not None
    assert (shown.library, shown.file, shown.page, shown.text) == ("Others", "/papers/a.pdf", 4, QUOTE)
    assert PDF_TEXT[shown.start : shown.end] == QUOTE
    ask(qtbot, window)
    assert scripted.called("answers.ask")


def test_a_link_that_leads_nowhere_is_told(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    scripted.link_error = UserError("The library isn't here.", "Import it.")
    for link, message in ((LINK.url, "The library isn't here."), ("desktop-rag://../x", "The link is damaged.")):
        window.open_link(link)
        qtbot.waitUntil(lambda: window.findChild(QMessageBox, "problem_box") is not None)
        box = find(window, QMessageBox, "problem_box")
        assert message in box.text()
        box.close()
        qtbot.waitUntil(lambda: window.findChild(QMessageBox, "problem_box") is None)
