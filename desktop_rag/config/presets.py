"""Services and programs that serve models: their names, addresses, and where to get a key."""

import tomllib
from dataclasses import dataclass
from functools import cache

from desktop_rag.core.paths import resource_path

BUILT_IN = "built-in"
"""The choice of the setting llm.provider that names the model this program runs by itself."""


@dataclass(frozen=True, slots=True)
class Preset:
    """The address of a service: ``provider`` is a choice of llm.provider, ``help`` has what to know first.

    ``key_page`` is the web page where a key is made, "" where none is needed. ``model`` begins the name of the model
    that is used at first, where the service still lists one.
    """

    name: str
    provider: str
    address: str
    key_page: str = ""
    help: str = ""
    model: str = ""


@cache
def presets() -> tuple[Preset, ...]:
    """Return the known services, programs of this computer first (``resources/connections.toml``)."""
    with resource_path("connections.toml").open("rb") as file:
        return tuple(Preset(**values) for values in tomllib.load(file)["preset"])


def preset_named(name: str) -> Preset | None:
    """Return the preset of a name, in capitals or not."""
    return next((one for one in presets() if one.name.casefold() == name.strip().casefold()), None)


def preset_at(provider: str, address: str) -> Preset | None:
    """Return the preset whose address this is; without an address, the provider's usual one."""
    if not address.strip():
        return preset_named({"ollama": "Ollama", "openai": "OpenAI", "built-in": "Built in"}.get(provider, ""))
    wanted = plain_address(address)
    return next((one for one in presets() if one.provider == provider and plain_address(one.address) == wanted), None)


def plain_address(address: str) -> str:
    """Return one spelling of an address, to compare: this computer by its name, no last slash, no /v1."""
    return address.strip().lower().replace("127.0.0.1", "localhost").rstrip("/").removesuffix("/v1")
