"""How much an embedding model behind an address reads of a text; every server says it elsewhere, or not at all."""

from collections.abc import Mapping

import httpx

from desktop_rag.core import net
from desktop_rag.core.instrumentation import current_token
from desktop_rag.llms.context_window import is_openai
from desktop_rag.llms.json_values import count_at, dig, items_at, parsed, text_at
from desktop_rag.text.tokenizer import get_tokenizer

LEAST_MAX_TOKENS = 512
"""What nearly every model reads: taken for servers that don't tell."""
OPENAI_MAX_TOKENS = 8191
_OLLAMA_WINDOW = 2048  # read of a text, whatever more the model could, unless its server was told otherwise
_MARGIN = 1.3  # other models' tokens are shorter than those that are counted
_MARKS = 8  # put around a text by a model
_SECONDS = 5.0
_FIELDS = ("max_model_len", "loaded_context_length", "context_length", "context_window", "max_context_length")


def token_count(text: str, address: str) -> int:
    """Return how many tokens a text has: exactly for OpenAI's models, else rather too many."""
    count = len(get_tokenizer().encode(text))
    return count if is_openai(address) else int(count * _MARGIN) + _MARKS


def find_max_tokens(address: str, model: str, headers: Mapping[str, str]) -> int | None:
    """Ask the server at ``address`` (ending in /v1); None while it does not answer."""
    if is_openai(address):
        return OPENAI_MAX_TOKENS
    token = current_token()
    try:
        with net.cancellable_client(address, token, timeout=_SECONDS, headers=headers) as client:
            return _asked(client, address.removesuffix("/v1"), model) or LEAST_MAX_TOKENS
    except (httpx.HTTPError, OSError):
        token.raise_if_cancelled()
        return None


def _asked(client: httpx.Client, root: str, model: str) -> int | None:
    """Look where llama.cpp, Text Embeddings Inference, Ollama, vLLM and LM Studio tell it."""
    return (
        count_at(_get(client, f"{root}/props"), "default_generation_settings", "n_ctx")
        or count_at(_get(client, f"{root}/info"), "max_input_length")
        or _shown(client, root, model)
        or _listed(client, root, model)
    )


def _shown(client: httpx.Client, root: str, model: str) -> int | None:
    """Look into what Ollama shows of a model."""
    shown = client.post(f"{root}/api/show", json={"model": model})
    facts = dig(parsed(shown.content), "model_info") if shown.is_success else None
    for name in facts if isinstance(facts, dict) else ():
        length = count_at(facts, name) if str(name).endswith(".context_length") else None
        if length:
            return min(length, _OLLAMA_WINDOW)
    return None


def _listed(client: httpx.Client, root: str, model: str) -> int | None:
    """Look into the lists of models of vLLM and LM Studio."""
    for listed in (_get(client, f"{root}/v1/models"), _get(client, f"{root}/api/v0/models")):
        for item in items_at(listed, "data"):
            if text_at(item, "id") == model:
                found = next((number for name in _FIELDS if (number := count_at(item, name))), None)
                if found:
                    return found
    return None


def _get(client: httpx.Client, url: str) -> object:
    """Return the JSON found there, None when there is none."""
    response = client.get(url)
    return parsed(response.content) if response.is_success else None
