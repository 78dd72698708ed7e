"""Watching in the window: answers, conversations, tables and texts; the notice, the line in the sidebar, the page."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QMenu, QMessageBox, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import PinsChanged, StoreChanged
from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.evidence_items import ItemState
from desktop_rag.core.results.pins import NewsKind, Pin, PinFinding, PinKind, PinNews
from desktop_rag.core.results.review import ReviewColumn, ReviewTable, TableDefinition
from desktop_rag.core.results.text_checks import EvidencePlace
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.watched.page import WatchedPane
from desktop_rag.gui.watched.watched_list import FindingRow, ThingRow
from tests.gui.person import ask, choose_for_answer, click, find
from tests.helpers.scripted_worker import ScriptedWorker

pytestmark = pytest.mark.usefixtures("english")
Key = Qt.Key
LEASE, LETTER = "/docs/lease.pdf", "/docs/letter.txt"
WAS, NOW = "The deposit is £1,900.", "The deposit is £2,400."


def finding(number: int, kind: NewsKind, state: ItemState, *, told: bool = False) -> PinFinding:
    file = LETTER if kind is NewsKind.NEW_FILE else LEASE
    was, now = ("", NOW) if kind is NewsKind.NEW_FILE else (WAS, NOW if state is ItemState.UNSUPPORTED else "")
    verdict = Verdict.CONTRADICTED if now else None
    news = PinNews(7, number, kind, "deposit?", f"{WAS[:-1]} {number}", "", state, file, was, now, verdict)
    before = EvidencePlace(LEASE, 2, "2", 5, 27, WAS)
    after = None if state is ItemState.FILE_GONE else EvidencePlace(file, 3, "3", 9, 31, now or WAS)
    return PinFinding(news, before, after, told)


PIN = Pin(7, PinKind.ANSWER, "How much is the deposit?", "Contracts", "c1", 1, 1_700_000_000.0, 4, broken=2)
BROKEN = finding(1, NewsKind.BROKEN, ItemState.UNSUPPORTED)
GONE = finding(2, NewsKind.BROKEN, ItemState.FILE_GONE, told=True)
AGAIN = finding(3, NewsKind.HOLDS_AGAIN, ItemState.SAME)
NEW = finding(4, NewsKind.NEW_FILE, ItemState.SAME)


@pytest.fixture
def window(qtbot: QtBot, open_window: Callable[[], MainWindow], scripted: ScriptedWorker) -> MainWindow:
    scripted.add_library("Contracts", files=3)
    scripted.add_library("Letters", files=3)
    window = open_window()
    window.library_pane.choose_library("Contracts")
    qtbot.waitUntil(lambda: ("Contracts",) in scripted.called("has_pins"))
    assert not scripted.called("pins.list_all")  # nothing is watched: its service is not even imported
    return window


def show_page(qtbot: QtBot, window: MainWindow, rows: int) -> WatchedPane:
    qtbot.keyClick(window, Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    page = window.page_commands.watched
    assert page is not None
    qtbot.waitUntil(lambda: page._job is None and page.list.rows.rowCount() == rows)
    return page


def tell(scripted: ScriptedWorker, library: str = "Contracts", broken: int = 1) -> None:
    """Tell as the check in the background does."""
    scripted.bus.emit(PinsChanged(0, library, broken, 0, 0))
    scripted.bus.emit(StoreChanged(0, frozenset({"pins"}), (library,)))


def row_of(page: WatchedPane, number: int) -> FindingRow:
    row = page.list.rows.row(number)
    assert isinstance(row, FindingRow)
    return row


def test_an_answer_is_watched_from_its_menu_and_no_longer(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    turn = ask(qtbot, window)
    choose_for_answer(turn, "Watch this answer")
    qtbot.waitUntil(window.chat_pane.notice.isVisible)
    said = window.chat_pane.notice.accessibleName()
    assert said.startswith("2 statements are watched. You are told once when a file no longer says so")
    called = scripted.called("pins.answer")[0]
    assert (called.name, called.conversation_id, called.turn) == ("Contracts", window.chat_pane.conversation_id, 1)
    line = find(turn, QLabel, "answer_line")
    qtbot.waitUntil(lambda: line.accessibleName().startswith("Watched · "))
    assert window.actions_table["answer.watch"].isChecked()
    assert not window.actions_table["conversation.watch"].isChecked()
    choose_for_answer(turn, "Watch this answer")
    qtbot.waitUntil(lambda: not line.accessibleName().startswith("Watched"))
    assert window.chat_pane.notice.accessibleName() == "It is no longer watched."
    assert scripted.pinned == ()


def test_an_answer_that_rests_on_nothing_stays_unwatched_and_says_why(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    scripted.pin_error = UserError("There is nothing here that rests on files.", "Watch another one.")
    ask(qtbot, window)
    window.actions_table["answer.watch"].trigger()
    qtbot.waitUntil(window.chat_pane.notice.isVisible)
    assert window.chat_pane.notice.accessibleName().startswith("There is nothing here that rests on files.")
    assert not window.actions_table["answer.watch"].isChecked()


def test_a_conversation_is_watched_from_its_context_menu(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    watch = window.actions_table["conversation.watch"]
    assert not watch.isEnabled()
    ask(qtbot, window)
    view = window.library_pane.conversations.view
    qtbot.waitUntil(lambda: view.model().rowCount() == 2)
    view.customContextMenuRequested.emit(view.visualRect(view.model().index(1, 0)).center())
    (menu,) = (menu for menu in window.findChildren(QMenu) if menu.isVisible())
    assert watch in menu.actions()
    assert watch.isEnabled()
    menu.close()
    watch.trigger()
    qtbot.waitUntil(lambda: watch.isChecked() and bool(scripted.pinned))
    assert (scripted.pinned[0].kind, scripted.pinned[0].turn) == (PinKind.CONVERSATION, 0)
    window.actions_table["conversation.new"].trigger()
    assert not watch.isChecked()
    assert not watch.isEnabled()


def test_a_table_is_watched_and_no_longer(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    fees = TableDefinition("Fees", (ReviewColumn("Deposit"),))
    scripted.tables_found = [ReviewTable("Contracts", fees, (), 0, 0)]
    window.page_commands.show_table("Fees")
    pages = window.page_commands.all_documents
    assert pages is not None
    watch = find(pages.table, QPushButton, "table_watch_button")
    qtbot.waitUntil(watch.isEnabled)
    assert (watch.text(), watch.isChecked()) == ("Watch", False)
    click(qtbot, pages.table, "table_watch_button")
    qtbot.waitUntil(lambda: watch.text() == "Watched")
    assert scripted.called("pins.table")[0].definition == fees
    assert pages.table.notice.accessibleName().startswith("2 statements are watched.")
    click(qtbot, pages.table, "table_watch_button")
    qtbot.waitUntil(lambda: watch.text() == "Watch")
    assert scripted.pinned == ()


def test_a_checked_text_is_watched_until_it_is_edited(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    window.actions_table["view.check"].trigger()
    page = window.page_commands.draft
    assert page is not None
    watch = find(page, QPushButton, "draft_watch_button")
    assert not watch.isVisible()
    page.show_text("The notice period is 60 days. It starts on the first.")
    qtbot.waitUntil(page.check_button.isEnabled)
    click(qtbot, page, "draft_check_button")
    qtbot.waitUntil(watch.isVisible)
    click(qtbot, page, "draft_watch_button")
    qtbot.waitUntil(watch.isChecked)
    called = scripted.called("pins.text")[0]
    assert called.title == "The notice period is 60 days. It starts on the first."
    assert len(called.found.sentences) == 2
    qtbot.keyClicks(page.edit, "And ")
    qtbot.waitUntil(lambda: not watch.isVisible())


def test_what_no_longer_holds_is_told_once_and_waits_in_the_sidebar_until_it_was_read(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    notice, line = window.notices.watched, window.library_pane.watched_line
    assert not line.isVisible()
    scripted.pinned, scripted.pin_findings = (PIN,), (BROKEN, GONE, NEW)
    tell(scripted)
    qtbot.waitUntil(line.isVisible)
    assert notice.accessibleName() == "1 statement no longer holds."
    assert line.accessibleName() == "1 statement no longer holds"
    assert line.toolTip() == "1 statement no longer holds. A new file says something about 1 statement."
    tell(scripted, broken=2)
    qtbot.waitUntil(lambda: notice.accessibleName() == "3 statements no longer hold.")
    qtbot.mouseClick(find(notice, QToolButton, "notice_dismiss"), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
    page = window.page_commands.watched
    assert page is not None
    qtbot.waitUntil(lambda: page.list.rows.rowCount() == 4)
    qtbot.waitUntil(lambda: not line.isVisible())
    assert [one.number for one in scripted.called("pins.note_told")[0].news] == [1, 4]
    assert notice.isHidden()
    tell(scripted)  # the person reads the page
    qtbot.wait(100)
    assert notice.isHidden()


def test_news_of_another_library_name_it_and_lead_there(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    scripted.pinned, scripted.pin_findings = (replace(PIN, library="Letters"),), (BROKEN,)
    tell(scripted, "Letters")
    notice = window.notices.watched
    qtbot.waitUntil(notice.isVisible)
    assert notice.accessibleName() == "Letters: 1 statement no longer holds."
    click(qtbot, notice, "watched_show_button")
    page = window.page_commands.watched
    assert page is not None
    qtbot.waitUntil(lambda: page.list.rows.rowCount() == 2)
    assert page.shows("Letters")
    assert notice.isHidden()


def test_the_page_has_old_and_new_words_and_leads_to_their_pages(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    scripted.pinned, scripted.pin_findings = (PIN,), (BROKEN, GONE, AGAIN, NEW)
    page = show_page(qtbot, window, 5)
    spoken = [str(page.list.rows.index(number).data(Qt.ItemDataRole.AccessibleTextRole)) for number in range(5)]
    assert spoken[0] == (
        "How much is the deposit? · Answer · watched since November 14, 2023 · "
        "No longer hold: 2 of 4 · file gone: 1 · in new files: 1"
    )
    assert spoken[1] == (
        "New · No longer holds: Contradicted. The deposit is £1,900 1. "
        f"Before: lease.pdf · page 2: {WAS}. Now: lease.pdf · page 3: {NOW}"
    )
    assert spoken[2].startswith("The file is gone. ")
    assert spoken[2].endswith("The file is no longer in the library.")
    assert spoken[3].startswith("New · A new file says otherwise. ")
    assert spoken[3].endswith(f"Now: letter.txt: {NOW}")
    assert spoken[4].startswith("New · Holds again. ")
    qtbot.waitUntil(lambda: bool(scripted.called("pins.note_told")))
    qtbot.wait(50)  # what was told stays, and stays new, until the page is left
    assert page.list.rows.rowCount() == 5
    assert row_of(page, 1).is_fresh
    page.grab()
    shown: list[tuple[str, int, str]] = []
    page.passage_wanted.connect(lambda source, cited, _: shown.append((source.file, source.page, cited.quote)))
    box = page.list.visualRect(page.list.rows.index(1))
    middle = box.topLeft() + QPoint(3 * box.width() // 4, 60)
    qtbot.mouseClick(page.list.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert shown[-1] == (LEASE, 3, NOW)
    qtbot.keyClick(page.list, Key.Key_Left)  # the old words are no longer there
    assert shown[-1] == (LEASE, 3, NOW)
    qtbot.keyClick(page.list, Key.Key_Down)
    qtbot.keyClick(page.list, Key.Key_Return)
    assert page.notice.accessibleName() == "The file is no longer in the library."
    qtbot.keyClick(page.list, Key.Key_Down)
    qtbot.keyClick(page.list, Key.Key_Left)  # beside a new file they are
    assert shown[-1] == (LEASE, 2, WAS)
    window.actions_table["view.ask"].trigger()
    page = show_page(qtbot, window, 4)
    assert not row_of(page, 1).is_fresh


def test_a_thing_is_opened_and_watched_no_longer_from_the_page(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    ask(qtbot, window)
    scripted.pinned, scripted.pin_findings = (PIN, replace(PIN, id=8, kind=PinKind.TEXT, title="draft.md")), (BROKEN,)
    page = show_page(qtbot, window, 3)
    qtbot.keyClick(page.list, Key.Key_End)
    assert not page.open_button.isEnabled()
    qtbot.keyClick(page.list, Key.Key_Home)
    assert isinstance(page.list.current(), ThingRow)
    click(qtbot, page, "watched_open_button")
    assert window.chat_pane.isVisible()
    page = show_page(qtbot, window, 3)
    qtbot.keyClick(page.list, Key.Key_Home)
    qtbot.keyClick(page.list, Key.Key_Delete)
    box = find(window, QMessageBox, "stop_watching_box")
    assert box.text() == "Stop watching “How much is the deposit?”?"
    click(qtbot, box, "confirm_stop_watching_button")
    qtbot.waitUntil(lambda: page.list.rows.rowCount() == 1)
    assert [one.id for one in scripted.pinned] == [8]


def test_an_empty_page_says_how_to_begin_and_the_switch_leads_away(qtbot: QtBot, window: MainWindow) -> None:
    page = show_page(qtbot, window, 0)
    said = find(page, QLabel, "watched_empty")
    assert said.text().startswith("Nothing is watched in this library yet. Choose “Watch this answer” in the menu ⋯")
    assert not page.stop_button.isEnabled()
    switch = page.switch.findChildren(QToolButton)
    assert not any(push.isChecked() for push in switch)
    qtbot.mouseClick(find(page, QToolButton, "watched_page_search_button"), Qt.MouseButton.LeftButton)
    assert window.search_pane.isVisible()
    assert not any(push.isChecked() for push in switch)
