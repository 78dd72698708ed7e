"""Connections that end at each stage of a reply, closed in good order or reset."""

from collections.abc import Sequence

ENDS = ("closed", "reset")
NO_TLS = b"\x16\x03\x03\x00\x7a\x02\x00\x00\x76\x03\x03" + b"x" * 20
"""The beginning of what a server answers to a client that wants to speak TLS."""


def chunked(content_type: str) -> bytes:
    """Return the head of a reply that comes in chunks."""
    return b"HTTP/1.1 200 OK\r\nContent-Type: %b\r\nTransfer-Encoding: chunked\r\n\r\n" % content_type.encode()


def chunk(data: bytes) -> bytes:
    """Return a chunk of a reply as it is sent."""
    return b"%x\r\n%b\r\n" % (len(data), data)


def before_the_body(content_type: str) -> dict[str, bytes]:
    """Return what was sent when the connection ends before anything of an answer, by stage."""
    head = chunked(content_type)
    return {
        "before the head": b"",
        "in the middle of the status": head[:12],
        "in the middle of the head": head[:-20],
        "after the head": head,
        "in the middle of the first size": head + b"4",
    }


def in_the_body(content_type: str, pieces: Sequence[bytes]) -> dict[str, bytes]:
    """Return what was sent when the connection ends in the middle of the last of several pieces, by stage.

    A character of the last piece must have several bytes.
    """
    begun = chunked(content_type) + b"".join(map(chunk, pieces[:-1]))
    last = pieces[-1]
    place = next(place for place, byte in enumerate(last) if byte >= 0x80)
    return {
        "between two chunks": begun,
        "in the middle of a size": begun + b"%x" % 0x1F0,
        "after a size": begun + b"%x\r\n" % len(last),
        "in the middle of a chunk": begun + chunk(last)[: -len(last) // 2],
        "in the middle of a line": begun + chunk(last[: place - 1]),
        "in the middle of a character": begun + chunk(last[: place + 1]),
    }
