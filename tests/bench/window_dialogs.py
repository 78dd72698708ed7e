"""How long the window's dialogs take to open: a mode of ``tests/bench/window.py``."""

import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from desktop_rag.core.results.answers import TraceEvent
from tests.bench.window import BEAT_MS, turn


def openings(runs: int) -> None:
    """Print, for each dialog, how long the GUI thread is kept busy at a time while it opens."""
    from PySide6.QtWidgets import QApplication

    QApplication.setStyle("Fusion")
    application = QApplication([])  # must stay alive
    with tempfile.TemporaryDirectory() as folder:
        bench = Openings(Path(folder))
        for name, do in bench.actions.items():
            worst, opened = [], []
            for _ in range(runs + 1):
                beats, seconds = bench.measure(do)
                worst.append(max(np.diff(beats) * 1000))
                opened.append(seconds * 1000)
                bench.close_dialogs()
            print(
                f"{name:28} longest stall: first {worst[0]:5.1f} ms, then {statistics.median(worst[1:]):5.1f} ms "
                f"(worst {max(worst[1:]):5.1f}); the call itself {statistics.median(opened[1:]):5.1f} ms"
            )
        bench.window.close()
    del application


class Openings:
    """A window with an answer that 20,000 notes lie behind, and what a person can open in it."""

    def __init__(self, folder: Path) -> None:
        from desktop_rag.gui.shell import app
        from tests.helpers.scripted_worker import ScriptedWorker

        worker = ScriptedWorker()
        worker.add_library("Bench")
        worker.trace = _long_trace(20_000)
        self.window = app.compose(worker, folder)
        self.window.resize(1280, 800)
        self.window.show()
        self.window.start()
        turn(0.5)
        self.window.chat_pane.ask("Why?")
        turn(5, lambda: not self.window.chat_pane.busy)
        turn(0.3)
        triggered = self.window.actions_table
        self.actions: dict[str, Callable[[], None]] = {
            "Advanced": triggered["question.advanced"].trigger,
            "Settings": triggered["program.settings"].trigger,
            **{f"Settings, tab {place}": partial(self._tab, place) for place in range(1, 6)},
            "another prompt": self._prompt,
            "Why, 20,000 notes": triggered["answer.why"].trigger,
            "Build": triggered["library.build_indexes"].trigger,
            "New library": triggered["library.new"].trigger,
            "modes": self.window.chat_pane.tools.open_modes,
        }

    def measure(self, do: Callable[[], None]) -> tuple[list[float], float]:
        """Return when the GUI thread was free from just before ``do`` on, and how long ``do`` itself took."""
        from PySide6.QtCore import QTimer

        self._prepare(do)
        beats: list[float] = [time.perf_counter()]
        timer = QTimer()
        timer.setInterval(BEAT_MS)
        timer.timeout.connect(lambda: beats.append(time.perf_counter()))
        timer.start()
        turn(0.05)
        began = time.perf_counter()
        do()
        took = time.perf_counter() - began
        turn(0.5)
        timer.stop()
        return beats, took

    def close_dialogs(self) -> None:
        """Close whatever was opened."""
        from PySide6.QtWidgets import QDialog

        self.window.chat_pane.tools.popup.hide()
        for dialog in self.window.findChildren(QDialog):
            dialog.close()
        turn(0.2)

    def _prepare(self, do: Callable[[], None]) -> None:
        """Open the settings first where something in them is measured."""
        if do == self._prompt or isinstance(do, partial):
            self.window.show_settings()
            turn(0.5)
        if do == self._prompt:
            self._tab(5)
            turn(0.5)

    def _tab(self, place: int) -> None:
        """Open a page of the settings."""
        from PySide6.QtWidgets import QTabWidget

        tabs = self.window.findChild(QTabWidget, "settings_tabs")
        tabs.setCurrentIndex(place)

    def _prompt(self) -> None:
        """Choose the next prompt."""
        from PySide6.QtWidgets import QListView

        prompts = self.window.findChild(QListView, "prompt_list")
        prompts.setCurrentIndex(prompts.model().index(3, 0))


def _long_trace(notes: int) -> tuple[TraceEvent, ...]:
    """Make the notes of an answer with many searches of 200 passages each, and as many model calls."""
    message = [{"role": "user", "content": "Read this. " * 20}]
    called = {"messages": message, "response": "So.", "prompt_tokens": 50}
    events = []
    for search in range(notes // 200):
        found = [{"node_id": f"n{search}-{i}", "score": 0.5, "file": "/lease.pdf", "page": i} for i in range(200)]
        searched = {"retriever": "BM25Retriever", "query_str": f"wording {search}", "nodes": found}
        events.append(TraceEvent(2 * search + 1, None, "retrieve", search / 10, 0.01, searched))
        events.append(TraceEvent(2 * search + 2, None, "llm", search / 10 + 0.02, 0.05, called))
    return tuple(events)
