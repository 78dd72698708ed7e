"""Progress in words, and pausing, carrying on and stopping."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMessageBox, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.core.events import IngestProgress
from desktop_rag.core.results.files import FileState, FileStatus
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.files.activity import LibraryActivity, current_files, details, headline
from desktop_rag.gui.files.page import FilesPage
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import ElidedLabel
from desktop_rag.gui.widgets.list_delegate import FRACTION_ROLE, LINE_ROLE
from desktop_rag.gui.widgets.words import library_line
from tests.gui.person import drop, find
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
pytestmark = pytest.mark.usefixtures("english")
INFO = IndexInfo("A", "/a", 10, 100, 100, 0)
READING = IngestProgress(
    0, "A", "reading", 120, 1204, 0, 0, 12.0, 90.0, "", ("/docs/a.pdf", "/docs/b.zip//契約書.docx"), 3, 12
)


@pytest.mark.parametrize(
    ("activity", "title", "parts"),
    [
        (LibraryActivity(INFO), "", []),
        (LibraryActivity(INFO, queued=True), "Waiting for its turn", []),
        (LibraryActivity(replace(INFO, paused=True, waiting=312)), "Paused", ["312 waiting"]),
        (LibraryActivity(INFO, replace(READING, stage="scanning")), "Looking for files", ["2 min left"]),
        (
            LibraryActivity(INFO, READING),
            "Reading",
            ["9%", "12 files a second", "2 min left"],
        ),
        (
            LibraryActivity(INFO, replace(READING, stage="embedding", nodes=100, nodes_embedded=42, per_second=0.5)),
            "Preparing meaning search",
            ["42%", "30 passages a minute", "2 min left"],
        ),
        (
            LibraryActivity(INFO, replace(READING, stage="switching", nodes=100, nodes_embedded=7, seconds_left=None)),
            "Changing search model",
            ["7%", "12 passages a second"],
        ),
    ],
)
def test_what_happens_is_said_in_words(activity: LibraryActivity, title: str, parts: list[str]) -> None:
    assert headline(activity) == title
    assert details(activity) == parts


@pytest.mark.parametrize(
    ("seconds", "pages", "line", "current"),
    [
        (2.0, 90, "Reading 0 of 1 file", "book.pdf"),
        (8.0, 0, "Reading 0 of 1 file · 8 s", "book.pdf · 8 s"),
        (170.0, 1, "Reading 0 of 1 file · page 1 · 3 min", "book.pdf · page 1 · 3 min"),
        (45.0, 1200, "Reading 0 of 1 file · page 1,200 · 45 s", "book.pdf · page 1,200 · 45 s"),
    ],
)
def test_a_first_file_that_takes_long_is_seen_to_go_on(seconds: float, pages: int, line: str, current: str) -> None:
    progress = IngestProgress(0, "A", "reading", 0, 1, 0, 0, 0.0, None, "", ("/docs/book.pdf",), 0, 0, seconds, pages)
    assert library_line(INFO, progress) == line
    assert current_files(progress)[0] == current


def test_of_several_files_the_one_that_takes_long_is_seen_whole(qtbot: QtBot) -> None:
    running = ("/docs/Untersuchungsbericht.pdf", "/docs/Kassenbon_Waschmaschine_Scan.pdf")
    progress = IngestProgress(0, "A", "reading", 0, 2, 0, 0, 0.0, None, "", running, 0, 0, 19.0, 0)
    label = ElidedLabel("", "small", Qt.TextElideMode.ElideMiddle)
    qtbot.addWidget(label)
    label.show()
    label.resize(240, 20)
    label.set_full_text(*current_files(progress))
    assert label.text() == "Untersuchungsbericht.pdf · 19 s, +1"
    assert "Kassenbon_Waschmaschine_Scan.pdf" in label.toolTip()
    label.resize(600, 20)
    assert label.text() == "Untersuchungsbericht.pdf · 19 s, Kassenbon_Waschmaschine_Scan.pdf"


def test_beside_the_list_nothing_is_said_twice() -> None:
    said = details(LibraryActivity(INFO, READING), beside_list=True)
    assert said == ["1,084 waiting", "12 files a second"]


def busy_window(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path) -> MainWindow:
    scripted.add_library("A")
    scripted.file_lists["A"] = (FileStatus("/docs/bad.pdf", FileState.FAILED, "It is damaged.", 0, 0),)
    scripted.progress = [READING] * 900
    scripted.progress_seconds = 0.02
    window = open_window()
    drop(window, [tmp_path])
    qtbot.waitUntil(lambda: window.library_pane.libraries.index(0).data(FRACTION_ROLE) is not None)
    return window


def test_the_card_says_what_runs_and_leads_to_what_failed(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path
) -> None:
    window = busy_window(qtbot, open_window, scripted, tmp_path)
    card = find(window, QWidget, "activity_compact")
    qtbot.waitUntil(card.isVisible)
    assert card.accessibleName().startswith("Reading 1,084 waiting · 12 files a second")
    assert not find(card, QLabel, "activity_headline").isVisible()  # the row above says that files are read
    assert find(card, QLabel, "activity_current").accessibleName() == "a.pdf, 契約書.docx"
    assert find(card, QPushButton, "activity_skipped").text() == "12 left out"
    qtbot.mouseClick(find(card, QPushButton, "activity_failed"), Qt.MouseButton.LeftButton)
    page = find(window, FilesPage, "files_page")
    qtbot.waitUntil(lambda: page.isVisible() and page.model.query.states == (FileState.FAILED,))
    assert not card.isVisible()
    assert find(page, QWidget, "activity_card").isVisible()
    window.actions_table["view.ask"].trigger()
    qtbot.waitUntil(card.isVisible)
    window.actions_table["library.files"].trigger()
    assert not card.isVisible()
    window.actions_table["library.stop"].trigger()
    qtbot.waitUntil(lambda: not find(page, QWidget, "activity_card").isVisible())


@pytest.mark.slow
def test_pausing_lasts_until_the_person_carries_on(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path
) -> None:
    window = busy_window(qtbot, open_window, scripted, tmp_path)
    card = find(window, QWidget, "activity_compact")
    qtbot.mouseClick(find(card, QToolButton, "activity_pause"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: find(card, QLabel, "activity_headline").text() == "Paused")
    assert scripted.called("files.pause") == [("A",)]
    assert not find(card, QToolButton, "activity_pause").isVisible()
    again = open_window()
    assert again.library_pane.libraries.index(0).data(LINE_ROLE) == "Paused"
    card = find(again, QWidget, "activity_compact")
    scripted.progress = []
    qtbot.mouseClick(find(card, QToolButton, "activity_resume"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not again.library_pane.libraries.infos()[0].paused)
    qtbot.waitUntil(lambda: not find(card, QLabel, "activity_headline").isVisible())


def test_what_the_window_did_not_begin_is_paused_by_stop(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("A", waiting=3)
    window = open_window()
    scripted.bus.emit(replace(READING, job_id=4711))
    card = find(window, QWidget, "activity_compact")
    qtbot.waitUntil(card.isVisible)
    qtbot.mouseClick(find(card, QToolButton, "activity_stop"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: scripted.called("files.pause") == [("A",)])


def test_another_model_is_used_after_asking(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("A")
    window = open_window()
    window.actions_table["library.change_model"].trigger()
    box = find(window, QMessageBox, "change_model_box")
    assert not scripted.called("embeddings.change")
    qtbot.mouseClick(find(box, QPushButton, "confirm_change_model_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: scripted.called("embeddings.change") == [("A",)])
