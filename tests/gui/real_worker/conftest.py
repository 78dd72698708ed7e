"""The window on the real worker, and a folder to drop on it."""

from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_rag.gui.shell.app import build
from desktop_rag.gui.shell.main_window import MainWindow


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """The program's own window on an empty data folder."""
    window = build(tmp_path / "data")
    window.resize(1280, 800)
    window.show()
    window.start()
    yield window
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    """A folder with a PDF of three pages, a text file and a broken PDF."""
    folder = tmp_path / "Reports"
    folder.mkdir()
    document = pymupdf.open()
    for text in (
        "Introduction to the company.",
        "The weather was fine.",
        "Net sales were 4,712 million euros in 2023.",
    ):
        document.new_page().insert_text((72, 500), text)
    document.save(folder / "report.pdf")
    document.close()
    (folder / "cats.txt").write_text("Cats sleep sixteen hours a day. They purr.")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 garbage")
    return folder
