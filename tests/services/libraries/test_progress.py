"""A run is told of as often as anybody can read, and its stages and ends always."""

from dataclasses import replace

import pytest

from desktop_rag.core.events import Event, IngestProgress, StoreChanged
from desktop_rag.ingestion.progress import Progress
from desktop_rag.services.libraries import ingestion as progress_module
from desktop_rag.services.libraries.ingestion import IngestReporter


class Clock:
    """A clock that stands still until it is set."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(progress_module, "time", clock)
    return clock


@pytest.fixture
def events() -> list[Event]:
    return []


@pytest.fixture
def report(clock: Clock, events: list[Event]) -> IngestReporter:
    return IngestReporter(7, "lib", events.append)


def reading(done: int, total: int = 100) -> Progress:
    return Progress("reading", done, total, nodes=5)


def test_steps_that_come_too_fast_are_left_out(clock: Clock, report: IngestReporter, events: list[Event]) -> None:
    for step in range(50):
        clock.now = 100 + step / 64
        report(reading(step))
    told = [event.files_done for event in events if isinstance(event, IngestProgress)]
    assert told == [0, 7, 14, 21, 28, 35, 42, 49]


@pytest.mark.parametrize(
    ("last", "told"),
    [
        (Progress("reading", 100, 100, nodes=5, nodes_embedded=1), True),
        (Progress("reading", 99, 100, nodes=5, nodes_embedded=5), False),
        (Progress("embedding", 100, 100, nodes=5, nodes_embedded=5), True),
        (Progress("scanning", 0, 3), True),
    ],
    ids=["all read", "nearly all read", "all embedded", "another stage"],
)
def test_stages_and_ends_are_told_however_soon(
    report: IngestReporter, events: list[Event], last: Progress, *, told: bool
) -> None:
    report(reading(1))
    report(last)
    assert len(events) == 1 + told


def test_passages_that_wait_are_no_end_of_embedding(report: IngestReporter, events: list[Event]) -> None:
    report(Progress("embedding", 9, 9, nodes=5, nodes_embedded=3))
    report(Progress("embedding", 9, 9, nodes=5, nodes_embedded=4))
    report(Progress("embedding", 9, 9, nodes=5, nodes_embedded=5))
    assert [event.nodes_embedded for event in events if isinstance(event, IngestProgress)] == [3, 5]


def test_views_refresh_once_a_second_and_at_the_end(clock: Clock, report: IngestReporter, events: list[Event]) -> None:
    with report:
        for step in range(25):
            clock.now = 100 + step / 8
            report(reading(step))
        during = [event for event in events if isinstance(event, StoreChanged)]
        assert len(during) == 3
    assert isinstance(events[-1], StoreChanged)
    assert {event.ids for event in events if isinstance(event, StoreChanged)} == {("lib",)}


def test_views_do_not_refresh_while_nothing_new_is_stored(
    clock: Clock, report: IngestReporter, events: list[Event]
) -> None:
    for second in range(60):
        clock.now = 100.0 + second
        report(replace(reading(1), running=("a",), running_seconds=float(second)))
    assert len([event for event in events if isinstance(event, IngestProgress)]) == 60
    assert len([event for event in events if isinstance(event, StoreChanged)]) == 1


def test_the_views_hear_of_the_end_of_a_run_that_failed(report: IngestReporter, events: list[Event]) -> None:
    with pytest.raises(ValueError, match="broken"), report:
        raise ValueError("broken")
    assert [type(event) for event in events] == [StoreChanged]


def test_nothing_of_a_snapshot_is_lost(report: IngestReporter, events: list[Event]) -> None:
    report(Progress("reading", 1, 2, 3, 4, 5.5, 6.5, "now.txt", ("a", "b"), 7, 8, 9.0, 10))
    assert events == [IngestProgress(7, "lib", "reading", 1, 2, 3, 4, 5.5, 6.5, "now.txt", ("a", "b"), 7, 8, 9.0, 10)]
