"""A model file as a language model. Whoever runs it is handed in."""

from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Unpack

import httpx

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.messages import ChatMessage
from desktop_rag.llms.built_in.engine import ModelEngine, ModelOrder, RunningModel
from desktop_rag.llms.context_window import ServerFacts
from desktop_rag.llms.openai_like import DEFAULT_TEMPERATURE, OpenAILike
from desktop_rag.llms.served import ModelSettings
from desktop_rag.llms.types import ChatDelta, ChatOptions

_NOWHERE = "http://127.0.0.1"  # until it runs
_READING_SECONDS = 3600.0  # a long prompt is read in silence, slowly on a small machine; stopping ends it at once


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

    def _ask_server(self, cancel: CancelToken) -> ServerFacts:
        """Return the facts about the model, with the context window it received."""
        with self._engine.serve(self._order, cancel) as running:
            self._connect(running)
            return replace(super()._ask_server(cancel), context_window=running.context_window)

    def _asking_client(self) -> httpx.Client:
        """Return a client for short questions, once the model is loaded."""
        with self._engine.serve(self._order, current_token()) as running:
            self._connect(running)
            return super()._asking_client()

    def _connect(self, running: RunningModel) -> None:
        self.address = running.address
        self._access = replace(self._access, key=running.key)
