"""What a call of another program returns, and that a library is not shared with it."""

from collections.abc import Mapping
from dataclasses import dataclass

from desktop_rag.core.errors import UserError


@dataclass(frozen=True, slots=True)
class Reply:
    """Values as JSON has them, and a picture as a JPEG file (b"" for none)."""

    values: Mapping[str, object]
    picture: bytes = b""


class NotSharedError(UserError):
    """A library that is named is not shared with other programs; for them it does not exist."""
