"""Shared parts of the readers of old binary Office files: streams, and the reasons why there are none."""

import struct
from collections.abc import Sequence
from pathlib import Path

import olefile

from desktop_rag.readers.base import damaged

_BROKEN = (OSError, ValueError, IndexError, TypeError, AttributeError, OverflowError, struct.error)
_MOST_SECTORS = 0xFFFFFFFA  # numbers from here on are no sectors


def read_streams(path: Path, *names: str) -> list[bytes]:
    """Return streams of a file, each empty where there is none of that name.

    Raises:
        UserError: the file is damaged.

    """
    try:
        with olefile.OleFileIO(path) as file:
            return [file.openstream(name).read() if file.exists(name) else b"" for name in names]
    except _BROKEN as error:
        raise damaged() from error


def stream_names(path: Path) -> list[str]:
    """Return the names of a file's streams, folders before a slash.

    Raises:
        UserError: the file is damaged.

    """
    try:
        with olefile.OleFileIO(path) as file:
            return ["/".join(entry) for entry in file.listdir()]
    except _BROKEN as error:
        raise damaged() from error


def check_chains(path: Path) -> None:
    """Follow the sectors of every stream: a library that does so without counting never ends where they go in circles.

    Raises:
        UserError: the file is damaged.

    """
    try:
        with olefile.OleFileIO(path) as file:
            circular = _has_circles(file)
    except _BROKEN as error:
        raise damaged() from error
    if circular:
        raise damaged()


def _has_circles(file: olefile.OleFileIO) -> bool:
    """Return True if a chain of sectors, of small ones or of tables comes back to itself."""
    file.loadminifat()
    entries = [entry for entry in file.direntries if entry is not None]
    small = [entry.isectStart for entry in entries if entry.is_minifat]
    large = [entry.isectStart for entry in entries if not entry.is_minifat]
    starts = [file.first_dir_sector, file.first_mini_fat_sector, *large]
    return _is_circular(file.fat, starts) or _is_circular(file.minifat, small) or _lists_itself(file)


def _is_circular(following: Sequence[int], starts: Sequence[int]) -> bool:
    """Return True if one of the chains that begin so comes back to itself."""
    ended = bytearray(len(following))
    for start in starts:
        chain = []
        at = start
        while at < len(following) and not ended[at]:
            ended[at] = 1
            chain.append(at)
            at = following[at]
        if at < len(following) and at in set(chain):
            return True
    return False


def _lists_itself(file: olefile.OleFileIO) -> bool:
    """Return True if the list of tables, a separate chain in large files, forms a loop."""
    seen = set[int]()
    at = file.first_difat_sector
    while at < _MOST_SECTORS and at not in seen:
        seen.add(at)
        (at,) = struct.unpack("<I", file.getsect(at)[-4:])
    return at in seen
