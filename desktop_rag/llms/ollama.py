"""Models served by Ollama, through its own interface: only that one lets us set how much the model reads."""

import json
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Unpack

import httpx

from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage
from desktop_rag.llms.failures import ModelMissingError, Refusal, nonsense_error, plain_errors
from desktop_rag.llms.json_values import dig, items_at, parsed, text_at
from desktop_rag.llms.ollama_models import ASK_TIMEOUT, SMALLEST_WINDOW, Abilities, OllamaModel, next_step
from desktop_rag.llms.ollama_reply import OllamaReply
from desktop_rag.llms.served import ModelOptions, ModelSettings, RejectedFields, ServedLLM
from desktop_rag.llms.silence import Silence
from desktop_rag.llms.tool_calls import ollama_messages, tool_schemas
from desktop_rag.llms.types import NO_OPTIONS, ChatDelta, ChatOptions, LLMMetadata

DEFAULT_ADDRESS = "http://127.0.0.1:11434"
_UNLOADED_AFTER = 240.0  # seconds without an answer; Ollama keeps a model in memory for five minutes


class Ollama(ServedLLM):
    """One model of one Ollama server.

    ``request_timeout`` is the longest silence in seconds, which includes the time to load the model. ``thinking``
    None leaves it to the model, "low", "medium" and "high" are for those that know degrees. ``json_mode`` holds every
    answer to JSON. The other settings are those of ``ModelOptions``; ``additional_kwargs`` are options of the model.
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
        self._rejected = RejectedFields()

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
        if not self._readiness.has_answered_within(_UNLOADED_AFTER):
            self._readiness.is_loaded = self._asked().is_loaded(cancel)
        with (
            self._plain_errors(cancel),
            net.cancellable_client(
                self.address,
                cancel,
                timeout=self._readiness.longest_wait(),
                headers=self.options.default_headers,
                on_sent=self._readiness.tell_sent,
            ) as client,
            client.stream(
                "POST", f"{self.address}/api/chat", content=body, headers={"Content-Type": "application/json"}
            ) as response,
        ):
            if not response.is_success:
                response.read()
                raise self._refused(response, options)
            self._readiness.note_reply(response)
            silence = Silence(self.address, self.options.timeout)
            for delta in OllamaReply(self.address, self.model).read(net.iter_lines(response, cancel, silence.check)):
                yield delta
                silence.end()

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
        return json.dumps({k: v for k, v in body.items() if k not in self._rejected}, ensure_ascii=False).encode()

    def _wanted_window(self, messages: Sequence[ChatMessage], metadata: LLMMetadata, options: ChatOptions) -> int:
        """Return a window that holds the prompt with its tools and the answer.

        It grows in steps and never shrinks: Ollama loads the model again whenever it changes.
        """
        needed = self.count_tokens(messages, options) + metadata.num_output
        with self._lock:
            self._num_ctx = max(self._num_ctx, next_step(needed))
            return min(self._num_ctx, max(metadata.context_window, 1))

    def _load_metadata(self, cancel: CancelToken) -> LLMMetadata:
        """Return the metadata; only what the server really said is kept."""
        with self._lock:
            if self._metadata is not None:
                return self._metadata
            abilities = self._asked().abilities(cancel)
            known = abilities or Abilities()
            metadata = self._described(known.window(self.options.context_window), calls_functions=known.tools)
            # a guess is not kept: the server may be up the next time
            self._metadata = metadata if abilities else None
            return metadata

    def _asked(self) -> OllamaModel:
        """Return what asks the server about the model."""
        return OllamaModel(self.address, self.model, self.options.default_headers)

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
            return self._rejected.add(["think"])
        if options.json_schema is not None and any(word in text for word in ("format", "schema", "grammar")):
            return self._rejected.add(["format"])
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
