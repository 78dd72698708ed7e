"""The models that can be downloaded: ``resources/models.toml``."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.core.errors import UserError
from desktop_rag.core.paths import resource_path
from desktop_rag.core.user_text import UserText


@dataclass(frozen=True, slots=True)
class CatalogueModel:
    """A model and where its file is. ``size`` and ``memory`` (with a window of 8,192 tokens) are in bytes."""

    name: str
    title: str
    file: str
    address: str
    size: int
    sha256: str
    memory: int
    licence: str
    languages: str
    note: str


def read_catalogue() -> tuple[CatalogueModel, ...]:
    """Return the models, smallest first."""
    text = resource_path("models.toml").read_text(encoding="utf-8")
    return tuple(CatalogueModel(**row) for row in tomllib.loads(text)["model"])


def catalogue_model(name: str, models: Sequence[CatalogueModel]) -> CatalogueModel:
    """Return the model of a name, whatever its case.

    Raises:
        UserError: there is none.

    """
    found = next((one for one in models if one.name == name.strip().lower()), None)
    if found is None:
        raise UserError(
            UserText("There is no model named “{name}” to download.", name=name),
            UserText("Choose one of {names}.", names=", ".join(one.name for one in models)),
        )
    return found
