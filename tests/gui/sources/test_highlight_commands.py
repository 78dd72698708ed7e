"""Copies with highlights from the menus of pages and answers: what is written for which file, and what is told."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.highlights import Highlight
from desktop_rag.core.results.mentions import FileMentions, Mention, MentionCounts, MentionQuery
from desktop_rag.gui.all_documents.find_all import FindAllSection
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import ask, find
from tests.helpers.script import citation, hits, source
from tests.helpers.scripted_worker import ScriptedWorker

QUOTE = "The notice period is 30 days."
QUESTION = "How long is the notice period?"
pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def window(open_window: Callable[[], MainWindow], scripted: ScriptedWorker) -> MainWindow:
    scripted.add_library("Papers", files=3)
    return open_window()


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that the person chooses."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "copy.pdf"), "PDF (*.pdf)"))
    return tmp_path / "copy.pdf"


def saved(qtbot: QtBot, scripted: ScriptedWorker) -> tuple[str, str, tuple[Highlight, ...], Path]:
    qtbot.waitUntil(lambda: bool(scripted.called("highlights.save")))
    library, file, highlights, target, *_ = scripted.called("highlights.save")[-1]
    return library, file, highlights, target


def test_the_menu_of_a_page_saves_what_the_answer_cites_in_it(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker, target: Path
) -> None:
    turn = ask(qtbot, window, QUESTION)
    assert turn.answer is not None
    cited = turn.answer.citations[0]
    shown = next(one for one in turn.sources if one.file == cited.file)
    window.page_commands.open_citation(turn.sources, shown, cited, chosen=True)
    scripted.highlights_notice = "Places not found in the file as it is now: 1."
    find(window.source_pane.viewer, QAction, "save_highlights").trigger()
    library, file, highlights, where = saved(qtbot, scripted)
    assert (library, file, where) == ("Papers", cited.file, target)
    assert (highlights[0].page, highlights[0].quote) == (cited.page, cited.quote)
    assert highlights[0].note.startswith(QUESTION)
    notice = window.source_pane.viewer.notice
    qtbot.waitUntil(lambda: "Saved “copy.pdf” with" in notice.message())
    assert "Places not found" in notice.message()


def test_other_files_than_pdfs_offer_no_copy(qtbot: QtBot, window: MainWindow) -> None:
    viewer = window.source_pane.viewer
    action = find(viewer, QAction, "save_highlights")
    for file, offered in (("/docs/a.pdf", True), ("/docs/a.txt", False), ("/docs/a.epub", False), ("/a.PDF", True)):
        viewer.show_source(source(file=file), None)
        assert action.isVisible() is offered


def test_the_menu_of_an_answer_saves_a_copy_of_each_pdf_into_a_folder(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = ask(qtbot, window, QUESTION)
    assert turn.answer is not None
    one, other, text = source(1), source(2, "/old/lease.pdf"), source(3, "/docs/notes.txt")
    citations = (citation(one, 0, 5), citation(other, 6, 9), citation(one, 9, 12), citation(text, 12, 15))
    turn.answer = replace(turn.answer, sources=(one, other, text), citations=citations)
    (tmp_path / "lease – highlights.pdf").write_bytes(b"there already")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    window.chat_pane.highlights_wanted.emit(turn)
    qtbot.waitUntil(lambda: len(scripted.called("highlights.save")) == 2)
    first, second = scripted.called("highlights.save")
    assert (first[1], len(first[2])) == ("/docs/lease.pdf", 2)
    assert (second[1], len(second[2])) == ("/old/lease.pdf", 1)
    assert first[3] == tmp_path / "lease – highlights (2).pdf"
    notice = window.chat_pane.notice
    qtbot.waitUntil(lambda: "Saved 2 copies with highlights" in notice.accessibleName())


def test_all_mentions_of_a_file_and_all_hits_of_a_search_are_highlighted(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker, target: Path
) -> None:
    found = source(1)
    mention = Mention(found, found.start + 4, found.start + 17, ((4, 17),))
    query = MentionQuery("notice period")
    scripted.mention_counts = MentionCounts(query, (), (FileMentions(found.file, 2),), (), (), (), (), ())
    scripted.mentions_found[found.file] = (mention, replace(mention, start=found.start + 40, end=found.start + 50))
    window.actions_table["view.all_documents"].trigger()
    section = find(window, FindAllSection, "find_all")
    section.edit.setText("notice period")
    QTest.keyClick(section.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: section.list.rows.rowCount() == 2)
    section.list.setCurrentIndex(section.list.rows.index(1))
    section.list.act(section.list.rows._rows[1], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.source_pane.opened is not None)
    window.actions_table["document.highlights"].trigger()
    _, file, highlights, _ = saved(qtbot, scripted)
    assert file == found.file
    assert [(one.start, one.quote, one.note) for one in highlights] == [
        (found.start + 4, "notice period", "notice period"),
        (found.start + 40, "notice period", "notice period"),
    ]
    scripted.find = lambda query, mode: (hits("/docs/lease.pdf", 2),)
    window.page_commands.show_search()
    window.search_pane.search_for("notice")
    qtbot.waitUntil(lambda: len(window.search_pane.list.results.files()) == 1)
    passages = [one.source for one in window.search_pane.list.results.files()[0].passages]
    window.search_pane.passage_shown.emit(passages[0], True)
    window.actions_table["document.highlights"].trigger()
    qtbot.waitUntil(lambda: len(scripted.called("highlights.save")) == 2)
    assert [(one.page, one.quote, one.note) for one in saved(qtbot, scripted)[2]] == [
        (one.page, one.text, "notice") for one in passages
    ]


def test_what_goes_wrong_is_told_above_the_page(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker, target: Path
) -> None:
    shown = source()
    window.source_pane.show_citation((shown,), shown, None)
    window.panes.show_sources(show=True)
    scripted.export_error = UserError("Whoever made this PDF does not allow comments in it.", "Ask for another.")
    window.actions_table["document.highlights"].trigger()
    notice = window.source_pane.viewer.notice
    qtbot.waitUntil(lambda: "does not allow comments" in notice.message())
