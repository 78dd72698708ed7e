"""The data folder in the settings: where it is, how large, and moving it by mouse and keys."""

from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QMessageBox, QPushButton, QTabWidget
from pytestqt.qtbot import QtBot

from desktop_rag.config import OPTION_GROUPS
from desktop_rag.config.data_folder import read_data_folder
from desktop_rag.config.options import WINDOW
from desktop_rag.core.paths import DATA_DIR_VARIABLE
from desktop_rag.gui.settings.dialog import SettingsDialog
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import ElidedLabel, plain
from tests.gui.person import find, open_settings
from tests.helpers.data_folders import complaints, fill, person_folder
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]


@pytest.fixture
def home(tmp_path: Path, scripted: ScriptedWorker, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(DATA_DIR_VARIABLE, raising=False)
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_names, **_more: str(person_folder(tmp_path)))
    scripted.data_dir = person_folder(tmp_path)
    fill(scripted.data_dir)
    return scripted.data_dir


def choose(qtbot: QtBot, dialog: SettingsDialog, monkeypatch: pytest.MonkeyPatch, folder: Path) -> QPushButton:
    """Press “Move…” and choose a folder."""
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    push = find(dialog, QPushButton, "data_folder_move_button")
    tabs = find(dialog, QTabWidget, "settings_tabs")
    tabs.setCurrentIndex(OPTION_GROUPS.index(WINDOW))
    qtbot.mouseClick(push, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(push.isEnabled, timeout=10_000)
    return push


def box_over(dialog: SettingsDialog) -> QMessageBox:
    return find(dialog, QMessageBox, "move_data_folder_box")


def test_the_folder_and_its_size_are_shown(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, home: Path
) -> None:
    dialog = open_settings(qtbot, open_window, scripted, WINDOW)
    assert find(dialog, ElidedLabel, "data_folder_path").full_text() == str(home)
    size = find(dialog, QLabel, "data_folder_size")
    qtbot.waitUntil(lambda: size.text().endswith(("kB", "KB", "MB")))
    dialog.close()


def test_moving_is_asked_and_the_window_closes_to_do_it(
    qtbot: QtBot,
    open_window: Open,
    scripted: ScriptedWorker,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dialog = open_settings(qtbot, open_window, scripted, WINDOW)
    window = dialog.parentWidget()
    assert window is not None
    (tmp_path / "disk").mkdir()
    choose(qtbot, dialog, monkeypatch, tmp_path / "disk")
    box = box_over(dialog)
    assert str(tmp_path / "disk") in plain(box.text())
    assert read_data_folder().target is None, "nothing is noted before the answer"
    qtbot.mouseClick(find(box, QPushButton, "confirm_move_data_folder_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=10_000)
    assert read_data_folder().target == tmp_path / "disk"
    assert scripted.closed
    assert (home / "conversations.sqlite").exists(), "everything is there until the next start"


def test_a_folder_with_other_files_gets_one_of_our_own(
    qtbot: QtBot,
    open_window: Open,
    scripted: ScriptedWorker,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dialog = open_settings(qtbot, open_window, scripted, WINDOW)
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk" / "photo.png").touch()
    choose(qtbot, dialog, monkeypatch, tmp_path / "disk")
    assert str(tmp_path / "disk" / "Desktop RAG data") in plain(box_over(dialog).text())
    qtbot.keyClick(box_over(dialog), Qt.Key.Key_Escape)
    assert read_data_folder().is_default
    assert complaints(home) == []
    dialog.close()


def test_a_place_that_does_not_do_is_told(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = open_settings(qtbot, open_window, scripted, WINDOW)
    choose(qtbot, dialog, monkeypatch, home / "libraries")
    error = find(dialog, QLabel, "data_folder_error")
    assert error.isVisibleTo(dialog)
    assert "lie inside each other" in error.text()
    assert read_data_folder().is_default
    dialog.close()
