"""One window for each data folder: what a second start does."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QComboBox, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.gui.libraries.add_folder_dialog import AddFolderDialog
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.shell.single_instance import SingleInstance
from tests.gui.person import find
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
LINK = "desktop-rag://library/Papers/all.zip//%C3%9C%201.pdf#page=4&quote=thirty%20days&name=Papers"
HOLDER = """
import sys, time
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from desktop_rag.gui.shell.single_instance import SingleInstance
application = QCoreApplication([])
instance = SingleInstance(Path(sys.argv[1]))
print(instance.begin((), sample=False), flush=True)
time.sleep(60)
"""


@pytest.fixture
def first(qtbot: QtBot, tmp_path: Path) -> Iterator[SingleInstance]:
    instance = SingleInstance(tmp_path)
    assert instance.begin((), sample=False)
    yield instance
    instance.close()


def test_a_second_start_hands_over_what_it_was_given_and_ends(
    qtbot: QtBot, first: SingleInstance, tmp_path: Path
) -> None:
    folder = tmp_path / "Überträge 2024"
    second = [sys.executable, "-m", "desktop_rag", "--data-dir", str(tmp_path), "--sample", folder.name, LINK]
    with qtbot.waitSignal(first.handed_over, timeout=30_000) as heard:
        process = subprocess.Popen(second, cwd=tmp_path, stderr=subprocess.PIPE)
    assert heard.args == [(folder,), True, LINK]
    assert process.communicate(timeout=30)[1] == b""
    assert process.returncode == 0


def test_another_data_folder_has_a_window_of_its_own(first: SingleInstance, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = SingleInstance(tmp_path / "other")
    assert other.begin((), sample=False)
    other.close()


@pytest.mark.skipif(sys.platform == "win32", reason="kills by signal")
def test_a_killed_window_is_no_obstacle(qtbot: QtBot, tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "True\n"
    assert (tmp_path / "window.socket").exists()
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=30)
    instance = SingleInstance(tmp_path)
    try:
        assert instance.begin((), sample=False)
        with qtbot.waitSignal(instance.handed_over, timeout=30_000):
            second = subprocess.Popen([sys.executable, "-m", "desktop_rag", "--data-dir", str(tmp_path)])
        assert second.wait(timeout=30) == 0
    finally:
        instance.close()


@pytest.mark.skipif(sys.platform == "win32", reason="kills by signal")
def test_a_window_that_hangs_does_not_keep_others_from_opening(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "True\n"
    try:
        started = time.monotonic()
        assert SingleInstance(tmp_path).begin((), sample=False)
        assert time.monotonic() - started < 10
    finally:
        process.kill()
        process.communicate(timeout=30)


def test_nothing_is_left_when_the_window_is_closed(first: SingleInstance, tmp_path: Path) -> None:
    assert (tmp_path / "window.socket").exists() or sys.platform == "win32"
    first.close()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_opens_a_window(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root writes everywhere")
    tmp_path.chmod(0o500)
    assert SingleInstance(tmp_path).begin((), sample=False)


def test_a_name_too_long_for_a_socket_opens_a_window(tmp_path: Path) -> None:
    long = tmp_path / ("x" * 200)
    long.mkdir()
    instance = SingleInstance(long)
    assert instance.begin((), sample=False)
    instance.close()
    assert not list(long.glob("*.socket"))


@pytest.mark.usefixtures("english")
def test_the_person_chooses_where_a_handed_folder_goes(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path
) -> None:
    scripted.add_library("Papers")
    scripted.add_library("Recipes")
    folder = tmp_path / "Soups"
    folder.mkdir()
    window: MainWindow = open_window()
    window.showMinimized()
    window.take_over((folder,), sample=False)
    assert not window.isMinimized()
    dialog = find(window, AddFolderDialog, "add_folder_dialog")
    choice = find(dialog, QComboBox, "add_folder_library")
    texts = [choice.itemText(number) for number in range(choice.count())]
    assert texts == ["Papers", "Recipes", "New library “Soups”"]
    assert scripted.called("files.add") == []
    choice.setCurrentIndex(1)
    find(dialog, QPushButton, "add_folder_add_button").click()
    qtbot.waitUntil(lambda: bool(scripted.called("files.add")))
    assert scripted.called("files.add")[0][:2] == ("Recipes", (folder,))


def test_a_link_that_macos_hands_over_is_opened(qtbot: QtBot, first: SingleInstance, tmp_path: Path) -> None:
    with qtbot.waitSignal(first.handed_over) as heard:
        assert first.eventFilter(first, QFileOpenEvent(QUrl(LINK)))
    assert heard.args == [(), False, LINK]
    with qtbot.waitSignal(first.handed_over) as heard:
        assert first.eventFilter(first, QFileOpenEvent(str(tmp_path / "a.pdf")))
    assert heard.args == [(tmp_path / "a.pdf",), False, ""]
