"""Dates with a month must stand in the source as they are, however they are written."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_rag.citations.checks.base import BaseCheck, Evidence, Finding

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
    re.compile(r"(?P<month>[01]?\d)\s*月\s*(?P<day1>[0-3]?\d)\s*日"),
    re.compile(rf"\b{_YEAR.format(1)}-(?P<month>[01]\d)-{_DAY.format(1)}\b"),
)
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
        """Whether the other date is the same as far as both tell."""
        return (
            self.month == other.month
            and (not self.day or not other.day or self.day == other.day)
            and (not self.year or not other.year or self.year == other.year)
        )

    def is_told_by(self, other: "Date") -> bool:
        """Whether the other date tells all that this one does."""
        return self.agrees(other) and (not self.day or bool(other.day)) and (not self.year or bool(other.year))


class DateCheck(BaseCheck):
    """Finds dates that the passage does not have."""

    crosses_languages = True

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield each date without support, with the source's date that stands in its place."""
        wanted = dates(evidence.sentence)
        if not wanted:
            return
        given = dates(evidence.source)
        elsewhere = dates(evidence.passage)
        for date in wanted:
            if any(date.agrees(one) for one in given):
                continue
            instead = _instead(date, given, evidence)
            if instead is None and any(date.is_told_by(one) for one in elsewhere):
                continue
            reason = (
                f"The source says {evidence.source[instead.start : instead.end]}."
                if instead
                else "The source does not give this date."
            )
            yield Finding(date.start, date.end, reason, refutes=instead is not None)


def _instead(date: Date, given: Sequence[Date], evidence: Evidence) -> Date | None:
    """Return the source's date that stands where this one does."""
    change = evidence.words.change_at(date.start, date.end)
    if change is None:
        return None
    return next((one for one in given if one.start <= change.source_end and change.source_start <= one.end), None)


def date_ranges(text: str) -> list[tuple[int, int]]:
    """Return where dates with a month stand."""
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
    if (name in _NO_DATES and not (day or year)) or parts.get("name") == "may":
        return None
    month = _NUMBER_OF.get(name) or int(parts.get("month", 0))
    return Date(match.start(), match.end(), year, month, day) if 1 <= month <= 12 and day <= 31 else None
