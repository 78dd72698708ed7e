"""What is pinned is looked at by itself once the files that it rests on were read again."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.events import Event, PinsChanged
from desktop_rag.core.results.pins import NewsKind
from desktop_rag.worker.watching import watcher as watching
from desktop_rag.worker.worker import Worker

pytestmark = pytest.mark.slow
_SECONDS = 60.0


@pytest.fixture
def following(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    """A worker that follows a folder of a library."""
    monkeypatch.setattr(watching, "CHECK_SECONDS", 0.5)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "lease.txt").write_text("The deposit is £1,900. The gate closes at 20:00.\n", encoding="utf-8")
    worker = Worker(tmp_path / "data")
    worker.libraries.create("lib").result()
    worker.files.add("lib", [tmp_path / "docs"]).result()
    worker.watch()
    yield worker
    worker.close()


def test_a_change_is_told_by_an_event_and_kept_until_a_person_was_told(following: Worker, tmp_path: Path) -> None:
    heard: list[PinsChanged] = []
    told = threading.Event()

    def hear(event: Event) -> None:
        if isinstance(event, PinsChanged):
            heard.append(event)
            told.set()

    following.subscribe(hear)
    assert not following.has_pins("lib").result()
    check = following.checks.check_text("lib", "The deposit is £1,900.").result()
    following.pins.text("lib", check, "draft").result()
    assert following.has_pins("lib").result()
    lease = tmp_path / "docs" / "lease.txt"
    lease.write_text("The deposit is £2,400. The gate closes at 20:00.\n", encoding="utf-8")
    assert told.wait(_SECONDS)
    assert [(event.library, event.broken, event.again, event.new) for event in heard] == [("lib", 1, 0, 0)]
    (one,) = following.pins.news("lib").result()
    assert (one.kind, one.file) == (NewsKind.BROKEN, str(lease))
    following.pins.note_told("lib", [one]).result()
    assert following.pins.check("lib").result().news == ()
