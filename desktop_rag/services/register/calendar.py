"""Writes rows of a register as a calendar (ICS, RFC 5545): a day each, with its sentence and its file."""

import datetime as dt
import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import file_label
from desktop_rag.core.private_files import make_private_file
from desktop_rag.core.results.register import FactKind, RegisterRow
from desktop_rag.core.unfinished import unfinished_file
from desktop_rag.core.user_text import Say, UserText

_LINE = 73  # bytes of a line, without the blank that it goes on with
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_TITLE = 120  # characters


def has_whole_date(row: RegisterRow) -> bool:
    """Return True if a row names a day that a calendar can show: not a month, and nothing that depends on something."""
    return _DAY.fullmatch(row.day) is not None


def write_calendar(
    rows: Sequence[RegisterRow], target: Path, now: dt.datetime, notes: Path | None = None, say: Say = str
) -> int:
    """Write the rows that have a whole date; return how many there were. What stood in ``target`` stays until then.

    Raises:
        UserError: the file cannot be written.

    """
    dated = [row for row in rows if has_whole_date(row)]
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Desktop RAG//Register//EN", "CALSCALE:GREGORIAN"]
    for row in dated:
        lines += _event(row, now, say)
    text = "".join(_folded(line) for line in [*lines, "END:VCALENDAR"])
    try:
        with unfinished_file(target, notes) as part:
            make_private_file(part)
            part.write_bytes(text.encode("utf-8", "replace"))
            part.replace(target)
    except OSError as error:
        raise UserError(
            UserText("The calendar cannot be written to “{name}”.", name=target.name),
            "Close the file if another program has it open, or choose another folder.",
        ) from error
    return len(dated)


def _event(row: RegisterRow, now: dt.datetime, say: Say) -> Iterator[str]:
    first, _, last = row.value.partition("/")
    begin, end = dt.date.fromisoformat(first), dt.date.fromisoformat(last or first)
    known = hashlib.sha256(f"{row.file}\0{row.page}\0{row.start}\0{row.value}".encode("utf-8", "replace")).hexdigest()
    title = row.about or " ".join(row.sentence.split())
    title = title if len(title) <= _TITLE else f"{title[:_TITLE].rstrip()}…"
    if row.kind is FactKind.DEADLINE:
        title = say(UserText("Deadline: {what}", what=title))
    place = file_label(row.file) + (f", {row.page_label or row.page}" if row.page > 1 or row.page_label else "")
    yield "BEGIN:VEVENT"
    yield f"UID:{known[:32]}@desktop-rag"
    yield f"DTSTAMP:{now:%Y%m%dT%H%M%SZ}"
    yield f"DTSTART;VALUE=DATE:{begin:%Y%m%d}"
    if end < dt.date.max:  # no day comes after it, and without an end an event takes its day
        yield f"DTEND;VALUE=DATE:{end + dt.timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{_escaped(title)}"
    yield f"DESCRIPTION:{_escaped(' '.join(row.sentence.split()) + chr(10) + place)}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _escaped(text: str) -> str:
    """Return a text as the value of a property: no line of it can be taken for another property."""
    text = re.sub(r"[\x00-\x09\x0b-\x1f\x7f\u0085\u2028\u2029]", " ", text)
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _folded(line: str) -> str:
    """Return a line of any length as lines of at most 75 bytes, cut between characters."""
    pieces, size = [""], 0
    for sign in line:
        width = len(sign.encode("utf-8", "replace"))
        if size + width > _LINE:
            pieces.append("")
            size = 0
        pieces[-1] += sign
        size += width
    return "\r\n ".join(pieces) + "\r\n"
