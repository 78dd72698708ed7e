"""A window on a scripted worker, closed after the test; Qt runs without a screen."""

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QLocale, QSettings, QTranslator, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_rag.core.paths import resource_path
from desktop_rag.gui.shell import file_opener
from desktop_rag.gui.shell.app import compose
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.languages import Languages
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.shell.rooms import load_rooms
from desktop_rag.gui.tour.tour import SEEN_KEY
from desktop_rag.gui.widgets.theme import Appearance
from tests.helpers.scripted_worker import ScriptedWorker

# Five seconds, pytest-qt's own, have been too short on a machine with more work than processors.
_defaults = QtBot.waitUntil.__kwdefaults__
assert _defaults is not None
_defaults["timeout"] = 20_000


@pytest.fixture(autouse=True, scope="module")
def earlier_tests_set_aside() -> None:
    """What earlier tests left in pytest's memory is not gone through again after each test of this module."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def collected_here() -> Iterator[None]:
    """Python's cycle collector runs on this thread only, as in the program: see ``gui.shell.garbage``.

    No widget outlives a test: Qt would go through it whenever the theme changes, in the program as in later tests.
    """
    gc.disable()
    yield
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    gc.enable()
    assert not (left := [type(one).__name__ for one in QApplication.topLevelWidgets()]), f"widgets left: {left}"


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> Iterator[QApplication]:
    """The application, drawn as the program draws it."""
    qapp.setStyle("Fusion")
    yield qapp
    # what Python put there would be destroyed after Python has ended
    qapp.clipboard().clear()


def forget_style_sheet(application: QApplication) -> None:
    """Be as a program that begins: windows are built before there is a style sheet, in a fifth of the time.

    Qt may crash at the next sheet when it is taken from widgets: while there are any, it stays.
    """
    if not application.allWidgets():
        application.setStyleSheet("")


@pytest.fixture(autouse=True, scope="session")
def english_plurals(qapp: QApplication) -> Iterator[None]:
    """English with its plural forms: “1 file”, not “1 files”."""
    translator = QTranslator(qapp)
    assert translator.load(str(resource_path("translations", "desktop-rag_en.qm")))
    QApplication.installTranslator(translator)
    yield
    QApplication.removeTranslator(translator)


@pytest.fixture(autouse=True, scope="session")
def rooms_loaded() -> None:
    """What the program imports right after its first picture: no test waits for it in between."""
    load_rooms()


@pytest.fixture
def scripted() -> Iterator[ScriptedWorker]:
    """A worker that answers as the test says."""
    worker = ScriptedWorker()
    yield worker
    worker.close()


@pytest.fixture
def bridge(qapp: QApplication, scripted: ScriptedWorker) -> Iterator[Bridge]:
    """A bridge to the scripted worker, without a window."""
    bridge = Bridge(scripted)
    yield bridge
    bridge.close()


@pytest.fixture
def appearance(qapp: QApplication) -> Iterator[Appearance]:
    """The light theme."""
    appearance = Appearance("light")
    appearance.apply()
    yield appearance
    appearance.deleteLater()


@pytest.fixture
def english() -> Iterator[None]:
    """Numbers and days as they are written in English."""
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    """The window's language is German."""
    yield from _speaking("de")


@pytest.fixture
def japanese(qapp: QApplication) -> Iterator[None]:
    """The window's language is Japanese."""
    yield from _speaking("ja")


def _speaking(language: str) -> Iterator[None]:
    before, languages = QLocale(), Languages()
    languages.choose(language)
    yield
    languages.end()
    QLocale.setDefault(before)


@pytest.fixture
def open_window(
    qapp: QApplication, qtbot: QtBot, scripted: ScriptedWorker, tmp_path: Path
) -> Iterator[Callable[[], MainWindow]]:
    """Open the window on the scripted worker, as it is by then."""
    forget_style_sheet(qapp)
    QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat).setValue(SEEN_KEY, True)
    opened: list[MainWindow] = []

    def open_it() -> MainWindow:
        window = compose(scripted, tmp_path)
        opened.append(window)
        window.resize(1280, 800)
        window.show()
        window.start()
        qtbot.waitUntil(lambda: bool(scripted.called("conversations.list_all")))
        qtbot.waitUntil(lambda: window.library_pane.libraries.rowCount() == len(scripted.infos))
        qtbot.wait(20)
        return window

    yield open_it
    for window in opened:
        window.close()
        window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()], "windows left open"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that were opened in other programs; files below /docs are there, and nothing can choose files."""
    paths: list[str] = []
    exists = Path.exists
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: paths.append(QUrl(url).toLocalFile()))
    monkeypatch.setattr(Path, "exists", lambda path: path.is_relative_to("/docs") or exists(path))
    monkeypatch.setattr(file_opener, "_ask_file_manager", lambda chosen: file_opener.open_path(chosen[0].parent))
    return paths
