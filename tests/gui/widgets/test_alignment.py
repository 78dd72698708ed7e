"""What stands beside one another stands in one line: the text of boxes, links below labels, low widgets in a row."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLineEdit, QSpinBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.gui.widgets.basics import ComboBox, button, label
from desktop_rag.gui.widgets.edit_watchers import TextCentring, fit_number_box
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.theme import Appearance

_DARK = 120  # of 255: ink, not a border


def ink(widget: QWidget) -> tuple[int, int, int]:
    """Return the first column of a widget's words, and their first and last row; the outermost pixels are its frame."""
    image = widget.grab().toImage()
    dark = [
        (x, y)
        for x in range(3, image.width() - 40)
        for y in range(3, image.height() - 3)
        if QColor(image.pixel(x, y)).lightness() < _DARK
    ]
    rows = [y for _, y in dark]
    return min(x for x, _ in dark), min(rows), max(rows)


@pytest.mark.parametrize("text", ["Without limit", "制限なし", "无限制", "なし (none)"])
def test_the_text_of_all_boxes_stands_in_one_place(qtbot: QtBot, appearance: Appearance, text: str) -> None:
    number, edit, choices, editable = QSpinBox(), QLineEdit(text), ComboBox(appearance), ComboBox(appearance)
    number.setSpecialValueText(text)
    fit_number_box(number)
    TextCentring(edit)
    choices.addItem(text)
    editable.setEditable(True)
    inner = editable.lineEdit()
    assert inner is not None
    TextCentring(inner)
    editable.addItem(text)
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    boxes = (number, edit, choices, editable)
    for box in boxes:
        layout.addWidget(box)
    last = button("", "last")
    layout.addWidget(last)
    window.resize(400, 300)
    window.show()
    last.setFocus()  # the box with the focus shows what is selected, or a cursor
    number.lineEdit().deselect()
    places = [ink(box) for box in boxes]
    assert len({place[1:] for place in places}) == 1, places
    assert max(place[0] for place in places) - min(place[0] for place in places) <= 1, places


@pytest.mark.usefixtures("appearance")
def test_the_words_of_a_link_begin_below_those_of_a_label(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    words, link = label("Hall", "muted"), button("Hall", "link", "link")
    layout.addWidget(words)
    layout.addWidget(link)
    window.setFixedWidth(layout.contentsMargins().left() * 2 + link.sizeHint().width())
    window.show()
    assert link.fontMetrics().horizontalAdvance("Hall") == link.width()
    assert link.mapTo(window, QPoint()).x() == words.mapTo(window, QPoint()).x()


@pytest.mark.usefixtures("appearance")
def test_a_low_widget_stands_in_the_middle_of_its_line(qtbot: QtBot) -> None:
    row = FlowRow()
    qtbot.addWidget(row)
    high, low = button("High", "high"), button("Low", "low", "link")
    row.add(high)
    row.add(low)
    row.resize(400, 40)
    row.show()
    assert abs(low.geometry().center().y() - high.geometry().center().y()) <= 1
