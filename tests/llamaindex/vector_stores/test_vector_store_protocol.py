"""Vector stores behind one protocol: ours, one of a program's own, Chroma and Qdrant where they are installed."""

import asyncio
import math
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.core.errors import UnusableInputError
from desktop_rag.core.schema import Document, IndexNode, NodeRelationship, RelatedNodeInfo, TextNode, new_id
from desktop_rag.llamaindex.indices.loading import load_index_from_storage
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llamaindex.ingestion import IngestionPipeline
from desktop_rag.llamaindex.storage.docstore.simple_docstore import SimpleDocumentStore
from desktop_rag.llamaindex.vector_stores import ChromaVectorStore, QdrantVectorStore
from desktop_rag.llamaindex.vector_stores.utils import BasePydanticVectorStore, ExactMatchFilter, metadata_dict_to_node
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.storage.filters import MetadataFilter, MetadataFilters
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.storage.vector_queries import VectorStore, VectorStoreQuery, VectorStoreQueryResult
from desktop_rag.vector_stores.simple import SimpleVectorStore
from desktop_rag.vector_stores.types import node_to_metadata_dict
from tests.helpers.hashed_embedding import HashedEmbedding


class OwnStore(BasePydanticVectorStore):
    """A store as LlamaIndex's documentation has one written, without texts."""

    stores_text = False

    def __init__(self) -> None:
        self.nodes: dict[str, TextNode] = {}

    def add(self, nodes: Sequence[TextNode]) -> list[str]:
        self.nodes |= {node.node_id: node for node in nodes}
        return [node.node_id for node in nodes]

    def delete(self, ref_doc_id: str) -> None:
        self.nodes = {id_: node for id_, node in self.nodes.items() if node.ref_doc_id != ref_doc_id}

    def delete_nodes(self, node_ids: Sequence[str] | None = None, filters: MetadataFilters | None = None) -> None:
        for node_id in node_ids or ():
            self.nodes.pop(node_id, None)

    def query(self, query: VectorStoreQuery) -> VectorStoreQueryResult:
        scores = {id_: float(np.dot(query.query_embedding, node.embedding)) for id_, node in self.nodes.items()}
        best = sorted(scores, key=scores.__getitem__, reverse=True)[: query.similarity_top_k]
        return VectorStoreQueryResult(nodes=None, similarities=[scores[one] for one in best], ids=best)


def chroma() -> ChromaVectorStore:
    return ChromaVectorStore.from_params(f"passages-{new_id()}")  # what Chroma has in memory, all its clients share


def needs(module: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(find_spec(module) is None, reason=f"{module} is not installed")


WITH_TEXT = [
    pytest.param(SimpleVectorStore, id="simple"),
    pytest.param(chroma, id="chroma", marks=needs("chromadb")),
    pytest.param(lambda: QdrantVectorStore("passages"), id="qdrant", marks=needs("qdrant_client")),
]
ALL = [*WITH_TEXT, pytest.param(OwnStore, id="own")]
Make = Callable[[], VectorStore]


def node(name: str, vector: Sequence[float], doc_id: str = "doc", **metadata: object) -> TextNode:
    source = {NodeRelationship.SOURCE: RelatedNodeInfo(doc_id)}
    return TextNode(f"Text of {name}.", name, metadata, embedding=np.float32(vector), relationships=source)


def nodes() -> list[TextNode]:
    return [
        node("east", [1, 0], year=2020, kind="a", rate=0.5),
        node("north", [0, 2], year=2021, kind="b", rate=1.5),
        node("north-east", [1, 1], "other", year=2022, kind="a", rate=2.5),
    ]


def found(store: VectorStore, **query: object) -> list[str]:
    wanted = VectorStoreQuery(**{"query_embedding": np.float32([1, 0.1]), "similarity_top_k": 5} | query)
    return [one.node_id for one in store.query(wanted).nodes]


@pytest.mark.parametrize("make", WITH_TEXT)
def test_the_nearest_nodes_come_first_as_they_were(make: Make) -> None:
    store = make()
    assert found(store) == []
    assert isinstance(store, VectorStore)
    assert store.add(nodes()) == ["east", "north", "north-east"]
    result = store.query(VectorStoreQuery(query_embedding=np.float32([1, 0.1]), similarity_top_k=2))
    assert result.ids == ["east", "north-east"]
    assert result.similarities == pytest.approx([1 / math.hypot(1, 0.1), 1.1 / math.hypot(1, 0.1) / 2**0.5], abs=1e-4)
    (east, _) = result.nodes
    assert (east.text, east.ref_doc_id) == ("Text of east.", "doc")
    assert east.metadata == {"year": 2020, "kind": "a", "rate": 0.5}
    assert found(store, similarity_top_k=0) == []


@pytest.mark.parametrize("make", WITH_TEXT)
def test_a_node_that_comes_again_takes_the_place_of_the_older_one(make: Make) -> None:
    store = make()
    store.add(nodes())
    store.add([node("east", [0, -1])])
    assert found(store)[0] == "north-east"
    assert len(store.get_nodes()) == 3


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (MetadataFilters([ExactMatchFilter(key="kind", value="a")]), {"east", "north-east"}),
        (MetadataFilters([MetadataFilter("year", 2021, ">=")]), {"north", "north-east"}),
        (MetadataFilters([MetadataFilter("rate", 1.5)]), {"north"}),
        (MetadataFilters([MetadataFilter("rate", 1.5, "<")]), {"east"}),
        (MetadataFilters([MetadataFilter("kind", "a", "!=")]), {"north"}),
        (MetadataFilters([MetadataFilter("year", [2020, 2022], "in")]), {"east", "north-east"}),
        (MetadataFilters([MetadataFilter("year", [2020, 2022], "nin")]), {"north"}),
        (MetadataFilters([MetadataFilter("year", 2020), MetadataFilter("year", 2021)], "or"), {"east", "north"}),
        (
            MetadataFilters(
                [
                    MetadataFilter("kind", "a"),
                    MetadataFilters([MetadataFilter("year", 2021), MetadataFilter("year", 2022)], "or"),
                ]
            ),
            {"north-east"},
        ),
        (MetadataFilters([]), {"east", "north", "north-east"}),
    ],
    ids=["equal", "from", "number", "below", "other", "in", "not in", "or", "nested", "none"],
)
@pytest.mark.parametrize("make", WITH_TEXT)
def test_filters(make: Make, filters: MetadataFilters, expected: set[str]) -> None:
    store = make()
    store.add(nodes())
    assert set(found(store, filters=filters)) == expected
    assert {one.node_id for one in store.get_nodes(filters=filters)} == expected


@pytest.mark.parametrize("make", WITH_TEXT)
def test_ids_narrow_down_and_empty_lists_leave_nothing(make: Make) -> None:
    store = make()
    store.add(nodes())
    assert found(store, node_ids=["north", "nobody"]) == ["north"]
    assert found(store, doc_ids=["other"]) == ["north-east"]
    assert found(store, node_ids=[]) == found(store, doc_ids=[]) == []
    assert [one.node_id for one in store.get_nodes(["north"])] == ["north"]
    assert store.get_nodes([]) == []


@pytest.mark.parametrize("make", WITH_TEXT)
def test_what_is_deleted_is_gone(make: Make) -> None:
    store = make()
    store.delete("doc")
    store.delete_nodes(["nobody"])
    store.add(nodes())
    store.delete("doc")
    assert found(store) == ["north-east"]
    store.add(nodes())
    store.delete_nodes(["north"])
    assert set(found(store)) == {"east", "north-east"}
    store.delete_nodes(filters=MetadataFilters([MetadataFilter("year", 2020)]))
    assert found(store) == ["north-east"]
    store.clear()
    assert found(store) == []
    assert store.get_nodes() == []
    store.add(nodes())
    assert len(store.get_nodes()) == 3


@pytest.mark.parametrize("make", WITH_TEXT[1:])
def test_other_kinds_of_node_and_conditions_a_database_lacks(make: Make) -> None:
    store = make()
    store.add([IndexNode("A pointer.", "index", index_id="there", obj=object(), embedding=np.float32([1, 0]))])
    (kept,) = store.get_nodes()
    assert isinstance(kept, IndexNode)
    assert (kept.index_id, kept.obj, kept.embedding) == ("there", None, None)
    with pytest.raises(UnusableInputError, match="mmr"):
        found(store, mode="mmr")
    with pytest.raises(ValueError, match=r"no such filter|no filter"):
        found(store, filters=MetadataFilters([MetadataFilter("kind", "A", "text_match_insensitive")]))


@pytest.mark.parametrize("make", ALL)
def test_an_index_keeps_its_vectors_in_a_store_that_is_plugged_in(make: Make) -> None:
    store, model = make(), HashedEmbedding()
    storage = StorageContext.from_defaults(vector_store=store)
    steps = [SentenceSplitter(8, 0)]
    given = [Document("Cats sleep all day. Then they eat.", "cats"), Document("Tea is brewed hot.", "tea")]
    index = VectorStoreIndex.from_documents(given, storage, embed_model=model, transformations=steps)
    assert index.vector_store is store
    assert best(index, "Tea is brewed hot.") == "Tea is brewed hot."
    assert index.as_retriever(2, mode="bm25").retrieve("cats")[0].node.text == "Cats sleep all day."
    index.update_ref_doc(Document("Tea is drunk cold.", "tea"))
    assert best(index, "Tea is drunk cold.") == "Tea is drunk cold."
    assert "hot" not in " ".join(one.node.text for one in index.as_retriever(9).retrieve("x"))
    index.delete_ref_doc("tea")
    found = index.as_retriever(9).retrieve("x")
    assert {one.node.text for one in found} == {"Cats sleep all day.", "Then they eat."}
    index.delete_nodes([found[0].node_id])
    assert [one.node_id for one in index.as_retriever(9).retrieve("x")] == [found[1].node_id]


@pytest.mark.parametrize("make", ALL)
def test_documents_that_could_not_be_embedded_are_tried_again_by_the_next_refresh(make: Make) -> None:
    model, tea = HashedEmbedding(fails_at=1), Document("Tea is brewed hot.", "tea")
    index = VectorStoreIndex([], storage_context=StorageContext.from_defaults(vector_store=make()), embed_model=model)
    with pytest.raises(RuntimeError, match="rate limit"):
        index.insert(tea)
    assert index.as_retriever().retrieve("Tea is brewed hot.") == []
    assert index.refresh_ref_docs([tea]) == [True]
    assert best(index, "Tea is brewed hot.") == "Tea is brewed hot."
    assert index.refresh_ref_docs([tea]) == [False]


@pytest.mark.parametrize("make", WITH_TEXT)
def test_an_index_over_what_a_store_holds_already(make: Make) -> None:
    store, model = make(), HashedEmbedding()
    IngestionPipeline([SentenceSplitter(8, 0), model], vector_store=store).run(
        documents=[Document("Cats sleep all day. Then they eat.", "cats")]
    )
    index = VectorStoreIndex.from_vector_store(store, model)
    assert best(index, "Then they eat.") == "Then they eat."
    index.insert(Document("Tea is brewed hot.", "tea"))
    assert {one.text for one in store.get_nodes()} == {"Cats sleep all day.", "Then they eat.", "Tea is brewed hot."}
    assert asyncio.run(index.as_retriever(1).aretrieve("Then they eat."))[0].node.ref_doc_id == "cats"


def test_a_store_without_texts_needs_the_documents() -> None:
    with pytest.raises(ValueError, match="keeps the texts"):
        VectorStoreIndex.from_vector_store(OwnStore(), HashedEmbedding())


@pytest.mark.parametrize("make", ALL)
def test_a_pipeline_replaces_the_nodes_of_a_changed_document_in_the_store(make: Make) -> None:
    store, model, storage = make(), HashedEmbedding(), StorageContext()
    pipeline = IngestionPipeline(
        [SentenceSplitter(8, 0), model],
        docstore=storage.docstore,
        vector_store=store,
        docstore_strategy="upserts_and_delete",
    )
    pipeline.run(documents=[Document("Tea is hot.", "tea"), Document("Cats sleep.", "cats")])
    pipeline.run(documents=[Document("Tea is cold.", "tea")])
    storage.vector_store = store
    index = VectorStoreIndex(storage_context=storage, embed_model=model)
    assert [one.node.text for one in index.as_retriever(5).retrieve("x")] == ["Tea is cold."]


def test_ours_is_written_and_loaded_and_knows_every_mode(tmp_path: Path) -> None:
    store = SimpleVectorStore()
    store.add(nodes())
    assert store.get("north") == [0.0, 1.0]
    with pytest.raises(KeyError):
        store.get("nobody")
    store.persist(tmp_path / "kept")
    again = SimpleVectorStore.from_persist_path(tmp_path / "kept")
    for mode in ("default", "mmr", "svm"):
        assert found(again, mode=mode)[0] == "east"
    assert found(again, mode="text_search", query_str="Text of north-east")[0] == "north-east"
    again.client.close()


def test_a_storage_is_loaded_with_its_store(tmp_path: Path) -> None:
    model, store = HashedEmbedding(), SimpleVectorStore()
    storage = StorageContext.from_defaults(vector_store=store)
    VectorStoreIndex.from_documents([Document("Tea is hot.", "tea")], storage, embed_model=model)
    storage.persist(tmp_path)
    with SimpleVectorStore.from_persist_dir(tmp_path).client as kept:
        loaded = StorageContext.from_defaults(tmp_path, vector_store=SimpleVectorStore(kept))
        index = load_index_from_storage(loaded, embed_model=model)
        assert best(index, "Tea is hot.") == "Tea is hot."
        loaded.close()


@pytest.mark.parametrize("store", [None, SimpleVectorStore()], ids=["in the file", "elsewhere"])
def test_each_store_is_loaded_from_the_folder_of_an_index(tmp_path: Path, store: SimpleVectorStore | None) -> None:
    model = HashedEmbedding()
    made = StorageContext.from_defaults(docstore=SimpleDocumentStore(), vector_store=store)
    VectorStoreIndex.from_documents([Document("Tea is hot.", "tea")], made, embed_model=model)
    made.persist(tmp_path)
    with StorageContext.from_defaults(
        docstore=SimpleDocumentStore.from_persist_dir(tmp_path),
        vector_store=SimpleVectorStore.from_persist_dir(tmp_path),
    ) as storage:
        index = load_index_from_storage(storage, embed_model=model)
        index.insert(Document("Coffee is cold.", "coffee"))
        assert [best(index, text) for text in ("Tea is hot.", "Coffee is cold.")] == ["Tea is hot.", "Coffee is cold."]
        storage.persist(tmp_path)
    with StorageContext(tmp_path / "library.ragindex") as storage:
        assert [info.doc_id for info in storage.docstore.documents()] == ["tea", "coffee"]


def test_the_vectors_of_an_index_are_loaded_by_themselves(tmp_path: Path) -> None:
    index = VectorStoreIndex.from_documents([Document("Tea is hot.", "tea")], embed_model=HashedEmbedding())
    (node,) = index.docstore.docs.values()
    index.storage_context.persist(tmp_path)
    with SimpleVectorStore.from_persist_dir(tmp_path).client as kept:
        (vector,) = HashedEmbedding().get_text_embedding_batch(["Tea is hot."])
        assert SimpleVectorStore(kept).get(node.id_) == pytest.approx((vector / np.linalg.norm(vector)).tolist())


def test_a_docstore_brings_its_storage() -> None:
    docstore = StorageContext().docstore
    with docstore.stores.transaction():
        docstore.add_documents([TextNode("Tea is hot.", "one")])
    storage = StorageContext.from_defaults(docstore=docstore)
    assert storage.docstore.get_nodes(["one"])[0].text == "Tea is hot."


@needs("chromadb")
def test_chroma_in_a_folder_and_a_collection_of_ones_own(tmp_path: Path) -> None:
    import chromadb

    store = ChromaVectorStore.from_params("passages", str(tmp_path / "kept"))
    store.add(nodes())
    assert found(ChromaVectorStore.from_params("passages", str(tmp_path / "kept")))[0] == "east"
    own = chromadb.PersistentClient(str(tmp_path / "own")).get_or_create_collection("distances")
    squared = ChromaVectorStore(own)
    squared.add(nodes())
    result = squared.query(VectorStoreQuery(query_embedding=np.float32([1, 0]), similarity_top_k=2))
    assert result.similarities == pytest.approx([1.0, math.exp(-1.0)])


@needs("qdrant_client")
def test_qdrant_in_a_folder(tmp_path: Path) -> None:
    store = QdrantVectorStore("passages", path=str(tmp_path))
    store.add(nodes())
    store.client.close()
    again = QdrantVectorStore("passages", path=str(tmp_path))
    assert found(again)[0] == "east"
    again.client.close()


def best(index: VectorStoreIndex, text: str) -> str:
    return index.as_retriever(1).retrieve(text)[0].node.text


def test_nested_metadata_are_refused_where_a_database_keeps_flat_ones() -> None:
    flat = TextNode("x", "n", metadata={"name": "x", "pages": 3, "size": 0.5, "author": None})
    assert metadata_dict_to_node(node_to_metadata_dict(flat, flat_metadata=True)) == flat
    nested = TextNode("x", "n", metadata={"where": {"page": 3}, "words": ["a", "b"]})
    with pytest.raises(ValueError, match="where"):
        node_to_metadata_dict(nested, flat_metadata=True)
    assert metadata_dict_to_node(node_to_metadata_dict(nested)) == nested
