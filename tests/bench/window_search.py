"""How quick the search page is: from a key to the results on the screen, and how long keys keep the window busy.

usage: python -m tests.bench.window_search DATA_DIR LIBRARY [QUERY ...] [--runs 2]

DATA_DIR is used as it is: give a copy. The offscreen platform is used when there is no display. For each key of each
query the time until the list is painted is taken (words), then the time after the pause (words and meaning).
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

QUERIES = ("restructuring costs", "net sales 2022", "how many employees", '"cash flow" type:pdf')
_KEY_MS = 120  # between keys
BEAT_MS = 2


def measure(data_dir: Path, library: str, queries: tuple[str, ...], runs: int) -> None:
    """Type the queries and print the times."""
    from PySide6.QtCore import QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QStyleFactory

    from desktop_rag.gui.shell import app

    application = QApplication([])
    application.setStyle(QStyleFactory.create("Fusion"))
    window = app.build(data_dir)
    window._bridge.worker.watch = lambda: None  # nothing is to be read meanwhile
    window.resize(1280, 800)
    window.show()
    window.start()
    turn(30.0, lambda: window.library_pane.libraries.info(library) is not None)
    window.library_pane.choose_library(library)
    window._bridge.worker.warm_up().result(120)
    window.page_commands.show_search()
    pane = window.search_pane
    painted: list[tuple[str, float]] = []
    pane.runner.found.connect(lambda results, _: painted.append((results.mode, time.perf_counter())))
    beats: list[float] = []
    timer = QTimer()
    timer.setInterval(BEAT_MS)
    timer.timeout.connect(lambda: beats.append(time.perf_counter()))
    timer.start()
    words: list[float] = []
    meaning: list[float] = []
    for _ in range(runs):
        for query in queries:
            pane.box.edit.clear()
            turn(0.1)
            pressed = time.perf_counter()
            for key in query:
                painted.clear()
                pressed = time.perf_counter()
                QTest.keyClicks(pane.box.edit, key)
                turn(5.0, lambda: bool(painted))
                application.processEvents()
                words.append(time.perf_counter() - pressed)
                turn(max(0.0, _KEY_MS / 1000 - (time.perf_counter() - pressed)))
            turn(20.0, lambda: painted[-1:] != [] and painted[-1][0] == "hybrid")
            meaning.append(painted[-1][1] - pressed)
    timer.stop()
    window.close()
    gaps = np.diff(beats) * 1000
    print(f"words, from key to list: {_summary(words)}")
    print(f"meaning, from last key (with the pause of 250 ms): {_summary(meaning)}")
    print(
        f"window busy: worst {gaps.max():.0f} ms, 99 % below {np.percentile(gaps, 99):.0f} ms, "
        f"{(gaps > 16).sum()} of {len(gaps):,} over 16 ms"
    )


def _summary(seconds: list[float]) -> str:
    """Return median, 95 % and worst in milliseconds."""
    values = sorted(value * 1000 for value in seconds)
    return (
        f"median {statistics.median(values):.0f} ms, 95 % below {values[int(len(values) * 0.95) - 1]:.0f} ms, "
        f"worst {values[-1]:.0f} ms ({len(values)} times)"
    )


def turn(seconds: float, until: Callable[[], bool] = lambda: False) -> None:
    """Let the window work until something holds, at most some seconds."""
    from PySide6.QtWidgets import QApplication

    end = time.monotonic() + seconds
    while time.monotonic() < end and not until():
        QApplication.processEvents()
        time.sleep(0.001)


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data_dir", type=Path)
    parser.add_argument("library")
    parser.add_argument("queries", nargs="*", default=QUERIES)
    parser.add_argument("--runs", type=int, default=2)
    arguments = parser.parse_args()
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    measure(arguments.data_dir, arguments.library, tuple(arguments.queries), arguments.runs)


if __name__ == "__main__":
    main()
