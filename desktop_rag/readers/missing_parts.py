"""Collect what readers leave out of a damaged file, to be said beside the file."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from desktop_rag.core.user_text import UserText

_MOST = 3  # sentences beside one file
_noted: ContextVar[dict[str, UserText] | None] = ContextVar("noted", default=None)


def note_missing(text: UserText) -> None:
    """Record a part of the current file that could not be read; each sentence counts once."""
    noted = _noted.get()
    if noted is not None and len(noted) < _MOST:
        noted.setdefault(text, text)


@contextmanager
def missing_parts() -> Iterator[dict[str, UserText]]:
    """Gather the notes of readers while pages are taken; the keys are sentences."""
    noted: dict[str, UserText] = {}
    token = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(token)
