"""The installer for Windows, which NSIS makes, and an archive that keeps its data beside the program.

Where DESKTOP_RAG_SIGN_COMMAND is set, each executable is signed with it: a command to which the file is appended.

python packaging/windows.py PICTURE ICON    the icon that Windows shows
"""

import os
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import linux

PORTABLE_MARK = "portable"  # as in an archive for Linux
# Kinds of files whose menu in Explorer has “Ask Desktop RAG”; NSIS holds no more than 1,023 characters in a text
ASKED = (
    "pdf docx doc odt rtf xlsx xls ods csv pptx ppt odp epub md txt html htm eml msg zip png jpg jpeg tif tiff heic"
).split()


def build(frozen: Path, root: Path, version: str, icon: Path) -> Path:
    """Write dist/Desktop-RAG-VERSION-setup.exe with ``makensis``; return its path.

    It runs on Windows, and on Linux around any folder: so the script is compiled where there is no Windows.
    """
    target = root / "dist" / f"Desktop-RAG-{version}-setup.exe"
    target.parent.mkdir(exist_ok=True)
    sign(*frozen.glob("*.exe"))
    defined = {
        "VERSION": version, "PROGRAM": frozen, "TARGET": target, "ICON": icon, "LICENCE": root / "LICENSE",
        "ASKED": applies_to(),
    }  # fmt: skip
    options = [f"-D{name}={value}" for name, value in defined.items()]
    script = root / "packaging" / "desktop-rag.nsi"
    subprocess.run(["makensis", "-V2", "-WX", "-INPUTCHARSET", "UTF8", *options, script], check=True)
    sign(target)
    return target


def sign(*files: Path) -> None:
    """Sign executables where the environment says how."""
    if command := os.environ.get("DESKTOP_RAG_SIGN_COMMAND"):
        for file in files:
            subprocess.run([*shlex.split(command), file], check=True)


def applies_to() -> str:
    """Return the condition by which Explorer offers a file, in its query language."""
    return " OR ".join(f"System.FileExtension:=.{ending}" for ending in ASKED)


def archive(frozen: Path, root: Path, version: str) -> Path:
    """Write dist/Desktop-RAG-VERSION-windows-portable.zip; return its path."""
    target = root / "dist" / f"Desktop-RAG-{version}-windows-portable.zip"
    target.parent.mkdir(exist_ok=True)
    name, time = f"Desktop RAG {version}", linux.changed(root)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9, strict_timestamps=False) as packed:
        for path in sorted(frozen.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(f"{name}/{path.relative_to(frozen).as_posix()}", linux.day_and_time(time))
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                packed.writestr(entry, path.read_bytes())
        packed.writestr(zipfile.ZipInfo(f"{name}/{PORTABLE_MARK}", linux.day_and_time(time)), "")
    return target


def write_icon(picture: Path, target: Path) -> None:
    """Write an .ico file with the sizes that Windows shows."""
    from PIL import Image

    with Image.open(picture) as image:
        image.save(target, sizes=[(size, size) for size in (16, 24, 32, 48, 64, 128, 256)])


if __name__ == "__main__":
    write_icon(Path(sys.argv[1]), Path(sys.argv[2]))
