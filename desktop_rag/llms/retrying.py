"""Send a request again, but never an answer's second half."""

from collections.abc import Callable, Generator
from contextlib import closing

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.llms.base import ChatDelta
from desktop_rag.llms.failures import BusyError

FIRST_DELAY = 0.5
LONGEST_DELAY = 8.0
LONGEST_WISH = 30.0  # a server that asks for more than this gets no second request; the person is told


def stream_with_retries(
    start: Callable[[], Generator[ChatDelta]], cancel: CancelToken, max_retries: int
) -> Generator[ChatDelta]:
    """Yield from ``start()``, started at most ``1 + max_retries`` times, and not again after the first delta.

    Waiting between the tries ends at once when cancelled.

    Raises:
        BusyError: the server stayed busy, or fails after the first delta.
        CancelledError: stopped while waiting for another try.

    """
    for attempt in range(max_retries + 1):
        begun = False
        try:
            with closing(start()) as deltas:
                for delta in deltas:
                    begun = True
                    yield delta
        except BusyError as error:
            wish = error.retry_after
            if begun or attempt == max_retries or (wish is not None and wish > LONGEST_WISH):
                raise
            delay = min(FIRST_DELAY * 2**attempt, LONGEST_DELAY) if wish is None else wish
        else:
            return
        if cancel.wait(delay):
            raise CancelledError
