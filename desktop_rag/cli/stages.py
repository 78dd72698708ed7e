"""What happens before the first word of an answer, on a line of the terminal that is gone afterwards."""

import sys
import threading
import time

from desktop_rag.cli.common import said
from desktop_rag.core.events import (
    TERMINAL_EVENTS,
    AgentStepTaken,
    AnswerDelta,
    AnswerReady,
    AnswerStage,
    Event,
)
from desktop_rag.core.model_silence import STALL_SECONDS, ModelSilence
from desktop_rag.core.terminal import terminal_text
from desktop_rag.core.user_text import UserText

_WORDS = {
    "searching": "Searching your files",
    "connecting": "Connecting to the model",
    "loading": "Loading the model",
    "reading": "Reading the passages",
    "thinking": "The model is thinking",
    "writing queries": "Writing variations of the question",
    "building": "Building the index for this way of searching",
}
_OTHERS = (AnswerStage, AnswerDelta, AgentStepTaken, AnswerReady, *TERMINAL_EVENTS)
_CLEAR = "\r\x1b[2K"


class StageLine:
    """Shows the stages of an answer on standard error, where that is a terminal; a listener of the worker.

    Who waits for the answer calls ``look`` now and then: it tells when the model is silent for long.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_shown = False
        self._stage = ""
        self._is_in_line = False  # words of the answer stand in the terminal's line
        self._silence = ModelSilence()
        self._tells_silence = False
        self._told_at = time.monotonic()
        self._on_terminal = sys.stderr.isatty()

    def __call__(self, event: Event) -> None:
        """Show a stage; clear the line before anything else is printed."""
        if not self._on_terminal:
            return
        with self._lock:
            self._hear(event)

    def look(self) -> None:
        """Tell, once a second, for how long nothing has come from the model."""
        now = time.monotonic()
        with self._lock:
            seconds = self._silence.seconds()
            if not self._on_terminal or seconds < STALL_SECONDS or now - self._told_at < 1:
                return
            self._told_at, self._tells_silence = now, True
            stalled = UserText("The model has not answered for {seconds} s. Ctrl+C stops.", seconds=round(seconds))
            line_end = "\n" if self._is_in_line else ""
            self._is_in_line = False
            self._write(f"{line_end}{_CLEAR}{terminal_text(f'{self._stage}{said(stalled)}')}", is_shown=True)

    def clear(self) -> None:
        """Take the line away."""
        with self._lock:
            self._clear()

    def _hear(self, event: Event) -> None:
        if self._silence.hear(event) and self._tells_silence:
            self._tells_silence = False
            self._write(f"{_CLEAR}{terminal_text(self._stage.rstrip())}", is_shown=bool(self._stage))
        if isinstance(event, AnswerStage) and event.stage in _WORDS:
            self._stage = f"{_WORDS[event.stage]}… {event.detail}".rstrip() + " "
            self._write(f"{_CLEAR}{terminal_text(self._stage.rstrip())}", is_shown=True)
        elif isinstance(event, _OTHERS):
            self._clear()
            if isinstance(event, AnswerDelta):
                self._stage, self._is_in_line = "", not event.text.endswith("\n")
            if isinstance(event, (AnswerReady, *TERMINAL_EVENTS)):
                self._is_in_line = False

    def _clear(self) -> None:
        if self._is_shown:
            self._write(_CLEAR, is_shown=False)

    def _write(self, text: str, *, is_shown: bool) -> None:
        self._is_shown = is_shown
        sys.stderr.write(text)
        sys.stderr.flush()
