"""The part of a sentence that a passage lost to a page break."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class RunOn:
    """The other part of a sentence that goes over a page break: its words, and where they stand on that page.

    ``at`` is where the sentence breaks off (or, of its rest, begins) in the text of the passage. ``page`` is 1-based,
    ``start`` and ``end`` are character offsets in its text.
    """

    at: int
    text: str
    page: int
    start: int
    end: int

    @classmethod
    def of(cls, told: object) -> Self | None:
        """Return an instance made from a mapping, as metadata and stored answers hold it; None for anything else."""
        return cls(**told) if isinstance(told, Mapping) else None
