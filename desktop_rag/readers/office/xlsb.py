"""The names of the sheets of a binary workbook (.xlsb), with the parts that hold them."""

import struct
from collections.abc import Iterator

from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.xml_parts import relations

MAIN = "xl/workbook.bin"
_SHEET = 156  # BrtBundleSh
_HIGH_BIT = 0x80


def listed_sheets(parts: Parts) -> Iterator[tuple[str, str]]:
    """Yield the names and the parts of the sheets, as far as the list is whole.

    Raises:
        UserError: the file is damaged.

    """
    targets = relations(parts, MAIN)
    for kind, content in _records(parts.read(MAIN)):
        if kind != _SHEET:
            continue
        identity, at = _string(content, 8)
        name, _ = _string(content, at)
        if identity in targets:
            yield name, targets[identity][1]


def _records(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the kind and the content of each record; numbers are written in groups of seven bits."""
    at = 0
    while at < len(data):
        kind, at = _number(data, at, 2)
        size, at = _number(data, at, 4)
        yield kind, data[at : at + size]
        at += size


def _number(data: bytes, at: int, longest: int) -> tuple[int, int]:
    number = 0
    for place, byte in enumerate(data[at : at + longest]):
        number |= (byte & ~_HIGH_BIT) << 7 * place
        if byte < _HIGH_BIT:
            return number, at + place + 1
    return number, at + longest


def _string(data: bytes, at: int) -> tuple[str, int]:
    """Return a text and where it ends; "" where the record does."""
    if at + 4 > len(data):
        return "", at
    (length,) = struct.unpack_from("<I", data, at)
    end = at + 4 + 2 * length
    return data[at + 4 : end].decode("utf-16-le", "replace"), end
