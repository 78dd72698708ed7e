"""Models served by Ollama, through its own interface: only that one lets us set how much the model reads."""

import json
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Unpack

import httpx

from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.results.answers import Usage
from desktop_rag.llms.failures import (
    ModelMissingError,
    Refusal,
    cut_error,
    garbled_error,
    nonsense_error,
    plain_errors,
    refusal_error,
)
from desktop_rag.llms.json_values import count_at, dig, items_at, parsed, text_at
from desktop_rag.llms.served import ModelOptions, ModelSettings, ServedLLM
from desktop_rag.llms.silence import Silence
from desktop_rag.llms.thinking import ThinkFilter
from desktop_rag.llms.tool_calls import ToolCallReader, ollama_messages, tool_schemas
from desktop_rag.llms.types import NO_OPTIONS, ChatDelta, ChatOptions, LLMMetadata

DEFAULT_ADDRESS = "http://127.0.0.1:11434"
SMALLEST_WINDOW = 4096
LARGEST_AUTOMATIC_WINDOW = 32_768  # memory grows with the window; more than this only if the person asks for it
ASK_TIMEOUT = 5.0
_UNLOADED_AFTER = 240.0  # seconds without an answer; Ollama keeps a model in memory for five minutes


@dataclass(frozen=True, slots=True)
class _Abilities:
    """What a model was built for (0: unknown) and what its makers set (0: nothing).

    ``tools`` is whether it can be given tools; servers that are too old to tell are tried.
    """

    length: int = 0
    num_ctx: int = 0
    tools: bool = True


class Ollama(ServedLLM):
    """One model of one Ollama server.

    ``request_timeout`` is the longest silence in seconds, which includes the time to load the model. ``thinking``
    None leaves it to the model, "low", "medium" and "high" are for those that know degrees. ``json_mode`` holds every
    answer to JSON. The other settings are
    those of ``ModelOptions``; ``additional_kwargs`` are options of the model.
    """

    def __init__(
        self,
        model: str,
        base_url: str = DEFAULT_ADDRESS,
        *,
        temperature: float | None = None,
        request_timeout: float = 30.0,
        keep_alive: str | float = "5m",
        thinking: bool | str | None = None,
        json_mode: bool = False,
        **settings: Unpack[ModelSettings],
    ) -> None:
        super().__init__(model, server_address(base_url), ModelOptions(request_timeout, temperature, **settings))
        self._keep_alive = keep_alive
        self._thinking = thinking
        self._json_mode = json_mode
        self._num_ctx = SMALLEST_WINDOW

    @property
    def metadata(self) -> LLMMetadata:
        """What the model can do; the server is asked at most once, for a few seconds at most."""
        return self._load_metadata(CancelToken())

    def made_with(self) -> tuple[object, ...]:
        """Return all that it was made with; see ``ServedLLM``."""
        return (*super().made_with(), self._keep_alive, self._thinking, self._json_mode)

    def list_models(self) -> tuple[str, ...]:
        """Return the names of the models that were pulled; see ``ServedLLM``."""
        with (
            self._plain_errors(CancelToken()),
            net.open_client(self.address, timeout=ASK_TIMEOUT, headers=self.options.default_headers) as client,
        ):
            response = client.get(f"{self.address}/api/tags")
            if not response.is_success:
                raise self._refused(response, NO_OPTIONS)
            value = parsed(response.content)
            if not isinstance(dig(value, "models"), list):
                raise nonsense_error(self.address)
        return tuple(sorted(name for item in items_at(value, "models") if (name := text_at(item, "name"))))

    def _stream_once(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Generator[ChatDelta]:
        """Send one request and yield its answer."""
        cancel.raise_if_cancelled()
        body = self._body(messages, self._load_metadata(cancel), options)
        if self._answered_at is None or time.monotonic() - self._answered_at > _UNLOADED_AFTER:
            self._is_loaded = self._ask_loaded(cancel)
        with (
            self._plain_errors(cancel),
            net.cancellable_client(
                self.address,
                cancel,
                timeout=self._longest_wait(),
                headers=self.options.default_headers,
                on_sent=self._tell_sent,
            ) as client,
            client.stream(
                "POST", f"{self.address}/api/chat", content=body, headers={"Content-Type": "application/json"}
            ) as response,
        ):
            if not response.is_success:
                response.read()
                raise self._refused(response, options)
            self._note_reply(response)
            silence = Silence(self.address, self.options.timeout)
            for delta in self._read(net.iter_lines(response, cancel, silence.check)):
                yield delta
                silence.end()

    def _read(self, lines: Iterator[bytes]) -> Generator[ChatDelta]:
        """Turn the reply's lines into deltas."""
        thoughts, calls = ThinkFilter(), ToolCallReader()
        begun = False
        try:
            for value in self._values(lines):
                calls.feed(items_at(value, "message", "tool_calls"))
                text = thoughts.feed(text_at(value, "message", "content"))
                thought = text_at(value, "message", "thinking") + thoughts.thought
                if dig(value, "done"):
                    usage = Usage(count_at(value, "prompt_eval_count"), count_at(value, "eval_count"))
                    reason = text_at(value, "done_reason") or "stop"
                    yield ChatDelta(text + thoughts.finish(), usage, reason, calls.finish(), thought)
                    return
                if text or thought or not begun:
                    begun = True
                    yield ChatDelta(text, thought=thought)
        except (httpx.NetworkError, httpx.RemoteProtocolError) as error:
            raise cut_error() from error
        # the last line says "done": without it the connection ended too soon
        raise cut_error()

    def _values(self, lines: Iterator[bytes]) -> Iterator[object]:
        """Yield what the lines of a reply say.

        Raises:
            UserError: one is no JSON object, or tells of a failure, as one in mid-answer does.

        """
        begun = False
        for line in lines:
            if not line.strip():
                continue
            value = parsed(line)
            if not isinstance(value, dict):
                raise garbled_error(self.address) if begun else nonsense_error(self.address)
            if value.get("error"):
                raise refusal_error(Refusal(500, line.decode(errors="replace"), self.address, self.model))
            begun = True
            yield value

    def _body(self, messages: Sequence[ChatMessage], metadata: LLMMetadata, options: ChatOptions) -> bytes:
        """Return the request; the window is always set, because Ollama's own is small and cuts in silence."""
        body: dict[str, object] = {
            "model": self.model,
            "messages": ollama_messages(messages),
            "stream": True,
            "options": {
                "num_ctx": self._wanted_window(messages, metadata, options),
                "num_predict": self.options.max_tokens or -1,
                **self.options.sampling(),
                **self.options.additional_kwargs,
            },
            "keep_alive": self._keep_alive,
        }
        if self._thinking is not None:
            body["think"] = self._thinking
        if options.tools and options.tool_choice != "none":  # it knows no other choice
            body["tools"] = tool_schemas(options.tools)
        if options.json_schema is not None or self._json_mode:
            body["format"] = "json" if options.json_schema is None else options.json_schema
        return json.dumps({k: v for k, v in body.items() if k not in self._unwanted}, ensure_ascii=False).encode()

    def _wanted_window(self, messages: Sequence[ChatMessage], metadata: LLMMetadata, options: ChatOptions) -> int:
        """Return a window that holds the prompt with its tools and the answer.

        It grows in steps and never shrinks: Ollama loads the model again whenever it changes.
        """
        needed = self.count_tokens(messages, options) + metadata.num_output
        with self._lock:
            self._num_ctx = max(self._num_ctx, next_step(needed))
            return min(self._num_ctx, max(metadata.context_window, 1))

    def _window(self, abilities: _Abilities) -> int:
        """Return how much the model may read."""
        wanted = self.options.context_window
        if wanted:
            return min(wanted, abilities.length or wanted)
        if abilities.num_ctx:
            return min(abilities.num_ctx, abilities.length or abilities.num_ctx)
        return min(abilities.length or SMALLEST_WINDOW, LARGEST_AUTOMATIC_WINDOW)

    def _load_metadata(self, cancel: CancelToken) -> LLMMetadata:
        """Return the metadata; only what the server really said is kept."""
        with self._lock:
            if self._metadata is not None:
                return self._metadata
            abilities = self._ask_abilities(cancel)
            known = abilities or _Abilities()
            metadata = self._described(self._window(known), calls_functions=known.tools)
            # a guess is not kept: the server may be up the next time
            self._metadata = metadata if abilities else None
            return metadata

    def _ask_abilities(self, cancel: CancelToken) -> _Abilities | None:
        """Ask the server about the model; one that does not answer fails later, with a better message."""
        try:
            with net.cancellable_client(
                self.address, cancel, timeout=ASK_TIMEOUT, headers=self.options.default_headers
            ) as client:
                response = client.post(f"{self.address}/api/show", json={"model": self.model})
        except httpx.HTTPError:
            cancel.raise_if_cancelled()
            return None
        if not response.is_success:
            return None
        value = parsed(response.content)
        info = dig(value, "model_info")
        names = [name for name in info if name.endswith(".context_length")] if isinstance(info, dict) else []
        # the name begins with the model's family: "llama.context_length"
        length = next((found for name in names if (found := count_at(info, name))), 0)
        capabilities = dig(value, "capabilities")
        # older servers do not tell: then a refusal does
        tools = "tools" in capabilities if isinstance(capabilities, list) else True
        return _Abilities(length, _parameter(text_at(value, "parameters"), "num_ctx"), tools)

    def _ask_loaded(self, cancel: CancelToken) -> bool | None:
        """Ask whether the model is in memory; None when the server does not say."""
        try:
            with net.cancellable_client(
                self.address, cancel, timeout=ASK_TIMEOUT, headers=self.options.default_headers
            ) as client:
                response = client.get(f"{self.address}/api/ps")
        except httpx.HTTPError:
            cancel.raise_if_cancelled()
            return None
        running = dig(parsed(response.content), "models") if response.is_success else None
        if not isinstance(running, list):
            return None
        names = {text_at(item, key) for item in running for key in ("name", "model")}
        return self.model in names or f"{self.model}:latest" in names

    @contextmanager
    def _plain_errors(self, cancel: CancelToken) -> Iterator[None]:
        """Inside, errors are plain, and a server that is not running gets its own advice."""
        try:
            with plain_errors(cancel, self.address):
                yield
        except net.NothingThereError as error:
            raise UserError(
                f"Ollama is not running at {self.address}.", "Start Ollama, or run: ollama serve"
            ) from error

    def _adapt(self, text: str, options: ChatOptions) -> bool:
        """Learn what the model does not accept; see ``ServedLLM``."""
        if "think" in text and self._thinking is not None:
            return self._leave_out(["think"])
        if options.json_schema is not None and any(word in text for word in ("format", "schema", "grammar")):
            return self._leave_out(["format"])
        return False

    def _refused(self, response: httpx.Response, options: ChatOptions) -> UserError:
        refusal = Refusal.of(response, self.address, self.model)
        error = self._refusal(refusal, options)
        if isinstance(error, ModelMissingError):
            return ModelMissingError(
                f"Ollama does not have the model “{self.model}” yet.", f"Run: ollama pull {self.model}"
            )
        return error


def server_address(base_url: str) -> str:
    """Return Ollama's address without the paths people copy along.

    Raises:
        UserError: it is not an address.

    """
    address = net.normalise_address(base_url or DEFAULT_ADDRESS)
    for tail in ("/chat", "/tags", "/api", "/v1"):
        address = address.removesuffix(tail)
    return address.rstrip("/")


def next_step(tokens: int) -> int:
    """Return the next of 4096, 6144, 8192, 12288, 16384, … that is not smaller."""
    step = SMALLEST_WINDOW
    while step < tokens:
        if step + step // 2 >= tokens:
            return step + step // 2
        step *= 2
    return step


def _parameter(text: str, name: str) -> int:
    """Read a number from the parameters Ollama lists as lines of text."""
    for line in text.splitlines():
        words = line.split()
        if len(words) == 2 and words[0] == name and words[1].isdigit():
            return int(words[1])
    return 0
