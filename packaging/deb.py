"""The Debian package: the frozen program in /opt, and what desktops look for in /usr."""

import hashlib
import os
import platform
import shutil
import subprocess
from email.utils import format_datetime
from pathlib import Path

import lint
import linux

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
# The form that Debian's tools read; what has changed stands in CHANGELOG.md
_CHANGES = """\
desktop-rag ({version}) unstable; urgency=medium

  * See CHANGELOG.md.gz.

 -- {maintainer}  {date}
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
    architecture = linux.output(["dpkg", "--print-architecture"])
    time = linux.changed(root)
    tree = build_folder / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    linux.install(frozen, root, tree, version, time)
    documents = tree / "usr" / "share" / "doc" / "desktop-rag"
    linux.write(documents / "copyright", COPYRIGHT)
    linux.write_packed(documents / "LICENSE.gz", (root / "LICENSE").read_text(encoding="utf-8"))
    linux.write_packed(documents / "CHANGELOG.md.gz", (root / "CHANGELOG.md").read_text(encoding="utf-8"))
    linux.write_packed(
        documents / "changelog.gz",
        _CHANGES.format(version=version, maintainer=linux.MAINTAINER, date=format_datetime(linux.day(time))),
    )
    overrides = tree / "usr" / "share" / "lintian" / "overrides" / "desktop-rag"
    linux.write(overrides, lint.overrides())
    _control(tree, architecture, version)
    linux.write(tree / "DEBIAN" / "postrm", linux.REMOVED)
    linux.set_modes(tree, time)
    (tree / "DEBIAN" / "postrm").chmod(0o755)
    target = root / "dist" / f"desktop-rag_{version}_{architecture}.deb"
    target.parent.mkdir(exist_ok=True)
    print("Packing." if fast else "Packing. This takes a few minutes.", flush=True)
    how = ("-Zgzip", "-z1") if fast else ("-Zxz",)
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", *how, "--build", tree, target],
        env={**os.environ, "SOURCE_DATE_EPOCH": str(time)},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return target


def _control(tree: Path, architecture: str, version: str) -> None:
    """Write the package's description, and the sums of its files."""
    files = sorted(path for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    fields = {
        "Package": "desktop-rag",
        "Version": version,
        "Architecture": architecture,
        "Maintainer": linux.MAINTAINER,
        "Installed-Size": str(sum(path.lstat().st_size for path in files) // 1024),
        "Depends": ", ".join((f"libc6 (>= {platform.libc_ver()[1]})", *DEPENDS)),
        "Recommends": ", ".join(RECOMMENDS),
        "Section": "text",
        "Priority": "optional",
    }
    sums = "".join(
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(tree)}\n"
        for path in files
    )
    text = "".join(f"{name}: {value}\n" for name, value in fields.items()) + DESCRIPTION
    linux.write(tree / "DEBIAN" / "control", text)
    linux.write(tree / "DEBIAN" / "md5sums", sums)
