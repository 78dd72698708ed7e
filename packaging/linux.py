"""What every package for Linux puts where desktops look for it, and times and modes that make builds repeatable."""

import datetime as dt
import gzip
import os
import shutil
import subprocess
from pathlib import Path

import file_managers

# What an archive or AppImage brings along of the system it was built on
LIBRARIES = frozenset(
    {
        "libxcb-cursor.so.0", "libxcb-icccm.so.4", "libxcb-image.so.0", "libxcb-keysyms.so.1",
        "libxcb-render-util.so.0", "libxcb-util.so.1", "libxkbcommon.so.0", "libxkbcommon-x11.so.0",
        "libffi.so.7", "libffi.so.8", "libssl.so.3", "libcrypto.so.3", "libbz2.so.1.0", "liblzma.so.5", "libuuid.so.1",
    }
)  # fmt: skip
IDENTIFIER = "org.desktop_rag.DesktopRAG"  # as `desktop_rag/core/paths.py` has it: of the menu entry and of windows
MAINTAINER = "Desktop RAG developers <desktop-rag@localhost>"
PROGRAMS = ("desktop-rag", "desktop-rag-gui")
# What a package says when it has been removed: dpkg names the reason, rpm how many versions are left
REMOVED = """\
#!/bin/sh
set -e
case "${1:-}" in
  remove | 0)
    echo "Desktop RAG is removed. Libraries, conversations and settings stay where each person keeps them:"
    echo "in ~/.local/share/Desktop RAG, if nobody moved them. Delete that folder to remove them as well."
    ;;
esac
"""


def install(frozen: Path, root: Path, tree: Path, version: str, changed: int) -> None:
    """Lay out the program in ``tree`` as a package of the system does: in /opt, with its commands in /usr/bin."""
    shutil.copytree(frozen, tree / "opt" / "desktop-rag", symlinks=True)
    commands = tree / "usr" / "bin"
    commands.mkdir(parents=True)
    for name in PROGRAMS:
        (commands / name).symlink_to(f"/opt/desktop-rag/{name}")
    share(root, tree / "usr" / "share", version, changed)
    manual_pages(frozen.parent / "manual", tree / "usr" / "share" / "man", version)


def add_libraries(frozen: Path, target: Path) -> None:
    """Copy the program to ``target``, with those of the system's libraries that not every desktop has.

    A package names what it needs, and the system installs it. What is unpacked brings it along: Qt's cursor and
    window libraries, which a desktop of Qt 6 alone has, and what Python itself is linked to. What belongs to the
    system's drivers and its C library must come from there.
    """
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(frozen, target, symlinks=True)
    known = subprocess.run(["/sbin/ldconfig", "-p"], check=True, capture_output=True, text=True).stdout
    machine = "x86-64" if os.uname().machine == "x86_64" else "AArch64"
    for line in known.splitlines():
        name, _, path = line.strip().partition(" => ")
        name, _, kind = name.partition(" ")
        if name in LIBRARIES and machine in kind and not (target / "_internal" / name).exists():
            shutil.copyfile(path, target / "_internal" / name)


def share(root: Path, target: Path, version: str, changed: int) -> None:
    """Write the desktop entry, the icons, the description for software centres, the file type and menus of files.

    ``target`` becomes /usr/share; ``changed`` is the time of the sources, in seconds since 1970.
    """
    packaging, icons = root / "packaging", root / "resources" / "icons"
    for entry in (f"{IDENTIFIER}.desktop", "desktop-rag-link.desktop"):
        copy(packaging / entry, target / "applications" / entry)
    copy(packaging / "desktop-rag.mime.xml", target / "mime" / "packages" / "desktop-rag.xml")
    for name, text in file_managers.files(root, IDENTIFIER).items():
        write(target / name, text)
    hicolor = target / "icons" / "hicolor"
    copy(icons / "desktop-rag.svg", hicolor / "scalable" / "apps" / "desktop-rag.svg")
    for picture in sorted(icons.glob("desktop-rag*.png")):
        size = picture.stem.removeprefix("desktop-rag").lstrip("-") or "256"
        copy(picture, hicolor / f"{size}x{size}" / "apps" / "desktop-rag.png")
    date = dt.datetime.fromtimestamp(changed, dt.UTC).date().isoformat()
    metainfo = (packaging / f"{IDENTIFIER}.metainfo.xml").read_text(encoding="utf-8")
    write(
        target / "metainfo" / f"{IDENTIFIER}.metainfo.xml",
        metainfo.replace("@VERSION@", version).replace("@DATE@", date),
    )


def manual_pages(commands: Path, target: Path, version: str) -> None:
    """Write the manual pages; ``target`` becomes /usr/share/man, ``commands`` has those of the command line."""
    for page in sorted(commands.glob("*.1")):
        write_packed(target / "man1" / f"{page.name}.gz", page.read_text(encoding="utf-8"))
    window = f'.TH DESKTOP-RAG-GUI 1 "" "Desktop RAG {version}"\n' + _WINDOW_PAGE
    write_packed(target / "man1" / "desktop-rag-gui.1.gz", window)


def changed(root: Path) -> int:
    """Return when the program was last changed: its commit, so that a build can be repeated."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=root, capture_output=True, text=True, check=False)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else int((root / "LICENSE").stat().st_mtime)


def day(time: int) -> dt.datetime:
    """Return a time as a date of UTC."""
    return dt.datetime.fromtimestamp(time, dt.UTC)


def day_and_time(time: int) -> tuple[int, int, int, int, int, int]:
    """Return a time as archives of the kind zip have it."""
    at = day(time)
    return at.year, at.month, at.day, at.hour, at.minute, at.second


def set_modes(tree: Path, time: int) -> None:
    """Give everything the usual permissions whatever the umask of the build machine, and the time of the sources."""
    for path in (tree, *tree.rglob("*")):
        if not path.is_symlink():
            is_program = path.name in {*PROGRAMS, "AppRun"} and path.is_file() and path.parent.name != "overrides"
            path.chmod(0o755 if path.is_dir() or is_program else 0o644)
        os.utime(path, (time, time), follow_symlinks=False)


def output(command: "list[str | Path]") -> str:
    """Return what a command prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def write(path: Path, text: str) -> None:
    """Write a text file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def write_packed(path: Path, text: str) -> None:
    """Write a text packed by gzip, the same bytes each time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))


def copy(source: Path, target: Path) -> None:
    """Copy a file and make the folders above it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


_WINDOW_PAGE = """\
.SH NAME
desktop-rag-gui \\- ask questions of your own documents
.SH SYNOPSIS
.B desktop-rag-gui
.RI [ options ]
.RI [ path ...]
.SH DESCRIPTION
Opens the window of Desktop RAG, or brings the one that is open to the front. Files and folders that are named are
offered for adding to a library.
.SH OPTIONS
.TP
.B \\-\\-sample
Start with the user's guide as a library.
.TP
.B \\-\\-offline
Contact nothing but programs on this computer.
.TP
.B \\-\\-minimized
Start with the window minimised, as at login.
.TP
.BI \\-\\-data\\-dir " folder"
Keep libraries, conversations and settings in another folder.
.TP
.B \\-\\-portable
Keep everything in a folder beside the program.
.SH SEE ALSO
.BR desktop-rag (1)
"""
