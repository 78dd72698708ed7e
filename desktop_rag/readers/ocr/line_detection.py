"""Detect the lines of text in a picture."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.onnx import Session
from desktop_rag.readers.ocr.geometry import LineBox, Picture, rectangle_around

_TEXT = 0.3  # from this probability on a pixel belongs to a line
_SURE = 0.55  # the mean probability of a line
_GROWTH = 1.6  # the model marks the core of lines: how much larger they are
_SMALLEST = 3  # pixels
_STEP = 32  # what the model's sides are multiples of
_TALL = 1.5  # lines this much higher than wide run down the page
_AS_HIGH = 0.7  # parts of one line are about as high
_REACH = 0.2  # heights that they reach into each other
_MOST_LINES = 1000


def find_line_boxes(session: Session, picture: Picture) -> list[LineBox]:
    """Return the lines of text on an RGB picture, in no particular order."""
    high, wide = picture.shape[:2]
    # the model takes sides of whole steps only; what is added is white paper
    full = np.full((-high % _STEP + high, -wide % _STEP + wide, 3), 255, np.uint8)
    full[:high, :wide] = picture
    # as it was trained: blue first, values from -1 to 1
    pixels = full[..., ::-1].astype(np.float32).transpose(2, 0, 1)[None] * (2 / 255) - 1
    name = session.get_inputs()[0].name
    (chances,) = session.run(None, {name: np.ascontiguousarray(pixels)})
    found = (_line_box(runs) for runs in _components(chances[0, 0, :high, :wide]))
    return _joined([box for box in found if box is not None][:_MOST_LINES])


def _components(chances: NDArray[np.float32]) -> Iterator[NDArray[np.float64]]:
    """Yield the connected areas of probable text as runs: row, first column, column after the last, sum of chances."""
    mask = chances > _TEXT
    edges = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, starts = np.nonzero(edges == 1)
    ends = np.nonzero(edges == -1)[1]
    if not len(rows):
        return
    sums = np.pad(np.cumsum(chances, axis=1, dtype=np.float64), ((0, 0), (1, 0)))
    runs = np.stack([rows, starts, ends, sums[rows, ends] - sums[rows, starts]], axis=1)
    labels = _labels(rows.tolist(), starts.tolist(), ends.tolist())
    order = np.argsort(labels, kind="stable")
    yield from np.split(runs[order], np.nonzero(np.diff(labels[order]))[0] + 1)


def _labels(rows: list[int], starts: list[int], ends: list[int]) -> NDArray[np.int64]:
    """Return for each run the number of its area; runs of neighbouring rows that touch belong together."""
    parents = list(range(len(rows)))

    def root(run: int) -> int:
        while parents[run] != run:
            # union-find with paths halved: as fast as a picture has runs
            parents[run] = parents[parents[run]]
            run = parents[run]
        return run

    above = 0
    for run, row in enumerate(rows):
        while rows[above] < row - 1 or (rows[above] == row - 1 and ends[above] < starts[run]):
            above += 1
        other = above
        while rows[other] == row - 1 and starts[other] <= ends[run]:
            parents[root(run)] = root(other)
            other += 1
    return np.array([root(run) for run in range(len(rows))])


def _joined(boxes: list[LineBox]) -> list[LineBox]:
    """Put parts of one line together: those that reach into each other (large letters stand apart)."""
    whole: list[LineBox] = []
    for box in sorted(boxes, key=_start):
        place = next((i for i, other in enumerate(whole) if _is_continued(other, box)), None)
        if place is None:
            whole.append(box)
        else:
            whole[place] = _together(whole[place], box)
    return whole


def _is_continued(one: LineBox, other: LineBox) -> bool:
    unit = np.array(one.along) / max(one.width, 1.0)
    normal = np.array(one.down) / max(one.height, 1.0)
    low, high = sorted((one.height, other.height))
    if low < _AS_HIGH * high or float(unit @ np.array(other.along)) < 0.98 * other.width:
        return False
    middles = [np.array(box.corner) + np.array(box.down) / 2 for box in (one, other)]
    shift = middles[1] - middles[0]
    start = float(unit @ shift)
    return (
        abs(float(normal @ shift)) < 0.2 * low
        and 0 <= start < one.width - _REACH * low
        and (start + other.width > one.width - 1)
    )


def _together(one: LineBox, other: LineBox) -> LineBox:
    """Return the box from the beginning of the first to the end of the second."""
    unit = np.array(one.along) / one.width
    end = float(unit @ (np.array(other.corner) + np.array(other.along) - np.array(one.corner)))
    along = unit * max(end, one.width)
    return LineBox(one.corner, (along[0], along[1]), one.down)


def _start(box: LineBox) -> float:
    return box.corner[0] if abs(box.along[0]) >= abs(box.along[1]) else box.corner[1]


def _line_box(runs: NDArray[np.float64]) -> LineBox | None:
    """Return the line that an area is the core of, None when it is too small or too doubtful."""
    rows, starts, ends, sums = runs.T
    area = float((ends - starts).sum())
    if float(sums.sum()) < _SURE * area:
        return None
    corners = [(starts, rows), (ends, rows), (starts, rows + 1), (ends, rows + 1)]
    middle, unit, half_width, half_height = rectangle_around(np.concatenate([np.stack(pair, 1) for pair in corners]))
    if min(half_width, half_height) * 2 < _SMALLEST:
        return None
    # the model marks the core of a line, shrunk by area over perimeter (DB's rule): grown back here
    growth = _GROWTH * half_width * half_height / (half_width + half_height)
    half_width, half_height = half_width + growth, half_height + growth
    if (unit[1] if abs(unit[0]) < 0.5 else unit[0]) < 0:
        unit = -unit
    if abs(unit[0]) < 0.7 and half_width < _TALL * half_height:  # a square area may be turned by a right angle
        unit, half_width, half_height = np.array([abs(unit[1]), -unit[0]]), half_height, half_width
    normal = np.array([-unit[1], unit[0]])
    corner = middle - unit * half_width - normal * half_height
    along, down = unit * half_width * 2, normal * half_height * 2
    return LineBox((corner[0], corner[1]), (along[0], along[1]), (down[0], down[1]))
