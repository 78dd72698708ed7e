"""How often what was found agrees with what a person filled in: the error rate of a column, with its interval."""

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Iterator

from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.review import Agreement, Cell, CellState, ReviewColumn, ReviewTable, TableRow
from desktop_rag.services.review.asked import canonical

FEWEST = 5  # cells of a column that a person filled in
_Z = 1.959964  # of a normal distribution, for 95 %


def agreements(table: ReviewTable) -> Iterator[Agreement]:
    """Yield how often each column agrees with a person who filled in some of its cells, five at least for a rate."""
    for place, column in enumerate(table.definition.columns):
        cells = [row.cells[place] for row in table.rows]
        compared = [one for one in cells if one.state is CellState.BY_HAND and _is_compared(one.found)]
        if not compared:
            continue
        agreed = sum(_agrees(one, column) for one in compared)
        low, high = wilson(agreed, len(compared)) if len(compared) >= FEWEST else (0.0, 1.0)
        yield Agreement(column.name, len(compared), agreed, low, high)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the interval (95 %) of a share of which ``successes`` of ``trials`` are known, after Wilson."""
    share, spread = successes / trials, _Z * _Z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = _Z / (1 + spread) * math.sqrt(share * (1 - share) / trials + spread / (4 * trials))
    return max(0.0, middle - half), min(1.0, middle + half)


def to_check(table: ReviewTable, most: int = FEWEST) -> list[tuple[str, str]]:
    """Return the cells (file, column) which a person's own values would say most about, the best first.

    They are of the column whose interval is the widest. Its answers are told apart by state and verdict, and the kind
    that was checked least for its size comes next: a sample in proportion has the smaller variance, and the share of
    all cells stays what it estimates (Cochran, Sampling Techniques, 5.9). Within a kind the file is drawn by its hash.
    """
    rates = {rate.column: rate.high - rate.low for rate in agreements(table)}
    open_columns = [place for place in range(len(table.definition.columns)) if any(_open_cells(table, place))]
    if not open_columns:
        return []
    widest = max(open_columns, key=lambda place: (rates.get(table.definition.columns[place].name, 1.0), -place))
    name = table.definition.columns[widest].name
    kinds = defaultdict[tuple[CellState, Verdict], list[str]](list)
    for row in _open_cells(table, widest):
        kinds[row.cells[widest].state, row.cells[widest].verdict].append(row.file)
    founds = [row.cells[widest].found for row in table.rows if row.cells[widest].state is CellState.BY_HAND]
    checked = Counter((found.state, found.verdict) for found in founds if found is not None)
    sizes = {kind: len(files) + checked[kind] for kind, files in kinds.items()}
    chosen: list[tuple[str, str]] = []
    for files in kinds.values():
        files.sort(key=lambda file: hashlib.blake2b(file.encode("utf-8", "surrogatepass"), digest_size=8).digest())
    while len(chosen) < most and any(kinds.values()):
        left = [one for one, files in kinds.items() if files]
        kind = min(left, key=lambda one: ((checked[one] + 1) / sizes[one], one))
        chosen.append((kinds[kind].pop(0), name))
        checked[kind] += 1
    return chosen


def _open_cells(table: ReviewTable, place: int) -> Iterator[TableRow]:
    """Yield the rows whose cell in a column was looked for and not checked by a person."""
    looked_for = (CellState.FOUND, CellState.NOT_STATED, CellState.DISAGREES)
    yield from (row for row in table.rows if row.cells[place].state in looked_for)


def _is_compared(found: Cell | None) -> bool:
    return found is not None and found.state not in (CellState.WAITING, CellState.UNREADABLE, CellState.NOT_ASKED)


def _agrees(one: Cell, column: ReviewColumn) -> bool:
    """Return True if the value that was found is that of a person, who leaves empty what is not stated."""
    found = one.found
    if found is None or not one.value.strip():
        return found is not None and found.state is CellState.NOT_STATED
    if found.state is not CellState.FOUND:
        return False
    by_hand, value = (" ".join(text.split()).casefold() for text in (one.value, found.value))
    return by_hand == value or found.value in canonical(one.value, column)
