"""Tables whose total row or column does not add up."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from desktop_rag.core.results.text_checks import InnerFinding, InnerKind
from desktop_rag.core.user_text import UserText
from desktop_rag.services.drafts.inner.tables import Cell, Figure, Table, figure, is_blank, tables_of, written

_TOTAL = re.compile(
    r"(?:grand |sub-?)?totals?\b|sum\b|(?:gesamt|zwischen|end)?summe\b|gesamt(?:betrag|kosten|zahl)?\b|insgesamt\b"
    r"|(?:総|小|合)計|計\Z|総額|合计|总计|總計|小计|共计|总额|总和",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:of which|thereof|including|davon|darunter|hiervon|average|mean|median|durchschnitt|mittelwert|total number"
    r"|in total \d)\b|うち|内訳|其中|平均",
    re.IGNORECASE,
)
_NO_SUM = re.compile(
    r"\b(?:average|avg|mean|median|rate|price|unit|per|quota|index|year|date|no|nr|id|rank|age|change|growth|factor|ratio"
    r"|durchschnitt|mittel|satz|einzelpreis|preis|quote|jahr|datum|rang|alter|veränderung|wachstum|faktor|je|pro"
    r"|einheit|pos)\b|平均|単価|单价|率|年度|日付|日期|番号|编号|序号|順位|排名|年齢|年龄|増減|增减|前年比|同比",
    re.IGNORECASE,
)
_SCALED = re.compile(
    r"\b(?:thousands?|millions?|billions?|mn|bn|tsd|mio|mrd|k€|t€|teur|rounded|gerundet)\b|千円|百万円|億円|万円|万元|亿元|千元|百万|四捨五入|四舍五入",
    re.IGNORECASE,
)
_EXACT = 1_000  # whole figures below it are counts, which nobody rounds
_LARGEST_ERROR = Decimal("0.25")  # of a total; rows that are further from it are some of many
_FEWEST_FIGURES = 3  # of a row with a total, that one included
_FEWEST_ROWS, _MOST_WRONG = 3, 0.34  # of a table whose rows add up to a column
_HUNDRED = 100


class _Wrong(NamedTuple):
    """A total beside what its figures add up to."""

    total: Cell
    first: Cell
    last: Cell
    value: Decimal
    step: Decimal
    point: str


class _Found(NamedTuple):
    """What is wrong with the totals of a table, and which of them add up."""

    wrong: tuple[_Wrong, ...] = ()
    fitting: frozenset[Cell] = frozenset()


def totals_that_do_not_add_up(text: str) -> Iterator[InnerFinding]:
    """Yield the totals in tables of a text that differ from the sum of their figures by more than rounding."""
    for table in tables_of(text):
        by_rows, by_columns = _of_rows(table, text), _of_columns(table)
        fitting = by_rows.fitting | by_columns.fitting
        for wrong in (*by_rows.wrong, *by_columns.wrong):
            if wrong.total in fitting:  # another cell is wrong then
                continue
            words = written(wrong.value, wrong.step, wrong.total.words, wrong.point)
            reason = UserText("The figures add up to {sum}, not to {total}.", sum=words, total=wrong.total.words)
            other = (wrong.first.start, wrong.last.end)
            yield InnerFinding(InnerKind.TOTAL, wrong.total.start, wrong.total.end, reason, other)


# -- rows


def _of_rows(table: Table, text: str) -> _Found:
    """Return which figures of total rows differ from what stands above them.

    In a table of several columns one of them must add up: else its rows are only some of those that count.
    """
    labels = [next((cell.words for cell in row if cell.words), "") for row in table.rows]
    totals = [number for number, label in enumerate(labels) if _TOTAL.match(label)]
    if not totals or any(map(_PART.search, labels)):
        return _Found()
    width = max(map(len, table.rows))
    columns = [[row[column] if column < len(row) else Cell("", 0, 0) for row in table.rows] for column in range(width)]
    verdicts = list[_Wrong | Cell]()
    for column, cells in enumerate(columns):
        head = table.head[column].words if column < len(table.head) else ""
        if not column or _NO_SUM.search(head):
            continue
        is_rounded = bool(_SCALED.search(head) or _SCALED.search(_around(table, text)))
        for number in totals:
            if figure(cells[number].words, ".") or figure(cells[number].words, ","):
                verdicts += _row_verdicts(cells, totals, number, is_rounded=is_rounded)
    wrong = tuple(one for one in verdicts if isinstance(one, _Wrong))
    fitting = frozenset(one for one in verdicts if isinstance(one, Cell))
    return _Found(wrong if fitting or len(verdicts) == 1 else (), fitting)


def _around(table: Table, text: str) -> str:
    """Return the lines above a table, which may say that it is in thousands."""
    start = table.head[0].start if table.head else 0
    return text[max(0, start - 200) : start].rsplit("\n\n", 2)[-1] + " ".join(cell.words for cell in table.head)


def _row_verdicts(
    cells: Sequence[Cell], totals: Sequence[int], number: int, *, is_rounded: bool
) -> Iterator[_Wrong | Cell]:
    """Yield a total that fits in some way, what is wrong with it for one that does not; nothing if unclear."""
    found: _Wrong | None = None
    for point in (".", ","):
        read = [_read(cell.words, point) for cell in cells[: number + 1]]
        if any(one is None for one in read):
            continue
        figures = [one for one in read if one is not None]
        total = figures[number]
        is_percent = "%" in cells[number].words or "％" in cells[number].words
        if is_percent and total.value != _HUNDRED:
            return
        ways = list(_summed(totals, number))
        if any(_fits(figures, way, total, is_rounded=is_rounded or is_percent) for way in ways):
            yield cells[number]
            return
        told = [[place for place in way if not is_blank(cells[place].words)] for way in ways]
        sums = [(sum((figures[place].value for place in way), Decimal()), way) for way in told if len(way) > 1]
        value, way = min(sums, key=lambda one: abs(one[0] - total.value), default=(Decimal(), []))
        if way and abs(value - total.value) <= _LARGEST_ERROR * abs(total.value):
            step = min(figures[place].step for place in (*way, number))
            found = _Wrong(cells[number], cells[way[0]], cells[way[-1]], value, step, point)
    if found is not None:
        yield found


def _summed(totals: Sequence[int], number: int) -> Iterator[list[int]]:
    """Yield the rows that a total row may add up, the most likely ones first."""
    above = [place for place in totals if place < number]
    last = above[-1] if above else -1
    plain = [place for place in range(number) if place not in totals]
    since = [place for place in plain if place > last]
    yield from (
        way for way in (since, plain, above, [*above[-1:], *since], [*above, *since], list(range(number))) if way
    )


def _read(words: str, point: str) -> Figure | None:
    return Figure(Decimal(), Decimal(0)) if is_blank(words) else figure(words, point)


def _fits(figures: Sequence[Figure], way: Sequence[int], total: Figure, *, is_rounded: bool) -> bool:
    summed = [figures[place] for place in way]
    return abs(sum((one.value for one in summed), Decimal()) - total.value) <= _rounding(summed, total, is_rounded)


def _rounding(summed: Sequence[Figure], total: Figure, is_rounded: bool) -> Decimal:  # noqa: FBT001 - of one column
    """Return how far a total may be from its figures when each of them was rounded: half of the last decimal each."""
    every = [*summed, total]
    is_whole = all(one.step in (0, 1) for one in every)
    if is_whole and not is_rounded and all(abs(one.value) < _EXACT for one in every):
        return Decimal()
    return sum((one.step for one in every), Decimal()) / 2


# -- columns


def _of_columns(table: Table) -> _Found:
    """Return which figures of a total column differ from those before them, where most of its rows do add up."""
    last = len(table.head) - 1
    if last < _FEWEST_FIGURES or not _TOTAL.match(table.head[last].words):
        return _Found()
    rows = [row for row in table.rows if len(row) == last + 1]
    for point in (".", ","):
        read = [[_read(cell.words, point) for cell in row[1:]] for row in rows]
        if len(rows) < _FEWEST_ROWS or any(one is None for row in read for one in row):
            continue
        figures = [[one for one in row if one is not None] for row in read]
        wrong = [number for number, row in enumerate(figures) if not _adds_up(row)]
        if len(wrong) > _MOST_WRONG * len(rows):
            return _Found()
        fitting = frozenset(cells[last] for number, cells in enumerate(rows) if number not in wrong)
        return _Found(tuple(_wrong_row(rows[number], figures[number], point) for number in wrong), fitting)
    return _Found()


def _wrong_row(cells: Sequence[Cell], figures: Sequence[Figure], point: str) -> _Wrong:
    value = sum((one.value for one in figures[:-1]), Decimal())
    return _Wrong(cells[-1], cells[1], cells[-2], value, min(one.step for one in figures), point)


def _adds_up(row: Sequence[Figure]) -> bool:
    return _fits(row, range(len(row) - 1), row[-1], is_rounded=any(one.step not in (0, 1) for one in row))
