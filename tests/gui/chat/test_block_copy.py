"""Code is copied as it was written, a table as cells."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop_rag.gui.chat.answer_view import AnswerView
from desktop_rag.gui.widgets.copy_button import CopyButton
from desktop_rag.gui.widgets.theme import Appearance
from tests.helpers.script import source

CODE = "def f(x):\n    if x:\n\n        return items[1]  # ü 🦉"
TABLE = "| Year | Net *sales* |\n|---|---|\n| 2023 | 4,712 [1] |\n| 2022 | a \\| b |"
TEXT = f"Before.\n\n```python\n{CODE}\n```\n\n{TABLE}\n\nAfter."


@pytest.fixture
def view(qtbot: QtBot, appearance: Appearance) -> AnswerView:
    view = AnswerView(appearance)
    qtbot.addWidget(view)
    view.resize(600, 100)
    view.show()
    view.show_text(TEXT, (source(1),), ())
    return view


def place_of(view: AnswerView, words: str) -> QPoint:
    cursor = view.document().find(words)
    assert not cursor.isNull()
    return view.cursorRect(cursor).center() - QPoint(4, 0)


def offered(view: AnswerView, words: str) -> QAction | None:
    menu = view.menu_at(place_of(view, words))
    menu.setParent(view, menu.windowFlags())
    return next((action for action in menu.actions() if action.objectName() == "copy_block"), None)


def test_code_under_the_pointer_has_a_button_that_copies_it(qtbot: QtBot, view: AnswerView) -> None:
    assert view.findChild(CopyButton, "copy_code_button") is None
    QTest.mouseMove(view.viewport(), place_of(view, "return"))
    qtbot.waitUntil(lambda: view.findChild(CopyButton, "copy_code_button") is not None)
    button = view.findChild(CopyButton, "copy_code_button")
    assert button is not None
    assert button.isVisible()
    assert view.viewport().rect().contains(button.geometry())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == f"{CODE}\n"
    assert button.text() == "Copied"
    assert button.sizeHint().width() <= button.width()
    QTest.mouseMove(view.viewport(), place_of(view, "After"))
    qtbot.waitUntil(lambda: not button.isVisible())


def test_a_table_is_copied_as_cells(view: AnswerView) -> None:
    action = offered(view, "2022")
    assert action is not None
    assert action.text() == "Copy table"
    action.trigger()
    data = QGuiApplication.clipboard().mimeData()
    assert data.text() == "Year\tNet sales\n2023\t4,712 [1]\n2022\ta | b"
    assert data.html() == (
        "<table><tr><th>Year</th><th>Net sales</th></tr>"
        "<tr><td>2023</td><td>4,712 [1]</td></tr><tr><td>2022</td><td>a | b</td></tr></table>"
    )


def test_the_menu_copies_code_too_and_offers_nothing_elsewhere(view: AnswerView) -> None:
    action = offered(view, "return")
    assert action is not None
    action.trigger()
    assert QGuiApplication.clipboard().text() == f"{CODE}\n"
    assert offered(view, "Before") is None
