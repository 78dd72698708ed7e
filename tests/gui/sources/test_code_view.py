"""Code as a source: numbered lines in colours, the cited ones marked."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QTextCursor, QTextLayout
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_rag.gui.sources.views.code_view import CodeView
from desktop_rag.gui.sources.views.source_view import Marks
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.readers.shapes.shape import shape_of

TEXT = '"""Doc 🙂."""\n\ndef one():\n    return 1  # why\n\n\ndef two():\n    return 2\n'


@pytest.fixture
def view(qapp: QApplication, qtbot: QtBot, appearance: Appearance) -> CodeView:
    view = CodeView(appearance)
    qtbot.addWidget(view)
    view.resize(400, 200)
    view.show()
    return view


def show(view: CodeView, text: str, passage: str, cited: str = "", file: str = "a.py") -> None:
    start = text.index(passage)
    at = text.index(cited, start)
    marks = Marks((start, start + len(passage)), (at, at + len(cited)))
    view.show_shape(shape_of(file, text, marks.passage), marks)


def marked(view: CodeView, role: str) -> list[str]:
    """The texts of the selections in a colour."""
    colour = view._appearance.theme.color(role)
    found = [one for one in view.extraSelections() if one.format.background().color() == colour]
    return [one.cursor.selection().toPlainText() for one in found if one.cursor.hasSelection()]


def colours_of(line: QTextLayout) -> list[QColor]:
    return [one.format.foreground().color() for one in line.formats()]


def test_the_passage_and_the_quoted_words_are_marked(view: CodeView) -> None:
    show(view, TEXT, "def two():\n    return 2", "return 2")
    assert marked(view, "passage") == ["def two():\n    return 2"]
    assert marked(view, "sentence") == ["return 2"]
    assert view.marked_text() == "def two():\n    return 2"


def test_words_have_the_colours_of_their_language(view: CodeView, appearance: Appearance, qtbot: QtBot) -> None:
    show(view, TEXT, "return 1")
    qtbot.waitUntil(lambda: bool(view.document().findBlockByNumber(6).layout().formats()))
    colours = {}
    for number in range(view.blockCount()):
        block = view.document().findBlockByNumber(number)
        for one in block.layout().formats():
            colours[block.text()[one.start : one.start + one.length].strip()] = one.format.foreground().color()
    theme = appearance.theme
    assert colours["def"] == theme.color("accent")
    assert colours["# why"] == theme.color("faint")
    assert colours["two"] == theme.color("link")


def test_it_opens_at_the_passage_with_its_number_beside_it(view: CodeView, qtbot: QtBot) -> None:
    text = "".join(f"line_{number} = {number}\n" for number in range(5000))
    show(view, text, "line_4000 = 4000")
    qtbot.waitUntil(lambda: 3950 < view.firstVisibleBlock().blockNumber() <= 4000)
    assert view.viewportMargins().left() == view.gutter_width()
    assert view.gutter_width() > 30


@pytest.mark.parametrize("foreign", ["\u2028", "\u2029", "\ufdd0", "\r"])
def test_characters_that_qt_takes_for_ends_of_lines_move_nothing(view: CodeView, foreign: str) -> None:
    text = f"a{foreign}b\nc\nhere\n"
    show(view, text, "here", file="a.log")
    assert view.blockCount() == 4
    assert view.marked_text() == "here"


def test_a_very_long_line_is_broken_and_marked_at_its_passage(view: CodeView, qtbot: QtBot) -> None:
    text = "first\n" + ",".join(f"word{number}" for number in range(50_000))
    show(view, text, "word25000,word25001", "word25001", file="a.json")
    assert marked(view, "sentence") == ["word25001"]
    assert view.marked_text() == "word25000,word25001"
    assert view.lineWrapMode() == CodeView.LineWrapMode.WidgetWidth
    cursor = view._cursor(view._marks.cited)
    qtbot.waitUntil(lambda: view.viewport().rect().contains(view.cursorRect(cursor).center()))


def test_words_are_found_beside_the_marks(view: CodeView, qtbot: QtBot) -> None:
    show(view, TEXT, "def one():")
    lasting = len(view.extraSelections())
    with qtbot.waitSignal(view.found) as told:
        view.look_for("return")
    assert told.args[1:] == [2, True]
    assert len(view.extraSelections()) == lasting + 2
    view.look_for("")
    assert len(view.extraSelections()) == lasting


def test_another_theme_changes_the_colours(view: CodeView, appearance: Appearance, qtbot: QtBot) -> None:
    show(view, TEXT, "def one():")
    line = view.document().findBlockByNumber(2).layout()
    qtbot.waitUntil(lambda: bool(line.formats()))
    before = colours_of(line)[0]
    appearance.choose("dark")
    assert marked(view, "passage")
    qtbot.waitUntil(lambda: colours_of(line)[0] == appearance.theme.color("accent"))
    assert before != appearance.theme.color("accent")


def test_a_click_on_the_passage_is_told(view: CodeView, qtbot: QtBot) -> None:
    show(view, TEXT, "def one():")
    told: list[bool] = []
    view.mark_clicks.clicked.connect(lambda: told.append(True))
    qtbot.wait(20)
    for line in (0, 2):
        place = view.cursorRect(QTextCursor(view.document().findBlockByNumber(line))).center() + QPoint(6, 0)
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told == [True]


def test_only_the_lines_in_sight_are_coloured(view: CodeView, qtbot: QtBot) -> None:
    text = "".join(f"def line_{number}(): return {number}  # 🙂\n" for number in range(5000))
    show(view, text, "def line_4000")
    lines = view.document()
    qtbot.waitUntil(lambda: bool(lines.findBlockByNumber(4000).layout().formats()))
    coloured = [number for number in range(5000) if lines.findBlockByNumber(number).layout().formats()]
    assert len(coloured) < 100
    words = lines.findBlockByNumber(4000)
    spans = {words.text()[one.start : one.start + one.length] for one in words.layout().formats()}
    assert spans >= {"def", "return", "4000", "line_4000", "# 🙂"}


def test_text_is_selected_and_magnified_with_keys(view: CodeView, qtbot: QtBot) -> None:
    show(view, TEXT, "def one():")
    view.moveCursor(QTextCursor.MoveOperation.Start)
    view.setTextCursor(QTextCursor(view.document().findBlockByNumber(2)))
    view.moveCursor(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    assert view.selected_text() == "def one():"
    qtbot.keyClick(view, Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    assert view.percent() == 91


def test_of_a_line_that_only_partly_belongs_to_the_passage_the_words_are_marked_alone(view: CodeView) -> None:
    text = f"{'Long before. ' * 60}The tenant pays.\n  A whole line.  \nThe end.\n"
    show(view, text, "The tenant pays.\n  A whole line.", "A whole line.", "notes.log")
    selections = view.extraSelections()
    whole = [one.cursor.block().text().strip() for one in selections if not one.cursor.hasSelection()]
    assert whole == ["A whole line."]
    assert marked(view, "passage") == ["The tenant pays.\n  A whole line."]
    assert marked(view, "sentence") == ["A whole line."]
