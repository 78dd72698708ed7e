"""Several indices in one storage: each finds, inserts, deletes and refreshes its own nodes and no others."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.schema import Document, NodeRelationship, RelatedNodeInfo, TextNode
from desktop_rag.llamaindex.indices.base import BaseIndex
from desktop_rag.llamaindex.indices.composability.graph import ComposableGraph
from desktop_rag.llamaindex.indices.document_summary import DocumentSummaryIndex
from desktop_rag.llamaindex.indices.kinds import (
    KeywordTableIndex,
    KnowledgeGraphIndex,
    RAKEKeywordTableIndex,
    SimpleKeywordTableIndex,
    SummaryIndex,
    TreeIndex,
)
from desktop_rag.llamaindex.indices.loading import (
    load_graph_from_storage,
    load_index_from_storage,
    load_indices_from_storage,
)
from desktop_rag.llamaindex.indices.property_graph import PropertyGraphIndex
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llamaindex.node_parser.relational.hierarchical import get_leaf_nodes
from desktop_rag.llamaindex.settings import Settings
from desktop_rag.node_parser.hierarchical import HierarchicalNodeParser
from desktop_rag.retrievers.auto_merging import AutoMergingRetriever
from desktop_rag.retrievers.bm25 import BM25Retriever
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.simple import SimpleVectorStore
from tests.indices.toys import FunctionLLM, ToyEmbedding

ANNA = ["Anna sails with the red boat.", "Anna eats plums in the boat.", "Anna sleeps under the boat."]
BOB = ["Bob repairs the boat of his aunt.", "Bob paints the boat blue.", "Bob sells the boat in May."]
KINDS: list[type[BaseIndex]] = [
    VectorStoreIndex,
    SummaryIndex,
    TreeIndex,
    KeywordTableIndex,
    SimpleKeywordTableIndex,
    RAKEKeywordTableIndex,
    KnowledgeGraphIndex,
    PropertyGraphIndex,
    DocumentSummaryIndex,
]
QUESTION = "What of the boat?"


def reply(prompt: str) -> str:
    """Answer any of the prompts of building and searching from the text in it."""
    if "facts" in prompt.lower():
        first, second, *_ = prompt.rsplit("Text: ", 1)[1].split()
        return f"({first}, {second}, boat)"
    if "KEYWORDS:" in prompt:
        return "KEYWORDS: boat"
    if "Question: " in prompt:
        return "1, 2, 3, 4, 5, 6, 7, 8, 9"
    return "about " + " ".join(prompt.split()[-4:])


@pytest.fixture(autouse=True)
def models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Settings, "_llm", FunctionLLM(reply))
    monkeypatch.setattr(Settings, "_embed_model", ToyEmbedding())


Reopen = Callable[[StorageContext], StorageContext]


@pytest.fixture(params=["memory", "folder", "file"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[StorageContext, Reopen]]:
    """A storage, and what gives it as another program finds it."""
    opened: list[StorageContext] = []

    def keep(storage: StorageContext) -> StorageContext:
        opened.append(storage)
        return storage

    def reopen(storage: StorageContext) -> StorageContext:
        if request.param == "folder":
            storage.persist(tmp_path / "kept")
            return keep(StorageContext.from_defaults(tmp_path / "kept"))
        if request.param == "file":
            storage.close()
            return keep(StorageContext(tmp_path / "both.ragindex"))
        return storage

    yield keep(StorageContext(tmp_path / "both.ragindex" if request.param == "file" else None)), reopen
    for storage in opened:
        storage.close()


def documents(texts: list[str], owner: str) -> list[Document]:
    return [Document(text, f"{owner}{number}") for number, text in enumerate(texts)]


def made(kind: type[BaseIndex], texts: list[str], owner: str, storage: StorageContext) -> BaseIndex:
    index = kind.from_documents(documents(texts, owner), storage_context=storage)
    index.set_index_id(owner)
    return index


def found(index: BaseIndex) -> set[str]:
    """Everything that an index finds."""
    most: dict[str, dict[str, Any]] = {
        "vector": {"similarity_top_k": 9},
        "tree": {"retriever_mode": "select_leaf", "child_branch_factor": 9},
        "document_summary": {"similarity_top_k": 9},
    }
    nodes = index.as_retriever(**most.get(index.kind, {})).retrieve(QUESTION)
    return {one.node.text for one in nodes}


@pytest.mark.parametrize("kind", KINDS)
def test_each_knows_its_own_nodes_alone(kind: type[BaseIndex], places: tuple[StorageContext, Reopen]) -> None:
    storage, reopen = places
    anna, bob = made(kind, ANNA, "anna", storage), made(kind, BOB, "bob", storage)
    assert (found(anna), found(bob)) == (set(ANNA), set(BOB))
    storage = reopen(storage)
    anna, bob = (load_index_from_storage(storage, name) for name in ("anna", "bob"))
    assert (found(anna), found(bob)) == (set(ANNA), set(BOB))
    assert set(bob.ref_doc_info) == {"bob0", "bob1", "bob2"}

    bob.insert(Document("Bob sails the boat home.", "bob3"))
    anna.delete_ref_doc("anna0")
    anna.delete_ref_doc("bob0")  # it is none of Anna's
    assert found(anna) == set(ANNA[1:])
    assert found(bob) == {*BOB, "Bob sails the boat home."}
    assert bob.refresh_ref_docs([Document(BOB[0], "bob0"), Document("Bob lost the boat.", "bob1")]) == [False, True]
    assert found(bob) == {BOB[0], "Bob lost the boat.", BOB[2], "Bob sails the boat home."}

    storage = reopen(storage)
    anna, bob = load_indices_from_storage(storage)
    assert found(anna) == set(ANNA[1:])
    assert found(bob) == {BOB[0], "Bob lost the boat.", BOB[2], "Bob sails the boat home."}
    with pytest.raises(
        ValueError, match=r"Expected to load a single index, but got 2 instead\. Please specify index_id"
    ):
        load_index_from_storage(storage)
    with pytest.raises(ValueError, match="Failed to load index with ID carl"):
        load_index_from_storage(storage, "carl")


@pytest.mark.parametrize("kind", KINDS)
def test_a_document_of_two_indices_stays_with_the_other(kind: type[BaseIndex]) -> None:
    storage = StorageContext()
    shared = Document("The boat belongs to both.", "shared")
    anna = kind.from_documents([*documents(ANNA[:1], "anna"), shared], storage_context=storage)
    bob = kind.from_documents([*documents(BOB[:1], "bob"), shared], storage_context=storage)
    assert (found(anna), found(bob)) == ({ANNA[0], shared.text}, {BOB[0], shared.text})
    anna.delete_ref_doc("shared")
    assert (found(anna), found(bob)) == ({ANNA[0]}, {BOB[0], shared.text})
    anna.insert(Document("The boat is old.", "shared"))
    assert (found(anna), found(bob)) == ({ANNA[0], "The boat is old."}, {BOB[0], shared.text})
    assert bob.refresh_ref_docs([shared]) == [False], "what Bob has of it is as it was"
    assert bob.refresh_ref_docs([Document("The boat is old.", "shared")]) == [True]
    assert found(bob) == {BOB[0], "The boat is old."}
    bob.delete_ref_doc("shared")
    assert found(anna) == {ANNA[0], "The boat is old."}
    anna.delete_ref_doc("shared")
    assert not storage.docstore.document_exists("shared"), "the last one takes it along"


def test_a_node_may_be_in_indices_of_several_kinds() -> None:
    storage = StorageContext()
    nodes = [TextNode(text, f"n{number}") for number, text in enumerate([*ANNA, *BOB])]
    storage.docstore.add_documents(nodes)
    first = VectorStoreIndex(nodes[:4], storage_context=storage)
    second = SummaryIndex(nodes[2:], storage_context=storage)
    third = SimpleKeywordTableIndex(nodes[3:4], storage_context=storage)
    assert found(first) == {node.text for node in nodes[:4]}
    assert found(second) == {node.text for node in nodes[2:]}
    assert found(third) == {nodes[3].text}
    assert set(first.index_struct.nodes_dict) == {"n0", "n1", "n2", "n3"}
    assert second.index_struct.nodes == ["n2", "n3", "n4", "n5"]
    first.delete_nodes(["n3", "n5"])
    assert found(first) == {node.text for node in nodes[:3]}
    assert found(second) == {node.text for node in nodes[2:]}
    assert found(third) == {nodes[3].text}
    second.delete_nodes(["n3"])
    third.delete_nodes(["n3"])
    assert storage.docstore.get_nodes(["n3"], raise_error=False) == []
    everything = SummaryIndex(storage_context=storage)
    assert found(everything) == {node.text for number, node in enumerate(nodes) if number != 3}


def test_a_node_that_changes_stays_with_its_indices() -> None:
    storage = StorageContext()
    node = TextNode("The boat is red.", "n", relationships={NodeRelationship.SOURCE: RelatedNodeInfo("d")})
    first, second = (SummaryIndex([node], storage_context=storage) for _ in range(2))
    second.insert_nodes([TextNode("The boat is blue.", "n", relationships=dict(node.relationships))])
    assert found(first) == found(second) == {"The boat is blue."}


@pytest.mark.parametrize("mode", ["vector", "bm25", "hybrid"])
def test_every_way_of_searching_a_vector_index(mode: str) -> None:
    storage = StorageContext()
    anna, bob = (made(VectorStoreIndex, *given, storage) for given in ((ANNA, "anna"), (BOB, "bob")))
    retriever = bob.as_retriever(similarity_top_k=9, mode=mode)
    assert {one.node.text for one in retriever.retrieve(QUESTION)} == set(BOB)
    words = BM25Retriever.from_defaults(index=anna, similarity_top_k=9)  # type: ignore[arg-type]
    assert {one.node.text for one in words.retrieve(QUESTION)} == set(ANNA)
    anna.insert(Document("Anna is back in the boat.", "anna9"))
    assert len(retriever.retrieve(QUESTION)) == 3, "found at once by those that search what was added"
    assert len(words.retrieve(QUESTION)) == 4


@pytest.mark.parametrize("mode", ["default", "mmr", "svm", "hybrid", "text_search"])
def test_every_mode_of_the_vector_store(mode: str) -> None:
    storage = StorageContext()
    made(VectorStoreIndex, ANNA, "anna", storage)
    bob = made(VectorStoreIndex, BOB, "bob", storage)
    retriever = bob.as_retriever(similarity_top_k=9, vector_store_query_mode=mode)
    assert {one.node.text for one in retriever.retrieve(QUESTION)} == set(BOB)


@pytest.mark.parametrize("kind", ["simple", "only vectors"])
def test_vectors_that_are_plugged_in(kind: str) -> None:
    storage = StorageContext.from_defaults(vector_store=SimpleVectorStore() if kind == "simple" else OnlyVectors())
    anna, bob = (made(VectorStoreIndex, *given, storage) for given in ((ANNA, "anna"), (BOB, "bob")))
    assert (found(anna), found(bob)) == (set(ANNA), set(BOB))
    shared = Document("The boat belongs to both.", "shared")
    anna.insert(shared)
    bob.insert(shared)
    anna.delete_ref_doc("shared")
    assert (found(anna), found(bob)) == (set(ANNA), {*BOB, shared.text})
    bob.insert(Document("The boat is old.", "shared"))
    assert found(bob) == {*BOB, "The boat is old."}


def test_merging_finds_the_parents_in_the_storage() -> None:
    storage = StorageContext()
    cut = HierarchicalNodeParser.from_defaults(chunk_sizes=[64, 16], chunk_overlap=0)
    texts = {owner: " ".join([*texts, *texts]) for owner, texts in (("anna", ANNA), ("bob", BOB))}
    indices = {}
    for owner, text in texts.items():
        nodes = cut.get_nodes_from_documents([Document(text, owner)])
        storage.docstore.add_documents(nodes)
        indices[owner] = VectorStoreIndex(get_leaf_nodes(nodes), storage_context=storage, index_id=owner)
    for owner, index in indices.items():
        merging = AutoMergingRetriever(index.as_retriever(similarity_top_k=20), storage, simple_ratio_thresh=0.1)
        results = merging.retrieve(QUESTION)
        assert results
        assert {one.node.ref_doc_id for one in results} == {owner}
        assert any(one.node.child_nodes for one in results), "leaves were merged"


def test_a_graph_over_indices_of_one_storage(tmp_path: Path) -> None:
    storage = StorageContext()
    children = [made(SummaryIndex, *given, storage) for given in ((ANNA, "anna"), (BOB, "bob"))]
    graph = ComposableGraph.from_indices(SummaryIndex, children, ["Anna's", "Bob's"], storage)
    storage.persist(tmp_path)
    with StorageContext.from_defaults(tmp_path) as loaded:
        again = load_graph_from_storage(loaded, graph.root_id)
        assert {name: found(again.get_index(name)) for name in ("anna", "bob")} == {
            "anna": set(ANNA),
            "bob": set(BOB),
        }


def test_what_is_awaited_does_the_same() -> None:
    async def changed() -> SummaryIndex:
        index = SummaryIndex([])
        await index.ainsert(Document("The boat is red.", "a"))
        await index.ainsert_nodes([TextNode("The boat is blue.", "b"), TextNode("The boat is gone.", "c")])
        await index.adelete_nodes(["c"])
        assert await index.arefresh_ref_docs([Document("The boat is old.", "a")]) == [True]
        return index

    assert found(asyncio.run(changed())) == {"The boat is old.", "The boat is blue."}


def test_an_index_that_is_forgotten_leaves_nothing_behind() -> None:
    storage = StorageContext()
    for kind in KINDS:
        made(kind, ANNA, kind.kind, storage)
    for kind in KINDS:
        storage.index_store.delete_index_struct(kind.kind)
    for table in ("index_nodes", "index_documents", "built_nodes", "table_keywords", "triplets", "triplet_nodes"):
        assert select(storage.connection, f"SELECT count(*) FROM {table}") == [(0,)], table
    for table in ("tree_leaves", "tree_summaries", "document_summaries"):
        assert select(storage.connection, f"SELECT count(*) FROM {table} WHERE slot <> 0") == [(0,)], table
    assert len(storage.docstore.get_all_ref_doc_info()) == len(KINDS) * len(ANNA), "documents stay"
    other = made(SummaryIndex, BOB, "bob", storage)
    assert found(other) == set(BOB)


def test_what_was_taken_back_is_not_found() -> None:
    storage = StorageContext()
    anna, bob = (made(VectorStoreIndex, *given, storage) for given in ((ANNA, "anna"), (BOB, "bob")))
    assert found(anna) == set(ANNA)

    def fail() -> None:
        with storage.transaction():
            anna.insert(Document("Anna has a boat.", "anna9"))
            assert len(found(anna)) == 4
            raise InterruptedError

    with pytest.raises(InterruptedError):
        fail()
    assert (found(anna), found(bob)) == (set(ANNA), set(BOB))


class OnlyVectors(SimpleVectorStore):
    """Keeps vectors and ids; the texts of nodes are in the docstore, as in LlamaIndex's stores of this kind."""

    stores_text = False
