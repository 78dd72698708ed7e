"""The settings that hold for one call."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from desktop_rag.config import Config, OptionValue
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
