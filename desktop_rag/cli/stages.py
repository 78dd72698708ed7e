"""What happens before the first word of an answer, on a line of the terminal that is gone afterwards."""

import sys

from desktop_rag.core.events import TERMINAL_EVENTS, AgentStepTaken, AnswerDelta, AnswerReady, AnswerStage, Event
from desktop_rag.core.terminal import terminal_text

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
    """Shows the stages of an answer on standard error, where that is a terminal; a listener of the worker."""

    def __init__(self) -> None:
        self._is_shown = False
        self._on_terminal = sys.stderr.isatty()

    def __call__(self, event: Event) -> None:
        """Show a stage; clear the line before anything else is printed."""
        if not self._on_terminal:
            return
        if isinstance(event, AnswerStage) and event.stage in _WORDS:
            said = f"{_WORDS[event.stage]}… {event.detail}".rstrip()
            self._write(f"{_CLEAR}{terminal_text(said)}", is_shown=True)
        elif isinstance(event, _OTHERS):
            self.clear()

    def clear(self) -> None:
        """Take the line away."""
        if self._is_shown:
            self._write(_CLEAR, is_shown=False)

    def _write(self, text: str, *, is_shown: bool) -> None:
        self._is_shown = is_shown
        sys.stderr.write(text)
        sys.stderr.flush()
