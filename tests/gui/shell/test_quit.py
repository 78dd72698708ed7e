"""Closing the window ends the program soon, whatever it does."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.helpers.lanes import rest_at_night

_WINDOW = """
import sys, time
from pathlib import Path

def main(data, folder, state):
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication
    from desktop_rag.gui.shell import app
    from desktop_rag.gui.shell.main_window import MainWindow

    application = QApplication(["window"])

    def window():
        return next(one for one in application.topLevelWidgets() if isinstance(one, MainWindow))

    def when_it_reads():
        info = window().library_pane.current_library()
        if info is None or not info.files:
            QTimer.singleShot(20, when_it_reads)
        elif state == "paused":
            window().files_commands.pause_library()
            QTimer.singleShot(1000, leave)
        else:
            leave()

    def leave():
        print(time.time(), flush=True)
        window().close()

    QTimer.singleShot(0, when_it_reads)
    app.run(["--data-dir", data, folder])

if __name__ == "__main__":
    main(*sys.argv[1:])
"""
_SECONDS = 2.0
_BUSY = 0.1  # seconds to start Python: on a computer that does other things it takes longer, and so does all else


def allowed() -> float:
    """Return how many seconds quitting may take on this computer now."""
    started = time.monotonic()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return _SECONDS * max(1.0, (time.monotonic() - started) / _BUSY)


@pytest.mark.slow
@pytest.mark.parametrize("state", rest_at_night(["reading", "paused"], {"reading"}))
def test_the_program_has_ended_two_seconds_after_its_window_was_closed(tmp_path: Path, state: str) -> None:
    folder, program = tmp_path / "files", tmp_path / "window.py"
    folder.mkdir()
    for number in range(600):
        (folder / f"{number}.html").write_text(f"<p>{'Words of many files. ' * 400}{number}</p>", encoding="utf-8")
    program.write_text(_WINDOW, encoding="utf-8")
    command = [sys.executable, str(program), str(tmp_path / "data"), str(folder), state]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    ended = time.time()
    assert done.returncode == 0, done.stderr
    assert ended - float(done.stdout.split()[-1]) < allowed()
