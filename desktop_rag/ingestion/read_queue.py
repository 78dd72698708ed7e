"""What a run reads next: the members of files that are being read, then what waits in the journal."""

import os
import time
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice, takewhile

from desktop_rag.core.file_paths import INSIDE, real_path
from desktop_rag.ingestion.scanner import FoundFile
from desktop_rag.storage.records import DocumentRecord, KnownFile
from desktop_rag.storage.storage_context import StorageContext

_AHEAD = 32  # files taken from the journal at once: as many come before one that is given priority
_CHECK_SECONDS = 0.5


@dataclass(slots=True)
class Container:
    """A file whose members are being read; its own record is stored when they are."""

    record: DocumentRecord
    known: dict[str, KnownFile]
    most: int  # files inside it, at any depth
    left_out: int = 0  # those beyond that
    remaining: int = 0
    seen: set[str] = field(default_factory=set)
    _sorted: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self._sorted = sorted(self.known)

    def known_inside(self, member: str) -> list[str]:
        """Return the stored paths inside a file that lies in this one."""
        first = bisect_left(self._sorted, member + INSIDE)
        return list(takewhile(lambda path: path.startswith(member + INSIDE), islice(self._sorted, first, None)))


class ReadQueue(Iterator[FoundFile]):
    """Gives each file once; ``check`` is called now and then before one is given, and may raise."""

    def __init__(self, storage: StorageContext, check: Callable[[], None]) -> None:
        self._storage = storage
        self._check = check
        self._checked = 0.0
        self._ready: deque[FoundFile] = deque()
        self.members: deque[FoundFile] = deque()
        self.handed_out: dict[str, FoundFile] = {}

    def __next__(self) -> FoundFile:
        if not self.members and not self._ready:
            waiting = self._storage.journal.waiting(_AHEAD, self.handed_out)
            self._ready.extend(
                _found(one.path, one.size, one.mtime_ns) for one in waiting if self._leads_there(one.path)
            )
        if not self.members and not self._ready:
            raise StopIteration
        if time.monotonic() - self._checked > _CHECK_SECONDS:
            self._checked = time.monotonic()
            self._check()
        if self.members:
            return self.members.popleft()
        file = self._ready.popleft()
        self.handed_out[file.path] = file
        return file

    def _leads_there(self, path: str) -> bool:
        """Whether a path lies where it says; one that goes up on its way, as none that was found does, is given up."""
        real = str(real_path(path))
        if os.path.normpath(real) == real:
            return True
        with self._storage.transaction():
            self._storage.journal.drop(path, os.sep)
        return False

    def __len__(self) -> int:
        return self._storage.journal.count() + len(self.members)


def _found(path: str, size: int, mtime_ns: int) -> FoundFile:
    """Return a file of the journal as the parsers take it."""
    real = str(real_path(path))
    return FoundFile(path, size, mtime_ns, source="" if real == path else real)
