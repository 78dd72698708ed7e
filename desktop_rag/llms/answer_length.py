"""Stop a model that never ends or repeats itself; the words it wrote so far are kept."""

from collections.abc import Generator
from contextlib import closing

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.repetition import LoopWatch, repeats_itself
from desktop_rag.llms.types import ChatDelta

LONGEST_ANSWER = 600_000
"""Characters; 128,000 tokens, the most that models write in one answer (2026), have 500,000."""
_LONGEST_THOUGHTS = 1_000_000


def endless_answer() -> UserError:
    """Return the error for an answer without an end."""
    return UserError(
        UserText("The answer had no end, so it was stopped."),
        UserText("Ask again, or choose another model."),
    )


def within_length(deltas: Generator[ChatDelta]) -> Generator[ChatDelta]:
    """Yield the deltas of one answer.

    Raises:
        UserError: it, or the thoughts before it, have no end or only repeat themselves.

    """
    text = thoughts = 0
    text_watch, thoughts_watch = LoopWatch(), LoopWatch()
    with closing(deltas):
        for delta in deltas:
            yield delta
            text += len(delta.text)
            thoughts += len(delta.thought)
            if text > LONGEST_ANSWER or thoughts > _LONGEST_THOUGHTS:
                raise endless_answer()
            if text_watch.is_loop(delta.text) or thoughts_watch.is_loop(delta.thought):
                raise repeats_itself()
