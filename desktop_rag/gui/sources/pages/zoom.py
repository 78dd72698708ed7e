"""Compute the magnification of pages. No Qt."""

import enum
from collections.abc import Sequence
from statistics import median

from desktop_rag.core.results.pages import Box
from desktop_rag.gui.sources.pages.layout import GAP, MARGIN, Size

FULL = 96 / 72  # logical pixels of a point at 100 %
STEP = 1.2  # of the buttons and keys
SMALLEST, LARGEST = 0.1, 6.0  # times 100 %
_READABLE = 13.0  # logical pixels from line to line: letters of 9 to 10 pixels, the smallest that read well
_LEGIBLE = 9.0  # the same for letters of 6 to 7 pixels: smaller ones say nothing, even if all of a line is in sight
_WHOLE = 11.0  # the same where a narrow column is no reason to cut the other one off: letters of 8 pixels
_NARROWEST = 120.0  # pixels that are taken for the width of a view, however narrow it is
_ABOVE = 0.25  # of the view, above what is read
_BESIDE = 12.0  # points shown at either side of a column
Span = tuple[float, float]  # from left to right


class Fit(enum.Enum):
    """The ways to fit pages, unless the person chose a magnification."""

    READING = enum.auto()  # the width, or the column of the passage where the letters would be too small
    WIDTH = enum.auto()
    PAGE = enum.auto()


def limited(scale: float) -> float:
    """Return the nearest scale that is allowed."""
    return min(max(scale, SMALLEST * FULL), LARGEST * FULL)


def fitting(fit: Fit, page: Size, view: Size, passage: Sequence[Box] = (), *, is_row: bool = False) -> float:
    """Return the scale at which a page of some size in points, as it is turned, fits a view in logical pixels.

    ``passage`` are the lines of the passage on it, in points as they are turned; ``is_row``: what is cited of it is the
    row of a table, which says nothing without its beginning and its end.
    """
    width = max(_NARROWEST, view[0] - 2 * MARGIN) / page[0]
    if fit is Fit.PAGE:
        return limited(min(width, max(_NARROWEST, view[1] - 2 * MARGIN) / page[1]))
    if fit is Fit.READING and passage:
        left, right = column(page[0], passage)
        line = max(1.0, median(box[3] - box[1] for box in passage))
        if width * line >= _WHOLE and right - left <= page[0] / 2:
            return limited(width)
        filled = max(_NARROWEST, view[0]) / (right - left + 2 * _BESIDE)
        scale = max(width, min(_READABLE / line, filled), 0.0 if is_row else _LEGIBLE / line)
        if scale * page[0] > view[0]:  # else only the ground beside the page would be cut off, for a scroll bar
            return limited(scale)
    return limited(width)


def column(width: float, passage: Sequence[Box]) -> tuple[float, float]:
    """Return the left and right edges of a passage's column on a page.

    One that fills most of the page goes on between equal margins, whatever lines are in the passage; a narrow one has
    its own.
    """
    left, right = min(box[0] for box in passage), max(box[2] for box in passage)
    if right - left > width / 2:
        margin = max(0.0, min(left, width - right))
        return margin, width - margin
    return left, right


def sideways(seen: float, page: Span, column: Span, marks: Sequence[Span]) -> float:
    """Return the horizontal scroll position, in logical pixels like all arguments.

    Lines are read from their beginnings: the view begins with the page where its column is in sight from there, else
    with the column. It goes on only where the first of the marks would be cut off, and never past its beginning.
    """
    begin, end = column
    start = page[0] - MARGIN
    if end + GAP > start + seen:
        start = min(begin - GAP, (begin + end - seen) / 2)
    left, right = marks[0]
    if len(marks) > 1:  # it goes on at the beginning of a line: both are to be seen
        right = min(right, left + seen / 2)
    if right + GAP > start + seen:
        start = right + GAP - seen
    return min(start, left - GAP)


def upright(seen: float, first: Span, wanted: Sequence[Span]) -> float:
    """Return the vertical scroll position, in logical pixels like all arguments.

    The first line that is to be read stands a little below the top of the view: people read what stands before it.
    Of the stretches that are ``wanted``, the best one first, the first that fits the view is in sight as a whole;
    where none does, the line stands at the top, for as much as possible of what follows.
    """
    start = first[0] - _ABOVE * seen
    for top, bottom in wanted:
        if bottom - top + 2 * GAP <= seen:
            return min(max(start, bottom + GAP - seen), top - GAP)
    return first[0] - GAP
