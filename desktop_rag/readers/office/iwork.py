"""Pages, Keynote and Numbers: the text of their documents, old (XML) and new (IWA).

No library reads the text of all three. A new file is a ZIP of parts, each packed with Snappy, that hold messages of
Google's protocol buffers; the texts are in messages of one type.
"""

import gzip
import re
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

from desktop_rag.core.schema import Document
from desktop_rag.readers.base import NothingToRead, damaged, protected
from desktop_rag.readers.office.parts import MOST, Parts, part_names, read_part
from desktop_rag.readers.plain.text import in_pages

_TEXT_STORAGE = frozenset([2001, 2005])  # TSWP.StorageArchive
_TABLE_STRINGS = 6005  # TST.TableDataList
_OLD = ("index.xml", "index.apxl", "index.xml.gz", "index.apxl.gz")
_PARTS = re.compile(r"Index/(?:(?!Tables/|.*Stylesheet|.*Theme|.*Metadata|.*ViewState|.*Template|.*Master).)*\.iwa")
_TABLES = re.compile(r"Index/Tables/DataList.*\.iwa")
_NUMBER = re.compile(r"\d+")
_CONTROL = re.compile("[\ufffc\ufffe\uffff\x00-\x08\x0b-\x1f]")


def load_data(path: Path) -> Iterator[Document]:
    """Yield the text; see ``readers.base.Reader``."""
    names = part_names(path)
    old = next((name for name in _OLD if name in names), "")
    try:
        texts = list(_old_texts(path, old) if old else _new_texts(path, names))
    except (zlib.error, OSError, EOFError, LookupError, ValueError) as error:
        raise damaged() from error
    text = "\n\n".join(texts)
    if not text.strip():
        raise NothingToRead("The file contains no text.")
    return in_pages([text])


def _old_texts(path: Path, name: str) -> Iterator[str]:
    """Yield the paragraphs of a file of iWork 2009 or before."""
    data = read_part(path, name)
    if name.endswith(".gz"):
        with gzip.open(BytesIO(data)) as file:
            data = file.read(MOST)
    try:
        root = ET.fromstring(data)  # noqa: S314 - expat refuses entities that swell
    except ET.ParseError as error:
        raise protected() from error
    for element in root.iter():
        if element.tag.endswith(("}p", "}t", "}ct")):
            text = "".join(element.itertext()).strip() or next(
                (value for key, value in element.attrib.items() if key.endswith("}s")), ""
            )
            if text.strip():
                yield text.strip()


def _new_texts(path: Path, names: list[str]) -> Iterator[str]:
    """Yield the texts of a file of iWork 2013 or later."""
    if ".iwpv2" in names or ".iwph" in names:
        raise protected()
    with Parts(BytesIO(read_part(path, "Index.zip")) if "Index.zip" in names else path) as parts:
        wanted = [name for name in parts.names() if _PARTS.fullmatch(name) or _TABLES.fullmatch(name)]
        for name in sorted(wanted, key=_order):
            yield from _messages(b"".join(_unsnapped(parts.read(name))), tables=bool(_TABLES.fullmatch(name)))


def _order(name: str) -> tuple[bool, list[int], str]:
    """Put the document before its tables, and slides by their numbers."""
    return bool(_TABLES.fullmatch(name)), [int(number) for number in _NUMBER.findall(name)], name


def _unsnapped(data: bytes) -> Iterator[bytes]:
    """Yield the unpacked chunks of a part."""
    at = 0
    while at + 4 <= len(data):
        length = int.from_bytes(data[at + 1 : at + 4], "little")
        yield _snappy(data[at + 4 : at + 4 + length])
        at += 4 + length


def _snappy(data: bytes) -> bytes:
    """Unpack one Snappy block without its checksum."""
    _, at = _varint(data, 0)
    out = bytearray()
    while at < len(data):
        tag = data[at]
        at += 1
        if tag & 3 == 0:
            at, length = _literal_length(data, at, tag >> 2)
            out += data[at : at + length]
            at += length
            continue
        if tag & 3 == 1:
            length, back = 4 + (tag >> 2 & 7), (tag >> 5) << 8 | data[at]
            at += 1
        else:
            size = 2 if tag & 3 == 2 else 4
            length, back = 1 + (tag >> 2), int.from_bytes(data[at : at + size], "little")
            at += size
        # byte by byte: a copy may reach into what it is writing
        for _ in range(length):
            out.append(out[-back])
    return bytes(out)


def _literal_length(data: bytes, at: int, length: int) -> tuple[int, int]:
    """Return the start and the length of a run of plain bytes."""
    # 60 to 63 say in how many bytes the length follows
    extra = max(0, length - 59)
    return (at + extra, int.from_bytes(data[at : at + extra], "little") + 1) if extra else (at, length + 1)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = _varint(data, at)
            yield key >> 3, value
            continue
        length = 8 if kind == 1 else 4
        if kind == 2:
            length, at = _varint(data, at)
        elif kind not in {1, 5}:
            return
        yield key >> 3, data[at : at + length]
        at += length


def _messages(data: bytes, *, tables: bool) -> Iterator[str]:
    at = 0
    while at < len(data):
        length, at = _varint(data, at)
        header, at = data[at : at + length], at + length
        for number, info in _fields(header):
            if number != 2 or not isinstance(info, bytes):
                continue
            about = dict(_fields(info))
            kind, size = about.get(1), about.get(3)
            if not isinstance(size, int):
                return
            if kind in _TEXT_STORAGE:
                yield from _strings(data[at : at + size], 3)
            elif tables and kind == _TABLE_STRINGS:
                yield from _cells(data[at : at + size])
            at += size


def _cells(table: bytes) -> Iterator[str]:
    for entry, value in _fields(table):
        if entry == 3 and isinstance(value, bytes):
            yield from _strings(value, 3)


def _strings(message: bytes, wanted: int) -> Iterator[str]:
    for number, value in _fields(message):
        if number == wanted and isinstance(value, bytes):
            text = _CONTROL.sub("", value.decode("utf-8", "replace").replace("\u2028", "\n").replace("\u2029", "\n"))
            if text.strip():
                yield text.strip()
