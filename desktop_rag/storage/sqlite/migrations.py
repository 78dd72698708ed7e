"""Named, append-only schema migrations, each in one transaction together with its ledger row."""

import hashlib
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import apsw

from desktop_rag.core.errors import UserError
from desktop_rag.core.paths import APP_NAME
from desktop_rag.core.unfinished import unfinished_file
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.sqlite.files.database_files import copy_content, make_database_file, take_name

LEDGER = "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at REAL NOT NULL) STRICT"

_MOST_APPLIED = 1_000
_LONG_NAME = 200  # bytes; systems allow 255, and the name of a migration follows


@dataclass(frozen=True, slots=True)
class Migration:
    """One step; its name is never reused and its SQL never edited once released."""

    name: str
    sql: str
    only_adds: bool = False
    """Whether everything that was there stays as it is: no copy of the file is made first."""


@dataclass(frozen=True, slots=True)
class Schema:
    """The whole history of a kind of file. ``application_id`` marks the file as ours.

    ``travels``: people hand such files to one another, so one may come from anybody (``sqlite.foreign_files``).
    """

    kind: str
    application_id: int
    migrations: Sequence[Migration]
    travels: bool = False


def migrate(connection: apsw.Connection, schema: Schema, path: Path) -> list[str]:
    """Bring the file up to date and return the names of the applied steps; a backup copy is made before changes.

    Raises:
        UserError: the file is of another kind, or was written by a newer version.

    """
    check(connection, schema, path)
    done = applied(connection)
    todo = [migration for migration in schema.migrations if migration.name not in done]
    if not todo:
        return []
    if done and not all(migration.only_adds for migration in todo):
        _back_up(connection, path.with_name(f"{backup_prefix(path)}{todo[0].name}"))
    return [migration.name for migration in todo if _apply(connection, schema, migration)]


def _apply(connection: apsw.Connection, schema: Schema, migration: Migration) -> bool:
    """Apply one step; False when somebody else did while this connection waited for its turn."""
    with _alone(connection):
        connection.execute(LEDGER)
        # asked again inside the transaction: two programs may have opened the same old file
        if migration.name in applied(connection):
            return False
        # fetched to the end: SQLite runs the next statement of a script when the rows of the last are read
        connection.execute(migration.sql).fetchall()
        connection.execute("INSERT INTO migrations VALUES (?, ?)", (migration.name, time.time()))
        connection.pragma("application_id", schema.application_id)
        connection.pragma("user_version", len(applied(connection)))
    return True


@contextmanager
def _alone(connection: apsw.Connection) -> Iterator[None]:
    """Run a transaction that no other writer runs beside, from its first line on."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def check(connection: apsw.Connection, schema: Schema, path: Path) -> None:
    """Raise ``UserError`` when the file is of another kind or newer than this program."""
    # asked for twice: another program may fill an empty file, and mark it as ours, between two looks
    if not _is_marked(connection, schema) and not is_empty(connection) and not _is_marked(connection, schema):
        raise UserError(
            UserText("{path} is not a {kind} of this program.", path=path, kind=schema.kind), "Choose another file."
        )
    unknown = applied(connection) - {migration.name for migration in schema.migrations}
    if unknown or connection.pragma("user_version") > len(schema.migrations):
        raise UserError(
            UserText("{path} was made by a newer version of {program}.", path=path, program=APP_NAME),
            "Update the program to open it.",
        )


def _is_marked(connection: apsw.Connection, schema: Schema) -> bool:
    return bool(connection.pragma("application_id") == schema.application_id)


def is_whole(connection: apsw.Connection) -> bool:
    """Return True if every page of a database is intact; takes seconds for a gigabyte."""
    return connection.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]


def is_empty(connection: apsw.Connection) -> bool:
    """Return True if a file holds nothing at all, as a new one does."""
    return not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()


def is_current(connection: apsw.Connection, schema: Schema) -> bool:
    """Return True if no migration is outstanding."""
    return applied(connection) >= {migration.name for migration in schema.migrations}


_NO_LOG = b"\x01\x01"  # of the file format: what a file in memory must say, which has no log beside it


def whole_database(connection: apsw.Connection) -> bytes:
    """Return a whole database as the bytes of its file, for ``read_whole``."""
    with closing(apsw.Connection(":memory:")) as copy:  # a file may have its latest pages beside it
        copy_content(connection, copy)
        whole = copy.serialize("main")
    return whole[:18] + _NO_LOG + whole[20:]


def read_whole(connection: apsw.Connection, whole: bytes, schema: Schema) -> None:
    """Replace the content of a database by the result of ``whole_database``.

    Raises:
        ValueError: these are no such bytes, or another version of the program made them.

    """
    with closing(apsw.Connection(":memory:")) as source:
        try:
            source.deserialize("main", whole)
            is_ours = is_current(source, schema)
        except apsw.Error as error:
            raise ValueError(f"these are not the bytes of a {schema.kind}") from error
        if not is_ours:
            raise ValueError(f"another version made this {schema.kind}: only its file can be read here")
        copy_content(source, connection)


def applied(connection: apsw.Connection) -> set[str]:
    """Names in the ledger; empty for a new file."""
    if not connection.table_exists("main", "migrations"):
        return set()
    return {str(row[0]) for row in connection.execute("SELECT name FROM migrations LIMIT ?", (_MOST_APPLIED,))}


def backup_prefix(path: Path) -> str:
    """Return the prefix of a file's backups; with a hash of its name when that is long."""
    name = path.name
    if len(os.fsencode(name)) > _LONG_NAME:
        name = hashlib.sha256(os.fsencode(name)).hexdigest()[:16]
    return f"{name}.before-"


def _back_up(connection: apsw.Connection, target: Path) -> None:
    """Copy the whole database to ``target``, unless an earlier try already did; never half of it."""
    if target.exists():
        return
    try:
        with unfinished_file(target) as copy:
            make_database_file(copy)
            # not a copy of the file: what stands in its write-ahead log would be missing
            connection.execute("VACUUM INTO ?", (str(copy),))
            take_name(copy, target)
    except FileExistsError:  # another program opened the same old file
        return
    except OSError as error:
        raise apsw.IOError(str(error)) from error
