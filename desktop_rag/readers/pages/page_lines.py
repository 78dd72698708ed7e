"""Lines of a page: words on one level that follow each other, and figures with the labels they stand level with.

Files often draw all labels of a list first and its figures afterwards: then no figure follows its label.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

Box = tuple[float, float, float, float]
RawWord = tuple[float, float, float, float, str, int, int]
"""A word as PyMuPDF tells it: its box, what it says, the number of its block and of its line."""
Cell = list[RawWord]

_LEVEL = 0.5  # heights: words on one line
_SAME_LEVEL = 0.2  # heights: a figure and a label that do not follow each other
_FIGURE = re.compile(
    r"(?:(?:[$€£¥₩₹]|US\$|[A-Z]{3}|Rs\.?|kr\.?|Fr\.?)\s?)?[(\-–+]?\s?(?:[$€£¥₩₹]\s?)?\d[\d.,'’\u00a0 ]*\)?\s?"
    r"(?:[$€£¥₩₹%円元]|[A-Z]{3}|kr\.?|Fr\.?)?\)?|[—–-]"
)
_AMOUNT = re.compile(r"\d[.,]\d\d\b|[$€£¥₩₹%円元]|\b[A-Z]{3}\b")
_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")  # its labels stand on the other side
_MOST_WORDS = 5  # of a figure
_LONGEST_CURRENCY = 3  # letters before a figure
_LONGEST_FIGURE = 30  # characters
_LONGEST_LABEL = 90  # characters
_LONGEST_HEAD = 30  # characters
_LABEL_ENDS = (":", "：", "...", "…")


def around(one: Box, other: Box) -> Box:
    """Return the smallest box around two."""
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def text_of(words: Sequence[RawWord]) -> str:
    """Return the text of words."""
    return " ".join([word[4] for word in words])


def is_figure(text: str) -> bool:
    """Return True if a text is a short figure, with its unit or currency."""
    return len(text) <= _LONGEST_FIGURE and _FIGURE.fullmatch(text) is not None


def lines_of(words: Sequence[RawWord]) -> list[Cell]:
    """Return the lines of a page in its order; columns of figures are parts of the lines of their labels."""
    lines = list(_following(words))
    columns = list(_figure_columns(lines))
    return _joined(lines, columns) if columns else lines


def _following(words: Sequence[RawWord]) -> Iterator[Cell]:
    """Yield groups of words that follow each other from left to right on one level."""
    line: Cell = []
    right = top = bottom = 0.0
    for word in words:
        x0, y0, x1, y1, _, _, _ = word
        if line and (
            x0 < right - 1
            or ((y0 != top or y1 != bottom) and abs(top + bottom - y0 - y1) >= 2 * _LEVEL * min(bottom - top, y1 - y0))
        ):
            yield line
            line = []
        line.append(word)
        right, top, bottom = x1, y0, y1
    if line:
        yield line


def _figure_columns(lines: Sequence[Cell]) -> Iterator[range]:
    """Yield the numbers of lines that follow each other, one below the other, and are a figure each."""
    start = 0
    for number, line in enumerate(lines):
        if not _is_figure_line(line):
            if start < number:
                yield range(start, number)
            start = number + 1
        elif start < number and not _is_below(lines[number - 1], line):
            yield range(start, number)
            start = number
    if start < len(lines):
        yield range(start, len(lines))


def _is_figure_line(line: Cell) -> bool:
    first = line[0][4]
    # most lines begin with a word
    if len(line) > _MOST_WORDS or (first[0].isalpha() and (len(first) > _LONGEST_CURRENCY or first[0].islower())):
        return False
    return is_figure(text_of(line))


def _is_below(above: Cell, line: Cell) -> bool:
    height = above[0][3] - above[0][1]
    overlaps = line[0][0] < above[-1][2] and above[0][0] < line[-1][2]
    return overlaps and line[0][1] > above[0][1] + _LEVEL * height


def _joined(lines: list[Cell], columns: Sequence[range]) -> list[Cell]:
    """Return lines with the figures of columns behind the labels beside them: all of a column, or none."""
    page = _Page(lines)
    for column in columns:
        labels = [page.label_of(number, column) for number in column]
        found = [label for label in labels if label is not None]
        if len(found) < len(column) or sorted(set(found)) != found:
            continue
        if len(column) == 1 and not _is_amount(page.lines[found[0]], lines[column[0]]):
            continue
        head = column[0] - 1
        if page.is_head(head, column) and (label := page.label_of(head, column)) is not None:
            page.join(label, head)
        for label, number in zip(found, column, strict=True):
            page.join(label, number)
    return [line for line in page.lines if line]


class _Page:
    """The lines of a page; those that were joined to others are empty."""

    def __init__(self, lines: Sequence[Cell]) -> None:
        self.lines = list(lines)
        self._levels: dict[int, list[int]] = defaultdict(list)
        for number, line in enumerate(lines):
            self._levels[int(line[0][1] + line[0][3]) // 2].append(number)

    def join(self, label: int, number: int) -> None:
        """Put a line behind another one."""
        self.lines[label] = self.lines[label] + self.lines[number]
        self.lines[number] = []

    def label_of(self, number: int, column: range) -> int | None:
        """Return the nearest line to the left of another on its level, None if it is no label."""
        line = self.lines[number]
        x0, top, _, bottom, _, _, _ = line[0]
        nearest, right = None, float("-inf")
        between: list[tuple[float, float]] = []
        reach = (bottom - top) / 2
        levels = range(int(top - reach), int(bottom + reach) + 1)
        for other in (one for level in levels for one in self._levels.get(level, ())):
            beside = self.lines[other]
            if not beside or other == number or other in column:
                continue
            last = beside[-1][2]
            if not _are_level(beside, line):
                if beside[0][1] < bottom - _SAME_LEVEL * reach and beside[0][3] > top + _SAME_LEVEL * reach:
                    between.append((beside[0][0], last))
                continue
            if last > x0 + 1:
                # nothing may stand behind the figure, nor above it
                if beside[0][0] < line[-1][2]:
                    return None
            elif last > right:
                nearest, right = other, last
        # a cell of two lines beside the label's level keeps the figure from it
        if nearest is None or any(right <= start and end <= x0 for start, end in between):
            return None
        text = text_of(self.lines[nearest])
        is_label = len(text) <= _LONGEST_LABEL and any(map(str.isalpha, text)) and not _RIGHT_TO_LEFT.search(text)
        return nearest if is_label else None

    def is_head(self, number: int, column: range) -> bool:
        """Return True if a line stands above a column, as its name does."""
        if number < 0 or not self.lines[number] or not _is_below(self.lines[number], self.lines[column[0]]):
            return False
        return len(text_of(self.lines[number])) <= _LONGEST_HEAD


def _are_level(one: Cell, other: Cell) -> bool:
    _, top, _, bottom, _, _, _ = one[0]
    _, y0, _, y1, _, _, _ = other[0]
    tolerance = _SAME_LEVEL * (y1 - y0)
    return abs(bottom - y1) < tolerance or abs(top + bottom - y0 - y1) < 2 * tolerance


def _is_amount(label: Cell, figure: Cell) -> bool:
    """Return True if a lone figure belongs to a label, rather than being the number of a page or axis."""
    text = text_of(label)
    is_short = len(text) <= _LONGEST_HEAD
    return text.endswith(_LABEL_ENDS) or (is_short and _AMOUNT.search(text_of(figure)) is not None)
