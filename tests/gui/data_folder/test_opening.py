"""What a start does about the data folder before it opens anything."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import psutil
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QProgressDialog, QPushButton

from desktop_rag.config.data_folder import POINTER_FILE, read_data_folder
from desktop_rag.core.paths import DATA_DIR_VARIABLE
from desktop_rag.gui.data_folder.opening import open_data_folder
from desktop_rag.services.data_folder import finish_move, request_move
from tests.helpers.command_line import TIMEOUT, environment
from tests.helpers.data_folders import complaints, fill, person_folder
from tests.helpers.fresh_home import ROOT
from tests.helpers.waiting import wait_until

# A person presses “Move and restart” in a window of its own process.
_WINDOW = """
import sys
from pathlib import Path
from desktop_rag.gui.shell import app

def move():
    from PySide6.QtWidgets import QApplication
    from desktop_rag.core.paths import person_data_dir
    from desktop_rag.services.data_folder import request_move
    request_move(person_data_dir(), Path(sys.argv[1]))
    QApplication.closeAllWindows()

if __name__ == "__main__":
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication
    application = QApplication(["window"])
    QTimer.singleShot(1500, move)
    app.run([])
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(DATA_DIR_VARIABLE, raising=False)
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_names, **_more: str(person_folder(tmp_path)))
    fill(person_folder(tmp_path))
    return person_folder(tmp_path)


def press(name: str) -> None:
    """Press a button of the box that is open, by its text, once there is one."""
    box = QApplication.activeModalWidget()
    if not isinstance(box, QMessageBox):
        QTimer.singleShot(20, lambda: press(name))
        return
    next(one for one in box.buttons() if one.text() == name).click()


@pytest.mark.usefixtures("qtbot")
def test_a_move_that_was_asked_for_is_done_before_anything_opens(home: Path, tmp_path: Path) -> None:
    request_move(home, tmp_path / "data")
    assert open_data_folder() == tmp_path / "data"
    assert complaints(tmp_path / "data") == []
    assert {path.name for path in home.iterdir()} == {POINTER_FILE, "data-folder.lock"}


@pytest.mark.usefixtures("qtbot")
def test_cancel_leaves_the_data_where_it_was(home: Path, tmp_path: Path) -> None:
    request_move(home, tmp_path / "data")

    def cancel() -> None:
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QProgressDialog) and dialog.isVisible():
                button = dialog.findChild(QPushButton)
                assert button is not None
                button.click()
                return
        QTimer.singleShot(0, cancel)

    QTimer.singleShot(0, cancel)
    assert open_data_folder() == home
    assert complaints(home) == []
    assert not (tmp_path / "data").exists()


@pytest.mark.usefixtures("qtbot")
def test_a_move_that_cannot_be_done_is_told_and_the_window_opens_where_it_was(home: Path, tmp_path: Path) -> None:
    request_move(home, tmp_path / "data")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "other.txt").touch()
    QTimer.singleShot(20, lambda: press("OK"))
    assert open_data_folder() == home
    assert read_data_folder().is_default


@pytest.fixture
def unplugged(home: Path, tmp_path: Path) -> Iterator[Path]:
    """Data that was moved to a disk, which is not there now."""
    request_move(home, tmp_path / "disk")
    finish_move(lambda _done, _total: None)
    (tmp_path / "disk").rename(tmp_path / "unplugged")
    yield tmp_path / "unplugged"
    assert not (tmp_path / "disk").exists(), "nothing begins in its place"


@pytest.mark.usefixtures("qtbot", "unplugged")
def test_a_disk_that_is_not_there_is_told_and_one_can_quit(home: Path) -> None:
    QTimer.singleShot(20, lambda: press("Quit"))
    assert open_data_folder() is None
    assert not (home / "conversations.sqlite").exists()


@pytest.mark.usefixtures("qtbot", "unplugged")
def test_the_default_folder_is_used_for_once(home: Path, tmp_path: Path) -> None:
    QTimer.singleShot(20, lambda: press("Use the default folder"))
    assert open_data_folder() == home
    assert read_data_folder().folder == tmp_path / "disk"


@pytest.mark.usefixtures("qtbot")
def test_another_folder_can_be_chosen(unplugged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(unplugged))
    QTimer.singleShot(20, lambda: press("Choose folder…"))
    assert open_data_folder() == unplugged
    assert read_data_folder().folder == unplugged


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the restarted program would look into the person's own folder")
def test_the_window_restarts_moves_and_opens_again(tmp_path: Path) -> None:
    home, data = tmp_path / "home" / "Desktop RAG", tmp_path / "disk"
    env = environment() | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(home.parent)}
    env.pop(DATA_DIR_VARIABLE, None)
    fill(home)
    script = tmp_path / "window.py"
    script.write_text(_WINDOW, encoding="utf-8")
    started = subprocess.run([sys.executable, script, data], env=env, timeout=TIMEOUT, check=False)
    assert started.returncode == 0
    lock = data / "window.lock"
    wait_until(lambda: lock.exists() and bool(lock.read_text()), TIMEOUT)
    window = psutil.Process(int(lock.read_text().split("\n")[0]))
    assert window.pid != os.getpid()
    try:
        assert complaints(data) == []
        assert not (home / "conversations.sqlite").exists()
    finally:
        window.terminate()
        psutil.wait_procs([window], TIMEOUT)
