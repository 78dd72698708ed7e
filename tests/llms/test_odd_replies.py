"""Replies of any shape and length end in an answer or a sentence, and what was read is kept."""

import itertools
import json
import time
from collections.abc import Iterable

import pytest

from desktop_rag.core.answer_pieces import joined_pieces
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.llms import repetition
from desktop_rag.llms.base import ChatDelta
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.llms.asking import PROVIDERS, QUESTION, make

DONE = b"data: [DONE]\n\n"


def event(delta: object, **choice: object) -> bytes:
    return sse({"choices": [{"index": 0, "delta": delta, **choice}]})


def sse(value: object) -> bytes:
    return b"data: " + json.dumps(value).encode() + b"\n\n"


def line(message: object, **more: object) -> bytes:
    return json.dumps({"message": message, "done": False, **more}).encode() + b"\n"


HELLO = {"openai": event({"content": "Hello"}), "ollama": line({"content": "Hello"})}
STOP = event({}, finish_reason="stop")


def ask(server: ScriptedServer, provider: str, raw: Iterable[bytes], **settings: object) -> tuple[list[ChatDelta], str]:
    """Return what came of an answer, and the error that ended it."""
    server.script(Reply(raw=raw))
    deltas: list[ChatDelta] = []
    try:
        deltas.extend(make(provider, server, **settings).stream_chat(QUESTION, CancelToken()))
    except UserError as error:
        return deltas, str(error)
    return deltas, ""


@pytest.mark.slow
@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_line_without_end_is_cut_off(server: ScriptedServer, provider: str) -> None:
    deltas, said = ask(server, provider, itertools.chain([HELLO[provider]], itertools.repeat(b"x" * 100_000)))
    assert deltas[0].text == "Hello"
    assert "sent far more than it was asked for" in said


@pytest.mark.parametrize("field", ["content", "reasoning_content", "thinking"])
def test_words_without_end_are_stopped(server: ScriptedServer, monkeypatch: pytest.MonkeyPatch, field: str) -> None:
    monkeypatch.setattr(repetition, "LONGEST_ANSWER", 3_000)
    monkeypatch.setattr(repetition, "_LONGEST_THOUGHTS", 3_000)
    provider = "ollama" if field == "thinking" else "openai"
    words = (f"{number * number} is a square. " for number in itertools.count())
    raw = (event({field: one}) if provider == "openai" else line({field: one}) for one in words)
    deltas, said = ask(server, provider, itertools.chain([HELLO[provider]], raw))
    assert deltas[0].text == "Hello"
    assert "The answer had no end, so it was stopped." in said


@pytest.mark.parametrize(
    "pieces",
    [
        itertools.repeat({"index": 0, "id": "a", "function": {"name": "f", "arguments": "x" * 20_000}}),
        ({"index": number, "id": str(number), "function": {"name": "f"}} for number in itertools.count()),
    ],
    ids=["arguments", "calls"],
)
def test_calls_of_tools_without_end_are_stopped(server: ScriptedServer, pieces: Iterable[object]) -> None:
    raw = (event({"tool_calls": [piece]}) for piece in pieces)
    deltas, said = ask(server, "openai", itertools.chain([HELLO["openai"]], raw))
    assert deltas[0].text == "Hello"
    assert "The answer had no end" in said


@pytest.mark.parametrize(
    "delta",
    [{"tool_calls": [{"index": 0, "function": {"arguments": ""}}]}, {"content": ""}, {}, None, {"tool_calls": [None]}],
)
def test_events_without_anything_in_them_are_silence(server: ScriptedServer, delta: object) -> None:
    server.script(Reply(raw=itertools.chain([HELLO["openai"]], itertools.repeat(event(delta))), delay=0.02))
    started = time.monotonic()
    with pytest.raises(UserError, match="did not answer in time"):
        list(make("openai", server, timeout=0.5).stream_chat(QUESTION, CancelToken()))
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("progress", [{"processed": 5, "total": 10}, {"processed": 11, "total": 10}, {"processed": -1}])
def test_progress_that_stands_still_is_silence(server: ScriptedServer, progress: object) -> None:
    raw = itertools.repeat(sse({"prompt_progress": progress, "choices": []}))
    server.script(Reply(raw=raw, delay=0.02))
    with pytest.raises(UserError, match="did not answer in time"):
        list(make("openai", server, timeout=0.5).stream_chat(QUESTION, CancelToken()))


@pytest.mark.slow
@pytest.mark.parametrize("after", [[], itertools.repeat(b": still here\n\n")], ids=["nothing", "signs of life"])
def test_an_answer_with_its_last_word_is_not_waited_for(server: ScriptedServer, after: Iterable[bytes]) -> None:
    tail = itertools.chain([HELLO["openai"], STOP], after) if after else itertools.chain([HELLO["openai"], STOP])
    hold = itertools.chain(tail, (piece for piece in _held(server)))
    server.script(Reply(raw=hold, delay=0.01))
    started = time.monotonic()
    deltas = list(make("openai", server, timeout=60.0).stream_chat(QUESTION, CancelToken()))
    assert "".join(delta.text for delta in deltas) == "Hello"
    assert deltas[-1].finish_reason == "stop"
    assert time.monotonic() - started < 15  # of sixty seconds


def _held(server: ScriptedServer) -> Iterable[bytes]:
    """Keep the connection open until the test ends."""
    server.stopping.wait(40)
    yield b""


@pytest.mark.parametrize("late", [b"data: [1]\n\n", sse({"error": {"message": "late"}}), b"data: {}{}\n\n", b"\xff"])
def test_what_comes_after_the_last_word_changes_nothing(server: ScriptedServer, late: bytes) -> None:
    deltas, said = ask(server, "openai", [HELLO["openai"], STOP, late])
    assert (deltas[0].text, deltas[-1].finish_reason, said) == ("Hello", "stop", "")


def test_of_many_choices_one_is_the_answer(server: ScriptedServer) -> None:
    def choices(text: str, **more: object) -> bytes:
        return sse({"choices": [{"index": n, "delta": {"content": f"{text}{n}"}, **more} for n in range(2_000)]})

    others = [sse({"choices": [{"index": 7, "delta": {"content": "other"}, "finish_reason": "stop"}]})]
    deltas, said = ask(server, "openai", [choices("a"), *others, choices("b", finish_reason="stop"), DONE])
    assert "".join(delta.text for delta in deltas) == "a0b0"
    assert not said


@pytest.mark.parametrize(
    "value",
    [
        [], 1, "x", None, {"error": {"message": "no\ud800", "code": 10**30}}, {"error": [["a"]]},
        {"error": float("nan")}, {"error": {"message": {"a": 1}}}, {"object": "error", "code": -5}, {"choices": 1},
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("provider", PROVIDERS)
def test_what_is_no_event_is_said(server: ScriptedServer, provider: str, value: object) -> None:
    odd = sse(value) if provider == "openai" else json.dumps(value).encode() + b"\n"
    deltas, said = ask(server, provider, [HELLO[provider], odd])
    assert deltas[0].text == "Hello"
    assert said


@pytest.mark.parametrize("number", ["1e999", "NaN", "-Infinity", "1" + "0" * 400, "9007199254740993", "[]", '"7"'])
@pytest.mark.parametrize("provider", PROVIDERS)
def test_numbers_that_are_none_are_unknown(server: ScriptedServer, provider: str, number: str) -> None:
    if provider == "openai":
        end = [STOP, b'data: {"choices": [], "usage": {"prompt_tokens": %b}}\n\n' % number.encode(), DONE]
    else:
        end = [b'{"message": {"content": ""}, "done": true, "prompt_eval_count": %b}\n' % number.encode()]
    deltas, said = ask(server, provider, [HELLO[provider], *end])
    assert (deltas[0].text, said) == ("Hello", "")
    assert deltas[-1].usage is None or deltas[-1].usage.prompt_tokens is None


def test_thoughts_that_open_and_close_for_ever_are_read_quickly(server: ScriptedServer) -> None:
    started = time.monotonic()
    deltas, _ = ask(server, "openai", [event({"content": "<think></think>" * 200_000}), event({"content": "Hi"}), STOP])
    assert deltas[-1].text + deltas[-2].text == "Hi"
    assert time.monotonic() - started < 15


def test_arguments_deeper_than_anybody_needs_are_no_answer(server: ScriptedServer) -> None:
    deep: object = {}
    for _ in range(300):
        deep = {"a": deep}
    call = {"function": {"name": "f", "arguments": deep}}
    _, said = ask(server, "ollama", [HELLO["ollama"], line({"tool_calls": [call]})])
    assert "unreadable" in said


def test_arguments_with_half_characters_can_be_sent_again(server: ScriptedServer) -> None:
    call = {"function": {"name": "f", "arguments": {"a": "\ud800"}}}
    deltas, _ = ask(server, "ollama", [line({"tool_calls": [call]}), line({}, done=True)])
    assert deltas[-1].tool_calls[0].arguments.encode()


@pytest.mark.parametrize("value", ["\N{SUPERSCRIPT TWO}", "9" * 5000, "-1", "1e5", "x"])
def test_a_window_that_is_no_number_is_unknown(server: ScriptedServer, value: str) -> None:
    server.parameters = f"num_ctx {value}"
    server.model_info = {"a.context_length": 1e999, "b.context_length": 10**400, "c.context_length": 8192}
    assert make("ollama", server).metadata.context_window == 8192


@pytest.mark.parametrize(
    "wish", ["1e400", "1e300", "nan", "-inf", "Mon, 99999999999999999999 Jan 2020 00:00:00 GMT", "\xff", "1" * 5000]
)
@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_wait_that_is_no_time_is_none(server: ScriptedServer, provider: str, wish: str) -> None:
    server.script(Reply(status=429, headers={"Retry-After": wish}))
    with pytest.raises(UserError, match=r"too many requests right now\. Wait a moment"):
        list(make(provider, server).stream_chat(QUESTION, CancelToken()))


def choice(number: int | None, text: str, key: str = "delta", **more: object) -> dict[str, object]:
    return {} | ({"index": number} if number is not None else {}) | {key: {"content": text}, **more}


@pytest.mark.parametrize("orders", [(0, 1), (1, 0), (2, 1, 0)])
def test_only_choice_0_is_the_answer_in_any_order(server: ScriptedServer, orders: tuple[int, ...]) -> None:
    raw = [
        sse({"choices": [choice(number, word if number == 0 else "ZZ ", finish_reason=end)]})
        for word, end in (("The ", None), ("wheel.", "stop"))
        for number in orders
    ]
    deltas, said = ask(server, "openai", [*raw, DONE])
    assert ("".join(delta.text for delta in deltas), said) == ("The wheel.", "")


def test_only_choice_0_of_a_whole_reply_is_the_answer(server: ScriptedServer) -> None:
    both = [choice(number, "AB"[number], "message", finish_reason="stop") for number in (1, 0)]
    deltas, said = ask(server, "openai", [json.dumps({"choices": both}).encode()])
    assert ("".join(delta.text for delta in deltas), said) == ("A", "")


@pytest.mark.parametrize("key", ["delta", "message"])
def test_of_a_server_that_counts_from_1_the_first_choice_is_the_answer(server: ScriptedServer, key: str) -> None:
    value = {"choices": [choice(2, "B", key, finish_reason="stop"), choice(1, "A", key, finish_reason="stop")]}
    deltas, said = ask(server, "openai", [sse(value), DONE] if key == "delta" else [json.dumps(value).encode()])
    assert ("".join(delta.text for delta in deltas), said) == ("A", "")


@pytest.mark.parametrize(
    "raw",
    [
        [event({"refusal": "I cannot help."}), STOP],
        [event({"content": None, "refusal": one}) for one in ("I can", "not ", "help.")] + [STOP],
        [event({"content": [{"type": "refusal", "refusal": "I cannot help."}]}), STOP],
        [json.dumps({"choices": [{"message": {"content": None, "refusal": "I cannot help."}}]}).encode()],
    ],
    ids=["whole", "pieces", "part", "whole reply"],
)
def test_a_refusal_is_what_the_model_says(server: ScriptedServer, raw: list[bytes]) -> None:
    deltas, said = ask(server, "openai", raw)
    assert ("".join(delta.text for delta in deltas), said) == ("I cannot help.", "")
    assert deltas[-1].refusal == "I cannot help."


@pytest.mark.parametrize("provider", PROVIDERS)
def test_thoughts_that_only_end_are_taken_back(server: ScriptedServer, provider: str) -> None:
    words = ("Okay, the wheel.\n", "</th", "ink>\n\nSixteen ", "spokes.")
    raw = [event({"content": one}) if provider == "openai" else line({"content": one}) for one in words]
    end = STOP if provider == "openai" else line({"content": ""}, done_reason="stop").replace(b"false", b"true")
    deltas, _ = ask(server, provider, [*raw, end])
    assert joined_pieces(delta.text for delta in deltas) == "Sixteen spokes."
    assert "".join(delta.thought for delta in deltas) == "Okay, the wheel."
