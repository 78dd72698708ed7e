"""The names of all files of all libraries, read in the background when they are first needed."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.results.files import FilePage, FileQuery
from desktop_rag.gui.palette.entries import FileNames
from desktop_rag.gui.shell.bridge import Bridge

_AT_ONCE = 2_000  # files of one job: other jobs of the lane wait a few milliseconds at most


class LibraryFiles(QObject):
    """Keeps the paths of each library's files; those of a library that changed are read again when asked for."""

    changed = Signal()  # a library's files are known

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._known: dict[str, FileNames] = {}
        self._current: set[str] = set()  # libraries whose list is as it is now, or is being read
        bridge.store_changed.connect(self._store_changed)

    def names(self, library: str) -> FileNames | None:
        """Return the files of a library as far as they are known."""
        return self._known.get(library)

    def read(self, libraries: Sequence[str]) -> None:
        """Read the files of these libraries, unless nothing changed since."""
        for name in libraries:
            if name not in self._current:
                self._current.add(name)
                self._read(name, ())

    def _read(self, library: str, before: tuple[str, ...]) -> None:
        job = self._bridge.worker.files.page(library, FileQuery(offset=len(before), limit=_AT_ONCE))
        self._bridge.run(job, partial(self._take, library, before), partial(self._fail, library))

    def _take(self, library: str, before: tuple[str, ...], page: FilePage) -> None:
        paths = (*before, *(row.path for row in page.rows))
        if page.rows and len(paths) < page.total:
            self._read(library, paths)
        else:
            self._bridge.call(partial(FileNames.of, library, paths), self._keep, partial(self._fail, library))

    def _keep(self, names: FileNames) -> None:
        self._known[names.library] = names
        self.changed.emit()

    def _fail(self, library: str, _error: UserError) -> None:
        """Try again the next time: a library that cannot be read says so itself."""
        self._current.discard(library)

    def _store_changed(self, event: StoreChanged) -> None:
        if event.kinds & {"indexes", "documents"}:
            self._current -= set(event.ids) or set(self._current)
