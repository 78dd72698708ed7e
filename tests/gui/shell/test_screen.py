"""A window opens inside its screen, also when it was last seen on a larger one."""

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.gui.shell.screen import fit_screen, inside, resize_dialog

LEAST = QSize(720, 520)
CASES = {
    "room enough": (QRect(100, 100, 1280, 800), QRect(0, 0, 1920, 1080), QRect(100, 100, 1280, 800)),
    "as large as the screen": (QRect(0, 0, 1280, 800), QRect(0, 0, 1280, 800), QRect(0, 0, 1264, 752)),
    "a laptop with a bar": (QRect(0, 0, 1280, 800), QRect(0, 32, 1366, 736), QRect(0, 32, 1280, 688)),
    "off to the right": (QRect(3000, 200, 1280, 800), QRect(0, 0, 1920, 1080), QRect(624, 200, 1280, 800)),
    "a second screen": (QRect(-1900, 100, 900, 600), QRect(-1920, 0, 1920, 1080), QRect(-1900, 100, 900, 600)),
    "smaller than the least": (QRect(0, 0, 1280, 800), QRect(0, 0, 640, 480), QRect(0, 0, 720, 520)),
}


@pytest.mark.parametrize(("wanted", "screen", "fitted"), CASES.values(), ids=CASES)
def test_the_nearest_place_inside_the_screen(wanted: QRect, screen: QRect, fitted: QRect) -> None:
    assert inside(wanted, screen, LEAST) == fitted


def test_a_window_too_large_for_the_screen_is_made_smaller(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.setMinimumSize(200, 200)
    window.setGeometry(5000, 5000, 9000, 9000)
    fit_screen(window)
    assert window.screen().availableGeometry().contains(window.geometry())


def test_a_dialog_is_no_larger_than_its_screen(qtbot: QtBot) -> None:
    dialog = QWidget()
    qtbot.addWidget(dialog)
    room = dialog.screen().availableSize()
    resize_dialog(dialog, 300, 9000)
    assert dialog.width() == 300
    assert dialog.height() < room.height()
