"""Other programs of this computer: which files are ones, so that opening them would run them, and how one starts."""

import subprocess
import sys
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


def is_program(path: Path) -> bool:
    """Return whether opening a file could run it: by its ending, or by how it begins where it may be executed.

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


def start_program(command_line: str) -> None:
    """Start a program that goes on by itself; Windows takes the command line as it is written."""
    subprocess.Popen(command_line)
