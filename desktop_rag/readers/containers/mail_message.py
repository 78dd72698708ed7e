"""A message, however it was stored: what it says becomes a page, what is attached to it becomes members."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from email.errors import MessageError
from email.message import EmailMessage
from pathlib import Path

from desktop_rag.core.schema import Metadata
from desktop_rag.readers.base import OWN_TIME, Contents, NothingToRead, ReadOptions
from desktop_rag.readers.containers.headers import as_time, read_date
from desktop_rag.readers.containers.names import clean_name, clean_part
from desktop_rag.readers.containers.unpacking import EnoughError, Unpacker
from desktop_rag.readers.plain.html_links import with_links
from desktop_rag.readers.plain.text import in_pages

SMALL_PICTURE = 10_000  # bytes; smaller ones inside a message are logos and signatures
LONGEST_SUBJECT = 80
_EMPTY_LINES = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)+")
_INVISIBLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b\u200e\u200f\u2060\ufeff\ud800-\udfff]")
_BLOCK = 1 << 18


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with a message; ``data`` decodes it."""

    name: str
    data: Callable[[], bytes]


@dataclass(slots=True)
class MailMessage:
    """A mail message; ``has_table``: there are rows of a table in its body."""

    subject: str = ""
    sender: str = ""
    to: str = ""
    cc: str = ""
    date: str = ""
    body: str = ""
    attachments: list[Attachment] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    has_table: bool = False

    def when(self) -> datetime | None:
        """Return the time it was sent, None where it cannot be read."""
        return read_date(self.date)


def contents_of(message: MailMessage, path: Path, options: ReadOptions, name: str = "", wanted: str = "") -> Contents:
    """Return the page of a message, and its attachments unpacked.

    Raises:
        NothingToRead: the message is empty.

    """
    unpacker = Unpacker(path, options, name, wanted)
    unpacker.trusted = True
    text = _page_text(message)
    try:
        for attachment in message.attachments:
            _unpack(attachment, unpacker, message.when())
    except EnoughError:
        pass
    if not text and not message.attachments:
        raise NothingToRead("The message is empty.")
    pages = list(in_pages([text])) if text else []
    for page in pages:
        page.metadata = _metadata(message) | page.metadata
    return unpacker.contents(pages, " ".join(dict.fromkeys(message.notices)))


def as_eml(message: MailMessage) -> bytes:
    """Return a message in the form that every mail program reads."""
    eml = EmailMessage()
    headers = {
        "Subject": message.subject,
        "From": message.sender,
        "To": message.to,
        "Cc": message.cc,
        "Date": message.date,
    }
    for key, value in headers.items():
        if value:
            eml.add_header("X-Plain-" + key, one_line(value))
    eml.set_content(_INVISIBLE.sub(" ", with_links(message.body, message.links)))
    for attachment in message.attachments:
        eml.add_attachment(attachment.data(), "application", "octet-stream", filename=attachment.name)
    return eml.as_bytes().replace(b"X-Plain-", b"")


def one_line(text: str) -> str:
    """Return a text without line breaks and invisible characters."""
    return " ".join(_INVISIBLE.sub(" ", text).split())


def message_name(subject: str) -> str:
    """Return the file name of a message inside another file."""
    return f"{clean_part(subject, LONGEST_SUBJECT) or 'message'}.eml"


def attachment_name(raw: str) -> str:
    """Return the file name of an attachment, without folders."""
    return clean_name(raw).rpartition("/")[2].lstrip(".~$ ") or "attachment"


def _unpack(attachment: Attachment, unpacker: Unpacker, sent: datetime | None) -> None:
    name = unpacker.name(attachment_name(attachment.name))
    if not name:
        return
    try:
        data = attachment.data()
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError, OSError, MessageError):
        unpacker.left_out["damaged"] += 1
        return
    unpacker.add(name, blocks_of(data), as_time(sent))


def blocks_of(data: bytes) -> Iterator[bytes]:
    """Yield data in blocks."""
    return (data[start : start + _BLOCK] for start in range(0, len(data), _BLOCK))


def _page_text(message: MailMessage) -> str:
    """Return a message as it is read: subject, who and when, what is attached, what it says."""
    when = message.when()
    date = when.strftime("%Y-%m-%d %H:%M") if when else one_line(message.date)
    attached = ", ".join(attachment_name(attachment.name) for attachment in message.attachments)
    lines = [
        ("From", message.sender),
        ("To", message.to),
        ("Cc", message.cc),
        ("Date", date),
        ("Attachments", attached),
    ]
    head = "\n".join(f"{label}: {one_line(value)}" for label, value in lines if one_line(value))
    subject = one_line(message.subject)
    text = "\n\n".join(part for part in (f"# {subject}" if subject else "", head, _tidied(message.body)) if part)
    return with_links(text, message.links)


def _tidied(body: str) -> str:
    """Return a body with one kind of line end and no gaps."""
    body = _INVISIBLE.sub("", body.replace("\r\n", "\n").replace("\r", "\n"))
    return _EMPTY_LINES.sub("\n\n", body).strip()


def _metadata(message: MailMessage) -> Metadata:
    known: Metadata = {
        "subject": one_line(message.subject),
        "from": one_line(message.sender),
        "to": one_line(message.to),
    }
    if when := message.when():
        # a message is as old as it says, whenever its file was saved or copied
        day = when.strftime("%Y-%m-%d")
        known |= {"date": day, "creation_date": day, "last_modified_date": day, OWN_TIME: int(when.timestamp())}
    return {key: value for key, value in known.items() if value}
