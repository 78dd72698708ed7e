"""What is inside a signed S/MIME envelope, without checking the signature."""

from typing import NamedTuple

_OID, _CONSTRUCTED, _INDEFINITE = 0x06, 0x20, 0x80
_SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
_CONTENT = 2  # version, digest algorithms, content


class _Element(NamedTuple):
    """One element of BER: its tag, where its content is, where the next element begins."""

    tag: int
    start: int
    end: int
    following: int


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
