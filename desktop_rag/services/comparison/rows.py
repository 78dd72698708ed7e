"""Tables beside each other: which columns and rows belong together, and which of their cells differ."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby

from desktop_rag.core.results.comparison import DifferenceKind, DifferentPart
from desktop_rag.services.comparison.alignment import Gap, Pair, aligned, gaps
from desktop_rag.services.comparison.found import Found, Region, marked, region
from desktop_rag.services.comparison.pairing import shared_share
from desktop_rag.services.comparison.parts import Part

_SAME_TABLE = 0.3  # of the cells of the smaller one
_SAME_COLUMN = 0.5  # of its cells
_SAME_ROW = 0.5  # of its cells, or words
Rows = list[Part]


class RowFindings:
    """What was found in tables: differences, and the rows that only one side has."""

    def __init__(self) -> None:
        self.found: list[Found] = []
        self.gone: Rows = []
        self.new: Rows = []


def compare_rows(before: Sequence[Part], after: Sequence[Part]) -> RowFindings:
    """Compare rows that stand between rows and paragraphs that are alike."""
    findings = RowFindings()
    ours, theirs = _tables(before), _tables(after)
    pairs = dict(_table_pairs(ours, theirs))
    for number, table in enumerate(ours):
        if number in pairs:
            _compare_table(table, theirs[pairs[number]], findings)
        else:
            findings.gone += table
    for number, table in enumerate(theirs):
        if number not in pairs.values():
            findings.new += table
    return findings


def _tables(rows: Sequence[Part]) -> list[Rows]:
    return [list(some) for _, some in groupby(rows, key=lambda row: row.block)]


def _table_pairs(ours: Sequence[Rows], theirs: Sequence[Rows]) -> Iterator[Pair]:
    """Yield the places of tables that share most cells."""
    if len(ours) == len(theirs) == 1:
        yield 0, 0
        return
    cells = [{key for row in table for key in row.cell_keys if key} for table in (*ours, *theirs)]
    scores = []
    for one in range(len(ours)):
        for other in range(len(theirs)):
            first, second = cells[one], cells[len(ours) + other]
            share = len(first & second) / max(1, min(len(first), len(second)))
            if share >= _SAME_TABLE:
                scores.append((-share, abs(one - other), one, other))
    taken: set[int] = set()
    used: set[int] = set()
    for _, _, one, other in sorted(scores):
        if one not in taken and other not in used:
            taken.add(one)
            used.add(other)
            yield one, other


def _compare_table(before: Rows, after: Rows, findings: RowFindings) -> None:
    width, other_width = _width(before), _width(after)
    if width == other_width:
        columns = [(at, at) for at in range(width)]
    else:
        columns = _columns(before, after, width, other_width)
        findings.found += _lone_columns(before, after, columns, width, other_width)
    ours = ["|".join(_cell(row, at) for at, _ in columns) for row in before]
    theirs = ["|".join(_cell(row, at) for _, at in columns) for row in after]
    pairs = aligned(ours, theirs, anchored=True)
    for gap in gaps(pairs, Gap(0, len(before), 0, len(after))):
        some, others = before[gap.first : gap.first_end], after[gap.second : gap.second_end]
        matched = _row_pairs(some, others, columns)
        for one, other in matched:
            findings.found += cells_between(some[one], others[other], columns)
        findings.gone += [row for at, row in enumerate(some) if at not in {one for one, _ in matched}]
        findings.new += [row for at, row in enumerate(others) if at not in {other for _, other in matched}]


def _width(rows: Rows) -> int:
    return max(len(row.cells) for row in rows)


def _cell(row: Part, at: int) -> str:
    return row.cell_keys[at] if at < len(row.cells) else ""


def _columns(before: Rows, after: Rows, width: int, other_width: int) -> list[Pair]:
    """Return the columns of tables of another width that belong together: by what the first row calls them, or hold."""
    heads = [_cell(before[0], at) for at in range(width)], [_cell(after[0], at) for at in range(other_width)]
    found = [pair for pair in aligned(*heads) if heads[0][pair[0]]]
    if 2 * len(found) >= min(width, other_width):
        return found
    values = [{_cell(row, at) for row in before} for at in range(width)]
    others = [{_cell(row, at) for row in after} for at in range(other_width)]
    found, begun = [], 0
    for at, some in enumerate(values):
        shares = [(len(some & held) / max(1, len(some)), -place) for place, held in enumerate(others) if place >= begun]
        best = max(shares, default=(0.0, 0))
        if best[0] >= _SAME_COLUMN:
            found.append((at, -best[1]))
            begun = 1 - best[1]
    return found or [(at, at) for at in range(min(width, other_width))]


def _lone_columns(before: Rows, after: Rows, columns: Sequence[Pair], width: int, other_width: int) -> Iterator[Found]:
    """Yield the columns that only one of two tables has."""
    ours, theirs = {one for one, _ in columns}, {other for _, other in columns}
    for at in range(width):
        if at not in ours and (held := _column(before, at)):
            yield Found(DifferenceKind.GONE, DifferentPart.COLUMN, held, None, column=_name(before, at))
    for at in range(other_width):
        if at not in theirs and (held := _column(after, at)):
            yield Found(DifferenceKind.NEW, DifferentPart.COLUMN, None, held, column=_name(after, at))


def _column(rows: Rows, at: int) -> Region | None:
    """Return the first cell of a column that holds something."""
    row = next((row for row in rows if _cell(row, at)), None)
    return None if row is None else Region([row], (row.cells[at],), [row.cells[at]], row.span)


def _name(rows: Rows, at: int) -> str:
    row = rows[0]
    return row.text.text_of(row.cells[at]) if at < len(row.cells) else ""


def _row_pairs(before: Rows, after: Rows, columns: Sequence[Pair]) -> list[Pair]:
    """Return the places of rows that belong together: of one name, else with most cells alike, else in one place."""
    found = _named_alike(before, after, columns)
    for gap in list(gaps(found, Gap(0, len(before), 0, len(after)))):
        found += _alike(before, after, gap, columns)
    return sorted(found)


def _named_alike(before: Rows, after: Rows, columns: Sequence[Pair]) -> list[Pair]:
    """Return rows whose first cells are the same, and are in no other row."""
    if not columns:
        return []
    (one, other), *_ = columns
    ours, theirs = [_cell(row, one) for row in before], [_cell(row, other) for row in after]
    counts: dict[str, int] = defaultdict(int)
    for name in (*set(ours), *set(theirs)):
        counts[name] = max(ours.count(name), theirs.count(name)) if len(ours) < 400 else 1
    return [pair for pair in aligned(ours, theirs, anchored=True) if ours[pair[0]] and counts[ours[pair[0]]] == 1]


def _alike(before: Rows, after: Rows, gap: Gap, columns: Sequence[Pair]) -> list[Pair]:
    """Return rows between those of one name that share half of their cells or words, in order."""
    found: list[Pair] = []
    begun = gap.second
    for at in range(gap.first, gap.first_end):
        scores = [(_share(before[at], after[other], columns), -other) for other in range(begun, gap.second_end)]
        score, place = max(scores, default=(0.0, 0))
        alone = gap.first_end - gap.first == gap.second_end - gap.second == 1
        if score >= _SAME_ROW or (alone and score > 0):
            found.append((at, -place))
            begun = 1 - place
    return found


def _share(one: Part, other: Part, columns: Sequence[Pair]) -> float:
    """Return how alike two rows are, 0 to 1; empty cells do not count."""
    cells = [(_cell(one, at), _cell(other, place)) for at, place in columns]
    filled = [pair for pair in cells if any(pair)]
    same = sum(first == second for first, second in filled)
    return max(same / max(1, len(filled)), shared_share(one, other))


def cells_between(before: Part, after: Part, columns: Sequence[Pair]) -> Iterator[Found]:
    """Yield the cells of a row that differ."""
    for at, other in columns:
        if _cell(before, at) == _cell(after, other):
            continue
        if at >= len(before.cells) or other >= len(after.cells):
            yield Found(DifferenceKind.CHANGED, DifferentPart.ROW, region([before]), region([after]))
            return
        first, second = before.cells[at], after.cells[other]
        ours, theirs = marked(before.words_in(first), after.words_in(second))
        if ours or theirs:
            label = next(
                (before.text.text_of(cell) for cell, key in zip(before.cells, before.cell_keys, strict=True) if key), ""
            )
            yield Found(
                DifferenceKind.CHANGED,
                DifferentPart.CELL,
                Region([before], (first,), ours, before.span),
                Region([after], (second,), theirs, after.span),
                row=label,
                column=_head(before, at) or _head(after, other),
            )


def _head(row: Part, at: int) -> str:
    """Return what the first row of a table calls a column, "" for that row itself."""
    first = row.text.first_of_block(row.block)
    return "" if first is row or at >= len(first.cells) else row.text.text_of(first.cells[at])
