"""Asks of one library whether it has anything about a question."""

from collections.abc import Sequence

from desktop_rag.config import Config
from desktop_rag.config.options import FILTERS, QUERY_ENGINE
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import current_token, running
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.multilingual_e5 import SPACE
from desktop_rag.retrievers.relevance import BACKGROUND, PASSAGES, SearchEvidence, is_relevant, question_terms
from desktop_rag.retrievers.subject import SubjectFinder
from desktop_rag.services.answers import modes
from desktop_rag.storage.filters import NodeFilter
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.filters import parse_filters

_JUDGED = frozenset({"hybrid", "vector", "bm25", "query_fusion", "auto_merging"})
_MOSTLY = 0.9  # share of the passages that must have a vector for meaning to be compared


def is_judged(config: Config) -> bool:
    """Whether the settings search for the passages that fit a question, rather than take all or let a model choose."""
    return modes.retriever(config) in _JUDGED and config[QUERY_ENGINE] == "retriever"


class RelevanceCheck:
    """Looks for evidence in the library: the words of the question, and its place among the vectors."""

    def __init__(
        self, storage: StorageContext, embed_model: BaseEmbedding, config: Config, cache: VectorCache | None
    ) -> None:
        self._stores = storage.docstore.stores
        self._embed_model = embed_model
        self._vectors = storage.vectors(SPACE, cache)
        filters = config[FILTERS].strip()
        self._filter = NodeFilter(parse_filters(filters)) if filters else None

    def is_relevant(self, question: str, before: str, nodes: Sequence[NodeWithScore]) -> bool:
        """Whether some passage may be about the question, alone or together with the one ``before`` it ("": none)."""
        questions = (question, f"{before}\n{question}") if before else (question,)
        passages = [found.node.text for found in nodes[:PASSAGES]]
        with running(current_token()):  # no part of how the answer comes about
            return any(is_relevant(self._evidence(one, passages, follows_up=bool(before))) for one in questions)

    def _evidence(self, question: str, passages: Sequence[str], *, follows_up: bool) -> SearchEvidence:
        keywords = self._stores.keywords
        names_files = SubjectFinder(self._stores.documents, keywords).find(question) is not None
        nearest, background = (None, ()) if names_files else self._cosines(question)
        return SearchEvidence(
            question,
            keywords.node_counts(question_terms(question)),
            keywords.node_count(),
            passages,
            nearest,
            background,
            follows_up,
            names_files,
        )

    def _cosines(self, question: str) -> tuple[float | None, Sequence[float]]:
        """Return the best cosine and those of some other passages; only those of the built-in model can be judged."""
        vectors, nodes = self._vectors, self._stores.keywords.node_count()
        if self._embed_model.space != SPACE or vectors.count() < _MOSTLY * nodes:
            return None, ()
        try:
            embedding = self._embed_model.get_query_embedding(question)
        except UserError:
            return None, ()
        best = vectors.nearest(embedding, 1, self._filter)
        around = vectors.compare(embedding, vectors.spread(BACKGROUND))
        return (best[0][1], [cosine for _, cosine in around]) if best else (None, ())
