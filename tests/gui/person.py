"""What a person does in the window, for tests of every room: find a widget, type a question, drop files."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import (
    QItemSelectionModel,
    QLibraryInfo,
    QMimeData,
    QObject,
    QPoint,
    QPointF,
    Qt,
    QUrl,
    QVersionNumber,
)
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QPushButton, QTabWidget, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.config.option import OptionGroup
from desktop_rag.config.options import OPTION_GROUPS
from desktop_rag.gui.chat.turn_view import TurnView
from desktop_rag.gui.files.model import NAME
from desktop_rag.gui.files.page import FilesPage
from desktop_rag.gui.libraries.new_library_dialog import NewLibraryDialog
from desktop_rag.gui.settings.dialog import SettingsDialog
from desktop_rag.gui.settings.option_form import OptionForm
from desktop_rag.gui.shell.file_drops import DropOverlay
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import ComboBox
from tests.helpers.scripted_worker import ScriptedWorker

W = TypeVar("W", bound=QObject)
# Qt 6.12 wants the place of a drag with fractions, and those before it without.
_PLACE = QPointF(600, 300) if QLibraryInfo.version() >= QVersionNumber(6, 12) else QPoint(600, 300)


def find(parent: QWidget, kind: type[W], name: str) -> W:
    """Return a widget by its object name; it must exist."""
    widget = parent.findChild(kind, name)
    assert widget is not None, name
    return widget


def wait_for_forms(qtbot: QtBot, parent: QWidget) -> None:
    """Wait until every row of the forms is there; they are made after the page is shown, a few rows at a time."""

    def are_complete() -> bool:
        forms = parent.findChildren(OptionForm)
        return bool(forms) and all(form.complete for form in forms)

    qtbot.waitUntil(are_complete)


def type_question(qtbot: QtBot, window: MainWindow, text: str) -> None:
    box = find(window, QPlainTextEdit, "question_box")
    box.setFocus()
    qtbot.keyClicks(box, text)


def ask(qtbot: QtBot, window: MainWindow, text: str = "How long is the notice period?") -> TurnView:
    type_question(qtbot, window, text)
    qtbot.keyClick(find(window, QPlainTextEdit, "question_box"), Qt.Key.Key_Return)
    turn = window.findChildren(TurnView)[-1]
    qtbot.waitUntil(lambda: find(window, QPushButton, "ask_button").isVisible())
    qtbot.wait(20)
    return turn


def drop(window: MainWindow, paths: list[Path], place: QPointF = QPointF(600, 300)) -> str:  # noqa: B008
    """Drop files at a place of the window; return what it said before they were let go."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    action, button, key = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(window, QDragEnterEvent(_PLACE, action, data, button, key))
    overlay = find(window, DropOverlay, "drop_overlay")
    assert overlay.isVisible()
    QApplication.sendEvent(window, QDragMoveEvent(place.toPoint(), action, data, button, key))
    said = overlay.text()
    QApplication.sendEvent(window, QDropEvent(place, action, data, button, key))
    assert not overlay.isVisible()
    return said


def open_new_library_dialog(window: MainWindow) -> NewLibraryDialog:
    window.actions_table["library.new"].trigger()
    dialog = window.findChildren(NewLibraryDialog)[-1]
    assert dialog.isVisible()
    return dialog


def new_library(qtbot: QtBot, window: MainWindow, name: str) -> None:
    dialog = open_new_library_dialog(window)
    qtbot.keyClicks(find(dialog, QLineEdit, "library_name"), name)
    qtbot.mouseClick(find(dialog, QPushButton, "library_create_button"), Qt.MouseButton.LeftButton)


def open_settings(
    qtbot: QtBot, open_window: Callable[[], MainWindow], scripted: ScriptedWorker, *pages: OptionGroup
) -> SettingsDialog:
    """Open the settings, look at these pages, and come back to the first; pages that nobody opens are not made."""
    scripted.add_library("A")
    window = open_window()
    window.actions_table["program.settings"].trigger()
    dialog = window.findChild(SettingsDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: bool(scripted.called("models.find_local_servers")))
    tabs = find(dialog, QTabWidget, "settings_tabs")
    for page in (*pages, OPTION_GROUPS[0]):
        tabs.setCurrentIndex(OPTION_GROUPS.index(page))
    wait_for_forms(qtbot, dialog)
    return dialog


def show_all_options(qtbot: QtBot, dialog: SettingsDialog) -> None:
    """Open “More options” on every page and wait for the rows."""
    for button in dialog.findChildren(QToolButton):
        if button.objectName().endswith("_more_button"):
            button.setChecked(True)
    wait_for_forms(qtbot, dialog)


def choose_option(dialog: SettingsDialog, key: str, value: str) -> None:
    combo = find(dialog, ComboBox, key)
    combo.setCurrentIndex(combo.findData(value))


def click(qtbot: QtBot, parent: QWidget, name: str) -> None:
    qtbot.mouseClick(find(parent, QPushButton, name), Qt.MouseButton.LeftButton)


def shown_files(page: FilesPage, column: int = NAME) -> list[str]:
    return [str(page.model.index(row, column).data()) for row in range(page.model.rowCount())]


def choose_files(page: FilesPage, *names: str) -> None:
    page.table.clearSelection()
    for name in names:
        index = page.model.index(shown_files(page).index(name), NAME)
        flags = QItemSelectionModel.SelectionFlag
        page.table.selectionModel().setCurrentIndex(index, flags.Select | flags.Rows)


def model_proposal(qtbot: QtBot, window: MainWindow) -> QWidget:
    """Return the line about models that is seen once the window knows its libraries."""

    def seen() -> list[QWidget]:
        return [line for line in window.findChildren(QWidget, "model_proposal") if line.isVisible()]

    qtbot.waitUntil(lambda: len(seen()) == 1)
    return seen()[0]


def choose_for_answer(turn: TurnView, text: str) -> None:
    """Choose from the menu with more for an answer."""
    menu = find(turn, QToolButton, "answer_more_button").menu()
    menu.aboutToShow.emit()
    (action,) = (action for action in menu.actions() if action.text() == text)
    action.trigger()
