"""How long the window stands still while its first question is answered: each time in a new process."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from desktop_rag.worker.worker import Worker
from tests.bench.window import BEAT_MS, turn
from tests.helpers.scripted_server import Reply, ScriptedServer

_QUESTION = "How long do cats sleep?"
_TEXT = "Cats sleep sixteen hours a day. They purr when they are content, and hunt at dawn. " * 400
_REST_SECONDS = 8.0  # what the window does after it has opened is over
_LONGEST_SECONDS = 180.0


def first_question(runs: int, model: Path | None) -> None:
    """Print the window's longest stalls during its first question, to a scripted server or to ``model`` built in."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place, ScriptedServer() as server:
        folder = Path(place)
        words = [f"word{number} " for number in range(100)]
        server.default = Reply(tokens=["Cats sleep sixteen hours a day. ", *words], delay=0.005)
        settings = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
        if model is not None:
            settings = {"llm.provider": "built-in", "llm.model": str(model)}
        _prepare(folder, settings)
        stalls = [_stalls_of_new_process(folder) for _ in range(runs)]
    worst = [max(one) for one in stalls]
    late = sum(gap > 50 for one in stalls for gap in one) / runs
    print(
        f"stalls at the first question to {'a server' if model is None else model.stem}: median of the worst "
        f"{statistics.median(worst):.0f} ms, worst {max(worst):.0f} ms, {late:.1f} over 50 ms a question"
    )


def _prepare(folder: Path, settings: dict[str, str]) -> None:
    """Make a library and choose a model, in a process of its own."""
    (folder / "cats.txt").write_text(_TEXT, encoding="utf-8")
    worker = Worker(folder / "data")
    try:
        worker.config.update(settings)
        worker.libraries.create("Bench").result(10)
        worker.files.add("Bench", [folder / "cats.txt"]).result(120)
    finally:
        worker.close()


def _stalls_of_new_process(folder: Path) -> list[float]:
    command = [sys.executable, "-m", "tests.bench.window_question", str(folder)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [float(word) for word in printed.split()]


def asked(folder: Path) -> None:
    """Open the window, ask, and print how long its thread was kept busy at a time, in milliseconds."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from desktop_rag.gui.shell import app

    application = QApplication([])  # must stay alive
    window = app.build(folder / "data")
    window.show()
    window.start()
    window.warm_up()  # as the program does when nobody waits for it
    turn(_REST_SECONDS)
    beats: list[float] = []
    timer = QTimer()
    timer.setInterval(BEAT_MS)
    timer.timeout.connect(lambda: beats.append(time.perf_counter()))
    timer.start()
    turn(0.2)
    window.chat_pane.ask(_QUESTION)
    turn(_LONGEST_SECONDS, lambda: not window.chat_pane.busy)
    turn(0.3)
    timer.stop()
    window.close()
    del application
    print(*np.diff(beats) * 1000)


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    asked(Path(sys.argv[1]))
