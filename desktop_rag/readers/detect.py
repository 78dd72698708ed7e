"""What a file is, told by its content: names lie, and some files have none.

Only the first bytes are read, of a ZIP archive its directory, of an old Office file the names inside. A few signatures
do that better than the libraries made for it, which know thousands of formats nobody reads here, but not an encrypted
workbook, a web page called .xls or a Shift-JIS text without an ending.
"""

import re
import zipfile
from pathlib import Path, PurePath

from desktop_rag.core.errors import UserError
from desktop_rag.readers import formats
from desktop_rag.readers.base import NothingToRead
from desktop_rag.text.encodings import decode, is_text

_HEAD = 65_536
_PDF_WITHIN = 1024
_SIGNATURES = (
    (0, b"{\\rtf", ".rtf"), (0, b"\x89PNG\r\n\x1a\n", ".png"), (0, b"\xff\xd8\xff", ".jpg"), (0, b"GIF8", ".gif"),
    (0, b"II*\0", ".tif"), (0, b"MM\0*", ".tif"), (8, b"WEBP", ".webp"), (4, b"ftyphei", ".heic"),
    (4, b"ftypmif1", ".heic"), (4, b"ftypavif", ".avif"), (4, b"jP  \r\n", ".jp2"), (60, b"BOOKMOBI", ".mobi"),
    (0, b"7z\xbc\xaf\x27\x1c", ".7z"), (0, b"Rar!\x1a\x07", ".rar"), (0, b"\x1f\x8b\x08", ".gz"), (0, b"BZh", ".bz2"),
    (0, b"\xfd7zXZ\0", ".xz"), (0, b"\x28\xb5\x2f\xfd", ".zst"), (257, b"ustar", ".tar"), (0, b"MSCF\0\0\0\0", ".cab"),
    (0, b"bplist00", ".webarchive"),
)  # fmt: skip
_REFUSED = (
    (0, b"MZ", "Programs and disk images are not read."),
    (0, b"\x7fELF", "Programs and disk images are not read."),
    (0, b"\xcf\xfa\xed\xfe", "Programs and disk images are not read."),
    (0, b"\xca\xfe\xba\xbe", "Programs and disk images are not read."),
    (0, b"SQLite format 3\0", "Databases are not read."),
    (0, b"ID3", "Sound and video are not read."),
    (0, b"OggS", "Sound and video are not read."),
    (0, b"fLaC", "Sound and video are not read."),
    (0, b"RIFF", "Sound and video are not read."),
    (0, b"\x1aE\xdf\xa3", "Sound and video are not read."),
    (4, b"ftyp", "Sound and video are not read."),
    (0, b"%!PS", "PostScript is not read. Save it as PDF and add that."),
    (0, b"\xc5\xd0\xd3\xc6", "PostScript is not read. Save it as PDF and add that."),
    (0, b"AT&TFORM", "DjVu files are not read. Save it as PDF and add that."),
    (0, b"\0\1\0\0\0", "Fonts are not read."),
    (0, b"OTTO", "Fonts are not read."),
    (0, b"wOF", "Fonts are not read."),
)
_ZIP, _OLE = b"PK\3\4", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MIME_TYPES = {
    "application/epub+zip": ".epub",
    "application/vnd.oasis.opendocument.text": ".odt",
    "application/vnd.oasis.opendocument.text-template": ".odt",
    "application/vnd.oasis.opendocument.presentation": ".odp",
    "application/vnd.oasis.opendocument.presentation-template": ".odp",
    "application/vnd.oasis.opendocument.graphics": ".odp",
    "application/vnd.oasis.opendocument.spreadsheet": ".ods",
    "application/vnd.oasis.opendocument.spreadsheet-template": ".ods",
    "application/hwp+zip": ".hwpx",
}
_PARTS = (
    ("word/document", ".docx"), ("xl/workbook.bin", ".xlsb"), ("xl/workbook", ".xlsx"), ("ppt/presentation", ".pptx"),
    ("FixedDocSeq.fdseq", ".xps"), ("FixedDocumentSequence.fdseq", ".xps"), ("Contents/section0.xml", ".hwpx"),
    ("Index/Document.iwa", ".pages"), ("Index.zip", ".pages"), ("index.apxl", ".key"), ("index.xml", ".pages"),
    ("index.apxl.gz", ".key"),
    ("index.xml.gz", ".pages"),
)  # fmt: skip
_STREAMS = (
    ("WordDocument", ".doc"), ("PowerPoint Document", ".ppt"), ("Workbook", ".xls"), ("Book", ".xls"),
    ("__properties_version1.0", ".msg"), ("HwpSummaryInformation", ".hwp"), ("\x05HwpSummaryInformation", ".hwp"),
)  # fmt: skip
_IWORK = frozenset([".pages", ".key", ".numbers"])
_OFFICE_FOLDERS = ("word/", "xl/", "ppt/")
_DOCUMENTS = formats.PAGED | formats.TABULAR | formats.OFFICE  # called so, damaged archives are not taken apart
_SAME = {
    ".docx": ".docm .dotx .dotm", ".pptx": ".pptm .ppsx .ppsm .potx", ".xlsx": ".xlsm .xltx .xltm", ".doc": ".dot",
    ".ppt": ".pps .pot", ".tif": ".tiff", ".jpg": ".jpeg", ".heic": ".heif", ".gz": ".tgz", ".bz2": ".tbz2",
    ".xz": ".txz", ".html": ".htm .xhtml", ".odt": ".ott", ".odp": ".otp .odg", ".mhtml": ".mht", ".eml": ".emlx",
    ".mbox": ".mbx", ".zip": ".cbz", ".xps": ".oxps", ".mobi": ".azw .azw3 .prc", ".rar": ".cbr",
}  # fmt: skip
_TEXTUAL = formats.TEXT | formats.MARKDOWN | formats.MARKUP | formats.NOTEBOOK | {".eml", ".mbox", ".fodt", ".fodp"}
_HTML = re.compile(
    r"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_FICTION = re.compile(r"\s*(?:<\?xml[^>]*\?>\s*)?<FictionBook\b")
_OFFICE_XML = re.compile(r"<\?mso-application\b")
_FLAT_ODF = re.compile(r"<office:document\b[^>]*opendocument\.(text|presentation)", re.DOTALL)
_MAIL_LINE = re.compile(
    r"(?:Return-Path|Received|From|To|Subject|Date|MIME-Version|Message-ID|Delivered-To|X-[\w-]+): ?", re.IGNORECASE
)
_MBOX = re.compile(r"From \S+.*\d{4}\r?\n[\w-]+:")
_WEB_ARCHIVE = re.compile(
    r"(?=.*^MIME-Version:)(?=.*^Content-Type:\s*multipart/related)", re.IGNORECASE | re.MULTILINE | re.DOTALL
)


def kind_of(path: Path, name: str = "") -> str:
    """Return the ending whose reader fits a file's content; ``name`` is what it is known by.

    Raises:
        NothingToRead: it is no document; the message says why.
        UserError: it is protected by a password.

    """
    named = PurePath(name or path.name).suffix.lower()
    with path.open("rb") as file:
        head = file.read(_HEAD)
    found = _by_content(path, head, named)
    return named if named in _SAME.get(found, "").split() else found


def _by_content(path: Path, head: bytes, named: str) -> str:
    """Return the ending that the content has a right to."""
    if head.startswith(b"%PDF-"):
        return ".pdf"
    if head.startswith((_ZIP, _OLE)):
        return _zip_kind(path, named) if head.startswith(_ZIP) else _ole_kind(path, named)
    signed = _signed(head, named)
    if signed:
        return signed
    if b"%PDF-" in head[:_PDF_WITHIN] and named not in _TEXTUAL:  # behind rubbish, not inside an archive
        return ".pdf"
    if is_text(head):
        return _text_kind(head, named)
    _refuse(head)
    if named in formats.SUPPORTED - _TEXTUAL:
        return named  # damaged: its reader says so
    raise NothingToRead("It is not a document: its content is not text.")


def _signed(head: bytes, named: str) -> str:
    """Return the ending of what begins with a signature; that of a BMP is too short to be believed alone."""
    for offset, signature, ending in _SIGNATURES:
        if head.startswith(signature, offset) and (ending != ".webp" or head.startswith(b"RIFF")):
            return ending
    return ".bmp" if head.startswith(b"BM") and named == ".bmp" else ""


def _refuse(head: bytes) -> None:
    """Raise the reason for known kinds of files that are no documents."""
    for offset, signature, reason in _REFUSED:
        if head.startswith(signature, offset):
            raise NothingToRead(reason)


def _zip_kind(path: Path, named: str) -> str:
    """Tell Office files, books and web archives from archives by what is in them."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            mime = archive.read("mimetype")[:200].decode("latin-1").strip() if "mimetype" in names else ""
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, KeyError, EOFError):
        return named if named in _DOCUMENTS else ".zip"
    return _MIME_TYPES.get(mime) or _kind_by_parts(set(names), named)


def _kind_by_parts(names: set[str], named: str) -> str:
    """Tell what an archive is by the names in it; those of iWork's programs are the same."""
    ending = next((ending for part, ending in _PARTS if _has_part(names, part)), "")
    if ending in _IWORK:
        return named if named in _IWORK else ".zip"
    if ending:
        return ending
    damaged = "[Content_Types].xml" in names and named in _DOCUMENTS
    return named if named == ".cbz" or damaged else ".zip"


def _has_part(names: set[str], part: str) -> bool:
    """Whether an archive has a part; those of Microsoft's files may be numbered."""
    return part in names or (part.startswith(_OFFICE_FOLDERS) and any(name.startswith(part) for name in names))


def _ole_kind(path: Path, named: str) -> str:
    """Tell old Office files, messages and encrypted files by the names of their streams."""
    import olefile

    try:
        with olefile.OleFileIO(path) as file:
            streams = {entry[0] for entry in file.listdir(streams=True, storages=True)}
    except (OSError, ValueError, IndexError, TypeError):
        streams = set()
    if "EncryptedPackage" in streams:
        raise UserError("The file is protected by a password.", "Save a copy without the password and add that.")
    for stream, ending in _STREAMS:
        if stream in streams:
            return ending
    if named in formats.SUPPORTED - _TEXTUAL:
        return named
    raise NothingToRead("It is not a document.")


def _text_kind(head: bytes, named: str) -> str:
    """Return what a text is: what it is called, unless that is no text or says nothing."""
    if named in _TEXTUAL:
        return named
    _refuse(head[:4])
    text = decode(head, declared=True).lstrip("\ufeff")
    if _OFFICE_XML.search(text[:1000]):
        return ".xml"
    if _HTML.match(text) or (named in {".doc", ".xls", ".xlsx"} and "<table" in text.lower()):
        return ".html"
    return _marked_up(text, named) or _lines_kind(text, named)


def _marked_up(text: str, named: str) -> str:
    """Return what a text of marks is, "" for any other."""
    if _FICTION.match(text):
        return ".fb2"
    flat = _FLAT_ODF.search(text[:4000])
    if flat:
        return ".fodt" if flat.group(1) == "text" else ".fodp"
    if text.startswith(("<?xml", "<!DOCTYPE")):
        return ".xml"
    if named in formats.PAGED - {".fb2"} and text.startswith("<"):
        return ".html"
    return ""


def _lines_kind(text: str, named: str) -> str:
    """Return what a text of lines is."""
    if _MBOX.match(text):
        return ".mbox"
    if _MAIL_LINE.match(text) and _mail_headers(text):
        return ".mhtml" if _WEB_ARCHIVE.search(text[:8000]) else ".eml"
    if named in formats.TABULAR and "\t" in text:
        return ".tsv"
    return ".csv" if named in formats.TABULAR else ".txt"


def _mail_headers(text: str) -> bool:
    """Whether a text begins with the lines that a message begins with."""
    lines = re.split(r"\r?\n\r?\n", text, maxsplit=1)[0].splitlines()
    fields = [line for line in lines if not line.startswith((" ", "\t"))]
    known = sum(bool(_MAIL_LINE.match(line)) for line in fields)
    return known >= 3 and all(re.match(r"[\w-]+:", line) for line in fields)
