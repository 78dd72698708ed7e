"""Adds chosen or dropped files to a library: counts them, asks when there are very many, then has them read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import Event
from desktop_rag.core.results.files import FolderPreview
from desktop_rag.core.results.libraries import IndexInfo, IndexStatus
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.readers.formats import is_supported

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

Paths = tuple[Path, ...]
SAMPLE_KEY = "sample/name"  # the library of the guide
LIBRARY_SUFFIX = ".ragindex"


@dataclass(frozen=True, slots=True)
class _Addition:
    """Paths to add to a library; ``library`` "" makes one named after the first path."""

    library: str
    paths: Paths
    rules: FolderRules | None = None


class FolderAdder(QObject):
    """Adds files and folders to the chosen library, or to a new one; knows which of its jobs still run."""

    failed = Signal(object)  # UserError
    found = Signal(object, object)  # FolderPreview of what was added, and what takes it back again or None
    libraries_given = Signal(object)  # the paths of files that are libraries themselves

    def __init__(
        self, bridge: Bridge, appearance: Appearance, pane: LibraryPane, settings: QSettings, window: QWidget
    ) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._appearance = appearance
        self._pane = pane
        self._settings = settings
        self._window = window
        self._jobs: dict[int, tuple[str, Job[IndexStatus]]] = {}
        self._after: dict[int, Callable[[], None]] = {}  # what to do when a job that was stopped has ended
        bridge.job_ended.connect(self._forget_job)

    def choose_folder(self) -> None:
        """Choose a folder, then what of it is read."""
        folder = QFileDialog.getExistingDirectory(self._window, self.tr("Add folder"), str(Path.home()))
        if folder:
            self._ask((Path(folder),))

    def choose_files(self) -> None:
        """Choose files and add them."""
        files, _ = QFileDialog.getOpenFileNames(self._window, self.tr("Add files"), str(Path.home()))
        if files:
            self.add_paths([Path(file) for file in files])

    def add_paths(self, paths: Sequence[Path], library: str = "") -> None:
        """Add files and folders to a library, "" for ``target()``; without any, to one named after the first.

        Of a very large folder, or of everything a person has, the numbers are shown first.
        """
        from desktop_rag.gui.libraries.add_folder_dialog import is_everything

        library, wanted = library or self.target(), self._without_libraries(paths)
        if not wanted:
            return
        if any(is_everything(path) for path in wanted):
            self._ask(wanted, library)
            return
        job = self._bridge.worker.files.preview(wanted)
        if library:
            self._pane.libraries.set_waiting(library, job.id)
        addition = _Addition(library, wanted)
        self._bridge.run(job, partial(self._counted, addition), partial(self._not_counted, addition))

    def ask_where(self, paths: Sequence[Path]) -> None:
        """Add the paths the program was started with: the person chooses the library, unless they have none."""
        wanted = self._without_libraries(paths)
        if wanted and any(name != self._sample() for name in self._pane.libraries.names()):
            self._ask(wanted)
        else:
            self.add_paths(wanted)

    def _without_libraries(self, paths: Sequence[Path]) -> Paths:
        """Return the files and folders to read: a library that is dropped or opened is a library, no document."""
        libraries = tuple(path for path in paths if path.suffix == LIBRARY_SUFFIX)
        if libraries:
            self.libraries_given.emit(libraries)
        return tuple(path for path in paths if path not in libraries)

    def target(self) -> str:
        """Return the library that files go to unasked: the chosen one, "" for a new one instead of the guide's."""
        info = self._pane.current_library()
        return info.name if info is not None and info.name != self._sample() else ""

    def name_for(self, paths: Sequence[Path]) -> str:
        """Return the name of the library that dropped files would make."""
        first = paths[0]
        named_after = first.parent if is_supported(first) else first
        return named_after.name or self.tr("My files")

    def add_to(self, name: str, paths: Sequence[Path], rules: FolderRules | None = None) -> None:
        """Add paths to a library, without asking."""
        self.watch_job(name, self._bridge.worker.files.add(name, tuple(paths), rules=rules))

    def watch_job(self, name: str, job: "Job[IndexStatus]") -> None:
        """Show that a job works on a library, and let it be stopped."""
        self._jobs[job.id] = (name, job)
        self._pane.libraries.set_waiting(name, job.id)
        self._bridge.run(job, self._refresh, self._tell)

    def stop(self, name: str) -> bool:
        """Stop adding to a library; return whether there was anything to stop."""
        running = [job for library, job in self._jobs.values() if library == name]
        for job in running:
            job.cancel()
        return bool(running)

    def create(
        self, name: str, paths: Paths = (), splitting: Splitting | None = None, rules: FolderRules | None = None
    ) -> None:
        """Make a library, choose it, and add the paths; one of that name that exists is added to."""
        addition = _Addition(name, paths, rules)
        job = self._bridge.worker.libraries.create(name, splitting)
        self._bridge.run(job, partial(self._created, addition), partial(self._not_created, addition))

    def _sample(self) -> str:
        return str(self._settings.value(SAMPLE_KEY, ""))

    def _ask(self, paths: Paths, library: str = "", preview: FolderPreview | None = None) -> None:
        from desktop_rag.gui.libraries.add_folder_dialog import AddFolderDialog

        dialog = AddFolderDialog(self._bridge, self._appearance, paths, self._window, preview)
        names = self._pane.libraries.names()
        if names:
            dialog.offer_libraries(names, library or self.target(), self.name_for(paths))
        dialog.wanted.connect(self._answered)
        dialog.open()

    def _answered(self, library: str, paths: Paths, rules: FolderRules | None) -> None:
        self._add(_Addition(library, paths, rules))

    def _counted(self, addition: _Addition, preview: FolderPreview) -> None:
        """Begin, or ask when it is very much."""
        from desktop_rag.gui.libraries.add_folder_dialog import is_large

        if is_large(preview):
            self._ask(addition.paths, addition.library, preview)
            return
        undo = self._undo_of(addition)
        self._add(addition)
        if undo or preview.skipped or preview.files > len(addition.paths):
            self.found.emit(preview, undo)

    def _undo_of(self, addition: _Addition) -> Callable[[], None] | None:
        """Return a function that undoes an addition; None where some of it was, or may have been, in the library."""
        name = addition.library or self.name_for(addition.paths)
        info = self._pane.libraries.info(name)
        if info is None:
            return partial(self._take_back, name, ())
        if any(str(path) in info.folders or not path.is_dir() for path in addition.paths):
            return None
        return partial(self._take_back, name, addition.paths)

    def _take_back(self, name: str, paths: Paths) -> None:
        """Forget folders that were just added, without any the whole library; what is being read stops first."""
        running = [job_id for job_id, (library, _) in self._jobs.items() if library == name]
        if running:
            self._after[max(running)] = partial(self._forget, name, paths)
            self.stop(name)
        else:
            self._forget(name, paths)

    def _forget(self, name: str, paths: Paths) -> None:
        if not paths:
            self._pane.choose_library("")
            self._bridge.run(self._bridge.worker.libraries.delete(name), self._refresh, self._tell)
        for path in paths:
            self._bridge.run(self._bridge.worker.files.remove(name, str(path)), self._refresh, self._tell)

    def _not_counted(self, addition: _Addition, _error: UserError) -> None:
        """Begin all the same: what is wrong with the files is said where they are read."""
        self._add(addition)

    def _add(self, addition: _Addition) -> None:
        if addition.library:
            self.add_to(addition.library, addition.paths, addition.rules)
        else:
            self.create(self.name_for(addition.paths), addition.paths, rules=addition.rules)

    def _created(self, addition: _Addition, info: IndexInfo) -> None:
        self._pane.choose_library(info.name)
        self._pane.refresh()
        if addition.paths:
            self.add_to(info.name, addition.paths, addition.rules)

    def _not_created(self, addition: _Addition, error: UserError) -> None:
        if addition.paths and self._pane.libraries.info(addition.library) is not None:
            self._pane.choose_library(addition.library)
            self.add_to(addition.library, addition.paths, addition.rules)
        else:
            self._tell(error)

    def _refresh(self, _result: object) -> None:
        self._pane.refresh()

    def _forget_job(self, event: Event) -> None:
        """Forget a job that ended: it cannot be stopped any more."""
        self._jobs.pop(event.job_id, None)
        if event.job_id in self._after:
            self._after.pop(event.job_id)()

    def _tell(self, error: UserError) -> None:
        self.failed.emit(error)
