"""Pages behind an answer: where they open, what stays in sight, what is drawn, found, selected and copied."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.gui.sources.pages.highlight import Marks
from desktop_rag.gui.sources.pages.page_bar import PageBar
from desktop_rag.gui.sources.pages.page_browser import PageBrowser
from desktop_rag.gui.sources.pages.zoom import Fit
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import find
from tests.gui.sources.pages.conftest import Open
from tests.gui.sources.pages.person import colour_at, drawn, passage_in_sight, position
from tests.helpers.scripted_worker import ScriptedWorker

Key, Left, Control = Qt.Key, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
PASSAGE = (72, 500, 500, 530)  # points of the source's page; the sentence is its upper half


def turn_wheel(browser: PageBrowser, turn: int, at: QPointF, modifier: Qt.KeyboardModifier = Control) -> None:
    none, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
    place = browser.view.viewport().mapToGlobal(at)
    event = QWheelEvent(at, place, QPoint(), QPoint(0, turn), none, modifier, phase, False)
    QApplication.sendEvent(browser.view.viewport(), event)


def test_a_document_opens_at_its_passage(open_pages: Open) -> None:
    browser = open_pages()
    assert browser.view.current_page() == 3
    assert passage_in_sight(browser)
    assert browser.navigator.marks.page == 3


@pytest.mark.sampled(5)
@pytest.mark.parametrize("width", [300, 360, 420, 648])
@pytest.mark.parametrize("start", range(72, 520, 32))
def test_wherever_in_a_line_a_sentence_begins_its_lines_are_in_sight_from_their_beginnings(
    qtbot: QtBot, open_pages: Open, width: int, start: int
) -> None:
    browser = open_pages()
    browser.resize(width, 500)
    qtbot.waitUntil(lambda: browser.view.viewport().width() <= width)
    passage = tuple((72.0, 300.0 + 12 * line, 540.0, 311.0 + 12 * line) for line in range(8))
    cited = ((float(start), *passage[3][1:]), (72.0, passage[4][1], 200.0, passage[4][3]))
    for marks in (Marks(4, passage, cited), Marks(4, passage, cited)):  # and when it is clicked again
        browser.navigator.mark(marks)
        seen, layout = browser.view.viewport().rect(), browser.view.pages()
        assert layout is not None
        assert seen.contains(position(browser, start, 341, 4)), "the beginning of the sentence"
        if layout.scale * (540 - 72) < seen.width() or layout.scale * (start - 72) < seen.width() / 3:
            assert seen.contains(position(browser, 72, 341, 4)), "the beginning of the line"
        if layout.scale * (540 - 72) < seen.width():
            assert seen.contains(position(browser, 539, 346, 4)), "and its end"
        browser.view.horizontalScrollBar().setValue(1000)
        browser.view.verticalScrollBar().setValue(0)


def test_a_sentence_over_two_columns_is_shown_from_where_it_begins(open_pages: Open) -> None:
    browser = open_pages()
    cited = ((72.0, 700.0, 290.0, 711.0), (320.0, 60.0, 540.0, 71.0))
    browser.navigator.mark(Marks(4, cited, cited))
    assert browser.view.viewport().rect().contains(position(browser, 72, 705, 4))


@pytest.mark.parametrize("size", [(648, 900), (900, 1300), (420, 1000)])
def test_both_ends_of_a_sentence_over_two_columns_are_in_sight_where_there_is_room(
    qtbot: QtBot, open_pages: Open, size: tuple[int, int]
) -> None:
    browser = open_pages()
    cited = ((72.0, 500.0, 290.0, 511.0), (320.0, 60.0, 540.0, 71.0))
    for _ in range(2):  # and when it is clicked again
        browser.navigator.mark(Marks(4, cited, cited))
        browser.resize(*size)
        qtbot.waitUntil(lambda: abs(browser.view.viewport().width() - size[0]) < 30)
        seen = browser.view.viewport().rect()
        assert seen.contains(position(browser, 75, 505, 4))
        layout = browser.view.pages()
        assert layout is not None
        if layout.scale * 460 < seen.height():
            assert seen.top() <= position(browser, 330, 65, 4).y() <= seen.bottom()
        browser.view.verticalScrollBar().setValue(0)


@pytest.mark.parametrize("height", [300, 500, 900])
def test_a_row_is_in_sight_with_the_names_of_its_columns_where_there_is_room(
    qtbot: QtBot, open_pages: Open, height: int
) -> None:
    browser = open_pages()
    browser.resize(648, height)
    qtbot.waitUntil(lambda: abs(browser.view.viewport().height() - height) < 60)
    table = tuple((72.0, 300.0 + 14 * line, 540.0, 312.0 + 14 * line) for line in range(30))
    for row in (3, 15, 29):
        browser.navigator.mark(Marks(4, table, table[row : row + 1]))
        seen, layout = browser.view.viewport().rect(), browser.view.pages()
        assert layout is not None
        assert seen.contains(position(browser, 75, table[row][1], 4))
        assert seen.contains(position(browser, 75, table[row][3], 4))
        if layout.scale * (table[row][3] - 300) + 24 < seen.height():
            assert seen.contains(position(browser, 75, 301, 4)), "the names of the columns"


@pytest.mark.parametrize("width", [300, 420, 648])
def test_a_row_is_in_sight_from_its_label_to_its_last_figure(qtbot: QtBot, open_pages: Open, width: int) -> None:
    browser = open_pages()
    browser.resize(width, 500)
    qtbot.waitUntil(lambda: browser.view.viewport().width() <= width)
    table = tuple((left, 300.0 + 9 * line, left + 60, 307.0 + 9 * line) for line in range(9) for left in (50.0, 500.0))
    browser.navigator.mark(Marks(4, table, table[6:8]))
    seen = browser.view.viewport().rect()
    assert seen.contains(position(browser, 52, 330, 4))
    assert seen.contains(position(browser, 558, 330, 4))


def test_a_click_on_the_marks_is_told_and_one_beside_them_or_a_drag_is_not(qtbot: QtBot, open_pages: Open) -> None:
    browser = open_pages()
    told: list[bool] = []
    browser.mark_clicked.connect(lambda: told.append(True))
    view = browser.view.viewport()
    qtbot.mouseClick(view, Left, pos=position(browser, 75, 560))
    qtbot.waitUntil(lambda: browser.selector.knows(3))
    qtbot.mousePress(view, Left, pos=position(browser, 75, 505))
    qtbot.mouseMove(view, position(browser, 300, 505))
    qtbot.mouseRelease(view, Left, pos=position(browser, 300, 505))
    assert (browser.selected_text() == "") == bool(told)
    told.clear()
    qtbot.mouseClick(view, Left, pos=position(browser, 75, 505))
    assert told == [True]


def test_a_page_without_marks_opens_at_its_top(qtbot: QtBot, open_pages: Open, scripted: ScriptedWorker) -> None:
    scripted.marked = False
    browser = open_pages(5)
    assert browser.view.current_page() == 5
    assert 0 <= position(browser, 0, 0, 5).y() < 30


@pytest.mark.parametrize("marked", [True, False])
@pytest.mark.parametrize("cited", [(0, 5), None])
def test_whether_the_words_could_be_marked_is_told(
    qtbot: QtBot, browser: PageBrowser, open_pages: Open, scripted: ScriptedWorker, marked: bool, cited: None
) -> None:
    scripted.marked = marked
    told: list[bool] = []
    browser.marked.connect(told.append)
    open_pages(cited=cited)
    assert told == [marked]


@pytest.mark.parametrize("steps", [-1, 0, 1])
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_marks_stay_on_their_words_at_every_zoom_and_turn(
    qtbot: QtBot, open_pages: Open, steps: int, rotation: int
) -> None:
    browser = open_pages()
    browser.navigator.turn(rotation)
    browser.navigator.zoom_by(steps)
    sentence, passage, page = (colour_at(browser, 200, y) for y in (507, 522, 536))
    assert len({sentence.name(), passage.name(), page.name()}) == 3
    assert colour_at(browser, 66, 507) == page
    assert page.name() == "#ffffff"


@pytest.mark.parametrize("size", [(400, 300), (1200, 700), (648, 200), (330, 800)])
@pytest.mark.parametrize("zoomed", [0, 3])
def test_the_passage_stays_in_sight_when_the_view_is_resized(
    open_pages: Open, size: tuple[int, int], zoomed: int
) -> None:
    browser = open_pages()
    browser.navigator.zoom_by(zoomed)
    browser.resize(*size)
    assert browser.view.viewport().rect().contains(position(browser, 75, 505))


def test_away_from_the_passage_what_is_in_the_middle_stays_there(open_pages: Open) -> None:
    browser = open_pages()
    browser.navigator.go_to(7)
    view = browser.view
    middle = QPointF(view.viewport().width() / 2, view.viewport().height() / 2)
    before = view.place_at(middle)
    browser.navigator.zoom_by(2)
    after = view.place_at(middle)
    assert before is not None
    assert after is not None
    assert (after.page, after.x, after.y) == (7, pytest.approx(before.x, abs=2), pytest.approx(before.y, abs=2))


def test_the_wheel_zooms_with_ctrl_around_the_pointer_and_scrolls_without(open_pages: Open) -> None:
    browser = open_pages()
    percent, at = browser.navigator.percent(), QPointF(200, 300)
    before = browser.view.place_at(at)
    turn_wheel(browser, 120, at)
    assert browser.navigator.percent() > percent
    after = browser.view.place_at(at)
    assert before is not None
    assert after is not None
    assert (after.page, after.x, after.y) == (3, pytest.approx(before.x, abs=2), pytest.approx(before.y, abs=2))
    turn_wheel(browser, -120, at)
    assert browser.navigator.percent() == percent
    value = browser.view.verticalScrollBar().value()
    turn_wheel(browser, -120, at, Qt.KeyboardModifier.NoModifier)
    assert browser.view.verticalScrollBar().value() > value
    assert browser.navigator.percent() == percent


def test_two_fingers_zoom(open_pages: Open) -> None:
    browser = open_pages()
    percent, viewport, at = browser.navigator.percent(), browser.view.viewport(), QPointF(200, 300)
    for value, then in ((0.5, 1.5 * percent), (-0.5, 0.75 * percent)):
        kind, device = Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice()
        place = viewport.mapToGlobal(at)
        QApplication.sendEvent(viewport, QNativeGestureEvent(kind, device, 2, at, at, place, value, QPointF()))
        assert browser.navigator.percent() == pytest.approx(then, abs=1)


def test_a_click_on_the_same_citation_leads_back_to_it(open_pages: Open) -> None:
    browser = open_pages()
    place = browser.view.verticalScrollBar().value()
    open_pages()
    assert browser.view.verticalScrollBar().value() == place, "it is in sight already"
    browser.navigator.go_to(8)
    open_pages()
    assert passage_in_sight(browser)


def test_pages_that_cannot_be_seen_take_no_memory(qtbot: QtBot, open_pages: Open) -> None:
    browser = open_pages()
    qtbot.waitUntil(lambda: drawn(browser))
    browser.hide()
    assert browser.pictures.tiles.bytes == 0
    browser.show()
    qtbot.waitUntil(lambda: bool(browser.pictures.tiles.bytes) and drawn(browser))


def test_pages_fit_the_width_until_they_are_zoomed_and_zooming_has_limits(qtbot: QtBot, open_pages: Open) -> None:
    browser = open_pages()
    narrow = browser.navigator.percent()
    browser.resize(1296, 500)
    wide = browser.navigator.percent()
    assert wide > 1.9 * narrow
    qtbot.keyClick(browser.view, Key.Key_Plus)
    assert browser.navigator.percent() == pytest.approx(1.2 * wide, abs=1)
    qtbot.keyClick(browser.view, Key.Key_Minus)
    browser.resize(648, 500)
    assert browser.navigator.percent() == wide
    qtbot.keyClick(browser.view, Key.Key_0)
    assert browser.navigator.percent() == narrow
    qtbot.keyClick(browser.view, Key.Key_9)
    assert browser.navigator.percent() < narrow
    qtbot.keyClick(browser.view, Key.Key_1)
    assert browser.navigator.percent() == 100
    browser.navigator.zoom_by(40)
    assert browser.navigator.percent() == 600
    browser.navigator.zoom_by(-40)
    assert browser.navigator.percent() == 10


@pytest.mark.parametrize(
    ("key", "page"),
    [(Key.Key_Right, 4), (Key.Key_Left, 2), (Key.Key_Home, 1), (Key.Key_End, 9), (Key.Key_PageDown, 4)],
)
def test_keys_turn_pages(qtbot: QtBot, open_pages: Open, key: Qt.Key, page: int) -> None:
    browser = open_pages()
    told: list[tuple[int, int]] = []
    browser.page_changed.connect(lambda number, count: told.append((number, count)))
    qtbot.keyClick(browser.view, key)
    assert browser.view.current_page() == page
    assert told[-1] == (page, 9)


def test_pages_that_cannot_reach_the_top_are_gone_to_all_the_same(qtbot: QtBot, open_pages: Open) -> None:
    browser = open_pages()
    browser.navigator.zoom_by(-10)
    seen = []
    for _ in range(7):
        qtbot.keyClick(browser.view, Key.Key_Right)
        seen.append(browser.view.current_page())
    assert seen == [4, 5, 6, 7, 8, 9, 9]
    qtbot.keyClick(browser.view, Key.Key_Left)
    assert browser.view.current_page() == 8


def test_the_page_of_the_passage_is_the_one_that_is_told_even_where_most_of_the_view_shows_the_next(
    open_pages: Open, browser: PageBrowser
) -> None:
    told: list[int] = []
    browser.page_changed.connect(lambda page, _: told.append(page))
    browser.resize(648, 1600)
    open_pages()
    assert (told[-1], browser.view.current_page()) == (3, 3)


def test_a_passage_arrives_at_its_place_though_the_pages_change_while_it_slides(
    open_pages: Open, browser: PageBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    browser.page_changed.connect(lambda page, _: told.append(page))
    open_pages()
    still = position(browser, 75, 505)
    open_pages(8)
    monkeypatch.setattr(Appearance, "animated", property(lambda _self: True))
    open_pages()
    browser.navigator.correct_sizes(1, [(612.0, 792.0)])
    assert position(browser, 75, 505) == still
    assert (told[-1], browser.view.current_page()) == (3, 3)


def test_the_page_of_the_passage_is_the_one_that_is_told_when_the_view_changes_its_size(
    open_pages: Open, browser: PageBrowser
) -> None:
    browser.resize(648, 1600)
    open_pages(8)
    assert browser.view.current_page() == 8
    browser.resize(640, 1590)
    assert browser.view.current_page() == 8


def test_what_was_not_seen_is_drawn_when_it_comes_to_sight(
    qtbot: QtBot, browser: PageBrowser, open_pages: Open, scripted: ScriptedWorker
) -> None:
    browser.hide()
    open_pages()
    qtbot.wait(50)
    assert not scripted.called("pages.render_part")
    browser.show()
    qtbot.waitUntil(lambda: bool(browser.view.wanted_tiles()) and drawn(browser))


def test_space_scrolls_down_and_with_shift_up(qtbot: QtBot, open_pages: Open) -> None:
    browser = open_pages()
    bar = browser.view.verticalScrollBar()
    value = bar.value()
    qtbot.keyClick(browser.view, Key.Key_Space)
    assert bar.value() > value
    qtbot.keyClick(browser.view, Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert bar.value() == value


def test_what_is_in_sight_is_drawn_for_this_screen_and_zooming_draws_it_anew(
    qtbot: QtBot, open_pages: Open, scripted: ScriptedWorker
) -> None:
    browser = open_pages()
    qtbot.waitUntil(lambda: drawn(browser))
    (zoom,) = {call.zoom for call in scripted.called("pages.render_part")}
    layout = browser.view.pages()
    assert layout is not None
    assert zoom == pytest.approx(layout.scale * browser.view.devicePixelRatioF(), abs=1e-3)
    browser.navigator.zoom_by(2)
    assert not drawn(browser)
    qtbot.waitUntil(lambda: drawn(browser))
    assert len({call.zoom for call in scripted.called("pages.render_part")}) == 2


def test_a_page_is_drawn_once_for_as_long_as_it_is_kept(
    qtbot: QtBot, open_pages: Open, scripted: ScriptedWorker
) -> None:
    browser = open_pages()
    qtbot.waitUntil(lambda: drawn(browser))
    browser.navigator.go_to(9)
    qtbot.waitUntil(lambda: drawn(browser))
    browser.navigator.go_to(3)
    qtbot.wait(100)
    calls = scripted.called("pages.render_part")
    assert len(calls) == len(set(map(repr, calls)))


def test_the_real_sizes_of_pages_leave_what_is_read_in_its_place(qtbot: QtBot, open_pages: Open) -> None:
    browser = open_pages()
    before = position(browser, 75, 505)
    browser.navigator.correct_sizes(1, [(612, 3000), (300, 100)])
    assert (position(browser, 75, 505) - before).manhattanLength() <= 2


def test_another_passage_of_the_same_document_is_gone_to_without_opening_it_again(
    qtbot: QtBot, open_pages: Open, scripted: ScriptedWorker
) -> None:
    browser = open_pages()
    qtbot.waitUntil(lambda: drawn(browser))
    layout = browser.view.pages()
    open_pages(8)
    assert browser.view.pages() is layout
    assert browser.view.current_page() == 8
    assert browser.navigator.marks.page == 8
    assert len(browser.pictures.tiles)
    open_pages(2, file="/docs/other.pdf")
    assert browser.view.pages() is not layout
    assert browser.view.current_page() == 2


def test_a_document_that_cannot_be_opened_says_why_and_the_next_one_is_shown(
    qtbot: QtBot, browser: PageBrowser, open_pages: Open, scripted: ScriptedWorker
) -> None:
    scripted.page_error = UserError("The file is gone.", "Look for it.")
    from tests.helpers.script import source

    browser.show_source("Papers", source(file="/docs/gone.pdf"), None)
    qtbot.waitUntil(lambda: browser.view.message() == "The file is gone.\nLook for it.")
    assert browser.view.verticalScrollBar().maximum() == 0
    scripted.page_error = None
    open_pages()
    assert browser.view.message() == ""


def test_there_is_no_page_to_turn_while_a_document_is_being_opened(
    qtbot: QtBot, open_pages: Open, appearance: Appearance, scripted: ScriptedWorker
) -> None:
    browser = open_pages(3)
    bar = PageBar(appearance)
    qtbot.addWidget(bar)
    browser.page_changed.connect(bar.show_page)
    turning = [find(bar, QToolButton, f"{name}_page_button") for name in ("previous", "next")]
    assert not any(push.isEnabled() for push in turning), "nothing was opened yet"
    browser.view.moved.emit()
    assert (bar.box.text(), [push.isEnabled() for push in turning]) == ("3", [True, True])
    browser.close_document()
    assert not any(push.isEnabled() for push in turning)
    assert (bar.box.text(), find(bar, QLabel, "page_count").text()) == ("", "")
    bar.box.setFocus()
    bar.box.clearFocus()
    assert bar.box.text() == ""


def test_a_damaged_page_says_so_in_its_place_and_not_in_the_colour_of_citations(
    qtbot: QtBot, open_pages: Open, scripted: ScriptedWorker, appearance: Appearance
) -> None:
    browser = open_pages()
    scripted.page_error = UserError("The page is damaged.")
    browser.navigator.go_to(6)
    qtbot.waitUntil(lambda: 6 in browser.pictures.failures)
    browser.navigator.fit(Fit.PAGE)
    picture = browser.view.viewport().grab().toImage()
    colours = {
        picture.pixelColor(x, y).name() for x in range(0, picture.width(), 2) for y in range(0, picture.height(), 2)
    }
    assert len(colours) > 2, "something is written there"
    assert not colours & {appearance.theme.passage.lower(), appearance.theme.sentence.lower()}
    assert len(scripted.called("pages.render_part")) < 50, "it is not tried over and over"


def test_closing_stops_what_is_drawn_and_lets_go_of_it(
    qtbot: QtBot, open_pages: Open, scripted: ScriptedWorker
) -> None:
    browser = open_pages()
    qtbot.waitUntil(lambda: drawn(browser))
    browser.navigator.go_to(7)
    browser.close_document()
    assert (browser.pictures.tiles.bytes, browser.pictures.previews.bytes) == (0, 0)
    calls = len(scripted.calls)
    qtbot.wait(100)
    assert len(scripted.calls) == calls
    assert browser.pictures.tiles.bytes == 0
