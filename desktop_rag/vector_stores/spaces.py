"""Which embedding space the vectors of an index file belong to, and how to change it."""

import apsw

from desktop_rag.schema import EmbeddingSpace
from desktop_rag.storage.connection import select


def active_space(connection: apsw.Connection) -> EmbeddingSpace | None:
    """Return the space that new vectors of this file belong to; None when there are no vectors yet."""
    sql = "SELECT provider, model, dimensions, rules FROM embedding_spaces WHERE active = 1"
    rows = select(connection, sql)
    return EmbeddingSpace(*rows[0]) if rows else None


def forget_vectors(connection: apsw.Connection) -> None:
    """Remove every vector: all nodes wait for new ones, of whatever space (the caller holds the transaction)."""
    for (space,) in select(connection, "SELECT id FROM embedding_spaces"):
        connection.execute(f"DROP TABLE vectors_{int(space)}")
    connection.execute("DELETE FROM embedding_spaces")  # takes the codes along
    connection.execute("UPDATE nodes SET embedded = 0 WHERE embedded = 1")
