"""The jobs that show sources: passages, pages, files inside files."""

from pathlib import Path
from typing import TYPE_CHECKING

from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.pages import PageHits, PageImage, PagePart, PageSizes, PageWords, Passage, ReferenceTexts
from desktop_rag.core.user_text import Say
from desktop_rag.services.ports import ServiceCall
from desktop_rag.worker.job import Job, JobKind
from desktop_rag.worker.jobs.runner import JobRunner
from desktop_rag.worker.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_rag.services.libraries.pages import Pages


class PageJobs:
    """Shows what a source says, and where."""

    def __init__(self, runner: JobRunner, pages: "Callable[[], Pages]") -> None:
        self._runner = runner
        self._pages = pages

    def passage(self, name: str, source: Source) -> Job[Passage]:
        """Return a passage with the text around it."""
        return self._runner.read(lambda: self._pages().passage(name, source), name)

    def render(
        self,
        name: str,
        source: Source,
        *,
        page: int,
        zoom: float,
        cited: tuple[int, int] | None = None,
        dark: bool = False,
    ) -> Job[PageImage]:
        """Draw a page of a paged file (zoom 1.0 = 72 dpi); the passage is highlighted on its own page.

        The library ``name`` is the one that the source is of.
        """

        def run(call: ServiceCall) -> PageImage:
            return self._pages().render(name, source, call.token, page=page, zoom=zoom, cited=cited, dark=dark)

        return self._runner.run(Lane.VIEW, JobKind.READ, run)

    def render_part(
        self, file: str, *, page: int, zoom: float, rows: tuple[int, int], dark: bool = False
    ) -> Job[PagePart]:
        """Draw some rows of pixels of a page: (the first, how many)."""

        def run(call: ServiceCall) -> PagePart:
            return self._pages().render_part(file, call.token, page=page, zoom=zoom, rows=rows, dark=dark)

        return self._runner.run(Lane.VIEW, JobKind.READ, run)

    def sizes(self, file: str, *, first: int = 1) -> Job[PageSizes]:
        """Return the sizes of the pages from ``first`` on, as many as can be told in a moment."""
        return self._runner.run(
            Lane.VIEW, JobKind.READ, lambda call: self._pages().sizes(file, call.token, first=first)
        )

    def words(self, name: str, file: str, *, page: int) -> Job[PageWords]:
        """Return the text of a page and where its words stand."""

        def run(call: ServiceCall) -> PageWords:
            return self._pages().words(name, file, call.token, page=page)

        return self._runner.run(Lane.VIEW, JobKind.READ, run)

    def find(self, name: str, file: str, *, sought: str, first: int = 1) -> Job[PageHits]:
        """Return where words stand on the pages from ``first`` on, as many pages as can be read in a moment."""

        def run(call: ServiceCall) -> PageHits:
            return self._pages().find(name, file, call.token, sought=sought, first=first)

        return self._runner.run(Lane.VIEW, JobKind.READ, run)

    def reference(self, name: str, source: Source, *, say: Say = str) -> Job[ReferenceTexts]:
        """Return how a source is cited elsewhere, in the language that ``say`` speaks."""

        def run(call: ServiceCall) -> ReferenceTexts:
            return self._pages().reference(name, source, call.token, say=say)

        return self._runner.run(Lane.VIEW, JobKind.READ, run)

    def export_member(self, file: str) -> Job[Path]:
        """Return a real file with the content of ``file``: itself, or what is inside another under its own name.

        It is removed when the program ends. UserError when the container is gone or cannot be read any more.
        """
        return self._runner.run(Lane.VIEW, JobKind.READ, lambda call: self._pages().export_member(file, call.token))
