"""Tables on a page, found by where the words stand: rows whose cells are aligned.

PyMuPDF gives the words of a table cell by cell, so that a number loses the name of its row.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from desktop_rag.readers.pages.page_lines import Box, Cell, RawWord, is_figure, lines_of
from desktop_rag.readers.pages.page_lines import text_of as _text

__all__ = ["Box", "RawWord", "Row", "rows_of"]

_GAP = 0.8  # heights of a word: cells stand farther apart than words do
_ALIGNED = 4.0  # points
_LEAST_ROWS = 3
_FEWEST_ROWS = 2  # of labels and figures alone
_LABEL = 90  # characters of the first cell
_SHORT = 30  # characters of the other cells
_APART = 3.2  # heights between the rows of a table
_BETWEEN = 2  # rows of one cell between others
_MARKS = r"(?:\s?(?:[⁰¹²³⁴⁵⁶⁷⁸⁹]+|\(\w\)|\[[\d,]+\]))*"  # of notes
_NOTES = re.compile(r"(?:\(\w\)[, ]*)+")
_YEAR = re.compile(rf"(?:19|20)\d\d{_MARKS}")
_MOST_HEAD_LINES = 16  # single lines of names above a table
_HEAD_HEIGHT = 6.0  # heights of a row that names of columns may take
_LEAST_NAMED = 2  # columns
_WIDE_NAME = 45  # characters of a name over several columns
_LEVEL_PART = 0.1  # heights that lines below each other may share
_FULL = 0.6  # of the width of the labels: a line that short did not end for want of room
_CENTRED = 0.3  # heights: how far the label of several rows is from their middle
_ENTRY_LABEL = 40  # characters of the label of an entry
_ENTRY = 120  # characters beside it
_ENTRY_LINES = 3
_CELL_WORDS = 6  # of a line of a cell
_NEXT_LINE = 1.5  # heights, from a line of a cell to the next one
_INDEX = 4  # characters of a first cell that numbers the rows: the second one names them
_FEW_SMALL = 0.4  # of the labels of a form begin with small letters: lines of running text do more often
_CURRENCY = re.compile(r"[$€£¥₩₹]")
_ITEM = re.compile(r"[•◦▪●■‣·*–—-]|[(（]?\w{1,4}(?:\.\d{1,2}){0,3}[.)）]|[§☐☒☑✓✔◉○]\s?\d{0,3}")
_PREFIX = re.compile(r"[$€£¥₩₹]|US\$|\(")
_SUFFIX = re.compile(r"[%)*]+|[$€£¥₩₹]?\)|pts|pt|bps|x")
_NUMBER = re.compile(
    r"(?:[$€£¥₩₹]\s?)?[(\-–+]?\s?(?:[$€£¥₩₹]\s?)?\d[\d,.'\u00a0 ]*\)?\s?[%x]?\)?"
    rf"{_MARKS}|[—–-]+|n/?[am]\.?|NM|\*+",
    re.IGNORECASE,
)


class Row(NamedTuple):
    """Words that stand on one line and follow each other, as cells; ``table`` numbers the table, 0: none."""

    cells: tuple[Cell, ...]
    table: int = 0
    is_entry: bool = False
    """Whether it is a label and what was entered beside it, as in a form."""

    is_grouped: bool = False
    """Whether its first cell is the label of several rows, and stands beside another of them."""

    @property
    def box(self) -> Box:
        """The box around the row."""
        cells = self.cells[1:] if self.is_grouped else self.cells
        words = cells[0] if len(cells) == 1 else [word for cell in cells for word in cell]
        left, top, right, bottom, _, _, _ = zip(*words, strict=True)
        return min(left), min(top), max(right), max(bottom)


def rows_of(words: Sequence[RawWord]) -> list[Row]:
    """Return the words of a page as rows, in their order; those of tables are marked and have all their cells."""
    rows = [_row(line) for line in lines_of(words)]
    # most pages have no table: the rest costs nothing for them
    if sum(len(row.cells) > 1 for row in rows) < _FEWEST_ROWS:
        return [row if len(row.cells) == 1 else _on_one_line(row) for row in rows]
    rows = _with_groups(_with_entries(_with_centred_cells(rows)))
    marked: list[Row] = []
    done = 0
    for number, (start, end) in enumerate(_regions(rows), 1):
        columns = _columns(rows[start:end])
        first, below = _stacked_head(rows, done, start, end, columns)
        marked += _loose(rows[done:first])
        if first < below:
            marked += _stacked(rows[first:below], columns, number)
        body = _with_whole_labels(rows[below:end], columns)
        marked += [Row(_padded(row.cells, columns), number) for row in body]
        done = end
    return marked + _loose(rows[done:])


def _row(line: list[RawWord]) -> Row:
    """Cut a line into cells; signs of currency and brackets belong to their number."""
    _, y0, right, y1, _, _, _ = line[0]
    height = y1 - y0
    starts: list[int] = []
    for place, (x0, y0, x1, y1, _, _, _) in enumerate(line):
        before, height = height, y1 - y0
        if x0 - right > _GAP * min(height, before):
            starts.append(place)
        right = x1
    if not starts:
        return Row((line,))
    cells = [line[start:end] for start, end in pairwise([0, *starts, len(line)])]
    merged: list[Cell] = []
    behind = _stand_behind(cells)
    for cell in cells if behind else (part for whole in cells for part in _split_sign(whole)):
        text = _text(cell)
        if merged and (
            _SUFFIX.fullmatch(text)
            or (_PREFIX.fullmatch(_text(merged[-1])) and not behind)
            or (behind and _PREFIX.fullmatch(text) and _NUMBER.fullmatch(merged[-1][-1][4]))
        ):
            merged[-1] = merged[-1] + cell
        else:
            merged.append(cell)
    return Row(tuple(merged))


def _stand_behind(cells: Sequence[Cell]) -> bool:
    """Return True if signs of currency stand behind their numbers, as in “9,50 €”."""
    if _CURRENCY.fullmatch(cells[-1][-1][4]):
        return True
    for cell in cells:
        for number, word in enumerate(cell):
            if _CURRENCY.fullmatch(word[4]):
                return word[4] == "€" and number > 0 and _NUMBER.fullmatch(cell[number - 1][4]) is not None
    return False


def _split_sign(cell: Cell) -> list[Cell]:
    """Take a sign of currency at the end of a number away: it belongs to the next one."""
    if len(cell) > 1 and _PREFIX.fullmatch(cell[-1][4]) and _NUMBER.fullmatch(cell[-2][4]):
        return [cell[:-1], cell[-1:]]
    return [cell]


def _loose(rows: Sequence[Row]) -> list[Row]:
    """Return rows of no table: labels and what belongs to them are one line, and the label of several stands once."""
    result: list[Row] = []
    label: Cell = []
    for row in rows:
        first = row.cells[0]
        if row.is_grouped and first is not label:
            result.append(Row((first,)))
        label = first
        if len(row.cells) == 1:
            result.append(row)
        else:
            result.append(_on_one_line(Row(row.cells[1:]) if row.is_grouped else row))
    return result


def _on_one_line(row: Row) -> Row:
    """Return a row of no table as one line where it is a label or the mark of an item with what it belongs to."""
    if len(row.cells) < 2:
        return row
    first, *others = row.cells
    is_item = _ITEM.fullmatch(_text(first)) is not None
    if not is_item and not (
        len(_text(first)) <= _LABEL and all(_is_value(_text(cell)) or _is_short_part(first, cell) for cell in others)
    ):
        return row
    block, line = first[0][5:]
    return row._replace(cells=tuple([(*word[:5], block, line) for word in cell] for cell in row.cells))


def _is_short_part(first: Cell, cell: Cell) -> bool:
    """Return True if a cell is short, and PyMuPDF takes it for a part of what stands before it."""
    return first[0][5] == cell[0][5] and len(_text(cell)) <= _SHORT


def _is_value(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None or is_figure(text)


def _with_centred_cells(rows: list[Row]) -> list[Row]:
    """Return rows with those whole whose cells have one line or several, around the middle of the row."""
    result: list[Row] = []
    place = 0
    while place < len(rows):
        row = rows[place]
        # lines of running text are no cells
        may_be = len(row.cells) > 1 or len(row.cells[0]) <= _CELL_WORDS
        cells, end = _centred_from(rows, place) if may_be else ([], place + 1)
        # names of columns do not begin where the rows do
        if cells and any(_begin_alike(other, row) for other in (*result[-1:], *rows[end : end + 1])):
            result.append(Row(tuple(cells)))
            place = end
        else:
            result.append(row)
            place += 1
    return result


def _begin_alike(one: Row, other: Row) -> bool:
    return len(one.cells) > 1 and abs(one.cells[0][0][0] - other.cells[0][0][0]) < _ALIGNED


def _centred_from(rows: Sequence[Row], place: int) -> tuple[list[Cell], int]:
    """Return the cells of a row that begins with a line, and the place behind it; none where it is no such row."""
    cells = [[cell] for cell in rows[place].cells]
    _, top, right, bottom = rows[place].box
    height = bottom - top
    end = place + 1
    while end < len(rows):
        line = rows[end].cells[0]
        x0, y0, _, y1, _, _, _ = line[0]
        above = cells[-1][-1]
        if x0 > right and y0 < bottom and top < y1:
            cells += [[cell] for cell in rows[end].cells]
        elif (
            len(rows[end].cells) == 1
            and len(cells[-1]) < _ENTRY_LINES
            and x0 < above[-1][2]
            and above[0][0] < line[-1][2]
            and height / 2 < y0 - above[0][1] < _NEXT_LINE * height
        ):
            cells[-1].append(line)
        else:
            break
        right, top = max(right, rows[end].cells[-1][-1][2]), min(top, y0)
        bottom = max(bottom, y1)
        end += 1
    if len({len(lines) for lines in cells}) < 2 or len(cells) < 2:
        return [], place + 1
    middles = [lines[0][0][1] + lines[-1][0][3] for lines in cells]
    if max(middles) - min(middles) > 2 * _CENTRED * height:
        return [], place + 1
    return [[word for line in lines for word in line] for lines in cells], end


def _with_entries(rows: list[Row]) -> list[Row]:
    """Return rows with those marked whose cells may be long, as in forms: all begin below each other.

    What stands on several lines in a cell is one there.
    """
    result: list[Row] = []
    place = 0
    while place < len(rows):
        entries, end = _entries_from(rows, place) if len(rows[place].cells) > 1 else ([], place)
        if entries:
            result += entries
            place = end
        else:
            result.append(rows[place])
            place += 1
    return result


def _entries_from(rows: Sequence[Row], start: int) -> tuple[list[Row], int]:
    """Return the entries that begin with a row, and the place behind them; none where it is no form."""
    entries: list[Row] = []
    lines = 0
    place = start
    for place in range(start, len(rows) + 1):
        row = rows[place] if place < len(rows) else None
        if row is not None and _is_entry(row) and (not entries or _follows(entries[-1], row)):
            entries.append(row._replace(is_entry=True))
            lines = 1
        elif entries and row is not None and lines < _ENTRY_LINES and (whole := _gone_on(entries[-1], row)):
            entries[-1] = whole
            lines += 1
        else:
            break
    small = sum(row.cells[0][0][4][0].islower() for row in entries)
    if len(entries) < _LEAST_ROWS or small > _FEW_SMALL * len(entries):
        return [], start
    return entries, place


def _is_entry(row: Row) -> bool:
    """Return True if a row may be a label and what was entered beside it."""
    if len(row.cells) < 2:
        return False
    label, *values = map(_text, row.cells)
    is_label = 1 < len(label) <= _ENTRY_LABEL and _ITEM.fullmatch(label) is None
    return is_label and sum(map(len, values)) <= _ENTRY


def _follows(above: Row, row: Row) -> bool:
    """Return True if all cells of a row stand below those of another one."""
    height = above.cells[0][0][3] - above.cells[0][0][1]
    distance = row.cells[0][0][1] - max(cell[-1][3] for cell in above.cells)
    near = len(above.cells) == len(row.cells) and -height / 2 < distance < _APART * height
    return near and all(_are_below(one, other) for one, other in zip(above.cells, row.cells, strict=True))


def _are_below(one: Cell, other: Cell) -> bool:
    left, right = other[0][0] - one[0][0], other[-1][2] - max(word[2] for word in one)
    return min(abs(left), abs(right), abs(left + right) / 2) < _ALIGNED


def _gone_on(entry: Row, row: Row) -> Row | None:
    """Return an entry with the next line of what was entered, None if a row is none."""
    height = row.cells[0][0][3] - row.cells[0][0][1]
    cells = list(entry.cells)
    if len(row.cells) > 1 and not all(cell[0][4][0].islower() for cell in row.cells):
        return None
    for line in row.cells:
        places = [place for place, cell in enumerate(cells) if abs(cell[0][0] - line[0][0]) < _ALIGNED]
        distance = line[0][1] - max(cell[-1][3] for cell in entry.cells)
        if not places or not -height / 2 < distance < height or _is_value(_text(line)):
            return None
        cells[places[0]] = cells[places[0]] + line
    # a label alone is one of its own
    alone = cells[0] != entry.cells[0] and cells[1:] == list(entry.cells[1:]) and not _begins_small(row)
    return None if alone or len(row.cells) == len(cells) else entry._replace(cells=tuple(cells))


def _with_groups(rows: list[Row]) -> list[Row]:
    """Return rows with the label of several of them in each: it stands left of them, in the middle of their height."""
    result: list[Row] = []
    place = 0
    while place < len(rows):
        end = _group_end(rows, place)
        label = rows[place].cells[0]
        if end > place:
            result += [row._replace(cells=(label, *row.cells), is_grouped=True) for row in rows[place + 1 : end]]
        else:
            result.append(rows[place])
        place = max(end, place + 1)
    return result


def _group_end(rows: Sequence[Row], place: int) -> int:
    """Return the place behind the rows to which a line before them belongs as the label of all; its own for none."""
    row = rows[place]
    if len(row.cells) > 1 or place + 2 >= len(rows) or len(rows[place + 1].cells) < 2:
        return place
    _, top, right, bottom = row.box
    first = rows[place + 1].box
    if first[1] > top - 1 or first[0] <= right or len(_text(row.cells[0])) > _SHORT:
        return place
    for end in range(place + 2, len(rows) + 1):
        last = rows[end - 1].box
        if last[0] <= right or len(rows[end - 1].cells) < 2 or abs(last[0] - first[0]) > _ALIGNED:
            return place
        off = first[1] + last[3] - top - bottom
        if off > bottom - top:
            return place
        if end > place + 2 and abs(off) < 2 * _CENTRED * (bottom - top):
            return end
    return place


def _is_tabular(row: Row) -> bool:
    """Return True if a row may be one of a table: several cells, most of them short."""
    if len(row.cells) < 2:
        return False
    if row.is_entry:
        return True
    # the first cell names the row, and may be long
    label, *others = map(_text, row.cells)
    is_item = _ITEM.fullmatch(label) is not None
    if is_item and len(label) > 1 and len(others) == 1 and not _is_value(others[0]):
        return False
    is_label = len(label) > 1 or (len(others) > 1 and not is_item)
    is_named = row.is_grouped or (len(label) <= _INDEX and len(others) > 1)
    short = others[1:] if is_named and len(others[0]) <= _LABEL else others
    return len(label) <= _LABEL and is_label and all(len(text) <= _SHORT for text in short)


def _regions(rows: Sequence[Row]) -> Iterator[tuple[int, int]]:
    start, last = -1, -1
    for place, row in enumerate(rows):
        tabular = _is_tabular(row)
        if start >= 0 and not _continues(rows, last, place, tabular=tabular):
            if _is_table(rows[start : last + 1]):
                yield start, last + 1
            start = -1
        if tabular:
            start = place if start < 0 else start
            last = place
    if start >= 0 and _is_table(rows[start : last + 1]):
        yield start, last + 1


def _continues(rows: Sequence[Row], last: int, place: int, *, tabular: bool) -> bool:
    """Return True if a row may still belong to the table whose last certain row is ``last``."""
    if place - last > _BETWEEN + tabular:
        return False
    if tabular and _is_form(rows[last]) != _is_form(rows[place]) and not _are_aligned(rows[last], rows[place]):
        return False
    above, row = rows[place - 1].box, rows[place].box
    height = min(above[3] - above[1], row[3] - row[1])
    near = -height < row[1] - above[3] < _APART * height
    text = _text(rows[place].cells[0])
    return near and (tabular or (len(rows[place].cells) == 1 and len(text) <= _LABEL and not text.endswith(".")))


def _is_form(row: Row) -> bool:
    return row.is_entry and len(row.cells) == 2


def _is_table(rows: Sequence[Row]) -> bool:
    """Return True if rows are a table: enough of them, aligned below each other, with numbers or few words."""
    tabular = [row for row in rows if _is_tabular(row)]
    if len(tabular) < _LEAST_ROWS:
        return len(rows) == _FEWEST_ROWS == len(tabular) and _are_figures(*rows)
    pairs = pairwise(tabular)
    aligned = sum(_are_aligned(one, other) for one, other in pairs)
    texts = [_text(cell) for row in tabular for cell in row.cells[1:]]
    numbers = sum(map(_is_value, texts))
    entries = sum(row.is_entry for row in tabular)
    return aligned >= 0.6 * (len(tabular) - 1) and (
        numbers >= 0.4 * len(texts) or _median_length(texts) <= 12 or entries >= 0.6 * len(tabular)
    )


def _are_figures(one: Row, other: Row) -> bool:
    """Return True if two rows are a label with figures each, or the first one has years and no label."""
    head = [*map(_text, one.cells)]
    label, *figures = map(_text, other.cells)
    if not all(map(_is_value, figures)) or not any(map(str.isalpha, label)) or not _are_aligned(one, other):
        return False
    if len(one.cells) == len(other.cells):
        return all(map(_is_value, head[1:])) and any(map(str.isalpha, head[0]))
    return len(figures) == len(head) and all(map(_YEAR.fullmatch, head))


def _are_aligned(one: Row, other: Row) -> bool:
    """Return True if cells of two rows share an edge, the first cells aside, or all overlap."""
    pairs = list(zip(one.cells, other.cells, strict=False))
    if len(one.cells) == len(other.cells) > 2 and all(
        mine[0][0] < yours[-1][2] and yours[0][0] < mine[-1][2] for mine, yours in pairs[1:]
    ):
        return True
    return any(
        abs(mine[0][0] - yours[0][0]) < _ALIGNED or abs(mine[-1][2] - yours[-1][2]) < _ALIGNED
        for mine in one.cells[1:]
        for yours in other.cells[1:]
    )


def _columns(rows: Sequence[Row]) -> list[tuple[float, float]]:
    """Return from where to where the columns reach, as the fullest rows show them; nothing when they don't agree."""
    most = max(len(row.cells) for row in rows)
    full = [row for row in rows if len(row.cells) == most]
    columns = [
        (min(row.cells[place][0][0] for row in full), max(row.cells[place][-1][2] for row in full))
        for place in range(most)
    ]
    apart = all(left[1] <= right[0] for left, right in pairwise(columns))
    return columns if apart and len(full) > 1 else []


def _stacked_head(
    rows: Sequence[Row], done: int, start: int, end: int, columns: list[tuple[float, float]]
) -> tuple[int, int]:
    """Return from where to where lines above a table, and its first ones, name its columns; no lines when none do."""
    nothing = (start, start)
    if not columns:
        return nothing
    below = next((place for place in range(start, end) if _has_number(rows[place])), start)
    if any(not _above(row, columns) for row in rows[start:below]):
        below = start
    top = rows[below].box
    height = top[3] - top[1]
    first = start
    head = rows[start:below]
    # names that stand between the lines of others are centred beside them
    centred = any(one.box[3] - _LEVEL_PART * (one.box[3] - one.box[1]) > other.box[1] for one, other in pairwise(head))
    named = {place for row in head for place in _above(row, columns)} if centred else set[int]()
    while first > done and start - first < _MOST_HEAD_LINES:
        row = rows[first - 1]
        near = top[1] - _HEAD_HEIGHT * height <= row.box[1] <= top[1] - height / 2
        places = _above(row, columns)
        if not near or not places:
            break
        named.update(places, *(_spanned(cell, columns) for cell in row.cells))
        first -= 1
    if len(named - {0}) < _LEAST_NAMED:
        return nothing
    # what stands alone above the labels, and apart, is a heading
    while first < start and _above(rows[first], columns) == [0] and _is_apart(rows[first], rows[first + 1 : below + 1]):
        first += 1
    return first, below


def _is_apart(row: Row, others: Sequence[Row]) -> bool:
    _, top, _, bottom = row.box
    return min(other.box[1] for other in others) - bottom > (bottom - top) / 2


def _has_number(row: Row) -> bool:
    return any(_is_value(_text(cell)) for cell in row.cells[1:])


def _above(row: Row, columns: list[tuple[float, float]]) -> list[int]:
    """Return the columns that the words of a row stand above, [] when they are no names or reach over others.

    A name in the middle of several columns stands above the first of them.
    """
    places: list[int] = []
    for cell in row.cells:
        text = _text(cell)
        spanned = _spanned(cell, columns)
        place = spanned[0] if spanned else _nearest(cell, columns)
        before = columns[place - 1][1] if place else cell[0][0]
        after = columns[place + 1][0] if place + 1 < len(columns) else cell[-1][2]
        is_name = len(text) <= (_WIDE_NAME if spanned else _SHORT) and not text.endswith(
            (".", ":")[: 2 if place else 1]
        )
        is_name = is_name and (_YEAR.fullmatch(text) is not None or not _is_value(text))
        if not is_name or (not spanned and (cell[0][0] < before or cell[-1][2] > after)):
            return []
        places.append(place)
    return places


def _spanned(cell: Cell, columns: list[tuple[float, float]]) -> range:
    """Return the columns over the middle of which a name stands that reaches over several, none for another one."""
    left, right = cell[0][0], cell[-1][2]
    over = [place for place, column in enumerate(columns) if left < column[1] and column[0] < right]
    if len(over) < 2 or not over[0]:
        return range(0)
    centre = (columns[over[0]][0] + columns[over[-1]][1]) / 2
    is_centred = abs(left + right - 2 * centre) < 2 * _ALIGNED
    return range(over[0], over[-1] + 1) if is_centred else range(0)


def _stacked(rows: Sequence[Row], columns: list[tuple[float, float]], table: int) -> list[Row]:
    """Return lines that name columns as one row, and labels below them as separate rows.

    Lines with names over several columns are rows above it.
    """
    count = len(rows)
    while _above(rows[count - 1], columns) == [0]:
        count -= 1
    named: list[Cell] = [[] for _ in columns]
    wide: list[tuple[float, list[Cell]]] = []
    for row in sorted(rows[:count], key=lambda row: row.box[1]):
        groups = _over_groups(row.cells, columns) if len(row.cells) > 1 else None
        cells = named
        if groups is not None or any(_spanned(cell, columns) for cell in row.cells):
            _, top, _, bottom = row.box
            if not wide or wide[-1][0] <= (top + bottom) / 2:
                wide.append((bottom, [[] for _ in columns]))
            cells = wide[-1][1]
        for place, cell in zip(groups or _above(row, columns), row.cells, strict=True):
            cells[place] += cell
    head = [*(_widest(cells, columns) for _, cells in wide), *([named] if any(named) else [])]
    return [*(Row(tuple(cells), table) for cells in head), *(row._replace(table=table) for row in rows[count:])]


def _widest(names: list[Cell], columns: list[tuple[float, float]]) -> list[Cell]:
    """Return names over columns; one alone stands above all columns in the middle of which it is."""
    filled = [place for place, cell in enumerate(names) if cell]
    spanned = _spanned(names[filled[0]], columns) if len(filled) == 1 else range(0)
    if not spanned:
        return names
    first, last = spanned[0], spanned[-1]
    centre = columns[first][0] + columns[last][1]
    while first > 1 and last + 1 < len(columns):
        if abs(columns[first - 1][0] + columns[last + 1][1] - centre) > 2 * _ALIGNED:
            break
        first, last = first - 1, last + 1
    return [names[filled[0]] if place == first else [] for place in range(len(names))]


def _with_whole_labels(rows: Sequence[Row], columns: list[tuple[float, float]]) -> list[Row]:
    """Return rows of a table with labels of several lines joined: their lines continue in small letters."""
    result: list[Row] = []
    for place, row in enumerate(rows):
        above = result[-1] if result else None
        if above is None or not columns or not _goes_on_in(above, row, columns):
            result.append(row)
        elif len(row.cells) == 1:
            # a row of words and figures below is whole, so what stands between belongs to the row above
            below = rows[place + 1] if place + 1 < len(rows) else None
            if len(above.cells) == 1 or below is None or not _begins_small(below):
                result[-1] = Row((above.cells[0] + row.cells[0], *above.cells[1:]))
            else:
                result.append(row)
        elif len(above.cells) == 1:
            result[-1] = Row((above.cells[0] + row.cells[0], *row.cells[1:]))
        else:
            result.append(row)
    return result


def _goes_on_in(above: Row, row: Row, columns: list[tuple[float, float]]) -> bool:
    """Return True if the label of a row may continue a full line above it."""
    label, line = above.cells[0], row.cells[0]
    left, right = columns[0]
    height = line[0][3] - line[0][1]
    return (
        _begins_small(row)
        and line[0][0] < right
        and _text(label)[-1] not in ":：."
        and label[-1][2] > left + _FULL * (right - left)
        and line[0][1] - label[-1][3] < height / 2
    )


def _begins_small(row: Row) -> bool:
    return row.cells[0][0][4][0].islower() or _NOTES.fullmatch(_text(row.cells[0])) is not None


def _over_groups(cells: tuple[Cell, ...], columns: list[tuple[float, float]]) -> list[int] | None:
    """Return the columns that names over equally many columns each begin with, None when they are no such names."""
    labelled = cells[0][0][0] < columns[0][1]
    values = cells[labelled:]
    wide, rest = divmod(len(columns) - 1, len(values) or len(columns))
    if rest or wide < 2 or any(_NUMBER.fullmatch(_text(cell)) for cell in values):
        return None
    places = [1 + number * wide for number in range(len(values))]
    for place, cell in zip(places, values, strict=True):
        middle = (cell[0][0] + cell[-1][2]) / 2
        # the middle of the name is that of its columns, and not the middle of one of them
        centre = (columns[place][0] + columns[place + wide - 1][1]) / 2
        if abs(middle - centre) > (columns[place][1] - columns[place][0]) / 2 + _ALIGNED:
            return None
    return [0, *places] if labelled else places


def _padded(cells: tuple[Cell, ...], columns: list[tuple[float, float]]) -> tuple[Cell, ...]:
    """Return a row with an empty cell in every column it has nothing in, unless a cell reaches over columns."""
    if len(cells) < 2 or len(cells) >= len(columns):
        return cells
    places = _over_groups(cells, columns) or [_nearest(cell, columns) for cell in cells]
    if len(set(places)) < len(places):
        return cells
    padded: list[Cell] = [[] for _ in columns]
    for place, cell in zip(places, cells, strict=True):
        padded[place] = cell
    return tuple(padded)


def _nearest(cell: Cell, columns: list[tuple[float, float]]) -> int:
    middle = (cell[0][0] + cell[-1][2]) / 2
    overlaps = [min(cell[-1][2], right) - max(cell[0][0], left) for left, right in columns]
    best = max(overlaps)
    if best > 0:
        return overlaps.index(best)
    distances = [abs(middle - (left + right) / 2) for left, right in columns]
    return distances.index(min(distances))


def _median_length(texts: Sequence[str]) -> int:
    return sorted(map(len, texts))[len(texts) // 2]
