"""How quick the window is: start with 100,000 passages, stalls while indexing, first words of an answer,
how long dialogs take to open, stalls while an agent answers, stalls at the first question to a model, how even it runs
while much happens, and what it holds after a day.

usage: python tests/bench/window.py start [--nodes 100000] [--runs 5]
       python tests/bench/window.py stalls FOLDER [--seconds 60]
       python tests/bench/window.py first-words [--runs 10]
       python tests/bench/window.py openings [--runs 5]
       python tests/bench/window.py agent [--runs 20]
       python tests/bench/window.py first-question [--runs 5] [--model FILE.gguf]
       python -m tests.bench.window fluidity [--files 10000] [--seconds 60]
       python -m tests.bench.window day [--questions 10000]

Each prints one line, ``openings`` one for each dialog, ``fluidity`` and ``day`` several. Run it
on an idle machine; the offscreen platform is used
when there is no display. What one of them needs beside the window is imported in its function: ``start``
measures a process that imports what the window does.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

_NODES_PER_FILE = 100
BEAT_MS = 2


def start(nodes: int, runs: int) -> None:
    """Print the time from starting the process to a window that shows its library and takes questions."""
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder), nodes)
        seconds = [_seconds_to_start(folder) for _ in range(runs)]
    print(f"start with {nodes:,} passages: median {statistics.median(seconds):.2f} s, worst {max(seconds):.2f} s")


def _seconds_to_start(folder: str) -> float:
    """Start the window in a new process; the clock both read is the system's monotonic one."""
    arguments = [sys.executable, "-m", "tests.bench.window", "started", folder]
    began = time.monotonic()
    usable = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
    return float(usable) - began


def started(folder: Path) -> None:
    """Open the window on ``folder`` and print the time at which it is usable (the child of ``start``)."""
    from PySide6.QtWidgets import QApplication, QListView, QWidget

    from desktop_rag.gui.shell import app
    from desktop_rag.gui.shell.garbage import GarbageCollector

    application = QApplication([])
    garbage = GarbageCollector(application)  # as the program has it
    window = app.build(folder)
    window.show()
    window.start()
    lists = window.findChildren(QListView)
    box = window.findChild(QWidget, "question_box")
    while not (any(view.model() and view.model().rowCount() for view in lists) and box.isVisible() and box.isEnabled()):
        application.processEvents()
        time.sleep(0.001)
    application.processEvents()
    print(time.monotonic())
    window.close()
    garbage.close()


def fill(data_dir: Path, nodes: int) -> None:
    """Make a library of ``nodes`` passages with random vectors."""
    import numpy as np

    from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
    from desktop_rag.storage.index_files import IndexFiles
    from desktop_rag.storage.records import DocumentRecord, NodeRecord
    from desktop_rag.storage.storage_context import StorageContext
    from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore

    generator = np.random.default_rng(7)
    space = MultilingualE5Embedding().space
    with StorageContext(IndexFiles(data_dir / "libraries").create("Large")) as storage, storage.transaction():
        vectors = SqliteVecVectorStore(storage.connection, space)
        vectors.create()
        for number in range(nodes // _NODES_PER_FILE):
            texts = [f"Passage {i} of file {number} about whales and the sea. " * 8 for i in range(_NODES_PER_FILE)]
            records = [NodeRecord(1, 0, len(text), "", text, text.lower()) for text in texts]
            rows = storage.documents.replace_file(
                DocumentRecord(f"/files/{number}.txt", 1, 1, b"", {}, [("1", "text")], records)
            )
            random = generator.standard_normal((len(rows), space.dimensions)).astype(np.float32)
            vectors.add(rows, random / np.linalg.norm(random, axis=1, keepdims=True))


def stalls(folder: Path, seconds: float) -> None:
    """Print how long the GUI thread is kept busy at a time while ``folder`` is indexed in its window."""
    import numpy as np
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from desktop_rag.core.events import JobCancelled, JobFailed, JobFinished
    from desktop_rag.gui.shell import app

    application = QApplication([])
    with tempfile.TemporaryDirectory() as data_dir:
        window = app.build(Path(data_dir))
        window.show()
        window.start()
        worker = window._bridge.worker
        worker.libraries.create("Bench").result(10)
        turn(1.0)
        beats: list[float] = []
        timer = QTimer()
        timer.setInterval(BEAT_MS)
        timer.timeout.connect(lambda: beats.append(time.perf_counter()))
        ended: list[object] = []
        worker.subscribe(
            lambda e: (
                ended.append(e)
                if isinstance(e, JobFinished | JobFailed | JobCancelled) and e.job_id == job.id
                else None
            )
        )
        job = worker.files.add("Bench", [folder])
        timer.start()
        turn(seconds, lambda: bool(ended))
        timer.stop()
        window.close()
    del application
    gaps = np.diff(beats) * 1000
    late = f"{(gaps > 16).sum()} over 16 ms, {(gaps > 50).sum()} over 50 ms of {len(gaps):,}"
    print(
        f"stalls while indexing for {beats[-1] - beats[0]:.0f} s: worst {gaps.max():.0f} ms, "
        f"99.9 % below {np.percentile(gaps, 99.9):.0f} ms; {late}"
    )


def agent(runs: int) -> None:
    """Print how long the GUI thread is kept busy at a time while an agent works and answers in the window."""
    import numpy as np
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from desktop_rag.gui.shell import app
    from tests.helpers.scripted_server import Reply, ScriptedServer

    application = QApplication([])  # must stay alive
    beats: list[list[float]] = []
    with tempfile.TemporaryDirectory() as folder, ScriptedServer() as server:
        (Path(folder) / "cats.txt").write_text("Cats sleep sixteen hours a day. They purr. " * 200)
        window = app.build(Path(folder) / "data")
        worker = window._bridge.worker
        worker.config.update(
            {
                "llm.provider": "openai",
                "llm.base_url": server.base_url,
                "llm.model": server.models[0],
                "answer.mode": "agent",
                "answer.chat_mode": "react",
            }
        )
        worker.libraries.create("Bench").result(10)
        worker.files.add("Bench", [Path(folder) / "cats.txt"]).result(60)
        window.show()
        window.start()
        turn(1.0)
        timer = QTimer()
        timer.setInterval(BEAT_MS)
        timer.timeout.connect(lambda: beats[-1].append(time.perf_counter()))
        for _ in range(runs):
            for step in range(4):
                action = f'Thought: More.\nAction: search\nAction Input: {{"input": "cats {step}"}}'
                server.script(Reply(tokens=[action], delay=0.02))
            words = [f"word{number} " for number in range(150)]
            server.script(Reply(tokens=["Thought: I can answer now.\nAnswer: ", *words, "[1]."], delay=0.005))
            window.chat_pane.new_conversation()
            turn(0.3)
            beats.append([])
            timer.start()
            window.chat_pane.ask("How long do cats sleep?")
            turn(30, lambda: not window.chat_pane.busy)
            turn(0.3)
            timer.stop()
        window.close()
    del application
    gaps = np.concatenate([np.diff(run) for run in beats]) * 1000
    print(
        f"stalls while an agent answers, {runs} times: worst {gaps.max():.0f} ms, 99.9 % below "
        f"{np.percentile(gaps, 99.9):.0f} ms; {(gaps > 16).sum()} over 16 ms of {len(gaps):,}"
    )


def first_words(runs: int) -> None:
    """Print the time from a server's first word on the wire to that word in the window."""
    from PySide6.QtWidgets import QApplication

    from desktop_rag.gui.chat.answer_view import AnswerView
    from desktop_rag.gui.shell import app
    from tests.helpers.scripted_server import Reply, ScriptedServer

    application = QApplication([])  # must stay alive
    delays = []
    with tempfile.TemporaryDirectory() as folder, ScriptedServer() as server:
        (Path(folder) / "cats.txt").write_text("Cats sleep sixteen hours a day.")
        window = app.build(Path(folder) / "data")
        worker = window._bridge.worker
        worker.config.update({"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]})
        worker.libraries.create("Bench").result(10)
        worker.files.add("Bench", [Path(folder) / "cats.txt"]).result(60)
        window.show()
        window.start()
        turn(1.0)
        for run in range(runs):
            word = f"Word{run}"
            window.chat_pane.new_conversation()
            server.sent_at.clear()
            server.script(Reply(tokens=[word, " and", " more"], delay=0.2, first_delay=0.3))
            window.chat_pane.ask("How long do cats sleep?")
            turn(20, lambda word=word: any(word in v.toPlainText() for v in window.findChildren(AnswerView)))
            shown = time.monotonic()
            turn(1.5)
            delays.append(shown - server.sent_at[0])
        window.close()
    del application
    worst, median = max(delays) * 1000, statistics.median(delays) * 1000
    print(f"first words shown {median:.0f} ms after they were sent (worst of {runs}: {worst:.0f} ms)")


def turn(seconds: float, until: Callable[[], bool] = lambda: False) -> None:
    """Run the event loop for a while; ``until`` is asked every few milliseconds."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(int(seconds * 1000), loop.quit)
    timer = QTimer()
    timer.setInterval(BEAT_MS)
    timer.timeout.connect(lambda: loop.quit() if until() else None)
    timer.start()
    loop.exec()


def _openings(options: argparse.Namespace) -> None:
    from tests.bench.window_dialogs import openings

    openings(options.runs)


def _first_question(options: argparse.Namespace) -> None:
    from tests.bench.window_question import first_question

    first_question(options.runs, options.model)


def _fluidity(options: argparse.Namespace) -> None:
    from tests.bench.window_fluidity import fluidity

    fluidity(options.files, options.seconds)


def _day(options: argparse.Namespace) -> None:
    from tests.bench.window_day import day

    day(options.questions)


_RUNS: dict[str, Callable[[argparse.Namespace], None]] = {
    "start": lambda options: start(options.nodes, options.runs),
    "stalls": lambda options: stalls(options.folder, options.seconds),
    "first-words": lambda options: first_words(options.runs),
    "openings": _openings,
    "agent": lambda options: agent(options.runs),
    "first-question": _first_question,
    "fluidity": _fluidity,
    "day": _day,
}


def main() -> None:
    """Run one of the benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=[*_RUNS, "started"])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=10_000)
    options = parser.parse_args()
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if options.what == "started":
        started(options.folder)
    else:
        _RUNS[options.what](options)


if __name__ == "__main__":
    main()
