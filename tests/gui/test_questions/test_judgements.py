"""A person says that an answer is wrong and shows what answers the question, by mouse and keys, and undoes it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.payloads import RerankingPayload
from desktop_rag.core.results.answers import Answer, AnswerState, TraceEvent
from desktop_rag.core.results.test_questions import QuestionSet, QuotedWords, SavedQuestion
from desktop_rag.gui.chat.turn_view import TurnView
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.sources.source_list import SourceList
from desktop_rag.gui.test_questions.dialog import QuestionSetDialog
from desktop_rag.gui.why.answer_trace import AnswerTrace
from desktop_rag.gui.why.pages import SummaryPage
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ElidedLabel, Notice
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import ask, click, find
from tests.helpers.script import PDF_TEXT, citation, source
from tests.helpers.scripted_worker import ScriptedWorker

QUESTION = "How long is the notice period?"
SOURCES = tuple(
    replace(source(rank, f"/docs/{name}.txt"), page=1, page_label="1", start=0, end=len(text), text=text)
    for rank, (name, text) in enumerate(
        (("old", "The notice period was a year."), ("new", "Give notice of eight weeks. Pay in cash.")), 1
    )
)
TEXT = "> The notice period was a year. [1]"
ANSWER = Answer(QUESTION, TEXT, (citation(SOURCES[0], 2, 31),), SOURCES, "", extractive=True)


@pytest.fixture
def window(open_window: Callable[[], MainWindow], scripted: ScriptedWorker) -> MainWindow:
    scripted.add_library("Papers")
    cited = replace(citation(SOURCES[0], 2, 31), start=0, end=29, page=1)
    scripted.sources, scripted.answer = SOURCES, replace(ANSWER, citations=(cited,))
    return open_window()


def bar(window: MainWindow) -> QWidget:
    return find(window, QWidget, "answer_bar")


def refuse(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> TurnView:
    turn = ask(qtbot, window, QUESTION)
    qtbot.mouseClick(find(turn, QToolButton, "wrong_answer_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bar(window).isVisible())
    return turn


def notice(turn: TurnView) -> str:
    return find(turn, Notice, "judgement_notice").accessibleName()


def open_card(qtbot: QtBot, window: MainWindow, row: int) -> None:
    view = find(window, SourceList, "source_list")
    view.sources.toggle()  # it was found, but is not used
    index = view.sources.index(view.sources.row_of(SOURCES[row]))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
    qtbot.waitUntil(lambda: window.source_pane.viewer.source() == SOURCES[row])


def test_one_click_keeps_the_question_and_asks_for_what_answers_it(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    turn = refuse(qtbot, window, scripted)
    (kept,) = scripted.golden.questions
    assert (kept.text, kept.expected) == (QUESTION, ())
    assert kept.refused == (QuotedWords("/docs/old.txt", 1, "The notice period was a year."),)
    assert find(turn, QToolButton, "wrong_answer_button").accessibleName() == "This doesn't answer it"
    assert find(window, ElidedLabel, "answer_bar_question").full_text() == f"What answers “{QUESTION}”?"
    assert "Kept as a test question." in notice(turn)


def test_undo_leaves_nothing_behind(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    turn = refuse(qtbot, window, scripted)
    click(qtbot, turn, "judgement_undo_button")
    qtbot.waitUntil(lambda: scripted.golden.questions == ())
    qtbot.waitUntil(lambda: not find(turn, Notice, "judgement_notice").isVisible())
    assert not bar(window).isVisible()


def test_selected_words_answer_the_question_that_waits(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    turn = refuse(qtbot, window, scripted)
    open_card(qtbot, window, 1)
    view = window.source_pane.viewer.text.document
    words_there = PDF_TEXT[:10]
    qtbot.waitUntil(lambda: view.isVisible() and words_there in view.toPlainText())
    view.setTextCursor(view.document().find(words_there))
    click(qtbot, window, "this_answers_button")
    shown = QuotedWords("/docs/new.txt", 1, words_there)
    qtbot.waitUntil(lambda: scripted.golden.questions[0].chosen == (shown,))
    qtbot.waitUntil(lambda: notice(turn) == "Next time “new.txt” comes first for this question.")
    assert not bar(window).isVisible()
    qtbot.waitUntil(lambda: len(turn.findChildren(QPushButton, "judgement_undo_button")) == 1)
    click(qtbot, turn, "judgement_undo_button")
    qtbot.waitUntil(lambda: scripted.golden.questions[0].chosen == ())
    assert scripted.golden.questions[0].refused, "what was said before stays"


def test_another_source_of_the_list_answers_without_a_selection(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    ask(qtbot, window, QUESTION)
    menu = find(window, SourceList, "source_list").make_menu(SOURCES[1])
    find(menu, QAction, "source_answers").trigger()
    shown = QuotedWords("/docs/new.txt", 1, SOURCES[1].text)
    qtbot.waitUntil(lambda: bool(scripted.golden.questions) and scripted.golden.questions[0].chosen == (shown,))
    assert scripted.golden.questions[0].text == QUESTION


def test_keys_do_the_same(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    ask(qtbot, window, QUESTION)
    keys = {name: window.actions_table[name].shortcut() for name in ("answer.wrong", "answer.right")}
    assert keys == {"answer.wrong": QKeySequence("Ctrl+Shift+X"), "answer.right": QKeySequence("Ctrl+Shift+Y")}
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(window, Qt.Key.Key_X, modifiers)
    qtbot.waitUntil(lambda: bar(window).isVisible())
    qtbot.waitUntil(lambda: window.source_pane.viewer.source() == SOURCES[0])
    qtbot.keyClick(window, Qt.Key.Key_Y, modifiers)
    shown = QuotedWords("/docs/old.txt", 1, SOURCES[0].text)
    qtbot.waitUntil(lambda: scripted.golden.questions[0].chosen == (shown,))


def test_not_now_keeps_the_test_question(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    refuse(qtbot, window, scripted)
    qtbot.mouseClick(find(window, QToolButton, "answer_bar_close"), Qt.MouseButton.LeftButton)
    assert not bar(window).isVisible()
    assert len(scripted.golden.questions) == 1


def test_another_conversation_waits_for_nothing(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    refuse(qtbot, window, scripted)
    window.actions_table["conversation.new"].trigger()
    qtbot.waitUntil(lambda: not bar(window).isVisible())


def test_a_question_that_goes_on_is_kept_with_the_one_before(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    ask(qtbot, window, "Who owns the flat?")
    refuse(qtbot, window, scripted)
    (call,) = scripted.called("test_questions.refuse")
    assert (call.name, call.before, call.question) == ("Papers", "Who owns the flat?", QUESTION)


def test_words_that_cannot_be_taken_are_told_above_the_source(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    refuse(qtbot, window, scripted)
    qtbot.waitUntil(lambda: window.source_pane.viewer.source() == SOURCES[0])
    scripted.choosing_error = UserError("These words stand there in several places.", "Select more.")
    click(qtbot, window, "this_answers_button")
    qtbot.waitUntil(lambda: "several places" in window.source_pane.viewer.notice.message())
    assert bar(window).isVisible(), "the person may select others"


def test_an_answer_without_sources_or_that_failed_cannot_be_refused(appearance: Appearance, qtbot: QtBot) -> None:
    for answer in (replace(ANSWER, sources=(), citations=()), replace(ANSWER, state=AnswerState.FAILED)):
        turn = TurnView(appearance, QUESTION)
        qtbot.addWidget(turn)
        turn.show_answer(answer)
        assert not turn.can_be_refused
        assert find(turn, QToolButton, "wrong_answer_button").isHidden()


def test_the_dialog_says_which_question_waits_and_whose_words_are_gone(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker, tmp_path: Path
) -> None:
    gone = SavedQuestion("q2", "Gone?", (("/docs/new.txt", None),), (QuotedWords("/docs/new.txt", 1, "was"),))
    scripted.golden = QuestionSet((SavedQuestion("q1", QUESTION, ()), gone), lost=("q2",))
    window.actions_table["library.test_questions"].trigger()
    dialog = find(window, QuestionSetDialog, "questions_dialog")
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 2)
    shown = [dialog.model.index(row, 1).data() for row in range(2)]
    assert shown == ["No source yet", "new.txt (the words you showed are gone)"]
    assert find(dialog, QPushButton, "questions_run_button").isEnabled()
    written: list[bool] = []
    dialog.files.exported.connect(lambda: written.append(True))
    dialog.files.export_to(tmp_path / "out.jsonl", scripted.golden.questions)
    qtbot.waitUntil(lambda: bool(written))
    assert (tmp_path / "out.jsonl").read_text(encoding="utf-8").count("\n") == 1


@pytest.mark.parametrize(
    ("is_shown", "told"),
    [(True, "You said that this answers it"), (False, "You said that an earlier answer was wrong")],
)
def test_the_trace_says_why(qtbot: QtBot, appearance: Appearance, is_shown: bool, told: str) -> None:
    payload = RerankingPayload("PreferencePostprocessor", (), (), (), QUESTION, is_shown).to_payload()
    trace = AnswerTrace(replace(ANSWER, trace=(TraceEvent(1, None, "reranking", 0.0, 0.1, payload),)))
    page = SummaryPage(trace, appearance)
    qtbot.addWidget(page)
    qtbot.waitUntil(lambda: told in [one.text() for one in page.findChildren(QLabel)])
    assert f"“{QUESTION}”" in [one.text() for one in page.findChildren(QLabel)]
    assert words.found_by(replace(SOURCES[0], found_by=("you", "words"))) == "You said that this answers it"


def test_the_buttons_fit_below_a_narrow_answer(appearance: Appearance, qtbot: QtBot, german: None) -> None:
    turn = TurnView(appearance, QUESTION)
    qtbot.addWidget(turn)
    turn.show_answer(ANSWER)
    turn.resize(364, 300)
    turn.show()
    names = ("copy_button", "why_button", "regenerate_button")
    buttons = [find(turn, QAbstractButton, name) for name in names]
    qtbot.waitUntil(lambda: all(one.width() >= one.sizeHint().width() for one in buttons))
    last = find(turn, QToolButton, "answer_more_button")
    assert last.mapTo(turn, last.rect().bottomRight()).x() < turn.width()
    assert buttons[2].accessibleName()
