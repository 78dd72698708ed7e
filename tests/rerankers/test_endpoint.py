"""Rerankers on real servers of 127.0.0.1."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import running
from desktop_rag.llms.failures import ModelMissingError
from desktop_rag.postprocessor.endpoint_rerank import EndpointRerank
from desktop_rag.rerankers.endpoint import EndpointReranker
from tests.helpers.fixed_retriever import hits

TEXTS = ["aaa", "b", "cc"]


class Server(ThreadingHTTPServer):
    """Scores a text by its length, at the paths it has; ``script`` (status, body, headers) comes first."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.paths = {"/v1/rerank": "v1", "/rerank": "v1"}
        self.script: list[tuple[int, Any, dict[str, str]]] = []
        self.requests: list[tuple[str, dict[str, Any], str]] = []
        self.hang = threading.Event()
        self.hang.set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Be quiet."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server = self.server
        server.requests.append((self.path, body, self.headers.get("Authorization", "")))
        server.hang.wait(30)
        form = server.paths.get(self.path)
        if server.script:
            self._send(*server.script.pop(0))
        elif form is None:
            self._send(404, {"detail": "Not Found"}, {})
        elif form == "tei":
            self._tei(body)
        else:
            self._v1(body)

    def _v1(self, body: dict[str, Any]) -> None:
        if "documents" not in body:
            self._send(400, {"error": {"message": '"documents" must be provided'}}, {})
            return
        results = [{"index": place, "relevance_score": len(text)} for place, text in enumerate(body["documents"])]
        results.sort(key=lambda result: -result["relevance_score"])
        self._send(200, {"model": "m", "object": "list", "results": results, "usage": {"total_tokens": 3}}, {})

    def _tei(self, body: dict[str, Any]) -> None:
        if "texts" not in body:
            self._send(422, {"error": "missing field `texts`", "error_type": "Validation"}, {})
            return
        self._send(200, [{"index": place, "score": len(text) / 10} for place, text in enumerate(body["texts"])], {})

    def _send(self, status: int, value: object, headers: dict[str, str]) -> None:
        data = value.encode() if isinstance(value, str) else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        for name, text in headers.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield server
    server.hang.set()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("tail", ["", "/", "/v1", "/v1/", "/v1/rerank", "/rerank"])
def test_the_address_is_taken_as_people_write_it(server: Server, tail: str) -> None:
    assert EndpointReranker("m", server.url + tail, "key").rerank("q", TEXTS) == [3.0, 1.0, 2.0]
    (path, body, key) = server.requests[0]
    assert path == ("/rerank" if tail == "/rerank" else "/v1/rerank")
    assert body == {"model": "m", "query": "q", "documents": TEXTS}
    assert key == "Bearer key"


@pytest.mark.parametrize("tail", ["", "/v1", "/rerank"])
def test_the_other_form_is_found_out_once(server: Server, tail: str) -> None:
    server.paths = {"/rerank": "tei"}
    reranker = EndpointReranker("", server.url + tail)
    assert reranker.rerank("q", TEXTS) == [0.3, 0.1, 0.2]
    assert len(server.requests) == 2
    assert server.requests[1][1:] == ({"query": "q", "texts": TEXTS, "truncate": True}, "")
    reranker.rerank("q", TEXTS)
    assert len(server.requests) == 3


def test_many_texts_go_in_batches(server: Server) -> None:
    texts = ["x" * length for length in range(1, 101)]
    assert EndpointReranker("m", server.url, batch_size=32).rerank("q", texts) == [float(n) for n in range(1, 101)]
    assert sorted(len(body["documents"]) for _, body, _ in server.requests) == [4, 32, 32, 32]


@pytest.mark.slow
@pytest.mark.parametrize("failure", [(503, {"error": "loading"}, {}), (429, {}, {"Retry-After": "0"})])
def test_a_busy_server_is_asked_again(server: Server, failure: tuple[int, Any, dict[str, str]]) -> None:
    server.script = [failure]
    assert EndpointReranker("m", server.url).rerank("q", TEXTS) == [3.0, 1.0, 2.0]
    server.script = [failure] * 2
    with pytest.raises(UserError):
        EndpointReranker("m", server.url, max_retries=1).rerank("q", TEXTS)
    assert len(server.requests) == 4


@pytest.mark.parametrize(
    ("reply", "scores"),
    [
        ({"results": [{"index": 1, "relevance_score": 0.5}]}, [None, 0.5, None]),
        ({"data": [{"index": 0, "relevance_score": 1}, {"index": 7, "relevance_score": 9}]}, [1.0, None, None]),
        ('{"results": [{"index": 0, "relevance_score": NaN}, {"index": 2, "score": -4.5}]}', [None, None, -4.5]),
        ([{"index": "1", "score": 1}, {"score": 1}, "x", {"index": 0, "score": 2}], [2.0, None, None]),
        ([{"index": 1, "score": 1}, {"index": 1, "score": 5}, {"index": True, "score": 5}], [None, 1.0, None]),
        ([{"index": 1.0, "score": 1}, {"index": 0.5, "score": 5}, {"index": 0, "score": 10**400}], [None, 1.0, None]),
    ],
)
def test_what_is_wrong_in_a_reply_is_left_out(server: Server, reply: object, scores: list[float | None]) -> None:
    server.script = [(200, reply, {})]
    assert EndpointReranker("m", server.url).rerank("q", TEXTS) == scores


@pytest.mark.parametrize("reply", ["", "<html>hello</html>", {}, [], {"results": []}, {"results": "none"}, "[" * 2000])
def test_what_is_no_reranker(server: Server, reply: object) -> None:
    server.script = [(200, reply, {})] * 2
    with pytest.raises(UserError, match="does not rerank passages"):
        EndpointReranker("m", server.url).rerank("q", TEXTS)


def test_refusals(server: Server) -> None:
    server.paths = {}
    with pytest.raises(UserError, match="does not rerank passages"):
        EndpointReranker("m", server.url).rerank("q", TEXTS)
    server.script = [(501, {"error": {"message": "Start it with --reranking"}}, {})]
    server.requests.clear()
    with pytest.raises(UserError, match="Start it with --reranking"):
        EndpointReranker("m", server.url).rerank("q", TEXTS)
    assert len(server.requests) == 1, "not tried again"
    server.script = [(401, {"error": "no"}, {})]
    with pytest.raises(UserError, match="needs an API key"):
        EndpointReranker("m", server.url).rerank("q", TEXTS)
    server.script = [(404, {"error": {"message": "The model `m` does not exist."}}, {})]
    with pytest.raises(ModelMissingError, match="no model named “m”"):
        EndpointReranker("m", server.url).rerank("q", TEXTS)


def test_of_two_refusals_the_telling_one_is_told(server: Server) -> None:
    server.paths = {}
    server.script = [(400, {"error": {"message": "input is larger than the context size"}}, {})]
    with pytest.raises(UserError, match="longer than the model can read"):
        EndpointReranker("m", server.url).rerank("q", TEXTS)


def test_nothing_there() -> None:
    with pytest.raises(UserError, match="No server responds"):
        EndpointReranker("m", "http://127.0.0.1:9").rerank("q", TEXTS)
    with pytest.raises(UserError, match="not an address"):
        EndpointReranker("m", "not an address")
    assert EndpointReranker("m", "http://127.0.0.1:9").rerank("q", []) == []


@pytest.mark.parametrize("waiting", ["for the reply", "to try again"])
def test_cancelling_ends_it_at_once(server: Server, waiting: str) -> None:
    token = CancelToken()
    if waiting == "for the reply":
        server.hang.clear()
    else:
        server.script = [(503, {}, {"Retry-After": "20"})]
    timer = threading.Timer(0.3, token.cancel)
    timer.start()
    began = time.monotonic()
    with running(token), pytest.raises(CancelledError):
        EndpointReranker("m", server.url).rerank("q", TEXTS)
    assert time.monotonic() - began < 10  # of twenty seconds, or of a server that hangs
    timer.join()


def test_a_silent_server_is_given_up(server: Server) -> None:
    server.hang.clear()
    with pytest.raises(UserError, match="did not answer in time"):
        EndpointReranker("m", server.url, timeout=0.2, max_retries=0).rerank("q", TEXTS)


def test_the_postprocessor(server: Server) -> None:
    nodes = hits("words", a=0.9, bbb=0.8, cc=0.7)
    judged = EndpointRerank("m", server.url).postprocess_nodes(nodes, query_str="q")
    assert [(found.node.node_id, found.score, found.found_by) for found in judged] == [
        ("bbb", 11.0, ("words",)),
        ("cc", 10.0, ("words",)),
    ]
    server.script = [(200, [{"index": 2, "score": -3}], {})]
    judged = EndpointRerank("m", server.url, top_n=9).postprocess_nodes(nodes, query_str="q")
    assert [(found.node.node_id, found.score) for found in judged] == [("cc", -3.0), ("a", None), ("bbb", None)]
    with pytest.raises(ValueError, match="question"):
        EndpointRerank("m", server.url).postprocess_nodes(nodes)
