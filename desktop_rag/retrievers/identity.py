"""Tell whose fact is asked for: weigh look-alike documents by what the question says of the one it means.

Leases, invoices, payslips and reports of several years say the same in other numbers. What tells them apart are a
party, an address, a date, a number or a model, which stand at the beginning of a document or in the name of its file,
and seldom in the passage that answers: “the deposit of Okonjo” is answered by a clause that names nobody. So the words
of a question count for a document wherever in it they stand, as far as they are at the beginning of some document.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from desktop_rag.citations.look_alikes import alike, head, head_terms
from desktop_rag.citations.wording import common_terms
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.retrievers.relevance import subject_terms
from desktop_rag.retrievers.subject import Subject
from desktop_rag.storage.ports import Stores
from desktop_rag.text.analyzer import is_unspaced, keyword_terms, other_forms, token_spans, word_spans
from desktop_rag.text.dates import Date, dates

_MOST_DOCUMENTS = 10_000
_MOST_PASSAGES = 3_000  # with a term; more take time and tell little
_MOST_TERMS = 24  # of a question
# One with more words is no question for one document but the messages of a conversation: of mtrag-mini's (100, nDCG@5)
# the fused ones have .734 with any number, .749 with these, .761 without any of this.
_MOST_WORDS = 12
# Documents, or share of all, with a term; one that more have is of a subject and not of a document. Of bench/lookalikes
# (open half) the right document is first for .61 without any of this, for .76 with it; bench/everyday stays as it is.
_FEW, _COMMON = 3, 0.08
# And at most so many, however large the library: in thousands of web pages ordinary words are in as few as .08. Of
# mtrag-mini (100 last messages, nDCG@5) .688 without this limit, .698 with 30, .703 with 15, .706 without any of this.
_MOST_OF_ONE = 15
# What is asked of a named document without the words that name it: of bench/lookalikes (open half) the first quotation
# is right for .583 without that, for .667 with it (bench/everyday: .813 and .821). Taken for names are words that stand
# in the file's name or its first lines, and in less than half of the look-alikes. Without look-alikes, or with words
# from anywhere at the beginning, subjects are taken for names, and bench/everyday falls to .750.
_TITLE = 250  # letters
_HALF = 0.5
_MOST_COMPARED = 24  # documents that may look like one that is meant: 28 ms for a question; 12 miss families of a dozen
_MOST_HEADS = 60  # that are read for a question
_USUAL = 0.5  # share of the documents with a term that begin with it; with less, it counts as much less
_ELSEWHERE = 0.5  # counts a term that stands in a document but not at its beginning
_TELLING = 1.0  # nats that speak for a document, at least, for it to be searched by itself
_ALIKE = 0.3  # nats: so much speaks alike for two documents
_MOST_MEANT = 3  # documents
_HIRAGANA = re.compile(r"[\u3041-\u309f]")
_NUMBER = re.compile(r"\d+")
_YEAR = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class _Named:
    """Documents by their ids: the evidence for each in nats, and those with each telling term of a question."""

    scores: Mapping[str, float] = field(default_factory=dict)
    having: Mapping[str, Collection[str]] = field(default_factory=dict)


class Identity:
    """Weighs the documents of a library by the parts of a question that identify them."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._known: dict[str, _Named] = {}
        self._subjects: dict[str, Subject | None] = {}

    def scores(self, question: str) -> Mapping[str, float]:
        """Return the evidence for each document, by its id, in nats; missing ids have none.

        That is the logarithm of how rare the documents are that have the question's words of identity.
        """
        return self._named(question).scores

    def meant(self, question: str) -> list[str]:
        """Return the few documents that a question means; empty where nothing distinguishes them."""
        scores = self.scores(question)
        best = max(scores.values(), default=0.0)
        found = [one for one, score in scores.items() if score > best - _ALIKE]
        return found if best >= _TELLING and len(found) <= _MOST_MEANT else []

    def subject(self, question: str) -> Subject | None:
        """Return the few documents that a question means, and what it asks of them: the rest of its words.

        None where nothing distinguishes the documents, where they have no look-alikes, or where the question does
        nothing but name them. Words that most look-alikes have are what is asked for: “rent” of one lease among many.
        """
        if question not in self._subjects:
            with self._stores.snapshot():
                self._subjects[question] = self._subject(question)
        return self._subjects[question]

    def _subject(self, question: str) -> Subject | None:
        meant = frozenset(self.meant(question))
        if not meant:
            return None
        paths = {one.doc_id: one.path for one in self._stores.documents.searched(_MOST_DOCUMENTS)}
        others = self._look_alikes(meant, question, paths)
        if not others:
            return None
        titles = frozenset[str]().union(*(self._title(paths[one]) for one in meant))
        identifying = {
            term
            for term, having in self._named(question).having.items()
            if not titles.isdisjoint((term, *other_forms(term)))
            and not _YEAR.fullmatch(term)  # rows and columns are of years, too
            and sum(other in having for other in others) < _HALF * len(others)
        }
        rest = _without(question, identifying)
        return Subject(tuple(sorted(meant)), rest) if identifying and subject_terms(rest) else None

    def _look_alikes(self, meant: Collection[str], question: str, paths: Mapping[str, str]) -> list[str]:
        """Return documents, among those with most of a question's terms, that look like one that it means."""
        found = Counter(
            one
            for term in sorted(subject_terms(question))[:_MOST_TERMS]
            for one in self._documents_of(term)
            if one in paths and one not in meant
        )
        likely = sorted(found, key=lambda one: (-found[one], one))  # of equal ones the same in every run
        asked = [*sorted(meant), *likely[:_MOST_COMPARED]]
        pages = [self.beginning(paths[one]) for one in asked]
        places = {place for number in range(len(meant)) for place in alike(pages, asked)[number]}
        return [asked[place] for place in sorted(places) if place >= len(meant)]

    def deficits(self, question: str, doc_ids: Sequence[str | None]) -> list[float]:
        """Return the evidence that each of some documents lacks against the best of the library, in nats."""
        return _deficits(self.scores(question), doc_ids)

    def _named(self, question: str) -> _Named:
        if question not in self._known:
            with self._stores.snapshot():
                self._known[question] = self._weigh(question)
        return self._known[question]

    def _weigh(self, question: str) -> _Named:
        documents = {one.doc_id: one for one in self._stores.documents.searched(_MOST_DOCUMENTS)}
        if len(documents) < 2:
            return _Named()
        found = self._documents_with(question, documents)
        order = sorted({one for known in found.values() for one in known}, key=lambda one: -_rarity_of(one, found))
        heads = {one: self.head(documents[one].path) for one in order[:_MOST_HEADS]}
        scores: dict[str, float] = {}
        for term, known in found.items():
            forms = {term, *other_forms(term)}
            first = {one for one in known if one in heads and not forms.isdisjoint(heads[one])}
            share = len(first) / len(heads.keys() & known) if first else 0.0
            weight = min(1.0, share / _USUAL) * math.log(len(documents) / len(known))
            for one in known if weight else ():
                scores[one] = scores.get(one, 0.0) + weight * (1.0 if one in first else _ELSEWHERE)
        self._tell_apart(question, scores, {one: documents[one].path for one in heads})
        return _Named(scores, found)

    def _tell_apart(self, question: str, scores: dict[str, float], paths: Mapping[str, str]) -> None:
        """Add evidence for those of the best documents, by their paths, that begin with a date or number asked for.

        Too many documents have such a date or number for it to tell by itself which is meant: “Jonas in February”.
        """
        best = max(scores.values(), default=0.0)
        tied = [one for one, score in scores.items() if one in paths and score > best - _ALIKE]
        if len(tied) < 2:
            return
        clues: list[Callable[[str], bool]] = [partial(_has_date, asked=one) for one in dates(question)]
        clues += [partial(_has_number, asked=one) for one in dict.fromkeys(_NUMBER.findall(question))]
        heads = {one: head(self.beginning(paths[one]), paths[one]) for one in tied}
        for clue in clues:
            having = [one for one in tied if clue(heads[one])]
            for one in having if len(having) < len(tied) else ():
                scores[one] += math.log(len(tied) / len(having))

    def _documents_with(self, question: str, documents: Collection[str]) -> dict[str, set[str]]:
        """Return the documents with each telling term of a question."""
        terms = [one for one in dict.fromkeys(keyword_terms(question).terms) if one not in common_terms()]
        # of unspaced scripts, endings and small words tell nothing, and single characters stand in pairs, too
        terms = [one for one in terms if not _HIRAGANA.search(one) and not (len(one) == 1 and is_unspaced(one))]
        if sum(not is_unspaced(term) for term in terms) > _MOST_WORDS:
            return {}
        found = {}
        for term in terms[:_MOST_TERMS]:
            known = self._documents_of(term) & set(documents)
            most = max(_FEW, min(_MOST_OF_ONE, _COMMON * len(documents)))
            if 0 < len(known) <= min(len(documents) / 2, most):
                found[term] = known
        return found

    def _documents_of(self, term: str) -> set[str]:
        """Return the documents with a word, in either number; none where very many passages have it."""
        keywords = self._stores.keywords
        forms = (term, *other_forms(term))
        return {one for form in forms for one in keywords.count_by_document((form,), _MOST_PASSAGES)}

    def beginning(self, path: str) -> str:
        """Return the text of a file's first page, "" where it is not stored."""
        return self._stores.documents.page_text(path, 1) or ""

    def head(self, path: str) -> frozenset[str]:
        """Return the terms of a file's name and beginning."""
        return head_terms(self.beginning(path), path)

    def _title(self, path: str) -> frozenset[str]:
        """Return the terms of a file's name and of its first lines, where parties, numbers and days stand."""
        return head_terms(self.beginning(path)[:_TITLE], path)


class Identities:
    """The documents of several libraries, weighed together."""

    def __init__(self, libraries: Sequence[Stores]) -> None:
        self._libraries = [Identity(one) for one in libraries]

    def deficits(self, question: str, doc_ids: Sequence[str | None]) -> list[float]:
        """Return the evidence that each of some documents lacks against the best of all, in nats."""
        scores = {one: score for library in self._libraries for one, score in library.scores(question).items()}
        return _deficits(scores, doc_ids)

    def subject(self, question: str) -> Subject | None:
        """Return the few documents that a question means, of the library for which most speaks, and what it asks."""
        most = max(self._libraries, key=lambda library: max(library.scores(question).values(), default=0.0))
        return most.subject(question)

    def beginning(self, path: str) -> str:
        """Return the text of a file's first page, of whichever library has it; "" where none does."""
        return next(filter(None, (library.beginning(path) for library in self._libraries)), "")


def among_look_alikes(nodes: Sequence[NodeWithScore], deficits: Sequence[float]) -> list[float]:
    """Return the evidence that each passage's document lacks against the best of its look-alikes, in nats.

    A question that names somebody is often answered by a document that does not: only what is alike is told apart.
    """
    groups = alike([found.node.text for found in nodes], [found.node.ref_doc_id for found in nodes])
    return [deficits[places[0]] - min(deficits[place] for place in places) for places in groups]


def _deficits(scores: Mapping[str, float], doc_ids: Sequence[str | None]) -> list[float]:
    best = max(scores.values(), default=0.0)
    return [best - scores.get(one or "", 0.0) for one in doc_ids]


def _rarity_of(document: str, found: Mapping[str, Collection[str]]) -> float:
    """Return the weight of the terms that a document has, by their rarity."""
    return sum(1 / len(known) for known in found.values() if document in known)


def _without(question: str, terms: Collection[str]) -> str:
    """Return a question without the words, and the parts of unspaced runs, that have some terms."""
    question = unicodedata.normalize("NFKC", question)
    letters = list(question)
    for start, end, found in word_spans(question):
        if not set(terms).isdisjoint(found):
            letters[start:end] = " " * (end - start)
    for start, end, token in token_spans(question):
        if is_unspaced(token) and end - start == len(token):
            for place, two in enumerate(map("".join, pairwise(token)), start):
                if two in terms:
                    letters[place : place + 2] = "  "
    return " ".join("".join(letters).split())


def _has_date(text: str, asked: Date) -> bool:
    """Return True if a text has a date with all that another one says."""
    wanted = [(name, value) for name in ("year", "month", "day") if (value := getattr(asked, name))]
    return any(all(getattr(one, name) == value for name, value in wanted) for one in dates(text))


def _has_number(text: str, asked: str) -> bool:
    """Return True if a text has a number by itself."""
    return re.search(rf"(?<!\d){asked}(?!\d)", text) is not None
