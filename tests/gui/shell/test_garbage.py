"""Widgets that nobody holds any more go on the window's thread, whichever thread makes the garbage."""

import gc
import linecache
import sys
import threading
import weakref
from types import ModuleType

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.gui.shell import garbage
from desktop_rag.gui.shell.garbage import GarbageCollector


def test_cycles_with_widgets_are_collected_here(
    qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "_INTERVAL_MS", 10)
    owner = QObject()
    collector = GarbageCollector(owner)
    try:
        destroyed_on: list[int] = []

        def lose() -> weakref.ref[QWidget]:
            widget = QWidget()
            widget.itself = widget  # type: ignore[attr-defined]
            weakref.finalize(widget, lambda: destroyed_on.append(threading.get_ident()))
            return weakref.ref(widget)

        lost = lose()
        thread = threading.Thread(target=lambda: [[] for _ in range(200_000)])
        thread.start()
        thread.join()
        assert lost() is not None, "another thread collected"
        keep = [[] for _ in range(5000)]  # type: ignore[var-annotated]
        qtbot.waitUntil(lambda: lost() is None)
        assert destroyed_on == [threading.get_ident()]
        assert len(keep) == 5000
    finally:
        collector.close()
    assert gc.isenabled()


def test_what_libraries_bring_with_them_is_not_looked_at(
    qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "_INTERVAL_MS", 10)
    owner = QObject()
    collector = GarbageCollector(owner)
    before = gc.get_freeze_count()
    try:
        library = ModuleType("library_that_is_loaded_late")
        library.table = [[] for _ in range(50_000)]  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, library.__name__, library)
        qtbot.waitUntil(lambda: gc.get_freeze_count() > before + 45_000)
        assert len(gc.get_objects()) < 50_000
    finally:
        collector.close()
    assert len(gc.get_objects()) > 50_000


def test_the_sources_of_modules_are_not_kept(qapp: QApplication) -> None:
    """PySide reads the source of every module that is imported, and the standard library keeps it."""
    assert linecache.getlines(__file__)
    owner = QObject()
    collector = GarbageCollector(owner)
    collector.close()
    assert not linecache.cache
