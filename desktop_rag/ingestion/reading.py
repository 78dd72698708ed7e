"""Reads what waits in the journal and stores it: files by priority, and the files inside them."""

import os
import shutil
import stat
import time
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice, takewhile
from pathlib import Path

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.disk_space import check_room, has_room
from desktop_rag.core.errors import NoSpaceError, UserError
from desktop_rag.core.file_paths import INSIDE, real_path
from desktop_rag.core.user_text import UserText
from desktop_rag.ingestion.comparing import forget
from desktop_rag.ingestion.parser_pool import ParserPool
from desktop_rag.ingestion.progress import BeingRead, Progress, RateMeter
from desktop_rag.ingestion.rules import FolderRules, IgnoreRules
from desktop_rag.ingestion.scanner import FoundFile
from desktop_rag.ingestion.spool import discard_spool, read_spool
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.readers.base import ReadOptions
from desktop_rag.readers.containers.unpacking import most_members, too_many
from desktop_rag.storage.records import NO_ROOM, DocumentRecord, KnownFile
from desktop_rag.storage.sqlite.journal import UNREAD
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
        """Return True if a path is the real one; otherwise drop it, as one with ``..``, which the scan never finds."""
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


def _ignore(_records: Sequence[DocumentRecord], _seconds: float) -> None:
    """Do nothing: nobody measures."""


@dataclass(frozen=True, slots=True)
class ParserSetup:
    """The settings for reading files: the children, the splitting, and the folder for unpacked files.

    ``took`` hears of records, and of the seconds that they took to be read and stored.
    """

    parsers: ParserPool
    scratch: Path
    splitting: Splitting = field(default_factory=Splitting)
    took: Callable[[Sequence[DocumentRecord], float], None] = _ignore


class ReadRun:
    """One run through the journal of a library."""

    def __init__(
        self, storage: StorageContext, parsing: ParserSetup, report: Callable[[Progress], None], token: CancelToken
    ) -> None:
        self._storage = storage
        self._parsing = parsing
        self._report = report
        self._token = token
        self._folder = storage.path.parent if storage.path is not None else parsing.scratch.parent
        self._queue = ReadQueue(storage, self._check_room)
        self._containers: dict[str, Container] = {}
        self._put_off: set[str] = set()  # files on disk that stay in the journal: there was no room for them
        self._unpacked = 0
        self._folders: dict[str, Path] = {}  # where the members of files on disk are unpacked
        self._rules: dict[str, FolderRules] = {}
        self._progress = Progress("reading")
        self._read = 0
        self._meter = RateMeter()

    def run(self, unchanged: int = 0) -> frozenset[str]:
        """Read until nothing waits any more; ``unchanged`` files count as done from the beginning.

        Return the files that go on waiting, because they need more room than the disk has.

        Raises:
            CancelledError: stopped; what is finished is kept, the rest waits.
            NoSpaceError: the disk is full; the rest waits.
            UserError: the library cannot be written.

        """
        self._rules = {root.path: FolderRules.from_json(root.rules) for root in self._storage.folders.all()}
        languages = self._storage.files.languages()

        def options_of(file: FoundFile) -> ReadOptions:
            return self._options(file, languages)

        self._progress = replace(self._progress, files_done=unchanged, files_total=unchanged + len(self._queue))
        self._report(self._progress)
        try:
            began = time.monotonic()
            parsed = self._parsing.parsers.parse_files(
                self._queue, self._token, options_of, splitting=self._parsing.splitting
            )
            # closed here: an error that is kept somewhere would keep the generator, and with it the children
            with closing(parsed):
                for records in parsed:
                    self._take(records)
                    if records:
                        now = time.monotonic()
                        self._parsing.took(records, now - began)
                        began = now
        finally:
            shutil.rmtree(self._parsing.scratch, ignore_errors=True)
        return frozenset(self._put_off)

    def _check_room(self) -> None:
        """Raise NoSpaceError when the disk is nearly full: reading would then fail through no fault of the file."""
        check_room(self._folder)

    def _options(self, file: FoundFile, languages: tuple[str, ...]) -> ReadOptions:
        outermost = file.container or file.path
        root = self._storage.folders.of(outermost, os.sep)
        rules = self._rules.get(root.path if root else "", FolderRules())
        self._unpacked += 1
        folder = self._folders.setdefault(outermost, self._parsing.scratch / str(self._unpacked))
        held = self._containers.get(outermost)
        left = most_members(file.size) if held is None else held.most - len(held.seen)
        options = ReadOptions(folder / str(self._unpacked), rules.ocr, languages, rules.maximum_bytes)
        return replace(options, most_members=max(0, left))

    def _take(self, records: Sequence[DocumentRecord]) -> None:
        """Store finished records, and queue the files they contain; a large file has a separate transaction."""
        if not records:
            self._tell(records)  # also that nothing was done meanwhile
            return
        with_room = [record for record in records if not self._lacked_room(record)]
        self._try([record for record in with_room if not record.spool])
        for record in with_room:
            if record.spool:
                self._try_large(record)
        for record in records:
            self._handed_back(record)
        self._storage.checkpoint()
        self._tell(records)

    def _try(self, records: Sequence[DocumentRecord]) -> None:
        """Store records together; those without room remain waiting.

        Raises:
            NoSpaceError: there is no room for anything else either.

        """
        if not records:
            return
        try:
            with self._storage.transaction():
                for record in records:
                    # stored by ``_close``, after its members: a run that is killed in between reads it again
                    if record.members and not record.container:
                        self._open(record)
                    else:
                        self._store(record)
        except NoSpaceError:
            self._put_off |= {record.container or record.path for record in records}
            self._check_room()

    def _try_large(self, record: DocumentRecord) -> None:
        """Store a large file; if pieces of it got lost, record that it is to be read once more."""
        try:
            self._try([record])
        except UserError as error:
            if isinstance(error, NoSpaceError) or not error.retryable:
                raise
            # without a time: the next run takes it for changed and reads it again
            lost = replace(record, state="failed", reason=error.message, pages=(), nodes=(), spool="", mtime_ns=UNREAD)
            with self._storage.transaction():
                self._replace(lost)

    def _lacked_room(self, record: DocumentRecord) -> bool:
        """Return True if a file could not be read for lack of room; it then remains waiting."""
        lacked = record.state == NO_ROOM or (record.state == "failed" and not has_room(self._folder))
        if lacked:
            discard_spool(record.spool)
            self._put_off.add(record.container or record.path)
        return lacked

    def _open(self, record: DocumentRecord) -> None:
        """Queue the members of a file on disk; it is stored when they are."""
        known, most = self._storage.files.members(record.path), most_members(record.size)
        self._containers[record.path] = Container(record, known, most)
        self._unpack(record.path, record)

    def _unpack(self, container: str, record: DocumentRecord) -> None:
        """Queue the members of a file on disk or of one inside it, apart from those that are stored as they are now."""
        held = self._containers[container]
        held.left_out += max(0, record.left_out)
        root = self._storage.folders.of(container, os.sep)
        ignoring = IgnoreRules(self._rules.get(root.path, FolderRules()), root.path) if root is not None else None
        for member in record.members:
            # rules for folders hold for paths inside archives too
            if ignoring is not None and ignoring.why_by_pattern(member.path):
                continue
            if len(held.seen) >= held.most:
                held.left_out += 1
                continue
            held.seen.add(member.path)
            known = held.known.get(member.path)
            if (
                known is not None
                and known.state != "offline"
                and (known.size, known.mtime_ns) == (member.size, member.mtime_ns)
            ):
                held.seen.update(held.known_inside(member.path))
                continue
            held.remaining += 1
            # in memory only: the journal keeps the file on disk, which brings its members again
            self._queue.members.append(
                FoundFile(member.path, member.size, member.mtime_ns, source=member.source, container=container)
            )

    def _handed_back(self, record: DocumentRecord) -> None:
        """Note that a record was taken; the file it lies in may be complete now."""
        path = record.container or record.path
        held = self._containers.get(path)
        if held is not None:
            # the file itself is handed back as well, and counts for nothing
            held.remaining -= bool(record.container)
            if held.remaining:
                return
            if path not in self._put_off:
                self._close(held)
            del self._containers[path]
        if path not in self._put_off:
            self._queue.handed_out.pop(path, None)
        folder = self._folders.pop(path, None)
        if folder is not None:  # also what is left of a file that failed
            shutil.rmtree(folder, ignore_errors=True)

    def _close(self, held: Container) -> None:
        """Store a file whose members are stored, and forget those that are not in it any more."""
        path = held.record.path
        try:
            with self._storage.transaction():
                self._store(_with_left_out(held.record, held.left_out))
                stored = self._storage.files.known_file(path)
                kept = held.seen if stored is not None and stored.state == "parsed" else frozenset()
                self._storage.documents.delete_files(sorted((held.known.keys() | held.seen) - kept))
        except NoSpaceError:
            self._put_off.add(path)
            self._check_room()

    def _store(self, record: DocumentRecord) -> None:
        """Put one file into the library in place of an older version; the caller holds the transaction.

        Nothing happens when it, or the file it lies in, was taken out of the journal while it was read.
        """
        try:
            if self._storage.journal.is_waiting(record.container or record.path):
                self._store_wanted(record)
        finally:
            discard_spool(record.spool)

    def _store_wanted(self, record: DocumentRecord) -> None:
        files, journal = self._storage.files, self._storage.journal
        if not record.container:
            if record.state == "failed" and not _can_be_opened(real_path(record.path)):
                self._store_unreachable(record)
                return
        elif record.members or record.left_out:
            self._unpack(record.container, record)
            record = _with_left_out(record, record.left_out)
        known = files.known_file(record.path)
        if _same_content(record, known):
            files.touch(record.path, record.size, record.mtime_ns)
            self._take_out(record)
            return
        if known is not None and not record.container:
            # those left out as copies of what this file was: they may be the only ones left
            journal.queue(files.left_out_for([record.path]))
        self._replace(self._unless_twin(record))
        if not record.members and record.path not in self._containers:
            self._storage.documents.delete_files(files.members(record.path))

    def _take_out(self, record: DocumentRecord) -> None:
        """Take a file on disk that was read out of the journal."""
        if not record.container:
            asked = self._queue.handed_out[record.path]
            self._storage.journal.done(asked.path, asked.size, asked.mtime_ns)

    def _store_unreachable(self, record: DocumentRecord) -> None:
        """Record that a file or its drive is gone: its stored content stays until the disk is compared."""
        self._take_out(record)
        if self._storage.files.read_files([record.path]):
            # the next comparison that finds it takes it for changed: it may have been asked to be read again
            self._storage.files.touch(record.path, record.size, UNREAD)
            return
        if os.path.lexists(real_path(record.path)):
            self._storage.documents.replace_file(replace(record, mtime_ns=UNREAD))
        else:
            forget(self._storage, [record.path])

    def _replace(self, record: DocumentRecord) -> None:
        """Store a record, which does not wait any more then."""
        pieces, finish = read_spool(record.spool), partial(self._take_out, record)
        self._storage.documents.replace_file(record, pieces, finish=finish)

    def _unless_twin(self, record: DocumentRecord) -> DocumentRecord:
        """Return the record, or one that says which other file is the same: the first one by path is kept."""
        if record.container or record.state != "parsed" or not record.content_hash:
            return record
        files, documents = self._storage.files, self._storage.documents
        twin = files.same_content(record.content_hash, record.path)
        if not twin or record.path > twin:
            return _left_out(record, twin) if twin else record
        known = files.known_file(twin)
        if known is not None:
            documents.delete_files(files.members(twin))
            documents.replace_file(
                _left_out(DocumentRecord(twin, known.size, known.mtime_ns, known.content_hash, {}), record.path)
            )
        return record

    def _tell(self, records: Sequence[DocumentRecord]) -> None:
        """Report how far the run is, and which files are being read: first the one that takes longest."""
        running = sorted(self._parsing.parsers.running(self._token), key=lambda file: -file.seconds)
        first = running[0] if running else BeingRead("")
        before = self._progress
        done, left = before.files_done + len(records), len(self._queue)
        self._read += len(records)
        self._meter.update(self._read)
        self._progress = replace(
            before,
            files_done=done,
            files_total=done + left,
            current=records[-1].path if records else before.current,
            nodes=before.nodes + sum(len(record.nodes) for record in records),
            per_second=self._meter.per_second,
            seconds_left=self._meter.seconds_left(left, first.seconds),
            failed=before.failed + sum(record.state == "failed" for record in records),
            skipped=before.skipped + sum(record.state == "skipped" for record in records),
            running=tuple(file.path for file in running),
            running_seconds=first.seconds,
            running_pages=first.pages,
        )
        self._report(self._progress)


def _with_left_out(record: DocumentRecord, count: int) -> DocumentRecord:
    """Return the record of a file that says how many of the files inside it, at any depth, were too many."""
    return replace(record, reason=" ".join(filter(None, (record.reason, too_many(count)))))


def _can_be_opened(path: Path) -> bool:
    """Return True if a file's content can be read now: its drive may be gone, or another program lock it."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return False
        # a file of a cloud drive has a size and a time, but may not be fetched until it is read
        with path.open("rb") as file:
            file.read(1)
    except OSError:
        return False
    return True


def _same_content(record: DocumentRecord, known: KnownFile | None) -> bool:
    """Return True if a file that looked changed has the same content."""
    return known is not None and record.state == known.state == "parsed" and record.content_hash == known.content_hash


def _left_out(record: DocumentRecord, twin: str) -> DocumentRecord:
    """Return the record of a file that is the same as another one."""
    return replace(
        record,
        state="skipped",
        reason=UserText("It is the same as {twin}.", twin=twin),
        pages=(),
        nodes=(),
        members=(),
        spool="",
    )
