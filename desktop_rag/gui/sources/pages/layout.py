"""Compute where the pages of a document lie, one below the other, at any magnification and rotation. No Qt."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from desktop_rag.core.results.pages import Box

MARGIN = 12  # logical pixels around the pages
GAP = 12  # between two of them
Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Place:
    """A point of a page, in points from its top left corner as the file has it."""

    page: int
    x: float
    y: float


class PageLayout:
    """The pages of a document, counted from 1, in logical pixels from the top left corner of the first.

    ``usual`` is the size of the pages that were not measured yet, in points. ``scale`` is logical pixels per point,
    ``rotation`` how far all pages are turned clockwise.
    """

    def __init__(self, count: int, usual: Size) -> None:
        self.count = count
        self._sizes = [usual] * count
        self._scale = 1.0
        self._rotation = 0
        self._measure()

    @property
    def scale(self) -> float:
        """Logical pixels per point."""
        return self._scale

    @scale.setter
    def scale(self, value: float) -> None:
        self._scale = value

    @property
    def rotation(self) -> int:
        """The rotation of the pages: 0, 90, 180 or 270 degrees."""
        return self._rotation

    @rotation.setter
    def rotation(self, value: int) -> None:
        self._rotation = value % 360
        self._measure()

    def set_sizes(self, first: int, sizes: Sequence[Size]) -> None:
        """Correct the sizes of the pages from ``first`` on; those beyond the last page are left out."""
        sizes = sizes[: max(0, self.count - first + 1)]
        self._sizes[first - 1 : first - 1 + len(sizes)] = sizes
        self._measure()

    def size(self, page: int) -> Size:
        """Return the width and height of a page in points, as in the file."""
        return self._sizes[page - 1]

    def turned_size(self, page: int) -> Size:
        """Return the width and height of a page in points, as shown."""
        wide, high = self._sizes[page - 1]
        return (high, wide) if self._rotation in (90, 270) else (wide, high)

    def shown_size(self, page: int) -> Size:
        """Return the width and height of a shown page, in logical pixels."""
        width, height = self.turned_size(page)
        return width * self._scale, height * self._scale

    @property
    def height(self) -> float:
        """The height of the layout, with the margins."""
        return self._tops[-1] * self._scale + (self.count - 1) * GAP + 2 * MARGIN

    @property
    def width(self) -> float:
        """The width of the widest page, with the margins."""
        return self._widest * self._scale + 2 * MARGIN

    def top(self, page: int) -> float:
        """Return the top of a page."""
        return MARGIN + self._tops[page - 1] * self._scale + (page - 1) * GAP

    def left(self, page: int, width: float) -> float:
        """Return the left edge of a page when the layout is ``width`` wide: pages stand in the middle."""
        return (max(width, self.width) - self.shown_size(page)[0]) / 2

    def page_at(self, y: float) -> int:
        """Return the page at a height; between two pages it is the upper one."""
        return max(1, bisect_right(range(1, self.count + 1), y, key=self.top))

    def pages_between(self, top: float, bottom: float) -> range:
        """Return the pages of which something lies between two heights."""
        first = self.page_at(top)
        if self.top(first) + self.shown_size(first)[1] <= top:
            first += 1
        last = self.page_at(bottom)
        return range(first, last + (self.top(last) < bottom))

    def to_shown(self, page: int, box: Box) -> Box:
        """Return the shown place, in logical pixels, of a box given in the page's points."""
        left, top, right, bottom = self.turned(page, box)
        return left * self._scale, top * self._scale, right * self._scale, bottom * self._scale

    def turned(self, page: int, box: Box) -> Box:
        """Return the shown place, in points, of a box given in the page's points."""
        (x0, y0), (x1, y1) = self._turn(page, box[0], box[1]), self._turn(page, box[2], box[3])
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

    def place_at(self, x: float, y: float, width: float) -> Place:
        """Return the point of a page at a position when everything is ``width`` wide."""
        page = self.page_at(y)
        across, down = (x - self.left(page, width)) / self._scale, (y - self.top(page)) / self._scale
        wide, high = self.size(page)
        match self._rotation:
            case 90:
                across, down = down, high - across
            case 180:
                across, down = wide - across, high - down
            case 270:
                across, down = wide - down, across
        return Place(page, across, down)

    def position_of(self, place: Place, width: float) -> tuple[float, float]:
        """Return the position of a point of a page; undoes ``place_at``."""
        x, y = self._turn(place.page, place.x, place.y)
        return self.left(place.page, width) + x * self._scale, self.top(place.page) + y * self._scale

    def _turn(self, page: int, x: float, y: float) -> tuple[float, float]:
        """Return the position of a page's point after rotation, in points."""
        wide, high = self.size(page)
        match self._rotation:
            case 90:
                return high - y, x
            case 180:
                return wide - x, high - y
            case 270:
                return y, wide - x
            case _:
                return x, y

    def _measure(self) -> None:
        sideways = self._rotation in (90, 270)
        self._tops = list(accumulate((size[0 if sideways else 1] for size in self._sizes), initial=0.0))
        self._widest = max(size[1 if sideways else 0] for size in self._sizes)
