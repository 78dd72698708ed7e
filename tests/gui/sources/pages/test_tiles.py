"""Which strips of which pages are drawn, nearest first, and how much memory they take."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.gui.sources.pages.layout import PageLayout
from desktop_rag.gui.sources.pages.tiles import TILE_PIXELS, TileCache, TileKey, pixel_size, rows_of, tiles_in, zoom_of


@given(
    st.floats(50, 20_000),
    st.floats(50, 20_000),
    st.floats(0.1, 8).map(lambda scale: zoom_of(scale, 1.25)),
)
def test_strips_are_no_larger_than_a_tile(width: float, height: float, zoom: float) -> None:
    pixels = pixel_size((width, height), zoom)
    rows = rows_of((width, height), zoom)
    assert rows * pixels[0] <= max(TILE_PIXELS, 16 * pixels[0])
    assert rows >= 16


@given(st.floats(0, 9000), st.floats(100, 1200), st.floats(0.2, 4), st.sampled_from([0, 90, 180, 270]))
def test_the_tiles_of_a_view_cover_it(top: float, height: float, scale: float, rotation: int) -> None:
    layout = PageLayout(12, (612, 792))
    layout.scale, layout.rotation = scale, rotation
    zoom = zoom_of(scale, 2.0)
    width = layout.width
    keys = tiles_in(layout, (0, top, width, top + height), width, zoom, dark=False)
    assert len(set(keys)) == len(keys)
    rows = rows_of((612, 792), zoom)
    for page in layout.pages_between(top, top + height):
        for share in (0.01, 0.5, 0.99):
            y = max(top, layout.top(page)) + share * (
                min(top + height, layout.top(page) + layout.shown_size(page)[1]) - max(top, layout.top(page))
            )
            for x in (0.01, 0.99):
                place = layout.place_at(layout.left(page, width) + x * layout.shown_size(page)[0], y, width)
                assert TileKey(page, zoom, int(place.y * zoom) // rows) in keys


def test_the_nearest_to_the_middle_come_first() -> None:
    layout = PageLayout(1000, (612, 792))
    layout.scale = 1.0
    top = layout.top(500)
    keys = tiles_in(layout, (0, top - 1500, 636, top + 2300), 636, 2.0, dark=True)
    far = [abs(key.page - 500) for key in keys]
    assert keys[0].page == 500
    assert far == sorted(far)
    assert {key.page for key in keys} == {498, 499, 500, 501, 502}
    assert all(key.dark for key in keys)


def test_nothing_is_drawn_of_the_gap_between_pages() -> None:
    layout = PageLayout(2, (612, 792))
    top = layout.top(2)
    assert tiles_in(layout, (0, top - 8, 636, top - 3), 636, 1.0, dark=False) == []


@given(st.lists(st.tuples(st.integers(1, 40), st.integers(1, 60)), max_size=200))
def test_the_cache_never_holds_more_than_its_limit(puts: list[tuple[int, int]]) -> None:
    cache: TileCache[str] = TileCache(100)
    for page, size in puts:
        cache.put(TileKey(page, 1.0, 0), str(page), size)
        assert cache.bytes <= 100
        assert TileKey(page, 1.0, 0) in cache
    sizes = dict(puts)
    kept = [page for page in sizes if TileKey(page, 1.0, 0) in cache]
    assert cache.bytes == sum(sizes[page] for page in kept)


def test_what_was_used_last_stays() -> None:
    cache: TileCache[str] = TileCache(3)
    one, two, three, four = (TileKey(page, 1.0, 0) for page in (1, 2, 3, 4))
    for key in (one, two, three):
        cache.put(key, "x", 1)
    assert cache.get(one) == "x"
    cache.put(four, "x", 1)
    assert [key in cache for key in (one, two, three, four)] == [True, False, True, True]
    assert cache.get(two) is None
    assert [key for key, _ in itertools.chain(cache.of_page(4, dark=False), cache.of_page(4, dark=True))] == [four]


def test_a_picture_larger_than_the_limit_is_kept_alone() -> None:
    cache: TileCache[str] = TileCache(3)
    cache.put(TileKey(1, 1.0, 0), "x", 1)
    cache.put(TileKey(2, 1.0, 0), "large", 9)
    assert len(cache) == 1
    cache.clear()
    assert (len(cache), cache.bytes) == (0, 0)


@pytest.mark.parametrize(("scale", "ratio", "zoom"), [(1.0, 2.0, 2.0), (1 / 3, 1.0, 0.3333), (0.66667, 1.5, 1.0)])
def test_zooms_that_nobody_can_tell_apart_are_one(scale: float, ratio: float, zoom: float) -> None:
    assert zoom_of(scale, ratio) == zoom
