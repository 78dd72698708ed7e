"""The jobs about libraries as wholes."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_rag.config import Config, OptionValue
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.jobs import Job, JobKind, Lane
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.services.calls import ServiceCall
from desktop_rag.services.libraries.libraries import Libraries, sample_guide
from desktop_rag.worker.jobs.file_jobs import FileJobs
from desktop_rag.worker.jobs.runner import JobRunner
from desktop_rag.worker.watching.auto_refresh import AutoRefresh

if TYPE_CHECKING:
    from desktop_rag.services.libraries.index_builds import BuildStatus, IndexBuilds

_USING = (JobKind.ADD, JobKind.REFRESH, JobKind.BUILD, JobKind.CHANGE_EMBEDDER)


class LibraryJobs:
    """Lists, makes, renames and deletes libraries, sets their options and builds their indexes."""

    def __init__(
        self,
        runner: JobRunner,
        libraries: Libraries,
        builds: "Callable[[], IndexBuilds]",
        config: Config,
        files: FileJobs,
        auto_refresh: AutoRefresh,
    ) -> None:
        self._runner = runner
        self._libraries = libraries
        self._builds = builds
        self._config = config
        self._files = files
        self._auto_refresh = auto_refresh

    def list_all(self) -> Job[tuple[IndexInfo, ...]]:
        """Return the totals of every library, by name."""
        return self._runner.read(self._libraries.list_all)

    def list_as_found(self) -> Job[tuple[IndexInfo, ...]]:
        """Return the same, with the folders that cannot be reached now: for whoever does not watch them."""
        return self._runner.read_long(self._libraries.list_as_found)

    def create(self, name: str, splitting: Splitting | None = None) -> Job[IndexInfo]:
        """Make an empty library; UserError when the name is taken or not possible."""
        return self._runner.change_library(lambda: self._libraries.create(name, splitting), name)

    def export(self, name: str, target: Path, *, replace: bool = False) -> Job[Path]:
        """Copy a library as it is now to a file, or into a folder, also while it is filled; return the file."""
        return self._runner.read_long(lambda: self._libraries.export(name, target, replace=replace), name)

    def duplicate(self, name: str, new_name: str) -> Job[IndexInfo]:
        """Make another library like one; UserError when the new name is taken or not possible."""
        return self._add(lambda: self._libraries.duplicate(name, new_name))

    def import_copy(self, source: Path, name: str = "") -> Job[IndexInfo]:
        """Make a library of a copy; UserError when it is none that can be opened, or the name is taken."""
        return self._add(lambda: self._libraries.import_copy(source, name))

    def _add(self, make: Callable[[], IndexInfo]) -> Job[IndexInfo]:
        """Make a library, and watch its folders."""

        def run(call: ServiceCall) -> IndexInfo:
            info = make()
            call.emit(StoreChanged(call.id, frozenset({"indexes"}), (info.name,)))
            self._auto_refresh.look_at_roots()
            return info

        return self._runner.run(Lane.LONG, JobKind.CHANGE, run)

    def delete(self, name: str) -> Job[None]:
        """Delete a library (not the files it knows), stopping what reads into it."""

        def delete() -> None:
            self._libraries.delete(name)
            self._auto_refresh.look_at_roots()

        return self._runner.stop_and_change(_USING, delete, name)

    def rename(self, name: str, new_name: str) -> Job[None]:
        """Give a library another name; its conversations follow."""

        def rename() -> None:
            self._libraries.rename(name, new_name)
            self._auto_refresh.look_at_roots()

        return self._runner.stop_and_change(_USING, rename, name)

    def add_sample(self, language: str) -> Job[str]:
        """Make the sample library (the user's guide in a language), start reading it, and return its name."""

        def run(call: ServiceCall) -> str:
            guide = sample_guide(language)
            name = self._libraries.create_sample(guide)
            call.emit(StoreChanged(call.id, frozenset({"indexes"}), (name,)))
            self._files.add(name, [guide])
            return name

        return self._runner.run(Lane.LONG, JobKind.CHANGE, run)

    def settings(self, name: str) -> Job[dict[str, OptionValue]]:
        """Return the options that are set for one library alone."""
        return self._runner.read(lambda: self._libraries.settings(name), name)

    def set_settings(self, name: str, values: Mapping[str, OptionValue]) -> Job[None]:
        """Put other options in the place of all that were set for a library; UserError when one is wrong."""
        return self._runner.change_library(lambda: self._libraries.set_settings(name, values), name)

    def build(self, name: str, kind: str, settings: Config | None = None) -> "Job[BuildStatus]":
        """Build an index of a kind (``indices.loading``) over a library; also continues what was interrupted.

        Files can be added meanwhile; what they bring is prepared by the next build.
        """
        config = settings or self._config
        return self._runner.run(
            Lane.BUILD, JobKind.BUILD, lambda call: self._builds().build(name, kind, config, call), name
        )
