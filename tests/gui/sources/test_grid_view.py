"""A sheet as a source: a grid whose heading stays, the cited cells marked, large ones without delay."""

import time

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QBrush, QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_rag.gui.sources.views.grid_view import GridView
from desktop_rag.gui.sources.views.source_view import Marks
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.readers.shapes.shape import shape_of

TEXT = "| name | sum | note |\n| --- | --- | --- |\n| Ann | 12 | first |\n| Bo | 30 | second |\n| Cy | 41 | third |"


@pytest.fixture
def view(qapp: QApplication, qtbot: QtBot, appearance: Appearance) -> GridView:
    view = GridView(appearance)
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    return view


def show(view: GridView, text: str, passage: str, cited: str = "", file: str = "a.xlsx") -> None:
    start = text.index(passage)
    at = text.index(cited, start)
    marks = Marks((start, start + len(passage)), (at, at + len(cited)))
    view.show_shape(shape_of(file, text, marks.passage), marks)


def ground(view: GridView, row: int, column: int) -> str:
    brush = view.model.index(row, column).data(Qt.ItemDataRole.BackgroundRole)
    return brush.color().name() if isinstance(brush, QBrush) else ""


def test_the_cited_row_and_its_cells_are_marked(view: GridView, appearance: Appearance) -> None:
    show(view, TEXT, "| Bo | 30 | second |", "30")
    theme = appearance.theme
    passage, sentence = theme.color("passage").name(), theme.color("sentence").name()
    assert [ground(view, 1, column) for column in range(3)] == [passage, sentence, passage]
    assert [ground(view, 0, column) for column in range(3)] == ["", "", ""]
    assert view.marked_text() == "Bo 30 second"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("zoom", [0, 3])
def test_the_heading_of_a_column_is_whole(
    view: GridView, appearance: Appearance, zoom: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "| Item | Price of the item | Stock in the cellar |\n| --- | --- | --- |\n| a | 1 | 2 |\n| b | 3 | 4 |"
    show(view, text, "| b | 3 | 4 |")
    for _ in range(zoom):
        view.zoom_by(1)
    appearance.choose("dark")  # a style sheet that comes later gives every widget its usual size of text
    drawn: list[str] = []
    monkeypatch.setattr(
        "desktop_rag.gui.sources.views.grid_view.QFontMetrics.elidedText",
        lambda metrics, words, mode, width: (
            drawn.append(words if metrics.horizontalAdvance(words) <= width else f"{words} is cut") or words
        ),
    )
    view.table.horizontalHeader().viewport().grab()
    assert {"Item", "Price of the item", "Stock in the cellar"} <= set(drawn)
    assert not [words for words in drawn if words.endswith("is cut")]


def test_a_click_on_a_marked_cell_is_told(view: GridView, qtbot: QtBot) -> None:
    show(view, TEXT, "| Bo | 30 | second |", "30")
    told: list[int] = []
    view.mark_clicks.clicked.connect(lambda: told.append(row))
    for row in range(3):
        place = view.table.visualRect(view.model.index(row, 1)).center()
        qtbot.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told == [1]


def test_an_empty_cell_is_never_quoted(view: GridView, appearance: Appearance) -> None:
    text = "| a | b |\n| --- | --- |\n| x |  |\n| y | z |"
    show(view, text, "| x |  |\n| y | z |", " |\n| y")
    assert ground(view, 0, 1) == appearance.theme.color("passage").name()
    assert ground(view, 1, 0) == appearance.theme.color("sentence").name()


def test_a_marked_heading_is_painted_so(view: GridView, appearance: Appearance) -> None:
    show(view, TEXT, "| name | sum | note |")
    assert [view.model.heading_role(column) for column in range(3)] == ["passage"] * 3
    picture = view.table.horizontalHeader().viewport().grab().toImage()
    assert picture.pixelColor(4, 4).name() == appearance.theme.color("passage").name()


def test_marks_are_painted_over_the_style_sheet(view: GridView, appearance: Appearance, qtbot: QtBot) -> None:
    appearance.apply()
    show(view, TEXT, "| Ann | 12 | first |")
    qtbot.wait(20)
    place = view.table.visualRect(view.model.index(0, 0)).topLeft()
    picture = view.table.viewport().grab().toImage()
    assert picture.pixelColor(place.x() + 3, place.y() + 3).name() == appearance.theme.color("passage").name()


def test_what_stands_below_the_cells_is_shown_below_the_grid(view: GridView) -> None:
    text = f"{TEXT}\n\n## Comments\n\n- Ann: why so much?"
    show(view, text, "- Ann: why so much?", "why")
    assert view.notes.isVisible()
    assert view.notes.toPlainText() == "Comments\n•\u2002Ann: why so much?"
    assert view.marked_text().split() == ["Ann:", "why", "so", "much?"]
    show(view, TEXT, "Ann")
    assert view.notes.isHidden()


def test_a_large_sheet_opens_at_once_at_its_row(view: GridView, qtbot: QtBot) -> None:
    rows = "".join(f"| name {number} | {number} | note |\n" for number in range(20_000))
    text = f"| name | sum | note |\n| --- | --- | --- |\n{rows}"
    shape_of("a.xlsx", text, (0, 0))
    began = time.perf_counter()
    show(view, text, "| name 15000 | 15000 | note |", "15000")
    seconds = time.perf_counter() - began
    assert view.model.rowCount() == 20_000
    qtbot.waitUntil(lambda: view.table.rowAt(0) > 14_900)
    assert view.table.rowAt(view.table.viewport().height() - 1) < 15_100
    assert seconds < 3


def test_words_are_found_in_cells_and_stepped_through(view: GridView, qtbot: QtBot) -> None:
    show(view, TEXT, "Ann")
    with qtbot.waitSignal(view.found) as told:
        view.look_for("D")
    assert told.args == [1, 2, True]
    with qtbot.waitSignal(view.found) as told:
        view.step_to(-1)
    assert told.args == [2, 2, True]
    assert ground(view, 2, 2) == view._appearance.theme.color("accent").name()
    view.look_for("")
    assert ground(view, 2, 2) == ""


def test_selected_cells_are_copied_with_tabs_between_them(view: GridView, qtbot: QtBot) -> None:
    show(view, TEXT, "Ann")
    chosen = QItemSelectionModel.SelectionFlag.Select
    for row, column in ((0, 0), (0, 1), (1, 0), (1, 1)):
        view.table.selectionModel().select(view.model.index(row, column), chosen)
    qtbot.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Ann\t12\nBo\t30"


def test_it_is_magnified_with_keys(view: GridView, qtbot: QtBot) -> None:
    show(view, TEXT, "Ann")
    width = view.table.columnWidth(2)
    for _ in range(4):
        qtbot.keyClick(view.table, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert view.percent() == 146
    assert view.table.columnWidth(2) > width


def test_a_row_that_ends_early_has_empty_cells(view: GridView) -> None:
    rows = "| 1 |\n| 1 | 2 | 3 |"
    show(view, f"| a | b | c |\n| --- | --- | --- |\n{rows}", rows, file="a.csv")
    assert view.model.index(0, 2).data() is None
    assert view.model.index(1, 2).data() == "3"


TITLED = (
    "| Greenway Nursery, price list for the whole of 2026 |  |  |\n| --- | --- | --- |\n"
    "| valid from the first of February until withdrawn |  |  |\n"
    "| Code | Plant | Price |\n| ROS-01 | Rosemary | 4.70 |\n| 12 |  |  |"
)


def test_a_title_does_not_push_the_values_out_of_sight(view: GridView) -> None:
    show(view, TITLED, "| ROS-01 | Rosemary | 4.70 |", "4.70")
    assert view.table.horizontalScrollBar().maximum() == 0
    price = view.table.visualRect(view.model.index(2, 2))
    assert view.table.viewport().rect().contains(price)


def test_a_title_goes_on_over_the_empty_cells_behind_it(view: GridView) -> None:
    show(view, TITLED, "| Code | Plant | Price |")
    spans = [view.table.columnSpan(row, 0) for row in range(4)]
    assert spans == [3, 1, 1, 1]  # a figure stays in its column
    title = view.table.visualRect(view.model.index(0, 0))
    words = view.table.fontMetrics().horizontalAdvance(str(view.model.index(0, 0).data()))
    assert title.width() > words
    show(view, TEXT, "| Bo | 30 | second |")
    assert [view.table.columnSpan(row, 0) for row in range(3)] == [1, 1, 1]


def test_the_heading_s_title_is_written_over_all_columns(view: GridView) -> None:
    show(view, TITLED, "| Code | Plant | Price |")
    heading = view.table.horizontalHeader()
    second = heading.sectionViewportPosition(1)
    picture = heading.viewport().grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(second + 2, second + 60) for y in range(4, 20)}
    assert len(colours) > 2  # letters, not only the ground
