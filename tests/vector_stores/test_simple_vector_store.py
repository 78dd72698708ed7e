"""``SimpleVectorStore`` in memory: what was added is stored when something is asked of it, and nobody notices."""

import copy
import pickle
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.core.errors import BugError
from desktop_rag.core.schema import Document, NodeRelationship, RelatedNodeInfo, TextNode
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.storage.vector_queries import VectorStoreQuery
from desktop_rag.vector_stores.simple import SimpleVectorStore

EAST, NORTH = [1.0, 0.0], [0.0, 1.0]


def node(name: str, vector: list[float], doc_id: str = "doc", **metadata: object) -> TextNode:
    source = {NodeRelationship.SOURCE: RelatedNodeInfo(doc_id)}
    return TextNode(f"Text of {name}.", name, metadata, embedding=list(vector), relationships=source)


def filled() -> SimpleVectorStore:
    store = SimpleVectorStore()
    store.add([node("east", EAST), node("north", NORTH, "other", year=2021)])
    return store


def persisted(store: SimpleVectorStore, folder: Path) -> SimpleVectorStore:
    store.persist(folder / "kept")
    return SimpleVectorStore.from_persist_path(folder / "kept")


def ids(store: SimpleVectorStore) -> list[str]:
    return [one.node_id for one in store.get_nodes()]  # in the order of documents


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param(lambda store, _: ids(store), id="get_nodes"),
        pytest.param(
            lambda store, _: store.query(VectorStoreQuery(query_embedding=np.float32([2, 1]), similarity_top_k=5)).ids,
            id="query",
        ),
        pytest.param(lambda store, _: [one for one in ("east", "north") if store.get(one)], id="get"),
        pytest.param(lambda store, _: list(store.data.embedding_dict), id="data"),
        pytest.param(lambda store, _: [one.node_id for one in store.client.docstore.iter_nodes()], id="client"),
        pytest.param(lambda store, _: ids(SimpleVectorStore.from_dict(store.to_dict())), id="to_dict"),
        pytest.param(lambda store, folder: ids(persisted(store, folder)), id="persist"),
        pytest.param(lambda store, _: ids(pickle.loads(pickle.dumps(store))), id="pickle"),
        pytest.param(lambda store, _: ids(copy.copy(store)), id="copy"),
        pytest.param(lambda store, _: ids(copy.deepcopy(store)), id="deepcopy"),
    ],
)
def test_what_was_added_is_seen_everywhere(
    seen: Callable[[SimpleVectorStore, Path], list[str]], tmp_path: Path
) -> None:
    store = filled()
    assert seen(store, tmp_path) == ["east", "north"]
    store.add([node("west", [-1.0, 0.0])])  # it goes on
    assert ids(store) == ["east", "west", "north"]


def test_what_was_added_can_be_deleted_at_once() -> None:
    store = filled()
    store.delete("doc")
    assert ids(store) == ["north"]
    store.add([node("east", EAST)])
    store.delete_nodes(["north"])
    assert ids(store) == ["east"]
    store.add([node("north", NORTH)])
    store.clear()
    assert ids(store) == []


def test_a_copy_and_the_client_see_what_is_added_later() -> None:
    store = filled()
    twin, storage = copy.copy(store), store.client
    store.add([node("west", [-1.0, 0.0])])
    assert ids(twin) == [one.node_id for one in storage.docstore.iter_nodes()] == ["east", "west", "north"]


def test_nodes_are_stored_as_they_were_when_they_were_added() -> None:
    store, mine = SimpleVectorStore(), node("east", EAST, year=2020)
    nested, document = node("nested", EAST, tags=["a"]), Document("Whole text.", "whole", embedding=list(EAST))
    store.add([mine])
    store.add([nested, document])
    mine.embedding[0] = 0.0
    mine.embedding = None
    mine.metadata["year"] = 1999
    mine.relationships.clear()
    mine.excluded_embed_metadata_keys.append("year")
    mine.set_content("Something else.")
    nested.metadata["tags"].append("b")
    document.set_content("Nothing.")
    first, second, whole = store.get_nodes()
    assert (first.text, first.metadata, first.ref_doc_id) == ("Text of east.", {"year": 2020}, "doc")
    assert first.excluded_embed_metadata_keys == []
    assert store.get("east") == EAST
    assert second.metadata == {"tags": ["a"]}
    assert whole.text == "Whole text."


def test_of_nodes_with_one_id_the_last_counts() -> None:
    store = SimpleVectorStore()
    store.add([node("east", NORTH), node("north", NORTH), node("east", EAST)])
    assert store.get("east") == EAST
    store.add([node("north", EAST)])
    store.add([node("north", NORTH, "third")])
    assert store.get("north") == NORTH
    assert {one.node_id: one.ref_doc_id for one in store.get_nodes()} == {"east": "doc", "north": "third"}


def test_what_cannot_be_stored_is_refused_when_it_is_added() -> None:
    store = filled()
    with pytest.raises(ValueError, match="embedding not set"):
        store.add([TextNode("Bare.", "bare")])
    with pytest.raises(ValueError, match="inhomogeneous"):
        store.add([node("short", EAST), node("long", [1.0, 0.0, 0.0])])
    with pytest.raises(BugError, match="do not fit"):
        store.add([node("long", [1.0, 0.0, 0.0])])
    sources = node("two", EAST)
    sources.relationships[NodeRelationship.SOURCE] = [RelatedNodeInfo("one"), RelatedNodeInfo("other")]
    with pytest.raises(ValueError, match="single RelatedNodeInfo"):
        store.add([sources])
    assert ids(store) == ["east", "north"]


def test_a_storage_of_the_program_has_its_nodes_at_once() -> None:
    storage = StorageContext()
    SimpleVectorStore(storage).add([node("east", EAST)])
    assert [one.node_id for one in storage.docstore.iter_nodes()] == ["east"]


def test_several_threads_add_and_ask() -> None:
    store = SimpleVectorStore()

    def work(number: int) -> list[float]:
        store.add([node(f"n{number}", EAST)])
        return store.get(f"n{number}")

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(40))) == [EAST] * 40
    assert len(store.get_nodes()) == 40


def test_adding_is_a_small_part_of_storing() -> None:
    """Programs add all they have before the first question, as to LlamaIndex's store, which is a dictionary."""
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((1_000, 64)).tolist()
    words = " ".join(f"word{number}" for number in range(60))

    def seconds() -> tuple[float, float]:
        nodes = [TextNode(words, f"n{number}", embedding=vector) for number, vector in enumerate(vectors)]
        store = SimpleVectorStore()
        start = time.process_time()
        store.add(nodes)
        added = time.process_time()
        store.get("n0")
        return added - start, time.process_time() - start

    times = [seconds() for _ in range(3)]
    assert min(add for add, _ in times) < 0.5 * min(whole for _, whole in times)  # .2; 1 where it is stored at once
