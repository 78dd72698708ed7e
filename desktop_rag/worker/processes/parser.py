"""A child that reads files, and the clock of the file that it reads."""

import time
from collections import deque
from collections.abc import Sequence

from desktop_rag.core.errors import UserError
from desktop_rag.ingestion.parse import ParseTask
from desktop_rag.ingestion.progress import BeingRead
from desktop_rag.worker.processes.child import Child, too_large, too_slow
from desktop_rag.worker.processes.confinement.limits import Limits
from desktop_rag.worker.processes.parsing_child import parse_batch

BATCH_FILES, BATCH_BYTES = 16, 256 * 1024
# 872 pages in a Word file of 0.5 MB took as long as a schema of 5 MB
_PACKED_TEXT, _PACKED_WORK = (".docx", ".epub", ".odt", ".xlsx", ".ods"), 10
_AT_WORK, _PATIENCE = 0.5, 5.0  # of the time allowed: worked all along; waited for something
_START_SECONDS = 120.0  # between files, and before the first: a child that needs more is broken


def is_large(task: ParseTask) -> bool:
    """Whether a file is read for itself, rather than with others."""
    return task.file.size > BATCH_BYTES


def expected_work(task: ParseTask) -> int:
    """Return how long a file is likely to take beside others, in bytes of plain text."""
    packed = task.file.path.lower().endswith(_PACKED_TEXT)
    return task.file.size * (_PACKED_WORK if packed else 1)


class Parser:
    """A child with the files it was given; the first of them is the one it reads, once that ``began``."""

    def __init__(self, child: Child) -> None:
        self.child = child
        self.tasks: deque[ParseTask] = deque()
        self.began = False
        self._began_at = 0.0
        self._pages = 0
        self.large = False
        self.worn_out = False
        self.limits = Limits.of_file(0)
        self._allowed = _START_SECONDS
        self._since = time.monotonic()
        self._spent = 0.0

    @property
    def takes_more(self) -> bool:
        """Whether small files may be handed over before it is done with those it has."""
        return len(self.tasks) <= BATCH_FILES // 2 and not self.large and not self.worn_out

    def give(self, tasks: Sequence[ParseTask]) -> None:
        """Hand over files; ChildDiedError when there is no child any more."""
        self.large = is_large(tasks[0])
        if not self.tasks:
            self._allow(_START_SECONDS)
        self.tasks.extend(tasks)
        self.child.used += len(tasks)
        self.child.send(parse_batch, list(tasks), limits=Limits.of_file(tasks[0].file.size), streams=True)

    def begin(self) -> None:
        """Note that the child began with the next file."""
        self.began, self._began_at, self._pages = True, time.monotonic(), 0
        self.limits = Limits.of_file(self.tasks[0].file.size)
        self._allow(self.limits.seconds)

    def being_read(self) -> BeingRead:
        """Return the file that the child reads."""
        return BeingRead(self.tasks[0].file.path, time.monotonic() - self._began_at, self._pages)

    def tick(self, pages: int) -> None:
        """Note that the child got on with the file, of which so many pages are done."""
        self._pages = pages
        # time that was left is not taken away: a large file had more to begin with
        left = self._allowed - (time.monotonic() - self._since)
        self._allow(max(left, Limits.of_file(0).seconds))

    def finish(self) -> None:
        """Note that the child is done with the file."""
        self.tasks.popleft()
        self.began = False
        self._allow(_START_SECONDS)

    def complaint(self) -> UserError | None:
        """Return what is wrong with the child at work: too slow, too large.

        A child that could not run, as the machine is busy or its disk asleep, is given more time.
        """
        if not self.tasks:
            return None
        passed = time.monotonic() - self._since
        if passed > self._allowed:
            # on a busy machine the clock says little; what counts is what the child got to do
            worked = self.child.processor_seconds() - self._spent
            if worked > _AT_WORK * self._allowed or passed > _PATIENCE * self._allowed:
                return too_slow()
        return None if self.child.measure(self.limits.memory) else too_large()

    def _allow(self, seconds: float) -> None:
        """Give the child time from now on."""
        self._allowed = seconds
        self._since = time.monotonic()
        self._spent = self.child.processor_seconds()
