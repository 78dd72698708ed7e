"""A model that falls silent is told of on a real terminal, until it goes on."""

import json
import os
import select
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.cli import stages
from desktop_rag.cli.main import main
from tests.helpers.scripted_server import Reply, ScriptedServer

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it has no such terminals")


def event(text: str, finish_reason: str | None = None) -> bytes:
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": finish_reason}
    return b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n"


@pytest.mark.slow
def test_a_silent_model_is_told_of_until_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "STALL_SECONDS", 0.5)
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "tea.txt").write_text("Green tea is brewed at eighty degrees.")
    data = ["--data-dir", str(tmp_path / "data")]
    main(["index", "create", "lib", *data])
    main(["add", "lib", str(tmp_path / "files"), "--no-embed", *data])
    begins, goes_on = threading.Event(), threading.Event()

    def pieces() -> Iterator[bytes]:
        begins.wait(60)
        yield event("Green tea is ")
        goes_on.wait(60)
        yield event("brewed at eighty degrees.") + event("", "stop") + b"data: [DONE]\n\n"

    seen, ended = bytearray(), threading.Event()
    ours, terminal = os.openpty()

    def read() -> None:
        """Go on whenever the silence was told of twice: before the first word, and in the middle."""
        while not ended.is_set():
            if select.select([ours], [], [], 0.05)[0]:
                seen.extend(os.read(ours, 65_536))
                before, begun, after = seen.partition(b"Green tea is ")
                if b"Ctrl+C stops." in before:
                    begins.set()
                if begun and b"Ctrl+C stops." in after:
                    goes_on.set()

    reader = threading.Thread(target=read)
    with ScriptedServer() as server, os.fdopen(terminal, "w", encoding="utf-8") as screen:
        server.script(Reply(raw=pieces()))
        monkeypatch.setattr(sys, "stderr", screen)
        monkeypatch.setattr(sys, "stdout", screen)
        reader.start()
        try:
            settings = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": "scripted-model"}
            main(
                [
                    "ask",
                    "lib",
                    "How is tea brewed?",
                    *data,
                    *(f"--set={key}={value}" for key, value in settings.items()),
                ]
            )
        finally:
            monkeypatch.undo()
            ended.set()
            reader.join()
    os.close(ours)
    text = seen.decode()
    assert "The model has not answered for 1 s. Ctrl+C stops." in text
    before, _, after = text.partition("Green tea is ")
    assert "Ctrl+C stops." in before
    # the line of the silence is cleared, and the answer goes on
    assert "Ctrl+C stops.\r\x1b[2Kbrewed at eighty degrees." in after
