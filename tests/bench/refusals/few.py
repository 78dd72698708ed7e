"""Ask very small libraries what they answer and what they do not, and fit what is decided there.

usage: python -m tests.bench.refusals.few --data PATH [--libraries 400] [--cache FOLDER]

PATH holds XQuAD in English, Chinese and Spanish. A library is one to eleven paragraphs, up to four of one article and
the others of any; it is asked what one of them answers, what another paragraph of that article does (same subject)
and what other articles do (other subject), in its own language and in others. Weights are fitted on the articles with
even numbers; printed are the shares refused of these and of the others, as the program decides and for limits around.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import platformdirs
from numpy.typing import NDArray

from desktop_rag.embeddings import multilingual_e5
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.retrievers import relevance
from desktop_rag.retrievers.relevance import SearchEvidence, is_about_something, question_terms
from desktop_rag.retrievers.unrelated import QUESTIONS, lead_by_token
from desktop_rag.text.analyzer import keyword_terms
from tests.bench.retrieval.cached_embedding import CachedEmbedding
from tests.bench.retrieval.sets import open_set

if TYPE_CHECKING:
    from desktop_rag.core.schema import Matrix

LANGUAGES = ("en", "zh", "es")
_SIZES = (1, 2, 3, 5, 8, 11)
PASSAGES = 5_000  # of all libraries together: their tokens are kept
_PARAGRAPHS = 5  # of an article, one after the other
_OWN = 4
ANSWERABLE, SAME, OTHER = "answerable", "same subject", "other subject"
_READINGS = {relevance._SAME_LANGUAGE: "own language", relevance._OTHER_LANGUAGE: "other language"}
_STEPS, _PENALTY, _RATE = 3000, 1e-3, 0.5


@dataclass(frozen=True)
class Asked:
    """A question to a library: ``half`` is the one of its article."""

    kind: str
    half: int
    evidence: SearchEvidence


@dataclass(frozen=True)
class _Row:
    """A question to a library: ``reading`` says in what it is asked, ``half`` is the one of its article."""

    kind: str
    reading: str
    half: int
    lead: float
    words: float
    score: float

    @property
    def features(self) -> list[float]:
        return [self.lead, self.words, self.lead * self.words, 1.0]


class Book:
    """The paragraphs of one language, with their vectors, terms and questions."""

    def __init__(self, data: Path, language: str, work: Path, model: CachedEmbedding) -> None:
        self.language = language
        test_set = open_set(f"xquad-{language}", data, work / "sets")
        texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(test_set.folder.iterdir())}
        self.texts = list(texts.values())
        self.vectors: Matrix = np.stack(model.get_text_embedding_batch(self.texts))
        self.terms = [set(keyword_terms(text).terms) for text in self.texts]
        self.unrelated: Matrix = np.stack([model.get_query_embedding(one) for one in QUESTIONS[language]])
        places = {name: place for place, name in enumerate(texts)}
        self.questions: dict[int, list[str]] = {}
        for question in test_set.questions:
            for expected in question.expected:
                self.questions.setdefault(places[Path(expected.file).stem], []).append(question.text)


def asked_of_many(
    books: dict[str, Book], model: CachedEmbedding, libraries: int, sizes: Sequence[int]
) -> Iterator[Asked]:
    """Yield the questions to random libraries of some sizes, unless they name no subject."""
    choose = random.Random(7)
    for language, book in books.items():
        everything = range(len(book.texts))
        for _ in range(libraries):
            article = choose.randrange(len(everything) // _PARAGRAPHS)
            own = list(range(_PARAGRAPHS * article, _PARAGRAPHS * (article + 1)))
            size = choose.choice(sizes)
            held = choose.sample(own, min(size, _OWN))
            held += choose.sample([one for one in everything if one not in own], size - len(held))
            articles = {one // _PARAGRAPHS for one in held}
            far = [one for one in everything if one // _PARAGRAPHS not in articles]
            kinds = {ANSWERABLE: held[:1], SAME: [one for one in own if one not in held], OTHER: far}
            for kind, places in kinds.items():
                for asked in (language, choose.choice([one for one in books if one != language])):
                    found = [one for one in places if one in books[asked].questions]
                    if found:
                        question = choose.choice(books[asked].questions[choose.choice(found)])
                        if is_about_something(question):
                            evidence = _evidence(question, book, held, model, books[asked])
                            yield Asked(kind, article % 2, evidence)


def _evidence(question: str, book: Book, held: list[int], model: CachedEmbedding, asked: Book) -> SearchEvidence:
    """Return what a library of some paragraphs of a book tells of a question in the language of another one."""
    cosines = book.vectors[held] @ model.get_query_embedding(question)
    counts = {term: sum(term in book.terms[one] for one in held) for term in question_terms(question)}
    best = [book.texts[held[place]] for place in np.argsort(-cosines)[: relevance.PASSAGES]]
    return SearchEvidence(
        question,
        counts,
        len(held),
        best,
        float(cosines.max()),
        sorted(cosines.tolist(), reverse=True)[: relevance.BACKGROUND],
        unrelated=float((asked.unrelated @ book.vectors[held].T).max(axis=1).mean()),
        by_token=lead_by_token(model.model, question, asked.language, best),
    )


def _row(asked: Asked) -> _Row:
    evidence = asked.evidence
    reading = _READINGS.get(relevance._readings(evidence)[0], "other script")
    lead = (evidence.nearest or 0.0) - (evidence.unrelated or 0.0)
    return _Row(asked.kind, reading, asked.half, lead, relevance._covered(evidence), relevance.relevance(evidence))


def _fitted(rows: list[_Row]) -> NDArray[np.float64]:
    """Return the weights of a logistic regression for ``_Row.features``; both classes count the same."""
    given = np.array([row.features for row in rows])
    answerable = np.array([row.kind == ANSWERABLE for row in rows], float)
    mean, spread = given.mean(axis=0), given.std(axis=0)
    mean[-1], spread[-1] = 0.0, 1.0
    scaled, weights = (given - mean) / spread, np.zeros(given.shape[1])
    counted = np.where(answerable == 1, 0.5 / answerable.mean(), 0.5 / (1 - answerable.mean()))
    for _ in range(_STEPS):
        told = 1 / (1 + np.exp(-scaled @ weights))
        weights -= _RATE * (scaled.T @ (counted * (told - answerable)) / len(given) + _PENALTY * weights)
    found: NDArray[np.float64] = weights / spread
    found[-1] -= (weights[:-1] * mean[:-1] / spread[:-1]).sum()
    return found


def _print_shares(name: str, rows: list[_Row], scores: NDArray[np.float64], limit: float) -> None:
    told = []
    for kind in (ANSWERABLE, SAME, OTHER):
        halves = [scores[[row.kind == kind and row.half == half for row in rows]] < limit for half in (0, 1)]
        told.append(f"{kind} " + ", ".join(f"{one.mean():.2f} of {len(one)}" for one in halves))
    print(f"{name}: {'; '.join(told)}")


def main() -> None:
    """Print the shares refused of both halves, and the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--libraries", type=int, default=400, help="of each language")
    parser.add_argument("--cache", type=Path, default=Path(platformdirs.user_cache_dir("desktop-rag-bench")))
    given = parser.parse_args()
    multilingual_e5._REMEMBERED_IN_CONTEXT = PASSAGES
    model = CachedEmbedding(given.cache / "vectors.sqlite", MultilingualE5Embedding(given.cache / "graph.json"))
    books = {one: Book(given.data, one, given.cache, model) for one in LANGUAGES}
    rows = [_row(asked) for asked in asked_of_many(books, model, given.libraries, _SIZES)]
    for reading in ("own language", "other language", "other script"):
        some = [row for row in rows if row.reading == reading]
        _print_shares(f"{reading}, as decided", some, np.array([row.score for row in some]), 0.0)
        if reading == "own language":
            weights = _fitted([row for row in some if row.half == 0])
            print("weights of lead, words, both, constant:", np.round(weights, 2))
            scores = np.array([row.features for row in some]) @ weights
            for limit in np.arange(-3, -1.4, 0.25):
                _print_shares(f"  limit {limit:.2f}", some, scores, limit)
        else:
            for lead in np.arange(0, 0.041, 0.005):
                _print_shares(f"  lead {lead:.3f}", some, np.array([row.lead for row in some]), lead)


if __name__ == "__main__":
    main()
