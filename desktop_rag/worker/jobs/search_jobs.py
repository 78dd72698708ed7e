"""The jobs that search."""

from typing import TYPE_CHECKING

from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.search import WORDS, PageQuery, SearchChoices, SearchResults
from desktop_rag.worker.job import Job, JobKind
from desktop_rag.worker.jobs.runner import JobRunner
from desktop_rag.worker.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_rag.services.search.library_search import LibrarySearch


class SearchJobs:
    """Searches libraries; queries may have phrases, exclusions and conditions (``retrievers.query_syntax``)."""

    def __init__(self, runner: JobRunner, search: "Callable[[], LibrarySearch]") -> None:
        self._runner = runner
        self._search = search

    def passages(self, name: str, query: str, *, top_k: int = 10, mode: str = "hybrid") -> Job[tuple[Source, ...]]:
        """Return the best passages for a query; mode is "hybrid", "vector" or "bm25".

        When the model of the meaning cannot be asked, "hybrid" searches by words, and an event ``SearchNotice``
        says so.
        """
        return self._runner.run(
            Lane.VIEW, JobKind.SEARCH, lambda call: self._search().passages(name, query, top_k, mode, call), name
        )

    def pages(
        self, name: str, query: str, *, mode: str = WORDS, files: int = 20, per_file: int = 3, file: str = ""
    ) -> Job[SearchResults]:
        """Return files with their best passages; mode is "words" (at each key) or "hybrid" (when typing pauses).

        The last word may be a beginning. ``file`` limits it to one. Cancelling ends it in the middle of reading.
        """
        wanted = PageQuery(without_surrogates(query), mode, files, per_file, file)
        lane = Lane.SEARCH if mode == WORDS else Lane.MEANING
        return self._runner.run(lane, JobKind.SEARCH, lambda call: self._search().pages(name, wanted, call.token), name)

    def choices(self, name: str) -> Job[SearchChoices]:
        """Return the folders, kinds of files and languages that a search can be limited to."""
        return self._runner.run(Lane.SEARCH, JobKind.SEARCH, lambda _: self._search().choices(name), name)
