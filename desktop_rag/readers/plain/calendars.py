"""Calendars and address books (ICS, VCF): a readable block for each entry, without the pictures.

What a person would be told of an entry stands in its first line, “Rope auction, 2 April 2024, 14:00, Old granary”;
descriptions stand below it. Identifiers and stamps of programs are left out.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from desktop_rag.core.schema import Document
from desktop_rag.readers.plain import text
from desktop_rag.readers.plain.calendar_times import (
    MONTHS,
    duration_in_words,
    duration_of,
    repetition,
    span,
    time_of,
    times_in_words,
    whole_number,
)
from desktop_rag.readers.plain.content_lines import Component, Property, components, readable

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
