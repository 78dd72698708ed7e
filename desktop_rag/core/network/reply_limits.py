"""Limits on replies: bytes after unpacking, and seconds from the first byte to the last."""

import zlib
from collections.abc import Iterable, Iterator

import httpx

REPLY_BYTES = 8_000_000
"""Maximum size of a reply that is read whole; the largest known one, OpenRouter's list of models, has 700,000 bytes."""
REFUSAL_BYTES = 100_000
"""Maximum size of the body of a refusal that is read: its beginning says what it is about."""
BODY_SECONDS = 10.0
"""Minimum time limit, in seconds, for the body of a reply that is read whole: 8 MB on a line of 6 Mbit/s."""

_PIECE_BYTES = 65_536
_INFLATABLE = ("gzip", "x-gzip", "deflate")
_GZIP_OR_ZLIB = 32 + zlib.MAX_WBITS


class EndlessReplyError(httpx.TransportError):
    """A server sends more than the requested content can have."""


class PackedReplyError(httpx.DecodingError):
    """A reply is packed, although none was to be, in a way that cannot be unpacked within bounds."""


def take_packing(response: httpx.Response) -> tuple[str, ...]:
    """Return the encodings of a reply and remove them from its headers: httpx would decompress without a bound."""
    header = response.headers.pop("content-encoding", "").lower()
    return tuple(name for part in header.split(",") if (name := part.strip()) not in ("", "identity"))


def unpacked(chunks: Iterable[bytes], packing: tuple[str, ...]) -> Iterator[bytes]:
    """Yield the content of chunks, in pieces of at most 64 KB where they are compressed.

    Raises:
        PackedReplyError: the body is compressed twice, by another method than gzip and deflate, or damaged.

    """
    if not packing:
        yield from chunks
        return
    inflate = None
    for chunk in chunks:
        # not before the first chunk: a reply without a body may name any encoding
        if len(packing) > 1 or packing[0] not in _INFLATABLE:
            raise PackedReplyError(f"packed as {packing}")
        if inflate is None:
            # deflate is sent with and without zlib's two bytes of head (RFC 1950), whose low four bits are 8
            bare = packing[0] == "deflate" and chunk[:1] and chunk[0] & 0x0F != zlib.DEFLATED
            inflate = zlib.decompressobj(-zlib.MAX_WBITS if bare else _GZIP_OR_ZLIB)
        yield from _inflated(inflate, chunk)
    if inflate is not None and not inflate.eof:
        raise PackedReplyError("it ends too early")


def _inflated(inflate: "zlib._Decompress", chunk: bytes) -> Iterator[bytes]:
    """Yield what a chunk is decompressed to, in pieces."""
    waiting = chunk
    while not inflate.eof:
        try:
            piece = inflate.decompress(waiting, _PIECE_BYTES)
        except zlib.error as error:
            raise PackedReplyError(str(error)) from error
        waiting = inflate.unconsumed_tail
        if piece:
            yield piece
        if not waiting and len(piece) < _PIECE_BYTES:
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
