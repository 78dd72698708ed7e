"""Find out what an OpenAI-compatible model can do; every server says it elsewhere, or not at all."""

from dataclasses import dataclass

import httpx

from desktop_rag.core.net import is_local
from desktop_rag.llms.json_values import count_at, dig, items_at, parsed, text_at

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
_FIELDS = ("max_model_len", "loaded_context_length", "context_length", "context_window", "max_context_length")


def is_openai(address: str) -> bool:
    """Whether the address is OpenAI's own."""
    return httpx.URL(address).host == OPENAI_HOST


def default_context_window(address: str, model: str) -> int:
    """Return a guess for servers that do not tell."""
    if is_openai(address):
        fitting = [prefix for prefix in _OPENAI_MODELS if model.startswith(prefix)]
        return _OPENAI_MODELS[max(fitting, key=len)] if fitting else OPENAI_DEFAULT
    return LOCAL_DEFAULT if is_local(address) else REMOTE_DEFAULT


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """What a server told: None where it did not."""

    context_window: int | None = None
    supports_tools: bool | None = None


def ask_server(client: httpx.Client, address: str, model: str) -> ServerFacts:
    """Ask the server at ``address`` (ending in /v1), as long as it answers at once."""
    root = address.removesuffix("/v1")
    try:
        listed = _listed(_get(client, f"{address}/models"), model)
        props = _get(client, f"{root}/props")  # llama.cpp's: what it was started with
        tools = dig(props, "chat_template_caps", "supports_tools")
        window = count_at(props, "default_generation_settings", "n_ctx") or listed
        if not window:
            window = _listed(_get(client, f"{root}/api/v0/models"), model)  # LM Studio's
    except httpx.HTTPError:
        return ServerFacts()
    return ServerFacts(window, tools if isinstance(tools, bool) else None)


def _listed(value: object, model: str) -> int | None:
    """Find the number in a list of models."""
    for item in items_at(value, "data"):
        if text_at(item, "id") == model:
            return next((number for name in _FIELDS if (number := count_at(item, name))), None)
    return None


def _get(client: httpx.Client, url: str) -> object:
    """Return the JSON found there, None when there is none."""
    response = client.get(url)
    return parsed(response.content) if response.is_success else None
