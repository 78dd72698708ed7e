"""What the window loads before it is needed, and Python's imports beside Qt."""

import importlib
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.gui.shell.main_window import MainWindow
from tests.helpers.scripted_worker import ScriptedWorker


def test_modules_are_left_alone_while_they_are_imported(
    open_window: Callable[[], MainWindow], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # as pydantic's modules, which import others when they are asked for an attribute
    (tmp_path / "asked_early.py").write_text("def __getattr__(name):\n    raise ImportError('not there yet')\n")
    (tmp_path / "asking.py").write_text("import asked_early\n")
    monkeypatch.syspath_prepend(tmp_path)
    open_window()
    importlib.import_module("asking")


def test_a_person_hears_nothing_of_what_could_not_be_loaded_ahead(
    open_window: Callable[[], MainWindow], scripted: ScriptedWorker, qtbot: QtBot
) -> None:
    scripted.add_library("Papers")
    window = open_window()
    scripted.warm_up_error = UserError("The built-in model stopped working.", "Try again.")
    with qtbot.waitSignal(window._bridge.job_ended):
        window.warm_up()
    qtbot.wait(20)
    assert not window.chat_pane.notice.isVisible()
