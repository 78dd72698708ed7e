"""What mail servers report of a message: to whom it came or did not come, and why; and that somebody has seen it."""

import re
from collections.abc import Iterable

from desktop_rag.readers.containers.headers import AnyMessage, decoded_words

KINDS = frozenset(
    "message/delivery-status message/global-delivery-status message/disposition-notification "
    "message/global-disposition-notification message/feedback-report message/tracking-status".split()
)
_TYPED = frozenset(
    "reporting-mta dsn-gateway received-from-mta original-recipient final-recipient remote-mta diagnostic-code "
    "mdn-gateway".split()
)
_TYPE = re.compile(r"\s*[\w-]+\s*;\s*")
_ENVELOPE = frozenset(["content-type", "content-transfer-encoding", "content-disposition", "content-description"])


def report_text(part: AnyMessage) -> str:
    """Return a report with a line for each of its fields, and a paragraph for each person it is about."""
    payload = part.get_payload()
    groups = payload if isinstance(payload, list) else []
    written = (_fields(group.raw_items()) for group in groups if not isinstance(group, str))
    text = "\n\n".join(group for group in written if group)
    if text:
        return text
    # packed, or without any field: as it is
    data = groups[0].get_payload(decode=True) if groups and not isinstance(groups[0], str) else None
    return data.decode("utf-8", "replace") if isinstance(data, bytes) else str(payload) if groups == [] else ""


def _fields(items: Iterable[tuple[str, object]]) -> str:
    lines = []
    for name, value in items:
        text = " ".join(decoded_words(str(value)).split())
        if name.lower() in _TYPED:
            text = _TYPE.sub("", text, count=1)
        if text and name.lower() not in _ENVELOPE:
            lines.append(f"{name}: {text}")
    return "\n".join(lines)
