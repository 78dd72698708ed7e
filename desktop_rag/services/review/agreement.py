"""How often what was found agrees with what a person filled in: the error rate of a column, with its interval."""

import math
from collections.abc import Iterator

from desktop_rag.core.results.review import Agreement, Cell, CellState, ReviewColumn, ReviewTable
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
