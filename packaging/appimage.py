"""The AppImage: one file that runs on any Linux of the last years, without installing anything.

It is a runtime, a program of its own, followed by a file system packed by squashfs. The runtime is linked statically
with FUSE 3: older ones needed libfuse 2, which systems no longer have. Without FUSE it unpacks itself
(``--appimage-extract-and-run``).
"""

import hashlib
import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import linux

# The digests that GitHub tells of the release's files
RUNTIMES = {
    "x86_64": "2fca8b443c92510f1483a883f60061ad09b46b978b2631c807cd873a47ec260d",
    "aarch64": "00cbdfcf917cc6c0ff6d3347d59e0ca1f7f45a6df1a428a0d6d8a78664d87444",
}
_ADDRESS = "https://github.com/AppImage/type2-runtime/releases/download/20251108/runtime-{architecture}"
# Called by the name of the command line, it is the command line: with a link, or as ``X.AppImage --cli ask …``.
_START = """\
#!/bin/sh
here="$(dirname "$(readlink -f "$0")")"
program=desktop-rag-gui
case "$(basename "${ARGV0:-}")" in
  desktop-rag) program=desktop-rag ;;
esac
if [ "${1:-}" = --cli ]; then
  shift
  program=desktop-rag
fi
exec "$here/usr/lib/desktop-rag/$program" "$@"
"""


def build(
    frozen: Path,
    root: Path,
    build_folder: Path,
    version: str,
    architecture: str,
    *,
    runtime: Path | None = None,
    fast: bool = False,
) -> Path:
    """Write dist/desktop-rag-VERSION-ARCHITECTURE.AppImage; return its path.

    ``runtime`` is a file with the runtime; else the one that is named here is downloaded, and its digest compared.
    """
    time = linux.changed(root)
    tree = build_folder / "appimage"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(frozen, tree / "usr" / "lib" / "desktop-rag", symlinks=True)
    linux.share(root, tree / "usr" / "share", version, time)
    linux.write(tree / "AppRun", _START)
    # where those look who show or install an AppImage
    linux.copy(root / "packaging" / f"{linux.IDENTIFIER}.desktop", tree / f"{linux.IDENTIFIER}.desktop")
    linux.copy(root / "resources" / "icons" / "desktop-rag.png", tree / "desktop-rag.png")
    (tree / ".DirIcon").symlink_to("desktop-rag.png")
    linux.set_modes(tree, time)
    packed = build_folder / "appimage.squashfs"
    packed.unlink(missing_ok=True)
    print("Packing. This takes a few minutes.", flush=True)
    command: list[str | Path] = [
        "mksquashfs", tree, packed, "-root-owned", "-noappend", "-comp", "zstd",
        "-Xcompression-level", "1" if fast else "19", "-no-progress", "-quiet", "-no-xattrs",
    ]  # fmt: skip
    # the version of the file system stands in its head, so that it is the same each time
    subprocess.run(command, env={**os.environ, "SOURCE_DATE_EPOCH": str(time)}, check=True)
    head = _runtime(build_folder, architecture) if runtime is None else runtime.read_bytes()
    target = root / "dist" / f"desktop-rag-{version}-{architecture}.AppImage"
    target.parent.mkdir(exist_ok=True)
    with target.open("wb") as file, packed.open("rb") as content:
        file.write(head)
        shutil.copyfileobj(content, file)
    target.chmod(0o755)
    return target


def _runtime(build_folder: Path, architecture: str) -> bytes:
    """Return the runtime of an architecture, downloaded once."""
    wanted = RUNTIMES.get(architecture)
    if wanted is None:
        sys.exit(f"No runtime for {architecture} is named in packaging/appimage.py. Give one: --runtime FILE")
    kept = build_folder / f"runtime-{architecture}"
    if not kept.is_file():
        address = _ADDRESS.format(architecture=architecture)
        print(f"Downloading {address}", flush=True)
        try:
            with urllib.request.urlopen(address, timeout=60) as reply:
                content = reply.read(10_000_000)
        except OSError as error:
            sys.exit(f"The runtime cannot be downloaded ({error}). Give the file: --runtime FILE")
        kept.write_bytes(content)
    content = kept.read_bytes()
    if hashlib.sha256(content).hexdigest() != wanted:
        kept.unlink()
        sys.exit("The runtime is not the one whose digest packaging/appimage.py names. Try again.")
    return content
