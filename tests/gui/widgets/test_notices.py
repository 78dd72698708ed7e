"""Notices and boxes: what they say has room, and they look like the rest of the window."""

from PySide6.QtWidgets import QLabel, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.gui.widgets.basics import Notice, NoticeButton
from desktop_rag.gui.widgets.confirmation import Confirmation, confirm, inform


def test_the_button_of_a_narrow_notice_stands_below_the_words(qtbot: QtBot) -> None:
    notice = Notice()
    qtbot.addWidget(notice)
    notice.tell("„Kündigungsbestätigung“ wurde gelöscht.", "", (NoticeButton("Rückgängig", "undo", lambda: None),))
    words, button = notice.findChild(QLabel, "notice_message"), notice.findChild(QPushButton, "undo")
    notice.resize(240, 120)
    qtbot.waitUntil(lambda: button.y() >= words.geometry().bottom())
    assert words.width() > 200
    assert button.width() == button.sizeHint().width()
    notice.resize(600, 60)
    qtbot.waitUntil(lambda: button.x() >= words.geometry().right())


def test_boxes_have_no_coloured_signs_on_their_buttons(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    confirm(window, Confirmation("leave", "Leave", "Leave it?", "", "Leave", danger=True), lambda: None)
    inform(window, "told", "Told", "Something was told.", "")
    boxes = window.findChildren(QMessageBox)
    assert [len(box.buttons()) for box in boxes] == [2, 1]
    assert all(button.icon().isNull() for box in boxes for button in box.buttons())
    assert all(box.defaultButton() is not None for box in boxes)
