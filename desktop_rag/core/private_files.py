"""Files and folders that only their owner can read: what the program keeps is made of the person's documents.

On Windows modes say nothing: the folder of a user's profile is closed to other users by its own rights.
"""

import contextlib
import os
from pathlib import Path

FOLDER_MODE = 0o700
FILE_MODE = 0o600
_OWNER, _OTHERS = 0o700, 0o077
_FOLDERS = ("libraries", "logs", "scratch")
_FILES = (
    "conversations.",
    "embeddings.",
    "settings.",
    "embedder.",
    "window.",
    "network.",
    "token_factors.",
    "keys.",
    "libraries.",
    "reading_rates.",
    "mcp.",
)


def make_private_folder(folder: Path) -> None:
    """Make a folder of the program, and those above it; one that is there already is closed to others as well.

    Raises:
        OSError: it cannot be made.

    """
    make_folders(folder)
    close_to_others(folder)


def make_folders(folder: Path) -> None:
    """Make a folder and those above it for their owner alone, whatever the umask; existing ones are unchanged.

    ``Path.mkdir`` gives the mode to the last one only.

    Raises:
        OSError: it cannot be made.

    """
    try:
        folder.mkdir(mode=FOLDER_MODE)
    except FileNotFoundError:
        if folder.parent == folder:
            raise
        make_folders(folder.parent)
        folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
    except OSError:
        if not folder.is_dir():
            raise


def make_private_file(path: Path) -> None:
    """Make an empty file; one that is there stays as it is.

    Raises:
        OSError: it cannot be made.

    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))


def close_data_folder(data_dir: Path) -> None:
    """Remove other users' access to the program's private files: earlier versions left it.

    The folder itself stays as it is, because it may be one in which the person shares other things.
    """
    with contextlib.suppress(OSError):  # there is none yet, or it cannot be listed
        for path in data_dir.iterdir():
            if path.name in _FOLDERS or (path.name.startswith(_FILES) and path.is_file()):
                close_to_others(path)


def close_to_others(path: Path) -> None:
    """Take the rights of other users to a file or folder of the program away, where that is possible."""
    with contextlib.suppress(OSError):  # not ours, or on a drive without modes
        mode = path.stat().st_mode
        if mode & _OTHERS:
            path.chmod(mode & _OWNER)
