"""The jobs about the files of a library."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from desktop_rag.core.errors import NoSpaceError, UserError
from desktop_rag.core.file_paths import is_inside, real_path
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.jobs import Continue, Job, JobKind, Lane
from desktop_rag.core.results.files import FilePage, FileQuery, FileStatus, FolderPreview
from desktop_rag.core.results.libraries import IndexStatus
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.ingestion.scanner import nothing_at, split_roots
from desktop_rag.services.calls import ServiceCall, current_call
from desktop_rag.services.libraries.files import LibraryFiles
from desktop_rag.services.libraries.libraries import Libraries
from desktop_rag.services.libraries.reading_rates import ReadingRates
from desktop_rag.worker.jobs.runner import JobRunner
from desktop_rag.worker.watching.auto_refresh import AutoRefresh
from desktop_rag.worker.watching.changes import collapse

if TYPE_CHECKING:
    from desktop_rag.services.libraries.ingestion import LibraryIngestion

T = TypeVar("T")


class _Left:
    """What a job is to look at, as ``take`` tells when it is asked first, and whether that was done."""

    def __init__(self, take: Callable[[], Sequence[Path]]) -> None:
        self.paths = cache(take)
        self.is_done = False


class FileJobs:
    """Reads files into libraries, lists them, and does what the person decides about them."""

    def __init__(
        self,
        runner: JobRunner,
        libraries: Libraries,
        files: LibraryFiles,
        ingestion: "Callable[[], LibraryIngestion]",
        auto_refresh: AutoRefresh,
        rates: ReadingRates,
    ) -> None:
        self._runner = runner
        self._libraries = libraries
        self._files = files
        self._ingestion = ingestion
        self._auto_refresh = auto_refresh
        self._rates = rates
        self._lock = threading.Lock()
        self._heard: dict[str, list[Path]] = {}  # by library, for the refresh that has not begun yet

    def add(
        self,
        name: str,
        paths: Sequence[Path],
        *,
        embed: bool = True,
        rules: FolderRules | None = None,
        allow_mass_delete: bool = False,
    ) -> Job[IndexStatus]:
        """Bring files and folders into a library and embed them; also continues what was interrupted or paused.

        Without ``paths``, what was added before is brought up to date. ``rules`` are those of the named folders from
        now on. When more than a fifth of a folder is gone it is kept, unless ``allow_mass_delete``.
        """

        def run(job: Job[IndexStatus]) -> IndexStatus | Continue[IndexStatus]:
            there, missing = split_roots(paths)
            if missing and not there:
                raise nothing_at(missing[0])
            call = self._runner.call(job)
            with self._noting_full(name):
                self._ingestion().add(name, there, call, rules=rules, allow_mass_delete=allow_mass_delete)
            left.is_done = True
            return self._embedding(name, missing) if embed else self._added(name, missing)

        left = _Left(lambda: paths)
        return self._submit(Lane.INDEX, JobKind.ADD, run, name, left)

    def resume(self, name: str) -> Job[IndexStatus]:
        """Go on with a library that was paused."""

        def run(job: Job[IndexStatus]) -> Continue[IndexStatus]:
            with self._noting_full(name):
                self._files.set_paused(name, paused=False)
                self._ingestion().resume(name, self._runner.call(job))
            left.is_done = True
            return self._embedding(name, ())

        left = _Left(tuple)
        return self._submit(Lane.INDEX, JobKind.ADD, run, name, left)

    def refresh(self, name: str, paths: Sequence[Path]) -> Job[None]:
        """Look at some files and folders again: new, changed, gone; they are read before what waits already.

        On a full disk everything waits until there is room; the library's notice tells.
        """
        return self._refresh(name, lambda: paths)

    def follow(self, name: str, paths: Sequence[Path]) -> None:
        """Refresh as well, together with all that is heard of until that begins: a busy folder makes no queue."""
        with self._lock:
            waiting = self._heard.get(name)
            heard = self._heard[name] = [] if waiting is None else waiting
            heard.extend(paths)
        if waiting is not None:
            return

        def take() -> Sequence[Path]:
            with self._lock:
                if self._heard.get(name) is heard:
                    del self._heard[name]
            return list(map(Path, collapse(map(str, heard))))

        self._refresh(name, take)

    def _refresh(self, name: str, take: Callable[[], Sequence[Path]]) -> Job[None]:
        """Refresh the paths that ``take`` returns once the job has begun."""
        left = _Left(take)

        def run(job: Job[None]) -> Continue[None] | None:
            with suppress(NoSpaceError), self._noting_full(name):
                self._ingestion().refresh(name, left.paths(), self._runner.call(job))
                left.is_done = True
                if self._libraries.needs_vectors(name) and not self._is_embedded_soon(name):
                    return Continue(Lane.EMBED, embed)
            return None

        def embed() -> None:
            with suppress(NoSpaceError), self._noting_full(name):
                self._ingestion().embed(name, current_call())

        return self._submit(Lane.REFRESH, JobKind.REFRESH, run, name, left)

    def _submit(
        self, lane: Lane, kind: JobKind, run: Callable[[Job[T]], T | Continue[T]], name: str, left: "_Left"
    ) -> Job[T]:
        """Run a job; what it leaves, for a reason that may pass or because the library was needed, is tried again."""
        job = self._runner.lanes.submit(lane, kind, run, name)

        def end(future: Future[T]) -> None:
            error, paths = future.exception(), left.paths()
            failed = isinstance(error, UserError) and not isinstance(error, NoSpaceError)  # that waits for room
            if (failed or (error is not None and job.interrupted)) and not left.is_done:
                self._auto_refresh.note_missed(name, paths)

        job.future.add_done_callback(end)
        return job

    def pause(self, name: str) -> Job[None]:
        """Stop reading a library until it is resumed, also after a restart; it stays searchable."""

        def pause() -> None:
            # before it is noted: for that a reader's transaction has to end
            self._runner.lanes.interrupt(name, JobKind.ADD, JobKind.REFRESH)
            self._files.set_paused(name, paused=True)
            self._runner.lanes.stop(name, JobKind.ADD, JobKind.REFRESH, token=current_token())

        return self._runner.change_library(pause, name, "documents", lane=Lane.STOP)

    def retry(self, name: str, paths: Sequence[str]) -> Job[None]:
        """Read files again; returns when they are queued."""
        return self._retry(name, paths)

    def retry_failed(self, name: str) -> Job[None]:
        """Read all files again that could not be read; returns when they are queued."""
        return self._retry(name, None)

    def _retry(self, name: str, paths: Sequence[str] | None) -> Job[None]:
        def retry() -> None:
            self._files.read_again(name, paths)
            self.refresh(name, ())

        return self._runner.change_library(retry, name, "documents")

    def exclude(self, name: str, paths: Sequence[str]) -> Job[None]:
        """Forget files and leave them out from now on (the files themselves stay)."""

        def exclude() -> None:
            self._files.exclude(name, paths)
            self.refresh(name, [real_path(path) for path in paths if not is_inside(path)])

        return self._runner.change_library(exclude, name, "documents", "nodes")

    def prioritise(self, name: str, paths: Sequence[str]) -> Job[None]:
        """Let files and folders be read before everything else that waits, the first one first."""
        return self._runner.change_library(lambda: self._files.prioritise(name, paths), name)

    def remove_missing(self, name: str, folder: str) -> Job[None]:
        """Forget the files that are gone from a folder all at once."""
        return self._decide(name, folder, keep=False)

    def keep_missing(self, name: str, folder: str) -> Job[None]:
        """Keep the files that are gone from a folder all at once searchable."""
        return self._decide(name, folder, keep=True)

    def allow_folders(self, name: str) -> Job[None]:
        """Let a library that came from elsewhere read the folders its file lists (``IndexInfo.folders_to_allow``)."""
        return self._decide_asked(name, read=True)

    def forbid_folders(self, name: str) -> Job[None]:
        """Take the folders that the file of a library lists, and it may not read, out; its passages stay."""
        return self._decide_asked(name, read=False)

    def preview(self, paths: Sequence[Path], rules: FolderRules | None = None) -> Job[FolderPreview]:
        """Return how many files adding some folders would read, and which are left out."""

        def run(call: ServiceCall) -> FolderPreview:
            from desktop_rag.ingestion.previewing import preview

            return preview(paths, rules or FolderRules(), call.token, self._rates.seconds_for)

        return self._runner.run(Lane.LONG, JobKind.READ, run)

    def page(self, name: str, query: FileQuery) -> Job[FilePage]:
        """Return some rows of the list of a library's files."""
        return self._runner.read(lambda: self._files.page(name, query), name)

    def following(self, name: str, query: FileQuery, path: str | None = None) -> Job[list[FileStatus]]:
        """Return the next files that fit a query: those behind a path, by path; none at the end."""
        return self._runner.read(lambda: self._files.following(name, query, path), name)

    def export_list(self, name: str, query: FileQuery, target: Path) -> Job[int]:
        """Write all files that fit a query to a CSV file; return how many."""
        return self._runner.read_long(lambda: self._files.export_list(name, query, target), name)

    def folder_rules(self, name: str) -> Job[dict[str, FolderRules]]:
        """Return the rules of each added folder."""
        return self._runner.read(lambda: self._files.folder_rules(name), name)

    def set_folder_rules(self, name: str, folder: str, rules: FolderRules) -> Job[None]:
        """Change the rules of a folder, and look at it again."""

        def change() -> None:
            self._files.set_folder_rules(name, folder, rules)
            self.refresh(name, [real_path(folder)])

        return self._runner.change_library(change, name)

    def remove(self, name: str, path: str) -> Job[None]:
        """Forget a folder or a file of a library (the file itself stays)."""
        return self._runner.change_library(lambda: self._files.remove(name, path), name, "documents", "nodes")

    def status(self, name: str, query: FileQuery | None = None) -> Job[IndexStatus]:
        """Return a library with the totals of the files that fit a query, and the first of them."""
        return self._runner.read_long(lambda: self._libraries.status(name, query), name)

    def watch(self) -> None:
        """Keep every library up to date from now on: continue what waits, and follow its folders until ``close``."""
        self._auto_refresh.start()

    def _embedding(self, name: str, missing: Sequence[Path]) -> Continue[IndexStatus]:
        """Return what embeds in its own lane and ends the job."""

        def run() -> IndexStatus:
            with self._noting_full(name):
                self._ingestion().embed(name, current_call())
            return self._added(name, missing)

        return Continue(Lane.EMBED, run)

    def _is_embedded_soon(self, name: str) -> bool:
        """Whether a job that has not begun to embed a library will do so; one that has may be about to end."""
        embedding = [job for job in self._runner.lanes.in_lane(Lane.EMBED) if job.library == name]
        return len(embedding) > 1 or bool(self._runner.lanes.running(name, JobKind.ADD))

    @contextmanager
    def _noting_full(self, name: str) -> Iterator[None]:
        """Let a library go on by itself once there is room, where the disk is too full for something inside."""
        try:
            yield
        except NoSpaceError:
            self._auto_refresh.note_full(name)
            raise
        if self._libraries.lacks_room(name):
            self._auto_refresh.note_full(name)

    def _added(self, name: str, missing: Sequence[Path]) -> IndexStatus:
        """Return the state of a library, or raise what could not be added to it."""
        self._auto_refresh.look_at_roots()
        if missing:
            raise nothing_at(missing[0])
        return self._libraries.status(name)

    def _decide_asked(self, name: str, *, read: bool) -> Job[None]:
        """Act on the person's answer about folders that the file of a library lists."""

        def decide() -> None:
            self._files.decide_asked(name, read=read)
            self._auto_refresh.look_at_roots()

        return self._runner.change_library(decide, name, "documents")

    def _decide(self, name: str, folder: str, *, keep: bool) -> Job[None]:
        """Act on the person's answer about files that are gone."""
        return self._runner.change_library(
            lambda: self._files.decide_missing(name, folder, keep=keep), name, "documents", "nodes"
        )
