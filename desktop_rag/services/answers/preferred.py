"""Answers keep to what a person said of earlier ones: the words they showed come first, those they refused don't.

It is kept with the test questions of a library, names nothing but what is in it, and goes with the test question. The
question is compared on this computer alone: by its words, and by the built-in model where that searches the library.
"""

import functools
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.instrumentation import current_token, running
from desktop_rag.core.payloads import RerankingPayload
from desktop_rag.core.response import Quotation
from desktop_rag.core.results.answers import SHOWN
from desktop_rag.core.results.test_questions import QuotedWords, SavedQuestion
from desktop_rag.core.schema import MetadataValue, NodeWithScore, QueryBundle, TextNode, Vector
from desktop_rag.embeddings.base import BaseEmbedding, get_query_embeddings
from desktop_rag.embeddings.multilingual_e5 import SPACE
from desktop_rag.evidence.units import Kind, Unit, units_of
from desktop_rag.node_parser.page_breaks import passage_of
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.rerankers.judge import Judges
from desktop_rag.response_synthesizers.extractive import Extractive
from desktop_rag.response_synthesizers.quoting.choice import QUOTES, choose
from desktop_rag.response_synthesizers.quoting.ranking import Identifies, RankedSentence, Replaces
from desktop_rag.response_synthesizers.quoting.table_rows import Pages, RowHeadings, inside
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.services.answers.other_libraries import OpenLibrary, marked
from desktop_rag.services.test_questions.question_set import question_set_from, shown_words
from desktop_rag.services.test_questions.quoted_words import FoundWords, find_words, page_of, range_in
from desktop_rag.services.test_questions.same_question import NEAR, may_mean_the_same, standing_alone, wording_of
from desktop_rag.storage.filters import matches
from desktop_rag.storage.sqlite.properties import get_test_questions
from desktop_rag.storage.sqlite.stored_files import path_now
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.filters import parse_filters

_QUOTED_WHOLE = 600  # characters, some four sentences; of longer words those are quoted that answer best
_REMEMBERED = 1_000  # questions whose vectors are kept, 1.5 KB each


@dataclass(frozen=True, slots=True)
class Preferred:
    """A person's judgements of a question, over all libraries in scope."""

    said_of: str
    nodes: tuple[NodeWithScore, ...]
    chosen: tuple[QuotedWords, ...]
    refused: tuple[QuotedWords, ...]

    def chosen_in(self, node: TextNode) -> list[tuple[int, int]]:
        """Return the ranges of a passage that answer the question."""
        return _ranges(node, self.chosen)

    def refused_in(self, node: TextNode) -> list[tuple[int, int]]:
        """Return the ranges of a passage that don't."""
        return _ranges(node, self.refused)


def preferred(asked: Sequence[OpenLibrary], question: str, before: str, filters: str) -> Preferred | None:
    """Return a person's judgements of a question in the libraries in scope; None for none."""
    found = [
        (one, preference)
        for one in asked
        if (preference := find_preference(one.storage, one.embed_model, question, before, filters)) is not None
    ]
    if not found:
        return None
    nodes = [marked(one.name, NodeWithScore(place.node, 1.0, (SHOWN,))) for one, said in found for place in said.chosen]
    return Preferred(
        found[0][1].said_of,
        tuple({one.node.node_id: one for one in nodes}.values()),
        tuple(place.words for _, said in found for place in said.chosen),
        tuple(words for _, said in found for words in said.refused),
    )


class PreferencePostprocessor(BaseNodePostprocessor):
    """Puts the passages that a person showed before all others, and those with refused words behind them."""

    def __init__(self, preferred: Preferred) -> None:
        super().__init__()
        self._preferred = preferred

    def _record(self, before: tuple[str, ...]) -> RerankingPayload:
        preferred = self._preferred
        return replace(super()._record(before), said_of=preferred.said_of, is_shown=bool(preferred.nodes))

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        by_id = {found.node.node_id: found for found in nodes}
        best = max((found.get_score() for found in nodes), default=1.0)
        first = [
            replace(one, score=best, found_by=(SHOWN, *(by_id[key].found_by if key in by_id else ())))
            for one in self._preferred.nodes
            for key in [one.node.node_id]
        ]
        chosen = {one.node.node_id for one in first}
        others = [found for found in nodes if found.node.node_id not in chosen]
        others.sort(key=lambda found: bool(self._preferred.refused_in(found.node)))
        return (first + others)[: max(len(nodes), len(first))]


class PreferredRetriever(BaseRetriever):
    """Retrieves another retriever's nodes, the passages that the person showed first: for agents, which search."""

    def __init__(self, retriever: BaseRetriever, preferred: Preferred) -> None:
        super().__init__()
        self._retriever = retriever
        self._order = PreferencePostprocessor(preferred)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return self._order.postprocess_nodes(self._retriever.retrieve(query_bundle), query_bundle)


class PreferredQuotes(Extractive):
    """Quotes the words that a person showed first, and never those they refused."""

    def __init__(
        self,
        embed_model: BaseEmbedding,
        pages: Pages | None,
        judge: Judges | None,
        preferred: Preferred,
        identity: Identifies | None = None,
        replacements: Replaces | None = None,
    ) -> None:
        super().__init__(embed_model, pages, judge, identity, replacements)
        self._preferred = preferred

    def _quoted(
        self,
        query: str,
        nodes: Sequence[NodeWithScore],
        headings: RowHeadings,
        rivals: Sequence[RankedSentence] = (),
    ) -> list[Quotation]:
        chosen = [one for place in range(len(nodes)) for one in self._chosen(query, nodes, place)]
        wrong = [[*self._preferred.refused_in(found.node)] for found in nodes]
        for one in chosen:
            wrong[one.source].append((one.start, one.end))
        # a sentence that is quoted may bring its neighbour with it
        others = [
            one
            for one in super()._quoted(query, nodes, headings, rivals)
            if not any(_meet(one.start, one.end, it) for it in wrong[one.source])
        ]
        return [*chosen, *others[: max(0, QUOTES - len(chosen))]]

    def _ranked(self, query: str, nodes: Sequence[NodeWithScore], headings: RowHeadings) -> list[RankedSentence]:
        refused = [self._preferred.refused_in(found.node) for found in nodes]
        return [
            one
            for one in super()._ranked(query, nodes, headings)
            if not any(_meet(one.sentence.start, one.sentence.end, wrong) for wrong in refused[one.sentence.source])
        ]

    def _chosen(self, query: str, nodes: Sequence[NodeWithScore], place: int) -> Iterator[Quotation]:
        """Yield the person's selection in a passage; of a whole or long one, the sentences that answer best."""
        found = nodes[place]
        every = units_of([passage_of(found.node)])
        for shown in self._preferred.chosen_in(found.node):
            units = [one for one in every if _meet(one.start, one.end, shown)]
            is_selected = len(units) == 1 or len(units) < len(every)
            if units and is_selected and units[-1].end - units[0].start <= _QUOTED_WHOLE:
                yield from _whole(units, found.node, place)
            else:
                yield from self._best(query, found, place, shown)

    def _best(self, query: str, found: NodeWithScore, place: int, shown: tuple[int, int]) -> Iterator[Quotation]:
        """Yield the sentences of a range that answer best, without those that were refused."""
        wrong = self._preferred.refused_in(found.node)
        ranked = [
            one
            for one in self._ranking.ranked(query, [found], self._headings([found]))
            if _meet(one.sentence.start, one.sentence.end, shown)
            and not any(_meet(one.sentence.start, one.sentence.end, it) for it in wrong)
        ]
        chosen = choose(ranked, units_of([passage_of(found.node)]), [found])
        yield from (replace(one, source=place) for one in chosen)


def _whole(units: Sequence[Unit], node: TextNode, place: int) -> Iterator[Quotation]:
    """Yield sentences as one quotation where they follow each other, and each row and record as its own."""
    for is_prose, group in groupby(units, lambda one: one.kind is Kind.SENTENCE):
        several = list(group)
        spans = [(several[0].start, several[-1].end)] if is_prose else [(one.start, one.end) for one in several]
        yield from (Quotation(place, *inside(node.text, *span), 1.0) for span in spans)


def _ranges(node: TextNode, words: Sequence[QuotedWords]) -> list[tuple[int, int]]:
    """Return the ranges in a passage of those of the words that belong to its file and page."""
    own = [one.text for one in words if (one.file, one.page) == (node.metadata.get("file_path"), page_of(node))]
    return [found for text in own if (found := range_in(node.text, text)) is not None]


def _meet(start: int, end: int, other: tuple[int, int]) -> bool:
    return start < other[1] and end > other[0]


@dataclass(frozen=True, slots=True)
class Preference:
    """A person's judgement of a question in a library: the words that answer it, their places, and those refused.

    ``said_of`` is the question of which the person said it.
    """

    said_of: str
    chosen: tuple[FoundWords, ...] = ()
    refused: tuple[QuotedWords, ...] = ()


def find_preference(
    storage: StorageContext, embed_model: BaseEmbedding, question: str, before: str, filters: str
) -> Preference | None:
    """Return a person's judgement of this question, or of one that means the same; None if there is none.

    ``before`` is the question that it may go on with, "" for none. Words in files that ``filters`` leave out do not
    count, nor do those that stand nowhere any more.
    """
    kept = question_set_from(get_test_questions(storage.connection)).questions
    told = [one for one in kept if shown_words(one) or one.refused]
    one = _meant(standing_alone(question, before), told, embed_model) if told else None
    if one is None:
        return None
    wanted = parse_filters(filters) if filters.strip() else None
    found = (places[0] for words in shown_words(one) if (places := find_words(storage, words)))
    chosen = tuple(place for place in found if matches(wanted, _file_metadata(place)))
    refused = tuple(replace(words, file=path_now(storage.connection, words.file)) for words in one.refused)
    return Preference(one.text, chosen, refused) if chosen or refused else None


def _meant(question: str, told: Sequence[SavedQuestion], embed_model: BaseEmbedding) -> SavedQuestion | None:
    """Return the question of these that is asked: in the same words, else the nearest that means the same."""
    wording = wording_of(question)
    same = next((one for one in told if wording_of(one.text) == wording), None)
    if same is not None or embed_model.space != SPACE:
        return same
    alike = [one for one in told if may_mean_the_same(question, one.text)]
    if not alike:
        return None
    try:
        with running(current_token()):  # no part of how the answer comes about
            asked, *others = _vectors().of([question, *(one.text for one in alike)], embed_model)
    except UserError:
        return None
    nearness, best = max((float(asked @ other), -place) for place, other in enumerate(others))
    return alike[-best] if nearness >= NEAR else None


def _file_metadata(found: FoundWords) -> dict[str, MetadataValue]:
    return {"file_name": shown_name(found.words.file), **found.node.metadata}


class _QuestionVectors:
    """The built-in model's vectors of the last questions. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Vector] = OrderedDict()

    def of(self, questions: Sequence[str], embed_model: BaseEmbedding) -> list[Vector]:
        with self._lock:
            known = {one: self._kept[one] for one in questions if one in self._kept}
        fresh = [one for one in dict.fromkeys(questions) if one not in known]
        if fresh:
            known |= zip(fresh, get_query_embeddings(embed_model, fresh), strict=True)
        with self._lock:
            self._kept.update(known)
            while len(self._kept) > _REMEMBERED:
                self._kept.popitem(last=False)
        return [known[one] for one in questions]


@functools.cache
def _vectors() -> _QuestionVectors:
    """Return those of this process."""
    return _QuestionVectors()
