"""Manage the models of a server: list those in memory, load, unload, download."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from desktop_rag.core.cancel import CancelToken

Tell = Callable[[int, int], None]
"""Hears how many bytes of how many are there; the total grows while the server finds out what belongs to a model."""


@dataclass(frozen=True, slots=True)
class ServedModel:
    """A model of a server. ``is_loaded`` None: the server does not say.

    ``memory`` is what it takes in bytes, 0 for unknown; ``until`` when it leaves the memory, in ISO form or "".
    """

    name: str
    is_loaded: bool | None = None
    memory: int = 0
    until: str = ""


class ModelServer(Protocol):
    """A server whose models can be managed. Each call raises UserError, or CancelledError when it is cancelled."""

    def models(self, cancel: CancelToken) -> tuple[ServedModel, ...]:
        """Return every model of the server, by name."""

    def load(self, model: str, cancel: CancelToken) -> None:
        """Return once a model is in memory."""

    def unload(self, model: str, cancel: CancelToken) -> None:
        """Return once a model has left the memory."""

    def pull(self, model: str, cancel: CancelToken, tell: Tell) -> None:
        """Have the server download a model, and return once it has it."""
