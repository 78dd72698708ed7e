"""Conversations in the list: found, renamed, pinned, deleted and brought back, by mouse and keyboard."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QListView, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.conversations import Turn
from desktop_rag.gui.chat.turn_view import TurnView
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import Notice
from tests.gui.person import ask, choose_for_answer, find
from tests.helpers.scripted_worker import ScriptedWorker

pytestmark = pytest.mark.usefixtures("english")
Open = Callable[[], MainWindow]
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> MainWindow:
    """A window with two libraries and three conversations, one of them of a library that is gone."""
    scripted.add_library("Papers")
    scripted.add_library("Recipes")
    answer = scripted.whole_answer("q", "It is 30 days. [1]")
    scripted.add_conversation("c1", "Papers", "Notice periods", [Turn(f"Question {n}", answer) for n in range(60)])
    scripted.add_conversation("c2", "Recipes", "Soups", [Turn("How long for leek?", answer)])
    scripted.add_conversation("c3", "Gone", "Old taxes", [Turn("What was owed?", answer)])
    window = open_window()
    qtbot.waitUntil(lambda: titles(window) == ["Notice periods"])
    return window


def titles(window: MainWindow) -> list[str]:
    model = window.library_pane.conversations.model
    rows = (model.index(row) for row in range(model.rowCount()))
    return [str(row.data()) for row in rows if row.flags() & Qt.ItemFlag.ItemIsSelectable]


def click(qtbot: QtBot, window: MainWindow, conversation_id: str) -> None:
    view = find(window, QListView, "conversation_list")
    model = window.library_pane.conversations.model
    place = view.visualRect(model.index(model.row(conversation_id))).center()
    qtbot.mouseClick(view.viewport(), LEFT, pos=place)


def search(qtbot: QtBot, window: MainWindow, text: str) -> None:
    box = find(window, QLineEdit, "conversation_search")
    box.setFocus()
    box.clear()
    qtbot.keyClicks(box, text)


def test_a_title_is_edited_where_it_stands(qtbot: QtBot, window: MainWindow) -> None:
    click(qtbot, window, "c1")
    window.actions_table["conversation.rename"].trigger()
    view = find(window, QListView, "conversation_list")
    edit = view.viewport().findChild(QLineEdit)
    assert edit is not None
    assert edit.selectedText() == "Notice periods"
    qtbot.keyClicks(edit, "How to leave")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: titles(window) == ["How to leave"])
    assert window.chat_pane._title.full_text() == "How to leave"


def test_f2_renames_what_has_the_focus(qtbot: QtBot, window: MainWindow) -> None:
    click(qtbot, window, "c1")
    libraries = find(window, QListView, "library_list")
    libraries.setFocus()
    qtbot.keyClick(libraries, Qt.Key.Key_F2)
    editing = libraries.viewport().findChild(QLineEdit)
    assert editing is not None
    qtbot.keyClick(editing, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: libraries.viewport().findChild(QLineEdit) is None)
    view = find(window, QListView, "conversation_list")
    assert view.viewport().findChild(QLineEdit) is None
    window.chat_pane.question.focus()
    qtbot.keyClick(window.chat_pane.question.edit, Qt.Key.Key_F2)
    qtbot.waitUntil(lambda: view.viewport().findChild(QLineEdit) is not None)
    assert libraries.viewport().findChild(QLineEdit) is None


def test_a_pinned_conversation_stands_first(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    scripted.add_conversation("c4", "Papers", "Newer", [])
    infos = scripted.conversation_infos
    infos["c4"] = replace(infos["c4"], updated=infos["c1"].updated + 60)
    window.library_pane.refresh_conversations()
    qtbot.waitUntil(lambda: titles(window) == ["Newer", "Notice periods"])
    click(qtbot, window, "c1")
    window.actions_table["conversation.pin"].trigger()
    qtbot.waitUntil(lambda: titles(window) == ["Notice periods", "Newer"])
    assert window.library_pane.conversations.model.index(0).data() == "Pinned"
    window.actions_table["conversation.pin"].trigger()
    qtbot.waitUntil(lambda: titles(window) == ["Newer", "Notice periods"])


def test_deleting_can_be_undone(qtbot: QtBot, window: MainWindow) -> None:
    click(qtbot, window, "c1")
    qtbot.waitUntil(lambda: bool(window.chat_pane.turns.turns()))
    window.actions_table["conversation.delete"].trigger()
    qtbot.waitUntil(lambda: titles(window) == [])
    assert window.chat_pane.conversation_id == ""
    notice = find(window, Notice, "undo_notice")
    qtbot.waitUntil(notice.isVisible)
    assert notice.accessibleName() == "“Notice periods” was deleted."
    qtbot.mouseClick(find(notice, QPushButton, "undo_button"), LEFT)
    qtbot.waitUntil(lambda: titles(window) == ["Notice periods"])
    qtbot.waitUntil(lambda: window.chat_pane.conversation_id == "c1")
    assert not notice.isVisible()


def test_a_search_opens_at_the_place(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window, "question 7")
    qtbot.waitUntil(lambda: window.library_pane.conversations.model.found(0) is not None)
    click(qtbot, window, "c1")
    turns = window.chat_pane.turns
    qtbot.waitUntil(lambda: len(turns.turns()) == 53)
    assert turns.turns()[0].question == "Question 7"
    first = turns.turns()[0]
    qtbot.waitUntil(lambda: first.mapTo(turns.viewport(), first.rect().topLeft()).y() == 16)
    assert titles(window) == ["Notice periods"], "the list of what was found stays"
    box = find(window, QLineEdit, "conversation_search")
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert box.text() == ""
    assert titles(window) == ["Notice periods"]


def test_a_search_leads_into_another_library(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window, "leek")
    qtbot.waitUntil(lambda: titles(window) == ["Soups"])
    click(qtbot, window, "c2")
    qtbot.waitUntil(lambda: window.chat_pane.conversation_id == "c2")
    current = window.library_pane.current_library()
    assert current is not None
    assert current.name == "Recipes"
    assert window.chat_pane.question.isEnabled()


def test_a_conversation_outlives_its_library(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window, "owed")
    qtbot.waitUntil(lambda: titles(window) == ["Old taxes"])
    click(qtbot, window, "c3")
    qtbot.waitUntil(lambda: len(window.chat_pane.turns.turns()) == 1)
    assert not window.chat_pane.question.isEnabled()
    notice = find(window, Notice, "chat_notice")
    assert notice.accessibleName() == (
        "The library “Gone” was deleted. This conversation can still be read and exported."
    )
    window.actions_table["conversation.new"].trigger()
    assert window.chat_pane.question.isEnabled()
    assert not notice.isVisible()


def test_conversations_can_be_read_without_any_library(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    answer = scripted.whole_answer("q", "It is 30 days. [1]")
    scripted.add_conversation("c3", "Gone", "Old taxes", [Turn("What was owed?", answer)])
    window = open_window()
    qtbot.waitUntil(lambda: titles(window) == ["Old taxes"])
    assert find(window, QListView, "conversation_list").isVisible()
    assert find(window, QWidget, "library_start").isVisible()
    assert not window.chat_pane.question.isEnabled()
    click(qtbot, window, "c3")
    qtbot.waitUntil(lambda: len(window.chat_pane.turns.turns()) == 1)
    window.chat_pane.turns.turns()[0].answer_view.citation_clicked.emit(1, 0)
    qtbot.waitUntil(lambda: bool(scripted.called("pages.passage")))
    assert scripted.called("pages.passage")[-1][0] == "Gone"
    assert not window.chat_pane.question.isEnabled()
    scripted.add_library("Papers")
    window.library_pane.refresh()
    qtbot.waitUntil(window.chat_pane.question.isEnabled)
    qtbot.waitUntil(lambda: titles(window) == [])


def test_nothing_found_is_said(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window, "zebra")
    notice = find(window, Notice, "nothing_found")
    qtbot.waitUntil(notice.isVisible)
    assert notice.accessibleName() == "No conversation says “zebra”."
    assert titles(window) == []
    find(window, QLineEdit, "conversation_search").clear()
    assert not notice.isVisible()
    assert titles(window) == ["Notice periods"]


def test_what_was_typed_waits_in_its_conversation(qtbot: QtBot, window: MainWindow) -> None:
    edit = window.chat_pane.question.edit
    qtbot.keyClicks(edit, "for a new one")
    click(qtbot, window, "c1")
    assert edit.toPlainText() == ""
    qtbot.keyClicks(edit, "half a quest")
    window.actions_table["conversation.new"].trigger()
    assert edit.toPlainText() == "for a new one"
    click(qtbot, window, "c1")
    assert edit.toPlainText() == "half a quest"
    edit.clear()
    window.actions_table["conversation.new"].trigger()
    click(qtbot, window, "c1")
    assert edit.toPlainText() == "", "what was taken away does not come back"


def test_the_open_conversation_and_its_draft_survive_a_crash(
    qtbot: QtBot, window: MainWindow, open_window: Open
) -> None:
    click(qtbot, window, "c1")
    qtbot.keyClicks(window.chat_pane.question.edit, "half a quest")
    stored = Path(window.conversation_commands._settings.fileName())
    qtbot.waitUntil(lambda: "half a quest" in stored.read_text(encoding="utf-8"))
    again = open_window()  # the first one never came to close
    qtbot.waitUntil(lambda: again.chat_pane.conversation_id == "c1")
    assert again.chat_pane.question.edit.toPlainText() == "half a quest"
    assert find(again, QListView, "conversation_list").currentIndex().data() == "Notice periods"


def test_a_first_question_keeps_what_is_typed_meanwhile(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    edit = window.chat_pane.question.edit
    qtbot.keyClicks(edit, "How long?")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.keyClicks(edit, "And")
    qtbot.waitUntil(lambda: bool(window.chat_pane.conversation_id))
    assert edit.toPlainText() == "And"
    window.actions_table["conversation.new"].trigger()
    assert edit.toPlainText() == ""


def test_a_conversation_goes_on_from_an_earlier_answer(qtbot: QtBot, window: MainWindow) -> None:
    click(qtbot, window, "c1")
    turns = window.chat_pane.turns
    qtbot.waitUntil(lambda: len(turns.turns()) == 20)
    choose_for_answer(turns.turns()[2], "New conversation from here")
    qtbot.waitUntil(lambda: window.chat_pane.conversation_id == "c1-43")
    qtbot.waitUntil(lambda: len(turns.turns()) == 20 and turns.turns()[-1].question == "Question 42")
    assert window.chat_pane._title.full_text() == "Notice periods (2)"
    assert window.chat_pane.question.edit.toPlainText() == ""


def test_an_edited_question_leaves_the_old_conversation_as_it_was(qtbot: QtBot, window: MainWindow) -> None:
    click(qtbot, window, "c1")
    turns = window.chat_pane.turns
    qtbot.waitUntil(lambda: len(turns.turns()) == 20)
    choose_for_answer(turns.turns()[-1], "Edit question…")
    qtbot.waitUntil(lambda: window.chat_pane.conversation_id == "c1-59")
    assert window.chat_pane.question.edit.toPlainText() == "Question 59"
    click(qtbot, window, "c1")
    qtbot.waitUntil(lambda: len(turns.turns()) == 20 and turns.turns()[-1].question == "Question 59")


def version(turn: TurnView) -> str:
    bar = find(turn, QWidget, "version_bar")
    return find(turn, QLabel, "version_label").text() if bar.isVisible() else ""


def edit(qtbot: QtBot, window: MainWindow, number: int, question: str) -> None:
    """Edit a question that is shown, and ask it."""
    choose_for_answer(window.chat_pane.turns.turns()[number], "Edit question…")
    box = window.chat_pane.question.edit
    qtbot.waitUntil(lambda: bool(box.toPlainText()) and len(window.chat_pane.turns.turns()) == number)
    box.clear()
    ask(qtbot, window, question)


def test_versions_of_a_question_are_gone_through_with_arrows_and_are_one_conversation(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    answer = scripted.whole_answer("q", "It is 30 days. [1]")
    scripted.add_conversation("c1", "Papers", "Notice", [Turn(f"Question {n}", answer) for n in range(3)])
    window = open_window()
    turns = window.chat_pane.turns
    click(qtbot, window, "c1")
    qtbot.waitUntil(lambda: len(turns.turns()) == 3)
    assert [version(turn) for turn in turns.turns()] == ["", "", ""]
    edit(qtbot, window, 1, "Question 1, again")
    qtbot.waitUntil(lambda: [version(turn) for turn in turns.turns()] == ["", "2 of 2"])
    assert titles(window) == ["Notice"]

    def step(number: int, arrow: str, questions: list[str]) -> None:
        qtbot.mouseClick(find(turns.turns()[number], QToolButton, arrow), LEFT)
        qtbot.waitUntil(lambda: [turn.question for turn in turns.turns()] == questions)
        qtbot.waitUntil(lambda: any(map(version, turns.turns())))
        assert titles(window) == ["Notice"]
        assert find(window, QListView, "conversation_list").currentIndex().data() == "Notice"

    step(1, "version_before_button", ["Question 0", "Question 1", "Question 2"])
    assert [version(turn) for turn in turns.turns()] == ["", "1 of 2", ""]
    edit(qtbot, window, 0, "Other start")
    qtbot.waitUntil(lambda: [version(turn) for turn in turns.turns()] == ["2 of 2"])
    step(0, "version_before_button", ["Question 0", "Question 1", "Question 2"])
    assert [version(turn) for turn in turns.turns()] == ["1 of 2", "1 of 2", ""]
    step(1, "version_after_button", ["Question 0", "Question 1, again"])
    assert not find(turns.turns()[1], QToolButton, "version_after_button").isEnabled()


def test_a_question_asked_before_the_turns_came_stays_below_them(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    scripted.turns_may_come.clear()
    click(qtbot, window, "c1")
    ask(qtbot, window, "And for a garage?")
    turns = window.chat_pane.turns
    assert [turn.question for turn in turns.turns()] == ["And for a garage?"]
    scripted.turns_may_come.set()
    qtbot.waitUntil(lambda: len(turns.turns()) == 21)
    questions = [f"Question {number}" for number in range(40, 60)]
    assert [turn.question for turn in turns.turns()] == [*questions, "And for a garage?"]
    asked = turns.turns()[-1]
    qtbot.waitUntil(lambda: asked.answer is not None)
    assert turns.number(asked) == 60
    assert turns.viewport().rect().intersects(asked.rect().translated(asked.mapTo(turns.viewport(), QPoint(0, 0))))
    assert find(window, QListView, "source_list").model().rowCount() > 0


def test_turns_that_come_late_are_not_shown_in_another_conversation(qtbot: QtBot, window: MainWindow) -> None:
    click(qtbot, window, "c1")
    window.actions_table["conversation.new"].trigger()
    qtbot.wait(300)
    assert window.chat_pane.turns.turns() == []
    assert find(window, QListView, "source_list").model().rowCount() == 0
