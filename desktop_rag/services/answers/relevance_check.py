"""Asks of one library whether it has anything about a question."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from desktop_rag.config import Config
from desktop_rag.config.options import FILTERS, QUERY_ENGINE
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import current_token, running
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.late_interaction import comparing_tokens
from desktop_rag.embeddings.multilingual_e5 import SPACE
from desktop_rag.node_parser.passage import HEADING_KEY
from desktop_rag.retrievers.relevance import (
    BACKGROUND,
    PASSAGES,
    SearchEvidence,
    is_decided,
    is_relevant,
    language_of,
    points_back,
    question_terms,
    relevance,
    says_little,
)
from desktop_rag.retrievers.subject import SubjectFinder
from desktop_rag.retrievers.unrelated import UnrelatedQuestions, lead_by_token
from desktop_rag.services.answers import modes
from desktop_rag.storage.filters import NodeFilter
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.filters import parse_filters

_JUDGED = frozenset({"hybrid", "vector", "bm25", "query_fusion", "auto_merging"})
# Log odds of answering, with a share of those of being on the subject. Of pairs of both with which .035 of what files
# answer is refused wrongly, the one that refuses most of what they don't answer, .625: means of bench/everyday (.058,
# .63) and the four languages of bench/relations (.016 to .055, .55 to .71), open halves. Without the judge: .05, .28.
_ANSWERED = -1.5
_ON_SUBJECT = 0.2
_MOST_ON_SUBJECT = 6.0
_MOSTLY = 0.9  # share of the passages that must have a vector for meaning to be compared


def is_judged(config: Config) -> bool:
    """Return True if the retriever searches for fitting passages, rather than take all or let a model choose."""
    return modes.retriever(config) in _JUDGED and config[QUERY_ENGINE] == "retriever"


def is_answered(relevance: float, answers: float | None) -> bool:
    """Return True if passages answer a question.

    ``relevance`` tells how surely they are about it, ``answers`` how surely the best sentence answers it, both as log
    odds; None where no judge read them: then what is about it may answer.
    """
    if answers is None:
        return relevance >= 0
    bounded = max(-_MOST_ON_SUBJECT, min(relevance, _MOST_ON_SUBJECT))
    return answers + _ON_SUBJECT * bounded >= _ANSWERED


def follows_up(question: str, before: str) -> bool:
    """Return True if a question may refer to the one ``before`` it ("": there was none)."""
    return bool(before) and (says_little(question) or points_back(question))


class RelevanceCheck:
    """Looks for evidence in the library: the words of the question, and its place among the vectors.

    ``unrelated`` remembers how near libraries on disk come to other questions.
    """

    def __init__(
        self,
        storage: StorageContext,
        embed_model: BaseEmbedding,
        config: Config,
        cache: VectorCache | None,
        unrelated: UnrelatedQuestions | None = None,
    ) -> None:
        self._library = str(storage.path)
        self._unrelated = (unrelated if storage.path else None) or UnrelatedQuestions()
        self._stores = storage.docstore.stores
        self._embed_model = embed_model
        self._vectors = storage.vectors(SPACE, cache)
        self._filters = config[FILTERS].strip()
        self._filter = NodeFilter(parse_filters(self._filters)) if self._filters else None

    def relevance(self, question: str, before: str, nodes: Sequence[NodeWithScore]) -> float:
        """Return the log odds that some passage is about the question; below 0 none seems to be.

        One that goes on with the question ``before`` it ("": none) is judged more mildly, and one that says little by
        itself also together with it. Any other may be of another subject, whatever was asked before. What names no
        subject, or files of the library, is about it.
        """
        with running(current_token()):  # no part of how the answer comes about
            return max(
                max(relevance(one), 0.0) if is_relevant(one) else relevance(one)
                for one in self.evidence(question, before, nodes)
            )

    def evidence(self, question: str, before: str, nodes: Sequence[NodeWithScore]) -> Iterator[SearchEvidence]:
        """Yield the evidence for each way to understand the question; one of them is enough."""
        is_little = bool(before) and says_little(question)
        passages = [found.node for found in nodes[:PASSAGES]]
        yield self._evidence(question, passages, follows_up=follows_up(question, before))
        if is_little:
            yield self._evidence(f"{before}\n{question}", passages, follows_up=True)

    def _evidence(self, question: str, passages: Sequence[TextNode], *, follows_up: bool) -> SearchEvidence:
        keywords = self._stores.keywords
        names_files = SubjectFinder(self._stores.documents, keywords).find(question) is not None
        nearest, background = (None, ()) if names_files else self._cosines(question)
        texts = [node.text for node in passages]
        evidence = SearchEvidence(
            question,
            keywords.node_counts(question_terms(question)),
            keywords.node_count(),
            texts,
            nearest,
            background,
            follows_up,
            names_files,
            [str(node.metadata.get(HEADING_KEY, "")) for node in passages],
            None if nearest is None else self._nearness_of_others(language_of(question, texts)),
        )
        return evidence if is_decided(evidence) else replace(evidence, by_token=self._lead_by_token(question, texts))

    def _lead_by_token(self, question: str, passages: Sequence[str]) -> float | None:
        """Return the lead of the passages over other questions, token by token; None if the model cannot compare."""
        model = comparing_tokens(self._embed_model)
        try:
            return lead_by_token(model, question, language_of(question, passages), passages) if model else None
        except UserError:
            return None

    def _nearness_of_others(self, language: str) -> float | None:
        """Return the nearness of the best passages to questions about other things."""
        try:
            return self._unrelated.nearness(
                self._library, self._vectors, language, self._embed_model, self._filters, self._filter
            )
        except UserError:
            return None

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
