"""Who was contacted, when, why, and how much: from the client through which everything goes."""

import json
import random
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from desktop_rag.core import net
from desktop_rag.core.network import traffic
from desktop_rag.core.network.traffic import TRAFFIC, HostTraffic, Purpose, TrafficLog, begun, purpose_of
from desktop_rag.core.shared_files import DAMAGED
from tests.helpers.counting_server import CountingServer
from tests.helpers.scripted_server import ScriptedServer
from tests.helpers.waiting import wait_until


@pytest.fixture
def log(tmp_path: Path) -> Iterator[TrafficLog]:
    log = TrafficLog(tmp_path / "network.jsonl")
    end = TRAFFIC.listen(log.note)
    yield log
    end()


def row(host: str = "a.example.com", purpose: Purpose = "chat", last: float = 5.0, requests: int = 1) -> HostTraffic:
    return HostTraffic(host, purpose, False, 1.0, last, requests, 10, 20)


def test_a_request_is_told_with_host_reason_time_and_size(log: TrafficLog) -> None:
    before = time.time()
    with ScriptedServer() as server, net.open_client(server.base_url, timeout=2) as client:
        port = server.ollama_url.rpartition(":")[2]
        body = client.get(f"{server.base_url}/models?secret=1").content
        client.post(f"{server.base_url}/chat/completions", json={"model": "m", "messages": [], "text": "x" * 5000})
        client.post(f"{server.base_url}/chat/completions", json={"model": "m", "messages": []})
    chat, models = log.rows()
    assert (chat.host, chat.purpose, chat.requests) == (f"127.0.0.1:{port}", "chat", 2)
    assert (models.host, models.purpose, models.requests) == (f"127.0.0.1:{port}", "models", 1)
    assert chat.is_this_computer
    assert models.bytes_in > len(body) > 20
    assert 5000 < chat.bytes_out < 7000
    assert before <= models.first <= models.last <= chat.last <= time.time()


def test_an_answer_that_is_cut_off_counts_with_what_came(log: TrafficLog) -> None:
    with ScriptedServer() as server, net.open_client(server.base_url, timeout=2) as client:
        body = {"model": server.models[0], "messages": [{"role": "user", "content": "Hi"}], "stream": True}
        with client.stream("POST", f"{server.base_url}/chat/completions", json=body) as reply:
            next(reply.iter_bytes())
            (during,) = log.rows()
        (after,) = log.rows()
    assert (during.requests, during.bytes_in) == (1, 0), "told before anything was sent"
    assert after.requests == 1
    assert after.bytes_in > 0


def test_what_could_not_be_reached_was_contacted_with_nothing_sent(log: TrafficLog) -> None:
    with CountingServer() as server:
        gone = server.url
    with net.open_client(gone, timeout=1) as client, pytest.raises(httpx.ConnectError):
        client.get(gone)
    (told,) = log.rows()
    assert (told.requests, told.bytes_out, told.bytes_in, told.is_this_computer) == (1, 0, 0, False)


@pytest.mark.parametrize(
    ("path", "purpose"),
    [
        ("/v1/chat/completions", "chat"),
        ("/openai/deployments/x/chat/completions", "chat"),
        ("/api/chat", "chat"),
        ("/v1/completions", "chat"),
        ("/v1/embeddings", "embedding"),
        ("/v1/rerank/", "reranking"),
        ("/v1/models", "models"),
        ("/api/tags", "models"),
        ("/props", "models"),
        ("/anything", "other"),
        ("/", "other"),
    ],
)
def test_the_path_tells_why(path: str, purpose: str) -> None:
    assert purpose_of(path) == purpose


def test_a_client_for_downloads_says_so(log: TrafficLog) -> None:
    with ScriptedServer() as server, net.open_client(server.base_url, timeout=2, purpose="download") as client:
        client.get(f"{server.ollama_url}/model.gguf")
    assert [told.purpose for told in log.rows()] == ["download"]


def test_rows_are_summed_up_and_survive(tmp_path: Path) -> None:
    log = TrafficLog(tmp_path / "data" / "network.jsonl")
    for last in (5.0, 9.0, 7.0):
        log.note(row(last=last))
    log.note(row("b.example.com", "embedding", 8.0))
    assert TrafficLog(tmp_path / "data" / "network.jsonl").rows() == (
        HostTraffic("a.example.com", "chat", False, 1.0, 9.0, 3, 30, 60),
        row("b.example.com", "embedding", 8.0),
    )
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "data" / "network.jsonl").stat().st_mode) == 0o600


def test_a_file_that_grows_is_summed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traffic, "_LARGEST", 20_000)
    monkeypatch.setattr(traffic, "_MOST_ROWS", 3)
    file = tmp_path / "network.jsonl"
    log = TrafficLog(file)
    for number in range(500):
        log.note(row(f"{number % 10}.example.com", last=float(number)))
    assert file.stat().st_size < 21_000
    assert [path.name for path in tmp_path.iterdir()] == ["network.jsonl"]
    assert log.rows()[0].last == 499.0


def note_often(file: Path, host: str, times: int) -> None:
    """Note requests to a host, as a program of its own."""
    traffic._LARGEST = 300  # summed up each time
    log = TrafficLog(file)
    for _ in range(times):
        log.note(row(host))


@pytest.mark.slow
def test_several_programs_lose_nothing_while_the_list_is_summed_up(tmp_path: Path) -> None:
    file = tmp_path / "network.jsonl"
    hosts = ("a.example.com", "b.example.com", "c.example.com")
    calls = [f"note_often(Path({str(file)!r}), {host!r}, 100)" for host in hosts]
    code = "from pathlib import Path; from tests.core.network.test_traffic import note_often; "
    programs = [subprocess.Popen([sys.executable, "-c", code + call]) for call in calls]
    assert [program.wait(120) for program in programs] == [0, 0, 0]
    assert {told.host: told.requests for told in TrafficLog(file).rows()} == dict.fromkeys(hosts, 100)
    assert [path.name for path in tmp_path.iterdir()] == ["network.jsonl"]


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_a_program_that_is_killed_has_told_before(tmp_path: Path, seed: int) -> None:
    file = tmp_path / "network.jsonl"
    TrafficLog(file).note(row("before.example.com"))
    code = "from pathlib import Path; from tests.core.network.test_traffic import note_often; print(1, flush=True); "
    call = f"note_often(Path({str(file)!r}), 'killed.example.com', 100_000)"
    with subprocess.Popen([sys.executable, "-c", code + call], stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        program.stdout.readline()
        wait_until(lambda: len(TrafficLog(file).rows()) == 2, 30)
        time.sleep(random.Random(seed).uniform(0, 0.05))
        program.kill()
    log = TrafficLog(file)
    log.note(row("after.example.com"))
    assert {told.host for told in log.rows()} == {f"{name}.example.com" for name in ("before", "killed", "after")}
    assert [path.name for path in tmp_path.iterdir()] == ["network.jsonl"]


def test_a_line_that_was_not_written_to_its_end_takes_no_other_along(tmp_path: Path) -> None:
    file = tmp_path / "network.jsonl"
    file.write_text('{"host": "a.exam')
    TrafficLog(file).note(row())
    assert TrafficLog(file).rows() == (row(),)


def test_a_damaged_list_is_kept_when_it_is_summed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traffic, "_LARGEST", 1000)
    file = tmp_path / "network.jsonl"
    file.write_bytes(b"\0" * 2000)
    TrafficLog(file).note(row())
    assert TrafficLog(file).rows() == (row(),)
    (told,) = DAMAGED.take(tmp_path)
    assert told.aside is not None
    assert told.aside.read_bytes().startswith(b"\0" * 2000)


def test_what_could_not_be_written_is_written_later(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.touch()
    log = TrafficLog(folder / "network.jsonl")
    log.note(row())
    folder.unlink()
    log.note(row())
    assert [told.requests for told in TrafficLog(folder / "network.jsonl").rows()] == [2]


def test_several_threads_lose_nothing(tmp_path: Path) -> None:
    logs = [TrafficLog(tmp_path / "network.jsonl") for _ in range(4)]
    threads = [threading.Thread(target=lambda log=log: [log.note(row()) for _ in range(50)]) for log in logs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [told.requests for told in logs[0].rows()] == [200]


@pytest.mark.parametrize("line", ["", "{", "[]", "null", '{"host": 3}', json.dumps({"host": "x", "purpose": "chat"})])
def test_damaged_lines_are_passed_over(tmp_path: Path, line: str) -> None:
    file = tmp_path / "network.jsonl"
    TrafficLog(file).note(row())
    file.write_text(f"{line}\n{file.read_text()}\n{line}")
    assert TrafficLog(file).rows() == (row(),)


def test_where_nothing_can_be_written_the_rows_of_this_run_are_known(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    log = TrafficLog(tmp_path / "file" / "network.jsonl")
    log.note(row())
    log.note(row())
    assert [told.requests for told in log.rows()] == [2]


def test_the_list_can_be_cleared(tmp_path: Path) -> None:
    log = TrafficLog(tmp_path / "network.jsonl")
    log.note(begun("a.example.com", "chat", is_this_computer=False))
    log.clear()
    log.clear()
    assert log.rows() == ()
