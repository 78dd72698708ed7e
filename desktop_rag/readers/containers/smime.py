"""Read the content of a signed envelope (S/MIME, .p7m), without checking the signature."""

import base64
import binascii
import contextlib
import re
from pathlib import Path
from typing import NamedTuple

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name
from desktop_rag.readers.base import Contents, NothingToRead, ReadOptions, damaged
from desktop_rag.readers.containers.mail_message import blocks_of
from desktop_rag.readers.containers.unpacking import EnoughError, Unpacker

_ENCRYPTED = tuple(map(bytes.fromhex, ("2a864886f70d010703", "2a864886f70d010706", "2a864886f70d0109100117")))
_BEGINNING = 200  # bytes
_PEM = re.compile(rb"-----[^-]*-----")
_OID, _CONSTRUCTED, _INDEFINITE = 0x06, 0x20, 0x80
_SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
_CONTENT = 2  # version, digest algorithms, content


class _Element(NamedTuple):
    """One element of BER: its tag, where its content is, where the next element begins."""

    tag: int
    start: int
    end: int
    following: int


def unpack(path: Path, options: ReadOptions, name: str = "", wanted: str = "") -> Contents:
    """Take the file out of its envelope: "contract.pdf" out of "contract.pdf.p7m".

    Raises:
        NothingToRead: there is only a signature.
        UserError: it is encrypted or damaged.

    """
    data = _binary(path.read_bytes())
    content = signed_content(data)
    if not content:
        raise _no_content(data)
    unpacker = Unpacker(path, options, name, wanted)
    unpacker.trusted = True
    outer = Path(shown_name(name) if name else path.name)
    inner = unpacker.name(f"{outer.stem}.eml" if is_message(content) else outer.stem)
    if inner:
        with contextlib.suppress(EnoughError):
            unpacker.add(inner, blocks_of(content))
    return unpacker.archive_contents()


def is_message(content: bytes) -> bool:
    """Return True if what was signed is a message or a part of one, not a file."""
    head = content[:4_000].lower()
    return re.match(rb"\s*[\w-]+:", head) is not None and b"content-type:" in head


def _binary(data: bytes) -> bytes:
    """Return an envelope as bytes, which some programs write as letters."""
    if data.startswith(b"0"):
        return data
    try:
        return base64.b64decode(_PEM.sub(b"", data), validate=False)
    except binascii.Error:
        return data


def _no_content(data: bytes) -> UserError:
    """Return the reason why nothing can be taken out of an envelope."""
    if any(kind in data[:_BEGINNING] for kind in _ENCRYPTED):
        return UserError("The file is encrypted.", "Decrypt it with the app that receives it and add that.")
    try:
        whole = _element(data, 0)
    except (IndexError, RecursionError):
        return damaged()
    signed = _SIGNED_DATA in data[whole.start : whole.start + _BEGINNING]
    return NothingToRead("It is a signature without the signed file.") if signed else damaged()


def signed_content(data: bytes) -> bytes:
    """Return the message in the envelope, b"" when there is none to be seen (it is encrypted or damaged)."""
    try:
        kind, envelope = _children(data, _element(data, 0))[:2]
        if kind.tag != _OID or data[kind.start : kind.end] != _SIGNED_DATA:
            return b""
        signed = _children(data, envelope)[0]
        content = _children(data, signed)[_CONTENT]
        wrapped = _children(data, content)[1]
        return b"".join(_octets(data, part) for part in _children(data, wrapped))
    except (IndexError, ValueError, RecursionError):
        return b""


def _element(data: bytes, place: int) -> _Element:
    tag, length, start = data[place], data[place + 1], place + 2
    # ends with two zeros, wherever those stand between elements
    if length == _INDEFINITE:
        end = start
        while data[end] or data[end + 1]:
            end = _element(data, end).following
        return _Element(tag, start, end, end + 2)
    if length > _INDEFINITE:
        size = length - _INDEFINITE
        length = int.from_bytes(data[start : start + size], "big")
        start += size
    if start + length > len(data):
        raise IndexError
    return _Element(tag, start, start + length, start + length)


def _children(data: bytes, element: _Element) -> list[_Element]:
    place, found = element.start, []
    while place < element.end:
        found.append(_element(data, place))
        place = found[-1].following
    return found


def _octets(data: bytes, element: _Element) -> bytes:
    """Return the bytes of a string, which may come in parts."""
    if element.tag & _CONSTRUCTED:
        return b"".join(_octets(data, part) for part in _children(data, element))
    return data[element.start : element.end]
