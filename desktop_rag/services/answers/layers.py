"""Settings of a library, of a conversation and of one question, one upon the other."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from desktop_rag.config import Config, OptionValue
from desktop_rag.storage.sqlite.properties import get_settings
from desktop_rag.storage.storage_context import StorageContext


def layered(config: Config, layers: Iterable[Mapping[str, OptionValue]]) -> Config:
    """Return settings in which each layer goes before those it follows.

    Raises:
        UserError: a setting does not exist or cannot have that value.

    """
    for values in layers:
        config = config.overridden(dict(values)) if values else config
    return config


def read_settings(path: Path) -> dict[str, OptionValue]:
    """Return the options that are set for one index alone."""
    with StorageContext(path, read_only=True) as storage:
        return get_settings(storage.connection)
