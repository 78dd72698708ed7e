"""Something found in a text, before the document as a whole decides how it is to be read."""

from dataclasses import dataclass

from desktop_rag.core.results.register import FactKind
from desktop_rag.text.dates import WrittenDate


@dataclass(frozen=True, slots=True)
class Found:
    """A fact at ``start`` to ``end`` of a text; see ``RegisterRow``. ``date`` is that of a date or deadline."""

    kind: FactKind
    start: int
    end: int
    value: str = ""
    about: str = ""
    currency: str = ""
    date: WrittenDate | None = None
    by_model: bool = False


class Places:
    """The places of a text at which something was found: what stands there is nothing else."""

    def __init__(self, length: int) -> None:
        self._taken = bytearray(length)

    def is_free(self, start: int, end: int) -> bool:
        """Return True if nothing was found in a range."""
        return self._taken.find(1, start, end) < 0

    def take(self, start: int, end: int) -> bool:
        """Take a range; return False if something stands there already."""
        if start >= end or not self.is_free(start, end):
            return False
        self._taken[start:end] = b"\1" * (end - start)
        return True
