"""What mail servers report of a message: to whom it came or did not come, and why; and that somebody has seen it."""

import binascii
import quopri
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from email import policy
from email.parser import HeaderParser

from desktop_rag.readers.containers.headers import AnyMessage, decoded_words
from desktop_rag.text.encodings import in_charset

KINDS = frozenset(
    "message/delivery-status message/global-delivery-status message/disposition-notification "
    "message/global-disposition-notification message/feedback-report message/tracking-status".split()
)
_TYPED = frozenset(
    "reporting-mta dsn-gateway received-from-mta original-recipient final-recipient remote-mta diagnostic-code "
    "mdn-gateway".split()
)
_TYPE = re.compile(r"\s*[\w-]+\s*;\s*")
_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")
_PACKED: dict[str, Callable[[bytes], bytes]] = {"base64": binascii.a2b_base64, "quoted-printable": quopri.decodestring}
_ENVELOPE = frozenset(["content-type", "content-transfer-encoding", "content-disposition", "content-description"])


def report_text(part: AnyMessage) -> str:
    """Return a report with a line for each of its fields, and a paragraph for each person it is about."""
    source = _source(part)
    groups = (HeaderParser(policy=policy.compat32).parsestr(group) for group in _BLANK_LINES.split(source))
    text = "\n\n".join(filter(None, (_fields(group.raw_items()) for group in groups)))
    return text or source  # without any field: as it is


def _source(part: AnyMessage) -> str:
    """Return the fields of a report as they are written.

    The library takes all of them but those of ``message/delivery-status`` for a message: the first ones for its
    headers, the others for its body. Reports with letters beyond ASCII may come packed.
    """
    whole = part.as_bytes().replace(b"\r\n", b"\n")
    data = whole.partition(b"\n\n")[2]
    unpack = _PACKED.get(str(part.get("content-transfer-encoding", "")).strip().lower())
    if unpack:
        with suppress(binascii.Error):
            data = unpack(data)
    return in_charset(data, "utf-8").replace("\r\n", "\n").strip("\n")


def _fields(items: Iterable[tuple[str, object]]) -> str:
    lines = []
    for name, value in items:
        text = " ".join(decoded_words(str(value)).split())
        if name.lower() in _TYPED:
            text = _TYPE.sub("", text, count=1)
        if text and name.lower() not in _ENVELOPE:
            lines.append(f"{name}: {text}")
    return "\n".join(lines)
