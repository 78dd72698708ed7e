"""What the readers of old binary Office files share: streams, and the reasons why there are none."""

from pathlib import Path

import olefile

from desktop_rag.readers.base import damaged


def read_streams(path: Path, *names: str) -> list[bytes]:
    """Return streams of a file, each empty where there is none of that name.

    Raises:
        UserError: the file is damaged.

    """
    try:
        with olefile.OleFileIO(path) as file:
            return [file.openstream(name).read() if file.exists(name) else b"" for name in names]
    except (OSError, ValueError, IndexError, TypeError, AttributeError) as error:
        raise damaged() from error


def stream_names(path: Path) -> list[str]:
    """Return the names of a file's streams, folders before a slash."""
    try:
        with olefile.OleFileIO(path) as file:
            return ["/".join(entry) for entry in file.listdir()]
    except (OSError, ValueError, IndexError, TypeError, AttributeError) as error:
        raise damaged() from error
