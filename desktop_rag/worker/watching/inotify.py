"""Watch folders with the Linux kernel's inotify, called directly.

``watchfiles`` would do here as well, but it takes a watch for every folder (also those below ``node_modules``), follows
links, fails on names that are no text, and does not tell when the kernel dropped events.
"""

import ctypes
import errno
import logging
import os
import select
import struct
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

_MODIFY, _ATTRIB, _CLOSE_WRITE, _MOVED_FROM, _MOVED_TO = 0x2, 0x4, 0x8, 0x40, 0x80
_CREATE, _DELETE, _DELETE_SELF, _MOVE_SELF = 0x100, 0x200, 0x400, 0x800
_UNMOUNT, _OVERFLOW, _IGNORED, _IS_FOLDER = 0x2000, 0x4000, 0x8000, 0x40000000
_ONLY_FOLDERS, _NO_LINKS = 0x01000000, 0x02000000
_INTERESTING = (
    _MODIFY
    | _ATTRIB
    | _CLOSE_WRITE
    | _MOVED_FROM
    | _MOVED_TO
    | _CREATE
    | _DELETE
    | _DELETE_SELF
    | _MOVE_SELF
    | _ONLY_FOLDERS
    | _NO_LINKS
)
_HEADER = struct.Struct("iIII")
_BUFFER = 1 << 18
_LIMIT = Path("/proc/sys/fs/inotify/max_user_watches")
_NOT_THERE = (PermissionError, FileNotFoundError, NotADirectoryError)  # cannot be read by us either, or is gone
_log = logging.getLogger(__name__)
_SHARE = 2  # half of the watches a person has are left to other programs


class Inotify:
    """Watches folders, those named in ``ignored`` left out; paths are real ones (no links in them).

    One thread uses it; only ``wake`` may be called from another one. ``stopped`` is asked during long listings.

    Raises:
        OSError: the kernel has no watch to give.

    """

    def __init__(self, ignored: Collection[str], stopped: Callable[[], bool]) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._ignored = ignored
        self._stopped = stopped
        self._file = self._checked(self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC), "")
        self._signal = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._limit = _watch_limit()
        self._paths: dict[int, str] = {}
        self._watches: dict[str, int] = {}
        self._children: dict[str, set[str]] = {}
        self._whole: set[str] = set()
        self._single: set[str] = set()
        self._incomplete: set[str] = set()

    def add(self, folder: str, *, below: bool) -> None:
        """Watch a folder, with everything ``below`` it or only its direct entries.

        Raises:
            OSError: it cannot be watched; nothing of it is.

        """
        (self._whole if below else self._single).add(folder)
        try:
            self._watch(folder)
            if below:
                self._watch_below(folder)
        except OSError:
            self.remove(folder)
            raise

    def remove(self, folder: str) -> None:
        """Stop watching a folder, except for the parts that other added folders need."""
        self._whole.discard(folder)
        self._single.discard(folder)
        self._incomplete.discard(folder)
        for path in [path for path in self._watches if path == folder or _is_below(path, folder)]:
            if not self._is_wanted(path):
                self._unwatch(path)

    def covers(self, folder: str) -> bool:
        """Return True if all of an added folder is watched; it may have grown beyond what is possible."""
        return folder not in self._incomplete

    def changes(self, seconds: float) -> list[str]:
        """Wait for changes and return their paths, none after ``seconds`` or ``wake``.

        When the kernel dropped events, the folders that were added are returned: anything may have changed there.
        """
        waiting = select.poll()
        waiting.register(self._file, select.POLLIN)
        waiting.register(self._signal, select.POLLIN)
        ready = [descriptor for descriptor, _ in waiting.poll(max(0.0, seconds) * 1000)]
        if self._signal in ready:
            os.eventfd_read(self._signal)
        if self._file not in ready:
            return []
        found: dict[str, None] = {}
        for watch, mask, name in _events(os.read(self._file, _BUFFER)):
            found.update(dict.fromkeys(self._take(watch, mask, name)))
        return list(found)

    def wake(self) -> None:
        """Let ``changes`` return now."""
        os.eventfd_write(self._signal, 1)

    def close(self) -> None:
        """Watch nothing any more; called once."""
        os.close(self._file)
        os.close(self._signal)

    def _take(self, watch: int, mask: int, name: bytes) -> Iterator[str]:
        """Follow an event's changes of folders, and return the paths it is about."""
        # the kernel's queue was full: what was lost is not known
        if mask & _OVERFLOW:
            yield from self._look_again()
            return
        folder = self._paths.get(watch)
        if folder is None:
            return
        if mask & (_IGNORED | _UNMOUNT):
            self._forget(folder)
        path = os.path.join(folder, os.fsdecode(name)) if name else folder  # noqa: PTH118 - thousands of them
        if mask & _IS_FOLDER and name:
            self._follow(path, mask)
        if name or mask & (_DELETE_SELF | _MOVE_SELF | _UNMOUNT):
            yield path

    def _follow(self, path: str, mask: int) -> None:
        """Watch a folder that appeared, and one that went away no longer."""
        if mask & (_MOVED_FROM | _DELETE):
            self._drop(path)
        elif mask & (_CREATE | _MOVED_TO | _ATTRIB) and self._is_below_whole(path):
            try:
                self._watch(path)
                self._watch_below(path)
            except _NOT_THERE:
                pass
            except OSError as error:
                self._note_incomplete(path, error)

    def _look_again(self) -> Iterator[str]:
        """Yield all watched paths after events were lost; folders may have appeared among them."""
        for folder in list(self._whole):
            try:
                self._watch_below(folder)
            except OSError as error:  # the limit is reached, above all: it is looked at now and then
                self._note_incomplete(folder, error)
        yield from {*self._whole, *self._single}

    def _note_incomplete(self, path: str, error: OSError) -> None:
        """Note that not everything at a path is heard of from now on."""
        _log.warning("Looked at now and then, it cannot be watched as a whole: %s", error)
        self._incomplete.update(folder for folder in self._whole if path == folder or _is_below(path, folder))

    def _watch_below(self, folder: str) -> None:
        """Watch the folders below a folder, links and ignored ones left out."""
        waiting = [folder]
        while waiting:
            if self._stopped():
                return
            for path in _folders_in(waiting.pop()):
                if _name(path) in self._ignored:
                    continue
                try:
                    self._watch(path)
                except _NOT_THERE:
                    continue
                # listed after it is watched: what appears in it meanwhile is heard of
                waiting.append(path)

    def _watch(self, path: str) -> None:
        old = self._watches.get(path)
        if old is None and len(self._paths) >= self._limit:
            raise OSError(errno.ENOSPC, "No watches left", path)
        watch = self._checked(self._libc.inotify_add_watch(self._file, os.fsencode(path), _INTERESTING), path)
        if old is not None and old != watch:  # another folder took its place
            self._libc.inotify_rm_watch(self._file, old)
            self._forget(path)
        before = self._paths.get(watch)
        if before is not None and before != path:  # the same folder under a new name
            self._forget(before)
        self._paths[watch], self._watches[path] = path, watch
        self._children.setdefault(_parent(path), set()).add(path)

    def _drop(self, path: str) -> None:
        """Stop watching a folder and those below it."""
        waiting = [path]
        while waiting:
            folder = waiting.pop()
            waiting += self._children.get(folder, ())
            self._unwatch(folder)

    def _unwatch(self, path: str) -> None:
        """Watch one folder no longer."""
        watch = self._watches.get(path)
        if watch is not None:
            self._libc.inotify_rm_watch(self._file, watch)
            self._forget(path)

    def _forget(self, path: str) -> None:
        """Forget a folder that is not watched any more."""
        watch = self._watches.pop(path, None)
        if watch is not None and self._paths.get(watch) == path:
            del self._paths[watch]
        # kept by parent, so that dropping a folder need not look through all watches
        siblings = self._children.get(_parent(path), set())
        siblings.discard(path)
        if not siblings:
            self._children.pop(_parent(path), None)

    def _is_wanted(self, path: str) -> bool:
        """Return True if a folder has to be watched."""
        return path in self._single or path in self._whole or self._is_below_whole(path)

    def _is_below_whole(self, path: str) -> bool:
        """Return True if a folder lies below one that is watched as a whole, and not in an ignored one."""
        while path not in self._whole:
            if path == os.sep or _name(path) in self._ignored:
                return False
            path = _parent(path)
        return True

    def _checked(self, result: int, path: str) -> int:
        """Return the kernel's result; its errors are raised."""
        if result < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number), path)
        return result


def _events(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Cut the bytes read into (watch, mask, name)."""
    position = 0
    while position < len(data):
        watch, mask, _, length = _HEADER.unpack_from(data, position)
        position += _HEADER.size
        yield watch, mask, data[position : position + length].rstrip(b"\0")
        position += length


def _folders_in(folder: str) -> list[str]:
    """Return the folders in a folder that can be listed; links are none."""
    try:
        with os.scandir(folder) as entries:
            return [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []


def _parent(path: str) -> str:
    return path.rpartition(os.sep)[0] or os.sep


def _name(path: str) -> str:
    """Return the last part of a path."""
    return path.rpartition(os.sep)[2]


def _is_below(path: str, folder: str) -> bool:
    return path.startswith(f"{folder.rstrip(os.sep)}{os.sep}")


def _watch_limit() -> int:
    """Return the number of folders that may be watched."""
    try:
        return int(_LIMIT.read_text()) // _SHARE
    except (OSError, ValueError):
        return 4096
