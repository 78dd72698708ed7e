"""What a model thinks, answers that were cut off and go on, and asking once more with another model."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.config.connections import Connection
from desktop_rag.core.answer_pieces import AnswerStart
from desktop_rag.core.results.answers import AnswerState, TraceEvent
from desktop_rag.core.results.conversations import Turn
from desktop_rag.gui.chat.turn_view import ThoughtsView, TurnView
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import ask, choose_for_answer, find
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
QUESTION = "How long is the notice period?"


def thoughts(turn: TurnView) -> tuple[QToolButton, QLabel]:
    return find(turn, QToolButton, "thoughts_fold"), find(turn, QLabel, "thoughts_text")


def trace(thought: str) -> tuple[TraceEvent, ...]:
    return (TraceEvent(1, None, "llm", 0.0, 1.0, {"thoughts": thought}),)


def test_thoughts_are_folded_under_the_answer(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers", files=3)
    scripted.thoughts = ["The lease ", "says 30 days."]
    turn = ask(qtbot, open_window())
    fold, text = thoughts(turn)
    assert fold.isVisible()
    assert fold.text() == "Thoughts"
    assert not text.isVisible()
    fold.setFocus()
    qtbot.keyClick(fold, Qt.Key.Key_Space)
    assert text.isVisible()
    assert text.text() == "The lease says 30 days."
    assert turn.answer_view.y() < fold.mapTo(turn, fold.rect().topLeft()).y()


def test_thoughts_can_be_read_while_the_model_thinks(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers", files=3)
    scripted.thoughts, scripted.piece_seconds = ["First. ", "Second. "], 0.4
    scripted.stages = [("thinking", "3 s")]
    window = open_window()
    window.chat_pane.ask(QUESTION)
    [turn] = window.findChildren(TurnView)
    fold, text = thoughts(turn)
    qtbot.waitUntil(fold.isVisible)
    assert fold.text() == "Thinking…"
    assert "thinking" in turn.stage.text()
    assert "3 s" in turn.stage.text()
    qtbot.mouseClick(fold, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: text.text() == "First. Second.")
    qtbot.waitUntil(lambda: not window.chat_pane.busy)


def test_words_that_turn_out_to_be_thoughts_are_taken_back(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers", files=3)
    scripted.answer_pieces = ["Okay, the lease. ", "Let me see. ", AnswerStart("It is "), "30 days", "."]
    scripted.piece_seconds = 0.3
    window = open_window()
    window.chat_pane.ask(QUESTION)
    [turn] = window.findChildren(TurnView)
    shown: list[str] = []
    turn.answer_view.textChanged.connect(lambda: shown.append(turn.answer_view.toPlainText().strip()))
    qtbot.waitUntil(lambda: not window.chat_pane.busy)
    thought = next(place for place, text in enumerate(shown) if "Let me see" in text)
    assert "It is 30 days" in shown[thought:]
    assert turn.answer_view.toPlainText().strip() == "It is 30 days."


def test_a_stored_answer_still_has_its_thoughts(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers", files=3)
    answer = replace(scripted.whole_answer(QUESTION, "30 days [1]."), trace=trace("It is in the lease."))
    scripted.add_conversation("c", "Papers", "Notice", [Turn(QUESTION, answer)])
    window = open_window()
    window.chat_pane.open_conversation("c", "Notice")
    qtbot.waitUntil(lambda: bool(window.findChildren(TurnView)))
    fold, text = thoughts(window.findChildren(TurnView)[0])
    qtbot.waitUntil(fold.isVisible)
    qtbot.mouseClick(fold, Qt.MouseButton.LeftButton)
    assert text.text() == "It is in the lease."


def test_an_answer_without_thoughts_says_nothing_of_them(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers", files=3)
    fold, _ = thoughts(ask(qtbot, open_window()))
    assert not fold.isVisible()


def test_a_cut_answer_goes_on_in_its_place(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers", files=3)
    begun = scripted.whole_answer(QUESTION, "The notice period is ")
    scripted.answer = replace(begun, model="m", extractive=False, cut=True, notice="The answer reached its limit.")
    window = open_window()
    turn = ask(qtbot, window)
    scripted.answer_pieces = ["30 days ", "[1]."]
    button = find(turn, QPushButton, "continue_button")
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: "30 days" in turn.answer_view.toPlainText())
    qtbot.waitUntil(lambda: not window.chat_pane.busy)
    assert turn.answer_view.toPlainText().startswith("The notice period is 30 days")
    assert len(window.findChildren(TurnView)) == 1
    assert scripted.called("answers.resume") == [("Papers", "c1")]
    assert not [one for one in turn.findChildren(QPushButton, "continue_button") if one.isVisible()]


def test_only_the_last_answer_can_go_on(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers", files=3)
    begun = scripted.whole_answer(QUESTION, "The notice ", AnswerState.STOPPED)
    scripted.answer = replace(begun, model="m", extractive=False)
    window = open_window()
    first = ask(qtbot, window)
    assert find(first, QPushButton, "continue_button").isVisible()
    second = ask(qtbot, window, "And then?")
    assert not find(first, QPushButton, "continue_button").isVisible()
    assert find(second, QPushButton, "continue_button").isVisible()


def test_a_question_is_asked_again_with_another_model(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers", files=3)
    served = {"llm.provider": "ollama", "llm.model": "small"}
    scripted.config.save_connections([Connection("home", "Home", served)], "home")
    window = open_window()
    turn = ask(qtbot, window)
    choose_for_answer(turn, "Regenerate with another model…")
    menu = find(window, QMenu, "model_menu")
    qtbot.waitUntil(menu.isVisible)
    qtbot.waitUntil(lambda: menu.findChild(QMenu, "model_menu_home") is not None)
    models = find(menu, QMenu, "model_menu_home")
    qtbot.waitUntil(lambda: [one.text() for one in models.actions()[:2]] == ["small", "large"])
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(models.menuAction()).center())
    qtbot.waitUntil(models.isVisible)
    large = models.actionGeometry(models.actions()[1]).center()
    qtbot.mouseClick(models, Qt.MouseButton.LeftButton, pos=large)
    qtbot.waitUntil(lambda: len(window.findChildren(TurnView)) == 2)
    qtbot.waitUntil(lambda: len(scripted.called("answers.ask")) == 2)
    assert [call[1] for call in scripted.called("answers.ask")] == [QUESTION, QUESTION]
    assert find(window, QPushButton, "model_button").text() == "large"
    qtbot.waitUntil(lambda: not window.chat_pane.busy)


def test_the_title_says_whether_the_model_thinks_or_writes(qtbot: QtBot) -> None:
    view = ThoughtsView(Appearance("light"))
    qtbot.addWidget(view)
    told = [view.section.toggle.text()]
    view.add("Three months?")
    told.append(view.section.toggle.text())
    view.pause()  # the first words of the answer
    view.pause()
    told.append(view.section.toggle.text())
    view.add(" Let me look again.")
    told.append(view.section.toggle.text())
    view.finish("Three months? Let me look again.")
    told.append(view.section.toggle.text())
    assert told == ["Thinking…", "Thinking…", "Thoughts", "Thinking…", "Thoughts"]
