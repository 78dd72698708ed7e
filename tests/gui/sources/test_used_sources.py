"""Sources in the order of use, and from a source back to the sentences that cite it, by mouse and keys."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.answers import Answer
from desktop_rag.gui.chat.answer_view import AnswerView
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.sources.source_list import SourceList
from desktop_rag.gui.widgets.basics import ElidedLabel
from tests.gui.person import ask, find
from tests.gui.sources.pages.person import passage_in_sight, position
from tests.helpers.script import citation, source
from tests.helpers.scripted_worker import ScriptedWorker

SOURCES = tuple(source(rank, f"/docs/{name}.pdf") for rank, name in enumerate(("one", "two", "three", "four"), 1))
TEXT = (
    "The rent is due [3]. Notice is 30 days [1]. It is paid in cash [3].\n\n"
    + "Nothing else.\n\n" * 40
    + "So be it [3]."
)
UNUSED = "Found but not used · 2"


ANSWER = Answer(
    "q",
    TEXT,
    (
        citation(SOURCES[2], 0, 15),
        citation(SOURCES[0], 21, 38),
        citation(SOURCES[2], 44, 62),
        citation(SOURCES[2], TEXT.index("So be"), TEXT.index("So be") + 8),
    ),
    SOURCES,
    "small",
    extractive=False,
)


@pytest.fixture
def window(open_window: Callable[[], MainWindow], scripted: ScriptedWorker) -> MainWindow:
    scripted.add_library("Papers")
    scripted.sources, scripted.answer = SOURCES, ANSWER
    return open_window()


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow) -> AnswerView:
    view = ask(qtbot, window).answer_view
    qtbot.waitUntil(lambda: len(view.chip_rects()) == 4)
    return view


def cards(window: MainWindow) -> SourceList:
    return find(window, SourceList, "source_list")


def listed(window: MainWindow) -> list[str]:
    model = cards(window).sources
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def press_row(qtbot: QtBot, window: MainWindow, text: str) -> None:
    view = cards(window)
    place = view.visualRect(view.sources.index(listed(window).index(text))).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def lit(view: AnswerView) -> list[str]:
    """The words that are lit up, those in sight in capitals."""
    strong = view._appearance.theme.color("sentence")
    found = []
    for selection in view.extraSelections():
        words = selection.cursor.selectedText()
        found.append(words.upper() if selection.format.background().color() == strong else words)
    return found


def said(window: MainWindow) -> str:
    return find(window, ElidedLabel, "sources_said").full_text()


def test_sources_are_in_the_order_of_use_and_the_others_folded(
    qtbot: QtBot, window: MainWindow, view: AnswerView
) -> None:
    used = ["three.pdf · page 3", "one.pdf · page 3", UNUSED]
    assert listed(window) == used
    press_row(qtbot, window, UNUSED)
    assert listed(window) == [*used, "two.pdf · page 3", "four.pdf · page 3"]
    press_row(qtbot, window, UNUSED)
    assert listed(window) == used
    cards(window).setFocus()
    qtbot.keyClick(cards(window), Qt.Key.Key_Right)
    assert len(listed(window)) == 5
    qtbot.keyClick(cards(window), Qt.Key.Key_Left)
    assert listed(window) == used


def test_sources_are_listed_as_found_until_it_is_known_which_are_used(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    scripted.answer_pieces = ["word "] * 200
    scripted.piece_seconds = 0.02
    window.chat_pane.ask("How long?")
    qtbot.waitUntil(lambda: len(listed(window)) == 4)
    assert listed(window)[0] == "one.pdf · page 3"
    window.chat_pane.stop()
    qtbot.waitUntil(lambda: listed(window)[0] == "three.pdf · page 3")


def test_a_click_on_the_passage_lights_up_its_sentences(qtbot: QtBot, window: MainWindow, view: AnswerView) -> None:
    press_row(qtbot, window, "three.pdf · page 3")
    browser = window.source_pane.viewer.pages
    qtbot.waitUntil(lambda: browser.isVisible() and browser.navigator.marks.page == 3)
    line = browser.navigator.marks.lines[0]
    qtbot.waitUntil(lambda: passage_in_sight(browser))
    at = position(browser, line[0] + 3, (line[1] + line[3]) / 2)
    qtbot.mouseClick(browser.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert said(window) == "Sentence 2 of 3"
    assert lit(view)[1] == "IT IS PAID IN CASH"


@pytest.mark.parametrize(
    ("answer", "rows"),
    [
        (replace(ANSWER, citations=()), ["Found but not used · 4", "one", "two", "three", "four"]),
        (replace(ANSWER, citations=(), text="", extractive=True, model=""), ["one", "two", "three", "four"]),
    ],
    ids=["nothing is cited", "a list of passages"],
)
def test_where_nothing_is_cited_nothing_is_hidden(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker, answer: Answer, rows: list[str]
) -> None:
    scripted.answer = answer
    ask(qtbot, window)
    assert [row.removesuffix(".pdf · page 3") for row in listed(window)] == rows


def test_a_source_lights_up_its_sentences_one_after_the_other(
    qtbot: QtBot, window: MainWindow, view: AnswerView
) -> None:
    bar = window.chat_pane.turns.verticalScrollBar()
    press_row(qtbot, window, "three.pdf · page 3")
    assert lit(view) == ["THE RENT IS DUE", "It is paid in cash", "So be it"]
    assert said(window) == "Sentence 1 of 3"
    top = bar.value()
    press_row(qtbot, window, "three.pdf · page 3")
    assert lit(view) == ["The rent is due", "IT IS PAID IN CASH", "So be it"]
    press_row(qtbot, window, "three.pdf · page 3")
    assert lit(view)[2] == "SO BE IT"
    assert bar.value() > top + 300, "the sentence was brought to sight"
    press_row(qtbot, window, "three.pdf · page 3")
    assert said(window) == "Sentence 1 of 3"
    press_row(qtbot, window, "one.pdf · page 3")
    assert lit(view) == ["NOTICE IS 30 DAYS"]
    press_row(qtbot, window, UNUSED)
    press_row(qtbot, window, "two.pdf · page 3")
    assert lit(view) == []
    assert said(window) == "No sentence of the answer uses this passage."


def test_the_keyboard_leads_from_a_source_to_its_sentences(qtbot: QtBot, window: MainWindow, view: AnswerView) -> None:
    cards(window).setFocus()
    cards(window).setCurrentIndex(cards(window).sources.index(0))
    qtbot.keyClick(cards(window), Qt.Key.Key_Return)
    assert said(window) == "Sentence 1 of 3"
    qtbot.keyClick(cards(window), Qt.Key.Key_Return)
    assert said(window) == "Sentence 2 of 3"
    window.actions_table["answer.use"].trigger()
    assert said(window) == "Sentence 3 of 3"
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.rect().center())
    assert lit(view) == []


def test_the_open_source_leads_back_with_a_button(qtbot: QtBot, window: MainWindow, view: AnswerView) -> None:
    button = find(window, QToolButton, "show_use_button")
    assert button.isVisible(), "the first citation is open"
    assert "Ctrl+Shift+J" in button.toolTip()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert said(window) == "Sentence 2 of 3"
    window.actions_table["view.search"].trigger()
    assert not button.isVisible()


def test_lines_with_the_marker_are_lit_where_no_sentences_are_known(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    scripted.answer = replace(ANSWER, citations=(), text="One thing [2].\n\nOther things [1] and [2].\n\nNo more.")
    view = ask(qtbot, window).answer_view
    press_row(qtbot, window, "two.pdf · page 3")
    assert [" ".join(words.split()).lower() for words in lit(view)] == ["one thing 2 .", "other things 1 and 2 ."]


def test_an_older_answer_lists_its_own_sources(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    old = ask(qtbot, window)
    scripted.answer = replace(ANSWER, citations=(citation(SOURCES[3], 0, 15),))
    ask(qtbot, window)
    assert listed(window)[:2] == ["four.pdf · page 3", "Found but not used · 3"]
    old.answer_view.citation_clicked.emit(1, 1)
    assert listed(window)[:3] == ["three.pdf · page 3", "one.pdf · page 3", UNUSED]
    assert cards(window).currentIndex().data() == "one.pdf · page 3"
    press_row(qtbot, window, "one.pdf · page 3")
    assert lit(old.answer_view) == ["NOTICE IS 30 DAYS"]


def test_f6_goes_from_area_to_area(qtbot: QtBot, window: MainWindow, view: AnswerView) -> None:
    window.activateWindow()
    find(window, QPlainTextEdit, "question_box").setFocus()
    been = []
    for _ in range(4):
        window.actions_table["view.next_area"].trigger()
        focused = QApplication.focusWidget() or window.focusWidget()
        assert focused is not None
        been.append(focused.objectName())
    assert been == ["answer_view", "source_list", been[2], "question_box"]
    assert been[2] not in ("question_box", "source_list")
    window.actions_table["view.previous_area"].trigger()
    window.actions_table["view.previous_area"].trigger()
    assert cards(window).hasFocus()
    window.panes.show_sources(show=False)
    window.actions_table["view.next_area"].trigger()
    assert find(window, QPlainTextEdit, "question_box").hasFocus() or view.hasFocus()
