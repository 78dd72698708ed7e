"""Room on the disk: want of it is no fault of what was to be read or written."""

import errno
import shutil
from pathlib import Path

from desktop_rag.core.errors import NoSpaceError
from desktop_rag.core.user_text import UserText

LEAST_FREE = 20 << 20  # bytes: a batch of 64 notes takes 2 MB in the log of changes and as much in the library
_NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT})


def free_bytes(folder: Path) -> int | None:
    """Return the number of bytes free on the disk of a folder, or None if it is unknown."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def has_room(folder: Path, least: int = LEAST_FREE) -> bool:
    """Return True if ``least`` bytes can be written to the disk of a folder, or if its free space is unknown."""
    free = free_bytes(folder)
    return free is None or free >= least


def check_room(folder: Path, least: int = LEAST_FREE) -> None:
    """Raise an error unless ``least`` bytes can be written to the disk of a folder.

    Raises:
        NoSpaceError: they cannot.

    """
    if not has_room(folder, least):
        raise no_space(folder)


def no_space(place: Path | str) -> NoSpaceError:
    """Return the error that the disk of a file or folder is full."""
    return NoSpaceError(
        UserText("The disk that holds {place} is full.", place=place), "Free some space and try again.", retryable=True
    )


def is_no_space(error: BaseException | None) -> bool:
    """Return True if a disk was full, also when a reader took the consequence for a damaged file."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, NoSpaceError) or (isinstance(error, OSError) and error.errno in _NO_SPACE):
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False
