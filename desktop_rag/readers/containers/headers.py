"""Texts in messages: encoded words, charsets that are missing or wrong."""

import re
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message  # noqa: TC003 - part of a public type
from typing import TypeAlias

from desktop_rag.text.encodings import in_charset

_QUOTES = re.compile(r"\"\s*'?([^\"]*?)'?\s*\"")
AnyMessage: TypeAlias = "Message[str, str]"


def header(message: AnyMessage, key: str) -> str:
    """Return a header as text, "" when there is none; several of the same name are joined."""
    values = [value for name, value in message.raw_items() if name.lower() == key.lower()]
    return ", ".join(text for value in values if (text := " ".join(decoded_words(str(value)).split())))


def people(message: AnyMessage, key: str) -> str:
    """Return who a header names, without quotation marks."""
    return _QUOTES.sub(r"\1", header(message, key)).strip()


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
