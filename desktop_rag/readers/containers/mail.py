"""Mail messages (.eml, also those of Maildir folders): what they say, and what is attached."""

import binascii
import mimetypes
import quopri
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from email import message_from_bytes, policy
from email.errors import MessageError
from email.parser import HeaderParser
from functools import partial
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import Contents, NothingToRead, ReadOptions
from desktop_rag.readers.containers import smime
from desktop_rag.readers.containers.mail_message import (
    SMALL_PICTURE,
    AnyMessage,
    Attachment,
    MailMessage,
    contents_of,
    decoded_words,
    header,
    html_body,
    message_name,
    people,
    sent,
)
from desktop_rag.text.encodings import decode, in_charset

_USUAL = frozenset("from to subject date received message-id mime-version content-type return-path sender".split())
_APPLE = re.compile(rb"\A\s*(\d{1,10})[ \t]*\r?\n(?=[\w-]+:)")
_BEFORE_HEADERS = re.compile(rb"\A(?:\xef\xbb\xbf|[ \t\r\n\v\f]|\xc2\xa0|\xe2\x80\x8b)+")
_SIGNATURES = frozenset(
    "application/pkcs7-signature application/x-pkcs7-signature application/pgp-signature application/pgp-keys".split()
)
_SMIME = frozenset(["application/pkcs7-mime", "application/x-pkcs7-mime"])
_TNEF = frozenset(["application/ms-tnef", "application/vnd.ms-tnef"])
_LOCKED = "The message is encrypted: only its headers were read."
_DEEPEST_PART = 40
_BEGINNING = 200
_RICHER = 2  # times as many letters: the plain text leaves out what the HTML beside it says
_EXCUSE = re.compile(r"\b(?:html|mime|display|view this)|anzeig|darstell|affich|表示|显示", re.IGNORECASE)
_LONGEST_EXCUSE = 400  # characters of a text that only says that the message cannot be shown
_ADDRESS = re.compile(r"https?://\S+")
REPORT_KINDS = frozenset(
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
    source = _report_source(part)
    groups = (HeaderParser(policy=policy.compat32).parsestr(group) for group in _BLANK_LINES.split(source))
    text = "\n\n".join(filter(None, (_report_fields(group.raw_items()) for group in groups)))
    return text or source  # without any field: as it is


def _report_source(part: AnyMessage) -> str:
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


def _report_fields(items: Iterable[tuple[str, object]]) -> str:
    lines = []
    for name, value in items:
        text = " ".join(decoded_words(str(value)).split())
        if name.lower() in _TYPED:
            text = _TYPE.sub("", text, count=1)
        if text and name.lower() not in _ENVELOPE:
            lines.append(f"{name}: {text}")
    return "\n".join(lines)


def unpack(path: Path, options: ReadOptions, name: str = "", wanted: str = "") -> Contents:
    """Read a message; its attachments become members.

    Raises:
        UserError: it is no message.
        NothingToRead: it is empty.

    """
    return contents_of(read_message(path.read_bytes()), path, options, name, wanted)


def read_message(data: bytes) -> MailMessage:
    """Return a message with its headers, its text and its attachments.

    Raises:
        UserError: it is no message.
        NothingToRead: there is nothing in it.

    """
    if not data.strip(b"\0 \t\r\n"):
        raise NothingToRead("The message is empty.")
    try:
        source = message_from_bytes(_bare(data), policy=policy.compat32)
        if not _USUAL & {key.lower() for key in source}:
            raise UserError("This isn't a valid mail message.", "Open it in the app that created it.")
        message = _PartReader(source, 0).message
        message.subject, message.sender = header(source, "subject"), people(source, "from") or people(source, "sender")
        message.to, message.cc, message.date = people(source, "to"), people(source, "cc"), sent(source)
        message.message_id, message.references = header(source, "message-id"), header(source, "references")
        message.in_reply_to = header(source, "in-reply-to")
    except RecursionError as error:
        raise UserError(
            "The message is nested too deeply to be read.", "Save the messages inside it by themselves and add those."
        ) from error
    except (MessageError, LookupError, ValueError, TypeError, AttributeError, AssertionError) as error:
        raise UserError("The message is damaged.", "Open it in your mail program and save it again.") from error
    return message


class _PartReader:
    """Collects the text and the attachments of a part of a message, and of all parts in it."""

    def __init__(self, part: AnyMessage, depth: int) -> None:
        self.message = MailMessage()
        self._texts: list[str] = []
        self._read(part, depth)
        self.message.body = "\n\n".join(text for text in self._texts if text.strip())

    def _read(self, part: AnyMessage, depth: int) -> None:
        """Collect a part and the parts in it."""
        kind = part.get_content_type()
        if depth > _DEEPEST_PART:
            self.message.notices.append("Some of its parts are nested too deeply to be read.")
        elif kind in {"message/rfc822", "message/global"}:
            self._attach_message(part)
        elif kind == "multipart/alternative":
            self._read_alternative(part, depth)
        elif kind == "multipart/encrypted":
            self.message.notices.append(_LOCKED)
        elif kind in REPORT_KINDS:
            self._texts.append(report_text(part))
        elif part.is_multipart():
            for child in _children(part):
                self._read(child, depth + 1)
        else:
            self._read_leaf(part, kind, depth)

    def _read_leaf(self, part: AnyMessage, kind: str, depth: int) -> None:
        """Collect a part without child parts."""
        if kind in _SIGNATURES:
            return
        if kind in _SMIME:
            self._read_smime(part, depth)
        elif kind in _TNEF or _file_name(part).lower() == "winmail.dat":
            self._read_tnef(part)
        elif kind == "text/plain" and not _is_attached(part):
            self._texts.append(_text(part))
        elif kind == "text/html" and not _is_attached(part):
            self._read_html(part)
        elif kind not in {"message/external-body", "message/partial"}:
            self._attach(part)

    def _read_html(self, part: AnyMessage) -> None:
        body = html_body(_decoded(part))
        self._texts.append(body.text)
        self.message.links += body.links
        self.message.has_table |= body.has_table

    def _read_alternative(self, part: AnyMessage, depth: int) -> None:
        """Collect the best of several forms of the same text."""
        children = _children(part)
        forms = [_PartReader(child, depth + 1).message for child in children]
        self._texts.append(_best_body(children, forms))
        for form in forms:
            self.message.attachments += form.attachments
            self.message.notices += form.notices
            self.message.links += form.links
            self.message.has_table |= form.has_table

    def _read_smime(self, part: AnyMessage, depth: int) -> None:
        """Collect the signed parts; encrypted ones stay closed."""
        inner = smime.signed_content(_bytes(part))
        if inner and not smime.is_message(inner):  # a file that somebody signed and sent
            self._attach(part)
        elif inner:
            self._read(message_from_bytes(inner, policy=policy.compat32), depth + 1)
        else:
            self.message.notices.append(_LOCKED)

    def _read_tnef(self, part: AnyMessage) -> None:
        """Collect the files Outlook packed into one attachment."""
        from desktop_rag.readers.containers import tnef

        inner = tnef.read_tnef(_bytes(part))
        if inner is None:
            self._attach(part)
            return
        if not any(text.strip() for text in self._texts):
            self._texts.append(inner.body)
            self.message.links += inner.links
            self.message.has_table |= inner.has_table
        self.message.attachments += inner.attachments

    def _attach(self, part: AnyMessage) -> None:
        """Add an attachment, unless it is a small picture in the text: those are logos."""
        inline = bool(part.get("content-id")) or part.get_content_disposition() == "inline"
        if part.get_content_maintype() == "image" and inline and len(_bytes(part)) < SMALL_PICTURE:
            return
        name = _file_name(part)
        if not name:
            ending = mimetypes.guess_extension(part.get_content_type()) or ""
            name = f"attachment {len(self.message.attachments) + 1}{ending}"
        self.message.attachments.append(Attachment(name, lambda: _bytes(part)))

    def _attach_message(self, part: AnyMessage) -> None:
        for inner in _children(part):
            name = message_name(header(inner, "subject"))
            self.message.attachments.append(Attachment(name, partial(_message_bytes, inner)))


def _children(part: AnyMessage) -> list[AnyMessage]:
    payload = part.get_payload()
    return [child for child in payload if not isinstance(child, str)] if isinstance(payload, list) else []


def _best_body(parts: Sequence[AnyMessage], forms: Sequence[MailMessage]) -> str:
    """Return the best of several forms of the same text: the plain one, unless another has much more text.

    One that only says that the message cannot be shown is no form of it. Plain text tells nothing of the columns of a
    table: where there is one, the other form is read.
    """
    written = [(form, _is_plain(part)) for part, form in zip(parts, forms, strict=True) if form.body.strip()]
    said = [(form, is_plain) for form, is_plain in written if not (is_plain and _is_excuse(form.body))] or written
    if not said:
        return ""
    plain = [form for form, is_plain in said if is_plain]
    best, richest = (plain or [form for form, _ in said])[-1], max((form for form, _ in said), key=_said)
    tables = [form for form, _ in said if form.has_table and _said(form) * _RICHER >= _said(best)]
    if tables and not best.has_table:
        return tables[-1].body
    return (richest if _said(richest) > _RICHER * _said(best) else best).body


def _is_excuse(text: str) -> bool:
    return len(text) <= _LONGEST_EXCUSE and _EXCUSE.search(text) is not None


def _said(form: MailMessage) -> int:
    """Return the number of letters and digits in a form of a text, without the addresses in it."""
    return sum(map(str.isalnum, _ADDRESS.sub("", form.body)))


def _decoded(part: AnyMessage) -> str:
    return in_charset(_bytes(part), str(part.get_param("charset", "") or ""))


def _text(part: AnyMessage) -> str:
    text = _decoded(part)
    return _flowed(text) if str(part.get_param("format", "")).lower() == "flowed" else text


def _flowed(text: str) -> str:
    """Join lines that were broken only to fit."""
    out: list[str] = []
    joining = False
    for line in text.splitlines():
        goes_on = line.endswith(" ") and line != "-- " and not line.startswith(">")
        if joining and not line.startswith(">"):
            out[-1] += line.removeprefix(" ")
        else:
            out.append(line)
        joining = goes_on
    return "\n".join(out)


def _is_plain(part: AnyMessage) -> bool:
    """Return True if a part is, or begins with, plain text."""
    while part.is_multipart() and _children(part):
        part = _children(part)[0]
    return part.get_content_type() == "text/plain"


def _is_attached(part: AnyMessage) -> bool:
    """Return True if a text is a file beside the message rather than a part of it."""
    return part.get_content_disposition() == "attachment" or bool(_file_name(part))


def _file_name(part: AnyMessage) -> str:
    try:
        return decoded_words(part.get_filename() or "")
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""


def _bytes(part: AnyMessage) -> bytes:
    data = part.get_payload(decode=True)
    return data if isinstance(data, bytes) else b""


def _message_bytes(message: AnyMessage) -> bytes:
    """Return an attached message as a file; some programs wrap it once more."""
    payload = message.get_payload()
    if not message.keys() and isinstance(payload, str):
        import base64

        return base64.b64decode(payload)
    return message.as_bytes()


def _bare(data: bytes) -> bytes:
    """Return a message without what programs put around it.

    That is two bytes a letter, a mark, blank lines before the headers, Apple Mail's own notes.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data[:_BEGINNING]:
        data = decode(data).encode("utf-8", "replace")
    apple = _APPLE.match(data[:100])
    if apple:
        return data[apple.end() :][: int(apple.group(1))]
    return _BEFORE_HEADERS.sub(b"", data, count=1)
