"""Managing the models of an Ollama server over real HTTP."""

import threading
from pathlib import Path

import pytest

from desktop_rag.core import disk_space
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, NoSpaceError, UserError
from desktop_rag.llms import ollama as server_module
from desktop_rag.llms.model_servers import ServedModel
from desktop_rag.llms.ollama import OllamaServer
from tests.helpers.scripted_server import ScriptedServer

PULL: list[dict[str, object]] = [
    {"status": "pulling manifest"},
    {"status": "pulling aaa", "digest": "sha256:aaa", "total": 1000},
    {"status": "pulling aaa", "digest": "sha256:aaa", "total": 1000, "completed": 400},
    {"status": "pulling aaa", "digest": "sha256:aaa", "total": 1000, "completed": 1000},
    {"status": "pulling bbb", "digest": "sha256:bbb", "total": 50, "completed": 50},
    {"status": "verifying sha256 digest"},
    {"status": "writing manifest"},
    {"status": "success"},
]


def silent(_done: int, _total: int) -> None:
    """Hear nothing."""


@pytest.fixture
def ollama(server: ScriptedServer) -> OllamaServer:
    server.models = ["qwen3:8b", "gemma3:4b"]
    server.pages["/api/ps"] = {"models": []}
    return OllamaServer(server.ollama_url)


def test_models_and_which_of_them_are_in_memory(server: ScriptedServer, ollama: OllamaServer) -> None:
    until = "2026-05-04T14:38:31Z"
    server.pages["/api/ps"] = {"models": [{"name": "qwen3:8b", "size": 6_000_000_000, "expires_at": until}]}
    assert ollama.models(CancelToken()) == (
        ServedModel("gemma3:4b", is_loaded=False),
        ServedModel("qwen3:8b", is_loaded=True, memory=6_000_000_000, until=until),
    )


def test_loading_and_unloading_send_no_prompt(server: ScriptedServer, ollama: OllamaServer) -> None:
    server.pages["/api/generate"] = {"done": True}
    ollama.load("qwen3:8b", CancelToken())
    ollama.unload("qwen3:8b", CancelToken())
    assert [request.body for request in server.requests] == [
        {"model": "qwen3:8b", "stream": False},
        {"model": "qwen3:8b", "stream": False, "keep_alive": 0},
    ]


def test_a_download_adds_up_its_parts(server: ScriptedServer, ollama: OllamaServer) -> None:
    server.pull_lines = PULL
    heard: list[tuple[int, int]] = []
    ollama.pull("qwen3:8b", CancelToken(), lambda done, total: heard.append((done, total)))
    assert heard == [(0, 1000), (400, 1000), (1000, 1000), (1050, 1050)]
    assert server.requests[-1].body == {"model": "qwen3:8b", "stream": True}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            [{"status": "pulling manifest"}, {"error": "pull model manifest: file does not exist"}],
            "Ollama knows no model named “qwen9”. Look up its name at https://ollama.com/library",
        ),
        (
            [*PULL[:3], {"error": "write /root/x: no space left on device"}],
            "The disk that holds Ollama's models is full",
        ),
        (PULL[:4], "The download was interrupted. Download it again to continue where it stopped."),
        ([{"status": "pulling manifest"}, {"error": "dial tcp: lookup failed"}], "Ollama has a problem"),
    ],
    ids=["no such model", "disk full", "cut", "no network there"],
)
def test_a_download_that_fails_says_why(
    server: ScriptedServer, ollama: OllamaServer, lines: list[dict[str, object]], said: str
) -> None:
    server.pull_lines = lines
    with pytest.raises(UserError) as caught:
        ollama.pull("qwen9", CancelToken(), silent)
    assert said in str(caught.value)


def test_a_model_that_does_not_fit_the_disk_is_not_downloaded(
    server: ScriptedServer, ollama: OllamaServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OLLAMA_MODELS", str(tmp_path))
    free = disk_space.free_bytes(tmp_path)
    assert free is not None
    server.pull_lines = [{"status": "pulling", "digest": "sha256:aaa", "total": free * 2}, *PULL[-1:]]
    heard: list[int] = []
    with pytest.raises(NoSpaceError, match=str(tmp_path)):
        ollama.pull("huge", CancelToken(), lambda done, _total: heard.append(done))
    assert heard == []


def test_what_another_computer_has_room_for_is_not_our_business(
    server: ScriptedServer, ollama: OllamaServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OLLAMA_MODELS", str(tmp_path))
    monkeypatch.setattr(server_module, "is_loopback", lambda _address: False)
    server.pull_lines = [{"status": "pulling", "digest": "sha256:aaa", "total": 1 << 60}, *PULL[-1:]]
    ollama.pull("huge", CancelToken(), silent)


def test_a_download_stops_at_once(server: ScriptedServer, ollama: OllamaServer) -> None:
    server.pull_lines = PULL
    server.pull_delay = 30.0
    cancel = CancelToken()
    threading.Timer(0.1, cancel.cancel).start()
    with pytest.raises(CancelledError):
        ollama.pull("qwen3:8b", cancel, silent)


def test_a_key_goes_along_and_a_wrong_one_is_told(server: ScriptedServer) -> None:
    server.api_key = "right"
    with pytest.raises(UserError, match="key"):
        OllamaServer(server.ollama_url, {"Authorization": "Bearer wrong"}).models(CancelToken())
    server.pages["/api/ps"] = {"models": []}
    keyed = OllamaServer(server.ollama_url, {"Authorization": "Bearer right"})
    assert [one.name for one in keyed.models(CancelToken())] == ["scripted-model"]


def test_a_server_that_does_not_run_is_named() -> None:
    with pytest.raises(UserError, match=r"Ollama is not running at http://127\.0\.0\.1:9"):
        OllamaServer("http://127.0.0.1:9").models(CancelToken())
