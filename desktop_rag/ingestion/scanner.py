"""Finds the files below what the person added."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.readers.folder import files_below
from desktop_rag.readers.formats import why_not

IGNORED_FOLDERS = frozenset(
    "node_modules __pycache__ .git .hg .svn .venv venv .tox .cache .mypy_cache .ruff_cache $RECYCLE.BIN".split()
)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file on disk as the scanner saw it; ``reason`` says why it will not be read, "" when it will.

    ``state`` is "skipped" for files that are left out on purpose, "failed" for those that cannot be opened.
    """

    path: str
    size: int
    mtime_ns: int
    reason: str = ""
    state: str = "skipped"


def split_roots(paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Return the absolute paths that exist, and those that do not."""
    roots = [Path(os.path.abspath(path.expanduser())) for path in paths]  # noqa: PTH100 - keeps symbolic links
    return [root for root in roots if os.path.lexists(root)], [root for root in roots if not os.path.lexists(root)]


def scan(roots: Sequence[Path]) -> Iterator[FoundFile]:
    """Yield every visible file once, folders in alphabetical order.

    Hidden files and caches inside a folder are passed over silently; every other file is reported, with the
    reason when it will not be read.
    """
    seen: set[str] = set()
    for root in roots:
        for path in files_below(root, ignored=IGNORED_FOLDERS) if root.is_dir() else [root]:
            if str(path) not in seen:
                seen.add(str(path))
                yield _look_at(path)


def _look_at(path: Path) -> FoundFile:
    """Return size and time of a file."""
    try:
        status = path.stat()
    except OSError as error:
        return FoundFile(str(path), 0, 0, f"The file cannot be opened: {error.strerror}.", "failed")
    return FoundFile(str(path), status.st_size, status.st_mtime_ns, why_not(path, status))
