"""Events of worker threads arrive on the GUI thread, gathered, in order."""

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest
import shiboken6
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import BugError, UserError
from desktop_rag.core.events import AnswerDelta, AnswerReady, IngestProgress, JobFinished, ProblemMet
from desktop_rag.gui.shell.bridge import Bridge, as_user_error
from tests.helpers.scripted_worker import ScriptedWorker


def in_thread(function: Callable[[], object]) -> None:
    thread = threading.Thread(target=function)
    thread.start()
    thread.join()


def test_the_first_words_come_at_once_and_the_rest_is_gathered(
    qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker
) -> None:
    came: list[str] = []
    bridge.answer_delta.connect(lambda _job, text: came.append(text))
    in_thread(lambda: [scripted.bus.emit(AnswerDelta(7, f"{n} ")) for n in range(200)])
    qtbot.waitUntil(lambda: bool(came))
    assert came[0] == "0 "
    qtbot.waitUntil(lambda: "".join(came) == "".join(f"{n} " for n in range(200)))
    assert len(came) <= 4


def test_an_answer_never_overtakes_its_words(qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker) -> None:
    order: list[str] = []
    bridge.answer_delta.connect(lambda _job, text: order.append(text))
    bridge.answer_ready.connect(lambda _event: order.append("ready"))
    answer = scripted.whole_answer("q", "a b c")

    def emit() -> None:
        for text in "abc":
            scripted.bus.emit(AnswerDelta(1, text))
        scripted.bus.emit(AnswerReady(1, answer))

    in_thread(emit)
    qtbot.waitUntil(lambda: "ready" in order)
    assert "".join(order) == "abcready"


def test_progress_is_shown_about_ten_times_a_second(qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker) -> None:
    seen: list[IngestProgress] = []
    bridge.ingest_progress.connect(seen.append)
    end = time.monotonic() + 0.35
    done = 0
    while time.monotonic() < end:
        done += 1
        scripted.bus.emit(IngestProgress(1, "L", "reading", done, 10_000, 0, 0, 1.0, None))
        qtbot.wait(2)
    qtbot.waitUntil(lambda: bool(seen) and seen[-1].files_done == done)
    assert len(seen) <= 6


def test_results_and_errors_come_back_on_the_gui_thread(qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker) -> None:
    threads: list[int] = []
    bridge.run(scripted.libraries.list_all(), lambda _: threads.append(threading.get_ident()))
    qtbot.waitUntil(lambda: bool(threads))
    assert threads == [threading.get_ident()]
    scripted.add_library("L")
    errors: list[UserError] = []
    bridge.run(scripted.libraries.create("L"), print, errors.append)
    qtbot.waitUntil(lambda: bool(errors))
    assert errors[0].next_step == "Choose another name."


def test_an_error_nobody_handles_is_told(qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker) -> None:
    scripted.add_library("L")
    with qtbot.waitSignal(bridge.failed) as told:
        bridge.start(scripted.libraries.create("L"))
    assert isinstance(told.args[0], UserError)


def test_a_callback_whose_widget_is_gone_is_skipped(qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker) -> None:
    class Owner(QObject):
        called = 0

        def take(self, *_results: object) -> None:
            Owner.called += 1

        def callbacks(self) -> list[Callable[[object], None]]:
            def take(result: object) -> None:
                self.take(result)

            return [self.take, partial(self.take, 1), take, lambda _: self.take()]

    owner = Owner()
    for callback in owner.callbacks():
        bridge.call(lambda: None, callback, bridge.failed.emit)
    qtbot.waitUntil(lambda: Owner.called == 4)
    job = bridge.run(scripted.libraries.list_all(), owner.take)
    for callback in owner.callbacks():
        bridge.call(lambda: None, callback, bridge.failed.emit)
    shiboken6.delete(owner)
    qtbot.waitUntil(lambda: job.done)
    qtbot.wait(30)
    assert Owner.called == 4


def test_blocking_functions_run_elsewhere(qtbot: QtBot, bridge: Bridge) -> None:
    results: list[object] = []
    bridge.call(threading.get_ident, results.append, results.append)

    def fail() -> None:
        raise UserError("No.")

    bridge.call(fail, results.append, results.append)
    qtbot.waitUntil(lambda: len(results) == 2)
    assert threading.get_ident() not in results
    assert any(isinstance(result, UserError) for result in results)


@pytest.mark.parametrize("error", [ValueError, SystemExit, BugError])
def test_a_blocking_function_that_fails_unexpectedly_is_told_in_plain_words(
    qtbot: QtBot, bridge: Bridge, error: type[BaseException], faults: list[logging.LogRecord]
) -> None:
    errors: list[UserError] = []

    def fail() -> None:
        raise error("boom")

    bridge.call(fail, print, errors.append)
    qtbot.waitUntil(lambda: bool(errors))
    assert errors[0].message == "Something went wrong inside the program."
    assert len(faults) == 1


def test_a_callback_that_fails_keeps_nothing_from_the_others(
    qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker, faults: list[logging.LogRecord]
) -> None:
    told: list[object] = []
    ended: list[object] = []
    bridge.failed.connect(told.append)
    bridge.job_ended.connect(ended.append)

    def fail(_: object) -> None:
        raise ValueError("in a view")

    first = bridge.run(scripted.libraries.list_all(), fail)
    qtbot.waitUntil(lambda: bool(told))
    seen: list[object] = []
    bridge.run(scripted.libraries.list_all(), seen.append)
    qtbot.waitUntil(lambda: bool(seen))
    assert ended[0] == JobFinished(first.id, ())
    assert len(faults) == 1


def test_a_problem_that_belongs_to_no_job_is_told(qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker) -> None:
    with qtbot.waitSignal(bridge.problem_met) as told:
        in_thread(lambda: scripted.bus.emit(ProblemMet(0, UserError("It was started again."))))
    assert told.args[0].message == "It was started again."


def test_nothing_is_told_after_close(qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker) -> None:
    told: list[object] = []
    bridge.job_ended.connect(told.append)
    scripted.bus.emit(JobFinished(1, None))
    bridge.close()
    qtbot.wait(30)
    assert not told


def test_nothing_is_called_back_after_close(qtbot: QtBot, bridge: Bridge) -> None:
    told: list[object] = []
    closed = threading.Event()
    bridge.call(lambda: closed.wait(10), told.append, told.append)
    bridge.close()
    closed.set()
    qtbot.waitUntil(lambda: "desktop-rag-call" not in {thread.name for thread in threading.enumerate()})
    qtbot.wait(30)
    assert not told


CLOSING = """
import sys
import threading
from PySide6.QtCore import QCoreApplication, QEvent
from desktop_rag.core.events import ProblemMet
from desktop_rag.gui.shell.bridge import Bridge

class Worker:
    def subscribe(self, listener):
        self.listener = listener
        return lambda: None

application = QCoreApplication([])
for _ in range(int(sys.argv[1])):
    worker, together = Worker(), threading.Barrier(4)
    bridge = Bridge(worker)
    bridge.call(together.wait, print, print)
    bridge.call(together.wait, print, print)
    events = threading.Thread(target=lambda: (together.wait(), worker.listener(ProblemMet(0, None))))
    events.start()
    threads = threading.enumerate()[1:]
    together.wait()
    bridge.close()
    bridge.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for thread in threads:
        thread.join()
"""


@pytest.mark.parametrize("times", [300, pytest.param(3000, marks=pytest.mark.nightly)])
def test_it_may_be_destroyed_while_other_threads_have_news(times: int) -> None:
    """The window is closed, or made again for another language, while calls end and events come."""
    run = subprocess.run(
        [sys.executable, "-c", CLOSING, str(times)], capture_output=True, text=True, timeout=300, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_a_bug_becomes_a_plain_sentence() -> None:
    error = as_user_error(UserError("Plain."))
    assert error.message == "Plain."
    logger = logging.getLogger("desktop_rag.gui.shell.bridge")
    logger.disabled = True
    try:
        assert "inside the program" in as_user_error(BugError("boom")).message
    finally:
        logger.disabled = False


def test_what_was_shown_is_taken_back_before_the_answer_begins(
    qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker
) -> None:
    shown = ""

    def add(_job: int, text: str) -> None:
        nonlocal shown
        shown += text

    def take_back(_job: int) -> None:
        nonlocal shown
        shown = ""

    bridge.answer_delta.connect(add)
    bridge.answer_restarted.connect(take_back)
    events = [AnswerDelta(1, "Okay, "), AnswerDelta(1, "the wheel. "), AnswerDelta(1, "It has ", is_start=True)]
    in_thread(lambda: [scripted.bus.emit(event) for event in [*events, AnswerDelta(1, "spokes.")]])
    qtbot.waitUntil(lambda: shown == "It has spokes.")
