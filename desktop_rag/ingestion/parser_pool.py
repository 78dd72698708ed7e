"""Reads many files in children: small ones many at a time, and of what kills a child only the guilty one is lost."""

import contextlib
import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from multiprocessing.connection import wait
from pathlib import Path

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import INSIDE
from desktop_rag.ingestion.parse import ParseTask, Part, parse_batch, prepare_to_parse, unread
from desktop_rag.ingestion.progress import BeingRead
from desktop_rag.ingestion.scanner import FoundFile
from desktop_rag.ingestion.spool import discard_spool
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.processes.child import Child, ChildDiedError, too_large, too_slow
from desktop_rag.processes.confinement.limits import Limits
from desktop_rag.processes.pool import POLL_SECONDS, ChildProcesses
from desktop_rag.readers.base import ReadOptions
from desktop_rag.storage.records import DocumentRecord, MemberRecord

OptionsOf = Callable[[FoundFile], ReadOptions]
"""How a file is to be read, asked when its turn has come."""
_log = logging.getLogger(__name__)
_AHEAD = 64  # files looked at before their turn
_MOST_RECORDS, _MOST_CHARS = 64, 2_000_000  # handed over at a time
# A transaction and a checkpoint for each small file take the one who stores them a third of its time.
_GATHERING_SECONDS = 0.1
_TELL_SECONDS = 1.0
_STILLBORN = 3
_BATCH_FILES, _BATCH_BYTES = 16, 256 * 1024
# 872 pages in a Word file of 0.5 MB took as long as a schema of 5 MB
_PACKED_TEXT, _PACKED_WORK = (".docx", ".epub", ".odt", ".xlsx", ".ods"), 10
_AT_WORK, _PATIENCE = 0.5, 5.0  # of the time allowed: worked all along; waited for something
_START_SECONDS = 120.0  # between files, and before the first: a child that needs more is broken


class ParserPool:
    """Parses files in children, a few ahead of the one who stores them (so memory stays flat).

    ``plugins`` returns the setting of that name.
    """

    def __init__(self, children: ChildProcesses, plugins: Callable[[], str] = lambda: "") -> None:
        self._children = children
        self._plugins = plugins
        self._lock = threading.Lock()
        self._runs: list[tuple[CancelToken, _Run]] = []
        self._spools = 0

    def parse_files(
        self,
        files: Iterable[FoundFile],
        token: CancelToken,
        options_of: OptionsOf = lambda _: ReadOptions(),
        *,
        splitting: Splitting,
    ) -> Generator[list[DocumentRecord]]:
        """Yield records for all files, cut by ``splitting``, in the order in which they are finished.

        ``files`` is asked again after it ended, as long as others are read: it may bring what was found inside those.
        A record with a ``spool`` is stored with ``ingestion.spool.read_spool``.

        Raises:
            CancelledError: the job was stopped.
            UserError: no child can be started.

        """
        run = _Run(self._children, iter(files), lambda file: self._task(file, splitting, options_of))
        with self._lock:
            self._runs.append((token, run))
        try:
            yield from run.records(token)
        finally:
            with self._lock:
                self._runs.remove((token, run))
            run.close()

    def running(self, token: CancelToken) -> tuple[BeingRead, ...]:
        """Return the files that are being read at this moment for the job with this token."""
        with self._lock:
            return tuple(file for job, run in self._runs if job is token for file in run.running)

    def warm_up(self) -> None:
        """Start a child, so that the first files do not wait for it; returns at once."""
        child = self._children.lease()
        try:
            child.send(prepare_to_parse, limits=Limits.of_file(0))
        except ChildDiedError:  # as good as none; what is wrong is told by the first file
            self._children.discard(child)
        else:
            self._children.give_back(child)

    def _task(self, file: FoundFile, splitting: Splitting, options_of: OptionsOf) -> ParseTask:
        """Return the task for a child to read a file."""
        options, scratch = replace(options_of(file), plugins=self._plugins()), self._children.scratch
        if options.scratch is not None:
            return ParseTask(file, splitting, options, options.scratch.with_name(f"{options.scratch.name}.spool"))
        with self._lock:
            self._spools += 1
        spool = scratch.folder / f"{self._spools}.spool" if scratch is not None else None
        return ParseTask(file, splitting, options, spool)


class _Parser:
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
        """True if small files may be handed over before it is done with those it has."""
        return len(self.tasks) <= _BATCH_FILES // 2 and not self.large and not self.worn_out

    def give(self, tasks: Sequence[ParseTask]) -> None:
        """Hand over files; ChildDiedError when there is no child any more."""
        self.large = _is_large(tasks[0])
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
        """Record progress of the child with the file, of which ``pages`` are done."""
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
        """Return the error of the child at work: too slow, too large.

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


class _Run:
    """The reading of one sequence of files, by separate children as long as it lasts."""

    def __init__(
        self, children: ChildProcesses, files: Iterator[FoundFile], task_of: Callable[[FoundFile], ParseTask]
    ) -> None:
        self.running: tuple[BeingRead, ...] = ()
        self._children = children
        self._files = files
        self._task_of = task_of
        self._small: deque[ParseTask] = deque()
        self._large: deque[ParseTask] = deque()
        self._parsers: list[_Parser] = []
        self._ready: list[DocumentRecord] = []
        self._chars = 0
        self._stillborn = 0
        self._all_known = False  # no file is waiting to be looked at
        self._checked = self._handed_over = 0.0

    def records(self, token: CancelToken) -> Iterator[list[DocumentRecord]]:
        """Yield finished records until all are done; an empty list each second in which there were none."""
        told = time.monotonic()
        while True:
            token.raise_if_cancelled()
            self._look_ahead()
            self._hand_out()
            self._listen()
            self._watch()
            if self._ready and self._gathering_seconds() <= 0:
                ready, self._ready, self._chars = self._ready, [], 0
                yield ready
                self._handed_over = told = time.monotonic()
            elif time.monotonic() - told >= _TELL_SECONDS:
                yield []  # what is being read is news too: a large file may take minutes
                told = time.monotonic()
            elif not (self._ready or self._small or self._large or any(parser.tasks for parser in self._parsers)):
                return

    def close(self) -> None:
        """Let go of the children; those that are at work are killed."""
        self.running = ()
        for parser in self._parsers:
            for task in parser.tasks:
                discard_spool(str(task.spool or ""))
            if parser.tasks:
                self._children.discard(parser.child)
            else:
                self._children.give_back(parser.child)
        self._parsers = []

    def _look_ahead(self) -> None:
        """Take the next files, those that are not read at once to the records."""
        while len(self._small) + len(self._large) < _AHEAD and not self._is_full():
            file = next(self._files, None)
            self._all_known = file is None
            if file is None:
                return
            if file.reason:
                self._ready.append(unread(file, file.state, file.reason))
                continue
            task = self._task_of(file)
            (self._large if _is_large(task) else self._small).append(task)

    def _hand_out(self) -> None:
        """Give work to idle children, then further files to those that read small ones."""
        for parser in [parser for parser in self._parsers if not parser.tasks]:
            if parser.worn_out:
                self._parsers.remove(parser)
                self._children.discard(parser.child)
            else:
                self._give(parser)
        while (self._small or self._large) and len(self._parsers) < self._children.size:
            self._parsers.append(_Parser(self._children.lease()))
            self._give(self._parsers[-1])
        for parser in list(self._parsers):
            if parser.takes_more:
                self._give(parser, small=True)

    def _give(self, parser: _Parser, *, small: bool = False) -> None:
        """Give a child its next files, if there are any for it."""
        tasks = self._small_batch() if small else self._next_batch()
        if not tasks:
            return
        try:
            parser.give(tasks)
        except ChildDiedError as death:
            self._bury(parser, death)

    def _next_batch(self) -> list[ParseTask]:
        """Return a large file or some small ones; large ones never take all children from the small ones."""
        at_large = sum(parser.large for parser in self._parsers if parser.tasks)
        # one child is always left for small files: they become searchable first
        if self._large and (not self._small or at_large < self._children.size - 1):
            return [self._next_large()]
        return self._small_batch()

    def _next_large(self) -> ParseTask:
        """Return the next large file; of the last ones the longest, so that no child is left alone with it."""
        if not self._all_known:
            return self._large.popleft()
        longest = max(self._large, key=_expected_work)
        self._large.remove(longest)
        return longest

    def _small_batch(self) -> list[ParseTask]:
        """Return the next small files, at least one if there is one."""
        batch: list[ParseTask] = []
        size = 0
        while self._small and len(batch) < _BATCH_FILES and size + self._small[0].file.size <= _BATCH_BYTES:
            batch.append(self._small.popleft())
            size += batch[-1].file.size
        return batch

    def _listen(self) -> None:
        """Receive the children's messages, waiting a moment for them unless there are records already."""
        talking = {parser.child.connection: parser for parser in self._parsers if parser.tasks}
        if not talking:
            return
        for connection in wait(list(talking), self._gathering_seconds() if self._ready else POLL_SECONDS):
            parser = next(parser for known, parser in talking.items() if known is connection)
            try:
                while not self._is_full() and parser.child.connection.poll():
                    message = parser.child.receive()
                    self._take(parser, message.kind, message.value)
            except ChildDiedError as death:
                self._bury(parser, death)
        self.running = tuple(parser.being_read() for parser in self._parsers if parser.began)

    def _take(self, parser: _Parser, kind: str, value: object) -> None:
        """Handle one message of a child; one that cannot continue counts as dead."""
        if kind == "failed":
            raise ChildDiedError(None, near_limit=isinstance(value, MemoryError))
        if kind != "part":
            parser.worn_out = self._children.is_worn_out(parser.child)
            return
        if not isinstance(value, Part) or not parser.tasks:
            raise ChildDiedError(None)
        match value:
            case Part("begin"):
                parser.begin()
            case Part("tick"):
                parser.tick(value.pages)
            case Part("bug"):
                _log.warning("reading %s failed:\n%s", parser.tasks[0].file.path, value.trace)
            case Part("record", _, DocumentRecord() as record):
                admit(record, parser.tasks[0])
                parser.finish()
                self._stillborn = 0
                self._ready.append(record)
                self._chars += sum(len(page.text) for page in record.pages)

    def _watch(self) -> None:
        """Kill the children that take too long or too much memory."""
        if time.monotonic() - self._checked < POLL_SECONDS:
            return
        self._checked = time.monotonic()
        for parser in list(self._parsers):
            # one that has something to tell got on; it was we who did not listen
            complaint = None if parser.child.connection.poll() else parser.complaint()
            if complaint is not None:
                self._set_aside(parser, complaint)

    def _bury(self, parser: _Parser, death: ChildDiedError) -> None:
        """Go on without a child that died: the file it was reading is to blame.

        Raises:
            CancelledError: the program closes.

        """
        error = self._children.explained(death)
        if not isinstance(error, UserError):
            raise error from death
        self._set_aside(parser, error)

    def _set_aside(self, parser: _Parser, error: UserError) -> None:
        """End a child; the file it was reading failed, the rest is for others.

        Raises:
            UserError: children end before they read anything.

        """
        self._parsers.remove(parser)
        self._children.discard(parser.child)
        if parser.began:
            task = parser.tasks.popleft()
            discard_spool(str(task.spool or ""))
            self._ready.append(unread(task.file, "failed", error.message))
        else:
            self._stillborn += 1
            if self._stillborn > _STILLBORN:
                raise UserError("The file reader cannot run.", "Restart the program.")
        # back to the front, in their order
        for task in reversed(parser.tasks):
            (self._large if _is_large(task) else self._small).appendleft(task)

    def _gathering_seconds(self) -> float:
        """Return the seconds to wait for more records beside those that are ready; 0 once a child has no work."""
        at_work = [parser for parser in self._parsers if parser.tasks]
        if self._is_full() or not at_work or len(at_work) < len(self._parsers):
            return 0.0
        return max(0.0, self._handed_over + _GATHERING_SECONDS - time.monotonic())

    def _is_full(self) -> bool:
        """Return True if there is enough to hand over."""
        return len(self._ready) >= _MOST_RECORDS or self._chars >= _MOST_CHARS


def admit(record: DocumentRecord, task: ParseTask) -> None:
    """Take a record as the answer to a task; the files that were unpacked get their dates, which a child cannot set.

    Raises:
        ChildDiedError: it tells of another file, or of files elsewhere: code in the child is not ours any more.

    """
    same = (record.path, record.container) == (task.file.path, task.file.container)
    if not same or record.spool not in {"", str(task.spool or "")}:
        raise ChildDiedError(None)
    for member in record.members:
        if not (member.path.startswith(f"{record.path}{INSIDE}") and _is_below(member.source, task.options.scratch)):
            raise ChildDiedError(None)
    for member in record.members:
        _set_date(member)


def _is_below(path: str, folder: Path | None) -> bool:
    place = Path(path)
    return folder is not None and place.is_relative_to(folder) and ".." not in place.parts


def _set_date(member: MemberRecord) -> None:
    """Set an unpacked file's date to the one in its container: files in it without a date inherit it."""
    followed = os.utime not in os.supports_follow_symlinks
    with contextlib.suppress(OSError, OverflowError):
        os.utime(member.source, ns=(member.mtime_ns, member.mtime_ns), follow_symlinks=followed)


def _is_large(task: ParseTask) -> bool:
    """Return True if a file is read for itself, rather than with others."""
    return task.file.size > _BATCH_BYTES


def _expected_work(task: ParseTask) -> int:
    """Return the expected work for a file, in bytes of plain text."""
    packed = task.file.path.lower().endswith(_PACKED_TEXT)
    return task.file.size * (_PACKED_WORK if packed else 1)
