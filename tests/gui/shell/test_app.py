"""Starting: with a screen, and without one."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from desktop_rag import gui
from desktop_rag.gui.shell import app
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.processes.link_scheme import has_display
from desktop_rag.storage.index_files import IndexFiles

MOST_MODULES = 590  # before the first picture


def test_without_a_display_one_sentence_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert app.main([]) == 1
    assert "desktop-rag --help" in capsys.readouterr().err


def test_other_systems_always_have_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert has_display()


def test_importing_the_start_loads_no_qt() -> None:
    code = "import sys, desktop_rag.gui.shell.app; raise SystemExit('PySide6.QtWidgets' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def test_the_first_picture_waits_for_nothing_that_it_does_not_show(tmp_path: Path) -> None:
    """What answers, searches, reads and speaks HTTP is imported when it is used, or right after the first picture."""
    IndexFiles(tmp_path / "libraries").create("Papers")
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from PySide6.QtWidgets import QApplication\n"
        "from desktop_rag.gui.shell import app\n"
        "application = QApplication([])\n"
        "window = app.build(Path(sys.argv[1]))\n"
        "window.show()\n"
        "window.start()\n"
        "while not window.library_pane.libraries.rowCount():\n"
        "    application.processEvents()\n"
        "print(*sys.modules)\n"
        "window.close()\n"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], check=True, timeout=120, capture_output=True, text=True
    )
    loaded = set(shown.stdout.split())
    later = {"httpx", "openai", "onnxruntime", "pymupdf", "pathspec", "tiktoken", "numpy", "markdown_it"}
    ours = ("embeddings", "indices", "llms.base", "services.answers.answers", "ingestion.parse", "text.analyzer")
    rooms = ("chat.turn_view", "sources.passage_viewer", "settings.dialog", "why.dialog")
    later |= {f"desktop_rag.{one}" for one in (*ours, *(f"gui.{room}" for room in rooms))}
    assert loaded & later == set()
    # 562 when this was written, 913 and 1,440 before: each takes half a millisecond of the start
    assert len(loaded) < MOST_MODULES


def test_no_click_waits_for_an_import() -> None:
    """What the window's functions import where they use it is loaded right after the first picture."""
    code = "import sys, desktop_rag.worker.worker\nfrom desktop_rag.gui.shell.rooms import load_rooms\n"
    code += "load_rooms()\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, timeout=120, capture_output=True, text=True)
    loaded = set(done.stdout.split())
    late = {name: sorted(wanted - loaded) for name, wanted in _imported_in_functions()}
    assert {name: modules for name, modules in late.items() if modules} == {}


@pytest.mark.nightly(by_day="test_no_click_waits_for_an_import")
def test_only_the_window_s_thread_imports_qt_and_only_a_module_at_a_time() -> None:
    """PySide crashes where two threads name a Qt class for the first time."""
    code = (
        "import sys, desktop_rag.worker.worker, desktop_rag.gui.shell.main_window\n"
        "from desktop_rag.gui.shell.rooms import import_rooms, prepare_rooms\n"
        "before = set(sys.modules)\n"
        "rooms = prepare_rooms()\n"
        "print('prepared', *set(sys.modules) - before)\n"
        "steps = import_rooms(rooms)\n"
        "for room in rooms:\n"
        "    before = set(sys.modules)\n"
        "    next(steps)\n"
        "    print(room, *(set(sys.modules) - before - {room}))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, timeout=120, capture_output=True, text=True)
    (_, *prepared), *steps = (line.split() for line in done.stdout.splitlines())
    assert len(steps) > 60
    assert not [one for one in prepared if one.startswith(("PySide6", "shiboken6"))]
    together = {room: [one for one in also if one.startswith("desktop_rag.")] for room, *also in steps}
    assert {room: also for room, also in together.items() if also} == {}


def _imported_in_functions() -> Iterator[tuple[str, set[str]]]:
    """Yield each module of the window with the modules of the program that its functions import."""
    for file in Path(gui.__file__).parent.rglob("*.py"):
        functions = (one for one in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(one, ast.FunctionDef))
        imports = (one for function in functions for one in ast.walk(function) if isinstance(one, ast.ImportFrom))
        yield file.name, {one.module for one in imports if one.module and one.module.startswith("desktop_rag.")}


@pytest.mark.skipif(sys.platform == "win32", reason="links that lead to themselves")
@pytest.mark.usefixtures("qtbot")
def test_settings_that_cannot_be_read_are_told_of_before_there_is_a_window(tmp_path: Path) -> None:
    (tmp_path / "settings.json").symlink_to("settings.json")
    told: list[str] = []

    def dismiss() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        told.append(box.text())
        box.accept()

    QTimer.singleShot(100, dismiss)
    assert app.main(["--data-dir", str(tmp_path)]) == 1
    assert f"{tmp_path / 'settings.json'} cannot be read" in told[0]
    assert (tmp_path / "settings.json").is_symlink(), "it stays as it is"


def test_a_data_folder_that_cannot_be_written_is_told_of_in_the_window(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "logs").touch()
    told: list[str] = []

    def look(*_: object) -> int:
        (window,) = [one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow)]
        qtbot.wait(200)  # what starts with the window leaves the message standing
        told.append(window.chat_pane.notice.accessibleName())
        assert window.chat_pane.notice.isVisibleTo(window.chat_pane)
        window.close()
        window.deleteLater()
        return 0

    monkeypatch.setattr(QApplication, "exec", look)
    assert app.main(["--data-dir", str(tmp_path)]) == 0
    assert f"{tmp_path} cannot be written" in told[0]
    assert "You can search and ask" in told[0]
