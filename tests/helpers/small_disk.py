"""A small real file system that a test may fill."""

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class SmallDisk:
    """A file system in memory, mounted at ``path``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._filler = path / "filler"

    @property
    def free(self) -> int:
        """Bytes that can still be written."""
        return shutil.disk_usage(self.path).free

    def fill(self, left: int = 0) -> None:
        """Let something else take all room but ``left`` bytes."""
        with self._filler.open("ab", buffering=0) as file:
            while (missing := self.free - left) > 0:
                try:
                    file.write(bytes(missing))
                except OSError as error:  # the program wrote something in between
                    if error.errno != errno.ENOSPC:
                        raise

    def empty(self) -> None:
        """Let that go again."""
        self._filler.unlink()

    def grow(self, megabytes: int) -> None:
        """Make the disk so large."""
        subprocess.run(["mount", "-o", f"remount,size={megabytes}m", str(self.path)], check=True)


@contextmanager
def small_disk(path: Path, megabytes: int = 60) -> Iterator[SmallDisk]:
    """Mount a disk of so many megabytes; skips the test where that is not allowed."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root may mount a disk")
    path.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(path)]
    if subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("a disk cannot be mounted here")
    try:
        yield SmallDisk(path)
    finally:
        subprocess.run(["umount", "--lazy", str(path)], check=True)
