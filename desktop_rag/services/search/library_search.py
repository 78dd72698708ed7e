"""Searching a library without answering: the best passages, or files with their passages while somebody types."""

from pathlib import Path

from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import SearchNotice
from desktop_rag.core.instrumentation import running
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.search import WORDS, PageQuery, SearchChoices, SearchResults
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.vector_store import VectorStoreIndex
from desktop_rag.retrievers.query_syntax import parse_query
from desktop_rag.retrievers.words_only_fallback import WordsOnlyFallback
from desktop_rag.services.calls import current_call
from desktop_rag.services.embedders import Embedders
from desktop_rag.services.operations import Service, runs
from desktop_rag.services.search.catalogue import search_choices
from desktop_rag.services.search.page_search import PageSearch
from desktop_rag.services.search.typed_search import search_library
from desktop_rag.services.sources import to_source
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.connection import interruptible
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache


def _lane(*_places: object, mode: str = WORDS, **_names: object) -> Lane:
    """Return where a search of the page waits: words do not wait for a model that has to be loaded first."""
    return Lane.SEARCH if mode == WORDS else Lane.MEANING


class LibrarySearch(Service):
    """Searches libraries; queries may have phrases, exclusions and conditions (``retrievers.query_syntax``)."""

    def __init__(self, files: IndexFiles, embed_models: Embedders, vectors: VectorCache) -> None:
        self._files = files
        self._embed_models = embed_models
        self._vectors = vectors

    @runs(Lane.VIEW, JobKind.SEARCH)
    def passages(self, name: str, query: str, *, top_k: int = 10, mode: str = "hybrid") -> tuple[Source, ...]:
        """Return the ``top_k`` best passages; mode is "hybrid", "vector" or "bm25".

        When the model of the meaning cannot be asked, "hybrid" searches by words, and an event ``SearchNotice``
        says so.
        """
        path = self._files.existing(name)
        embed_model = self._embed_models.of(path)
        with self._files.open(path, read_only=True) as storage, storage.snapshot():
            index = VectorStoreIndex(storage_context=storage, embed_model=embed_model, cache=self._vectors)
            fallback = WordsOnlyFallback()
            found = search_library(index, without_surrogates(query), top_k, mode, fallback)
        if fallback.error is not None:
            call = current_call()
            call.emit(SearchNotice(call.id, fallback.notice))
        return tuple(to_source(node, rank) for rank, node in enumerate(found, 1))

    @runs(_lane, JobKind.SEARCH)
    def pages(
        self, name: str, query: str, *, mode: str = WORDS, files: int = 20, per_file: int = 3, file: str = ""
    ) -> SearchResults:
        """Return files with their best passages; mode is "words" (at each key) or "hybrid" (when typing pauses).

        The last word may be a beginning. ``file`` limits it to one. Cancelling ends it in the middle of reading.

        Raises:
            CancelledError: stopped.

        """
        path = self._files.existing(name)
        token, wanted = current_call().token, PageQuery(without_surrogates(query), mode, files, per_file, file)
        embed_model, notice = self._model_for(path, wanted) if mode != WORDS else (None, "")
        token.raise_if_cancelled()
        with (
            self._files.open(path, read_only=True) as storage,
            interruptible(token, storage.connection),
            running(token),
            storage.snapshot(),
        ):
            return PageSearch(storage, embed_model, self._vectors, notice).run(wanted)

    @runs(Lane.SEARCH, JobKind.SEARCH)
    def choices(self, name: str) -> SearchChoices:
        """Return the folders, kinds of files and languages that a search can be limited to."""
        path = self._files.existing(name)
        with self._files.open(path, read_only=True) as storage, storage.snapshot():
            return search_choices(storage)

    def _model_for(self, path: Path, query: PageQuery) -> tuple[BaseEmbedding | None, str]:
        """Return the model of a library, ready for the query, or why there is none."""
        try:
            return self._embed_models.ready_for(path, parse_query(query.text).text), ""
        except UserError as error:
            return None, str(error)
