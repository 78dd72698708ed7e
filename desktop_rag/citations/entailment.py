"""Judges whether sources say what a sentence does, by what was learnt from sentences that people judged.

Sentence and sources are compared token by token with the built-in model's vectors. Two logistic regressions read the
result: one says how likely people call the sentence supported, one which of its words nothing supports. Their weights
are in ``resources/entailment``, with their origin; ``tests.bench.citations.train_entailment`` makes them.
"""

import functools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from desktop_rag.citations.checks.base import Comparison
from desktop_rag.citations.wording import COMMON_WORDS
from desktop_rag.core.paths import resource_path
from desktop_rag.core.schema import Matrix, Vector
from desktop_rag.embeddings.late_interaction import ComparesTokens, TokenSimilarities
from desktop_rag.evidence.units import STEM, TermWeights, Unit, stems
from desktop_rag.text import analyzer

EVIDENCE = 12  # sentences of the passages that a sentence is compared with
_WORD_FEATURES = ("anywhere", "near", "is common", "word anywhere", "word near")
_COMMON = 0.1  # weight of a word that every text has
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[^\W_]+(?:['’.\-][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Weights:
    """A logistic regression: one weight for each feature by its name."""

    features: Mapping[str, float]
    bias: float

    def probability(self, features: Mapping[str, float]) -> float:
        """Return the probability, 0 to 1."""
        total = self.bias + sum(weight * features[name] for name, weight in self.features.items())
        return float(1 / (1 + np.exp(-total)))


@functools.cache
def learnt(name: str) -> Weights:
    """Return the weights of "sentence" or "word"."""
    weights = json.loads(resource_path("entailment", "weights.json").read_text(encoding="utf-8"))[name]
    return Weights(weights["features"], weights["bias"])


@dataclass(frozen=True, slots=True)
class Likeness:
    """A sentence beside the sentences of the passages, as features of both regressions; ``words`` are its ranges."""

    likest: Unit
    features: Mapping[str, float]
    words: Sequence[tuple[int, int]]
    word_features: Sequence[Mapping[str, float]]

    def probability(self) -> float:
        """Return the probability that people call the sentence supported."""
        return learnt("sentence").probability(self.features)

    def unsupported_words(self, threshold: float) -> list[tuple[int, int]]:
        """Return the ranges of words that are as likely as that without support."""
        weights = learnt("word")
        return [
            word
            for word, features in zip(self.words, self.word_features, strict=True)
            if weights.probability(features) >= threshold
        ]


class Entailment:
    """Compares one sentence after the other with the sentences of an answer's passages."""

    def __init__(self, model: ComparesTokens, candidates: Sequence[Unit], weights: TermWeights) -> None:
        self._model = model
        self._candidates = candidates
        self._weights = weights
        self._pairs = frozenset[tuple[str, ...]]().union(*(_runs(one.text, 2) for one in candidates))
        self._triples = frozenset[tuple[str, ...]]().union(*(_runs(one.text, 3) for one in candidates))

    def prepare(self, sentences: Sequence[str]) -> None:
        """Have the model read sentences, and those of the passages that they will be compared with, many at once."""
        evidence = {
            place: self._candidates[place].text
            for sentence in sentences
            for place in self._likest(stems(sentence), EVIDENCE)
        }
        self._model.prepare_tokens([*sentences, *evidence.values()])

    def likeness(self, sentence: str, cited: Unit, errors: Mapping[str, float]) -> Likeness | None:
        """Compare a sentence with its source and similar sentences; None where there is nothing to compare.

        ``errors`` are features too: how many errors of each kind checks found in it.
        """
        terms = stems(sentence)
        if not terms:
            return None
        evidence = self._evidence(terms, cited)
        similarities = self._model.compare_tokens(sentence, [self._candidates[place].text for place in evidence])
        if not similarities.offsets:
            return None
        importance = self._importance(sentence, similarities)
        totals = importance @ similarities.nearest / importance.sum()
        best = int(np.argmax(totals))
        nearest = _Nearest(similarities.nearest, best, [self._candidates[place] for place in evidence], evidence)
        features = {
            **self._term_features(sentence, terms, cited, evidence),
            "cosine": float(similarities.cosines.max()),
            "cosine of cited": float(similarities.cosines[[self._candidates[one] for one in evidence].index(cited)]),
            **errors,
        }
        for name, column in (
            ("near", nearest.around_best()),
            ("passage", nearest.of_passage(cited)),
            ("two", nearest.of_two(importance)),
        ):
            features |= _spread(name, column, importance)
        words = [match.span() for match in _WORD.finditer(sentence)]
        return Likeness(
            self._candidates[evidence[best]], features, words, _word_features(sentence, words, similarities, nearest)
        )

    def _evidence(self, terms: frozenset[str], cited: Unit) -> list[int]:
        """Return the places of the cited sentence, its neighbours and those with most of the words, in order."""
        place = next(place for place, one in enumerate(self._candidates) if one is cited)
        near = [other for other in (place - 1, place, place + 1) if 0 <= other < len(self._candidates)]
        return sorted({*near, *self._likest(terms, EVIDENCE - len(near))})

    def _likest(self, terms: frozenset[str], count: int) -> list[int]:
        """Return the places of the sentences with most of the words."""
        covered = [self._weights.covered(terms, one.terms) for one in self._candidates]
        return sorted(range(len(covered)), key=covered.__getitem__, reverse=True)[:count]

    def _importance(self, sentence: str, similarities: TokenSimilarities) -> Vector:
        """Return the weight of each token: that of the word it belongs to, little for marks and common words."""
        weights = np.zeros(len(similarities.offsets), np.float32)
        spans = [match.span() for match in _WORD.finditer(sentence)]
        values = [self._word_weight(sentence[start:end]) for start, end in spans]
        for token, (start, end) in enumerate(similarities.offsets):
            touched = [value for (a, b), value in zip(spans, values, strict=True) if a < end and start < b]
            weights[token] = max(touched, default=0.0)
        return weights if weights.any() else np.ones_like(weights)

    def _word_weight(self, word: str) -> float:
        if word.casefold() in COMMON_WORDS:
            return _COMMON
        return max((self._weights.weight(term) for term in stems(word)), default=_COMMON)

    def _term_features(
        self, sentence: str, terms: frozenset[str], cited: Unit, evidence: Sequence[int]
    ) -> dict[str, float]:
        """Compare by words alone."""
        pairs, triples = _runs(sentence, 2), _runs(sentence, 3)
        both = (self._weights.covered(terms, cited.terms | self._candidates[one].terms) for one in evidence)
        return {
            "terms": self._weights.covered(terms, cited.terms),
            "terms of two": max(both),
            "order": Comparison(sentence, cited.text).likeness,
            "pairs": len(pairs & self._pairs) / max(1, len(pairs)),
            "triples": len(triples & self._triples) / max(1, len(triples)),
        }


@dataclass(frozen=True, slots=True)
class _Nearest:
    """The nearness of each token to each sentence of the evidence, shape ``(tokens, sentences)``; ``best``: likest."""

    columns: Matrix
    best: int
    sentences: Sequence[Unit]
    places: Sequence[int]

    def around_best(self) -> Vector:
        """Return the nearness of each token to the likest sentence and those beside it."""
        return self._of(self._near())

    def of_passage(self, cited: Unit) -> Vector:
        """Return the nearness of each token to the passage of a sentence."""
        return self._of([place for place, one in enumerate(self.sentences) if one.source == cited.source])

    def of_two(self, importance: Vector) -> Vector:
        """Return the nearness of each token to the likest sentence and the one that adds most to it."""
        joined = np.maximum(self.columns, self.columns[:, [self.best]])
        found: Vector = joined[:, int(np.argmax(importance @ joined))]
        return found

    def of_all(self) -> Vector:
        """Return the nearness of each token to any sentence."""
        return self._of(range(len(self.sentences)))

    def terms_around_best(self) -> frozenset[str]:
        """Return the words of the likest sentence and of those beside it."""
        return frozenset[str]().union(*(self.sentences[column].terms for column in self._near()))

    def _near(self) -> list[int]:
        likest, place = self.sentences[self.best], self.places[self.best]
        return [
            column
            for column, one in enumerate(self.sentences)
            if one.source == likest.source and abs(self.places[column] - place) <= 1
        ]

    def _of(self, chosen: Sequence[int]) -> Vector:
        found: Vector = self.columns[:, list(chosen)].max(axis=1)
        return found


def _runs(text: str, length: int) -> frozenset[tuple[str, ...]]:
    """Return the runs of ``length`` words in a row, long words cut to their beginnings."""
    words = [term[:STEM] for term in analyzer.terms(text)]
    return frozenset(zip(*(words[start:] for start in range(length)), strict=False))


def _spread(name: str, nearest: Vector, importance: Vector) -> dict[str, float]:
    """Return the mean of some tokens, the important ones counting most, and how far the least of them lie below."""
    telling = nearest[importance > _COMMON] if (importance > _COMMON).any() else nearest
    return {
        f"{name}, mean": float(importance @ nearest / importance.sum()),
        f"{name}, quarter": float(np.quantile(telling, 0.25)),
        f"{name}, least": float(telling.min()),
    }


def _word_features(
    sentence: str, words: Sequence[tuple[int, int]], similarities: TokenSimilarities, nearest: _Nearest
) -> list[dict[str, float]]:
    """Return the features of each word: its own, those of its neighbours, and the mean of the sentence."""
    anywhere = frozenset[str]().union(*(one.terms for one in nearest.sentences))
    near, tokens = nearest.terms_around_best(), np.stack([nearest.of_all(), nearest.around_best()], axis=1)
    rows = np.zeros((len(words), len(_WORD_FEATURES)))
    for place, (start, end) in enumerate(words):
        own = [number for number, (a, b) in enumerate(similarities.offsets) if a < end and start < b]
        terms = stems(sentence[start:end])
        rows[place] = (
            *(tokens[own].mean(axis=0) if own else (1.0, 1.0)),
            sentence[start:end].casefold() in COMMON_WORDS,
            bool(terms) and terms <= anywhere,
            bool(terms) and terms <= near,
        )
    if not words:
        return []
    padded = np.pad(rows, ((2, 2), (0, 0)), mode="edge")
    beside, further = (padded[1:-3] + padded[3:-1]) / 2, (padded[:-4] + padded[4:]) / 2
    mean = np.broadcast_to(rows.mean(axis=0), rows.shape)
    names = [f"{name}{where}" for where in ("", " beside", " further", " in all") for name in _WORD_FEATURES]
    values = np.concatenate([rows, beside, further, mean], axis=1)
    return [dict(zip(names, map(float, row), strict=True)) for row in values]
