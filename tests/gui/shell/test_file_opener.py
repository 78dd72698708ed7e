"""Showing files in the system's file manager, chosen there where that is possible."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusVirtualObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.gui.shell import file_opener
from desktop_rag.gui.shell.bridge import Bridge

Calls = list[tuple[object, ...]]


@pytest.fixture
def folders(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders, or files, that are opened without anything chosen."""
    paths: list[Path] = []
    monkeypatch.setattr(file_opener, "open_path", paths.append)
    return paths


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Two files of one folder."""
    paths = [tmp_path / "a b, c.txt", tmp_path / "契約.txt"]
    for path in paths:
        path.write_text("")
    return [str(path) for path in paths]


def fail(error: UserError) -> None:
    raise error


def test_finder_chooses_the_files(
    qtbot: QtBot, bridge: Bridge, files: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: Calls = []
    monkeypatch.setattr(QProcess, "startDetached", lambda *call: calls.append(call))
    monkeypatch.setattr(sys, "platform", "darwin")
    file_opener.show_in_folders(bridge, files, fail)
    qtbot.waitUntil(lambda: bool(calls))
    assert calls == [("/usr/bin/open", ["-R", *files])]


def test_explorer_chooses_the_first_file(
    qtbot: QtBot, bridge: Bridge, files: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: Calls = []
    monkeypatch.setattr(subprocess, "Popen", lambda *call: calls.append(call))
    monkeypatch.setattr(sys, "platform", "win32")
    file_opener.show_in_folders(bridge, [f"{files[0]}//inside.txt", files[1]], fail)
    qtbot.waitUntil(lambda: bool(calls))
    assert calls == [(f'explorer.exe /select,"{files[0]}"',)]


def test_the_folder_of_a_file_that_is_gone_is_opened(
    qtbot: QtBot, bridge: Bridge, tmp_path: Path, folders: list[Path]
) -> None:
    file_opener.show_in_folders(bridge, [str(tmp_path / "gone.txt")], fail)
    qtbot.waitUntil(lambda: folders == [tmp_path])


def test_what_cannot_be_reached_is_said(qtbot: QtBot, bridge: Bridge, tmp_path: Path, folders: list[Path]) -> None:
    errors: list[UserError] = []
    gone = str(tmp_path / "away" / "file.txt")
    file_opener.show_in_folders(bridge, [gone], errors.append)
    parent = QWidget()
    qtbot.addWidget(parent)
    file_opener.open_file(parent, bridge, gone, errors.append)
    qtbot.waitUntil(lambda: len(errors) == 2)
    assert {error.message for error in errors} == {"“away” cannot be reached.", "“file.txt” cannot be reached."}
    assert not folders


class Bus:
    """A message bus of the test's own, with or without a file manager on it."""

    def __init__(self, address: str) -> None:
        self.connection = QDBusConnection.connectToBus(address, "tests")
        self._manager = _Manager()

    def add_manager(self) -> Calls:
        """Put a file manager on the bus; return what it will be asked."""
        self.connection.registerVirtualObject("/org/freedesktop/FileManager1", self._manager)
        assert self.connection.registerService("org.freedesktop.FileManager1")
        return self._manager.calls


class _Manager(QDBusVirtualObject):
    """Notes what it is asked to show."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: Calls = []

    def introspect(self, _path: str) -> str:
        return ""

    def handleMessage(self, message: QDBusMessage, connection: QDBusConnection) -> bool:  # noqa: N802 - Qt's name
        self.calls.append((message.member(), message.signature(), *message.arguments()))
        return connection.send(message.createReply())


@pytest.fixture
def bus(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bus]:
    """A bus that counts as the desktop's."""
    program = shutil.which("dbus-daemon")
    if program is None or not sys.platform.startswith("linux"):
        pytest.skip("there is no message bus to start")
    command = [program, "--session", "--nofork", "--print-address", f"--address=unix:dir={tmp_path}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as daemon:
        assert daemon.stdout is not None
        bus = Bus(daemon.stdout.readline().strip())
        assert bus.connection.isConnected()
        monkeypatch.setattr(QDBusConnection, "sessionBus", lambda: bus.connection)
        yield bus
        QDBusConnection.disconnectFromBus("tests")
        daemon.terminate()


def test_a_file_manager_chooses_the_files(
    qtbot: QtBot, bridge: Bridge, bus: Bus, files: list[str], folders: list[Path]
) -> None:
    calls = bus.add_manager()
    file_opener.show_in_folders(bridge, files, fail)
    qtbot.waitUntil(lambda: bool(calls))
    qtbot.wait(20)
    assert calls == [("ShowItems", "ass", [Path(file).as_uri() for file in files], "")]
    assert not folders


def test_without_a_file_manager_the_folder_is_opened(
    qtbot: QtBot, bridge: Bridge, bus: Bus, files: list[str], folders: list[Path], tmp_path: Path
) -> None:
    file_opener.show_in_folders(bridge, files, fail)
    qtbot.waitUntil(lambda: folders == [tmp_path])


def test_without_a_bus_the_folder_is_opened(
    qtbot: QtBot, bridge: Bridge, files: list[str], folders: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QDBusConnection, "sessionBus", lambda: QDBusConnection("none"))
    monkeypatch.setattr(sys, "platform", "linux")
    file_opener.show_in_folders(bridge, files, fail)
    qtbot.waitUntil(lambda: folders == [tmp_path])
