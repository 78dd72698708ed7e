"""A passage in its text: it stays in sight."""

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_rag.gui.sources.text_view import PassageText, TextView
from desktop_rag.gui.widgets.theme import Appearance


def test_another_theme_leaves_the_passage_in_sight(qapp: QApplication, qtbot: QtBot, appearance: Appearance) -> None:
    view = TextView(appearance)
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    lines = "".join(f"Line {number} of what stands before.\n" for number in range(100))
    view.show_passage(PassageText(lines, "The passage.\n", lines), code=False)
    bar = view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() > 500)
    qtbot.wait(400)  # until the slide has ended
    before = bar.value()
    appearance.choose("dark")
    qtbot.wait(50)
    assert bar.value() == before
