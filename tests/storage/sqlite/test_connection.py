"""Transactions inside of each other, threads that share a connection, and long reads that can be ended."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from pathlib import Path

import apsw
import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.storage.sqlite.connection import (
    connect,
    engine_versions,
    interruptible,
    is_database_error,
    select,
    storage_errors,
)
from desktop_rag.storage.sqlite.files.database_files import copy_database
from desktop_rag.storage.storage_context import StorageContext

ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"


def table(path: Path | None) -> None:
    connection = connect(path)
    connection.execute("CREATE TABLE t (x INTEGER UNIQUE)")
    connection.close()


def values(path: Path) -> list[int]:
    connection = connect(path, read_only=True)
    try:
        return [row[0] for row in select(connection, "SELECT x FROM t ORDER BY x")]
    finally:
        connection.close()


@pytest.mark.parametrize(("alone", "fails", "left"), [(True, False, [2]), (True, True, []), (False, True, [])])
def test_what_joins_a_block_is_undone_with_all_of_it(
    tmp_path: Path, *, alone: bool, fails: bool, left: list[int]
) -> None:
    path = tmp_path / "t.db"
    table(path)
    connection = connect(path)
    with suppress(KeyError), nullcontext() if alone else connection:
        if not alone:
            connection.execute("INSERT INTO t VALUES (1)")
        with connection.joined():
            connection.execute("INSERT INTO t VALUES (2)")
            if fails:
                raise KeyError
    connection.close()
    assert values(path) == left


@pytest.mark.parametrize(
    ("inner_fails", "outer_fails", "left"), [(False, False, [1, 2, 3]), (True, False, [1, 3]), (False, True, [])]
)
def test_a_block_in_a_block_is_undone_alone_or_with_it(
    tmp_path: Path, *, inner_fails: bool, outer_fails: bool, left: list[int]
) -> None:
    path = tmp_path / "t.db"
    table(path)
    connection = connect(path)

    def inner() -> None:
        with connection:
            connection.execute("INSERT INTO t VALUES (2)")
            if inner_fails:
                raise KeyError

    def outer() -> None:
        with connection:
            connection.execute("INSERT INTO t VALUES (1)")
            with suppress(KeyError):
                inner()
            connection.execute("INSERT INTO t VALUES (3)")
            assert values(path) == [], "others see nothing before the end"
            if outer_fails:
                raise KeyError

    if outer_fails:
        with pytest.raises(KeyError):
            outer()
    else:
        outer()
    connection.close()
    assert values(path) == left


def test_threads_take_turns_with_whole_blocks(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    table(path)
    connection = connect(path)

    def add(thread: int) -> None:
        for number in range(20):
            with connection:
                ((before,),) = select(connection, "SELECT count(*) FROM t")
                connection.execute("INSERT INTO t VALUES (?)", (thread * 100 + number,))
                assert select(connection, "SELECT count(*) FROM t") == [(before + 1,)]

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(add, thread) for thread in range(4)]:
            done.result(30)
    connection.close()
    assert len(values(path)) == 80


def test_reads_in_a_snapshot_see_one_state_also_when_snapshots_overlap(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    table(path)
    writer, reader = connect(path), connect(path, read_only=True)
    count = "SELECT count(*) FROM t"
    with reader.snapshot():
        assert select(reader, count) == [(0,)]
        with reader.snapshot():
            writer.execute("INSERT INTO t VALUES (1)")
            assert select(reader, count) == [(0,)]
        assert select(reader, count) == [(0,)], "the outer one goes on"
    assert select(reader, count) == [(1,)]
    with pytest.raises(KeyError), reader.snapshot():
        raise KeyError
    writer.execute("INSERT INTO t VALUES (2)")
    assert select(reader, count) == [(2,)], "one that failed holds nothing up"
    reader.close()
    writer.close()


def test_a_query_is_ended_from_another_thread() -> None:
    connection, token = connect(None), CancelToken()
    timer = threading.Timer(0.05, token.cancel)
    timer.start()
    began = time.monotonic()
    with pytest.raises(CancelledError), interruptible(token, connection):
        select(connection, ENDLESS)
    timer.join()
    assert time.monotonic() - began < 10
    assert select(connection, "SELECT 1") == [(1,)], "the connection goes on"
    with pytest.raises(apsw.SQLError), interruptible(CancelToken(), connection):
        select(connection, "SELECT nothing")
    connection.close()


def test_a_copy_is_the_state_of_now(tmp_path: Path) -> None:
    path, copy = tmp_path / "t.db", tmp_path / "copy.db"
    table(path)
    connection = connect(path)
    connection.execute("INSERT INTO t VALUES (1)")
    copy_database(connection, copy)
    connection.execute("INSERT INTO t VALUES (2)")
    connection.close()
    assert values(copy) == [1]


@pytest.mark.parametrize(
    ("error", "said", "retryable"),
    [
        (apsw.FullError, "is full", True),
        (apsw.CantOpenError, "cannot be opened for writing", False),
        (apsw.ReadOnlyError, "cannot be opened for writing", False),
        (apsw.CorruptError, "is damaged or not a library", False),
        (apsw.IOError, "could not be read or written", True),
        (apsw.BusyError, "is in use by another program", True),
        (apsw.NoMemError, "too much memory", True),
    ],
)
def test_what_the_disk_does_is_told_in_plain_words(error: type[apsw.Error], said: str, *, retryable: bool) -> None:
    for path, name in ((Path("/x/y.ragindex"), "/x/y.ragindex"), (None, "The library")):
        with pytest.raises(UserError, match=said) as told, storage_errors(path):
            raise error
        assert name in str(told.value)
        assert told.value.retryable is retryable
        assert is_database_error(told.value.__cause__)


def test_our_own_faults_are_not_put_on_the_disk() -> None:
    for error in (apsw.SQLError, apsw.ConstraintError, KeyError):
        with pytest.raises(error), storage_errors(None):
            raise error


def test_a_folder_and_nothing_are_no_libraries(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be opened"):
        StorageContext(tmp_path)
    with pytest.raises(UserError, match="There is no library"):
        StorageContext(tmp_path / "gone.ragindex", read_only=True)
    assert list(tmp_path.iterdir()) == []
    assert all(version.strip("v")[0].isdigit() for version in engine_versions())
