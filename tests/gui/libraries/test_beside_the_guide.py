"""Files added while the guide is open: they get a library of their own, which becomes the open one."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.gui.libraries.add_folder_dialog import AddFolderDialog
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import ComboBox
from tests.gui.person import drop, find
from tests.helpers.scripted_libraries import SAMPLE
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]


@pytest.fixture
def guide(qtbot: QtBot, open_window: Open) -> MainWindow:
    """The first start, after “Try it with the guide”."""
    window = open_window()
    qtbot.mouseClick(find(window, QPushButton, "welcome_sample_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: chosen(window) == SAMPLE)
    return window


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "Leases"
    made.mkdir()
    (made / "lease.txt").write_text("The notice period is three months.", encoding="utf-8")
    return made


def chosen(window: MainWindow) -> str:
    info = window.library_pane.current_library()
    return info.name if info is not None else ""


def added(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> list[tuple[object, ...]]:
    """Wait for the new library to be open; return what was added to which."""
    qtbot.waitUntil(lambda: chosen(window) == "Leases")
    qtbot.waitUntil(lambda: bool(scripted.called("files.add")))
    return scripted.called("files.add")


def confirm(qtbot: QtBot, window: MainWindow) -> list[str]:
    """Press “Add” in the dialog; return the libraries it offered, the one that was preselected first."""
    dialog = window.findChild(AddFolderDialog)
    assert dialog is not None
    offered = find(dialog, ComboBox, "add_folder_library")
    names = [offered.currentText(), *(offered.itemText(row) for row in range(offered.count()))]
    qtbot.mouseClick(find(dialog, QPushButton, "add_folder_add_button"), Qt.MouseButton.LeftButton)
    return names


def test_a_dropped_folder_makes_its_own_library(
    qtbot: QtBot, guide: MainWindow, scripted: ScriptedWorker, folder: Path
) -> None:
    assert drop(guide, [folder]) == "Drop to create the library “Leases”"
    assert added(qtbot, guide, scripted) == [("Leases", (folder,))]


def test_a_second_drop_is_added_to_that_library(
    qtbot: QtBot, guide: MainWindow, scripted: ScriptedWorker, folder: Path, tmp_path: Path
) -> None:
    drop(guide, [folder])
    added(qtbot, guide, scripted)
    qtbot.waitUntil(lambda: guide.library_pane.libraries.names().count("Leases") == 1)
    assert drop(guide, [tmp_path]) == "Drop to add to “Leases”"


def test_a_drop_on_the_row_of_the_guide_is_added_to_the_guide(
    qtbot: QtBot, guide: MainWindow, scripted: ScriptedWorker, folder: Path
) -> None:
    view = guide.library_pane.library_list
    row = view.visualRect(guide.library_pane.libraries.index(0)).center()
    place = guide.mapFromGlobal(view.viewport().mapToGlobal(QPoint(row)))
    assert drop(guide, [folder], QPointF(place)) == f"Drop to add to “{SAMPLE}”"
    qtbot.waitUntil(lambda: scripted.called("files.add") == [(SAMPLE, (folder,))])


def test_a_folder_given_to_the_program_makes_its_own_library(
    qtbot: QtBot, guide: MainWindow, scripted: ScriptedWorker, folder: Path
) -> None:
    guide.take_over((folder,), sample=False)
    assert added(qtbot, guide, scripted) == [("Leases", (folder,))]


def test_a_folder_given_beside_other_libraries_is_asked_about_with_a_new_one_first(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, folder: Path
) -> None:
    scripted.add_library("Papers")
    window = open_window()
    window.actions_table["program.guide"].trigger()
    qtbot.waitUntil(lambda: chosen(window) == SAMPLE)
    window.take_over((folder,), sample=False)
    names = confirm(qtbot, window)
    assert names[0] == names[-1] == "New library “Leases”"
    assert set(names[1:-1]) == {SAMPLE, "Papers"}
    assert added(qtbot, window, scripted) == [("Leases", (folder,))]


def test_a_chosen_folder_makes_its_own_library_unless_the_guide_is_picked(
    qtbot: QtBot, guide: MainWindow, scripted: ScriptedWorker, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    guide.actions_table["library.add_folder"].trigger()
    assert confirm(qtbot, guide) == ["New library “Leases”", SAMPLE, "New library “Leases”"]
    assert added(qtbot, guide, scripted) == [("Leases", (folder,))]


def test_chosen_files_make_a_library_named_after_their_folder(
    qtbot: QtBot, guide: MainWindow, scripted: ScriptedWorker, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = folder / "lease.txt"
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(file)], ""))
    guide.actions_table["library.add_files"].trigger()
    assert added(qtbot, guide, scripted) == [("Leases", (file,))]
