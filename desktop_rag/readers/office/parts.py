"""Parts of ZIP files that are documents: read whole, but never more than is sensible."""

import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Self

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import damaged, protected

MOST = 300 * 1024 * 1024
_BLOCK = 1 << 16
BROKEN_ARCHIVE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    ValueError,
    EOFError,
    NotImplementedError,
)
"""What the standard library raises for damaged archives, beside OSError and, for locked ones, RuntimeError."""


class Parts:
    """The parts of a file, open while many of them are read; what is wrong with them is said in plain words."""

    def __init__(self, path: Path | BinaryIO) -> None:
        try:
            self._archive = zipfile.ZipFile(path)
        except BROKEN_ARCHIVE as error:
            raise damaged() from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._archive.close()

    def blocks(self, name: str) -> Iterator[bytes]:
        """Yield a part in blocks, however long it is.

        Raises:
            UserError: it is not there, damaged or encrypted.

        """
        try:
            with self._archive.open(name) as part:
                while block := part.read(_BLOCK):
                    yield block
        except RuntimeError as error:
            raise protected() from error
        except (KeyError, *BROKEN_ARCHIVE) as error:
            raise damaged() from error

    def names(self) -> list[str]:
        """Return the names of the parts."""
        return self._archive.namelist()

    def infos(self) -> list[zipfile.ZipInfo]:
        """Return what the archive says of each part, in its order."""
        return self._archive.infolist()

    def read(self, name: str, missing: bytes | None = None) -> bytes:
        """Return a part, or ``missing`` where there is none of that name.

        Raises:
            UserError: it is damaged, encrypted, or larger than any document.

        """
        try:
            with self._archive.open(name) as part:
                data = part.read(MOST + 1)
        except KeyError as error:
            if missing is not None:
                return missing
            raise damaged() from error
        except RuntimeError as error:
            raise protected() from error
        except BROKEN_ARCHIVE as error:
            raise damaged() from error
        if len(data) > MOST:
            raise UserError("The file is too large once it is unpacked.", "Split it into smaller files.")
        return data


def part_names(path: Path) -> list[str]:
    """Return the names of a file's parts.

    Raises:
        UserError: it is damaged.

    """
    with Parts(path) as parts:
        return parts.names()


def read_part(path: Path, name: str, missing: bytes | None = None) -> bytes:
    """Return a part of a file; see ``Parts.read``."""
    with Parts(path) as parts:
        return parts.read(name, missing)
