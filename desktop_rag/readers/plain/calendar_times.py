"""Days, times, durations and repetitions of calendars (RFC 5545) in words."""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from desktop_rag.readers.plain.content_lines import Property

MONTHS = (
    "January February March April May June July August September October November December".split()
)  # fmt: skip
_DAYS = {
    "MO": "Monday", "TU": "Tuesday", "WE": "Wednesday", "TH": "Thursday", "FR": "Friday", "SA": "Saturday",
    "SU": "Sunday",
}  # fmt: skip
_UNITS = {
    "YEARLY": "year", "MONTHLY": "month", "WEEKLY": "week", "DAILY": "day", "HOURLY": "hour", "MINUTELY": "minute",
    "SECONDLY": "second",
}  # fmt: skip
_TIME = re.compile(  # 20240131T094500Z, 2024-01-31
    r"(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d+)?(Z|[+-]\d\d:?\d\d)?)?", re.IGNORECASE
)
# P1W, -PT15M
_DURATION = re.compile(
    r"([+-])?P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?", re.IGNORECASE
)
# MO, -1FR
_WEEKDAY = re.compile(r"([+-]?[1-9][0-9]?)?(MO|TU|WE|TH|FR|SA|SU)")
_WHOLE_NUMBER = re.compile(r"[+-]?\d{1,9}", re.ASCII)
_MONTH_NUMBERS = frozenset(map(str, range(1, 13))) | {f"0{month}" for month in range(1, 10)}
_WORKDAYS = {"MO", "TU", "WE", "TH", "FR"}


@dataclass(frozen=True, slots=True)
class Time:
    """A day, or a time of it; ``zone`` is "UTC", a difference to it, or ""."""

    value: datetime
    whole_day: bool
    zone: str = ""

    @property
    def day(self) -> str:
        """The day in words."""
        return f"{self.value.day} {MONTHS[self.value.month - 1]} {self.value.year}"

    @property
    def clock(self) -> str:
        """The time of the day."""
        return f"{self.value:%H:%M}{f' {self.zone}' if self.zone else ''}"

    def __str__(self) -> str:
        return self.day if self.whole_day else f"{self.day}, {self.clock}"


def time_of(text: str) -> Time | None:
    """Return the day or time that a value stands for, None when it is none."""
    match = _TIME.fullmatch(text.strip())
    if match is None:
        return None
    year, month, day, hour, minute, second, zone = match.groups()
    try:
        # a leap second, 60, has no datetime
        value = datetime(int(year), int(month), int(day), int(hour or 0), int(minute or 0), min(59, int(second or 0)))  # noqa: DTZ001 - as it is written, in whatever zone
    except ValueError:
        return None
    return Time(value, hour is None, {"": "", "Z": "UTC"}.get((zone or "").upper(), f"UTC{zone}"))


def whole_number(text: str) -> int | None:
    """Return the number that ASCII digits with or without a sign stand for, None for anything else."""
    return int(text) if _WHOLE_NUMBER.fullmatch(text) else None


def times_in_words(one: Property) -> str:
    """Return the days or times of a line in words, as they are written where they are none."""
    return ", ".join(str(time_of(part) or part) for part in re.split(r"[,/]", one.text))


def span(start: Time, end: Time | None, duration: timedelta | None) -> str:
    """Return from when to when something takes; a whole day ends before the day that its end names."""
    if end is None and duration:
        with suppress(OverflowError):  # a duration that leads beyond the year 9999 is no end
            end = Time(start.value + duration, start.whole_day, start.zone)
    if start.whole_day:
        if end is None or not end.whole_day or end.value - start.value <= timedelta(days=1):
            return start.day
        return f"{start.day} to {Time(end.value - timedelta(days=1), whole_day=True).day}"
    if end is None or end.value == start.value:
        return str(start)
    if end.value.date() == start.value.date() and end.zone == start.zone:
        return f"{start.day}, {start.value:%H:%M}–{end.clock}"
    return f"{start} to {end}"


def duration_of(text: str) -> timedelta | None:
    """Return the length of a duration, negative where it counts back; None when it is none."""
    match = _DURATION.fullmatch(text.strip())
    if match is None or not any(match.groups()[1:]):
        return None
    weeks, days, hours, minutes, seconds = (int(part or 0) for part in match.groups()[1:])
    try:
        found = timedelta(days=7 * weeks + days, hours=hours, minutes=minutes, seconds=seconds)
    except OverflowError:
        return None
    return -found if match[1] == "-" else found


def duration_in_words(length: timedelta) -> str:
    """Return a duration in words, such as "1 day 2 hours"."""
    rest = abs(int(length.total_seconds()))
    parts = []
    for unit, seconds in (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)):
        count, rest = divmod(rest, seconds)
        if count:
            parts.append(_counted(count, unit))
    return " ".join(parts) or "0 minutes"


def repetition(rule: str) -> str:
    """Return a rule of repetition (RRULE) in words."""
    parts = dict(part.split("=", 1) for part in rule.upper().split(";") if "=" in part)
    unit = _UNITS.get(parts.get("FREQ", ""))
    if unit is None:
        return f"repeated: {rule}"
    interval = whole_number(parts.get("INTERVAL", "")) or 1
    words = [f"every {unit}" if interval == 1 else f"every {interval} {unit}s"]
    words += _on_days(parts)
    if months := [MONTHS[int(month) - 1] for month in parts.get("BYMONTH", "").split(",") if month in _MONTH_NUMBERS]:
        words.append(f"in {_listed(months)}")
    if end := time_of(parts.get("UNTIL", "")):
        words.append(f"until {end.day}")
    if count := whole_number(parts.get("COUNT", "")):
        words.append(_counted(count, "time"))
    return " ".join(words)


def _on_days(parts: dict[str, str]) -> list[str]:
    """Return the days that a rule names, in words."""
    days = [match.groups() for match in map(_WEEKDAY.fullmatch, parts.get("BYDAY", "").split(",")) if match]
    places = list(filter(None, map(whole_number, parts.get("BYSETPOS", "").split(","))))
    if {name for _, name in days} == _WORKDAYS and not any(place for place, _ in days):
        found = [f"on the {_listed([ordinal(place) for place in places])} working day" if places else "on working days"]
    elif places and days:
        found = [f"on the {_listed([ordinal(place) for place in places])} {_listed([_DAYS[name] for _, name in days])}"]
    else:
        named = [f"the {ordinal(int(place))} {_DAYS[name]}" if place else _DAYS[name] for place, name in days]
        found = [f"on {_listed(named)}"] if named else []
    numbers = list(filter(None, map(whole_number, parts.get("BYMONTHDAY", "").split(","))))
    if numbers:
        found.append(f"on the {_listed([f'{ordinal(day)} day' if day < 0 else ordinal(day) for day in numbers])}")
    return found


def ordinal(number: int) -> str:
    """Return the ordinal of a number; negative ones count from the end."""
    if number < 0:
        return "last" if number == -1 else f"{ordinal(-number)} last"
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
