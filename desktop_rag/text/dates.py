"""Dates that name a month, as they are written in several languages."""

import re
from dataclasses import dataclass

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
_NAME = rf"(?P<name>{'|'.join(sorted(_NUMBER_OF, key=len, reverse=True))})"
_DAY = r"(?P<day{}>[0-3]?\d)(?:st|nd|rd|th|er|\.|º)?"
_YEAR = r"(?P<year{}>[12]\d{{3}})"
_DATES = (
    re.compile(
        rf"\b(?:{_DAY.format(1)}\s+(?:de\s+)?)?{_NAME}\b\.?(?:\s+{_DAY.format(2)}(?!\d))?"
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


def date_ranges(text: str) -> list[tuple[int, int]]:
    """Return the ranges of dates with a month."""
    return [(date.start, date.end) for date in dates(text)]


def dates(text: str) -> list[Date]:
    """Return the dates of a text that name a month, in order."""
    found: dict[int, Date] = {}
    for pattern in _DATES:
        for match in pattern.finditer(text):
            date = _date(match)
            if date and not any(one.start < date.end and date.start < one.end for one in found.values()):
                found[date.start] = date
    return [found[start] for start in sorted(found)]


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
