"""Limits on replies: bytes after unpacking, and seconds until the first byte and from there to the last.

Heads of replies, refusals and whole replies come in time even where they trickle byte by byte.
"""

import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

import httpcore
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
_BEGINNING = b"HTTP/"
_HEAD_BYTES = 1_000_000  # with all interim ones; h11 allows 100,000 for one
Trace = Callable[[str, Mapping[str, Any]], None]


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


"""What httpcore tells of a request: the name of an event, and what belongs to it."""


def add_trace(request: httpx.Request, trace: Trace) -> None:
    """Add ``trace`` to the functions called for a request's events, after those already there."""
    before: Trace | None = request.extensions.get("trace")

    def both(event: str, info: Mapping[str, Any]) -> None:
        if before is not None:
            before(event, info)
        trace(event, info)

    request.extensions = {**request.extensions, "trace": both}


class Deadlines:
    """Deadlines for the replies to one client; httpcore's own limit restarts with every byte.

    The body of a refusal is waited for no longer than its head: it is no answer that may take its time.

    A request waits on the thread that sent it, so each thread has its own deadline.
    """

    def __init__(self) -> None:
        self._waiting = threading.local()

    def watch(self, request: httpx.Request, head: float | None, body: float | None) -> None:
        """Limit one request: seconds for the head, from when the server has all of it, then for the body.

        None is without a limit. Waiting for longer raises httpx.ReadTimeout.
        """

        def trace(event: str, info: Mapping[str, Any]) -> None:
            if event.endswith(("connect_tcp.complete", "start_tls.complete")):
                self._limit_reads(info["return_value"])
            elif event.endswith("send_request_body.complete"):
                self.end_within(head)
                self._waiting.head = 0
            elif event.endswith("receive_response_headers.complete"):
                self._waiting.head = None
                if _is_success(info["return_value"]):
                    self.end_within(body)

        self.end_within(None)
        self.piece_within(None)
        self._waiting.head = None
        add_trace(request, trace)

    def end_within(self, seconds: float | None) -> None:
        """Limit the waiting of this thread to ``seconds`` from now on; None for no limit."""
        self._waiting.until = _at(seconds)

    def piece_within(self, seconds: float | None) -> None:
        """Limit the wait for the next piece of a body to ``seconds``, whatever else arrives; None for no limit.

        Sizes of pieces and trailers are no part of a body, and may trickle for ever.
        """
        self._waiting.piece_until = _at(seconds)

    def _limit_reads(self, stream: Any) -> None:  # noqa: ANN401 - httpcore's
        """Have a connection wait no longer than until the deadline of the thread that reads."""
        read: Callable[[int, float | None], bytes] = stream.read

        def limited(max_bytes: int, timeout: float | None = None) -> bytes:
            ends = [getattr(self._waiting, name, None) for name in ("until", "piece_until")]
            limits = [end - time.monotonic() for end in ends if end is not None]
            if limits and min(limits) <= 0:
                raise httpcore.ReadTimeout("the reply is not complete")
            left = min([*limits, *([] if timeout is None else [timeout])], default=None)
            data = read(max_bytes, left)
            self._look_at_head(data)
            return data

        stream.read = limited

    def _look_at_head(self, data: bytes) -> None:
        """Refuse bytes that begin no reply, and an endless head; h11 waits for the end of a line, and of each 1xx."""
        length: int | None = getattr(self._waiting, "head", None)
        if length is None:
            return
        if not length and not data.startswith(_BEGINNING[: len(data)]):
            raise httpcore.RemoteProtocolError(f"illegal status line: {data[:20]!r}")
        self._waiting.head = length + len(data)
        if self._waiting.head > _HEAD_BYTES:
            raise EndlessReplyError(f"a head of more than {_HEAD_BYTES:,} bytes")


def _at(seconds: float | None) -> float | None:
    """Return the monotonic time ``seconds`` from now, or None for no limit."""
    return None if seconds is None else time.monotonic() + seconds


def _is_success(head: Sequence[Any]) -> bool:
    """Return True if a head, which is HTTP's version, the status and more, begins an answer."""
    return int(head[1]) < HTTPStatus.MULTIPLE_CHOICES
