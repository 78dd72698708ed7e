"""The shortcut for “Check clipboard” in every program: a desktop's portal, its refusal, none at all, and Windows."""

import ctypes
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from ctypes import wintypes
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QLabel
from pytestqt.qtbot import QtBot

from desktop_rag.config.options import CLIPBOARD_SHORTCUT
from desktop_rag.core.paths import APP_ID
from desktop_rag.gui.settings.dialog import SettingsDialog
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.shortcuts.hot_key import HotKey
from tests.gui.person import find
from tests.helpers.scripted_worker import ScriptedWorker

if sys.platform.startswith("linux"):
    from jeepney import DBusAddress, HeaderFields, Message, message_bus, new_error, new_method_return, new_signal
    from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection

pytestmark = pytest.mark.usefixtures("english")
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="portals are of Linux desktops")
needs_bus = pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="there is no dbus-daemon")
Open = Callable[[], MainWindow]
PATH, SHORTCUTS = "/org/freedesktop/portal/desktop", "org.freedesktop.portal.GlobalShortcuts"
KEY = CLIPBOARD_SHORTCUT.key


class FakePortal(threading.Thread):
    """A desktop's portal as its documentation says: answers come as signals of requests; ``code`` of the last one."""

    def __init__(self, connection: "DBusConnection", code: int) -> None:
        super().__init__(daemon=True)
        self.connection = connection
        self.code = code
        self.asked: dict[str, Any] = {}
        self.bound = threading.Event()
        Proxy(message_bus, connection).RequestName("org.freedesktop.portal.Desktop")

    def run(self) -> None:
        with suppress(OSError, ValueError):  # the connection is closed in the end
            while True:
                self.answer(self.connection.receive())

    def answer(self, message: "Message") -> None:
        fields = message.header.fields
        member, body = fields.get(HeaderFields.member), message.body
        self.asked[str(member)] = body
        if member == "Register":
            self.connection.send(new_error(message, "org.freedesktop.DBus.Error.UnknownInterface"))
        elif member == "Get":
            self.connection.send(new_method_return(message, "v", (("u", 2),)))
        elif member in ("CreateSession", "BindShortcuts"):
            sender = str(fields[HeaderFields.sender])
            request = f"{PATH}/request/{sender[1:].replace('.', '_')}/{body[-1]['handle_token'][1]}"
            self.connection.send(new_method_return(message, "o", (request,)))
            if member == "CreateSession":
                self.client, self.session = sender, f"{PATH}/session/1/{body[0]['session_handle_token'][1]}"
                results, code = {"session_handle": ("s", self.session)}, 0
            else:
                results, code = {"shortcuts": ("a(sa{sv})", body[1])}, self.code
            self.signal(request, "org.freedesktop.portal.Request", "Response", "ua{sv}", (code, results))
            if member == "BindShortcuts":
                self.bound.set()

    def press(self, shortcut: str) -> None:
        self.signal(PATH, SHORTCUTS, "Activated", "osta{sv}", (self.session, shortcut, 7, {}))

    def signal(self, path: str, interface: str, name: str, signature: str, body: tuple[Any, ...]) -> None:
        message = new_signal(DBusAddress(path, interface=interface), name, signature, body)
        message.header.fields[HeaderFields.destination] = self.client
        self.connection.send(message)


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], FakePortal]]:
    """A bus of its own, and what starts a portal on it."""
    address = f"unix:path={tmp_path / 'bus'}"
    command = ["dbus-daemon", "--session", "--nofork", "--print-address=1", f"--address={address}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as daemon:
        assert daemon.stdout is not None
        daemon.stdout.readline()  # it listens
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        portals: list[FakePortal] = []

        def start(code: int) -> FakePortal:
            portals.append(FakePortal(open_dbus_connection(), code))
            portals[-1].start()
            return portals[-1]

        yield start
        daemon.terminate()
        for portal in portals:
            portal.join()
            portal.connection.close()


@on_linux
@needs_bus
def test_the_desktop_s_shortcut_brings_the_clipboard_to_the_page_that_checks_it(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, desktop: Callable[[int], FakePortal]
) -> None:
    portal = desktop(0)
    scripted.add_library("Contracts", files=3)
    window = open_window()
    assert portal.asked == {}  # the option is off
    scripted.config.update({KEY: True})
    window.settings_saved.emit()
    qtbot.waitUntil(portal.bound.is_set)
    session, wanted, parent, _ = portal.asked["BindShortcuts"]
    assert (session, parent, portal.asked["Register"]) == (portal.session, "", (APP_ID, {}))
    ((shortcut, told),) = wanted
    assert told == {"description": ("s", "Check clipboard"), "preferred_trigger": ("s", "CTRL+ALT+SHIFT+v")}
    QGuiApplication.clipboard().setText("The notice period is 60 days.")
    window.showMinimized()
    portal.press("another")
    portal.press(shortcut)
    qtbot.waitUntil(lambda: bool(scripted.called("checks.check_text")))
    (call,) = scripted.called("checks.check_text")
    assert (call.text, window.isMinimized()) == ("The notice period is 60 days.", False)
    page = window.page_commands.draft
    assert page is not None
    assert page.isVisible()
    scripted.config.update({KEY: False})
    window.settings_saved.emit()
    portal.press(shortcut)  # nobody hears it
    qtbot.wait(50)
    assert len(scripted.called("checks.check_text")) == 1


@on_linux
@needs_bus
@pytest.mark.parametrize(
    ("code", "said", "stays"),
    [
        (1, "The desktop did not allow the shortcut for “Check clipboard”.", False),
        (2, "The shortcut for “Check clipboard” is not available.", True),
    ],
)
def test_a_refusal_is_told_and_no_of_the_person_switches_it_off(
    qtbot: QtBot,
    open_window: Open,
    scripted: ScriptedWorker,
    desktop: Callable[[int], FakePortal],
    *,
    code: int,
    said: str,
    stays: bool,
) -> None:
    portal = desktop(code)
    window = open_window()
    scripted.config.update({KEY: True})
    window.settings_saved.emit()
    qtbot.waitUntil(portal.bound.is_set)
    qtbot.waitUntil(lambda: said in window.chat_pane.notice.accessibleName())
    assert scripted.config[CLIPBOARD_SHORTCUT] is stays


@on_linux
def test_without_a_portal_the_settings_say_why_there_is_none(
    qtbot: QtBot, open_window: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path / 'none'}")
    window = open_window()
    window._show_window_settings()
    dialog = window.findChildren(SettingsDialog)[-1]
    qtbot.waitUntil(lambda: bool(dialog.findChildren(QLabel, f"{KEY}.reason")))
    assert find(dialog, QLabel, f"{KEY}.reason").text() == "This desktop has no shortcuts that work in every program."
    box = dialog.findChild(QCheckBox, KEY)
    assert isinstance(box, QCheckBox)
    assert (box.isChecked(), box.isEnabled()) == (False, False)
    dialog.reject()


def test_of_the_messages_of_windows_only_that_of_our_keys_counts() -> None:
    pressed: list[int] = []
    key = HotKey(lambda: pressed.append(1))
    for message, identity, is_ours in ((0x0312, 0x4452, True), (0x0312, 1, False), (0x0100, 0x4452, False)):
        told = wintypes.MSG(message=message, wParam=identity)
        assert key.nativeEventFilter(b"windows_generic_MSG", ctypes.addressof(told)) == (is_ours, 0)
    assert pressed == [1]
