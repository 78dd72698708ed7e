"""Programs use the shared libraries by the local API: real clients, a real server, and what hostile ones try."""

import base64
import json
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self

import httpx
import openai
import psutil
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.network.traffic import TrafficLog
from desktop_rag.services.network import TRAFFIC_FILE
from desktop_rag.services.outside.openapi import OPERATIONS, TOOL_PATHS, description
from desktop_rag.services.outside.tools import TOOLS
from desktop_rag.worker.outside.api import guard as guarding
from desktop_rag.worker.outside.api import server as serving
from desktop_rag.worker.outside.api.server import ApiServer
from desktop_rag.worker.worker import Worker
from tests.conftest import make_folder
from tests.helpers.pages import pdf_of
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.helpers.waiting import wait_until

pytestmark = pytest.mark.slow
WAIT = 30
SECRET = "The password of the vault is walrus."


class Served:
    """A worker whose library “Notes” is shared, and whose library “Diary” is not, served to a client with a token."""

    def __init__(self, worker: Worker, **options: Any) -> None:  # noqa: ANN401 - the server's
        self.worker = worker
        self.token = worker.api_clients.create(f"Test client {time.monotonic_ns()}").result(WAIT)
        self.server = ApiServer(worker, 0, **options)
        self._thread = threading.Thread(target=self._run, name="desktop-rag-api")
        self._begun = threading.Event()

    def _run(self) -> None:
        self.server.run(self._begun.set)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._begun.wait(WAIT)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.stop()
        self._thread.join(10)
        assert not self._thread.is_alive()

    def client(self, **headers: str) -> httpx.Client:
        told = {"Authorization": f"Bearer {self.token}"} | {key.replace("_", "-"): one for key, one in headers.items()}
        return httpx.Client(base_url=self.server.address, headers=told, timeout=WAIT, trust_env=False)

    def openai(self) -> openai.OpenAI:
        return openai.OpenAI(
            base_url=f"{self.server.address}/v1",
            api_key=self.token,
            max_retries=0,
            timeout=WAIT,
            http_client=httpx.Client(trust_env=False),
        )

    def wire(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.server.port), WAIT)

    def is_well(self) -> bool:
        with self.client() as client:
            found = client.post("/v1/search", json={"query": "tea"})
        return found.status_code == 200 and bool(found.json()["results"])


def filled(worker: Worker, place: Path) -> None:
    folder, diary = make_folder(place), place / "private"
    pdf_of(folder / "lease.pdf", "The lease begins in May.", "The rent is 950 euros a month.")
    diary.mkdir()
    (diary / "diary.txt").write_text(SECRET, encoding="utf-8")
    for name, one in (("Notes", folder), ("Diary", diary)):
        worker.libraries.create(name).result(WAIT)
        worker.files.add(name, [one], embed=False).result(60)
    worker.sharing.share("Notes", shared=True).result(WAIT)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory, configurations: Path) -> Path:
    """A data folder with both libraries."""
    place = tmp_path_factory.mktemp("served")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(configurations / "served"))
        worker = Worker(place / "data")
        filled(worker, place)
        worker.close()
    return place / "data"


@pytest.fixture
def own(data: Path, tmp_path: Path) -> Iterator[Worker]:
    """A worker of the test's own, with both libraries."""
    shutil.copytree(data, tmp_path / "data")
    worker = Worker(tmp_path / "data")
    yield worker
    worker.close()


@pytest.fixture
def served(own: Worker) -> Iterator[Served]:
    with Served(own) as one:
        yield one


def test_every_tool_has_a_path_and_says_what_mcp_says(served: Served) -> None:
    asked: dict[str, dict[str, Any]] = {
        "/v1/search": {"query": "How long do cats sleep?"},
        "/v1/fetch": {"library": "Notes", "file": "cats.txt"},
        "/v1/page": {"library": "Notes", "file": "lease.pdf", "page": 2, "quote": "950 euros"},
        "/v1/files": {"library": "Notes"},
        "/v1/find_all": {"library": "Notes", "words": "tea"},
        "/v1/check": {"library": "Notes", "text": "Cats sleep ten hours a day."},
        "/v1/ask": {"library": "Notes", "question": "How long do cats sleep?"},
        "/v1/tables": {"library": "Notes", "columns": [{"name": "Temperature"}], "files": ["tea.md"]},
    }
    assert {*TOOL_PATHS, "/v1/ask"} == asked.keys()
    assert {*TOOL_PATHS.values(), "ask", "libraries", "job_status"} == set(TOOLS)
    with served.client() as client:
        assert client.get("/v1/libraries").json()["libraries"][0]["library"] == "Notes"
        found = {path: client.post(path, json=body) for path, body in asked.items()}
    assert {path: reply.status_code for path, reply in found.items()} == dict.fromkeys(asked, 200)
    values = {path: reply.json() for path, reply in found.items()}
    assert "sixteen" in values["/v1/search"]["results"][0]["quote"]
    assert "sixteen" in values["/v1/fetch"]["text"]
    assert values["/v1/check"]["sentences"][0]["verdict"] == "contradicted"
    assert values["/v1/find_all"]["count"] > 0
    assert values["/v1/ask"]["citations"][0]["uri"].startswith("desktop-rag://")
    page = values["/v1/page"]
    assert base64.b64decode(page["picture"]["base64"])[:2] == b"\xff\xd8"
    assert page["boxes"]
    assert "950 euros" in page["text"]
    assert "walrus" not in json.dumps(values)


def test_the_description_is_that_of_the_paths(served: Served) -> None:
    with served.client() as client:
        told = client.get("/openapi.json").json()
        assert told == json.loads(json.dumps(description(served.server.address)))
        described = {(path, method) for path, methods in told["paths"].items() for method in methods}
        assert described == {(one.path, one.method) for one in OPERATIONS}
        for path, method in described:  # each is there, and takes the method
            reply = client.request(method, path.replace("{job}", "none").replace("{model}", "none"), content=b"{")
            assert reply.json().get("error", {}).get("code") not in {"no_such_path", "wrong_method"}, (path, method)
        for path in told["paths"]:  # and no other
            for method in {"get", "post", "delete", "put"} - set(told["paths"][path]):
                reply = client.request(method, path.replace("{job}", "none").replace("{model}", "none"))
                assert reply.json()["error"]["code"] == "wrong_method", (path, method)
        assert client.get("/v2/anything").json()["error"]["code"] == "no_such_path"
    identifiers = [one["operationId"] for methods in told["paths"].values() for one in methods.values()]
    assert len(set(identifiers)) == len(identifiers)


def test_the_client_of_openai_gets_an_answer_with_its_citations(served: Served) -> None:
    with served.openai() as client:
        assert [one.id for one in client.models.list()] == ["Notes"]
        assert client.models.retrieve("Notes").owned_by == "desktop-rag"
        messages: list[Any] = [
            {"role": "system", "content": "Answer like a pirate."},
            {"role": "user", "content": [{"type": "text", "text": "How long do cats sleep?"}]},
        ]
        whole = client.chat.completions.create(model="Notes", messages=messages)
        said = whole.choices[0].message
        assert said.content is not None
        assert "sixteen hours" in said.content
        assert "\n\n[1] [cats.txt](desktop-rag://" in said.content
        assert said.annotations is not None
        cited = said.annotations[0].url_citation
        assert said.content[cited.start_index : cited.end_index] == "[1]"
        assert cited.url.startswith("desktop-rag://")
        assert cited.title == "cats.txt"
        assert whole.usage is not None
        assert whole.usage.completion_tokens > 10

        pieces, annotations, usage = "", [], None
        options: Any = {"include_usage": True}
        follow_up = [*messages, {"role": "assistant", "content": said.content}, messages[-1]]
        with client.chat.completions.create(
            model="Notes", messages=follow_up, stream=True, stream_options=options
        ) as chat:
            for chunk in chat:
                usage = chunk.usage or usage
                for choice in chunk.choices:
                    pieces += choice.delta.content or ""
                    annotations += getattr(choice.delta, "annotations", None) or []
        assert pieces == said.content
        assert annotations[0]["url_citation"]["url"] == cited.url
        assert usage == whole.usage or usage is not None

        for model in ("Diary", "gpt-5"):
            with pytest.raises(openai.NotFoundError, match="shared with other programs"):
                client.chat.completions.create(model=model, messages=messages)
        with pytest.raises(openai.APIError, match="shared with other programs"):
            list(client.chat.completions.create(model="Diary", messages=messages, stream=True))
        picture = {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}
        for wrong in ([], [picture], [{"role": "user", "content": ""}], [{"role": "assistant", "content": "x"}], [{}]):
            with pytest.raises(openai.BadRequestError):
                client.chat.completions.create(model="Notes", messages=wrong)  # type: ignore[arg-type]


def test_what_no_document_answers_is_said_with_what_comes_closest(served: Served) -> None:
    asked = {"model": "Notes", "messages": [{"role": "user", "content": "Who won the election in France?"}]}
    with served.client() as client:
        message = client.post("/v1/chat/completions", json=asked).json()["choices"][0]["message"]
    assert "don't seem to answer" in message["content"]
    for one in message["annotations"]:
        cited = one["url_citation"]
        assert message["content"][cited["start_index"] : cited["end_index"]].startswith("[")


def test_an_answer_of_a_model_is_streamed_as_far_as_it_is_checked(own: Worker) -> None:
    with ScriptedServer() as model, Served(own) as served:
        tokens = [
            "Cats sleep",
            " sixteen hours",
            " a day [1]. ",
            "Green tea is",
            " brewed at eighty degrees [2].",
            "\n",
        ]
        model.default = Reply(tokens=tokens, delay=0.15)
        connection = {"llm.provider": "openai", "llm.base_url": model.base_url, "llm.model": model.models[0]}
        own.config.update(connection)
        begun, pieces, names = time.monotonic(), list[tuple[float, str]](), list[str]()
        body = {"library": "Notes", "question": "How long do cats sleep, and how hot is tea?", "stream": True}
        with served.client() as client, client.stream("POST", "/v1/ask", json=body) as reply:
            assert reply.headers["content-type"].startswith("text/event-stream")
            for line in reply.iter_lines():
                if line.startswith("event: "):
                    names.append(line.removeprefix("event: "))
                elif line.startswith("data: ") and names[-1] == "text":
                    pieces.append((time.monotonic() - begun, json.loads(line.removeprefix("data: "))["text"]))
                elif line.startswith("data: ") and names[-1] == "answer":
                    answer = json.loads(line.removeprefix("data: "))
        assert names[-1] == "answer"
        assert "stage" in names
        assert "".join(text for _, text in pieces) == answer["answer"]
        assert len(pieces) > 1, "the first sentence does not wait for the second"
        assert {one["file"].rpartition("/")[2] for one in answer["citations"]} == {"cats.txt", "tea.md"}


def test_who_has_no_token_or_comes_from_a_web_page_gets_nothing(served: Served) -> None:
    body = {"query": "cats"}
    port = served.server.port
    cases: list[tuple[dict[str, str], int]] = [
        ({"Authorization": ""}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": f"Basic {served.token}"}, 401),
        ({"Authorization": f"Bearer {served.token[:-1]}"}, 401),
        ({"Authorization": f"Bearer {served.token}x"}, 401),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": served.server.address}, 403),
        ({"Host": f"evil.example:{port}"}, 421),
        ({"Host": "evil.example"}, 421),
        ({"Host": f"127.0.0.1.evil.example:{port}"}, 421),
        ({"Host": f"localhost:{port + 1}"}, 421),
        ({"Host": f"LOCALHOST:{port}"}, 200),
    ]
    with served.client() as client:
        for headers, status in cases:
            for path in ("/v1/search", "/v1/chat/completions", "/openapi.json", "/v1/nothing"):
                reply = client.post(path, json=body, headers=headers)
                if status != 200:
                    assert (reply.status_code, list(reply.json())) == (status, ["error"]), headers
                    assert "sixteen" not in reply.text
            assert client.post("/v1/search", json=body, headers=headers).status_code == status, headers
        assert "access-control-allow-origin" not in client.post("/v1/search", json=body).headers
    with httpx.Client(base_url=served.server.address, trust_env=False) as client:
        assert client.get("/health").json() == {"status": "ok"}
        assert client.get("/health", headers={"Host": "evil.example"}).status_code == 421
        assert client.get("/openapi.json").status_code == 401
    for host in (b"", f"Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n".encode()):
        with served.wire() as wire:
            wire.sendall(b"GET /health HTTP/1.0\r\n" + host + b"\r\n")
            assert b" 200 " not in wire.recv(200)


def test_a_web_page_that_was_allowed_may_ask(own: Worker) -> None:
    page = "http://localhost:3000"
    with Served(own, origins=[page]) as served, served.client(Origin=page) as client:
        asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
        allowed = client.options("/v1/search", headers=asked | {"Authorization": ""})
        assert (allowed.status_code, allowed.headers["access-control-allow-origin"]) == (204, page)
        assert "authorization" in allowed.headers["access-control-allow-headers"]
        found = client.post("/v1/search", json={"query": "cats"})
        assert (found.status_code, found.headers["access-control-allow-origin"]) == (200, page)
        assert client.post("/v1/search", json={}, headers={"Authorization": ""}).status_code == 401
        assert client.options("/v1/search", headers={"Origin": f"{page}0"}).status_code == 403


def test_a_token_is_revoked_and_a_library_taken_back(own: Worker) -> None:
    with Served(own) as served, served.client() as client:
        name = own.api_clients.listed().result(WAIT)[0].name
        assert served.is_well()
        own.sharing.share("Notes", shared=False).result(WAIT)
        gone = client.post("/v1/search", json={"query": "cats"})
        assert (gone.status_code, gone.json()["error"]["code"]) == (404, "not_shared")
        assert client.get("/v1/models").json()["data"] == []
        for library in ("Diary", "../Diary", "Notes"):
            body = {"library": library, "file": "diary.txt"}
            assert client.post("/v1/fetch", json=body).json()["error"]["code"] == "not_shared"
        own.sharing.share("Notes", shared=True).result(WAIT)
        own.api_clients.revoke(name).result(WAIT)
        wait_until(lambda: client.get("/v1/models").status_code == 401, 3)
        with pytest.raises(UserError, match="no client"):
            own.api_clients.revoke(name).result(WAIT)
    kept = own.secrets.file.read_text(encoding="utf-8") if own.secrets.file.exists() else ""
    assert served.token not in kept
    rows = [row for row in TrafficLog(own.data_dir / TRAFFIC_FILE).rows() if row.purpose == "asked"]
    assert [(row.host, row.is_this_computer) for row in rows] == [(name, True)]
    assert rows[0].requests > 5


def test_names_of_clients_are_plain_and_each_is_one(worker: Worker) -> None:
    made = worker.api_clients.create("  Jan  on my desk ").result(WAIT)
    assert len(made) > 40
    assert [one.name for one in worker.api_clients.listed().result(WAIT)] == ["Jan on my desk"]
    for name in ("jan on my desk", "", " ", "x" * 41, "a\x1b[2Jb", "a\u202eb"):
        with pytest.raises(UserError):
            worker.api_clients.create(name).result(WAIT)


def test_what_is_wrong_with_a_request_is_said(served: Served) -> None:
    cases: list[tuple[bytes, int, str]] = [
        (b"no json", 400, "no JSON"),
        (b"[" * 100_000, 400, "no JSON"),
        (b"[]", 400, "an object"),
        (b'{"querry": "cats"}', 400, "Did you mean `query`?"),
        (b'{"query": 7}', 400, "a text"),
        (b'{"query": "' + b"x" * 5_000 + b'"}', 400, "longer than"),
        (b'{"query": "cats", "library": "Notes\\u0000"}', 200, ""),
        (b'{"query": "cats \\ud800", "library": "Notes"}', 200, ""),
        (b'{"query": "cats", "library": "' + b"x" * (1 << 20) + b'"}', 413, "larger than"),
        (b" " * (8 << 20), 413, "larger than"),
        (b"{}", 400, "needs the argument"),
    ]
    with served.client() as client:
        for body, status, message in cases:
            reply = client.post("/v1/search", content=body)
            assert reply.status_code == status, (body[:60], reply.text)
            if status != 200:
                assert message in reply.json()["error"]["message"]

        def pieces() -> Iterator[bytes]:
            for _ in range(40):
                yield b" " * 65_536

        assert client.post("/v1/search", content=pieces()).status_code == 413, "its length was not told"
        assert client.get("/v1/jobs/none").json()["error"]["code"] == "no_such_job"
        assert client.get("/v1/jobs/none?wait=x").json()["error"]["code"] == "wrong_arguments"
    for wire in (
        b"rubbish\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"\0" * 70_000,
    ):
        with served.wire() as connection:
            connection.sendall(wire)
            connection.shutdown(socket.SHUT_WR)
            assert b" 200 " not in connection.recv(500)
    assert served.is_well()


def test_a_hundred_requests_at_once_are_answered_or_refused(served: Served) -> None:
    with served.client() as client, ThreadPoolExecutor(100) as pool:

        def ask(number: int) -> int:
            if number % 10:
                asked: dict[str, object] = {"query": "cats", "mode": "words"}
                return client.post("/v1/search", json=asked, timeout=120).status_code
            asked = {"model": "Notes", "messages": [{"role": "user", "content": "How long do cats sleep?"}]}
            return client.post("/v1/chat/completions", json=asked, timeout=120).status_code

        codes = list(pool.map(ask, range(100)))
    assert set(codes) <= {200, 429}
    assert codes.count(200) >= guarding.MOST_REQUESTS // 2
    assert served.is_well()


def test_slow_and_silent_clients_are_left_alone(own: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarding, "BODY_SECONDS", 0.5)
    monkeypatch.setattr(serving, "_HEAD_SECONDS", 0.4)
    with Served(own) as served:
        head = f"POST /v1/search HTTP/1.1\r\nHost: 127.0.0.1:{served.server.port}\r\n"
        with served.wire() as silent, served.wire() as half, served.wire() as slow:
            half.sendall(head.encode()[:20])
            slow.sendall(f"{head}Authorization: Bearer {served.token}\r\nContent-Length: 100\r\n\r\n{{".encode())
            assert b" 408 " in slow.recv(500)
            assert silent.recv(10) == b""
            assert half.recv(10) == b""
        assert served.is_well()


def test_a_connection_that_is_cut_stops_the_work(own: Worker) -> None:
    with ScriptedServer() as model, Served(own) as served:
        model.default = Reply(hang=True)
        connection = {"llm.provider": "openai", "llm.base_url": model.base_url, "llm.model": model.models[0]}
        own.config.update(connection)
        body = {"library": "Notes", "question": "How long do cats sleep?"}
        for is_streamed in (False, True):
            asked = json.dumps(body | {"stream": is_streamed}).encode()
            before = len(model.chats)
            with served.wire() as wire:
                head = f"POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1:{served.server.port}\r\n"
                head += f"Authorization: Bearer {served.token}\r\nContent-Length: {len(asked)}\r\n\r\n"
                wire.sendall(head.encode() + asked)
                wait_until(lambda before=before: len(model.chats) > before, WAIT)
                assert served.server._calls.is_running
            wait_until(lambda: not served.server._calls.is_running, WAIT)
        assert served.is_well()


def test_nothing_is_left_when_it_ends(own: Worker) -> None:
    process = psutil.Process()

    def left() -> tuple[set[str], int]:
        names = {thread.name for thread in threading.enumerate() if "api" in thread.name or "asyncio" in thread.name}
        return names, sum(one.status == "LISTEN" for one in process.net_connections())

    own.api_clients.listed().result(WAIT)
    before = left()
    with Served(own, wait_seconds=0.0) as served, served.client() as client:
        port = served.server.port
        assert {one.laddr.ip for one in process.net_connections() if one.laddr.port == port} == {"127.0.0.1"}
        with pytest.raises(UserError, match="Another program uses the port"):
            ApiServer(own, port).run()
        late = client.post("/v1/check", json={"library": "Notes", "text": "Cats sleep ten hours a day."})
        assert late.status_code == 202
        path = f"/v1/jobs/{late.json()['job']}"
        wait_until(lambda: client.get(path).status_code == 200, WAIT)
        assert client.get(path).json()["sentences"][0]["verdict"] == "contradicted"
        assert client.delete(path).status_code in {200, 409}
        open_stream = client.stream("POST", "/v1/ask", json={"library": "Notes", "question": "tea", "stream": True})
        with open_stream:
            served.server.stop()
    assert left() == before
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", port))
