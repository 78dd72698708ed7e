"""What servers of models do wrong, what the person is told, how often the server is asked, and what is kept.

Each row is tried by ``tests/services/answers/test_misbehaviours.py``; ``python -m tests.tools.misbehaviours`` tries
them through the command line and prints the table.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product

from tests.helpers.cut_connections import ENDS, NO_TLS, before_the_body, chunk, chunked, in_the_body
from tests.helpers.scripted_server import Reply, ScriptedServer

QUESTION = "How is green tea brewed?"
ANSWER = ["Green tea is brewed ", "at eighty degrees. ", "And so on."]
QUOTED = "Green tea is brewed at eighty degrees."  # in the file
BEGUN = "Green tea is brewed at eighty degrees"  # of the answer
WHOLE = "And so on."  # its end
INSTEAD = "quotations from your files instead"
NOTHING = ""
MOST_OTHERS = 3  # requests about the model, whatever comes of them
_NOW = {"Retry-After": "0"}
_SSE = "text/event-stream"
_NDJSON = "application/x-ndjson"
_QUICK = {"llm.timeout": 1.0}


@dataclass(frozen=True)
class Misbehaviour:
    """One way to go wrong: ``said`` and ``kept`` are parts of what is seen, ``requests`` those for an answer."""

    name: str
    provider: str
    replies: tuple[Reply, ...]
    said: str
    requests: int
    kept: str
    settings: dict[str, str | int | float] = field(default_factory=dict)
    arrange: Callable[[ScriptedServer], object] = lambda _: None
    address: Callable[[str], str] = lambda address: address

    def __str__(self) -> str:
        return f"{self.name} ({self.provider})"

    def prepare(self, server: ScriptedServer) -> dict[str, str | int | float]:
        """Let a server misbehave, for as long as it is asked; return the settings that lead to it."""
        server.script(*self.replies[:-1])
        server.default = self.replies[-1]
        self.arrange(server)
        url = server.base_url if self.provider == "openai" else server.ollama_url
        given = {"llm.provider": self.provider, "llm.base_url": self.address(url), "llm.model": "scripted-model"}
        return {"llm.max_retries": 1, **given, **self.settings}


def _both(name: str, reply: Reply, said: str, requests: int, kept: str, **more: object) -> list[Misbehaviour]:
    return [Misbehaviour(name, one, (reply,), said, requests, kept, **more) for one in ("openai", "ollama")]  # type: ignore[arg-type]


def _openai(name: str, reply: Reply, said: str, requests: int, kept: str, **more: object) -> Misbehaviour:
    return Misbehaviour(name, "openai", (reply,), said, requests, kept, **more)  # type: ignore[arg-type]


def _ollama(name: str, reply: Reply, said: str, requests: int, kept: str, **more: object) -> Misbehaviour:
    return Misbehaviour(name, "ollama", (reply,), said, requests, kept, **more)  # type: ignore[arg-type]


def _event(text: str, **choice: object) -> bytes:
    value = {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None, **choice}]}
    return b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n"


def _line(text: str, **more: object) -> bytes:
    return (
        json.dumps(
            {"message": {"role": "assistant", "content": text}, "done": False, **more}, ensure_ascii=False
        ).encode()
        + b"\n"
    )


def _whole(text: str) -> str:
    return json.dumps({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]})


def _secure(address: str) -> str:
    return address.replace("http:", "https:")


_STREAM = [_event(piece) for piece in ANSWER]
_STOP = _event("", finish_reason="stop")
_END = _STOP + b"data: [DONE]\n\n"
_NULLS = [
    b'data: {"choices": [{"index": 0, "delta": {"content": null, "tool_calls": null}}], "error": null}\n\n',
    b'data: {"choices": [{"index": 0, "delta": null}], "usage": null}\n\n',
    b'data: {"choices": null}\n\ndata: {"choices": []}\n\ndata: {}\n\n',
]
_COUNTS = [
    b'data: {"choices": [], "usage": {"prompt_tokens": -5, "completion_tokens": 7.5}}\n\n',
    b'data: {"choices": [], "usage": {"prompt_tokens": 1e400, "completion_tokens": true}}\n\n',
]
_THOUGHTS = [
    b'data: {"choices": [{"delta": {"reasoning": "Hm.", "reasoning_content": "Hm."}}]}\n\n',
    b'data: {"choices": [{"delta": {"thinking": "Well."}}]}\n\n',
    _event("<thi"),
    _event("nk>Oh.</think>"),
]
_BAD_BYTE = _STREAM[0].replace(b"Green", b"\xffGreen", 1)
_LINES = [_line(piece) for piece in ANSWER]
_DONE = _line("", done=True, done_reason="stop")
_COMMENTS: Sequence[bytes] = [b": keep-alive\n\n"] * 200
_BLANKS: Sequence[bytes] = [b"\n"] * 200
_LOADING = '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}'
_PLAIN_STREAM = [chunk.replace(b"\n", b"\r") for chunk in (*_STREAM, _END)]
_SPLIT_EVENT = [
    b'data: {"choices": [{"index": 0, "delta":\ndata: {"content": "' + QUOTED.encode() + b' And so on."}}]}\n\n'
]
_OK = b"HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n"
_GEMINI = '[{"error": {"code": 400, "message": "API key not valid. Please pass a valid API key."}}]'
_VLLM = '{"object": "error", "message": "the engine died", "code": 500}'
_LOST = "The connection to the model was lost."
_LATE = "did not answer in time"
_FAR = "Wed, 21 Oct 2099 07:28:00 GMT"
_NO_MODEL = "does not serve a language model"
_GARBLED = "sent something unreadable in the middle of the answer"
_FAILED = "the model's server failed in the middle of it"
_UNREADABLE = "sent an unreadable reply."
_PROBLEM = "The model's server has a problem. It said: “"

_LOOPS = "The model began to repeat itself, so it was stopped."
_COUNTING = [f"\n{number}. It is green tea." for number in range(1, 2_000)]

_UMLAUT = "Ümläute follow. "


def _cut(provider: str, end: str) -> Iterator[Misbehaviour]:
    """Yield a row for each stage at which a connection can end, in one way."""
    kind, pieces, stop = {
        "openai": (_SSE, [*_STREAM[:2], _event(_UMLAUT), *_STREAM[2:]], _STOP),
        "ollama": (_NDJSON, [*_LINES[:2], _line(_UMLAUT), *_LINES[2:]], _DONE),
    }[provider]

    def row(stage: str, reply: Reply, said: str, requests: int, kept: str, **more: object) -> Misbehaviour:
        reply = replace(reply, resets=end == "reset")
        return Misbehaviour(f"{end} {stage}", provider, (reply,), said, requests, kept, **more)  # type: ignore[arg-type]

    for stage, wire in before_the_body(kind).items():
        yield row(stage, Reply(wire=wire), _LOST, 2, QUOTED)
    for stage, wire in in_the_body(kind, pieces[:3]).items():
        yield row(stage, Reply(wire=wire), _LOST, 1, BEGUN)
    whole = chunked(kind) + b"".join(map(chunk, [*pieces, stop]))
    yield row("after the last word", Reply(wire=whole), WHOLE, 1, BEGUN)
    yield row("unread", Reply(wire=b"", unread=True), _LOST, 0, QUOTED, arrange=_always)
    yield row("before TLS", Reply(wire=b"", unread=True), "127.0.0.1", 0, QUOTED, arrange=_always, address=_secure)
    yield row("during TLS", Reply(wire=NO_TLS, unread=True), "127.0.0.1", 0, QUOTED, arrange=_always, address=_secure)


def _always(server: ScriptedServer) -> None:
    """Answer each request as those for an answer are to be answered, whatever is asked."""
    server.everything = server.default if isinstance(server.default, Reply) else None


def _set_pages(pages: dict[str, Reply], server: ScriptedServer) -> None:
    server.pages.update(pages)


def _asked_about(name: str, reply: Reply) -> Iterator[Misbehaviour]:
    """Yield rows of servers that answer well, but reply so when they are asked about the model."""
    for provider, paths in {"openai": ("/v1/models", "/props"), "ollama": ("/api/show", "/api/ps")}.items():
        yield Misbehaviour(
            f"{name} when asked about the model",
            provider,
            (Reply(tokens=ANSWER),),
            WHOLE,
            1,
            BEGUN,
            arrange=partial(_set_pages, dict.fromkeys(paths, reply)),
        )


ROWS: tuple[Misbehaviour, ...] = (
    *_both("wrong key", Reply(status=401), "API key", 1, QUOTED),
    *_both("no credit", Reply(status=402, error="pay"), "no credit left", 1, QUOTED),
    *_both("model not there", Reply(status=404, error="model 'scripted-model' not found"), "model", 1, QUOTED),
    *_both("not found", Reply(status=404, error="Not Found"), "There is no language model at", 1, QUOTED),
    *_both("too many requests", Reply(status=429, headers=_NOW), "too many requests", 2, QUOTED),
    *_both("a wait of an hour", Reply(status=429, headers={"Retry-After": "3600"}), "Wait 60 minutes", 1, QUOTED),
    *_both("server error", Reply(status=500, error="boom", headers=_NOW), f"{_PROBLEM}boom”", 2, QUOTED),
    *_both("overloaded", Reply(status=503, error="busy", headers=_NOW), f"{_PROBLEM}busy”", 2, QUOTED),
    *_both("out of memory", Reply(status=500, error="CUDA out of memory"), "does not fit into memory", 1, QUOTED),
    *_both("moved", Reply(status=301, headers={"Location": "http://x.example"}), "another address", 1, QUOTED),
    *_both("odd refusal", Reply(status=400, error="messages: odd"), "“messages: odd”", 1, QUOTED),
    *_both("silence", Reply(hang=True), _LATE, 1, QUOTED, settings=_QUICK),
    *_both("silence in the middle", Reply(tokens=ANSWER, silent_after=2), _LATE, 1, BEGUN, settings=_QUICK),
    *_both("a head without end", Reply(head_trickle=0.05), _LATE, 1, QUOTED, settings=_QUICK),
    *_both("a slow refusal", Reply(status=500, body="x" * 200, body_trickle=0.05), _LATE, 1, QUOTED, settings=_QUICK),
    *_both("hung up", Reply(cut_after=0), _LOST, 2, QUOTED),
    *_both("hung up in the middle", Reply(tokens=ANSWER, cut_after=2), _LOST, 1, BEGUN),
    *_both("end without an end", Reply(tokens=ANSWER, end_after=2), _LOST, 1, BEGUN),
    *_both("error in the middle", Reply(tokens=ANSWER, error_after=2, error="GPU lost"), "“GPU lost”", 1, BEGUN),
    *_both("a page for people", Reply(body="<html>Log in</html>", content_type="text/html"), _NO_MODEL, 1, QUOTED),
    *_both("not a word", Reply(tokens=[]), "The model returned no answer.", 1, NOTHING),
    *_both("thoughts only", Reply(tokens=[], thoughts=["Hm."]), "The model returned no answer.", 1, NOTHING),
    *_both("limit reached", Reply(tokens=ANSWER, finish_reason="length"), "The answer was cut off", 1, BEGUN),
    *_both("read a part", Reply(tokens=ANSWER, usage=(9, 5)), "read only 9 of about", 1, BEGUN),
    *_both("not streamed", Reply(tokens=ANSWER, whole=True), WHOLE, 1, BEGUN),
    *_both("nobody there", Reply(), "running at", 0, QUOTED, address=lambda _: "http://127.0.0.1:9")[1:],
    _openai(
        "nobody there", Reply(), "No server responds at 127.0.0.1:9.", 0, QUOTED, address=lambda _: "http://127.0.0.1:9"
    ),
    *_both("https to http", Reply(), "uses http, not https. Write the address as http://", 0, QUOTED, address=_secure),
    *_both(
        "unknown name", Reply(), "There is no server named", 0, QUOTED, address=lambda _: "http://no.localhost.invalid"
    ),
    _openai("filtered", Reply(tokens=ANSWER, finish_reason="content_filter"), "content filter ended this", 1, BEGUN),
    _openai("all filtered", Reply(tokens=[], finish_reason="content_filter"), "content filter blocked", 1, NOTHING),
    _openai("one bad byte", Reply(raw=[_BAD_BYTE, *_STREAM[1:], _END], content_type=_SSE), WHOLE, 1, BEGUN),
    _openai("stream called JSON", Reply(raw=[*_STREAM, _END]), WHOLE, 1, BEGUN),
    _openai("stream called a page", Reply(raw=[*_STREAM, _END], content_type="text/html"), WHOLE, 1, BEGUN),
    _openai("JSON called a stream", Reply(body=_whole("".join(ANSWER)), content_type=_SSE), WHOLE, 1, BEGUN),
    _openai("broken in the middle", Reply(raw=[*_STREAM, b"data: {oops\n\n"], content_type=_SSE), _GARBLED, 1, BEGUN),
    _openai(
        "keep-alives for ever", Reply(raw=_COMMENTS, delay=0.05, content_type=_SSE), _LATE, 1, QUOTED, settings=_QUICK
    ),
    _openai(
        "keep-alives in the middle",
        Reply(raw=[*_STREAM, *_COMMENTS], delay=0.05, content_type=_SSE),
        _LATE,
        1,
        BEGUN,
        settings=_QUICK,
    ),
    _openai(
        "a line without end",
        Reply(raw=[b"data: "] + [b"x"] * 200, delay=0.05, content_type=_SSE),
        _LATE,
        1,
        QUOTED,
        settings=_QUICK,
    ),
    _openai(
        "http to https",
        Reply(status=400, body="Client sent an HTTP request to an HTTPS server."),
        "uses https, not http. Write the address as https://",
        1,
        QUOTED,
    ),
    _openai(
        "string as error",
        Reply(status=500, body='{"error": "bad day"}', headers=_NOW),
        f"{_PROBLEM}bad day”",
        2,
        QUOTED,
    ),
    _openai(
        "error with status 200", Reply(body='{"error": {"message": "no luck", "code": 500}}'), "“no luck”", 2, QUOTED
    ),
    _openai("no finish reason", Reply(tokens=ANSWER, finish_reason=None), WHOLE, 1, BEGUN),
    _openai(
        "usage of nonsense",
        Reply(raw=[*_STREAM, b'data: {"choices": [], "usage": {"prompt_tokens": "x"}}\n\n', _END], content_type=_SSE),
        WHOLE,
        1,
        BEGUN,
    ),
    _ollama(
        "one bad byte",
        Reply(raw=[_LINES[0].replace(b"Green", b"\xffGreen", 1), *_LINES[1:], _DONE], content_type=_NDJSON),
        WHOLE,
        1,
        BEGUN,
    ),
    _ollama("lines called a page", Reply(raw=[*_LINES, _DONE], content_type="text/html"), WHOLE, 1, BEGUN),
    _ollama("broken in the middle", Reply(raw=[*_LINES, b"{oops\n"], content_type=_NDJSON), _GARBLED, 1, BEGUN),
    _ollama(
        "blank lines for ever", Reply(raw=_BLANKS, delay=0.05, content_type=_NDJSON), _LATE, 1, QUOTED, settings=_QUICK
    ),
    _openai("line ends of old Macs", Reply(raw=_PLAIN_STREAM, content_type=_SSE), WHOLE, 1, BEGUN),
    _openai(
        "a mark before the stream", Reply(raw=[b"\xef\xbb\xbf", *_STREAM, _END], content_type=_SSE), WHOLE, 1, BEGUN
    ),
    _openai("an event in two lines", Reply(raw=[*_SPLIT_EVENT, _END], content_type=_SSE), WHOLE, 1, BEGUN),
    _openai(
        "no spaces, named events",
        Reply(raw=[b"event: x\nid: 1\n" + one.replace(b"data: ", b"data:") for one in (*_STREAM, _END)]),
        WHOLE,
        1,
        BEGUN,
    ),
    _openai(
        "rubbish after the end", Reply(raw=[*_STREAM, _STOP, b"data: {oops\n\n"], content_type=_SSE), WHOLE, 1, BEGUN
    ),
    _openai(
        "ends twice, and rubbish", Reply(raw=[*_STREAM, _END, _END, b"\x00\xff"], content_type=_SSE), WHOLE, 1, BEGUN
    ),
    _openai("two events in a line", Reply(raw=[*_STREAM, b"data: {}{}\n\n"], content_type=_SSE), _GARBLED, 1, BEGUN),
    _openai("empty fields", Reply(raw=[*_NULLS, *_STREAM, *_NULLS, _END], content_type=_SSE), WHOLE, 1, BEGUN),
    _openai("odd counts", Reply(raw=[*_STREAM, *_COUNTS, _END], content_type=_SSE), WHOLE, 1, BEGUN),
    _openai("thoughts in three ways", Reply(raw=[*_THOUGHTS, *_STREAM, _END], content_type=_SSE), WHOLE, 1, BEGUN),
    _openai("old HTTP", Reply(wire=_OK + b"\r\n" + b"".join([*_STREAM, _END])), WHOLE, 1, BEGUN),
    _openai("old HTTP, cut", Reply(wire=_OK + b"\r\n" + b"".join(_STREAM)), _LOST, 1, BEGUN),
    _openai(
        "a length that is wrong", Reply(wire=_OK + b"Content-Length: 9999\r\n\r\n" + b"".join(_STREAM)), _LOST, 1, BEGUN
    ),
    _openai(
        "not packed as it says",
        Reply(wire=_OK + b"Content-Encoding: gzip\r\n\r\nGreen tea"),
        _UNREADABLE,
        1,
        QUOTED,
    ),
    _openai("no HTTP", Reply(wire=b"SSH-2.0-OpenSSH_9.6\r\n\r\n"), _NO_MODEL, 1, QUOTED),
    _openai("nothing in it", Reply(wire=b"HTTP/1.1 204 No Content\r\n\r\n"), _NO_MODEL, 1, QUOTED),
    _openai("failed in the middle", Reply(raw=[*_STREAM, _event("", finish_reason="error")]), _FAILED, 1, BEGUN),
    _openai("error as an object", Reply(body=_VLLM), "“the engine died”", 2, QUOTED),
    _openai(
        "error as an object, streamed",
        Reply(raw=[*_STREAM, b"data: " + _VLLM.encode() + b"\n\n"]),
        "“the engine died”",
        1,
        BEGUN,
    ),
    *_both("the same sentence for ever", Reply(tokens=[*ANSWER, *["It is green. "] * 2_000]), _LOOPS, 1, BEGUN),
    *_both("the same thought for ever", Reply(tokens=ANSWER, thoughts=["It is green. "] * 2_000), _LOOPS, 1, QUOTED),
    *_both("a list that counts on", Reply(tokens=[*ANSWER, *_COUNTING]), _LOOPS, 1, BEGUN),
    _openai("wrong key in a list", Reply(status=400, body=_GEMINI), "API key", 1, QUOTED),
    *_both(
        "another host", Reply(status=307, headers={"Location": "http://x.example/v1"}), "http://x.example", 1, QUOTED
    ),
    *_both(
        "a date to wait for",
        Reply(status=429, headers={"Retry-After": _FAR}),
        "Try again later, or choose another model.",
        1,
        QUOTED,
    ),
    *_both("a wait without end", Reply(status=429, headers={"Retry-After": "inf"}), "Wait a moment", 2, QUOTED),
    *_both("too large", Reply(status=413, body="<html>413</html>"), "longer than the model can read", 2, QUOTED),
    _ollama(
        "line ends of old Macs", Reply(raw=[one.replace(b"\n", b"\r") for one in (*_LINES, _DONE)]), WHOLE, 1, BEGUN
    ),
    _ollama("two lines in one", Reply(raw=[*_LINES, b"{}{}\n"], content_type=_NDJSON), _GARBLED, 1, BEGUN),
    _ollama("rubbish after the end", Reply(raw=[*_LINES, _DONE, b"{oops\n"], content_type=_NDJSON), WHOLE, 1, BEGUN),
    _ollama(
        "not packed as it says",
        Reply(wire=_OK + b"Content-Encoding: gzip\r\n\r\nGreen tea"),
        _UNREADABLE,
        1,
        QUOTED,
    ),
    _ollama("failed in the middle", Reply(raw=[*_LINES, _line("", done=True, done_reason="error")]), _FAILED, 1, BEGUN),
    Misbehaviour(
        "loading",
        "openai",
        (Reply(status=503, body=_LOADING), Reply(tokens=ANSWER)),
        WHOLE,
        2,
        BEGUN,
        {"llm.max_retries": 0},
    ),
    Misbehaviour(
        "loading",
        "ollama",
        (Reply(status=500, error="llm server loading model"), Reply(tokens=ANSWER)),
        WHOLE,
        2,
        BEGUN,
        {"llm.max_retries": 0},
    ),
    Misbehaviour("one hiccup", "openai", (Reply(status=502, headers=_NOW), Reply(tokens=ANSWER)), WHOLE, 2, BEGUN),
    Misbehaviour(
        "a field it does not know",
        "openai",
        (Reply(status=400, error="unknown field stream_options"), Reply(tokens=ANSWER)),
        WHOLE,
        2,
        BEGUN,
    ),
    *(row for provider, end in product(("openai", "ollama"), ENDS) for row in _cut(provider, end)),
    *_asked_about("reset", Reply(wire=chunked("application/json") + b"4", resets=True)),
    *_asked_about("closed", Reply(wire=chunked("application/json") + b"4")),
    *_asked_about("silent", Reply(hang=True)),
    *_asked_about("failing", Reply(status=500)),
)
