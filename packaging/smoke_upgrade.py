"""Packages as earlier versions laid them out, and data as they left it: what a new package must come over."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from smoke_program import Program, output, run_command

LEGACY_DATA = Path(__file__).resolve().parent.parent / "tests" / "legacy" / "data" / "0.1.0"
# What the packages of a version had that the present one does not: in the program's folder, and for desktops
LAYOUTS = {
    "0.1.0": (
        "opt/desktop-rag/_internal/desktop_rag_old.so", "opt/desktop-rag/_internal/PySide6/libQt5Core.so.5",
        "usr/share/applications/desktop-rag.desktop", "usr/share/metainfo/desktop-rag.metainfo.xml",
    ),
    "0.1.9": ("opt/desktop-rag/_internal/resources/models/old/model.onnx",),
}  # fmt: skip


def earlier_packages(package: Path, folder: Path) -> list[Path]:
    """Write a Debian package for each of ``LAYOUTS``, made of the present one; return their paths, the oldest first."""
    tree = folder / "tree"
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
    control = tree / "DEBIAN" / "control"
    lines = control.read_text(encoding="utf-8").splitlines(keepends=True)
    made = []
    for version, left in LAYOUTS.items():
        for name in left:
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).write_text(f"of {version}\n", encoding="utf-8")
        control.write_text(
            "".join(f"Version: {version}\n" if line.startswith("Version:") else line for line in lines), "utf-8"
        )
        made.append(folder / f"desktop-rag_{version}.deb")
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, made[-1]],
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        for name in left:
            (tree / name).unlink()
    shutil.rmtree(tree)
    return made


def look_at_legacy_data(program: Program) -> None:
    """See that the libraries of 0.1.0 open, with a copy of what is changed, and can be searched."""
    data = program.scratch / "data"
    shutil.copytree(LEGACY_DATA, data)
    for path in (data, *data.rglob("*")):
        shutil.chown(path, 1000, 1000)
    listed = output(program, "index", "list")
    if "papers" not in listed:
        sys.exit(f"The libraries of 0.1.0 are not listed: {listed}")
    found = output(program, "search", "papers", "rent")
    if "lease.md" not in found:
        sys.exit(f"A library of 0.1.0 is not searched: {found}")
    kept = [path.name for path in data.rglob("papers.ragindex.before-*")]
    if not kept:
        sys.exit("A library of 0.1.0 was changed without keeping a copy.")
    print(f"Libraries of 0.1.0 open and are searched; kept beside them: {kept[0]}", flush=True)
    shutil.rmtree(data)


def refuse_newer_data(program: Program) -> None:
    """See that a library of a later version is refused with words, and stays as it is."""
    (library,) = (program.scratch / "data" / "libraries").glob("kinds*.ragindex")
    newer = library.with_name("newer.ragindex")
    shutil.copyfile(library, newer)
    with closing(sqlite3.connect(newer)) as connection, connection:
        connection.execute("INSERT INTO migrations VALUES ('9999_of_a_later_version', 0)")
    shutil.chown(newer, 1000, 1000)
    before = newer.read_bytes()
    refused = run_command(program, "search", "newer", "walrus")
    if refused.returncode != 1 or "newer version" not in refused.stderr or "Traceback" in refused.stderr:
        sys.exit(f"A library of a later version is not refused: {refused.stdout}{refused.stderr}")
    if newer.read_bytes() != before:
        sys.exit("A library of a later version was changed.")
    print(f"A library of a later version is refused: {refused.stderr.strip()}", flush=True)
    newer.unlink()
