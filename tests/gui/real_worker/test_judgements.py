"""A person says in the window that an answer is wrong, shows what is right, asks again, and forgets it."""

from pathlib import Path

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

    def understood() -> bool:
        info = window.library_pane.current_library()
        return info is not None and info.files == 3 and 0 < info.nodes == info.nodes_embedded

    qtbot.waitUntil(understood, timeout=LONG)
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
