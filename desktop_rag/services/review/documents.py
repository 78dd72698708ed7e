"""One document as its cells need it: its texts, its values, and the sentences of it that answer a question best."""

import math
from collections.abc import Sequence
from functools import cached_property
from itertools import islice

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.review import CellPlace, ReviewColumn
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.vector_store import VectorStoreIndex
from desktop_rag.node_parser.page_breaks import passage_of
from desktop_rag.rerankers.judge import Judges, title_above
from desktop_rag.response_synthesizers.quoting.ranking import RankedSentence, SentenceRanking
from desktop_rag.response_synthesizers.quoting.table_rows import RowHeadings
from desktop_rag.retrievers.vector import WordsOnlyFallback
from desktop_rag.services.register.documents import Page
from desktop_rag.services.review.asked import AskedCells
from desktop_rag.services.review.quoted import QuotedCells, RankedPlace
from desktop_rag.services.review.values import DocumentValues
from desktop_rag.storage.records import doc_id_of
from desktop_rag.storage.sqlite.pages import passage_at
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext

PASSAGES = 8  # of a document, those that fit a question best
_NAMED_PASSAGES = 3  # of these, at most, that have a label of the column's name
_LABELLED = 12  # statements whose passages are looked at for these
_WORDS_ALONE = 6.0  # log odds between a sentence with all words of a question and one with none, without a judge


class ReviewedDocument:
    """A document of a library; what it says is looked up when the first cell needs it."""

    def __init__(
        self,
        storage: StorageContext,
        file: str,
        language: str,
        embed_model: BaseEmbedding,
        judge: Judges | None,
        vectors: VectorCache,
    ) -> None:
        self._storage = storage
        self._file = file
        self._language = language
        self._embed_model = embed_model
        self._judge = judge
        self._vectors = vectors

    @cached_property
    def pages(self) -> list[Page]:
        """Its pages."""
        labelled = self._storage.documents.labelled_pages(self._file)
        return [Page(number, label, text) for number, (label, text) in enumerate(labelled, 1)]

    @cached_property
    def values(self) -> DocumentValues:
        """What it says about days, money, parties, numbers, and beside labels."""
        return DocumentValues(self._file, self.pages, self._language)

    @cached_property
    def quoted(self) -> QuotedCells:
        """Its cells without a model."""
        return QuotedCells(self.values, self.title, self._judge, self.closest)

    @cached_property
    def asked(self) -> AskedCells:
        """Its cells with a model."""
        return AskedCells(self.values, self.title, self._judge, self.closest)

    @property
    def title(self) -> str:
        """Its name as the judge and a model read it."""
        return title_above(self._file, "")

    def passages(self, question: str) -> list[NodeWithScore]:
        """Return the passages of the document that fit a question best, the best one first."""
        index = VectorStoreIndex(storage_context=self._storage, embed_model=self._embed_model, cache=self._vectors)
        fallback = WordsOnlyFallback()
        return index.as_retriever(PASSAGES, "hybrid", fallback, doc_ids=[doc_id_of(self._file)]).retrieve(question)

    def passages_asked(self, column: ReviewColumn) -> list[NodeWithScore]:
        """Return the passages that a model reads for a column, the best one first.

        Of a long document, in place of the last ones that fit its question those with a label or row of its name: a
        question for “total revenue” is about every page of a report, and the row that has it stands on one.
        """
        found = self.passages(column.asked)
        if len(found) < PASSAGES:  # all that there are
            return found
        sure = found[: PASSAGES - _NAMED_PASSAGES]
        places = (
            passage_at(self._storage.connection, self._file, one.page.number, one.start)
            for one in self.quoted.named(column, _LABELLED)
        )
        named = dict.fromkeys(node_id for node_id, _ in places if node_id)
        ids = [node_id for node_id in named if node_id not in {one.node.node_id for one in sure}][:_NAMED_PASSAGES]
        more = [NodeWithScore(node=node, score=0.0) for node in self._storage.nodes.get_nodes(ids)]
        rest = (one for one in found[len(sure) :] if one.node.node_id not in ids)
        return [*sure, *more, *islice(rest, PASSAGES - len(sure) - len(more))]

    def closest(self, question: str) -> Sequence[RankedPlace]:
        """Return the sentences of the document that answer a question best, the best one first."""
        nodes = self.passages(question)
        headings = RowHeadings([found.node for found in nodes], self._storage.documents)
        ranking = SentenceRanking(self._embed_model, judge=self._judge)
        try:
            ranked = ranking.ranked(question, nodes, headings)
        except UserError:  # the search model cannot be asked
            ranked = []
        ranked.sort(key=lambda one: -one.score)
        return [self._placed(one, nodes) for one in ranked]

    def _placed(self, one: RankedSentence, nodes: Sequence[NodeWithScore]) -> RankedPlace:
        node = nodes[one.sentence.source].node
        begin, number = node.start_char_idx or 0, node.metadata.get("page_number")
        page = number if isinstance(number, int) and number > 0 else 1
        quote = passage_of(node).told(one.sentence.start, one.sentence.end)
        label = str(node.metadata.get("page_label") or "")
        place = CellPlace(page, label, begin + one.sentence.start, begin + one.sentence.end, quote)
        if one.answers is not None:
            return RankedPlace(place, one.answers)
        unread = -math.inf if self._judge is not None else _WORDS_ALONE * (one.words - 0.5)
        return RankedPlace(place, unread)
