"""Dates as they are written in several languages."""

import calendar
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace

_MONTHS = (
    "january jan januar jänner janvier janv enero ene",
    "february feb februar février févr febrero",
    "march mar märz mär mars marzo",
    "april apr avril avr abril abr",
    "may mai mayo",
    "june jun juni juin junio",
    "july jul juli juillet juil julio",
    "august aug août agosto ago",
    "september sep sept septembre septiembre",
    "october oct oktober okt octobre octubre",
    "november nov novembre noviembre",
    "december dec dezember dez décembre déc diciembre dic",
)
_NUMBER_OF = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
_NAMES = "|".join(sorted(_NUMBER_OF, key=len, reverse=True))
_NAME = rf"(?P<name>{_NAMES})"
_DAY = r"(?P<day{}>[0-3]?\d)(?:st|nd|rd|th|er|\.|º)?"
_YEAR = r"(?P<year{}>[12]\d{{3}})"
_DATES = (
    re.compile(
        rf"\b(?:{_DAY.format(1)}\s+(?:de\s+|(?:day\s+)?of\s+)?)?{_NAME}\b\.?(?:\s+{_DAY.format(2)}(?!\d))?"
        rf"(?:,?\s+(?:de\s+|del\s+)?{_YEAR.format(1)}\b)?",
        re.IGNORECASE,
    ),
    re.compile(rf"{_YEAR.format(1)}\s*年\s*(?P<month>[01]?\d)\s*月(?:\s*{_DAY.format(1)}\s*日)?"),
    re.compile(
        r"(?P<era>令和|平成|昭和)\s*(?P<of_era>\d{1,2}|元)\s*年\s*(?P<month>[01]?\d)\s*月(?:\s*(?P<day1>[0-3]?\d)\s*日)?"
    ),
    re.compile(r"(?P<month>[01]?\d)\s*月\s*(?P<day1>[0-3]?\d)\s*日"),
    re.compile(rf"\b{_YEAR.format(1)}-(?P<month>[01]\d)-{_DAY.format(1)}\b"),
    re.compile(rf"(?<![\d.])(?P<day1>[0-3]?\d)\.\s?(?P<month>[01]?\d)\.\s?{_YEAR.format(1)}(?![\d.]\d)"),
)
_FIGURES = (  # 03/04/2024, 3-4-24, 3.4.24; 2024/4/3, 2024.4.3
    re.compile(
        r"(?<![\w./-])(?P<one>[0-3]?\d)(?P<mark>[./-])(?P<two>[0-3]?\d)(?P=mark)(?P<year>[12]\d{3}|\d\d)(?![\w/-]|\.\d)"
    ),
    re.compile(
        r"(?<![\w./-])(?P<first>[12]\d{3})(?P<mark>[./])(?P<two>[01]?\d)(?P=mark)(?P<one>[0-3]?\d)(?![\d/-]|\.\d)"
    ),
)
_HYPHENED = re.compile(rf"(?<![\w-])(?P<day1>[0-3]?\d)-{_NAME}-(?P<year1>[12]\d{{3}}|\d\d)(?![\w-])", re.IGNORECASE)
_HAN_DATE = re.compile(
    r"(?P<year>[〇○零一二三四五六七八九]{4})年(?P<month>[一二三四五六七八九十]{1,2})月(?:(?P<day>[一二三四五六七八九十]{1,3})[日号])?"
)
_HAN_FIGURES = {character: value for value, character in enumerate("〇一二三四五六七八九")} | {
    "零": 0,
    "○": 0,
    "十": 10,
}
_FIRST_DAY = re.compile(
    r"(?<![\w.,/-])(?P<day>[0-3]?\d)(?:st|nd|rd|th|\.)?\s?(?:-|–|—|to|and|bis|und|au|al)\s?\Z", re.IGNORECASE
)
_LAST_DAY = re.compile(
    r"\s?(?:-|–|—|～|〜|~|至|から|to)\s?(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
    rf"(?:日|(?!\w|[./:]\d|\.?\s?(?:{_NAMES})\b))(?:,?\s(?P<year>[12]\d{{3}})\b)?",
    re.IGNORECASE,
)
_CENTURY = 70  # of two figures, from here on the last one
_BEFORE_ERA = {"令和": 2018, "平成": 1988, "昭和": 1925}  # the year before its first
_NO_DATES = frozenset("may mai mar mars jan dec sep ago ene dic jun jul".split())  # words and names, without a number


@dataclass(frozen=True, slots=True)
class Date:
    """A month with its day and year, 0 where they are not written, at ``start`` to ``end`` of a text."""

    start: int
    end: int
    year: int
    month: int
    day: int

    def agrees(self, other: "Date") -> bool:
        """Return True if the dates agree in all parts that both have."""
        return (
            self.month == other.month
            and (not self.day or not other.day or self.day == other.day)
            and (not self.year or not other.year or self.year == other.year)
        )

    def is_told_by(self, other: "Date") -> bool:
        """Return True if the other date agrees and has all parts of this one."""
        return self.agrees(other) and (not self.day or bool(other.day)) and (not self.year or bool(other.year))


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date at ``start`` to ``end`` of a text as it may be read: 03/04/2024 has two readings, the day first in one.

    ``mark`` is what stands between its figures ("" beside the name of a month); ``until`` the last day where it says
    several, as “12–13 October 2024” does. ``is_day_first`` is true of the first reading.
    """

    start: int
    end: int
    readings: tuple[Date, ...]
    mark: str = ""
    until: Date | None = None
    is_day_first: bool = True

    def moved(self, by: int) -> "WrittenDate":
        """Return the date where it stands in the text of which its own is a part, ``by`` characters from its start."""
        return replace(self, start=self.start + by, end=self.end + by)


def date_ranges(text: str) -> list[tuple[int, int]]:
    """Return the ranges of dates with a month."""
    return [(date.start, date.end) for date in dates(text)]


def dates(text: str) -> list[Date]:
    """Return the dates of a text that name a month, in order."""
    found: list[Date] = []
    for pattern in _DATES:
        for match in pattern.finditer(text):
            if date := _date(match):
                _keep(found, date)
    return found


def written_dates(text: str) -> list[WrittenDate]:
    """Return all dates of a text, those in figures as well, in order; only days that there are."""
    found: list[WrittenDate] = []
    for date in dates(text):
        if (one := _whole(text, date)) is not None:
            _keep(found, one)
    for one in _in_figures(text):
        _keep(found, one)
    return found


def _keep(found: list[Date] | list[WrittenDate], date: Date | WrittenDate) -> None:
    """Put a date in its place, unless another one stands there."""
    place = bisect_left(found, date.start, key=lambda one: one.start)
    is_free = place == len(found) or date.end <= found[place].start
    if is_free and (not place or found[place - 1].end <= date.start):
        found.insert(place, date)  # type: ignore[arg-type] # a list of one kind, and one of that


def _whole(text: str, date: Date) -> WrittenDate | None:
    """Return a date that names a month, with the other day where it says two; None if there is no such day."""
    if not _exists(date):
        return None
    if date.day and (first := _FIRST_DAY.search(text[max(0, date.start - 12) : date.start])):
        begin = Date(max(0, date.start - 12) + first.start("day"), date.end, date.year, date.month, int(first["day"]))
        if begin.day < date.day and _exists(begin):
            return WrittenDate(begin.start, date.end, (begin,), until=date)
    if date.day and (last := _LAST_DAY.match(text, date.end)):
        year = date.year or int(last["year"] or 0)
        until = Date(date.start, last.end(), year, date.month, int(last["day"]))
        if date.day < until.day and _exists(until) and not (date.year and last["year"]):
            return WrittenDate(
                date.start, last.end(), (Date(date.start, date.end, year, date.month, date.day),), until=until
            )
    return WrittenDate(date.start, date.end, (date,))


def _in_figures(text: str) -> Iterator[WrittenDate]:
    for match in _FIGURES[0].finditer(text):
        one, two, year = int(match["one"]), int(match["two"]), _year(match["year"])
        orders = [(one, two)] if match["mark"] == "." or one == two else [(one, two), (two, one)]
        every = [Date(*match.span(), year, month, day) for day, month in orders if day]
        if readings := tuple(date for date in every if _exists(date)):
            yield WrittenDate(*match.span(), readings, match["mark"], is_day_first=readings[0] is every[0])
    for match in _FIGURES[1].finditer(text):
        date = Date(*match.span(), int(match["first"]), int(match["two"]), int(match["one"]))
        if _exists(date) and date.day:
            yield WrittenDate(*match.span(), (date,))
    for match in _HYPHENED.finditer(text):
        date = Date(*match.span(), _year(match["year1"]), _NUMBER_OF[match["name"].casefold()], int(match["day1"]))
        if _exists(date):
            yield WrittenDate(*match.span(), (date,))
    for match in _HAN_DATE.finditer(text):
        year = int("".join(str(_HAN_FIGURES[one]) for one in match["year"]))
        date = Date(*match.span(), year, _han(match["month"]), _han(match["day"] or ""))
        if _exists(date):
            yield WrittenDate(*match.span(), (date,))


def _year(figures: str) -> int:
    return int(figures) if len(figures) > 2 else int(figures) + (1900 if int(figures) >= _CENTURY else 2000)


def _han(numeral: str) -> int:
    """Read 八, 十八, 二十 and 三十一; 0 for nothing."""
    tens, ten, ones = numeral.rpartition("十") if "十" in numeral else ("", "", numeral)
    return (_HAN_FIGURES.get(tens, 1) * 10 if ten else 0) + _HAN_FIGURES.get(ones, 0)


def _exists(date: Date) -> bool:
    """Return True if a month has such a day; 0 stands for what is not written."""
    if not 1 <= date.month <= 12:
        return False
    return date.day <= (calendar.monthrange(date.year, date.month)[1] if date.year else 29 if date.month == 2 else 31)


def _date(match: re.Match[str]) -> Date | None:
    parts = {key: value for key, value in match.groupdict().items() if value}
    name = parts.get("name", "").casefold()
    day, year = int(parts.get("day1", parts.get("day2", 0))), int(parts.get("year1", 0))
    if era := parts.get("era"):
        year = _BEFORE_ERA[era] + (1 if parts["of_era"] == "元" else int(parts["of_era"]))
    if (name in _NO_DATES and not (day or year)) or parts.get("name") == "may":
        return None
    month = _NUMBER_OF.get(name) or int(parts.get("month", 0))
    return Date(match.start(), match.end(), year, month, day) if 1 <= month <= 12 and day <= 31 else None
