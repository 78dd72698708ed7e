"""The page of files: what is shown of very many, and everything a person can do with them."""

import csv
import datetime as dt
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QMenu, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import IngestProgress, StoreChanged
from desktop_rag.core.results.files import FileState, FileStatus
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.files import file_words
from desktop_rag.gui.files.activity import LibraryActivity
from desktop_rag.gui.files.model import CHANGED, FOLDER, NAME, PAGE, PAGES, REASON, SIZE, STATE
from desktop_rag.gui.files.page import FilesPage
from desktop_rag.gui.files.table import shared_out
from desktop_rag.gui.shell.languages import Languages
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ComboBox, IconButton
from desktop_rag.gui.widgets.theme import BODY, TEXT, font
from desktop_rag.gui.widgets.words import written
from tests.gui.person import choose_files, click, find, shown_files
from tests.helpers.script import file_status
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
pytestmark = pytest.mark.usefixtures("english")
LOCKED = "The file is protected by a password."
ARCHIVE = "/docs/backup.zip"


def status(path: str, state: FileState = FileState.READY, reason: str = "", **changes: object) -> FileStatus:
    return replace(FileStatus(path, state, reason, 3, 5, 2_000_000, time.time()), **changes)


FILES = (
    status("/docs/good.pdf"),
    status("/docs/letters/locked.pdf", FileState.FAILED, LOCKED),
    status("/docs/letters/damaged.docx", FileState.FAILED, "The file is damaged."),
    status("/docs/picture.xyz", FileState.SKIPPED, "This format is not read."),
    status(f"{ARCHIVE}//2019/契約書.docx", FileState.KEYWORD, container=ARCHIVE),
    status("/docs/研究ノート.md", FileState.WAITING),
)


def page_of(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, files: tuple[FileStatus, ...] = FILES
) -> FilesPage:
    scripted.add_library("A", files=len(files), folders=("/docs",))
    scripted.file_lists["A"] = files
    window = open_window()
    window.actions_table["library.files"].trigger()
    page = find(window, FilesPage, "files_page")
    qtbot.waitUntil(lambda: not files or page.model.file(0) is not None)
    assert page.isVisible()
    return page


def test_each_file_has_its_state_reason_and_place(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    page = page_of(qtbot, open_window, scripted)
    assert shown_files(page)[:2] == ["damaged.docx", "good.pdf"]
    row = shown_files(page).index("locked.pdf")
    cells = [str(page.model.index(row, column).data()) for column in range(page.model.columnCount())]
    assert cells == ["locked.pdf", "Not readable", LOCKED, "3", "1.9 MB", "Today", "docs/letters"]
    inside = page.model.index(shown_files(page).index("契約書.docx"), NAME)
    assert "in backup.zip" in inside.data(Qt.ItemDataRole.AccessibleTextRole)
    assert page.model.index(inside.row(), FOLDER).data() == "docs"
    assert find(page, QLabel, "files_summary").text() == "6 files"
    choose_files(page, "locked.pdf")
    assert find(page, QLabel, "files_detail").text() == f"{LOCKED}\n/docs/letters/locked.pdf"


@pytest.mark.slow
def test_states_words_and_folders_narrow(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    page = page_of(qtbot, open_window, scripted)
    failed = find(page, QPushButton, "files_failed")
    qtbot.waitUntil(lambda: failed.text() == "Not readable 2")
    assert not find(page, QPushButton, "files_offline").isVisible()
    click(qtbot, page, "files_failed")
    qtbot.waitUntil(lambda: shown_files(page) == ["damaged.docx", "locked.pdf"])
    click(qtbot, page, "files_skipped")
    qtbot.waitUntil(lambda: len(shown_files(page)) == 3)
    click(qtbot, page, "files_all")
    qtbot.waitUntil(lambda: len(shown_files(page)) == 6)
    qtbot.keyClicks(find(page, QLineEdit, "files_filter"), "password")
    qtbot.waitUntil(lambda: shown_files(page) == ["locked.pdf"])
    find(page, QLineEdit, "files_filter").setText("nothing has this name")
    qtbot.waitUntil(find(page, QLabel, "files_empty").isVisible)
    find(page, QLineEdit, "files_filter").clear()
    qtbot.waitUntil(lambda: len(shown_files(page)) == 6)
    page.filter.choose_folder("/docs/letters")
    qtbot.waitUntil(lambda: len(shown_files(page)) == 2)
    assert find(page, ComboBox, "files_folder").currentText() == "letters"


def test_a_click_on_a_title_sorts_and_turns(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    page = page_of(qtbot, open_window, scripted)
    header = page.table.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(REASON) + 20, 10)
    qtbot.mousePress(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert page.table.chosen_count() == 0
    qtbot.mouseRelease(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(-50, -50))
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: page.model.rowCount() == 6 and shown_files(page, REASON)[-1] == "This format is not read.")
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: page.model.rowCount() == 6 and shown_files(page, REASON)[0] == "This format is not read.")
    assert page.model.query.order == "-reason"


@pytest.mark.slow
def test_a_hundred_thousand_files_are_a_few_pages_in_memory(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    many = tuple(status(f"/docs/{number:06}.txt") for number in range(100_000))
    page = page_of(qtbot, open_window, scripted, many)
    assert page.model.rowCount() == 100_000
    bar = page.table.verticalScrollBar()
    for share in range(0, 101, 2):
        bar.setValue(bar.maximum() * share // 100)
        page.table.viewport().repaint()
        QApplication.processEvents()
    qtbot.waitUntil(lambda: page.model.index(99_999, NAME).data() == "099999.txt")
    assert len(page.model._pages) <= 24
    asked = [query for _, query in scripted.called("files.page")]
    assert all(query.limit <= PAGE for query in asked)
    assert len(asked) <= 2 * 51 + 5


@pytest.mark.slow
def test_rows_that_move_take_the_selection_along(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    page = page_of(qtbot, open_window, scripted)
    choose_files(page, "good.pdf", "locked.pdf")
    scripted.file_lists["A"] = (status("/docs/a new one.txt"), *FILES)
    scripted.changed("A")
    qtbot.waitUntil(lambda: shown_files(page)[0] == "a new one.txt")
    rows = {index.row() for index in page.table.selectionModel().selectedRows()}
    assert {shown_files(page)[row] for row in rows} == {"good.pdf", "locked.pdf"}
    assert find(page, QLabel, "files_summary").text() == "2 of 7 files selected"


@pytest.mark.slow
def test_changes_of_others_are_asked_for_once_a_second(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    page = page_of(qtbot, open_window, scripted)
    qtbot.wait(100)
    before = len(scripted.called("files.page"))
    for _ in range(50):
        scripted.changed("A")
    scripted.bus.emit(StoreChanged(0, frozenset({"documents"}), ("another",)))
    qtbot.wait(1300)
    assert len(scripted.called("files.page")) == before + 1
    assert page.model.rowCount() == 6


def test_buttons_act_on_the_chosen_files(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, opened: list[str]
) -> None:
    page = page_of(qtbot, open_window, scripted)
    assert not find(page, QPushButton, "files_open_button").isEnabled()
    choose_files(page, "locked.pdf")
    click(qtbot, page, "files_retry_button")
    qtbot.waitUntil(lambda: scripted.called("files.retry") == [("A", ("/docs/letters/locked.pdf",))])
    choose_files(page, "good.pdf")
    click(qtbot, page, "files_open_button")
    qtbot.waitUntil(lambda: opened == ["/docs/good.pdf"])
    choose_files(page, "契約書.docx")
    click(qtbot, page, "files_reveal_button")
    qtbot.waitUntil(lambda: opened[1:] == ["/docs"])
    choose_files(page, "good.pdf", "研究ノート.md")
    click(qtbot, page, "files_first_button")
    qtbot.waitUntil(lambda: scripted.called("files.prioritise") == [("A", ("/docs/good.pdf", "/docs/研究ノート.md"))])
    click(qtbot, page, "files_copy_button")
    assert QGuiApplication.clipboard().text() == "/docs/good.pdf\n/docs/研究ノート.md"
    choose_files(page, "picture.xyz")
    click(qtbot, page, "files_leave_out_button")
    qtbot.waitUntil(lambda: "picture.xyz" not in shown_files(page))
    assert scripted.called("files.exclude") == [("A", ("/docs/picture.xyz",))]
    assert "Folders" in find(page, QWidget, "files_notice").accessibleName()


def test_all_failed_files_are_read_again(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    page = page_of(qtbot, open_window, scripted)
    click(qtbot, page, "files_ready")
    qtbot.waitUntil(lambda: len(shown_files(page)) == 1)
    click(qtbot, page, "files_retry_failed_button")
    qtbot.waitUntil(lambda: bool(scripted.called("files.retry")))
    assert set(scripted.called("files.retry")[0][1]) == {"/docs/letters/locked.pdf", "/docs/letters/damaged.docx"}


def test_everything_chosen_reaches_rows_that_were_never_seen(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    many = tuple(status(f"/docs/{number:05}.txt") for number in range(3_000))
    page = page_of(qtbot, open_window, scripted, many)
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert find(page, QLabel, "files_summary").text() == "3,000 of 3,000 files selected"
    qtbot.keyClick(page.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: page.findChild(QMessageBox, "leave_out_box") is not None)
    assert not scripted.called("files.exclude")
    click(qtbot, page, "confirm_leave_out_button")
    qtbot.waitUntil(lambda: bool(scripted.called("files.exclude")))
    assert len(scripted.called("files.exclude")[0][1]) == 3_000
    qtbot.waitUntil(lambda: page.model.rowCount() == 0)


def test_keys_and_menu(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, opened: list[str]) -> None:
    page = page_of(qtbot, open_window, scripted)
    choose_files(page, "good.pdf")
    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: opened == ["/docs/good.pdf"])
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), QPoint(0, 0))
    QApplication.sendEvent(page.table.viewport(), event)
    menu = find(page, QMenu, "files_menu")
    texts = [action.text() for action in menu.actions()]
    assert texts[:3] == ["Open", "Show in folder", "Copy path"]
    wanted: list[tuple[str, ...]] = []
    window = page.window()
    assert isinstance(window, MainWindow)
    page.actions_on_files.table_wanted.connect(wanted.append)
    next(action for action in menu.actions() if action.text().startswith("Make a table")).trigger()
    assert wanted == [("/docs/good.pdf",)]
    everything = window.page_commands.all_documents
    assert everything is not None
    assert everything.table.isVisible()
    assert find(everything.table, QPushButton, "table_files_chip").text() == "Only 1 file  ×"
    window.files_commands.show_files()
    next(action for action in menu.actions() if action.text().startswith("Show only")).trigger()
    menu.close()
    qtbot.waitUntil(lambda: page.model.query.folder == "/docs")
    qtbot.keyClick(page.table, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not page.isVisible())


def test_the_list_is_exported_as_it_is_filtered(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    target = tmp_path / "list.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: (str(target), ""))
    page = page_of(qtbot, open_window, scripted)
    click(qtbot, page, "files_failed")
    qtbot.waitUntil(lambda: len(shown_files(page)) == 2)
    click(qtbot, page, "files_export_button")
    notice = find(page, QWidget, "files_notice")
    qtbot.waitUntil(notice.isVisible)
    assert notice.accessibleName() == "Saved the list of 2 files to “list.csv”."
    assert target.read_bytes().startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(target.read_text("utf-8-sig").splitlines()))
    assert [row[0] for row in rows] == ["File", "damaged.docx", "locked.pdf"]
    assert rows[2][2] == LOCKED


def test_a_failure_is_told_and_the_page_goes_on(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    page = page_of(qtbot, open_window, scripted)
    scripted.files_error = UserError("The library is busy.", "Try again.")
    click(qtbot, page, "files_failed")
    notice = find(page, QWidget, "files_notice")
    qtbot.waitUntil(notice.isVisible)
    assert notice.accessibleName() == "The library is busy. Try again."
    scripted.files_error = None
    click(qtbot, page, "files_failed")
    qtbot.waitUntil(lambda: len(shown_files(page)) == 6)


def test_the_page_takes_the_place_of_the_conversation(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("B", files=1)
    scripted.file_lists["B"] = (status("/b/only.txt"),)
    page = page_of(qtbot, open_window, scripted)
    window = page.window()
    assert isinstance(window, MainWindow)
    assert not window.chat_pane.isVisible()
    assert not window.source_pane.isVisible()
    window.library_pane.choose_library("B")
    qtbot.waitUntil(lambda: page.model.library == "B" and page.model.rowCount() == 1)
    qtbot.mouseClick(find(page, IconButton, "files_back_button"), Qt.MouseButton.LeftButton)
    assert window.chat_pane.isVisible()
    assert window.source_pane.isVisible()
    window.actions_table["library.files"].trigger()
    assert page.isVisible()
    window.actions_table["library.files"].trigger()
    assert not page.isVisible()


def test_an_empty_library_offers_to_add(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    page = page_of(qtbot, open_window, scripted, ())
    qtbot.waitUntil(page._nothing.isVisible)
    assert not page.filter.isVisible()
    assert page.model.index(0, STATE).data() is None


def test_a_narrow_page_leaves_out_columns_rather_than_reasons(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    page = page_of(qtbot, open_window, scripted)
    assert not any(page.table.isColumnHidden(column) for column in range(7))
    page.window().resize(900, 600)
    qtbot.waitUntil(lambda: page.table.isColumnHidden(PAGES))
    assert [column for column in range(7) if not page.table.isColumnHidden(column)] == [NAME, STATE, REASON]
    assert QFontMetrics(font(BODY, sample=LOCKED)).horizontalAdvance(LOCKED) + 26 <= page.table.columnWidth(REASON)
    assert not page.table.horizontalScrollBar().isVisible()
    page.window().resize(1280, 800)
    qtbot.waitUntil(lambda: not page.table.isColumnHidden(PAGES))


@pytest.mark.parametrize("files", [(), (file_status("lease.pdf"),)])
def test_the_keyboard_goes_to_the_page_of_files_and_comes_back(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, files: tuple[FileStatus, ...]
) -> None:
    scripted.add_library("Papers", files=len(files))
    scripted.file_lists["Papers"] = files
    window = open_window()
    page = window.files_commands.page
    before = window.library_pane.library_list
    before.setFocus()
    for _ in range(3):
        window.actions_table["library.files"].trigger()
        qtbot.wait(50)
        focused = window.focusWidget()
        assert focused is not None
        assert page.isAncestorOf(focused)
        assert focused.isVisible()
        qtbot.keyClick(focused, Qt.Key.Key_Escape)
        assert not page.isVisible()
        assert window.focusWidget() is before


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", ["de", "ja", "zh_CN"])
def test_short_texts_fit_their_columns_in_every_language(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, language: str
) -> None:
    before, languages = QLocale(), Languages()
    languages.choose(language)
    try:
        table = page_of(qtbot, open_window, scripted).table
        for state in file_words.STATES:
            text = words.file_state(state)
            room = table.columnWidth(STATE) - 14  # at the left and right of a chip, which has 8 pixels at each side
            assert QFontMetrics(font(BODY, sample=text)).horizontalAdvance(text) + 16 <= room, text
        for text in (file_words.size(1_047_552), written(dt.date(2026, 9, 28), short=True)):
            column = SIZE if text == file_words.size(1_047_552) else CHANGED
            assert QFontMetrics(font(BODY, sample=text)).horizontalAdvance(text) + 26 <= table.columnWidth(column), text
    finally:
        languages.end()
        QLocale.setDefault(before)


def test_columns_share_the_width_by_what_stands_in_them() -> None:
    shares, least = {0: 0.36, 1: 0.44, 2: 0.2}, {0: 180, 1: 160, 2: 110}
    assert shared_out(900, shares, least, {0: 500, 1: 160, 2: 110})[0] >= 500
    names = shared_out(900, shares, least, {0: 2000, 1: 160, 2: 110})
    assert (names[1], names[2]) == (160, 110)
    assert 900 - 3 <= sum(names.values()) <= 900
    both = shared_out(900, shares, least, {0: 2000, 1: 2000, 2: 110})
    assert both[2] == 110
    assert both[1] > 300 < both[0]
    assert shared_out(300, shares, least, {0: 500, 1: 500, 2: 500}) == least


def test_one_long_reason_does_not_cut_all_names(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    names = [f"Abfuhr_Birkenstieg_{number:02}.ics" for number in range(30)]
    failed = file_status("zz.pdf", FileState.FAILED, "The file is damaged. " * 6)
    page = page_of(qtbot, open_window, scripted, (*map(file_status, names), failed))
    page.window().resize(900, 600)
    qtbot.waitUntil(lambda: page.table.isColumnHidden(PAGES))
    needed = QFontMetrics(font(TEXT, sample=names[0])).horizontalAdvance(names[0]) + 40
    qtbot.waitUntil(lambda: page.table.columnWidth(NAME) >= needed)
    assert not page.table.isColumnHidden(REASON)
    page.window().resize(1366, 768)
    qtbot.waitUntil(lambda: page.table.columnWidth(REASON) > page.table.columnWidth(NAME))


@pytest.mark.parametrize("width", [900, 1280])
def test_a_usual_reason_is_whole_before_there_is_room_for_sizes_and_dates(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, width: int
) -> None:
    reason = "The file is damaged. Open it in the app that made it."
    page = page_of(qtbot, open_window, scripted, (file_status("a.pdf", FileState.FAILED, reason), file_status("b.md")))
    page.window().resize(width, 600)
    needed = QFontMetrics(font(BODY, sample=reason)).horizontalAdvance(reason) + 26
    qtbot.waitUntil(lambda: page.table.columnWidth(REASON) >= needed)
    assert page.table.isColumnHidden(SIZE) == (width == 900)
    qtbot.waitUntil(lambda: page.table.horizontalHeader().length() <= page.table.viewport().width())


def test_folders_that_are_called_otherwise_leave_their_room_to_reasons(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    folder = "/docs/of the year before last and the years before it/2019"
    files = (status(f"{folder}/a.pdf", FileState.FAILED, "The file is damaged. " * 9),)
    table = page_of(qtbot, open_window, scripted, files).table
    table.window().resize(1366, 768)
    qtbot.waitUntil(lambda: table.viewport().width() > 900)
    before = table.columnWidth(REASON)
    page = find(table.window(), FilesPage, "files_page")
    page.model.set_roots((folder,))
    assert table.columnWidth(REASON) > before


def test_a_file_that_is_being_read_does_not_wait(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    files = tuple(status(f"/docs/{name}.pdf", FileState.WAITING) for name in "ab")
    page = page_of(qtbot, open_window, scripted, files)
    info = IndexInfo("A", "/a", 2, 0, 0, 0, waiting=2)
    reading = IngestProgress(1, "A", "reading", 0, 2, 0, 0, 0.0, None, "", ("/docs/b.pdf",))

    def states() -> list[object]:
        return [page.model.index(row, STATE).data() for row in (0, 1)]

    assert states() == ["Waiting", "Waiting"]
    with qtbot.waitSignal(page.model.dataChanged):
        page.show_activity(LibraryActivity(info, reading))
    assert states() == ["Waiting", "Being read"]
    assert page.model.index(1, NAME).data(Qt.ItemDataRole.AccessibleTextRole) == "b.pdf, Being read"
    assert page.model.index(1, STATE).data(Qt.ItemDataRole.ToolTipRole) == ""
    page.show_activity(LibraryActivity(replace(info, paused=True), reading))
    assert states() == ["Waiting", "Waiting"]


def test_a_usual_reason_is_whole_beside_long_names(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    reason = "The file is damaged. Open it in the app that made it."
    names = [status(f"/docs/Inventory of the kitchen {number}.pdf") for number in range(20)]
    page = page_of(qtbot, open_window, scripted, (*names, status("/docs/broken.pdf", FileState.FAILED, reason)))
    page.window().resize(1340, 800)
    needed = QFontMetrics(font(BODY, sample=reason)).horizontalAdvance(reason) + 26
    qtbot.waitUntil(lambda: page.table.columnWidth(REASON) >= needed)


def test_one_long_folder_does_not_cut_reasons(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    reason = "The file is damaged. Open it in the app that made it."
    names = [status(f"/docs/Inventory of {number}.pdf") for number in range(20)]
    far = status("/docs/of the year before last and the years before it/and all that lay beside it/z.pdf")
    failed = status("/docs/broken.pdf", FileState.FAILED, reason)
    table = page_of(qtbot, open_window, scripted, (*names, far, failed)).table
    table.window().resize(1366, 768)
    needed = QFontMetrics(font(BODY, sample=reason)).horizontalAdvance(reason) + 26
    qtbot.waitUntil(lambda: table.columnWidth(REASON) >= needed)
    assert not table.isColumnHidden(FOLDER)


def test_a_long_name_has_the_room_that_other_columns_do_not_need(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    name = "The quarterly results of the whole company.pdf"
    scripted.file_lists["Papers"] = (file_status(name),)
    window = open_window()
    window.resize(1366, 768)
    window.files_commands.show_files()
    table = window.files_commands.page.table
    needed = QFontMetrics(font(TEXT, sample=name)).horizontalAdvance(name) + 40
    qtbot.waitUntil(lambda: table.columnWidth(NAME) >= needed)
