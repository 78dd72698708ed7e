"""ZIP archives, also those without their end."""

import lzma
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from inflate64 import Inflater

from desktop_rag.readers.base import Contents, ReadOptions
from desktop_rag.readers.containers.names import decoded
from desktop_rag.readers.containers.unpacking import EnoughError, Readable, Unpacker, blocks

_UTF8 = 0x800
_LOCKED = 0x1
_SIZE_FOLLOWS = 0x8
_UNICODE_PATH = 0x7075
_DEFLATE64 = 9
_LONGEST_SIZES = 24
_HEADER = struct.Struct("<4sHHHHHLLLHH")
_BROKEN = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError, struct.error, OverflowError)


@dataclass(frozen=True, slots=True)
class _Header:
    """The header of a member; ``packed`` is its compressed size."""

    label: str
    flags: int
    method: int
    packed: int


def unpack(path: Path, options: ReadOptions, name: str = "", wanted: str = "") -> Contents:
    """Take a ZIP archive apart.

    Raises:
        UserError: nothing of it could be read.
        NothingToRead: there is nothing in it.

    """
    unpacker = Unpacker(path, options, name, wanted)
    damaged = False
    try:
        with path.open("rb") as file:
            damaged = not _unpack_listed(file, unpacker) and _unpack_headers(file, unpacker)
    except EnoughError:
        pass
    return unpacker.archive_contents(damaged=damaged)


def _unpack_listed(file: BinaryIO, unpacker: Unpacker) -> bool:
    """Unpack the members in the list at the archive's end; return False when there is no such list."""
    try:
        archive = zipfile.ZipFile(file)
    except (*_BROKEN, NotImplementedError):
        return False
    with archive:
        entries = archive.infolist()
        for entry, raw in zip(entries, _names(entries), strict=True):
            mode = entry.external_attr >> 16
            # links too: what they point to may be anywhere on this disk
            if not raw or raw.endswith(("/", "\\")) or stat.S_IFMT(mode) not in (0, stat.S_IFREG):
                continue
            name = unpacker.name(raw)
            if name:
                _add(archive, entry, name, unpacker)
            if unpacker.done:
                break
    return True


def _add(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str, unpacker: Unpacker) -> None:
    if entry.flag_bits & _LOCKED:
        unpacker.left_out["locked"] += 1
        return
    try:
        if entry.compress_type == _DEFLATE64:
            unpacker.add(name, _deflate64(archive, entry), _time(entry))
        else:
            with archive.open(entry) as stream:
                unpacker.add(name, blocks(stream), _time(entry))
    except NotImplementedError:
        unpacker.left_out["method"] += 1
    except (*_BROKEN, RuntimeError):
        unpacker.left_out["damaged"] += 1


def _deflate64(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield the content of an entry packed with the method that Windows uses for large ones."""
    file = archive.fp
    if file is None:
        return
    file.seek(entry.header_offset)
    fields = _HEADER.unpack(file.read(_HEADER.size))
    # past name and extra field of the member's own header, which may differ from those in the list
    file.seek(fields[-2] + fields[-1], 1)
    yield from _inflated(Inflater(), file, entry.compress_size)


def _inflated(inflater: Inflater, file: Readable, size: int) -> Iterator[bytes]:
    """Yield the unpacked content of ``size`` bytes of a file."""
    left = size
    while left > 0 and not inflater.eof:
        block = file.read(min(left, 1 << 14))
        if not block:
            raise EOFError
        left -= len(block)
        yield inflater.inflate(block)


def _names(entries: Sequence[zipfile.ZipInfo]) -> list[str]:
    unmarked = [entry for entry in entries if not entry.flag_bits & _UTF8]
    try:
        # zipfile takes every unmarked name for cp437: back to its bytes, then guessed together
        guessed = decoded([entry.orig_filename.encode("cp437") for entry in unmarked])
    except UnicodeEncodeError:
        guessed = [entry.orig_filename for entry in unmarked]
    names = dict(zip(map(id, unmarked), guessed, strict=True))
    return [_unicode_path(entry.extra) or names.get(id(entry), entry.orig_filename) for entry in entries]


def _unicode_path(extra: bytes) -> str:
    """Return the name that stands beside the other one, "" when there is none."""
    while len(extra) >= 4:
        kind, size = struct.unpack_from("<HH", extra)
        if kind == _UNICODE_PATH and size > 5:
            # behind the version and the checksum of the other name
            return extra[9 : 4 + size].decode("utf-8", "replace")
        extra = extra[4 + size :]
    return ""


def _time(entry: zipfile.ZipInfo) -> float | None:
    try:
        return datetime(*entry.date_time).astimezone().timestamp()
    except (ValueError, OverflowError, OSError):
        return None


def _unpack_headers(file: BinaryIO, unpacker: Unpacker) -> bool:
    """Unpack an archive whose end is missing, from one member's own header to the next; returns True."""
    file.seek(0)
    try:
        while not unpacker.done and _unpack_next(file, unpacker):
            pass
    except _BROKEN:
        pass  # here the archive ends
    return True


def _unpack_next(file: BinaryIO, unpacker: Unpacker) -> bool:
    """Unpack the member whose header comes next; False when there is none."""
    header = _next_header(file)
    if header is None:
        return False
    if header.flags & _LOCKED or header.method not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        unpacker.left_out["locked" if header.flags & _LOCKED else "method"] += 1
        file.seek(header.packed, 1)
        return bool(header.packed)
    if header.flags & _SIZE_FOLLOWS and header.method == zipfile.ZIP_STORED:
        return False  # nobody knows where it ends
    _unpack_behind(header, file, unpacker)
    return True


def _next_header(file: BinaryIO) -> _Header | None:
    """Read the header that comes next, None when none does."""
    header = file.read(_HEADER.size)
    if len(header) < _HEADER.size or not header.startswith(b"PK\3\4"):
        return None
    _, _, flags, method, _, _, _, packed, _, name_size, extra_size = _HEADER.unpack(header)
    raw = file.read(name_size)
    name = raw.decode("utf-8", "replace") if flags & _UTF8 else decoded([raw])[0]
    return _Header(_unicode_path(file.read(extra_size)) or name, flags, method, packed)


def _unpack_behind(header: _Header, file: BinaryIO, unpacker: Unpacker) -> None:
    """Unpack the member behind its header, and move to the start of the next one."""
    chunks = _stored(file, header.packed) if header.method == zipfile.ZIP_STORED else _deflated(file)
    name = "" if header.label.endswith("/") else unpacker.name(header.label)
    if name:
        unpacker.add(name, chunks)
    for chunk in chunks:  # what was not wanted
        unpacker.count(len(chunk))
    if header.flags & _SIZE_FOLLOWS:
        _skip_sizes(file)


def _skip_sizes(file: BinaryIO) -> None:
    """Go on to the next header, past the sizes after a member, which have one of several forms."""
    place = file.tell()
    file.seek(place + max(0, file.read(_LONGEST_SIZES + 4).find(b"PK\3\4")))


def _stored(file: BinaryIO, size: int) -> Iterator[bytes]:
    while size > 0:
        block = file.read(min(size, 1 << 18))
        if not block:
            raise EOFError
        size -= len(block)
        yield block


def _deflated(file: BinaryIO) -> Iterator[bytes]:
    """Yield the next content unpacked, and leave the file at its end."""
    inflater = zlib.decompressobj(-15)
    while not inflater.eof:
        block = inflater.unconsumed_tail or file.read(1 << 14)
        if not block:
            raise EOFError
        yield inflater.decompress(block, 1 << 18)
    file.seek(-len(inflater.unused_data), 1)
