"""The window on the real worker: a dropped folder, a question, the page behind the answer."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_rag.gui.app import build


@pytest.mark.timeout(120)
def test_from_a_folder_to_the_cited_passage(qtbot: QtBot, tmp_path: Path, folder: Path) -> None:
    QApplication.setStyle("Fusion")
    window = build(tmp_path / "data")
    window.show()
    window.start()
    pane, chat = window.library_pane, window.chat_pane
    window.library_commands.add_paths([folder])
    qtbot.waitUntil(lambda: pane.current_library() is not None and pane.current_library().files == 3, timeout=30_000)
    qtbot.waitUntil(chat.question.isEnabled, timeout=10_000)
    chat.question.edit.setPlainText("How long do cats sleep?")
    chat.question.ask_button.click()
    qtbot.waitUntil(lambda: "sixteen hours" in chat._turns.turns()[-1].answer_view.toPlainText(), timeout=60_000)
    text = window.source_pane.viewer.text_view
    qtbot.waitUntil(lambda: "sixteen hours" in text.toPlainText(), timeout=10_000)
    assert chat._turns.turns()[-1].answer_view.chip_rects()
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
