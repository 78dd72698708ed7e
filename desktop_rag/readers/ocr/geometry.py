"""Turned rectangles on a picture: finding them around points, and cutting out what is inside. NumPy only."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LineBox:
    """A line of text: its top left corner, and the vectors along its top and down its left side, in pixels."""

    corner: tuple[float, float]
    along: tuple[float, float]
    down: tuple[float, float]

    @property
    def width(self) -> float:
        """The length of the box."""
        return float(np.hypot(*self.along))

    @property
    def height(self) -> float:
        """The height of the box."""
        return float(np.hypot(*self.down))

    def part(self, start: float, end: float) -> tuple[float, float, float, float]:
        """Return the upright box around the part between two shares (0 to 1) of its length."""
        (x, y), (ax, ay), (dx, dy) = self.corner, self.along, self.down
        xs = [x + ax * share + dx * side for share in (start, end) for side in (0.0, 1.0)]
        ys = [y + ay * share + dy * side for share in (start, end) for side in (0.0, 1.0)]
        return min(xs), min(ys), max(xs), max(ys)

    def turned(self) -> "LineBox":
        """Return the same place read upside down."""
        (x, y), (ax, ay), (dx, dy) = self.corner, self.along, self.down
        return LineBox((x + ax + dx, y + ay + dy), (-ax, -ay), (-dx, -dy))

    def scaled(self, across: float, down: float) -> "LineBox":
        """Return the place on a picture of another size."""
        pairs = ((point[0] * across, point[1] * down) for point in (self.corner, self.along, self.down))
        return LineBox(*pairs)


def rectangle_around(points: Points) -> tuple[Points, Points, float, float]:
    """Return the smallest rectangle: its middle, the direction of its longer side, and half of both sides."""
    hull = _hull(points)
    edges = np.roll(hull, -1, axis=0) - hull
    lengths = np.hypot(edges[:, 0], edges[:, 1])
    units = edges[lengths > 0] / lengths[lengths > 0, None]
    if not len(units):
        return hull[0], np.array([1.0, 0.0]), 0.5, 0.5
    across = hull @ units.T
    down = hull @ np.stack([-units[:, 1], units[:, 0]])
    sizes = np.stack([np.ptp(across, axis=0), np.ptp(down, axis=0)])
    best = int(np.argmin(sizes[0] * sizes[1]))
    unit = units[best]
    normal = np.array([-unit[1], unit[0]])
    middle = unit * (across[:, best].max() + across[:, best].min()) / 2
    middle = middle + normal * (down[:, best].max() + down[:, best].min()) / 2
    width, height = float(sizes[0, best]) / 2, float(sizes[1, best]) / 2
    return (middle, unit, width, height) if width >= height else (middle, normal, height, width)


def cut_out(picture: Picture, box: LineBox, height: int) -> Picture:
    """Return the picture inside a box, upright and ``height`` pixels high."""
    width = max(1, round(box.width * height / max(box.height, 1.0)))
    across = (np.arange(width) + 0.5) / width
    down = (np.arange(height) + 0.5) / height
    x = box.corner[0] + box.along[0] * across[None, :] + box.down[0] * down[:, None] - 0.5
    y = box.corner[1] + box.along[1] * across[None, :] + box.down[1] * down[:, None] - 0.5
    return _sampled(picture, x.astype(np.float32), y.astype(np.float32))


def _sampled(picture: Picture, x: NDArray[np.float32], y: NDArray[np.float32]) -> Picture:
    """Return the colours at places between pixels."""
    high, wide = picture.shape[:2]
    x = np.clip(x, 0, wide - 1.001)
    y = np.clip(y, 0, high - 1.001)
    left, top = x.astype(np.int32), y.astype(np.int32)
    right, below = np.minimum(left + 1, wide - 1), np.minimum(top + 1, high - 1)
    share_x, share_y = (x - left)[..., None], (y - top)[..., None]
    upper = picture[top, left] * (1 - share_x) + picture[top, right] * share_x
    lower = picture[below, left] * (1 - share_x) + picture[below, right] * share_x
    sampled: Picture = (upper * (1 - share_y) + lower * share_y).astype(np.uint8)
    return sampled


def _hull(points: Points) -> Points:
    """Return the corners of the convex hull."""
    ordered = sorted(map(tuple, points.tolist()))
    if len(ordered) < 3:
        return np.array(ordered)

    def half(candidates: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
        chain: list[tuple[float, ...]] = []
        for x, y in candidates:
            while len(chain) >= 2:
                (ax, ay), (bx, by) = chain[-2], chain[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    return np.array(half(ordered) + half(ordered[::-1]))
