"""Embedding models behind an address: a real server on this computer, and everything that goes wrong with one."""

import json
import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import CBEventType, StageRecorder, running
from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.embeddings import openai_like
from desktop_rag.embeddings.base import get_agg_embedding_from_queries
from desktop_rag.embeddings.openai_like import OpenAILikeEmbedding
from tests.helpers.embedding_server import EmbeddingServer, vector_of


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as server:
        yield server


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_like, "FIRST_DELAY", 0.001)


def unit(text: str, dimensions: int = 8) -> np.ndarray:
    vector = np.array(vector_of(text, dimensions))
    return vector / np.linalg.norm(vector)


def test_batches_in_order(server: EmbeddingServer) -> None:
    model = OpenAILikeEmbedding("m", server.address, "key", embed_batch_size=3, default_headers={"X-Team": "a"})
    texts = [f"text {number}" for number in range(8)]
    debug = StageRecorder()
    with running(handlers=[debug]):
        vectors = model.get_text_embedding_batch(texts)
    assert vectors.dtype == np.float32
    assert np.allclose(vectors, [unit(text) for text in texts], atol=1e-6)
    assert server.sizes == [3, 3, 2]
    assert server.paths[0] == "/v1/embeddings"
    assert server.headers[0]["authorization"] == "Bearer key"
    assert server.headers[0]["x-team"] == "a"
    stages = debug.get_events(CBEventType.EMBEDDING)
    assert [stage.payload["texts"] for stage in stages] == [3, 3, 2]
    assert model.get_text_embedding_batch([]).shape == (0, 8)


def test_by_index_whatever_the_order(server: EmbeddingServer) -> None:
    server.change = lambda body: body | {"data": body["data"][::-1]}
    vectors = OpenAILikeEmbedding("m", server.address).get_text_embedding_batch(["a", "b", "c"])
    assert np.allclose(vectors, [unit("a"), unit("b"), unit("c")], atol=1e-6)
    server.change = lambda body: {"data": [{"embedding": item["embedding"]} for item in body["data"]]}
    vectors = OpenAILikeEmbedding("m", server.address).get_text_embedding_batch(["a", "b"])
    assert np.allclose(vectors, [unit("a"), unit("b")], atol=1e-6)


def test_instructions_and_space(server: EmbeddingServer) -> None:
    model = OpenAILikeEmbedding("m", f"{server.address}/v1/embeddings", query_instruction="q: ", text_instruction="t: ")
    assert model.space == EmbeddingSpace("openai", "m", 8, "q: |t: ")
    assert model.space.dimensions == 8
    assert len(server.requests) == 1
    assert np.allclose(model.get_query_embedding("x"), unit("q: x"), atol=1e-6)
    assert np.allclose(model.get_text_embedding("x"), unit("t: x"), atol=1e-6)
    get_agg_embedding_from_queries(model, ["a", "b", "c"])
    assert server.requests[-1]["input"] == ["q: a", "q: b", "q: c"]
    expected = OpenAILikeEmbedding("m", server.address)
    expected.expect(8)
    assert expected.space.dimensions == 8
    assert len(server.requests) == 4
    assert "dimensions" not in server.requests[0]


def test_shorter_vectors_and_empty_texts(server: EmbeddingServer) -> None:
    server.dimensions = 4
    OpenAILikeEmbedding("m", server.address, dimensions=4).get_text_embedding_batch(["", "a"])
    assert server.requests[0]["dimensions"] == 4
    assert server.requests[0]["input"] == [" ", "a"]


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503])
def test_what_may_pass_is_sent_again(server: EmbeddingServer, status: int) -> None:
    server.script((status, {}), (status, {}))
    vectors = OpenAILikeEmbedding("m", server.address).get_text_embedding_batch(["a"])
    assert np.allclose(vectors, [unit("a")], atol=1e-6)
    assert len(server.requests) == 3


@pytest.mark.parametrize("max_retries", [0, 1, 3])
def test_so_many_retries_and_no_more(server: EmbeddingServer, max_retries: int) -> None:
    # the reference sends 2 requests for 1 retry and 6 for 2
    server.script(*[(500, {})] * 20)
    with pytest.raises(UserError) as caught:
        OpenAILikeEmbedding("m", server.address, max_retries=max_retries).get_text_embedding_batch(["a"])
    assert caught.value.next_step
    assert len(server.requests) == 1 + max_retries


@pytest.mark.parametrize(
    ("status", "text"), [(400, ""), (401, ""), (403, ""), (404, ""), (422, ""), (429, "insufficient_quota")]
)
def test_a_refusal_is_final(server: EmbeddingServer, status: int, text: str) -> None:
    server.script((status, {}, json.dumps({"error": {"message": f"no: {text}", "code": text}})))
    with pytest.raises(UserError) as caught:
        OpenAILikeEmbedding("m", server.address, "k").get_text_embedding_batch(["a"])
    assert caught.value.next_step
    assert len(server.requests) == 1


def test_the_servers_wish_is_respected(server: EmbeddingServer) -> None:
    server.script((429, {"Retry-After": "0.4"}))
    OpenAILikeEmbedding("m", server.address).get_text_embedding_batch(["a"])
    assert 0.4 <= server.times[1] - server.times[0] < 2
    server.script((429, {"Retry-After": "3600"}))
    with pytest.raises(UserError, match=r"3600|too many"):
        OpenAILikeEmbedding("m", server.address).get_text_embedding_batch(["a"])


def test_delays_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_like, "FIRST_DELAY", 0.5)
    for attempt, most in enumerate([0.5, 1, 2, 4, 8, 16, 20, 20]):
        delays = [openai_like._delay(attempt, None) for _ in range(50)]
        assert most / 2 <= min(delays) < max(delays) <= most


TOO_MANY = json.dumps({"error": {"message": "batch size 100 > maximum allowed batch size 4", "type": "Validation"}})


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_batch_that_is_too_large_is_halved(server: EmbeddingServer, status: int) -> None:
    server.refuse = lambda texts: (status, {}, TOO_MANY) if len(texts) > 4 else None
    model = OpenAILikeEmbedding("m", server.address, embed_batch_size=16)
    texts = [f"text {number}" for number in range(32)]
    vectors = model.get_text_embedding_batch(texts)
    assert np.allclose(vectors, [unit(text) for text in texts], atol=1e-6)
    assert server.sizes == [16, 8, 4, 4, 4, 4, *[4] * 4]  # what was learned is not asked again


def test_a_text_that_is_too_long_is_read_in_pieces(server: EmbeddingServer) -> None:
    server.refuse = lambda texts: (
        (500, {}, '{"error": {"message": "input is too large to process"}}') if max(map(len, texts)) > 1000 else None
    )
    model = OpenAILikeEmbedding("m", server.address)
    long = "word " * 600
    vectors = model.get_text_embedding_batch(["a", long, "b"])
    assert np.allclose(vectors[[0, 2]], [unit("a"), unit("b")], atol=1e-6)
    assert np.linalg.norm(vectors[1]) == pytest.approx(1, abs=1e-6)
    read = {text for request in server.requests for text in request["input"] if "word" in text and len(text) <= 1000}
    assert sum(map(len, read)) <= len(long)
    server.refuse = lambda texts: (413, {}, "")
    with pytest.raises(UserError, match="longer"):
        model.get_text_embedding_batch(["a short text"])


@pytest.mark.parametrize(
    "data",
    [
        [], [{"index": 0, "embedding": []}], [{"index": 1, "embedding": [1.0]}], [{"index": 0, "embedding": "AAAA"}],
        [{"index": 0, "embedding": [1.0, "x"]}], [{"index": 0, "embedding": [1.0]}] * 2, [{"index": 0}], None, "x",
        [{"index": 0, "embedding": [[1.0]]}], [{"index": 0, "embedding": [1.0, None]}],
        [{"index": 0, "embedding": [float("nan"), 1.0]}], [{"index": 0, "embedding": [float("inf"), 1.0]}],
    ],
)  # fmt: skip
def test_nonsense_is_refused(server: EmbeddingServer, data: object) -> None:
    server.change = lambda _: {"data": data}
    with pytest.raises(UserError) as caught:
        OpenAILikeEmbedding("m", server.address, max_retries=2).get_text_embedding_batch(["a"])
    assert caught.value.next_step
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "text",
    [
        "[1" + "0" * 400 + ", 1]", "[1e999, 1]", "[NaN]", "[-Infinity, 0]", '["1.5", "2"]', "[true, false]", "[[], []]",
        "[" * 100_000, "[" + "9" * 5000 + "]", "[" + "{}," * 2_000_000 + "1]", "[" + "0," * 4_000_000 + "1]",
    ],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_numbers_that_are_none_are_refused(server: EmbeddingServer, text: str) -> None:
    server.script((200, {}, f'{{"data": [{{"index": 0, "embedding": {text}}}]}}'))
    with pytest.raises(UserError) as caught:
        OpenAILikeEmbedding("m", server.address, max_retries=0).get_text_embedding_batch(["a"])
    assert caught.value.next_step


@pytest.mark.parametrize("numbers", [[3e200, 4e200], [3e25, 4e25], [3e-30, 4e-30], [3e-200, 4e-200], [3, 4]])
def test_vectors_of_any_length_keep_their_direction(server: EmbeddingServer, numbers: list[float]) -> None:
    server.script((200, {}, json.dumps({"data": [{"index": 0, "embedding": numbers}]})))
    assert OpenAILikeEmbedding("m", server.address).get_text_embedding("a") == pytest.approx([0.6, 0.8])


def test_many_large_vectors_are_read(server: EmbeddingServer) -> None:
    server.dimensions = 8192
    vectors = OpenAILikeEmbedding("m", server.address).get_text_embedding_batch([str(n) for n in range(100)])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)


def test_vectors_of_another_size_are_refused(server: EmbeddingServer) -> None:
    model = OpenAILikeEmbedding("m", server.address)
    model.get_text_embedding("a")
    server.dimensions = 5
    with pytest.raises(UserError, match="5 numbers"):
        model.get_text_embedding("b")


def test_nothing_there() -> None:
    with pytest.raises(UserError, match="No server responds"):
        OpenAILikeEmbedding("m", "http://127.0.0.1:9").get_text_embedding("a")


@pytest.mark.parametrize("hang", [True, False])
def test_cancelled_at_once(server: EmbeddingServer, hang: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_like, "FIRST_DELAY", 20.0)
    server.hang = hang
    server.script(*[(500, {})] * 20)
    token = CancelToken()
    timer = threading.Timer(0.3, token.cancel)
    timer.start()
    started = time.monotonic()
    with pytest.raises(CancelledError), running(token):
        OpenAILikeEmbedding("m", server.address).get_text_embedding_batch(["a"])
    assert time.monotonic() - started < 10  # of twenty seconds, or of a server that hangs
    timer.join()
    assert len(server.requests) == 1


def test_several_threads(server: EmbeddingServer) -> None:
    model = OpenAILikeEmbedding("m", server.address, embed_batch_size=2)
    results: dict[int, np.ndarray] = {}

    def work(number: int) -> None:
        results[number] = model.get_text_embedding_batch([f"{number}-{index}" for index in range(6)])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, vectors in results.items():
        assert np.allclose(vectors, [unit(f"{number}-{index}") for index in range(6)], atol=1e-6)
    assert len(results) == 4
