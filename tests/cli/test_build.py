"""``desktop-rag build``, run as a person runs it: told about, stopped, killed, continued."""

import json
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest

from desktop_rag.core.errors import CancelledError
from desktop_rag.core.events import BuildProgress, Event
from desktop_rag.storage.sqlite.connection import connect, select
from desktop_rag.worker.worker import Worker
from tests.helpers.command_line import command, environment, run, run_json
from tests.helpers.lanes import rest_at_night
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.helpers.warm_programs import start_program

FILES = 24


def answer(body: dict[str, Any]) -> Reply:
    """Answer any of the prompts from the text in it, always the same."""
    prompt = body["messages"][-1]["content"]
    whales = sorted(set(re.findall(r"Whale (\d+)", prompt)))
    if "facts" in prompt:
        text = [f"(Whale {number}, sings, song {number})\n" for number in whales]
    elif "KEYWORDS:" in prompt:
        text = ["KEYWORDS: ", ", ".join(f"whale{number}" for number in whales)]
    else:
        text = ["About ", ", ".join(f"Whale {number}" for number in whales)]
    return Reply(tokens=text or ["nothing"], delay=0.01)


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        server.default = answer
        yield server


@pytest.fixture
def data(tmp_path: Path) -> Path:
    files = tmp_path / "files"
    files.mkdir()
    for number in range(FILES):
        (files / f"n{number:02}.md").write_text(f"Whale {number} sang in the deep sea.")
    data = tmp_path / "data"
    with closing(Worker(data)) as worker:
        worker.libraries.create("lib").result(60)
        worker.files.add("lib", [files], embed=False).result(60)
    return data


def flags(server: ScriptedServer) -> tuple[str, ...]:
    return "--provider", "openai", "--base-url", server.base_url, "--model", server.models[0]


def content(data: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that was built, in an order of its own."""
    db = connect(data / "libraries" / "lib.ragindex")
    try:
        assert select(db, "PRAGMA integrity_check") == [("ok",)]
        assert select(db, "PRAGMA foreign_key_check") == []
        return {
            "keywords": select(db, "SELECT keyword, kind, node FROM table_keywords ORDER BY 1, 2, 3"),
            "facts": select(
                db,
                "SELECT t.subject, t.relation, t.object, s.node FROM triplets t "
                "JOIN triplet_nodes s ON s.triplet = t.id ORDER BY 1, 2, 3, 4",
            ),
            "leaves": select(
                db,
                "SELECT l.node, s.text, s.level FROM tree_leaves l LEFT JOIN tree_summaries s ON s.id = l.parent "
                "ORDER BY l.node",
            ),
            "summaries": select(db, "SELECT level, text, stale FROM tree_summaries ORDER BY 1, 2"),
            "done": select(db, "SELECT kind, node FROM built_nodes ORDER BY 1, 2"),
        }
    finally:
        db.close()


@pytest.mark.slow
def test_builds_says_so_and_does_nothing_twice(data: Path, server: ScriptedServer) -> None:
    first = run_json("build", "lib", "tree", *flags(server), "--set", "llm.seed=7", data_dir=data)
    assert first == {"name": "lib", "kind": "tree", "passages": FILES, "processed": FILES, "pending": 0}
    assert [chat.body["seed"] for chat in server.chats] == [7, 7, 7]
    assert "can already search" in run("build", "lib", "tree", *flags(server), data_dir=data)
    assert len(server.chats) == 3
    assert "24 passages" in run("build", "lib", "rake_keyword_table", data_dir=data)
    assert run_json("build", "lib", "keyword_table", data_dir=data)["kind"] == "simple_keyword_table"
    assert "language model" in run("build", "lib", "knowledge_graph", data_dir=data, code=1)
    assert "no library" in run("build", "other", "tree", *flags(server), data_dir=data, code=1)
    run("build", "lib", "everything", data_dir=data, code=2)
    assert "no setting named" in run("build", "lib", "tree", "--set", "llm.sed=7", data_dir=data, code=1)


@pytest.mark.slow
@pytest.mark.parametrize("kind", rest_at_night(["tree", "keyword_table", "knowledge_graph"], {"tree"}))
def test_killed_anywhere_it_carries_on(kind: str, data: Path, server: ScriptedServer) -> None:
    arguments = ("build", "lib", kind, *flags(server), "--data-dir", data)
    chats = 0
    for more in (2, 7):
        process = start_program("desktop_rag.cli.main", *arguments, environment=environment())
        while len(server.chats) < chats + more and process.poll() is None:
            time.sleep(0.002)
        children = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
        process.kill()
        process.wait(10)
        process.stdout.close()
        _, alive = psutil.wait_procs(children, timeout=20)
        assert not alive
        chats = len(server.chats)
    done = run_json("build", "lib", kind, *flags(server), data_dir=data)
    assert done["pending"] == 0
    killed = content(data)
    db = connect(data / "libraries" / "lib.ragindex")
    for table in ("built_nodes", "table_keywords", "triplets", "tree_leaves", "tree_summaries"):
        db.execute(f"DELETE FROM {table}")
    db.close()
    run("build", "lib", kind, *flags(server), data_dir=data)
    assert content(data) == killed


@pytest.mark.nightly(by_day="test_killed_anywhere_it_carries_on")
@pytest.mark.slow
def test_interrupted_by_the_keyboard(data: Path, server: ScriptedServer) -> None:
    server.default = lambda body: answer(body) if len(server.chats) < 8 else Reply(hang=True)
    process = subprocess.Popen(
        command("build", "lib", "keyword_table", *flags(server), data_dir=data),
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
    )
    while len(server.chats) < 9:
        time.sleep(0.002)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Run the same command to continue" in errors
    server.default = answer
    rest = json.loads(run("build", "lib", "keyword_table", *flags(server), "--json", data_dir=data))
    assert 0 < rest["processed"] < FILES


@pytest.mark.slow
def test_as_a_job_it_tells_its_progress_and_does_not_hold_up_adding(
    data: Path, server: ScriptedServer, tmp_path: Path
) -> None:
    worker = Worker(data)
    events: list[Event] = []
    worker.subscribe(events.append)
    settings = worker.config.overridden(
        {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
    )
    try:
        job = worker.builds.build("lib", "knowledge_graph", settings)
        (tmp_path / "files" / "new.md").write_text("Whale 99 sang last.")
        added = worker.files.add("lib", [tmp_path / "files"], embed=False).result(60)
        assert added.counts["files"] == FILES + 1
        job.result(60)
        told = [(event.done, event.total) for event in events if isinstance(event, BuildProgress)]
        assert told[-1][0] >= FILES
        assert told == sorted(told)
        worker.builds.build("lib", "knowledge_graph", settings).result(60)
        assert ("Whale 99", "sings", "song 99") in [row[:3] for row in content(data)["facts"]]
        server.default = Reply(hang=True)
        (tmp_path / "files" / "more.md").write_text("Whale 100 sang too.")
        worker.files.add("lib", [tmp_path / "files"], embed=False).result(60)
        hanging = worker.builds.build("lib", "knowledge_graph", settings)
        worker.libraries.delete("lib").result(20)  # stops what fills it
        with pytest.raises(CancelledError):
            hanging.result(5)
    finally:
        worker.close()
