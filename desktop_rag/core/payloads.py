"""Payloads of the events that stages emit, written and read in one place.

A payload is a dictionary of JSON values, as in LlamaIndex, and is stored with conversations. ``to_payload`` leaves out
what was not told (None or ""). ``of`` takes payloads of any shape, for earlier versions wrote some, too: what is
missing or of another type is not told.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Self

Payload = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class _Told:
    """The facts of one stage."""

    def to_payload(self) -> dict[str, object]:
        """Return the fields as JSON values; those that were never set are left out."""
        told = _fields_of(self)
        return {name: _as_json(value) for name, value in told.items() if value is not None and value != ""}


@dataclass(frozen=True, slots=True)
class FoundNode:
    """A node in the list of a retriever: ``page`` is 1-based, 0 where there is none."""

    node_id: str
    score: float | None
    file: str
    page: int

    @classmethod
    def of(cls, value: Payload) -> Self:
        """Read it from a payload."""
        file, page = _text(value, "file"), _whole(value, "page")
        return cls(str(value.get("node_id", "")), _score(value.get("score")), file, page or 0)


@dataclass(frozen=True, slots=True)
class RetrievePayload(_Told):
    """A search, by the class of the retriever; ``nodes`` are best first, None where it failed."""

    retriever: str = ""
    query_str: str = ""
    nodes: tuple[FoundNode, ...] | None = None

    @classmethod
    def of(cls, payload: Payload) -> Self:
        """Read it from a payload."""
        nodes = _list(payload, "nodes")
        found = None if nodes is None else tuple(FoundNode.of(node) for node in nodes if isinstance(node, Mapping))
        return replace(cls.asked(payload), nodes=found)

    @classmethod
    def asked(cls, payload: Payload) -> Self:
        """Read it without its passages, of which a long trace has tens of thousands."""
        return cls(_text(payload, "retriever"), _text(payload, "query_str"))


@dataclass(frozen=True, slots=True)
class RerankingPayload(_Told):
    """A step after searching: the node ids before and after it, and the scores after it.

    One that keeps to what a person ``said_of`` answers to a question tells which, and whether the person showed what
    answers it (``is_shown``) or only refused what doesn't.
    """

    postprocessor: str = ""
    before: tuple[str, ...] | None = None
    after: tuple[str, ...] | None = None
    scores: tuple[float | None, ...] | None = None
    said_of: str = ""
    is_shown: bool | None = None

    @classmethod
    def of(cls, payload: Payload) -> Self:
        """Read it from a payload."""
        before, after, scores = (_list(payload, key) for key in ("before", "after", "scores"))
        return cls(
            _text(payload, "postprocessor"),
            None if before is None else tuple(map(str, before)),
            None if after is None else tuple(map(str, after)),
            None if scores is None else tuple(map(_score, scores)),
            _text(payload, "said_of"),
            shown if isinstance(shown := payload.get("is_shown"), bool) else None,
        )


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message as a model was shown it."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class WantedTool:
    """A tool that a model wanted to have run; ``arguments`` as it wrote them."""

    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class LeftOut(_Told):
    """The parts of a request that did not fit the model's window.

    ``passages`` and earlier ``messages`` that were not sent, ``ends`` of texts that were cut off, and whether the
    ``question`` was shortened.
    """

    passages: int = 0
    messages: int = 0
    ends: int = 0
    question: bool = False

    @classmethod
    def of(cls, value: Payload) -> Self:
        """Read it from a payload."""
        passages, messages, ends = (_whole(value, name) or 0 for name in ("passages", "messages", "ends"))
        return cls(passages, messages, ends, value.get("question") is True)

    def __bool__(self) -> bool:
        return bool(self.passages or self.messages or self.ends or self.question)


@dataclass(frozen=True, slots=True)
class LLMPayload(_Told):
    """A model's call; tokens as the server counted them, ``sent_tokens`` by our own count.

    ``unread``: the server read fewer tokens than were sent. ``finish_reason`` is in the server's words.
    """

    messages: tuple[SentMessage, ...] | None = None
    model_name: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    tool_calls: tuple[WantedTool, ...] | None = None
    response: str | None = None
    sent_tokens: int | None = None
    cached_tokens: int | None = None
    left_out: LeftOut | None = None
    unread: bool | None = None
    finish_reason: str = ""
    thoughts: str = ""
    refusal: str = ""  # at the end of the response

    def to_payload(self) -> dict[str, object]:
        """Return the fields as JSON values, including an empty response."""
        told = _Told.to_payload(self)
        return told if self.response is None else {**told, "response": self.response}

    @classmethod
    def of(cls, payload: Payload) -> Self:
        """Read it from a payload."""
        messages = [one for one in _list(payload, "messages") or () if isinstance(one, Mapping)]
        calls = [one for one in _list(payload, "tool_calls") or () if isinstance(one, Mapping)]
        response, left_out, unread = payload.get("response"), payload.get("left_out"), payload.get("unread")
        return cls(
            tuple(SentMessage(str(one.get("role", "")), str(one.get("content") or "")) for one in messages),
            _text(payload, "model_name"),
            _whole(payload, "prompt_tokens"),
            _whole(payload, "completion_tokens"),
            tuple(WantedTool(str(one.get("name", "")), str(one.get("arguments", ""))) for one in calls),
            response if isinstance(response, str) else None,
            _whole(payload, "sent_tokens"),
            _whole(payload, "cached_tokens"),
            LeftOut.of(left_out) if isinstance(left_out, Mapping) else None,
            unread if isinstance(unread, bool) else None,
            _text(payload, "finish_reason"),
            _text(payload, "thoughts"),
            _text(payload, "refusal"),
        )


@dataclass(frozen=True, slots=True)
class TokenCounts(_Told):
    """Estimated tokens: each prompt, the model's window, the answer's reserve, and the room left over."""

    prompts: tuple[int, ...] = ()
    window: int | None = None
    answer: int | None = None
    room: int | None = None

    @classmethod
    def of(cls, value: Payload) -> Self:
        """Read it from a payload."""
        sizes = [size for size in _list(value, "prompts") or () if isinstance(size, int)]
        return cls(tuple(sizes), _whole(value, "window"), _whole(value, "answer"), _whole(value, "room"))


@dataclass(frozen=True, slots=True)
class SynthesizePayload(_Told):
    """The writing of an answer: by which response mode, from how many texts, in how many calls of a model."""

    mode: str = ""
    query_str: str = ""
    texts: int | None = None
    calls: int | None = None
    tokens: TokenCounts | None = None
    query_satisfied: bool | None = None
    response: str = ""

    @classmethod
    def of(cls, payload: Payload) -> Self:
        """Read it from a payload."""
        tokens, satisfied = payload.get("tokens"), payload.get("query_satisfied")
        return cls(
            _text(payload, "mode"),
            _text(payload, "query_str"),
            _whole(payload, "texts"),
            _whole(payload, "calls"),
            TokenCounts.of(tokens) if isinstance(tokens, Mapping) else None,
            satisfied if isinstance(satisfied, bool) else None,
            _text(payload, "response"),
        )


@dataclass(frozen=True, slots=True)
class AgentStepPayload(_Told):
    """A step of an agent: the tool it used and its output, or that it ``answers``."""

    number: int | None = None
    thought: str = ""
    tool: str = ""
    arguments: str = ""
    observation: str = ""
    is_error: bool | None = None
    answers: bool | None = None

    @classmethod
    def of(cls, payload: Payload) -> Self:
        """Read it from a payload."""
        failed, answers = payload.get("is_error"), payload.get("answers")
        return cls(
            _whole(payload, "number"),
            _text(payload, "thought"),
            _text(payload, "tool"),
            _text(payload, "arguments"),
            _text(payload, "observation"),
            failed if isinstance(failed, bool) else None,
            answers if isinstance(answers, bool) else None,
        )


SELECT = "select"


@dataclass(frozen=True, slots=True)
class FunctionCallPayload(_Told):
    """A tool that was run; ``function`` is ``SELECT`` where a model chose how to search."""

    function: str = ""
    tool: str = ""
    arguments: Payload | None = None
    output: str = ""
    is_error: bool | None = None

    @classmethod
    def of(cls, payload: Payload) -> Self:
        """Read it from a payload."""
        arguments, failed = payload.get("arguments"), payload.get("is_error")
        return cls(
            _text(payload, "function"),
            _text(payload, "tool"),
            arguments if isinstance(arguments, Mapping) else None,
            _text(payload, "output"),
            failed if isinstance(failed, bool) else None,
        )


@dataclass(frozen=True, slots=True)
class EmbeddingPayload(_Told):
    """Texts that became vectors of ``dimensions`` numbers; ``model`` is a class."""

    model: str = ""
    texts: int | None = None
    dimensions: int | None = None

    @classmethod
    def of(cls, payload: Payload) -> Self:
        """Read it from a payload."""
        return cls(_text(payload, "model"), _whole(payload, "texts"), _whole(payload, "dimensions"))


def query_str(payload: Payload) -> str:
    """Return the question of any stage that has one, "" for others."""
    return _text(payload, "query_str")


def _fields_of(value: "_Told | FoundNode | SentMessage | WantedTool") -> dict[str, object]:
    """Return the fields by name; ``asdict`` copies their values as well, which took 2 ms a search."""
    return {field.name: getattr(value, field.name) for field in fields(value)}


def _as_json(value: object) -> object:
    """Return a fact as JSON values."""
    if isinstance(value, _Told):
        return value.to_payload()
    if isinstance(value, FoundNode | SentMessage | WantedTool):
        return _fields_of(value)
    return [_as_json(item) for item in value] if isinstance(value, tuple) else value


def _text(payload: Payload, key: str) -> str:
    value = payload.get(key)
    return value if isinstance(value, str) else ""


def _whole(payload: Payload, key: str) -> int | None:
    value = _score(payload.get(key))
    return None if value is None or not math.isfinite(value) else int(value)


def _score(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _list(payload: Payload, key: str) -> list[object] | tuple[object, ...] | None:
    value = payload.get(key)
    return value if isinstance(value, list | tuple) else None
