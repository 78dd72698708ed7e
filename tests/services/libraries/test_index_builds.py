"""Indexes of other kinds are built over a library: as far as they are missing, and told of."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.config import Config
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.events import BuildProgress, Event, StoreChanged
from desktop_rag.services.calls import ServiceCall, calling
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services


def facts(body: dict[str, Any]) -> Reply:
    subject = re.findall(r"(Cats|Dogs|Tea)", body["messages"][-1]["content"])
    return Reply(tokens=[f"({subject[-1] if subject else 'It'}, is, here)"])


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        server.default = facts
        yield server


@pytest.fixture
def lib(services: Services, notes: Path) -> Services:
    services.fill("lib", notes)
    services.events.clear()
    return services


def with_model(services: Services, server: ScriptedServer) -> Config:
    return services.settings(
        llm__provider="openai", llm__base_url=server.base_url, llm__model="scripted-model", llm__max_retries=0
    )


def test_a_build_says_what_it_did_and_does_it_once(lib: Services) -> None:
    first = lib.builds.build("lib", "simple_keyword_table", lib.config)
    assert (first.name, first.kind) == ("lib", "simple_keyword_table")
    assert (first.passages, first.processed, first.pending) == (3, 3, 0)
    again = lib.builds.build("lib", "simple_keyword_table", lib.config)
    assert (again.processed, again.pending) == (0, 0)


def test_what_comes_later_is_built_by_the_next_build(lib: Services, notes: Path) -> None:
    lib.builds.build("lib", "rake_keyword_table", lib.config)
    (notes / "whale.txt").write_text("The whale sings.", encoding="utf-8")
    lib.ingestion.refresh("lib", [notes], lib.call())
    later = lib.builds.build("lib", "rake_keyword_table", lib.config)
    assert (later.passages, later.processed, later.pending) == (4, 1, 0)


def test_progress_counts_up_to_all(lib: Services) -> None:
    lib.builds.build("lib", "simple_keyword_table", lib.config)
    told = [event for event in lib.events if isinstance(event, BuildProgress)]
    assert {(one.job_id, one.index_name, one.kind) for one in told} == {(7, "lib", "simple_keyword_table")}
    assert (told[-1].done, told[-1].total) == (3, 3)
    assert lib.events[-1] == StoreChanged(7, frozenset({"indexes"}), ("lib",))


@pytest.mark.parametrize("kind", ["tree", "knowledge_graph"])
def test_what_needs_a_model_says_so_before_it_begins(lib: Services, kind: str) -> None:
    with pytest.raises(UserError, match="needs a language model"):
        lib.builds.build("lib", kind, lib.config)
    assert lib.events == []


def test_a_keyword_table_without_a_model_is_the_simple_one(lib: Services) -> None:
    assert lib.builds.build("lib", "keyword_table", lib.config).kind == "simple_keyword_table"


def test_a_model_that_fails_leaves_what_was_done(lib: Services, server: ScriptedServer) -> None:
    asked = 0

    def two_then_none(body: dict[str, Any]) -> Reply:
        nonlocal asked
        asked += 1
        return facts(body) if asked < 3 else Reply(status=401, error="no credit")

    server.default = two_then_none
    config = with_model(lib, server)
    with pytest.raises(UserError):
        lib.builds.build("lib", "knowledge_graph", config)
    assert isinstance(lib.events[-1], StoreChanged)
    server.default = facts
    rest = lib.builds.build("lib", "knowledge_graph", config)
    assert rest.pending == 0
    assert rest.processed <= 3


@pytest.mark.slow
def test_a_build_that_is_stopped_goes_on_later(lib: Services, server: ScriptedServer) -> None:
    token, events = CancelToken(), list[Event]()

    def hear(event: Event) -> None:
        events.append(event)
        if isinstance(event, BuildProgress) and event.done:
            token.cancel()

    config = with_model(lib, server)
    for number in range(70):
        (Path(lib.libraries.list_all()[0].folders[0]) / f"n{number}.txt").write_text(f"Walrus {number}.")
    lib.ingestion.resume("lib", lib.call())
    with calling(ServiceCall(7, token, hear)), pytest.raises(CancelledError):
        lib.builds.build("lib", "knowledge_graph", config)
    assert isinstance(events[-1], StoreChanged)
    rest = lib.builds.build("lib", "knowledge_graph", config)
    assert 0 < rest.processed < rest.passages == 73
