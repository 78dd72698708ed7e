"""The window on the real worker: a pasted text, the sentence that a file contradicts, and the page that says so."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.answers import Verdict
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import click, drop, find

LONG = 60_000
DRAFT = "Net sales were 4,812 million euros in 2023. Cats sleep sixteen hours a day."
pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


def test_from_a_pasted_text_to_the_page_that_says_otherwise(
    qtbot: QtBot, window: MainWindow, reports: Path, tmp_path: Path
) -> None:
    drop(window, [reports])

    def understood() -> bool:
        info = window.library_pane.current_library()
        return info is not None and info.files == 3 and 0 < info.nodes == info.nodes_embedded

    qtbot.waitUntil(understood, timeout=LONG)
    QGuiApplication.clipboard().setText(DRAFT)
    window.actions_table["check.clipboard"].trigger()
    page = window.page_commands.draft
    assert page is not None
    qtbot.waitUntil(lambda: len(page.edit.checked.sentences()) == 2 and page._job is None, timeout=LONG)
    assert [one.verdict for one in page.edit.checked.sentences()] == [Verdict.CONTRADICTED, Verdict.SUPPORTED]
    assert "2 files. 1 more could not be read." in find(page, QLabel, "draft_status").text()
    qtbot.keyClick(page.edit, Qt.Key.Key_F8)
    assert find(page, QLabel, "draft_differs").text() == "In the text: “4,812 million euros”"
    click(qtbot, page, "draft_passage_open_button")
    qtbot.waitUntil(lambda: window.source_pane.viewer.pages.view.current_page() == 3, timeout=LONG)
    qtbot.keyClicks(find(page, QLineEdit, "draft_note"), "Corrected figure")
    click(qtbot, page, "draft_accept_button")
    qtbot.waitUntil(lambda: not page.list.rows.rowCount())
    page.check()
    qtbot.waitUntil(lambda: page._job is None and len(page.edit.checked.sentences()) == 2, timeout=LONG)
    click(qtbot, page, "draft_decided")
    qtbot.waitUntil(lambda: page.list.rows.row(0) is not None, timeout=LONG)
    row = page.list.rows.row(0)
    assert row is not None
    assert row.decision is not None
    assert (row.text, row.decision.note) == ("Net sales were 4,812 million euros in 2023", "Corrected figure")


def test_an_opened_file_is_written_back_with_comments(
    qtbot: QtBot, window: MainWindow, reports: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop(window, [reports])
    qtbot.waitUntil(
        lambda: (info := window.library_pane.current_library()) is not None and info.nodes > 0, timeout=LONG
    )
    draft, target = tmp_path / "draft.md", tmp_path / "reviewed.md"
    draft.write_text(
        "# Cats\n\nCats\u00a0sleep ten hours a day. There are three reasons:\n\n- food\n- sleep\n", encoding="utf-8"
    )
    window.actions_table["view.check"].trigger()
    page = window.page_commands.draft
    assert page is not None
    page.open_file(draft)
    qtbot.waitUntil(lambda: "ten hours" in page.edit.toPlainText(), timeout=LONG)
    click(qtbot, page, "draft_check_button")
    qtbot.waitUntil(page.write_button.isVisible, timeout=LONG)
    click(qtbot, page, "draft_inner")
    qtbot.keyClick(page.edit, Qt.Key.Key_F8)
    assert page.edit.textCursor().selectedText() == "three reasons"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(target), ""))
    page.write_button.menu().actions()[0].trigger()
    qtbot.waitUntil(target.exists, timeout=LONG)
    assert "<!--" in target.read_text(encoding="utf-8")
    assert "<!--" not in draft.read_text(encoding="utf-8")
