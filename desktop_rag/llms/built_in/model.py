"""A model file as a language model. Whoever runs it is handed in: ``llms`` starts no processes."""

import importlib.util
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, Unpack

import httpx

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.context_window import ServerFacts
from desktop_rag.llms.openai_like import DEFAULT_TEMPERATURE, OpenAILike
from desktop_rag.llms.served import ModelSettings
from desktop_rag.llms.types import ChatDelta, ChatOptions

BUILT_IN = "built-in"
"""The choice of the setting llm.provider."""
PACKAGE = "xllamacpp"
_NOWHERE = "http://127.0.0.1"  # until it runs
_READING_SECONDS = 3600.0  # a long prompt is read in silence, slowly on a small machine; stopping ends it at once


@dataclass(frozen=True, slots=True)
class ModelOrder:
    """Which file is to be run; ``context_window`` 0: as much as is useful and fits."""

    file: Path
    context_window: int = 0


@dataclass(frozen=True, slots=True)
class RunningModel:
    """Where a model answers, in the way of OpenAI's API, and the key that it wants."""

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


class BuiltIn(OpenAILike):
    """A model file, run by ``engine`` when it is first asked something."""

    def __init__(
        self,
        order: ModelOrder,
        engine: ModelEngine,
        *,
        temperature: float | None = DEFAULT_TEMPERATURE,
        thinking: bool | None = None,
        **settings: Unpack[ModelSettings],
    ) -> None:
        super().__init__(
            order.file.stem,
            _NOWHERE,
            temperature=temperature,
            timeout=_READING_SECONDS,
            thinking=thinking,
            **settings,
        )
        self._order = order
        self._engine = engine

    def list_models(self) -> tuple[str, ...]:
        """Return the name of the one model."""
        return (self.model,)

    def _stream_once(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Generator[ChatDelta]:
        """Have the model loaded, send one request and yield its answer."""
        with self._engine.serve(self._order, cancel) as running:
            self._connect(running)
            yield from super()._stream_once(messages, cancel, options)

    def _ask_server(self) -> ServerFacts:
        """Return what the model can do, with the context window that it got."""
        with self._engine.serve(self._order, current_token()) as running:
            self._connect(running)
            return replace(super()._ask_server(), context_window=running.context_window)

    def _asking_client(self) -> httpx.Client:
        """Return a client for short questions, once the model is loaded."""
        with self._engine.serve(self._order, current_token()) as running:
            self._connect(running)
            return super()._asking_client()

    def _connect(self, running: RunningModel) -> None:
        self.address = running.address
        self._access = replace(self._access, key=running.key)


def can_run() -> bool:
    """Whether the package that runs model files is installed."""
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
