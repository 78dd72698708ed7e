"""The settings that hold for one call, and the language model they name."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.environment import ollama_address
from desktop_rag.config.options import LLM_BASE_URL, LLM_PROVIDER
from desktop_rag.config.secrets import Secrets
from desktop_rag.core.net import is_loopback
from desktop_rag.llms import resolve
from desktop_rag.llms.base import LLM
from desktop_rag.llms.built_in.model import ModelEngine
from desktop_rag.llms.served import ServedLLM
from desktop_rag.llms.window.factor_store import FACTORS_FILE, FactorStore
from desktop_rag.storage.index_files import IndexFiles


def layered(config: Config, layers: Iterable[Mapping[str, OptionValue]]) -> Config:
    """Return settings in which each layer goes before those it follows.

    Raises:
        UserError: a setting does not exist or cannot have that value.

    """
    for values in layers:
        config = config.overridden(dict(values)) if values else config
    return config


def read_settings(files: IndexFiles, library: str | Path) -> dict[str, OptionValue]:
    """Return the options that are set for one library, by its name or file, alone."""
    with files.open(library, read_only=True) as storage:
        return storage.permissions.settings() if storage.permissions is not None else {}


def api_key_of(config: Config, secrets: Secrets) -> str | None:
    """Return the key of the settings' model; None when it has none. The keychain may ask the person.

    An Ollama of this computer needs none, so nobody is asked for it.
    """
    provider, address = config[LLM_PROVIDER], config[LLM_BASE_URL]
    if provider == "ollama":
        address = address.strip() or ollama_address().removesuffix(":443")  # keys are stored without the usual port
        return secrets.get_api_key(address) if address and not is_loopback(address) else None
    return secrets.get_api_key(address) if provider == "openai" else None


@contextmanager
def connected_llm(config: Config, secrets: Secrets, engine: ModelEngine) -> Iterator[LLM | None]:
    """Connect to the model of the settings while the block runs; None when answers are made of quotations.

    ``engine`` runs the built-in model.

    Raises:
        UserError: the address is wrong or no model is chosen.

    """
    llm = resolve.resolve_llm(config, api_key_of(config, secrets), engine)
    if isinstance(llm, ServedLLM):
        llm.learn_into(FactorStore(config.folder and config.folder / FACTORS_FILE))
    try:
        yield llm
    finally:
        if llm is not None:
            llm.close()
