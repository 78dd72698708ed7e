"""The periods that columns of reports are named after, and which of two counts: the latest, then the longest."""

import re
from typing import NamedTuple

from desktop_rag.text.dates import written_dates

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
    years = years_of(head)
    if not days and not years:
        return None
    end = max(((day.year, day.month, day.day) for day in days), default=(max(years, default=0), 0, 0))
    said = _HALF_YEAR.sub("H1", head)
    months = next((months for months, pattern in _SPAN_PATTERNS if pattern.search(said)), 0)
    return Period(_PLANNED.search(head) is None, *end, months)


def years_of(text: str) -> frozenset[int]:
    """Return the years that a text names."""
    return frozenset(map(int, _YEAR.findall(text)))
