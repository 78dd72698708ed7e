"""Small files that several programs write: changed under a lock, wholly or not at all, and kept when damaged.

The window, commands in a terminal and programs in other places share one data folder. Whoever changes a file there
holds its lock, reads it again, changes what it came for, and puts a new file in the place of the old one.
"""

import contextlib
import glob
import itertools
import json
import os
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_lock import lock_within
from desktop_rag.core.private_files import FILE_MODE, close_to_others, make_folders
from desktop_rag.core.user_text import UserText, joined

LONGEST_WAIT = 10.0
"""Seconds for a lock. To hold one takes milliseconds, a second on a slow disk: longer means that a program hangs."""
_UNFINISHED = ".new"
_LOCK = ".lock"
_LEFT = re.compile(rf"(.+\.(?:jsonl?|gguf))(\.[0-9a-f]{{8}}{re.escape(_UNFINISHED)}|{re.escape(_LOCK)})")
_EDITOR_SECONDS = 0.05  # an editor that writes into the file itself has emptied it for some milliseconds
_WINDOWS_SECONDS = 2.0  # another program that reads a file keeps Windows from replacing it for that moment
_PAUSE = 0.004  # seconds between two tries to replace it

Values = dict[str, object]
"""What a JSON file holds: an object."""


class BusyFileError(UserError):
    """Another program holds the lock of a file for so long that it probably hangs."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            UserText("Another program is using {file}.", file=path),
            UserText("Close other windows and commands of Desktop RAG and try again."),
            retryable=True,
        )


class Stamp(NamedTuple):
    """Identifies one state of a file: every change puts a new file there."""

    mtime_ns: int
    size: int
    inode: int


@dataclass(frozen=True, slots=True)
class SetAside:
    """A damaged file and its new name; ``aside`` is None where it could not be renamed."""

    path: Path
    aside: Path | None
    next_step: str

    @property
    def message(self) -> str:
        """The event as a sentence for the person."""
        if self.aside is None:
            return UserText("The file {file} is damaged, and it cannot be renamed.", file=self.path)
        return UserText("The file {file} was damaged. It was renamed to {aside}.", file=self.path, aside=self.aside)

    def __str__(self) -> str:
        """Return the message and the next step as a text."""
        return joined(self.message, self.next_step)


class DamagedFiles:
    """The files this process set aside and has not reported yet. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._untold: tuple[SetAside, ...] = ()

    def note(self, one: SetAside) -> None:
        """Record a file that was set aside."""
        with self._lock:
            self._untold = (*self._untold, one)

    def take(self, *places: Path) -> tuple[SetAside, ...]:
        """Return, once, those that are one of these files or lie in one of these folders."""
        if not self._untold:
            return ()
        with self._lock:
            found = tuple(one for one in self._untold if any(one.path.is_relative_to(place) for place in places))
            self._untold = tuple(one for one in self._untold if one not in found)
        return found


DAMAGED: Final = DamagedFiles()


def stamp_of(path: Path) -> Stamp | None:
    """Return the stamp of a file, in microseconds; None where there is none or it cannot be looked at."""
    try:
        found = os.stat(path)  # noqa: PTH116 - asked before every request; Path.stat takes twice as long
    except (OSError, ValueError):
        return None
    return Stamp(found.st_mtime_ns, found.st_size, found.st_ino)


@contextmanager
def locked(path: Path, *, wait: float = LONGEST_WAIT) -> Iterator[bool]:
    """Hold the lock of a file, against every other thread and process; its folder must be there.

    The lock is a file beside it that the kernel guards: it ends with its holder, however that ends, and its file goes
    when it is released. What an earlier holder left of writing the file is removed. Gives whether it is really held:
    some network drives know no locks, and work goes on without.

    Raises:
        BusyFileError: another one holds it for longer than ``wait`` seconds.
        OSError: the file of the lock cannot be made.

    """
    file = path.with_name(f"{path.name}{_LOCK}")
    lock = lock_within(file, wait, alone=True)
    if lock is None:
        raise BusyFileError(path)
    try:
        if lock.is_sure:
            _remove_unfinished(path)
        yield lock.is_sure
    finally:
        if os.name == "nt":  # open files cannot be removed there, and this one stays while another waits for it
            lock.release()
        with contextlib.suppress(OSError):
            file.unlink()
        lock.release()


def update_json(
    path: Path,
    change: Callable[[Values], Mapping[str, object]],
    *,
    next_step: str = "",
    instead: Mapping[str, object] | None = None,
    wait: float = LONGEST_WAIT,
) -> Values:
    """Change a JSON file, and return its new content.

    ``change`` gets what the file holds now and returns what it is to hold; what it raises leaves everything as it was.
    A file that is missing or damaged counts as one that holds ``instead``: a program that read it before may know. A
    damaged one is renamed first, to the day's name; ``next_step`` tells the person what to do (see ``DAMAGED``).

    Raises:
        BusyFileError: another program holds the file's lock.
        OSError: the file cannot be read or written.

    """
    make_folders(path.parent)
    with locked(path, wait=wait):
        is_there, known = path.exists(), _settled(path)
        if known is None:
            set_aside(path, next_step)
        changed = dict(change(dict(known if is_there and known is not None else instead or {})))
        if changed != (known or {}):
            write_whole(path, _encoded(changed))
    return changed


def read_json(path: Path, *, next_step: str = "") -> Values:
    """Return the content of a JSON file; {} without a file, or if it was damaged, after setting that one aside.

    Raises:
        BusyFileError: the file is damaged, and another program holds its lock.
        OSError: the file cannot be read.

    """
    known = peek_json(path)
    if known is not None:
        return known
    try:
        with locked(path):
            known = _settled(path)  # another program may have renamed it meanwhile
            if known is None:
                set_aside(path, next_step)
    except OSError:  # in a folder that cannot be written
        DAMAGED.note(SetAside(path, None, next_step))
    return known or {}


def peek_json(path: Path) -> Values | None:
    """Return the content of a JSON file, {} without one; None if it is damaged, leaving it as it is.

    Raises:
        OSError: the file cannot be read.

    """
    try:
        found = json.loads(path.read_text(encoding="utf-8-sig"))  # editors may put a mark in front
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (ValueError, RecursionError, IsADirectoryError):
        return None
    return found if isinstance(found, dict) else None


def tidy(folder: Path) -> None:
    """Remove the remains of programs that were killed while they changed a file in a folder."""
    try:
        found = {left[1] for path in folder.iterdir() if (left := _LEFT.fullmatch(path.name))}
    except OSError:  # there is none yet, or it cannot be listed
        return
    for name in found:
        with contextlib.suppress(OSError, BusyFileError), locked(folder / name, wait=0):
            pass


def set_aside(path: Path, next_step: str) -> None:
    """Rename a damaged file, adding the date, and record it for a message; the caller holds its lock.

    Raises:
        OSError: it cannot be renamed.

    """
    day = f"{path.stem}.damaged-{time.strftime('%Y-%m-%d')}"
    numbers = itertools.chain([""], (f"-{count}" for count in itertools.count(2)))
    names = (f"{day}{number}{path.suffix}" for number in numbers)
    aside = next(place for name in names if not os.path.lexists(place := path.with_name(name)))
    path.replace(aside)
    close_to_others(aside)
    DAMAGED.note(SetAside(path, aside, next_step))


def write_whole(path: Path, content: bytes) -> None:
    """Put a new file, on the disk, in the place of an old one: whoever reads gets all of this one or of that one.

    Raises:
        OSError: it cannot be written; the old one is still there.

    """
    before = stamp_of(path)
    new = path.with_name(f"{path.name}.{secrets.token_hex(4)}{_UNFINISHED}")
    try:
        with os.fdopen(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE), "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        # two changes within one tick of the system's clock: their stamps would be the same
        if before is not None and new.stat().st_mtime_ns <= before.mtime_ns:
            os.utime(new, ns=(before.mtime_ns + 1, before.mtime_ns + 1))
        _put_in_place(new, path)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def _settled(path: Path) -> Values | None:
    """Return the content of a JSON file; None if it is damaged, and not just being written by an editor."""
    known = peek_json(path)
    if known is None:
        time.sleep(_EDITOR_SECONDS)
        known = peek_json(path)
    return known


def _encoded(values: Values) -> bytes:
    try:
        return json.dumps(values, indent=1, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # a path that is not in UTF-8
        return json.dumps(values, indent=1).encode()


def _remove_unfinished(path: Path) -> None:
    """Remove the remains of programs killed while they wrote a file; its lock is held, so none writes now."""
    for left in path.parent.glob(f"{glob.escape(path.name)}.*{_UNFINISHED}"):
        with contextlib.suppress(OSError):
            left.unlink()


def _put_in_place(new: Path, path: Path) -> None:
    until = time.monotonic() + (_WINDOWS_SECONDS if os.name == "nt" else 0.0)
    while True:
        try:
            new.replace(path)
        except PermissionError:
            if time.monotonic() >= until:
                raise
            time.sleep(_PAUSE)
        else:
            return
