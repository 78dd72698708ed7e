"""How patient a request is: the longest silence in an answer, and sending again, but never an answer's second half."""

import time
from collections.abc import Callable, Generator
from contextlib import closing
from typing import TypeVar

import httpx

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import ModelState, Progress, tell_progress
from desktop_rag.core.network.reply_limits import REPLY_BYTES, EndlessReplyError
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.failures import BusyError, LoadingError, transport_error
from desktop_rag.llms.types import ChatDelta

FIRST_DELAY = 0.5
LONGEST_DELAY = 8.0
LONGEST_WISH = 30.0  # a server that asks for more than this gets no second request; the person is told
LOADING_LIMIT = 300.0  # seconds; a model of 40 GB comes from a slow disk (150 MB/s) in this time
LOADING_DELAY = 2.0
T = TypeVar("T")


def stream_with_retries(
    start: Callable[[], Generator[ChatDelta]], cancel: CancelToken, max_retries: int
) -> Generator[ChatDelta]:
    """Yield from ``start()``, started at most ``1 + max_retries`` times, and not again after the first delta.

    While the server loads the model it is asked every few seconds, which does not count. Waiting ends at once when
    cancelled.

    Raises:
        BusyError: the server stayed busy, or fails after the first delta.
        UserError: the model was not loaded within ``LOADING_LIMIT``.
        CancelledError: stopped while waiting for another try.

    """
    patience = _Patience(max_retries)
    while True:
        begun = False
        try:
            with closing(start()) as deltas:
                for delta in deltas:
                    begun = True
                    yield delta
        except BusyError as error:
            if begun:
                raise
            delay = patience.delay(error)
        else:
            return
        if cancel.wait(delay):
            raise CancelledError


def when_loaded(ask: Callable[[], T], cancel: CancelToken) -> T:
    """Return the result of ``ask()``, asked again while the model is being loaded.

    Raises:
        UserError: the model was not loaded within ``LOADING_LIMIT``.
        CancelledError: stopped while waiting.

    """
    patience = _Patience(0)
    while True:
        try:
            return ask()
        except LoadingError as error:
            delay = patience.delay(error)
        if cancel.wait(delay):
            raise CancelledError


class _Patience:
    """The delays between tries for one answer, until its first words."""

    def __init__(self, max_retries: int) -> None:
        self._max_retries = max_retries
        self._tries = 0
        self._loading_since: float | None = None

    def delay(self, error: BusyError) -> float:
        """Return the seconds to wait before the next try.

        Raises:
            UserError: there is none any more.

        """
        if isinstance(error, LoadingError):
            return self._loading_delay(error)
        wish = error.retry_after
        if self._tries >= self._max_retries or (wish is not None and wish > LONGEST_WISH):
            raise error
        delay = min(FIRST_DELAY * 2**self._tries, LONGEST_DELAY) if wish is None else wish
        self._tries += 1
        return delay

    def _loading_delay(self, error: LoadingError) -> float:
        now = time.monotonic()
        self._loading_since = self._loading_since or now
        if now - self._loading_since >= LOADING_LIMIT:
            raise UserError(
                UserText(
                    "The model was still not loaded after {minutes} minutes.", minutes=f"{LOADING_LIMIT / 60:.0f}"
                ),
                "Look at the server's own messages, try again later, or choose a smaller model.",
                retryable=True,
            ) from error
        tell_progress(Progress(ModelState.LOADING))
        return min(LOADING_DELAY, FIRST_DELAY + (now - self._loading_since) / 4)


class Readiness:
    """The readiness of a server: whether its model is in memory, and the time limit for its first words.

    ``timeout`` is the longest usual silence in seconds. ``is_loaded`` None: the server does not say.
    """

    def __init__(self, timeout: float) -> None:
        self.is_loaded: bool | None = None
        self._timeout = timeout
        self._answered_at: float | None = None

    def has_answered_within(self, seconds: float) -> bool:
        """Return True if an answer began so short a time ago."""
        return self._answered_at is not None and time.monotonic() - self._answered_at <= seconds

    def longest_wait(self) -> float:
        """Return the time limit for the first words in seconds; longer while the model is not in memory."""
        return max(self._timeout, LOADING_LIMIT) if self.is_loaded is False else self._timeout

    def tell_sent(self) -> None:
        """Report the state of the server once it has the request."""
        tell_progress(Progress(ModelState.LOADING if self.is_loaded is False else ModelState.READING))

    def note_reply(self, response: httpx.Response) -> None:
        """Note that a reply begins: the model is loaded, and from now on silences are no longer than usual."""
        if self.is_loaded is False:
            self.is_loaded = True
        self._answered_at = time.monotonic()
        response.request.extensions["timeout"]["read"] = self._timeout  # httpcore reads it with the body


class Silence:
    """Measures for how many seconds nothing of an answer has come from a server."""

    def __init__(self, address: str, longest: float) -> None:
        self._address = address
        self._longest = longest
        self._since = time.monotonic()
        self._bytes = 0

    def end(self) -> None:
        """Note that something of the answer came, and was looked at."""
        self._since = time.monotonic()
        self._bytes = 0

    def check(self, chunk: bytes) -> None:
        """Make sure that it has not lasted too long when a chunk comes, nor been filled with too much.

        Raises:
            EndlessReplyError: as much came as of a whole reply, and nothing of an answer.
            UserError: it has lasted too long.

        """
        self._bytes += len(chunk)
        if self._bytes > REPLY_BYTES:
            raise EndlessReplyError(f"more than {REPLY_BYTES:,} bytes and nothing of an answer")
        if time.monotonic() - self._since > self._longest:
            raise transport_error(httpx.ReadTimeout("nothing of an answer"), self._address)
