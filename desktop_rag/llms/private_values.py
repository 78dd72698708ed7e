"""Keep private values from a model's server: stand-ins leave in their place, and come back as what they stand for.

“Anna Becker pays €950” leaves as “PERSON_1 pays AMOUNT_1”. The answer is read with the values again, so that
everything behind a model (citations, checks, tools, what is kept) works on the words of the files. A value has the same
stand-in as long as the program runs. What is private is found by others (``services/masking``), as far as it can be.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from desktop_rag.core.answer_pieces import AnswerStart
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.messages import ChatMessage, MessageRole, ToolCall
from desktop_rag.core.network.stand_ins import STAND_IN_NAMES, StandIns, ValueKind
from desktop_rag.llms.base import LLM
from desktop_rag.llms.types import NO_OPTIONS, ChatDelta, ChatOptions, LLMMetadata, ToolSchema, without_images
from desktop_rag.llms.window import CountLearner
from desktop_rag.prompts.default_prompts import STAND_INS_NOTE
from desktop_rag.text.tokenizer import Tokenizer

_ANY = "|".join(STAND_IN_NAMES)
# models put a backslash before the mark in Markdown, and write small letters in the middle of code
_STAND_IN = re.compile(rf"(?<![A-Za-z0-9])({_ANY})\\?_(\d{{1,7}})([A-Za-z]?)(?![A-Za-z0-9])", re.IGNORECASE)
_LONGEST = max(map(len, STAND_IN_NAMES)) + 10  # characters of a stand-in, with a backslash, seven figures and a letter
_BEGINNINGS = frozenset(name[:size] for name in STAND_IN_NAMES for size in range(1, len(name) + 1))
_UNFINISHED = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]{1,7})(?:\\?_?|\\?_\d{1,7}[A-Za-z]?)\Z")
_STRUCTURE = frozenset({"required", "type", "format", "pattern", "$ref"})  # of a JSON schema: never a person's words


_NOTE = ChatMessage(MessageRole.SYSTEM, STAND_INS_NOTE)


@dataclass(frozen=True, slots=True)
class PrivateValue:
    """A private value at ``start`` to ``end`` of a text; ``whole`` is the name of which it is a part: “Becker”."""

    start: int
    end: int
    kind: ValueKind
    whole: str = ""


Finder = Callable[[Sequence[str]], Sequence[Sequence[PrivateValue]]]
"""Finds the private values of the texts of a request: those of each in order, without overlaps."""


class MaskedLLM(LLM):
    """Another model whose server gets stand-ins for private values; its answers have the values again.

    Pictures are not sent: what they show cannot be replaced.
    """

    def __init__(self, llm: LLM, find: Finder, stand_ins: StandIns) -> None:
        self._llm = llm
        self._find = find
        self._stand_ins = stand_ins

    @property
    def metadata(self) -> LLMMetadata:
        """The capabilities of the model, without sight."""
        return replace(self._llm.metadata, sees_images=False)

    @property
    def tokenizer(self) -> Tokenizer:
        """The model's tokenizer."""
        return self._llm.tokenizer

    def count_tokens(self, messages: Sequence[ChatMessage], options: ChatOptions = NO_OPTIONS) -> int:
        """Return the number of tokens of a request with the values in it, which are longer than most stand-ins."""
        return self._llm.count_tokens([_NOTE, *messages], options)

    def close(self) -> None:
        """Release the model's resources."""
        self._llm.close()

    @property
    def _learner(self) -> CountLearner | None:
        return None  # what the server counts is another text

    def _stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Iterator[ChatDelta]:
        request = _MaskedRequest(without_images(messages), options, self._find, self._stand_ins)
        deltas = self._llm._stream_chat(request.messages, cancel, request.options)  # noqa: SLF001 - as ``LLM`` calls it
        return restored(deltas, self._stand_ins)


class _MaskedRequest:
    """A request in which stand-ins are."""

    def __init__(
        self, messages: Sequence[ChatMessage], options: ChatOptions, find: Finder, stand_ins: StandIns
    ) -> None:
        self._stand_ins = stand_ins
        self._used: set[str] = set()
        texts = list(_texts(messages, options))
        masked = {text: self._masked(text, found) for text, found in zip(texts, find(texts), strict=True)}
        self.messages = [_with_texts(message, masked) for message in messages]
        self.options = replace(
            options,
            tools=tuple(
                ToolSchema(one.name, masked[one.description], _in_schema(one.parameters, masked))
                for one in options.tools
            ),
            json_schema=None if options.json_schema is None else _in_schema(options.json_schema, masked),
            question=options.question + 1 if options.question >= 0 else options.question,
        )
        self.messages.insert(0, _NOTE)
        stand_ins.note_request(self._used)

    def _masked(self, text: str, found: Sequence[PrivateValue]) -> str:
        parts, end = [], 0
        for one in _told_apart(text, sorted([*found, *_look_alikes(text, found)], key=lambda one: one.start)):
            parts += [text[end : one.start], self._stand_in(one, text[one.start : one.end])]
            end = one.end
        return "".join((*parts, text[end:]))

    def _stand_in(self, one: PrivateValue, value: str) -> str:
        made = self._stand_ins.of(one.kind, value, one.whole)
        self._used.add(made)
        return made


def _told_apart(text: str, found: Iterable[PrivateValue]) -> list[PrivateValue]:
    """Return values with the Latin letters and figures beside them: what touches a stand-in cannot be told from it.

    Two values that touch are one.
    """
    apart: list[PrivateValue] = []
    for one in found:
        start, end = one.start, one.end
        while start and _is_latin(text[start - 1]):
            start -= 1
        while end < len(text) and _is_latin(text[end]):
            end += 1
        if apart and start <= apart[-1].end:
            before = apart.pop()
            apart.append(replace(before, end=max(end, before.end), whole=""))
        else:
            apart.append(replace(one, start=start, end=end))
    return apart


def _is_latin(sign: str) -> bool:
    return sign.isascii() and sign.isalnum()


def _look_alikes(text: str, found: Sequence[PrivateValue]) -> Iterator[PrivateValue]:
    """Yield what stands in a text like a stand-in of ours: it would come back as another value."""
    for match in _STAND_IN.finditer(text):
        if not any(one.start < match.end() and match.start() < one.end for one in found):
            yield PrivateValue(match.start(), match.end(), "word")


def _texts(messages: Sequence[ChatMessage], options: ChatOptions) -> Iterator[str]:
    """Yield each text of a request once."""
    seen: dict[str, None] = {}
    for message in messages:
        seen[message.content] = None
        for call in message.tool_calls:
            seen.update(dict.fromkeys(_strings(_parsed(call.arguments))))
    for tool in options.tools:
        seen[tool.description] = None
        seen.update(dict.fromkeys(_strings(tool.parameters, _STRUCTURE)))
    if options.json_schema is not None:
        seen.update(dict.fromkeys(_strings(options.json_schema, _STRUCTURE)))
    yield from seen


def _with_texts(message: ChatMessage, masked: Mapping[str, str]) -> ChatMessage:
    calls = tuple(
        replace(call, arguments=_arguments(_replaced(_parsed(call.arguments), masked))) for call in message.tool_calls
    )
    return message.with_parts(masked[message.content], calls or None)


def _parsed(arguments: str) -> object:
    """Return the arguments of a call, as they are written where they are no JSON."""
    try:
        return json.loads(arguments)
    except (ValueError, RecursionError):
        return arguments


def _arguments(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _strings(value: object, never: Collection[str] = ()) -> Iterator[str]:
    """Yield the texts in JSON values; names of fields are none, and neither is what stands in fields of ``never``."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, one in value.items():
            yield from _strings(one, never) if name not in never else ()
    elif isinstance(value, Sequence):
        for one in value:
            yield from _strings(one, never)


def _replaced(value: object, masked: Mapping[str, str], never: Collection[str] = ()) -> object:
    if isinstance(value, str):
        return masked[value]
    if isinstance(value, Mapping):
        return {name: one if name in never else _replaced(one, masked, never) for name, one in value.items()}
    return [_replaced(one, masked, never) for one in value] if isinstance(value, Sequence) else value


def _in_schema(schema: Mapping[str, object], masked: Mapping[str, str]) -> Mapping[str, object]:
    """Return a JSON schema whose descriptions and choices have stand-ins; names of fields and types stay."""
    return {
        name: value if name in _STRUCTURE else _replaced(value, masked, _STRUCTURE) for name, value in schema.items()
    }


def restored(deltas: Iterator[ChatDelta], stand_ins: StandIns) -> Iterator[ChatDelta]:
    """Yield the pieces of an answer with the values in place of stand-ins, also of those cut in two."""
    text, thought = _Restoring(stand_ins), _Restoring(stand_ins)
    for delta in deltas:
        if isinstance(delta.text, AnswerStart):
            text = _Restoring(stand_ins)  # what waited was a thought
        is_last = bool(delta.finish_reason or delta.tool_calls or delta.refusal)
        said: str = text.put(delta.text, is_last=is_last)
        yield replace(
            delta,
            text=AnswerStart(said) if isinstance(delta.text, AnswerStart) else said,
            thought=thought.put(delta.thought, is_last=is_last or bool(delta.text)),
            refusal=restore(delta.refusal, stand_ins),
            tool_calls=tuple(_call_restored(one, stand_ins) for one in delta.tool_calls),
        )
    rest, rest_thought = text.put("", is_last=True), thought.put("", is_last=True)
    if rest or rest_thought:  # of an answer that was cut off
        yield ChatDelta(rest, thought=rest_thought)


def restore(text: str, stand_ins: StandIns, written: Callable[[str], str] = str) -> str:
    """Return a text with the values; ``written`` is how a value is written in it."""

    def value_of(match: re.Match[str]) -> str:
        value = stand_ins.value(match[1], match[2], match[3])
        return match.group() if value is None else written(value)

    return _STAND_IN.sub(value_of, text)


def _call_restored(call: ToolCall, stand_ins: StandIns) -> ToolCall:
    """Return a call of a tool with the values, which are inside the quotation marks of JSON."""
    as_json = restore(call.arguments, stand_ins, lambda value: json.dumps(value, ensure_ascii=False)[1:-1])
    return replace(call, arguments=as_json)


class _Restoring:
    """Puts values into a text that comes in pieces: what may be the beginning of a stand-in waits for the next."""

    def __init__(self, stand_ins: StandIns) -> None:
        self._stand_ins = stand_ins
        self._waiting = ""

    def put(self, piece: str, *, is_last: bool) -> str:
        """Return what can be told after another piece."""
        text = f"{self._waiting}{piece}"
        size = 0 if is_last else _unfinished(text)
        self._waiting = text[len(text) - size :]
        return restore(text[: len(text) - size], self._stand_ins)


def _unfinished(text: str) -> int:
    """Return how many characters at the end of a text may be the beginning of a stand-in."""
    match = _UNFINISHED.search(text, max(0, len(text) - _LONGEST))
    if match is None:
        return 0
    word, is_word_alone = match[1].upper(), match.end(1) == match.end()
    return len(text) - match.start() if (word in _BEGINNINGS if is_word_alone else word in STAND_IN_NAMES) else 0
