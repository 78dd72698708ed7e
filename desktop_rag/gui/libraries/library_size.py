"""How much room a library takes on the disk."""

from contextlib import suppress
from pathlib import Path

_BESIDE = ("", "-wal", "-shm")  # SQLite keeps the latest changes in a file of their own


def bytes_on_disk(path: str) -> int:
    """Return the bytes of a library's file and of those that SQLite keeps beside it; 0 when it cannot be reached."""
    total = 0
    for ending in _BESIDE:
        with suppress(OSError):
            total += Path(f"{path}{ending}").stat().st_size
    return total
