"""The jobs of the search page."""

from pathlib import Path

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import running
from desktop_rag.core.results.search import SearchChoices, SearchResults
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.retrievers.query_syntax import parse_query
from desktop_rag.services.libraries.library import Library
from desktop_rag.services.search.catalogue import Catalogue
from desktop_rag.services.search.page_search import WORDS, PageQuery, PageSearch
from desktop_rag.storage.sqlite.connection import interruptible
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.tokenizer import without_surrogates
from desktop_rag.worker.job import Job
from desktop_rag.worker.lanes import Lanes
from desktop_rag.worker.processes.embedders import Embedders
from desktop_rag.worker.processes.embedding_child import ChildEmbedding

LANE = "search"  # of its own: a page being drawn must not hold up what is typed
MEANING_LANE = "meaning"  # the model may have to be loaded first: words do not wait for that


class Searching:
    """Searches while somebody types; part of ``Worker``."""

    _lanes: Lanes
    _library: Library
    _embedders: Embedders
    _vectors: VectorCache

    def search_page(
        self, name: str, query: str, *, mode: str = WORDS, files: int = 20, per_file: int = 3, file: str = ""
    ) -> Job[SearchResults]:
        """Return files with their best passages; mode is "words" (at each key) or "hybrid" (when typing pauses).

        The last word may be a beginning. Conditions are part of the query: ``retrievers.query_syntax``. ``file``
        limits it to one. Cancelling ends it in the middle of reading.
        """
        wanted = PageQuery(without_surrogates(query), mode, files, per_file, file)

        def run(job: Job[SearchResults]) -> SearchResults:
            path = self._library.files.existing(name)
            embed_model, notice = self._understood(path, wanted.text) if mode != WORDS else (None, "")
            job.token.raise_if_cancelled()
            with (
                StorageContext(path, read_only=True) as storage,
                interruptible(job.token, storage.connection),
                running(job.token),
                storage.snapshot(),
            ):
                return PageSearch(storage, embed_model, self._vectors, notice).run(wanted)

        return self._lanes.submit(LANE if mode == WORDS else MEANING_LANE, "search_page", run)

    def search_choices(self, name: str) -> Job[SearchChoices]:
        """Return the folders, kinds of files and languages of a library."""

        def run(_: Job[SearchChoices]) -> SearchChoices:
            path = self._library.files.existing(name)
            with StorageContext(path, read_only=True) as storage, storage.snapshot():
                return Catalogue(storage.connection).choices()

        return self._lanes.submit(LANE, "search_choices", run)

    def _understood(self, path: Path, query: str) -> tuple[BaseEmbedding | None, str]:
        """Return the model of a library, which knows the query by then, or why there is none.

        The built-in model is asked under a token of its own: a job that is cancelled while the model is being loaded
        would end its process, and it would never be loaded while somebody types.
        """
        try:
            model = self._embedders.of(path)
            text = parse_query(query).text
            if text and isinstance(getattr(model, "model", None), ChildEmbedding):
                with running(CancelToken()):
                    model.get_query_embedding(text)
        except UserError as error:
            return None, str(error)
        return model, ""
