"""A second space of vectors beside the one that is searched, and taking over from it."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import EmbeddingSpace, TextNode
from desktop_rag.storage.sqlite.vectors.spaces import (
    abandon_begun,
    active_space,
    begin_space,
    begun_space,
    drop_unused,
    pending_nodes,
    space_progress,
    switch_to,
)
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore
from tests.helpers.switching import state_of

OLD, NEW, OTHER = (EmbeddingSpace("test", name, size, "") for name, size in (("old", 16), ("new", 24), ("other", 8)))
COUNT = 300


def vectors_of(count: int, space: EmbeddingSpace) -> np.ndarray:
    return np.random.default_rng(space.dimensions).standard_normal((count, space.dimensions)).astype(np.float32)


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[StorageContext]:
    with StorageContext(tmp_path / "a.ragindex") as storage:
        with storage.transaction():
            rowids = storage.docstore.add_documents([TextNode(text=f"t{place}") for place in range(COUNT)], embed=True)
            store = store_of(storage, OLD)
            store.create()
            store.add(rowids, vectors_of(COUNT, OLD))
        yield storage


def store_of(storage: StorageContext, space: EmbeddingSpace, cache: VectorCache | None = None) -> SqliteVecVectorStore:
    return SqliteVecVectorStore(storage.connection, space, cache, codes_from=100)


def build(storage: StorageContext, rowids: list[int]) -> None:
    with storage.transaction():
        store_of(storage, NEW).add(rowids, vectors_of(COUNT + 1, NEW)[[rowid - 1 for rowid in rowids]])


def test_taking_over(storage: StorageContext) -> None:
    db = storage.connection
    cache = VectorCache()
    assert storage.path is not None
    with storage.transaction():
        begin_space(db, NEW)
        begin_space(db, NEW)
    assert (active_space(db), begun_space(db)) == (OLD, NEW)
    build(storage, pending_nodes(db, NEW, 0, 120))
    assert space_progress(db, NEW) == (120, COUNT)
    assert pending_nodes(db, NEW, 0, 2) == [121, 122]
    build(storage, [5, 6, 7, 121])  # what is there stays
    state = state_of(storage.path)
    assert (state.without_vector, state.vectors) == (0, COUNT)
    with storage.transaction():
        storage.nodes.delete([node.id_ for node in storage.nodes.nodes_by_key([7, 200]).values()])
        (added,) = storage.docstore.add_documents([TextNode(text="added")], embed=True)
    state_of(storage.path)
    build(storage, pending_nodes(db, NEW, 0, 1000))
    query = vectors_of(COUNT, OLD)[40]
    with StorageContext(storage.path, read_only=True) as reader:
        assert store_of(reader, OLD, cache).nearest(query, 1)[0][0] == 41
        with storage.transaction():
            switch_to(db, NEW)
        assert active_space(reader.connection) == NEW
        assert store_of(reader, OLD, cache).nearest(query, 1)[0][0] == 41  # a search that began before
        assert store_of(reader, NEW, cache).nearest(vectors_of(COUNT, NEW)[40], 1)[0][0] == 41
    with pytest.raises(UserError, match="changed"), storage.transaction():
        store_of(storage, OLD).add([added], vectors_of(1, OLD))
    drop_unused(db, storage.transaction)
    state = state_of(storage.path)
    assert (state.nodes, state.without_vector, state.vectors, len(state.tables)) == (COUNT - 1, 0, COUNT - 1, 1)
    assert not store_of(storage, OLD).exists
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_what_is_missing_waits(storage: StorageContext) -> None:
    db = storage.connection
    with storage.transaction():
        begin_space(db, NEW)
    build(storage, list(range(1, 11)))
    with storage.transaction():
        switch_to(db, NEW, given_up=[11, 12])
    totals = storage.documents.totals()
    assert totals.nodes - totals.nodes_embedded == COUNT - 12
    assert [row for row, _, _ in storage.nodes.to_embed(1)] == [13]


def test_giving_up_in_steps(storage: StorageContext) -> None:
    db = storage.connection
    assert storage.path is not None
    before = state_of(storage.path)
    with storage.transaction():
        begin_space(db, NEW)
    build(storage, list(range(1, 250)))
    with storage.transaction():
        begin_space(db, OTHER)
    assert begun_space(db) == OTHER
    with pytest.raises(UserError), storage.transaction():
        build(storage, [250])
    calls: list[int] = []

    def stop() -> bool:
        calls.append(1)
        return len(calls) > 1

    drop_unused(db, storage.transaction, stop)
    assert len(state_of(storage.path).tables) == 3
    with storage.transaction():
        storage.nodes.delete([storage.nodes.nodes_by_key([3])[3].id_])  # half dropped: no harm
        abandon_begun(db)
        begin_space(db, NEW)  # anew
    assert space_progress(db, NEW) == (0, COUNT - 1)
    with storage.transaction():
        abandon_begun(db)
    drop_unused(db, storage.transaction)
    assert state_of(storage.path).tables == before.tables


def test_no_second_space_by_accident(storage: StorageContext) -> None:
    with pytest.raises(UserError, match="another model"), storage.transaction():
        store_of(storage, OTHER).create()
    assert active_space(storage.connection) == OLD
    with StorageContext() as empty:
        with empty.transaction():
            store_of(empty, OLD).create()
            store_of(empty, NEW).create()  # nothing was there yet
        assert active_space(empty.connection) == NEW
