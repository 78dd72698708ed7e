"""Building other indexes of a library: started, watched, stopped, and what it needs."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.config.options import LLM_PROVIDER, RETRIEVER
from desktop_rag.core.errors import UserError
from desktop_rag.gui.libraries.index_build_dialog import IndexBuildDialog
from desktop_rag.gui.libraries.index_build_runner import index_kinds
from desktop_rag.gui.settings.dialog import SettingsDialog
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import Notice
from desktop_rag.gui.widgets.list_delegate import FRACTION_ROLE, LINE_ROLE
from desktop_rag.indices.loading import INDEX_KINDS, needs_model
from desktop_rag.services.answers.retriever_factory import BUILT_FIRST
from tests.gui.person import find
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]


@pytest.fixture
def window(open_window: Open, scripted: ScriptedWorker) -> MainWindow:
    """A library and a model."""
    scripted.add_library("Papers")
    scripted.config.update({LLM_PROVIDER.key: "ollama"})
    return open_window()


def open_dialog(window: MainWindow) -> IndexBuildDialog:
    window.actions_table["library.build_indexes"].trigger()
    dialog = window.findChildren(IndexBuildDialog)[-1]
    assert dialog.isVisible()
    return dialog


def click(qtbot: QtBot, dialog: IndexBuildDialog, kind: str) -> QPushButton:
    push = find(dialog, QPushButton, f"build_{kind}_button")
    qtbot.mouseClick(push, Qt.MouseButton.LeftButton)
    return push


def line(dialog: IndexBuildDialog, kind: str) -> str:
    return find(dialog, QLabel, f"build_{kind}_line").text()


def row(window: MainWindow, role: int) -> object:
    return window.library_pane.libraries.index(0).data(role)


def test_what_is_offered_to_build_is_what_searches_need_and_says_what_it_needs_itself() -> None:
    assert {one.kind for one in index_kinds()} == set(BUILT_FIRST) <= set(INDEX_KINDS)
    for one in index_kinds():
        assert one.needs_model == needs_model(one.kind) == RETRIEVER.choice(one.kind).needs_model


def test_it_is_in_the_librarys_menu(window: MainWindow) -> None:
    menus = window.library_pane.findChildren(QMenu)
    assert any(action.objectName() == "library.build_indexes" for menu in menus for action in menu.actions())


def test_an_index_is_built_with_progress(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    scripted.build_seconds = 0.3
    dialog = open_dialog(window)
    push = click(qtbot, dialog, "tree")
    qtbot.waitUntil(lambda: line(dialog, "tree") == "1 of 3 passages")
    assert push.text() == "Stop"
    assert row(window, LINE_ROLE) == "Building · 1 of 3 passages"
    assert row(window, FRACTION_ROLE) == pytest.approx(1 / 3)
    dialog.close()
    dialog = open_dialog(window)
    assert find(dialog, QPushButton, "build_tree_button").text() == "Stop"
    qtbot.waitUntil(lambda: line(dialog, "tree") == "Ready: 3 passages")
    assert find(dialog, QPushButton, "build_tree_button").text() == "Update"
    qtbot.waitUntil(lambda: row(window, FRACTION_ROLE) is None)
    assert scripted.called("builds.build") == [("Papers", "tree")]
    dialog.close()


def test_it_is_stopped_in_the_dialog_or_from_the_menu(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    scripted.build_seconds = 30.0
    dialog = open_dialog(window)
    push = click(qtbot, dialog, "knowledge_graph")
    qtbot.waitUntil(lambda: line(dialog, "knowledge_graph") == "1 of 3 passages")
    click(qtbot, dialog, "knowledge_graph")
    qtbot.waitUntil(lambda: line(dialog, "knowledge_graph").startswith("Stopped"))
    assert push.text() == "Resume"
    click(qtbot, dialog, "knowledge_graph")
    qtbot.waitUntil(lambda: line(dialog, "knowledge_graph") == "1 of 3 passages")
    window.actions_table["library.stop"].trigger()
    qtbot.waitUntil(lambda: push.text() == "Resume")
    qtbot.waitUntil(lambda: row(window, FRACTION_ROLE) is None)
    dialog.close()


def test_what_went_wrong_is_said_on_its_card(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    scripted.build_error = UserError("The model does not answer.", "Start it and try again.")
    dialog = open_dialog(window)
    push = click(qtbot, dialog, "tree")
    qtbot.waitUntil(lambda: line(dialog, "tree") == "The model does not answer. Start it and try again.")
    assert push.text() == "Try again"
    dialog.close()


def test_without_a_model_it_says_what_lacks(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    dialog = open_dialog(window)
    assert "No model is connected" in find(dialog, Notice, "notice").accessibleName()
    enabled = {one.kind: find(dialog, QPushButton, f"build_{one.kind}_button").isEnabled() for one in index_kinds()}
    assert enabled == {"tree": False, "keyword_table": True, "knowledge_graph": False}
    qtbot.mouseClick(find(dialog, QPushButton, "build_settings_button"), Qt.MouseButton.LeftButton)
    settings = window.findChild(SettingsDialog)
    assert settings is not None
    settings.close()
