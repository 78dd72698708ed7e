"""The embedding space of an index file's vectors, and how to change it without a pause.

One space is active: what is searched, and what ``nodes.embedded`` tells of. Another one can be begun beside it: it
gets vectors of the same nodes, bit by bit and over restarts, until ``switch_to`` makes it the active one in one
transaction. What is not used any more is taken away by ``drop_unused``, a little at a time. The caller holds the
transaction of everything that writes, except for that.
"""

import enum
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

import apsw

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.core.similarity import SimilarityMode, similarity_mode
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.records import BY_WORDS, EMBEDDED, UNSEARCHED, WAITING
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.foreign_files import unguarded


class SpaceState(enum.IntEnum):
    """The states of a space (``embedding_spaces.active``)."""

    UNUSED = 0
    ACTIVE = 1
    BEGUN = 2


UNUSED, ACTIVE, BEGUN = SpaceState
VECTORS_TOGETHER = 16  # in sqlite-vec's pages: reading one walks through them; scanning does not suffer
_DROPPED_AT_ONCE = 256  # of those pages: some ten milliseconds
_PARTS = ("vector_chunks00", "chunks", "rowids")  # sqlite-vec's own tables, the large one first
_PENDING = (
    f"n.embedded <> {UNSEARCHED} AND (n.embedded <> {BY_WORDS} OR n.type = 'passage') "
    "AND n.id NOT IN (SELECT rowid FROM {table}_rowids)"
)


def active_space(connection: apsw.Connection) -> EmbeddingSpace | None:
    """Return the space that new vectors of this file belong to; None when there are no vectors yet."""
    return _space_in(connection, ACTIVE)


def begun_space(connection: apsw.Connection) -> EmbeddingSpace | None:
    """Return the space that is being built beside the active one; None when there is none."""
    return _space_in(connection, BEGUN)


def space_row(connection: apsw.Connection, space: EmbeddingSpace) -> tuple[int, int] | None:
    """Return (id, state) of a space of this file."""
    rows = select(
        connection,
        "SELECT id, active FROM embedding_spaces WHERE provider = ? AND model = ? AND dimensions = ? AND rules = ?",
        (space.provider, space.model, space.dimensions, space.rules),
    )
    return (rows[0][0], rows[0][1]) if rows else None


def make_active(connection: apsw.Connection, space: EmbeddingSpace) -> None:
    """Give a file that has no vectors yet its space.

    Raises:
        UserError: it has vectors of another one.

    """
    other = active_space(connection)
    if other == space:
        return
    if other is not None:
        if select(connection, f"SELECT 1 FROM {_table(connection, other)}_rowids LIMIT 1"):
            raise UserError(
                UserText("This library is searched with another model (“{model}”).", model=other.model),
                "Change its search model first.",
            )
        _drop(connection, other)
    if space_row(connection, space) is not None:
        _drop(connection, space)
    _create(connection, space, ACTIVE)


def begin_space(connection: apsw.Connection, space: EmbeddingSpace) -> None:
    """Begin a space beside the active one; one already begun is continued, another one is dropped."""
    found = space_row(connection, space)
    if found is not None and found[1] != UNUSED:
        return
    abandon_begun(connection)
    if found is not None:
        _drop(connection, space)
    _create(connection, space, BEGUN)


def abandon_begun(connection: apsw.Connection) -> None:
    """Abandon the spaces begun; ``drop_unused`` removes them."""
    connection.execute("UPDATE embedding_spaces SET active = ? WHERE active = ?", (UNUSED, BEGUN))


def pending_nodes(connection: apsw.Connection, space: EmbeddingSpace, after: int, count: int) -> list[int]:
    """Return the row ids, above ``after``, of nodes that have no vector in a begun space."""
    sql = f"SELECT n.id FROM nodes n WHERE n.id > ? AND {_pending(connection, space)} ORDER BY n.id LIMIT ?"
    return [row[0] for row in select(connection, sql, (after, count))]


def space_progress(connection: apsw.Connection, space: EmbeddingSpace) -> tuple[int, int]:
    """Return (nodes with a vector, all that shall have one) of a begun space."""
    ((done,),) = select(connection, f"SELECT count(*) FROM {_table(connection, space)}_rowids")
    ((pending,),) = select(connection, f"SELECT count(*) FROM nodes n WHERE {_pending(connection, space)}")
    return int(done), int(done) + int(pending)


def switch_to(connection: apsw.Connection, space: EmbeddingSpace, given_up: Sequence[int] = ()) -> None:
    """Make a begun space the active one; nodes ``given_up`` are found by their words, others without a vector wait."""
    table = _table(connection, space)
    connection.execute("UPDATE embedding_spaces SET active = ? WHERE active = ?", (UNUSED, ACTIVE))
    connection.execute(
        "UPDATE embedding_spaces SET active = ? WHERE provider = ? AND model = ? AND dimensions = ? AND rules = ?",
        (ACTIVE, space.provider, space.model, space.dimensions, space.rules),
    )
    inside = f"(SELECT rowid FROM {table}_rowids)"
    connection.execute(f"UPDATE nodes SET embedded = {WAITING} WHERE embedded = {EMBEDDED} AND id NOT IN {inside}")
    connection.execute(
        f"UPDATE nodes SET embedded = {EMBEDDED} WHERE embedded IN ({WAITING}, {BY_WORDS}) AND id IN {inside}"
    )
    set_aside(connection, given_up)


def set_aside(connection: apsw.Connection, rowids: Sequence[int]) -> None:
    """Let nodes that wait for a vector be found by their words only."""
    connection.executemany(
        f"UPDATE nodes SET embedded = ? WHERE id = ? AND embedded = {WAITING}", ((BY_WORDS, rowid) for rowid in rowids)
    )


def passages_set_aside(connection: apsw.Connection) -> list[tuple[str, int]]:
    """Return (path, how many) of files with passages that no model could make a vector of."""
    return select(
        connection,
        "SELECT d.path, count(*) FROM nodes n JOIN documents d ON d.id = n.document "
        f"WHERE n.embedded = {BY_WORDS} AND n.type = 'passage' GROUP BY d.id ORDER BY d.path",
    )


def is_change_unfinished(connection: apsw.Connection) -> bool:
    """Return True if a change to another space was interrupted, or left unused vectors behind."""
    states = "SELECT 1 FROM embedding_spaces WHERE active IN (?, ?) LIMIT 1"
    return bool(select(connection, states, (BEGUN, UNUSED)))


def drop_unused(
    connection: apsw.Connection,
    transaction: Callable[[], AbstractContextManager[None]],
    stop: Callable[[], bool] | None = None,
) -> None:
    """Take away spaces that are not used any more, a little in each transaction; ``stop`` ends it in between."""
    for (number,) in select(connection, "SELECT id FROM embedding_spaces WHERE active = ?", (UNUSED,)):
        table = f"vectors_{int(number)}"
        # row by row in sqlite-vec's own tables: dropping the virtual one at once would keep writers waiting for seconds
        for part in _PARTS:
            rows = f"(SELECT rowid FROM {table}_{part} LIMIT {_DROPPED_AT_ONCE})"
            while _has(connection, f"{table}_{part}") and select(connection, f"SELECT 1 FROM {table}_{part} LIMIT 1"):
                if stop is not None and stop():
                    return
                with transaction(), unguarded(connection):
                    connection.execute(f"DELETE FROM {table}_{part} WHERE rowid IN {rows}")
        with transaction():
            connection.execute(f"DROP TABLE IF EXISTS {table}")
            connection.execute("DELETE FROM embedding_spaces WHERE id = ?", (number,))


def _space_in(connection: apsw.Connection, state: int) -> EmbeddingSpace | None:
    sql = "SELECT provider, model, dimensions, rules FROM embedding_spaces WHERE active = ?"
    rows = select(connection, sql, (state,))
    return EmbeddingSpace(*rows[0]) if rows else None


def _create(connection: apsw.Connection, space: EmbeddingSpace, state: int) -> None:
    connection.execute(
        "INSERT INTO embedding_spaces (provider, model, dimensions, rules, active) VALUES (?, ?, ?, ?, ?)",
        (space.provider, space.model, space.dimensions, space.rules, state),
    )
    metric = "L2" if similarity_mode(space) is SimilarityMode.EUCLIDEAN else "cosine"
    connection.execute(
        f"CREATE VIRTUAL TABLE vectors_{connection.last_insert_rowid()} USING vec0("
        f"embedding float[{space.dimensions}] distance_metric={metric}, chunk_size={VECTORS_TOGETHER})"
    )


def _drop(connection: apsw.Connection, space: EmbeddingSpace) -> None:
    """Take away a space at once."""
    found = space_row(connection, space)
    if found is not None:
        connection.execute(f"DROP TABLE IF EXISTS vectors_{found[0]}")
        connection.execute("DELETE FROM embedding_spaces WHERE id = ?", (found[0],))


def _table(connection: apsw.Connection, space: EmbeddingSpace) -> str:
    """Return the table of a space.

    Raises:
        UserError: it is gone.

    """
    found = space_row(connection, space)
    if found is None:
        raise UserError("The change of search model was cancelled.", "Start it again.")
    return f"vectors_{found[0]}"


def _pending(connection: apsw.Connection, space: EmbeddingSpace) -> str:
    """Return the condition of nodes that have no vector in a space."""
    return _PENDING.format(table=_table(connection, space))


def _has(connection: apsw.Connection, table: str) -> bool:
    return bool(select(connection, "SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)))
