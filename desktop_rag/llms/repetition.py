"""Ends what a model writes once it runs in circles, as small models sometimes do, or does not end; its words are kept.

Answers are watched, and thoughts before them.
"""

import itertools
import re
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.types import ChatDelta

_TAIL = 6_000  # characters looked at
_CHECK_EVERY, _CHECK_LATER, _LONG = 400, 4_000, 20_000  # characters between two looks; of a text that is long already
# How often a text stands there in a row before it is a loop, by its length: refrains and rows of tables are no loops.
_REPEATS = ((60, 10), (300, 6), (_TAIL, 4))
_LEAST, _LEAST_OF_SIGNS = 300, 3_000  # characters of a loop; of rules and blanks in tables
_COUNTING, _STEPS = 3_000, 20  # characters, and repeats, of what differs in its numbers only, and counts on
_WORDS, _RUN, _NEW = 500, 5, 0.1  # of so many words, runs of five are mostly new ones; else a few sentences take turns
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d+")
LONGEST_ANSWER = 600_000
_LONGEST_THOUGHTS = 1_000_000


def repeats_itself() -> UserError:
    """Return the error for a model that runs in circles."""
    return UserError(UserText("The model began to repeat itself, so it was stopped."), UserText("Try a larger model."))


def without_loops(deltas: Iterator[str]) -> Iterator[str]:
    """Yield the deltas until the text only repeats itself.

    Raises:
        UserError: the model repeats itself; what was yielded before remains valid.

    """
    watch = LoopWatch()
    for delta in deltas:
        yield delta
        if watch.is_loop(delta):
            raise repeats_itself()


class LoopWatch:
    """Looks at the end of a text that grows."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._unchecked = self._checked = 0
        self._text = ""

    def is_loop(self, piece: str) -> bool:
        """Take the next piece, and return whether the text now only repeats itself."""
        self._pieces.append(piece)
        self._unchecked += len(piece)
        if self._unchecked < (_CHECK_LATER if self._checked > _LONG else _CHECK_EVERY):
            return False
        self._checked += self._unchecked
        self._text = (self._text + "".join(self._pieces))[-2 * _TAIL :]
        self._pieces.clear()
        self._unchecked = 0
        return _repeats(self._text[-_TAIL:]) or _counts_on(self._text) or _takes_turns(self._text[-_TAIL:])


def _repeats(text: str) -> bool:
    """Return True if a text ends with the same words again and again."""
    for unit, length in _periods(text):
        needed = max(_LEAST, next(times for longest, times in _REPEATS if unit <= longest) * unit)
        if not _LETTER.search(text, len(text) - unit):
            needed = max(needed, _LEAST_OF_SIGNS)
        if length >= needed:
            return True
    return False


def _counts_on(text: str) -> bool:
    """Return True if a text ends with the same words again and again, between numbers that count on."""
    plain = _NUMBER.sub("0", text)[-_TAIL:]
    # of all units the shortest: the others are several of it
    unit, length = next((one for one in _periods(plain) if one[1] >= max(_COUNTING, _STEPS * one[0])), (0, 0))
    if not unit or not _LETTER.search(plain, len(plain) - unit):
        return False
    columns = len(_NUMBER.findall(plain, len(plain) - unit))
    # the last number may not be complete
    numbers = [int(one[-15:]) for one in _NUMBER.findall(text)[-1 - columns * (length // unit - 1) : -1]]
    return columns > 0 and all(_is_even(numbers[column::columns]) for column in range(columns))


def _is_even(numbers: Sequence[int]) -> bool:
    """Return True if numbers continue in equal steps."""
    return len({later - earlier for earlier, later in itertools.pairwise(numbers)}) == 1


def _takes_turns(text: str) -> bool:
    """Return True if a few sentences come again and again in any order."""
    words = _WORD.findall(text)
    if len(words) < _WORDS:
        return False
    runs = [tuple(words[start : start + _RUN]) for start in range(len(words) - _RUN + 1)]
    return len(set(runs)) < _NEW * len(runs)


def _periods(text: str) -> Iterator[tuple[int, int]]:
    """Yield how long a unit may be that the text ends with several times, and how long that end is; short ones first.

    What is common to the reversed text and each of its own ends (the “Z function”) tells all of them in one pass.
    """
    text = text[::-1]
    size = len(text)
    common = [0] * size
    left = right = 0
    for place in range(1, size):
        found = min(right - place, common[place - left]) if place < right else 0
        while place + found < size and text[found] == text[place + found]:
            found += 1
        if place + found > right:
            left, right = place, place + found
        common[place] = found
        if found >= _LEAST or found >= 3 * place >= _LEAST:
            yield place, place + found


"""Characters; 128,000 tokens, the most that models write in one answer (2026), have 500,000."""


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
