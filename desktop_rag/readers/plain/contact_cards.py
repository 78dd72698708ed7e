"""Cards of address books in words: a line for each person or firm, with all that can be called or written to."""

import re
from collections.abc import Iterator

from desktop_rag.readers.plain.calendar_times import MONTHS, time_of
from desktop_rag.readers.plain.content_lines import Component, Property

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
    """Return what a card is called: as it is shown, or made of its parts."""
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
    """Return what a line of a card says."""
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
    """Return what kinds an address or number is of, in words."""
    found = [_TYPES.get(kind, kind if kind in _RELATIONS else "") for kind in one.types]
    preferred = "pref" in one.types or one.parameter("PREF") == "1"
    return [*dict.fromkeys(kind for kind in found if kind), *(["preferred"] if preferred else [])]


def _plain_label(label: str) -> str:
    """Return the label that a person or program gave a line."""
    match = _LABEL.fullmatch(label.strip())
    return (match[1] if match else label).strip().lower() if match else label.strip()
