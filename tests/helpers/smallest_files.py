"""The smallest file of every format: it says "Walrus", as far as the format can say anything."""

import bz2
import gzip
import io
import json
import lzma
import os
import plistlib
import struct
import sys
import tarfile
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

# before PyMuPDF is imported, which imports ONNX Runtime: it would report to its maker (see desktop_rag/__init__.py)
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import pillow_heif
import py7zr
import pymupdf
from PIL import Image

from desktop_rag.readers.format import Format
from tests.helpers.compound_file import message, write_compound
from tests.helpers.office import deck, package, shape, slide_of, word_file, workbook
from tests.helpers.office import words as paragraph

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

WORD = "Walrus"
_ODF = (
    '<office:document{0} office:mimetype="application/vnd.oasis.opendocument.{1}" '
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body>{2}</office:body></office:document{0}>'
)
_PARAGRAPH = f"<text:p>{WORD}</text:p>"
_PAGE = f"<draw:page><draw:frame><draw:text-box>{_PARAGRAPH}</draw:text-box></draw:frame></draw:page>"
_ODF_BODIES = {
    "text": f"<office:text>{_PARAGRAPH}</office:text>",
    "presentation": f"<office:presentation>{_PAGE}</office:presentation>",
    "graphics": f"<office:drawing>{_PAGE}</office:drawing>",
    "spreadsheet": (
        '<office:spreadsheet><table:table table:name="S"><table:table-row>'
        f'<table:table-cell office:value-type="string">{_PARAGRAPH}</table:table-cell>'
        "</table:table-row></table:table></office:spreadsheet>"
    ),
}


def picture(kind: str) -> bytes:
    """A white picture: what is read of it is that it shows nothing."""
    pillow_heif.register_heif_opener()  # the program itself only reads these
    data = io.BytesIO()
    Image.new("RGB", (120, 60), "white").save(data, kind)
    return data.getvalue()


def pdf() -> bytes:
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), WORD)
        return bytes(document.tobytes())


def odf(kind: str) -> dict[str, str | bytes]:
    media_type = f"application/vnd.oasis.opendocument.{kind}"
    return {
        "mimetype": media_type,
        "content.xml": _ODF.format("-content", kind, _ODF_BODIES[kind]),
        "META-INF/manifest.xml": (
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{media_type}"/></manifest:manifest>'
        ),
    }


def epub() -> dict[str, str | bytes]:
    return {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": (
            '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
        ),
        "b.opf": (
            '<package version="2.0" xmlns="http://www.idpf.org/2007/opf" unique-identifier="u"><metadata '
            'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title><dc:identifier id="u">u</dc:identifier>'
            '</metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
            '<spine><itemref idref="a"/></spine></package>'
        ),
        "a.xhtml": f'<html xmlns="http://www.w3.org/1999/xhtml"><body><p>{WORD}</p></body></html>',
    }


def mobi() -> bytes:
    """A Palm database of two records: the header of a book, and its text as it is."""
    text = f"<html><body><p>{WORD}</p></body></html>".encode()
    header = struct.pack(">HHIHHHH", 1, 0, len(text), 1, 4096, 0, 0)
    header += struct.pack(">4sIIII", b"MOBI", 232, 2, 65001, 1).ljust(232, b"\0")
    places = [78 + 2 * 8 + 2, 78 + 2 * 8 + 2 + len(header)]
    entries = b"".join(struct.pack(">II", place, number) for number, place in enumerate(places))
    name = b"walrus".ljust(32, b"\0")
    return name + bytes(28) + b"BOOKMOBI" + bytes(8) + struct.pack(">H", 2) + entries + b"\0\0" + header + text


def xps() -> dict[str, str | bytes]:
    space = 'xmlns="http://schemas.microsoft.com/xps/2005/06"'
    relation = "http://schemas.microsoft.com/xps/2005/06/fixedrepresentation"
    return {
        "_rels/.rels": (
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            f'<Relationship Id="R" Type="{relation}" Target="/FixedDocSeq.fdseq"/></Relationships>'
        ),
        "FixedDocSeq.fdseq": (
            f'<FixedDocumentSequence {space}><DocumentReference Source="/d.fdoc"/></FixedDocumentSequence>'
        ),
        "d.fdoc": f'<FixedDocument {space}><PageContent Source="/1.fpage" Width="99" Height="99"/></FixedDocument>',
        "1.fpage": f'<FixedPage {space} Width="99" Height="99"/>',
    }


def mail() -> bytes:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = "a@example.org", "b@example.org", WORD
    letter.set_content(WORD)
    return bytes(letter)


def ber(tag: int, *parts: bytes) -> bytes:
    data = b"".join(parts)
    size = len(data).to_bytes(4, "big")
    return bytes([tag]) + (b"\x84" + size if len(data) > 127 else size[-1:]) + data


def signed(content: bytes) -> bytes:
    """An envelope around a file, as programs make that sign it."""
    inner = ber(0x30, ber(0x06, b"\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01"), ber(0xA0, ber(0x04, content)))
    data = ber(0x30, ber(0x02, b"\1"), ber(0x31), inner if content else inner[:13])
    return ber(0x30, ber(0x06, bytes.fromhex("2a864886f70d010702")), ber(0xA0, data))


def winmail(body: str) -> bytes:
    text = body.encode()
    attribute = struct.pack("<BHHL", 1, 0x800C, 2, len(text)) + text + struct.pack("<H", sum(text) & 0xFFFF)
    return b"\x78\x9f\x3e\x22\0\0" + attribute


def tar() -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        entry = tarfile.TarInfo("inside.txt")
        entry.size = len(WORD)
        archive.addfile(entry, io.BytesIO(WORD.encode()))
    return data.getvalue()


def seven_zip(path: Path) -> None:
    with py7zr.SevenZipFile(path, "w") as archive:
        archive.writestr(WORD, "inside.txt")


def webarchive() -> bytes:
    page = {"WebResourceMIMEType": "text/html", "WebResourceData": f"<html><body>{WORD}</body></html>".encode()}
    return plistlib.dumps({"WebMainResource": page}, fmt=plistlib.FMT_BINARY)


def notebook() -> str:
    return json.dumps({"cells": [{"cell_type": "markdown", "source": [WORD]}]})


CONTENTS: dict[str, Callable[[], bytes | str | dict[str, str | bytes]]] = {
    "PDF": pdf,
    "OpenDocument text": lambda: odf("text"),
    "OpenDocument presentation": lambda: odf("presentation"),
    "OpenDocument spreadsheet": lambda: odf("spreadsheet"),
    "OpenDocument drawing": lambda: odf("graphics"),
    "Flat OpenDocument text": lambda: _ODF.format("", "text", _ODF_BODIES["text"]),
    "Flat OpenDocument presentation": lambda: _ODF.format("", "presentation", _ODF_BODIES["presentation"]),
    "RTF": lambda: rf"{{\rtf1 {WORD}}}",
    "Hangul (XML)": lambda: {
        "mimetype": "application/hwp+zip",
        "Contents/section0.xml": f'<s xmlns:hp="h"><hp:p><hp:t>{WORD}</hp:t></hp:p></s>',
    },
    "Pages": lambda: {"index.xml": f'<k xmlns:sf="s"><sf:p>{WORD}</sf:p></k>'},
    "Numbers": lambda: {"index.xml": f'<k xmlns:sf="s"><sf:p>{WORD}</sf:p></k>'},
    "Keynote": lambda: {"index.apxl": f'<k xmlns:sf="s"><sf:p>{WORD}</sf:p></k>'},
    "EPUB": epub,
    "Mobipocket": mobi,
    "FictionBook": lambda: f"<FictionBook><body><section><p>{WORD}</p></section></body></FictionBook>",
    "Comic book": lambda: {"1.png": picture("png")},
    "XPS": xps,
    "PNG": lambda: picture("png"),
    "JPEG": lambda: picture("jpeg"),
    "TIFF": lambda: picture("tiff"),
    "GIF": lambda: picture("gif"),
    "BMP": lambda: picture("bmp"),
    "WebP": lambda: picture("webp"),
    "AVIF": lambda: picture("avif"),
    "JPEG 2000": lambda: picture("jpeg2000"),
    "HEIC": lambda: picture("heif"),
    "SVG": lambda: f'<svg xmlns="http://www.w3.org/2000/svg"><text>{WORD}</text></svg>',
    "HTML": lambda: f"<html><body><p>{WORD}</p></body></html>",
    "MHTML": lambda: (
        "From: x\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=B\n\n"
        f"--B\nContent-Type: text/html\n\n<p>{WORD}</p>\n--B--\n"
    ),
    "Safari web archive": webarchive,
    "Message": mail,
    "Mailbox": lambda: b"From a@example.org Mon Jan 01 00:00:00 2024\n" + mail(),
    "ZIP": lambda: {"inside.txt": WORD},
    "tar": tar,
    "gzip": lambda: gzip.compress(WORD.encode()),
    "bzip2": lambda: bz2.compress(WORD.encode()),
    "xz": lambda: lzma.compress(WORD.encode()),
    "Zstandard": lambda: zstd.compress(WORD.encode()),
    "Jupyter notebook": notebook,
    "Subtitles": lambda: f"1\n00:00:01,500 --> 00:00:02,000\n{WORD}\n",
    "Calendar, contacts": lambda: f"BEGIN:VCARD\nFN:{WORD}\nEND:VCARD\n",
    "XML": lambda: f'<?xml version="1.0"?><article><p>{WORD}</p></article>',
    "RAR": lambda: b"Rar!\x1a\x07\x01\0",
    "CAB": lambda: b"MSCF\0\0\0\0",
    "WordPerfect, Works": lambda: b"\xffWPC\x10\0\0\0",
    "Hangul 3": lambda: b"HWP Document File V3.00 \x1a\1\2\3\4\5",
    "Excel 4": lambda: b"\x09\x04\x06\0\0\0\x10\0",
    "Lotus 1-2-3, Quattro Pro": lambda: b"\0\0\x02\0\x06\x04\x06\0",
    "OneNote": lambda: b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1",
    "Windows help": lambda: b"ITSF\3\0\0\0\x60\0\0\0",
    "Signed file": lambda: signed(WORD.encode()),
    "winmail.dat": lambda: winmail(WORD),
}
UNREAD_STREAMS = {"StarOffice": "StarWriterDocument", "Project": "Props14", "Visio, Publisher": "VisioDocument"}
STREAMS: dict[str, dict[str, bytes]] = {
    "Word 97–2003": {"WordDocument": bytes(600)},
    "Excel 97–2003": {"Workbook": bytes(600)},
    "PowerPoint 97–2003": {"PowerPoint Document": bytes(600), "Current User": bytes(60)},
    "Hangul": {"FileHeader": bytes(256), "\x05HwpSummaryInformation": bytes(60)},
}
"""Old binary formats, which no library writes: told by their streams, and found damaged by their readers."""


def write(path: Path, one: Format) -> None:
    """Write the smallest file of a format that says "Walrus"."""
    if one.name == "Word":
        word_file(path, paragraph(WORD), {})
    elif one.name == "Excel":
        workbook(path)
    elif one.name == "PowerPoint":
        deck(path, [slide_of(shape(WORD))])
    elif one.name == "7z":
        seven_zip(path)
    elif one.name == "Outlook message":
        write_compound(path, message({0x0037: WORD, 0x1000: WORD}))
    elif one.name in UNREAD_STREAMS:
        write_compound(path, {UNREAD_STREAMS[one.name]: bytes(600)})
    elif one.name in STREAMS:
        write_compound(path, dict(STREAMS[one.name]))
    else:
        content = CONTENTS[one.name]() if one.name in CONTENTS else f"{WORD}\n"
        if isinstance(content, dict):
            package(path, content)
        else:
            path.write_bytes(content.encode() if isinstance(content, str) else content)
