"""“Start at login” in the settings: the system's own entry is shown, written and removed on Save, and not before."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.config.options import WINDOW
from desktop_rag.core.paths import APP_ID
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import CheckBox
from tests.gui.person import find, open_settings
from tests.helpers.scripted_worker import ScriptedWorker

pytestmark = pytest.mark.skipif("sys.platform != 'linux'", reason="autostart entries are of Linux")
Open = Callable[[], MainWindow]


def test_it_is_written_and_removed_on_save(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    entry = tmp_path / "config" / "autostart" / f"{APP_ID}.desktop"
    for shown in (False, True):
        dialog = open_settings(qtbot, open_window, scripted, WINDOW)
        check = find(dialog, CheckBox, "login_check")
        qtbot.waitUntil(check.isEnabled)
        assert check.isChecked() is shown
        qtbot.mouseClick(check, Qt.MouseButton.LeftButton, pos=QPoint(9, check.height() // 2))
        assert entry.exists() is shown
        with qtbot.waitSignal(dialog.saved):
            qtbot.mouseClick(find(dialog, QPushButton, "settings_save_button"), Qt.MouseButton.LeftButton)
        assert entry.exists() is not shown
