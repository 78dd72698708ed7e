"""Files that may come from anybody: opened so that nothing in them is run, and looked at before they are believed.

What SQLite would run or follow for a file stands in its schema. That must be, to the letter, what our migrations make
of a file, with the tables of sqlite-vec for its vectors: no view, no trigger, no virtual table, no expression of its
own. Values are bounded: a file cannot make its reader take all memory or work without end.
"""

import functools
import itertools
import math
import re
import stat
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw

from desktop_rag.core.errors import UserError
from desktop_rag.core.parallel import PATIENCE
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.sqlite.files.database_files import names_another_file, side_files
from desktop_rag.storage.sqlite.migrations import LEDGER, Schema, applied

_LONGEST_VALUE = 65 << 20  # bytes; the largest of ours is the rotation of a space of 4,096 dimensions, squared * 4
_MOST_OBJECTS = 2_000  # of a schema; ours has 70, and 7 for each embedding space
_MOST_BYTES = 64 << 20  # that SQLite takes for what it does
SCHEMA_BYTES = 8 << 20  # that it takes for a schema, when a file is opened; ours takes 30 kB
_STEPS = 1_000  # instructions of SQLite between two looks at the time
SCHEMA_STEPS = 1_000_000  # to open a file: 770 objects take 15,500, statistics without end as many as they have rows
LOOK_SECONDS = 10.0  # of work, to open a file: it takes milliseconds, and a second to count a million files
_RUN_TIME_TABLE = re.compile(
    r'CREATE VIRTUAL TABLE "?(?P<table>vectors_\d{1,18})"? USING vec0\('
    r"embedding float\[\d{1,5}\](?: distance_metric=(?:L2|cosine))?(?:, chunk_size=\d{1,4})?\)"
    r'|CREATE TABLE "(?P<shadow>vectors_\d{1,18}_[a-z_]+\d{0,2})" ?\([\w ,]+\)'
    r"|CREATE TABLE (?P<own>sqlite_sequence\(name,seq\)|sqlite_stat1\(tbl,idx,stat\)"
    r"|sqlite_stat4\(tbl,idx,neq,nlt,ndlt,sample\))"
)
_LONGEST_SQL = 20_000  # bytes of one object's; the longest of ours has 1,500
_OBJECTS = (
    "SELECT substr(type, 1, 20), substr(name, 1, 200), substr(tbl_name, 1, 200), "
    f"iif(octet_length(sql) > {_LONGEST_SQL}, 'too long', sql) FROM sqlite_schema"
)
_Object = tuple[object, ...]


class DamagedFileError(UserError):
    """A file is damaged; other files may be in order."""


class ForeignFileError(DamagedFileError):
    """A file has content that this program does not write."""


def check_is_file(path: Path) -> None:
    """Raise unless a path, and SQLite's paths beside it, lead to files: a pipe is read for ever.

    Raises:
        UserError: it is something else.

    """
    for one in (path, *side_files(path)):
        try:
            mode = one.stat().st_mode
        except OSError:
            continue  # whoever opens it says why that cannot be done
        if not stat.S_ISREG(mode):
            raise ForeignFileError(UserText("{file} cannot be opened: it is not a file.", file=one), _remove_it())
    check_journal(path)


def check_journal(path: Path) -> None:
    """Make sure that opening a file to write deletes no other one.

    Raises:
        UserError: it would.

    """
    if names_another_file(path):
        raise ForeignFileError(
            UserText("{file} cannot be opened: that would delete another file.", file=path), _remove_it()
        )


def guard(connection: apsw.Connection) -> None:
    """Let nothing in the file of a new connection run; extensions are loaded before."""
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_VIEW, 0)
    connection.execute("PRAGMA cell_size_check = ON").fetchall()


def limit_values(connection: apsw.Connection) -> None:
    """Let no value of a file that somebody else made take much memory."""
    connection.limit(apsw.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)


@contextmanager
def unguarded(connection: apsw.Connection) -> Iterator[None]:
    """Let the block change tables that belong to a virtual one, as only its module may otherwise."""
    guarded = connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, -1)
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 0)
    try:
        yield
    finally:
        connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, guarded)


@contextmanager
def bounded(
    connection: apsw.Connection,
    path: Path,
    seconds: float = LOOK_SECONDS,
    most_bytes: int = _MOST_BYTES,
    most_steps: float = math.inf,
) -> Iterator[None]:
    """Limit SQLite's work inside, on this thread, to ``seconds``; other work may make that take longer.

    ``most_steps`` are instructions of SQLite.

    Raises:
        UserError: it takes longer, or more memory than any file of ours.

    """
    most, until, before = time.thread_time() + seconds, time.monotonic() + PATIENCE * seconds, apsw.memory_used()

    looks = itertools.count(1)

    def is_too_much() -> bool:
        if next(looks) * _STEPS > most_steps:
            return True
        is_late = time.thread_time() > most or time.monotonic() > until
        return is_late or apsw.memory_used() - before > most_bytes

    handler = object()
    connection.set_progress_handler(is_too_much, _STEPS, id=handler)
    try:
        yield
    except apsw.InterruptError as error:
        raise ForeignFileError(
            UserText("{file} takes too long to look at, or too much memory.", file=path), _remove_it()
        ) from error
    finally:
        connection.set_progress_handler(None, id=handler)


def check_schema(connection: apsw.Connection, schema: Schema, path: Path) -> None:
    """Make sure that everything in a file, of this or an earlier version, was put there by our migrations.

    Raises:
        UserError: something was not.

    """
    if not _objects(connection) <= _all_objects(schema):
        raise ForeignFileError(
            UserText("{file} holds what this program does not put into a library.", file=path), _remove_it()
        )


def is_complete(connection: apsw.Connection, schema: Schema) -> bool:
    """Return True if a file has all that the migrations made which it notes, and notes none without those before it."""
    done, names = applied(connection), [migration.name for migration in schema.migrations]
    return bool(done) and done == set(names[: len(done)]) and _objects(connection) == _states(schema)[len(done) - 1]


def _objects(connection: apsw.Connection) -> set[_Object]:
    """Return the tables, indexes and triggers of a file, but those that are made at run time."""
    found = connection.execute(f"{_OBJECTS} LIMIT ?", (_MOST_OBJECTS,)).fetchall()
    return {plain for one in found if (plain := _plain(one)) is not None}


@functools.cache
def _all_objects(schema: Schema) -> frozenset[_Object]:
    return frozenset[_Object]().union(*_states(schema))


@functools.cache
def _states(schema: Schema) -> tuple[frozenset[_Object], ...]:
    """Return the objects of a file's schema after each migration; takes ten milliseconds."""
    with closing(apsw.Connection(":memory:")) as connection:
        connection.create_scalar_function("keyword_terms", _nothing)
        connection.create_aggregate_function("keyword_lengths_block", lambda: (None, _nothing, _nothing))
        connection.execute(LEDGER)
        states = []
        for migration in schema.migrations:
            connection.execute(migration.sql).fetchall()
            states.append(frozenset(_objects(connection)))
    return tuple(states)


def _nothing(*_values: object) -> None:
    """Stand in for a function of ours: there are no rows that it would be called for."""


@functools.lru_cache(_MOST_OBJECTS)
def _plain(one: _Object) -> _Object | None:
    """Return an object with its SQL on one line; None for one that is made at run time."""
    kind, name, table, sql = one
    if _is_made_at_run_time(one):
        return None
    return kind, name, table, " ".join(sql.split()) if isinstance(sql, str) else sql


def _is_made_at_run_time(one: _Object) -> bool:
    """Return True if an object is a table of sqlite-vec, or made by SQLite itself."""
    kind, name, _, sql = one
    if kind == "index" and sql is None:
        return str(name).startswith("sqlite_autoindex_")
    made = _RUN_TIME_TABLE.fullmatch(sql) if kind == "table" and isinstance(sql, str) else None
    if made is None:
        return False
    return name == (made["table"] or made["shadow"] or made["own"].partition("(")[0])


def _remove_it() -> UserText:
    return UserText("Remove it from the folder of libraries, or ask whoever gave it to you for another copy.")
