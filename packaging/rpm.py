"""The RPM package for Fedora, openSUSE and their relatives: the same files as the .deb has."""

import os
import platform
import shutil
import subprocess
from pathlib import Path

import linux

# Named by what they contain: the packages have other names on Fedora and on openSUSE.
LIBRARIES = (
    "libEGL.so.1", "libGL.so.1", "libX11.so.6", "libX11-xcb.so.1", "libdbus-1.so.3", "libfontconfig.so.1",
    "libfreetype.so.6", "libglib-2.0.so.0", "libgssapi_krb5.so.2", "libstdc++.so.6", "libgcc_s.so.1", "libz.so.1",
    "libbz2.so.1", "liblzma.so.5", "libuuid.so.1", "libexpat.so.1", "libzstd.so.1", "libbrotlidec.so.1",
    "libwayland-client.so.0", "libwayland-cursor.so.0", "libwayland-egl.so.1", "libxcb.so.1", "libxcb-cursor.so.0",
    "libxcb-glx.so.0", "libxcb-icccm.so.4", "libxcb-image.so.0", "libxcb-keysyms.so.1", "libxcb-randr.so.0",
    "libxcb-render.so.0", "libxcb-render-util.so.0", "libxcb-shape.so.0", "libxcb-shm.so.0", "libxcb-sync.so.1",
    "libxcb-xfixes.so.0", "libxcb-xkb.so.1", "libxkbcommon.so.0", "libxkbcommon-x11.so.0",
)  # fmt: skip
# Python's own libraries are part of the program, and Qt's look for nothing outside it but the above: what rpmbuild
# would find by itself are the libraries inside the program, which no package of the system has. Nothing of it is
# compiled or stripped: Python's archives are appended to the programs.
_SPEC = """\
Name: desktop-rag
Version: {version}
Release: 1
Summary: Answers questions from your own documents, with citations
License: AGPL-3.0-or-later
Group: Applications/Text
Packager: {packager}
{requires}
Recommends: google-noto-sans-cjk-fonts
AutoReqProv: no
%global debug_package %{{nil}}
%global __os_install_post %{{nil}}
%global _build_id_links none
%global _binary_payload {payload}
%global use_source_date_epoch_as_buildtime 1
%global clamp_mtime_to_source_date_epoch 1
%global _buildhost localhost

%description
Desktop RAG reads the folders you choose, on your own computer, and answers
questions about them. Every sentence of an answer carries the number of the
passage it comes from; one click shows that passage on its page.

It works without a network, and without a language model: the answer is then
made of quotations. Ollama, LM Studio, llama.cpp and any OpenAI-compatible
service can be connected to write the answers.

%install
mkdir -p %{{buildroot}}
cp -a "{tree}/." %{{buildroot}}/

%postun
{removed}
%files
%defattr(-,root,root)
/opt/desktop-rag
/usr/bin/desktop-rag
/usr/bin/desktop-rag-gui
/usr/share/applications/*.desktop
/usr/share/icons/hicolor/*/apps/desktop-rag.*
/usr/share/kio/servicemenus/*.desktop
/usr/share/man/man1/desktop-rag*.1.gz
/usr/share/metainfo/org.desktop_rag.DesktopRAG.metainfo.xml
/usr/share/mime/packages/desktop-rag.xml
/usr/share/nautilus-python/extensions/desktop_rag_menu.py
/usr/share/nemo/actions/*.nemo_action
%license /usr/share/licenses/desktop-rag

%changelog
* {day} {packager} - {version}-1
- See CHANGELOG.md
"""


def build(frozen: Path, root: Path, build_folder: Path, version: str, *, fast: bool) -> Path:
    """Assemble and write dist/desktop-rag-VERSION-1.ARCHITECTURE.rpm; return its path."""
    time = linux.changed(root)
    work = build_folder / "rpm"
    shutil.rmtree(work, ignore_errors=True)
    tree = work / "tree"
    linux.install(frozen, root, tree, version, time)
    linux.copy(root / "LICENSE", tree / "usr" / "share" / "licenses" / "desktop-rag" / "LICENSE")
    linux.set_modes(tree, time)
    bits = "()(64bit)" if platform.architecture()[0] == "64bit" else ""
    requires = "\n".join(f"Requires: {library}{bits}" for library in LIBRARIES)
    payload = "w1T0.zstdio" if fast else "w19T0.zstdio"
    values = {
        "version": version, "requires": requires, "tree": tree, "payload": payload, "removed": linux.REMOVED,
        "packager": linux.MAINTAINER, "day": f"{linux.day(time):%a %b %d %Y}",
    }  # fmt: skip
    linux.write(work / "desktop-rag.spec", _SPEC.format(**values))
    print("Packing. This takes a few minutes.", flush=True)
    command: list[str | Path] = [
        "rpmbuild", "-bb", "--quiet", "--define", f"_topdir {work}", "--define", f"_rpmdir {work / 'made'}",
        "--define", f"_tmppath {work}", work / "desktop-rag.spec",
    ]  # fmt: skip
    subprocess.run(command, env={**os.environ, "SOURCE_DATE_EPOCH": str(time)}, check=True)
    (made,) = (work / "made").rglob("*.rpm")
    target = root / "dist" / made.name
    target.parent.mkdir(exist_ok=True)
    shutil.move(made, target)
    return target
