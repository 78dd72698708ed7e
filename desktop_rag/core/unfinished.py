"""Files that get their names when they are complete, and what is left of those whose writer died.

Whoever writes such a file notes it first, in a file of its own that it holds locked as long as it lives: also what
lies in a person's own folder is found by the next program, and what a living program writes is left alone.
"""

import contextlib
import ctypes
import errno
import os
import re
import shutil
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop_rag.core.file_lock import FileLock, held, try_lock
from desktop_rag.core.private_files import make_folders, make_private_file

_NEW, _NOTE = ".new-", ".note"
_ID = re.compile(rf"{re.escape(_NEW)}[0-9a-f]{{32}}")
_EARLIER = re.compile(rf"({re.escape(_NEW)}|\.copy-|\.[0-9a-f]{{32}}\.part\Z)")
_FORGOTTEN = 24 * 3600.0  # seconds after which what earlier versions left, which noted nothing, has no writer
_GIVEN_UP = 30 * _FORGOTTEN  # how long a drive is waited for that is not there
_NO_EXCLUSIVE_RENAME = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM})
_AT_FDCWD, _RENAME_NOREPLACE, _RENAME_EXCL = -100, 1, 4  # of Linux and of macOS


@contextmanager
def unfinished_file(target: Path, notes: Path | None = None) -> Iterator[Path]:
    """Yield the path of a file beside ``target`` that will replace it; a file still there at the end is removed.

    So is what begins with that name. The note of it lies in the folder ``notes``, by default that of the target; where
    it cannot be written there is none. What dead writers noted there is removed first.
    """
    folder = notes or target.parent
    remove_abandoned(folder)
    note, path = _noted(folder, target.parent)
    try:
        yield path
    finally:
        _remove_all_of(path)
        if note is not None:
            _remove_note(folder / f"{path.name}{_NOTE}", note)


def write_at_once(path: Path, content: bytes, notes: Path | None = None) -> None:
    """Write a file so that a reader sees the old content or all of the new; ``notes`` as in ``unfinished_file``.

    Raises:
        OSError: it cannot be written; what was there is still there.

    """
    with unfinished_file(path, notes) as new:
        make_private_file(new)
        new.write_bytes(content)
        new.replace(path)


def remove_abandoned(folder: Path) -> None:
    """Remove the unfinished files of dead writers, by the notes in a folder; failures are tried again."""
    with contextlib.suppress(OSError):  # there is no such folder yet, or it cannot be listed
        found = list(folder.iterdir())
        notes = [path for path in found if path.name.endswith(_NOTE) and _ID.fullmatch(path.name[: -len(_NOTE)])]
        for note in notes:
            with contextlib.suppress(OSError):
                _follow(note)
        noted = {note.name[: -len(_NOTE)] for note in notes}
        for path in found:
            with contextlib.suppress(OSError):
                if _EARLIER.match(path.name) and path.name[: len(_NEW) + 32] not in noted and _is_older(path):
                    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def remove_abandoned_folders(parent: Path) -> None:
    """Remove the folders ``<process>-…`` of programs that are gone: they hold them no longer, also those elsewhere."""
    import psutil  # takes 30 ms, and there seldom is one

    with contextlib.suppress(OSError):  # there is no such folder yet, or it cannot be listed
        for folder in list(parent.iterdir()):
            process = folder.name.partition("-")[0]
            # a number that was given to another process meanwhile keeps the folder, until that one ends
            if process.isdecimal() and not psutil.pid_exists(int(process)):
                with held(folder, 0, alone=True, create=False) as is_abandoned:
                    if is_abandoned:
                        shutil.rmtree(folder, ignore_errors=True)


def rename_exclusively(source: Path, target: Path) -> None:
    """Give a file another name in one step, unless there is a file of that name.

    Drives that cannot do that in one step are looked at first: there the caller keeps others from making the file.

    Raises:
        FileExistsError: there is a file of that name.
        OSError: it cannot be renamed.

    """
    sys.audit("os.rename", source, target, -1, -1)
    if sys.platform == "win32":
        os.rename(source, target)  # noqa: PTH104 - replaces nothing there
        return
    number = _rename_by_system(os.fsencode(source), os.fsencode(target))
    if number in _NO_EXCLUSIVE_RENAME:
        if os.path.lexists(target):
            number = errno.EEXIST
        else:
            source.rename(target)
            return
    if number:
        raise OSError(number, os.strerror(number), str(source), None, str(target))


def _rename_by_system(source: bytes, target: bytes) -> int:
    """Return the system's error number, 0 when the file was renamed, ENOSYS where there is no such call."""
    system = ctypes.CDLL(None, use_errno=True)
    if (call := getattr(system, "renamex_np", None)) is not None:
        failed = call(source, target, _RENAME_EXCL)
    elif (call := getattr(system, "renameat2", None)) is not None:
        failed = call(_AT_FDCWD, source, _AT_FDCWD, target, _RENAME_NOREPLACE)
    else:
        return errno.ENOSYS
    return ctypes.get_errno() if failed else 0


def _noted(folder: Path, place: Path) -> tuple[FileLock | None, Path]:
    """Return the lock on the note of a new unfinished file in ``place``, and that file."""
    while True:
        path, lock = place / f"{_NEW}{uuid.uuid4().hex}", None
        note = folder / f"{path.name}{_NOTE}"
        try:
            if folder != place:
                make_folders(folder)
            lock = try_lock(note, alone=True)
            if lock is None:  # one who looked for what was abandoned was faster
                continue
            os.write(lock.handle, os.fsencode(path.absolute()) + b"\n")
        except OSError:  # nobody can write there
            if lock is not None:
                _remove_note(note, lock)
            return None, path
        return lock, path


def _follow(note: Path) -> None:
    """Remove the files named in a note, and the note, unless its writer lives or their drive is away."""
    lock = try_lock(note, alone=True, create=False)
    if lock is None or not (lock.is_sure or _is_older(note)):
        if lock is not None:
            lock.release()
        return
    path = _named(lock, note)
    if path is not None and not path.parent.is_dir() and not _is_older(note, _GIVEN_UP):
        lock.release()
        return
    if path is None or _remove_all_of(path):
        _remove_note(note, lock)
    lock.release()


def _named(lock: FileLock, note: Path) -> Path | None:
    """Return the file that a note names; None in one that was not written to its end, whose file was not begun."""
    line, ended, _ = os.read(lock.handle, 1 << 16).partition(b"\n")
    path = Path(os.fsdecode(line))
    return path if ended and path.name == note.name[: -len(_NOTE)] else None


def _remove_note(note: Path, lock: FileLock) -> None:
    if sys.platform == "win32":  # open files cannot be removed there
        lock.release()
    with contextlib.suppress(OSError):
        note.unlink()
    lock.release()


def _remove_all_of(path: Path) -> bool:
    """Remove an unfinished file and those that begin with its name; return True if all are gone."""
    gone = True
    try:
        left = [one for one in path.parent.iterdir() if one.name.startswith(path.name) and not one.name.endswith(_NOTE)]
    except OSError:
        return not path.parent.is_dir()
    for one in left:
        try:
            one.unlink(missing_ok=True)
        except OSError:
            gone = False
    return gone


def _is_older(path: Path, seconds: float = _FORGOTTEN) -> bool:
    return time.time() - path.stat().st_mtime > seconds
