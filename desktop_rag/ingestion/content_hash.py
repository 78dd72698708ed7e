"""The hash that identifies a file's content."""

import hashlib
from pathlib import Path

from desktop_rag.core.cancel import CancelToken

_BLOCK = 1 << 20


def hash_file(path: Path, token: CancelToken | None = None) -> bytes:
    """Return the hash of a file's content (16 bytes), read in blocks.

    Raises:
        OSError: it cannot be read.
        CancelledError: ``token`` was cancelled in the middle.

    """
    digest = hashlib.blake2b(digest_size=16)
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            if token is not None:
                token.raise_if_cancelled()
            digest.update(block)
    return digest.digest()
