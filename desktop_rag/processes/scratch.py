"""Room on disk for what is read out of files: unpacked members, pieces of large documents."""

import errno
import os
import secrets
import shutil
import tempfile
import threading
from pathlib import Path
from typing import Protocol

from desktop_rag.core.disk_space import is_no_space, no_space
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.file_lock import FileLock, try_lock
from desktop_rag.core.private_files import FOLDER_MODE, make_private_folder
from desktop_rag.core.unfinished import remove_abandoned_folders
from desktop_rag.core.user_text import UserText

_NOT_ALLOWED = (errno.EACCES, errno.EPERM, errno.EROFS)


class ScratchFolder(Protocol):
    """Room on disk that is emptied when the program ends."""

    @property
    def folder(self) -> Path:
        """The folder, which exists; UserError when it cannot be made."""


class Scratch:
    """One folder of this program, ``scratch/<process>-<random>`` below the data folder, made at the first use.

    The first use also removes what programs that are gone left behind, as each start does. Safe to use from several
    threads.
    """

    def __init__(self, data_dir: Path) -> None:
        self._parent = data_dir / "scratch"
        self._lock = threading.Lock()
        self._folder: Path | None = None
        self._in_use: FileLock | None = None

    @property
    def folder(self) -> Path:
        """The folder itself.

        Raises:
            UserError: it cannot be made.

        """
        with self._lock:
            if self._folder is None:
                self._folder = self._made()
            return self._folder

    def _made(self) -> Path:
        """Make the folder, and remove the remains of dead programs."""
        try:
            make_private_folder(self._parent)
            remove_abandoned_folders(self._parent)
            self._in_use = None
            while self._in_use is None:  # one who looked for what was abandoned may have been faster
                folder = self._parent / f"{os.getpid()}-{secrets.token_hex(4)}"
                folder.mkdir(mode=FOLDER_MODE)
                self._in_use = try_lock(folder, alone=True, create=False)
        except OSError as error:
            if is_no_space(error):
                raise no_space(self._parent) from error
            if error.errno in _NOT_ALLOWED:  # pages can be shown of a library that cannot be written
                return Path(tempfile.mkdtemp(prefix="desktop-rag-"))
            raise UserError(
                UserText("{path} cannot be written: {reason}.", path=self._parent, reason=reason_of(error)),
                "Check that you have permission to write there and that the disk has space.",
            ) from error
        return folder

    def close(self) -> None:
        """Remove everything; idempotent."""
        with self._lock:
            folder, self._folder = self._folder, None
            if self._in_use is not None:
                self._in_use.release()
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
