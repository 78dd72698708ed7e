"""Models behind any OpenAI-compatible address: OpenAI itself, LM Studio, llama.cpp, vLLM and many others.

Servers send a stream of events or (some cannot stream) one whole answer. llama.cpp's and vLLM's can be asked how many
tokens they make of a text or a request.
"""

import codecs
import json
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Unpack, cast

import httpx

from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.instrumentation import ModelState, Progress, tell_progress
from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.network.reply_limits import REPLY_BYTES, EndlessReplyError
from desktop_rag.core.results.answers import Usage
from desktop_rag.llms.context_window import ServerFacts, ask_when_loaded, default_context_window, is_openai, openai_sees
from desktop_rag.llms.failures import (
    Refusal,
    broken_error,
    cut_error,
    garbled_error,
    listed_models,
    nonsense_error,
    plain_errors,
    refusal_error,
    transport_error,
)
from desktop_rag.llms.json_values import count_at, dig, items_at, parsed, text_at
from desktop_rag.llms.llama_router import LlamaRouter
from desktop_rag.llms.openai_access import DEFAULT_ADDRESS, OpenAIAccess, api_address
from desktop_rag.llms.retrying import Silence
from desktop_rag.llms.served import (
    AS_A_GUESS,
    FOR_EVER,
    ModelOptions,
    ModelSettings,
    RejectedFields,
    ServedLLM,
    budget_fields,
)
from desktop_rag.llms.think_filter import ThinkFilter, both_pieces
from desktop_rag.llms.tool_calls import ToolCallReader, openai_messages, response_format, tool_choice, tool_schemas
from desktop_rag.llms.types import ChatDelta, ChatOptions, LLMMetadata, readable
from desktop_rag.prompts.base import ChatPromptTemplate, FixedMessage

if TYPE_CHECKING:
    import openai

_LONGEST_AFTER_END = 3.0  # seconds for the usage after an answer's last word; servers send it at once
DEFAULT_TIMEOUT = 60.0
DEFAULT_MODEL = "gpt-3.5-turbo"  # LlamaIndex's
DEFAULT_TEMPERATURE = 0.1
_LIMIT_NAMES = ("max_completion_tokens", "max_tokens")
_BUDGET = "thinking budget"  # under whatever name
_TEMPLATE = "chat_template_kwargs"  # of llama.cpp, vLLM and SGLang
_SCHEMA_WORDS = ("response_format", "json_schema", "schema", "grammar", "guided")
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
OpenClient = Callable[[], AbstractContextManager[httpx.Client]]


@dataclass(frozen=True, slots=True)
class RequestStyle:
    """The options of an OpenAI-compatible server beyond ``ModelOptions``; see ``OpenAILike``."""

    reasoning_effort: str = ""
    thinking: bool | None = None
    strict: bool = False
    is_chat_model: bool = True

    @classmethod
    def of_openai(cls, style: "RequestStyle") -> "RequestStyle":
        """Return a style in OpenAI's own words: it knows efforts, and no switch for thoughts."""
        switches = style.thinking is False and not style.reasoning_effort
        return cls("none" if switches else style.reasoning_effort, None, style.strict, style.is_chat_model)


class OpenAIRequests:
    """The requests to one model at an address. ``facts`` are its server's report; some are asked for more."""

    def __init__(self, model: str, address: str, options: ModelOptions, style: RequestStyle) -> None:
        self.style = RequestStyle.of_openai(style) if is_openai(address) else style
        self.facts = ServerFacts()
        self._host = httpx.URL(address).host
        self._model = model
        self._options = options
        self._rejected = RejectedFields()
        self._limit_name = _LIMIT_NAMES[0 if is_openai(address) else 1]

    def send(
        self, client: "openai.OpenAI", messages: Sequence[ChatMessage], options: ChatOptions, limit: int | None
    ) -> "AbstractContextManager[Any]":
        """Send a request for an answer of at most ``limit`` tokens, as a conversation or as one text."""
        is_chat = self.style.is_chat_model
        body: dict[str, Any] = self._conversation(messages, options) if is_chat else self._completion(messages)
        create = client.chat.completions.create if is_chat else client.completions.create
        extra = self._extra(limit, thinks=options.thinks)  # fields that the library does not know, or not by that name
        return cast("AbstractContextManager[Any]", create(**body, extra_body=extra))

    def adapt(self, text: str, options: ChatOptions) -> bool:
        """Learn the features that the server rejects from a refusal's text; return True if the request changes."""
        if _LIMIT_NAMES[0] in text and self._options.max_tokens:
            self._limit_name = _LIMIT_NAMES[1 - _LIMIT_NAMES.index(self._limit_name)]
            return self._rejected.add([f"other name than {self._limit_name}"])
        if "include_usage" in text or not text.strip():
            return self._rejected.add(["stream_options"])
        if options.json_schema is not None and any(word in text for word in _SCHEMA_WORDS):
            return self._rejected.add(["response_format"])
        if any(re.search(rf"\b{name}\b", text) for name in self._budget()):
            return self._rejected.add([_BUDGET])
        names = [*self._optional(), _TEMPLATE, "return_progress"]
        return self._rejected.add([name for name in names if re.search(rf"\b{name}\b", text)])

    def _conversation(self, messages: Sequence[ChatMessage], options: ChatOptions) -> dict[str, object]:
        body: dict[str, object] = {**self._common(), "messages": openai_messages(messages)}
        if options.tools:
            body["tools"] = tool_schemas(options.tools, strict=self.style.strict)
            if options.tool_choice != "auto":
                body["tool_choice"] = tool_choice(options)
        if options.json_schema is not None and "response_format" not in self._rejected:
            body["response_format"] = response_format(options.json_schema, strict=self.style.strict)
        return body

    def _completion(self, messages: Sequence[ChatMessage]) -> dict[str, object]:
        """Return the messages as one text to be completed."""
        return {**self._common(), "prompt": ChatPromptTemplate([*map(FixedMessage, messages)]).format()}

    def _common(self) -> dict[str, object]:
        """Return the fields of every request, without those this server rejected before."""
        optional = {name: value for name, value in self._optional().items() if name not in self._rejected}
        return {"model": self._model, "stream": True, **optional}

    def _extra(self, limit: int | None, *, thinks: bool) -> dict[str, object]:
        """Return the fields that only some servers know, and the person's additional ones."""
        extra: dict[str, object] = {self._limit_name: limit} if limit else {}
        thinking = self.style.thinking if thinks else False
        if thinking is not None and _TEMPLATE not in self._rejected:
            extra[_TEMPLATE] = {"enable_thinking": thinking}
        if thinking is not False and _BUDGET not in self._rejected:
            extra |= self._budget()
        if self.facts.tells_progress and "return_progress" not in self._rejected:
            extra["return_progress"] = True
        return {**extra, **self._options.additional_kwargs}

    def _budget(self) -> dict[str, object]:
        """Return this server's fields for the thinking budget."""
        tokens = self._options.thinking_budget
        return budget_fields(self._host, self.facts.server, tokens) if tokens else {}

    def _optional(self) -> dict[str, object]:
        """Return the fields a server may reject and still be useful."""
        effort = {"reasoning_effort": self.style.reasoning_effort} if self.style.reasoning_effort else {}
        return {**self._options.sampling(), **effort, "stream_options": {"include_usage": True}}


class OpenAILike(ServedLLM):
    """One model at one address.

    ``api_base`` is taken as people write it, with or without /v1. The other settings are those of ``ModelOptions``.
    ``thinking`` switches the thoughts of a reasoning model on or off, where the server can; None leaves them to it.
    ``strict`` holds the model to the exact form of tools and structured answers, where the server can.
    ``is_chat_model`` False sends the messages as one text, to models that only complete.
    """

    def __init__(  # noqa: PLR0913 - the same settings as LlamaIndex's class of this name
        self,
        model: str,
        api_base: str = DEFAULT_ADDRESS,
        api_key: str | None = None,
        *,
        temperature: float | None = DEFAULT_TEMPERATURE,
        timeout: float = DEFAULT_TIMEOUT,
        api_version: str = "",
        reasoning_effort: str = "",
        thinking: bool | None = None,
        strict: bool = False,
        is_chat_model: bool = True,
        **settings: Unpack[ModelSettings],
    ) -> None:
        super().__init__(model, api_address(api_base), ModelOptions(timeout, temperature, **settings))
        self._access = OpenAIAccess(api_key, api_version, self.options.default_headers)
        style = RequestStyle(reasoning_effort, thinking, strict, is_chat_model)
        self._requests = OpenAIRequests(model, self.address, self.options, style)
        self._is_chat_model = is_chat_model
        self._server_tokens: ServerTokens | None = None

    def made_with(self) -> tuple[object, ...]:
        """Return all that it was made with; see ``ServedLLM``."""
        return (*super().made_with(), self._access, self._requests.style)

    def list_models(self) -> tuple[str, ...]:
        """Return the names of the models the server has; see ``ServedLLM``."""
        with plain_errors(CancelToken(), self.address, asks_model=False), self._asking_client() as client:
            response = client.get(f"{self.address}/models")
        if not response.is_success:
            raise refusal_error(self._refused(response))
        return tuple(sorted(listed_models(response.content, "data", "id", self.address)))

    def manager(self) -> LlamaRouter:
        """Return the manager of the server's models."""
        return LlamaRouter(self.address, self._access)

    def _stream_once(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Generator[ChatDelta]:
        """Send one request and yield its answer."""
        import openai

        cancel.raise_if_cancelled()
        with (
            plain_errors(cancel, self.address),
            net.cancellable_client(
                self.address,
                cancel,
                timeout=self._readiness.longest_wait(),
                hooks=[self._access.clean_headers],
                headers=self.options.default_headers,
                on_sent=self._readiness.tell_sent,
            ) as http,
        ):
            try:
                limit = self.metadata.num_output if self.options.max_tokens else None
                client = self._access.library_client(self.address, http)
                with self._requests.send(client, readable(messages, self.metadata), options, limit) as stream:
                    if stream.response.status_code == httpx.codes.NO_CONTENT:
                        raise nonsense_error(self.address)
                    self._readiness.note_reply(stream.response)
                    silence = Silence(self.address, self.options.timeout)
                    reader = CompletionReader(
                        self.address, self.model, silence, lambda: net.end_body_within(http, _LONGEST_AFTER_END)
                    )
                    yield from reader.read(net.iter_lines(stream.response, cancel, silence.check))
            except openai.APIStatusError as error:
                refusal = self._refused(cast("httpx.Response", error.response))
                raise self._refusal(refusal, options) from error
            except openai.APIConnectionError as error:
                if cancel.cancelled:
                    raise CancelledError from error
                raise transport_error(error, self.address) from error

    def _refused(self, response: httpx.Response) -> Refusal:
        return Refusal.of(response, self.address, self.model, has_key=bool(self._access.key))

    def _adapt(self, text: str, options: ChatOptions) -> bool:
        """Record the features the server rejects; see ``ServedLLM``."""
        return self._requests.adapt(text, options)

    def _ask_text_tokens(self, text: str) -> int | None:
        """Ask llama.cpp or vLLM; see ``ServedLLM``."""
        return self._server_tokens.of_text(text) if self.metadata and self._server_tokens else None

    def _ask_request_tokens(self, messages: Sequence[ChatMessage], options: ChatOptions) -> int | None:
        """Ask llama.cpp or vLLM; see ``ServedLLM``."""
        if self._server_tokens is None or not self._is_chat_model:
            return None
        return self._server_tokens.of_request(messages, options)

    def _ask_what_it_can(self, cancel: CancelToken) -> tuple[LLMMetadata, float]:
        """Return the server's capabilities; a model is taken to support tools until the server refuses them."""
        facts = self._ask_server(cancel)
        self._readiness.is_loaded, self._requests.facts = facts.is_loaded, facts
        window = facts.context_window or default_context_window(self.address, self.model)
        can_call = self._is_chat_model and facts.supports_tools is not False
        sees = facts.sees_images or openai_sees(self.model)  # also through a proxy; what refuses pictures is believed
        described = self.options.described(
            self.model, self.options.context_window or window, calls_functions=can_call, sees_images=sees
        )
        if facts.counts_tokens:
            self._server_tokens = ServerTokens(self.model, self._asking_client, lambda: self.address)
        return replace(described, is_chat_model=self._is_chat_model), FOR_EVER if facts.answered else AS_A_GUESS

    def _ask_server(self, cancel: CancelToken) -> ServerFacts:
        """Ask the server, unless it is known or the settings say everything."""
        told = self.options
        if is_openai(self.address) or (told.context_window and told.is_function_calling_model is not None):
            return ServerFacts(answered=True)
        return ask_when_loaded(self._asking_client, self.address, self.model, cancel)

    def _asking_client(self) -> httpx.Client:
        """Return a client for short questions about the server."""
        return self._access.asking_client(self.address)


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


class ServerTokens:
    """Counts by the server whose ``address`` ends in /v1; one that fails once is not asked again."""

    def __init__(self, model: str, open_client: OpenClient, address: Callable[[], str]) -> None:
        self._model = model
        self._open_client = open_client
        self._address = address
        self._has_failed = False

    def of_text(self, text: str) -> int | None:
        """Return the number of tokens of a text; None if the server gives none."""
        return self._count({"content": text, "prompt": text, "add_special": False, "add_special_tokens": False})

    def of_request(self, messages: Sequence[ChatMessage], options: ChatOptions) -> int | None:
        """Return the number of tokens of a request in the model's chat template; None if the server gives none."""
        request: dict[str, object] = {"messages": openai_messages(messages)}
        if options.tools and options.tool_choice != "none":
            request["tools"] = tool_schemas(options.tools, strict=False)
        prompt = text_at(self._post("/apply-template", request, must=False), "prompt")
        if prompt:
            return self._count({"content": prompt, "add_special": True})
        return self._count({**request, "add_generation_prompt": True})  # vLLM's applies the template itself

    def _count(self, request: dict[str, object]) -> int | None:
        value = self._post("/tokenize", request)
        tokens = dig(value, "tokens")
        return len(tokens) if isinstance(tokens, list) else count_at(value, "count")

    def _post(self, path: str, request: dict[str, object], *, must: bool = True) -> object:
        if self._has_failed:
            return None
        try:
            with self._open_client() as client:
                response = client.post(
                    f"{self._address().removesuffix('/v1')}{path}", json={"model": self._model, **request}
                )
        except httpx.HTTPError:
            self._has_failed = True
            return None
        if not response.is_success:
            self._has_failed = must
            return None
        return parsed(response.content)
