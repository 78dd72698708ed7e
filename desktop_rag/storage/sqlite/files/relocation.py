"""Prepare the databases of a data folder for a move: closed, whole, and with the new paths of files."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import stored_path
from desktop_rag.core.unfinished import unfinished_file
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.sqlite.connection import Connection, connect, select, storage_errors
from desktop_rag.storage.sqlite.files.database_files import make_database_file, names_another_file, shut_others_out
from desktop_rag.storage.sqlite.foreign_files import DamagedFileError
from desktop_rag.storage.sqlite.migrations import is_whole
from desktop_rag.storage.sqlite.stored_files import move_file

_HEADER = b"SQLite format 3\0"
_PROBE = ".desktop-rag-probe"
PROBE_FILES = tuple(f"{_PROBE}{end}" for end in ("", "-journal", "-shm", "-wal"))
"""What a check of locks that was killed left behind in earlier versions."""
_STEPS = 200_000  # instructions of SQLite between two calls of ``tick``: some milliseconds
_PATHS = (
    ("conversations.scope", "SELECT id, scope FROM conversations", "UPDATE conversations SET scope = ? WHERE id = ?"),
    (
        "conversations.sources",
        "SELECT id, sources FROM conversations",
        "UPDATE conversations SET sources = ? WHERE id = ?",
    ),
    ("turns.answer", "SELECT id, answer FROM turns", "UPDATE turns SET answer = ? WHERE id = ?"),
)
Rewrite = Callable[[str], str]


def is_database(path: Path) -> bool:
    """Return True if a file is one of SQLite's.

    Raises:
        OSError: it cannot be read.

    """
    with path.open("rb") as file:
        return file.read(len(_HEADER)) == _HEADER


def close_database(path: Path) -> None:
    """Fold the files beside a database into it.

    Raises:
        UserError: another program has it open.

    """
    if names_another_file(path):
        return  # nothing opens it
    connection = apsw.Connection(str(path))
    try:
        if not shut_others_out(connection):
            raise UserError(
                UserText("{path} is open in another program.", path=path),
                "Close other windows and commands of Desktop RAG and try again.",
                retryable=True,
            )
    except (apsw.NotADBError, apsw.CorruptError):
        return  # one that was set aside because it is damaged is moved as it is
    finally:
        connection.close()


def is_sound(path: Path, tick: Callable[[], None]) -> bool:
    """Return True if every page of a database is intact; ``tick`` is called meanwhile and may raise to stop.

    Raises:
        UserError: it cannot be read.

    """

    def go_on() -> bool:
        tick()
        return False

    try:
        connection = connect(path, read_only=True)
    except DamagedFileError:
        return False
    try:
        connection.set_progress_handler(go_on, _STEPS)
        return is_whole(connection)
    except (apsw.NotADBError, apsw.CorruptError):
        return False
    finally:
        connection.close()


@contextmanager
def held(path: Path) -> Iterator[bool]:
    """Hold an empty file as a lock that ends with this process; give False where another one holds it."""
    make_database_file(path)
    connection = apsw.Connection(str(path))
    try:
        connection.execute("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE").fetchall()
        yield True
    except apsw.BusyError:
        yield False
    finally:
        connection.close()


def check_locks(folder: Path, notes: Path) -> None:
    """Make sure that SQLite can lock and share files in a folder, which some network drives do not let it.

    The folder ``notes`` remembers the file that this is tried with.

    Raises:
        UserError: it cannot.

    """
    with unfinished_file(folder / _PROBE, notes) as probe:
        _check_locks_of(probe)


def _check_locks_of(probe: Path) -> None:
    """Check them with a new file."""
    folder = probe.parent
    first = second = None
    try:
        first = apsw.Connection(str(probe))
        if first.execute("PRAGMA journal_mode = WAL").fetchall() != [("wal",)]:
            raise apsw.IOError
        first.execute("CREATE TABLE probe (x); BEGIN IMMEDIATE; INSERT INTO probe VALUES (1)").fetchall()
        second = apsw.Connection(str(probe))
        if second.execute("SELECT count(*) FROM probe").fetchall() != [(0,)]:
            raise apsw.IOError
        first.execute("COMMIT")
    except apsw.Error as error:
        raise UserError(
            UserText("Databases cannot be locked in {folder}, as is usual on network drives.", folder=folder),
            "Choose a folder on a local disk.",
        ) from error
    finally:
        for connection in (second, first):
            if connection is not None:
                connection.close()


def moved_paths(old: Path, new: Path) -> Rewrite:
    """Return a function that moves a path from folder ``old`` to ``new``, and leaves every other text as it is."""
    before, after = (f"{stored_path(str(folder))}{os.sep}" for folder in (old, new))
    return lambda text: after + text[len(before) :] if text.startswith(before) else text


def move_library_paths(connection: Connection, rewrite: Rewrite) -> None:
    """Update the paths of a library's files; citations also find them by their old paths.

    The caller holds the transaction.
    """
    files = select(connection, "SELECT path, mtime_ns FROM documents WHERE container IS NULL")
    for old, mtime_ns in files:
        if rewrite(old) != old:
            move_file(connection, old, rewrite(old), mtime_ns)
    for query, change in (
        ("SELECT path FROM roots", "UPDATE OR REPLACE roots SET path = ? WHERE path = ?"),
        ("SELECT path FROM pending", "UPDATE OR REPLACE pending SET path = ? WHERE path = ?"),
    ):
        known = [path for (path,) in select(connection, query)]
        connection.executemany(change, [(rewrite(path), path) for path in known if rewrite(path) != path])


def move_conversation_paths(path: Path, rewrite: Rewrite) -> None:
    """Update the paths of attachments in the conversations.

    Raises:
        UserError: they cannot be changed.

    """
    with storage_errors(path), closing(connect(path)) as connection, connection:
        rows = select(connection, "SELECT m.name || '.' || c.name FROM sqlite_schema m, pragma_table_info(m.name) c")
        there = {name for (name,) in rows}
        for column, query, change in _PATHS:
            changed = []
            for key, text in select(connection, query) if column in there else ():
                if text and (new := rewritten(text, rewrite)) != text:
                    changed.append((new, key))
            connection.executemany(change, changed)


def rewritten(text: str, rewrite: Rewrite) -> str:
    """Return JSON with every text in it rewritten; other text unchanged."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    changed = _each(value, rewrite)
    return text if changed == value else json.dumps(changed, ensure_ascii=False)


def _each(value: object, rewrite: Rewrite) -> object:
    if isinstance(value, str):
        return rewrite(value)
    if isinstance(value, list):
        return [_each(one, rewrite) for one in value]
    if isinstance(value, dict):
        return {key: _each(one, rewrite) for key, one in value.items()}
    return value
