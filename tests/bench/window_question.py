"""How long the window stands still while its first question is answered: each time in a new process.

On a machine with other work a stall is longer than what the program does in it, so that is printed as well.
"""

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
_START_SECONDS = 2.0
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
        measured = [_stalls_of_new_process(folder) for _ in range(runs)]
    idle, worst, busy = zip(*measured, strict=True)
    print(
        f"stalls at the first question to {'a server' if model is None else model.stem}: median of the worst "
        f"{statistics.median(worst):.0f} ms, worst {max(worst):.0f} ms (idle before it: {max(idle):.0f} ms); "
        f"the program itself worked {max(busy):.0f} ms at most during one"
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


def _stalls_of_new_process(folder: Path) -> tuple[float, ...]:
    """Return the worst stall before the question, that while it was answered, and the most work during one."""
    command = [sys.executable, "-m", "tests.bench.window_question", str(folder)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return tuple(float(word) for word in printed.split())


def asked(folder: Path) -> None:
    """Open the window, ask, and print the figures of ``_stalls_of_new_process``, in milliseconds."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from desktop_rag.gui.shell import app

    application = QApplication([])  # must stay alive
    window = app.build(folder / "data")
    window.show()
    window.start()
    turn(_START_SECONDS)
    window.warm_up()  # as the program does when nobody waits for it
    turn(_REST_SECONDS)
    beats: list[tuple[float, float]] = []
    timer = QTimer()
    timer.setInterval(BEAT_MS)
    timer.timeout.connect(lambda: beats.append((time.perf_counter(), time.process_time())))
    timer.start()
    turn(_REST_SECONDS)
    asked_after = len(beats)
    window.chat_pane.ask(_QUESTION)
    turn(_LONGEST_SECONDS, lambda: not window.chat_pane.busy)
    turn(0.3)
    timer.stop()
    window.close()
    del application
    stalls, work = np.diff(np.array(beats), axis=0).T * 1000
    print(stalls[: asked_after - 1].max(), stalls[asked_after - 1 :].max(), work[asked_after - 1 :].max())


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    asked(Path(sys.argv[1]))
