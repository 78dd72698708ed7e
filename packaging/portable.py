"""The program in an archive: unpacked anywhere, a USB stick too, it keeps its data beside itself.

python packaging/portable.py PROGRAM ROOT VERSION ARCHITECTURE LEVEL
"""

import io
import os
import sys
import tarfile
from pathlib import Path

import linux

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MARK = "portable"  # the program looks for a file of this name beside itself (`desktop_rag/core/paths.py`)
_TOLD = (
    "While this file is here, the program keeps libraries, conversations, settings and keys in the folder\n"
    "“Desktop RAG data” beside it, and nothing anywhere else.\n"
)


def build(frozen: Path, root: Path, version: str, architecture: str, level: int = 19) -> Path:
    """Write dist/desktop-rag-VERSION-linux-ARCHITECTURE-portable.tar.zst; return its path."""
    name = f"desktop-rag-{version}"
    target = root / "dist" / f"{name}-linux-{architecture}-portable.tar.zst"
    target.parent.mkdir(exist_ok=True)
    time = linux.changed(root)
    options = {
        zstd.CompressionParameter.compression_level: level,
        zstd.CompressionParameter.checksum_flag: 1,
        zstd.CompressionParameter.nb_workers: os.cpu_count() or 1,  # the same bytes whatever their number
    }
    with (
        zstd.ZstdFile(target, "w", options=options) as packed,
        tarfile.open(mode="w|", fileobj=packed, format=tarfile.PAX_FORMAT) as archive,
    ):
        for path in (frozen, *sorted(frozen.rglob("*"))):
            entry = archive.gettarinfo(path, f"{name}/{path.relative_to(frozen)}".removesuffix("/."))
            _make_usual(entry, time, executable=path.name in linux.PROGRAMS)
            if entry.isreg():
                with path.open("rb") as content:
                    archive.addfile(entry, content)
            else:
                archive.addfile(entry)
        mark = tarfile.TarInfo(f"{name}/{MARK}")
        mark.size = len(_TOLD.encode())
        _make_usual(mark, time, executable=False)
        archive.addfile(mark, io.BytesIO(_TOLD.encode()))
    return target


def _make_usual(entry: tarfile.TarInfo, time: int, *, executable: bool) -> None:
    """Give an entry the same owner, time and mode on whichever machine it is packed."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mtime = time
    entry.mode = 0o755 if entry.isdir() or executable else 0o644


if __name__ == "__main__":
    build(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4], int(sys.argv[5]))
