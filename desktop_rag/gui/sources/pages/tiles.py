"""The parts in which pages are drawn, and the memory they may take. No Qt."""

import math
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from desktop_rag.core.results.pages import Box
from desktop_rag.gui.sources.pages.layout import PageLayout, Size

T = TypeVar("T")
TILE_PIXELS = 1 << 20  # of a tile: drawn in 10 to 40 ms, put on the screen in 2
CACHE_BYTES = 96 * 2**20  # 24 tiles: six times what the viewer of a window of 2560 × 1600 pixels shows
_FINE = 10_000  # scales are told apart by so many parts of a pixel per point


@dataclass(frozen=True, slots=True)
class TileKey:
    """A strip of a page: the ``strip``-th from the top, drawn at ``zoom`` device pixels per point."""

    page: int
    zoom: float
    strip: int
    dark: bool = False


def zoom_of(scale: float, ratio: float) -> float:
    """Return the zoom of tiles for a scale on a screen of ``ratio`` device pixels per logical pixel."""
    return round(scale * ratio * _FINE) / _FINE


def pixel_size(size: Size, zoom: float) -> tuple[int, int]:
    """Return the width and height of a drawn page, in device pixels."""
    return max(1, math.ceil(size[0] * zoom - 0.001)), max(1, math.ceil(size[1] * zoom - 0.001))


def rows_of(size: Size, zoom: float) -> int:
    """Return the number of pixel rows in a strip of a page."""
    return max(16, TILE_PIXELS // pixel_size(size, zoom)[0])


def strips_in(layout: PageLayout, page: int, part: Box, zoom: float) -> range:
    """Return the strips of a page that show a part of it, given in points."""
    size = layout.size(page)
    rows, height = rows_of(size, zoom), pixel_size(size, zoom)[1]
    first = max(0, math.floor(part[1] * zoom)) // rows
    last = min(height, math.ceil(part[3] * zoom)) - 1
    return range(first, last // rows + 1)


def part_in_sight(layout: PageLayout, page: int, sight: Box, width: float) -> Box:
    """Return the part of a page in a box of the layout, in points; empty when there is none."""
    left, top = layout.left(page, width), layout.top(page)
    wide, high = layout.shown_size(page)
    x0, x1 = max(sight[0], left), min(sight[2], left + wide)
    y0, y1 = max(sight[1], top), min(sight[3], top + high - 0.01)
    if x0 >= x1 or y0 >= y1:
        return (0.0, 0.0, 0.0, 0.0)
    one, other = (_point(layout, page, x - left, y - top) for x, y in ((x0, y0), (x1, y1)))
    return min(one[0], other[0]), min(one[1], other[1]), max(one[0], other[0]), max(one[1], other[1])


def tiles_in(layout: PageLayout, sight: Box, width: float, zoom: float, *, dark: bool) -> list[TileKey]:
    """Return the tiles that show a box of the layout, those nearest to its middle first."""
    middle = (sight[1] + sight[3]) / 2
    found: list[tuple[float, TileKey]] = []
    for page in layout.pages_between(sight[1], sight[3]):
        part = part_in_sight(layout, page, sight, width)
        if part[1] >= part[3]:
            continue
        rows = rows_of(layout.size(page), zoom)
        for strip in strips_in(layout, page, part, zoom):
            box = layout.to_shown(page, (0.0, strip * rows / zoom, layout.size(page)[0], (strip + 1) * rows / zoom))
            far = abs(layout.top(page) + (box[1] + box[3]) / 2 - middle)
            found.append((far, TileKey(page, zoom, strip, dark)))
    return [key for _, key in sorted(found, key=lambda one: (one[0], one[1].page, one[1].strip))]


def _point(layout: PageLayout, page: int, x: float, y: float) -> Size:
    """Return the point of a page shown at a place on it, in logical pixels."""
    place = layout.place_at(layout.left(page, 0) + x, layout.top(page) + y, 0)
    return place.x, place.y


class TileCache(Generic[T]):
    """Pictures by their keys, up to ``limit`` bytes: what was not used for longest goes first."""

    def __init__(self, limit: int = CACHE_BYTES) -> None:
        self.limit = limit
        self.bytes = 0
        self._kept: OrderedDict[TileKey, tuple[T, int]] = OrderedDict()

    def put(self, key: TileKey, picture: T, size: int) -> None:
        """Keep a picture of ``size`` bytes."""
        self._remove(key)
        self._kept[key] = (picture, size)
        self.bytes += size
        while self.bytes > self.limit and len(self._kept) > 1:
            self._remove(next(iter(self._kept)))

    def get(self, key: TileKey) -> T | None:
        """Return a picture, which counts as used."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def of_page(self, page: int, *, dark: bool) -> Iterator[tuple[TileKey, T]]:
        """Yield the pictures of a page, those used last at the end."""
        return ((key, kept[0]) for key, kept in self._kept.items() if key.page == page and key.dark == dark)

    def __contains__(self, key: object) -> bool:
        return key in self._kept

    def __iter__(self) -> Iterator[TileKey]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def clear(self) -> None:
        """Let go of everything."""
        self._kept.clear()
        self.bytes = 0

    def _remove(self, key: TileKey) -> None:
        if (kept := self._kept.pop(key, None)) is not None:
            self.bytes -= kept[1]
