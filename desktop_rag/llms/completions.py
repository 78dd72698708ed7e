"""Read what OpenAI-compatible servers send: a stream of events, or (some cannot stream) one whole answer."""

import codecs
import json
from collections.abc import Callable, Generator, Iterator
from itertools import chain

import httpx

from desktop_rag.core.instrumentation import ModelState, Progress, tell_progress
from desktop_rag.core.network.reply_limits import REPLY_BYTES, EndlessReplyError
from desktop_rag.core.results.answers import Usage
from desktop_rag.llms.failures import Refusal, broken_error, cut_error, garbled_error, nonsense_error, refusal_error
from desktop_rag.llms.json_values import count_at, dig, items_at, parsed, text_at
from desktop_rag.llms.silence import Silence
from desktop_rag.llms.think_filter import ThinkFilter, both_pieces
from desktop_rag.llms.tool_calls import ToolCallReader
from desktop_rag.llms.types import ChatDelta

_SERVER_FAULT = 500
_NO_STATUS = 600
_MOST_OTHERS = 20_000  # events that are kept, each of a word: as many as the longest answers have, in 20 MB
_LONGEST_HELD = 65_536  # bytes of an event in several lines: each further line has all of it read again
_OTHER_FIELDS = (b":", b"event:", b"id:", b"retry:")
_CACHED = (
    ("usage", "prompt_tokens_details", "cached_tokens"),
    ("usage", "prompt_cache_hit_tokens"),  # DeepSeek's
    ("usage", "cache_read_input_tokens"),  # Anthropic's, behind some proxies
    ("timings", "cache_n"),  # llama.cpp's
)
_THOUGHTS = ("reasoning_content", "reasoning", "thinking")  # llama.cpp and vLLM; OpenRouter and Groq; others


class CompletionReader:
    """Turns the lines of one reply into deltas. ``on_finish`` is called when only its usage is still to come."""

    def __init__(
        self, address: str, model: str, silence: Silence, on_finish: Callable[[], object] = lambda: None
    ) -> None:
        self._address = address
        self._model = model
        self._silence = silence
        self._on_finish = on_finish
        self._filter = ThinkFilter()
        self._calls = ToolCallReader()
        self._usage: Usage | None = None
        self._finish_reason = ""
        self._done = False
        self._held = b""  # of an event that goes on in the next line
        self._announced = False
        self._is_reply = False  # an event had choices, whatever is in them
        self._has_first = False  # choice was seen
        self._refusal: list[str] = []
        self._others: list[tuple[int, dict[str, object]]] = []  # events of other choices, by their numbers
        self._other_bytes = 0
        self._prompt_read = 0

    def read(self, lines: Iterator[bytes]) -> Generator[ChatDelta]:
        """Yield the answer, streamed or whole; the last delta has the finish reason.

        Which it is can be seen from its first line; the header that should say so is often wrong.

        Raises:
            UserError: the answer ended too early, was none, or told of a failure.

        """
        first = next((line for line in lines if line.strip()), b"").removeprefix(codecs.BOM_UTF8)
        if first.startswith((b"data:", *_OTHER_FIELDS)):
            yield from self._read_stream(chain([first], lines))
        elif first:
            yield from self._read_whole(self._joined(chain([first], lines)))
        else:
            raise cut_error()

    def _read_stream(self, lines: Iterator[bytes]) -> Generator[ChatDelta]:
        try:
            for line in lines:
                for delta in self._read_line(line):
                    yield delta
                    self._silence.end()
                if self._done or (self._finish_reason and self._held):
                    break
        except httpx.HTTPError as error:
            # what is wrong after the last word does not matter any more
            if not self._finish_reason:
                if isinstance(error, httpx.NetworkError | httpx.RemoteProtocolError):
                    raise broken_error(error, self._address) from error
                raise
        yield from self._read_others("delta")
        if not self._finish_reason and not self._done:
            raise cut_error() if self._is_reply or not self._announced else nonsense_error(self._address)
        yield self._last()

    def _joined(self, lines: Iterator[bytes]) -> bytes:
        """Return the lines of a whole answer as they came.

        Raises:
            EndlessReplyError: they have no end.

        """
        body = bytearray()
        for line in lines:
            body += line
            body += b"\n"
            if len(body) > REPLY_BYTES:
                raise EndlessReplyError(f"a whole answer of more than {REPLY_BYTES:,} bytes")
        return bytes(body)

    def _read_whole(self, body: bytes) -> Generator[ChatDelta]:
        value = parsed(body)
        self._check(value)
        if not isinstance(dig(value, "choices", 0), dict):
            raise nonsense_error(self._address)
        yield from self._read_choice(value, "message")
        yield from self._read_others("message")
        yield self._last()

    def _last(self) -> ChatDelta:
        """Return the delta that ends the answer."""
        calls = self._calls.finish()
        reason = self._finish_reason or ("tool_calls" if calls else "stop")
        refusal, text = "".join(self._refusal).strip(), self._filter.finish()
        if refusal:
            text = both_pieces(text, f"\n\n{refusal}" if self._filter.has_answered else refusal)
        return ChatDelta(text, self._usage, reason, calls, self._filter.thought, refusal)

    def _read_line(self, line: bytes) -> Generator[ChatDelta]:
        """Read one line of an event stream."""
        if line.startswith(_OTHER_FIELDS) or not (line.strip() or self._held):
            return
        data = line.removeprefix(b"data:").strip()
        if data == b"[DONE]":
            self._done = True
            return
        value = parsed(self._held + data)
        if value is None and data and len(self._held) < _LONGEST_HELD:
            self._held += data
            return
        self._held = b""
        if self._finish_reason and (not isinstance(value, dict) or value.get("error")):
            self._done = True
            return
        self._check(value)
        if isinstance(progress := dig(value, "prompt_progress"), dict):  # llama.cpp's, when asked for
            done, total = count_at(progress, "processed") or 0, count_at(progress, "total") or 0
            if self._prompt_read < done <= total:
                self._prompt_read = done
                self._silence.end()
            tell_progress(Progress(ModelState.READING, done, total))
            return
        yield from self._read_choice(value, "delta")

    def _read_choice(self, value: object, key: str) -> Generator[ChatDelta]:
        """Take text, usage and finish reason out of one event."""
        if isinstance(dig(value, "usage"), dict):
            self._usage = Usage(
                count_at(value, "usage", "prompt_tokens"),
                count_at(value, "usage", "completion_tokens"),
                next((count for path in _CACHED if (count := count_at(value, *path)) is not None), None),
            )
        self._is_reply = self._is_reply or isinstance(dig(value, "choices"), list)
        choice = self._first_choice(value)
        message = dig(choice, key)
        if (pieces := items_at(message, "tool_calls")) and self._calls.feed(pieces):
            self._silence.end()
        self._refusal.append(_refusal(message))
        content = _content(dig(message, "content"))
        text = self._filter.feed(content or text_at(choice, "text"))  # "text": models that only complete
        thought = _thought(message) + self._filter.thought
        if text or thought or not self._announced:
            self._announced = True
            yield ChatDelta(text, thought=thought)
        if (reason := text_at(choice, "finish_reason")) and not self._finish_reason:
            self._finish_reason = reason
            self._on_finish()

    def _first_choice(self, value: object) -> object:
        """Return the choice of an event that is the answer: number 0. One was asked for; some servers send more.

        What has another number is kept: of a server that has no number 0, it is the answer.
        """
        for choice in items_at(value, "choices"):
            number = count_at(choice, "index")
            if not number:
                self._has_first = True
                self._others.clear()
                return choice
            if not self._has_first and isinstance(choice, dict):
                self._others.append((number, {**choice, "index": 0}))
                self._other_bytes += len(str(choice))
                if len(self._others) > _MOST_OTHERS or self._other_bytes > REPLY_BYTES:
                    raise EndlessReplyError("an answer under another number has no end")
                self._silence.end()
        return None

    def _read_others(self, key: str) -> Generator[ChatDelta]:
        """Read the choice with the lowest number, where there was no number 0."""
        lowest = min((number for number, _ in self._others), default=0)
        for choice in [choice for number, choice in self._others if number == lowest]:
            yield from self._read_choice({"choices": [choice]}, key)

    def _check(self, value: object) -> None:
        """Refuse an invalid event, and raise failures reported in mid-stream."""
        if not isinstance(value, dict):
            raise garbled_error(self._address) if self._announced else nonsense_error(self._address)
        if value.get("error") or value.get("object") == "error":
            paths = (("error", "code"), ("error", "status"), ("code",))
            code = next(filter(None, (count_at(value, *path) for path in paths)), _SERVER_FAULT)
            status = code if httpx.codes.MULTIPLE_CHOICES <= code < _NO_STATUS else _SERVER_FAULT
            raise refusal_error(Refusal(status, json.dumps(value), self._address, self._model))


def _thought(message: object) -> str:
    """Return a message's part of the model's thoughts, under whatever name."""
    named = next((found for name in _THOUGHTS if (found := text_at(message, name))), "")
    parts = items_at(message, "content")  # Mistral's: parts, of which some are thoughts
    return named or "".join(text_at(one, "text") for part in parts for one in items_at(part, "thinking"))


def _refusal(message: object) -> str:
    """Return the refusal of a model, in a separate field or in a part of its content."""
    parts = "".join(text_at(part, "refusal") for part in items_at(message, "content"))
    return text_at(message, "refusal") or parts


def _content(content: object) -> str:
    """Return the text of a content field: a text, or a list of parts of which only texts count."""
    if isinstance(content, str):
        return content
    parts = items_at(content)
    return "".join(text_at(part, "text") for part in parts if text_at(part, "type") == "text")
