"""Find model servers that already run on this computer."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from desktop_rag.config.presets import plain_address
from desktop_rag.llms.json_values import dig, items_at, parsed, text_at

CONNECT_TIMEOUT = 0.3
READ_TIMEOUT = 1.5
NOT_FOR_CHAT = (
    "embed",
    "whisper",
    "tts",
    "dall-e",
    "moderation",
    "realtime",
    "transcribe",
    "image",
    "sora",
    "davinci",
    "babbage",
    "rerank",
    "bge-",
    "all-minilm",
    "paraphrase-",
    "-audio",
)
_SIZE = re.compile(r"(?<![a-z0-9.])(\d+(?:\.\d+)?)b(?![a-z0-9])")
_LARGEST_USUAL = 14.0  # thousand million parameters: about 9 GB at four bits each
_OWNERS = {"llamacpp": "llama.cpp", "vllm": "vLLM", "organization_owner": "LM Studio"}


@dataclass(frozen=True, slots=True)
class Candidate:
    """The usual address of a program that serves models; ``provider`` is a choice of the setting llm.provider."""

    name: str
    provider: str
    base_url: str


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server that answered, and the names of its models."""

    name: str
    provider: str
    base_url: str
    models: tuple[str, ...]


CANDIDATES = (
    Candidate("Ollama", "ollama", "http://127.0.0.1:11434"),
    Candidate("LM Studio", "openai", "http://127.0.0.1:1234/v1"),
    Candidate("llama.cpp", "openai", "http://127.0.0.1:8080/v1"),
    Candidate("vLLM", "openai", "http://127.0.0.1:8000/v1"),
    Candidate("GPT4All", "openai", "http://127.0.0.1:4891/v1"),
    Candidate("Jan", "openai", "http://127.0.0.1:1337/v1"),
)

Probe = Callable[[Candidate], LocalServer | None]
ProbeMap = Callable[[Probe, Iterable[Candidate]], Iterable[LocalServer | None]]


def find_local_servers(
    map_function: ProbeMap = map, candidates: Iterable[Candidate] = CANDIDATES
) -> tuple[LocalServer, ...]:
    """Return the servers that answer, in the candidates' order.

    ``map_function`` may be a thread pool's ``map``: then all are asked at once.
    """
    return tuple(server for server in map_function(probe, candidates) if server is not None)


def probe(candidate: Candidate) -> LocalServer | None:
    """Ask one address; None when no model server answers there within two seconds."""
    # here: the window needs the names above for its first picture, and HTTP is 190 modules
    import httpx

    from desktop_rag.core import net

    ollama = candidate.provider == "ollama"
    path, items, key = ("/api/tags", "models", "name") if ollama else ("/models", "data", "id")
    try:
        with net.open_client(
            candidate.base_url, timeout=READ_TIMEOUT, connect_timeout=CONNECT_TIMEOUT, body_seconds=0.0
        ) as client:
            response = client.get(candidate.base_url + path)
    except (httpx.HTTPError, httpx.InvalidURL):
        return None
    value = parsed(response.content) if response.is_success else None
    if not isinstance(dig(value, items), list):
        return None
    names = [text_at(item, key) for item in items_at(value, items)]
    owner = text_at(value, items, 0, "owned_by")
    return LocalServer(
        _OWNERS.get(owner, candidate.name), candidate.provider, candidate.base_url, tuple(filter(None, names))
    )


def same_address(provider: str, address: str, server: LocalServer) -> bool:
    """Return True if an address, "" for the provider's usual one, is that of a server of this computer."""
    usual = next((one.base_url for one in CANDIDATES if one.provider == provider == "ollama"), "")
    return provider == server.provider and plain_address(address or usual) == plain_address(server.base_url)


def chat_models(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names that are not those of models for other things: vectors, speech, pictures."""
    return tuple(name for name in names if not any(part in name.lower() for part in NOT_FOR_CHAT))


def best_model(names: Sequence[str]) -> str:
    """Return the model that is proposed first: one that chats, of a size most computers run; "" for none.

    Names tell the size (“qwen3:8b”, “gemma-3-4b-it”). Best is the largest of up to 14 thousand million parameters,
    then one of unknown size, then the smallest of those above.
    """
    return max(chat_models(names), key=_suitability, default="")


def _suitability(name: str) -> tuple[int, float]:
    sizes = [float(size) for size in _SIZE.findall(name.lower())]
    if not sizes:
        return 1, 0.0
    return (2, sizes[0]) if sizes[0] <= _LARGEST_USUAL else (0, -sizes[0])
