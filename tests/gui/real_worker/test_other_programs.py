"""A command in a terminal changes settings while the window is open: the window shows it, and undoes nothing."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.config import Config
from desktop_rag.config.options import NETWORK_OFFLINE, THEME, WINDOW
from desktop_rag.gui.network.dialog import NetworkDialog
from desktop_rag.gui.settings.dialog import SettingsDialog
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import ComboBox
from tests.gui.person import find
from tests.helpers.command_line import run

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]
LONG = 60_000


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_work_offline_is_ticked_when_a_command_switches_it_on(qtbot: QtBot, window: MainWindow, data: Path) -> None:
    action = window.actions_table["program.offline"]
    window.actions_table["program.network"].trigger()
    page = window.findChild(NetworkDialog)
    assert page is not None
    run("network", "offline", data_dir=data)
    qtbot.waitUntil(action.isChecked, timeout=LONG)
    assert window.windowTitle() == "Desktop RAG (offline)"
    assert find(page, QCheckBox, "network_offline").isChecked()
    page.close()
    run("network", "online", data_dir=data)
    qtbot.waitUntil(lambda: not action.isChecked(), timeout=LONG)
    assert window.windowTitle() == "Desktop RAG"


def test_saving_the_open_settings_undoes_nothing_that_another_program_set(
    qtbot: QtBot, window: MainWindow, data: Path
) -> None:
    dialog = SettingsDialog(window._bridge, window._appearance, window, WINDOW)
    dialog.open()
    qtbot.waitUntil(lambda: dialog.findChild(ComboBox, THEME.key) is not None, timeout=LONG)
    for place in range(dialog._tabs.count()):  # whatever the person looks at
        dialog._tabs.setCurrentIndex(place)
    other = Config(data / "settings.json")
    other.update({NETWORK_OFFLINE.key: True, "llm.seed": 7, "window.text_size": 120})
    theme = find(dialog, ComboBox, THEME.key)
    theme.setCurrentIndex(theme.findData("dark"))
    with qtbot.waitSignal(dialog.saved, timeout=LONG):
        find(dialog, QPushButton, "settings_save_button").click()
    saved = Config(data / "settings.json").values()
    assert saved == {NETWORK_OFFLINE.key: True, "llm.seed": 7, "window.text_size": 120, THEME.key: "dark"}


@pytest.mark.nightly(by_day="test_saving_the_open_settings_undoes_nothing_that_another_program_set")
def test_a_theme_that_another_program_chose_is_shown(qtbot: QtBot, window: MainWindow, data: Path) -> None:
    before = window.palette().window().color().name()
    Config(data / "settings.json").update({THEME.key: "dark"})
    qtbot.waitUntil(lambda: window._appearance.theme.name == "dark", timeout=LONG)
    qtbot.waitUntil(lambda: window.palette().window().color().name() != before, timeout=LONG)


def test_a_file_that_is_found_damaged_while_the_window_is_open_is_told_of(
    qtbot: QtBot, window: MainWindow, data: Path
) -> None:
    window._bridge.worker.config.update({"llm.seed": 7})
    (data / "settings.json").write_text("{damaged")
    window._bridge.worker.config.update({THEME.key: "dark"})
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "damaged_file_box") is not None, timeout=LONG)
    box = find(window, QMessageBox, "damaged_file_box")
    (aside,) = data.glob("settings.damaged-*.json")
    assert aside.read_text() == "{damaged"
    assert str(aside) in box.text()
    assert "Your settings are kept" in box.informativeText()
    assert Config(data / "settings.json").values() == {"llm.seed": 7, THEME.key: "dark"}
    box.close()
