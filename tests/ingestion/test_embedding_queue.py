"""Search by meaning fills in behind the words, whatever the model's server does."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.embeddings import openai_like
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.cached import CachedEmbedding
from desktop_rag.embeddings.openai_like import OpenAILikeEmbedding
from desktop_rag.ingestion.embedding_queue import EmbeddingQueue
from desktop_rag.ingestion.progress import Progress
from desktop_rag.retrievers.bm25 import BM25Retriever
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.sqlite.properties import get_notice
from desktop_rag.storage.sqlite.vectors.embedding_cache import SqliteEmbeddingCache
from desktop_rag.storage.sqlite.vectors.spaces import passages_set_aside
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore
from tests.helpers.embedding_server import EmbeddingServer, vector_of
from tests.helpers.mock_embedding import MockEmbedding

TOO_LONG = '{"error": {"message": "input is too large to process. increase the physical batch size"}}'


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as server:
        yield server


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_like, "FIRST_DELAY", 0.001)


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[StorageContext]:
    with StorageContext(tmp_path / "library.ragindex") as storage:
        yield storage


def put(storage: StorageContext, path: str, texts: list[str]) -> list[int]:
    nodes = [NodeRecord(1, place, place + 1, "", text, text) for place, text in enumerate(texts)]
    with storage.transaction():
        return storage.documents.replace_file(DocumentRecord(path, 1, 1, b"", {}, [("1", "")], nodes))


def should_retry(storage: StorageContext) -> bool:
    """Whether passages wait, and the library says why."""
    totals = storage.documents.totals()
    return bool(get_notice(storage.connection)) and totals.nodes_embedded < totals.nodes


def model(server: EmbeddingServer, **options: object) -> OpenAILikeEmbedding:
    return OpenAILikeEmbedding("m", server.address, max_retries=2, **options)  # type: ignore[arg-type]


def run(storage: StorageContext, model: BaseEmbedding, told: list[Progress] | None = None) -> str:
    return EmbeddingQueue(storage, model, (told if told is not None else []).append, CancelToken()).run()


def stored(storage: StorageContext, model: BaseEmbedding, rowids: list[int]) -> list[np.ndarray]:
    found = SqliteVecVectorStore(storage.connection, model.space).get(rowids)
    return [found[rowid] for rowid in rowids]


def unit(text: str) -> np.ndarray:
    vector = np.array(vector_of(text))
    return vector / np.linalg.norm(vector)


def test_similar_lengths_go_together(storage: StorageContext, server: EmbeddingServer) -> None:
    texts = [("word " * (3 + number % 7 * 60)).strip() + str(number) for number in range(100)]
    rowids = put(storage, "/a", texts)
    told: list[Progress] = []
    embed_model = model(server)
    assert run(storage, embed_model, told) == ""
    assert np.allclose(stored(storage, embed_model, rowids), [unit(text) for text in texts], atol=1e-6)
    padded = sum(max(map(len, request["input"])) * len(request["input"]) for request in server.requests)
    assert padded < 1.3 * sum(map(len, texts))
    assert (told[0].nodes_embedded, told[0].nodes) == (0, 100)
    assert told[-1].nodes_embedded == 100
    assert {progress.stage for progress in told} == {"embedding"}


@pytest.mark.parametrize("status", [400, 413, 422, 500])
def test_too_long_is_halved_and_never_sent_again_as_it_is(
    storage: StorageContext, server: EmbeddingServer, status: int
) -> None:
    long = " ".join(f"word{number}" for number in range(300))
    rowids = put(storage, "/a", ["a short one", long, "another"])
    server.refuse = lambda texts: (status, {}, TOO_LONG) if max(map(len, texts)) > 900 else None
    embed_model = model(server, max_tokens=100_000)
    assert run(storage, embed_model) == ""
    sent = [tuple(request["input"]) for request in server.requests]
    assert len(set(sent)) == len(sent)
    parts = [text for text in server.texts if text in long and len(text) <= 900]
    parts.sort(key=long.index)
    assert "".join(parts) == long
    mean = sum(unit(part) * len(part) for part in parts)
    assert np.allclose(stored(storage, embed_model, rowids)[1], mean / np.linalg.norm(mean), atol=1e-5)


def test_a_text_that_cannot_be_embedded_is_set_aside(storage: StorageContext, server: EmbeddingServer) -> None:
    texts = [f"passage {number}" for number in range(60)]
    texts[17] = "cursed"
    texts[41] = "cursed too"
    rowids = put(storage, "/docs/report.pdf", texts)
    server.refuse = lambda sent: (400, {}) if any(text.startswith("cursed") for text in sent) else None
    embed_model = model(server)
    notice = run(storage, embed_model)
    assert notice == "2 passages are found by words only, because the model cannot read them (report.pdf)."
    assert get_notice(storage.connection) == notice
    assert passages_set_aside(storage.connection) == [("/docs/report.pdf", 2)]
    totals = storage.documents.totals()
    assert (totals.nodes, totals.nodes_embedded) == (60, 60)
    there = SqliteVecVectorStore(storage.connection, embed_model.space).get(rowids)
    assert sorted(set(rowids) - there.keys()) == [rowids[17], rowids[41]]
    assert [found.node.text for found in BM25Retriever(storage, 5).retrieve("cursed")] == ["cursed", "cursed too"]
    count = len(server.requests)
    assert run(storage, embed_model) == notice
    assert len(server.requests) == count  # not tried for ever
    assert not should_retry(storage)


def nan(body: dict[str, object]) -> object:
    items = body["data"]
    assert isinstance(items, list)
    items[-1]["embedding"][0] = float("nan")
    return body


def zeros(body: dict[str, object]) -> object:
    items = body["data"]
    assert isinstance(items, list)
    items[0]["embedding"] = [0.0] * len(items[0]["embedding"])
    return body


def too_few(body: dict[str, object]) -> object:
    items = body["data"]
    assert isinstance(items, list)
    return body | {"data": items[:-1]}


@pytest.mark.parametrize(
    ("change", "said"), [(nan, "invalid numbers"), (zeros, "zeros"), (too_few, "sent no usable vectors")]
)
def test_wrong_vectors_are_not_stored(
    storage: StorageContext, server: EmbeddingServer, change: Callable[[dict[str, object]], object], said: str
) -> None:
    put(storage, "/a", [f"text {number}" for number in range(10)])
    embed_model = model(server)
    embed_model.expect(8)
    server.change = change
    notice = run(storage, embed_model)
    assert said in notice
    assert storage.documents.totals().nodes_embedded == 0
    assert SqliteVecVectorStore(storage.connection, embed_model.space).count() == 0
    assert len(server.requests) < 8
    assert should_retry(storage)
    server.change = dict
    assert run(storage, embed_model) == ""
    assert storage.documents.totals().nodes_embedded == 10
    assert not should_retry(storage)


def test_a_model_of_another_size(storage: StorageContext, server: EmbeddingServer) -> None:
    put(storage, "/a", ["one"])
    embed_model = model(server)
    run(storage, embed_model)
    put(storage, "/b", ["two", "three"])
    server.dimensions = 5
    assert "5 numbers" in run(storage, embed_model)
    assert SqliteVecVectorStore(storage.connection, embed_model.space).count() == 1


def test_a_server_that_dies_in_the_middle(storage: StorageContext) -> None:
    texts = [f"text {number} " + "word " * 200 for number in range(60)]
    put(storage, "/a", texts)
    with EmbeddingServer() as server:
        port = server.port
        server.dies_after = 4
        embed_model = OpenAILikeEmbedding("m", server.address, max_retries=1)
        notice = run(storage, embed_model)
    assert notice.startswith("New passages are found by words only for now: ")
    assert "tries again automatically" in notice
    done = storage.documents.totals().nodes_embedded
    assert 0 < done < 60
    assert len(BM25Retriever(storage, 60).retrieve("word")) == 60
    assert should_retry(storage)
    with EmbeddingServer(port) as server:
        assert run(storage, embed_model) == ""
        assert len(server.texts) == 60 - done
    assert storage.documents.totals().nodes_embedded == 60
    assert get_notice(storage.connection) == ""


def test_nobody_there_and_the_size_not_known(storage: StorageContext, tmp_path: Path) -> None:
    put(storage, "/a", ["one"])
    with CachedEmbedding(
        OpenAILikeEmbedding("m", "http://127.0.0.1:9", max_retries=1), SqliteEmbeddingCache(tmp_path / "c.db")
    ) as cached:
        assert "No server responds" in run(storage, cached)
    assert should_retry(storage)


def test_a_model_that_refuses_everything(storage: StorageContext, server: EmbeddingServer) -> None:
    put(storage, "/a", ["one", "two"])
    server.refuse = lambda _: (400, {}, '{"error": {"message": "this model makes no embeddings"}}')
    assert "makes no embeddings" in run(storage, model(server))
    expected = model(server)
    expected.expect(8)
    assert "makes no embeddings" in run(storage, expected)
    assert not passages_set_aside(storage.connection)
    assert should_retry(storage)


def test_too_many_requests_do_not_make_texts_guilty(storage: StorageContext, server: EmbeddingServer) -> None:
    put(storage, "/a", [f"text {number}" for number in range(8)])
    server.refuse = lambda texts: (429, {"Retry-After": "0.01"}) if len(texts) > 1 else None
    assert "too many" in run(storage, model(server))
    assert not passages_set_aside(storage.connection)
    server.refuse = lambda _: None
    server.script((429, {"Retry-After": "0.3"}))
    started = time.monotonic()
    assert run(storage, model(server)) == ""
    assert time.monotonic() - started > 0.3


def test_stopped_in_the_middle(storage: StorageContext) -> None:
    put(storage, "/a", [f"text {number} " + "word " * 400 for number in range(50)])
    token = CancelToken()
    embed_model = MockEmbedding()

    def stop(progress: Progress) -> None:
        if progress.nodes_embedded:
            token.cancel()

    with pytest.raises(CancelledError):
        EmbeddingQueue(storage, embed_model, stop, token).run()
    first = storage.documents.totals().nodes_embedded
    assert 0 < first < 50
    run(storage, embed_model)
    assert sum(map(len, embed_model.batches)) == 50


def test_nothing_is_embedded_twice(storage: StorageContext, tmp_path: Path, server: EmbeddingServer) -> None:
    long = " ".join(f"word{number}" for number in range(2000))
    texts = [f"text {number}" for number in range(20)] + [long]
    with CachedEmbedding(model(server), SqliteEmbeddingCache(tmp_path / "cache.db")) as cached:
        put(storage, "/a", texts)
        run(storage, cached)
        count = len(server.texts)
        assert count > 21  # the long one was sent in parts
        with storage.transaction():
            storage.documents.delete_files(["/a"])
        put(storage, "/moved/b", texts)
        run(storage, cached)
        with StorageContext(tmp_path / "other.ragindex") as other:
            put(other, "/a", texts)
            run(other, cached)
            assert other.documents.totals().nodes_embedded == 21
    assert len(server.texts) == count
