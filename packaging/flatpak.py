"""The recipe of a Flatpak: the frozen program on the runtime of freedesktop.org, which sees folders and changes none.

``--filesystem=host:ro`` shows every folder of the person at its own path: so citations name real paths, dialogs for
folders return them, and changes are heard of as everywhere. Network drives, and folders that portals lend, are compared
every five minutes, as network drives always are. What the program keeps lies in ~/.var/app.
"""

import json
import shutil
import subprocess
from pathlib import Path

import linux

RUNTIME = "24.08"
# Nothing more than a window, the network for models that a person connects, and the keychain for their keys
PERMISSIONS = (
    "--share=ipc", "--socket=wayland", "--socket=fallback-x11", "--device=dri", "--share=network",
    "--filesystem=host:ro", "--talk-name=org.freedesktop.secrets", "--talk-name=org.kde.kwalletd6",
)  # fmt: skip


def manifest() -> dict[str, object]:
    """Return the manifest as flatpak-builder reads it; its source is the folder ``files`` beside it."""
    return {
        "id": linux.IDENTIFIER,
        "runtime": "org.freedesktop.Platform",
        "runtime-version": RUNTIME,
        "sdk": "org.freedesktop.Sdk",
        "command": "desktop-rag-gui",
        "finish-args": list(PERMISSIONS),
        "build-options": {"strip": False, "no-debuginfo": True},
        "modules": [
            {
                "name": "desktop-rag",
                "buildsystem": "simple",
                "build-commands": ["cp -a lib bin share /app/"],
                "sources": [{"type": "dir", "path": "files"}],
            }
        ],
    }


def build(frozen: Path, root: Path, build_folder: Path, version: str) -> Path:
    """Write build/flatpak with the manifest and the files; build a bundle where flatpak-builder is. Return its path."""
    time = linux.changed(root)
    folder = build_folder / "flatpak"
    shutil.rmtree(folder, ignore_errors=True)
    files = folder / "files"
    shutil.copytree(frozen, files / "lib" / "desktop-rag", symlinks=True)
    (files / "bin").mkdir()
    for name in linux.PROGRAMS:
        (files / "bin" / name).symlink_to(f"../lib/desktop-rag/{name}")
    share(root, files / "share", version, time)
    linux.set_modes(files, time)
    written = folder / f"{linux.IDENTIFIER}.json"
    linux.write(written, json.dumps(manifest(), indent=2) + "\n")
    if shutil.which("flatpak-builder") is None:
        return written
    target = root / "dist" / f"desktop-rag-{version}.flatpak"
    commands: list[list[str | Path]] = [
        ["flatpak-builder", "--force-clean", f"--repo={folder / 'repo'}", folder / "work", written],
        ["flatpak", "build-bundle", folder / "repo", target, linux.IDENTIFIER],
    ]
    for command in commands:
        subprocess.run(command, check=True)
    return target


def share(root: Path, target: Path, version: str, time: int) -> None:
    """Write what desktops read; Flatpak exports only files that begin with the identifier, icons too."""
    linux.share(root, target, version, time)
    for name in ("kio", "nemo", "nautilus-python"):  # they would have to start the program in its sandbox
        shutil.rmtree(target / name)
    (target / "mime" / "packages" / "desktop-rag.xml").rename(target / "mime" / "packages" / f"{linux.IDENTIFIER}.xml")
    link = target / "applications" / "desktop-rag-link.desktop"
    entry = target / "applications" / f"{linux.IDENTIFIER}.desktop"
    link.rename(target / "applications" / f"{linux.IDENTIFIER}.link.desktop")
    for icon in (target / "icons").rglob("desktop-rag.*"):
        icon.rename(icon.with_name(f"{linux.IDENTIFIER}{icon.suffix}"))
    for text in (entry, target / "applications" / f"{linux.IDENTIFIER}.link.desktop"):
        text.write_text(
            text.read_text(encoding="utf-8").replace("Icon=desktop-rag\n", f"Icon={linux.IDENTIFIER}\n"), "utf-8"
        )
