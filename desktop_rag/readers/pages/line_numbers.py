"""Numbers of lines in the margin of pleadings, bills, editions and manuscripts: on each line, or on each fifth."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from statistics import median

from desktop_rag.readers.pages.page_tables import RawWord

_LEAST = 4  # numbers of each line
_LEAST_APART = 3  # numbers of each fifth line
_STEPS = frozenset([1, 2, 3, 4, 5, 10])
_ALIGNED = 2.5  # points
_LONGEST = 4  # figures
_GAP = 0.35  # heights, from a number to the text
_CELL = 0.9  # heights: cells of a table stand so far apart
_FEW_CELLS = 0.3  # of the lines
_BESIDE = 0.5  # of the numbers have text beside them: paper for pleadings is numbered to its end
_LEAST_LETTERS = 8  # of a line; less is a cell
_FLOWING = 0.3  # of the lines go on with the line above
_FULL = 0.8  # of the widest line
_STRAY = 0.03  # of the words may stand farther out, as stamps in the margin do


def parted(words: list[RawWord]) -> tuple[list[RawWord], list[RawWord]]:
    """Return the words of a page without the numbers of its lines, and these numbers from top to bottom.

    They count up in steps of one size, aligned in a margin, beside text that goes on from line to line. Numbers of
    lists and of the rows of tables stay.
    """
    numbers = [word for word in words if len(word[4]) <= _LONGEST and word[4].isdecimal()]
    if len(numbers) < _LEAST_APART:
        return words, []
    found: list[RawWord] = []
    for _ in range(2):  # a margin may be on both sides
        taken = set(map(id, found))
        columns = sorted(_columns([number for number in numbers if id(number) not in taken]), key=len, reverse=True)
        found += next((one for one in columns if _is_margin(one, words) and _numbers_lines(one, words, numbers)), [])
    if not found:
        return words, []
    taken = set(map(id, found))
    return [word for word in words if id(word) not in taken], found


def _columns(numbers: Sequence[RawWord]) -> Iterator[list[RawWord]]:
    """Yield numbers that are aligned at one side, and count up in steps of one size."""
    for edge in (_edge_of(2), _edge_of(0)):
        column: list[RawWord] = []
        for word in sorted(numbers, key=edge):
            if column and edge(word) - edge(column[-1]) > _ALIGNED:
                yield from _counting(column)
                column = []
            column.append(word)
        yield from _counting(column)


def _edge_of(side: int) -> Callable[[RawWord], float]:
    return lambda word: word[2] if side else word[0]


def _counting(column: Sequence[RawWord]) -> Iterator[list[RawWord]]:
    """Yield a column from top to bottom if it counts up in steps of one size."""
    if len(column) < _LEAST_APART:
        return
    ordered = sorted(column, key=lambda word: word[1])
    steps = {int(below[4]) - int(above[4]) for above, below in pairwise(ordered)}
    if len(steps) == 1 and steps <= _STEPS and len(ordered) >= (_LEAST if steps == {1} else _LEAST_APART):
        yield ordered


def _is_margin(column: Sequence[RawWord], words: Sequence[RawWord]) -> bool:
    """Return True if all text between the first and the last number stands on one side of them."""
    left, right = min(word[0] for word in column), max(word[2] for word in column)
    top, bottom = column[0][1], column[-1][3]
    taken = set(map(id, column))
    level = [word for word in words if top <= (word[1] + word[3]) / 2 <= bottom and id(word) not in taken]
    outside = (sum(word[0] < right for word in level), sum(word[2] > left for word in level))
    return bool(level) and min(outside) <= _STRAY * len(level)


def _numbers_lines(column: Sequence[RawWord], words: Sequence[RawWord], numbers: Sequence[RawWord]) -> bool:
    """Return True if numbers belong to the lines of running text beside them."""
    # the other margin has the same ones
    taken = {id(one) for number in column for one in numbers if one[4] == number[4] and _is_level(number, one)}
    top, bottom = column[0][1], column[-1][3]
    lines = _lines([word for word in words if id(word) not in taken and top < (word[1] + word[3]) / 2 < bottom])
    beside = [line for number in column for line in lines if _is_level(number, line[0])]
    if len(beside) < _BESIDE * len(column) or any(_gap(column[0], line) < 0 for line in beside):
        return False
    if median(map(_letters, beside)) < _LEAST_LETTERS:
        return False
    if sum(map(_has_cells, beside)) > _FEW_CELLS * len(beside):
        return False
    step = int(column[1][4]) - int(column[0][4])
    if step > 1:
        # a list that counts in fives has no lines in between
        return (step - 1.5) * (len(column) - 1) <= len(lines) - 1 <= (step + 1.5) * (len(column) - 1)
    pairs = list(pairwise(lines))
    flowing = sum(_goes_on(above, below) for above, below in pairs)
    right = max(line[-1][2] for line in lines)
    full = sum(line[-1][2] - line[0][0] >= _FULL * (right - line[0][0]) for line in lines[:-1])
    return bool(pairs) and flowing >= _FLOWING * len(pairs) and full >= _FLOWING * len(pairs)


def _lines(words: Sequence[RawWord]) -> list[list[RawWord]]:
    """Return words as the lines that they stand on, from top to bottom."""
    lines: list[list[RawWord]] = []
    for word in sorted(words, key=lambda one: one[1] + one[3]):
        if lines and _is_level(lines[-1][0], word):
            lines[-1].append(word)
        else:
            lines.append([word])
    for line in lines:
        line.sort(key=lambda one: one[0])
    return lines


def _is_level(one: RawWord, other: RawWord) -> bool:
    height = min(one[3] - one[1], other[3] - other[1])
    return abs(one[1] + one[3] - other[1] - other[3]) < height


def _gap(number: RawWord, line: Sequence[RawWord]) -> float:
    """Return the excess of a number's distance from a line over that of a word, in points."""
    distance = max(line[0][0] - number[2], number[0] - line[-1][2])
    return distance - _GAP * (number[3] - number[1])


def _letters(line: Sequence[RawWord]) -> int:
    return sum(letter.isalpha() for word in line for letter in word[4])


def _has_cells(line: Sequence[RawWord]) -> bool:
    return any(other[0] - one[2] > _CELL * (one[3] - one[1]) for one, other in pairwise(line))


def _goes_on(above: Sequence[RawWord], below: Sequence[RawWord]) -> bool:
    """Return True if a line continues in the next one: by small letters, or a script without capitals."""
    first = below[0][4][0]
    caseless = first.isalpha() and not first.isupper() and not first.islower()
    return first.islower() or (caseless and above[-1][4][-1] not in "。！？.!?")
