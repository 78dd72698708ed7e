"""Messages saved by Outlook (.msg); their text may be RTF, packed in Outlook's own way, with HTML inside."""

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email import message_from_string
from email.utils import format_datetime
from pathlib import Path

import olefile

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import Contents, ReadOptions
from desktop_rag.readers.containers.mail_message import (
    SMALL_PICTURE,
    Attachment,
    HtmlBody,
    MailMessage,
    as_eml,
    contents_of,
    header,
    html_body,
    message_name,
    people,
    sent,
)
from desktop_rag.readers.office.rtf import rtf_markdown
from desktop_rag.text.encodings import in_charset

Place = list[str]
_SUBJECT, _BODY, _RTF, _HTML, _HEADERS = 0x0037, 0x1000, 0x1009, 0x1013, 0x007D
_SENDER, _SENDER_MAIL, _SENDER_SMTP = 0x0C1A, 0x0C1F, 0x5D01
_TO, _CC = 0x0E04, 0x0E03
_ID, _REFERENCES, _ANSWERED = 0x1035, 0x1039, 0x1042
_SENT, _DELIVERED = 0x0039, 0x0E06
_CODEPAGES = (0x3FFD, 0x3FDE)
_KIND, _NAME, _MAIL, _SMTP = 0x0C15, 0x3001, 0x3003, 0x39FE  # of a recipient
_LONG_FILE, _FILE, _LABEL, _DATA, _CONTENT_ID = 0x3707, 0x3704, 0x3001, 0x3701, 0x3712
_EMBEDDED = "__substg1.0_3701000D"
_UNICODE, _STRING, _BINARY = "001F", "001E", "0102"
_DEEPEST = 5
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".emz", ".wmz")
_BROKEN = (OSError, ValueError, IndexError, KeyError, TypeError, AttributeError, struct.error, RecursionError)
_PACKED, _PLAIN = b"LZFu", b"MELA"
_KNOWN = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans Serif"
    rb"SymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
_WINDOW = 4096
_MOST_UNPACKED = 64 << 20
_BEGINNING = 500  # characters of a body that say what it is
_RTF_TOKEN = re.compile(
    r"([{}])|\\([a-zA-Z]+)(-?\d*) ?|((?:\\'[0-9a-fA-F]{2})+)|\\([^a-zA-Z0-9])|[\r\n]+|([^{}\\\r\n]+)"
)
_WORDS = {"par": "\r\n", "line": "\r\n", "tab": "\t", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
          "bullet": "•", "endash": "–", "emdash": "—"}  # fmt: skip
_SIGNS = {"~": "&nbsp;", "_": "&shy;", "-": "", "\r": "\r\n", "\n": "\n"}


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
            message_id=self.text(_ID) or header(headers, "message-id"),
            references=self.text(_REFERENCES) or header(headers, "references"),
            in_reply_to=self.text(_ANSWERED) or header(headers, "in-reply-to"),
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


def rtf_text(packed: bytes) -> str:
    """Return the visible text of a packed RTF body, "" when there is none."""
    try:
        return rtf_markdown(unpacked_rtf(packed)).strip()
    except UserError:
        return ""


def rtf_html(packed: bytes) -> str:
    """Return the HTML that Outlook keeps within a packed RTF body, "" where there is none.

    Its marks are in groups of their own (``htmltag``), the texts between them are those of the RTF, except what
    stands there for other readers alone (from ``htmlrtf`` to ``htmlrtf0``).
    """
    source = unpacked_rtf(packed).decode("latin-1")
    if "\\fromhtml1" not in source[:_BEGINNING]:
        return ""
    charset = re.search(r"\\ansicpg(\d+)", source[:_BEGINNING])
    return "".join(_html_pieces(source, f"cp{charset[1]}" if charset else "cp1252"))


def _html_pieces(source: str, charset: str) -> Iterator[str]:
    """Yield the marks and texts of the HTML in an RTF."""
    state = _State()
    groups: list[_State] = []
    skipped = 0
    for token in _RTF_TOKEN.finditer(source):
        group, word, number, escaped, sign, text = token.groups()
        if group == "{":
            groups.append(replace(state))
        elif group == "}":
            state = groups.pop() if groups else state
        elif word is not None:
            if word == "u" and state.is_shown:
                yield chr(int(number or 0) % 65536)
                skipped = 1
                continue
            state.take(word, number)
            if state.is_shown and word in _WORDS:
                yield _WORDS[word]
        elif sign == "*":
            state.is_ignorable = True
        elif escaped or sign or text:
            if skipped:  # what readers without Unicode show in the place of a letter
                skipped = 0
                text = text[1:] if text else ""
                if not text:
                    continue
            if state.is_shown:
                yield _bytes_text(escaped, charset) if escaped else _SIGNS.get(sign, sign) if sign else text


@dataclass
class _State:
    """The state within a group: a mark of the HTML, to be ignored, or meant for other readers."""

    is_ignorable: bool = False
    is_tag: bool = False
    is_hidden: bool = False
    is_other: bool = False

    @property
    def is_shown(self) -> bool:
        return not self.is_hidden and (self.is_tag or not (self.is_ignorable or self.is_other))

    def take(self, word: str, number: str) -> None:
        if word == "htmltag":
            self.is_tag = True
        elif word == "htmlrtf":
            self.is_hidden = number != "0"
        elif word in {"fonttbl", "colortbl", "stylesheet", "info", "pict"}:
            self.is_other = True


def _bytes_text(escaped: str, charset: str) -> str:
    """Return the letters that some bytes in a row are."""
    data = bytes.fromhex(escaped.replace("\\'", ""))
    try:
        return data.decode(charset, "replace")
    except LookupError:
        return data.decode("cp1252", "replace")


def unpacked_rtf(packed: bytes) -> bytes:
    """Return RTF as it was before Outlook packed it, b"" when it is none."""
    if len(packed) < 16:
        return b""
    _, size, kind, _ = struct.unpack_from("<LL4sL", packed)
    if kind == _PLAIN:
        return packed[16 : 16 + size]
    return _inflate(packed, min(size, _MOST_UNPACKED)) if kind == _PACKED else b""


def _inflate(packed: bytes, size: int) -> bytes:
    """Undo the packing: bytes as they are, or a place and a length among the last 4096."""
    window = bytearray(_WINDOW)
    window[: len(_KNOWN)] = _KNOWN
    write, out = len(_KNOWN), bytearray()
    for is_place, value in _tokens(packed[16:]):
        start = value >> 4 if is_place else 0
        if len(out) >= size or (is_place and start == write % _WINDOW):
            break
        for step in range((value & 15) + 2 if is_place else 1):
            byte = window[(start + step) % _WINDOW] if is_place else value
            window[write % _WINDOW] = byte
            out.append(byte)
            write += 1
    return bytes(out)


def _tokens(data: bytes) -> Iterator[tuple[bool, int]]:
    """Yield bytes and places: each eight of them are preceded by eight flags that distinguish them."""
    place = 0
    while place < len(data):
        flags = data[place]
        place += 1
        for bit in range(8):
            size = 2 if flags >> bit & 1 else 1
            if place + size > len(data):
                return
            yield size > 1, int.from_bytes(data[place : place + size], "big")
            place += size
