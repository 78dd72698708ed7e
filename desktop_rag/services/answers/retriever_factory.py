"""Makes the retriever that the settings name: words, meaning, both fused, or an index of another kind."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from desktop_rag.config import Config
from desktop_rag.config.options import (
    ALPHA,
    FILTERS,
    FUSION_MODE,
    MMR_THRESHOLD,
    NUM_QUERIES,
    PLUGINS_ENABLED,
    SIMILARITY_TOP_K,
    VECTOR_STORE_QUERY_MODE,
)
from desktop_rag.config.prompts import prompt
from desktop_rag.core.instrumentation import current_token, running
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.loading import require_model
from desktop_rag.indices.vector_store import FUSION_DEPTH
from desktop_rag.llms.base import LLM, model_missing
from desktop_rag.retrievers.auto_merging import AutoMergingRetriever
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.bm25 import BM25Retriever
from desktop_rag.retrievers.hybrid import HybridRetriever
from desktop_rag.retrievers.query_fusion import QueryFusionRetriever
from desktop_rag.retrievers.router import RouterRetriever
from desktop_rag.retrievers.vector import VectorIndexRetriever, WordsOnlyFallback
from desktop_rag.selectors.llm_selectors import LLMSingleSelector
from desktop_rag.services.answers import modes
from desktop_rag.services.answers.other_libraries import LibrariesRetriever, OpenLibrary
from desktop_rag.services.answers.plugged import AnswerPlugins
from desktop_rag.services.libraries.index_builds import IndexOpener
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.tools.retriever_tool import RetrieverTool
from desktop_rag.vector_stores.filters import parse_filters
from desktop_rag.vector_stores.types import VectorStoreQueryMode

SPARE = 4  # passages fetched for each one used: copies are dropped
_WHOLE = 120  # passages; smaller libraries are summarised whole
_WIDE = 50  # passages that stand for a larger library
BUILT_FIRST = ("tree", "keyword_table", "knowledge_graph")  # searched by an index that the first question builds


@dataclass(frozen=True, slots=True)
class SearchResources:
    """A library, and the means of searching it.

    ``building`` hears how far a missing index is: (kind, done, total). ``fallback`` notes that the embedding model
    failed; meaning alone has no fallback. ``others`` are searched in the same way.
    """

    storage: StorageContext
    embed_model: BaseEmbedding
    llm: LLM | None
    config: Config
    vectors: VectorCache | None
    building: Callable[[str, int, int], None]
    fallback: WordsOnlyFallback = field(default_factory=WordsOnlyFallback)
    others: tuple[OpenLibrary, ...] = ()


class RetrieverFactory:
    """Makes the retriever that the settings ask for."""

    def __init__(self, resources: SearchResources) -> None:
        self._resources = resources
        self._config = resources.config
        self._filters = parse_filters(resources.config[FILTERS]) if resources.config[FILTERS].strip() else None

    def passage_count(self) -> int:
        """Return the maximum number of passages an answer is made from."""
        if modes.retriever(self._config) == "everything":
            return _WHOLE
        return modes.similarity_top_k(self._config)

    def retriever(self) -> BaseRetriever:
        """Return the retriever of the settings, or a plug-in in its place; it asks every library.

        Raises:
            UserError: it needs a model and none is connected.

        """
        return self.of_each(RetrieverFactory._own)

    def of_each(self, make: "Callable[[RetrieverFactory], BaseRetriever]") -> BaseRetriever:
        """Return a retriever over the one that ``make`` returns for each library; with one library, that one."""
        if not self._resources.others:
            return make(self)
        retrievers = {"": make(self)}
        for other in self._resources.others:
            inside = replace(self._resources, storage=other.storage, embed_model=other.embed_model, others=())
            retrievers[other.name] = make(RetrieverFactory(inside))
        return LibrariesRetriever(retrievers)

    def _own(self) -> BaseRetriever:
        resources = self._resources
        plugins = AnswerPlugins(
            self._config[PLUGINS_ENABLED],
            storage=resources.storage,
            llm=resources.llm,
            embed_model=resources.embed_model,
            similarity_top_k=self._fetched(),
            filters=self._filters,
        )
        return plugins.retriever(self._usual)

    def _usual(self) -> BaseRetriever:
        kind = modes.retriever(self._config)
        makers: dict[str, Callable[[], BaseRetriever]] = {
            "hybrid": self.hybrid,
            "vector": self._meaning_alone,
            "bm25": self._words,
            "query_fusion": self._query_fusion,
            "auto_merging": self._auto_merging,
            "router": self._router,
            "everything": self._everything,
        }
        if kind in makers:
            return makers[kind]()
        return self.index_retriever(kind)

    def hybrid(self, top_k: int | None = None) -> BaseRetriever:
        """Return the search by words and meaning."""
        top_k = top_k or self._fetched()
        depth = max(FUSION_DEPTH, top_k)
        retrievers = [self._beside_words(depth), self._words(depth)]
        return HybridRetriever(retrievers, similarity_top_k=top_k, stores=self._resources.storage)

    def filtered(self, filters: str) -> BaseRetriever:
        """Return the search by words and meaning, narrowed down by further conditions, one on each line."""
        lines = [self._config[FILTERS], filters]
        narrowed = self._config.overridden({FILTERS.key: "\n".join(line for line in lines if line.strip())})
        top_k = narrowed[SIMILARITY_TOP_K]
        return RetrieverFactory(replace(self._resources, config=narrowed)).of_each(lambda one: one.hybrid(top_k))

    def everything(self) -> BaseRetriever:
        """Return all passages of small libraries, the best of large ones."""
        return self.of_each(RetrieverFactory._everything)

    def _everything(self) -> BaseRetriever:
        if self._filters is None and self._resources.storage.nodes.node_count() <= _WHOLE:
            return self.index_retriever("summary")
        return self.hybrid(_WIDE)

    def index_retriever(self, kind: str) -> BaseRetriever:
        """Return the search of an index of another kind, built as far as it is missing."""
        llm = self._resources.llm
        index = IndexOpener(llm, self._resources.embed_model, self._config).open(kind, self._resources.storage)
        if index.pending():
            require_model(kind, llm)
            with running(current_token()):  # thousands of calls that are no part of how this answer came about
                index.build_pending(lambda done, total: self._resources.building(kind, done, total))
        return index.as_retriever()

    def _fetched(self) -> int:
        """Return the number of passages to search for, before copies are dropped."""
        return modes.similarity_top_k(self._config) * SPARE

    def _meaning_alone(self) -> BaseRetriever:
        """Return the search by meaning; when the model fails, so does the search."""
        return self._vector(fallback=None)

    def _beside_words(self, top_k: int) -> BaseRetriever:
        """Return the search by meaning for a hybrid search, which can do without it."""
        return self._vector(top_k, self._resources.fallback)

    def _vector(self, top_k: int | None = None, fallback: WordsOnlyFallback | None = None) -> BaseRetriever:
        resources, config = self._resources, self._config
        return VectorIndexRetriever(
            resources.storage,
            resources.embed_model,
            top_k or self._fetched(),
            resources.vectors,
            vector_store_query_mode=VectorStoreQueryMode(config[VECTOR_STORE_QUERY_MODE]),
            alpha=config[ALPHA],
            filters=self._filters,
            vector_store_kwargs={"mmr_threshold": config[MMR_THRESHOLD]},
            fallback=fallback,
        )

    def _words(self, top_k: int | None = None) -> BaseRetriever:
        return BM25Retriever(self._resources.storage, top_k or self._fetched(), filters=self._filters)

    def _query_fusion(self) -> BaseRetriever:
        """Return the search by several wordings of the question."""
        llm = self._resources.llm
        if llm is None:
            raise model_missing("“query_fusion”")
        config, depth = self._config, max(FUSION_DEPTH, self._fetched())
        return QueryFusionRetriever(
            [self._beside_words(depth), self._words(depth)],
            llm=llm,
            mode=config[FUSION_MODE],
            query_gen_prompt=prompt(config, "query_gen_prompt"),
            similarity_top_k=self._fetched(),
            num_queries=config[NUM_QUERIES],
        )

    def _auto_merging(self) -> BaseRetriever:
        """Return the search that gives whole sections where much of them fits."""
        return AutoMergingRetriever(self.hybrid(), self._resources.storage)

    def _router(self) -> BaseRetriever:
        """Return a search that the model chooses for each question."""
        llm = self._resources.llm
        if llm is None:
            raise model_missing("“router”")
        tools = [
            RetrieverTool.from_defaults(
                self.hybrid(), name="passages", description="Finds the passages that answer a question."
            ),
            RetrieverTool.from_defaults(self._words(), name="words", description="Finds names, codes and exact words."),
            RetrieverTool.from_defaults(
                self._auto_merging(), name="sections", description="Finds whole sections about a subject."
            ),
            RetrieverTool.from_defaults(
                self._everything(), name="everything", description="Gives everything, for a summary."
            ),
        ]
        return RouterRetriever(LLMSingleSelector.from_defaults(llm), tools)
