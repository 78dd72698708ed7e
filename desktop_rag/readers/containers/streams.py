"""Tar archives, packed or not, and single packed files: gz, bz2, xz, zst."""

import bz2
import gzip
import io
import lzma
import sys
import tarfile
import zlib
from collections.abc import Callable, Iterator
from io import BufferedIOBase
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_rag.core.file_paths import shown_name
from desktop_rag.readers.base import Contents, ReadOptions
from desktop_rag.readers.containers.names import decoded
from desktop_rag.readers.containers.unpacking import EnoughError, Readable, Unpacker, blocks

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_MAGIC: tuple[tuple[bytes, Callable[[Path], BufferedIOBase]], ...] = (
    (b"\x1f\x8b", gzip.GzipFile),
    (b"BZh", bz2.BZ2File),
    (b"\xfd7zXZ\0", lzma.LZMAFile),
    (b"\x28\xb5\x2f\xfd", zstd.ZstdFile),
)
_PACKED_TAR_ENDINGS = frozenset([".tgz", ".tbz", ".tbz2", ".txz", ".tzst"])
_PACKED_ENDINGS = frozenset([".gz", ".bz2", ".xz", ".zst"])
# what the libraries raise for damaged input, errors of parsing inside tarfile included
_DAMAGE_ERRORS = (
    tarfile.TarError,
    OSError,
    EOFError,
    ValueError,
    zlib.error,
    lzma.LZMAError,
    zstd.ZstdError,
    OverflowError,
    IndexError,
    KeyError,
    TypeError,
)
_TAR_BLOCK = 512


def unpack(path: Path, options: ReadOptions, name: str = "", wanted: str = "") -> Contents:
    """Take a tar archive apart, or unpack a single file.

    Raises:
        UserError: nothing of it could be read.
        NothingToRead: there is nothing in it.

    """
    unpacker = Unpacker(path, options, name, wanted)
    unpacker.counts_stream = True
    damaged = False
    try:
        with _opened(path) as packed:
            counted = _Counted(packed, unpacker)
            stream = io.BufferedReader(counted, 1 << 16)
            head = stream.peek(_TAR_BLOCK)
            if _is_tar(head):
                _unpack_tar(stream, unpacker)
            elif (
                head or not counted.damaged
            ):  # an empty file is a member; a stream damaged from its first byte has none
                _unpack_single(stream, unpacker, _inner_name(shown_name(name) if name else path.name))
            damaged = counted.damaged
    except EnoughError:
        pass
    except _DAMAGE_ERRORS:
        damaged = True
    return unpacker.archive_contents(damaged=damaged)


class _Counted(io.RawIOBase):
    """A stream whose bytes count towards the limits, also those that nobody keeps."""

    def __init__(self, stream: BufferedIOBase, unpacker: Unpacker) -> None:
        super().__init__()
        self.damaged = False
        self._stream = stream
        self._unpacker = unpacker

    def readable(self) -> bool:
        """Return True, as ``io.BufferedReader`` asks."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Fill a buffer; where the stream is damaged, it ends."""
        view = memoryview(buffer)
        try:
            data = b"" if self.damaged else self._stream.read1(len(view))
        except _DAMAGE_ERRORS:
            self.damaged = True
            return 0
        view[: len(data)] = data
        self._unpacker.count(len(data))
        return len(data)


def _opened(path: Path) -> BufferedIOBase:
    """Open a file, unpacking it while it is read."""
    with path.open("rb") as file:
        head = file.read(8)
    for magic, opener in _MAGIC:
        if head.startswith(magic):
            return opener(path)
    return path.open("rb")


def _is_tar(head: bytes) -> bool:
    """Return True if a file with this beginning is a tar archive."""
    try:
        tarfile.TarInfo.frombuf(head[:_TAR_BLOCK], "utf-8", "surrogateescape")
    except (tarfile.HeaderError, ValueError):
        return False
    return True


def _unpack_tar(stream: BufferedIOBase, unpacker: Unpacker) -> None:
    """Unpack the members of a tar archive in one pass."""
    with tarfile.open(fileobj=stream, mode="r|", errors="surrogateescape") as archive:
        for entry in archive:
            name = unpacker.name(_name(entry.name)) if entry.isreg() and not entry.issparse() else ""
            if entry.issparse():
                unpacker.left_out["method"] += 1
            member = archive.extractfile(entry) if name else None
            if member is not None:
                unpacker.add(name, _exactly(member, entry.size), float(entry.mtime))
            if unpacker.done:
                return
            archive.members.clear()  # type: ignore[attr-defined] # it would keep every header


def _exactly(member: Readable, size: int) -> Iterator[bytes]:
    """Yield a member's bytes; one that ends early is damaged."""
    for block in blocks(member):
        size -= len(block)
        yield block
    if size > 0:
        raise EOFError


def _name(raw: str) -> str:
    """Return the name of an entry, whose bytes may be in any encoding."""
    return raw if raw.isprintable() else decoded([raw.encode("utf-8", "surrogateescape")])[0]


def _unpack_single(stream: BufferedIOBase, unpacker: Unpacker, inner: str) -> None:
    name = unpacker.name(inner)
    if name:
        unpacker.add(name, blocks(stream))


def _inner_name(outer: str) -> str:
    """Return the name of the file in a packed file: without the ending that says how it is packed."""
    path = Path(outer)
    ending = path.suffix.lower()
    if ending in _PACKED_TAR_ENDINGS:
        return f"{path.stem}.tar"
    return path.stem if ending in _PACKED_ENDINGS else f"{outer} (unpacked)"
