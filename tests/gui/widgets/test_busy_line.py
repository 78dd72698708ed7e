"""The line that says what is happening."""

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop_rag.gui.widgets.busy_line import BusyLine
from desktop_rag.gui.widgets.theme import Appearance


def test_a_longer_text_is_whole_before_the_window_is_laid_out_again(qtbot: QtBot, appearance: Appearance) -> None:
    line = BusyLine(appearance)
    qtbot.addWidget(line)
    line.say("Searching…")
    line.resize(500, 24)
    with qtbot.waitExposed(line):
        line.show()
    said = line.findChild(QLabel, "stage_label")
    assert isinstance(said, QLabel)
    line.say("Reading the passages that were found…")
    assert said.width() >= said.sizeHint().width()
