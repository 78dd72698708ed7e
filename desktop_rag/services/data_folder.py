"""Moving the data folder: copied and checked first, then switched to in one step, and only then removed.

Whatever happens in between, one complete data folder is the one that the next start opens.
"""

import contextlib
import errno
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import psutil

from desktop_rag.config.data_folder import (
    INCOMPLETE,
    LOCK_FILE,
    MARK_FILE,
    POINTER_FILE,
    DataFolder,
    being_moved,
    check_movable,
    present_folder,
    read_data_folder,
    remove_all_abandoned,
    write_data_folder,
)
from desktop_rag.config.store import SETTINGS_FILE
from desktop_rag.core.disk_space import LEAST_FREE, free_bytes, is_no_space, no_space
from desktop_rag.core.errors import NoSpaceError, UserError, reason_of
from desktop_rag.core.file_lock import FOLDER_LOCK, lock_within
from desktop_rag.core.file_paths import absolute_path, real_path
from desktop_rag.core.paths import person_data_dir
from desktop_rag.core.private_files import make_folders, make_private_folder
from desktop_rag.core.unfinished import write_at_once
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.permissions import PERMISSIONS_FILE
from desktop_rag.storage.sqlite.files.relocation import (
    PROBE_FILES,
    check_locks,
    close_database,
    held,
    is_database,
    is_sound,
    move_conversation_paths,
    move_library_paths,
    moved_paths,
    rewritten,
)
from desktop_rag.storage.storage_context import SUFFIX, StorageContext

Tell = Callable[[int, int], None]
"""Hears how many bytes of how many are copied, and may raise CancelledError to stop."""
_BESIDE = frozenset({
    "scratch", "window.lock", "window.socket", "mcp.json", "mcp.lock", "mcp.socket", LOCK_FILE, FOLDER_LOCK,
    POINTER_FILE, f"{MARK_FILE}.new", *PROBE_FILES,
})  # fmt: skip
_PIECE = 4 << 20
_ALONE_SECONDS = 10.0  # for the window that started this one to end


@dataclass(frozen=True, slots=True)
class Moved:
    """The new data folder, and the old files that could not be removed."""

    folder: Path
    left: tuple[Path, ...] = ()


def size_on_disk(folder: Path) -> int:
    """Return the size of a data folder's files in bytes; files that vanish meanwhile count as 0."""
    return sum(size for _, size, _ in _files(folder))


def request_move(data_dir: Path, target: Path) -> None:
    """Request that the data be moved at the next start, before anything opens.

    Raises:
        UserError: it cannot be moved there, or the data folder was named by an option or the environment.

    """
    place, chosen = check_move(data_dir, target), absolute_path(target)
    with held(_lock_file()) as is_ours:
        if not is_ours:
            raise being_moved()
        if place.target is not None:  # an earlier wish, whose move was killed
            _give_up(place, place.target)
        write_data_folder(replace(place, target=chosen))


def check_move(data_dir: Path, target: Path) -> DataFolder:
    """Make sure that the data can be moved, and return where it is; nothing changes.

    Raises:
        NoSpaceError: the disk of the target has too little room.
        UserError: it cannot be moved there, or the data folder was named by an option or the environment.

    """
    check_movable(data_dir)
    place, chosen = read_data_folder(), absolute_path(target)
    if chosen != place.target:  # what is there is the copy of a move that was killed
        check_target(place.folder, chosen)
    return place


def _lock_file() -> Path:
    """Return the path of the lock file, in a folder that exists before anything was stored."""
    make_private_folder(person_data_dir())
    return person_data_dir() / LOCK_FILE


def check_target(source: Path, target: Path) -> None:
    """Make sure that the data in ``source`` can be moved to ``target``; nothing is left there.

    Raises:
        NoSpaceError: its disk has too little room.
        UserError: it is not empty, cannot be written or locked, or lies where the data or a library's files are.

    """
    _check_apart(source, target)
    made = [folder for folder in (target, *target.parents) if not folder.exists()]
    try:
        if target.exists() and (not target.is_dir() or not all(_is_beside(path.name) for path in target.iterdir())):
            raise UserError(
                UserText("{target} is not an empty folder.", target=target), "Choose an empty or a new folder."
            )
        make_folders(target)
        if not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        check_locks(target, source)
        free = free_bytes(target)
    except OSError as error:
        raise UserError(
            UserText("{path} cannot be written: {reason}.", path=target, reason=reason_of(error)),
            "Choose another folder.",
        ) from error
    finally:
        for folder in made:
            _remove_empty(folder)
    if free is not None and free < (needed := size_on_disk(source) + LEAST_FREE):
        megabytes = f"{needed / 1e6:,.0f} MB"
        raise NoSpaceError(
            UserText(
                "The disk that holds {target} has too little room: the data needs {megabytes}.",
                target=target,
                megabytes=megabytes,
            ),
            "Free some space or choose a folder on another disk.",
        )


def _check_apart(source: Path, target: Path) -> None:
    """Raise UserError when the target lies in the data, or a library's folders lie there."""
    where = target.resolve()
    leads_to = [(source / path).resolve() for path, _, _ in _files(source) if _is_link(source / path)]
    if any(_overlap(place, where) for place in (source.resolve(), *leads_to)):
        raise UserError(
            UserText("{target} and the present data folder lie inside each other.", target=target),
            "Choose another folder.",
        )
    files = IndexFiles(source / "libraries")
    for name in files.names():
        for root in _read_by(files, name):
            if _overlap(real_path(root).resolve(), where):
                raise UserError(
                    UserText(
                        "The library “{name}” reads {root}, so the data cannot be moved there.", name=name, root=root
                    ),
                    "Choose another folder.",
                )


def _read_by(files: IndexFiles, name: str) -> list[str]:
    """Return the paths a library reads; none if it cannot be opened."""
    try:
        with files.open(name, read_only=True) as storage:
            return [root.path for root in storage.folders.all()]
    except UserError:
        return []


def _roots(library: Path) -> list[str]:
    """Return the paths listed in a library, allowed or not; none if it cannot be opened."""
    try:
        with StorageContext(library, read_only=True) as storage:
            return [root.path for root in storage.folders.all()]
    except UserError:
        return []


def _overlap(one: Path, other: Path) -> bool:
    return one.is_relative_to(other) or other.is_relative_to(one)


def finish_move(tell: Tell) -> Moved | None:
    """Move the data if requested, or remove the remains of an earlier move; None if there is nothing to do.

    Raises:
        CancelledError: ``tell`` stopped it. The data stays where it was.
        UserError: it cannot be done. The data stays where it was.

    """
    place = read_data_folder()
    if place.target is None and place.old is None:
        return None
    with held(_lock_file()) as is_ours:
        if not is_ours:
            raise being_moved()
        left: tuple[Path, ...] = ()
        if place.old is not None:
            with _alone_in(place.old, 0) as is_alone:
                left = _remove_old(read_data_folder()) if is_alone else ()
        place = read_data_folder()
        if place.target is not None:
            with contextlib.ExitStack() as others_wait:
                left += _remove_old(_switch(place, place.target, tell, others_wait))
        return Moved(read_data_folder().folder, left)


@contextlib.contextmanager
def _alone_in(folder: Path, seconds: float) -> Iterator[bool]:
    """Keep all other programs of ours from a data folder; gives False when one uses it for longer than some seconds."""
    try:
        lock = lock_within(folder, seconds, alone=True, create=False)
    except OSError:  # it is gone, or its drive knows no locks
        yield True
        return
    try:
        yield lock is not None
    finally:
        if lock is not None:
            lock.release()


def _switch(place: DataFolder, target: Path, tell: Tell, others_wait: contextlib.ExitStack) -> DataFolder:
    """Copy the data and use the copy from then on; when that fails everything is as it was.

    Other programs of ours are kept from the old folder until ``others_wait`` ends.
    """
    try:
        present_folder(place)
        _check_alone(place.folder, is_alone=others_wait.enter_context(_alone_in(place.folder, _ALONE_SECONDS)))
        remove_all_abandoned(place.folder)
        _copy_all(place.folder, target, tell)
    except OSError as error:
        _give_up(place, target)
        if is_no_space(error):
            raise no_space(target) from error
        raise UserError(
            UserText("The data cannot be moved: {reason}.", reason=reason_of(error)), "It stays where it was."
        ) from error
    except BaseException:
        _give_up(place, target)
        raise
    switched = DataFolder(target, old=place.folder)
    write_data_folder(switched)
    return switched


def _check_alone(source: Path, *, is_alone: bool) -> None:
    """Raise UserError while another program of ours works in the data folder; earlier versions hold no lock."""
    lock, scratch = source / "window.lock", source / "scratch"
    first = lock.read_text(encoding="utf-8", errors="replace").split("\n", 1)[0] if lock.is_file() else ""
    numbers = [first, *(path.name.partition("-")[0] for path in scratch.glob("*-*"))]
    if any(one.isdecimal() and int(one) != os.getpid() and psutil.pid_exists(int(one)) for one in numbers):
        is_alone = False
    if not is_alone:
        raise UserError(
            UserText("{source} is in use by another window or command.", source=source),
            "Close other windows and commands of Desktop RAG and try again.",
            retryable=True,
        )


def _copy_all(source: Path, target: Path, tell: Tell) -> None:
    """Make a complete copy of a data folder, in which every path is right."""
    _discard_copy(source, target)  # of a move that was killed
    check_target(source, target)
    for path, _, _ in list(_files(source)):
        if (source / path).is_file() and is_database(source / path):
            close_database(source / path)
    listed = list(_files(source))
    make_private_folder(target)
    _mark(source, target, f"{INCOMPLETE}{_copy_of(source)}")
    total, done = sum(size for _, size, _ in listed), 0
    for path, _, _ in listed:
        before = done
        if _is_link(source / path):
            _copy_link(source, target, path)
            continue
        for here in _copy_file(source / path, target / path):
            done = before + here
            tell(done, total)
    if list(_files(source)) != listed or _sizes(target) != {path: size for path, size, _ in listed}:
        raise UserError(
            "Another program changed the data while it was copied.",
            "Close other programs and try again.",
            retryable=True,
        )
    for path, _, _ in listed:
        if not _is_link(target / path) and is_database(target / path):
            _verify(source / path, target / path, lambda: tell(total, total))
    _rewrite_paths(source, target)
    _mark(source, target, _copy_of(source))


def _mark(source: Path, target: Path, text: str) -> None:
    """Write a folder's mark in one step; an unfinished move is recorded in the old folder, where the program starts."""
    write_at_once(target / MARK_FILE, text.encode(), source)


def _copy_of(source: Path) -> str:
    return f"copy of {source}"


def _copy_file(source: Path, target: Path) -> Iterator[int]:
    """Copy a file to the disk, with its times and rights; yield how many bytes are written."""
    make_private_folder(target.parent)
    done = 0
    with source.open("rb") as read, target.open("wb") as written:
        while piece := read.read(_PIECE):
            written.write(piece)
            done += len(piece)
            yield done
        written.flush()
        os.fsync(written.fileno())
    shutil.copystat(source, target)


def _copy_link(source: Path, target: Path, path: Path) -> None:
    """Copy a link so that it leads to the same place; targets inside the data move along."""
    leads_to = (source / path).parent.resolve() / (source / path).readlink()
    inside = Path(os.path.normpath(leads_to))
    for root in (source, source.resolve()):
        if inside.is_relative_to(root):
            inside = target / inside.relative_to(root)
            break
    make_private_folder((target / path).parent)
    (target / path).symlink_to(inside, target_is_directory=(source / path).is_dir())


def _is_link(path: Path) -> bool:
    """Return True if a path leads somewhere else: a link, or a junction on Windows."""
    return path.is_symlink() or (os.name == "nt" and path.is_dir() and path.resolve().parent != path.parent.resolve())


def _sizes(folder: Path) -> dict[Path, int]:
    return {path: size for path, size, _ in _files(folder)}


def _verify(source: Path, copy: Path, tick: Callable[[], None]) -> None:
    """Raise UserError when the copy of a sound database is not sound."""
    if not is_sound(copy, tick) and is_sound(source, tick):
        raise UserError(
            UserText("The copy {copy} is damaged.", copy=copy), "Check the disk, or choose a folder on another one."
        )


def _rewrite_paths(source: Path, target: Path, *, linked: bool = False) -> None:
    """Update the paths of pasted pictures and downloaded models in the copy; or only those behind a link.

    What a link leads to is there once: before the copy is switched to, it must not change.
    """
    rewrite = moved_paths(source, target)
    libraries, real = target / "libraries", target.resolve()

    def is_meant(path: Path) -> bool:
        return path.exists() and path.resolve().is_relative_to(real) is not linked

    for library in sorted((*libraries.glob(f"*{SUFFIX}"), *libraries.glob(f"attached/*{SUFFIX}"))):
        if is_meant(library) and any(rewrite(root) != root for root in _roots(library)):
            with StorageContext(library, create=False) as storage, storage.transaction():
                move_library_paths(storage.connection, rewrite)
    chats = target / "conversations.sqlite"
    if is_meant(chats):
        move_conversation_paths(chats, rewrite)
    for file in (target / SETTINGS_FILE, target / PERMISSIONS_FILE):
        if is_meant(file):
            text = file.read_text(encoding="utf-8", errors="surrogateescape")
            file.write_text(rewritten(text, rewrite), encoding="utf-8", errors="surrogateescape")


def _give_up(place: DataFolder, target: Path) -> None:
    """Leave the data where it was, and nothing where it was to be moved."""
    with contextlib.suppress(OSError):
        _discard_copy(place.folder, target)
    write_data_folder(replace(place, target=None))


def _discard_copy(source: Path, target: Path) -> None:
    """Remove a copy of ``source`` that is not in use; its mark goes last, so that the next try knows the rest."""
    mark = target / MARK_FILE
    if not mark.is_file() or not mark.read_text(encoding="utf-8").endswith(_copy_of(source)):
        return
    for path in target.iterdir():
        if path.name != MARK_FILE and not _is_beside(path.name):
            shutil.rmtree(path) if path.is_dir() and not _is_link(path) else path.unlink()
    mark.unlink()
    _remove_empty(target)


def _remove_old(place: DataFolder) -> tuple[Path, ...]:
    """Remove the old data folder, and return its remains."""
    if place.old is None:
        return ()
    _rewrite_paths(place.old, present_folder(place), linked=True)
    left = _remove_copied(place.old, present_folder(place))
    write_data_folder(replace(place, old=None))
    return left


def _remove_copied(old: Path, new: Path) -> tuple[Path, ...]:
    """Remove the files of the old folder that are in the new one, and return the rest."""
    left = []
    for path, _, _ in list(_files(old)):
        if os.path.lexists(new / path) and not _is_removed(old / path):
            left.append(old / path)
    shutil.rmtree(old / "scratch", ignore_errors=True)
    for name in (MARK_FILE, *_BESIDE - {"scratch", LOCK_FILE, POINTER_FILE, f"{MARK_FILE}.new"}):
        _is_removed(old / name)
    for folder, _, _ in os.walk(old, topdown=False):
        _remove_empty(Path(folder))
    return tuple(left)


def _is_removed(path: Path) -> bool:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def _remove_empty(folder: Path) -> None:
    """Remove a folder with nothing in it; another one stays."""
    try:
        folder.rmdir()
    except OSError:
        return


def _is_beside(name: str) -> bool:
    """Return True if a name in a data folder is not one of the data, such as a pointer file half written."""
    return name in _BESIDE or name.startswith(f"{Path(POINTER_FILE).stem}.")


def _files(folder: Path) -> Iterator[tuple[Path, int, int]]:
    """Yield each file that belongs to the data, with its size and time, in order; a link is one, of no size."""
    for place, folders, names in os.walk(folder):
        here = Path(place)
        folders.sort()
        if here == folder:
            folders[:] = [name for name in folders if not _is_beside(name)]
        links = [name for name in folders if _is_link(here / name)]
        folders[:] = [name for name in folders if name not in links]
        for name in sorted((*names, *links)):
            path = here / name
            if here == folder and (name == MARK_FILE or _is_beside(name)):
                continue
            try:
                stat = path.lstat()
            except OSError:
                continue
            size = 0 if _is_link(path) else stat.st_size
            yield path.relative_to(folder), size, stat.st_mtime_ns
