"""Lets the system start the window when the person logs in, and says whether it does.

Only the system keeps that: Linux in an autostart entry, Windows in the person's part of the registry, macOS in a launch
agent. So what a person changes in the system's own settings holds here too.
"""

import contextlib
import os
import plistlib
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.paths import APP_ID, APP_NAME, is_portable
from desktop_rag.core.private_files import make_folders
from desktop_rag.core.unfinished import write_at_once
from desktop_rag.core.user_text import UserText
from desktop_rag.processes.link_scheme import quoted, window_command

MINIMIZED = "--minimized"
_AGENT = "org.desktop-rag.DesktopRAG.login"
_RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"
_OFF = ("Hidden=true", "X-GNOME-Autostart-enabled=false")  # how desktops' own settings switch an entry off


def why_no_login_start(data_dir: Path) -> UserText | None:
    """Return why the system can't start the window with this data folder; None where it can."""
    if is_portable(data_dir):
        return UserText("A portable program leaves nothing on the computer that it runs on.")
    if "FLATPAK_ID" in os.environ:
        return UserText("Flatpak doesn't let this program write such entries; add it in the desktop's own settings.")
    return None


def starts_at_login() -> bool:
    """Return True if the system starts the window when the person logs in."""
    try:
        return _is_told()
    except (OSError, ValueError, plistlib.InvalidFileException):
        return False


def set_login_start(*, wanted: bool, data_dir: Path | None = None) -> None:
    """Let the system start the window, minimised, when the person logs in, or no longer; idempotent.

    ``data_dir`` is a data folder other than the person's own.

    Raises:
        UserError: it cannot be written.

    """
    try:
        if wanted:
            _tell([*window_command(data_dir), MINIMIZED])
        else:
            _take_back()
    except OSError as error:
        raise UserError(
            UserText(
                "The system can't be told whether to start the program at login: {reason}.", reason=reason_of(error)
            ),
            UserText("Check that you have permission to write in your home folder."),
        ) from error


def autostart_entry(command: Sequence[str]) -> str:
    """Return the entry by which desktops for Linux start the window; without the program they leave it out."""
    return (
        "[Desktop Entry]\n"
        "Type=Application\n"
        f"Name={APP_NAME}\n"
        f"TryExec={command[0]}\n"
        f"Exec={' '.join(map(quoted, command))}\n"
        "Icon=desktop-rag\n"
        "Terminal=false\n"
    )


def launch_agent(command: Sequence[str]) -> bytes:
    """Return the property list by which macOS starts the window."""
    return plistlib.dumps(
        {"Label": _AGENT, "ProgramArguments": list(command), "RunAtLoad": True, "ProcessType": "Interactive"}
    )


if sys.platform == "win32":
    import winreg

    def _is_told() -> bool:
        with contextlib.suppress(FileNotFoundError), winreg.OpenKey(winreg.HKEY_CURRENT_USER, _RUN_KEY) as key:
            return bool(winreg.QueryValueEx(key, APP_NAME)[0])
        return False

    def _tell(command: Sequence[str]) -> None:
        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _RUN_KEY) as key:
            winreg.SetValueEx(key, APP_NAME, 0, winreg.REG_SZ, subprocess.list2cmdline(command))

    def _take_back() -> None:
        access = winreg.KEY_SET_VALUE
        with (
            contextlib.suppress(FileNotFoundError),
            winreg.OpenKey(winreg.HKEY_CURRENT_USER, _RUN_KEY, access=access) as key,
        ):
            winreg.DeleteValue(key, APP_NAME)

elif sys.platform == "darwin":

    def _file() -> Path:
        return Path.home() / "Library" / "LaunchAgents" / f"{_AGENT}.plist"

    def _is_told() -> bool:
        return _file().is_file() and not plistlib.loads(_file().read_bytes()).get("Disabled", False)

    def _tell(command: Sequence[str]) -> None:
        make_folders(_file().parent)
        write_at_once(_file(), launch_agent(command))

    def _take_back() -> None:
        _file().unlink(missing_ok=True)

else:

    def _file() -> Path:
        settings = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
        return settings / "autostart" / f"{APP_ID}.desktop"

    def _is_told() -> bool:
        lines = _file().read_text(encoding="utf-8").splitlines() if _file().is_file() else list(_OFF)
        return not any(line.replace(" ", "") in _OFF for line in lines)

    def _tell(command: Sequence[str]) -> None:
        make_folders(_file().parent)
        write_at_once(_file(), autostart_entry(command).encode("utf-8", "surrogateescape"))

    def _take_back() -> None:
        _file().unlink(missing_ok=True)
