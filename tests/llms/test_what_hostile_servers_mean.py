"""What is said of a reply that is none fits what is wrong with it: the address, the reply, the connection, the time."""

import itertools
import json
import time
from collections.abc import Callable

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.embeddings.openai_like import OpenAILikeEmbedding
from tests.helpers.lanes import rest_at_night
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.llms.asking import QUESTION, make

HEAD = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\n"
UNREADABLE = "sent an unreadable reply. Check the address, or the proxy."
NO_MODEL = "does not serve a language model. Check the address of the model in the settings."
TOO_MUCH = "sent far more than it was asked for, so it was cut off."
LATE = "did not answer in time."
LOST = "The connection to the model was lost."


def chat(provider: str, server: ScriptedServer) -> object:
    limit = {"timeout": 30.0} if provider == "openai" else {"request_timeout": 30.0}
    return list(make(provider, server, **limit).stream_chat(QUESTION, CancelToken()))


def list_models(provider: str, server: ScriptedServer) -> object:
    return make(provider, server).list_models()


def manage(provider: str, server: ScriptedServer) -> object:
    return make(provider, server).manager().models(CancelToken())


def embed(_: str, server: ScriptedServer) -> object:
    model = OpenAILikeEmbedding("scripted-model", server.base_url, max_retries=0, timeout=5.0)
    return model.get_text_embedding_batch(["a", "b"])


every_way = pytest.mark.parametrize("ask", [chat, list_models, manage, embed])
both = pytest.mark.parametrize("provider", ["openai", "ollama"])


def said(ask: Callable[[str, ScriptedServer], object], provider: str, server: ScriptedServer, reply: Reply) -> str:
    server.everything = reply
    with pytest.raises(UserError) as caught:
        ask(provider, server)
    assert caught.value.next_step
    return str(caught.value)


@pytest.mark.sampled(3)
@both
@every_way
@pytest.mark.parametrize(
    ("wire", "expected"),
    [
        (HEAD + b"X: y\r\n" * 90_000, UNREADABLE),
        (HEAD + b"Content-Length: -5\r\n\r\n{}", UNREADABLE),
        (HEAD + b"Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}", UNREADABLE),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffffffffffff\r\n", UNREADABLE),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n", UNREADABLE),
        (b"HTTP/1.1 302 Go\r\nLocation: http://[::1\r\nContent-Length: 0\r\n\r\n", UNREADABLE),
        (b"SSH-2.0-OpenSSH_9.6\r\n", NO_MODEL),
        (b'{"data": [], "models": []}', NO_MODEL),
        (b"\x15\x03\x01\x00\x02\x02\x46", NO_MODEL),
        (b"", LOST),
        (HEAD + b"Content-Length: 999\r\n\r\n{}", LOST),
    ],
    ids=["headers", "length", "lengths", "chunk", "chunk below 0", "location", "ssh", "no head", "tls", "none", "cut"],
)
def test_what_is_wrong_with_a_reply_is_told_apart(
    server: ScriptedServer,
    ask: Callable[[str, ScriptedServer], object],
    provider: str,
    wire: bytes,
    expected: str,
) -> None:
    assert expected in said(ask, provider, server, Reply(wire=wire))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("provider", rest_at_night(["openai", "ollama"], {"openai"}))
@every_way
def test_interim_replies_without_end_are_too_much(
    server: ScriptedServer, ask: Callable[[str, ScriptedServer], object], provider: str
) -> None:
    started = time.monotonic()
    reply = Reply(wire=b"", wires=itertools.repeat(b"HTTP/1.1 102 Wait\r\nX: y\r\n\r\n" * 1_000))
    told = said(ask, provider, server, reply)
    assert TOO_MUCH in told or LATE in told  # the limit of bytes, or on a busy computer that of seconds
    assert time.monotonic() - started < 20, "long before any time limit of a server on a slow computer"


@pytest.mark.sampled(2)
@both
@pytest.mark.parametrize(
    "piece",
    [
        pytest.param(b"\n" * 60_000, id="blank lines", marks=pytest.mark.nightly),
        pytest.param(b": here\n\n" * 6_000, id="comments"),
        pytest.param(b'data: {"choices": []}\n\n' * 2_000, id="empty events", marks=pytest.mark.nightly),
    ],
)
def test_an_answer_of_nothing_that_has_no_end_is_too_much(server: ScriptedServer, provider: str, piece: bytes) -> None:
    if provider == "ollama":
        piece = b'{"message": {"content": ""}}\n' * 2_000 if b"data" in piece else b"\n" * 60_000
    reply = Reply(raw=itertools.repeat(piece), content_type="text/event-stream")
    assert TOO_MUCH in said(chat, provider, server, reply)


@pytest.mark.parametrize(
    "beginning",
    [pytest.param(b"0\r\n", id="trailers"), pytest.param(b"2;", id="a size with words", marks=pytest.mark.nightly)],
)
def test_what_trickles_and_is_no_part_of_an_answer_is_late(server: ScriptedServer, beginning: bytes) -> None:
    head = HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\n\n\r\n" + beginning
    server.everything = Reply(wire=head, wires=itertools.repeat(b"X: y\r\n" if b"0" in beginning else b"x"), delay=0.1)
    started = time.monotonic()
    with pytest.raises(UserError, match="did not answer in time"):
        list(make("openai", server, timeout=1.0).stream_chat(QUESTION, CancelToken()))
    assert time.monotonic() - started < 60


@pytest.mark.parametrize("text", ["a ", "a" * 9_000], ids=["many", "long"])
def test_an_answer_under_another_number_is_kept_within_bounds(server: ScriptedServer, text: str) -> None:
    event = json.dumps({"choices": [{"index": 9, "delta": {"content": text}}]}).encode()
    reply = Reply(raw=itertools.repeat(b"data: %b\n\n" % event * 5), content_type="text/event-stream")
    assert TOO_MUCH in said(chat, "openai", server, reply)


@both
def test_a_success_without_a_reply_is_no_model(server: ScriptedServer, provider: str) -> None:
    assert NO_MODEL in said(chat, provider, server, Reply(wire=b"HTTP/1.1 204 No\r\n\r\n"))


@both
def test_json_of_something_else_is_no_model(server: ScriptedServer, provider: str) -> None:
    lines = [b"data: " * (provider == "openai") + b'{"status": "ok", "uptime": 5}\n\n'] * 3
    assert NO_MODEL in said(chat, provider, server, Reply(raw=lines, content_type="text/event-stream"))


@both
@pytest.mark.parametrize("location", ["file:///etc/passwd", "gopher://127.0.0.1", "", "javascript:alert(1)"])
def test_nobody_is_told_to_enter_what_is_no_address(server: ScriptedServer, provider: str, location: str) -> None:
    wire = f"HTTP/1.1 302 Go\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode()
    told = said(list_models, provider, server, Reply(wire=wire))
    assert "Change the address to" not in told
    assert "Check the address" in told
    assert not location or location not in told


@both
def test_an_address_is_told_whole(server: ScriptedServer, provider: str) -> None:
    wire = b"HTTP/1.1 308 Go\r\nLocation: /other/place\r\nContent-Length: 0\r\n\r\n"
    assert f"Change the address to {server.ollama_url}/other/place." in said(chat, provider, server, Reply(wire=wire))


@pytest.mark.parametrize("provider", rest_at_night(["openai", "ollama"], {"openai"}))  # ollama's limit is longer
@pytest.mark.parametrize("ask", [list_models, pytest.param(manage, marks=pytest.mark.nightly)])
def test_nobody_is_told_to_choose_a_smaller_model_for_a_list(
    server: ScriptedServer, ask: Callable[[str, ScriptedServer], object], provider: str
) -> None:
    told = said(ask, provider, server, Reply(hang=True))
    assert "did not answer in time. Try again in a moment, or restart the server." in told


@both
@pytest.mark.parametrize("ask", [list_models, manage])
@pytest.mark.parametrize("entries", [{}, "x", [{}, 5, None], [{"id": "", "name": ""}], [{"id": 1, "name": 2}]])
def test_a_list_without_a_model_is_none(
    server: ScriptedServer, ask: Callable[[str, ScriptedServer], object], provider: str, entries: object
) -> None:
    reply = Reply(body=json.dumps({"data": entries, "models": entries}))
    assert NO_MODEL in said(ask, provider, server, reply)


@both
def test_a_name_that_no_line_could_show_is_left_out(server: ScriptedServer, provider: str) -> None:
    entries = [{"id": name, "name": name} for name in ("x" * 1_000_000, "good")]
    server.everything = Reply(body=json.dumps({"data": entries, "models": entries}))
    assert list_models(provider, server) == ("good",)
    server.everything = Reply(body=json.dumps({"data": [], "models": []}))
    assert list_models(provider, server) == ()


@pytest.mark.parametrize(
    "reply", [{}, {"data": [{"embedding": ["x"]}]}, {"data": [{"embedding": [1]}]}, {"data": [{"embedding": None}] * 2}]
)
def test_what_are_no_vectors_is_said_of_vectors(server: ScriptedServer, reply: object) -> None:
    told = said(embed, "", server, Reply(body=json.dumps(reply)))
    assert "sent no usable vectors. Check the address and the search model in the settings." in told


@both
@pytest.mark.parametrize(
    ("wish", "expected"),
    [("1728000", "Wait 20 days and try again."), ("3155760000", "Try again later, or choose another model.")],
)
def test_nobody_is_told_to_wait_for_a_century(server: ScriptedServer, provider: str, wish: str, expected: str) -> None:
    reply = Reply(wire=f"HTTP/1.1 429 No\r\nRetry-After: {wish}\r\nContent-Length: 0\r\n\r\n".encode())
    assert expected in said(chat, provider, server, reply)
