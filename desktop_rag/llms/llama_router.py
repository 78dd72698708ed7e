"""llama.cpp's server as a router: it has several models, and loads, unloads and downloads them when it is told to."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.failures import Refusal, listed_models, plain_errors, refusal_error
from desktop_rag.llms.json_values import count_at, dig, text_at
from desktop_rag.llms.model_servers import ServedModel, Tell
from desktop_rag.llms.openai_access import ASK_TIMEOUT, OpenAIAccess
from desktop_rag.llms.retrying import LOADING_LIMIT

_POLL_SECONDS = 0.3
_UNLOADING_LIMIT = 30.0  # the server itself kills a model that does not leave in ten seconds
_PULL_LIMIT = 86_400.0
_LOADED = ("loaded", "sleeping")  # a sleeping one wakes up by itself


@dataclass(frozen=True, slots=True)
class LlamaRouter:
    """The server at an ``address`` that ends in /v1. Other servers with OpenAI's interface only list their models."""

    address: str
    access: OpenAIAccess

    def models(self, cancel: CancelToken) -> tuple[ServedModel, ...]:
        """Return every model of the server.

        Raises:
            UserError: the server does not answer as it should.

        """
        found = self._entries(cancel)
        return tuple(sorted((_described(name, entry) for name, entry in found.items()), key=lambda one: one.name))

    def load(self, model: str, cancel: CancelToken) -> None:
        """Return once a model is in memory.

        Raises:
            UserError: the server is no router, has no such model, or could not load it.

        """
        self._require(model, cancel)
        self._post("/models/load", model, cancel)

        def is_loaded(entry: object) -> bool:
            if dig(entry, "status", "failed"):
                raise UserError(
                    UserText("The model “{model}” could not be loaded.", model=model),
                    "It may need more memory than there is. The server's own messages tell more.",
                )
            return _state(entry) in _LOADED

        self._wait(model, is_loaded, LOADING_LIMIT, cancel)

    def unload(self, model: str, cancel: CancelToken) -> None:
        """Return once a model has left the memory; raises as ``load`` does."""
        self._require(model, cancel)
        self._post("/models/unload", model, cancel)
        self._wait(model, lambda entry: _state(entry) == "unloaded", _UNLOADING_LIMIT, cancel)

    def pull(self, model: str, cancel: CancelToken, tell: Tell) -> None:
        """Have the server download a model from Hugging Face, and return once it has it.

        Raises:
            UserError: the server is no router, or there is no such model.
            CancelledError: ``cancel`` was set; the server is told to stop.

        """
        not_downloaded = UserText("The model “{model}” could not be downloaded.", model=model)
        self._require("", cancel)
        self._post("/models", model, cancel, failed=not_downloaded)

        def is_done(entry: object) -> bool:
            if entry is None or dig(entry, "status", "failed"):
                raise UserError(
                    not_downloaded,
                    "Write its name as Hugging Face has it, for example ggml-org/gemma-3-4b-it-GGUF:Q4_K_M",
                )
            progress = dig(entry, "status", "progress")
            parts = list(progress.values()) if isinstance(progress, dict) else []
            if parts:
                tell(sum(count_at(part, "done") or 0 for part in parts), sum(count_at(p, "total") or 0 for p in parts))
            return _state(entry) != "downloading"

        try:
            self._wait(model, is_done, _PULL_LIMIT, cancel)
        finally:
            if cancel.cancelled:
                self._post("/models/unload", model, CancelToken())

    def _require(self, model: str, cancel: CancelToken) -> None:
        """Make sure that the server is a router, and that it has a model unless ``model`` is empty."""
        entries = self._entries(cancel)
        if entries and not any(_state(entry) for entry in entries.values()):
            raise UserError(
                "This server decides by itself which models are in memory.",
                "Start llama-server without a model to manage several, or use Ollama.",
            )
        if model and model not in entries:
            raise UserError(
                UserText("The server has no model named “{model}”.", model=model),
                "List them with: desktop-rag model served",
            )

    def _wait(self, model: str, is_over: Callable[[object], bool], seconds: float, cancel: CancelToken) -> None:
        """Look at a model again and again until ``is_over`` says so of its entry."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if is_over(self._entries(cancel).get(model)):
                return
            if cancel.wait(_POLL_SECONDS):
                cancel.raise_if_cancelled()
        raise UserError(
            UserText("The server is still busy with the model “{model}”.", model=model),
            "Look again later.",
            retryable=True,
        )

    def _entries(self, cancel: CancelToken) -> dict[str, object]:
        with self._client(cancel) as client:
            response = client.get(f"{self._root()}/models")
            if response.status_code == httpx.codes.NOT_FOUND:  # only llama.cpp's has it beside /v1
                response = client.get(f"{self.address}/models")
        if not response.is_success:
            raise self._refused(response, "")
        return listed_models(response.content, "data", "id", self.address)

    def _post(self, path: str, model: str, cancel: CancelToken, failed: str = "") -> None:
        with self._client(cancel) as client:
            response = client.post(f"{self._root()}{path}", json={"model": model})
        if not response.is_success:
            error = self._refused(response, model)
            raise UserError(failed, str(error)) if failed else error

    @contextmanager
    def _client(self, cancel: CancelToken) -> Iterator[httpx.Client]:
        key = {"Authorization": f"Bearer {self.access.key}"} if self.access.key else {}
        with (
            plain_errors(cancel, self.address, asks_model=False),
            net.cancellable_client(
                self.address, cancel, timeout=ASK_TIMEOUT, headers={**key, **self.access.headers}
            ) as client,
        ):
            client.params = httpx.QueryParams(self.access.query)
            yield client

    def _refused(self, response: httpx.Response, model: str) -> UserError:
        return refusal_error(Refusal.of(response, self.address, model, has_key=bool(self.access.key)))

    def _root(self) -> str:
        return self.address.removesuffix("/v1")


def _state(entry: object) -> str:
    """Return llama.cpp's word for a model's activity, "" of other servers."""
    return text_at(entry, "status", "value")


def _described(name: str, entry: object) -> ServedModel:
    """Return the entry for a model; LM Studio also has a word for its state."""
    state = _state(entry) or text_at(entry, "state")
    return ServedModel(name, state in _LOADED if state else None)
