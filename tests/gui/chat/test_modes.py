"""The five modes: choosing one, keeping it with the conversation, and what needs a model."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QListView, QPlainTextEdit, QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from desktop_rag.config.options import LLM_PROVIDER, MODE
from desktop_rag.core.results.answers import AgentStep, AnswerState
from desktop_rag.gui.chat.turn_view import TurnView
from desktop_rag.gui.settings.dialog import SettingsDialog
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import Notice
from tests.gui.person import ask, find, type_question
from tests.helpers.script import source
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]


def choose(qtbot: QtBot, window: MainWindow, mode: str) -> None:
    qtbot.mouseClick(find(window, QPushButton, "mode_button"), Qt.MouseButton.LeftButton)
    modes = find(window, QListView, "mode_list")
    assert modes.isVisible()
    index = modes.model().index(MODE.values.index(mode), 0)
    qtbot.mouseClick(modes.viewport(), Qt.MouseButton.LeftButton, pos=modes.visualRect(index).center())
    assert not modes.isVisible()


def with_model(scripted: ScriptedWorker) -> None:
    scripted.config.update({"llm.provider": "ollama", "llm.model": "small"})


def test_the_box_names_what_is_typed_in_every_mode(open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    box = open_window().chat_pane.question
    said = set()
    for mode in MODE.values:
        box.show_mode(mode)
        said.add((box.edit.placeholderText(), box.edit.accessibleName(), box.ask_button.text()))
    assert len(said) == len(MODE.values)


def test_a_mode_is_stored_before_the_first_question_is_asked(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    scripted.settings_seconds = 0.1
    with_model(scripted)
    window = open_window()
    choose(qtbot, window, "chat")
    assert find(window, QPushButton, "mode_button").text() == "Chat"
    assert find(window, QPlainTextEdit, "question_box").placeholderText() == "Write a message…"
    ask(qtbot, window)
    order = [
        kind
        for kind, _ in scripted.calls
        if kind in ("conversations.create", "conversations.set_settings", "answers.ask")
    ]
    assert order == ["conversations.create", "conversations.set_settings", "answers.ask"]
    assert scripted.conversation_values == {"c1": {"answer.mode": "chat"}}


def test_each_conversation_has_its_mode(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    with_model(scripted)
    scripted.add_conversation("a", "Papers", "One", ())
    scripted.add_conversation("b", "Papers", "Two", ())
    scripted.conversation_values["b"] = {"answer.mode": "agent"}
    window = open_window()
    button = find(window, QPushButton, "mode_button")
    window.chat_pane.open_conversation("b", "Two")
    qtbot.waitUntil(lambda: button.text() == "Agent")
    window.chat_pane.open_conversation("a", "One")
    qtbot.waitUntil(lambda: button.text() == "Answer")
    choose(qtbot, window, "summarise")
    qtbot.waitUntil(lambda: scripted.conversation_values.get("a") == {"answer.mode": "summarise"})
    window.actions_table["conversation.new"].trigger()
    assert button.text() == "Summarise"


def test_a_mode_chosen_while_the_conversation_is_read_keeps_its_other_values(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    with_model(scripted)
    scripted.add_conversation("a", "Papers", "One", ())
    scripted.conversation_values["a"] = {"answer.mode": "agent", "retrieval.retriever": "bm25"}
    window = open_window()
    scripted.reading_seconds = 0.2
    window.chat_pane.open_conversation("a", "One")
    choose(qtbot, window, "chat")
    ask(qtbot, window)
    stored = {"answer.mode": "chat", "retrieval.retriever": "bm25"}
    assert scripted.conversation_values["a"] == stored
    assert find(window, QPushButton, "mode_button").text() == "Chat"
    assert find(window, QPushButton, "advanced_mark").isVisible()
    order = [
        kind
        for kind, _ in scripted.calls
        if kind in ("conversations.settings", "conversations.set_settings", "answers.ask")
    ]
    assert order == ["conversations.settings", "conversations.set_settings", "answers.ask"]


def test_what_is_chosen_before_leaving_is_stored_all_the_same(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    with_model(scripted)
    scripted.add_conversation("a", "Papers", "One", ())
    scripted.add_conversation("b", "Papers", "Two", ())
    scripted.conversation_values["a"] = {"retrieval.retriever": "bm25"}
    window = open_window()
    scripted.reading_seconds = 0.2
    window.chat_pane.open_conversation("a", "One")
    choose(qtbot, window, "chat")
    window.chat_pane.open_conversation("b", "Two")
    stored = {"answer.mode": "chat", "retrieval.retriever": "bm25"}
    qtbot.waitUntil(lambda: scripted.conversation_values["a"] == stored)
    assert find(window, QPushButton, "mode_button").text() == "Answer"


def test_a_question_stopped_while_values_are_stored_is_not_asked(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    with_model(scripted)
    scripted.settings_seconds = 0.2
    window = open_window()
    choose(qtbot, window, "chat")
    window.chat_pane.ask("Wait")
    qtbot.waitUntil(lambda: bool(scripted.called("conversations.set_settings")))
    window.chat_pane.stop()
    qtbot.waitUntil(lambda: not window.chat_pane.busy)
    assert scripted.conversation_values == {"c1": {"answer.mode": "chat"}}
    assert not scripted.called("answers.ask")


def test_a_search_begins_with_its_best_passage(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    scripted.sources = tuple(source(rank) for rank in range(1, 21))
    window = open_window()
    choose(qtbot, window, "search")
    for _ in range(2):
        turn = ask(qtbot, window)
        qtbot.wait(100)
        turns = find(window, QScrollArea, "turn_list")
        assert turns.verticalScrollBar().maximum() > turns.height()
        assert 0 <= turn.mapTo(turns.viewport(), turn.rect().topLeft()).y() <= 32


def test_the_keyboard_chooses_a_mode(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    window.actions_table["question.mode"].trigger()
    modes = find(window, QListView, "mode_list")
    qtbot.keyClick(modes, Qt.Key.Key_End)
    qtbot.keyClick(modes, Qt.Key.Key_Return)
    assert find(window, QPushButton, "ask_button").text() == "Find"


@pytest.mark.parametrize("mode", ["chat", "agent", "summarise"])
def test_a_mode_that_needs_a_model_says_so(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, mode: str
) -> None:
    scripted.add_library("Papers")
    window = open_window()
    choose(qtbot, window, mode)
    notice = find(window, Notice, "chat_notice")
    assert notice.isVisible()
    assert "needs a model" in notice.accessibleName()
    assert "Connect one in Settings" in notice.accessibleName()
    assert find(window, QPushButton, "mode_button").text() == "Answer"
    qtbot.mouseClick(find(window, QPushButton, "mode_settings_button"), Qt.MouseButton.LeftButton)
    dialog = window.findChild(SettingsDialog)
    assert dialog is not None
    scripted.config.update({LLM_PROVIDER.key: "ollama"})
    dialog.saved.emit()
    dialog.close()
    assert find(window, QPushButton, "mode_button").text() == MODE.choice(mode).label
    assert not notice.isVisible()


def test_stages_say_what_is_happening(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    scripted.stages = (("building", "tree: 12 of 340"),)
    scripted.answer_pieces = ["Slow "]
    scripted.piece_seconds = 0.4
    window = open_window()
    type_question(qtbot, window, "Slowly?")
    qtbot.mouseClick(find(window, QPushButton, "ask_button"), Qt.MouseButton.LeftButton)
    stage = find(window, QLabel, "stage_label")
    qtbot.waitUntil(lambda: stage.text().endswith("way of searching… 12 of 340"))
    qtbot.waitUntil(lambda: find(window, QPushButton, "ask_button").isVisible())


STEPS = (
    AgentStep(1, "Look first.", "search", '{"query": "notice period"}', "3 passages"),
    AgentStep(2, "", "read_pages", '{"file": "report.pdf", "first_page": 3, "last_page": 5}', "The page."),
    AgentStep(3, "That is enough.", "", "", ""),
)


@pytest.mark.slow
def test_steps_are_shown_while_the_agent_works_and_stay(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    scripted.steps = STEPS
    scripted.piece_seconds = 0.1
    window = open_window()
    type_question(qtbot, window, "Do it")
    qtbot.keyClick(find(window, QPlainTextEdit, "question_box"), Qt.Key.Key_Return)
    turn = window.findChildren(TurnView)[-1]

    def lines() -> list[str]:
        return [line.accessibleName() for line in turn.findChildren(QPushButton, "step_line")]

    qtbot.waitUntil(lambda: len(lines()) >= 2)
    assert lines()[:2] == ["1.  Searched for “notice period”", "2.  Read report.pdf, pages 3–5"]
    assert turn.steps.section.is_open()
    qtbot.waitUntil(lambda: find(window, QPushButton, "ask_button").isVisible())
    assert turn.steps.steps() == STEPS
    assert not turn.steps.section.is_open()
    assert turn.steps.section.toggle.text() == "3 steps"
    qtbot.mouseClick(turn.steps.section.toggle, Qt.MouseButton.LeftButton)
    first = turn.findChildren(QPushButton, "step_line")[0]
    qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
    details = turn.findChildren(QLabel, "step_details")[0]
    assert details.isVisible()
    assert details.text() == "Look first.\n\n3 passages"


def test_an_answer_that_rests_on_nothing_is_marked(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    scripted.answer = replace(scripted.whole_answer("q", "Costs fell, I think."), citations=())
    window = open_window()
    turn = ask(qtbot, window)
    assert "No support for this answer was found in your files" in find(turn, Notice, "notice").accessibleName()
    scripted.answer = replace(scripted.answer, sources=())
    assert "from the model alone" in find(ask(qtbot, window), Notice, "notice").accessibleName()


def test_an_empty_answer_can_be_tried_again(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    scripted.answer = scripted.whole_answer("q", "")
    window = open_window()
    turn = ask(qtbot, window)
    assert find(turn, Notice, "notice").accessibleName() == "The model gave no answer."
    scripted.answer = None
    qtbot.mouseClick(find(turn, QPushButton, "try_again_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(scripted.called("answers.ask")) == 2)
    qtbot.waitUntil(lambda: find(window, QPushButton, "ask_button").isVisible())


def test_a_broken_answer_is_marked_when_nobody_said_why(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    scripted.answer = scripted.whole_answer("q", "Half an", AnswerState.FAILED)
    notice = find(ask(qtbot, open_window()), Notice, "notice")
    assert "was interrupted" in notice.accessibleName()
    assert notice.property("role") == "failure"
