"""Other programs of this computer: which files are ones, how one starts, and how PDF viewers open a page."""

import configparser
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

_ENDINGS = frozenset(
    # Windows: what it runs, installs or obeys when it is opened
    ".app .appref-ms .application .appx .appxbundle .bas .bat .cmd .com .cpl .diagcab .exe .gadget .hta .inf .ins .isp"
    " .jar .jnlp .js .jse .lnk .msc .msh .msh1 .msh2 .msi .msix .msixbundle .msp .mst .msu .pif .ps1 .ps1xml .ps2"
    " .psc1 .psc2 .psd1 .psm1 .reg .scf .scr .sct .settingcontent-ms .shb .shs .url .vb .vbe .vbs .website .ws .wsc"
    " .wsf .wsh .xbap .xll"
    # macOS and Linux
    " .action .appimage .bash .bin .command .csh .deb .desktop .dmg .fish .flatpakref .ksh .osx .out .pkg .pl .rpm .run"
    " .scpt .sh .snap .terminal .tool .workflow .zsh".split()
)
_RUN_ON_WINDOWS = frozenset((".py", ".pyc", ".pyw", ".pyz", ".rb"))
_BEGINNINGS = (
    b"#!", b"MZ", b"\x7fELF",
    b"\xfe\xed\xfa\xce", b"\xfe\xed\xfa\xcf", b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe",
)  # fmt: skip
_TYPE = "application/pdf"
_URL = ("{url}#page={page}",)
_INDEX = ("--page-index={page}", "{path}")
# the beginning of the name of a desktop entry (Linux) or of a ProgId (Windows), in small letters, and the arguments
_ARGUMENTS: dict[str, tuple[str, ...]] = {
    "org.gnome.evince": _INDEX, "evince": _INDEX, "org.gnome.papers": _INDEX, "atril": _INDEX, "xreader": _INDEX,
    "org.kde.okular": ("-p", "{page}", "{path}"), "okular": ("-p", "{page}", "{path}"),
    "org.pwmt.zathura": ("-P", "{page}", "{path}"), "zathura": ("-P", "{page}", "{path}"),
    "qpdfview": ("{path}#{page}",), "mupdf": ("{path}", "{page}"),
    "firefox": _URL, "org.mozilla.firefox": _URL, "chromium": _URL, "google-chrome": _URL, "chrome": _URL,
    "brave": _URL, "microsoft-edge": _URL, "msedge": _URL, "vivaldi": _URL,
    "acroexch": ("/A", "page={page}", "{path}"), "acrobat": ("/A", "page={page}", "{path}"),
    "sumatrapdf": ("-page", "{page}", "{path}"),
}  # fmt: skip


def is_program(path: Path) -> bool:
    """Return True if opening a file could run it: by its ending, or by its first bytes where it is executable.

    Raises:
        OSError: it cannot be read.

    """
    ending = path.suffix.lower()
    if ending in _ENDINGS or (sys.platform == "win32" and ending in _RUN_ON_WINDOWS):
        return True
    # Drives made on Windows mark every file as executable: its beginning decides.
    if sys.platform == "win32" or not path.is_file() or not path.stat().st_mode & 0o111:
        return False
    with path.open("rb") as file:
        return file.read(4).startswith(_BEGINNINGS)


def terminal_command() -> list[str]:
    """Return the command that runs the command line of this installation, with absolute paths.

    An AppImage is named by its file: what is in it has another path at each start, and none once that has ended.
    """
    program = Path(sys.executable)
    if hasattr(sys, "_MEIPASS"):
        if image := os.environ.get("APPIMAGE"):
            return [image, "--cli"]
        return [str(program.with_name(f"desktop-rag{program.suffix}"))]
    return [str(program.absolute()), "-m", "desktop_rag.cli.main"]


def as_typed(command: Sequence[str]) -> str:
    """Return a command as a person types it into the terminal of this system."""
    return subprocess.list2cmdline(command) if sys.platform == "win32" else shlex.join(command)


def start_program(command_line: str) -> None:
    """Start an independent program; Windows takes the command line as it is written."""
    subprocess.Popen(command_line)


def command_for_page(path: Path, page: int) -> list[str]:
    """Return the command that opens a PDF file at a page (from 1) in the person's own viewer.

    None is known, or it cannot go to a page: the list is empty.
    """
    if page < 1 or not _is_pdf(path):
        return []
    name, program = _viewer()
    arguments = next((found for start, found in _ARGUMENTS.items() if name.lower().startswith(start)), None)
    if not program or arguments is None:
        return []
    places = {"path": str(path.absolute()), "url": path.absolute().as_uri(), "page": str(page)}
    return [program, *(one.format(**places) for one in arguments)]


def _is_pdf(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return b"%PDF-" in file.read(1024)
    except OSError:
        return False


def _viewer() -> tuple[str, str]:
    """Return the name and path of the system's program for PDF files; "" where unknown."""
    found = "", ""
    if sys.platform == "win32":
        found = _windows_viewer()
    elif sys.platform == "linux":
        found = _linux_viewer()
    return found


def _linux_viewer() -> tuple[str, str]:
    """Return the name of the desktop entry for PDF files, and the program that it starts."""
    for entry in _entries():
        for folder in _data_folders():
            found = folder / "applications" / entry
            if found.is_file() and (program := _program_of(found)):
                return entry, program
    return "", ""


def _entries() -> Iterator[str]:
    """Yield the names of the desktop entries for PDF files, the person's choice first."""
    home = Path.home()
    config = [Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")]
    config += map(Path, (os.environ.get("XDG_CONFIG_DIRS") or "/etc/xdg").split(":"))
    desktops = [*filter(None, os.environ.get("XDG_CURRENT_DESKTOP", "").lower().split(":")), ""]
    lists = [f"{desktop}-mimeapps.list" if desktop else "mimeapps.list" for desktop in desktops]
    folders = [*config, *(folder / "applications" for folder in _data_folders())]
    for folder in folders:
        for name in lists:
            yield from _listed(folder / name, "Default Applications")
    for folder in folders:
        yield from _listed(folder / "mimeinfo.cache", "MIME Cache")


def _data_folders() -> list[Path]:
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    return [home, *map(Path, (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":"))]


def _listed(path: Path, section: str) -> Sequence[str]:
    return [name for name in _value(path, section, _TYPE).split(";") if name]


def _program_of(entry: Path) -> str:
    """Return the program of a desktop entry if it is a plain name of one that is installed; not one in a sandbox."""
    words = _value(entry, "Desktop Entry", "Exec").split()
    name = Path(words[0]).name if words else ""
    return shutil.which(name) or "" if name and name not in {"env", "flatpak", "snap", "sh", "bash"} else ""


def _value(path: Path, section: str, key: str) -> str:
    parser = configparser.RawConfigParser(strict=False, interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    try:
        parser.read(path, encoding="utf-8")
        return parser.get(section, key, fallback="").strip()
    except (OSError, configparser.Error, UnicodeError):
        return ""


if sys.platform == "win32":
    import winreg

    def _windows_viewer() -> tuple[str, str]:
        """Return the ProgId of the program for PDF files, and where it lies."""
        choice = r"Software\Microsoft\Windows\CurrentVersion\Explorer\FileExts\.pdf\UserChoice"
        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, choice) as key:
                name = str(winreg.QueryValueEx(key, "ProgId")[0])
            command = winreg.QueryValue(winreg.HKEY_CLASSES_ROOT, rf"{name}\shell\open\command")
        except OSError:
            return "", ""
        program = command.split('"')[1] if command.startswith('"') else command.split(" ")[0]
        return name, program if Path(program).is_file() else ""
