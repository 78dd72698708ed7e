"""One question with its answer."""

import gc
import sys
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Answer, AnswerState
from desktop_rag.gui.chat.turn_list import MOST, SHOWN, TurnList
from desktop_rag.gui.chat.turn_view import TurnView
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.sources.pane import SourcePane
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import find
from tests.helpers.script import source
from tests.helpers.scripted_worker import ScriptedWorker


@pytest.mark.parametrize("words", [2, 10, 14, 16, 18, 40])
def test_a_question_is_shown_whole_however_wide_the_column_is(qtbot: QtBot, appearance: Appearance, words: int) -> None:
    turns = TurnList(appearance)
    qtbot.addWidget(turns)
    turn = turns.add_turn("notice " * words)
    text = find(turn, QLabel, "question_text")
    turns.resize(380, 500)
    turns.show()
    for width in range(380, 860, 40):
        turns.resize(width, 500)
        qtbot.wait(5)
        assert text.height() >= text.heightForWidth(text.width()), width
        assert text.mapTo(turn, text.rect().bottomRight()).x() <= turn.width() <= width


@pytest.mark.parametrize("state", [AnswerState.STOPPED, AnswerState.FAILED])
def test_nothing_is_said_to_be_kept_when_nothing_had_come(
    qtbot: QtBot, appearance: Appearance, state: AnswerState
) -> None:
    turn = TurnView(appearance, "How long?")
    qtbot.addWidget(turn)
    turn.show_answer(Answer("How long?", "", (), (), "small", extractive=False, state=state))
    said = " ".join(label.text() for label in turn.findChildren(QLabel) if label.isVisibleTo(turn))
    assert "before the first word" in said
    assert "kept" not in said


@pytest.mark.nightly(by_day="test_a_day_of_questions_is_not_kept_as_widgets")
def test_turns_that_are_gone_leave_nothing_behind(qtbot: QtBot, appearance: Appearance) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    whole = Answer("How long?", "It is **30 days** [1].", (), (), "small", extractive=False)

    def held_after(turns: int) -> int:
        for _ in range(turns):
            turn = TurnView(appearance, "How long?")
            turn.setParent(parent)
            turn.add_text("It is ")
            turn.show_answer(whole)
            turn.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect()
        return sys.getallocatedblocks()

    # connections to slots of Qt's own leave one each, for ever; what Python itself keeps for later comes in bursts
    held = [held_after(60), held_after(60)]
    while held[-1] - held[-2] >= 60 and len(held) < 6:
        held.append(held_after(60))
    assert held[-1] - held[-2] < 60, held


def tab_order(window: QWidget) -> list[str]:
    """The widgets in sight that Tab comes to, from the first turn to the question box."""
    names, widget = [], window.nextInFocusChain()
    while widget is not window:
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            names.append(widget.objectName())
        widget = widget.nextInFocusChain()
    return names[names.index("turn_list") : names.index("question_box") + 1]


def test_tab_goes_through_turns_where_they_stand(
    qtbot: QtBot, open_window: Callable[[], MainWindow], scripted: ScriptedWorker
) -> None:
    scripted.add_library("A")
    window = open_window()
    window.chat_pane.ask("How long?")
    qtbot.waitUntil(lambda: not window.chat_pane.busy)
    scripted.ask_error = UserError("The model does not answer.", "Start it.")
    window.chat_pane.ask("By whom?")
    qtbot.waitUntil(lambda: not window.chat_pane.busy)
    assert tab_order(window) == [
        "turn_list",
        "answer_view",
        "copy_button",
        "why_button",
        "regenerate_button",
        "wrong_answer_button",
        "answer_more_button",
        "try_again_button",
        "error_settings_button",
        "question_box",
    ]


def test_a_place_is_kept_for_the_question_it_was_found_for(
    qtbot: QtBot, open_window: Callable[[], MainWindow], scripted: ScriptedWorker
) -> None:
    scripted.add_library("A")
    chat = open_window().chat_pane
    first, second = source(1, "/docs/first.pdf"), source(1, "/docs/second.pdf")
    for question, found in (("How long?", first), ("By whom?", second)):
        scripted.sources = (found,)
        chat.ask(question)
        qtbot.waitUntil(lambda: not chat.busy)
    chat.citation_opened.emit((first,), first, None, True)
    pane = find(chat.window(), SourcePane, "source_pane")
    pane.test_question_wanted.emit(first, False)
    qtbot.waitUntil(lambda: bool(scripted.golden.questions))
    assert scripted.golden.questions[0].text == "How long?"


def test_a_day_of_questions_is_not_kept_as_widgets(
    qtbot: QtBot, appearance: Appearance, scripted: ScriptedWorker
) -> None:
    turns = TurnList(appearance)
    qtbot.addWidget(turns)
    turns.resize(700, 500)
    turns.show()
    asked = MOST + 25
    for number in range(asked):
        turn = turns.add_turn(f"Question {number}")
        turn.show_answer(scripted.whole_answer(f"Question {number}", f"Answer {number}. [1]"))
    assert len(turns.turns()) == MOST
    assert turns.number(turns.turns()[-1]) == asked - 1
    qtbot.waitUntil(lambda: len(turns.findChildren(TurnView)) == MOST, timeout=60_000)
    before = [turn.question for turn in turns.turns()]
    qtbot.mouseClick(find(turns, QPushButton, "earlier_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(turns.turns()) == MOST + SHOWN, timeout=60_000)
    again = turns.turns()[:SHOWN]
    assert [turn.question for turn in turns.turns()][SHOWN:] == before
    assert [turn.question for turn in again] == [f"Question {25 - SHOWN + n}" for n in range(SHOWN)]
    assert again[-1].answer_view.toPlainText().startswith("Answer 24.")
    turns.add_turn("One more")
    assert len(turns.turns()) == MOST
