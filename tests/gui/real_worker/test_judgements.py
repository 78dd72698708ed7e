"""A person says in the window that an answer is wrong, shows what is right, asks again, and forgets it."""

from pathlib import Path

import pymupdf
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.sources.source_list import SourceList
from desktop_rag.gui.test_questions.dialog import QuestionSetDialog
from desktop_rag.gui.widgets.basics import Notice
from tests.gui.person import drop, find

LONG = 60_000
pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]
QUESTION = "What is the notice period of the flat?"
RIGHT = "Either party may end this agreement by giving eight weeks' warning in writing."
WRONG = "The notice period of the flat is three months."


@pytest.fixture
def flat(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> MainWindow:
    folder = tmp_path / "Flat"
    folder.mkdir()
    (folder / "lease.txt").write_text(f"Lease of the flat.\n\nThe rent is £1,150 per month.\n\n{RIGHT}\n", "utf-8")
    (folder / "old.txt").write_text(f"Earlier lease.\n\n{WRONG}\n", "utf-8")
    (folder / "garden.txt").write_text("The garden is watered twice a week. Roses are cut in March.", "utf-8")
    drop(window, [folder])
    qtbot.waitUntil(lambda: _is_ready(window, 3), timeout=LONG)
    qtbot.waitUntil(window.chat_pane.question.edit.isEnabled, timeout=LONG)
    return window


def ask(qtbot: QtBot, window: MainWindow) -> str:
    """Ask, and return the first quotation."""
    turns, count = window.chat_pane.turns.turns, len(window.chat_pane.turns.turns())
    qtbot.keyClicks(window.chat_pane.question.edit, QUESTION)
    qtbot.mouseClick(window.chat_pane.question.ask_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(turns()) > count and turns()[-1].answer is not None, timeout=LONG)
    answer = turns()[-1].answer
    assert answer is not None
    return answer.citations[0].quote


def test_a_wrong_quotation_is_put_right_and_forgotten_again(qtbot: QtBot, flat: MainWindow) -> None:
    window = flat
    assert ask(qtbot, window) == WRONG
    turn = window.chat_pane.turns.turns()[-1]
    qtbot.mouseClick(find(turn, QToolButton, "wrong_answer_button"), Qt.MouseButton.LeftButton)
    button = find(window, QPushButton, "this_answers_button")
    qtbot.waitUntil(button.isVisible, timeout=LONG)
    cards, viewer = find(window, SourceList, "source_list"), window.source_pane.viewer
    lease = next(one for one in cards.sources.sources() if one.file.endswith("lease.txt"))
    if cards.sources.row_of(lease) < 0:
        cards.sources.toggle()
    cards.scrollTo(cards.sources.index(cards.sources.row_of(lease)))
    place = cards.visualRect(cards.sources.index(cards.sources.row_of(lease)))
    qtbot.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, pos=place.center())
    text = viewer.text.document
    qtbot.waitUntil(lambda: text.isVisible() and RIGHT in text.toPlainText(), timeout=LONG)
    text.setTextCursor(text.document().find("eight weeks' warning"))
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    told = find(turn, Notice, "judgement_notice")
    qtbot.waitUntil(lambda: "lease.txt" in told.accessibleName(), timeout=LONG)

    assert ask(qtbot, window) == RIGHT
    qtbot.waitUntil(lambda: "you" in getattr(viewer.source(), "found_by", ()), timeout=LONG)

    window.actions_table["library.test_questions"].trigger()
    dialog = window.findChildren(QuestionSetDialog)[-1]
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 1, timeout=LONG)
    dialog.table.selectRow(0)
    qtbot.mouseClick(find(dialog, QPushButton, "questions_remove_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 0, timeout=LONG)
    dialog.close()
    QApplication.processEvents()
    assert ask(qtbot, window) == WRONG


@pytest.mark.nightly(by_day="test_a_wrong_quotation_is_put_right_and_forgotten_again")
def test_words_selected_on_a_page_that_was_searched_for_answer_the_question(
    qtbot: QtBot, flat: MainWindow, tmp_path: Path
) -> None:
    window = flat
    document = pymupdf.open()
    document.new_page().insert_text((72, 200), "House rules of the yard.")
    document.new_page().insert_text((72, 200), "Whoever moves out tells the owner eight weeks ahead.")
    document.save(tmp_path / "rules.pdf")
    document.close()
    drop(window, [tmp_path / "rules.pdf"])
    qtbot.waitUntil(lambda: _is_ready(window, 4), timeout=LONG)
    ask(qtbot, window)
    turn = window.chat_pane.turns.turns()[-1]
    qtbot.mouseClick(find(turn, QToolButton, "wrong_answer_button"), Qt.MouseButton.LeftButton)
    button = find(window, QPushButton, "this_answers_button")
    qtbot.waitUntil(button.isVisible, timeout=LONG)
    window.actions_table["view.search"].trigger()
    qtbot.keyClicks(window.search_pane.box.edit, "whoever moves out")
    qtbot.waitUntil(lambda: window.search_pane.list.model().rowCount() > 0, timeout=LONG)
    qtbot.keyClick(window.search_pane.box.edit, Qt.Key.Key_Down)
    pages = window.source_pane.viewer.pages
    qtbot.waitUntil(lambda: pages.isVisible() and pages.selector.knows(2), timeout=LONG)
    assert button.isVisible()
    pages.view.setFocus()
    qtbot.keyClick(pages.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "Whoever moves out" in pages.selected_text(), timeout=LONG)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not button.isVisible(), timeout=LONG)
    window.actions_table["view.ask"].trigger()
    assert ask(qtbot, window) == "Whoever moves out tells the owner eight weeks ahead."
    job = window.chat_pane._bridge.worker.test_questions.read(window.chat_pane.overrides.library)
    (kept,) = job.result(60).questions
    assert kept.expected == ((str(tmp_path / "rules.pdf"), 2),)


def _is_ready(window: MainWindow, files: int) -> bool:
    info = window.library_pane.current_library()
    return info is not None and info.files == files and 0 < info.nodes == info.nodes_embedded
