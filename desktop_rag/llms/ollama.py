"""Models served by Ollama, through its own interface: only that one lets us set how much the model reads.

The server says which models it has and holds in memory; it loads, unloads and downloads them.
"""

import json
import math
import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Unpack

import httpx

from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.disk_space import LEAST_FREE, free_bytes, no_space
from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.network.offline import is_loopback
from desktop_rag.core.network.reply_limits import EndlessReplyError
from desktop_rag.core.results.answers import Usage
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.failures import (
    ModelMissingError,
    Refusal,
    broken_error,
    cut_error,
    garbled_error,
    listed_models,
    nonsense_error,
    plain_errors,
    refusal_error,
)
from desktop_rag.llms.json_values import count_at, dig, items_at, number_in, parsed, text_at
from desktop_rag.llms.model_servers import ServedModel, Tell
from desktop_rag.llms.retrying import LOADING_LIMIT, Silence
from desktop_rag.llms.served import AS_A_GUESS, FOR_EVER, ModelOptions, ModelSettings, RejectedFields, ServedLLM
from desktop_rag.llms.think_filter import ThinkFilter, both_pieces
from desktop_rag.llms.tool_calls import ToolCallReader, ollama_messages, tool_schemas
from desktop_rag.llms.types import ChatDelta, ChatOptions, LLMMetadata, readable

SMALLEST_WINDOW = 4096
LARGEST_AUTOMATIC_WINDOW = 32_768  # memory grows with the window; more than this only if the person asks for it
_USUAL_KEEP_ALIVE = "5m"  # as Ollama itself
_UNLOADED_SHARE = 0.8  # of the time it keeps a model in memory: then the server is asked whether it still does
_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0}
DEFAULT_ADDRESS = "http://127.0.0.1:11434"
ASK_TIMEOUT = 5.0
_PULL_TIMEOUT = 300.0  # seconds without progress; checking the sum of a file of 40 GB takes minutes
_MOST_PARTS = 1_000  # of a model; the largest have a few dozen
_NO_SUCH_MODEL = ("file does not exist", "manifest unknown", "not found", "invalid model name")


@dataclass(frozen=True, slots=True)
class Abilities:
    """The abilities a model was built with (0: unknown) and its makers' settings (0: none).

    ``tools`` is whether it can be given tools; servers that are too old to tell are tried. ``vision``: it sees images.
    """

    length: int = 0
    num_ctx: int = 0
    tools: bool = True
    vision: bool = False

    def window(self, wanted: int | None) -> int:
        """Return the context window to use; ``wanted`` is the person's choice."""
        if wanted:
            return min(wanted, self.length or wanted)
        if self.num_ctx:
            return min(self.num_ctx, self.length or self.num_ctx)
        return min(self.length or SMALLEST_WINDOW, LARGEST_AUTOMATIC_WINDOW)


@dataclass(frozen=True, slots=True)
class OllamaModel:
    """One model of the server at an ``address``; ``headers`` go along with every question."""

    address: str
    model: str
    headers: Mapping[str, str]

    def abilities(self, cancel: CancelToken) -> Abilities | None:
        """Ask the server about the model; one that does not answer fails later, with a better message.

        Raises:
            NothingThereError: no program listens there.

        """
        try:
            with net.cancellable_client(self.address, cancel, timeout=ASK_TIMEOUT, headers=self.headers) as client:
                response = client.post(f"{self.address}/api/show", json={"model": self.model})
        except httpx.HTTPError as error:
            cancel.raise_if_cancelled()
            reason = net.connection_error(error, self.address)
            if isinstance(reason, net.NothingThereError):
                raise reason from error
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
        vision = isinstance(capabilities, list) and "vision" in capabilities
        return Abilities(length, _parameter(text_at(value, "parameters"), "num_ctx"), tools, vision)

    def is_loaded(self, cancel: CancelToken) -> bool | None:
        """Ask whether the model is in memory; None when the server does not say."""
        try:
            with net.cancellable_client(self.address, cancel, timeout=ASK_TIMEOUT, headers=self.headers) as client:
                response = client.get(f"{self.address}/api/ps")
        except httpx.HTTPError:
            cancel.raise_if_cancelled()
            return None
        running = dig(parsed(response.content), "models") if response.is_success else None
        if not isinstance(running, list):
            return None
        names = {text_at(item, key) for item in running for key in ("name", "model")}
        return self.model in names or f"{self.model}:latest" in names


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
        if len(words) == 2 and words[0] == name:
            return number_in(words[1]) or 0
    return 0


class OllamaReply:
    """One reply of the ``model`` at an ``address``."""

    def __init__(self, address: str, model: str) -> None:
        self._address = address
        self._model = model

    def read(self, lines: Iterator[bytes]) -> Generator[ChatDelta]:
        """Turn the reply's lines into deltas.

        Raises:
            UserError: the reply is cut short, is no JSON, or tells of a failure.

        """
        thoughts, calls = ThinkFilter(), ToolCallReader()
        begun = is_reply = False
        try:
            for value in self._values(lines):
                is_reply = is_reply or isinstance(dig(value, "message"), dict)
                calls.feed(items_at(value, "message", "tool_calls"))
                text = thoughts.feed(text_at(value, "message", "content"))
                thought = text_at(value, "message", "thinking") + thoughts.thought
                if dig(value, "done"):
                    usage = Usage(count_at(value, "prompt_eval_count"), count_at(value, "eval_count"))
                    reason = text_at(value, "done_reason") or "stop"
                    text = both_pieces(text, thoughts.finish())
                    yield ChatDelta(text, usage, reason, calls.finish(), thought + thoughts.thought)
                    return
                if text or thought or not begun:
                    begun = True
                    yield ChatDelta(text, thought=thought)
        except (httpx.NetworkError, httpx.RemoteProtocolError) as error:
            raise broken_error(error, self._address) from error
        # the last line says "done": without it the connection ended too soon
        raise cut_error() if is_reply or not begun else nonsense_error(self._address)

    def _values(self, lines: Iterator[bytes]) -> Iterator[object]:
        """Yield the values in the lines of a reply.

        Raises:
            UserError: one is no JSON object, or tells of a failure, as one in mid-answer does.

        """
        begun = False
        for line in lines:
            if not line.strip():
                continue
            value = parsed(line)
            if not isinstance(value, dict):
                raise garbled_error(self._address) if begun else nonsense_error(self._address)
            if value.get("error"):
                raise refusal_error(Refusal(500, line.decode(errors="replace"), self._address, self._model))
            begun = True
            yield value


@dataclass(frozen=True, slots=True)
class OllamaServer:
    """The server at an ``address``; ``headers`` go along with every request."""

    address: str = DEFAULT_ADDRESS
    headers: Mapping[str, str] = field(default_factory=dict)

    def names(self, cancel: CancelToken) -> tuple[str, ...]:
        """Return the names of the models that were pulled.

        Raises:
            UserError: the server does not answer as it should.

        """
        return tuple(sorted(self._listed("/api/tags", cancel)))

    def models(self, cancel: CancelToken) -> tuple[ServedModel, ...]:
        """Return the models that were pulled, and their states in memory; raises as ``names`` does."""
        running = self._listed("/api/ps", cancel)

        def described(name: str) -> ServedModel:
            held = running.get(name)
            memory = count_at(held, "size") or 0
            return ServedModel(name, held is not None, memory, text_at(held, "expires_at"))

        return tuple(described(name) for name in self.names(cancel))

    def load(self, model: str, cancel: CancelToken) -> None:
        """Return once a model is in memory.

        Raises:
            UserError: there is no such model, no memory for it, or no server.

        """
        self._keep(model, cancel, {})

    def unload(self, model: str, cancel: CancelToken) -> None:
        """Have a model leave the memory; raises as ``load`` does."""
        self._keep(model, cancel, {"keep_alive": 0})

    def pull(self, model: str, cancel: CancelToken, tell: Tell) -> None:
        """Have the server download a model, and return once it has it.

        Raises:
            UserError: there is no such model, no room for it, or the download was interrupted.
            CancelledError: ``cancel`` was set. Ollama keeps what came, and continues there the next time.

        """
        silence = Silence(self.address, _PULL_TIMEOUT)
        pull = _Pull(model, self._folder(), tell, silence)
        body = {"model": model, "stream": True}
        with (
            self._client(cancel, _PULL_TIMEOUT) as client,
            client.stream("POST", f"{self.address}/api/pull", json=body) as response,
        ):
            if not response.is_success:
                response.read()
                raise self._pull_error(model, response.status_code, Refusal.of(response, self.address, model).text)
            for line in net.iter_lines(response, cancel, silence.check):
                value = parsed(line)
                if not isinstance(value, dict):
                    raise garbled_error(self.address)
                if error := text_at(value, "error"):
                    raise self._pull_error(model, httpx.codes.INTERNAL_SERVER_ERROR, error)
                pull.note(value)
        if not pull.is_done:
            raise UserError(
                "The download was interrupted.", "Download it again to continue where it stopped.", retryable=True
            )

    def _keep(self, model: str, cancel: CancelToken, wish: Mapping[str, object]) -> None:
        """Send a request without a prompt, which only loads or unloads a model."""
        body = {"model": model, "stream": False, **wish}
        with self._client(cancel, LOADING_LIMIT) as client:
            response = client.post(f"{self.address}/api/generate", json=body)
        if not response.is_success:
            raise self._refused(response, model)

    def _listed(self, path: str, cancel: CancelToken) -> dict[str, object]:
        with self._client(cancel, ASK_TIMEOUT) as client:
            response = client.get(f"{self.address}{path}")
        if not response.is_success:
            raise self._refused(response, "")
        return listed_models(response.content, "models", "name", self.address)

    @contextmanager
    def _client(self, cancel: CancelToken, timeout: float) -> Iterator[httpx.Client]:
        with (
            ollama_errors(cancel, self.address, asks_model=False),
            net.cancellable_client(self.address, cancel, timeout=timeout, headers=self.headers) as client,
        ):
            yield client

    def _refused(self, response: httpx.Response, model: str) -> UserError:
        has_key = any(name.lower() == "authorization" for name in self.headers)
        return ollama_refusal(Refusal.of(response, self.address, model, has_key=has_key))

    def _pull_error(self, model: str, status: int, text: str) -> UserError:
        words = text.lower()
        if any(part in words for part in _NO_SUCH_MODEL):
            return ModelMissingError(
                UserText("Ollama knows no model named “{model}”.", model=model),
                "Look up its name at https://ollama.com/library",
            )
        if "no space left" in words:
            return no_space("Ollama's models")
        return refusal_error(Refusal(status, text, self.address, model, server="Ollama"))

    def _folder(self) -> Path | None:
        """Return the server's folder for models, None when it is on another computer."""
        if not is_loopback(self.address):
            return None
        named = os.environ.get("OLLAMA_MODELS", "").strip()
        usual = [Path.home() / ".ollama", Path("/usr/share/ollama")]
        return Path(named) if named else next((folder for folder in usual if folder.is_dir()), None)


class Ollama(ServedLLM):
    """One model of one Ollama server.

    ``request_timeout`` is the longest silence in seconds, which includes the time to load the model. ``thinking``
    None leaves it to the model, "low", "medium" and "high" are for those that know degrees. ``json_mode`` holds every
    answer to JSON. ``keep_alive`` is how long the server keeps the model in memory after an answer: seconds, or a text
    such as "5m"; negative for ever. ``api_key`` is for servers that ask for one. The other settings are those of
    ``ModelOptions``; ``additional_kwargs`` are options of the model.
    """

    def __init__(
        self,
        model: str,
        base_url: str = DEFAULT_ADDRESS,
        *,
        temperature: float | None = None,
        request_timeout: float = 30.0,
        keep_alive: str | float = _USUAL_KEEP_ALIVE,
        thinking: bool | str | None = None,
        json_mode: bool = False,
        api_key: str | None = None,
        **settings: Unpack[ModelSettings],
    ) -> None:
        if api_key:
            given = settings.get("default_headers", {})
            settings["default_headers"] = {"Authorization": f"Bearer {api_key}", **given}
        super().__init__(model, server_address(base_url), ModelOptions(request_timeout, temperature, **settings))
        self._keep_alive = keep_alive
        self._thinking = thinking
        self._json_mode = json_mode
        self._num_ctx = SMALLEST_WINDOW
        self._rejected = RejectedFields()

    def made_with(self) -> tuple[object, ...]:
        """Return all that it was made with; see ``ServedLLM``."""
        return (*super().made_with(), self._keep_alive, self._thinking, self._json_mode)

    def list_models(self) -> tuple[str, ...]:
        """Return the names of the models that were pulled; see ``ServedLLM``."""
        return self.manager().names(CancelToken())

    def manager(self) -> OllamaServer:
        """Return the manager of the server's models."""
        return OllamaServer(self.address, self.options.default_headers)

    def _stream_once(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Generator[ChatDelta]:
        """Send one request and yield its answer."""
        cancel.raise_if_cancelled()
        body = self._body(messages, self._load_metadata(cancel), options)
        if not self._readiness.has_answered_within(_UNLOADED_SHARE * _seconds(self._keep_alive)):
            self._readiness.is_loaded = self._asked().is_loaded(cancel)
        with (
            ollama_errors(cancel, self.address),
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
            if not response.is_success or response.status_code == httpx.codes.NO_CONTENT:
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
            "messages": ollama_messages(readable(messages, self.metadata)),
            "stream": True,
            "options": {
                "num_ctx": self._wanted_window(messages, metadata, options),
                "num_predict": self.options.max_tokens or -1,
                **self.options.sampling(),
                **self.options.additional_kwargs,
            },
            "keep_alive": self._keep_alive,
        }
        thinking = self._thinking if options.thinks else False
        if thinking is not None:
            body["think"] = thinking
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

    def _ask_what_it_can(self, cancel: CancelToken) -> tuple[LLMMetadata, float]:
        """Ask the server; where none is running yet, it is asked again at once."""
        try:
            known = self._asked().abilities(cancel)
        except net.NothingThereError:
            known, seconds = None, 0.0
        else:
            seconds = FOR_EVER if known else AS_A_GUESS
        known = known or Abilities()
        metadata = self.options.described(
            self.model,
            known.window(self.options.context_window),
            calls_functions=known.tools,
            sees_images=known.vision,
        )
        return metadata, seconds

    def _asked(self) -> OllamaModel:
        """Return the client that asks the server about the model."""
        return OllamaModel(self.address, self.model, self.options.default_headers)

    def _adapt(self, text: str, options: ChatOptions) -> bool:
        """Record the features the model rejects; see ``ServedLLM``."""
        if "think" in text and (self._thinking is not None or not options.thinks):
            return self._rejected.add(["think"])
        if options.json_schema is not None and any(word in text for word in ("format", "schema", "grammar")):
            return self._rejected.add(["format"])
        return False

    def _refused(self, response: httpx.Response, options: ChatOptions) -> UserError:
        has_key = "Authorization" in self.options.default_headers
        error = self._refusal(Refusal.of(response, self.address, self.model, has_key=has_key), options)
        return model_not_pulled(self.model) if isinstance(error, ModelMissingError) else error


def _seconds(keep_alive: str | float) -> float:
    """Return the seconds a model stays in memory after an answer; infinite if negative."""
    text = str(keep_alive).strip().lower()
    number, unit = (text[:-1], text[-1]) if text[-1:] in _UNITS else (text, "s")
    try:
        seconds = float(number) * _UNITS[unit]
    except ValueError:
        return _seconds(_USUAL_KEEP_ALIVE)  # "1h30m": the server knows it, and being asked sooner does no harm
    return seconds if seconds >= 0 else math.inf


class _Pull:
    """The progress of a download: Ollama reports each part of a model separately."""

    def __init__(self, model: str, folder: Path | None, tell: Tell, silence: Silence) -> None:
        self.is_done = False
        self._silence = silence
        self._statuses: set[str] = set()
        self._model = model
        self._folder = folder
        self._tell = tell
        self._parts: dict[str, tuple[int, int]] = {}  # completed and total of each

    def note(self, value: object) -> None:
        """Take a line of the reply; NoSpaceError when the rest cannot fit the disk."""
        status = text_at(value, "status")
        self.is_done = status == "success"
        if status not in self._statuses and len(self._statuses) < _MOST_PARTS:
            self._statuses.add(status)
            self._silence.end()
        digest, total = text_at(value, "digest"), count_at(value, "total")
        if not digest or not total:
            return
        completed = min(count_at(value, "completed") or 0, total)
        if digest not in self._parts:
            if len(self._parts) >= _MOST_PARTS:
                raise EndlessReplyError(f"a model of more than {_MOST_PARTS:,} parts")
            self._check_room(total - completed)
        if completed > self._parts.get(digest, (0, 0))[0]:
            self._silence.end()
        self._parts[digest] = completed, total
        self._tell(sum(done for done, _ in self._parts.values()), sum(whole for _, whole in self._parts.values()))

    def _check_room(self, missing: int) -> None:
        free = free_bytes(self._folder) if self._folder is not None else None
        if free is not None and free < missing + LEAST_FREE:
            raise no_space(f"{self._folder}")


@contextmanager
def ollama_errors(cancel: CancelToken, address: str, *, asks_model: bool = True) -> Iterator[None]:
    """Inside, errors are plain, and a server that is not running gets its own advice."""
    try:
        with plain_errors(cancel, address, asks_model=asks_model):
            yield
    except net.NothingThereError as error:
        raise UserError(
            UserText("Ollama is not running at {address}.", address=address), "Start Ollama, or run: ollama serve"
        ) from error


def ollama_refusal(refusal: Refusal) -> UserError:
    """Return the error for a refusal; a model that is missing can be downloaded."""
    error = refusal_error(refusal)
    return model_not_pulled(refusal.model) if isinstance(error, ModelMissingError) else error


def model_not_pulled(model: str) -> ModelMissingError:
    """Return the error that the server does not have a model."""
    return ModelMissingError(
        UserText("Ollama does not have the model “{model}” yet.", model=model),
        UserText("Run: ollama pull {model}", model=model),
    )


def server_address(base_url: str) -> str:
    """Return Ollama's address without the paths people copy along.

    Raises:
        UserError: it is not an address.

    """
    address = net.normalise_address(base_url or DEFAULT_ADDRESS)
    for tail in ("/chat", "/tags", "/api", "/v1"):
        address = address.removesuffix(tail)
    return address.rstrip("/")
