"""For how long nothing has come from the model that a job waits for."""

import time

from desktop_rag.core.events import AnswerDelta, AnswerStage, AnswerThought, Event, ModelAwaited

STALL_SECONDS = 10.0
"""After so long a silence of a model the person is told of it."""
_FROM_MODEL = (AnswerDelta, AnswerStage, AnswerThought, ModelAwaited)


class ModelSilence:
    """Hears the events of one job and knows for how long its model has been silent."""

    def __init__(self) -> None:
        self._is_awaited = False
        self._heard_at = time.monotonic()

    def hear(self, event: Event) -> bool:
        """Take note of an event; return whether it ends a silence."""
        if isinstance(event, ModelAwaited):
            self._is_awaited = event.is_awaited
        if ends := isinstance(event, _FROM_MODEL):
            self._heard_at = time.monotonic()
        return ends

    def seconds(self) -> float:
        """Return for how many seconds a model that is waited for has been silent, 0 where none is."""
        return time.monotonic() - self._heard_at if self._is_awaited else 0.0
