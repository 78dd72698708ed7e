"""The tour of the first start."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSettings, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QLabel, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.events import IngestProgress
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.tour.tour import SEEN_KEY, TourCard, TourOutline
from desktop_rag.gui.widgets.basics import IconButton, NoticeButton
from tests.gui.person import click, find
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]


@pytest.fixture
def first_start(open_window: Open, tmp_path: Path) -> Open:
    """A program that was never started before."""
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    settings.remove(SEEN_KEY)
    settings.sync()
    return open_window


def sentence(window: MainWindow) -> str:
    return find(window, QLabel, "tour_sentence").text()


def test_four_sentences_are_shown_once(qtbot: QtBot, first_start: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = first_start()
    card = find(window, TourCard, "tour_card")
    qtbot.waitUntil(card.isVisible)
    said = []
    while card.isVisible():
        said.append(sentence(window))
        assert window.rect().contains(card.geometry())
        click(qtbot, window, "tour_next_button")
    assert len(said) == len(set(said)) == 4
    assert "Ctrl+K" in said[3]
    again = first_start()
    qtbot.wait(1000)
    assert not find(again, TourCard, "tour_card").isVisible()


def test_the_window_stays_usable_meanwhile_and_a_question_ends_it(
    qtbot: QtBot, first_start: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    window = first_start()
    card = find(window, TourCard, "tour_card")
    qtbot.waitUntil(card.isVisible)
    box = find(window, QPlainTextEdit, "question_box")
    assert window.focusWidget() is box
    qtbot.keyClicks(box, "How long?")
    assert card.isVisible()
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(scripted.called("answers.ask")))
    assert not card.isVisible(), "it would lie over the answer"
    assert not find(window, TourOutline, "tour_outline").isVisible()


def test_it_does_not_open_over_the_answer_to_a_question_asked_at_once(
    qtbot: QtBot, first_start: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    window = first_start()
    box = find(window, QPlainTextEdit, "question_box")
    qtbot.waitUntil(box.isEnabled)
    qtbot.keyClicks(box, "How long?")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(scripted.called("answers.ask")))
    qtbot.wait(1000)
    assert not find(window, TourCard, "tour_card").isVisible(), "Esc would close it, and not stop the answer"


def test_it_is_skipped_for_good_by_keyboard(qtbot: QtBot, first_start: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = first_start()
    card = find(window, TourCard, "tour_card")
    qtbot.waitUntil(card.isVisible)
    skip = find(window, QPushButton, "tour_skip_button")
    skip.setFocus()
    qtbot.keyClick(skip, Qt.Key.Key_Space)
    assert not card.isVisible()
    assert window.focusWidget() is find(window, QPlainTextEdit, "question_box")
    window._settings.sync()
    assert window._settings.value(SEEN_KEY, type=bool) is True


def test_it_waits_until_there_is_a_library(qtbot: QtBot, first_start: Open, scripted: ScriptedWorker) -> None:
    window = first_start()
    qtbot.wait(1000)
    card = find(window, TourCard, "tour_card")
    assert not card.isVisible()
    scripted.add_library("Papers")
    window.library_pane.refresh()
    qtbot.waitUntil(card.isVisible)


def test_the_menu_shows_it_again_and_it_follows_the_window(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    window = open_window()
    window.actions_table["program.tour"].trigger()
    card = find(window, TourCard, "tour_card")
    assert card.isVisible()
    click(qtbot, window, "tour_next_button")
    for size in ((900, 600), (720, 520), (1280, 800)):
        window.resize(*size)
        qtbot.wait(30)
        box = window.chat_pane.question
        where = box.geometry().translated(box.parentWidget().mapTo(window, box.parentWidget().rect().topLeft()))
        assert window.rect().contains(card.geometry())
        assert not card.geometry().intersects(where)


def covered(window: MainWindow, card: TourCard) -> list[str]:
    """Return the names of the buttons, and what the lines say, that a card lies over."""
    found = []
    for widget in [*window.findChildren(QAbstractButton), *window.findChildren(QLabel)]:
        place = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
        said = widget.text() if isinstance(widget, QLabel) else widget.objectName()
        if widget.isVisible() and said and not card.isAncestorOf(widget) and place.intersects(card.geometry()):
            found.append(said)
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", [(1366, 768), (1280, 800), (900, 600)])
def test_it_lies_over_nothing_that_a_newcomer_reads_or_presses(
    qtbot: QtBot, first_start: Open, scripted: ScriptedWorker, size: tuple[int, int]
) -> None:
    scripted.add_library("Papers")
    window = first_start()
    window.resize(*size)
    card = find(window, TourCard, "tour_card")
    qtbot.waitUntil(card.isVisible)
    # what a folder that was just dropped brings about, while the card is there
    scripted.bus.emit(IngestProgress(1, "Papers", "reading", 3, 62, 0, 0, 1.0, 360.0, current="/a/long name.pdf"))
    undo = NoticeButton("Undo", "undo_button", lambda: None)
    window.chat_pane.notice.tell("Found 62 files; 1 left out.", "", (undo,))
    stop = find(window.library_pane, IconButton, "activity_stop")
    qtbot.waitUntil(stop.isVisible)
    qtbot.wait(50)
    for number in range(4):
        assert window.rect().contains(card.geometry())
        assert covered(window, card) == [], f"sentence {number + 1}"
        click(qtbot, window, "tour_next_button")
        qtbot.wait(30)


def test_it_is_gone_through_by_keyboard_alone(qtbot: QtBot, first_start: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = first_start()
    card = find(window, TourCard, "tour_card")
    qtbot.waitUntil(card.isVisible)
    edit = window.chat_pane.question.edit
    edit.setFocus()
    while not card.isAncestorOf(window.focusWidget() or window):
        find(window, QAction, "view.next_area").trigger()  # F6
    said = [sentence(window)]
    while card.isVisible():
        focused = window.focusWidget()
        assert focused is not None
        assert card.isAncestorOf(focused)
        qtbot.keyClick(focused, Qt.Key.Key_Space)
        said.append(sentence(window))
    assert len(set(said)) == 4
    assert window.focusWidget() is edit
    find(window, QAction, "program.tour").trigger()
    assert window.focusWidget() is card.next_button, "who asked for it has the keyboard there"
    qtbot.keyClick(card.next_button, Qt.Key.Key_Escape)
    assert not card.isVisible()
    assert window.focusWidget() is edit
    window.tour.show_tour()
    assert window.focusWidget() is edit
    find(window, QAction, "answer.stop").trigger()  # Esc
    assert not card.isVisible()
