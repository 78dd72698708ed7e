"""“Keys, passwords in addresses and values of headers … in the keychain, or in a file that only you can open.”

A secret is planted in each place where a person may put one. Then the command line does what it can, well and badly,
with servers that repeat the secret in their errors; and every byte that the program wrote or printed is looked at.
"""

import base64
import io
import json
import logging
import subprocess
import urllib.parse
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from desktop_rag.cli.main import main
from desktop_rag.config.secrets import keys_file
from desktop_rag.config.store import SETTINGS_FILE
from desktop_rag.core.log import LOGGER
from tests.helpers.command_line import command, environment
from tests.helpers.embedding_server import EmbeddingServer
from tests.helpers.lanes import rest_at_night
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.helpers.waiting import wait_until

PLAIN = "pl4nted_SECRET-x"
QUESTION = "How long do cats sleep?"

FAILURES = {
    "wrong key": Reply(status=401, error=f"Incorrect API key provided: {PLAIN}. Basic {PLAIN}"),
    "not allowed": Reply(status=403, error=f"me:{PLAIN} may not use it"),
    "unknown": Reply(status=418, error=f"I do not like {PLAIN}"),
    "bad request": Reply(status=400, error=f"x-key '{PLAIN}' is unknown"),
    "moved": Reply(status=302, headers={"Location": f"http://me:{PLAIN}@127.0.0.1:9/v1?key={PLAIN}"}),
    "no JSON": Reply(body=f"<p>{PLAIN}", content_type="text/html"),
    "nonsense": Reply(body=f"data: {{{PLAIN}\n\n", content_type="text/event-stream"),
    "cut off": Reply(cut_after=1),
    "failed in the middle": Reply(error_after=1, error=f"{PLAIN} has expired"),
}


@dataclass
class Planted:
    """A data folder on which the command line works, with everything that it printed."""

    data: Path
    outside: Path
    server: ScriptedServer
    capture: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch
    printed: str = ""

    def run(self, *arguments: str | Path, said: str = "") -> int:
        self.monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(said.encode()), encoding="utf-8"))
        code = main([*map(str, arguments), "--data-dir", str(self.data)])
        self.printed += "".join(self.capture.readouterr())
        return code

    def write_settings(self, **values: object) -> None:
        """Write them as an earlier version would have."""
        own = {"llm.provider": "openai", "llm.model": self.server.models[0], "llm.max_retries": 0}
        (self.data / SETTINGS_FILE).write_text(json.dumps(own | values), encoding="utf-8")

    def found(self) -> dict[str, list[str]]:
        """Return, by form of the secret, where it stands: in a file, or what was printed."""
        texts = {"printed": self.printed.encode()}
        for place in (self.data, self.outside):
            texts |= {str(path): path.read_bytes() for path in place.rglob("*") if path.is_file()}
        hits = {form: [name for name, text in texts.items() if form.encode() in text] for form in forms(PLAIN)}
        return {form: names for form, names in hits.items() if names}


def forms(secret: str) -> set[str]:
    """Return what a secret looks like when it is sent or written down."""
    login = base64.b64encode(f"me:{secret}".encode()).decode()
    return {secret, login, urllib.parse.quote(secret, safe=""), base64.b64encode(secret.encode()).decode()}


@pytest.fixture
def planted(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Planted]:
    before = list(logging.getLogger(LOGGER).handlers)
    (tmp_path / "outside").mkdir()
    with ScriptedServer() as server:
        made = Planted(tmp_path / "data", tmp_path / "outside", server, capsys, monkeypatch)
        assert made.run("index", "create", "lib") == 0
        assert made.run("add", "lib", folder, "--no-embed") == 0
        yield made
    for handler in set(logging.getLogger(LOGGER).handlers) - set(before):
        logging.getLogger(LOGGER).removeHandler(handler)
        handler.close()


def do_everything(planted: Planted, *flags: str, failures: Collection[str] = FAILURES) -> None:
    """Ask, well and badly, in every way of printing and writing; then show all that can be shown."""
    server, export = planted.server, planted.outside / "answer.md"
    assert planted.run("ask", "lib", QUESTION, "--trace", "--export", export, "--force", *flags) == 0
    assert planted.run("ask", "lib", QUESTION, "--json", "--mode", "chat", *flags) == 0
    for name in failures:
        server.default = FAILURES[name]
        planted.run("chat", "lib", "--trace", *flags, said=f"{QUESTION}\n")
    server.default = Reply()
    shown = [("settings",), ("settings", "--json"), ("key", "list"), ("key", "list", "--json"), ("network", "--json")]
    shown += [("connection", "list"), ("connection", "list", "--json"), ("conversation", "list"), ("status", "lib")]
    for arguments in shown:
        assert planted.run(*arguments) == 0, arguments


def as_header(planted: Planted) -> None:
    planted.write_settings(**{"llm.base_url": planted.server.base_url, "llm.default_headers": f"X-Key: {PLAIN}"})


def as_authorization(planted: Planted) -> None:
    header = f"Authorization: Bearer {PLAIN}"
    planted.write_settings(**{"llm.base_url": planted.server.base_url, "llm.default_headers": header})


def as_password(planted: Planted) -> None:
    planted.write_settings(**{"llm.base_url": planted.server.base_url.replace("://", f"://me:{PLAIN}@")})


def as_token_in_the_address(planted: Planted) -> None:
    planted.write_settings(**{"llm.base_url": planted.server.base_url.replace("://", f"://{PLAIN}@")})


def as_key(planted: Planted) -> None:
    planted.write_settings(**{"llm.base_url": planted.server.base_url})
    assert planted.run("key", "set", planted.server.base_url, said=f"{PLAIN}\n") == 0


def as_environment(planted: Planted) -> None:
    planted.write_settings()
    planted.monkeypatch.setenv("OPENAI_API_KEY", PLAIN)
    planted.monkeypatch.setenv("OPENAI_BASE_URL", planted.server.base_url)


PLACES: dict[str, Callable[[Planted], None]] = {
    "header": as_header,
    "authorization": as_authorization,
    "password": as_password,
    "token": as_token_in_the_address,
    "key": as_key,
    "environment": as_environment,
}


@pytest.mark.slow
@pytest.mark.parametrize("place", rest_at_night(["header", "password", "key"], {"password"}))
def test_no_process_shows_a_secret_in_its_command_line(planted: Planted, place: str) -> None:
    PLACES[place](planted)
    planted.server.default = Reply(hang=True)
    arguments = command("ask", "lib", QUESTION, data_dir=planted.data)
    with subprocess.Popen(arguments, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as asking:
        try:
            wait_until(lambda: bool(planted.server.chats), 60)
            processes = [one := psutil.Process(asking.pid), *one.children(recursive=True)]
            shown = json.dumps([[one.cmdline(), one.environ()] for one in processes])
        finally:
            asking.kill()
    assert QUESTION in shown, "what is typed there can be seen"
    assert not [form for form in forms(PLAIN) if form in shown]


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("place", rest_at_night(PLACES, {"header", "key"}))
@pytest.mark.parametrize(
    "failures",
    [
        pytest.param(("wrong key", "moved", "cut off"), id="some"),  # all by day: in the next test
        pytest.param(tuple(FAILURES), id="all", marks=pytest.mark.nightly),
    ],
)
def test_a_planted_secret_is_sent_and_found_nowhere(planted: Planted, place: str, failures: tuple[str, ...]) -> None:
    PLACES[place](planted)
    do_everything(planted, failures=failures)
    sent = json.dumps([request.headers for request in planted.server.requests])
    wanted = base64.b64encode(f"{PLAIN}:".encode()).decode() if place == "token" else ""
    assert wanted in sent if wanted else any(form in sent for form in forms(PLAIN)), "the server needs it"
    assert planted.found() == {}
    kept = keys_file().read_text(encoding="utf-8") if keys_file().exists() else ""
    assert (PLAIN in kept) is (place != "environment"), "there is no keychain in the tests"


@pytest.mark.slow
def test_a_secret_for_one_question_is_kept_nowhere_at_all(planted: Planted) -> None:
    planted.write_settings()
    address = planted.server.base_url.replace("://", f"://me:{PLAIN}@")
    do_everything(planted, "--base-url", address, "--set", f"llm.default_headers=X-Key: {PLAIN}")
    assert any(PLAIN in request.headers.get("x-key", "") for request in planted.server.requests)
    assert planted.found() == {}
    assert not keys_file().exists()


@pytest.mark.slow
def test_the_passwords_of_search_models_and_rerankers_are_found_nowhere(planted: Planted, folder: Path) -> None:
    with EmbeddingServer() as embedding:
        login = embedding.address.replace("://", f"://me:{PLAIN}@")
        planted.write_settings(
            **{
                "llm.base_url": planted.server.base_url,
                "embedding.provider": "openai",
                "embedding.base_url": login,
                "embedding.model": "double",
                "rerank.base_url": login,
            }
        )
        planted.run("index", "create", "other")
        assert planted.run("add", "other", folder) == 0
        assert planted.run("search", "other", "cats") == 0
        planted.run("ask", "other", QUESTION, "--postprocessor", "rerank")
        embedding.script(*[(401, {}, f'{{"error": "bad {PLAIN}"}}')] * 3)
        planted.run("search", "other", "dogs and birds")
        planted.run("ask", "other", "Which birds?", "--postprocessor", "rerank", "--trace")
        planted.run("embedder", "other")
        assert any("basic" in headers.get("authorization", "").lower() for headers in embedding.headers)
    planted.run("search", "other", "nothing listens there any more")
    assert planted.found() == {}


@pytest.mark.slow
def test_managing_the_models_of_a_server_tells_no_password(planted: Planted) -> None:
    address = planted.server.ollama_url.replace("://", f"://me:{PLAIN}@")
    planted.write_settings(**{"llm.provider": "ollama", "llm.base_url": address})
    assert planted.run("model", "served") == 1
    planted.server.pages["/api/ps"] = {"models": []}
    assert planted.run("model", "served", "--json") == 0
    planted.server.pull_lines = [{"error": f"pull of http://me:{PLAIN}@host failed: {PLAIN} has expired"}]
    for act in ("pull", "load", "unload"):
        assert planted.run("model", act, "qwen3:8b") == 1
    assert planted.run("ask", "lib", QUESTION, "--trace") == 0
    assert planted.run("settings", "export", planted.outside / "settings.json") == 0
    asked = {request.path for request in planted.server.requests if "authorization" in request.headers}
    assert {"/api/tags", "/api/ps", "/api/pull", "/api/generate", "/api/chat"} <= asked
    assert planted.found() == {}


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("address", ["http://me:{}@[bad", "http://me:{}@host:port", "http://me:{} @host", "me:{}@"])
def test_an_address_that_is_none_is_shown_without_its_password(planted: Planted, address: str) -> None:
    planted.write_settings(**{"llm.base_url": address.format(PLAIN)})
    assert planted.run("ask", "lib", QUESTION) == 1
    assert planted.run("settings") == 0
    assert planted.found() == {}


@pytest.mark.nightly(by_day="test_an_address_that_is_none_is_shown_without_its_password")
@pytest.mark.slow
@pytest.mark.parametrize(
    "address",
    rest_at_night(
        ["http://me:{}@127.0.0.1:9/v1", "https://me:{}@127.0.0.1:9", "http://me:{}@localhost:9"],
        {"https://me:{}@127.0.0.1:9"},
    ),
)
def test_where_nothing_listens_the_password_is_not_told(planted: Planted, address: str) -> None:
    planted.write_settings(**{"llm.base_url": address.format(PLAIN)})
    with suppress(OSError):
        planted.run("ask", "lib", QUESTION, "--trace")
    planted.run("doctor")
    assert f"No server responds at {address.partition('@')[2].removesuffix('/v1')}." in planted.printed
    assert planted.found() == {}
