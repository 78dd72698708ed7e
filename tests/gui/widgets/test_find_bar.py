"""The bar that finds: what it asks a view for, and what it says of the answer."""

import pytest
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QTextEdit, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.gui.widgets.find_bar import FindBar
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import find

Key, Shift = Qt.Key, Qt.KeyboardModifier.ShiftModifier


class Lines(QTextEdit):
    """A text in which places are counted."""

    found = Signal(int, int, bool)

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setReadOnly(True)
        self.sought: list[str] = []
        self.place = 0

    def look_for(self, text: str) -> None:
        self.sought.append(text)
        self.place = 1 if self._count() else 0
        self.found.emit(self.place, self._count(), True)

    def step_to(self, direction: int) -> None:
        self.place = (self.place - 1 + direction) % self._count() + 1
        self.found.emit(self.place, self._count(), True)

    def selected_text(self) -> str:
        return self.textCursor().selectedText()

    def _count(self) -> int:
        return self.toPlainText().count(self.sought[-1]) if self.sought[-1] else 0


class Host(QWidget):
    """A view below its bar."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.bar = FindBar(appearance, self)
        self.view = Lines("one two one three one")
        layout = QVBoxLayout(self)
        layout.addWidget(self.bar)
        layout.addWidget(self.view)
        self.bar.serve(self.view)

    @property
    def count(self) -> str:
        return find(self, QLabel, "find_count").text()


@pytest.fixture
def host(qtbot: QtBot, appearance: Appearance, english: None) -> Host:
    result = Host(appearance)
    qtbot.addWidget(result)
    result.show()
    result.activateWindow()
    qtbot.waitUntil(result.isActiveWindow)
    return result


def sought(qtbot: QtBot, host: Host, text: str) -> QLineEdit:
    host.bar.open_bar()
    host.bar.edit.clear()
    qtbot.keyClicks(host.bar.edit, text)
    qtbot.waitUntil(lambda: bool(host.view.sought) and host.view.sought[-1] == text)
    return host.bar.edit


def test_what_is_typed_is_looked_for_after_a_moment_and_counted(qtbot: QtBot, host: Host) -> None:
    sought(qtbot, host, "one")
    assert host.view.sought == ["", "one"], "once, not letter by letter"
    assert host.count == "1 of 3"


def test_enter_and_f3_step_on_and_with_shift_back(qtbot: QtBot, host: Host) -> None:
    edit = sought(qtbot, host, "one")
    for key, modifier, then in (
        (Key.Key_Return, Qt.KeyboardModifier.NoModifier, "2 of 3"),
        (Key.Key_F3, Qt.KeyboardModifier.NoModifier, "3 of 3"),
        (Key.Key_F3, Qt.KeyboardModifier.NoModifier, "1 of 3"),
        (Key.Key_Enter, Shift, "3 of 3"),
        (Key.Key_F3, Shift, "2 of 3"),
    ):
        qtbot.keyClick(edit, key, modifier)
        assert host.count == then
    qtbot.mouseClick(find(host, QToolButton, "find_next_button"), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(find(host, QToolButton, "find_previous_button"), Qt.MouseButton.LeftButton)
    assert host.count == "2 of 3"


def test_enter_looks_at_once_for_what_was_just_typed(qtbot: QtBot, host: Host) -> None:
    host.bar.open_bar()
    qtbot.keyClicks(host.bar.edit, "two")
    qtbot.keyClick(host.bar.edit, Key.Key_Return)
    assert host.view.sought[-1] == "two"
    assert host.count == "1 of 1"


def test_f3_works_in_the_view_too_and_opens_the_bar(qtbot: QtBot, host: Host) -> None:
    host.view.setFocus()
    qtbot.keyClick(host.view, Key.Key_F3)
    assert host.bar.isVisible()
    sought(qtbot, host, "one")
    host.view.setFocus()
    qtbot.keyClick(host.view, Key.Key_F3)
    assert host.count == "2 of 3"


@pytest.mark.parametrize("inside", [True, False], ids=["in the box", "in the view"])
def test_esc_closes_takes_the_marks_away_and_goes_back_to_the_view(qtbot: QtBot, host: Host, inside: bool) -> None:
    edit = sought(qtbot, host, "one")
    where = edit if inside else host.view
    where.setFocus()
    qtbot.keyClick(where, Key.Key_Escape)
    assert host.bar.isHidden()
    assert host.view.sought[-1] == ""
    assert QApplication.focusWidget() is host.view


def test_what_is_not_there_is_said_and_cannot_be_stepped_to(qtbot: QtBot, host: Host) -> None:
    sought(qtbot, host, "nine")
    assert host.count == "Not found"
    assert not find(host, QToolButton, "find_next_button").isEnabled()
    host.view.found.emit(2, 1200, False)
    assert host.count == "2 of 1,200…", "there may be more"
    assert find(host, QToolButton, "find_next_button").isEnabled()


def test_what_is_selected_is_what_is_sought(qtbot: QtBot, host: Host) -> None:
    cursor = host.view.textCursor()
    cursor.setPosition(4)
    cursor.setPosition(7, cursor.MoveMode.KeepAnchor)
    host.view.setTextCursor(cursor)
    host.bar.open_bar()
    assert host.bar.edit.text() == "two"
    assert host.view.sought == ["two"]


def test_another_view_is_looked_through_and_the_first_is_left_in_peace(qtbot: QtBot, host: Host) -> None:
    sought(qtbot, host, "one")
    other = Lines("one and no more")
    qtbot.addWidget(other)
    host.bar.serve(other)
    assert host.view.sought[-1] == ""
    assert (other.sought, host.count) == (["one"], "1 of 1")
    host.view.found.emit(7, 9, True)
    assert host.count == "1 of 1"
    host.bar.serve(None)
    assert host.bar.isHidden()
    host.bar.open_bar()
    assert host.bar.isHidden(), "there is nothing to find in"


def test_a_view_that_shows_something_else_is_looked_through_again(qtbot: QtBot, host: Host) -> None:
    sought(qtbot, host, "one")
    host.view.setPlainText("one")
    host.bar.refresh()
    assert host.count == "1 of 1"
