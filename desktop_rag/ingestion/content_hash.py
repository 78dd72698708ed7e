"""What identifies a file's content."""

import hashlib
from pathlib import Path

_BLOCK = 1 << 20


def hash_file(path: Path) -> bytes:
    """Return the hash of a file's content (16 bytes), read in blocks.

    Raises:
        OSError: it cannot be read.

    """
    digest = hashlib.blake2b(digest_size=16)
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.digest()
