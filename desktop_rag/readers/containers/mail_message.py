"""A message, however it was stored: what it says becomes a page, what is attached to it becomes members.

Its headers may hold encoded words and lack a charset or name a wrong one. Of a text written as HTML most tables are
layout: those of data stay tables.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.errors import HeaderParseError, MessageError
from email.header import decode_header
from email.message import (
    EmailMessage,
    Message,
)
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import NamedTuple, TypeAlias

from desktop_rag.core.mail import COPY_KEY, FROM_KEY, SUBJECT_KEY, TO_KEY, message_place, quoted_heading
from desktop_rag.core.schema import Document, Metadata
from desktop_rag.readers.base import OWN_TIME, Contents, NothingToRead, ReadOptions
from desktop_rag.readers.containers.mail_quotes import name_of, parts_of
from desktop_rag.readers.containers.names import clean_name, clean_part
from desktop_rag.readers.containers.unpacking import EnoughError, Unpacker
from desktop_rag.readers.plain.html_styles import StyleSheet
from desktop_rag.readers.plain.html_tree import ShownParts, parse_html, without_marks, without_scripts
from desktop_rag.readers.plain.html_writer import HtmlWriter
from desktop_rag.readers.plain.text import in_pages
from desktop_rag.readers.plain.web_pages import with_links
from desktop_rag.readers.section_headings import LEVEL
from desktop_rag.text.encodings import in_charset

SMALL_PICTURE = 10_000  # bytes; smaller ones inside a message are logos and signatures
LONGEST_SUBJECT = 80
_EMPTY_LINES = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)+")
_INVISIBLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b\u200e\u200f\u2060\ufeff\ud800-\udfff]")
_BLOCK = 1 << 18
_YEARS = range(1970, 2100)  # mail is younger, and clocks that are wrong say anything
_QUOTED = re.compile(r"\"([^\"]*)\"")
AnyMessage: TypeAlias = "Message[str, str]"
_LARGE = 5_000_000  # characters above which marks are only cut out


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
    message_id: str = ""
    references: str = ""
    in_reply_to: str = ""

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
    texts = _page_texts(message)
    try:
        for attachment in message.attachments:
            _unpack(attachment, unpacker, message.when())
    except EnoughError:
        pass
    if not texts and not message.attachments:
        raise NothingToRead("The message is empty.")
    pages = [page for heading, text in texts for page in _pages(heading, text)]
    for number, page in enumerate(pages, 1):
        page.metadata = _metadata(message) | page.metadata | {"page_label": str(number)}
    place = message_place(one_line(message.subject), message.message_id, message.references, message.in_reply_to)
    return replace(unpacker.contents(pages, " ".join(dict.fromkeys(message.notices))), message=place)


def as_eml(message: MailMessage) -> bytes:
    """Return a message in the form that every mail program reads."""
    eml = EmailMessage()
    headers = {
        "Subject": message.subject,
        "From": message.sender,
        "To": message.to,
        "Cc": message.cc,
        "Date": message.date,
        "Message-ID": message.message_id,
        "References": message.references,
        "In-Reply-To": message.in_reply_to,
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


def _page_texts(message: MailMessage) -> list[tuple[str, str]]:
    """Return a message as it is read: subject, who and when, what is attached, what it says.

    What is quoted in it stands on pages of its own, each below a heading that says whose words it has: no passage has
    words of both.
    """
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
    said = parts_of(_tidied(message.body))
    own = said.pop(0).text if said and not said[0].is_quoted else ""
    first = "\n\n".join(part for part in (f"# {subject}" if subject else "", head, own) if part)
    texts = [("", first)] if first else []
    sender = name_of(one_line(message.sender)) or subject
    for part in said:
        heading = quoted_heading(part.author) if part.is_quoted else sender
        texts.append((f"{'#' * LEVEL} {heading}" if heading else "", part.text))
    whole = "\n\n".join(text for _, text in texts)
    links = with_links(whole, message.links)[len(whole) :]
    return [*texts[:-1], (texts[-1][0], texts[-1][1] + links)] if texts else [("", links)] if links.strip() else []


def _pages(heading: str, text: str) -> Iterator[Document]:
    """Yield the pages of a part of a message, each below its heading."""
    for page in in_pages([text]):
        if heading:
            page.text = f"{heading}\n\n{page.text.strip()}"
        yield page


def _tidied(body: str) -> str:
    """Return a body with one kind of line end and no gaps."""
    body = _INVISIBLE.sub("", body.replace("\r\n", "\n").replace("\r", "\n"))
    return _EMPTY_LINES.sub("\n\n", body).strip()


def _metadata(message: MailMessage) -> Metadata:
    known: Metadata = {
        SUBJECT_KEY: one_line(message.subject),
        FROM_KEY: one_line(message.sender),
        TO_KEY: one_line(message.to),
        COPY_KEY: one_line(message.cc),
    }
    if when := message.when():
        # a message is as old as it says, whenever its file was saved or copied
        day = when.strftime("%Y-%m-%d")
        known |= {"date": day, "creation_date": day, "last_modified_date": day, OWN_TIME: int(when.timestamp())}
    return {key: value for key, value in known.items() if value}


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


class HtmlBody(NamedTuple):
    """The text of an HTML message, its links, and a flag for tables of data in it."""

    text: str
    links: tuple[tuple[str, str], ...] = ()
    has_table: bool = False


def html_body(html: str) -> HtmlBody:
    """Return an HTML message as a person reads it."""
    parts = ShownParts()
    source = without_scripts(html, parts)
    if len(source) > _LARGE:
        return HtmlBody(without_marks(source))
    root = parse_html(source)
    for styles in (StyleSheet(parts.styles), StyleSheet()):
        writer = HtmlWriter(root, styles, is_message=True)
        if text := writer.text():
            return HtmlBody(text.replace("\u00a0", " "), tuple(writer.links), writer.has_table)
    return HtmlBody("")


def html_text(html: str) -> str:
    """Return the text of an HTML message as a person reads it."""
    return html_body(html).text
