"""Operations on whole database files: making, copying, locking and removing them with their side files."""

import contextlib
import errno
import os
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import apsw

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_lock import held
from desktop_rag.core.private_files import make_private_file
from desktop_rag.core.unfinished import rename_exclusively
from desktop_rag.core.user_text import UserText

_NAMES_SECONDS = 30.0  # any of that takes milliseconds, or seconds when a large log is folded in: then a program hangs
_ALONE_SECONDS = 5.0
_ALONE_POLL = 0.02
_MAGIC = {  # how what SQLite keeps beside a database begins
    "-wal": (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"),
    "-journal": (b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", bytes(8)),
    "-shm": (b"\x18\xe2\x2d\x00", b"\x00\x2d\xe2\x18", bytes(4)),
}
_NAME_LAYOUT = ">II8s"  # what follows a name at the end of a journal: its length, its sum, how every journal begins
_NAME_END = struct.calcsize(_NAME_LAYOUT)


def copy_database(connection: apsw.Connection, path: Path) -> None:
    """Copy the whole database, as of now, to a new file; other programs may write meanwhile.

    What the connection itself changed and did not commit yet is copied too, all of it at once in memory.
    """
    make_database_file(path)
    if connection.in_transaction:  # SQLite's backup refuses such a connection
        path.write_bytes(connection.serialize("main"))
        return
    other = apsw.Connection(str(path))
    try:
        copy_content(connection, other)
    finally:
        other.close()


def copy_content(source: apsw.Connection, target: apsw.Connection) -> None:
    """Replace the content of a database by another one's; when that fails, ``target`` must be closed."""
    backup = target.backup("main", source, "main")
    backup.step()  # all pages in one step: of one state of the file
    backup.finish()


def make_database_file(path: Path) -> None:
    """Make an empty file that SQLite can fill, readable by its owner alone, like SQLite's files beside it.

    Raises:
        apsw.CantOpenError: it cannot be made.

    """
    try:
        make_private_file(path)
    except OSError as error:
        raise apsw.CantOpenError(str(error)) from error


def side_files(path: Path) -> list[Path]:
    """Return the files that SQLite keeps beside a database now."""
    files = [path.with_name(f"{path.name}{end}") for end in _MAGIC]
    return [file for file in files if os.path.lexists(file)]


def remove_database(path: Path) -> None:
    """Remove a file, if it is there, and SQLite's files beside it; files the system locks stay."""
    for file in (*side_files(path), path):
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)


def take_name(file: Path, name: Path, *, replace: bool = False) -> None:
    """Rename a whole, closed database in one step, after removing SQLite's old files beside that name.

    A log of another file that lay there would be played into it. Nobody else may make or open a file of that name
    meanwhile: the caller holds a lock, or no other program knows the name.

    Raises:
        FileExistsError: there is a file of that name, and it is not to be replaced; or one that only looks like a log.
        apsw.BusyError: a program has the file open that is to be replaced.
        OSError: it cannot be renamed, or a log not be removed.

    """
    if not os.path.lexists(name):
        _remove_side_files(name)
        rename_exclusively(file, name)
    elif replace:
        with _shut(name):
            _remove_side_files(name)
            if os.name != "nt":
                file.replace(name)
        if os.name == "nt":  # which replaces no open file
            file.replace(name)
    else:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(name))


def _remove_side_files(path: Path) -> None:
    for side in side_files(path):
        remove_beside(side)


def remove_beside(side: Path) -> None:
    """Remove the file in the place of SQLite's files beside a database, if any; a folder only when it is empty.

    Raises:
        OSError: it cannot be removed.

    """
    if side.is_dir() and not side.is_symlink():
        side.rmdir()
    else:
        side.unlink(missing_ok=True)


def strangers_beside(path: Path) -> list[Path]:
    """Return the files that SQLite would take for its own beside a database of that name, and that are not."""
    return [side for side in side_files(path) if not _is_of_sqlite(side, side.name.removeprefix(path.name))]


def _is_of_sqlite(side: Path, end: str) -> bool:
    try:
        with side.open("rb") as file:
            begin = file.read(8)
    except OSError:
        return False
    return not begin or begin.startswith(_MAGIC[end])


def names_another_file(path: Path) -> bool:
    """Whether the journal beside a database names a file that SQLite deletes when it plays the journal back.

    Only a transaction of several databases leaves such a journal, and this program has none; versions of SQLite before
    3.54 believe any name.
    """
    journal = path.with_name(f"{path.name}-journal")
    try:
        if not journal.is_file():  # a pipe would be waited for
            return False
        with journal.open("rb") as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(0, end - _NAME_END))
            length, _, magic = struct.unpack(_NAME_LAYOUT, file.read(_NAME_END).rjust(_NAME_END, b"\0"))
    except OSError:
        return False
    is_named: bool = magic == _MAGIC["-journal"][0] and 0 < length <= end - _NAME_END
    return is_named


def open_to_write(path: Path) -> apsw.Connection:
    """Open a database, which may be untrusted, for operations on the file as a whole.

    Raises:
        apsw.Error: it cannot be opened, or what lies beside it would have another file deleted.

    """
    if names_another_file(path):
        raise apsw.CantOpenError(str(path))
    return apsw.Connection(str(path), apsw.SQLITE_OPEN_READWRITE)


@contextmanager
def _shut(path: Path) -> Iterator[None]:
    """Keep everybody else from opening a database; raises for a file that is none.

    Raises:
        apsw.BusyError: another program has it open.

    """
    connection = None
    with contextlib.suppress(apsw.NotADBError, apsw.CorruptError, apsw.CantOpenError, apsw.ReadOnlyError):
        connection = open_to_write(path)
    with contextlib.nullcontext() if connection is None else closing(connection):
        with contextlib.suppress(apsw.NotADBError, apsw.CorruptError, apsw.CantOpenError, apsw.ReadOnlyError):
            if connection is not None and not shut_others_out(connection):
                raise apsw.BusyError(str(path))
        yield


@contextmanager
def naming(folder: Path, *, alone: bool) -> Iterator[None]:
    """Keep others from making, renaming and deleting databases in a folder; ``alone``, also from opening them.

    Whoever holds it alone must not ask again.

    Raises:
        UserError: another program holds it for very long.
        OSError: one wants to hold it alone, and it cannot be written.

    """
    with ExitStack() as stack:
        is_held = True
        with contextlib.nullcontext() if alone else contextlib.suppress(OSError):
            is_held = stack.enter_context(held(folder, _NAMES_SECONDS, alone=alone, create=False))
        if not is_held:
            raise UserError(
                UserText("Another program is changing the names of libraries."),
                UserText("Wait a moment and try again."),
                retryable=True,
            )
        yield


def begin_log(path: Path) -> None:
    """Let a database have a write-ahead log from now on.

    Who has a library open is seen by who wants it for himself only when it has one, also before somebody writes: so
    it has one before it can be opened by its name. Nobody else has the file open or may do so meanwhile.

    Raises:
        apsw.Error: it is no database, or cannot be written.

    """
    with closing(open_to_write(path)) as db:
        db.execute("PRAGMA journal_mode = WAL").fetchall()


@contextmanager
def closed_to_others(path: Path, new_name: Path | None = None) -> Iterator[bool]:
    """Keep everybody else from opening a library and having it open, while its name changes; all is in the one file.

    Programs that are about to open it wait, and see then whether it is still there, or there by its ``new_name``. False
    when somebody has it open for longer than some seconds: nothing is changed then.

    Raises:
        FileNotFoundError: it is gone.
        apsw.Error: it is no database, or cannot be opened.

    """
    deadline = time.monotonic() + _ALONE_SECONDS
    while True:
        with naming(path.parent, alone=True):
            path.stat()
            with closing(open_to_write(path)) as db:
                if _is_alone(db):
                    if os.name == "nt":  # which renames and deletes no open file
                        db.close()
                    try:
                        yield True
                    finally:
                        db.close()
                        for one in filter(None, (path, new_name)):
                            with contextlib.suppress(apsw.Error):  # it is gone, or cannot be written
                                begin_log(one)
                    return
        if time.monotonic() > deadline:
            break
        time.sleep(_ALONE_POLL)  # let those who were about to open it do so
    yield False


def shut_others_out(connection: apsw.Connection) -> bool:
    """Fold the write-ahead log into the file and keep everybody else from opening it, until ``connection`` is closed.

    False when somebody has it open for longer than some seconds: nothing is changed then. Either way ``connection``
    waits for nobody any more and is to be closed.
    """
    deadline = time.monotonic() + _ALONE_SECONDS
    connection.set_busy_timeout(0)
    while not _is_alone(connection):
        if time.monotonic() > deadline:
            return False
        time.sleep(_ALONE_POLL)
    return True


def _is_alone(connection: apsw.Connection) -> bool:
    """Try to end the write-ahead log, which only the last who has the file open can, and to lock the file."""
    try:
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()
        connection.execute("BEGIN EXCLUSIVE")
    except apsw.BusyError:
        return False
    if connection.pragma("journal_mode") == "delete":
        return True
    connection.execute("ROLLBACK")  # somebody opened it in between
    return False
