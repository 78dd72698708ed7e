"""A label of one line that is shortened to the room there is."""

from pytestqt.qtbot import QtBot

from desktop_rag.gui.widgets.basics import ElidedLabel


def test_a_name_of_which_two_letters_would_be_left_is_not_shown(qtbot: QtBot) -> None:
    title = ElidedLabel("Leases and contracts", "title")
    qtbot.addWidget(title)
    title.show()
    letter = title.fontMetrics().horizontalAdvance("n")
    title.resize(letter * 9, 20)
    assert title.text().startswith("Leas")
    assert title.text().endswith("…")
    title.resize(letter * 4, 20)
    assert title.text() == ""
    assert "Leases and contracts" in title.toolTip()
    short = ElidedLabel("A", "title")
    qtbot.addWidget(short)
    short.show()
    short.resize(letter * 4, 20)
    assert short.text() == "A"
