"""Libraries are brought up to date with their folders, and told of on the way."""

from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.events import IngestProgress, StoreChanged
from desktop_rag.ingestion.rules import FolderRules
from tests.services.conftest import Services


@pytest.fixture
def lib(services: Services) -> Services:
    services.libraries.create("lib")
    return services


def test_adding_reads_each_file_once_and_nothing_again(lib: Services, notes: Path) -> None:
    lib.ingestion.add("lib", [notes], lib.call())
    assert sorted(lib.parsers.read) == ["cats.txt", "dogs.txt", "tea.md"]
    lib.ingestion.add("lib", [notes], lib.call())
    lib.ingestion.resume("lib", lib.call())
    assert len(lib.parsers.read) == 3
    assert set(lib.states("lib").values()) == {"keyword"}
    lib.ingestion.embed("lib", lib.call())
    assert set(lib.states("lib").values()) == {"ready"}


def test_rules_hold_for_the_first_look(lib: Services, notes: Path) -> None:
    lib.ingestion.add("lib", [notes], lib.call(), rules=FolderRules(ignore=("old", "*.md")))
    assert lib.parsers.read == ["cats.txt"]


def test_readers_are_started_ahead_only_where_something_was_named(lib: Services, notes: Path) -> None:
    lib.ingestion.add("lib", [], lib.call())
    assert lib.parsers.warmed_up == 0
    lib.ingestion.add("lib", [notes], lib.call())
    assert lib.parsers.warmed_up == 1


def test_a_paused_library_takes_note_and_reads_when_it_goes_on(lib: Services, notes: Path) -> None:
    lib.ingestion.add("lib", [notes], lib.call())
    lib.set_paused("lib", paused=True)
    (notes / "late.txt").write_text("Late.", encoding="utf-8")
    lib.ingestion.refresh("lib", [notes / "late.txt"], lib.call())
    assert lib.states("lib")["late.txt"] == "waiting"
    assert "late.txt" not in lib.parsers.read
    lib.ingestion.add("lib", [], lib.call())
    assert lib.states("lib")["late.txt"] == "keyword"
    assert not lib.libraries.list_all()[0].paused


def test_a_look_at_some_paths_leaves_the_others_for_later(lib: Services, notes: Path) -> None:
    lib.ingestion.add("lib", [notes], lib.call())
    lib.parsers.read.clear()
    (notes / "cats.txt").write_text("Cats purr loudly.", encoding="utf-8")
    (notes / "old" / "dogs.txt").write_text("Dogs howl.", encoding="utf-8")
    lib.ingestion.refresh("lib", [notes / "old"], lib.call())
    assert lib.parsers.read == ["dogs.txt"]
    lib.ingestion.resume("lib", lib.call())
    assert lib.parsers.read == ["dogs.txt", "cats.txt"]


def test_a_path_outside_every_folder_is_nothing_to_look_at(lib: Services, notes: Path, tmp_path: Path) -> None:
    lib.ingestion.add("lib", [notes], lib.call())
    stray = tmp_path / "stray.txt"
    stray.write_text("Stray.", encoding="utf-8")
    lib.ingestion.refresh("lib", [stray], lib.call())
    assert "stray.txt" not in lib.states("lib")


def test_a_file_that_is_gone_is_forgotten(lib: Services, notes: Path) -> None:
    lib.ingestion.add("lib", [notes], lib.call())
    (notes / "cats.txt").unlink()
    lib.ingestion.refresh("lib", [notes / "cats.txt"], lib.call())
    assert set(lib.states("lib")) == {"tea.md", "dogs.txt"}
    assert lib.found("lib", "purr") == set()


def test_what_disappears_all_at_once_waits_for_a_word_unless_it_was_given(lib: Services, notes: Path) -> None:
    for number in range(8):
        (notes / f"n{number}.txt").write_text(f"Walrus {number}.", encoding="utf-8")
    lib.ingestion.add("lib", [notes], lib.call())
    for file in notes.glob("*.txt"):
        file.unlink()
    lib.ingestion.add("lib", [notes], lib.call())
    assert len(lib.states("lib")) == 11
    lib.ingestion.add("lib", [notes], lib.call(), allow_mass_delete=True)
    assert set(lib.states("lib")) == {"tea.md", "dogs.txt"}


def test_stopping_keeps_what_was_read_and_the_rest_waits(lib: Services, notes: Path) -> None:
    token = CancelToken()
    lib.parsers.before_each = lambda _: token.cancel() if len(lib.parsers.read) == 1 else None
    with pytest.raises(CancelledError):
        lib.ingestion.add("lib", [notes], lib.call(token))
    info = lib.libraries.list_all()[0]
    assert 1 <= info.waiting <= 2
    first = list(lib.parsers.read)
    lib.ingestion.resume("lib", lib.call())
    assert lib.libraries.list_all()[0].waiting == 0
    assert set(lib.states("lib").values()) == {"keyword"}
    assert len(lib.parsers.read) - len(first) == info.waiting


def test_a_call_that_was_cancelled_before_it_began_changes_nothing(lib: Services, notes: Path) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(CancelledError):
        lib.ingestion.add("lib", [notes], lib.call(token))
    assert lib.parsers.read == []


def test_progress_goes_up_stage_by_stage_and_ends_complete(lib: Services, notes: Path) -> None:
    lib.ingestion.add("lib", [notes], lib.call())
    lib.ingestion.embed("lib", lib.call())
    told = [event for event in lib.events if isinstance(event, IngestProgress)]
    assert list(dict.fromkeys(event.stage for event in told)) == ["scanning", "reading", "embedding"]
    assert {(event.job_id, event.index_name) for event in told} == {(7, "lib")}
    reading = [event for event in told if event.stage == "reading"]
    assert [event.files_done for event in reading] == sorted(event.files_done for event in reading)
    assert (reading[-1].files_done, reading[-1].files_total) == (3, 3)
    last = told[-1]
    assert (last.stage, last.nodes, last.nodes_embedded, last.failed) == ("embedding", 3, 3, 0)


@pytest.mark.parametrize("stopped", [False, True])
def test_views_hear_at_the_end_that_the_library_changed(lib: Services, notes: Path, *, stopped: bool) -> None:
    token = CancelToken()
    if stopped:
        lib.parsers.before_each = lambda _: token.cancel()
        with pytest.raises(CancelledError):
            lib.ingestion.add("lib", [notes], lib.call(token))
    else:
        lib.ingestion.add("lib", [notes], lib.call(token))
    last = lib.events[-1]
    assert isinstance(last, StoreChanged)
    assert last.ids == ("lib",)
    assert {"documents", "nodes", "indexes"} <= last.kinds


def test_embedding_does_not_make_vectors_twice(lib: Services, notes: Path) -> None:
    lib.ingestion.add("lib", [notes], lib.call())
    lib.ingestion.embed("lib", lib.call())
    lib.ingestion.embed("lib", lib.call())
    (notes / "cats.txt").write_text("Cats purr loudly.", encoding="utf-8")
    lib.ingestion.refresh("lib", [notes], lib.call())
    lib.ingestion.embed("lib", lib.call())
    embedded = lib.models.choice.embedded  # type: ignore[attr-defined]
    assert len(embedded) == 4
    assert embedded[-1].endswith("Cats purr loudly.")
    assert lib.libraries.list_all()[0].nodes_embedded == 3


def test_what_waits_in_a_folder_that_is_away_is_read_when_it_is_back(services: Services, notes: Path) -> None:
    services.fill("lib", notes)
    services.files.retry("lib", [str(notes / "tea.md")])
    (notes / "cats.txt").write_text("Lions roar at night, louder than any cat.", encoding="utf-8")
    away = notes.rename(notes.with_name("away"))
    services.ingestion.add("lib", [], services.call())
    assert services.found("lib", "purr") == {"cats.txt"}, "what was read of it stays"
    away.rename(notes)
    services.parsers.read.clear()
    services.ingestion.add("lib", [], services.call())
    assert sorted(services.parsers.read) == ["cats.txt", "tea.md"]
    assert services.found("lib", "roar") == {"cats.txt"}
