"""Room on disk for what is read out of files: unpacked members, pieces of large documents."""

import hashlib
import os
import secrets
import shutil
import threading
from pathlib import Path

import psutil


class Scratch:
    """One folder of this program, ``scratch/<process>-<random>`` below the data folder, made at the first use.

    The first use also removes what programs that are gone left behind. Safe to use from several threads.
    """

    def __init__(self, data_dir: Path) -> None:
        self._parent = data_dir / "scratch"
        self._lock = threading.Lock()
        self._folder: Path | None = None

    @property
    def folder(self) -> Path:
        """The folder itself."""
        with self._lock:
            if self._folder is None:
                self._parent.mkdir(parents=True, exist_ok=True)
                _remove_abandoned(self._parent)
                self._folder = self._parent / f"{os.getpid()}-{secrets.token_hex(4)}"
                self._folder.mkdir()
            return self._folder

    def folder_for(self, container: str) -> Path:
        """Return an empty folder for what is inside a file."""
        folder = self._place(container)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder

    def release(self, container: str) -> None:
        """Remove what is inside a file; nothing happens when there is nothing."""
        shutil.rmtree(self._place(container), ignore_errors=True)

    def close(self) -> None:
        """Remove everything; idempotent."""
        with self._lock:
            folder, self._folder = self._folder, None
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    def _place(self, container: str) -> Path:
        """Return where the members of a file go: a short name, whatever the file's is."""
        name = hashlib.blake2b(container.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
        return self.folder / f"in-{name}"


def _remove_abandoned(parent: Path) -> None:
    """Remove the folders of programs that are gone."""
    for folder in parent.iterdir():
        process = folder.name.partition("-")[0]
        if process.isdecimal() and not psutil.pid_exists(int(process)):
            shutil.rmtree(folder, ignore_errors=True)
