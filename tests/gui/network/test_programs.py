"""“Connect a program…”: what is shown, written, and taken out again; tokens of the local API; what is shared."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QLineEdit, QListWidget, QPlainTextEdit, QPushButton, QTabWidget, QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.gui.network.programs_dialog import ProgramsDialog
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import click, find
from tests.helpers.scripted_worker import ScriptedWorker

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
    dialog.mcp.program.setCurrentIndex(dialog.mcp.program.findData("cursor"))
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
    dialog.mcp.look()
    qtbot.waitUntil(lambda: dialog.mcp.notice.isVisibleTo(dialog))
    assert not find(dialog, QPushButton, "programs_connect_button").isEnabled()
    click(qtbot, dialog, "programs_close_button")


def test_a_token_is_made_shown_once_and_revoked(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    window = open_window()
    window.actions_table["program.connect"].trigger()
    dialog = find(window, ProgramsDialog, "programs_dialog")
    find(dialog, QTabWidget, "programs_tabs").setCurrentIndex(1)
    clients = find(dialog, QListWidget, "api_clients")
    qtbot.keyClicks(find(dialog, QLineEdit, "api_client_name"), "Notes")
    click(qtbot, dialog, "api_create_button")
    qtbot.waitUntil(lambda: clients.count() == 1)
    token = find(dialog, QLineEdit, "api_token")
    assert token.isVisible()
    assert clients.item(0).text() == "Notes, since 2026-01-02"
    find(dialog, QToolButton, "api_token_copy").click()
    assert QGuiApplication.clipboard().text() == token.text() == "dr-of-Notes"
    find(dialog, QToolButton, "api_address_copy").click()
    assert QGuiApplication.clipboard().text() == "http://127.0.0.1:8417/v1"

    qtbot.keyClicks(find(dialog, QLineEdit, "api_client_name"), "Notes")
    click(qtbot, dialog, "api_create_button")
    qtbot.waitUntil(lambda: dialog.api.notice.isVisibleTo(dialog))
    assert not token.isVisible()
    clients.setCurrentRow(0)
    click(qtbot, dialog, "api_revoke_button")
    qtbot.waitUntil(lambda: clients.count() == 0)
    assert not find(dialog, QPushButton, "api_revoke_button").isEnabled()


def test_libraries_are_shared_one_by_one(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    window.actions_table["program.connect"].trigger()
    dialog = find(window, ProgramsDialog, "programs_dialog")
    find(dialog, QTabWidget, "programs_tabs").setCurrentIndex(2)
    qtbot.waitUntil(lambda: len(dialog.findChildren(QCheckBox, "shared_library")) == len(scripted.infos))
    first = dialog.findChildren(QCheckBox, "shared_library")[0]
    first.click()
    qtbot.waitUntil(lambda: scripted.infos[first.text()].shared)
    first.click()
    qtbot.waitUntil(lambda: not scripted.infos[first.text()].shared)
