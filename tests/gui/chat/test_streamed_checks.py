"""Verdicts come while the answer is still being written: only what changed is written again, and nothing jumps."""

import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.citations.align import align
from desktop_rag.core.events import AnswerChecked
from desktop_rag.core.results.answers import Answer, CheckedSentence, Citation, Verdict
from desktop_rag.gui.chat.answer_view import AnswerView
from desktop_rag.gui.chat.turn_list import TurnList
from desktop_rag.gui.chat.turn_view import TurnView
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import find, type_question
from tests.helpers.script import source
from tests.helpers.scripted_worker import ScriptedWorker

SOURCES = (source(1), source(2))
FIRST, SECOND = "The notice period is 90 days. ", "Owls hunt mice at night. "
PARAGRAPH = "The notice period is 90 days. It starts on the first of the month. Owls hunt mice at night.\n\n"


@pytest.fixture
def view(qtbot: QtBot, appearance: Appearance) -> AnswerView:
    view = AnswerView(appearance)
    qtbot.addWidget(view)
    view.resize(700, 100)
    view.show()
    return view


def checked(text: str, until: int) -> AnswerChecked:
    aligned = align(text[:until], SOURCES)
    return AnswerChecked(0, until, aligned.text, aligned.citations, aligned.sentences)


def test_finished_sentences_have_their_marks_while_the_answer_goes_on(
    qtbot: QtBot, open_window: Callable[[], MainWindow], scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    scripted.sources = SOURCES
    scripted.answer_pieces = [FIRST, SECOND, *["more "] * 400]
    scripted.checked = {1: checked(FIRST + SECOND, len(FIRST) - 1), 2: checked(FIRST + SECOND, len(FIRST + SECOND) - 1)}
    scripted.piece_seconds = 0.02
    window = open_window()
    type_question(qtbot, window, "How long?")
    qtbot.mouseClick(find(window, QPushButton, "ask_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(window.findChildren(TurnView)))
    turn = window.findChildren(TurnView)[-1]
    view = turn.answer_view
    qtbot.waitUntil(lambda: len(view.answer().sentences) == 2 and "more more" in view.toPlainText())
    assert window.chat_pane.busy
    assert [one.verdict for one in view.answer().sentences] == [Verdict.CONTRADICTED, Verdict.NOT_SAID]
    assert [href for href, _ in view.chip_rects()] == ["cite:1?0"]
    with qtbot.waitSignal(window.chat_pane.citation_opened) as opened:
        view.citation_clicked.emit(1, 0)
    assert opened.args is not None
    assert opened.args[2] == turn.citations[0]
    window.chat_pane.stop()
    qtbot.waitUntil(lambda: not window.chat_pane.busy)


def test_only_what_changed_is_written_again(view: AnswerView) -> None:
    text = PARAGRAPH * 6
    rewritten: list[int] = []
    view.document().contentsChange.connect(lambda place, _removed, _added: rewritten.append(place))
    for end in range(len(PARAGRAPH) * 2, len(text), 40):
        known = checked(text, text.rindex(". ", 0, end - 20) + 1)
        shown = known.text + text[known.received : end]
        view.stream_text(shown, SOURCES, known.citations, known.sentences, force=True)
    drawn = len(view.toPlainText())
    rewritten.clear()
    known = checked(text, len(text) - 2)
    view.stream_text(known.text, SOURCES, known.citations, known.sentences, force=True)
    assert rewritten
    assert min(rewritten) > drawn - 2 * len(PARAGRAPH)
    before = view.toHtml()
    rewritten.clear()
    view.show_text(known.text, SOURCES, known.citations, known.sentences)
    assert not rewritten, "the whole answer is what was shown last"
    view.show_text("Other.", SOURCES, ())
    view.show_text(known.text, SOURCES, known.citations, known.sentences)
    assert view.toHtml() == before


@pytest.mark.parametrize("selected", ["notice period is 90", "Owls hunt", "goes on, and", "days. It starts"])
def test_a_selection_stays_on_its_words(view: AnswerView, selected: str) -> None:
    text = PARAGRAPH + "It 🦉 goes on, and on. The notice period is 90 days. It starts on the first of"
    view.stream_text(text, SOURCES, force=True)
    view.setTextCursor(view.document().find(selected))
    assert view.textCursor().selectedText() == selected
    known = checked(text, text.rindex("It starts"))
    for end in range(len(text), len(text) + 60, 7):
        shown = known.text + (text + " the month. Then it is over and everyone is glad.")[known.received : end]
        view.stream_text(shown, SOURCES, known.citations, known.sentences, force=True)
        words = view.textCursor().selectedText().replace("\u00a0", " ")
        assert " ".join(words.replace(" 1 ", " ").split()) in (selected, selected.replace(". ", " . "))


def test_reading_above_is_not_disturbed(qtbot: QtBot, appearance: Appearance) -> None:
    turns = TurnList(appearance)
    qtbot.addWidget(turns)
    turns.resize(700, 300)
    turns.show()
    turn = turns.add_turn("How long?")
    turn.set_sources(SOURCES)
    turn.add_text(PARAGRAPH * 24)
    qtbot.waitUntil(lambda: turns.verticalScrollBar().value() > 300)
    turns.verticalScrollBar().setValue(200)
    known = checked(PARAGRAPH * 24, len(PARAGRAPH) * 24 - 4)
    turn.show_checked(known)
    turn.add_text(PARAGRAPH * 3)
    qtbot.waitUntil(lambda: len(turn.answer_view.chip_rects()) > 20)
    qtbot.wait(20)
    assert turns.verticalScrollBar().value() == 200


def test_a_warning_above_the_answer_does_not_move_what_is_read(qtbot: QtBot, appearance: Appearance) -> None:
    turns = TurnList(appearance)
    qtbot.addWidget(turns)
    turns.resize(700, 300)
    turns.show()
    turn = turns.add_turn("How long?")
    turn.set_sources(SOURCES)
    turn.add_text(PARAGRAPH * 24)
    bar = turns.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() > 300)
    bar.setValue(200)

    def height() -> int:
        return turn.answer_view.mapTo(turns, QPoint(0, 0)).y()

    before = height()
    sentences = (CheckedSentence(0, 28, Verdict.NOT_SAID, (), ((0, 28),)),)
    warned = Answer("q", PARAGRAPH * 24, (), SOURCES, "small", extractive=False, notice="Hm.", sentences=sentences)
    turn.show_answer(warned)
    qtbot.waitUntil(lambda: bar.value() > 220)
    assert height() == before


@pytest.mark.slow
def test_updates_of_a_long_answer_are_quick(view: AnswerView) -> None:
    text = PARAGRAPH * (5_000 // len(PARAGRAPH.split()))
    sentences, citations = verdicts(text)
    taken = []
    for end in range(len(text) - 6_000, len(text), 120):
        some = [one for one in sentences if one.end < end - 20]
        cited = [one for one in citations if one.answer_end < end - 20]
        start = time.thread_time()
        view.stream_text(text[:end], SOURCES, cited, some, force=True)
        taken.append(time.thread_time() - start)
    taken.sort()
    assert taken[len(taken) // 2] < 0.016


def verdicts(text: str) -> tuple[list[CheckedSentence], list[Citation]]:
    """Verdicts on a text of equal paragraphs."""
    one = align(PARAGRAPH, SOURCES)
    text_of_one = PARAGRAPH.rstrip()
    starts = range(0, len(text), len(PARAGRAPH))
    sentences = [
        CheckedSentence(place + text_of_one.index(words), place + text_of_one.index(words) + 20, Verdict.NOT_SAID)
        for place in starts
        for words in ("The notice", "It starts", "Owls")
    ]
    citations = [replace(one.citations[0], answer_start=place, answer_end=place + len(FIRST) - 2) for place in starts]
    return sentences, citations
