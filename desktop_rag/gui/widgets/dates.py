"""Dates as the person's country writes them: “22 November 2026”, “November 22, 2026”, “2026年11月22日”."""

import datetime as dt
import re
from functools import cache

from PySide6.QtCore import QDate, QLocale

_WEEKDAY = re.compile(r"[\s,،、]*dddd(?:ที่)?[\s,،、]*")
_PART = re.compile(r"y+|M+|d+|(?:'[^']*'|[^'yMd])+")  # a field, or what stands between two


def written(date: dt.date, *, short: bool = False, year: bool = True, day: bool = True) -> str:
    """Return a date with the name of its month, ``short`` with the short one, on request without year or day."""
    pattern = _pattern(QLocale().name(), year=year, day=day)
    shown = pattern.replace("MMMM", "MMM") if short else pattern
    return QLocale().toString(QDate(date.year, date.month, date.day), shown)


@cache
def _pattern(locale: str, *, year: bool, day: bool) -> str:
    """Return the long format of a country without the day of the week and what else is not wanted."""
    parts = _PART.findall(_WEEKDAY.sub("", QLocale(locale).dateFormat(QLocale.FormatType.LongFormat)))
    for field, wanted in (("y", year), ("d", day)):
        if not wanted:
            parts = _without(parts, field)
    return "".join(parts).strip()


def _without(parts: list[str], field: str) -> list[str]:
    """Leave a field out, with what follows it; with what precedes it, where it comes last or nothing else does."""
    place = next((place for place, part in enumerate(parts) if part[0] == field), None)
    if place is None:
        return parts
    before, after = parts[:place], parts[place + 1 :]
    if not after or len(before) == 1:
        before = before[:-1]
    return before + after[1:]
