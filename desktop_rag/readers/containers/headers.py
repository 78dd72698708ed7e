"""Texts in messages: encoded words, charsets that are missing or wrong."""

import re
from datetime import UTC, datetime
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message  # noqa: TC003 - part of a public type
from email.utils import parsedate_to_datetime
from typing import TypeAlias

from desktop_rag.text.encodings import in_charset

_YEARS = range(1970, 2100)  # mail is younger, and clocks that are wrong say anything
_QUOTED = re.compile(r"\"([^\"]*)\"")
AnyMessage: TypeAlias = "Message[str, str]"


def header(message: AnyMessage, key: str) -> str:
    """Return a header as text, "" when there is none; several of the same name are joined."""
    values = [value for name, value in message.raw_items() if name.lower() == key.lower()]
    return ", ".join(text for value in values if (text := " ".join(decoded_words(str(value)).split())))


def people(message: AnyMessage, key: str) -> str:
    """Return the people a header names, without quotation marks."""
    return _QUOTED.sub(_unquoted, header(message, key)).strip()


def _unquoted(quoted: re.Match[str]) -> str:
    """Return a name without its quotation marks, of which some programs write two pairs."""
    return quoted[1].strip().removeprefix("'").removesuffix("'")


def sent(message: AnyMessage) -> str:
    """Return the date a message was sent, by its headers: its program's, else the last server's."""
    dates = [decoded_words(str(value)) for value in message.get_all("date", [])]
    arrivals = [str(value).rpartition(";")[2] for value in message.get_all("received", [])]
    readable = (text for text in map(str.strip, (*dates, *arrivals)) if read_date(text))
    return next(readable, " ".join(" ".join(dates).split()))


def read_date(text: str) -> datetime | None:
    """Return the time in a header, None when it cannot be read or cannot be meant; without a zone it is UTC."""
    for read in (parsedate_to_datetime, datetime.fromisoformat):
        try:
            when = read(text.strip())
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
        when = when if when.tzinfo else when.replace(tzinfo=UTC)
        return when if when.year in _YEARS and as_time(when) is not None else None
    return None


def as_time(when: datetime | None) -> float | None:
    """Return a time in seconds since 1970, None when there is none."""
    try:
        return when.timestamp() if when else None
    except (OverflowError, OSError, ValueError):
        return None


def decoded_words(value: str) -> str:
    """Return a header's value with its encoded words decoded."""
    if any("\udc80" <= char <= "\udcff" for char in value):
        value = in_charset(value.encode("utf-8", "surrogateescape"), "")
    if "=?" not in value:
        return value
    try:
        pieces = decode_header(value)
    except (HeaderParseError, ValueError):
        return value
    return "".join(
        in_charset(piece, charset or "") if isinstance(piece, bytes) else str(piece) for piece, charset in pieces
    )
