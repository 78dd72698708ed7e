"""Which column of a report counts: of figures of several periods in one row, those of the latest."""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from desktop_rag.text.dates import written_dates

if TYPE_CHECKING:
    from desktop_rag.services.review.values import Statement

_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d.,]*\d)")
_PLANNED = re.compile(
    r"\b(?:forecast|outlook|guidance|budget|plan(?:ned)?|target|estimated?|expected|prognose|ausblick|soll|ziel)\b|予想|予算|計画|预算|预测|计划",
    re.IGNORECASE,
)
_SPANS = (  # months; the first that matches
    (12, r"\b(?:12|twelve|zwölf)[\s-]+mon|\b5[23][\s-]+w|\byear(?:s)?\b|\bFY\b|\bannual|jahr\b|通期|年度|全年"),
    (9, r"\b(?:9|nine|neun)[\s-]+mon|\b(?:39|40)[\s-]+w"),
    (6, r"\b(?:6|six|sechs)[\s-]+mon|\b2[67][\s-]+w|\bhalf|\bH[12]\b|halbjahr|半期|上半年|下半年"),
    (3, r"\b(?:3|three|drei)[\s-]+mon|\b1[34][\s-]+w|\bquarter|\bQ[1-4]\b|quartal|四半期|季度"),
)
_SPAN_PATTERNS = tuple((months, re.compile(pattern, re.IGNORECASE)) for months, pattern in _SPANS)
_HALF_YEAR = re.compile(r"halbjahr|half[\s-]+year", re.IGNORECASE)


class Period(NamedTuple):
    """A period that the head of a column names; of two the greater one counts. Unknown parts are 0."""

    is_past: bool
    year: int
    month: int
    day: int
    months: int


def period_of(head: str) -> Period | None:
    """Return the period that a head names, None for none."""
    days = [one.readings[0] for one in written_dates(head) if one.readings[0].year]
    years = [int(one) for one in _YEAR.findall(head)]
    if not days and not years:
        return None
    end = max(((day.year, day.month, day.day) for day in days), default=(max(years, default=0), 0, 0))
    said = _HALF_YEAR.sub("H1", head)
    months = next((months for months, pattern in _SPAN_PATTERNS if pattern.search(said)), 0)
    return Period(_PLANNED.search(head) is None, *end, months)


def of_latest_period(found: Sequence["Statement"], asked: str) -> list["Statement"]:
    """Return statements without those of a row that has one of a later or longer period, or of a year asked for."""
    wanted = {int(year) for year in _YEAR.findall(asked)}
    by_row: dict[tuple[int, int], list[tuple[Statement, Period]]] = defaultdict(list)
    for one in found:
        if one.column and (period := period_of(one.column)):
            by_row[one.page.number, one.first].append((one, period))
    left_out: set[int] = set()
    for row in by_row.values():
        of_year = [period for _, period in row if period.year in wanted] or [period for _, period in row]
        latest = max(of_year)
        left_out.update(id(one) for one, period in row if period != latest)
    return [one for one in found if id(one) not in left_out]
