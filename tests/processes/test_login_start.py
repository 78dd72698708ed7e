"""The system is told to start the window at login, and forgets it; what it says of itself is what holds."""

import configparser
import plistlib
import shlex
import sys
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.paths import APP_ID, portable_data_dir
from desktop_rag.gui.shell.app import _parse
from desktop_rag.processes.link_scheme import window_command
from desktop_rag.processes.login_start import (
    MINIMIZED,
    launch_agent,
    set_login_start,
    starts_at_login,
    why_no_login_start,
)

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="autostart entries are of Linux")


@pytest.fixture
def entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "autostart" / f"{APP_ID}.desktop"


@on_linux
def test_the_window_starts_at_login_and_no_longer(entry: Path, tmp_path: Path) -> None:
    assert not starts_at_login()
    set_login_start(wanted=True, data_dir=tmp_path / "my data")
    assert starts_at_login()
    read = configparser.RawConfigParser()
    read.read(entry, encoding="utf-8")
    words = shlex.split(read["Desktop Entry"]["Exec"])
    assert words == [*window_command(tmp_path / "my data"), MINIMIZED]
    assert read["Desktop Entry"]["TryExec"] == sys.executable
    assert _parse(words[3:]).minimized
    for _ in range(2):
        set_login_start(wanted=False)
        assert not starts_at_login()
    assert not entry.exists()


@on_linux
@pytest.mark.parametrize("line", ["Hidden=true", "X-GNOME-Autostart-enabled = false"])
def test_what_the_desktop_switched_off_is_off(entry: Path, line: str) -> None:
    set_login_start(wanted=True)
    entry.write_text(entry.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")
    assert not starts_at_login()
    set_login_start(wanted=True)
    assert starts_at_login()


@on_linux
def test_where_nothing_can_be_written_it_is_told(entry: Path) -> None:
    entry.parent.parent.write_text("a file in the way", encoding="utf-8")
    with pytest.raises(UserError, match="at login"):
        set_login_start(wanted=True)
    assert not starts_at_login()


def test_portable_programs_and_flatpak_leave_no_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert why_no_login_start(tmp_path) is None
    assert why_no_login_start(portable_data_dir()) is not None
    monkeypatch.setenv("FLATPAK_ID", APP_ID)
    assert why_no_login_start(tmp_path) is not None


def test_an_appimage_is_named_by_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", "/tmp/.mount_x/usr/lib/desktop-rag", raising=False)
    monkeypatch.setenv("APPIMAGE", "/home/me/Desktop RAG.AppImage")
    assert window_command() == ["/home/me/Desktop RAG.AppImage"]


def test_macos_reads_the_command_as_a_list() -> None:
    told = plistlib.loads(launch_agent(["/Applications/Desktop RAG.app/x", MINIMIZED]))
    assert told["ProgramArguments"] == ["/Applications/Desktop RAG.app/x", MINIMIZED]
    assert told["RunAtLoad"] is True
