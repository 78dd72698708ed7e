"""Who wrote a message to whom, and when: what the metadata of mail says, also that of what is attached to it."""

import re
from collections.abc import Mapping

FROM_KEY, TO_KEY, COPY_KEY = "from", "to", "cc"
MAIL_KEYS = (FROM_KEY, TO_KEY, COPY_KEY)
"""What attachments have of their message."""
_ADDRESS = re.compile(r"<([^<>]*)>")
_LONGEST_NAME = 40
_AROUND = " \t,;\"'"


def mail_cited_as(metadata: Mapping[str, object]) -> str:
    """Return how a message is cited: “Anna Meyer → Ben Chen +2, 2024-05-03”; "" for what is none."""
    sender, to = (_names(metadata.get(key)) for key in (FROM_KEY, TO_KEY))
    if not sender:
        return ""
    more = f" +{len(to) - 1}" if len(to) > 1 else ""
    who = f"{sender[0]} → {to[0]}{more}" if to else sender[0]
    date = metadata.get("date")
    return f"{who}, {date}" if isinstance(date, str) and date else who


def _names(people: object) -> list[str]:
    """Return the names in a header, of those without one their addresses."""
    if not isinstance(people, str):
        return []
    # name, address, name, address, …; without any address in brackets, names alone
    parts = _ADDRESS.split(people)
    found = [name.strip(_AROUND) or address for name, address in zip(parts[::2], parts[1::2], strict=False)]
    names = found or [one.strip(_AROUND) for one in re.split(r"[,;]", people)]
    return [name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME].rstrip()}…" for name in names if name]
