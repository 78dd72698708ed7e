"""Tells the format of a file by its content: names lie, and some files have none.

Only the first bytes are read, of a ZIP archive its directory, of an old Office file the names inside. A few signatures
do that better than the libraries made for it, which know thousands of formats nobody reads here, but not an encrypted
workbook, a web page called .xls or a Shift-JIS text without an ending.
"""

import re
import zipfile
from functools import cache
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import NothingToRead, protected
from desktop_rag.readers.format import Format
from desktop_rag.readers.formats import FORMATS, of_ending, of_name
from desktop_rag.readers.office.parts import BROKEN_ARCHIVE
from desktop_rag.text.encodings import decode, is_text

_HEAD = 65_536
_PDF_WITHIN = 1024
_ZIP, _OLE = b"PK\3\4", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SQLITE = b"SQLite format 3\0"
_SAVED_AS_WEB_PAGES = frozenset(["word", "spreadsheet"])  # under an ending of Microsoft Office
_HTML = re.compile(
    r"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_FICTION = re.compile(r"\s*(?:<\?xml[^>]*\?>\s*)?<FictionBook\b")
_OFFICE_XML = re.compile(r"<\?mso-application\b")
_FLAT_ODF = re.compile(r"<office:document\b[^>]*opendocument\.(text|presentation)", re.DOTALL)
_MAIL_LINE = re.compile(
    r"(?:Return-Path|Received|From|To|Subject|Date|MIME-Version|Message-ID|Delivered-To|X-[\w-]+): ?", re.IGNORECASE
)
_ENVELOPE = re.compile(rb"-----BEGIN (?:PKCS7|CMS)-----|\s*MI[A-T]")  # in letters
_MBOX = re.compile(r"From \S+.*\d{4}\r?\n[\w-]+:")
_WEB_ARCHIVE = re.compile(
    r"(?=.*^MIME-Version:)(?=.*^Content-Type:\s*multipart/related)", re.IGNORECASE | re.MULTILINE | re.DOTALL
)


def format_of(path: Path, name: str = "") -> Format:
    """Return the format whose reader fits a file's content; ``name`` is what it is known by.

    Raises:
        NothingToRead: it is no document; the message says why.
        UserError: it is protected by a password, or of a format whose text is missed although nothing reads it.

    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    found = _by_content(path, head, of_name(name or path))
    if found.not_read:
        raise (UserError if found.fails else NothingToRead)(found.not_read, found.next_step)
    return found


def by_signature(head: bytes) -> Format | None:
    """Return the format whose files begin so; None when that is not known. Formats that are left out are none."""
    return next((one for one, begins in _signatures() if (one.is_read or one.fails) and begins.match(head)), None)


@cache
def _signatures() -> tuple[tuple[Format, re.Pattern[bytes]], ...]:
    return tuple((one, re.compile(one.signature, re.DOTALL)) for one in FORMATS if one.signature)


def _by_content(path: Path, head: bytes, named: Format) -> Format:
    """Return the format by the content, with the name as the last resort."""
    if head.startswith((_ZIP, _OLE)):
        return _zip_format(path, named) if head.startswith(_ZIP) else _ole_format(path, named)
    if named.whole_names and head.startswith(_SQLITE):
        return named
    signed = by_signature(head)
    if signed is not None:
        return signed
    if head.startswith(b"BM") and named is of_ending(".bmp"):  # too short a signature to be believed alone
        return named
    if b"%PDF-" in head[:_PDF_WITHIN] and not named.is_text:  # behind rubbish, not inside an archive
        return of_ending(".pdf")
    if is_text(head):
        return _text_format(head, named)
    _refuse(head)
    return _damaged(named, "It is not a document: its content is not text.")


def _refuse(head: bytes) -> None:
    """Raise the reason for known formats that are left out."""
    for one, begins in _signatures():
        if one.not_read and begins.match(head):
            raise NothingToRead(one.not_read, one.next_step)


def _damaged(named: Format, reason: str) -> Format:
    """Return the format that a file claims by its name, whose reader says that it is damaged."""
    if (named.is_read or named.fails) and not named.is_text:
        return named
    raise NothingToRead(reason)


def _zip_format(path: Path, named: Format) -> Format:
    """Return the format of a ZIP file: an Office file, a book, a web archive, or an archive, by its content."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            media_type = archive.read("mimetype")[:200].decode("latin-1").strip() if "mimetype" in names else ""
    except (*BROKEN_ARCHIVE, OSError, RuntimeError, KeyError):
        return named if _is_document(named) else of_ending(".zip")
    typed = next((one for one in FORMATS if media_type in one.media_types), None)
    return typed or _by_parts(set(names), named)


def _by_parts(names: set[str], named: Format) -> Format:
    """Return the format of an archive by the names in it; where formats share one, the file's name decides."""
    found = next((one for one in FORMATS if _has_part(names, one)), None)
    if found is not None:
        rivals = [one for one in FORMATS if set(one.parts) & set(found.parts) and _has_part(names, one)]
        return named if named in rivals else found if len(rivals) == 1 else of_ending(".zip")
    damaged = "[Content_Types].xml" in names and _is_document(named)
    return named if named is of_ending(".cbz") or damaged else of_ending(".zip")


def _has_part(names: set[str], one: Format) -> bool:
    """Return True if an archive has a part of a format; those of Microsoft's files may be numbered."""
    return any(
        any(name.startswith(part[:-1]) for name in names) if part.endswith("*") else part in names for part in one.parts
    )


def _is_document(named: Format) -> bool:
    """Return True if a file is called a document: when it is damaged, it is not taken for an archive."""
    return named.is_read and bool(named.reader) and not named.is_text


def _ole_format(path: Path, named: Format) -> Format:
    """Return the format of an OLE file by its streams: an old Office file, a message, or an encrypted file."""
    import olefile

    try:
        with olefile.OleFileIO(path) as file:
            streams = {entry[0] for entry in file.listdir(streams=True, storages=True)}
    except (OSError, ValueError, IndexError, TypeError):
        streams = set()
    if "EncryptedPackage" in streams:
        raise protected()
    found = next((one for one in FORMATS if streams & set(one.streams)), None)
    return found or _damaged(named, "It is not a document.")


def _text_format(head: bytes, named: Format) -> Format:
    """Return the format of a text: by its name, unless that is no text format or unknown."""
    if named.is_text:
        return named
    if named is of_ending(".p7m") and _ENVELOPE.match(head):
        return named
    _refuse(head[:4])
    text = decode(head, declared=True).lstrip("\ufeff")
    if _OFFICE_XML.search(text[:1000]):
        return of_ending(".xml")
    if _HTML.match(text) or (named.kind in _SAVED_AS_WEB_PAGES and "<table" in text.lower()):
        return of_ending(".html")
    return _marked_up(text, named) or _by_lines(text, named)


def _marked_up(text: str, named: Format) -> Format | None:
    fiction = of_ending(".fb2")
    if _FICTION.match(text):
        return fiction
    flat = _FLAT_ODF.search(text[:4000])
    if flat:
        return of_ending(".fodt" if flat.group(1) == "text" else ".fodp")
    if text.startswith(("<?xml", "<!DOCTYPE")):
        return of_ending(".xml")
    if named.unit == "page" and named is not fiction and text.startswith("<"):
        return of_ending(".html")
    return None


def _by_lines(text: str, named: Format) -> Format:
    if _MBOX.match(text):
        return of_ending(".mbox")
    if _MAIL_LINE.match(text) and _mail_headers(text):
        return of_ending(".mhtml" if _WEB_ARCHIVE.search(text[:8000]) else ".eml")
    return of_ending(".csv" if named.unit == "sheet" else ".txt")


def _mail_headers(text: str) -> bool:
    """Return True if a text begins with the lines that a message begins with."""
    lines = re.split(r"\r?\n\r?\n", text, maxsplit=1)[0].splitlines()
    fields = [line for line in lines if not line.startswith((" ", "\t"))]
    known = sum(bool(_MAIL_LINE.match(line)) for line in fields)
    return known >= 3 and all(re.match(r"[\w-]+:", line) for line in fields)
