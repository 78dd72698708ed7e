"""Puts passages first whose pages, documents and rows of tables speak for them as well.

How much each kind of evidence counts beside the score of the passage itself was learnt from questions to reports;
the weights are in ``resources/ranking``, with their origin, and ``tests.bench.retrieval.train_ranking`` makes them.
"""

import functools
import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.paths import resource_path
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.evidence.tables import is_row, is_rule, row_share
from desktop_rag.node_parser.passage import HEADING_KEY
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.retrievers.subject import Subject, plain
from desktop_rag.storage.ports import Documents, Keywords, Stores
from desktop_rag.text.analyzer import TERM_LETTERS, is_unspaced, keyword_terms

# Chosen on 27 questions to tables and 67 to reports; figures: decisions/0046
_HELD = 0.3
_LESS = 1.0
_MOST = 50  # passages that are looked at, the best ones
_MOSTLY = 0.5  # of the lines of a passage are rows: else it is running text, whose score says enough
_OF_PAGES = ("figures", "figures asked for", "density", "title", "page words")
FEATURES = (*_OF_PAGES, "named", "period")
Numbers = NDArray[np.float64]

_TOP = 20  # passages that tell which documents a question is about
_ENOUGH = 0.25  # of their scores together: a document with so much is what the question is about
_MOST_DOCUMENTS = 3  # whose pages are looked at
_FEWEST_PAGES = 10  # learnt from reports: in a manual of two pages a title outweighed the answer
_MOST_PAGES = 600  # of a document that is looked through for each question: 0.1 s
_TITLE_LINES = 8
_LONGEST_TITLE = 100  # characters
_PERIOD = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|(?<![^\W\d_])[hqst][1-4](?!\d)")
_YEAR = re.compile(r"\d{4}")
_LETTER = re.compile(r"[^\W\d_]")
_FIGURE = re.compile(r"\d\d*(?:[.,]\d+)*")  # with a digit that is not repeated first, re skips to one: twice as fast
_LIKE_A_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_SHORTEST = 3  # characters; shorter ones are repeated by chance
_LEADING = 30  # pages that count, the first most


def repeated_figures(texts: Sequence[str]) -> Mapping[int, float]:
    """Return the share of the leading pages' figures that other pages repeat, 0 to 1, by page number from 1 on.

    Statements, overviews and the tables of a price list hold what the rest of a document comes back to. Which pages
    these are is told by their figures alone, in any language and for any kind of document.
    """
    figures = [_figures(text) for text in texts]
    pages_with = Counter(figure for on_page in figures for figure in on_page)
    # added up in order: a set of texts has another one in each process
    strengths = [sum(math.log(pages_with[figure]) for figure in sorted(on_page)) for on_page in figures]
    order = sorted((place for place, one in enumerate(strengths) if one > 0), key=lambda place: -strengths[place])
    least = math.log1p(_LEADING)
    return {place + 1: 1 - math.log1p(rank) / least for rank, place in enumerate(order[:_LEADING])}


def density(text: str) -> float:
    """Return the share of figures among the words of a text, 0 to 1."""
    return min(1.0, len(_FIGURE.findall(text)) / max(1, len(text.split())))


def _figures(text: str) -> set[str]:
    """Return the figures of a text that are not repeated by chance: no short ones, no years."""
    return {one for one in _FIGURE.findall(text) if len(one) >= _SHORTEST and not _LIKE_A_YEAR.match(one)}


@dataclass(frozen=True, slots=True)
class Asked:
    """The weight of each term of a question, beside the names of files, and the period and figures it names.

    ``named`` are the ids of the files it names, ``period`` is what ``latest_period`` returns, and ``has_figures`` is
    true when it has any digit outside those names: such questions ask for figures more often.
    """

    weights: Mapping[str, float]
    named: frozenset[str]
    period: frozenset[str]
    has_figures: bool

    @classmethod
    def of(cls, question: str, subject: Subject | None, keywords: Keywords) -> "Asked":
        """Read a question to the passages that ``keywords`` knows."""
        rest = subject.question if subject else question
        terms = dict.fromkeys(keyword_terms(rest).terms)
        counts, nodes = keywords.node_counts(terms), keywords.node_count()
        weights = {term: _weight(counts.get(term, 0), nodes) for term in terms}
        named = frozenset(subject.doc_ids) if subject else frozenset[str]()
        return cls(weights, named, latest_period(question), any(char.isdigit() for char in rest))

    def share_of(self, terms: Collection[str]) -> float:
        """Return the share of the question that some terms make up, 0 to 1."""
        total = sum(self.weights.values())
        return sum(weight for term, weight in self.weights.items() if term in terms) / total if total else 0.0

    def period_in(self, name: str) -> float:
        """Return the share of the period asked for in a file's name, 0 to 1; a mere number is no period."""
        if not self.period or not _LETTER.search(name.rsplit(".", 1)[0]):
            return 0.0
        return len(self.period & _periods(name)) / len(self.period)


def _weight(count: int, nodes: int) -> float:
    """Return the weight of a term that ``count`` of ``nodes`` have: the rarer the more."""
    return math.log(1 + (nodes - min(count, nodes) + 0.5) / (count + 0.5))


def latest_period(text: str) -> frozenset[str]:
    """Return the last year named in a text, with its quarter or half: earlier ones are for comparison."""
    found = _periods(text)
    years = {one for one in found if _YEAR.match(one)}
    return frozenset(found - years | {max(years)} if years else found)


def _periods(text: str) -> frozenset[str]:
    """Return the years, quarters and halves that a text names."""
    return frozenset(_PERIOD.findall(unicodedata.normalize("NFKC", text).casefold()))


class PageFeatures:
    """Reads the evidence in the pages of the documents a question is about for the passages found."""

    def __init__(self, documents: Documents, asked: Asked) -> None:
        self._documents = documents
        self._asked = asked
        self._pattern = terms_pattern(asked.weights)

    def of(self, found: Sequence[NodeWithScore]) -> Numbers:
        """Return the features of each passage, best first, shape ``(len(found), len(FEATURES))``.

        The pages of a short document tell little that the passage does not: they have zeros.
        """
        about = _about(found)
        pages = {doc_id: _Pages(self._documents, path) for doc_id, path in _paths(found, about).items()}
        known: dict[tuple[str, int], Numbers] = {}
        rows = np.zeros((len(found), len(FEATURES)))
        for row, one in zip(rows, found, strict=True):
            place = one.node.ref_doc_id or "", int(str(one.node.metadata.get("page_number", 1)))
            if place not in known:
                on_page = self._of_page(pages.get(place[0]), place[1])
                known[place] = np.array(on_page) * about.get(place[0], 0.0)
            row[: len(_OF_PAGES)] = known[place]
            row[-2] = place[0] in self._asked.named
            row[-1] = self._asked.period_in(str(one.node.metadata.get("file_name", "")))
        return rows

    def _of_page(self, pages: "_Pages | None", page: int) -> tuple[float, ...]:
        """Return the features of a page."""
        text = pages.text(page) if pages is not None else ""
        if pages is None or not text:
            return (0.0,) * len(_OF_PAGES)
        repeated = pages.repeated.get(page, 0.0)
        asked_for = repeated if self._asked.has_figures else 0.0
        return repeated, asked_for, density(text), self._title(text), self._words(text)

    def _title(self, text: str) -> float:
        """Return the largest share of the question in a title of the page: one of its first lines."""
        lines = text.lstrip().split("\n", _TITLE_LINES)[:_TITLE_LINES]
        return max((self._share(line) for line in lines if len(line) <= _LONGEST_TITLE), default=0.0)

    def _share(self, line: str) -> float:
        """Return the share of a line's terms that the question has; one of several is chance."""
        if not self._pattern.search(plain(line)):
            return 0.0
        terms = {term for term in keyword_terms(line).terms if _is_telling(term)}
        common = sum(term in self._asked.weights for term in terms)
        return common / max(len(terms), 2) if common > 1 or len(terms) == 1 else 0.0

    def _words(self, text: str) -> float:
        """Return the share of the question that stands on a page."""
        return self._asked.share_of(set(self._pattern.findall(plain(text))))


class _Pages:
    """The pages of one document; of a long one only those that were found, and one with a single page has none."""

    def __init__(self, documents: Documents, path: str) -> None:
        count = documents.page_count(path)
        self._documents = documents
        self._path = path
        self._texts = (
            [text for _, text in documents.labelled_pages(path)] if _FEWEST_PAGES <= count <= _MOST_PAGES else []
        )
        self._is_long = count > _MOST_PAGES
        self.repeated = repeated_figures(self._texts)

    def text(self, page: int) -> str:
        """Return the text of a page, "" when there is none."""
        if self._is_long:
            return self._documents.page_text(self._path, page) or ""
        return self._texts[page - 1] if 0 < page <= len(self._texts) else ""


def _is_telling(term: str) -> bool:
    """Return True if a term is more than a short word, or a single character of unspaced scripts."""
    return len(term) > (1 if is_unspaced(term) else 2)


def terms_pattern(terms: Collection[str]) -> re.Pattern[str]:
    """Return a pattern for terms in a text without case and accents: whole words, and the beginnings of long ones."""
    unspaced = [re.escape(term) for term in sorted(terms) if is_unspaced(term)]
    words = [_word_pattern(term) for term in sorted(terms) if not is_unspaced(term)]
    return re.compile("|".join([*unspaced, *words]) or r"(?!)")


def _word_pattern(term: str) -> str:
    """Return a pattern for a term at the start of a word; its first letter leads, so that ``re`` can skip to it."""
    first, end = re.escape(term[0]), "" if len(term) == TERM_LETTERS else r"(?!\w)"
    return rf"{first}(?<!\w{first}){re.escape(term[1:])}{end}"


def _about(found: Sequence[NodeWithScore]) -> dict[str, float]:
    """Return the weight of each document for the question: its share of the best passages' scores."""
    scores: dict[str, float] = {}
    for one in found[:_TOP]:
        doc_id = one.node.ref_doc_id or ""
        scores[doc_id] = scores.get(doc_id, 0.0) + max(0.0, one.get_score())
    total = sum(scores.values()) or 1.0
    best = sorted(scores, key=lambda doc_id: -scores[doc_id])[:_MOST_DOCUMENTS]
    return {doc_id: min(1.0, scores[doc_id] / total / _ENOUGH) for doc_id in best}


def _paths(found: Sequence[NodeWithScore], doc_ids: Collection[str]) -> dict[str, str]:
    """Return the paths of some documents."""
    return {
        doc_id: str(one.node.metadata["file_path"])
        for one in found
        if (doc_id := one.node.ref_doc_id or "") in doc_ids and "file_path" in one.node.metadata
    }


def row_evidence(found: Sequence[NodeWithScore], asked: Asked) -> Numbers:
    """Return the evidence of the rows of each passage, 0 for running text; ``found`` has the best first.

    All rows of a table have the words of its head, and many have one of two words of a name: what stands above counts
    once, and the rest has to stand in one row. Of two passages of a document, the one whose best row holds less of the
    question falls back.
    """
    pattern = terms_pattern(asked.weights)

    def terms_in(text: str) -> set[str]:
        return set(pattern.findall(plain(text)))

    evidence = np.zeros(len(found))
    alone: dict[int, float] = {}
    for place, one in enumerate(found[:_MOST]):
        rows = [terms_in(row) for row in _rows(one.node)]
        if rows:
            above = terms_in(str(one.node.metadata.get(HEADING_KEY, "")))
            evidence[place] = _HELD * max(asked.share_of(above | row) for row in rows)
            alone[place] = max(map(asked.share_of, rows))
    best: dict[str | None, float] = {}
    for place, share in alone.items():
        doc_id = found[place].node.ref_doc_id
        best[doc_id] = max(share, best.get(doc_id, 0.0))
    for place, share in alone.items():
        evidence[place] -= _LESS * (best[found[place].node.ref_doc_id] - share)
    return evidence


def _rows(node: TextNode) -> list[str]:
    """Return the rows of a passage that is mostly rows."""
    if "|" not in node.text or row_share(node.text) <= _MOSTLY:
        return []
    return [line for line in node.text.splitlines() if is_row(line) and not is_rule(line)]


@functools.cache
def learnt_weights() -> Numbers:
    """Return the weight of each of ``FEATURES`` beside a passage's own score."""
    weights = json.loads(resource_path("ranking", "weights.json").read_text(encoding="utf-8"))
    return np.array([weights[name] for name in FEATURES])


class PageEvidence(BaseNodePostprocessor):
    """Adds the evidence of pages, documents and rows of tables to the scores of passages, for one question.

    Scores without any such evidence stay as they are; otherwise all are scaled so that none is above 1.
    """

    def __init__(self, stores: Stores, subject: Subject | None) -> None:
        self._stores = stores
        self._subject = subject

    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        if query_bundle is None or not nodes:
            return nodes
        with self._stores.snapshot():
            asked = Asked.of(query_bundle.query_str, self._subject, self._stores.keywords)
            evidence = PageFeatures(self._stores.documents, asked).of(nodes) @ learnt_weights()
            evidence += row_evidence(nodes, asked)
        if not evidence.any():
            return nodes
        scores = np.array([found.get_score() for found in nodes]) + evidence
        scores /= max(1.0, scores.max())
        order = np.argsort(-scores, kind="stable")
        return [nodes[place].with_score(float(scores[place])) for place in order]
