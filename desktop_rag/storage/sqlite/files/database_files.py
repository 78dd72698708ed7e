"""What is done to database files as a whole: making, copying, locking and removing them with what lies beside them."""

import contextlib
import os
import time
import uuid
from pathlib import Path

import apsw

from desktop_rag.core.private_files import make_private_file

_ALONE_SECONDS = 5.0
_ALONE_POLL = 0.02


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
    """Replace everything in a database by what another one holds now; when that fails, ``target`` is to be closed."""
    backup = target.backup("main", source, "main")
    backup.step()  # all pages in one step: of one state of the file
    backup.finish()


def unfinished(path: Path) -> Path:
    """Return what a file beside ``path`` is called until it is complete."""
    return path.with_name(f".new-{uuid.uuid4().hex}")


def make_database_file(path: Path) -> None:
    """Make an empty file that SQLite can fill, readable by its owner alone, as is what SQLite puts beside it.

    Raises:
        apsw.CantOpenError: it cannot be made.

    """
    try:
        make_private_file(path)
    except OSError as error:
        raise apsw.CantOpenError(str(error)) from error


def side_files(path: Path) -> list[Path]:
    """Return the files that SQLite keeps beside a database now."""
    files = [path.with_name(f"{path.name}{end}") for end in ("-wal", "-shm", "-journal")]
    return [file for file in files if os.path.lexists(file)]


def remove_database(path: Path) -> None:
    """Remove a file, if it is there, and what SQLite left beside it; what the system keeps stays."""
    for file in (*side_files(path), path):
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)


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
