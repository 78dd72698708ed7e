"""The cards of sources: what is chosen, what is open."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop_rag.gui.sources.source_list import SourceList
from desktop_rag.gui.widgets.theme import Appearance
from tests.helpers.script import source


def test_cards_tell_what_is_chosen_and_mark_what_is_open(qtbot: QtBot, appearance: Appearance) -> None:
    cards = SourceList(appearance)
    qtbot.addWidget(cards)
    cards.resize(320, 400)
    cards.show()
    one, two = source(1), source(2, "/docs/" + "long name " * 20 + ".pdf")
    cards.set_sources((one, two))
    plain = cards.viewport().grab().toImage()
    place = cards.visualRect(cards.sources.index(1)).center()
    with qtbot.waitSignal(cards.chosen) as chosen:
        qtbot.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen.args == [two]
    cards.mark(one)
    assert cards.currentIndex().row() == 0
    assert cards.viewport().grab().toImage() != plain
    cards.mark(source(9))
    assert cards.currentIndex().row() == 0
    cards.set_sources((one, two))
    assert cards.currentIndex().row() == 0, "the same sources are not made anew"
    cards.set_sources((two,))
    assert not cards.currentIndex().isValid()
