"""An Ollama server: which models it has and holds in memory, loading and unloading them, and downloading more."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.disk_space import LEAST_FREE, free_bytes, no_space
from desktop_rag.core.errors import UserError
from desktop_rag.core.network.addresses import is_loopback
from desktop_rag.core.network.reply_limits import EndlessReplyError
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.failures import (
    ModelMissingError,
    Refusal,
    garbled_error,
    listed_models,
    plain_errors,
    refusal_error,
)
from desktop_rag.llms.json_values import count_at, parsed, text_at
from desktop_rag.llms.model_servers import ServedModel, Tell
from desktop_rag.llms.retrying import LOADING_LIMIT, Silence

DEFAULT_ADDRESS = "http://127.0.0.1:11434"
ASK_TIMEOUT = 5.0
_PULL_TIMEOUT = 300.0  # seconds without progress; checking the sum of a file of 40 GB takes minutes
_MOST_PARTS = 1_000  # of a model; the largest have a few dozen
_NO_SUCH_MODEL = ("file does not exist", "manifest unknown", "not found", "invalid model name")


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
