"""What a hostile server may send, whatever it is asked, and a program that asks it in every way there is.

``REPLIES`` are tried by ``tests/llms/test_hostile_servers.py``; ``python -m tests.tools.misbehaviours`` tries them too.
"""

import dataclasses
import gzip
import itertools
import json
import os
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Self

import brotli  # type: ignore[import-untyped]

from tests.helpers.cut_connections import ENDS, NO_TLS, before_the_body, chunk, chunked, in_the_body
from tests.helpers.scripted_server import Reply, ScriptedServer

ACTIONS = ("chat", "list", "show", "embed", "rerank", "find")
PROVIDERS = ("openai", "ollama")
MOST_MEMORY = 300_000_000
MOST_SECONDS = 90.0
SLOW = frozenset(
    {
        "hints, slowly", "trailers, slowly", "blanks before JSON, slowly", "an event, slowly", "signs of life, slowly",
        "one byte each half second", "a head without end", "silence", "a refusal byte by byte",
    }
)  # fmt: skip
_SSE = "text/event-stream"
_HEAD = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\n"
_BLOCK = b"x" * 65_536
_CALL = {"index": 0, "id": "a", "function": {"name": "f", "arguments": "{}"}}
_DEEP_FUNCTION = {"name": "f", "arguments": "[" * 100_000}
_FUNCTION = {"name": "f", "arguments": "x" * 999}


@dataclass(frozen=True)
class _Forever:
    """A beginning, and pieces that have no end; each request gets them anew."""

    piece: bytes
    beginning: bytes = b""

    def __iter__(self) -> Iterator[bytes]:
        yield self.beginning or self.piece
        yield from itertools.repeat(self.piece)


@dataclass(frozen=True)
class _Calls:
    """One event with very many calls of tools, made when it is asked for: it takes a second."""

    number: int

    def __iter__(self) -> Iterator[bytes]:
        yield _event({"tool_calls": [{**_CALL, "index": number} for number in range(self.number)]})


@dataclass(frozen=True)
class _Numbered:
    """Pieces without end that differ in their number."""

    piece: str

    def __iter__(self) -> Iterator[bytes]:
        for number in itertools.count():
            yield self.piece.replace("NUMBER", f"{number}").encode()


def _endless(head: bytes, piece: bytes = _BLOCK) -> Reply:
    return Reply(wire=head, wires=_Forever(piece))


def _stream(pieces: Iterable[bytes]) -> Reply:
    return Reply(raw=pieces, content_type=_SSE)


def _event(delta: object) -> bytes:
    return b"data: " + json.dumps({"choices": [{"index": 0, "delta": delta}]}).encode() + b"\n\n"


def _packed(packing: str, body: bytes) -> Reply:
    return Reply(wire=_HEAD + f"Content-Encoding: {packing}\r\n\r\n".encode() + body)


_BLOCKS = 300  # of a megabyte, in what is packed


@cache
def _bomb(packing: str) -> bytes:
    block = b" " * 1_000_000
    if packing == "br":
        packer = brotli.Compressor(quality=1)
        return b"".join([packer.process(block) for _ in range(_BLOCKS)] + [packer.finish()])
    # squeezed once, and repeated: a block that is flushed refers to nothing before it
    squeezer = zlib.compressobj(9, wbits=-15)
    squeezed = squeezer.compress(block) + squeezer.flush(zlib.Z_FULL_FLUSH)
    stream = squeezed * _BLOCKS + squeezer.flush()
    checksum, checked = (zlib.crc32, 0) if packing == "gzip" else (zlib.adler32, 1)
    for _ in range(_BLOCKS):
        checked = checksum(block, checked)
    if packing == "gzip":
        return b"\x1f\x8b\x08" + bytes(7) + stream + struct.pack("<II", checked, len(block) * _BLOCKS)
    return b"\x78\x01" + stream + struct.pack(">I", checked)


def _json(text: str | bytes) -> Reply:
    body = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return Reply(wire=_HEAD + b"Content-Length: %d\r\n\r\n%b" % (len(body), body))


def _everywhere(value: str, key: str = "") -> Reply:
    """Return a reply to any question that has a value, as JSON, wherever one is looked for."""
    number = f'{{"id": {value}, "name": {value}, "index": {value}, "embedding": {value}, "context_length": {value}}}'
    model = (
        f'{{"id": "scripted-model", "name": "scripted-model", "index": 0, "embedding": [{value}], "size": {value},'
        f'"max_model_len": {value}, "expires_at": {value}, "status": {value}, "state": {value}, "meta": {value}}}'
    )
    message = f'{{"content": {value}, "tool_calls": [{value}]}}'
    choice = f'{{"index": {value}, "message": {message}, "finish_reason": {value}}}'
    return _json(
        f'{{{key}"data": [{model}, {number}], "models": [{model}, {number}], "choices": [{choice}], "usage": {{'
        f'"prompt_tokens": {value}, "completion_tokens": {value}}}, "model_info": {{"a.context_length": {value}}},'
        f'"parameters": {value}, "capabilities": {value}, "message": {{"content": {value}, "thinking": {value}}},'
        f'"done": {value}, "prompt_eval_count": {value}, "tokens": {value}, "count": {value}, "prompt": {value},'
        f'"default_generation_settings": {{"n_ctx": {value}}}, "chat_template_caps": {value}, "modalities": {value}}}'
    )


_VALUES = {
    "null": "null",
    "true": "true",
    "lists": "[]",
    "lists of nothing": "[null, [], {}, 1]",
    "objects": "{}",
    "objects of objects": '{"a": {"b": {"c": []}}}',
    "texts": '"x"',
    "numbers as texts": '"8192"',
    "1e999": "1e999",
    "-1e999": "-1e999",
    "NaN": "NaN",
    "Infinity": "Infinity",
    "-1": "-1",
    "halves": "0.5",
    "10**400": "1" + "0" * 400,
    "numbers of 5,000 digits": "9" * 5_000,
    "1e999999": "1e999999",
    "0.1 of 100,000 digits": "0." + "1" * 100_000,
    "numbers of 4,000 digits": "1" * 4_000,
    "minus nothing": "-0",
    "2**63": str(2**63),
    "2**53": str(2**53),
    "half characters": '"\\ud800\\udc00\\ud800"',
    "zero bytes": '"a\\u0000b"',
    "commands for terminals": '"\\u001b[2J\\u001b]0;x\\u0007"',
    "directions of writing": '"\\u202e\\u2066abc"',
    "texts of a megabyte": json.dumps("x" * 200_000),
    "lists of 100,000": "[" + "0," * 99_999 + "0]",
}


_ANYTHING = (
    '{"data": [{"id": "a", "index": 0, "embedding": [1, 2]}, {"id": "b", "index": 1, "embedding": [2, 1]}],',
    ' "models": [{"name": "scripted-model"}], "done": true, "message": {"content": "Yes."},',
    ' "choices": [{"index": 0, "message": {"content": "Ümläute"}}]}',
)


def _cut() -> Iterator[tuple[str, Reply]]:
    """Yield replies whose connection ends at each stage, in each way, and their names."""
    kind, pieces = "application/json", [piece.encode() for piece in _ANYTHING]
    stages = {
        **before_the_body(kind),
        **in_the_body(kind, pieces),
        "before the last chunk": chunked(kind) + b"".join(map(chunk, pieces)),
        "in the middle of a refusal": chunked(kind).replace(b"200 OK", b"500 No") + chunk(pieces[0]),
    }
    for end in ENDS:
        for stage, wire in stages.items():
            yield f"{end} {stage}", Reply(wire=wire, resets=end == "reset")
        yield f"{end} unread", Reply(wire=b"", unread=True, resets=end == "reset")
        yield f"{end} during TLS", Reply(wire=NO_TLS, unread=True, resets=end == "reset")


CUT = dict(_cut())
"""Replies whose connection ends too early."""


def _status(line: str, *headers: str, body: bytes = b"{}") -> Reply:
    head = "".join(f"{one}\r\n" for one in (line, *headers, "Connection: close"))
    return Reply(wire=head.encode() + b"\r\n" + body)


_CHUNKED = _HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
_ODD_HEADS = {
    "hints, slowly": Reply(wire=b"", wires=_Forever(b"HTTP/1.1 103 Hint\r\nLink: x\r\n\r\n"), delay=0.3),
    "trailers, slowly": Reply(wire=_CHUNKED + b"2\r\n{}\r\n0\r\n", wires=_Forever(b"X-T: yes\r\n"), delay=0.3),
    "blanks before JSON, slowly": Reply(wire=_HEAD + b"\r\n", wires=_Forever(b" "), delay=0.3),
    "a length too large": _status("HTTP/1.1 200 OK", "Content-Length: 999"),
    "a length too small": _status("HTTP/1.1 200 OK", "Content-Length: 2", body=b'{}{"data": []}'),
    "a length of words": _status("HTTP/1.1 200 OK", "Content-Length: many"),
    "a chunk that ends too early": Reply(wire=_CHUNKED + b"99\r\n{}\r\n"),
    "chunks without sizes": Reply(wire=_CHUNKED + b"\r\n{}\r\n"),
    "identity and a bomb": _packed("identity, gzip", _bomb("gzip")),
    "a bomb and identity": _packed("GZIP , IDENTITY", _bomb("gzip")),
    "a bomb that is refused": Reply(
        wire=b"HTTP/1.1 400 No\r\nConnection: close\r\nContent-Encoding: gzip\r\n\r\n" + _bomb("gzip")
    ),
    "HTTP of the future": _status("HTTP/9.9 200 OK"),
    "HTTP in small letters": _status("http/1.1 200 OK"),
    "a radio station": _status("ICY 200 OK"),
    "TLS": Reply(wire=b"\x15\x03\x01\x00\x02\x02\x46" * 9),
    "noise": Reply(wire=bytes(range(256)) * 99),
    "status 99": _status("HTTP/1.1 99 Odd"),
    "status 0": _status("HTTP/1.1 000 Odd"),
    "status 2000": _status("HTTP/1.1 2000 Odd"),
    "no status": _status("HTTP/1.1"),
    "a header without a name": _status("HTTP/1.1 200 OK", ": x"),
    "a header without a colon": _status("HTTP/1.1 200 OK", "x"),
    "a header in two lines": _status("HTTP/1.1 200 OK", "X: a", " b", "\tc"),
    "many cookies": _status("HTTP/1.1 200 OK", *(f"Set-Cookie: c{n}={'x' * 500}" for n in range(150))),
    "a long demand for a password": _status("HTTP/1.1 401 No", "WWW-Authenticate: Basic realm=" + "x" * 60_000),
    "a wait of a century": _status("HTTP/1.1 429 No", "Retry-After: 3155760000"),
    "a wait below nothing": _status("HTTP/1.1 429 No", "Retry-After: -99999"),
    "a wait until a day that is past": _status("HTTP/1.1 503 No", "Retry-After: Thu, 01 Jan 1970 00:00:00 GMT"),
    "a wait until the last day": _status("HTTP/1.1 503 No", "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT"),
    "nothing to choose from": _status("HTTP/1.1 300 Choose"),
    "not modified": _status("HTTP/1.1 304 Not Modified"),
    "itself": _status("HTTP/1.1 307 Go", "Location: "),
    "a part of it": _status("HTTP/1.1 206 Part", "Content-Range: bytes 0-1/1000000000000000000"),
    "another charset": _status("HTTP/1.1 200 OK", "Content-Type: application/json; charset=utf-16"),
    "parts": _status("HTTP/1.1 200 OK", "Content-Type: multipart/x-mixed-replace; boundary=x", body=b"--x\r\n\r\n{}"),
    "marks twice": _json(b"\xef\xbb\xbf\xef\xbb\xbf{}"),
    "two replies": _status("HTTP/1.1 200 OK", "Content-Length: 2", body=b"{}HTTP/1.1 200 OK\r\n\r\n"),
    "an error that is a list": _json('{"error": [[{}], 5]}'),
    "an error that is a number": _json('{"error": {"message": 5, "code": "x"}}'),
    "an error of a megabyte": _json('{"error": {"message": "' + "x" * 1_000_000 + '"}}'),
    "a name of 7 MB": _json(
        '{{"data": [{{"id": "{}"}}], "models": [{{"name": "{}"}}]}}'.format("x" * 3_500_000, "y" * 3_500_000)
    ),
}
_ENDLESS_DELTAS: dict[str, object] = {
    "widthless characters": {"content": "\u200b" * 300},
    "zero bytes": {"content": "\x00" * 300},
    "roles": {"role": "assistant"},
    "pictures": {"content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 9_000}}]},
    "thoughts within thoughts": {"content": "<think>"},
    "ends of thoughts": {"content": "</think>"},
    "other thoughts": {"reasoning": "hm ", "thinking": "so ", "reasoning_content": "well "},
    "refusals": {"refusal": "no "},
    "calls of nothing": {"tool_calls": [{}]},
    "calls with odd numbers": {"tool_calls": [{"index": -1, "function": {"name": 5, "arguments": {"a": []}}}]},
    "texts that are numbers": {"content": 5},
    "texts that are objects": {"content": {"text": {"a": 1}}},
}
_ODD_EVENTS = {
    **{f"{name} without end": _stream(_Forever(_event(delta) * 20)) for name, delta in _ENDLESS_DELTAS.items()},
    "counts without end": _stream(_Forever(b'data: {"choices": [], "usage": {"prompt_tokens": 5}}\n\n' * 99)),
    "choices without end": _stream(_Forever(b'data: {"choices": []}\n\n' * 99)),
    "other choices without end": _stream(
        _Forever(b'data: {"choices": [{"index": 9, "delta": {"content": "a "}}]}\n\n' * 50)
    ),
    "ends without end": _stream(_Forever(b'data: {"choices": [{"delta": {}, "finish_reason": "odd"}]}\n\n' * 50)),
    "names of events without end": _stream(_Forever(b"event: x\nid: 5\nretry: 99999999999999999999\n\n" * 99)),
    "an event in lines without end": _stream(_Forever(b'data: {"a":\n' * 99)),
    "an event of 9 MB": _stream([b"data: ", b"x" * 9_000_000, b"\n\n"]),
    "an event, slowly": Reply(raw=_Forever(b"x", b"data: "), delay=0.3, content_type=_SSE),
    "signs of life, slowly": Reply(raw=_Forever(b": here\n\n"), delay=0.3, content_type=_SSE),
    "an event of lists": _stream([b"data: " + b"[" * 100_000 + b"\n\n"]),
    "no choices": _json('{"id": 5, "object": "chat.completion"}'),
    "choices of nothing": _json('{"choices": []}'),
    "choices that are an object": _json('{"choices": {"0": {"message": {"content": "a"}}}}'),
    "done with words": _json('{"message": {"content": "a"}, "done": "yes", "eval_count": "5", "done_reason": 7}'),
    "a message that is a list": _json('{"message": [{"content": "a"}], "done": true}'),
    "done without end": Reply(raw=_Forever(b'{"done": false}\n' * 99)),
}
_ODD_VECTORS = {
    f"vectors: {name}": _json(
        '{{"data": [{{"index": {}, "embedding": {}}}, {{"index": {}, "embedding": {}}}]}}'.format(*odd)
    )
    for name, odd in {
        "base64": ("0", '"AACAPwAAAEA="', "1", '"AACAPwAAAEA="'),
        "base64 that is none": ("0", '"%%%"', "1", "null"),
        "places below nothing": ("-1", "[1, 2]", "0", "[1, 2]"),
        "places beyond": ("5", "[1, 2]", "99999999999999999999", "[1, 2]"),
        "places that are texts": ('"0"', "[1, 2]", '"1"', "[1, 2]"),
        "halves of places": ("0.5", "[1, 2]", "1.5", "[1, 2]"),
        "of nothing": ("0", "[]", "1", "[]"),
        "truths": ("0", "[true, false]", "1", "[true, false]"),
        "within vectors": ("0", "[[1, 2]]", "1", "[[1, 2]]"),
        "the largest numbers": ("0", "[1e308, 1e308]", "1", "[-1e308, 1e308]"),
        "the smallest numbers": ("0", "[5e-324, 0]", "1", "[5e-324, 5e-324]"),
        "1e999999": ("0", "[1e999999, 1]", "1", "[1, 2]"),
        "numbers of 4,000 digits": ("0", f"[1{'0' * 4_000}, 1]", "1", "[1, 2]"),
        "zeros": ("0", "[0, 0]", "1", "[0, -0.0]"),
    }.items()
}
AT_NIGHT = frozenset(
    (*_ODD_HEADS, *_ODD_EVENTS, *_ODD_VECTORS, "no length and no end", "other words without end", "names without end")
)
"""Those that tests try at night only: others of their kinds are tried by day."""
REPLIES: dict[str, Reply] = {
    "10 GB of length": _endless(_HEAD + b"Content-Length: 10000000000\r\n\r\n"),
    "no length and no end": _endless(_HEAD + b"\r\n"),
    "chunks without end": Reply(raw=_Forever(_BLOCK)),
    "blanks without end": Reply(raw=_Forever(b" " * 65_536)),
    "line ends without end": Reply(raw=_Forever(b"\n" * 65_536)),
    "an event without end": _stream(_Forever(_BLOCK, b"data: ")),
    "a list without end": Reply(raw=_Forever(b"{}," * 20_000, b'{"data": [')),
    "words without end": _stream(_Forever(_event({"content": "word " * 200}))),
    "other words without end": _stream(_Numbered('data: {"choices": [{"delta": {"content": "NUMBER xNUMBER"}}]}\n\n')),
    "thoughts without end": _stream(_Forever(_event({"reasoning_content": "hm " * 300}))),
    "arguments without end": _stream(_Forever(_event({"tool_calls": [{"function": _FUNCTION}]}))),
    "lines of words without end": Reply(raw=_Forever(b'{"message": {"content": "%b"}}\n' % (b"so " * 300))),
    "names without end": Reply(raw=_Numbered('{"id": "mNUMBER", "name": "mNUMBER"},\n')),
    "events of nothing": _stream(_Forever(_event({}) * 100)),
    "signs of life": _stream(_Forever(b": here\n\n" * 1_000)),
    "thousands of choices": _json('{"choices": [' + '{"message": {"content": "a"}},' * 50_000 + "{}]}"),
    "gzip, 300 MB of 300 KB": _packed("gzip", _bomb("gzip")),
    "deflate, 300 MB of 300 KB": _packed("deflate", _bomb("deflate")),
    "brotli, 300 MB of 300 bytes": _packed("br", _bomb("br")),
    "zstd": _packed("zstd", b"\x28\xb5\x2f\xfd" + b"\x00" * 100),
    "gzip in gzip": _packed("gzip, gzip", gzip.compress(_bomb("gzip"))),
    "a packing nobody knows": _packed("x-odd", b"{}"),
    "gzip, cut": _packed("gzip", _bomb("gzip")[:50]),
    "not packed as it says": _packed("gzip", b"{}"),
    "one byte each half second": Reply(body="x" * 10_000, body_trickle=0.5),
    "a refusal byte by byte": Reply(status=500, body="x" * 10_000, body_trickle=0.5),
    "a head without end": Reply(head_trickle=0.5),
    "silence": Reply(hang=True),
    "headers without end": _endless(_HEAD, b"X-A: b\r\n" * 1_000),
    "a header of any length": _endless(_HEAD + b"X: "),
    "continue, continue": _endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 1_000),
    "a length of 5,000 digits": Reply(wire=_HEAD + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n{}"),
    "a length below nothing": Reply(wire=_HEAD + b"Content-Length: -5\r\n\r\n{}"),
    "a chunk of any size": Reply(wire=_HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"f" * 99 + b"\r\n"),
    "a chunk with words": _endless(_HEAD + b"Transfer-Encoding: chunked\r\n\r\n1;"),
    "no HTTP": Reply(wire=b"SSH-2.0-OpenSSH_9.6\r\n"),
    "nothing": Reply(wire=b""),
    "status 999": Reply(wire=b"HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n"),
    "no content": Reply(wire=b"HTTP/1.1 204 No\r\n\r\n"),
    "another host": Reply(wire=b"HTTP/1.1 307 Go\r\nLocation: http://192.0.2.1/v1\r\nContent-Length: 0\r\n\r\n"),
    "an address that is none": Reply(wire=b"HTTP/1.1 302 Go\r\nLocation: http://[::1\r\nContent-Length: 0\r\n\r\n"),
    "an address of 90 KB": Reply(
        wire=b"HTTP/1.1 302 Go\r\nContent-Length: 0\r\nLocation: /" + b"x" * 90_000 + b"\r\n\r\n"
    ),
    "a refusal of 10 GB": _endless(b"HTTP/1.1 401 No\r\nContent-Length: 10000000000\r\n\r\n"),
    "a refusal in brotli": Reply(wire=b"HTTP/1.1 400 No\r\nContent-Encoding: br\r\n\r\n" + _bomb("br")),
    "a refusal in an odd charset": Reply(wire=b"HTTP/1.1 400 No\r\nContent-Type: text/plain; charset=bz2\r\n\r\nno"),
    "a refusal of lists": Reply(wire=b"HTTP/1.1 400 No\r\n\r\n" + b"[" * 90_000),
    "a refusal with odd numbers": Reply(
        wire=b'HTTP/1.1 400 No\r\n\r\n{"error": {"message": "context length", "n_ctx": 1e999, "n_prompt_tokens": NaN}}'
    ),
    "a wait of 1e300": Reply(wire=b"HTTP/1.1 429 No\r\nRetry-After: 1e300\r\nContent-Length: 0\r\n\r\n"),
    "a wait that is no date": Reply(
        wire=b"HTTP/1.1 429 No\r\nRetry-After: Mon, 99999999999999999999 Jan 2020 0:0:0\r\nContent-Length: 0\r\n\r\n"
    ),
    "100,000 lists deep": _json("[" * 100_000 + "]" * 100_000),
    "100,000 objects deep": _json('{"data":' * 100_000 + "1" + "}" * 100_000),
    "a million models": _json(b'{"data": [' + b"{}," * 1_000_000 + b'{}], "models": [' + b"{}," * 1_000_000 + b"{}]}"),
    "bytes that are no text": _json(b'{"data": [{"id": "\xff\xfe\xfa"}], "models": [{"name": "\xff\xfe"}]}'),
    "UTF-16": _json('{"data": []}'.encode("utf-16")),
    "zero bytes around": _json(b"\x00" * 100 + b"{}"),
    "a mark alone": _json(b"\xef\xbb\xbf"),
    "200,000 models": _json(
        b'{"data": [%b], "models": [%b]}' % ((b",".join(b'{"id": "m%d"}' % number for number in range(200_000)),) * 2)
    ),
    "80,000 calls": _stream(_Calls(80_000)),
    "arguments 100,000 lists deep": _stream([_event({"tool_calls": [{**_CALL, "function": _DEEP_FUNCTION}]})]),
    "half characters in two events": _stream([_event({"content": half}) for half in ("\ud83d", "\ude00", "\udfff")]),
    "zero bytes between events": _stream([b"\x00" * 1_000, _event({"content": "a\x00b"}), b"data: [DONE]\n\n"]),
    "counts below nothing": _stream(
        [b'data: {"choices": [], "usage": {"prompt_tokens": -5, "completion_tokens": true}}\n\n', b"data: [DONE]\n\n"]
    ),
    "vectors of one place": _json('{"data": [{"index": 0, "embedding": [1, 2]}, {"index": 0, "embedding": [3, 4]}]}'),
    "vectors of two sizes": _json('{"data": [{"index": 0, "embedding": [1, 2]}, {"index": 1, "embedding": [3]}]}'),
    "vectors of a million": _json(
        b'{"data": [%b]}'
        % b", ".join(b'{"index": %d, "embedding": [%b1]}' % (number, b"1, " * 999_999) for number in range(2))
    ),
    "trailers without end": _endless(
        _HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n", b"X-T: yes\r\n" * 500
    ),
    "a chunk below nothing": Reply(wire=_HEAD + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n"),
    "two lengths": Reply(wire=_HEAD + b"Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}"),
    "a reply without a head": Reply(wire=b'{"data": []}'),
    "a zero byte in the head": Reply(wire=b"HTTP/1.1 200 O\x00K\r\nX\x00: \x00\r\n\r\n{}"),
    "a file": Reply(wire=b"HTTP/1.1 302 Go\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"),
    "another protocol": Reply(
        wire=b"HTTP/1.1 101 Go\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x81\x05hello"
    ),
    **{f"{name} everywhere": _everywhere(value) for name, value in _VALUES.items()},
    **CUT,
    **_ODD_HEADS,
    **_ODD_EVENTS,
    **_ODD_VECTORS,
    "names twice": _everywhere('"x"', '"data": 1, "models": 2, "choices": [], "error": null, '),
    "an error of any kind": _everywhere("1", '"error": {"message": {"a": [1e999]}, "code": 1e999}, '),
}


@dataclass(frozen=True)
class Trial:
    """What came of asking a hostile server: a sentence or an answer in ``said``, "BUG: …" else."""

    said: str
    seconds: float
    memory: int  # bytes, the most that the asking program ever had

    @property
    def is_harmless(self) -> bool:
        """Whether the program said what was wrong, soon and with little memory."""
        return not self.said.startswith("BUG") and self.seconds < MOST_SECONDS and self.memory < MOST_MEMORY


class AskingProgram:
    """A program of its own that asks servers, so that its memory can be measured; it may trust a certificate."""

    def __init__(self, trusted: Path | None = None) -> None:
        self._trusted = {"SSL_CERT_FILE": str(trusted)} if trusted else {}

    def __enter__(self) -> Self:
        self._program = subprocess.Popen(
            [sys.executable, "-m", "tests.helpers.hostile_replies"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **self._trusted},
        )
        return self

    def __exit__(self, *_: object) -> None:
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.close()
        self._program.wait(60)
        self._program.stdout.close()

    def ask(self, server: ScriptedServer, action: str, provider: str) -> Trial:
        """Have a server asked for an answer, its models, what a model can do, vectors, ranks, or who it is."""
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        address = server.base_url if provider == "openai" else server.ollama_url
        self._program.stdin.write(json.dumps([action, provider, address]) + "\n")
        self._program.stdin.flush()
        told = json.loads(self._program.stdout.readline())
        return Trial(told["said"], told["seconds"], told["memory"])


def _main() -> None:
    """Ask as the lines of the standard input say, and tell what came of it."""
    import time

    for line in sys.stdin:
        action, provider, address = json.loads(line)
        started = time.monotonic()
        try:
            said = _ask(action, provider, address)
        except BaseException as error:  # noqa: BLE001 - all that is no sentence is what is looked for
            from desktop_rag.core.errors import UserError

            said = str(error) if isinstance(error, UserError) else f"BUG: {type(error).__name__}: {error}"
        told = {"said": said[:300], "seconds": time.monotonic() - started, "memory": _most_memory()}
        print(json.dumps(told), flush=True)


def _most_memory() -> int:
    """Return the most bytes that this program ever held; Linux counts in ``ru_maxrss`` what held who started it."""
    if sys.platform == "linux":
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024
    else:  # noqa: RET505 - the types of another system
        import resource

        usage = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return usage if sys.platform == "darwin" else usage * 1024


def _ask(action: str, provider: str, address: str) -> str:
    from desktop_rag.core.cancel import CancelToken
    from desktop_rag.core.messages import ChatMessage, MessageRole
    from desktop_rag.core.net import speaks_https
    from desktop_rag.embeddings.openai_like import OpenAILikeEmbedding
    from desktop_rag.llms.discovery import Candidate, probe
    from desktop_rag.llms.ollama import Ollama
    from desktop_rag.llms.openai_like import OpenAILike
    from desktop_rag.rerankers.endpoint import EndpointReranker

    llm: OpenAILike | Ollama
    if provider == "openai":
        llm = OpenAILike("scripted-model", address, timeout=2.0, max_retries=0)
    else:
        llm = Ollama("scripted-model", address, request_timeout=2.0, max_retries=0)
    if action == "chat":
        answer = llm.chat([ChatMessage(MessageRole.USER, "Hello?")])
        return f"answered {answer.message.content!r:.60} {answer.usage}"
    if action == "list":
        return f"listed {llm.list_models()!r:.60} {llm.manager().models(CancelToken())!r:.60}"
    if action == "rerank":
        ranks = EndpointReranker("scripted-model", address, timeout=2.0, max_retries=0).rerank("a", ["b", "c"])
        return f"ranked {ranks!r:.60}"
    if action == "find":
        found = probe(Candidate("Server", provider, address))
        return f"found {found!r:.200} {speaks_https(address)}"
    if action == "show":
        counted = llm.count_tokens([ChatMessage(MessageRole.USER, "word " * 5_000)])
        return f"{dataclasses.replace(llm.metadata)!r:.200} {counted}"
    model = OpenAILikeEmbedding("scripted-model", address, timeout=2.0, max_retries=0)
    most = model.max_tokens
    return f"{model.get_text_embedding_batch(['a', 'b']).shape} {most}"


if __name__ == "__main__":
    _main()
