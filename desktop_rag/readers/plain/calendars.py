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
    duration_in_words,
    duration_of,
    repetition,
    span,
    time_of,
    times_in_words,
)
from desktop_rag.readers.plain.contact_cards import card_in_words
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
    if percent.isdigit() and 0 < int(percent) < 100:
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
    """Yield who arranges an entry, and what else is known of it."""
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
    """Return a person's name and address, and what was answered."""
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
