"""Looks through a library file that came from elsewhere, once, before anything of it is used.

Afterwards its pages are whole, its values have the types and about the sizes that ours have, and numbers are in the
ranges that dates, pages and vectors have: so the code that works with libraries need not doubt each value it reads.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import apsw

from desktop_rag.core.parallel import calling_after_work
from desktop_rag.core.results.evidence_items import ItemState
from desktop_rag.core.results.pins import PinKind
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.sqlite.bibliography import MOST_RECORDS
from desktop_rag.storage.sqlite.connection import Connection, select, storage_errors
from desktop_rag.storage.sqlite.foreign_files import DamagedFileError, bounded, is_complete
from desktop_rag.storage.sqlite.index_schema import INDEX_SCHEMA
from desktop_rag.storage.sqlite.migrations import is_whole
from desktop_rag.storage.sqlite.vectors.spaces import VECTORS_TOGETHER

_SECONDS = 20.0  # of work, for a small file; one of a gigabyte takes about as long
_BYTES_A_SECOND = 30_000_000  # on a slow disk
_LONGEST_TEXT, _LONGEST = 1 << 20, 16 << 20  # bytes
_LONG = frozenset("text summary words block lengths rowids signs magnitudes factors vectors".split())
_VERY_LONG = "rotation"  # of an embedding space: its dimensions² * 4 bytes, so as long as any value may be
_LISTED = dict.fromkeys(("path", "container", "reason", "other"), 1 << 16)  # hundreds are in memory together
_MOST_ROWS = {
    "roots": 20_000,
    "pins": 10_000,
    "records": MOST_RECORDS,
    "record_files": 10 * MOST_RECORDS,
    "properties": 100_000,
    "indices": 10_000,
    "embedding_spaces": 100,
    "code_books": 100,
    "migrations": 100,
}
_MOST_PARTS = 100_000  # of one node: whoever reads it reads the ids of them all
_MOST_DIMENSIONS = 20_000
_LONGEST_ITEM = 1 << 18  # bytes of a pinned sentence with its sources
_LONGEST_RECORD = 1 << 20  # bytes of a bibliographic record
_DAY_LIMIT = 10**11  # seconds: the year 5138


def _listed(values: Iterable[str]) -> str:
    """Return values of ours as SQL lists them."""
    return ", ".join(f"'{value}'" for value in values)


_WRONG = {
    "documents": (
        f"size < 0 OR pages NOT BETWEEN 0 AND {10**9} OR nodes NOT BETWEEN 0 AND {10**9} "
        f"OR abs(mtime_ns / 1000000000) > {_DAY_LIMIT} OR indexed_at NOT BETWEEN 0 AND {_DAY_LIMIT} OR {{objects}}"
    ),
    "nodes": (
        f"page NOT BETWEEN 0 AND {10**9} OR position NOT BETWEEN 0 AND {10**12} OR start NOT BETWEEN 0 AND {10**12} "
        f"OR end NOT BETWEEN 0 AND {10**12} OR id NOT BETWEEN 0 AND {10**15} "
        "OR embedded NOT BETWEEN 0 AND 9 OR {objects}"
    ),
    "pages": f"page NOT BETWEEN 1 AND {10**9}",
    "earlier_states": (
        f"read_at NOT BETWEEN 0 AND {_DAY_LIMIT} OR kept_at NOT BETWEEN 0 AND {_DAY_LIMIT} "
        f"OR pages NOT BETWEEN 0 AND {10**9} OR size NOT BETWEEN 0 AND {10**15}"
    ),
    "earlier_pages": f"page NOT BETWEEN 1 AND {10**9}",
    "decided_sentences": (f"decision NOT IN ('accepted', 'dismissed') OR decided_at NOT BETWEEN 0 AND {_DAY_LIMIT}"),
    "file_events": f"at NOT BETWEEN 0 AND {_DAY_LIMIT}",
    "pins": (
        f"pinned_at NOT BETWEEN 0 AND {_DAY_LIMIT} OR turn NOT BETWEEN 0 AND {10**9} "
        f"OR kind NOT IN ({_listed(PinKind)})"
    ),
    "pin_items": f"number NOT BETWEEN 0 AND {10**9} OR octet_length(item) > {_LONGEST_ITEM}",
    "pin_sources": (
        f"octet_length(found) > {_LONGEST_ITEM} OR octet_length(path) > {1 << 16} OR source NOT BETWEEN 0 AND {10**9} "
        f"OR state NOT IN ({_listed(ItemState)})"
    ),
    "records": (
        f"octet_length(origin) > {1 << 16} OR octet_length(key) > 1000 OR octet_length(record) > {_LONGEST_RECORD}"
    ),
    "record_files": f"octet_length(path) > {1 << 16} OR how NOT BETWEEN 0 AND 99",
    "pin_new_files": f"octet_length(found) > {_LONGEST_ITEM}",
    "pending": f"size < 0 OR abs(mtime_ns / 1000000000) > {_DAY_LIMIT} OR abs(priority) > {10**15}",
    "roots": f"added_at NOT BETWEEN 0 AND {_DAY_LIMIT} OR {{objects}}",
    "embedding_spaces": (
        f"dimensions NOT BETWEEN 1 AND {_MOST_DIMENSIONS} OR active NOT BETWEEN 0 AND 2 "
        "OR (provider = 'openai' AND instr(rules, '|') = 0) "
        "OR (active <> 0 AND EXISTS (SELECT 1 FROM embedding_spaces o WHERE o.active = d.active AND o.id <> d.id))"
    ),
    "code_blocks": f"low NOT BETWEEN 0 AND {10**15} OR high NOT BETWEEN 0 AND {10**15}",
}
_OBJECTS = ("metadata", "extra", "rules")  # columns that hold a JSON object
_JSON = ("settings", "splitting", "golden_questions", "embedding_addresses")  # properties that do
_DEEPEST = 100  # levels of JSON; ours has five
_DEPTH = "json_depth"
_VEC0 = re.compile(r"float\[(\d+)\]")


def inspect_library(connection: Connection, path: Path) -> None:
    """Make sure that everything in the library at ``path`` is as this program could have written it.

    Raises:
        UserError: something is not, or looking takes longer than for any library of ours of that size.

    """
    seconds = _SECONDS + path.stat().st_size / _BYTES_A_SECOND
    late = calling_after_work(seconds, connection.interrupt)
    try:
        with storage_errors(path), bounded(connection, path, seconds), late:
            if not is_complete(connection, INDEX_SCHEMA) or not is_whole(connection):
                raise _damaged(path)
            connection.create_scalar_function(_DEPTH, _depth, 1)
            tables = _tables(connection)
            for table, columns in tables.items():
                if _has_wrong_sizes(connection, table, columns) or _has_wrong_values(connection, table, columns):
                    raise _damaged(path)
            if _has_too_many_parts(connection):
                raise _damaged(path)
            if _has_wrong_properties(connection) or not all(
                _are_sound(connection, table) for table in _spaces(connection)
            ):
                raise _damaged(path)
    except apsw.SQLError as error:  # the statements are ours: what they need in the file is not as it was made
        raise _damaged(path) from error


def _tables(connection: Connection) -> dict[str, list[str]]:
    """Return the columns of every table that is stored as one."""
    listed = select(connection, "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    return {
        table: [row[0] for row in select(connection, "SELECT name FROM pragma_table_info(?)", (table,))]
        for (table,) in listed
    }


def _has_wrong_sizes(connection: Connection, table: str, columns: list[str]) -> bool:
    """Return True if a table has more rows, or longer values, than this program writes."""
    longest = ", ".join(f'max(octet_length("{column}"))' for column in columns)
    ((count, *sizes),) = select(connection, f'SELECT count(*), {longest} FROM "{table}"')
    return count > _MOST_ROWS.get(table, count) or any(
        column != _VERY_LONG and (size or 0) > _longest(table, column)
        for column, size in zip(columns, sizes, strict=True)
    )


def _longest(table: str, column: str) -> int:
    """Return the maximum size of a value, in bytes."""
    return _LONGEST if column in _LONG or table == "properties" else _LISTED.get(column, _LONGEST_TEXT)


def _has_too_many_parts(connection: Connection) -> bool:
    sql = "SELECT 1 FROM nodes WHERE parent IS NOT NULL GROUP BY parent HAVING count(*) > ? LIMIT 1"
    return bool(select(connection, sql, (_MOST_PARTS,)))


def _has_wrong_values(connection: Connection, table: str, columns: list[str]) -> bool:
    condition = _WRONG.get(table)
    if condition is None:
        return False
    objects = " OR ".join(_no_object(f"d.{column}") for column in _OBJECTS if column in columns) or "0"
    wrong = f'SELECT 1 FROM "{table}" AS d WHERE {condition.format(objects=objects)} LIMIT 1'
    return bool(select(connection, wrong))


def _no_object(column: str) -> str:
    """Return the condition that a column holds no JSON object, or one that may be nested too deeply."""
    levels = f"length({column}) - length(replace(replace({column}, '[', ''), '{{{{', ''))"
    wrong = f"json_type({column}) <> 'object' OR ({levels} > {_DEEPEST} AND {_DEPTH}({column}) > {_DEEPEST})"
    return f"({column} <> '{{{{}}}}' AND iif(json_valid({column}), {wrong}, 1))"


def _depth(*values: object) -> int:
    """Return the nesting depth of JSON; brackets within texts count as well."""
    depth = deepest = 0
    for char in str(values[0]):
        depth += (char in "[{") - (char in "]}")
        deepest = max(deepest, depth)
    return deepest


def _has_wrong_properties(connection: Connection) -> bool:
    names = ", ".join(f"'{name}'" for name in _JSON)
    sql = f"SELECT 1 FROM properties AS d WHERE d.key IN ({names}) AND {_no_object('d.value')} LIMIT 1"
    return bool(select(connection, sql.format()))


def _spaces(connection: Connection) -> Iterator[tuple[str, int]]:
    """Yield the (table, dimensions) of the vectors of every space that is used: others are taken away in pieces."""
    for number, dimensions in select(connection, "SELECT id, dimensions FROM embedding_spaces WHERE active <> 0"):
        table = f"vectors_{int(number)}"
        rows = select(connection, "SELECT sql FROM sqlite_schema WHERE name = ?", (table,))
        declared = _VEC0.search(rows[0][0]) if rows else None
        yield table, dimensions if declared is not None and int(declared[1]) == dimensions else 0


def _are_sound(connection: Connection, space: tuple[str, int]) -> bool:
    """Return True if sqlite-vec's tables hold whole blocks of finite numbers: it trusts its stored data."""
    import numpy as np

    table, dimensions = space
    block = VECTORS_TOGETHER * dimensions * np.dtype(np.float32).itemsize
    wrong = (
        f"SELECT 1 FROM {table}_chunks c LEFT JOIN {table}_vector_chunks00 v ON v.rowid = c.chunk_id "
        f"WHERE c.size IS NOT {VECTORS_TOGETHER} OR octet_length(c.validity) IS NOT {VECTORS_TOGETHER // 8} "
        f"OR octet_length(c.rowids) IS NOT {VECTORS_TOGETHER * 8} OR octet_length(v.vectors) IS NOT {block} "
        "OR typeof(c.validity) <> 'blob' OR typeof(c.rowids) <> 'blob' OR typeof(v.vectors) <> 'blob' "
        f"UNION ALL SELECT 1 FROM {table}_rowids r WHERE NOT EXISTS "
        f"(SELECT 1 FROM {table}_chunks c WHERE c.chunk_id = r.chunk_id) "
        f"OR typeof(r.chunk_offset) <> 'integer' OR r.chunk_offset NOT BETWEEN 0 AND {VECTORS_TOGETHER - 1} LIMIT 1"
    )
    if not dimensions or select(connection, wrong):
        return False
    with connection.lock:
        rows = connection.execute(f"SELECT vectors FROM {table}_vector_chunks00")
        return all(bool(np.isfinite(np.frombuffer(blob, np.float32)).all()) for (blob,) in rows)


def _damaged(path: Path) -> DamagedFileError:
    return DamagedFileError(
        UserText("{file} is damaged or not a library.", file=path),
        UserText("Copy it again, or ask whoever gave it to you for another copy."),
    )
