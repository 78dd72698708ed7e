"""The source of file events on each system, behind one interface."""

import errno
import os
import sys
import threading
import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from watchfiles._rust_notify import RustNotify

_STEP = 100  # milliseconds: how often it looks
_RUSH = 20
_LONGEST = 2000
_SLICE = 0.4  # seconds: how long it may take until it stops
_MODIFIED = 2


class Notifier(Protocol):
    """Watches folders. One thread uses it; only ``wake`` may be called from another one."""

    def add(self, folder: str, *, below: bool) -> None:
        """Watch a folder, with everything ``below`` it or only what lies in it; OSError when that is not possible."""

    def remove(self, folder: str) -> None:
        """Watch a folder no longer."""

    def covers(self, folder: str) -> bool:
        """Return True if everything in a folder that was added is heard of."""

    def changes(self, seconds: float) -> list[str]:
        """Wait for changes and return their paths (of a folder: look at all of it), none after ``seconds``."""

    def wake(self) -> None:
        """Let ``changes`` return now."""

    def close(self) -> None:
        """Watch nothing any more; called once."""


def make_notifier(ignored: Collection[str], stopped: Callable[[], bool]) -> Notifier:
    """Return the best source of news this system has."""
    if sys.platform != "linux":
        return RecursiveNotifier()
    from desktop_rag.worker.watching.inotify import Inotify

    try:
        return Inotify(ignored, stopped)
    except OSError:
        return NoNotifier()


class NoNotifier:
    """A notifier without events: every folder has to be scanned now and then."""

    def __init__(self) -> None:
        self._woken = threading.Event()

    def add(self, folder: str, *, below: bool) -> None:
        """Refuse.

        Raises:
            OSError: always: there is no watch to give.

        """
        raise OSError(errno.ENOSPC, "No watches left", folder if below else f"{folder}{os.sep}*")

    def remove(self, folder: str) -> None:
        """Do nothing."""

    def covers(self, folder: str) -> bool:
        """Return False: nothing is heard of."""
        return not folder

    def changes(self, seconds: float) -> list[str]:
        """Wait."""
        self._woken.wait(max(0.0, seconds))
        self._woken.clear()
        return []

    def wake(self) -> None:
        """Let ``changes`` return now."""
        self._woken.set()

    def close(self) -> None:
        """Do nothing."""


class RecursiveNotifier:
    """The systems that watch a folder with everything below it for the price of one (macOS, Windows)."""

    def __init__(self) -> None:
        self._folders: dict[str, bool] = {}
        self._watchers: list[RustNotify] = []
        self._kept: list[str] = []  # heard of while other folders were added
        self._outdated = False
        self._woken = threading.Event()

    def add(self, folder: str, *, below: bool) -> None:
        """Watch a folder, with everything ``below`` it or only its direct entries.

        Raises:
            OSError: it cannot be watched.

        """
        try:
            # tried alone first: one that fails would end the watch of all the others
            _watcher([folder], below=below).close()
        except RuntimeError as error:  # what watchfiles' own error is
            raise OSError(str(error)) from error
        self._folders[folder] = below or self._folders.get(folder, False)
        self._renew()

    def remove(self, folder: str) -> None:
        """Watch a folder no longer."""
        if self._folders.pop(folder, None) is not None:
            self._outdated = True  # soon enough when something happens in it

    def covers(self, folder: str) -> bool:
        """Return True if everything in a folder that was added is heard of."""
        return folder in self._folders

    def changes(self, seconds: float) -> list[str]:
        """Wait for changes and return their paths, none after ``seconds`` or ``wake``."""
        if self._outdated:
            self._renew()
        deadline = time.monotonic() + seconds
        found, self._kept = self._kept, []
        while not found:
            left = deadline - time.monotonic()
            if left <= 0 or self._woken.wait(0.0 if self._watchers else left):
                break
            for watcher in self._watchers:
                found += self._heard(watcher, min(left, _SLICE) / len(self._watchers))
        self._woken.clear()
        return found

    def wake(self) -> None:
        """Let ``changes`` return now."""
        self._woken.set()

    def close(self) -> None:
        """Watch nothing any more; called once."""
        for watcher in self._watchers:
            watcher.close()

    def _renew(self) -> None:
        """Watch the present folders, without a gap in between."""
        # the new ones begin before the old ones end; what both heard of is only looked at twice
        before, self._watchers, self._outdated = self._watchers, [], False
        for below in (True, False):
            folders = [folder for folder, whole in self._folders.items() if whole is below and os.path.isdir(folder)]  # noqa: PTH112
            if folders:
                self._watchers.append(_watcher(folders, below=below))
        for watcher in before:
            self._kept += self._heard(watcher, 0.0)
            watcher.close()

    def _heard(self, watcher: "RustNotify", seconds: float) -> list[str]:
        """Return the paths from one watcher; without time to wait, those it has."""
        step = _STEP if seconds > 0 else _RUSH
        try:  # it could be told to stop, but would forget what it heard of
            heard = watcher.watch(_LONGEST, step, max(_RUSH, int(seconds * 1000)), None)
        except RuntimeError:  # a name that is no text; it would raise that again and again
            self._outdated = True
            return list(self._folders)
        if isinstance(heard, str):
            return []
        # that something in a folder changed is told of folders too; what it was is told as well
        return [path for kind, path in heard if kind != _MODIFIED or not os.path.isdir(path)]  # noqa: PTH112


def _watcher(folders: list[str], *, below: bool) -> "RustNotify":
    """Start to watch folders."""
    from watchfiles._rust_notify import RustNotify

    return RustNotify(folders, False, False, 0, below, True)  # noqa: FBT003 - as it wants them
