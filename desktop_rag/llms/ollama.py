"""Models served by Ollama, through its own interface: only that one lets us set how much the model reads."""

import json
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

from desktop_rag import net
from desktop_rag.cancel import CancelToken
from desktop_rag.errors import UserError
from desktop_rag.llms.base import LLM, ChatDelta, ChatOptions, LLMMetadata, default_num_output
from desktop_rag.llms.failures import (
    ModelMissingError,
    Refusal,
    cut_error,
    nonsense_error,
    plain_errors,
    refusal_error,
)
from desktop_rag.llms.json_values import count_at, dig, items_at, parsed, text_at
from desktop_rag.llms.retrying import stream_with_retries
from desktop_rag.llms.thinking import ThinkFilter
from desktop_rag.messages import ChatMessage
from desktop_rag.results import Usage

DEFAULT_ADDRESS = "http://127.0.0.1:11434"
SMALLEST_WINDOW = 4096
LARGEST_AUTOMATIC_WINDOW = 32_768  # memory grows with the window; more than this only if the person asks for it
ASK_TIMEOUT = 5.0


@dataclass(frozen=True, slots=True)
class _Abilities:
    """What a model was built for (0: unknown) and what its makers set (0: nothing)."""

    length: int = 0
    num_ctx: int = 0


class Ollama(LLM):
    """One model of one Ollama server.

    ``context_window`` None asks the server; ``request_timeout`` is the longest silence in seconds, which
    includes the time to load the model. ``thinking`` None leaves it to the model. It may be used from
    several threads: every answer has its own connection.
    """

    def __init__(  # noqa: PLR0913 - the same settings as LlamaIndex's class of this name
        self,
        model: str,
        base_url: str = DEFAULT_ADDRESS,
        *,
        temperature: float | None = None,
        max_tokens: int | None = None,
        context_window: int | None = None,
        request_timeout: float = 30.0,
        keep_alive: str | float = "5m",
        thinking: bool | None = None,
        max_retries: int = 3,
    ) -> None:
        self.model = model
        self.address = server_address(base_url)
        self._temperature = temperature
        self._max_tokens = max_tokens
        self._context_window = context_window
        self._timeout = request_timeout
        self._keep_alive = keep_alive
        self._thinking = thinking
        self._max_retries = max_retries
        self._lock = threading.Lock()
        self._metadata: LLMMetadata | None = None
        self._num_ctx = SMALLEST_WINDOW

    @property
    def metadata(self) -> LLMMetadata:
        """What the model can do; the server is asked at most once, for a few seconds at most."""
        return self._load_metadata(CancelToken())

    def _stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Generator[ChatDelta]:
        """Yield the answer as it is written; see ``LLM``."""
        cancel.raise_if_cancelled()
        body = self._body(messages, self._load_metadata(cancel))

        def start() -> Generator[ChatDelta]:
            return self._stream_once(body, cancel)

        yield from stream_with_retries(start, cancel, self._max_retries)

    def list_models(self) -> tuple[str, ...]:
        """Return the names of the models that were pulled.

        Raises:
            UserError: the server does not answer as it should.

        """
        with (
            self._plain_errors(CancelToken()),
            net.open_client(self.address, timeout=ASK_TIMEOUT) as client,
        ):
            response = client.get(f"{self.address}/api/tags")
            if not response.is_success:
                raise self._refused(response)
            value = parsed(response.content)
            if not isinstance(dig(value, "models"), list):
                raise nonsense_error(self.address)
        return tuple(sorted(name for item in items_at(value, "models") if (name := text_at(item, "name"))))

    def close(self) -> None:
        """Nothing is held between answers."""

    def _stream_once(self, body: bytes, cancel: CancelToken) -> Generator[ChatDelta]:
        """Send one request and yield its answer."""
        cancel.raise_if_cancelled()
        with (
            self._plain_errors(cancel),
            net.cancellable_client(self.address, cancel, timeout=self._timeout) as client,
            client.stream(
                "POST", f"{self.address}/api/chat", content=body, headers={"Content-Type": "application/json"}
            ) as response,
        ):
            if not response.is_success:
                response.read()
                raise self._refused(response)
            yield from self._read(net.iter_lines(response, cancel))

    def _read(self, lines: Iterator[bytes]) -> Generator[ChatDelta]:
        """Turn the reply's lines into deltas."""
        thoughts = ThinkFilter()
        begun = False
        for line in lines:
            if not line.strip():
                continue
            value = parsed(line)
            if not isinstance(value, dict):
                raise nonsense_error(self.address)
            if value.get("error"):
                raise refusal_error(Refusal(500, line.decode(errors="replace"), self.address, self.model))
            text = thoughts.feed(text_at(value, "message", "content"))
            if value.get("done"):
                usage = Usage(count_at(value, "prompt_eval_count"), count_at(value, "eval_count"))
                yield ChatDelta(text + thoughts.finish(), usage, text_at(value, "done_reason") or "stop")
                return
            if text or not begun:
                begun = True
                yield ChatDelta(text)
        raise cut_error()

    def _body(self, messages: Sequence[ChatMessage], metadata: LLMMetadata) -> bytes:
        """Return the request; the window is always set, because Ollama's own is small and cuts in silence."""
        options: dict[str, object] = {
            "num_ctx": self._wanted_window(messages, metadata),
            "num_predict": self._max_tokens or -1,
        }
        if self._temperature is not None:
            options["temperature"] = self._temperature
        body: dict[str, object] = {
            "model": self.model,
            "messages": [{"role": message.role.value, "content": message.content} for message in messages],
            "stream": True,
            "options": options,
            "keep_alive": self._keep_alive,
        }
        if self._thinking is not None:
            body["think"] = self._thinking
        return json.dumps(body, ensure_ascii=False).encode()

    def _wanted_window(self, messages: Sequence[ChatMessage], metadata: LLMMetadata) -> int:
        """Return a window that holds the prompt and the answer.

        It grows in steps and never shrinks: Ollama loads the model again whenever it changes.
        """
        needed = sum(estimated_tokens(message.content) + 8 for message in messages) + metadata.num_output
        with self._lock:
            self._num_ctx = max(self._num_ctx, next_step(needed))
            return min(self._num_ctx, max(metadata.context_window, 1))

    def _window(self, abilities: _Abilities) -> int:
        """Return how much the model may read."""
        if self._context_window:
            return min(self._context_window, abilities.length or self._context_window)
        if abilities.num_ctx:
            return min(abilities.num_ctx, abilities.length or abilities.num_ctx)
        return min(abilities.length or SMALLEST_WINDOW, LARGEST_AUTOMATIC_WINDOW)

    def _load_metadata(self, cancel: CancelToken) -> LLMMetadata:
        """Return the metadata; only what the server really said is kept."""
        with self._lock:
            if self._metadata is not None:
                return self._metadata
            abilities = self._ask_abilities(cancel)
            window = self._window(abilities or _Abilities())
            metadata = LLMMetadata(window, default_num_output(self._max_tokens, window), self.model)
            self._metadata = metadata if abilities else None
            return metadata

    def _ask_abilities(self, cancel: CancelToken) -> _Abilities | None:
        """Ask the server about the model; one that does not answer fails later, with a better message."""
        try:
            with net.cancellable_client(self.address, cancel, timeout=ASK_TIMEOUT) as client:
                response = client.post(f"{self.address}/api/show", json={"model": self.model})
        except httpx.HTTPError:
            cancel.raise_if_cancelled()
            return None
        if not response.is_success:
            return None
        value = parsed(response.content)
        info = dig(value, "model_info")
        names = [name for name in info if name.endswith(".context_length")] if isinstance(info, dict) else []
        length = next((found for name in names if (found := count_at(info, name))), 0)
        return _Abilities(length, _parameter(text_at(value, "parameters"), "num_ctx"))

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

    def _refused(self, response: httpx.Response) -> UserError:
        """Return the error for a refusal."""
        error = refusal_error(Refusal(response.status_code, response.text, self.address, self.model, response.headers))
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


def estimated_tokens(text: str) -> int:
    """Return rather too many than too few: letters share tokens, other scripts hardly do."""
    plain = sum(character.isascii() for character in text)
    return plain // 3 + (len(text) - plain) * 3 // 2 + 1


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
