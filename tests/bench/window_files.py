"""How quick the page of files is with very many of them: how long painting its rows keeps the window busy.

usage: python -m tests.bench.window_files [--files 100000] [--runs 25]

Prints a line each for rows as they are, after going to another place of the list, and with every row chosen.
Times are those of the processor, so that what else runs matters less; the offscreen platform is used when there is
no display.
"""

import argparse
import itertools
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_rag.core.results.files import FileState, FileStatus
from tests.helpers.scripted_worker import ScriptedWorker

if TYPE_CHECKING:
    from desktop_rag.gui.files.page import FilesPage

_ENDINGS = ("pdf", "docx", "txt", "md", "xlsx", "eml", "png")
_STATES = (*(FileState.READY,) * 7, FileState.KEYWORD, FileState.SKIPPED, FileState.FAILED)


def files(count: int) -> tuple[FileStatus, ...]:
    """Make files of several kinds, years and states."""
    now = time.time()
    return tuple(
        FileStatus(
            f"/home/ada/Documents/{2000 + number % 24}/report {number:06}.{_ENDINGS[number % len(_ENDINGS)]}",
            state,
            {FileState.SKIPPED: "This format is not read.", FileState.FAILED: "The file is damaged."}.get(state, ""),
            number % 300,
            9,
            2_000 + number * 37 % 90_000_000,
            now - number % 900 * 86_400,
        )
        for number, state in zip(range(count), itertools.cycle(_STATES), strict=False)
    )


def measure(page: "FilesPage", runs: int) -> None:
    """Print how long painting takes."""
    table = page.table
    places = itertools.cycle(range(0, page.model.rowCount(), 6_007))

    def jump() -> None:
        table.verticalScrollBar().setValue(next(places))
        table.viewport().repaint()

    report("rows as they are", table.viewport().repaint, runs)
    report("another place", jump, runs)
    table.verticalScrollBar().setValue(0)
    table.selectAll()
    report("every row chosen", table.viewport().repaint, runs)


def report(what: str, do: Callable[[], None], runs: int) -> None:
    """Print the median and the worst of some runs."""
    taken = []
    for _ in range(runs):
        began = time.thread_time()
        do()
        taken.append((time.thread_time() - began) * 1000)
    print(f"{what}: median {statistics.median(taken):.1f} ms, worst {max(taken):.1f} ms")


def main() -> None:
    """Open a window on a worker that only has the files, and measure its page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=25)
    options = parser.parse_args()
    if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from desktop_rag.gui.shell.app import compose

    application = QApplication([])
    application.setStyle("Fusion")
    worker = ScriptedWorker()
    worker.add_library("Bench", files=options.files, nodes=options.files)
    worker.file_lists["Bench"] = files(options.files)
    with tempfile.TemporaryDirectory() as folder:
        window = compose(worker, Path(folder))
        window.resize(1280, 800)
        window.show()
        window.start()
        QTest.qWait(300)
        window.files_commands.show_files()
        page = window.files_commands.page
        while page.model.file(0) is None:
            QTest.qWait(50)
        QTest.qWait(200)
        measure(page, options.runs)
        window.close()


if __name__ == "__main__":
    main()
