"""Tables of an answer: no word is broken in a narrow column, and what is too wide scrolls sideways."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_rag.gui.chat.answer_view import AnswerView
from desktop_rag.gui.widgets.text_tables import TableColumns
from desktop_rag.gui.widgets.theme import Appearance
from tests.helpers.script import source

WORDS = ("Worldwide", "Responsibilities", "Betriebskostenabrechnung", "Restructuring", "Depreciation")
ROW = "| Worldwide | Responsibilities | Betriebskostenabrechnung | Restructuring of all of it | Depreciation [1] |\n"
TABLE = f"Before.\n\n| Region | Who | What | Why | How |\n|---|---|---|---|---|\n{ROW * 3}\nAfter."


def shown(qtbot: QtBot, appearance: Appearance, text: str, width: int) -> AnswerView:
    view = AnswerView(appearance)
    qtbot.addWidget(view)
    view.resize(width, 100)
    view.show()
    view.show_text(text, (source(1),), ())
    return view


def is_whole(view: AnswerView, word: str) -> bool:
    """Whether a word stands on one line."""
    cursor = view.document().find(word)
    assert not cursor.isNull()
    first, last = cursor.selectionStart(), cursor.selectionEnd()
    layout, origin = cursor.block().layout(), cursor.block().position()
    lines = {layout.lineForTextPosition(place - origin).lineNumber() for place in range(first, last)}
    return len(lines) == 1


@pytest.mark.parametrize("width", [240, 420, 600, 760])
def test_no_word_of_a_table_is_broken(qtbot: QtBot, appearance: Appearance, width: int) -> None:
    view = shown(qtbot, appearance, TABLE, width)
    assert [word for word in WORDS if not is_whole(view, word)] == []


def test_the_columns_follow_the_width_of_the_window(qtbot: QtBot, appearance: Appearance) -> None:
    view = shown(qtbot, appearance, TABLE, 1400)
    assert view.horizontalScrollBar().maximum() == 0
    high = view.height()
    view.resize(300, view.height())
    qtbot.waitUntil(lambda: view.horizontalScrollBar().maximum() > 0)
    assert all(is_whole(view, word) for word in WORDS)
    view.resize(1400, view.height())
    qtbot.waitUntil(lambda: view.horizontalScrollBar().maximum() == 0)
    assert view.height() == high


def test_a_table_that_fits_is_left_as_it_is(qtbot: QtBot, appearance: Appearance) -> None:
    view = shown(qtbot, appearance, "| a | b |\n|---|---|\n| 1 | 2 |", 600)
    assert view.horizontalScrollBar().maximum() == 0
    assert view.height() == view.document().size().height()


def test_a_streamed_table_is_as_the_whole_one(qtbot: QtBot, appearance: Appearance) -> None:
    view = AnswerView(appearance)
    qtbot.addWidget(view)
    view.resize(420, 100)
    view.show()
    for end in range(0, len(TABLE), 23):
        view.stream_text(TABLE[:end], (source(1),), force=True)
    view.stream_text(TABLE, (source(1),), force=True)
    whole = shown(qtbot, appearance, TABLE, 420)
    assert view.document().size() == whole.document().size()
    assert [word for word in WORDS if not is_whole(view, word)] == []


def test_the_address_in_a_cell_may_be_broken(qtbot: QtBot, appearance: Appearance) -> None:
    view = shown(qtbot, appearance, f"| a | b |\n|---|---|\n| http://example.com/{'x' * 400} | 2 |", 600)
    assert view.horizontalScrollBar().maximum() == 0


def test_addresses_are_broken_before_a_column_is_out_of_sight(qtbot: QtBot, appearance: Appearance) -> None:
    names = "| Name | Telephone | E-mail | Office |\n|---|---|---|---|\n"
    row = "| Katharina | 0555-010331 | katharina.meyer-lindenberg@choir.example | Treasurer [1] |\n"
    view = shown(qtbot, appearance, names + row, 380)
    assert view.horizontalScrollBar().maximum() == 0
    assert all(is_whole(view, word) for word in ("Katharina", "0555-010331", "Telephone", "Treasurer"))
    view = shown(qtbot, appearance, names + row, 700)
    assert is_whole(view, "katharina.meyer-lindenberg@choir.example")


def test_the_wheel_scrolls_a_wide_table_sideways_and_markers_stay_under_the_pointer(
    qtbot: QtBot, appearance: Appearance
) -> None:
    view = shown(qtbot, appearance, TABLE, 300)
    bar = view.horizontalScrollBar()
    place = QPointF(20, 20)
    turned = QPoint(-2400, 0)
    wheel = QWheelEvent(
        place,
        view.mapToGlobal(place),
        QPoint(),
        turned,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), wheel)
    assert bar.value() > 0
    _, chip = view.chip_rects()[0]
    middle = chip.center().toPoint() - QPoint(bar.value(), 0)
    with qtbot.waitSignal(view.citation_clicked):
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert not view.textCursor().hasSelection()  # Qt draws a dotted frame around it


def test_the_keyboard_brings_a_marker_at_the_far_side_into_sight(qtbot: QtBot, appearance: Appearance) -> None:
    view = shown(qtbot, appearance, TABLE, 300)
    assert view.horizontalScrollBar().value() == 0
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    _, chip = view.chip_rects()[0]
    seen = chip.translated(-view.horizontalScrollBar().value(), 0)
    assert 0 <= seen.left() < seen.right() <= view.viewport().width()


@pytest.mark.parametrize(
    ("width", "shares"),
    [
        (400, []),
        (306, [100.0, 200.0]),
        (206, [55.0, 145.0]),
        (126, [20.0, 100.0]),
        (86, [20.0, 60.0]),
        (50, [20.0, 40.0]),
    ],
)
def test_columns_share_what_is_left_beside_their_longest_words(width: int, shares: list[float]) -> None:
    columns = TableColumns(0, (20.0, 100.0), (100.0, 200.5), (20.0, 40.0))
    assert [round(share) for share in columns.shares(width)] == [round(share) for share in shares]
