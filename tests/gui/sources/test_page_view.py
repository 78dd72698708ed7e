"""The page behind an answer: marks at every zoom, what is asked for sharper, and the passage as text."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.pages import PageImage
from desktop_rag.gui.sources.page_view import MARGIN, PageView
from desktop_rag.gui.sources.source_list import SourceList
from desktop_rag.gui.widgets.theme import Appearance
from tests.helpers.script import source

Box = tuple[float, float, float, float]
BOX: Box = (100, 700, 500, 720)  # in points: on the lower half of a letter page
Key = Qt.Key


def rendered(zoom: float = 1.0, page: int = 1, boxes: tuple[Box, ...] = (), cited: tuple[Box, ...] = ()) -> PageImage:
    """A white page of 612 × 792 points with its marks in pixels."""
    width, height = round(612 * zoom), round(792 * zoom)

    def pixels(marks: tuple[Box, ...]) -> tuple[Box, ...]:
        return tuple((left * zoom, top * zoom, right * zoom, low * zoom) for left, top, right, low in marks)

    white = b"\xff" * (3 * width * height)
    return PageImage("/docs/a.pdf", page, 9, width, height, white, pixels(boxes), pixels(cited), (612.0, 792.0))


@pytest.fixture
def view(qtbot: QtBot, appearance: Appearance, monkeypatch: pytest.MonkeyPatch) -> PageView:
    monkeypatch.setattr(Appearance, "animated", property(lambda _self: False))
    result = PageView(appearance)
    qtbot.addWidget(result)
    result.resize(636, 400)
    result.show()
    return result


def picture(view: PageView) -> QImage:
    return view.viewport().grab().toImage()


def colour_at(view: PageView, x: float, y: float) -> QColor:
    """The colour where a point of the page (in points) is on the screen."""
    scale = view.percent() / 100 * 96 / 72
    left = max((view.viewport().width() - round(612 * scale)) / 2, MARGIN - view.horizontalScrollBar().value())
    place = QPoint(round(left + x * scale), round(MARGIN - view.verticalScrollBar().value() + y * scale))
    assert view.viewport().rect().contains(place)
    return picture(view).pixelColor(place)


@pytest.mark.parametrize("zoom", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("steps", [-1, 0, 2])
def test_marks_stay_on_their_words_at_every_zoom(view: PageView, zoom: float, steps: int) -> None:
    view.show_page(rendered(zoom, boxes=(BOX,)), zoom)
    if steps:
        view.zoom_by(steps)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    unmarked = colour_at(view, 300, 690)
    assert colour_at(view, 300, 710) != unmarked
    assert colour_at(view, 300, 730) == unmarked
    assert colour_at(view, 90, 710) == unmarked


def test_the_cited_sentence_is_marked_otherwise_than_its_passage(view: PageView) -> None:
    view.show_page(rendered(boxes=(BOX,), cited=((100, 700, 300, 720),)), 1.0)
    sentence, passage, page = (colour_at(view, x, 710) for x in (200, 400, 550))
    assert len({sentence.name(), passage.name(), page.name()}) == 3


def test_overlapping_marks_are_not_darker(view: PageView) -> None:
    view.show_page(rendered(boxes=(BOX, (200, 700, 400, 720))), 1.0)
    assert colour_at(view, 300, 710) == colour_at(view, 150, 710)


def test_a_page_opens_at_its_mark_and_another_at_its_top(view: PageView) -> None:
    bar = view.verticalScrollBar()
    view.show_page(rendered(boxes=(BOX,)), 1.0)
    assert bar.value() == bar.maximum() > 0
    view.show_page(rendered(page=2), 1.0)
    assert bar.value() == 0
    bar.setValue(55)
    view.show_page(rendered(zoom=2.0, page=2), 2.0)
    assert bar.value() == 55, "the same page, only sharper"


def test_zooming_has_limits_and_keeps_the_middle(view: PageView) -> None:
    view.show_page(rendered(), 1.0)
    assert view.percent() == 75
    for _ in range(30):
        view.zoom_by(1)
    assert view.percent() == 400
    bar = view.verticalScrollBar()
    middle = (bar.value() + view.viewport().height() / 2) / (bar.maximum() + view.viewport().height())
    assert middle == pytest.approx(0.25, abs=0.02), "what was in the middle of the view still is"
    for _ in range(30):
        view.zoom_by(-1)
    assert view.percent() == 25
    assert not view.horizontalScrollBar().maximum()
    view.fit_width()
    assert view.percent() == 75


def test_the_page_fits_the_width_until_it_is_zoomed(qtbot: QtBot, view: PageView) -> None:
    view.show_page(rendered(), 1.0)
    narrow = view.percent()
    view.resize(1248, 400)
    wide = view.percent()
    assert wide > 1.9 * narrow
    qtbot.keyClick(view, Key.Key_Plus)
    assert view.percent() == pytest.approx(1.2 * wide, abs=1)
    qtbot.keyClick(view, Key.Key_Minus)
    view.resize(636, 400)
    assert view.percent() == wide
    qtbot.keyClick(view, Key.Key_0)
    assert view.percent() == pytest.approx(narrow, abs=1)


@pytest.mark.parametrize(("key", "step"), [(Key.Key_Left, -1), (Key.Key_Right, 1)])
def test_arrow_keys_turn_pages(qtbot: QtBot, view: PageView, key: Qt.Key, step: int) -> None:
    with qtbot.waitSignal(view.page_step) as turned:
        qtbot.keyClick(view, key)
    assert turned.args == [step]


@pytest.mark.parametrize(
    ("turn", "modifier", "grows"),
    [
        (120, Qt.KeyboardModifier.ControlModifier, 1),
        (-120, Qt.KeyboardModifier.ControlModifier, -1),
        (120, Qt.KeyboardModifier.NoModifier, 0),
    ],
    ids=["in", "out", "scrolls"],
)
def test_the_wheel_zooms_with_ctrl_only(view: PageView, turn: int, modifier: Qt.KeyboardModifier, grows: int) -> None:
    view.show_page(rendered(), 1.0)
    before = view.percent()
    none, phase, at = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase, QPointF(50, 50)
    event = QWheelEvent(at, view.mapToGlobal(at), QPoint(), QPoint(0, turn), none, modifier, phase, False)
    QApplication.sendEvent(view.viewport(), event)
    assert (view.percent() > before) - (view.percent() < before) == grows


def test_a_sharper_page_is_asked_for_only_when_it_would_be(qtbot: QtBot, view: PageView) -> None:
    with qtbot.assertNotEmitted(view.render_wanted):
        view.show_page(rendered(2.0), 2.0)
        view.zoom_by(1)
        qtbot.wait(200)
    with qtbot.waitSignal(view.render_wanted):
        view.zoom_by(4)


def test_messages_take_the_place_of_the_page(qtbot: QtBot, view: PageView) -> None:
    view.show_page(rendered(), 1.0)
    before = picture(view)
    view.show_message("The file is gone.")
    assert (view.message(), view.page()) == ("The file is gone.", None)
    assert picture(view) != before
    assert view.verticalScrollBar().maximum() == 0
    view.expect("/docs/b.pdf")
    qtbot.waitUntil(lambda: view.message() == "Opening the page…")
    view.show_page(rendered(), 1.0)
    view.expect("/docs/a.pdf")
    qtbot.wait(250)
    assert view.message() == "", "another page of the same file does not blank the view"


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
