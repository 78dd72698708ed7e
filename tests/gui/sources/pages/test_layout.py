"""Where pages lie: in order, without overlap, and found again at every magnification and turn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.gui.sources.pages.layout import GAP, MARGIN, PageLayout, Place

SIZES = st.lists(st.tuples(st.floats(20, 2000), st.floats(20, 2000)), min_size=1, max_size=30)
ROTATIONS = st.sampled_from([0, 90, 180, 270])
SCALES = st.floats(0.1, 8)


def layout_of(sizes: list[tuple[float, float]], scale: float = 1.0, rotation: int = 0) -> PageLayout:
    layout = PageLayout(len(sizes), sizes[0])
    layout.set_sizes(1, sizes)
    layout.scale, layout.rotation = scale, rotation
    return layout


@given(SIZES, SCALES, ROTATIONS)
def test_pages_lie_below_one_another_with_a_gap_between(
    sizes: list[tuple[float, float]], scale: float, rotation: int
) -> None:
    layout = layout_of(sizes, scale, rotation)
    end = MARGIN - GAP
    for page in range(1, layout.count + 1):
        assert layout.top(page) == pytest.approx(end + GAP)
        end = layout.top(page) + layout.shown_size(page)[1]
        assert layout.left(page, 500) - MARGIN + 1e-6 >= 0
    assert layout.height == pytest.approx(end + MARGIN)


@given(SIZES, SCALES, ROTATIONS, st.data())
def test_a_place_is_found_where_it_is_shown(
    sizes: list[tuple[float, float]], scale: float, rotation: int, data: st.DataObject
) -> None:
    layout = layout_of(sizes, scale, rotation)
    page = data.draw(st.integers(1, layout.count))
    wide, high = layout.size(page)
    place = Place(page, wide * data.draw(st.floats(0.01, 0.99)), high * data.draw(st.floats(0.01, 0.99)))
    width = data.draw(st.floats(0, 3000))
    found = layout.place_at(*layout.position_of(place, width), width)
    assert found.page == page
    assert (found.x, found.y) == pytest.approx((place.x, place.y), abs=1e-3)


@given(SIZES, SCALES, st.data())
def test_pages_between_two_heights_are_those_of_which_something_shows(
    sizes: list[tuple[float, float]], scale: float, data: st.DataObject
) -> None:
    layout = layout_of(sizes, scale)
    top = data.draw(st.floats(0, layout.height))
    bottom = top + data.draw(st.floats(1, 2000))
    expected = [
        page
        for page in range(1, layout.count + 1)
        if layout.top(page) < bottom and layout.top(page) + layout.shown_size(page)[1] > top
    ]
    assert list(layout.pages_between(top, bottom)) == expected


def test_sizes_that_come_later_move_the_pages_below_only() -> None:
    layout = PageLayout(4, (600, 800))
    layout.set_sizes(2, [(600, 400), (1000, 800), (600, 800), (9, 9), (9, 9)])
    assert [layout.top(page) for page in (1, 2, 3, 4)] == [12, 824, 1236, 2048]
    assert layout.width == 1000 + 2 * MARGIN
    assert layout.left(1, 0) == 12 + 200


@pytest.mark.parametrize(("rotation", "corner"), [(0, (10, 20)), (90, (770, 10)), (180, (580, 770)), (270, (20, 580))])
def test_pages_turn_clockwise(rotation: int, corner: tuple[float, float]) -> None:
    layout = layout_of([(600, 800)], 2.0, rotation)
    assert layout.turned(1, (10, 20, 20, 30))[:2] == corner
    assert layout.to_shown(1, (10, 20, 20, 30))[:2] == (2 * corner[0], 2 * corner[1])
    assert layout.turned_size(1) == ((800, 600) if rotation in (90, 270) else (600, 800))


def test_a_place_between_two_pages_belongs_to_the_upper_one_and_above_all_to_the_first() -> None:
    layout = layout_of([(600, 800)] * 3)
    assert [layout.page_at(y) for y in (-5, 0, 811, 823, 824, 10_000)] == [1, 1, 1, 1, 2, 3]
