"""The files of a library as jobs return them: how far each is, a query for some, a preview of a folder."""

import enum
from dataclasses import dataclass


class FileState(enum.StrEnum):
    """The state of a file in indexing."""

    READY = "ready"
    KEYWORD = "keyword"
    WAITING = "waiting"
    FAILED = "failed"
    SKIPPED = "skipped"
    OFFLINE = "offline"


@dataclass(frozen=True, slots=True)
class FileStatus:
    """One file of a library; ``reason`` explains the states failed, skipped and offline, and gaps of a ready one.

    ``container`` is the file on disk that it lies in, "" when it is one itself. ``modified`` is in seconds since 1970.
    """

    path: str
    state: FileState
    reason: str
    pages: int
    nodes: int
    size: int = 0
    modified: float = 0.0
    container: str = ""


@dataclass(frozen=True, slots=True)
class FileQuery:
    """A filter for a library's files; empty fields do not narrow. ``order`` is a column, "-" before it reverses it.

    Columns: "path", "name", "state", "reason", "pages", "size", "modified".
    """

    text: str = ""  # in path or reason, whatever the case
    states: tuple[FileState, ...] = ()
    folder: str = ""
    order: str = "path"
    offset: int = 0
    limit: int = 200


@dataclass(frozen=True, slots=True)
class FilePage:
    """Some rows of a library's files; ``total`` fit the query, ``counts`` are by state regardless of its states."""

    rows: tuple[FileStatus, ...]
    total: int
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class FolderPreview:
    """The result of adding some folders: the files to read, and those left out, with reasons (the first thousands)."""

    files: int
    size: int  # bytes of the files that would be read
    by_type: dict[str, int]  # ending -> files, the most frequent first
    skipped: int
    left_out: tuple[FileStatus, ...]
    seconds: float | None = None  # until words find it, as far as this computer has read such files before
