"""Replies that have no end, are packed, or are no HTTP, over real sockets."""

import gzip
import resource
import time
import zlib
from collections.abc import Iterator

import brotli
import httpx
import pytest

from desktop_rag.core import net
from desktop_rag.core.network.reply_limits import (
    REFUSAL_BYTES,
    REPLY_BYTES,
    EndlessReplyError,
    PackedReplyError,
    unpacked,
)
from tests.helpers.lanes import rest_at_night
from tests.helpers.scripted_server import Reply, ScriptedServer

LIMIT = 0.3
MEGABYTE = b"x" * 1_000_000
HEAD = b"HTTP/1.1 200 OK\r\nConnection: close\r\n"


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


def ask(server: ScriptedServer, *, timeout: float = 5.0, body_seconds: float = 10.0) -> httpx.Response:
    with net.open_client(server.base_url, timeout=timeout, body_seconds=body_seconds) as client:
        return client.post(f"{server.base_url}/chat/completions", json={"model": "scripted-model", "messages": []})


def bomb(packing: str, megabytes: int) -> bytes:
    if packing == "br":
        packer = brotli.Compressor(quality=5)
        parts = [packer.process(MEGABYTE) for _ in range(megabytes)] + [packer.finish()]
    else:
        squeezer = zlib.compressobj(wbits={"gzip": 31, "deflate": 15, "bare deflate": -15}[packing])
        parts = [squeezer.compress(MEGABYTE) for _ in range(megabytes)] + [squeezer.flush()]
    return b"".join(parts)


def packed(packing: str, body: bytes) -> bytes:
    return HEAD + b"Content-Encoding: %b\r\n\r\n%b" % (packing.encode(), body)


def test_nothing_packed_is_asked_for(server: ScriptedServer) -> None:
    ask(server)
    assert server.requests[0].headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("length", [b"", b"Content-Length: 10000000000\r\n"], ids=["no length", "10 GB"])
def test_a_reply_without_end_is_cut_off(server: ScriptedServer, length: bytes) -> None:
    server.script(Reply(wire=HEAD + length + b"\r\n" + MEGABYTE * 20))
    with pytest.raises(EndlessReplyError) as caught:
        ask(server)
    error = net.connection_error(caught.value, server.base_url)
    assert "sent far more than it was asked for" in error.message
    assert error.next_step


def test_a_reply_of_the_longest_length_is_read(server: ScriptedServer) -> None:
    server.script(Reply(wire=HEAD + b"\r\n" + b"x" * REPLY_BYTES))
    assert len(ask(server).content) == REPLY_BYTES


def test_of_a_refusal_the_beginning_is_read(server: ScriptedServer) -> None:
    server.script(Reply(wire=b"HTTP/1.1 401 No\r\nContent-Length: 10000000000\r\n\r\n" + MEGABYTE * 20))
    response = ask(server)
    assert response.status_code == 401
    assert response.content == b"x" * REFUSAL_BYTES


@pytest.mark.parametrize("status", [200, 500])
def test_a_reply_that_trickles_for_ever_ends_at_its_time(server: ScriptedServer, status: int) -> None:
    server.script(Reply(status=status, body="x" * 2000, body_trickle=0.02))
    started = time.monotonic()
    with pytest.raises(httpx.ReadTimeout):
        ask(server, timeout=LIMIT, body_seconds=LIMIT)
    assert time.monotonic() - started < 5  # of forty seconds


@pytest.mark.parametrize("packing", ["gzip", "deflate", "bare deflate"])
def test_a_reply_that_is_packed_all_the_same_is_read(server: ScriptedServer, packing: str) -> None:
    server.script(Reply(wire=packed(packing.removeprefix("bare "), bomb(packing, 1))))
    assert ask(server).content == MEGABYTE


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "packing",
    rest_at_night(
        ["gzip", "deflate", "br", "zstd", "gzip, gzip", "br, br", "x-compress"], {"gzip", "br", "gzip, gzip"}
    ),
)
def test_a_small_reply_that_unpacks_to_very_much_takes_no_memory(server: ScriptedServer, packing: str) -> None:
    body = bomb(packing if packing in ("gzip", "deflate", "br") else "gzip", 400)
    server.script(Reply(wire=packed(packing, gzip.compress(body) if packing == "gzip, gzip" else body)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises((EndlessReplyError, PackedReplyError)):
        ask(server)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # KB, of 400,000


def test_what_is_packed_is_unpacked_piece_by_piece() -> None:
    pieces = list(unpacked([bomb("gzip", 20)], ("gzip",)))
    assert sum(map(len, pieces)) == 20_000_000
    assert max(map(len, pieces)) <= 65_536


@pytest.mark.parametrize("charset", ["bz2", "zlib", "rot13", "undefined", "idna", "unicode_escape", "hex", "none such"])
def test_a_charset_of_any_kind_is_no_matter(server: ScriptedServer, charset: str) -> None:
    head = HEAD.replace(b"200 OK", b"500 No") + b"Content-Type: text/plain; charset=%b\r\n\r\n" % charset.encode()
    server.script(Reply(wire=head + "größe \\x41".encode()))
    assert ask(server).text == "größe \\x41"


@pytest.mark.parametrize(
    "wire",
    [
        HEAD + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\nx",
        HEAD + b"Content-Length: -1\r\n\r\nx",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"f" * 40 + b"\r\nx",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n-5\r\nx",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n1;" + b"x" * 300_000,
        HEAD + b"X: y\r\n" * 50_000 + b"\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n" * 50_000,
        b"HTTP/1.1 999 Odd\r\n\r\n",
        b"HTTP/1.1 000 Odd\r\n\r\n",
        b"HTTP/9.9 200 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX\x00: \x00\r\n\r\n",
        b"HTTP/1.1 302 Moved\r\nLocation: http://[::1\r\n\r\n",
        b"HTTP/1.1 302 Moved\r\nLocation: \xff\xfe:\x01//\r\n\r\n",
        b"\x00" * 1000,
    ],
)
def test_what_is_no_http_is_an_error_of_its_kind(server: ScriptedServer, wire: bytes) -> None:
    server.script(Reply(wire=wire))
    said = ""
    try:
        response = ask(server, timeout=2.0)
    except httpx.HTTPError as error:
        said = net.connection_error(error, server.base_url).message
    assert said or len(response.content) < 2
