"""The window on the real worker: an answer is watched, its file changes on disk, and the page has both words."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.watched import watched_words
from desktop_rag.gui.watched.watched_list import FindingRow
from desktop_rag.worker.watching import watcher
from tests.gui.person import choose_for_answer, click, drop, find
from tests.gui.real_worker.test_answers import ask

LONG = 60_000
pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]
TEXT = "Lease LS-4410\n\nThe monthly rent is £950. The deposit is £1,900.\n"


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watcher, "CHECK_SECONDS", 0.5)


def test_from_a_watched_answer_to_the_page_with_the_new_words(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    folder = tmp_path / "Leases"
    folder.mkdir()
    lease = folder / "lease.txt"
    lease.write_text(TEXT, encoding="utf-8")
    drop(window, [folder])

    def understood() -> bool:
        info = window.library_pane.current_library()
        return info is not None and 0 < info.nodes == info.nodes_embedded

    qtbot.waitUntil(understood, timeout=LONG)
    ask(qtbot, window, "How much is the deposit?", lambda text: "1,900" in text)
    turn = window.chat_pane.turns.turns()[-1]
    qtbot.waitUntil(lambda: turn.answer is not None and not window.chat_pane.busy, timeout=LONG)
    choose_for_answer(turn, "Watch this answer")
    qtbot.waitUntil(window.actions_table["answer.watch"].isChecked, timeout=LONG)

    told: list[object] = []
    window._bridge.pins_changed.connect(told.append)
    lease.write_text(TEXT.replace("1,900", "2,400"), encoding="utf-8")
    qtbot.waitUntil(window.notices.watched.isVisible, timeout=LONG)
    qtbot.waitUntil(window.library_pane.watched_line.isVisible, timeout=LONG)
    assert "no longer hold" in window.notices.watched.accessibleName()
    click(qtbot, window.notices.watched, "watched_show_button")
    page = window.page_commands.watched
    assert page is not None
    qtbot.waitUntil(lambda: isinstance(page.list.rows.row(1), FindingRow), timeout=LONG)
    row = page.list.rows.row(1)
    assert isinstance(row, FindingRow)
    old, new = watched_words.quotes(row.finding)
    assert ("£1,900" in old, "£2,400" in new) == (True, True)
    assert page.shows("Leases")
    qtbot.waitUntil(lambda: not window.library_pane.watched_line.isVisible(), timeout=LONG)

    box = page.list.visualRect(page.list.rows.index(1))
    qtbot.mouseClick(page.list.viewport(), Qt.MouseButton.LeftButton, pos=box.topLeft() + QPoint(box.width() - 40, 60))
    viewer = window.source_pane.viewer
    qtbot.waitUntil(lambda: viewer.isVisible() and viewer.source() is not None, timeout=LONG)
    source = viewer.source()
    assert source is not None
    assert (source.file, "£2,400" in source.text) == (str(lease), True)

    window.actions_table["view.ask"].trigger()
    lease.touch()
    lease.write_text(TEXT.replace("1,900", "2,500"), encoding="utf-8")  # it does not hold still: nothing more to tell
    qtbot.wait(2_500)
    assert len(told) == 1
    assert window.notices.watched.isHidden()
    window.actions_table["view.watched"].trigger()
    qtbot.keyClick(page.list, Qt.Key.Key_Home)
    click(qtbot, page, "watched_stop_button")
    click(qtbot, find(window, QMessageBox, "stop_watching_box"), "confirm_stop_watching_button")
    qtbot.waitUntil(lambda: not page.list.rows.rowCount(), timeout=LONG)
    qtbot.waitUntil(lambda: not window.actions_table["answer.watch"].isChecked(), timeout=LONG)
