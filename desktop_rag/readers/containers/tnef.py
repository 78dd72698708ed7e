"""winmail.dat: how Outlook sends attachments to programs that do not know it."""

import struct
from dataclasses import dataclass, field
from pathlib import Path

from desktop_rag.readers.base import Contents, ReadOptions, damaged
from desktop_rag.readers.containers.mail_message import Attachment, MailMessage, contents_of, html_body
from desktop_rag.text.encodings import in_charset

_MAGIC = b"\x78\x9f\x3e\x22"
_ATTACHMENT_BEGINS, _TITLE, _DATA, _ATTACHMENT_PROPERTIES = 0x9002, 0x8010, 0x800F, 0x9005
_SENT = 0x8005
_BODY, _PROPERTIES = 0x800C, 0x9003
_LONG_NAME, _PLAIN_BODY, _HTML_BODY = 0x3707, 0x1000, 0x1013
_SIZES = {0x2: 4, 0x3: 4, 0x4: 4, 0x5: 8, 0x6: 8, 0x7: 8, 0xA: 4, 0xB: 4, 0x14: 8, 0x40: 8, 0x48: 16}
_TEXT, _UNICODE = 0x1E, 0x1F
_SEVERAL, _NAMED, _NAMED_BY_TEXT = 0x1000, 0x8000, 1


@dataclass(slots=True)
class _File:
    """An attachment while it is read."""

    title: str = ""
    name: str = ""
    data: bytes = b""


@dataclass(slots=True)
class _Found:
    """The content of a TNEF file found so far."""

    body: str = ""
    html: str = ""
    sent: str = ""
    files: list[_File] = field(default_factory=list)


def unpack(path: Path, options: ReadOptions, name: str = "", wanted: str = "") -> Contents:
    """Read a winmail.dat that was saved by itself; its attachments become members.

    Raises:
        UserError: it is none.
        NothingToRead: it is empty.

    """
    message = read_tnef(path.read_bytes())
    if message is None:
        raise damaged()
    return contents_of(message, path, options, name, wanted)


def read_tnef(data: bytes) -> MailMessage | None:
    """Return the body and the attachments in a winmail.dat, None when it is none."""
    if not data.startswith(_MAGIC):
        return None
    found, place = _Found(), 6
    try:
        while place + 9 <= len(data):
            kind, _, size = struct.unpack_from("<HHL", data, place + 1)
            _take(kind, data[place + 9 : place + 9 + size], found)
            # two bytes of checksum behind each
            place += 9 + size + 2
    except (struct.error, IndexError, ValueError):
        pass  # what was read until here is kept
    files = [
        Attachment(file.name or file.title or "attachment", file.data.__bytes__) for file in found.files if file.data
    ]
    written = html_body(found.html)
    body = written.text if written.has_table or not found.body.strip() else found.body
    return MailMessage(
        date=found.sent, body=body, attachments=files, links=list(written.links), has_table=written.has_table
    )


def _take(kind: int, data: bytes, found: _Found) -> None:
    if kind == _ATTACHMENT_BEGINS:
        found.files.append(_File())
    elif kind == _SENT:
        found.sent = "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}".format(*struct.unpack_from("<6H", data))
    elif kind == _BODY:
        found.body = in_charset(data.rstrip(b"\0"), "")
    elif kind == _PROPERTIES:
        known = _properties(data)
        found.body = found.body or known.get(_PLAIN_BODY, b"").decode("utf-8", "replace")
        found.html = in_charset(known.get(_HTML_BODY, b""), "")
    elif found.files:
        _take_of_file(kind, data, found.files[-1])


def _take_of_file(kind: int, data: bytes, file: _File) -> None:
    if kind == _TITLE:
        file.title = in_charset(data.rstrip(b"\0"), "")
    elif kind == _DATA:
        file.data = data
    elif kind == _ATTACHMENT_PROPERTIES:
        file.name = _properties(data).get(_LONG_NAME, b"").decode("utf-8", "replace")


def _properties(data: bytes) -> dict[int, bytes]:
    """Return the texts and data among some properties; texts are in UTF-8."""
    (count,) = struct.unpack_from("<L", data)
    place, known = 4, {}
    for _ in range(min(count, len(data) // 4)):
        kind, key = struct.unpack_from("<HH", data, place)
        place += 4
        if key >= _NAMED:
            place = _after_name(data, place)
        several = kind & _SEVERAL
        kind &= ~_SEVERAL
        if kind in _SIZES and not several:
            place += _SIZES[kind]
            continue
        (values,) = struct.unpack_from("<L", data, place)
        place += 4
        for _ in range(min(values, len(data))):
            if kind in _SIZES:
                place += _SIZES[kind]
                continue
            (size,) = struct.unpack_from("<L", data, place)
            known[key] = _value(kind, data[place + 4 : place + 4 + size])
            # values are padded to four bytes
            place += 4 + size + -size % 4
    return known


def _after_name(data: bytes, place: int) -> int:
    """Return the place after the name of a property."""
    (how,) = struct.unpack_from("<L", data, place + 16)
    if how != _NAMED_BY_TEXT:
        return place + 24
    (size,) = struct.unpack_from("<L", data, place + 20)
    return place + 24 + int(size) + -int(size) % 4


def _value(kind: int, data: bytes) -> bytes:
    """Return a value; texts become UTF-8."""
    if kind == _UNICODE:
        return data.decode("utf-16-le", "replace").rstrip("\0").encode("utf-8", "replace")
    if kind == _TEXT:
        return in_charset(data.rstrip(b"\0"), "").encode("utf-8", "replace")
    return data
