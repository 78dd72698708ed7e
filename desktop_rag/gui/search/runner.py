"""Runs the search page's queries in the worker: by words at each key, by meaning when typing pauses."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.search import MEANING, WORDS, SearchResults
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.timers import single_shot

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

PAUSE_MS = 250
FILES = 20
_ALL = 200  # passages of one file


class SearchRunner(QObject):
    """Only the newest query counts: older results are dropped, and results by words never replace those by meaning."""

    found = Signal(object, bool)  # SearchResults, whether it is the query shown before
    failed = Signal(object)  # UserError
    all_found = Signal(str, object)  # file, SearchResults

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._library = ""
        self._query = ""
        self._files = FILES
        self._number = 0  # of the query; what comes for another is too late
        self._shown = 0  # the number of the query that is shown
        self._jobs: list[Job[SearchResults]] = []
        self._pause = single_shot(self, PAUSE_MS, self._by_meaning)

    @property
    def query(self) -> str:
        """What is searched for, with its conditions."""
        return self._query

    def set_library(self, name: str) -> None:
        """Search this library from now on."""
        self._library = name
        self.stop()

    def search(self, query: str) -> None:
        """Search for another query; the one before counts no more."""
        self.stop()
        self._query, self._files = query, FILES
        if query.strip() and self._library:
            self._start(WORDS)
            self._pause.start()

    def again(self) -> None:
        """Run the same query again after the library has changed."""
        if self._query.strip() and self._library:
            self._start(MEANING)

    def further(self) -> None:
        """Search for more files."""
        self._files += FILES
        self._pause.stop()
        self._start(MEANING)

    def all_of(self, file: str) -> None:
        """Find everything in one file."""
        worker, number = self._bridge.worker, self._number
        job = worker.search.pages(self._library, self._query, mode=WORDS, files=1, per_file=_ALL, file=file)
        self._bridge.run(job, partial(self._show_all, number, file), self.failed.emit)

    def stop(self) -> None:
        """Cancel the running searches."""
        self._pause.stop()
        self._number += 1
        for job in self._jobs:
            job.cancel()
        self._jobs = []

    def _start(self, mode: str) -> None:
        job = self._bridge.worker.search.pages(self._library, self._query, mode=mode, files=self._files)
        self._jobs = [other for other in self._jobs if not other.done] + [job]
        self._bridge.run(job, partial(self._show, self._number), partial(self._fail, self._number))

    def _by_meaning(self) -> None:
        self._start(MEANING)

    def _show(self, number: int, results: SearchResults) -> None:
        """Show what was found, unless the person has typed on, or better is shown already."""
        if number != self._number:
            return
        if results.mode == MEANING:
            for job in self._jobs:
                job.cancel()
            self._jobs = []
        self.found.emit(results, self._shown == number)
        self._shown = number

    def _show_all(self, number: int, file: str, results: SearchResults) -> None:
        if number == self._number:
            self.all_found.emit(file, results)

    def _fail(self, number: int, error: UserError) -> None:
        if number == self._number:
            self.failed.emit(error)
