"""Vectors that were made once are not made again, whatever happens to the file."""

import threading
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.embeddings.cached import CachedEmbedding
from desktop_rag.embeddings.openai_like import OpenAILikeEmbedding
from desktop_rag.storage.sqlite.vectors.embedding_cache import SqliteEmbeddingCache
from tests.helpers.embedding_server import EmbeddingServer
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.mock_embedding import VocabularyEmbedding

WORDS = "a b c d e f g h".split()


def test_only_what_is_new_is_embedded(tmp_path: Path) -> None:
    model = VocabularyEmbedding(WORDS)
    plain = VocabularyEmbedding(WORDS)
    path = tmp_path / "cache" / "vectors.db"
    with CachedEmbedding(model, SqliteEmbeddingCache(path)) as cached:
        first = cached.get_text_embedding_batch(["a", "b b", "a"])
        assert model.batches == [["a", "b b"]]
        assert cached.get_text_embedding_batch([]).shape == (0, 8)
    with CachedEmbedding(model, SqliteEmbeddingCache(path)) as cached:
        again = cached.get_text_embedding_batch(["a", "c", "b b"])
        assert model.batches[1:] == [["c"]]
        assert np.array_equal(again[[0, 2]], first[:2])
        assert np.array_equal(again, plain.get_text_embedding_batch(["a", "c", "b b"]))
        cached.get_query_embedding("a")
        assert model.batches[2:] == [["a"]]  # a question is not a passage
        cached.get_agg_embedding_from_queries(["a", "d", "e"])
        assert model.batches[3:] == [["d", "e"]]
        assert cached.space == model.space


def test_spaces_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "vectors.db"
    for rules in ("x", "y"):
        model = VocabularyEmbedding(WORDS, rules)
        with CachedEmbedding(model, SqliteEmbeddingCache(path)) as cached:
            cached.get_text_embedding("a")
        assert model.batches == [["a"]]


def test_what_was_made_before_a_failure_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "vectors.db"
    texts = [f"t{number}" for number in range(200)]
    with (
        CachedEmbedding(HashedEmbedding(fails_at=3), SqliteEmbeddingCache(path)) as cached,
        pytest.raises(RuntimeError),
    ):
        cached.get_text_embedding_batch(texts)
    model = HashedEmbedding()
    with CachedEmbedding(model, SqliteEmbeddingCache(path)) as cached:
        cached.get_text_embedding_batch(texts)
        assert len(model.embedded) == 200 - 2 * cached.embed_batch_size
        assert cached.get_query_embedding("q").shape == (16,)


def test_a_damaged_file_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "vectors.db"
    path.write_bytes(b"no database " * 500)
    model = VocabularyEmbedding(WORDS)
    for _ in range(2):
        with CachedEmbedding(model, SqliteEmbeddingCache(path)) as cached:
            cached.get_text_embedding("a")
    assert len(model.batches) == 1


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    model = VocabularyEmbedding(WORDS)
    (tmp_path / "folder.db").mkdir()
    cache = SqliteEmbeddingCache(tmp_path / "folder.db")
    with CachedEmbedding(model, cache) as cached:
        assert cached.get_text_embedding("a").shape == (8,)
        cache._db.execute("PRAGMA query_only = 1")
        assert cached.get_text_embedding("b").shape == (8,)
        assert cached.get_text_embedding("b").shape == (8,)


def test_bounded(tmp_path: Path) -> None:
    path = tmp_path / "vectors.db"
    model = HashedEmbedding()
    with CachedEmbedding(model, SqliteEmbeddingCache(path)) as cached:
        cached.get_text_embedding_batch([f"t{number}" for number in range(2000)])
    cache = SqliteEmbeddingCache(path, maximum_bytes=100_000)
    with CachedEmbedding(model, cache) as cached:
        ((count,),) = cache._db.execute("SELECT count(*) FROM vectors").fetchall()
        assert count == 1000
        model.calls.clear()
        cached.get_text_embedding("t1999")
        assert model.calls == []


def test_shared_by_threads_and_files(tmp_path: Path) -> None:
    path = tmp_path / "vectors.db"
    models = [VocabularyEmbedding(WORDS) for _ in range(2)]
    expected = VocabularyEmbedding(WORDS).get_text_embedding_batch([f"a {word}" for word in WORDS] * 5)
    wrong: list[int] = []
    with (
        CachedEmbedding(models[0], SqliteEmbeddingCache(path)) as one,
        CachedEmbedding(models[1], SqliteEmbeddingCache(path)) as other,
    ):

        def work(number: int) -> None:
            cached = (one, other)[number % 2]
            for _ in range(5):
                found = cached.get_text_embedding_batch([f"a {word}" for word in WORDS] * 5)
                if not np.array_equal(found, expected):
                    wrong.append(number)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert wrong == []


def test_without_its_server_what_is_known_is_still_found(tmp_path: Path) -> None:
    path = tmp_path / "vectors.db"
    with (
        EmbeddingServer() as server,
        CachedEmbedding(OpenAILikeEmbedding("m", server.address), SqliteEmbeddingCache(path)) as cached,
    ):
        vector = cached.get_query_embedding("a")
        address = server.address
    with CachedEmbedding(OpenAILikeEmbedding("m", address, max_retries=0), SqliteEmbeddingCache(path)) as cached:
        assert cached.space.dimensions == 8
        assert np.array_equal(cached.get_query_embedding("a"), vector)
        with pytest.raises(UserError):
            cached.get_query_embedding("b")
