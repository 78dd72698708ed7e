"""What the desktop is told about long jobs."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QSystemTrayIcon
from pytestqt.qtbot import QtBot

from desktop_rag.config.options import NOTIFICATIONS
from desktop_rag.core.events import (
    AnswerStage,
    BuildProgress,
    Event,
    IngestProgress,
    JobCancelled,
    JobFailed,
    JobFinished,
)
from desktop_rag.gui.notices.desktop import LongJobs, progress_message
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.main_window import MainWindow
from tests.helpers.scripted_worker import ScriptedWorker

READING = IngestProgress(7, "Papers", "reading", 3, 10, 0, 0, 1.0, 360.0)


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def follow(bridge: Bridge, clock: Clock) -> tuple[LongJobs, list[tuple[str, str]]]:
    told: list[tuple[str, str]] = []
    jobs = LongJobs(bridge, QObject(bridge), clock)
    jobs.ended.connect(lambda *said: told.append(said))
    return jobs, told


@pytest.mark.parametrize(
    ("event", "end", "said"),
    [
        (READING, JobFinished(7, None), ("Papers", "The library is ready to be asked.")),
        (READING, JobFailed(7, ValueError()), ("Papers", "Reading stopped. The window says why.")),
        (BuildProgress(7, "Papers", "tree", 1, 4), JobFinished(7, None), ("Papers", "The index was built.")),
        (AnswerStage(7, "writing"), JobFinished(7, None), ("Answer", "The answer is ready.")),
    ],
)
def test_the_end_of_a_long_job_is_told(
    qtbot: QtBot, bridge: Bridge, clock: Clock, event: Event, end: Event, said: tuple[str, str]
) -> None:
    _jobs, told = follow(bridge, clock)
    for now in (0.0, 20.0, 31.0):
        clock.now = now
        (bridge.answer_stage if isinstance(event, AnswerStage) else bridge.ingest_progress).emit(event)
    bridge.job_ended.emit(end)
    bridge.job_ended.emit(end)
    assert told == [said]


@pytest.mark.parametrize(("seconds", "end"), [(29.0, JobFinished(7, None)), (90.0, JobCancelled(7))])
def test_short_jobs_and_those_that_were_stopped_end_quietly(
    qtbot: QtBot, bridge: Bridge, clock: Clock, seconds: float, end: Event
) -> None:
    _jobs, told = follow(bridge, clock)
    bridge.ingest_progress.emit(READING)
    clock.now = seconds
    bridge.job_ended.emit(end)
    assert told == []


def test_the_progress_of_all_jobs_is_told_as_one(qtbot: QtBot, bridge: Bridge, clock: Clock) -> None:
    jobs, _told = follow(bridge, clock)
    said: list[float] = []
    jobs.progressed.connect(said.append)
    bridge.build_progress.emit(BuildProgress(1, "Papers", "tree", 1, 4))
    bridge.build_progress.emit(BuildProgress(2, "Letters", "tree", 3, 4))
    bridge.job_ended.emit(JobFinished(2, None))
    bridge.job_ended.emit(JobFinished(1, None))
    assert said == [0.25, 0.5, 0.25, -1.0]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("wanted", "in_front", "shown"), [(True, False, 1), (False, False, 0), (True, True, 0)])
def test_a_notification_comes_only_when_it_is_wanted_and_the_window_is_not_in_front(
    qtbot: QtBot,
    open_window: Callable[[], MainWindow],
    scripted: ScriptedWorker,
    monkeypatch: pytest.MonkeyPatch,
    wanted: bool,
    in_front: bool,
    shown: int,
) -> None:
    scripted.config.update({NOTIFICATIONS.key: wanted})
    scripted.add_library("Papers")
    window = open_window()
    messages: list[str] = []
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: True))
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda _tray, *said: messages.append(f"{said[0]}: {said[1]}"))
    monkeypatch.setattr(window, "isActiveWindow", lambda: in_front)
    window.desktop.jobs.ended.emit("Papers", "The library is ready to be asked.")
    assert messages == ["Papers · Desktop RAG: The library is ready to be asked."] * shown


def test_task_bars_are_told_how_far_it_is() -> None:
    name, about = progress_message(0.5).arguments()
    assert (name, about) == (
        "application://org.desktop_rag.DesktopRAG.desktop",
        {"progress": 0.5, "progress-visible": True},
    )
    assert progress_message(-1.0).arguments()[1] == {"progress": 0.0, "progress-visible": False}
