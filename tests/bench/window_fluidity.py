"""How evenly the window runs while 10,000 small files are read and an answer streams at 200 tokens a second.

For each thing a person does meanwhile: the gaps between two passes of the event loop, and how much of each the thread
of the window worked itself, which does not depend on what else the machine does. What the thread was at when a gap
was longer than ``_LATE`` is listed last.
"""

import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_rag.core.results.conversations import Turn
from desktop_rag.gui.shell import app
from desktop_rag.gui.shell.garbage import GarbageCollector
from desktop_rag.gui.shell.main_window import MainWindow
from tests.bench.window import BEAT_MS, turn
from tests.helpers.scripted_server import Reply, ScriptedServer

_LATE = 0.016
_MOST_P99, _MOST_WORST = 16.0, 50.0  # ms
_TURNS = 500
_OPENED_MS = 300.0
_GUIDE = Path(__file__).resolve().parents[2] / "resources" / "guide"
ANSWER = """## What the contract says

The rent is **1,240 euros** a month [1] and is paid in advance, at the latest on the *third* working day [1].

| month | rent | paid on | late by |
|---|---:|---|---:|
| January | 1,240.00 | 3 January | 0 |
| February | 1,240.00 | 9 February | 4 |
| March | 1,265.50 | 2 March | 0 |

- The tenant gives notice three months before [1].
- The landlord repairs the heating; see `§ 535` and [2].

```python
def late(paid: int, due: int) -> int:
    return max(0, paid - due)  # days
```

> A deposit of three rents is kept on an account of its own. [2]

Together that is $3 \\cdot 1240 = 3720$ euros, which the second file says as well [2].

"""


def tokens_of(text: str, times: int) -> list[str]:
    """Cut a text into about what a model sends at a time, some times over."""
    return re.findall(r"\s*\S{1,7}|\s+", text) * times


def write_files(folder: Path, count: int) -> None:
    """Write small files of different words."""
    words = " ".join(path.read_text(encoding="utf-8") for path in sorted(_GUIDE.rglob("*.md"))).split()
    folder.mkdir()
    for number in range(count):
        at = number * 37 % max(1, len(words) - 80)
        (folder / f"note {number:05}.txt").write_text(f"Note {number}. {' '.join(words[at : at + 60])}", "utf-8")


class Pulse(QObject):
    """Notes when the event loop comes round, and what the thread is at when it does not."""

    def __init__(self) -> None:
        super().__init__()
        self._beats: list[tuple[float, float]] = []
        self._stacks: list[tuple[float, str]] = []
        self._thread = threading.get_ident()
        self._ended = threading.Event()
        self._timer = QTimer(self)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._beat)
        self._watcher = threading.Thread(target=self._watch, name="pulse", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._beat()
        self._timer.start()
        self._watcher.start()

    def stop(self) -> None:
        """End."""
        self._timer.stop()
        self._ended.set()
        self._watcher.join()

    def report(self, what: str) -> str:
        """Say in one line how even it was, and below it where it was not."""
        wall, work = np.diff(np.array(self._beats), axis=0).T * 1000
        late = Counter(
            place
            for when, place in self._stacks
            if (at := np.searchsorted([beat for beat, _ in self._beats], when) - 1) < len(work)
            and work[at] > _LATE * 500
        )
        good = np.percentile(work, 99) < _MOST_P99 and work.max() < _MOST_WORST
        said = (
            f"{what}: gaps p50 {np.median(wall):.1f}, p99 {np.percentile(wall, 99):.1f}, worst {wall.max():.0f} ms; "
            f"own work p50 {np.median(work):.1f}, p99 {np.percentile(work, 99):.1f}, worst {work.max():.0f} ms, "
            f"{(work > _LATE * 1000).sum()} of {len(work):,} over 16 ms: {'as wanted' if good else 'TOO SLOW'}"
        )
        return "\n".join([said, *(f"    {count} × {place}" for place, count in late.most_common(6))])

    def _beat(self) -> None:
        self._beats.append((time.perf_counter(), time.thread_time()))

    def _watch(self) -> None:
        while not self._ended.wait(0.005):
            now = time.perf_counter()
            frame = sys._current_frames().get(self._thread)
            if now - self._beats[-1][0] > _LATE and frame is not None:
                self._stacks.append((now, _place(frame)))
            del frame  # what only it holds would be destroyed in this thread


def _place(frame: FrameType | None) -> str:
    """Return the innermost functions of the program that are running."""
    names: list[str] = []
    while frame is not None and len(names) < 3:
        file = frame.f_code.co_filename
        if "desktop_rag" in file.replace("tests/", ""):
            names.append(f"{Path(file).stem}.{frame.f_code.co_name}:{frame.f_lineno}")
        frame = frame.f_back
    return " < ".join(names) or "Qt"


@contextmanager
def opened(data_dir: Path, server: ScriptedServer) -> Iterator[MainWindow]:
    """Open the window as the program does, with a scripted model."""
    application = QApplication.instance() or QApplication([])
    if isinstance(application, QApplication):
        application.setStyle("Fusion")
    window = app.build(data_dir)
    worker = window._bridge.worker
    worker.config.update({"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]})
    collector = GarbageCollector(window)
    window.resize(1280, 800)
    window.show()
    window.start()
    try:
        yield window
    finally:
        collector.close()
        window.close()


def fluidity(files: int, seconds: float) -> None:
    """Print how even the window is while one reads, types, changes pages and scrolls."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place, ScriptedServer() as server:
        folder = Path(place)
        write_files(folder / "many", files)
        write_files(folder / "first", 20)
        server.default = Reply(tokens=tokens_of(ANSWER, 10), delay=0.0035)
        with opened(folder / "data", server) as window:
            worker = window._bridge.worker
            worker.libraries.create("Bench").result(10)
            worker.files.add("Bench", [folder / "first"]).result(300)
            turn(2.0)
            window.warm_up()
            window.chat_pane.ask("What is the rent?")  # the first question loads what all others need
            turn(60.0, lambda: not window.chat_pane.busy)
            worker.files.add("Bench", [folder / "many"])
            _measure(window, seconds)
            rate = 1 / np.median(np.diff(server.sent_at)[-500:])
            print(f"the server sent {rate:.0f} tokens a second")


def _measure(window: MainWindow, seconds: float) -> None:
    def stream() -> None:
        if not window.chat_pane.busy:
            window.chat_pane.ask("What is the rent, and when is it paid?")

    print(_while("reading and streaming", seconds, stream), flush=True)
    letters = iter("Which of the contracts ends first, and who has to give notice? " * 200)
    edit = window.chat_pane.question.edit

    def write() -> None:
        stream()
        QTest.keyClicks(edit, next(letters))

    print(_while("typing as well", seconds / 2, write), flush=True)
    pages = [window.page_commands.show_search, window.files_commands.show_files, window.page_commands.show_ask]

    def change() -> None:
        stream()
        pages.append(pages.pop(0))
        pages[0]()

    print(_while("changing pages", seconds / 2, change, 400), flush=True)
    window.page_commands.show_ask()
    window.chat_pane.stop()
    turn(10.0, lambda: not window.chat_pane.busy)
    _scroll(window, seconds / 2)


def _scroll(window: MainWindow, seconds: float) -> None:
    """Open a conversation of many turns, bring them all to sight, and scroll through them."""
    turns = window.chat_pane.turns
    last = turns.last_answered()
    if last is None or last.answer is None:
        print("no answer to scroll through")
        return
    stored = [Turn(f"{number}. {last.question}", last.answer) for number in range(_TURNS)]
    began, worked = time.perf_counter(), time.thread_time()
    turns.show_turns(stored)
    turn(20.0, lambda: bool(turns.turns()))
    window.repaint()
    took, own = (time.perf_counter() - began) * 1000, (time.thread_time() - worked) * 1000
    good = "as wanted" if own < _OPENED_MS else "TOO SLOW"
    print(f"{_TURNS} turns opened after {took:.0f} ms, {own:.0f} ms of own work: {good}", flush=True)
    turn(20.0, lambda: not turns._waiting)
    bar, step = turns.verticalScrollBar(), -90

    def move() -> None:
        nonlocal step
        if bar.value() in {bar.minimum(), bar.maximum()}:
            step = -step if bar.value() + step not in range(bar.minimum(), bar.maximum()) else step
        bar.setValue(bar.value() + step)

    print(_while("scrolling through turns", seconds, move, 16), flush=True)


def _while(what: str, seconds: float, do: Callable[[], None], every_ms: int = 60) -> str:
    """Do something again and again, and report how even the window was."""
    pulse = Pulse()
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(every_ms)
    timer.timeout.connect(do)
    pulse.start()
    timer.start()
    turn(seconds)
    timer.stop()
    pulse.stop()
    return pulse.report(what)
