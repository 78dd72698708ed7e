"""The Debian package: the frozen program in /opt, and what desktops look for in /usr."""

import datetime as dt
import os
import platform
import shutil
import subprocess
from pathlib import Path

MAINTAINER = "Desktop RAG developers <desktop-rag@localhost>"
DEPENDS = (
    "libstdc++6", "libgcc-s1", "zlib1g", "libbz2-1.0", "liblzma5", "libffi8", "libssl3", "libuuid1", "libexpat1",
    "libegl1", "libgl1", "libdbus-1-3", "libfontconfig1", "libfreetype6", "libglib2.0-0", "libgssapi-krb5-2",
    "libzstd1", "libbrotli1", "libx11-6", "libx11-xcb1", "libxcb1", "libxcb-cursor0", "libxcb-glx0", "libxcb-icccm4",
    "libxcb-image0", "libxcb-keysyms1", "libxcb-randr0", "libxcb-render0", "libxcb-render-util0", "libxcb-shape0",
    "libxcb-shm0", "libxcb-sync1", "libxcb-xfixes0", "libxcb-xkb1", "libxkbcommon0", "libxkbcommon-x11-0",
    "libwayland-client0", "libwayland-cursor0", "libwayland-egl1",
)  # fmt: skip
RECOMMENDS = ("fonts-noto-cjk", "gnome-keyring | kwalletmanager | keepassxc")
DESCRIPTION = """\
Description: answers questions from your own documents, with citations
 Desktop RAG reads the folders you choose, on your own computer, and answers
 questions about them. Every sentence of an answer carries the number of the
 passage it comes from; one click shows that passage on its page.
 .
 It works without a network, and without a language model: the answer is then
 made of quotations. Ollama, LM Studio, llama.cpp and any OpenAI-compatible
 service can be connected to write the answers.
"""
COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Desktop RAG
Comment: The package contains Python and Python libraries under their own
 licences. They are listed in /opt/desktop-rag/licences/list.txt; their texts
 are in the folders beside it.

Files: *
Copyright: the Desktop RAG developers
License: AGPL-3.0-or-later
 The text of the licence is in /usr/share/doc/desktop-rag/LICENSE.gz.

Files: opt/desktop-rag/_internal/PySide6/* opt/desktop-rag/_internal/shiboken6/*
 opt/desktop-rag/_internal/libQt6*
Copyright: The Qt Company Ltd. and others
License: LGPL-3
 The libraries are separate files that can be replaced. The text of the
 licence is in /usr/share/common-licenses/LGPL-3.

Files: opt/desktop-rag/_internal/bcj/* opt/desktop-rag/_internal/inflate64/*
 opt/desktop-rag/_internal/pyppmd/*
Copyright: Hiroshi Miura and others
License: LGPL-2.1
 So are py7zr and multivolumefile, which are part of the programs in
 /opt/desktop-rag. The text of the licence is in
 /usr/share/common-licenses/LGPL-2.1.

Files: opt/desktop-rag/_internal/resources/languages/*
Copyright: 2021, Adrien Barbaresi; 2011 Marco Lui
License: BSD-3-Clause
 The text is in /opt/desktop-rag/_internal/resources/languages/README.md.

Files: opt/desktop-rag/_internal/resources/models/*
Copyright: Microsoft Corporation
License: Expat
 The text is in /opt/desktop-rag/_internal/resources/models/README.md.

Files: opt/desktop-rag/_internal/resources/models/ocr/*
Copyright: the PaddlePaddle Authors; the RapidOCR Authors
License: Apache-2.0
 The text of the licence is in /usr/share/common-licenses/Apache-2.0.

Files: opt/desktop-rag/_internal/resources/tokenizers/*
Copyright: 2022 OpenAI, Shantanu Jain
License: Expat
 The text is in /opt/desktop-rag/_internal/resources/tokenizers/README.md.
"""


def build(frozen: Path, root: Path, build_folder: Path, version: str, *, fast: bool) -> Path:
    """Assemble and write the package; return its path."""
    architecture = _output(["dpkg", "--print-architecture"])
    tree = build_folder / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(frozen, tree / "opt" / "desktop-rag", symlinks=True)
    commands = tree / "usr" / "bin"
    commands.mkdir(parents=True)
    for name in ("desktop-rag", "desktop-rag-gui"):
        (commands / name).symlink_to(f"/opt/desktop-rag/{name}")
    _share(root, tree / "usr" / "share", version)
    _control(tree, architecture, version)
    _permissions(tree)
    target = root / "dist" / f"desktop-rag_{version}_{architecture}.deb"
    target.parent.mkdir(exist_ok=True)
    print("Packing." if fast else "Packing. This takes a few minutes.", flush=True)
    how = ("-Zgzip", "-z1") if fast else ("-Zxz",)
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", *how, "--build", tree, target], check=True, stdout=subprocess.DEVNULL
    )
    print(f"{target.name}: {target.stat().st_size / 1e6:.0f} MB")
    return target


def _share(root: Path, share: Path, version: str) -> None:
    """Desktop entry, icon, description for software centres, and documents."""
    packaging = root / "packaging"
    for entry in ("desktop-rag.desktop", "desktop-rag-link.desktop"):
        _copy(packaging / entry, share / "applications" / entry)
    icons = share / "icons" / "hicolor"
    _copy(root / "resources" / "icons" / "desktop-rag.svg", icons / "scalable" / "apps" / "desktop-rag.svg")
    picture = root / "resources" / "icons" / "desktop-rag.png"
    if picture.exists():
        _copy(picture, icons / "256x256" / "apps" / "desktop-rag.png")
    metainfo = (packaging / "desktop-rag.metainfo.xml").read_text(encoding="utf-8")
    date = dt.datetime.fromtimestamp(_changed(root), dt.UTC).date().isoformat()
    _write(
        share / "metainfo" / "desktop-rag.metainfo.xml", metainfo.replace("@VERSION@", version).replace("@DATE@", date)
    )
    documents = share / "doc" / "desktop-rag"
    _write(documents / "copyright", COPYRIGHT)
    _copy(root / "LICENSE", documents / "LICENSE")
    subprocess.run(["gzip", "-9n", documents / "LICENSE"], check=True)


def _control(tree: Path, architecture: str, version: str) -> None:
    """Write the package's description."""
    size = sum(path.lstat().st_size for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    fields = {
        "Package": "desktop-rag",
        "Version": version,
        "Architecture": architecture,
        "Maintainer": MAINTAINER,
        "Installed-Size": str(size // 1024),
        "Depends": ", ".join((f"libc6 (>= {platform.libc_ver()[1]})", *DEPENDS)),
        "Recommends": ", ".join(RECOMMENDS),
        "Section": "text",
        "Priority": "optional",
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items()) + DESCRIPTION
    _write(tree / "DEBIAN" / "control", text)


def _permissions(tree: Path) -> None:
    """Give everything the usual permissions, whatever the umask of the build machine."""
    for path in (tree, *tree.rglob("*")):
        if path.is_symlink():
            continue
        executable = path.is_dir() or (path.stat().st_mode & 0o100 and path.parent.name == "desktop-rag")
        path.chmod(0o755 if executable else 0o644)


def _changed(root: Path) -> int:
    """Return when the program was last changed: its commit, so that a build can be repeated."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=root, capture_output=True, text=True, check=False)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else int((root / "LICENSE").stat().st_mtime)


def _output(command: list[str]) -> str:
    """Return what a command prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def _write(path: Path, text: str) -> None:
    """Write a text file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _copy(source: Path, target: Path) -> None:
    """Copy a file and make the folders above it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
