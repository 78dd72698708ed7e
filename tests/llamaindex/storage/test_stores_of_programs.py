"""Stores as LlamaIndex's programs put them together: vectors by names, lists of indices, dictionaries, pickles."""

import asyncio
import json
import pickle
from pathlib import Path

import pytest

from desktop_rag.core.errors import UnusableInputError
from desktop_rag.core.schema import Document, NodeRelationship, RelatedNodeInfo, TextNode
from desktop_rag.llamaindex.indices.kinds import SummaryIndex
from desktop_rag.llamaindex.indices.loading import load_index_from_storage
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llamaindex.storage.docstore.simple_docstore import SimpleDocumentStore
from desktop_rag.llamaindex.storage.index_store.simple_index_store import SimpleIndexStore
from desktop_rag.llamaindex.vector_stores.chroma import ChromaVectorStore
from desktop_rag.storage.data_structs import (
    KG,
    BaseIndexStore,
    EmptyIndexStruct,
    IndexDict,
    IndexGraph,
    IndexList,
    IndexLPG,
    IndexStruct,
    KeywordTable,
    json_to_index_struct,
)
from desktop_rag.storage.kvstore import DATA_KEY, TYPE_KEY
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.simple import SimpleVectorStore
from desktop_rag.vector_stores.types import VectorStoreQuery
from tests.helpers.hashed_embedding import HashedEmbedding


def node(node_id: str) -> TextNode:
    return TextNode(f"text of {node_id}", node_id)


def test_a_storage_has_vectors_of_its_own_until_others_are_plugged_in(tmp_path: Path) -> None:
    storage, other, images = StorageContext(), SimpleVectorStore(), SimpleVectorStore()
    own = storage.vector_store
    assert storage.vector_store is own
    assert storage.vector_stores == {"default": own}
    storage.add_vector_store(own)
    assert storage.plugged_vectors is None, "they are in the file already"
    storage.add_vector_store(images, "image")
    storage.vector_store = other
    assert storage.vector_stores == {"default": other, "image": images}
    images.add([TextNode(text="a cat", id_="cat", embedding=[1.0, 0.0])])
    storage.persist(tmp_path)
    assert SimpleVectorStore.from_persist_dir(tmp_path, "image").get("cat") == [1.0, 0.0]
    assert SimpleVectorStore.from_namespaced_persist_dir(tmp_path).keys() == {"default", "image"}
    storage.vector_store = None
    assert storage.vector_store is own


def test_stores_are_given_by_their_names() -> None:
    chosen, images = SimpleVectorStore(), SimpleVectorStore()
    storage = StorageContext.from_defaults(vector_stores={"default": SimpleVectorStore()}, vector_store=chosen)
    assert storage.vector_stores == {"default": chosen}
    assert StorageContext.from_defaults(image_store=images).vector_stores["image"] is images


def test_an_index_is_put_together_of_stores_that_were_persisted(tmp_path: Path) -> None:
    index = VectorStoreIndex.from_documents([Document("Tea is hot.", "tea")], embed_model=HashedEmbedding())
    index.storage_context.persist(tmp_path)
    storage = StorageContext.from_defaults(
        docstore=SimpleDocumentStore.from_persist_dir(tmp_path),
        vector_store=SimpleVectorStore.from_persist_dir(tmp_path),
        index_store=SimpleIndexStore.from_persist_dir(tmp_path),
    )
    again = load_index_from_storage(storage, embed_model=HashedEmbedding())
    assert again.index_id == index.index_id
    assert [found.node.text for found in again.as_retriever().retrieve("x")] == ["Tea is hot."]


def test_everything_comes_back_from_a_dictionary(tmp_path: Path) -> None:
    storage, images = StorageContext(), SimpleVectorStore()
    storage.vector_store.add([TextNode(text="tea", id_="t", embedding=[0.0, 1.0])])
    images.add([TextNode(text="a cat", id_="cat", embedding=[1.0, 0.0])])
    storage.add_vector_store(images, "image")
    storage.write(tmp_path / "kept.ragindex")
    with StorageContext(tmp_path / "kept.ragindex") as file:
        for kept in (storage, file):
            again = StorageContext.from_dict(json.loads(json.dumps(kept.to_dict())))
            assert again.docstore.docs == storage.docstore.docs
            assert again.vector_store.get("t") == [0.0, 1.0]
            assert set(again.vector_stores) == set(kept.vector_stores)
    storage.vector_store = ChromaVectorStore(None)
    with pytest.raises(ValueError, match="ChromaVectorStore"):
        storage.to_dict()


def test_an_index_is_pickled_with_all_that_it_holds() -> None:
    index = VectorStoreIndex.from_documents([Document("Tea is hot.", "tea")], embed_model=HashedEmbedding())
    again = pickle.loads(pickle.dumps(index))
    again.insert(Document("Cats sleep.", "cats"))
    assert [found.node.ref_doc_id for found in again.as_retriever(1).retrieve("Cats sleep.")] == ["cats"]
    assert again.index_id == index.index_id
    assert index.ref_doc_info.keys() == {"tea"}


def test_a_vector_store_tells_what_it_holds() -> None:
    store, source = SimpleVectorStore(), {NodeRelationship.SOURCE: RelatedNodeInfo("D")}
    assert store.data.embedding_dict == {}
    store.add(
        [
            TextNode("a", "a", {"k": 1}, embedding=[3.0, 4.0], relationships=source),
            TextNode("b", "b", embedding=[1.0, 0.0]),
        ]
    )
    data = store.data
    assert data.embedding_dict == {"a": pytest.approx([0.6, 0.8]), "b": [1.0, 0.0]}
    assert data.text_id_to_ref_doc_id == {"a": "D", "b": "None"}
    assert data.metadata_dict["a"]["k"] == 1
    for again in (SimpleVectorStore(data=data), SimpleVectorStore.from_dict(json.loads(json.dumps(data.to_dict())))):
        assert again.data == data
        found = again.query(VectorStoreQuery(query_embedding=[1.0, 0.0], doc_ids=["D"], similarity_top_k=2))
        assert found.ids == ["a"]
    assert SimpleVectorStore.from_dict(store.to_dict()).get_nodes(["a"])[0].text == "a"


def test_variety_is_asked_for_with_the_query() -> None:
    store = SimpleVectorStore()
    store.add([TextNode("", name, embedding=vector) for name, vector in (("a", [1, 0]), ("b", [1, 0]), ("c", [0, 1]))])
    query = VectorStoreQuery(query_embedding=[1, 0], similarity_top_k=2, mode="mmr", mmr_threshold=1.0)
    assert store.query(query).ids == ["a", "b"]
    assert store.query(query, mmr_threshold=0.0).ids == ["a", "c"]


def filled_structs() -> list[IndexStruct]:
    """One of each kind, with something in it."""
    tree, table, listed, vectors, facts = IndexGraph(), KeywordTable(), IndexList(summary="all"), IndexDict(), KG()
    tree.insert_under_parent(node("root"), None)
    tree.insert_under_parent(node("leaf"), node("root"))
    tree.insert(node("top"), children_nodes=[node("root")])
    table.add_node(["tea", "cup"], node("a"))
    listed.add_node(node("a"))
    vectors.add_node(node("a"))
    vectors.add_node(node("b"), "vector of b")
    facts.add_node(["Ann"], node("a"))
    facts.add_to_embedding_dict("Ann, likes, tea", [1.0])
    return [tree, table, listed, vectors, facts, IndexLPG(), EmptyIndexStruct()]


def test_data_structures_hold_what_was_added() -> None:
    tree, table, listed, vectors, facts, *_ = filled_structs()
    assert isinstance(tree, IndexGraph)
    assert (tree.get_children(None), tree.get_children(node("root"))) == ({0: "root"}, {1: "leaf"})
    assert (tree.get_index(node("top")), tree.size) == (2, 3)
    assert isinstance(table, KeywordTable)
    assert (table.keywords, table.node_ids, table.size) == ({"tea", "cup"}, {"a"}, 2)
    assert KeywordTable().node_ids == set()
    assert isinstance(vectors, IndexDict)
    vectors.delete("vector of b")
    assert vectors.nodes_dict == {"a": "a"}
    assert isinstance(facts, KG)
    assert (facts.search_node_by_keyword("Ann"), facts.search_node_by_keyword("Bob")) == (["a"], [])
    assert listed.get_summary() == "all"
    with pytest.raises(ValueError, match="no summary"):
        tree.get_summary()
    with pytest.raises(ValueError, match="no kind of index"):
        json_to_index_struct({TYPE_KEY: "poem", DATA_KEY: "{}"})


@pytest.fixture(params=["simple", "file"])
def index_store(request: pytest.FixtureRequest) -> BaseIndexStore:
    return SimpleIndexStore() if request.param == "simple" else StorageContext().index_store


def test_indices_that_a_program_lists_come_back(index_store: BaseIndexStore) -> None:
    structs = filled_structs()
    for struct in structs:
        index_store.add_index_struct(struct)
    assert index_store.index_structs() == structs
    assert all(index_store.get_index_struct(struct.index_id) == struct for struct in structs)
    with pytest.raises(ValueError, match="7 indices"):
        index_store.get_index_struct()
    for struct in structs[1:]:
        index_store.delete_index_struct(struct.index_id)
    assert index_store.get_index_struct() == structs[0]
    assert index_store.get_index_struct("other") is None
    assert asyncio.run(index_store.async_index_structs()) == structs[:1]


def test_a_list_of_indices_comes_back_from_a_file(tmp_path: Path) -> None:
    store = SimpleIndexStore()
    for struct in filled_structs():
        store.add_index_struct(struct)
    store.persist(tmp_path / "index_store.json")
    for again in (
        SimpleIndexStore.from_persist_path(tmp_path / "index_store.json"),
        SimpleIndexStore.from_dict(store.to_dict()),
    ):
        assert again.index_structs() == store.index_structs()
    with pytest.raises(UnusableInputError):
        SimpleIndexStore.from_persist_dir(tmp_path / "nothing")


def test_a_storage_lists_the_indices_over_it() -> None:
    storage = StorageContext()
    SummaryIndex([node("a"), node("b")], storage_context=storage, index_id="listed")
    VectorStoreIndex([], storage_context=storage, embed_model=HashedEmbedding(), index_id="vectors")
    listed, vectors = storage.index_store.index_structs()
    assert listed == IndexList("listed", nodes=["a", "b"])
    assert vectors == IndexDict("vectors", nodes_dict={})


def test_what_a_program_wrote_about_an_index_ends_with_its_making() -> None:
    storage = StorageContext.from_defaults(index_store=None)
    storage.index_store.add_index_struct(IndexList("mine", nodes=["gone"]))
    index = load_index_from_storage(storage)
    assert isinstance(index, SummaryIndex)
    assert storage.index_store.get_index_struct("mine") == IndexList("mine", nodes=["gone"])
    index.insert_nodes([node("a")])
    assert storage.index_store.get_index_struct("mine") == IndexList("mine", nodes=["a"])
