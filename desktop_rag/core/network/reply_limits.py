"""Limits on replies: bytes after unpacking, and seconds from the first byte to the last."""

import zlib
from collections.abc import Iterable, Iterator

import httpx

REPLY_BYTES = 8_000_000
"""Of a reply that is read whole; the largest that is known, OpenRouter's list of models, has 700,000."""
REFUSAL_BYTES = 100_000
"""Of a refusal; the rest is never read: what it is about stands at its beginning."""
BODY_SECONDS = 10.0
"""Least time for the body of a reply that is read whole: 8 MB on a line of 6 Mbit/s."""

_BLOCK = 65_536
_PACKED_ONCE = ("gzip", "x-gzip", "deflate")
_GZIP_OR_ZLIB = 32 + zlib.MAX_WBITS


class EndlessReplyError(httpx.TransportError):
    """A server sends more than the requested content can have."""


class PackedReplyError(httpx.DecodingError):
    """A reply is packed, although none was to be, in a way that cannot be unpacked within bounds."""


def take_packing(response: httpx.Response) -> tuple[str, ...]:
    """Return the encodings of a reply and remove them from its headers: httpx would decompress without a bound."""
    told = response.headers.pop("content-encoding", "").lower().split(",")
    return tuple(name for one in told if (name := one.strip()) not in ("", "identity"))


def unpacked(chunks: Iterable[bytes], packing: tuple[str, ...]) -> Iterator[bytes]:
    """Yield the content of chunks, in pieces of at most 64 KB where they are compressed.

    Raises:
        PackedReplyError: what comes is packed twice, in a way other than gzip or deflate, or not as it is said.

    """
    if not packing:
        yield from chunks
        return
    inflate = None
    for chunk in chunks:
        if len(packing) > 1 or packing[0] not in _PACKED_ONCE:
            raise PackedReplyError(f"packed as {packing}")
        if inflate is None:
            # deflate is sent with and without its two bytes of head
            bare = packing[0] == "deflate" and chunk[:1] and chunk[0] & 0x0F != zlib.DEFLATED
            inflate = zlib.decompressobj(-zlib.MAX_WBITS if bare else _GZIP_OR_ZLIB)
        yield from _inflated(inflate, chunk)
    if inflate is not None and not inflate.eof:
        raise PackedReplyError("it ends too early")


def _inflated(inflate: "zlib._Decompress", chunk: bytes) -> Iterator[bytes]:
    waiting = chunk
    while not inflate.eof:
        try:
            piece = inflate.decompress(waiting, _BLOCK)
        except zlib.error as error:
            raise PackedReplyError(str(error)) from error
        waiting = inflate.unconsumed_tail
        if piece:
            yield piece
        if not waiting and len(piece) < _BLOCK:
            return


def bounded(chunks: Iterable[bytes], most_bytes: int) -> Iterator[bytes]:
    """Yield chunks; raises EndlessReplyError beyond ``most_bytes``."""
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > most_bytes:
            raise EndlessReplyError(f"more than {most_bytes:,} bytes")
        yield chunk


def beginning(chunks: Iterable[bytes], most_bytes: int) -> Iterator[bytes]:
    """Yield the first ``most_bytes`` bytes."""
    size = 0
    for chunk in chunks:
        yield chunk[: most_bytes - size]
        size += len(chunk)
        if size >= most_bytes:
            return
