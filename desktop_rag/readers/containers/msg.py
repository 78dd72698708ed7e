"""Messages saved by Outlook (.msg)."""

import struct
from datetime import UTC, datetime, timedelta
from email import message_from_string
from email.utils import format_datetime
from pathlib import Path

import olefile

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import Contents, ReadOptions
from desktop_rag.readers.containers.headers import header, people, sent
from desktop_rag.readers.containers.html_body import HtmlBody, html_body
from desktop_rag.readers.containers.mail_message import (
    SMALL_PICTURE,
    Attachment,
    MailMessage,
    as_eml,
    contents_of,
    message_name,
)
from desktop_rag.readers.containers.rtf_body import rtf_html, rtf_text
from desktop_rag.text.encodings import in_charset

Place = list[str]
_SUBJECT, _BODY, _RTF, _HTML, _HEADERS = 0x0037, 0x1000, 0x1009, 0x1013, 0x007D
_SENDER, _SENDER_MAIL, _SENDER_SMTP = 0x0C1A, 0x0C1F, 0x5D01
_TO, _CC = 0x0E04, 0x0E03
_SENT, _DELIVERED = 0x0039, 0x0E06
_CODEPAGES = (0x3FFD, 0x3FDE)
_KIND, _NAME, _MAIL, _SMTP = 0x0C15, 0x3001, 0x3003, 0x39FE  # of a recipient
_LONG_FILE, _FILE, _LABEL, _DATA, _CONTENT_ID = 0x3707, 0x3704, 0x3001, 0x3701, 0x3712
_EMBEDDED = "__substg1.0_3701000D"
_UNICODE, _STRING, _BINARY = "001F", "001E", "0102"
_DEEPEST = 5
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".emz", ".wmz")
_BROKEN = (OSError, ValueError, IndexError, KeyError, TypeError, AttributeError, struct.error, RecursionError)


def unpack(path: Path, options: ReadOptions, name: str = "", wanted: str = "") -> Contents:
    """Read a message; its attachments become members.

    Raises:
        UserError: it is damaged, or no message.
        NothingToRead: it is empty.

    """
    try:
        with olefile.OleFileIO(str(path)) as file:
            if not file.exists("__properties_version1.0"):
                raise UserError("This isn't a valid Outlook message.", "Open it in the app that created it.")
            message = _Storage(file, [], 32).message(0)
    except _BROKEN as error:
        raise UserError("The message is damaged.", "Open it in Outlook and save it again.") from error
    return contents_of(message, path, options, name, wanted)


class _Storage:
    """A message, a recipient or an attachment inside the file: properties by number."""

    def __init__(self, file: olefile.OleFileIO, place: Place, header_size: int, encoding: str = "") -> None:
        self._file = file
        self._place = place
        self._numbers = self._read_numbers(header_size)
        codepage = next((self._numbers[key] for key in _CODEPAGES if key in self._numbers), 0)
        self._encoding = encoding or ("utf-8" if codepage == 65001 else f"cp{codepage & 0xFFFF}" if codepage else "")

    def message(self, depth: int) -> MailMessage:
        """Return the storage as a message."""
        headers = message_from_string(self.text(_HEADERS))
        address = self.text(_SENDER_SMTP) or self.text(_SENDER_MAIL)
        # the headers of the Internet first: within an organisation the properties hold addresses of its own kind
        sender = people(headers, "from") or _person(self.text(_SENDER), address)
        body = self._body()
        message = MailMessage(
            subject=self.text(_SUBJECT) or header(headers, "subject"),
            sender=sender,
            to=people(headers, "to") or self._recipients(1) or self.text(_TO),
            cc=people(headers, "cc") or self._recipients(2) or self.text(_CC),
            date=self._date() or sent(headers),
            body=body.text,
            links=list(body.links),
            has_table=body.has_table,
        )
        self._read_attachments(message, depth)
        return message

    def text(self, key: int) -> str:
        """Return a text, "" when there is none."""
        unicode = self.data(key, _UNICODE)
        # a message has its texts either in Unicode or in the code page of its sender
        if unicode:
            return unicode.decode("utf-16-le", "replace").rstrip("\0")
        return in_charset(self.data(key, _STRING).rstrip(b"\0"), self._encoding)

    def data(self, key: int, kind: str = _BINARY) -> bytes:
        """Return data, b"" when there is none."""
        place = [*self._place, f"__substg1.0_{key:04X}{kind}"]
        if not self._file.exists(place) or self._file.get_type(place) != olefile.STGTY_STREAM:
            return b""
        with self._file.openstream(place) as stream:
            return bytes(stream.read())

    def number(self, key: int) -> int:
        """Return a number, 0 when there is none."""
        return self._numbers.get(key, 0)

    def _read_numbers(self, header_size: int) -> dict[int, int]:
        """Return the properties that are kept as numbers: eight bytes each."""
        place = [*self._place, "__properties_version1.0"]
        if not self._file.exists(place):
            return {}
        with self._file.openstream(place) as stream:
            data = stream.read()[header_size:]
        whole = data[: len(data) // 16 * 16]
        return {key: value for _, key, _, value in struct.iter_unpack("<HHLQ", whole)}

    def _children(self, prefix: str) -> list[Place]:
        """Return the storages below this one whose names begin so."""
        depth = len(self._place) + 1
        found = {tuple(entry[:depth]) for entry in self._file.listdir(streams=True, storages=True)}
        return [
            list(entry)
            for entry in sorted(found)
            if list(entry[:-1]) == self._place and len(entry) == depth and entry[-1].startswith(prefix)
        ]

    def _body(self) -> HtmlBody:
        """Return the body of the message: its text with the links of its HTML, or its HTML or RTF as text.

        Plain text tells nothing of the columns of a table: where there is one, the HTML is read.
        """
        plain = self.text(_BODY)
        html = in_charset(self.data(_HTML), self._encoding) or self.text(_HTML) or rtf_html(self.data(_RTF))
        written = html_body(html)
        if not plain.strip():
            return written if written.text else HtmlBody(rtf_text(self.data(_RTF)))
        return written if written.has_table else HtmlBody(plain, written.links)

    def _date(self) -> str:
        """Return the date the message was sent, as in a header."""
        ticks = self.number(_SENT) or self.number(_DELIVERED)
        if not ticks:
            return ""
        try:
            return format_datetime(datetime(1601, 1, 1, tzinfo=UTC) + timedelta(microseconds=ticks // 10))
        except OverflowError:
            return ""

    def _recipients(self, kind: int) -> str:
        """Return the recipients of the message: 1 for those it is addressed to, 2 for copies."""
        people = [_Storage(self._file, place, 8, self._encoding) for place in self._children("__recip_version1.0_#")]
        return ", ".join(
            _person(one.text(_NAME), one.text(_SMTP) or one.text(_MAIL)) for one in people if one.number(_KIND) == kind
        )

    def _read_attachments(self, message: MailMessage, depth: int) -> None:
        """Add the attachments; small pictures inside the text are logos."""
        for place in self._children("__attach_version1.0_#"):
            one = _Storage(self._file, place, 8, self._encoding)
            if self._file.exists([*place, _EMBEDDED, "__properties_version1.0"]):
                self._add_message([*place, _EMBEDDED], message, depth)
                continue
            data = one.data(_DATA)
            name = one.text(_LONG_FILE) or one.text(_FILE) or one.text(_LABEL) or "attachment"
            inline = bool(one.text(_CONTENT_ID)) and name.lower().endswith(_PICTURES)
            if data and not (inline and len(data) < SMALL_PICTURE):
                message.attachments.append(Attachment(name, data.__bytes__))

    def _add_message(self, place: Place, message: MailMessage, depth: int) -> None:
        """Add an attached message as one that every mail program reads."""
        if depth >= _DEEPEST:
            message.notices.append("Some of its parts are nested too deeply to be read.")
            return
        inner = _Storage(self._file, place, 24).message(depth + 1)
        message.attachments.append(Attachment(message_name(inner.subject), as_eml(inner).__bytes__))


def _person(name: str, address: str) -> str:
    """Return a name and an address, each once."""
    shown = address if "@" in address else ""
    return f"{name} <{shown}>" if name and shown and name != shown else name or shown
