"""A model that falls silent is told of on a real terminal, until it goes on, and not after its last word."""

import json
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop_rag.cli import ask
from desktop_rag.cli.main import main
from tests.helpers.embedding_server import Answer, EmbeddingServer
from tests.helpers.scripted_server import Reply, ScriptedServer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="it has no such terminals"),
]
_END = b"<the terminal is closed>"
_TOLD = re.compile(r"The model has not answered for \d+ s\. Ctrl\+C stops\.")


def event(text: str, finish_reason: str | None = None) -> bytes:
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": finish_reason}
    return b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n"


def made_library(tmp_path: Path) -> list[str]:
    """Create a library about tea; return the options that name its data folder."""
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "tea.txt").write_text("Green tea is brewed at eighty degrees.")
    data = ["--data-dir", str(tmp_path / "data")]
    main(["index", "create", "lib", *data])
    main(["add", "lib", str(tmp_path / "files"), *data])
    return data


def asked_on_a_terminal(
    server: ScriptedServer,
    data: list[str],
    monkeypatch: pytest.MonkeyPatch,
    look: Callable[[str], object] = lambda text: None,
) -> str:
    """Return all that a terminal shows of a question; ``look`` is called with what it shows whenever that grows."""
    ours, terminal = os.openpty()
    seen = bytearray()

    def read() -> None:
        while not seen.endswith(_END):
            seen.extend(os.read(ours, 65_536))
            look(seen.decode(errors="ignore"))

    reader = threading.Thread(target=read)
    settings = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": "scripted-model"}
    options = [f"--set={key}={value}" for key, value in settings.items()]
    with os.fdopen(terminal, "w", encoding="utf-8") as screen:
        reader.start()
        try:
            with monkeypatch.context() as patched:
                patched.setattr(sys, "stderr", screen)
                patched.setattr(sys, "stdout", screen)
                main(["ask", "lib", "How is green tea brewed?", *data, *options])
        finally:
            screen.write(_END.decode())
            screen.flush()
            reader.join()
    os.close(ours)
    return seen.decode()


def test_a_silent_model_is_told_of_until_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ask, "STALL_SECONDS", 0.5)
    data = made_library(tmp_path)
    begins, goes_on = threading.Event(), threading.Event()

    def pieces() -> Iterator[bytes]:
        begins.wait(60)
        yield event("Green tea is ")
        goes_on.wait(60)
        yield event("brewed at eighty degrees.") + event("", "stop") + b"data: [DONE]\n\n"

    def look(text: str) -> None:
        """Let the model go on once its silence was told of: before the first word, and in the middle."""
        before, begun, after = text.partition("Green tea is ")
        if _TOLD.search(before):
            begins.set()
        if begun and _TOLD.search(after):
            monkeypatch.setattr(ask, "STALL_SECONDS", 3600.0)  # no silence of a slow machine is told of from now on
            goes_on.set()

    with ScriptedServer() as server:
        server.script(Reply(raw=pieces()))
        text = asked_on_a_terminal(server, data, monkeypatch, look)
    before, _, after = text.partition("Green tea is ")
    assert _TOLD.search(before)
    # the line of the silence is cleared, and the answer goes on
    assert re.search(rf"{_TOLD.pattern}\r\x1b\[2Kbrewed at eighty degrees\.", after)


def test_nothing_is_said_of_the_model_while_its_answer_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ask, "STALL_SECONDS", 0.5)
    compared = threading.Event()
    with EmbeddingServer() as embedding, ScriptedServer() as server:

        def compare_slowly(texts: list[str]) -> Answer | None:
            if any("hot water" in text for text in texts):
                compared.set()
                embedding.stopping.wait(2)  # four times what would be told of
            return None

        search_model = {"provider": "openai", "base_url": embedding.address, "model": "double"}
        (tmp_path / "data").mkdir()
        (tmp_path / "data" / "settings.json").write_text(
            json.dumps({f"embedding.{key}": value for key, value in search_model.items()})
        )
        data = made_library(tmp_path)
        embedding.refuse = compare_slowly
        # in words that only their meaning could find in the passage
        server.script(Reply(tokens=["Moderately hot water suits the infusion [1]."]))
        text = asked_on_a_terminal(server, data, monkeypatch)
    assert compared.is_set()
    _, written, after = text.partition("Moderately hot water suits the infusion")
    assert written
    assert not _TOLD.search(after)
