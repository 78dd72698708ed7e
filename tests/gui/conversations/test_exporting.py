"""Copying and exporting answers and conversations in the window."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Answer, CheckedSentence, Verdict
from desktop_rag.gui.chat.turn_view import TurnView
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import Notice
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import choose_for_answer, click, find
from tests.helpers.script import citation, source
from tests.helpers.scripted_worker import ScriptedWorker

pytestmark = pytest.mark.usefixtures("english")
Open = Callable[[], MainWindow]
ONE = source(1)
TEXT = "It is **30 days**. [1] It never ends. <b>x</b>"
ANSWER = Answer(
    "How long?",
    TEXT,
    (citation(ONE, 0, 18),),
    (ONE,),
    "small",
    extractive=False,
    sentences=(
        CheckedSentence(0, 18, Verdict.SUPPORTED, citation=1),
        CheckedSentence(23, 37, Verdict.NOT_SAID, ("No passage says this.",), ((23, 37),)),
    ),
)


@pytest.fixture
def turn(qtbot: QtBot, appearance: Appearance) -> TurnView:
    view = TurnView(appearance, "How long?")
    qtbot.addWidget(view)
    view.show()
    view.show_answer(ANSWER)
    return view


def clipboard() -> QMimeData:
    return QGuiApplication.clipboard().mimeData()


def test_copying_offers_formatted_text_and_plain_text_with_numbered_references(qtbot: QtBot, turn: TurnView) -> None:
    click(qtbot, turn, "copy_button")
    assert clipboard().text().splitlines()[:4] == [
        "It is 30 days. [1] ⟦It never ends.⟧ <b>x</b>",
        "",
        "References:",
        "[1] lease.pdf, page 3: “The notice period is 30 days.” Supported.",
    ]
    page = clipboard().html()
    assert "<b>30 days</b>" in page
    assert "<sup>[1]</sup>" in page
    assert "&lt;b&gt;x&lt;/b&gt;" in page
    assert "<a " not in page
    assert "underline" in page


def test_copying_without_references_leaves_the_words(turn: TurnView) -> None:
    choose_for_answer(turn, "Copy without references")
    assert clipboard().text() == "It is 30 days. It never ends. <b>x</b>\n"
    assert "[1]" not in clipboard().html()
    choose_for_answer(turn, "Copy as Markdown")
    first, note, _ = clipboard().text().split("\n\n")
    assert first == r"It is **30 days**.[^1] ⟦It never ends.⟧ \<b\>x\</b\>"
    assert note.startswith("[^1]: lease.pdf, page 3")


def test_an_answer_is_exported_where_the_person_says(
    qtbot: QtBot,
    open_window: Open,
    scripted: ScriptedWorker,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scripted.add_library("Papers")
    scripted.add_conversation("c1", "Papers", 'How "long"?', ())
    window = open_window()
    qtbot.waitUntil(lambda: window.library_pane.conversations.model.rowCount() == 2)
    proposed: list[str] = []
    chosen = [str(tmp_path / "mine"), "PDF (*.pdf)"]

    def dialog(_parent: object, _title: str, name: str, _kinds: str) -> tuple[str, str]:
        proposed.append(Path(name).name)
        return chosen[0], chosen[1]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", dialog)
    window.library_pane.conversations.choose("c1")
    find(window, QAction, "conversation.export").trigger()
    target = tmp_path / "mine.pdf"
    qtbot.waitUntil(lambda: bool(scripted.called("exports.conversation")))
    (call,) = scripted.called("exports.conversation")
    assert (*call, call.replace, call.full_paths) == ("c1", target, True, False)
    notice = find(window, Notice, "chat_notice")
    qtbot.waitUntil(lambda: notice.accessibleName() == "Exported to “mine.pdf”.")
    assert proposed == ["How long.docx"]

    turn = window.chat_pane.turns.add_turn("Why?")
    turn.show_answer(replace(ANSWER, question="Why?"))
    scripted.export_error = UserError("The disk is full.", "Make room.")
    chosen[:] = [str(tmp_path / "a.MD"), ""]
    choose_for_answer(turn, "Export answer…")
    qtbot.waitUntil(lambda: bool(scripted.called("exports.answer")))
    (call,) = scripted.called("exports.answer")
    assert call.answer.text == TEXT
    assert (call.library, call.target, call.replace, call.full_paths) == ("Papers", tmp_path / "a.MD", True, False)
    qtbot.waitUntil(lambda: notice.accessibleName() == "The disk is full. Make room.")

    chosen[:] = ["", ""]
    before = len(scripted.calls)
    find(window, QAction, "answer.export").trigger()
    assert proposed[-1] == "Why.docx"
    assert len(scripted.calls) == before
