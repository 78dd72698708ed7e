"""Keeps libraries up to date while the program runs: watches their folders, and tries again what waits."""

import ctypes
import functools
import logging
import math
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.core.disk_space import LEAST_FREE, free_bytes, has_room
from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import real_path
from desktop_rag.core.parallel import SupervisedThread
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.user_text import UserText
from desktop_rag.services.calls import Upkeep
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.worker.watching.changes import collapse
from desktop_rag.worker.watching.watcher import FolderWatcher

RETRY_SECONDS = 60.0
ROOM_SECONDS = 2.0  # how often a full disk is looked at
_MORE_ROOM = LEAST_FREE // 2  # bytes that were freed, before something is tried again
_FULL_RETRY_SECONDS = 600.0  # a quota, or a file that needs more than there is: free space tells nothing
_CLOSE_SECONDS = 1.0
_log = logging.getLogger(__name__)


def give_back_memory() -> None:
    """Hand free memory back to the system, where the C library would keep it for each thread; takes milliseconds.

    Watching a busy folder for six minutes left 11 MB of it, a seventh of the program.
    """
    trim = _malloc_trim()
    if trim is not None:
        trim(0)


@functools.cache
def _malloc_trim() -> Callable[[int], int] | None:
    """Return glibc's function; None elsewhere: other allocators do this themselves."""
    if sys.platform != "linux":
        return None
    trim: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim


@dataclass(frozen=True, slots=True)
class _Full:
    """The state of a disk when there was no room for something."""

    free: int
    at: float
    soon: bool  # there is room again already: freed while this was noted, or less than something needs


class AutoRefresh(Upkeep):
    """Calls ``refresh(library, paths)`` for changes on disk, and with no paths where something waits.

    A library for which the disk was full is looked at as a whole, once there is room.
    ``resume_change(library)`` is called as often, for a change of the search model that did not come to its end.
    ``follow(library)`` is called when files of it were read.
    ``failed(error)`` is called when a fault interrupted one of these; it goes on by itself.
    """

    def __init__(
        self,
        files: IndexFiles,
        refresh: Callable[[str, Sequence[Path]], object],
        resume_change: Callable[[str], object],
        follow: Callable[[str], object],
        failed: Callable[[UserError], object],
    ) -> None:
        self._files = files
        self._refresh = refresh
        self._resume_change = resume_change
        self._follow = follow
        self._failed = failed
        self._lock = threading.Lock()
        self._full: dict[str, _Full] = {}
        self._tried_soon: dict[str, float] = {}
        self._missed: dict[str, list[Path]] = {}
        self._ending = threading.Event()
        self._watching: FolderWatcher | None = None
        self._retrying: SupervisedThread | None = None

    def start(self) -> None:
        """Begin; a second call does nothing, and neither does one after ``close``."""
        with self._lock:
            if self._watching is not None or self._ending.is_set():
                return
            self._watching = FolderWatcher(self._roots, self._changed, self._returned, self._tell_watching_failed)
            self._watching.start()
            self._retrying = SupervisedThread(
                self._run, "desktop-rag-retrying", self._ending, self._tell_retrying_failed
            )
            self._retrying.start()

    def look_at(self, name: str, paths: Sequence[Path]) -> None:
        """Scan some files and folders of a library soon, and read its waiting files."""
        self._refresh(name, paths)

    def look_at_roots(self) -> None:
        """Follow roots added to libraries or removed from them."""
        with self._lock:
            if self._watching is not None:
                self._watching.refresh()

    def has_read(self, name: str) -> None:
        """Let what rests on the files of a library be looked at, while libraries are kept up to date."""
        with self._lock:
            is_watching = self._watching is not None and not self._ending.is_set()
        if is_watching:
            self._follow(name)

    def note_full(self, name: str) -> None:
        """Record that there was no room on the disk for a library's files."""
        free, now = free_bytes(self._files.folder) or 0, time.monotonic()
        with self._lock:
            # what needs more than there is would be read over and over: one such try must do for a while
            soon = free >= LEAST_FREE and now - self._tried_soon.get(name, -math.inf) >= _FULL_RETRY_SECONDS
            if soon:
                self._tried_soon[name] = now
            self._full[name] = _Full(free, now, soon)

    def note_missed(self, name: str, paths: Sequence[Path]) -> None:
        """Record the paths of a library (all without ``paths``) that could not be scanned for a temporary reason."""
        with self._lock:
            known = self._missed.get(name, paths)
            self._missed[name] = [Path(one) for one in collapse(map(str, (*known, *paths)))] if known and paths else []

    def close(self) -> None:
        """Stop within two seconds; idempotent."""
        self._ending.set()
        with self._lock:
            watching, retrying = self._watching, self._retrying
        if watching is not None:
            watching.close()
        if retrying is not None:
            retrying.join(_CLOSE_SECONDS)

    def _tell_watching_failed(self) -> None:
        message = UserText("A fault in the program interrupted the watching of your folders. They are watched again.")
        step = UserText("What changed meanwhile is found. The program's log has the details.")
        self._failed(UserError(message, step))

    def _tell_retrying_failed(self) -> None:
        message = UserText("A fault in the program interrupted what continues waiting files. It was started again.")
        self._failed(UserError(message, UserText("The program's log has the details.")))

    def _run(self) -> None:
        """Continue interrupted libraries, and from then on those that were held up."""
        self._continue_all(_waits)
        tried = time.monotonic()
        while not self._ending.wait(min(ROOM_SECONDS, RETRY_SECONDS)):
            self._continue_with_room()
            if time.monotonic() - tried >= RETRY_SECONDS:
                self._continue_missed()
                self._continue_all(self._is_held_up)
                give_back_memory()
                tried = time.monotonic()

    def _continue_with_room(self) -> None:
        """Look at everything of the libraries for which there was no room, if there is more of it now."""
        free, now = free_bytes(self._files.folder), time.monotonic()
        with self._lock:
            names = [name for name, full in self._full.items() if _may_have_room(full, free, now)]
            # taken out before the try: a refresh that finds the disk full again notes it anew
            for name in names:
                del self._full[name]
        for info in self._infos() if names else ():
            if info.name in names and not self._ending.is_set():
                self._refresh(info.name, [real_path(folder) for folder in info.folders])

    def _continue_missed(self) -> None:
        """Scan the missed paths once more; paused libraries are compared when they resume."""
        with self._lock:
            missed, self._missed = self._missed, {}
        for info in self._infos() if missed else ():
            if info.name in missed and not info.paused and not self._ending.is_set():
                self._refresh(info.name, missed[info.name] or [real_path(folder) for folder in info.folders])

    def _is_held_up(self, info: IndexInfo) -> bool:
        """Return True if something but the disk was in the way the last time."""
        with self._lock:
            return bool(info.notice) and _waits(info) and info.name not in self._full

    def _continue_all(self, wanted: Callable[[IndexInfo], bool]) -> None:
        """Continue the libraries that are ``wanted`` and not paused, and every change of a search model."""
        for info in self._infos():
            if wanted(info) and not info.paused and not self._ending.is_set():
                self._refresh(info.name, ())
            if not info.paused and not info.error and not self._ending.is_set() and has_room(self._files.folder):
                self._continue_change(info.name)

    def _continue_change(self, name: str) -> None:
        try:
            self._resume_change(name)
        except UserError as error:
            _log.info("Changing the search model of a library cannot go on: %s", error)

    def _infos(self) -> list[IndexInfo]:
        """Return the state of every library."""
        found: list[IndexInfo] = []
        for name in self._files.names():
            try:
                found.append(self._files.info(name))
            except UserError as error:  # deleted meanwhile
                _log.info("A library cannot be looked at: %s", error)
        return found

    def _roots(self) -> Mapping[str, Sequence[Path]]:
        """Return the watched folders of each library."""
        return {info.name: [real_path(folder) for folder in info.folders] for info in self._infos()}

    def _changed(self, name: str, paths: list[Path]) -> None:
        self._refresh(name, paths)

    def _returned(self, name: str, root: Path) -> None:
        """Look at a folder that is back."""
        self._refresh(name, [root])


def _waits(info: IndexInfo) -> bool:
    """Return True if an earlier run did not come to its end."""
    return info.waiting > 0 or info.nodes_embedded < info.nodes


def _may_have_room(full: _Full, free: int | None, now: float) -> bool:
    """Return True if another try is worthwhile; ``free`` bytes are there now."""
    if free is not None and free < LEAST_FREE:
        return False
    return free is None or full.soon or free - full.free >= _MORE_ROOM or now - full.at >= _FULL_RETRY_SECONDS
