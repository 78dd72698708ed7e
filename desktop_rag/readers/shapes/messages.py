"""The head of a message: its subject, from whom, to whom, when; see ``containers.mail_message`` for who writes it."""

import re

from desktop_rag.readers.shapes.lines import Line, lines_of, plain_runs
from desktop_rag.readers.shapes.model import Field, Run, Runs

ATTACHMENTS = "Attachments"
_LABELS = frozenset(["From", "To", "Cc", "Date", ATTACHMENTS])
_FIELD = re.compile(r"([A-Z][A-Za-z]+): (?=\S)")


def message_head(text: str) -> tuple[Runs, tuple[Field, ...], int]:
    """Return the subject of a message, the lines of its head, and where what it says begins."""
    lines = lines_of(text, 0, min(len(text), 20_000))
    at = 0
    subject: Runs = ()
    if lines[0].text.startswith("# "):
        subject, at = plain_runs([lines[0].cut(2)]), 2
    fields: list[Field] = []
    while at < len(lines) and (field := _field(lines[at])):
        fields.append(field)
        at += 1
    body = lines[at].start if at < len(lines) else len(text)
    return subject, tuple(fields), body


def _field(line: Line) -> Field | None:
    match = _FIELD.match(line.text)
    if match is None or match.group(1) not in _LABELS:
        return None
    value = line.cut(match.end())
    label = Run(match.group(1), line.start, line.start + match.end(1))
    return Field(label, Run(value.text, value.start, value.end))
