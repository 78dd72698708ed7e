"""The page of files on the real worker: a dropped folder, what failed, leaving out, rules, pausing."""

from pathlib import Path

import pymupdf
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.files import FileState
from desktop_rag.gui.files.page import FilesPage
from desktop_rag.gui.libraries.folders_dialog import FoldersDialog
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import choose_files, click, drop, find, shown_files

LONG = 60_000
pytestmark = [pytest.mark.slow, pytest.mark.timeout(120), pytest.mark.usefixtures("english")]


@pytest.fixture
def page(qtbot: QtBot, window: MainWindow, reports: Path) -> FilesPage:
    """The page of a library of four files, of which one is damaged and one is empty."""
    (reports / "empty.txt").write_text("")
    drop(window, [reports])
    qtbot.waitUntil(lambda: window.library_pane.current_library() is not None, timeout=LONG)
    notice = find(window, QWidget, "found_notice")
    qtbot.waitUntil(notice.isVisible, timeout=LONG)
    assert "1 left out" in notice.accessibleName()
    window.actions_table["library.files"].trigger()
    page = find(window, FilesPage, "files_page")
    qtbot.waitUntil(lambda: not window.library_pane.libraries.is_busy("Reports"), timeout=LONG)
    qtbot.waitUntil(lambda: page.model.file(3) is not None, timeout=LONG)
    return page


def states(page: FilesPage) -> dict[str, FileState]:
    files = [page.model.file(row) for row in range(page.model.rowCount())]
    return {file.path.rpartition("/")[2]: file.state for file in files if file is not None}


def test_the_truth_about_every_file(qtbot: QtBot, window: MainWindow, page: FilesPage, reports: Path) -> None:
    wanted = {
        "broken.pdf": FileState.FAILED,
        "cats.txt": FileState.READY,
        "empty.txt": FileState.SKIPPED,
        "report.pdf": FileState.READY,
    }
    qtbot.waitUntil(lambda: states(page) == wanted, timeout=LONG)
    click(qtbot, page, "files_failed")
    qtbot.waitUntil(lambda: shown_files(page) == ["broken.pdf"], timeout=LONG)
    choose_files(page, "broken.pdf")
    reason = find(page, QLabel, "files_detail").text().splitlines()[0]
    assert len(reason) > 10
    (reports / "broken.pdf").unlink()
    document = pymupdf.open()
    document.new_page().insert_text((72, 500), "It is whole again.")
    document.save(reports / "broken.pdf")
    document.close()
    click(qtbot, page, "files_retry_failed_button")
    click(qtbot, page, "files_all")
    qtbot.waitUntil(lambda: states(page).get("broken.pdf") is FileState.READY, timeout=LONG)
    choose_files(page, "cats.txt")
    click(qtbot, page, "files_leave_out_button")
    qtbot.waitUntil(lambda: states(page).get("cats.txt") in (None, FileState.SKIPPED), timeout=LONG)
    window.actions_table["library.folders"].trigger()
    dialog = window.findChild(FoldersDialog)
    assert dialog is not None
    ignore = find(dialog, QPlainTextEdit, "rules_ignore")
    qtbot.waitUntil(lambda: "cats.txt" in ignore.toPlainText(), timeout=LONG)
    ignore.setPlainText("*.pdf")
    click(qtbot, dialog, "folder_check_button")
    text = find(dialog, QLabel, "preview_text")
    qtbot.waitUntil(lambda: text.text().startswith("1 file ("), timeout=LONG)
    click(qtbot, dialog, "folders_save_button")
    qtbot.waitUntil(lambda: states(page).get("cats.txt") is FileState.READY, timeout=LONG)
    qtbot.waitUntil(lambda: states(page).get("report.pdf") in (None, FileState.SKIPPED), timeout=LONG)


def test_paused_until_carried_on(qtbot: QtBot, window: MainWindow, page: FilesPage, reports: Path) -> None:
    window.files_commands.pause_library()
    headline = find(page.activity, QLabel, "activity_headline")
    qtbot.waitUntil(lambda: headline.isVisible() and headline.text() == "Paused", timeout=LONG)
    (reports / "new.txt").write_text("Dogs bark.")
    qtbot.mouseClick(page.activity.resume, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not headline.isVisible(), timeout=LONG)
    info = window.library_pane.current_library()
    assert info is not None
    assert not info.paused
    assert isinstance(find(page, QPushButton, "files_export_button"), QPushButton)


@pytest.mark.nightly(by_day="test_the_library_that_a_drop_made_is_taken_back")
def test_a_folder_that_was_dropped_by_mistake_leaves_nothing_behind(
    qtbot: QtBot, window: MainWindow, page: FilesPage, tmp_path: Path
) -> None:
    wrong = tmp_path / "Wrong"
    wrong.mkdir()
    for number in range(30):
        (wrong / f"{number}.txt").write_text(f"This was never meant to be read, {number}.")
    drop(window, [wrong])
    notice = find(window, QWidget, "found_notice")
    qtbot.waitUntil(lambda: "30 files" in notice.accessibleName() and notice.isVisible(), timeout=LONG)
    click(qtbot, window, "found_undo_button")
    qtbot.waitUntil(lambda: not window.library_pane.libraries.is_busy("Reports"), timeout=LONG)
    qtbot.waitUntil(lambda: len(states(page)) == 4, timeout=LONG)
    assert sorted(path.name for path in wrong.iterdir())[:2] == ["0.txt", "1.txt"], "files stay where they are"


def test_the_library_that_a_drop_made_is_taken_back(qtbot: QtBot, window: MainWindow, reports: Path) -> None:
    drop(window, [reports])
    qtbot.waitUntil(lambda: window.library_pane.current_library() is not None, timeout=LONG)
    notice = find(window, QWidget, "found_notice")
    qtbot.waitUntil(notice.isVisible, timeout=LONG)
    click(qtbot, window, "found_undo_button")
    qtbot.waitUntil(window.welcome.isVisible, timeout=LONG)
    assert reports.exists()
