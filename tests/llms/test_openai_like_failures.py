"""OpenAI-compatible servers over real HTTP: each way it can go wrong, and stopping."""

import re
import socket
import threading
import time

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.user_text import UserText, joined
from desktop_rag.llms.openai_like import OpenAILike
from desktop_rag.text.translations import GERMAN, Sentences, messages
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.llms import asking
from tests.llms.asking import QUESTION, ask


def _failure(server: ScriptedServer, reply: Reply, **settings: object) -> UserError:
    return asking.failure(_llm(server, **settings), server, reply)


def _llm(server: ScriptedServer, **settings: object) -> OpenAILike:
    return OpenAILike("scripted-model", server.base_url, **{"max_retries": 0, **settings})  # type: ignore[arg-type]


def test_nobody_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(UserError, match="No server responds at 127") as caught:
        ask(OpenAILike("m", address))
    assert caught.value.next_step


def test_unknown_host() -> None:
    with pytest.raises(UserError, match="no server named"):
        ask(OpenAILike("m", "http://nowhere.localhost.invalid", max_retries=0))


def test_wrong_key(server: ScriptedServer) -> None:
    server.api_key = "right"
    assert _failure(server, Reply(), api_key="wrong").message == "The API key is wrong."
    assert _failure(server, Reply()).message == "This model needs an API key."
    assert ask(_llm(server, api_key="right"))[0]


def test_forbidden(server: ScriptedServer) -> None:
    error = _failure(server, Reply(status=403, error="no access for sk-abcdefghijkl"), api_key="k")
    assert "does not allow this key" in error.message
    assert "sk-abc" not in error.message


def test_model_not_found(server: ScriptedServer) -> None:
    server.models = ["other"]
    assert _failure(server, Reply()).message == "The server has no model named “scripted-model”."


def test_wrong_path(server: ScriptedServer) -> None:
    llm = OpenAILike("m", f"{server.ollama_url}/wrong/v1", max_retries=0)
    with pytest.raises(UserError, match="no language model at") as caught:
        ask(llm)
    assert "/v1" in caught.value.next_step


def test_redirects_are_not_followed_with_the_key(server: ScriptedServer) -> None:
    error = _failure(server, Reply(status=301, headers={"Location": "https://elsewhere.example/v1"}), api_key="k")
    assert "https://elsewhere.example/v1" in error.next_step


def test_rate_limit_waits_as_long_as_the_server_wishes(server: ScriptedServer) -> None:
    server.script(Reply(status=429, headers={"Retry-After": "0.3"}), Reply(tokens=["ok"]))
    assert ask(_llm(server, max_retries=1))[0] == "ok"
    first, second = server.chats
    assert 0.28 < second.time - first.time < 1.0


@pytest.mark.parametrize(
    ("wish", "words"),
    [("90", "90 seconds"), ("3600", "60 minutes"), ("36000", "10 hours"), ("864000", "10 days")],
)
def test_rate_limit_that_is_too_long_to_wait(server: ScriptedServer, wish: str, words: str) -> None:
    error = _failure(server, Reply(status=429, headers={"Retry-After": wish}), max_retries=3)
    assert error.next_step == f"Wait {words} and try again."
    assert error.retryable
    assert len(server.chats) == 1


def test_no_credit_is_not_tried_again(server: ScriptedServer) -> None:
    error = _failure(server, Reply(status=429, error="You exceeded your current quota"), max_retries=3)
    assert "no credit" in error.message
    assert len(server.chats) == 1


def test_a_server_s_hiccup_is_tried_again(server: ScriptedServer) -> None:
    server.script(Reply(status=500), Reply(tokens=["ok"]))
    assert ask(_llm(server, max_retries=3))[0] == "ok"
    assert len(server.chats) == 2


def test_too_long(server: ScriptedServer) -> None:
    for words in (
        "This model's maximum context length is 4096 tokens.",
        "the request exceeds the available context size, try increasing it",
    ):
        error = _failure(server, Reply(status=400, error=words), max_retries=3)
        assert "longer than the model can read" in error.message
        assert not error.retryable
    assert len(server.chats) == 2


def test_other_refusals_pass_on_the_server_s_words(server: ScriptedServer) -> None:
    assert "“messages: odd”" in _failure(server, Reply(status=400, error="messages: odd")).message


@pytest.mark.parametrize("ending", [{"cut_after": 2}, {"end_after": 2}])
def test_cut_off_in_mid_answer(server: ScriptedServer, ending: dict[str, int]) -> None:
    server.script(Reply(**ending))  # type: ignore[arg-type]
    deltas = _llm(server, max_retries=3).stream_chat(QUESTION, CancelToken())
    assert [next(deltas).text, next(deltas).text] == ["Hello", " from"]
    with pytest.raises(UserError) as caught:
        next(deltas)
    assert caught.value.message == "The connection to the model was lost."
    assert caught.value.retryable
    assert len(server.chats) == 1, "half an answer is never asked for again"


def test_an_error_in_mid_answer(server: ScriptedServer) -> None:
    error = _failure(server, Reply(error_after=1, error="the GPU is gone"))
    assert "the GPU is gone" in error.message


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("<html>Router login</html>", "text/html"),
        ("data: {broken\n\n", "text/event-stream"),
        ("data: [1, 2]\n\n", "text/event-stream"),
        ("hello", "text/event-stream"),
        ("{broken", "application/json"),
        ('{"fine": true}', "application/json"),
        ("[" * 100_000, "application/json"),
    ],
)
def test_nonsense(server: ScriptedServer, body: str, content_type: str) -> None:
    error = _failure(server, Reply(body=body, content_type=content_type))
    assert "does not serve a language model" in error.message


def test_stopping_while_waiting_to_try_again(server: ScriptedServer) -> None:
    server.script(Reply(status=429, headers={"Retry-After": "20"}))
    cancel = CancelToken()
    timer = threading.Timer(0.3, cancel.cancel)
    timer.start()
    started = time.monotonic()
    with pytest.raises(CancelledError):
        ask(_llm(server, max_retries=1), cancel)
    assert time.monotonic() - started < 5  # of twenty seconds
    timer.join()


def test_stopped_before_it_began(server: ScriptedServer) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(CancelledError):
        ask(_llm(server), cancel)
    assert not server.chats


def test_stopping_one_answer_leaves_another_alone(server: ScriptedServer) -> None:
    server.script(Reply(tokens=["a"] * 20, delay=0.02), Reply(tokens=["b"] * 20, delay=0.02))
    llm, cancel = _llm(server), CancelToken()
    first = llm.stream_chat(QUESTION, cancel)
    next(first)
    second = llm.stream_chat(QUESTION, CancelToken())
    next(second)
    cancel.cancel()
    with pytest.raises(CancelledError):
        list(first)
    assert "".join(delta.text for delta in second) == "b" * 19


def test_an_abandoned_answer_closes_its_connection(server: ScriptedServer) -> None:
    server.script(Reply(silent_after=1))
    deltas = _llm(server).stream_chat(QUESTION, CancelToken())
    next(deltas)
    deltas.close()


@pytest.mark.parametrize(
    ("reply", "own_words"),
    [
        (Reply(status=500, error="boom boom"), "boom boom"),
        (Reply(status=429, headers={"Retry-After": "7"}, error="slow down"), ""),
        (Reply(status=418, error="teapot"), "teapot"),
        (Reply(status=500, error="CUDA out of memory"), "CUDA out of memory"),
        (Reply(status=403, error="not yours"), "not yours"),
    ],
    ids=["problem", "busy", "rejected", "memory", "forbidden"],
)
def test_nothing_but_the_server_s_own_words_stays_english(server: ScriptedServer, reply: Reply, own_words: str) -> None:
    error = _failure(server, reply, api_key="k")
    assert isinstance(error.message, UserText)
    parts = error.message.values.values() if error.message.is_two_sentences else (error.message,)
    known = {*messages(GERMAN), *(part.template for part in parts if isinstance(part, UserText))}
    elsewhere = Sentences(known, lambda template: re.sub(r"[^{}“”.\W]+(?![^{]*})", "ξ", template))
    for text in (joined(error.message, error.next_step), str(error.message) + " " + error.next_step):
        said = elsewhere.translated(text)
        assert re.findall(r"[a-zA-Z]+", said) == own_words.split(), "worded at once, and told from a stored text"
