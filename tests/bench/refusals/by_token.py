"""Learn what the lead by tokens counts, beside all other evidence that a library has something about a question.

usage: python -m tests.bench.refusals.by_token --data PATH [--libraries 600] [--questions 100] [--cache FOLDER]
                                               [--evidence FILE]

PATH holds the sets of ``tests.bench.retrieval``. Learnt from the tuned sets of ``tests.bench.refusals`` and from
libraries of 1 to 120 paragraphs of XQuAD, of the articles with even numbers: a logistic regression for questions in the
language of the files, in another one, and in another script. In the language of the files the first folder of everyday
files is learnt from, too, since paragraphs of encyclopedias are read otherwise than leases and recipes, and libraries
below twelve passages are left out. Every library and kind of question counts the same, those of the same subject three
tenths of the others. The limits: in the same language .965 of other subjects are below, in another one .01 of the
answerable ones, in another script .02. Shares refused are printed for each set, learnt from or held out, before and
with these weights. ``--evidence`` is a file that keeps what
was gathered, to learn again in seconds.
"""

import argparse
import math
import pickle
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import platformdirs
from numpy.typing import NDArray

from desktop_rag.embeddings import multilingual_e5
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.late_interaction import comparing_tokens
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.retrievers import relevance
from desktop_rag.retrievers.relevance import SearchEvidence, is_about_something, language_of
from desktop_rag.retrievers.unrelated import lead_by_token
from tests.bench.refusals import everyday
from tests.bench.refusals.few import ANSWERABLE, LANGUAGES, OTHER, PASSAGES, SAME, Book, asked_of_many
from tests.bench.refusals.measuring import HELD_OUT, TUNED, Asked, Library, Refusals
from tests.bench.retrieval.cached_embedding import CachedEmbedding

_SIZES = (1, 2, 3, 5, 8, 11, 15, 20, 30, 45, 70, 120)
_SAME_LANGUAGE = "same language"
_READINGS = {
    relevance._SAME_LANGUAGE: _SAME_LANGUAGE,
    relevance._OTHER_LANGUAGE: "other language",
    relevance._OTHER_SCRIPT: "other script",
}
_COUNTS = {ANSWERABLE: 1.0, SAME: 0.3, OTHER: 1.0}
_LIMITS = {_SAME_LANGUAGE: (OTHER, 0.965), "other language": (ANSWERABLE, 0.01), "other script": (ANSWERABLE, 0.02)}
_PENALTY, _ROUNDS = 1e-2, 100


@dataclass(frozen=True)
class _Row:
    """A question to a library."""

    library: str
    kind: str
    evidence: SearchEvidence
    is_tuned: bool

    @property
    def reading(self) -> str:
        return _READINGS[relevance._readings(self.evidence)[0]]

    @property
    def features(self) -> list[float]:
        """The score of all but the tokens, the lead by tokens, and what chance does."""
        score = relevance.relevance(replace(self.evidence, by_token=None))
        most = relevance._MOST_SCORE
        return [float(np.clip(score, -most, most)), self.evidence.by_token or 0.0, _chance(self.evidence), 1.0]


def _chance(evidence: SearchEvidence) -> float:
    return math.sqrt(2 * math.log(max(2, evidence.nodes)))


def _of_sets(data: Path, work: Path, model: CachedEmbedding, questions: int) -> Iterator[_Row]:
    """Yield the questions to halves of the public sets."""
    refusals = Refusals(data, work, model, questions)
    for name in (*TUNED, *HELD_OUT):
        with refusals.opened(name) as (library, kinds):
            for kind, asked in kinds.items():
                if "after another" not in kind and "follow" not in kind:
                    yield from _asked(name, _kind(kind), library, refusals.some(asked), model)


def _of_everyday(model: CachedEmbedding) -> Iterator[_Row]:
    for name in everyday.NAMES:
        with everyday.opened(model, name) as library:
            for file, question, _ in everyday.rows(name):
                kind = everyday.KINDS.get(file, ANSWERABLE)
                yield from _asked(name, kind, library, [Asked(question, "", frozenset())], model)


def _kind(kind: str) -> str:
    return ANSWERABLE if kind.startswith(ANSWERABLE) else SAME if kind.startswith("same") else OTHER


def _asked(name: str, kind: str, library: Library, asked: Sequence[Asked], model: BaseEmbedding) -> Iterator[_Row]:
    tokens = comparing_tokens(model)
    for one in asked:
        evidence = library.evidence(one)[0]
        if evidence.nearest is not None and is_about_something(one.text) and tokens is not None:
            language = language_of(one.text, evidence.passages)
            lead = lead_by_token(tokens, one.text, language, evidence.passages)
            yield _Row(name, kind, replace(evidence, by_token=lead), name in TUNED)


def _of_few(data: Path, work: Path, model: CachedEmbedding, libraries: int) -> Iterator[_Row]:
    books = {one: Book(data, one, work, model) for one in LANGUAGES}
    for asked in asked_of_many(books, model, libraries, _SIZES):
        size = "few" if asked.evidence.nodes < relevance._LEAST_BACKGROUND else "some"
        yield _Row(f"{size} paragraphs, half {asked.half}", asked.kind, asked.evidence, asked.half == 0)


def _of_reading(rows: Sequence[_Row], reading: str) -> list[_Row]:
    """Return the questions in a language, with the sets that are learnt from."""
    some = [row for row in rows if row.reading == reading]
    if reading != _SAME_LANGUAGE:
        return some
    enough = [row for row in some if row.evidence.nodes >= relevance._LEAST_BACKGROUND]
    return [replace(row, is_tuned=row.is_tuned or row.library == everyday.NAMES[0]) for row in enough]


def _shares(rows: Sequence[_Row]) -> NDArray[np.float64]:
    """Return what each row counts: every kind of question to every library the same."""
    groups: dict[tuple[str, str], int] = {}
    for row in rows:
        groups[row.library, row.kind] = groups.get((row.library, row.kind), 0) + 1
    return np.array([1 / groups[row.library, row.kind] for row in rows])


def _learn(rows: Sequence[_Row], features: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights of a logistic regression, both classes counting the same, by Newton's method."""
    right = np.array([row.kind == ANSWERABLE for row in rows], float)
    counts = _shares(rows) * np.array([_COUNTS[row.kind] for row in rows])
    counts = np.where(right == 1, counts / counts[right == 1].sum(), counts / counts[right == 0].sum()) * len(rows) / 2
    weights, penalty = np.zeros(features.shape[1]), _PENALTY * np.eye(features.shape[1])
    penalty[-1, -1] = 1e-9
    for _ in range(_ROUNDS):
        told = 1 / (1 + np.exp(-features @ weights))
        gradient = features.T @ (counts * (told - right)) + penalty @ weights
        weights -= np.linalg.solve((features.T * (counts * told * (1 - told))) @ features + penalty, gradient)
    return weights


def _limit(rows: Sequence[_Row], scores: NDArray[np.float64], kind: str, share: float) -> float:
    """Return the score below which that share of a kind is, every library counting the same."""
    places = [place for place, row in enumerate(rows) if row.kind == kind]
    order = sorted(places, key=lambda place: scores[place])
    counts = _shares(rows)[order]
    return float(scores[order[int(np.searchsorted(np.cumsum(counts) / counts.sum(), share))]])


def _print(rows: Sequence[_Row], before: NDArray[np.float64], after: NDArray[np.float64]) -> None:
    for library in dict.fromkeys(row.library for row in rows):
        cells = []
        for kind in _COUNTS:
            places = [place for place, row in enumerate(rows) if (row.library, row.kind) == (library, kind)]
            if places:
                old, new = (before[places] < 0).mean(), (after[places] < 0).mean()
                cells.append(f"{kind} {old:.3f} -> {new:.3f} of {len(places)}")
        is_tuned = next(row.is_tuned for row in rows if row.library == library)
        print(f"  {library:26} {'learnt from' if is_tuned else 'held out':12} {'; '.join(cells)}")


def _gathered(given: argparse.Namespace) -> list[_Row]:
    """Return what there is about all questions."""
    if given.evidence and given.evidence.exists():
        found: list[_Row] = pickle.loads(given.evidence.read_bytes())
        return found
    multilingual_e5._REMEMBERED_IN_CONTEXT = PASSAGES
    model = CachedEmbedding(given.cache / "vectors.sqlite", MultilingualE5Embedding(given.cache / "graph.json"))
    with tempfile.TemporaryDirectory() as work:
        rows = [*_of_few(given.data, given.cache, model, given.libraries), *_of_everyday(model)]
        rows += _of_sets(given.data, Path(work), model, given.questions)
    model.close()
    if given.evidence:
        given.evidence.write_bytes(pickle.dumps(rows))
    return rows


def main() -> None:
    """Gather, learn and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--libraries", type=int, default=600, help="of each language")
    parser.add_argument("--questions", type=int, default=100, help="of each kind, asked of each public set")
    parser.add_argument("--cache", type=Path, default=Path(platformdirs.user_cache_dir("desktop-rag-bench")))
    parser.add_argument("--evidence", type=Path)
    rows = _gathered(parser.parse_args())
    leads = [row.evidence.by_token or 0.0 for row in rows]
    print(f"{len(leads)} leads by tokens between {min(leads):.2f} and {max(leads):.2f}")
    for reading, (kind, share) in _LIMITS.items():
        some = _of_reading(rows, reading)
        tuned = [row for row in some if row.is_tuned]
        weights = _learn(tuned, np.array([row.features for row in tuned]))
        scores = np.array([row.features for row in some]) @ weights
        limit = _limit(tuned, scores[[row.is_tuned for row in some]], kind, share)
        score, lead, chance, constant = weights
        print(f"{reading}: score {score:.2f}, lead {lead:.2f}, chance {chance:.2f}, limit {limit - constant:.2f}")
        _print(some, np.array([row.features[0] for row in some]), scores - limit)


if __name__ == "__main__":
    main()
