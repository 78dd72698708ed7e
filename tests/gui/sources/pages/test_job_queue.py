"""Jobs of a document run one at a time, the most urgent first; those nobody waits for any more are stopped."""

from functools import partial

import pytest
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.jobs import Job, JobKind, Lane
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.sources.pages import job_queue
from desktop_rag.gui.sources.pages.job_queue import JobQueue, Request
from tests.helpers.scripted_worker import ScriptedWorker


class Wishes:
    """Wants some jobs that take a while each."""

    def __init__(self, scripted: ScriptedWorker, *names: str) -> None:
        self._scripted = scripted
        self.wanted = list(names)
        self.started: list[Job[str]] = []
        self.done: list[str] = []
        self.failed: list[str] = []
        self.seconds = 0.02
        self.needed = True

    def next(self) -> Request | None:
        if not self.wanted:
            return None
        return Request(partial(self._start, self.wanted.pop(0)), self.done.append, self._fail, lambda: self.needed)

    def _start(self, name: str) -> Job[str]:
        seconds = self.seconds

        def run(job: Job[str]) -> str:
            job.token.wait(seconds)
            if name == "bad":
                raise UserError("It went wrong.")
            return name

        self.started.append(self._scripted.lanes.submit(Lane.VIEW, JobKind.READ, run))
        return self.started[-1]

    def _fail(self, error: UserError) -> None:
        self.failed.append(error.message)


def test_the_most_urgent_is_asked_again_after_each_job(qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker) -> None:
    urgent, patient = Wishes(scripted, "u1"), Wishes(scripted, "p1", "p2")
    queue = JobQueue(bridge, bridge)
    queue.add_supplier(urgent.next)
    queue.add_supplier(patient.next)
    queue.wake()
    queue.wake()
    assert (len(urgent.started), len(patient.started)) == (1, 0), "one at a time"
    qtbot.waitUntil(lambda: bool(patient.started))
    urgent.wanted.append("u2")
    qtbot.waitUntil(lambda: patient.done == ["p1", "p2"])
    assert urgent.done == ["u1", "u2"]
    assert urgent.started[1].id < patient.started[1].id


def test_a_failure_is_told_and_the_next_job_runs(qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker) -> None:
    wishes = Wishes(scripted, "bad", "good")
    queue = JobQueue(bridge, bridge)
    queue.add_supplier(wishes.next)
    queue.wake()
    qtbot.waitUntil(lambda: wishes.done == ["good"])
    assert wishes.failed == ["It went wrong."]


def test_what_was_dropped_is_not_heard_of_and_stopped_when_it_goes_on(
    qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker
) -> None:
    wishes = Wishes(scripted, "old")
    wishes.seconds = 60
    queue = JobQueue(bridge, bridge)
    queue.add_supplier(wishes.next)
    queue.wake()
    queue.drop()
    wishes.wanted.append("new")
    wishes.seconds = 0.01
    queue.wake()
    assert len(wishes.started) == 2, "the next one does not wait for it here"
    qtbot.waitUntil(lambda: wishes.started[0].done)
    qtbot.waitUntil(lambda: wishes.done == ["new"])
    assert wishes.started[0].token.cancelled
    assert not wishes.started[1].token.cancelled


def test_a_job_that_takes_long_gives_way_when_nobody_needs_it_any_more(
    qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_queue, "_PATIENCE_MS", 50)
    wishes = Wishes(scripted, "long")
    wishes.seconds = 60
    queue = JobQueue(bridge, bridge)
    queue.add_supplier(wishes.next)
    queue.wake()
    wishes.wanted.append("next")
    qtbot.wait(60)
    queue.wake()
    assert len(wishes.started) == 1, "it is still needed"
    wishes.needed, wishes.seconds = False, 0.01
    queue.wake()
    assert len(wishes.started) == 2
    qtbot.waitUntil(lambda: wishes.done == ["next"])
