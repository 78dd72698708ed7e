"""Checking a text in the window: marks and findings while it is checked, pages, decisions, editing, long texts."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QGuiApplication, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.packs import PackCheck
from desktop_rag.core.results.text_checks import BY_THESE_FILES, DecisionKind, FindingDecision
from desktop_rag.gui.drafts.draft_words import Group, key_of
from desktop_rag.gui.drafts.page import DraftPane
from desktop_rag.gui.packs.dialog import PackDialog
from desktop_rag.gui.shell.file_drops import DropOverlay
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import click, find
from tests.helpers.scripted_worker import ScriptedWorker

pytestmark = pytest.mark.usefixtures("english")
NOTICE, MONTHS, MOON = "The notice period is 60 days", "It starts on the first", "The moon 🌙 is of iron [1]"
DRAFT = f"{NOTICE}. {MOON}. {MONTHS}.\n\nThe notice period is 40 days."
Key = Qt.Key
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(open_window: Callable[[], MainWindow], scripted: ScriptedWorker) -> Iterator[MainWindow]:
    scripted.add_library("Contracts", files=3)
    scripted.verdicts = {
        NOTICE: Verdict.CONTRADICTED,
        MONTHS: Verdict.SUPPORTED,
        "The notice period is 40 days": Verdict.CONTRADICTED,
    }
    window = open_window()
    window.activateWindow()
    yield window
    scripted.checks_may_go_on.set()


@pytest.fixture
def page(qtbot: QtBot, window: MainWindow) -> DraftPane:
    qtbot.keyClick(window, Key.Key_4, CONTROL)
    page = window.page_commands.draft
    assert page is not None
    assert page.edit.hasFocus()
    return page


def paste(qtbot: QtBot, page: DraftPane, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    qtbot.keyClick(page.edit, Key.Key_V, CONTROL)
    qtbot.waitUntil(lambda: not page.edit.is_loading)


def wait(qtbot: QtBot, page: DraftPane) -> None:
    """Wait until all of a text is checked, and shown."""
    qtbot.waitUntil(lambda: page._job is None and not page._taking.isActive() and not page._arrived)
    qtbot.wait(20)


def check(qtbot: QtBot, page: DraftPane, text: str = DRAFT) -> None:
    paste(qtbot, page, text)
    qtbot.keyClick(page.edit, Key.Key_Return, CONTROL)
    wait(qtbot, page)


def marks(page: DraftPane) -> dict[str, QTextCharFormat]:
    """Return how words of the text look, by the words."""
    return {one.cursor.selectedText(): QTextCharFormat(one.format) for one in page.edit.extraSelections()}


def shown(page: DraftPane) -> list[str]:
    rows = (page.list.rows.row(place) for place in range(page.list.rows.rowCount()))
    return [row.text for row in rows if row is not None]


def drop(page: DraftPane, data: QMimeData) -> None:
    action, button, key = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(page, QDragEnterEvent(QPoint(50, 50), action, data, button, key))
    assert page._overlay.text() == "Drop to check this text"
    QApplication.sendEvent(page, QDropEvent(QPointF(50, 50), action, data, button, key))


def test_each_sentence_is_marked_listed_and_counted(qtbot: QtBot, page: DraftPane) -> None:
    check(qtbot, page)
    qtbot.waitUntil(lambda: len(marks(page)) == 6)
    style = QTextCharFormat.UnderlineStyle
    looks = {words: form.underlineStyle() for words, form in marks(page).items()}
    assert (looks[NOTICE], looks[MOON], looks[MONTHS]) == (
        style.WaveUnderline, style.DotLine, style.SingleUnderline,
    )  # fmt: skip
    assert marks(page)["60 days"].foreground().color() == QColor("#B3261E")
    assert shown(page) == [NOTICE, MOON, "The notice period is 40 days"]
    counts = {group: chip.text() for group, chip in page.chips.items() if chip.isVisible()}
    assert counts == {
        Group.REVIEW: "To review 3",
        Group.CONTRADICTED: "Contradicted 2",
        Group.NOT_SAID: "Nothing found 1",
        Group.SUPPORTED: "Supported 1",
        Group.INNER: "Inside the text 1",
    }
    click(qtbot, page, "draft_supported")
    assert shown(page) == [MONTHS]
    status = find(page, QLabel, "draft_status").text()
    assert status == f"Library “Contracts”, 2 files. 1 more could not be read. {BY_THESE_FILES}"


def test_keys_lead_to_each_finding_and_its_page(qtbot: QtBot, window: MainWindow, page: DraftPane) -> None:
    check(qtbot, page)
    qtbot.keyClick(page.edit, Key.Key_F8)
    assert find(page, QLabel, "draft_verdict").text() == "Contradicted"
    assert find(page, QLabel, "draft_reasons").text() == "The source says 30 days."
    assert find(page, QLabel, "draft_differs").text() == "In the text: “60 days”"
    assert find(page, QLabel, "draft_passage_quote").text() == "The notice period is 30 days."
    qtbot.keyClick(page.list, Key.Key_Return)
    qtbot.waitUntil(lambda: window.source_pane.opened is not None)
    viewer = window.source_pane.viewer
    source, citation = viewer.source(), viewer.citation()
    assert source is not None
    assert citation is not None
    assert (source.file, citation.quote) == ("/docs/lease.pdf", "The notice period is 30 days.")
    qtbot.keyClick(page.list, Key.Key_F8)
    assert find(page, QLabel, "draft_own_0").text() == "[1] This source is not among the files."
    qtbot.keyClick(page.list, Key.Key_F8, SHIFT)
    qtbot.keyClick(page.list, Key.Key_F8, SHIFT)
    assert page.edit.textCursor().position() == page.edit.toPlainText().index("The notice period is 40") + 1  # 🌙: two
    qtbot.keyClick(page.list, Key.Key_Escape)
    assert page.edit.hasFocus()
    place = page.edit.cursorRect().center() + QPoint(20, 0)
    page.list.setCurrentIndex(page.list.rows.index(0))
    qtbot.mouseClick(page.edit.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert page.chosen_words() == "The notice period is 40 days"


def test_a_decision_is_kept_and_can_be_taken_back(qtbot: QtBot, page: DraftPane, scripted: ScriptedWorker) -> None:
    check(qtbot, page)
    qtbot.keyClick(page.edit, Key.Key_F8)
    qtbot.keyClicks(find(page, QLineEdit, "draft_note"), "They agreed")
    click(qtbot, page, "draft_accept_button")
    qtbot.waitUntil(lambda: scripted.decisions == {NOTICE: FindingDecision(DecisionKind.ACCEPTED, "They agreed")})
    assert shown(page) == [MOON, "The notice period is 40 days"]
    assert page.chosen_words() == MOON
    qtbot.keyClick(page.list, Key.Key_Delete)
    qtbot.waitUntil(lambda: MOON in scripted.decisions)
    qtbot.keyClick(page.edit, Key.Key_Return, CONTROL)
    wait(qtbot, page)
    click(qtbot, page, "draft_decided")
    assert shown(page) == [NOTICE, MOON]
    page.list.setCurrentIndex(page.list.rows.index(0))
    assert find(page, QLabel, "draft_decision").text() == "Sentence accepted: They agreed"
    click(qtbot, page, "draft_undo_button")
    qtbot.waitUntil(lambda: scripted.decisions[NOTICE] is None)
    assert shown(page) == [MOON]
    scripted.decision_error = UserError("The library cannot be written.", "Close it elsewhere.")
    click(qtbot, page, "draft_undo_button")
    qtbot.waitUntil(page.notice.isVisible)
    assert shown(page) == [MOON]


def test_what_does_not_fit_is_decided_counted_and_listed_like_sentences(
    qtbot: QtBot, page: DraftPane, scripted: ScriptedWorker
) -> None:
    text = f"# 1 Why\n\n{MOON}. There are three reasons:\n\n- The moon\n- The sun\n\n# 2 How\n\nSee section 4.\n"
    check(qtbot, page, text)
    counts = partial(lambda: {group: chip.text() for group, chip in page.chips.items() if chip.isVisible()})
    assert counts()[Group.INNER] == "Inside the text 2"
    click(qtbot, page, "draft_inner")
    qtbot.keyClick(page.edit, Key.Key_F8)
    assert page.edit.textCursor().selectedText() == "three reasons"
    assert find(page, QLabel, "draft_verdict").text() == "Number doesn't fit the list"
    assert find(page, QLabel, "draft_reasons").text() == "The text announces 3, and 2 follow."
    assert find(page, QLabel, "draft_differs").text() == "In the text: “There are three reasons:”"
    qtbot.keyClicks(find(page, QLineEdit, "draft_note"), "The third one follows")
    assert find(page, QPushButton, "draft_accept_button").text() == "Accept text"
    click(qtbot, page, "draft_accept_button")
    accepted = FindingDecision(DecisionKind.ACCEPTED, "The third one follows")
    qtbot.waitUntil(lambda: scripted.decisions == {"three reasons": accepted})
    assert shown(page) == ["section 4"]  # which is chosen now
    qtbot.keyClick(page.list, Key.Key_Delete)
    qtbot.waitUntil(lambda: scripted.decisions.get("section 4") == FindingDecision(DecisionKind.DISMISSED))
    assert find(page, QLabel, "draft_empty").text() == "Nothing is in this group."
    click(qtbot, page, "draft_review")
    qtbot.keyClick(page.edit, Key.Key_F8)
    click(qtbot, page, "draft_accept_button")
    qtbot.keyClick(page.edit, Key.Key_Return, CONTROL)
    wait(qtbot, page)
    assert Group.INNER not in counts()
    assert counts()[Group.DECIDED] == "Decided 3"
    click(qtbot, page, "draft_decided")
    assert len(shown(page)) == 3
    assert shown(page)[1:] == ["three reasons", "section 4"]  # in the order of the text
    page.list.choose(key_of(page.edit.checked.inner()[0]))
    assert find(page, QLabel, "draft_decision").text() == "Text accepted: The third one follows"
    click(qtbot, page, "draft_undo_button")
    qtbot.waitUntil(lambda: scripted.decisions["three reasons"] is None)
    assert counts()[Group.INNER] == "Inside the text 1"
    cursor = page.edit.textCursor()
    cursor.setPosition(page.edit.toPlainText().index("ree reasons"))
    page.edit.setTextCursor(cursor)
    qtbot.keyClicks(page.edit, "x")
    qtbot.waitUntil(lambda: Group.INNER not in counts())


def test_editing_moves_the_marks_and_an_edited_sentence_has_none(qtbot: QtBot, page: DraftPane) -> None:
    check(qtbot, page)
    cursor = page.edit.textCursor()
    cursor.setPosition(len(NOTICE) - len("60 days"))
    cursor.setPosition(len(NOTICE) - len("0 days"), QTextCursor.MoveMode.KeepAnchor)
    page.edit.setTextCursor(cursor)
    qtbot.keyClicks(page.edit, "350")
    qtbot.waitUntil(lambda: NOTICE not in shown(page))
    qtbot.waitUntil(lambda: set(marks(page)) == {MOON, MONTHS, "The notice period is 40 days", "40 days"})
    assert page._progress.full_text() == "The text has changed. What you changed is not checked yet."


def test_a_check_is_stopped_and_continued(qtbot: QtBot, page: DraftPane, scripted: ScriptedWorker) -> None:
    scripted.checks_may_go_on.clear()
    paste(qtbot, page, DRAFT)
    click(qtbot, page, "draft_check_button")
    qtbot.waitUntil(lambda: shown(page) == [NOTICE])
    assert page._progress.full_text() == "Checking: 1 of 4 sentences"
    qtbot.keyClick(page.edit, Key.Key_Escape)
    assert page._progress.full_text() == "Stopped after 1 of 4 sentences."
    assert shown(page) == [NOTICE]
    scripted.checks_may_go_on.set()
    assert find(page, QPushButton, "draft_check_button").text() == "Continue"
    click(qtbot, page, "draft_check_button")
    qtbot.waitUntil(lambda: len(shown(page)) == 3)


def test_the_clipboard_is_checked_at_once_and_the_text_before_comes_back(
    qtbot: QtBot, window: MainWindow, page: DraftPane
) -> None:
    paste(qtbot, page, "What was here.")
    QGuiApplication.clipboard().setText(DRAFT)
    window.actions_table["check.clipboard"].trigger()
    qtbot.waitUntil(lambda: len(shown(page)) == 3)
    click(qtbot, page, "draft_text_undo")
    assert page.edit.toPlainText() == "What was here."
    QGuiApplication.clipboard().clear()
    window.actions_table["check.clipboard"].trigger()
    assert find(page.notice, QLabel, "notice_message").text() == "The clipboard has no text."
    assert page.edit.toPlainText() == "What was here."


def test_files_and_words_are_dropped_on_it(qtbot: QtBot, page: DraftPane, tmp_path: Path) -> None:
    (tmp_path / "draft.txt").write_text(DRAFT, encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "draft.txt"))])
    drop(page, data)
    qtbot.waitUntil(lambda: page.edit.toPlainText() == DRAFT)
    words = QMimeData()
    words.setText("Words of a mail.")
    drop(page, words)
    assert page.edit.toPlainText() == "Words of a mail."
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / name)) for name in ("draft.txt", "other.txt")])
    drop(page, data)
    assert find(page.notice, QLabel, "notice_message").text() == "One file can be checked at a time."


def test_the_evidence_pack_of_what_was_found_is_written(
    qtbot: QtBot, page: DraftPane, scripted: ScriptedWorker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    push = find(page, QPushButton, "draft_pack_button")
    assert not push.isVisible()
    check(qtbot, page)
    qtbot.keyClick(page.edit, Key.Key_F8)
    click(qtbot, page, "draft_accept_button")
    proposed: list[str] = []

    def choose(*asked: object) -> tuple[str, str]:
        proposed.append(Path(str(asked[2])).name)
        return str(tmp_path / "proof"), "Evidence pack (PDF) (*.pack.pdf)"

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    click(qtbot, page, "draft_pack_button")
    qtbot.waitUntil(page.notice.isVisible)
    assert page.notice.accessibleName() == "Saved to “proof.pack.pdf”."
    (call,) = scripted.called("packs.text")
    assert (proposed, call.target, call.title, call.sign) == (["Checked text"], tmp_path / "proof.pack.pdf", "", None)
    assert (call.found.text, call.found.sentences[0].decision) == (DRAFT, FindingDecision(DecisionKind.ACCEPTED))
    qtbot.keyClicks(page.edit, "x")
    assert not push.isVisible()  # it would prove another text


def test_a_pack_that_is_dropped_on_it_is_verified(
    qtbot: QtBot, window: MainWindow, page: DraftPane, scripted: ScriptedWorker, tmp_path: Path
) -> None:
    scripted.pack_check = PackCheck("", is_whole=False, problem="It was changed after it was made.")
    (pack := tmp_path / "proof.pack.html").write_text("a pack", encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(pack))])
    action, push, key = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(page, QDragEnterEvent(QPoint(50, 50), action, data, push, key))
    assert find(window, DropOverlay, "drop_overlay").text() == "Drop to verify the evidence pack"
    assert not page._overlay.isVisible()
    QApplication.sendEvent(window, QDropEvent(QPointF(600, 300), action, data, push, key))
    qtbot.waitUntil(lambda: bool(window.findChildren(PackDialog)))
    assert page.edit.toPlainText() == ""


def test_a_text_of_five_hundred_pages_holds_nobody_up(qtbot: QtBot, page: DraftPane) -> None:
    text = "\n\n".join(
        f"{NOTICE}. {'It is said here at some length that the days are many. ' * 8}" for _ in range(2_000)
    )
    assert len(text) > 900_000
    gaps, last = list[float](), time.perf_counter()

    def turns() -> bool:
        nonlocal last
        gaps.append(time.perf_counter() - last)
        last = time.perf_counter()
        return not page.edit.is_loading

    page.edit.load(text)
    qtbot.waitUntil(turns)
    assert sorted(gaps)[len(gaps) // 2] < 0.016 * 3
    assert page.edit.toPlainText() == text
    page.check()
    qtbot.waitUntil(lambda: page._done == 18_000, timeout=60_000)
    wait(qtbot, page)
    assert page.list.rows.rowCount() == 18_000
    for act in (page.edit._mark, page._show_findings, partial(page.edit.textCursor().insertText, "x")):
        taken = list[float]()
        for _ in range(3):
            started = time.thread_time()
            act()
            taken.append(time.thread_time() - started)
        assert min(taken) < 0.016 * 3
    assert 0 < len(page.edit.extraSelections()) < 200
    qtbot.waitUntil(lambda: page.list.rows.rowCount() == 17_999)  # the first sentence was edited
    page.edit.moveCursor(QTextCursor.MoveOperation.End)
    page.previous_finding()
    assert page.list.currentIndex().row() == 17_998
    seen = page.list.viewport().rect()
    qtbot.waitUntil(lambda: seen.contains(page.list.visualRect(page.list.currentIndex()).center()))
    for _ in range(4):
        page.edit.undo()
    assert page.edit.toPlainText() == ""
