"""The jobs about the files of a library: filling it, looking at them, deciding about them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from desktop_rag.core.events import StoreChanged
from desktop_rag.core.file_paths import is_inside, real_path
from desktop_rag.core.results.files import FilePage, FileQuery, FolderPreview
from desktop_rag.core.results.libraries import IndexStatus
from desktop_rag.ingestion.previewing import preview
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.ingestion.scanner import nothing_at, split_roots
from desktop_rag.services.libraries.library import Library
from desktop_rag.worker.job import Job
from desktop_rag.worker.jobs.filling import Filling
from desktop_rag.worker.lanes import Continue, EventBus, Lanes
from desktop_rag.worker.progress import IngestReporter
from desktop_rag.worker.watching.keeping_up import KeepingUp

T = TypeVar("T")


class FileJobs:
    """Everything about the files of an index; part of ``Worker``."""

    _lanes: Lanes
    _bus: EventBus
    _library: Library
    _filling: Filling
    _keeping_up: KeepingUp

    def add(
        self,
        name: str,
        paths: Sequence[Path],
        *,
        embed: bool = True,
        rules: FolderRules | None = None,
        allow_mass_delete: bool = False,
    ) -> Job[IndexStatus]:
        """Bring files and folders into an index and embed them; also continues what was interrupted or paused.

        Without ``paths``, what was added before is brought up to date. ``rules`` are those of the named folders from
        now on. When more than a fifth of a folder is gone it is kept, unless ``allow_mass_delete``.
        """

        def run(job: Job[IndexStatus]) -> IndexStatus | Continue[IndexStatus]:
            there, missing = split_roots(paths)
            if missing and not there:
                raise nothing_at(missing[0])
            self._read(job, name, there, rules, allow_mass_delete=allow_mass_delete)
            if embed:
                return Continue("embed", lambda same: self._embedded(same, name, missing))
            return self._ended(name, missing)

        return self._lanes.submit("index", f"add {name}", run)

    def resume(self, name: str) -> Job[IndexStatus]:
        """Go on with an index that was paused."""

        def run(job: Job[IndexStatus]) -> Continue[IndexStatus]:
            self._library.set_paused(name, paused=False)
            with self._reporting(job, name) as report:
                self._filling.go_on(name, report, job.token)
            return Continue("embed", lambda same: self._embedded(same, name, ()))

        return self._lanes.submit("index", f"add {name}", run)

    def refresh(self, name: str, paths: Sequence[Path]) -> Job[None]:
        """Look at some files and folders again: new, changed, gone; they are read before what waits already."""

        def run(job: Job[None]) -> Continue[None] | None:
            with self._reporting(job, name) as report:
                self._filling.look_at(name, paths, report, job.token)
            if self._library.waits_for_vectors(name) and not self._lanes.running(f"add {name}"):
                return Continue("embed", lambda same: self._embed(same, name))
            return None

        return self._lanes.submit("refresh", f"refresh {name}", run)

    def pause(self, name: str) -> Job[None]:
        """Stop filling an index until it is resumed, also after a restart; it stays searchable."""

        def pause() -> None:
            self._library.set_paused(name, paused=True)
            self._lanes.stop(f"add {name}", f"refresh {name}")

        return self._changing("pause", name, pause, "documents")

    def retry(self, name: str, paths: Sequence[str]) -> Job[None]:
        """Read files again; returns when they are queued."""

        def retry() -> None:
            self._library.read_again(name, paths)
            self.refresh(name, ())

        return self._changing("retry", name, retry, "documents")

    def exclude(self, name: str, paths: Sequence[str]) -> Job[None]:
        """Forget files and leave them out from now on (the files themselves stay)."""

        def exclude() -> None:
            self._library.exclude(name, paths)
            self.refresh(name, [real_path(path) for path in paths if not is_inside(path)])

        return self._changing("exclude", name, exclude, "documents", "nodes")

    def prioritise(self, name: str, paths: Sequence[str]) -> Job[None]:
        """Let files and folders be read before everything else that waits, the first one first."""
        return self._changing("prioritise", name, lambda: self._library.prioritise(name, paths))

    def remove_missing(self, name: str, folder: str) -> Job[None]:
        """Forget the files that are gone from a folder all at once."""
        return self._decide(name, folder, keep=False)

    def keep_missing(self, name: str, folder: str) -> Job[None]:
        """Keep the files that are gone from a folder all at once searchable."""
        return self._decide(name, folder, keep=True)

    def preview(self, paths: Sequence[Path], rules: FolderRules | None = None) -> Job[FolderPreview]:
        """Return what adding some folders would read and leave out."""
        return self._lanes.submit("view", "preview", lambda job: preview(paths, rules or FolderRules(), job.token))

    def files(self, name: str, query: FileQuery) -> Job[FilePage]:
        """Return some rows of an index's files."""
        return self._lanes.submit("view", "files", lambda _: self._library.list_files(name, query))

    def export_files(self, name: str, query: FileQuery, target: Path) -> Job[int]:
        """Write all files that fit a query to a CSV file; return how many."""
        return self._lanes.submit("view", "export_files", lambda _: self._library.export_files(name, query, target))

    def folder_rules(self, name: str) -> Job[dict[str, FolderRules]]:
        """Return the rules of each added folder."""
        return self._lanes.submit("view", "folder_rules", lambda _: self._library.folder_rules(name))

    def set_folder_rules(self, name: str, folder: str, rules: FolderRules) -> Job[None]:
        """Change the rules of a folder, and look at it again."""

        def change() -> None:
            self._library.set_folder_rules(name, folder, rules)
            self.refresh(name, [real_path(folder)])

        return self._changing("set_folder_rules", name, change)

    def remove_path(self, name: str, path: str) -> Job[None]:
        """Forget a folder or a file of an index (the file itself stays)."""
        return self._changing("remove_path", name, lambda: self._library.remove_path(name, path), "documents", "nodes")

    def status(self, name: str, query: FileQuery | None = None) -> Job[IndexStatus]:
        """Return the state of every file of an index that fits a query."""
        return self._lanes.submit("view", "status", lambda _: self._library.status(name, query))

    def watch(self) -> None:
        """Keep every index up to date from now on: continue what waits, and follow its folders until ``close``."""
        self._keeping_up.start()

    def _read(
        self, job: Job[IndexStatus], name: str, roots: Sequence[Path], rules: FolderRules | None,
        *, allow_mass_delete: bool,
    ) -> None:  # fmt: skip
        """Compare and read."""
        with self._reporting(job, name) as report:
            self._filling.add(
                name, roots, report, job.token, rules=rules, allow_mass_delete=allow_mass_delete
            )  # fmt: skip

    def _embedded(self, job: Job[IndexStatus], name: str, missing: Sequence[Path]) -> IndexStatus:
        """Embed what waits and return the state of the index."""
        self._embed(job, name)
        return self._ended(name, missing)

    def _embed(self, job: Job[T], name: str) -> None:
        """Embed what waits."""
        with self._reporting(job, name) as report:
            self._filling.embed(name, report, job.token)

    def _ended(self, name: str, missing: Sequence[Path]) -> IndexStatus:
        """Return the state of an index, or say what could not be added to it."""
        self._keeping_up.look_at_roots()
        if missing:
            raise nothing_at(missing[0])
        return self._library.status(name)

    def _decide(self, name: str, folder: str, *, keep: bool) -> Job[None]:
        """Act on the person's answer about files that are gone."""
        kind = "keep_missing" if keep else "remove_missing"
        kinds = ("documents", "nodes")
        return self._changing(kind, name, lambda: self._library.decide_missing(name, folder, keep=keep), *kinds)

    def _reporting(self, job: Job[T], name: str) -> IngestReporter:
        """Return what tells the listeners how far a job is."""
        return IngestReporter(job.id, name, self._bus.emit)

    def _changing(self, kind: str, name: str, function: Callable[[], T], *kinds: str) -> Job[T]:
        """Run a change of an index and tell the views."""

        def run(job: Job[T]) -> T:
            result = function()
            self._bus.emit(StoreChanged(job.id, frozenset({"indexes", *kinds}), (name,)))
            return result

        return self._lanes.submit("view", kind, run)
