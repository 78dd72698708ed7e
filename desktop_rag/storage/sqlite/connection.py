"""Opening SQLite files: one place for pragmas, extensions and readable errors."""

import contextlib
import functools
import importlib.util
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self, TypeGuard

import apsw

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.disk_space import has_room, no_space
from desktop_rag.core.errors import BugError, CancelledError, UserError
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.unfinished import unfinished_file
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.sqlite.files.database_files import begin_log, make_database_file, naming, take_name
from desktop_rag.storage.sqlite.foreign_files import (
    SCHEMA_BYTES,
    SCHEMA_STEPS,
    DamagedFileError,
    bounded,
    check_is_file,
    check_journal,
    check_schema,
    guard,
)
from desktop_rag.storage.sqlite.migrations import Schema, check, migrate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from desktop_rag.storage.filters import NodeFilter

SQLiteValue = str | int | float | bytes | None
BUSY_TIMEOUT_MS = 30_000
_SIDE_FILES = 64 << 10  # bytes: what SQLite makes beside a library that is opened needs 32 kB
_TURNS = 10  # as often a writer waits that long
_TURN_MS = 200  # after which a writer that waits looks whether it is to stop
_OTHER_FORMAT = "unsupported file format"  # what SQLite says, as if the statement were wrong, of a header's number
_PRAGMAS = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY;
"""


class Connection(apsw.Connection):
    """A connection that several threads may share: ``select`` calls and ``with`` blocks take turns.

    apsw refuses what two threads do at once, and the block of one thread would hold the changes of another. A
    ``with`` block is a transaction of its thread alone; it must not wait for threads that read.
    """

    def __init__(self, path: str, flags: int) -> None:
        super().__init__(path, flags=flags)
        self.lock = threading.RLock()
        self._writes = not flags & apsw.SQLITE_OPEN_READONLY
        self._holds = False
        self._outermost: list[bool] = []  # of the blocks we are in: whether it began our own transaction
        self._snapshots = 0  # that run now; the first begins the transaction they read in, the last ends it
        self._begun = False
        self._undone = 0  # blocks whose changes were taken back
        self.last_narrowing: tuple[NodeFilter, int, NDArray[np.int64]] | None = None  # storage.sqlite.narrowing
        self.index_nodes: dict[int, tuple[tuple[int, ...], NDArray[np.int64] | None]] = {}  # the same

    def __enter__(self) -> Self:
        self.lock.acquire()
        try:
            own = self._writes and not self.in_transaction
            if own:
                self._begin()
            if not own or self._holds:
                own = False
                self.execute(f"SAVEPOINT block{len(self._outermost)}")
            self._outermost.append(own)
        except BaseException:
            self.lock.release()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> Literal[False]:
        self._undone += kind is not None
        try:
            if self._outermost.pop():
                self._end(succeeded=kind is None)
            elif self.in_transaction:  # else SQLite undid all of it itself: the disk is full
                block = f"block{len(self._outermost)}"
                self.execute(f"RELEASE {block}" if kind is None else f"ROLLBACK TO {block}; RELEASE {block}")
        finally:
            self.lock.release()
        return False

    @contextlib.contextmanager
    def joined(self) -> Iterator[None]:
        """Join the current transaction, or begin one: an error must end the outermost block.

        A ``with`` block inside another one can be undone by itself, for which SQLite keeps the pages it changes; while
        it does, each row takes the longer the more pages are kept: a file of 10,000 passages 1.4 s, not .3.
        """
        with contextlib.nullcontext() if self._in_block() else self:
            yield

    def _in_block(self) -> bool:
        """Return True if this thread is inside a ``with`` block."""
        with self.lock:
            return bool(self._outermost)

    @property
    def state(self) -> tuple[int, ...]:
        """Numbers that change with every change to the file, also by others, and with every rollback."""
        with self.lock:
            return int(select(self, "PRAGMA data_version")[0][0]), self.total_changes(), self._undone

    @property
    def is_read_only(self) -> bool:
        """True if this connection writes nothing."""
        return not self._writes

    def hold(self) -> None:
        """Hide later writes from everybody else until ``commit``; without one they are undone at the end.

        From the first change on nobody else can write to the file.
        """
        self._holds = True

    def commit(self) -> None:
        """Make the held writes part of the file."""
        with self.lock:
            if self._holds and self.in_transaction and not self._outermost:
                self._end(succeeded=True)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let several reads inside see one and the same state of the file: of any thread if this only reads."""
        if self._holds:
            yield from self._held_snapshot()
            return
        if self._writes:
            with self:
                yield
            return
        with self.lock:
            if not self._snapshots and not self.in_transaction:
                # a deferred transaction: its state of the file is fixed by the first read
                self.execute("BEGIN")
                self._begun = True
            self._snapshots += 1
        try:
            yield
        finally:
            with self.lock:
                self._snapshots -= 1
                if not self._snapshots and self._begun:
                    self._begun = False
                    if self.in_transaction:  # else SQLite ended it itself: the disk failed
                        self.execute("COMMIT")

    def _held_snapshot(self) -> Iterator[None]:
        """Release the read lock afterwards, so that others can write again."""
        with self.lock:
            own = not self.in_transaction
            if own:
                self.execute("BEGIN")
            try:
                yield
            finally:
                if own and self.in_transaction and self.txn_state() != apsw.SQLITE_TXN_WRITE:
                    self.execute("COMMIT")

    def _begin(self) -> None:
        """Begin our own transaction when it is our turn: another writer may be storing a very large file.

        At once: a transaction that begins by reading cannot write any more when somebody else has; and not by apsw's
        own block, which keeps all threads of the program waiting as long as it waits itself. Cancelling the job that
        waits ends its waiting.
        """
        token, until = current_token(), time.monotonic() + _TURNS * BUSY_TIMEOUT_MS / 1000
        self.set_busy_timeout(_TURN_MS)
        try:
            while True:
                try:
                    self.execute("BEGIN IMMEDIATE")
                except apsw.BusyError:
                    if time.monotonic() > until:
                        raise
                    token.raise_if_cancelled()
                else:
                    return
        finally:
            self.set_busy_timeout(BUSY_TIMEOUT_MS)

    def _end(self, *, succeeded: bool) -> None:
        """End this connection's transaction; failed changes are undone."""
        try:
            if succeeded:
                self.execute("COMMIT")
        finally:
            if self.in_transaction:
                self._undone += 1
                self.execute("ROLLBACK")


class CannotWriteError(UserError):
    """A file, or the folder it lies in, cannot be changed; it may be readable."""


class MissingFileError(UserError):
    """There is no such library, or no longer."""


def connect(
    path: Path | None,
    schema: Schema | None = None,
    *,
    read_only: bool = False,
    must_exist: bool = False,
    patience_ms: int = BUSY_TIMEOUT_MS,
    shown: Path | None = None,
) -> Connection:
    """Open the database at ``path`` with sqlite-vec loaded; None is one in memory.

    A writer also creates it, unless it ``must_exist``, as a library must: nobody renames or deletes it meanwhile. With
    a ``schema`` the file is checked before anything is written to it; of one that may come from anybody nothing is run.
    ``patience_ms`` is how long one waits for a file that another program keeps to itself; messages name the file
    ``shown`` where that is another one. A file in a folder that cannot be written opens for readers as it is on disk,
    as long as nobody else has it open.

    Raises:
        UserError: the file is missing (for readers), not a database, not readable, of another kind or a newer version,
            or the disk fails; CannotWriteError when a writer may not write.

    """
    flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE
    opening = _Opening(shown or path, schema, patience_ms)
    if path is not None and schema is not None and schema.travels:
        check_is_file(path)
    elif path is not None:
        check_journal(path)
    with storage_errors(opening.shown, schema.kind if schema else "library"):
        if path is None:
            return _opened(":memory:", apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE, opening)
        with naming(path.parent, alone=False) if must_exist else contextlib.nullcontext():
            if must_exist and not path.exists():
                raise missing_file(path)
            if not read_only:
                make_database_file(path)
            return _opened_where_it_lies(path, flags, opening)


@dataclass(frozen=True, slots=True)
class _Opening:
    """The parameters for opening a file: ``shown`` is its name in messages."""

    shown: Path | None = None
    schema: Schema | None = None
    patience_ms: int = BUSY_TIMEOUT_MS


def missing_file(path: Path) -> MissingFileError:
    """Return the error that there is no library at a path."""
    return MissingFileError(UserText("There is no library at {path}.", path=path), UserText("Create it first."))


def _opened_where_it_lies(path: Path, flags: int, opening: _Opening) -> Connection:
    """Open a database also where the file that its readers share cannot be made."""
    try:
        return _opened(str(path), flags, opening)
    except (apsw.CantOpenError, apsw.ReadOnlyError):
        if not flags & apsw.SQLITE_OPEN_READONLY or not _is_at_rest(path):
            raise
    return _opened(f"{path.absolute().as_uri()}?immutable=1", flags | apsw.SQLITE_OPEN_URI, opening)


@functools.cache
def _vec0() -> str:
    """Return the path of sqlite-vec; its package would import NumPy, which lists of libraries do without."""
    spec = importlib.util.find_spec("sqlite_vec")
    if spec is None or spec.origin is None:
        raise BugError("sqlite-vec is missing")
    return str(Path(spec.origin).with_name("vec0"))


def _opened(name: str, flags: int, opening: _Opening) -> Connection:
    """Open a database and prepare the connection."""
    connection, schema, path = Connection(name, flags), opening.schema, opening.shown
    try:
        connection.set_busy_timeout(opening.patience_ms)
        connection.enable_load_extension(True)  # noqa: FBT003 - positional only
        connection.load_extension(_vec0())
        connection.enable_load_extension(False)  # noqa: FBT003
        if schema is not None and path is not None and schema.travels:
            guard(connection)
            # statistics without end use up the steps of the first statement, which then goes on without them
            for look in (check, check_schema):
                with bounded(connection, path, most_bytes=SCHEMA_BYTES, most_steps=SCHEMA_STEPS):
                    look(connection, schema, path)
        elif schema is not None and path is not None:
            check(connection, schema, path)
        if not connection.is_read_only:
            connection.execute(_PRAGMAS).fetchall()  # rows stop a script: it must be drained
        # opening does not read the file: only a query tells that it is none of SQLite's
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def create_database(
    path: Path, schema: Schema, prepare: Callable[[Connection], object], fill: Callable[[Connection], object]
) -> None:
    """Make a file with the tables of a schema; ``prepare`` gives the connection the functions that they need.

    ``fill`` puts the first rows into them. The file gets its name when it is complete, so there never is a part of it.

    Raises:
        FileExistsError: there is a file of that name; it stays.
        UserError: it cannot be made there, or the disk is full.

    """
    with storage_errors(path, schema.kind), unfinished_file(path) as new:
        make_database_file(new)
        connection = _opened(str(new), apsw.SQLITE_OPEN_READWRITE, _Opening())
        try:
            prepare(connection)
            migrate(connection, schema, new)
            fill(connection)
            connection.execute("PRAGMA journal_mode = DELETE").fetchall()  # closing does not say when it fails
        finally:
            connection.close()
        begin_log(new)
        try:
            with naming(path.parent, alone=True):
                take_name(new, path)
        except FileExistsError:
            raise
        except OSError as error:
            raise apsw.CantOpenError(str(error)) from error


def _is_at_rest(path: Path) -> bool:
    """Return True if a file is there and nobody is writing to it."""
    log = Path(f"{path}-wal")
    return path.is_file() and not (log.exists() and log.stat().st_size)


def select(connection: apsw.Connection, sql: str, values: Sequence[SQLiteValue] = ()) -> list[tuple[Any, ...]]:
    """Return all rows of a query; the caller knows its columns' types (STRICT tables keep them).

    Threads that share a ``Connection`` take turns.
    """
    try:
        if not isinstance(connection, Connection):
            return connection.execute(sql, values).fetchall()
        with connection.lock:
            return connection.execute(sql, values).fetchall()
    except UnicodeDecodeError as error:
        raise apsw.CorruptError("a text is not in UTF-8") from error


def version_of(connection: apsw.Connection) -> int | None:
    """Return a number that is another one once somebody changed the file; None for those who write, who change it."""
    if not isinstance(connection, Connection) or not connection.is_read_only:
        return None
    return int(select(connection, "PRAGMA data_version")[0][0])


def checkpoint(connection: Connection) -> None:
    """Fold the write-ahead log into the file as far as that is possible now."""
    with connection.lock, contextlib.suppress(apsw.BusyError, apsw.LockedError, apsw.FullError):
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)


def is_database_error(error: BaseException | None) -> TypeGuard[Exception]:
    """Return True if an error comes from SQLite."""
    return isinstance(error, apsw.Error)


def is_interruption(error: BaseException) -> bool:
    """Return True if SQLite was interrupted."""
    return isinstance(error, apsw.InterruptError)


@contextmanager
def interruptible(token: CancelToken, connection: Connection) -> Iterator[None]:
    """Let cancelling a job end the work of ``connection`` inside, even in the middle of a query.

    Raises:
        CancelledError: the token was cancelled.

    """
    try:
        with token.closing(connection.interrupt):
            yield
    except apsw.Error as error:  # extensions call an interruption by other names
        token.raise_if_cancelled()
        if isinstance(error, apsw.InterruptError):
            raise CancelledError from error
        raise


def engine_versions() -> tuple[str, str]:
    """Return the versions of SQLite and of sqlite-vec, which is loaded for it.

    Raises:
        UserError: sqlite-vec cannot be loaded.

    """
    connection = connect(None)
    try:
        ((extension,),) = select(connection, "SELECT vec_version()")
    finally:
        connection.close()
    return apsw.sqlite_lib_version(), str(extension)


@contextmanager
def storage_errors(path: Path | None, kind: str = "library") -> Iterator[None]:
    """Turn SQLite's environment errors into sentences; others stay as they are (they are our bugs)."""
    name = f"The {kind}" if path is None else path
    try:
        yield
    except apsw.FullError as error:
        raise no_space(name) from error
    except (apsw.CantOpenError, apsw.IOError) as error:
        if path is not None and not has_room(path.parent, _SIDE_FILES):
            raise no_space(name) from error
        if isinstance(error, apsw.IOError):
            raise UserError(
                UserText("{name} could not be read or written.", name=name), "Check the disk.", retryable=True
            ) from error
        raise _not_writable(name) from error
    except (apsw.PermissionsError, apsw.ReadOnlyError) as error:
        raise _not_writable(name) from error
    except (apsw.NotADBError, apsw.CorruptError, apsw.TooBigError, apsw.SQLError) as error:
        if isinstance(error, apsw.SQLError) and str(error) != _OTHER_FORMAT:
            raise
        raise DamagedFileError(
            UserText("{name} is damaged or not a {kind}.", name=name, kind=kind),
            "Restore it from a backup or delete it.",
        ) from error
    except apsw.NoMemError as error:
        # a damaged file may ask for any amount
        raise UserError(
            UserText("{file} takes too long to look at, or too much memory.", file=name),
            "Close other programs and try again. If that does not help, restore it from a backup.",
            retryable=True,
        ) from error
    except apsw.BusyError as error:
        raise UserError(
            UserText("{name} is in use by another program.", name=name),
            "Close the other window and try again.",
            retryable=True,
        ) from error


def _not_writable(name: Path | str) -> CannotWriteError:
    """Return the error that a file cannot be opened, or not be changed."""
    return CannotWriteError(
        UserText("{name} cannot be opened for writing.", name=name),
        "Check that it exists and that you have permission to change it.",
    )
