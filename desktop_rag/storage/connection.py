"""Opening SQLite files: one place for pragmas, extensions and readable errors."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import sqlite_vec

from desktop_rag.errors import UserError

SQLiteValue = str | int | float | bytes | None
BUSY_TIMEOUT_MS = 30_000
_PRAGMAS = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY;
"""


def connect(path: Path, *, read_only: bool = False) -> apsw.Connection:
    """Open (a writer also creates) the database at ``path`` with sqlite-vec loaded.

    Raises:
        UserError: the file is missing (for readers), not a database, not readable, or the disk fails.

    """
    flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    with storage_errors(path):
        connection = apsw.Connection(str(path), flags=flags)
        try:
            connection.set_busy_timeout(BUSY_TIMEOUT_MS)
            connection.enable_load_extension(True)  # noqa: FBT003 - positional only
            connection.load_extension(sqlite_vec.loadable_path())
            connection.enable_load_extension(False)  # noqa: FBT003
            if not read_only:
                connection.execute(_PRAGMAS).fetchall()  # rows stop a script: it must be drained
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        except apsw.Error:
            connection.close()
            raise
    return connection


def select(connection: apsw.Connection, sql: str, values: Sequence[SQLiteValue] = ()) -> list[tuple[Any, ...]]:
    """Return all rows of a query; the caller knows its columns' types (STRICT tables keep them)."""
    return connection.execute(sql, values).fetchall()


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's environment errors into sentences; others stay as they are (they are our bugs)."""
    try:
        yield
    except apsw.FullError as error:
        raise UserError(f"The disk that holds {path} is full.", "Free some space and try again.") from error
    except (apsw.CantOpenError, apsw.PermissionsError, apsw.ReadOnlyError) as error:
        raise UserError(f"{path} cannot be opened for writing.", "Check that it exists and is yours.") from error
    except (apsw.NotADBError, apsw.CorruptError) as error:
        raise UserError(f"{path} is damaged or not a library.", "Restore it from a backup or delete it.") from error
    except apsw.IOError as error:
        raise UserError(f"{path} could not be read or written.", "Check the disk.", retryable=True) from error
    except apsw.BusyError as error:
        raise UserError(
            f"{path} is in use by another program.", "Close the other window and try again.", retryable=True
        ) from error
