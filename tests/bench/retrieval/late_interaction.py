"""A reranking server made of the built-in model: ``python -m tests.bench.retrieval.late_interaction [--port 8012]``.

It answers ``/v1/rerank`` as llama.cpp, vLLM, Jina and Cohere do, so the harness can be run with ``--rerank
http://127.0.0.1:8012``. Question and passage are compared token by token (late interaction, as in ColBERT): each token
of the question counts with the most similar token of the passage. The model was not trained for that; it shows what
reranking gains and costs where no other model can be had. Passages are remembered, most questions of a set meet the
same ones; what they take without that is printed with each answer.
"""

import argparse
import functools
import json
import socket
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.onnx import load_runtime
from desktop_rag.core.paths import resource_path
from desktop_rag.core.schema import Matrix
from desktop_rag.embeddings.multilingual_e5 import (
    MAXIMUM_TOKENS,
    MODEL,
    QUERY_PREFIX,
    TEXT_PREFIX,
    load_tokenizer,
)

_TOKENS = b"l11.x"  # what the graph calls its tokens' vectors after the last layer
_PREFIX = 3  # tokens: the beginning, the prefix and its colon
_REMEMBERED = 5_000  # passages, about 100 KB each
_GRAPH, _OUTPUT, _NAME = 7, 12, 1  # numbers of fields in the ONNX format


class TokenModel:
    """The built-in model, giving a vector for each token rather than one for the text."""

    def __init__(self, threads: int) -> None:
        runtime = load_runtime()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = threads
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        folder = resource_path("models", MODEL)
        options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(folder))
        graph = (folder / "model.onnx").read_bytes() + _field(_GRAPH, _field(_OUTPUT, _field(_NAME, _TOKENS)))
        self._session = runtime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        self._tokenizer = load_tokenizer()
        self.passages = 0
        self.seconds = 0.0
        self.passage = functools.lru_cache(_REMEMBERED)(self._passage)

    def scores(self, query: str, passages: list[str]) -> list[float]:
        """Return how well each passage fits the question."""
        asked = self._vectors(QUERY_PREFIX + query)
        return [float((asked @ self.passage(text).T.astype(np.float32)).max(axis=1).mean()) for text in passages]

    def _passage(self, text: str) -> NDArray[np.float16]:
        """Return a passage's vectors, in half precision to keep many."""
        started = time.perf_counter()
        vectors = self._vectors(TEXT_PREFIX + text).astype(np.float16)
        self.passages += 1
        self.seconds += time.perf_counter() - started
        return vectors

    def _vectors(self, text: str) -> Matrix:
        """Return unit vectors of a text's own tokens."""
        ids = np.array([self._tokenizer.encode(text).ids[:MAXIMUM_TOKENS]], np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        found: Matrix = self._session.run([_TOKENS.decode()], inputs)[0][0][_PREFIX:-1]
        found /= np.linalg.norm(found, axis=1, keepdims=True)
        return found


def _field(number: int, content: bytes) -> bytes:
    """Return a field of a protocol buffer; written after a message it is merged into it."""
    return bytes([number << 3 | 2, len(content)]) + content


class _Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    def __init__(self, model: TokenModel, request: socket.socket, address: tuple[str, int], server: HTTPServer) -> None:
        self._model = model
        super().__init__(request, address, server)

    def do_POST(self) -> None:
        """Judge documents."""
        if self.path != "/v1/rerank":
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        scores = self._model.scores(asked["query"], asked["documents"])
        results = [{"index": place, "relevance_score": score} for place, score in enumerate(scores)]
        body = json.dumps({"model": MODEL, "results": results}).encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - named by http.server
        """Tell what passages take."""
        model = self._model
        print(f"{model.passages} passages, {model.seconds / max(1, model.passages):.2f} s each", flush=True)


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=8012)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    model = TokenModel(arguments.threads)
    with HTTPServer(("127.0.0.1", arguments.port), functools.partial(_Handler, model)) as server:
        print(f"http://127.0.0.1:{server.server_port}/v1/rerank", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
