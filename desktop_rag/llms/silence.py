"""The longest silence in the middle of an answer; what only keeps a connection alive does not break it."""

import time

import httpx

from desktop_rag.core.network.reply_limits import REPLY_BYTES, EndlessReplyError
from desktop_rag.llms.failures import transport_error


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
