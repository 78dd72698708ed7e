"""Making a library: its name, and how its files are cut for those who open “More options”."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QSpinBox, QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import ComboBox
from desktop_rag.node_parser.factory import NODE_PARSERS, Splitting
from tests.gui.person import find, open_new_library_dialog
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]


def test_a_name_is_enough(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    dialog = open_new_library_dialog(window)
    create = find(dialog, QPushButton, "library_create_button")
    assert not create.isEnabled()
    assert dialog.height() > 100
    assert not find(dialog, ComboBox, "library_cutting").isVisible()
    name = find(dialog, QLineEdit, "library_name")
    qtbot.keyClicks(name, "Leases")
    qtbot.keyClick(name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Leases" in scripted.infos)
    assert scripted.splittings == {"Leases": None}


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize("way", NODE_PARSERS[1:])
def test_files_are_cut_as_chosen(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, way: str) -> None:
    scripted.add_library("Papers")
    dialog = open_new_library_dialog(open_window())
    qtbot.keyClicks(find(dialog, QLineEdit, "library_name"), "Code")
    low = dialog.height()
    qtbot.mouseClick(find(dialog, QToolButton, "library_more_button"), Qt.MouseButton.LeftButton)
    combo = find(dialog, ComboBox, "library_cutting")
    assert combo.isVisible()
    qtbot.waitUntil(lambda: dialog.height() > low)
    combo.setCurrentIndex(combo.findData(way))
    sized = way != "sentence_window"
    assert find(dialog, QSpinBox, "library_size").isVisible() is sized
    find(dialog, QSpinBox, "library_size").setValue(1024)
    qtbot.mouseClick(find(dialog, QPushButton, "library_create_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Code" in scripted.infos)
    assert scripted.splittings == {"Code": Splitting(way, 1024 if sized else None)}


def test_sizes_that_do_not_go_together_are_refused(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    dialog = open_new_library_dialog(open_window())
    qtbot.keyClicks(find(dialog, QLineEdit, "library_name"), "Odd")
    qtbot.mouseClick(find(dialog, QToolButton, "library_more_button"), Qt.MouseButton.LeftButton)
    find(dialog, QSpinBox, "library_size").setValue(100)
    find(dialog, QSpinBox, "library_overlap").setValue(90)
    create = find(dialog, QPushButton, "library_create_button")
    qtbot.mouseClick(create, Qt.MouseButton.LeftButton)
    error = find(dialog, QLabel, "library_cutting_error")
    assert error.isVisible()
    assert "from 0 to 50" in error.text()
    find(dialog, QSpinBox, "library_overlap").setValue(20)
    assert not error.isVisible()
    qtbot.mouseClick(create, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Odd" in scripted.infos)
    assert scripted.splittings == {"Odd": Splitting("passage", 100, 20)}
