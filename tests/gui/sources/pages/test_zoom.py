"""How large pages are shown: fitted, but readable."""

import pytest

from desktop_rag.gui.sources.pages.layout import GAP, MARGIN
from desktop_rag.gui.sources.pages.zoom import FULL, Fit, fitting, limited, sideways, upright

LETTER = (612.0, 792.0)
COLUMN = [(50.0, 100.0 + 12 * line, 300.0, 111.0 + 12 * line) for line in range(5)]
LINES = [(72.0, 100.0 + 12 * line, 540.0, 111.0 + 12 * line) for line in range(5)]


def test_a_page_fits_the_width_or_the_whole_view() -> None:
    assert fitting(Fit.WIDTH, LETTER, (612 + 2 * MARGIN, 300)) == 1.0
    assert fitting(Fit.PAGE, LETTER, (2000, 396 + 2 * MARGIN)) == 0.5
    assert fitting(Fit.PAGE, LETTER, (306 + 2 * MARGIN, 2000)) == 0.5


def test_small_letters_in_a_narrow_column_are_magnified_to_the_column() -> None:
    view = (360.0, 700.0)
    scale = fitting(Fit.READING, LETTER, view, COLUMN)
    assert scale > fitting(Fit.WIDTH, LETTER, view)
    assert scale * 11 >= 13, "lines are far enough apart to be read"
    assert scale * 250 <= view[0], "the column is in sight from side to side"


def test_lines_across_the_page_are_magnified_until_they_fill_the_view() -> None:
    view = (420.0, 700.0)
    scale = fitting(Fit.READING, LETTER, view, LINES)
    assert scale > fitting(Fit.WIDTH, LETTER, view)
    assert scale * (540 - 72) < view[0]
    indented = [(250.0, *box[1:]) for box in LINES[:1]]
    assert fitting(Fit.READING, LETTER, view, [*indented, LINES[1]]) == scale


def test_letters_that_say_nothing_are_magnified_beyond_the_view() -> None:
    tiny = [(72.0, 100.0, 540.0, 107.0)]
    view = (400.0, 700.0)
    assert fitting(Fit.READING, LETTER, view, tiny) * 7 >= 9
    assert fitting(Fit.READING, LETTER, view, tiny) * 468 > view[0], "lines go on beyond the view"


@pytest.mark.parametrize("lines", [[], LINES, COLUMN])
def test_pages_that_can_be_read_fit_the_width(lines: list[tuple[float, float, float, float]]) -> None:
    assert fitting(Fit.READING, LETTER, (1000, 700), lines) == fitting(Fit.WIDTH, LETTER, (1000, 700))


@pytest.mark.parametrize("width", range(560, 660, 3))
def test_nothing_is_scrolled_sideways_for_the_ground_beside_a_page(width: int) -> None:
    wide = [(72.0, 100.0 + 13 * line, 540.0, 112.5 + 13 * line) for line in range(5)]
    shown = fitting(Fit.READING, LETTER, (width, 700.0), wide) * LETTER[0]
    assert shown + 2 * MARGIN <= width + 1e-6 or shown > width


def test_a_column_that_can_be_read_beside_the_other_one_cuts_none_off() -> None:
    view = (640.0, 700.0)
    assert fitting(Fit.READING, LETTER, view, COLUMN) == fitting(Fit.WIDTH, LETTER, view)


def test_what_belongs_together_is_in_sight_together_where_there_is_room() -> None:
    first, sentence, passage = (500.0, 512.0), (500.0, 540.0), (300.0, 700.0)
    assert upright(400, first, [sentence]) == 400, "a quarter of the view above is for what stands before"
    assert upright(480, first, [passage, sentence]) == 300 - GAP, "the names of a table's columns are in it"
    assert upright(280, first, [passage, (300, 540), sentence]) == 300 - GAP, "down to the row of a long one"
    columns = (60.0, 711.0)  # from the foot of one column to the head of the next
    assert upright(700, (700, 711), [columns]) == 60 - GAP
    assert upright(300, (700, 711), [columns, columns]) == 700 - GAP, "else it is read from where it begins"


def test_there_are_limits() -> None:
    assert fitting(Fit.WIDTH, (14_000, 10), (300, 300)) == pytest.approx(0.1 * FULL)
    assert fitting(Fit.WIDTH, (10, 10), (5000, 300)) == limited(1e9) == pytest.approx(6 * FULL)
    assert fitting(Fit.WIDTH, LETTER, (5, 5)) > 0


def test_the_view_begins_with_the_page_or_the_column_and_goes_on_only_for_a_mark_that_would_be_cut() -> None:
    page, text, narrow = (MARGIN, MARGIN + 600.0), (80.0, 540.0), (320.0, 540.0)
    assert sideways(700, page, text, [(500, 540), (80, 200)]) == 0, "all is in sight"
    assert sideways(580, page, text, [(500, 540), (80, 200)]) == 0, "the right margin is not missed"
    assert sideways(300, page, narrow, [(500, 540), (320, 400)]) == (320 + 540 - 300) / 2
    beyond = sideways(300, page, text, [(80, 120)])
    assert beyond == 80 - GAP, "lines go on beyond the view: it begins where they begin"
    cut = sideways(300, page, text, [(420, 520)])
    assert cut <= 420 - GAP
    assert cut + 300 >= 520, "a mark is never cut where there is room for it"
    long = sideways(300, page, text, [(90, 540), (80, 200)])
    assert long == 80 - GAP, "a sentence of several lines is read from where lines begin"
    assert sideways(300, page, text, [(400, 900)]) == 400 - GAP, "the beginning of a long mark is in sight"
