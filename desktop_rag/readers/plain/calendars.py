"""Calendars (ICS) and address books (VCF): a readable block for each entry, without the pictures.

What a person would be told of an entry stands in its first line, “Rope auction, 2 April 2024, 14:00, Old granary”;
descriptions stand below it. Identifiers and stamps of programs are left out. Days, times, durations and repetitions are
written in words.
"""

import quopri
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from desktop_rag.core.schema import Document
from desktop_rag.readers.plain import text
from desktop_rag.text.encodings import in_charset

_KINDS = {"VEVENT": "", "VTODO": "Task: ", "VJOURNAL": "Note: ", "VFREEBUSY": "Busy"}
_STATES = {
    "CANCELLED": "cancelled", "TENTATIVE": "tentative", "NEEDS-ACTION": "to do", "IN-PROCESS": "in progress",
    "COMPLETED": "done", "DRAFT": "draft",
}  # fmt: skip
_ANSWERS = {"accepted": "accepted", "declined": "declined", "tentative": "tentative", "delegated": "delegated"}
_MOST_PEOPLE = 12  # in the first line: more stand below it
_BELOW = {"DESCRIPTION": "", "COMMENT": "Comment: "}
_BLANK_LINES = re.compile(r"\n\s*\n")
_ADDRESS = re.compile(r"mailto:", re.IGNORECASE)
_NAMES = {
    "TEL": "telephone", "EMAIL": "e-mail", "ADR": "address", "LABEL": "address", "URL": "web", "BDAY": "birthday",
    "ANNIVERSARY": "anniversary", "DEATHDATE": "died", "NICKNAME": "nickname", "NOTE": "note", "ROLE": "role",
    "IMPP": "messages", "X-JABBER": "messages", "X-SKYPE": "Skype", "X-AIM": "messages", "LANG": "language",
    "RELATED": "related", "CATEGORIES": "categories", "GENDER": "gender", "TZ": "time zone", "GEO": "position",
    "MEMBER": "member", "EXPERTISE": "expertise", "HOBBY": "hobby", "INTEREST": "interest", "BIRTHPLACE": "born in",
    "AGENT": "agent", "CALURI": "calendar", "FBURL": "free and busy times", "X-SOCIALPROFILE": "profile",
    "SOCIALPROFILE": "profile", "CONTACT-URI": "contact", "X-SPOUSE": "spouse", "X-MANAGER": "manager",
    "X-ASSISTANT": "assistant", "X-ANNIVERSARY": "anniversary", "X-MS-ANNIVERSARY": "anniversary",
    "X-PHONETIC-FIRST-NAME": "first name as it sounds", "X-PHONETIC-LAST-NAME": "last name as it sounds",
    "X-ABDATE": "date", "X-ABRELATEDNAMES": "related",
}  # fmt: skip
_TYPES = {
    "cell": "mobile", "mobile": "mobile", "home": "home", "work": "work", "fax": "fax", "pager": "pager", "car": "car",
    "video": "video", "text": "text messages", "textphone": "textphone", "isdn": "ISDN", "modem": "modem",
    "msg": "voice mail", "main": "main", "dom": "domestic", "intl": "international", "parcel": "parcels",
    "postal": "post", "other": "other", "iphone": "mobile", "bbs": "mailbox",
}  # fmt: skip
_RELATIONS = frozenset("spouse child parent sibling friend colleague emergency agent contact neighbor partner".split())
_LABEL = re.compile(r"_\$!<(.*)>!\$_")
_PART_OF_DATE = re.compile(r"--(\d\d)-?(\d\d)|(\d{4})-(\d\d)|---(\d\d)")
_SCHEME = re.compile(r"(?:tel|mailto|sip|xmpp|geo|urn:uuid):", re.IGNORECASE)
_FOLD = re.compile(r"\n[ \t]")
_QUOTED = re.compile(
    r"^([\w.-]+)(;[^:\n]*ENCODING=QUOTED-PRINTABLE[^:\n]*|;QUOTED-PRINTABLE[^:\n]*):((?:[^\n]*=\n)*[^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
_CHARSET = re.compile(r"CHARSET=([\w-]+)", re.IGNORECASE)
_LINE = re.compile(
    r"(?:[\w-]+\.)?(?P<name>[\w-]+)(?P<parameters>(?:;(?:[^\":;]|\"[^\"]*\")*)*):(?P<value>.*)", re.DOTALL
)
_GROUP = re.compile(r"([\w-]+)\.")
_PARAMETER = re.compile(r";(?:([\w-]+)=)?((?:[^\";]|\"[^\"]*\")*)")
_ESCAPES = re.compile(r"\\([nN,;:\\])")
_BROKEN_DATA = re.compile(r"[A-Za-z0-9+/=\s]{200,}\Z")
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
class Property:
    """A line: its name in capitals, its parameters with values in small letters, and its value as it is written.

    Parameters without a name (vCard 2.1) are types. ``group`` binds lines of a card together.
    """

    name: str
    parameters: dict[str, list[str]]
    value: str
    group: str = ""

    @property
    def text(self) -> str:
        """The value without its escapes, in one line where it has several."""
        return unescaped(self.value)

    @property
    def types(self) -> list[str]:
        """The types of the line, in small letters."""
        return self.parameters.get("TYPE", [])

    def parameter(self, name: str) -> str:
        """Return a parameter as it is written, "" where there is none."""
        return ",".join(self.parameters.get(name, []))

    def fields(self) -> list[str]:
        """Return the parts of a value that semicolons separate."""
        return [unescaped(part).strip() for part in re.split(r"(?<!\\);", self.value)]


@dataclass(slots=True)
class Component:
    """A component between BEGIN and END: its lines, and the components in it."""

    name: str
    properties: list[Property] = field(default_factory=list)
    inner: list["Component"] = field(default_factory=list)

    def first(self, name: str) -> Property | None:
        """Return the first line of a name, None where there is none."""
        return next(self.all(name), None)

    def all(self, *names: str) -> Iterator[Property]:
        """Yield the lines of some names that say something."""
        return (one for one in self.properties if one.name in names and one.value.strip())

    def text(self, name: str) -> str:
        """Return the text of the first line of a name, in one line; "" where there is none."""
        found = self.first(name)
        return " ".join(found.text.split()) if found is not None else ""


def load_data(path: Path) -> Iterator[Document]:
    """Yield calendars and address books as blocks of text, one for each entry; see ``readers.base.Reader``."""
    source = text.without_data("".join(text.pieces(path)))
    blocks = [block for one in components(source) for block in _blocks(one) if block.strip()]
    return text.in_pages(["\n\n".join(blocks)] if blocks else [readable(source)])


def _blocks(component: Component) -> Iterator[str]:
    """Yield the blocks of a calendar or a card."""
    if component.name == "VCARD":
        yield card_in_words(component)
        return
    if component.name in _KINDS:
        yield _entry(component)
        return
    if component.name == "VCALENDAR":
        name = component.text("X-WR-CALNAME") or component.text("NAME")
        about = component.text("X-WR-CALDESC") or component.text("DESCRIPTION")
        yield "\n".join(part for part in (name and f"Calendar: {name}", about) if part)
    for inner in component.inner:
        yield from _blocks(inner)


def _entry(entry: Component) -> str:
    """Return an event, a task or a note."""
    first = ", ".join(
        part
        for part in (
            _KINDS[entry.name] + entry.text("SUMMARY"),
            *_when(entry),
            entry.text("LOCATION"),
            _STATES.get(entry.text("STATUS").upper(), ""),
        )
        if part
    )
    people = [_person(one) for one in entry.all("ATTENDEE")]
    facts = [first, *_repeated(entry), *_more(entry)]
    below: list[str] = []
    if people:
        (facts if len(people) <= _MOST_PEOPLE else below).append(f"with {', '.join(people)}")
    facts += _alarms(entry)
    # a blank line ends the entry
    notes = [one for one in entry.properties if one.name in _BELOW and one.value]
    below += [_BELOW[one.name] + _BLANK_LINES.sub("\n", one.text.strip()) for one in notes]
    return "\n".join(["; ".join(fact for fact in facts if fact), *(line for line in below if line)])


def _when(entry: Component) -> Iterator[str]:
    """Yield when an entry is, is due and was done."""
    start = entry.first("DTSTART")
    if start is not None:
        begin, end = time_of(start.value), entry.first("DTEND")
        length = duration_of(entry.text("DURATION"))
        yield span(begin, time_of(end.value) if end is not None else None, length) if begin else start.text
    for one in entry.all("FREEBUSY"):
        yield times_in_words(one).replace(", ", " to ") if "/" in one.value else times_in_words(one)
    if due := entry.first("DUE"):
        yield f"due {times_in_words(due)}"
    if done := entry.first("COMPLETED"):
        yield f"completed {times_in_words(done)}"
    percent = entry.text("PERCENT-COMPLETE")
    if 0 < (whole_number(percent) or 0) < 100:
        yield f"{percent}% done"


def _repeated(entry: Component) -> Iterator[str]:
    """Yield how an entry repeats itself."""
    for one in entry.all("RRULE"):
        yield repetition(one.value)
    for name, words in (("RDATE", "also on"), ("EXDATE", "not on"), ("RECURRENCE-ID", "in the place of")):
        days = [times_in_words(one) for one in entry.all(name)]
        if days:
            yield f"{words} {', '.join(days)}"


def _more(entry: Component) -> Iterator[str]:
    """Yield the organiser of an entry, and its other details."""
    start = entry.first("DTSTART") or entry.first("DUE")
    if start is not None and (zone := start.parameter("TZID")):
        yield f"time zone {zone.lstrip('/')}"
    for one in entry.all("ORGANIZER"):
        yield f"organized by {_person(one)}"
    for name, words in (("CONTACT", "contact"), ("RESOURCES", "resources"), ("CATEGORIES", "categories")):
        if values := [" ".join(one.text.split()) for one in entry.all(name)]:
            yield f"{words}: {', '.join(values)}"
    if (priority := entry.text("PRIORITY")) not in {"", "0"}:
        yield f"priority {priority}"
    for one in entry.all("URL", "CONFERENCE", "ATTACH"):
        if "CID:" not in one.value.upper():
            yield " ".join(one.text.split())


def _person(one: Property) -> str:
    """Return a person's name and address, and their reply."""
    address, name = _ADDRESS.sub("", one.text.strip(), count=1), one.parameter("CN").strip()
    shown = f"{name} <{address}>" if name and "@" in address and name != address else name or address
    answer = _ANSWERS.get(one.parameter("PARTSTAT"), "")
    return f"{shown} ({answer})" if answer else shown


def _alarms(entry: Component) -> Iterator[str]:
    """Yield when somebody is reminded."""
    for alarm in entry.inner:
        trigger = alarm.first("TRIGGER") if alarm.name == "VALARM" else None
        if trigger is None:
            continue
        length = duration_of(trigger.value)
        if length is None:
            yield f"reminder {times_in_words(trigger)}"
        elif not length:
            yield "reminder at the beginning"
        else:
            end = " the end" if trigger.parameter("RELATED") == "end" else ""
            yield f"reminder {duration_in_words(length)} {'before' if length.days < 0 else 'after'}{end}"


def card_in_words(card: Component) -> str:
    """Return a card in one line; longer notes stand below it."""
    person = [part for part in (_name(card), card.text("TITLE"), *_firms(card)) if part]
    line = [", ".join(dict.fromkeys(person))]
    below: list[str] = []
    labels = {one.group: _plain_label(one.text) for one in card.all("X-ABLABEL") if one.group}
    for one in card.properties:
        if one.name not in _NAMES or not one.value.strip(" ;"):
            continue
        value = _value(one)
        if not value:
            continue
        kinds = [labels[one.group]] if one.group in labels else _kinds(one)
        called = f"{_NAMES[one.name]} ({', '.join(kinds)})" if kinds else _NAMES[one.name]
        (below if "\n" in value or one.name == "NOTE" else line).append(f"{called}: {value}")
    return "\n".join(["; ".join(part for part in line if part), *(f"{text[0].upper()}{text[1:]}" for text in below)])


def _name(card: Component) -> str:
    """Return the name of a card: the displayed one, or one made of its parts."""
    if shown := card.text("FN"):
        return shown
    parts = card.first("N")
    if parts is None:
        return ""
    family, given, middle, before, after = ([*parts.fields(), "", "", "", "", ""])[:5]
    return " ".join(part.replace(",", " ") for part in (before, given, middle, family, after) if part)


def _firms(card: Component) -> Iterator[str]:
    for one in card.all("ORG"):
        yield ", ".join(part for part in one.fields() if part)


def _value(one: Property) -> str:
    """Return the text of a line of a card."""
    if one.name == "ADR":
        # box, extension, street, place, region, code, country
        box, extension, street, place, region, code, country = ([*one.fields(), *[""] * 7])[:7]
        parts = (extension, street, box, " ".join(part for part in (code, place) if part), region, country)
        return ", ".join(" ".join(part.replace("\n", ", ").split()) for part in parts if part)
    if one.name in {"BDAY", "ANNIVERSARY", "DEATHDATE", "X-ANNIVERSARY", "X-MS-ANNIVERSARY", "X-ABDATE"}:
        return _day(one.text)
    if one.name == "GENDER":
        sex, text = ([*one.fields(), ""])[:2]
        return text or {"M": "male", "F": "female", "O": "other", "N": "none"}.get(sex.upper(), "")
    text = _SCHEME.sub("", one.text.strip(), count=1)
    if one.name == "TEL":
        text = text.replace(";ext=", " extension ")
    return text if one.name == "NOTE" else " ".join(text.replace("\n", ", ").split())


def _day(text: str) -> str:
    """Return a day in words, also one without its year."""
    if time := time_of(text):
        return time.day
    match = _PART_OF_DATE.fullmatch(text.strip())
    if match is None:
        return text.strip()
    if match[1] and 1 <= int(match[1]) <= 12:
        return f"{int(match[2])} {MONTHS[int(match[1]) - 1]}"
    return f"{MONTHS[int(match[4]) - 1]} {match[3]}" if match[4] and 1 <= int(match[4]) <= 12 else text.strip()


def _kinds(one: Property) -> list[str]:
    """Return the kinds of an address or number, in words."""
    found = [_TYPES.get(kind, kind if kind in _RELATIONS else "") for kind in one.types]
    preferred = "pref" in one.types or one.parameter("PREF") == "1"
    return [*dict.fromkeys(kind for kind in found if kind), *(["preferred"] if preferred else [])]


def _plain_label(label: str) -> str:
    """Return the label that a person or program gave a line."""
    match = _LABEL.fullmatch(label.strip())
    return (match[1] if match else label).strip().lower() if match else label.strip()


def components(source: str) -> list[Component]:
    """Return the components of a file, without pictures and other data in them; empty where it has none."""
    found: list[Component] = []
    open_ones: list[Component] = []
    for line in _FOLD.sub("", _QUOTED.sub(_unquoted, source)).split("\n"):
        one = _property(line.rstrip("\r"))
        if one is None:
            continue
        if one.name == "BEGIN":
            component = Component(one.value.strip().upper())
            (open_ones[-1].inner if open_ones else found).append(component)
            open_ones.append(component)
        elif one.name == "END":
            while open_ones and open_ones.pop().name != one.value.strip().upper():
                pass
        elif open_ones and not _is_data(one):
            open_ones[-1].properties.append(one)
    return found


def readable(source: str) -> str:
    """Return the lines of a file that has no components, whole and with readable letters, without its data."""
    lines = []
    for line in _FOLD.sub("", _QUOTED.sub(_unquoted, source)).split("\n"):
        one = _property(line)
        if one is None or not _is_data(one):
            lines.append(
                f"{one.name}:{one.text}" if one is not None and "ENCODING" in one.parameters else unescaped(line)
            )
    return "\n".join(lines)


def unescaped(value: str) -> str:
    """Return a value without its escapes."""
    return _ESCAPES.sub(lambda mark: "\n" if mark[1] in "nN" else mark[1], value)


def _property(line: str) -> Property | None:
    match = _LINE.fullmatch(line.strip())
    if match is None:
        return None
    parameters: dict[str, list[str]] = {}
    for name, value in _PARAMETER.findall(match["parameters"]):
        key = name.upper() or "TYPE"
        values = value.replace('"', "") if key in {"CN", "TZID", "LABEL"} else value.replace('"', "").lower()
        parameters.setdefault(key, []).extend([values] if key in {"CN", "TZID", "LABEL"} else values.split(","))
    group = _GROUP.match(line.strip())
    return Property(match["name"].upper(), parameters, match["value"], group[1].lower() if group else "")


def _is_data(one: Property) -> bool:
    """Return True if a line holds a picture, a sound or a key."""
    encoding = one.parameters.get("ENCODING", []) + one.types
    return (
        bool({"b", "base64"}.intersection(encoding))
        or one.value.startswith("data:")
        or _BROKEN_DATA.match(one.value) is not None
    )


def _unquoted(line: re.Match[str]) -> str:
    """Return a line of an address book whose letters were written as numbers."""
    charset = _CHARSET.search(line.group(2))
    value = in_charset(quopri.decodestring(line.group(3).encode()), charset.group(1) if charset else "")
    lines = value.replace("\r\n", "\n").replace("\n", "\\n")
    return f"{line.group(1)}{line.group(2)}:{lines}"


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
