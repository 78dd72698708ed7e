"""Texts are compared token by token."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.embeddings import multilingual_e5
from desktop_rag.embeddings.cached import CachedEmbedding
from desktop_rag.embeddings.late_interaction import comparing_tokens
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.embeddings.openai_like import OpenAILikeEmbedding
from desktop_rag.storage.sqlite.vectors.embedding_cache import SqliteEmbeddingCache

SENTENCE = "The costs of raw materials fell."
SOURCES = ("The costs of raw materials fell.", "The costs of raw materials increased.", "Cats sleep a lot.")


def words(text: str, offsets: Sequence[tuple[int, int]]) -> list[str]:
    return [text[start:end].strip() for start, end in offsets]


def test_the_same_tokens_are_near_and_others_are_not(embed_model: MultilingualE5Embedding) -> None:
    found = embed_model.compare_tokens(SENTENCE, SOURCES)
    assert words(SENTENCE, found.offsets) == ["The", "costs", "of", "raw", "materials", "fell", "."]
    assert found.nearest.shape == (7, 3)
    assert found.nearest[:, 0] == pytest.approx(1, abs=1e-4)
    assert found.cosines[0] == pytest.approx(1, abs=1e-4)
    costs, fell = found.nearest[1], found.nearest[5]
    assert costs[1] > 0.9 > fell[1] > fell[2]
    assert list(np.argsort(-found.cosines)) == [0, 1, 2]


def test_a_word_is_near_to_its_translation(embed_model: MultilingualE5Embedding) -> None:
    found = embed_model.compare_tokens(SENTENCE, ("Die Rohstoffkosten sind gestiegen.", "Katzen schlafen viel."))
    costs = words(SENTENCE, found.offsets).index("costs")
    assert found.nearest[costs, 0] > found.nearest[costs, 1] + 0.2


def test_the_whole_texts_compare_as_their_vectors_do(embed_model: MultilingualE5Embedding) -> None:
    vectors = embed_model.get_text_embedding_batch([SENTENCE, *SOURCES])
    found = embed_model.compare_tokens(SENTENCE, SOURCES)
    assert found.cosines == pytest.approx(vectors[1:] @ vectors[0], abs=1e-3)


def test_texts_without_words_and_long_ones_are_compared(embed_model: MultilingualE5Embedding) -> None:
    assert embed_model.compare_tokens("", SOURCES).nearest.shape == (0, 3)
    found = embed_model.compare_tokens("word " * 700, ("", "word " * 700))
    assert found.nearest.shape == (multilingual_e5.MAXIMUM_TOKENS - 3, 2)
    assert found.nearest[:, 0].max() == 0.0


def test_what_was_compared_before_is_remembered_up_to_a_limit(
    embed_model: MultilingualE5Embedding, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(multilingual_e5, "_REMEMBERED", 3)
    for number in range(5):
        embed_model.compare_tokens(f"Sentence {number}.", SOURCES[:2])
    assert "Sentence 4." in embed_model._tokens
    assert len(embed_model._tokens) == 3


def test_what_was_compared_is_not_embedded_again(
    embed_model: MultilingualE5Embedding, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "Nobody has embedded this sentence before."
    expected = MultilingualE5Embedding().get_text_embedding_batch([text, *SOURCES])
    embed_model.compare_tokens(text, SOURCES)
    with monkeypatch.context() as patch:
        patch.setattr(multilingual_e5, "_run", None)
        found = embed_model.get_text_embedding_batch([text, *SOURCES])
        with pytest.raises(TypeError):  # as a question it is another text
            embed_model.get_query_embedding(text)
    assert np.sum(found * expected, axis=1).min() > 0.999, "vectors depend a little on what else is in a batch"
    long = "word " * 700
    embed_model.compare_tokens(long, ())
    assert embed_model.embed_prepared([f"passage: {long[:1000]}"]).shape == (1, 384)


def test_a_model_behind_a_cache_compares_and_others_do_not(
    embed_model: MultilingualE5Embedding, tmp_path: Path
) -> None:
    with CachedEmbedding(embed_model, SqliteEmbeddingCache(tmp_path / "vectors.sqlite")) as cached:
        assert comparing_tokens(cached) is embed_model
    assert comparing_tokens(embed_model) is embed_model
    assert comparing_tokens(None) is None
    assert comparing_tokens(OpenAILikeEmbedding("some-model", "http://127.0.0.1:9/v1")) is None
