"""Servers that run on this computer are found, whatever else listens there."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from desktop_rag.llms.discovery import CANDIDATES, Candidate, LocalServer, find_local_servers, probe
from tests.helpers.scripted_server import ScriptedServer


def test_an_ollama_server_is_found() -> None:
    with ScriptedServer() as server:
        server.models = ["llama3.1:latest", "qwen3:4b"]
        found = probe(Candidate("Ollama", "ollama", server.ollama_url))
    assert found == LocalServer("Ollama", "ollama", server.ollama_url, ("llama3.1:latest", "qwen3:4b"))


def test_an_openai_compatible_server_is_found_and_named_after_what_it_says() -> None:
    with ScriptedServer() as server:
        server.model_extra = {"owned_by": "vllm"}
        found = probe(Candidate("llama.cpp", "openai", server.base_url))
    assert found == LocalServer("vLLM", "openai", server.base_url, ("scripted-model",))


def test_a_server_without_models_is_found() -> None:
    with ScriptedServer() as server:
        server.models = []
        found = probe(Candidate("Ollama", "ollama", server.ollama_url))
    assert found is not None
    assert found.models == ()


def test_another_program_at_the_port_is_not_taken_for_a_model() -> None:
    with ScriptedServer() as server:
        pages: list[object] = [{"hello": 1}, [], "text", {"data": "no list"}]
        for page in pages:
            server.pages["/v1/models"] = page
            assert probe(Candidate("vLLM", "openai", server.base_url)) is None


@pytest.mark.slow
def test_silent_and_closed_ports_take_little_time() -> None:
    with socket.socket() as silent, socket.socket() as free:
        silent.bind(("127.0.0.1", 0))
        silent.listen(1)
        free.bind(("127.0.0.1", 0))
        started = time.monotonic()
        for sock in (silent, free):
            assert probe(Candidate("x", "openai", f"http://127.0.0.1:{sock.getsockname()[1]}/v1")) is None
        assert time.monotonic() - started < 2.5


def test_candidates_are_asked_together_and_keep_their_order() -> None:
    with ScriptedServer() as first, ScriptedServer() as second, ThreadPoolExecutor(3) as pool:
        candidates = [
            Candidate("A", "openai", first.base_url),
            Candidate("none", "openai", "http://127.0.0.1:9/v1"),
            Candidate("B", "ollama", second.ollama_url),
        ]
        found = find_local_servers(pool.map, candidates)
        assert [server.name for server in found] == ["A", "B"]
        assert [server.name for server in find_local_servers(candidates=candidates)] == ["A", "B"]


def test_only_this_computer_is_asked() -> None:
    assert {candidate.base_url.split(":")[1] for candidate in CANDIDATES} == {"//127.0.0.1"}
