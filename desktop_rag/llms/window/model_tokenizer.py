"""Counts tokens for one model: as its server does where that can be asked, else by factors that are learnt."""

import threading
from collections.abc import Callable

import numpy as np

from desktop_rag.text.script_sizes import Sizes, script_sizes
from desktop_rag.text.token_factors import Estimate, RequestSize, TokenFactors

AskServer = Callable[[str], int | None]
"""Returns how many tokens the server makes of a text, None where it does not tell."""

_REMEMBERED = 4096  # texts
_WORTH_ASKING = 400  # bytes: a shorter text says little about its script
_MOST_QUESTIONS = 8  # to the server, while factors are not learnt
_WORTH_SAVING = 16  # after so many counts the factors change little


class ModelTokenizer:
    """Estimates rather too many tokens than too few; ``learn`` makes the estimates closer.

    The first long texts in each script are counted by ``ask_server``, at most ``_MOST_QUESTIONS`` in all.
    """

    def __init__(self, name: str, factors: TokenFactors, ask_server: AskServer, save: Callable[[], None]) -> None:
        self._name = name
        self._factors = factors
        self._ask_server = ask_server
        self._save = save
        self._lock = threading.Lock()
        self._sizes: dict[int, Sizes] = {}  # by the hash: prompts are long, and each is new
        self._exact: dict[str, int] = {}
        self._questions = 0
        self._learnt = 0

    @property
    def name(self) -> str:
        """The model's name."""
        return self._name

    def count(self, text: str) -> int:
        """Return how many tokens a text has, rather too many than too few."""
        if not text:
            return 0
        exact = self._exact.get(text)
        if exact is not None:
            return exact
        size = RequestSize(self._size(text))
        estimate = self._factors.estimate(size)
        if (
            not estimate.is_learnt
            and len(text.encode(errors="replace")) >= _WORTH_ASKING
            and (asked := self._asked(text, size)) is not None
        ):
            return asked
        return max(1, round(estimate.high))  # a long text is measured by parts: neither up nor down

    def mean(self, text: str) -> float:
        """Return how many tokens a text most likely has; nobody is asked."""
        return self._factors.estimate(RequestSize(script_sizes(text))).mean

    def estimate(self, texts: list[str], messages: int) -> Estimate:
        """Return about how many tokens a request of these texts in so many messages has."""
        return self._factors.estimate(self._request(texts, messages))

    def learn(self, texts: list[str], messages: int, tokens: int) -> bool:
        """Learn from what the server counted of a request; return whether that can have been all of it."""
        is_plausible = self._factors.learn(self._request(texts, messages), tokens)
        if is_plausible:
            self._learnt += 1
            if self._learnt <= _WORTH_SAVING or self._learnt % _WORTH_SAVING == 0:
                self._save()
        return is_plausible

    def _request(self, texts: list[str], messages: int) -> RequestSize:
        sizes = [self._size(text) for text in texts if text]
        return RequestSize(np.sum(sizes, axis=0) if sizes else script_sizes(""), messages)

    def _size(self, text: str) -> Sizes:
        size = self._sizes.get(hash(text))
        if size is None:
            size = script_sizes(text)
            with self._lock:
                if len(self._sizes) >= _REMEMBERED:
                    self._sizes.clear()
                self._sizes[hash(text)] = size
        return size

    def _asked(self, text: str, size: RequestSize) -> int | None:
        """Return what the server counts, and learn it; None when it was asked often enough or does not tell."""
        with self._lock:
            if self._questions >= _MOST_QUESTIONS:
                return None
            self._questions += 1
        tokens = self._ask_server(text)
        if tokens is None:
            self._questions = _MOST_QUESTIONS
            return None
        self._exact[text] = tokens
        if self._factors.learn(size, tokens):
            self._save()
        return tokens
