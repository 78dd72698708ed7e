"""Find out what an OpenAI-compatible model can do; every server says it elsewhere, or not at all."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass

import httpx

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.network.offline import is_local
from desktop_rag.llms.failures import LoadingError, Refusal, refusal_error
from desktop_rag.llms.json_values import count_at, dig, items_at, parsed, text_at
from desktop_rag.llms.retrying import when_loaded

OPENAI_HOST = "api.openai.com"
OPENAI_DEFAULT = 128_000
LOCAL_DEFAULT = 4096
REMOTE_DEFAULT = 8192
_OPENAI_MODELS = {
    "gpt-3.5-turbo": 16_385,
    "gpt-4": 8192,
    "gpt-4-turbo": 128_000,
    "gpt-4o": 128_000,
    "gpt-4.1": 1_047_576,
    "gpt-5": 400_000,
    "o1": 200_000,
    "o3": 200_000,
    "o4": 200_000,
}
_LLAMA_CPP = "llama.cpp"
_SEEING = ("gpt-4o", "gpt-4.1", "gpt-4-turbo", "gpt-5", "o1", "o3", "o4")
_NOT_SEEING = ("o1-mini", "o3-mini", "-audio", "-search")
_STATES = ("loaded", "sleeping", "not-loaded", "unloaded", "loading")
_FIELDS = ("max_model_len", "loaded_context_length", "context_length", "context_window", "max_context_length")


def is_openai(address: str) -> bool:
    """Return True if the address is OpenAI's own."""
    return httpx.URL(address).host == OPENAI_HOST


def openai_sees(model: str) -> bool:
    """Return True if a model of OpenAI itself sees images, by its name."""
    return model.startswith(_SEEING) and not any(part in model for part in _NOT_SEEING)


def default_context_window(address: str, model: str) -> int:
    """Return a guess for servers that report no context window."""
    if is_openai(address):
        fitting = [prefix for prefix in _OPENAI_MODELS if model.startswith(prefix)]
        return _OPENAI_MODELS[max(fitting, key=len)] if fitting else OPENAI_DEFAULT
    return LOCAL_DEFAULT if is_local(address) else REMOTE_DEFAULT


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """A server's report: None where it said nothing.

    It ``answered`` the question, whatever it said; of a model that is not in memory it may tell more later.
    ``is_loaded`` False means that the first answer waits until the model is in memory. ``server`` is "llama.cpp" or
    "vllm" where that can be seen. ``sees_images``: the model does.
    """

    context_window: int | None = None
    supports_tools: bool | None = None
    answered: bool = False
    is_loaded: bool | None = None
    server: str = ""
    sees_images: bool = False

    @property
    def tells_progress(self) -> bool:
        """True if it can report the progress of reading a prompt."""
        return self.server == _LLAMA_CPP

    @property
    def counts_tokens(self) -> bool:
        """True if it can count the tokens of a text."""
        return bool(self.server)


def ask_server(client: httpx.Client, address: str, model: str) -> ServerFacts:
    """Ask the server at ``address`` (ending in /v1), as long as it answers at once; in three requests at most.

    Raises:
        LoadingError: it answers when it has loaded its model.

    """
    root = address.removesuffix("/v1")
    try:
        models = _get(client, f"{address}/models")
        listed = _listed(models, model)
        # a router of llama.cpp tells of one model, and need not load it for that
        of_router = {"model": model, "autoload": "false"} if text_at(listed, "status", "value") else {}
        props = _get(client, f"{root}/props", of_router)  # llama.cpp's: what it was started with
        tools = dig(props, "chat_template_caps", "supports_tools")
        window = count_at(props, "default_generation_settings", "n_ctx") or _window(listed)
        if not window:
            listed = _listed(_get(client, f"{root}/api/v0/models"), model)  # LM Studio's
            window = _window(listed)
    except httpx.HTTPError:
        return ServerFacts()
    supports = tools if isinstance(tools, bool) else None
    is_llama = isinstance(dig(props, "default_generation_settings"), dict)
    server = _LLAMA_CPP if is_llama else "vllm" if text_at(models, "data", 0, "owned_by") == "vllm" else ""
    loaded = _is_loaded(listed)
    return ServerFacts(
        window,
        supports,
        answered=bool(window) or loaded is not False,
        is_loaded=loaded,
        server=server,
        sees_images=dig(props, "modalities", "vision") is True or _sees(listed),
    )


def ask_when_loaded(
    open_client: Callable[[], AbstractContextManager[httpx.Client]], address: str, model: str, cancel: CancelToken
) -> ServerFacts:
    """Ask the server once it has loaded its model; return empty facts if it cannot be asked.

    Raises:
        CancelledError: stopped while it loaded the model.

    """

    def ask() -> ServerFacts:
        with open_client() as client:
            return ask_server(client, address, model)

    try:
        return when_loaded(ask, cancel)
    except UserError:
        return ServerFacts()  # the question will tell


def _listed(value: object, model: str) -> object:
    """Return a model's entry in a list of models."""
    return next((item for item in items_at(value, "data") if text_at(item, "id") == model), None)


def _window(listed: object) -> int | None:
    return next((number for name in _FIELDS if (number := count_at(listed, name))), None)


def _sees(listed: object) -> bool:
    """Return True if llama.cpp, OpenRouter or LM Studio list a model as one that sees images."""
    modalities = items_at(listed, "architecture", "input_modalities")
    return "image" in modalities or text_at(listed, "type") == "vlm"


def _is_loaded(listed: object) -> bool | None:
    """Read LM Studio's word for it, or that of llama.cpp's router; None for other servers."""
    state = text_at(listed, "state") or text_at(listed, "status", "value")
    return state in ("loaded", "sleeping") if state in _STATES else None


def _get(client: httpx.Client, url: str, query: Mapping[str, str] | None = None) -> object:
    """Return the JSON found there, None when there is none."""
    response = client.get(url, params=client.params.merge(query or {}))
    if response.is_success:
        return parsed(response.content)
    error = refusal_error(Refusal.of(response, url, ""))
    if isinstance(error, LoadingError):
        raise error
    return None
