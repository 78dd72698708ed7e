"""Embedding models written as LlamaIndex has them."""

import asyncio

import numpy as np
import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.instrumentation import CBEventType, StageRecorder, running
from desktop_rag.core.schema import Document
from desktop_rag.core.similarity import SimilarityMode
from desktop_rag.llamaindex.embeddings.custom import BaseEmbedding
from desktop_rag.llamaindex.embeddings.mock_embed_model import MockEmbedding
from desktop_rag.llamaindex.indices.loading import load_index_from_storage
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.storage.storage_context import StorageContext


class Letters(BaseEmbedding):
    """Counts three letters; questions are asked about the last one."""

    letters: str = "abc"

    def _get_query_embedding(self, query: str) -> list[float]:
        return [0.0, 0.0, 1.0]

    def _get_text_embedding(self, text: str) -> list[float]:
        return [float(text.count(letter)) for letter in self.letters]


def test_texts_and_questions_have_ways_of_their_own() -> None:
    model = Letters(letters="xyz", embed_batch_size=2)
    assert model.get_query_embedding("x").tolist() == [0, 0, 1]
    assert model.get_text_embedding("xxz").tolist() == [2, 0, 1]
    assert model.get_text_embedding_batch(["x", "y", "z"]).tolist() == np.eye(3).tolist()
    assert asyncio.run(model.aget_text_embedding("y")).tolist() == [0, 1, 0]
    assert model.get_query_embedding_batch([]).shape == (0, 3)


def test_an_index_keeps_its_vectors_apart_from_those_of_others() -> None:
    storage = StorageContext()
    documents = [Document(letter * 3, letter) for letter in "abc"]
    index = VectorStoreIndex.from_documents(documents, storage_context=storage, embed_model=Letters())
    assert index.as_retriever(similarity_top_k=1).retrieve("which?")[0].text == "ccc"
    again = load_index_from_storage(storage, embed_model=Letters())
    assert again.index_struct == index.index_struct
    assert again.as_retriever(similarity_top_k=1).retrieve("which?")[0].text == "ccc"
    assert Letters().space == Letters().space != Letters("another").space


def test_each_batch_is_a_stage() -> None:
    handler = StageRecorder()
    with running(CancelToken(), [handler]):
        model = Letters(embed_batch_size=2)
        model.get_text_embedding_batch(["a", "b", "c"])
        model.get_query_embedding("a")
    assert [stage.payload["texts"] for stage in handler.get_events(CBEventType.EMBEDDING)] == [2, 1, 1]


class Several(Letters):
    """Does several texts at once, and so often."""

    calls = 0

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        self.calls += 1
        return [self._get_text_embedding(text) for text in texts]


def test_several_texts_at_once() -> None:
    model = Several(embed_batch_size=10)
    assert model.get_text_embedding_batch(["a"] * 25).shape == (25, 3)
    assert model.calls == 3


def test_what_was_embedded_says_the_size() -> None:
    asked: list[str] = []

    class Known(Letters):
        def _get_query_embedding(self, query: str) -> list[float]:
            asked.append(query)
            return [1.0, 0.0]

    model = Known()
    model.get_query_embedding("x")
    assert (model.space.dimensions, asked) == (2, ["x"])


def test_the_pretended_model_says_the_same_of_every_text() -> None:
    class Other(MockEmbedding):
        def _get_text_embedding(self, text: str) -> list[float]:
            return [float(len(text))] * self.embed_dim

    assert MockEmbedding(embed_dim=2).get_text_embedding("a").tolist() == [0.5, 0.5]
    assert Other(embed_dim=2).get_text_embedding_batch(["a", "bc"]).tolist() == [[1, 1], [2, 2]]
    assert Other(embed_dim=2).get_query_embedding("abc").tolist() == [0.5, 0.5]


def test_vectors_are_compared_by_the_model() -> None:
    model = MockEmbedding(embed_dim=2)
    assert model.similarity(np.array([3, 4]), np.array([6, 8])) == pytest.approx(1.0)
    assert model.similarity(np.array([1, 2]), np.array([3, 4]), SimilarityMode.DOT_PRODUCT) == 11
