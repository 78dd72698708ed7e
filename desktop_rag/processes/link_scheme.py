"""Lets the system open links of this program: which command opens them, and where each system is told so.

Linux reads a desktop entry and ``mimeapps.list`` of the person, Windows the person's part of the registry. macOS knows
what the application bundle says of itself, and nothing else.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.links import SCHEME
from desktop_rag.core.paths import APP_NAME
from desktop_rag.core.private_files import make_folders
from desktop_rag.core.unfinished import write_at_once
from desktop_rag.core.user_text import UserText

ENTRY_NAME = "desktop-rag-link.desktop"
_TYPE = f"x-scheme-handler/{SCHEME}"
_DEFAULTS = "[Default Applications]"
_WINDOW = "desktop_rag.gui.shell.app"
_KEY = rf"Software\Classes\{SCHEME}"
_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")


def has_display() -> bool:
    """Return True if Qt will find a screen; on Linux it would abort the program without one."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("QT_QPA_PLATFORM")) or any(os.environ.get(name) for name in _DISPLAYS)


def window_command(data_dir: Path | None = None) -> list[str]:
    """Return the command that starts the window of this installation, with a data folder of its own if one is given."""
    program = Path(sys.executable)
    if hasattr(sys, "_MEIPASS") and (image := os.environ.get("APPIMAGE")):
        command = [image]  # the program itself lies in a folder that is gone when it ends
    elif hasattr(sys, "_MEIPASS"):
        command = [str(program.with_name(f"desktop-rag-gui{program.suffix}"))]
    else:
        windowed = program.with_name("pythonw.exe")
        command = [str(windowed if windowed.is_file() else program), "-m", _WINDOW]
    return command if data_dir is None else [*command, "--data-dir", str(data_dir.absolute())]


def start_window(arguments: Sequence[str], data_dir: Path | None = None) -> None:
    """Start the window, which goes on when this program ends; one that is open takes over the arguments.

    Raises:
        UserError: there is no display, or it cannot be started.

    """
    if not has_display():
        raise UserError(
            UserText("There is no display for the window."),
            UserText("Use “desktop-rag open --print” to read the place here."),
        )
    command = [*window_command(data_dir), "--", *arguments]
    nowhere = subprocess.DEVNULL
    try:
        # its own session, so that closing the terminal does not close it; nobody waits for it
        subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True)
    except OSError as error:
        raise UserError(
            UserText("The window can't be started: {reason}.", reason=reason_of(error)),
            UserText("Start it yourself and try again."),
        ) from error


def desktop_entry(command: Sequence[str]) -> str:
    """Return the desktop entry by which Linux opens links; menus do not show it."""
    return (
        "[Desktop Entry]\n"
        "Type=Application\n"
        f"Name={APP_NAME}\n"
        f"Exec={' '.join(map(quoted, command))} -- %u\n"
        "Icon=desktop-rag\n"
        "Terminal=false\n"
        "NoDisplay=true\n"
        "StartupNotify=true\n"
        "StartupWMClass=Desktop RAG\n"
        f"MimeType={_TYPE};\n"
    )


def register_links(command: Sequence[str]) -> str:
    """Let the system open links with a command from now on, for this person alone; return where it is told so.

    Raises:
        UserError: it cannot be written, or this system takes it from an installed application only.

    """
    try:
        return _register(command)
    except OSError as error:
        raise UserError(
            UserText("The system can't be told to open links with this program: {reason}.", reason=reason_of(error)),
            UserText("Check that you have permission to write in your home folder."),
        ) from error


def unregister_links() -> bool:
    """Undo ``register_links``; return False where nothing was registered.

    Raises:
        UserError: it cannot be written.

    """
    try:
        return _unregister()
    except OSError as error:
        raise UserError(
            UserText("The system can't be told to open links with this program: {reason}.", reason=reason_of(error)),
            UserText("Check that you have permission to write in your home folder."),
        ) from error


def with_default(text: str, entry: str) -> str:
    """Return a ``mimeapps.list`` in which a desktop entry opens links; "" takes this program's out again.

    What else stands there stays as it is, also what cannot be understood.
    """
    lines = text.splitlines()
    heading = next((number for number, line in enumerate(lines) if line.strip() == _DEFAULTS), -1)
    if heading < 0:
        if not entry:
            return text
        lines += [*([""] if lines and lines[-1].strip() else []), _DEFAULTS]
        heading = len(lines) - 1
    end = next((n for n in range(heading + 1, len(lines)) if lines[n].lstrip().startswith("[")), len(lines))
    others = [line for line in lines[heading + 1 : end] if line.partition("=")[0].strip() != _TYPE]
    removed = [line for line in lines[heading + 1 : end] if line.partition("=")[0].strip() == _TYPE]
    if not entry:  # what somebody else put there is theirs
        others = [line for line in lines[heading + 1 : end] if line not in removed or ENTRY_NAME not in line]
    lines[heading + 1 : end] = [*([f"{_TYPE}={entry}"] if entry else []), *others]
    return "\n".join(lines) + "\n"


def quoted(argument: str) -> str:
    """Return an argument as desktop entries write it."""
    argument = argument.replace("%", "%%")
    if not any(char in " \t\n\"'\\><~|&;$*?#()`" for char in argument):
        return argument
    inner = "".join(f"\\{char}" if char in '"`$\\' else char for char in argument)
    return '"' + inner.replace("\\", "\\\\") + '"'  # entries take backslashes away once more


def _entry_file() -> Path:
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    return data / "applications" / ENTRY_NAME


def _defaults_file() -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "mimeapps.list"


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except FileNotFoundError:
        return ""


def _write(path: Path, text: str) -> None:
    make_folders(path.parent)
    write_at_once(path, text.encode("utf-8", "surrogateescape"))


if sys.platform == "win32":
    import winreg

    def _register(command: Sequence[str]) -> str:
        opening = f'{subprocess.list2cmdline(command)} -- "%1"'
        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _KEY) as key:
            winreg.SetValueEx(key, "", 0, winreg.REG_SZ, f"URL:{APP_NAME}")
            winreg.SetValueEx(key, "URL Protocol", 0, winreg.REG_SZ, "")
        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, rf"{_KEY}\shell\open\command") as key:
            winreg.SetValueEx(key, "", 0, winreg.REG_SZ, opening)
        return rf"HKEY_CURRENT_USER\{_KEY}"

    def _unregister() -> bool:
        found = False
        for part in (r"\shell\open\command", r"\shell\open", r"\shell", ""):
            try:
                winreg.DeleteKey(winreg.HKEY_CURRENT_USER, _KEY + part)
                found = True
            except FileNotFoundError:
                continue
        return found

elif sys.platform == "darwin":

    def _register(command: Sequence[str]) -> str:  # noqa: ARG001 - of other systems
        raise UserError(
            UserText("macOS opens links only with an application in the Applications folder."),
            UserText("Install Desktop RAG there, or use “desktop-rag open LINK”."),
        )

    def _unregister() -> bool:
        return False

else:

    def _register(command: Sequence[str]) -> str:
        entry, defaults = _entry_file(), _defaults_file()
        _write(entry, desktop_entry(command))
        _write(defaults, with_default(_text_of(defaults), ENTRY_NAME))
        return str(entry)

    def _unregister() -> bool:
        entry, defaults = _entry_file(), _defaults_file()
        before = _text_of(defaults)
        after = with_default(before, "")
        if after != before and ENTRY_NAME in before:
            _write(defaults, after)
        if not entry.exists():
            return False
        entry.unlink()
        return True
