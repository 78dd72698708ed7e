"""Ends an answer that has begun to run in circles, as small models sometimes do."""

import re
from collections.abc import Iterator

from desktop_rag.core.errors import UserError

_WINDOW = 600  # characters looked at; a loop of up to 60 characters repeats ten times in it
_LOOP = re.compile(r"(.{1,60}?)\1{9,}\Z", re.DOTALL)
_LETTER = re.compile(r"\w")
_CHECK_EVERY = 200


def without_loops(deltas: Iterator[str]) -> Iterator[str]:
    """Yield the deltas until the text only repeats itself.

    Raises:
        UserError: the model repeats itself; what was yielded before remains valid.

    """
    tail, unchecked = "", 0
    for delta in deltas:
        yield delta
        tail = (tail + delta)[-_WINDOW:]
        unchecked += len(delta)
        if unchecked >= _CHECK_EVERY and len(tail) == _WINDOW:
            unchecked = 0
            loop = _LOOP.search(tail)
            if loop and _LETTER.search(loop.group(1)) and loop.start() < _WINDOW // 2:
                raise UserError("The model began to repeat itself, so it was stopped.", "Try a larger model.")
