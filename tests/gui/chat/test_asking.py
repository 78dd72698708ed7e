"""Asking in the window: what a person types, clicks and sees."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QLabel, QListView, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.config.options import LLM_PROVIDER
from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import AnswerState
from desktop_rag.core.results.conversations import Turn
from desktop_rag.gui.chat.answer_view import AnswerView
from desktop_rag.gui.chat.turn_view import TurnView
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.sources.pages.page_bar import PageBox
from desktop_rag.gui.sources.pages.page_browser import PageBrowser
from desktop_rag.gui.sources.views.document_view import DocumentView
from desktop_rag.gui.widgets.basics import Notice
from tests.gui.person import ask, find, type_question
from tests.helpers.script import citation, source
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]


def test_an_answer_with_its_citation_opens_the_page(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    turn = ask(qtbot, window)
    view = find(turn, AnswerView, "answer_view")
    view.selectAll()
    assert view.createMimeDataFromSelection().text() == "The notice period is 30 days [1]."
    assert [(*call, call.conversation_id) for call in scripted.called("answers.ask")] == [
        ("Papers", "How long is the notice period?", "c1")
    ]
    pages = find(window, PageBrowser, "page_browser")
    qtbot.waitUntil(lambda: bool(pages.navigator.marks.cited))
    view.setFocus()
    (href, rect), *_ = view.chip_rects()
    assert href == "cite:1?0"
    with qtbot.waitSignal(view.citation_clicked):
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
    cards = find(window, QListView, "source_list")
    assert cards.currentIndex().data() == "lease.pdf · page 3"


def test_a_text_file_is_shown_as_text_with_the_passage_marked(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    notes = source(1, "/docs/notes.md", 1)
    scripted.sources = (notes,)
    window = open_window()
    ask(qtbot, window)
    text = find(window, DocumentView, "text_view")
    qtbot.waitUntil(lambda: "notice period" in text.toPlainText())
    assert text.isVisible()
    assert not scripted.called("pages.render")
    document = text.document()
    position = document.toPlainText().index("The notice")
    cursor = text.textCursor()
    cursor.setPosition(position + 1)
    assert cursor.charFormat().background().color().name().upper() == "#F7B733"


def test_the_text_tab_shows_the_passage_between_its_neighbours(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    window = open_window()
    ask(qtbot, window)
    from PySide6.QtWidgets import QToolButton

    qtbot.mouseClick(find(window, QToolButton, "text_tab"), Qt.MouseButton.LeftButton)
    text = find(window, DocumentView, "text_view")
    qtbot.waitUntil(lambda: text.toPlainText().startswith("Before it."))
    assert text.isVisible()
    assert text.toPlainText().endswith("After it.")


def test_enter_asks_and_shift_enter_makes_a_line(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    box = find(window, QPlainTextEdit, "question_box")
    low = box.height()
    type_question(qtbot, window, "one")
    qtbot.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(box, "two")
    assert box.toPlainText() == "one\ntwo"
    assert box.height() > low
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert scripted.called("conversations.create") == [("Papers", "one two")]
    assert box.toPlainText() == ""


def test_stop_keeps_what_came(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    scripted.answer_pieces = [f"word{n} " for n in range(500)]
    scripted.piece_seconds = 0.02
    window = open_window()
    type_question(qtbot, window, "Slowly?")
    qtbot.mouseClick(find(window, QPushButton, "ask_button"), Qt.MouseButton.LeftButton)
    view = find(window.findChildren(TurnView)[-1], AnswerView, "answer_view")
    qtbot.waitUntil(lambda: "word3" in view.toPlainText())
    stop = find(window, QPushButton, "stop_button")
    assert stop.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: find(window, QPushButton, "ask_button").isVisible())
    qtbot.wait(20)
    assert "word3" in view.toPlainText()
    assert "word499" not in view.toPlainText()
    assert "Stopped" in window.findChildren(TurnView)[-1]._notice.accessibleName()


def test_a_failing_answer_says_why_and_can_be_tried_again(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    scripted.ask_error = UserError("Nothing answers at localhost:11434.", "Start Ollama.")
    window = open_window()
    turn = ask(qtbot, window)
    notice = find(turn, Notice, "notice")
    assert notice.isVisible()
    assert notice.accessibleName() == "Nothing answers at localhost:11434. Start Ollama."
    scripted.ask_error = None
    qtbot.mouseClick(find(turn, QPushButton, "try_again_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(window.findChildren(TurnView)) == 2)
    qtbot.waitUntil(lambda: "30 days" in window.findChildren(TurnView)[-1].answer_view.toPlainText())


def test_quotations_are_labelled_and_lead_to_the_settings(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    from desktop_rag.gui.settings.dialog import SettingsDialog

    scripted.add_library("Papers")
    answer = scripted.whole_answer("q", "> The notice period is 30 days. [1]")
    scripted.answer = replace(answer, extractive=True, model="")
    window = open_window()
    turn = ask(qtbot, window)
    assert turn._quotations.isVisible()
    qtbot.mouseClick(find(turn, QPushButton, "connect_model_button"), Qt.MouseButton.LeftButton)
    dialog = window.findChild(SettingsDialog)
    assert dialog is not None
    dialog.close()


def beginning_in_sight(window: MainWindow, turn: TurnView) -> bool:
    seen = window.chat_pane.turns.viewport()
    question = find(turn, QLabel, "question_text")
    return seen.rect().contains(question.mapTo(seen, question.rect().topLeft()))


@pytest.mark.parametrize("provider", ["none", "ollama"])
def test_a_long_answer_of_quotations_opens_at_its_beginning(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, provider: str
) -> None:
    scripted.config.update({LLM_PROVIDER.key: provider})  # with a model: one that could not be reached
    scripted.add_library("Papers")
    quotations = "\n\n".join("> The notice period is 30 days. [1]" for _ in range(60))
    scripted.answer_pieces = quotations.splitlines(keepends=True)
    scripted.answer = replace(scripted.whole_answer("q", quotations), extractive=True, model="")
    window = open_window()
    for _ in range(2):
        turn = ask(qtbot, window)
        qtbot.wait(50)
        assert turn.height() > 2 * window.chat_pane.turns.height()
        assert beginning_in_sight(window, turn)


def test_a_kept_conversation_opens_at_the_beginning_of_a_long_last_answer_and_at_the_end_of_a_short_one(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    short, long = (scripted.whole_answer("q", "It is 30 days. [1]" + "\n\nAnd on." * count) for count in (1, 80))
    scripted.add_conversation("1", "Papers", "Long", [Turn("Short?", short), Turn("Long?", long)])
    scripted.add_conversation("2", "Papers", "Short", [Turn("Long?", long), Turn("Short?", short)])
    window = open_window()
    turns = window.chat_pane.turns
    for conversation, title in (("1", "Long"), ("2", "Short")):
        window.chat_pane.open_conversation(conversation, title)
        qtbot.waitUntil(lambda: len(turns.turns()) == 2)
        qtbot.wait(50)
        assert beginning_in_sight(window, turns.turns()[-1])
    assert turns.verticalScrollBar().value() == turns.verticalScrollBar().maximum()


def test_a_notice_is_shown_below_the_answer(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    from dataclasses import replace

    scripted.add_library("Papers")
    cut = scripted.whole_answer("q", "Half an answer", AnswerState.FAILED)
    scripted.answer = replace(cut, notice="The model went away. Start it again.")
    window = open_window()
    turn = ask(qtbot, window)
    assert find(turn, Notice, "notice").accessibleName() == "The model went away. Start it again."
    assert find(turn, QPushButton, "try_again_button").isVisible()


@pytest.mark.slow
def test_copy_puts_the_answer_on_the_clipboard(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    turn = ask(qtbot, window)
    qtbot.mouseClick(turn.copy_button, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("The notice period is 30 days [1].\n\nReferences:\n[1] lease.pdf, page 3")
    assert turn.copy_button.text() == "Copied"
    qtbot.waitUntil(lambda: turn.copy_button.text() == "Copy", timeout=3000)


def test_passages_only_lists_passages(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    window.chat_pane.tools.mode_chosen.emit("search")
    assert find(window, QPushButton, "ask_button").text() == "Find"
    turn = ask(qtbot, window, "notice")
    assert "lease.pdf · page 3" in turn.answer_view.toPlainText()
    assert [href for href, _ in turn.answer_view.chip_rects()] == ["cite:1", "cite:2"]
    scripted.sources = ()
    turn = ask(qtbot, window, "nothing")
    assert "No passage" in find(turn, Notice, "notice").accessibleName()


def test_stored_conversations_open_with_working_citations(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    answer = scripted.whole_answer("q", "It is 30 days. [1]")
    scripted.add_conversation("old", "Papers", "Notice periods", [Turn(f"Question {n}", answer) for n in range(30)])
    window = open_window()
    conversations = find(window, QListView, "conversation_list")
    qtbot.waitUntil(lambda: conversations.model().rowCount() == 2)
    place = conversations.visualRect(conversations.model().index(1, 0)).center()
    qtbot.mouseClick(conversations.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: len(window.chat_pane.turns.turns()) == 20)
    assert window.chat_pane._title.full_text() == "Notice periods"
    last = window.chat_pane.turns.turns()[-1]
    assert last.question == "Question 29"
    last.answer_view.citation_clicked.emit(1, 0)
    pages = find(window, PageBrowser, "page_browser")
    qtbot.waitUntil(lambda: pages.view.pages() is not None)
    qtbot.mouseClick(find(window, QPushButton, "earlier_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(window.chat_pane.turns.turns()) == 30)
    assert [turn.question for turn in window.chat_pane.turns.turns()] == [f"Question {n}" for n in range(30)]


def test_leaving_a_conversation_stops_its_answer(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    scripted.answer_pieces = ["word "] * 500
    scripted.piece_seconds = 0.02
    window = open_window()
    type_question(qtbot, window, "Slowly?")
    qtbot.keyClick(find(window, QPlainTextEdit, "question_box"), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "word" in window.findChildren(TurnView)[-1].answer_view.toPlainText())
    window.actions_table["conversation.new"].trigger()
    assert window.chat_pane.turns.turns() == []
    qtbot.waitUntil(lambda: bool(scripted.turns["c1"]))
    answer = scripted.turns["c1"][0].answer
    assert answer is not None
    assert answer.state is AnswerState.STOPPED


def test_page_failures_are_a_message_on_the_page(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    scripted.page_error = UserError("The file is not there any more.", "Connect its drive.")
    window = open_window()
    ask(qtbot, window)
    pages = find(window, PageBrowser, "page_browser")
    qtbot.waitUntil(lambda: "not there any more" in pages.view.message())


@pytest.mark.parametrize("by_hand", [False, True])
def test_words_that_are_not_on_the_page_are_shown_as_text(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, by_hand: bool
) -> None:
    from PySide6.QtWidgets import QToolButton

    scripted.add_library("Papers")
    scripted.marked = False
    window = open_window()
    turn = ask(qtbot, window)
    text, page = find(window, QToolButton, "text_tab"), find(window, PageBrowser, "page_browser")
    qtbot.waitUntil(lambda: text.isChecked() and find(window, DocumentView, "text_view").isVisible())
    if by_hand:
        qtbot.mouseClick(find(window, QToolButton, "page_tab"), Qt.MouseButton.LeftButton)
        assert page.isVisible()
    scripted.marked = True
    turn.answer_view.citation_clicked.emit(1, -1)
    qtbot.waitUntil(lambda: bool(page.navigator.marks.passage))
    assert page.isVisible()
    assert not text.isChecked()


def test_pages_turn_and_zoom(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    from PySide6.QtWidgets import QLabel, QToolButton

    scripted.add_library("Papers")
    window = open_window()
    ask(qtbot, window)
    pages, box = find(window, PageBrowser, "page_browser"), find(window, PageBox, "page_box")
    qtbot.waitUntil(lambda: box.text() == "3" and pages.view.pages() is not None)
    assert find(window, QLabel, "page_count").text() == "of 9"
    qtbot.mouseClick(find(window, QToolButton, "next_page_button"), Qt.MouseButton.LeftButton)
    assert (pages.view.current_page(), box.text()) == (4, "4")
    qtbot.keyClick(pages.view, Qt.Key.Key_0)
    before = pages.navigator.percent()
    qtbot.keyClick(pages.view, Qt.Key.Key_Plus)
    assert pages.navigator.percent() > before
    sharper = {call.zoom for call in scripted.called("pages.render_part")}
    qtbot.waitUntil(lambda: {call.zoom for call in scripted.called("pages.render_part")} > sharper)
    qtbot.keyClick(pages.view, Qt.Key.Key_0)
    assert pages.navigator.percent() == before
    qtbot.keyClick(pages.view, Qt.Key.Key_Left)
    assert pages.view.current_page() == 3


def test_the_nearest_citation_of_a_marker_is_opened(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    from dataclasses import replace

    scripted.add_library("Papers")
    text = "First. [1] Second. [1]"
    one = citation(scripted.sources[0], 0, 6)
    two = replace(citation(scripted.sources[0], 11, 18), start=40, end=60)
    scripted.answer = replace(scripted.whole_answer("q", text), citations=(one, two))
    window = open_window()
    turn = ask(qtbot, window)
    assert [href for href, _ in turn.answer_view.chip_rects()] == ["cite:1?0", "cite:1?1"]
    turn.answer_view.citation_clicked.emit(1, 1)
    qtbot.waitUntil(lambda: scripted.called("pages.render")[-1].cited == (40, 60))


@pytest.mark.slow
def test_a_citation_opened_early_gets_its_sentence_marked(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    scripted.answer_pieces = ["The notice period is 30 days [1]. ", "And ", "more ", "words."]
    scripted.piece_seconds = 0.3
    window = open_window()
    type_question(qtbot, window, "How long?")
    qtbot.keyClick(find(window, QPlainTextEdit, "question_box"), Qt.Key.Key_Return)
    view = window.findChildren(TurnView)[-1].answer_view
    qtbot.waitUntil(lambda: bool(view.chip_rects()))
    view.citation_clicked.emit(1, -1)
    pages = find(window, PageBrowser, "page_browser")
    qtbot.waitUntil(lambda: bool(pages.navigator.marks.cited))


def test_a_click_anywhere_in_the_frame_begins_a_question(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    window = open_window()
    window.chat_pane.model_button.setFocus()
    frame = find(window, QFrame, "question_frame")
    qtbot.mouseClick(frame, Qt.MouseButton.LeftButton, pos=frame.rect().bottomRight() - QPoint(6, 4))
    assert window.chat_pane.question.edit.hasFocus()
