"""A day in the window: thousands of questions, conversations changed, searches, pages opened, files that come.

Every 600 questions it prints what the process of the window holds; memory, objects, widgets, threads and open files
must not grow with the number of questions. A conversation has 150 of them, and every 40 another one is looked at:
after 600 both begin anew, so that what is compared is always held at the same place of the day.
"""

import gc
import math
import os
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
from PySide6.QtWidgets import QApplication

from desktop_rag.core.errors import UserError
from desktop_rag.gui.shell.main_window import MainWindow
from tests.bench.window import turn
from tests.bench.window_fluidity import ANSWER, opened, tokens_of, write_files
from tests.helpers.scripted_server import Reply, ScriptedServer

_CONVERSATION, _OTHER = 150, 40  # questions of one conversation, and between two looks at another
_REPORT = math.lcm(_CONVERSATION, _OTHER)  # questions; an eighth of them in a short run
_WARM = 2 * _REPORT  # questions after which memory counts; a quarter of them in a short run
_MOST_MB = 2.0  # more per 1,000 questions
_PATIENCE = 60.0  # seconds for one answer


def day(questions: int) -> None:
    """Print what the window holds every 600 questions, and how much more that becomes."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place, ScriptedServer() as server:
        folder = Path(place)
        write_files(folder / "files", 30)
        server.default = Reply(tokens=tokens_of(ANSWER, 1))
        with opened(folder / "data", server) as window:
            worker = window._bridge.worker
            worker.libraries.create("Day").result(10)
            worker.files.add("Day", [folder / "files"]).result(300)
            turn(2.0)
            held = _live(window, server, folder, questions)
    warm = [one for one in held if one[0] >= min(_WARM, questions // 4)]
    if len(warm) > 1:
        slope = np.polyfit([one[0] / 1000 for one in warm], [one[1] for one in warm], 1)[0]
        good = "flat" if slope < _MOST_MB else "GROWS"
        print(f"memory: {slope:+.2f} MB per 1,000 questions after the first {warm[0][0]:,}: {good}")


def _live(window: MainWindow, server: ScriptedServer, folder: Path, questions: int) -> list[tuple[int, float]]:
    held: list[tuple[int, float]] = []
    began = time.monotonic()
    for number in range(1, questions + 1):
        _do_besides(window, folder, number)
        window.chat_pane.ask(f"What is the rent in case {number}?")
        turn(_PATIENCE, lambda: not window.chat_pane.busy)
        if window.chat_pane.busy:
            raise UserError(f"Question {number} was not answered.")
        for record in (server.requests, server.sent_at):  # a server's memory is not the window's
            record.clear()
        if number % min(_REPORT, max(1, questions // 8)) == 0:
            held.append((number, _report(number, time.monotonic() - began)))
    return held


def _do_besides(window: MainWindow, folder: Path, number: int) -> None:
    """Do now and then what people do between questions.

    A conversation has only so many of them: what the window holds grows with the turns of the one it shows.
    """
    if number % _CONVERSATION == 0:
        window.conversation_commands.new_conversation()
    elif number % _OTHER == 0:
        held = window.chat_pane.conversation_id
        conversations = window.library_pane.conversations.conversations
        own = next((one for one in conversations if one.id == held), None)
        for one in (conversations[number // _OTHER % len(conversations)], own):
            if one is not None:
                window.library_pane.open_conversation(one)
                turn(0.2)
    if number % 20 == 0:
        window.page_commands.show_search()
        window.search_pane.search_for(f"note {number}")
        turn(0.5)
        window.page_commands.show_ask()
    last = window.chat_pane.turns.last_answered()
    if number % 15 == 0 and last is not None:
        last.answer_view.citation_clicked.emit(1, 0)
        turn(0.2)
    if number % 100 == 0:
        window.files_commands.show_files()
        new = folder / "files" / f"new {number % 1000}.txt"
        new.write_text(f"What came with question {number}.", "utf-8")
        window._bridge.worker.files.add("Day", [new])
        turn(0.3)
        window.page_commands.show_ask()


def _report(number: int, seconds: float) -> float:
    """Print what the process holds, and return its memory in megabytes."""
    turn(0.5)
    gc.collect()
    turn(0.1)
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    megabytes = pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000
    print(
        f"{number:6,} questions after {seconds / 60:.1f} min: {megabytes:.1f} MB, {len(gc.get_objects()):,} objects, "
        f"{len(QApplication.allWidgets()):,} widgets, {threading.active_count()} threads, "
        f"{len(list(Path('/proc/self/fd').iterdir()))} open files and connections",
        flush=True,
    )
    return megabytes
