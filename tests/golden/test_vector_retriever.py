"""The vector retriever, against recorded results on the same ten nodes.

Deviations, each better than the recording: ``top_k`` 0 gives nothing (``top_k_0``);
MMR is the textbook's (``mmr_*``: the first is the same); the modes that were refused work; nested filters and a
filter that compares a text with a number do not raise; ``node_ids`` and ``doc_ids`` narrow down; a retriever sees what
is inserted later; several wordings are embedded in one batch. The
recording names its filters only by tags: what they were follows from their results.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from desktop_rag.core.instrumentation import CBEventType, StageRecorder, running
from desktop_rag.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo, TextNode
from desktop_rag.retrievers.vector import VectorIndexRetriever
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore
from desktop_rag.vector_stores.types import (
    FilterCondition,
    FilterOperator,
    FilterValue,
    MetadataFilter,
    MetadataFilters,
)
from tests.helpers.mock_embedding import VocabularyEmbedding

GOLDEN = json.loads((Path(__file__).parent / "vector_retriever.json").read_text(encoding="utf-8"))
CASES = {case["tag"]: case for case in GOLDEN["cases"]}
QUERY = "cat dog"
OP = FilterOperator


def one(key: str, value: FilterValue, operator: FilterOperator = OP.EQ) -> MetadataFilters:
    return MetadataFilters([MetadataFilter(key, value, operator)])


def several(condition: FilterCondition, *filters: MetadataFilter) -> MetadataFilters:
    return MetadataFilters(filters, condition)


FILTERS = {
    "filter_eq": one("lang", "ja"),
    "filter_ne": one("lang", "ja", OP.NE),
    "filter_gt": one("i", 5, OP.GT),
    "filter_gte": one("i", 5, OP.GTE),
    "filter_lt": one("i", 3, OP.LT),
    "filter_lte": one("i", 3, OP.LTE),
    "filter_in": one("i", [1, 2], OP.IN),
    "filter_nin": one("i", [1, 2], OP.NIN),
    "filter_any": one("tags", ["a", "x"], OP.ANY),
    "filter_all": one("tags", ["a", "b"], OP.ALL),
    "filter_contains": one("tags", "a", OP.CONTAINS),
    "filter_text_match": one("name", "file", OP.TEXT_MATCH),
    "filter_text_match_i": one("name", "file", OP.TEXT_MATCH_INSENSITIVE),
    "filter_is_empty": one("opt", None, OP.IS_EMPTY),
    "filter_missing_key_eq": one("missing", 1),
    "filter_missing_key_ne": one("missing", 1, OP.NE),
    "filter_and": several(FilterCondition.AND, MetadataFilter("lang", "en"), MetadataFilter("i", 3, OP.GT)),
    "filter_or": several(FilterCondition.OR, MetadataFilter("i", 0), MetadataFilter("i", 9)),
    "filter_not": several(FilterCondition.NOT, MetadataFilter("lang", "en"), MetadataFilter("i", 9)),
    "filter_no_match": one("lang", "xx"),
    "filter_empty_filters": MetadataFilters([]),
}


def stored(storage: StorageContext, model: VocabularyEmbedding, nodes: list[TextNode]) -> None:
    store = SqliteVecVectorStore(storage.connection, model.space)
    with storage.transaction():
        store.create()
        rowids = storage.docstore.add_documents(nodes, embed=True)
        store.add(rowids, model.get_text_embedding_batch([node.text for node in nodes]))


@pytest.fixture
def model() -> VocabularyEmbedding:
    return VocabularyEmbedding(GOLDEN["vocab"])


@pytest.fixture
def storage(model: VocabularyEmbedding) -> Iterator[StorageContext]:
    nodes = [
        TextNode(
            text=node["text"],
            id_=node["id"],
            metadata=node["metadata"],
            relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node["ref_doc_id"])},
        )
        for node in GOLDEN["nodes"]
    ]
    with StorageContext() as storage:
        stored(storage, model, nodes)
        model.batches.clear()
        yield storage


def assert_same(found: list[NodeWithScore], expected: list[dict[str, Any]]) -> None:
    assert [node.get_score() for node in found] == pytest.approx([node["score"] for node in expected], abs=1e-5)
    scores = {node["id"]: node["score"] for node in expected}
    assert {node.node.node_id for node in found} <= set(scores) or len({*scores.values()}) < len(scores)
    for node in found:  # equal scores may change places
        assert node.get_score() == pytest.approx(scores.get(node.node.node_id, node.get_score()), abs=1e-5)


@pytest.mark.parametrize(("tag", "top_k"), [("default", 2), ("top_k_3", 3), ("top_k_100", 100)])
def test_top_k(storage: StorageContext, model: VocabularyEmbedding, tag: str, top_k: int) -> None:
    found = VectorIndexRetriever(storage, model, top_k).retrieve(QUERY)
    assert_same(found, CASES[tag]["out"])
    assert {node.found_by for node in found} == {("meaning",)}


def test_top_k_zero_is_nothing(storage: StorageContext, model: VocabularyEmbedding) -> None:
    assert VectorIndexRetriever(storage, model, 0).retrieve(QUERY) == []


@pytest.mark.parametrize("threshold", [None, 0.0, 0.5, 1.0])
def test_mmr(storage: StorageContext, model: VocabularyEmbedding, threshold: float | None) -> None:
    expected = CASES[f"mmr_{threshold}"]["out"]
    found = VectorIndexRetriever(
        storage, model, 4, vector_store_query_mode="mmr", vector_store_kwargs={"mmr_threshold": threshold}
    ).retrieve(QUERY)
    assert len(found) == 4
    if threshold == 1.0:
        assert_same(found, expected)
    else:
        assert (found[0].node.node_id, found[0].score) == (expected[0]["id"], pytest.approx(expected[0]["score"]))


@pytest.mark.parametrize("tag", FILTERS)
def test_filters(storage: StorageContext, model: VocabularyEmbedding, tag: str) -> None:
    expected = CASES[tag]["out"]
    found = VectorIndexRetriever(storage, model, 10, filters=FILTERS[tag]).retrieve(QUERY)
    if len(expected) == 10:
        assert_same(found, expected)
    else:
        by_score = sorted((node.node.node_id, round(node.get_score(), 5)) for node in found)
        assert by_score == sorted((node["id"], round(node["score"], 5)) for node in expected)


def test_filters_that_were_refused(storage: StorageContext, model: VocabularyEmbedding) -> None:
    assert VectorIndexRetriever(storage, model, 10, filters=one("name", 5, OP.GT)).retrieve(QUERY) == []
    inner = several(FilterCondition.OR, MetadataFilter("i", 1), MetadataFilter("i", 2))
    nested = MetadataFilters([MetadataFilter("lang", "en"), inner])
    (found,) = VectorIndexRetriever(storage, model, 10, filters=nested).retrieve(QUERY)
    assert found.node.node_id == "n2"


@pytest.mark.parametrize("node_ids", [["n1", "n2"], [], ["zz"]])
def test_node_ids(storage: StorageContext, model: VocabularyEmbedding, node_ids: list[str]) -> None:
    found = VectorIndexRetriever(storage, model, 4, node_ids=node_ids).retrieve(QUERY)
    assert_same(found, CASES[f"VectorIndexRetriever node_ids={node_ids}"]["out"])


def test_doc_ids_are_not_ignored(storage: StorageContext, model: VocabularyEmbedding) -> None:
    found = VectorIndexRetriever(storage, model, 4, doc_ids=["d0", "d3"]).retrieve(QUERY)
    assert {node.node.ref_doc_id for node in found} == {"d0", "d3"}
    assert len(found) == 4


def test_several_wordings_in_one_batch(storage: StorageContext, model: VocabularyEmbedding) -> None:
    recorded = CASES["custom_embedding_strs mean"]
    retriever = VectorIndexRetriever(storage, model, 2)
    debug = StageRecorder()
    with running(handlers=[debug]):
        found = retriever.retrieve(QueryBundle("x", custom_embedding_strs=("cat", "ocean")))
    assert_same(found, recorded["out"])
    assert model.batches == [[text for _, text in recorded["embed_calls"]]]
    (stage,) = debug.get_events(CBEventType.EMBEDDING)
    assert stage.payload == {"model": "VocabularyEmbedding", "texts": 2, "dimensions": 8}


def test_a_vector_that_is_there_is_used(storage: StorageContext, model: VocabularyEmbedding) -> None:
    embedding = model.vector_of("fish")
    found = VectorIndexRetriever(storage, model, 2).retrieve(QueryBundle("x", embedding=embedding))
    assert_same(found, CASES["precomputed embedding"]["out"])
    assert model.batches == []


def test_what_is_inserted_later_is_found(storage: StorageContext, model: VocabularyEmbedding) -> None:
    retriever = VectorIndexRetriever(storage, model, 3)
    retriever.retrieve(QUERY)
    stored(storage, model, [TextNode(text="cat dog cat dog", id_="late")])
    assert_same(retriever.retrieve(QUERY), CASES["retriever created after insert"]["out"])


def test_an_empty_index(model: VocabularyEmbedding) -> None:
    with StorageContext() as empty:
        assert VectorIndexRetriever(empty, model).retrieve(QUERY) == CASES["empty index"]["out"]


def test_a_score_of_zero_stays_zero(storage: StorageContext, model: VocabularyEmbedding) -> None:
    nothing = QueryBundle("x", embedding=np.zeros(8, np.float32))
    found = VectorIndexRetriever(storage, model, 3).retrieve(nothing)
    assert [node.score for node in found] == [0.0, 0.0, 0.0]
