"""The longest silence in the middle of an answer; what only keeps a connection alive does not break it."""

import time

import httpx

from desktop_rag.llms.failures import transport_error


class Silence:
    """Measures for how many seconds nothing of an answer has come from a server."""

    def __init__(self, address: str, longest: float) -> None:
        self._address = address
        self._longest = longest
        self._since = time.monotonic()

    def end(self) -> None:
        """Note that something of the answer came, and was looked at."""
        self._since = time.monotonic()

    def check(self) -> None:
        """Make sure that it has not lasted too long.

        Raises:
            UserError: it has.

        """
        if time.monotonic() - self._since > self._longest:
            raise transport_error(httpx.ReadTimeout("nothing of an answer"), self._address)
