"""No text is too long, and nothing of one is left out."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.core.schema import TextNode
from desktop_rag.embeddings import openai_like
from desktop_rag.embeddings.base import cut, in_parts
from desktop_rag.embeddings.multilingual_e5 import MAXIMUM_TOKENS, MultilingualE5Embedding
from desktop_rag.embeddings.openai_like import OpenAILikeEmbedding
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.services.embedding_child import ChildEmbedding
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.embedding_server import EmbeddingServer
from tests.helpers.mock_embedding import MockEmbedding
from tests.helpers.scripted_server import Reply, ScriptedServer


@pytest.fixture
def child(tmp_path: Path) -> Iterator[ChildEmbedding]:
    model = ChildEmbedding(tmp_path / "embedder.json")
    yield model
    model.close()


@pytest.mark.parametrize("text", ["ab", "word " * 500, "x" * 999, "山" * 77, "a\n" * 50 + "b" * 300])
@pytest.mark.parametrize("count", [2, 3, 7])
def test_parts_are_the_whole(text: str, count: int) -> None:
    parts = in_parts(text, count)
    assert "".join(parts) == text
    assert all(parts)
    assert 2 <= len(parts) <= max(2, count)
    pieces = cut(["x", text, ""], 10, lambda texts: [len(one) for one in texts])
    assert "".join(piece.text for piece in pieces if piece.owner == 1) == text
    assert all(len(piece.text) <= 10 for piece in pieces)
    assert [piece.owner for piece in pieces] == sorted(piece.owner for piece in pieces)


class _Short(MockEmbedding):
    """Reads ten bytes; a vector is how often the letters a, b, c come."""

    @property
    def max_tokens(self) -> int:
        return 100

    def count_tokens(self, texts: object) -> list[int]:
        assert isinstance(texts, list)
        return [len(text) for text in texts]

    def vector_of(self, text: str) -> np.ndarray:
        assert len(text) <= 100
        return np.array([text.count("a"), text.count("b"), text.count("c")], np.float32)


def test_the_mean_direction_of_the_parts() -> None:
    model = _Short(3)
    model.text_instruction = "p: "
    short, long = model.get_text_embedding_batch(["abc", "a" * 291 + "b" * 97])
    assert short.tolist() == [1, 1, 1]  # as it is
    assert long.tolist() == pytest.approx((np.array([3, 1, 0]) / np.sqrt(10)).tolist(), abs=1e-5)
    assert all(text.startswith("p: ") for batch in model.batches for text in batch)
    index = VectorStoreIndex([TextNode(text="b" * 5000, id_="n")], storage_context=StorageContext(), embed_model=model)
    assert [found.node.node_id for found in index.as_retriever(1).retrieve("b" * 1000)] == ["n"]


@pytest.mark.slow
def test_the_built_in_model(child: ChildEmbedding, embed_model: MultilingualE5Embedding) -> None:
    long = "The weather was fine on that day. " * 80
    texts = ["Cats sleep.", long, "cats " * 505, "山" * 600]
    here, there = embed_model.get_text_embedding_batch(texts), child.get_text_embedding_batch(texts)
    assert np.allclose(here, there, atol=2e-2)
    assert np.allclose(np.linalg.norm(there, axis=1), 1, atol=1e-5)
    assert max(child.count_tokens(["passage: " + "cats " * 505])) > MAXIMUM_TOKENS
    assert float(here[1] @ embed_model.get_text_embedding("The weather was fine on that day.")) > 0.85
    query = child.get_query_embedding(long)
    assert query.shape == (384,)


def test_what_servers_tell_of_themselves() -> None:
    cases = {
        "/props": ({"default_generation_settings": {"n_ctx": 300}}, 300),
        "/info": ({"max_input_length": 400}, 400),
        "/api/show": ({"model_info": {"bert.context_length": 512, "bert.block_count": 4}}, 512),
        "/v1/models": ({"data": [{"id": "other"}, {"id": "m", "max_model_len": 999}]}, 999),
    }
    for path, (facts, expected) in cases.items():
        with EmbeddingServer() as server:
            server.facts[path] = facts
            assert OpenAILikeEmbedding("m", server.address).max_tokens == expected
            assert OpenAILikeEmbedding("m", server.address, max_tokens=77).max_tokens == 77
    with EmbeddingServer() as server:
        server.facts["/api/show"] = {"model_info": {"qwen3.context_length": 40960}}
        assert OpenAILikeEmbedding("m", server.address).max_tokens == 2048  # what Ollama reads unless told otherwise
    with EmbeddingServer() as server:
        model = OpenAILikeEmbedding("m", server.address, text_instruction="t: ")
        assert model.max_tokens == 512
        model.get_text_embedding("longer and longer, " * 400)
        assert len(server.texts) > 3
        assert all(text.startswith("t: ") for text in server.texts)
        assert max(model.count_tokens(server.texts)) <= 512
    assert OpenAILikeEmbedding("text-embedding-3-small").max_tokens == 8191
    assert OpenAILikeEmbedding("m", "http://127.0.0.1:9").max_tokens == 512


def test_a_server_that_does_not_tell_is_not_waited_for_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_like, "_SECONDS", 0.2)
    with ScriptedServer() as server:
        server.pages["/props"] = Reply(hang=True)
        model = OpenAILikeEmbedding("m", server.base_url)
        assert [model.max_tokens for _ in range(5)] == [512] * 5
        assert [one.path for one in server.requests] == ["/props"]
        monkeypatch.setattr(openai_like, "AS_A_GUESS", 0.0)
        model = OpenAILikeEmbedding("m", server.base_url)
        server.pages["/props"] = Reply(wire=b"")
        assert model.max_tokens == 512
        server.pages["/props"] = {"default_generation_settings": {"n_ctx": 300}}
        assert model.max_tokens == 300  # it may answer later
