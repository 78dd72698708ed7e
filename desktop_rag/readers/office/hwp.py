"""Hangul files before HWPX: HWP 5."""

import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

from desktop_rag.core.schema import Document
from desktop_rag.readers.base import damaged, protected
from desktop_rag.readers.office.compound_files import read_streams, stream_names
from desktop_rag.readers.plain.text import in_pages

_SIGNATURE = b"HWP Document File"
_COMPRESSED, _ENCRYPTED = 1, 2
_FLAGS = 36
_PARAGRAPH_TEXT = 67
_LONG = 0xFFF
_BREAKS = frozenset([10, 13])
_WIDE = frozenset([*range(1, 10), 11, 12, *range(14, 24)])  # control characters that take eight places
_SECTION = re.compile(r"BodyText/Section(\d+)")
_MOST = 300 * 1024 * 1024


def load_data(path: Path) -> Iterator[Document]:
    """Yield the text of an HWP file; see ``readers.base.Reader``."""
    (header,) = read_streams(path, "FileHeader")
    if not header.startswith(_SIGNATURE) or len(header) < _FLAGS + 4:
        raise damaged()
    (flags,) = struct.unpack_from("<I", header, _FLAGS)
    if flags & _ENCRYPTED:
        raise protected()
    sections = sorted((name for name in stream_names(path) if _SECTION.fullmatch(name)), key=_number)
    try:
        texts = [
            "\n".join(_paragraphs(_unpacked(data) if flags & _COMPRESSED else data))
            for data in read_streams(path, *sections)
        ]
    except (zlib.error, struct.error) as error:
        raise damaged() from error
    return in_pages(["\n\n".join(texts)])


def _number(name: str) -> int:
    return int(re.sub(r"\D", "", name) or 0)


def _unpacked(data: bytes) -> bytes:
    # raw deflate, and no more than a document can have
    return zlib.decompressobj(-15).decompress(data, _MOST)


def _paragraphs(data: bytes) -> Iterator[str]:
    at = 0
    while at + 4 <= len(data):
        (head,) = struct.unpack_from("<I", data, at)
        kind, size = head & 0x3FF, head >> 20
        at += 4
        if size == _LONG:
            (size,) = struct.unpack_from("<I", data, at)
            at += 4
        if kind == _PARAGRAPH_TEXT:
            yield _characters(data[at : at + size])
        at += size


def _characters(data: bytes) -> str:
    """Return a paragraph's text without what controls it."""
    kept = bytearray()
    at = 0
    while at + 2 <= len(data):
        (code,) = struct.unpack_from("<H", data, at)
        if code in _WIDE:
            kept += b"\t\0" if code == 9 else b""
            at += 16
            continue
        if code >= 32 or code in _BREAKS:
            kept += data[at : at + 2] if code >= 32 else b"\n\0"
        at += 2
    return kept.decode("utf-16-le", "replace").rstrip("\n")
