"""What every call of a service is handed."""

from collections.abc import Callable
from dataclasses import dataclass

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.events import Event


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class ServiceCall:
    """One call of a service: the number that its events carry, what cancels it, and who hears of it.

    ``interrupted`` tells whether the program, not the person, cancelled it: what is half done continues next time.
    """

    id: int
    token: CancelToken
    emit: Callable[[Event], None]
    interrupted: Callable[[], bool] = _never
