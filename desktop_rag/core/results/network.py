"""Private values that were kept from servers of models."""

from dataclasses import dataclass
from typing import Literal

MaskedKind = Literal["person", "address", "amount", "account", "number", "phone", "email"]
"""What a private value is; “number” is that of a document."""


@dataclass(frozen=True, slots=True)
class MaskedValue:
    """A value that was kept from a server, what was sent in its place, and in how many requests."""

    kind: MaskedKind
    value: str
    stand_in: str
    requests: int
