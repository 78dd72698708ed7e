"""Rank the sentences of passages by how well they answer: shared words, meaning, kind of answer, the judge.

What is learnt of words and meaning chooses the promising sentences; the judge reads each of those with the question.
"""

import contextlib
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from desktop_rag.citations.wording import TELLING, wording
from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import MetadataMode, NodeWithScore
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.late_interaction import comparing_tokens
from desktop_rag.embeddings.query_language import independent_of_language, tells_language
from desktop_rag.evidence.parties import Party, parties_of, with_names
from desktop_rag.evidence.tables import cells_of, is_figure
from desktop_rag.evidence.units import Kind, Unit, stems, stems_without_figures, units_of
from desktop_rag.node_parser.captions import LINE_SEPARATOR
from desktop_rag.node_parser.page_breaks import passage_of
from desktop_rag.node_parser.passage import HEADING_KEY
from desktop_rag.rerankers.judge import Judges, title_above
from desktop_rag.response_synthesizers.quoting.answer_kinds import holds_answer, kinds_of
from desktop_rag.response_synthesizers.quoting.readable import readable
from desktop_rag.response_synthesizers.quoting.table_rows import RowHeadings, is_quotable, years_in
from desktop_rag.response_synthesizers.quoting.weights import (
    ASKED_YEAR,
    FEATURES,
    KINDS,
    LEARNT,
    MEANING,
    OTHER_YEAR,
    ROW_FEATURES,
    TOKENS,
    WITHOUT_TOKENS,
    WORDS,
    Weights,
)
from desktop_rag.retrievers.identity import among_look_alikes
from desktop_rag.retrievers.question_words import question_wording
from desktop_rag.retrievers.replacements import Replaced
from desktop_rag.retrievers.subject import Subject
from desktop_rag.text import analyzer
from desktop_rag.text.dates import dates

_GRAM = 4  # letters: finds compounds and inflected words, and names written differently in two languages
_REMEMBERED = 2_000
_SHORT = 40  # letters; Chinese and Japanese ones count as two and a half
_WIDE = 2.5
_EMBEDDED = 3200  # letters: 300 ms for the built-in model on one core
_COMPARED = 10  # passages, the best ones, whose tokens are compared: 25 ms each on two cores
_FEW_KNOWN = 0.35  # of the question's words: 95 % of English questions have .60, 95 % of Chinese ones to English .12
_JUDGED = 16  # promising sentences that the judge reads: 12 ms each on two cores, 40 on those without VNNI
_JUDGED_AROUND = 4  # of these, those that do not answer by themselves are read with the sentences around them, too
# Of the score of words and meaning, beside the judge's. The first quotation is right for .53 → .70 of the questions of
# bench/everyday (open half), .67 → .95 and .77 → .92 of bench/relations (English, German); .2 to .5 are nearly alike.
_PRIOR = 0.3
_WHOSE = 0.8  # log odds for each nat by which less speaks for the document of a sentence (``retrievers.identity``)
_MOST_WHOSE = 4.0  # log odds
_JUDGED_NEWER = 8  # and of documents that change those of the most promising ones
_HOLDS = -1.0  # log odds of answering with which a sentence of a newer document stands above those of what it changes
_NEARLY, _HARDLY = 1.5, -2.0  # or one that answers nearly as well as what it changes, and not hardly at all
_ABOVE = 0.5  # so much, in log odds, is it put above it
# A sentence changes another with which it shares so many words without figures, and so many of the shorter's
_FEWEST_SHARED, _SAME_MATTER = 2, 0.5
_NOT_JUDGED = 1.0  # how far below the least of those that were read the others come
_FISCAL = re.compile(r"\bFY ?(?=(?:19|20)\d\d\b)")


class RowPeriods:
    """Compares the years of rows with those that a question names; a question without any takes every row."""

    def __init__(
        self, query: str, sentences: Sequence[Unit], nodes: Sequence[NodeWithScore], headings: RowHeadings
    ) -> None:
        self._asked = years_in(query)
        self._nodes = nodes
        self._headings = headings
        rows = [one for one in sentences if self._asked and one.kind is Kind.ROW]
        self._stating = {self._document(one) for one in rows if self.is_asked_for(one)}

    def is_asked_for(self, row: Unit) -> bool:
        """Return True if a row, or a column of it, is of a year that the question names."""
        return not self._asked.isdisjoint(self._years(row))

    def is_of_another(self, row: Unit) -> bool:
        """Return True if a row is of other years only, while the rows of some file are of one that the question names.

        In a file that is named after the year, and whose rows all name others, the year is that of a company.
        """
        years = self._years(row)
        if not self._asked or not self._stating or not years or not self._asked.isdisjoint(years):
            return False
        named = years_in(str(self._nodes[row.source].node.metadata.get("file_name") or ""))
        return self._asked.isdisjoint(named) or self._document(row) in self._stating

    def is_untold(self, row: Unit) -> bool:
        """Return True if a year is asked for, and neither the year nor the columns of a row are known."""
        cells = cells_of(row.text)
        if not self._asked or not any(cell and is_figure(cell) for cell in cells[1:]):
            return False
        return not self._headings.of(row.source, row.start).columns and not self._years(row)

    def _years(self, row: Unit) -> frozenset[str]:
        """Return the years of a row: those it names itself, with those of its columns."""
        return years_in(cells_of(row.text)[0]) | self._headings.of(row.source, row.start).years

    def _document(self, row: Unit) -> str | None:
        return self._nodes[row.source].node.ref_doc_id


class Identifies(Protocol):
    """Weighs documents by the words of a question that identify them (``retrievers.identity``)."""

    def deficits(self, question: str, doc_ids: Sequence[str | None]) -> Sequence[float]:
        """Return the evidence that each of some documents lacks against the best, in nats."""

    def subject(self, question: str) -> Subject | None:
        """Return the few documents that a question means, and the question without the words that identify them."""

    def beginning(self, path: str) -> str:
        """Return the text of a file's first page, "" where it is not known."""


class Replaces(Protocol):
    """Finds documents that change or replace others (``retrievers.replacements``)."""

    def newer(self, question: str, doc_ids: Iterable[str]) -> Replaced:
        """Return the documents that change or replace each of some documents, by its id, the newest first."""


@dataclass(frozen=True, slots=True)
class _Words:
    """The forms of words by which sentences are compared."""

    stems: frozenset[str]
    pairs: frozenset[str]
    grams: frozenset[str]


class Rarity:
    """Weighs words by how few of some texts have them; words that none has do not count."""

    def __init__(self, texts: Sequence[frozenset[str]]) -> None:
        self._count = len(texts)
        self._frequency = Counter(word for text in texts for word in text)

    def known(self, words: frozenset[str]) -> frozenset[str]:
        """Return the words that some text has."""
        return frozenset(word for word in words if word in self._frequency)

    def covered(self, words: frozenset[str], by: frozenset[str]) -> float:
        """Return the share (0 to 1) of the weight of ``words`` that is found in ``by``."""
        total = self._weight(words)
        return self._weight(words & by) / total if total else 0.0

    def _weight(self, words: Iterable[str]) -> float:
        return math.fsum(math.log(1 + (self._count + 1) / (self._frequency[word] + 0.5)) for word in words)


@dataclass(frozen=True, slots=True)
class RankedSentence:
    """A sentence with the logarithm of its share of being the answer, and the share of the question's words it has.

    Where passages are in another language than the question, words say nothing: the share is 1. ``answers`` is how
    surely it answers the question, as log odds; None where the judge did not read it.
    """

    sentence: Unit
    score: float
    words: float
    answers: float | None = None


class _Evidence:
    """A sentence as the judge reads it: below the names of its file and heading, a row below those of its columns.

    Of what stands above a table only the nearest line is told, and the period: with four lines, fields of the same page
    that answer a question make every row an answer (first quotation of bench/everyday, open: .79, with one line .81).
    Parties that the question names are read by their names, not as “the Tenant”.
    """

    def __init__(
        self, sentence: Unit, node: NodeWithScore, headings: RowHeadings, parties: Sequence[Party] = (), query: str = ""
    ) -> None:
        self._sentence = sentence
        self._parties = parties
        self._query = query
        self._passage = passage_of(node.node)
        metadata = node.node.metadata
        title = title_above(str(metadata.get("file_name") or ""), str(metadata.get(HEADING_KEY) or ""))
        told = [title]
        if sentence.kind is Kind.ROW:
            above = headings.of(sentence.source, sentence.start)
            nearest = above.caption.rpartition(LINE_SEPARATOR)[2]
            told.append(" ".join(dict.fromkeys((above.period, nearest, *above.columns))))
        self._above = [one.strip() for one in told if one.strip()]

    def alone(self) -> list[str]:
        """Return the sentence by itself."""
        return [*self._above, self._named(self._sentence.text)]

    @property
    def stands_among_others(self) -> bool:
        """Return True if what stands beside it helps to read it; a row has its heads."""
        return self._sentence.kind is not Kind.ROW

    def around(self) -> list[str]:
        """Return the sentence between those before and after it in its passage."""
        every = units_of([self._passage])
        place = next(place for place, one in enumerate(every) if one.start == self._sentence.start)
        return [*self._above, *(self._named(one.text) for one in every[max(0, place - 1) : place + 2])]

    def _named(self, text: str) -> str:
        return with_names(text, self._parties, self._query)


class SentenceRanking:
    """Compares sentences with a question; their meaning only where words and the passage's score are promising."""

    def __init__(
        self,
        embed_model: BaseEmbedding,
        weights: Weights = LEARNT,
        judge: Judges | None = None,
        identity: Identifies | None = None,
        replacements: Replaces | None = None,
    ) -> None:
        self._embed_model = embed_model
        self._identity = identity
        self._replacements = replacements
        self._judge = judge
        # what the judge reads need not be compared token by token as well
        self._tokens = None if judge else comparing_tokens(embed_model)
        self._weights = weights

    def ranked(self, query: str, nodes: Sequence[NodeWithScore], headings: RowHeadings) -> list[RankedSentence]:
        """Return the sentences that were compared, in order."""
        sentences, features = self.compared(query, nodes, headings)
        if not sentences:
            return []
        is_across = is_across_languages(query, nodes)
        weights = (self._weights if self._by_tokens(sentences, nodes) else WITHOUT_TOKENS).chosen(is_across)
        scores = features @ weights
        asked = self._asked(query, sentences, nodes)
        for rest in {*asked} - {query}:
            of_rest = features_of(rest, sentences, nodes, headings)
            of_rest[:, MEANING] = self._meaning(rest, sentences, headings, is_mixed=len(_languages_of(nodes)) > 1)
            of_rest[:, TOKENS : TOKENS + 2] = features[:, TOKENS : TOKENS + 2]
            scores = np.where([one == rest for one in asked], of_rest @ weights, scores)
        answers: list[float | None] = [None] * len(sentences)
        whose = self._whose(query, sentences, nodes)
        newer = self._newer(query, sentences, nodes)
        scores = scores - whose  # also decides what the judge reads, whose scores lose it again below
        if self._judge is not None:
            told = self._evidence(query, sentences, nodes, headings)
            with contextlib.suppress(UserError):  # it cannot be asked: words and meaning decide
                scores, judged, answers = _judged(self._judge, query, asked, told, scores, newer)
                scores = _what_holds_first(scores - whose, judged, sentences, newer)
        scores = _asked_years_first(scores, features)
        scores -= scores.max()
        scores -= math.log(np.exp(scores).sum())
        words = features[:, WORDS] if not is_across else np.ones(len(sentences))
        return [RankedSentence(*each) for each in zip(sentences, scores.tolist(), words.tolist(), answers, strict=True)]

    def _asked(self, query: str, sentences: Sequence[Unit], nodes: Sequence[NodeWithScore]) -> list[str]:
        """Return what is asked of each sentence.

        That is the question; in a document that it means, what remains without the words that identify the document:
        they stand in its head, and sentences would be preferred for repeating them.
        """
        subject = self._identity.subject(query) if self._identity is not None else None
        if subject is None:
            return [query] * len(sentences)
        documents = _documents_of(nodes)
        return [subject.question if documents[one.source] in subject.doc_ids else query for one in sentences]

    def _whose(self, query: str, sentences: Sequence[Unit], nodes: Sequence[NodeWithScore]) -> NDArray[np.float64]:
        """Return the log odds that sentences lose because the question means another document."""
        if self._identity is None:
            return np.zeros(len(sentences))
        deficits = np.array(among_look_alikes(nodes, self._identity.deficits(query, _documents_of(nodes))))
        lost: NDArray[np.float64] = np.minimum(_MOST_WHOSE, _WHOSE * deficits)[[one.source for one in sentences]]
        return lost

    def _evidence(
        self, query: str, sentences: Sequence[Unit], nodes: Sequence[NodeWithScore], headings: RowHeadings
    ) -> list[_Evidence]:
        """Return sentences as the judge reads them."""
        parties = []
        for found in nodes:
            path = str(found.node.metadata.get("file_path") or "")
            beginning = self._identity.beginning(path) if self._identity is not None and path else ""
            parties.append((*parties_of(beginning), *parties_of(found.node.text)))
        return [_Evidence(one, nodes[one.source], headings, parties[one.source], query) for one in sentences]

    def _newer(self, query: str, sentences: Sequence[Unit], nodes: Sequence[NodeWithScore]) -> dict[int, list[int]]:
        """Return for sentences of documents that others change the sentences of the latter, by their places."""
        documents = _documents_of(nodes)
        if self._replacements is None or len(set(documents)) < 2:
            return {}
        places: dict[str, list[int]] = {}
        for place, one in enumerate(sentences):
            places.setdefault(documents[one.source] or "", []).append(place)
        found = self._replacements.newer(query, places)
        newer = {
            older: [place for one in known for place in places.get(one.doc_id, ())] for older, known in found.items()
        }
        return {place: newer[older] for older in newer if newer[older] for place in places[older]}

    def compared(
        self, query: str, nodes: Sequence[NodeWithScore], headings: RowHeadings
    ) -> tuple[list[Unit], NDArray[np.float64]]:
        """Return the promising sentences, in order, with all of their features."""
        passages = [node.node.text for node in nodes]
        sentences = readable(units_of(map(passage_of, (node.node for node in nodes))), passages, query)
        periods = RowPeriods(query, sentences, nodes, headings)
        sentences = [
            one
            for one in sentences
            if one.kind is not Kind.ROW or (is_quotable(passages[one.source], one.start) and not periods.is_untold(one))
        ]
        if not sentences:
            return [], np.zeros((0, len(FEATURES)))
        features = features_of(query, sentences, nodes, headings)
        promising = features @ WITHOUT_TOKENS.chosen(is_across_languages(query, nodes))
        budget = float(_EMBEDDED)
        keep: list[int] = []
        for place in sorted(range(len(sentences)), key=lambda i: (-promising[i], i)):
            budget -= size_of(sentences[place].text)
            if keep and budget < 0:
                break
            keep.append(place)
        keep.sort()
        kept = [sentences[place] for place in keep]
        features = features[keep]
        features[:, MEANING] = self._meaning(query, kept, headings, is_mixed=len(_languages_of(nodes)) > 1)
        if self._by_tokens(kept, nodes):
            features[:, TOKENS : TOKENS + 2] = self._nearness(query, kept, passages)
        return kept, features

    def _by_tokens(self, sentences: Sequence[Unit], nodes: Sequence[NodeWithScore]) -> bool:
        """Return True if tokens are compared: the model can, and no passage is in another language than others.

        What is nearest among several languages is in the question's own. Nor are they where rows of tables stand among
        the sentences, whose weights are set by hand beside those without tokens.
        """
        are_alike = len(_languages_of(nodes)) < 2 and not any(one.kind is Kind.ROW for one in sentences)
        return self._tokens is not None and are_alike

    def _nearness(self, query: str, sentences: Sequence[Unit], passages: Sequence[str]) -> NDArray[np.float64]:
        """Return the token-level nearness of each sentence and its passage to the question, shape ``(…, 2)``.

        What is not compared is as far as the farthest; when the model cannot be asked, all are equal.
        """
        compared = {one.source for one in sentences if one.source < _COMPARED}
        texts = [passages[place] if place in compared else "" for place in range(len(passages))]
        try:
            tokens = self._tokens.compare_question(query, texts) if self._tokens else []
        except UserError:
            tokens = []
        near = np.full((len(sentences), 2), np.nan)
        for number, one in enumerate(sentences if tokens else ()):
            found = tokens[one.source]
            parts = found.nearness(one.start, one.end), found.nearness(0, len(passages[one.source]))
            near[number] = [np.nan if part is None else part for part in parts]
        known = ~np.isnan(near)
        return np.where(known, near, np.min(near, axis=0, where=known, initial=1.0))

    def _meaning(
        self, query: str, sentences: Sequence[Unit], headings: RowHeadings, *, is_mixed: bool
    ) -> NDArray[np.float64]:
        """Return the nearness of each sentence to the question; 0 where the model cannot be reached.

        Where passages are in several languages, those in the question's are not nearer for that.
        """
        try:
            wanted = self._embed_model.get_query_embedding(query)
            if is_mixed and tells_language(self._embed_model.space):
                wanted = independent_of_language(wanted)
            vectors = self._embed_model.get_text_embedding_batch([_meaning_of(one, headings) for one in sentences])
        except UserError:
            return np.zeros(len(sentences))
        return np.asarray(vectors @ wanted, np.float64)


def _documents_of(nodes: Sequence[NodeWithScore]) -> list[str | None]:
    return [found.node.ref_doc_id for found in nodes]


def _judged(
    judge: Judges,
    query: str,
    asked: Sequence[str],
    told: Sequence[_Evidence],
    scores: NDArray[np.float64],
    newer: Mapping[int, Sequence[int]],
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[float | None]]:
    """Return scores by the judge and by words and meaning together, the judge's, and how surely sentences answer.

    Which of two neighbours answers shows in each by itself; whether one does at all also in what stands beside it.
    ``asked`` is what is asked of each, ``told`` what the judge reads of it; ``newer`` has the sentences of documents
    that change that of a sentence. Whether the question is answered is always asked in its own words.
    """

    def best_of(places: Iterable[int], most: int) -> list[int]:
        return sorted(places, key=lambda place: (-scores[place], place))[:most]

    promising = best_of(range(len(told)), _JUDGED)
    changed = {place for one in promising for place in newer.get(one, ())} - set(promising)
    promising += best_of(changed, _JUDGED_NEWER)
    alone = judge.answers([(query, told[place].alone()) for place in promising])
    answers = dict(zip(promising, alone.tolist(), strict=True))
    judged = np.full(len(told), alone.min() - _NOT_JUDGED)
    judged[promising] = alone
    if inside := [place for place in promising if asked[place] != query]:
        judged[inside] += judge.answers([(asked[place], told[place].alone()) for place in inside])
        judged[inside] /= 2
    scores = _PRIOR * (scores - scores.max()) + judged
    best = sorted(promising, key=lambda place: (-scores[place], place))[:_JUDGED_AROUND]
    # of one that answers by itself, what stands beside it decides nothing more
    unsure = [place for place in best if answers[place] < 0 and told[place].stands_among_others]
    around = judge.answers([(query, told[place].around()) for place in unsure])
    for place, logit in zip(unsure, around.tolist(), strict=True):
        answers[place] = max(answers[place], logit)
    return scores, judged, [answers.get(place) for place in range(len(told))]


def told_of_row(row: Unit, node: NodeWithScore, headings: RowHeadings) -> frozenset[str]:
    """Return the terms of a row, its columns, all that stands above its table, its heading and the name of its file."""
    above = headings.of(row.source, row.start).text
    return frozenset(analyzer.terms(" ".join((*_Evidence(row, node, headings).alone(), above))))


def _meaning_of(sentence: Unit, headings: RowHeadings) -> str:
    """Return the text whose meaning counts: for a row, its first cell and the table's title."""
    if sentence.kind is not Kind.ROW:
        return sentence.text
    return f"{cells_of(sentence.text)[0]} {headings.of(sentence.source, sentence.start).caption}"


def is_across_languages(query: str, nodes: Sequence[NodeWithScore]) -> bool:
    """Return True if the words of the question cannot be looked for in the passages.

    So few of them are there that all must be in another language, or at least the best passage is.
    """
    asked = stems(query)
    known = asked & frozenset().union(*(stems(node.node.text) for node in nodes))
    if len(known) < _FEW_KNOWN * len(asked):
        return True
    language = question_wording(query)
    return bool(language) and not _languages_of(nodes[:1]) <= {language}


def _languages_of(nodes: Sequence[NodeWithScore]) -> set[str]:
    """Return the recognisable languages of passages."""
    return {wording(node.node.text[:TELLING]) for node in nodes} - {""}


def features_of(
    query: str, sentences: Sequence[Unit], nodes: Sequence[NodeWithScore], headings: RowHeadings
) -> NDArray[np.float64]:
    """Return ``FEATURES`` of each sentence, shape ``(len(sentences), len(FEATURES))``, 0 for those a model gives."""
    comparison = _Comparison(_FISCAL.sub("", query), sentences, nodes, headings)
    return np.array([comparison.features(place) for place in range(len(sentences))])


class _Comparison:
    """A question beside the sentences of some passages."""

    def __init__(
        self, query: str, sentences: Sequence[Unit], nodes: Sequence[NodeWithScore], headings: RowHeadings
    ) -> None:
        self._query = query
        self._row_headings = headings
        self._periods = RowPeriods(query, sentences, nodes, headings)
        self._kinds = kinds_of(query)
        self._sentences = sentences
        self._nodes = nodes
        self._words = [_words(sentence.text) for sentence in sentences]
        self._stems = Rarity([one.stems for one in self._words])
        self._pairs = Rarity([one.pairs for one in self._words])
        self._grams = Rarity([one.grams for one in self._words])
        asked = _words(query)
        self._asked = asked.stems
        self._known = self._stems.known(asked.stems)
        self._known_pairs = self._pairs.known(asked.pairs)
        self._known_grams = self._grams.known(asked.grams)
        self._files = [_letters(str(node.node.metadata.get("file_name") or "")) for node in nodes]
        self._headings = [stems(node.node.get_metadata_str(MetadataMode.LLM)) for node in nodes]

    def features(self, place: int) -> tuple[float, ...]:
        """Return the features of a sentence."""
        sentence, own = self._sentences[place], self._words[place]
        node = self._nodes[sentence.source]
        covered = self._stems.covered(self._known, own.stems)
        size = size_of(sentence.text)
        return (
            covered,
            self._grams.covered(self._known_grams, own.grams),
            self._stems.covered(own.stems, self._known),
            self._pairs.covered(self._known_pairs, own.pairs),
            self._rest(own, self._beside(place, -1)),
            self._rest(own, self._beside(place, 1)),
            self._rest(own, self._headings[sentence.source]),
            0.0,
            node.score or 0.0,
            -math.log(1 + sentence.source),
            float(size < _SHORT),
            math.log(size),
            *(float(kind in self._kinds and holds_answer(sentence.text, kind, self._query)) for kind in KINDS),
            *self._row_features(sentence, own),
            0.0,
            0.0,
        )

    def _row_features(self, sentence: Unit, own: _Words) -> tuple[float, ...]:
        """Return the features of a table's row; 0 for prose."""
        if sentence.kind is not Kind.ROW:
            return (0.0,) * ROW_FEATURES
        label = cells_of(sentence.text)[0]
        # of a report, its company's name is no row that is asked for
        name = frozenset[str]() if _letters(label) in self._files[sentence.source] else stems(label)
        heading = self._row_headings.of(sentence.source, sentence.start)
        return (
            1.0,
            self._stems.covered(name, self._asked),
            float(bool(name) and name <= self._asked),
            float(self._periods.is_asked_for(sentence)),
            float(self._periods.is_of_another(sentence)),
            self._rest(own, stems(heading.text)),
        )

    def _rest(self, own: _Words, other: frozenset[str]) -> float:
        """Return the weight of the question's words missing in a sentence and present in another text."""
        rest = self._known - own.stems
        return (1.0 - self._stems.covered(self._known, own.stems)) * self._stems.covered(rest, other)

    def _beside(self, place: int, step: int) -> frozenset[str]:
        """Return the words of the sentence before or after, in the same passage."""
        other = place + step
        if not 0 <= other < len(self._words) or self._sentences[other].source != self._sentences[place].source:
            return frozenset()
        return self._words[other].stems


def _what_holds_first(
    scores: NDArray[np.float64],
    judged: NDArray[np.float64],
    sentences: Sequence[Unit],
    newer: Mapping[int, Sequence[int]],
) -> NDArray[np.float64]:
    """Return scores with a newer document's words above those they change: “the fee is £71.50” above “£62.00”.

    That is the sentence of most of the same words, or the one that answers best by the judge, whose log odds are
    ``judged``. The date of a document is no change.
    """
    scores = scores.copy()
    words = {
        place: stems_without_figures(sentences[place].text) for place in {*newer, *chain.from_iterable(newer.values())}
    }
    for place, others in newer.items():
        changed = [other for other in others if not _is_only_dated(sentences[other].text)]
        least = max(_HARDLY, min(_HOLDS, judged[place] - _NEARLY))
        shared = {other: len(words[place] & words[other]) for other in changed}
        shorter = {other: min(len(words[place]), len(words[other])) for other in changed}
        alike = [one for one in changed if shared[one] >= max(_FEWEST_SHARED, _SAME_MATTER * shorter[one])]
        alike = alike if judged[place] >= _HOLDS else []
        best = max(alike or changed, key=lambda other: judged[other], default=place)
        if best != place and (alike or judged[best] >= least):
            scores[best] = max(scores[best], scores[place] + _ABOVE)
    return scores


def _is_only_dated(text: str) -> bool:
    """Return True if a text says little but a date."""
    for one in reversed(dates(text)):
        text = text[: one.start] + text[one.end :]
    return len(stems_without_figures(text)) <= 1


def _asked_years_first(scores: NDArray[np.float64], features: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return scores in which no row of other years than those asked for is above every row of the latter."""
    asked, others = features[:, ASKED_YEAR] > 0, features[:, OTHER_YEAR] > 0
    if not asked.any():
        return scores
    most = np.nextafter(scores[asked].max(), -np.inf)
    return np.where(others, np.minimum(scores, most), scores)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def size_of(text: str) -> float:
    """Return the length of a text, in letters of an alphabet."""
    return sum(_WIDE if char > "\u2fff" else 1 for char in text)


@lru_cache(_REMEMBERED)
def _words(text: str) -> _Words:
    spoken = analyzer.spoken_words(text)
    grams = (word[i : i + _GRAM] for word in spoken for i in range(max(1, len(word) - _GRAM + 1)))
    return _Words(stems(text), frozenset(map(" ".join, pairwise(spoken))), frozenset(grams))
