"""Texts are compared token by token."""

import itertools
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


@pytest.mark.slow
def test_what_was_compared_before_is_remembered_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multilingual_e5, "_REMEMBERED", 3)
    model = MultilingualE5Embedding()
    for number in range(5):
        model.compare_tokens(f"Sentence {number}.", SOURCES[:2])
    assert model._tokens.known("passage: Sentence 4.") is not None
    assert model._tokens.known("passage: Sentence 3.") is None
    assert len(model._tokens._kept) == 3


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


QUESTION = "Can I keep a dog?"
LEASE = "The rent is due on the first day of each month. Dogs and cats are not allowed. The lease runs for two years."


def test_the_part_of_a_passage_that_answers_is_nearest_to_a_question(embed_model: MultilingualE5Embedding) -> None:
    (found,) = embed_model.compare_question(QUESTION, [LEASE])
    assert words(LEASE, [tuple(one) for one in found.offsets.tolist()])[:4] == ["The", "rent", "is", "due"]
    parts = [LEASE.index(one) for one in ("The rent", "Dogs", "The lease")] + [len(LEASE)]
    rent, dogs, lease = (found.nearness(start, end) for start, end in itertools.pairwise(parts))
    assert rent is not None
    assert dogs is not None
    assert lease is not None
    assert dogs > max(rent, lease)


def test_passages_are_as_near_to_questions_as_the_nearest_of_their_tokens(embed_model: MultilingualE5Embedding) -> None:
    passages = [LEASE, "Beat three eggs with the sugar and bake for 45 minutes."]
    found = embed_model.nearness([QUESTION, "How many eggs do I need?"], passages)
    assert found[0, 0] > found[0, 1] + 0.02
    assert found[1, 1] > found[1, 0] + 0.02
    (whole,) = embed_model.compare_question(QUESTION, [LEASE])
    assert whole.nearness(0, len(LEASE)) == pytest.approx(found[0, 0], abs=1e-5)


def test_the_end_of_a_passage_longer_than_the_model_reads_counts_too(embed_model: MultilingualE5Embedding) -> None:
    long = "The rent is due on the first day of each month. " * 60 + LEASE
    (found,) = embed_model.compare_question(QUESTION, [long])
    assert len(found.offsets) > multilingual_e5.MAXIMUM_TOKENS
    start = long.index("Dogs")
    assert words(long, [tuple(one) for one in found.offsets.tolist() if one[1] > start])[:3] == ["Dog", "s", "and"]
    last, first = found.nearness(start, start + 31), found.nearness(0, 48)
    assert last is not None
    assert first is not None
    assert last > first


def test_what_has_no_tokens_is_near_to_nothing(embed_model: MultilingualE5Embedding) -> None:
    assert embed_model.nearness([QUESTION, ""], ["", LEASE]).tolist()[1] == [0.0, 0.0]
    empty, lease = embed_model.compare_question(QUESTION, ["", LEASE])
    assert empty.nearness(0, 10) is None
    assert lease.nearness(len(LEASE), len(LEASE) + 10) is None
    assert embed_model.compare_question(QUESTION, []) == []
