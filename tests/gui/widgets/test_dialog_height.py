"""Dialogs that are as high as what is in them."""

import pytest
from PySide6.QtGui import QExposeEvent, QRegion, QWindow
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QVBoxLayout
from pytestqt.qtbot import QtBot

from desktop_rag.gui.widgets.basics import fit_height


def test_one_that_has_no_place_yet_grows_when_it_has_one(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    layout = QVBoxLayout(dialog)
    layout.addWidget(QLabel("One line"))
    fit_height(dialog, 400)
    before = dialog.height()
    monkeypatch.setattr(QWindow, "isExposed", lambda _window: False)
    dialog.open()
    layout.addWidget(QLabel("Another line"))
    for _ in range(2):
        fit_height(dialog, 400)
    assert dialog.height() == before, "it may end up in the corner of the screen"
    monkeypatch.undo()
    window = dialog.windowHandle()
    assert window is not None
    QApplication.sendEvent(window, QExposeEvent(QRegion(dialog.rect())))
    qtbot.waitUntil(lambda: dialog.height() > before)
    layout.addWidget(QLabel("A third line"))
    grown = dialog.height()
    qtbot.wait(10)  # until it is shown
    fit_height(dialog, 400)
    assert dialog.height() > grown
