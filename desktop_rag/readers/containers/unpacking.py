"""Writes members into the scratch folder, within limits that no archive can talk its way around.

Limits are measured on the bytes that really come out, never on the sizes that an archive declares.
"""

import contextlib
import os
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Protocol, Self

from desktop_rag.core.disk_space import LEAST_FREE, check_room, is_no_space, no_space
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.file_paths import inner_parts
from desktop_rag.core.private_files import make_folders
from desktop_rag.core.schema import Document
from desktop_rag.core.user_text import UserText, joined
from desktop_rag.readers.base import Contents, Member, NothingToRead, ReadOptions
from desktop_rag.readers.containers.names import Names, ending_of, is_junk

MOST_MEMBERS = 200_000  # that one file on disk brings, counted over all levels: a mailbox of many years
ALWAYS_MEMBERS = 2_000
BYTES_A_MEMBER = 64  # of the file on disk, beyond those: an entry of a zip archive has at least 77, a message more
DEEPEST = 3  # containers within containers
TIMES_MAXIMUM = 10  # all members together, in terms of the largest file that is read
MOST_TIMES_LARGER = 100  # than the container, beyond the first megabytes
HARMLESS_BYTES = 64 << 20
BOMB = "It unpacks to far more data than it should, as if made to fill the disk. The rest was left out."
_BLOCK = 1 << 18
_LATEST = 1 << 33  # seconds since 1970
_FRACTIONS = 1_000_000  # of a second
_CHECK_ROOM = 16 << 20
_ROOM_LEFT = 128 << 20  # on the disk: four children may write that much each between two checks
_REASONS: dict[str, tuple[Callable[[int, int], str], Callable[[int, int], str]]] = {  # of one file, of several
    "locked": (
        lambda n, _: UserText("{n} file in it is protected by a password.", n=n),
        lambda n, _: UserText("{n} files in it are protected by a password.", n=n),
    ),
    "damaged": (
        lambda n, _: UserText("{n} file in it is damaged.", n=n),
        lambda n, _: UserText("{n} files in it are damaged.", n=n),
    ),
    "large": (
        lambda n, mb: UserText("{n} file in it is larger than {mb} MB.", n=n, mb=mb),
        lambda n, mb: UserText("{n} files in it are larger than {mb} MB.", n=n, mb=mb),
    ),
    "method": (
        lambda n, _: UserText("{n} file in it is packed in a format this program does not know.", n=n),
        lambda n, _: UserText("{n} files in it are packed in a format this program does not know.", n=n),
    ),
    "deep": (
        lambda _n, _mb: "The file inside it is nested too deeply to be read.",
        lambda n, _: UserText("The {n} files inside it are nested too deeply to be read.", n=n),
    ),
}


class Unpack(Protocol):
    """Takes a container apart; see the package."""

    def __call__(self, path: Path, options: ReadOptions, name: str = "", wanted: str = "") -> Contents:
        """Return the contents of a container."""


class Readable(Protocol):
    """A source of bytes."""

    def read(self, size: int, /) -> bytes:
        """Return the next bytes, at most ``size``."""


def most_members(size: int) -> int:
    """Return the maximum number of files one of this size on disk may bring, including nested ones."""
    return min(MOST_MEMBERS, max(ALWAYS_MEMBERS, size // BYTES_A_MEMBER))


def too_many(count: int) -> str:
    """Return a notice that ``count`` files inside one were left out, "" for none."""
    if count == 1:
        return UserText("{n} file in it was left out because there are too many.", n=count)
    return UserText("{n} files in it were left out because there are too many.", n=count) if count else ""


class EnoughError(Exception):
    """A limit of the whole container is met; what came out so far is kept."""


class Unpacker:
    """Takes the members of one container as they come; ``wanted`` limits it to one."""

    def __init__(self, path: Path, options: ReadOptions, name: str = "", wanted: str = "") -> None:
        self.members: list[Member] = []
        self.left_out: Counter[str] = Counter()
        self.counts_stream = False  # the stream that members are read from is counted instead of them
        self.trusted = False  # what comes out cannot be more than what is there
        self.maximum_bytes = options.maximum_bytes
        self._options = options
        self._wanted = wanted
        self._named = 0
        self._names = Names()
        status = path.stat()
        self._most = most_members(status.st_size) if options.most_members is None else options.most_members
        self._size, self._modified = status.st_size, max(0.0, status.st_mtime)
        self._total = 0
        self._unchecked = 0
        self._room_left = LEAST_FREE  # little is taken out of most containers
        self._stopped = ""
        self._too_deep = len(inner_parts(name)) >= DEEPEST

    @property
    def done(self) -> bool:
        """True if the one wanted member is there."""
        return bool(self._wanted and self.members)

    @property
    def full(self) -> bool:
        """True if all allowed members have a name: more are counted, not unpacked."""
        return not self._wanted and self._named >= self._most

    def leave_out(self, count: int) -> None:
        """Record that ``count`` members are left out because there are too many."""
        self.left_out["many"] += count

    @property
    def most_bytes(self) -> int:
        """The maximum number of bytes from a container of this size."""
        return max(HARMLESS_BYTES, MOST_TIMES_LARGER * self._size)

    def name(self, raw: str) -> str:
        """Return the next member's name, "" when it need not be unpacked; once for each member, in order."""
        if self.full:
            self.leave_out(not is_junk(raw))
            return ""
        name = self._names.of(raw)
        # only now: the names of later members depend on all before, wanted or not
        if not name or (self._wanted and name != self._wanted) or self._options.scratch is None:
            return ""
        if self._too_deep:
            self.left_out["deep"] += 1
            return ""
        self._named += 1
        return name

    def begin(self, name: str, modified: float | None = None) -> "Sink":
        """Return the sink for a member's bytes."""
        scratch = self._options.scratch or Path()
        make_folders(scratch)
        # a number on disk: names from archives may be too long, or not allowed by this system
        return Sink(self, Member(name, scratch / f"{len(self.members):06d}{ending_of(name)}", modified))

    def add(self, name: str, chunks: Iterable[bytes], modified: float | None = None) -> None:
        """Write a member; what ``chunks`` raises is passed on, without the half of a member.

        Raises:
            EnoughError: a limit of the container is met.

        """
        with self.begin(name, modified) as sink:
            for chunk in chunks:
                if not sink.write(chunk):
                    break

    def count(self, size: int) -> None:
        """Add ``size`` bytes to those unpacked, including bytes that are not kept.

        Raises:
            EnoughError: they are too many.

        """
        self._total += size
        if self.trusted:
            return
        if self._total > self.most_bytes:
            self.stop(BOMB)
        if self._total > TIMES_MAXIMUM * self._options.maximum_bytes:
            limit = TIMES_MAXIMUM * self._options.maximum_bytes >> 20
            self.stop(UserText("It holds more than {limit} MB. The rest was left out.", limit=limit))

    def time_of(self, modified: float | None, crc: int) -> float:
        """Return a member's time: its own to the second, else its container's; the fraction differs by content.

        Many archives give all their members the same time, and a member of the same size and time is not read again.
        """
        known = (
            modified is not None and 0 <= modified < _LATEST
        )  # an archive may say anything, also that it is no number
        return int(modified if modified is not None and known else self._modified) + crc % _FRACTIONS / _FRACTIONS

    def check_room(self, size: int) -> None:
        """Make sure now and then that the disk does not fill up with what is about to be written.

        Raises:
            NoSpaceError: it does.

        """
        self._unchecked -= size
        if self._unchecked <= 0 and self._options.scratch is not None:
            check_room(self._options.scratch, self._room_left)
            self._unchecked, self._room_left = _CHECK_ROOM, _ROOM_LEFT

    def stop(self, reason: str) -> None:
        """Leave the rest out.

        Raises:
            EnoughError: always.

        """
        self.note_stop(reason)
        raise EnoughError(reason)

    def note_stop(self, reason: str) -> None:
        """Remember why the rest was left out; the first reason counts."""
        self._stopped = self._stopped or reason

    def notice(self) -> str:
        """Return in plain words what was left out, apart from what was too much (``Contents.left_out``)."""
        megabytes = self._options.maximum_bytes >> 20
        said = (
            _REASONS[reason][count != 1](count, megabytes)
            for reason, count in self.left_out.items()
            if count and reason in _REASONS
        )
        return reduce(joined, (*said, self._stopped), "")

    def contents(self, pages: Iterable[Document] = (), notice: str = "") -> Contents:
        """Return the members with these pages, and a notice of what was left out."""
        return Contents(pages, self.members, joined(notice, self.notice()), self.left_out["many"])

    def archive_contents(self, *, damaged: bool = False) -> Contents:
        """Return the members of an archive, which has no pages itself.

        Raises:
            UserError: nothing could be read.
            NothingToRead: there is nothing in it, or it lies too deep.

        """
        notice = "It is damaged. The rest could not be read." if damaged and self.members else ""
        if self.members or self.left_out["many"] or (self._options.scratch is None and not damaged):
            return self.contents(notice=notice)
        raise self._why_nothing(damaged=damaged)

    def _why_nothing(self, *, damaged: bool) -> UserError:
        """Return the error for an archive without readable members."""
        if self.left_out["locked"]:
            return UserError("The archive is protected by a password.", "Unpack it and add the folder.")
        if damaged or self.left_out["damaged"]:
            return UserError("The archive is damaged.", "Download it again, or repair it with the app that created it.")
        if self._stopped:
            return UserError(self._stopped, "If you trust it, unpack it and add the folder.")
        return NothingToRead(self.notice() or "The archive contains nothing readable.")


class Sink:
    """Takes the bytes of one member; as a context, keeps the member when nothing went wrong."""

    def __init__(self, unpacker: Unpacker, member: Member) -> None:
        self._unpacker = unpacker
        self._member = member
        self._size = self._crc = 0
        self._kept = True
        self._file = member.path.open("wb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close(complete=kind is None)

    def write(self, chunk: bytes | bytearray) -> bool:
        """Take the next bytes; False when they are too many and no more are wanted.

        Raises:
            EnoughError: a limit of the container is met.
            NoSpaceError: the disk is full.
            UserError: the disk fails.

        """
        self._size += len(chunk)
        if not self._unpacker.counts_stream:
            self._unpacker.count(len(chunk))
        if self._size > self._unpacker.maximum_bytes:
            self._kept = False
            return False
        self._unpacker.check_room(len(chunk))
        self._crc = zlib.crc32(chunk, self._crc)
        try:
            self._file.write(chunk)
        except OSError as error:
            if is_no_space(error):
                raise no_space(self._member.path.parent) from error
            raise UserError(
                UserText("The file cannot be unpacked: {reason}.", reason=reason_of(error)), "Check the disk."
            ) from error
        return True

    def close(self, *, complete: bool) -> None:
        """Keep the member, or forget it."""
        self._file.close()
        if complete and self._kept:
            modified = self._unpacker.time_of(self._member.modified, self._crc)
            with contextlib.suppress(OSError, OverflowError, ValueError):
                os.utime(self._member.path, (modified, modified))
            self._unpacker.members.append(replace(self._member, modified=modified))
            return
        self._member.path.unlink(missing_ok=True)
        if complete:
            self._unpacker.left_out["large"] += 1


def blocks(stream: Readable) -> Iterator[bytes]:
    """Yield a stream's bytes in blocks."""
    while block := stream.read(_BLOCK):
        yield block
