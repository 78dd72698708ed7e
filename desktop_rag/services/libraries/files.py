"""The files of a library: reading and listing them, and what the person decides about them."""

import datetime as dt
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_rag.core.csv_files import write_csv
from desktop_rag.core.errors import CancelledError, NoSpaceError, UserError
from desktop_rag.core.file_paths import INSIDE, is_inside, real_path, shown_name
from desktop_rag.core.jobs import Continue, JobKind, Lane
from desktop_rag.core.results.files import FilePage, FileQuery, FileState, FileStatus, FolderPreview
from desktop_rag.core.results.libraries import IndexStatus
from desktop_rag.core.user_text import UserText
from desktop_rag.ingestion.comparing import forget, forget_root
from desktop_rag.ingestion.rules import FolderRules, pattern_for
from desktop_rag.ingestion.scanner import nothing_at, split_roots
from desktop_rag.services.calls import OtherJobs, Upkeep, current_call
from desktop_rag.services.libraries.libraries import Libraries
from desktop_rag.services.libraries.reading_rates import ReadingRates
from desktop_rag.services.operations import Service, changes, reads, runs
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.file_list import every_file, files_after, list_files
from desktop_rag.storage.sqlite.folders import KEPT, set_aside
from desktop_rag.storage.sqlite.properties import set_paused
from desktop_rag.storage.storage_context import StorageContext

if TYPE_CHECKING:
    from desktop_rag.services.libraries.ingestion import LibraryIngestion

_FIRST = 1000  # before everything that waits
_ALONE, _UNATTENDED = OtherJobs(), Upkeep()
COLUMNS = ("File", "State", "Reason", "Pages", "Size in bytes", "Changed", "Path", "Inside of")


class LibraryFiles(Service):
    """Reads files into libraries (each named), lists them, and carries out the person's decisions about them.

    ``ingestion`` is made when something is to be read.
    """

    def __init__(
        self,
        files: IndexFiles,
        libraries: Libraries,
        ingestion: "Callable[[], LibraryIngestion]",
        rates: ReadingRates,
        jobs: OtherJobs = _ALONE,
        upkeep: Upkeep = _UNATTENDED,
    ) -> None:
        self._files = files
        self._libraries = libraries
        self._ingestion = ingestion
        self._rates = rates
        self._jobs = jobs
        self._upkeep = upkeep

    @runs(Lane.INDEX, JobKind.ADD)
    def add(
        self,
        name: str,
        paths: Sequence[Path],
        *,
        embed: bool = True,
        rules: FolderRules | None = None,
        allow_mass_delete: bool = False,
    ) -> IndexStatus | Continue[IndexStatus]:
        """Bring files and folders into a library and embed them; also continues interrupted or paused work.

        Without ``paths``, what was added before is brought up to date. ``rules`` are those of the named folders from
        now on. When more than a fifth of a folder is gone it is kept, unless ``allow_mass_delete``.
        """
        with self._noting_full(name), self._noting_missed(name, paths):
            there, missing = split_roots(paths)
            if missing and not there:
                raise nothing_at(missing[0])
            self._ingestion().add(name, there, current_call(), rules=rules, allow_mass_delete=allow_mass_delete)
        if not embed:
            return self._added(name, missing)
        return Continue(Lane.EMBED, lambda: self._embedded(name, missing))

    @runs(Lane.INDEX, JobKind.ADD)
    def resume(self, name: str) -> IndexStatus | Continue[IndexStatus]:
        """Go on with a library that was paused."""
        with self._noting_full(name), self._noting_missed(name, ()):
            self._set_paused(name, paused=False)
            self._ingestion().resume(name, current_call())
        return Continue(Lane.EMBED, lambda: self._embedded(name, ()))

    @runs(Lane.REFRESH, JobKind.REFRESH)
    def refresh(self, name: str, paths: Sequence[Path]) -> Continue[None] | None:
        """Scan some files and folders again: new, changed, gone; they are read before files that already wait.

        On a full disk everything waits until there is room; the library's notice tells.
        """
        with suppress(NoSpaceError), self._noting_full(name):
            with self._noting_missed(name, paths):
                self._ingestion().refresh(name, paths, current_call())
            if self._libraries.needs_vectors(name) and not self._is_embedded_soon(name):
                return Continue(Lane.EMBED, lambda: self._embed_with_room(name))
        self._upkeep.has_read(name)
        return None

    @changes("indexes", "documents", lane=Lane.STOP)
    def pause(self, name: str) -> None:
        """Stop reading a library until it is resumed, also after a restart; it stays searchable."""
        # before it is noted: for that a reader's transaction has to end
        self._jobs.interrupt(name, JobKind.ADD, JobKind.REFRESH)
        self._set_paused(name, paused=True)
        reading = self._jobs.interrupt(name, JobKind.ADD, JobKind.REFRESH)
        self._jobs.wait_for(name, reading, current_call().token)

    @changes("indexes", "documents")
    def retry(self, name: str, paths: Sequence[str]) -> None:
        """Read files, and those in folders, again; returns when they are queued.

        Raises:
            UserError: a path is not in the library.

        """
        self._read_again(name, paths)

    @changes("indexes", "documents")
    def retry_failed(self, name: str) -> None:
        """Read all files again that could not be read; returns when they are queued."""
        self._read_again(name, None)

    def _read_again(self, name: str, paths: Sequence[str] | None) -> None:
        with self._files.open(name) as storage, storage.transaction():
            for some in [paths] if paths is not None else _failed(storage):
                wanted = [file for path in some for file in _files_at(storage, name, path.partition(INSIDE)[0])]
                storage.files.doubt(wanted)
                storage.journal.queue(wanted, _FIRST)
        self._upkeep.look_at(name, ())

    @changes("indexes", "documents", "nodes")
    def exclude(self, name: str, paths: Sequence[str]) -> None:
        """Forget files and folders, also such that lie inside others, and leave them out from now on; they stay.

        Raises:
            UserError: a path is not in the library.

        """
        with self._files.open(name) as storage, storage.transaction():
            for path in dict.fromkeys(paths):
                root = storage.folders.of(path, os.sep)
                if root is None or not (os.path.lexists(real_path(path)) or _known_at(storage, path)):
                    raise _not_here(name, path)
                if not root.is_folder or path == root.path:
                    forget_root(storage, path)
                    continue
                if is_inside(path):
                    storage.documents.delete_files(storage.files.inside(path))
                rules = FolderRules.from_json(root.rules)
                ignore = (*rules.ignore, pattern_for(path, root.path))
                storage.folders.add(root.path, is_folder=True, rules=replace(rules, ignore=ignore).to_json())
        self._upkeep.look_at(name, [real_path(path) for path in paths if not is_inside(path)])

    @changes("indexes")
    def prioritise(self, name: str, paths: Sequence[str]) -> None:
        """Let files and folders be read before everything else that waits, the first one first."""
        with self._files.open(name) as storage, storage.transaction():
            for path in reversed(paths):
                storage.journal.prioritise(path, os.sep)

    @changes("indexes", "documents", "nodes")
    def remove(self, name: str, path: str) -> None:
        """Forget a folder or a file; the files themselves are untouched."""
        with self._files.open(name) as storage, storage.transaction():
            forget_root(storage, path)
        self._upkeep.has_read(name)

    @changes("indexes", "documents", "nodes")
    def remove_missing(self, name: str, folder: str) -> None:
        """Forget the files that are gone from a folder all at once."""
        with self._files.open(name) as storage, storage.transaction():
            forget(storage, storage.folders.gone_below(folder, os.sep))
        self._upkeep.has_read(name)

    @changes("indexes", "documents", "nodes")
    def keep_missing(self, name: str, folder: str) -> None:
        """Keep the files that are gone from a folder all at once searchable, for good."""
        with self._files.open(name) as storage, storage.transaction():
            set_aside(storage.connection, storage.folders.gone_below(folder, os.sep), KEPT)

    @changes("indexes", "documents")
    def allow_folders(self, name: str) -> None:
        """Let a library that came from elsewhere read the folders its file lists (``IndexInfo.folders_to_allow``)."""
        self._decide(name, read=True)

    @changes("indexes", "documents")
    def forbid_folders(self, name: str) -> None:
        """Take the folders that the file of a library lists, and it may not read, out; its passages stay."""
        self._decide(name, read=False)

    def _decide(self, name: str, *, read: bool) -> None:
        with self._files.open(name) as storage, storage.transaction():
            storage.folders.decide(read=read)
        self._upkeep.look_at_roots()

    @runs(Lane.LONG, JobKind.READ)
    def preview(self, paths: Sequence[Path], rules: FolderRules | None = None) -> FolderPreview:
        """Return the number of files that adding some folders would read, and those left out."""
        from desktop_rag.ingestion.scanner import preview

        return preview(paths, rules or FolderRules(), current_call().token, self._rates.seconds_for)

    @reads
    def page(self, name: str, query: FileQuery) -> FilePage:
        """Return a page of the files that fit a query."""
        with self._files.open(name, read_only=True) as storage, storage.snapshot():
            return list_files(storage.connection, query, os.sep)

    @reads
    def following(self, name: str, query: FileQuery, path: str | None = None) -> list[FileStatus]:
        """Return the next files that fit a query: those behind a path, by path; none at the end."""
        with self._files.open(name, read_only=True) as storage:
            return files_after(storage.connection, query, path, os.sep)

    @runs(Lane.LONG, JobKind.READ)
    def export_list(self, name: str, query: FileQuery, target: Path) -> int:
        """Write every file that fits a query to a CSV file; return how many."""
        with self._files.open(name, read_only=True) as storage, storage.snapshot():
            return export_csv(every_file(storage.connection, query, os.sep), target, self._files.folder)

    @reads
    def folder_rules(self, name: str) -> dict[str, FolderRules]:
        """Return the rules of each added folder."""
        with self._files.open(name, read_only=True) as storage:
            return {root.path: FolderRules.from_json(root.rules) for root in storage.folders.all() if root.is_folder}

    @changes("indexes")
    def set_folder_rules(self, name: str, folder: str, rules: FolderRules) -> None:
        """Put other rules in the place of those of a folder, and look at it again.

        Raises:
            UserError: it was not added to the library.

        """
        with self._files.open(name) as storage, storage.transaction():
            if folder not in {root.path for root in storage.folders.all()}:
                raise _not_here(name, folder)
            storage.folders.add(folder, is_folder=True, rules=rules.to_json())
        self._upkeep.look_at(name, [real_path(folder)])

    def _set_paused(self, name: str, *, paused: bool) -> None:
        """Note whether the filling of a library is paused."""
        with self._files.open(name) as storage, storage.transaction():
            set_paused(storage.connection, paused=paused)

    def _embedded(self, name: str, missing: Sequence[Path]) -> IndexStatus:
        """Embed the waiting passages, and return the state of the library."""
        with self._noting_full(name):
            self._ingestion().embed(name, current_call())
        return self._added(name, missing)

    def _embed_with_room(self, name: str) -> None:
        with suppress(NoSpaceError), self._noting_full(name):
            self._ingestion().embed(name, current_call())
        self._upkeep.has_read(name)

    def _added(self, name: str, missing: Sequence[Path]) -> IndexStatus:
        """Return the state of a library, or raise an error for missing paths."""
        self._upkeep.look_at_roots()
        self._upkeep.has_read(name)
        if missing:
            raise nothing_at(missing[0])
        return self._libraries.status(name)

    def _is_embedded_soon(self, name: str) -> bool:
        """Return True if a waiting job will embed a library; one already embedding may be about to end."""
        embedding = [job for job in self._jobs.in_lane(Lane.EMBED) if job.library == name]
        return len(embedding) > 1 or bool(self._jobs.running(name, JobKind.ADD))

    @contextmanager
    def _noting_full(self, name: str) -> Iterator[None]:
        """Let a library continue by itself once there is room, where the disk is too full for something inside."""
        try:
            yield
        except NoSpaceError:
            self._upkeep.note_full(name)
            raise
        if self._libraries.lacks_room(name):
            self._upkeep.note_full(name)

    @contextmanager
    def _noting_missed(self, name: str, paths: Sequence[Path]) -> Iterator[None]:
        """Let ``paths`` be tried again where they fail for a reason that may pass, or the library was needed."""
        call = current_call()
        try:
            yield
        except (UserError, CancelledError) as error:
            if not isinstance(error, NoSpaceError) and (call.interrupted() or not call.token.cancelled):
                self._upkeep.note_missed(name, paths)
            raise


def _failed(storage: StorageContext) -> Iterator[list[str]]:
    """Yield the paths of the files that could not be read, a piece at a time."""
    query, last = FileQuery(states=(FileState.FAILED,)), None
    while files := files_after(storage.connection, query, last, os.sep):
        last = files[-1].path
        yield [file.path for file in files]


def _known_at(storage: StorageContext, path: str) -> list[str]:
    """Return the files on disk that an index knows at or below a path, and those inside others there."""
    return storage.files.files_at(path, os.sep)


def _files_at(storage: StorageContext, name: str, path: str) -> list[str]:
    """Return the files of an index at or below a path, also one that was not read yet."""
    if storage.files.known_file(path):
        return [path]
    files = [file for file in _known_at(storage, path) if not is_inside(file)]
    if not files and not (storage.folders.of(path, os.sep) and real_path(path).is_file()):
        raise _not_here(name, path)
    return files or [path]


def _not_here(name: str, path: str) -> UserError:
    """Return the error that a library does not have a file."""
    return UserError(UserText("{path} is not in the library “{name}”.", path=path, name=name), "Check the spelling.")


def export_csv(rows: Iterator[FileStatus], target: Path, notes: Path | None = None) -> int:
    """Write the rows to ``target``; return how many there were (see ``write_csv``).

    Raises:
        UserError: the file cannot be written.

    """
    return write_csv(COLUMNS, map(_cells, rows), target, notes)


def _cells(row: FileStatus) -> tuple[str | int, ...]:
    """Return the cells of a row."""
    changed = ""
    if row.modified > 0:
        changed = dt.datetime.fromtimestamp(row.modified, dt.UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    return (
        shown_name(row.path),
        row.state.value,
        row.reason,
        row.pages or "",
        row.size,
        changed,
        row.path,
        row.container,
    )
