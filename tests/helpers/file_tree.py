"""What a person could notice of a folder: names, contents, times, permissions."""

import hashlib
import os
from pathlib import Path


def snapshot(folder: Path) -> dict[str, tuple[object, ...]]:
    """Return everything about a folder and what is below it except when it was last read.

    The time of change is among it: it moves with every write, rename, change of times and of permissions, and nobody
    can set it back.
    """
    return {str(path.relative_to(folder)): _facts(path) for path in (folder, *sorted(folder.rglob("*")))}


def _facts(path: Path) -> tuple[object, ...]:
    found = path.lstat()
    content = str(path.readlink()) if path.is_symlink() else _digest(path) if path.is_file() else ""
    changed = found.st_ctime_ns if os.name == "posix" else 0
    return found.st_mode, found.st_ino, found.st_nlink, found.st_size, found.st_mtime_ns, changed, content


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
