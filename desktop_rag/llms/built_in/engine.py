"""Running model files on this computer, as whoever wants one sees it; ``language_models`` does it."""

import importlib.util
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText

PACKAGE = "xllamacpp"


@dataclass(frozen=True, slots=True)
class ModelOrder:
    """The file to run; ``context_window`` 0: as much as is useful and fits."""

    file: Path
    context_window: int = 0


@dataclass(frozen=True, slots=True)
class RunningModel:
    """The address of a running model, served with OpenAI's API, and its key."""

    address: str
    key: str
    context_window: int


class ModelEngine(Protocol):
    """Runs model files on this computer, each when it is first asked for."""

    def find(self, text: str) -> Path:
        """Return the file that a person means by a path or a model's name; UserError when there is none."""

    def names(self) -> tuple[str, ...]:
        """Return the names of the models on this computer; () where none can be run."""

    def serve(self, order: ModelOrder, cancel: CancelToken) -> AbstractContextManager[RunningModel]:
        """Run a model at least while the block lasts; loads it if need be.

        Raises:
            UserError: the file is missing or damaged, there is not enough memory, or the model died in the block.
            CancelledError: ``cancel`` was set while it was loaded.

        """


def can_run() -> bool:
    """Return True if the package that runs model files is installed."""
    return importlib.util.find_spec(PACKAGE) is not None


def require_engine(engine: ModelEngine | None) -> ModelEngine:
    """Return the engine.

    Raises:
        UserError: there is none, or the package that it needs is not installed.

    """
    if engine is None or not can_run():
        raise UserError(
            "The part of the program that runs model files is missing.",
            UserText(
                "Install it with “pip install {package}”, or choose another model in the settings.", package=PACKAGE
            ),
        )
    return engine
