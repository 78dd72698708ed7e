"""Calendars and address books (ICS, VCF): whole lines and readable letters, without the pictures."""

import quopri
import re
from collections.abc import Iterator
from pathlib import Path

from desktop_rag.core.schema import Document
from desktop_rag.readers.plain import text
from desktop_rag.text.encodings import in_charset

_FOLD = re.compile(r"\n[ \t]")
_DATA = re.compile(r"[\w.-]+;[^:]*ENCODING=(?:b|BASE64)\b", re.IGNORECASE)
_QUOTED = re.compile(
    r"^([\w.-]+)(;[^:\n]*ENCODING=QUOTED-PRINTABLE[^:\n]*):((?:[^\n]*=\n)*[^\n]*)$", re.IGNORECASE | re.MULTILINE
)
_ESCAPES = re.compile(r"\\([nN,;\\])")
_CHARSET = re.compile(r"CHARSET=([\w-]+)", re.IGNORECASE)


def load_data(path: Path) -> Iterator[Document]:
    """Yield calendars and address books (ICS, VCF) with whole lines and readable letters, without the pictures."""
    source = _QUOTED.sub(_unquoted, text.without_data("".join(text.pieces(path))))
    lines = (line for line in _FOLD.sub("", source).split("\n") if not _DATA.match(line))
    return text.in_pages([_ESCAPES.sub(_unescaped, "\n".join(lines))])


def _unquoted(line: re.Match[str]) -> str:
    """Return a line of an address book whose letters were written as numbers."""
    charset = _CHARSET.search(line.group(2))
    value = in_charset(quopri.decodestring(line.group(3).encode()), charset.group(1) if charset else "")
    return f"{line.group(1)}:{value}"


def _unescaped(mark: re.Match[str]) -> str:
    return "\n" if mark.group(1) in "nN" else mark.group(1)
