"""The window on the real worker: a file dropped on the conversation is read, asked and shown."""

import zipfile
from pathlib import Path

import pymupdf
import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.libraries import ATTACHED
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import drop
from tests.gui.real_worker.test_answers import LONG, ask, click_citation, fill
from tests.helpers.pages import pdf_of

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


def test_a_file_dropped_on_the_conversation_is_asked_and_its_text_shown(
    qtbot: QtBot, window: MainWindow, reports: Path, tmp_path: Path
) -> None:
    fill(qtbot, window, reports)
    file = tmp_path / "otters.txt"
    file.write_text("Otters sleep ten hours a day, and badgers dig at night.", encoding="utf-8")
    drop(window, [file], QPointF(700, 700))
    ask(qtbot, window, "How long do otters sleep?", lambda text: "ten hours" in text)
    turn = window.chat_pane.turns.turns()[-1]
    qtbot.waitUntil(lambda: turn.answer is not None, timeout=LONG)
    place = next(number for number, one in enumerate(turn.citations) if Path(one.file) == file)
    click_citation(qtbot, window, place)
    text = window.source_pane.viewer.text.document
    qtbot.waitUntil(lambda: "badgers dig at night" in text.toPlainText(), timeout=LONG)
    source = window.source_pane.viewer.source()
    assert source is not None
    assert source.library == f"{ATTACHED}{window.chat_pane.conversation_id}"
    assert window.library_pane.libraries.names() == ["Reports"]


def test_a_file_is_asked_in_a_library_without_files(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    window.adder.create("Empty")
    question = window.chat_pane.question
    qtbot.waitUntil(lambda: question.isVisible() and question.isEnabled(), timeout=LONG)
    file = tmp_path / "otters.txt"
    file.write_text("Otters sleep ten hours a day, and badgers dig at night.", encoding="utf-8")
    drop(window, [file], QPointF(700, 700))
    ask(qtbot, window, "How long do otters sleep?", lambda text: "ten hours" in text)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", ["file", "member"])
def test_the_cited_words_of_an_attached_file_are_marked_exactly(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, kind: str
) -> None:
    said = "The boiler is serviced every eighteen months by Thermo Ltd."
    pdf = pdf_of(tmp_path / "boiler.pdf", "<p>Cover.</p>", f"<p>The boiler is in the cellar. {said} It is red.</p>")
    attached = pdf
    if kind == "member":
        attached = tmp_path / "boiler.zip"
        with zipfile.ZipFile(attached, "w") as archive:
            archive.write(pdf, "papers/boiler.pdf")
    window.adder.create("Empty")
    question = window.chat_pane.question
    qtbot.waitUntil(lambda: question.isVisible() and question.isEnabled(), timeout=LONG)
    drop(window, [attached], QPointF(700, 700))
    ask(qtbot, window, "How often is the boiler serviced?", lambda text: "eighteen months" in text)
    click_citation(qtbot, window)
    navigator = window.source_pane.viewer.pages.navigator
    qtbot.waitUntil(lambda: bool(navigator.marks.cited), timeout=LONG)
    with pymupdf.open(pdf) as document:
        words = document[1].search_for(window.chat_pane.turns.turns()[-1].citations[0].quote)
    assert navigator.marks.page == 2
    assert len(navigator.marks.cited) == len(words)
    for box, rect in zip(navigator.marks.cited, words, strict=True):
        assert box == pytest.approx(tuple(rect), abs=1.5)
