"""“**Work offline** refuses all but your own computer.”

A server at an address of this machine that is not the loopback counts who knocks. Then, in a network of its own that
leads nowhere, the kernel counts what programs try to send, their children included.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop_rag.config import Config
from desktop_rag.core.errors import UserError
from desktop_rag.core.network.offline import OfflineError
from desktop_rag.core.results.answers import Answer, AnswerState
from desktop_rag.embeddings.openai_like import OpenAILikeEmbedding
from desktop_rag.llms.ollama import Ollama
from desktop_rag.llms.openai_like import OpenAILike
from desktop_rag.rerankers.endpoint import EndpointReranker
from desktop_rag.worker.worker import Worker
from tests.helpers.command_line import run
from tests.helpers.counting_server import CountingServer
from tests.helpers.lanes import rest_at_night
from tests.helpers.scripted_server import ScriptedServer
from tests.promises.test_no_connections import Watched, counted_sends

SENTENCE = "Desktop RAG is working offline, so nothing was sent to"
NOWHERE = "http://203.0.113.1:9"  # reserved for documentation
QUESTION = "How long do cats sleep?"


@pytest.fixture
def counting() -> Iterator[CountingServer]:
    with CountingServer() as server:
        yield server


@pytest.fixture
def offline_worker(counting: CountingServer, tmp_path: Path) -> Iterator[Worker]:
    worker = Worker(tmp_path / "data")
    worker.network.work_offline(offline=True)
    yield worker
    worker.close()


def what_is_told(worker: Worker, mode: str) -> str:
    """Ask, and return the error, or what stands beside the quotations that take the answer's place."""
    try:
        answer: Answer = worker.answers.ask("lib", QUESTION, overrides={"answer.mode": mode}).result(60)
    except OfflineError as error:
        return str(error)
    assert answer.state is AnswerState.FAILED
    return answer.notice


def everywhere(address: str) -> dict[str, str | int | bool]:
    """Return settings in which all that can be elsewhere is at one address."""
    return {
        "llm.provider": "openai",
        "llm.base_url": address,
        "llm.model": "m",
        "llm.max_retries": 2,
        "rerank.base_url": address,
        "embedding.provider": "openai",
        "embedding.base_url": address,
        "embedding.model": "e",
    }


PARTS: dict[str, Callable[[str], object]] = {
    "OpenAI, answer": lambda address: OpenAILike("m", address, max_retries=2).complete("Hi"),
    "OpenAI, models": lambda address: OpenAILike("m", address).list_models(),
    "Ollama, answer": lambda address: Ollama("m", address, max_retries=2).complete("Hi"),
    "Ollama, models": lambda address: Ollama("m", address).list_models(),
    "search model": lambda address: OpenAILikeEmbedding("m", address).get_text_embedding("Hi"),
    "search model, length": lambda address: OpenAILikeEmbedding("m", address).max_tokens,
    "reranker": lambda address: EndpointReranker("m", address).rerank("Hi", ["there"]),
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.usefixtures("offline_worker")
def test_no_part_of_the_program_sends_anything(part: str, counting: CountingServer) -> None:
    with pytest.raises(OfflineError, match=SENTENCE):
        PARTS[part](counting.url)
    assert (counting.connections, counting.received) == (0, b"")


@pytest.mark.usefixtures("offline_worker")
def test_what_is_asked_about_a_model_beforehand_is_not_asked_either(counting: CountingServer) -> None:
    assert OpenAILike("m", counting.url).metadata.context_window > 0
    assert (counting.connections, counting.received) == (0, b"")


@pytest.mark.usefixtures("offline_worker")
def test_a_server_on_this_computer_still_answers(counting: CountingServer) -> None:
    with ScriptedServer() as server:
        assert OpenAILike("scripted-model", server.base_url).complete("Hi").text == "Hello from the model."
        assert Ollama("scripted-model", server.ollama_url).list_models() == ("scripted-model",)
    assert counting.connections == 0


def test_the_same_parts_reach_the_server_otherwise(counting: CountingServer) -> None:
    for part in ("OpenAI, models", "Ollama, models", "reranker"):
        before = counting.connections
        with pytest.raises(UserError):
            PARTS[part](counting.url)
        assert counting.connections > before, part


@pytest.mark.slow
def test_questions_are_refused_with_a_sentence_until_the_switch_is_off(
    counting: CountingServer, offline_worker: Worker, folder: Path
) -> None:
    worker = offline_worker
    worker.libraries.create("lib").result(30)
    worker.files.add("lib", [folder]).result(120)
    worker.config.update({**everywhere(counting.url), "embedding.provider": "built-in"})
    for mode in ("answer", "chat", "agent"):
        told = what_is_told(worker, mode)
        assert SENTENCE in told
        assert "Turn off “Work offline” in the menu" in told
    for job in (worker.models.test_connection(worker.config, "k"), worker.models.list_models(worker.config, "k")):
        with pytest.raises(OfflineError, match=SENTENCE):
            job.result(30)
    assert (counting.connections, counting.received) == (0, b"")
    assert not [row for row in worker.network.rows() if not row.is_this_computer], "and nobody was contacted"
    worker.network.work_offline(offline=False)
    with pytest.raises(UserError) as refused:
        worker.models.list_models(worker.config, "k").result(30)
    assert not isinstance(refused.value, OfflineError)
    assert counting.connections > 0


def test_the_switch_is_remembered(tmp_path: Path) -> None:
    worker = Worker(tmp_path / "data")
    worker.network.work_offline(offline=True)
    worker.close()
    again = Worker(tmp_path / "data")
    try:
        assert again.network.is_offline
    finally:
        again.close()


def make_library(data: Path, folder: Path) -> None:
    """Make a library to ask; that adding files sends nothing is what ``test_no_connections`` sees."""
    run("index", "create", "lib", data_dir=data)
    run("add", "lib", folder, "--no-embed", data_dir=data)


@pytest.mark.slow
@pytest.mark.parametrize("how", rest_at_night(["option", "before the command", "settings", "set"], {"option"}))
def test_nothing_is_even_tried_in_a_network_of_its_own(how: str, tmp_path: Path, folder: Path) -> None:
    (tmp_path / "watched").mkdir()
    watched = Watched(tmp_path / "watched")
    data = watched.folder / "data"
    data.mkdir()
    settings = everywhere(NOWHERE) | {"network.offline": how == "settings"}
    (data / "settings.json").write_text(json.dumps({**settings, "embedding.provider": "built-in"}))
    flags = {"option": ["--offline"], "set": ["--set", "network.offline=true"]}.get(how, [])
    first = ["--offline"] if how == "before the command" else []
    make_library(data, folder)
    code = f"""
import subprocess, sys
done = subprocess.run([sys.executable, "-m", "desktop_rag.cli.main", *sys.argv[1:]], capture_output=True, text=True)
assert {SENTENCE!r} in done.stdout + done.stderr, done
"""
    asking = (*first, "ask", "lib", QUESTION, *flags, "--data-dir", str(data))
    sent = counted_sends(watched, watched.script("asking.py", code), *asking)
    assert {name: count for name, count in sent.items() if count and name.startswith(("Ip ", "Tcp", "Udp"))} == {}
    assert watched.connections == []


@pytest.mark.slow
@pytest.mark.nightly(by_day="test_the_same_parts_reach_the_server_otherwise")
def test_the_network_of_its_own_would_have_noticed(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "watched").mkdir()
    watched = Watched(tmp_path / "watched")
    data = watched.folder / "data"
    data.mkdir()
    Config(data / "settings.json").update({**everywhere(NOWHERE), "embedding.provider": "built-in"})
    make_library(data, folder)
    code = "import subprocess, sys\nsubprocess.run([sys.executable, '-m', 'desktop_rag.cli.main', *sys.argv[1:]])"
    sent = counted_sends(watched, watched.script("asking.py", code), "ask", "lib", QUESTION, "--data-dir", str(data))
    assert sent["Ip OutNoRoutes"] > 0
    assert any("203.0.113.1" in line for line in watched.connections)
