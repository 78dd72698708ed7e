"""Tell whether a file changed: by its size and time, and by those of the files that belong to it.

Zotero writes what is new into a log beside its database, and Better BibTeX had a database of its own there.
"""

import os
from pathlib import Path

from desktop_rag.core.file_paths import INSIDE, file_name

ZOTERO_DATABASE, ZOTERO_STORAGE = "zotero.sqlite", "storage"
_BESIDE = ("zotero.sqlite-wal", "better-bibtex.sqlite", "better-bibtex.sqlite-wal")


def stamp_of(path: str, status: os.stat_result) -> tuple[int, int]:
    """Return size and time (ns) of a file with this status, the files that belong to it among them."""
    size, modified = status.st_size, status.st_mtime_ns
    for other in beside(path):
        try:
            found = os.stat(other)  # noqa: PTH116 - as the scanner does
        except OSError:
            continue
        size, modified = size + found.st_size, max(modified, found.st_mtime_ns)
    return size, modified


def is_noted(path: str) -> bool:
    """Return True if a file lies in Zotero's database: what a person noted there about a work."""
    return INSIDE in path and file_name(path.partition(INSIDE)[0]) == ZOTERO_DATABASE


def beside(path: str) -> list[str]:
    """Return where the files are that belong to one, if they are there; none for all but Zotero's database."""
    if not path.endswith(ZOTERO_DATABASE):  # asked for each of a hundred thousand files
        return []
    folder = Path(path).parent
    return [str(folder / name) for name in _BESIDE] if Path(path).name == ZOTERO_DATABASE else []


def owner_of(name: str) -> str:
    """Return the name of the file beside it that a file belongs to, "" for none."""
    return ZOTERO_DATABASE if name in _BESIDE else ""
