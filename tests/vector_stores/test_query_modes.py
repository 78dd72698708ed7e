"""What each query mode finds, and that every mode respects what narrows it down."""

from collections.abc import Iterator

import numpy as np
import pytest

from desktop_rag.core.schema import EmbeddingSpace, NodeRelationship, RelatedNodeInfo, TextNode
from desktop_rag.core.similarity import SimilarityMode, similarity, similarity_rule
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.retrievers.vector import VectorIndexRetriever
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores import sqlite_vec
from desktop_rag.vector_stores.filters import parse_filters
from desktop_rag.vector_stores.simple import SimpleVectorStore
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore, fuse
from desktop_rag.vector_stores.types import VectorStoreQuery, VectorStoreQueryMode
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.mock_embedding import VocabularyEmbedding
from tests.helpers.narrowing import only

WORDS = "red green blue cyan black white".split()
COUNT = 60
EVERY = list(VectorStoreQueryMode)
HYBRID = VectorStoreQueryMode.HYBRID


def words_of(number: int) -> str:
    generator = np.random.default_rng(number)
    return " ".join(generator.choice(WORDS, 4))


def nodes() -> list[TextNode]:
    return [
        TextNode(
            text=words_of(number),
            id_=f"n{number}",
            metadata={"even": int(number % 2 == 0), "number": number},
            excluded_embed_metadata_keys=["even", "number"],
            relationships={NodeRelationship.SOURCE: RelatedNodeInfo(f"d{number % 3}")},
        )
        for number in range(COUNT)
    ]


def fill(storage: StorageContext, model: BaseEmbedding, some: list[TextNode]) -> SqliteVecVectorStore:
    store = SqliteVecVectorStore(storage.connection, model.space)
    with storage.transaction():
        store.create()
        rowids = storage.docstore.add_documents(some, embed=True)
        store.add(rowids, model.get_text_embedding_batch([node.text for node in some]))
    return store


@pytest.fixture
def model() -> VocabularyEmbedding:
    return VocabularyEmbedding(WORDS)


@pytest.fixture
def storage(model: VocabularyEmbedding) -> Iterator[StorageContext]:
    with StorageContext() as storage:
        fill(storage, model, nodes())
        yield storage


def ids(storage: StorageContext, model: BaseEmbedding, query: str = "red blue", **options: object) -> list[str]:
    top_k = options.pop("similarity_top_k", 10)
    found = VectorIndexRetriever(storage, model, top_k, **options).retrieve(query)  # type: ignore[arg-type]
    scores = [node.get_score() for node in found]
    if options.get("vector_store_query_mode") != VectorStoreQueryMode.MMR:
        assert scores == sorted(scores, reverse=True)
    return [node.node.node_id for node in found]


@pytest.mark.parametrize("mode", EVERY)
def test_narrowed_down_in_every_mode(
    storage: StorageContext, model: VocabularyEmbedding, mode: VectorStoreQueryMode
) -> None:
    asked = {"vector_store_query_mode": mode}
    assert len(ids(storage, model, **asked)) == 10
    some = ids(storage, model, filters=parse_filters("even=1"), **asked)
    assert len(some) == 10
    assert all(int(id_[1:]) % 2 == 0 for id_ in some)
    nested = parse_filters("even=1\nnumber not in 0, 2, 4")
    assert not set(ids(storage, model, filters=nested, **asked)) & {"n0", "n2", "n4"}
    some = ids(storage, model, doc_ids=["d1"], **asked)
    assert len(some) == 10
    assert all(int(id_[1:]) % 3 == 1 for id_ in some)
    among = [f"n{number}" for number in range(20)]
    assert set(ids(storage, model, node_ids=among, doc_ids=["d0", "d1"], **asked)) <= set(among)
    for nothing in (
        {"similarity_top_k": 0},
        {"node_ids": []},
        {"doc_ids": ["nobody"]},
        {"filters": parse_filters("even=7")},
    ):
        assert ids(storage, model, **asked, **nothing) == []


@pytest.mark.parametrize("mode", EVERY)
def test_nothing_stored_and_nothing_asked(
    model: VocabularyEmbedding, mode: VectorStoreQueryMode, storage: StorageContext
) -> None:
    with StorageContext() as empty:
        assert ids(empty, model, vector_store_query_mode=mode) == []
    assert ids(storage, model, query="", vector_store_query_mode=mode) == []


def test_alpha_from_words_to_meaning(storage: StorageContext, model: VocabularyEmbedding) -> None:
    words = ids(storage, model, vector_store_query_mode="text_search")
    assert words == ids(storage, model, vector_store_query_mode="sparse")
    meaning = ids(storage, model)
    assert words != meaning
    assert ids(storage, model, vector_store_query_mode="hybrid", alpha=0.0) == words
    assert ids(storage, model, vector_store_query_mode="hybrid", alpha=1.0) == meaning
    half = VectorIndexRetriever(storage, model, 10, vector_store_query_mode="hybrid").retrieve("red blue")
    assert half[0].score is not None
    assert half[0].score <= 1.0
    assert ("meaning", "words") in {node.found_by for node in half}


def test_hybrid_top_k_and_sparse_top_k(storage: StorageContext, model: VocabularyEmbedding) -> None:
    asked = {"vector_store_query_mode": "hybrid", "similarity_top_k": 4}
    assert len(ids(storage, model, **asked)) == 4
    assert len(ids(storage, model, hybrid_top_k=7, **asked)) == 7
    assert ids(storage, model, hybrid_top_k=0, **asked) == []
    assert ids(storage, model, sparse_top_k=0, **asked) == ids(storage, model, similarity_top_k=4)


def test_semantic_hybrid_orders_by_meaning(storage: StorageContext, model: VocabularyEmbedding) -> None:
    found = VectorIndexRetriever(storage, model, 10, vector_store_query_mode="semantic_hybrid", alpha=0.2)
    hits = found.retrieve("red blue")
    assert {hit.node.node_id for hit in hits} == set(ids(storage, model, vector_store_query_mode="hybrid", alpha=0.2))
    for hit in hits:
        assert hit.score == pytest.approx(
            similarity(model.vector_of("red blue"), model.vector_of(hit.node.text)), abs=1e-6
        )


def test_words_where_nothing_has_a_vector_yet(model: VocabularyEmbedding) -> None:
    with StorageContext() as storage:
        with storage.transaction():
            storage.docstore.add_documents(nodes(), embed=True)
        assert ids(storage, model) == []
        for mode in ("hybrid", "semantic_hybrid"):
            expected = ids(storage, model, vector_store_query_mode="text_search")
            assert ids(storage, model, vector_store_query_mode=mode, alpha=1.0) == expected
        fill(storage, model, [TextNode(text="red red red", id_="first")])
        mixed = ids(storage, model, query="red", vector_store_query_mode="semantic_hybrid", similarity_top_k=5)
        assert mixed[0] == "first"
        assert len(mixed) == 5


def test_fuse() -> None:
    words, meaning = [(1, 4.0), (2, 2.0)], [(2, 0.9), (3, 0.5), (4, 0.1)]
    assert fuse(words, meaning, 0.5, all_words=True) == [(2, 0.75), (1, 0.5), (3, 0.25), (4, 0.0)]
    assert dict(fuse(words, meaning, 0.5, all_words=False))[2] == 0.5
    assert fuse(words, [], 0.3, all_words=True) == [(1, 0.7), (2, 0.35)]
    assert fuse([], [(5, 0.2)], 0.5, all_words=True) == [(5, 0.5)]


@pytest.mark.parametrize("mode", ["mmr", "svm", "linear_regression", "logistic_regression"])
def test_a_large_store_takes_its_candidates_from_the_nearest(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = HashedEmbedding()  # no two scores are equal: how ties end depends on how the processor rounds
    monkeypatch.setattr(sqlite_vec, "EXACT_UP_TO", 10)
    monkeypatch.setattr(sqlite_vec, "_MMR_POOL", (40, 5))
    monkeypatch.setattr(sqlite_vec, "_LEARNER_POOL", (40, 5))
    with StorageContext() as storage:
        fill(storage, model, [TextNode(text=f"text {number}", id_=f"n{number}") for number in range(COUNT)])
        nearest = ids(storage, model, similarity_top_k=40)
        found = ids(storage, model, similarity_top_k=8, vector_store_query_mode=mode)
        assert set(found) <= set(nearest)
        assert found == ids(storage, model, similarity_top_k=8, vector_store_query_mode=mode, node_ids=nearest)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("mode", list(SimilarityMode))
@pytest.mark.parametrize("codes_from", [10, 10**6])
def test_every_similarity(mode: SimilarityMode, codes_from: int) -> None:
    vectors = (np.random.default_rng(5).standard_normal((3000, 64)) * 3).astype(np.float32)
    vectors[7] = 0
    space = EmbeddingSpace("test", mode.value, 64, f"x|{similarity_rule(mode)}")
    with StorageContext() as storage:
        store = SqliteVecVectorStore(storage.connection, space, codes_from=codes_from)
        with storage.transaction():
            rowids = storage.docstore.add_documents([TextNode(text="x") for _ in vectors], embed=True)
            store.create()
            store.add(rowids, vectors)
        assert (store.similarity_mode, store.count()) == (mode, 3000)
        query = vectors[11] * 2
        expected = sorted(
            ((similarity(query, vector, mode), -row) for vector, row in zip(vectors, rowids, strict=True)), reverse=True
        )
        hits = store.nearest(query, 10)
        assert len({row for row, _ in hits} & {-row for _, row in expected[:10]}) >= 9
        assert hits[0] == (-expected[0][1], pytest.approx(expected[0][0], rel=1e-4, abs=1e-4))
        few = store.nearest(query, 3, only(storage.connection, rowids[5:9]))
        assert [row for row, _ in few] == [row for row in (-r for _, r in expected) if row in rowids[5:9]][:3]
        zero = dict(store.nearest(query, 1, only(storage.connection, [rowids[7]])))[rowids[7]]
        assert zero == pytest.approx(similarity(query, vectors[7], mode), abs=1e-3)
        assert not np.isnan(zero)


@pytest.mark.parametrize("codes_from", [10, 10**6])
def test_zeros_are_near_to_nothing(codes_from: int) -> None:
    vectors = np.random.default_rng(5).standard_normal((700, 16)).astype(np.float32)
    vectors[:3] = 0
    with StorageContext() as storage:
        store = SqliteVecVectorStore(storage.connection, EmbeddingSpace("t", "z", 16, ""), codes_from=codes_from)
        with storage.transaction():
            rowids = storage.docstore.add_documents([TextNode(text="x") for _ in vectors], embed=True)
            store.create()
            store.add(rowids, vectors)
        assert [score for _, score in store.nearest(np.zeros(16, np.float32), 4)] == [0.0] * 4
        assert len(store.nearest(np.zeros(16, np.float32), 4, only(storage.connection, rowids))) == 4
        assert not {row for row, _ in store.nearest(vectors[9], 20)} & set(rowids[:3])
        scores = [score for _, score in store.nearest(vectors[9], 700)]
        assert len(scores) == 700
        assert scores.count(0.0) == 3
        query = VectorStoreQuery(np.zeros(16, np.float32), 2, mode=VectorStoreQueryMode.MMR)
        assert store.query(query).similarities[0] == 0.0


def test_vectors_may_be_lists_of_numbers() -> None:
    store = SimpleVectorStore()
    store.add([TextNode("a", "1", embedding=[1.0, 0.0]), TextNode("b", "2", embedding=[0.0, 1.0])])
    assert store.query(VectorStoreQuery([0.1, 0.9], similarity_top_k=2)).ids == ["2", "1"]
    assert store.get("1") == [1.0, 0.0]
