"""What is done with chosen files: limits, what lies out of sight, failures, keys and the filter's chips."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.files import FileState, FileStatus
from desktop_rag.gui.files.model import NAME
from desktop_rag.gui.files.page import FilesPage
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import ComboBox
from tests.gui.person import choose_files, click, find, shown_files
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
OpenPage = Callable[..., FilesPage]
Key, Control = Qt.Key, Qt.KeyboardModifier.ControlModifier
pytestmark = pytest.mark.usefixtures("english")


def status(path: str, state: FileState = FileState.READY, reason: str = "") -> FileStatus:
    return FileStatus(path, state, reason, 3, 5)


def numbered(count: int) -> tuple[FileStatus, ...]:
    return tuple(status(f"/docs/{number:04}.txt") for number in range(count))


@pytest.fixture
def open_page(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> OpenPage:
    """Open the page of a library with these files."""

    def open_it(*files: FileStatus, folders: tuple[str, ...] = ("/docs",)) -> FilesPage:
        scripted.add_library("A", files=len(files), folders=folders)
        scripted.file_lists["A"] = files
        window = open_window()
        window.actions_table["library.files"].trigger()
        page = find(window, FilesPage, "files_page")
        qtbot.waitUntil(lambda: page.model.file(0) is not None)
        return page

    return open_it


def choose_rows(page: FilesPage, first: int, last: int) -> None:
    chosen = QItemSelection(page.model.index(first, NAME), page.model.index(last, NAME))
    flags = QItemSelectionModel.SelectionFlag
    page.table.selectionModel().select(chosen, flags.ClearAndSelect | flags.Rows)


def told(page: FilesPage) -> str:
    return find(page, QWidget, "files_notice").accessibleName()


def test_at_most_ten_files_are_opened_at_once(qtbot: QtBot, open_page: OpenPage, opened: list[str]) -> None:
    page = open_page(*numbered(14))
    page.table.selectAll()
    qtbot.keyClick(page.table, Key.Key_Return)
    qtbot.waitUntil(lambda: len(opened) == 10)
    qtbot.wait(30)
    assert sorted(opened) == [f"/docs/{number:04}.txt" for number in range(10)]


def test_at_most_a_hundred_files_come_first(qtbot: QtBot, open_page: OpenPage, scripted: ScriptedWorker) -> None:
    page = open_page(*numbered(150))
    page.table.selectAll()
    click(qtbot, page, "files_first_button")
    qtbot.waitUntil(lambda: bool(scripted.called("files.prioritise")))
    assert len(scripted.called("files.prioritise")[0][1]) == 100
    assert told(page) == "100 files will be read first."
    choose_files(page, "0007.txt")
    click(qtbot, page, "files_first_button")
    assert told(page) == "1 file will be read first."


@pytest.mark.parametrize(("count", "asks"), [(10, False), (11, True)])
def test_leaving_out_more_than_ten_files_is_asked_about(
    qtbot: QtBot, open_page: OpenPage, scripted: ScriptedWorker, count: int, asks: bool
) -> None:
    page = open_page(*numbered(20))
    choose_rows(page, 0, count - 1)
    qtbot.keyClick(page.table, Key.Key_Delete)
    box = page.findChild(QMessageBox, "leave_out_box")
    assert (box is not None) is asks
    if box is not None:
        qtbot.mouseClick(box.button(QMessageBox.StandardButton.Cancel), Qt.MouseButton.LeftButton)
        qtbot.wait(30)
        assert not scripted.called("files.exclude")
        return
    qtbot.waitUntil(lambda: page.model.rowCount() == 10)
    assert told(page).startswith("10 files left out.")


def test_several_ranges_far_apart_are_copied_in_their_order(qtbot: QtBot, open_page: OpenPage) -> None:
    page = open_page(*numbered(5000))
    flags = QItemSelectionModel.SelectionFlag
    for first, last in ((4998, 4999), (1, 2)):
        chosen = QItemSelection(page.model.index(first, NAME), page.model.index(last, NAME))
        page.table.selectionModel().select(chosen, flags.Select | flags.Rows)
    page.table.setFocus()
    QGuiApplication.clipboard().clear()
    qtbot.keyClick(page.table, Key.Key_C, Control)
    paths = [f"/docs/{number}.txt" for number in ("0001", "0002", "4998", "4999")]
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == "\n".join(paths))
    assert told(page) == "Paths copied."


def test_what_fails_is_told_and_what_follows_is_told_instead(
    qtbot: QtBot, open_page: OpenPage, scripted: ScriptedWorker
) -> None:
    page = open_page(*numbered(3000))
    scripted.files_error = UserError("The library is busy.", "Wait a moment.")
    page.table.selectAll()
    click(qtbot, page, "files_copy_button")
    qtbot.waitUntil(lambda: told(page) == "The library is busy. Wait a moment.")
    assert find(page, QWidget, "files_notice").property("role") == "failure"
    scripted.files_error = None
    choose_files(page, "0001.txt")
    click(qtbot, page, "files_retry_button")
    qtbot.waitUntil(lambda: told(page) == "1 file will be read again.")
    assert find(page, QWidget, "files_notice").property("role") == "info"


def test_without_a_choice_nothing_happens(qtbot: QtBot, open_page: OpenPage, scripted: ScriptedWorker) -> None:
    page = open_page(*numbered(3))
    page.table.clearSelection()
    page.table.setFocus()
    for key in (Key.Key_Delete, Key.Key_F5, Key.Key_Return):
        qtbot.keyClick(page.table, key)
    qtbot.wait(30)
    assert not any(scripted.called(f"files.{call}") for call in ("exclude", "retry"))
    assert find(page, QLabel, "files_summary").text() == "3 files"
    assert not find(page, QLabel, "files_detail").isVisible()


def test_keys_find_and_read_again(qtbot: QtBot, open_page: OpenPage, scripted: ScriptedWorker) -> None:
    page = open_page(*numbered(3))
    choose_files(page, "0002.txt")
    page.table.setFocus()
    qtbot.keyClick(page.table, Key.Key_F5)
    qtbot.waitUntil(lambda: scripted.called("files.retry") == [("A", ("/docs/0002.txt",))])
    qtbot.keyClick(page.table, Key.Key_F, Control)
    assert find(page, QLineEdit, "files_filter").hasFocus()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("typed", "written"), [("list", "list.csv"), ("list.txt", "list.txt"), ("", None)], ids=["added", "kept", "none"]
)
def test_an_exported_list_gets_an_ending(
    qtbot: QtBot,
    open_page: OpenPage,
    scripted: ScriptedWorker,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    typed: str,
    written: str | None,
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / typed) if typed else "", ""))
    page = open_page(*numbered(2))
    click(qtbot, page, "files_export_button")
    if written is None:
        qtbot.wait(30)
        assert not scripted.called("files.export_list")
        return
    qtbot.waitUntil(lambda: told(page) == f"Saved the list of 2 files to “{written}”.")
    assert [path.name for path in tmp_path.glob("list*")] == [written]


def test_chips_count_and_only_those_with_files_are_offered(
    qtbot: QtBot, open_page: OpenPage, scripted: ScriptedWorker
) -> None:
    page = open_page(status("/docs/a.txt"), status("/docs/b.txt", FileState.FAILED, "It is damaged."))
    failed, everything = find(page, QPushButton, "files_failed"), find(page, QPushButton, "files_all")
    qtbot.waitUntil(lambda: (everything.text(), failed.text()) == ("All 2", "Not readable 1"))
    click(qtbot, page, "files_failed")
    qtbot.waitUntil(lambda: shown_files(page) == ["b.txt"])
    assert not everything.isChecked()
    scripted.file_lists["A"] = (status("/docs/a.txt"),)
    page.model.refresh()
    qtbot.waitUntil(lambda: failed.text() == "Not readable 0")
    assert failed.isVisible(), "what is chosen can be given up"
    click(qtbot, page, "files_failed")
    qtbot.waitUntil(lambda: not failed.isVisible())
    assert everything.isChecked()
    qtbot.waitUntil(lambda: shown_files(page) == ["a.txt"])


def test_folders_to_narrow_to_follow_the_library_and_keep_the_choice(qtbot: QtBot, open_page: OpenPage) -> None:
    page = open_page(status("/docs/a.txt"), status("/mail/b.txt"), folders=("/docs", "/mail"))
    box = find(page, ComboBox, "files_folder")
    assert [box.itemText(place) for place in range(box.count())] == ["All folders", "docs", "mail"]
    box.setCurrentIndex(2)
    qtbot.waitUntil(lambda: shown_files(page) == ["b.txt"])
    with qtbot.assertNotEmitted(page.filter.changed):
        page.filter.set_folders(("/docs", "/new"))
    assert [str(box.itemData(place)) for place in range(box.count())] == ["", "/docs", "/new", "/mail"]
    assert page.filter.query().folder == "/mail"
    assert page.filter.narrows()
    page.filter.reset()
    assert not page.filter.narrows()
    qtbot.waitUntil(lambda: shown_files(page) == ["a.txt", "b.txt"])


def test_typing_asks_once_when_the_person_pauses(qtbot: QtBot, open_page: OpenPage, scripted: ScriptedWorker) -> None:
    page = open_page(*numbered(3))
    qtbot.wait(50)
    before = len(scripted.called("files.page"))
    words = find(page, QLineEdit, "files_filter")
    qtbot.keyClicks(words, "0002")
    qtbot.waitUntil(lambda: shown_files(page) == ["0002.txt"])
    assert len(scripted.called("files.page")) == before + 1
    words.clear()
    qtbot.keyClicks(words, "1")
    qtbot.keyClick(words, Key.Key_Return)
    assert page.model.query.text == "1", "Enter does not wait"
