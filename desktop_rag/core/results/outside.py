"""What a call of another program returns."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reply:
    """Values as JSON has them, and a picture as a JPEG file (b"" for none)."""

    values: Mapping[str, object]
    picture: bytes = b""
