"""The text of a message that was written as RTF, packed as Outlook does."""

import struct
from collections.abc import Iterator

from desktop_rag.core.errors import UserError
from desktop_rag.readers.office.rtf import rtf_markdown

_PACKED, _PLAIN = b"LZFu", b"MELA"
_KNOWN = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans Serif"
    rb"SymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
_WINDOW = 4096
_MOST = 64 << 20


def rtf_text(packed: bytes) -> str:
    """Return what a person reads in a packed RTF body, "" when there is none."""
    try:
        return rtf_markdown(unpacked_rtf(packed)).strip()
    except UserError:
        return ""


def unpacked_rtf(packed: bytes) -> bytes:
    """Return RTF as it was before Outlook packed it, b"" when it is none."""
    if len(packed) < 16:
        return b""
    _, size, kind, _ = struct.unpack_from("<LL4sL", packed)
    if kind == _PLAIN:
        return packed[16 : 16 + size]
    return _inflate(packed, min(size, _MOST)) if kind == _PACKED else b""


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
    """Yield bytes and places: before each eight of them stand eight flags that tell which is which."""
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
