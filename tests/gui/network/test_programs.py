"""“Connect a program…”: what is shown, written, and taken out again."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.gui.network.programs_dialog import ProgramsDialog
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import click, find

Open = Callable[[], MainWindow]


def test_a_program_is_connected_and_no_longer(
    qtbot: QtBot, open_window: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    settings = tmp_path / ".cursor" / "mcp.json"
    settings.parent.mkdir()
    settings.write_text('{\n  "mcpServers": {}\n}\n', "utf-8")
    window = open_window()
    window.actions_table["program.connect"].trigger()
    dialog = find(window, ProgramsDialog, "programs_dialog")
    dialog.program.setCurrentIndex(dialog.program.findData("cursor"))
    shown = find(dialog, QPlainTextEdit, "programs_difference")
    qtbot.waitUntil(lambda: '+    "desktop-rag": {' in shown.toPlainText())
    assert not find(dialog, QPushButton, "programs_disconnect_button").isEnabled()
    assert "desktop-rag" not in settings.read_text("utf-8"), "it is only shown"

    click(qtbot, dialog, "programs_connect_button")
    qtbot.waitUntil(find(dialog, QPushButton, "programs_disconnect_button").isEnabled)
    assert shown.toPlainText() == "Cursor is connected."
    assert list(json.loads(settings.read_text("utf-8"))["mcpServers"]) == ["desktop-rag"]

    click(qtbot, dialog, "programs_disconnect_button")
    qtbot.waitUntil(find(dialog, QPushButton, "programs_connect_button").isEnabled)
    assert json.loads(settings.read_text("utf-8")) == {"mcpServers": {}}

    settings.write_text("// mine\n{}", "utf-8")
    dialog.look()
    qtbot.waitUntil(lambda: dialog.notice.isVisibleTo(dialog))
    assert not find(dialog, QPushButton, "programs_connect_button").isEnabled()
    click(qtbot, dialog, "programs_close_button")
