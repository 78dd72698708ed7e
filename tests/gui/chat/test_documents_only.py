"""“Documents only” beside the question: one click, kept with the conversation, seen; what was left out can be shown."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.answers import Answer
from desktop_rag.gui.chat.turn_view import TurnView
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import Notice
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import ask, find
from tests.helpers.script import source
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
KEY = "answer.documents_only"
NOTICE = "2 sentences were left out because no passage supports them."


def switch(window: MainWindow) -> QPushButton:
    return find(window, QPushButton, "documents_only_button")


def test_one_click_is_stored_before_the_question_is_asked(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    window = open_window()
    assert not switch(window).isChecked()
    qtbot.mouseClick(switch(window), Qt.MouseButton.LeftButton)
    assert switch(window).isChecked()
    ask(qtbot, window)
    stored = [arguments for kind, arguments in scripted.calls if kind == "conversations.set_settings"]
    assert stored
    assert stored[-1][1] == {KEY: True}


def test_it_is_seen_where_the_person_or_the_library_chose_it(open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    scripted.config.update({KEY: True})
    window = open_window()
    assert switch(window).isChecked()
    assert not find(window, QPushButton, "advanced_mark").isVisible()


def test_a_search_has_nothing_to_keep_to(open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    window.chat_pane.tools.show_mode("search")
    assert not switch(window).isVisible()
    window.chat_pane.tools.show_mode("chat")
    assert switch(window).isVisible()


@pytest.fixture
def turn(qtbot: QtBot, appearance: Appearance) -> TurnView:
    view = TurnView(appearance, "How is tea brewed?")
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.show()
    return view


ANSWER = Answer("How?", "Green tea [1].", (), (source(1),), "small", extractive=False, notice=NOTICE)


def test_what_was_left_out_is_shown_on_request(qtbot: QtBot, turn: TurnView) -> None:
    turn.show_answer(replace(ANSWER, left_out=("Shennong invented **umbrellas**", "They cost nine")))
    assert find(turn, QLabel, "notice_message").text() == NOTICE
    qtbot.mouseClick(find(turn, QPushButton, "left_out_button"), Qt.MouseButton.LeftButton)
    assert find(turn, QLabel, "notice_next_step").text() == "• Shennong invented umbrellas\n• They cost nine"
    assert find(turn, QLabel, "notice_message").text() == NOTICE


@pytest.mark.usefixtures("german")
def test_what_was_left_out_is_told_in_the_language_of_the_window(qtbot: QtBot, appearance: Appearance) -> None:
    turn = TurnView(appearance, "Wie wird Tee gekocht?")
    qtbot.addWidget(turn)
    turn.show_answer(replace(ANSWER, left_out=("A", "B")))
    said = find(turn, QLabel, "notice_message").text()
    qtbot.mouseClick(find(turn, QPushButton, "left_out_button"), Qt.MouseButton.LeftButton)
    assert find(turn, QLabel, "notice_message").text() == said != NOTICE


def test_a_refusal_stands_above_the_closest_passages(qtbot: QtBot, turn: TurnView) -> None:
    turn.show_answer(replace(ANSWER, text="", answered=False, notice="Your files don't seem to answer this question."))
    notice = turn.findChild(Notice)
    assert notice is not None
    assert turn.answer_view.isVisible()
    assert source(1).text.split()[0] in turn.answer_view.toPlainText()
    qtbot.waitUntil(lambda: notice.y() < turn.answer_view.y())
    turn.show_answer(replace(ANSWER, model="", extractive=True))
    qtbot.waitUntil(lambda: notice.y() > turn.answer_view.y())
