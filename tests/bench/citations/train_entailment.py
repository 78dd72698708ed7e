"""Learn from judged sentences what ``desktop_rag.citations.entailment`` weighs, and write its weights.

usage: python -m tests.bench.citations.train_entailment --data FOLDER [--features FILE] [--save FILE]

FOLDER holds AttributionBench, WiCE, BEGIN, OCNLI, JNLI and ``planted.jsonl``. The weights are learnt from the tuning
parts alone. Two kinds of figures are printed: cross-validation on the tuning parts in eight folds (sentences of one
question or reference stay together), from which thresholds are chosen, and the parts kept aside. Features take the
built-in model minutes; ``--features`` keeps them.
"""

import argparse
import hashlib
import json
import pickle
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from desktop_rag.citations.markers import without_markers
from desktop_rag.citations.passages import passage_of
from desktop_rag.citations.support import Claim, SupportFinder
from desktop_rag.core.results.answers import Source
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.evidence.units import stems, units_of
from tests.bench.citations.judged_sentences import FILES, TOKENS, judged_sentences
from tests.bench.citations.planted import WRONG, planted_answers

FOLDS = 8
# AttributionBench is what models wrote for questions, the nearest to what is judged later; pairs of plain sentences
# in Chinese and Japanese are the furthest. Each set counts so much, its supported and unsupported sentences alike.
SHARES = {"AttributionBench": 10.0, "WiCE": 1.0, "BEGIN": 1.0, "planted": 1.0, "OCNLI": 0.5, "JNLI": 0.5}
# errors of single words and numbers are for the checks to find: they would only blur what is learnt
_LEARNT_KINDS = frozenset(
    "verbatim short paraphrase number_control quote_true human_answer mixed nowhere nowhere_same_document".split()
)
_MOST = 3000  # pairs of OCNLI
_PENALTY = 50.0  # of squared weights, against a total weight of one for each example
_WORD_PENALTY = 20.0
_STEPS = 30

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Example:
    """Features of a sentence or of a word, with the judgement of people."""

    name: str
    fold: int
    is_kept_aside: bool
    label: bool
    features: Mapping[str, float]


def main() -> None:
    """Compute features, learn, print figures, write weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--features", type=Path)
    parser.add_argument("--save", type=Path)
    arguments = parser.parse_args()
    if arguments.features and arguments.features.exists():
        sentences, words = pickle.loads(arguments.features.read_bytes())
    else:
        model = MultilingualE5Embedding()
        sentences, words = list(sentence_examples(arguments.data, model)), list(word_examples(arguments.data, model))
        if arguments.features:
            arguments.features.write_bytes(pickle.dumps((sentences, words)))
    learnt = {
        "sentence": _report("sentences", sentences, SHARES, _PENALTY),
        "word": _report("words", words, {}, _WORD_PENALTY),
    }
    if arguments.save:
        arguments.save.write_text(json.dumps(learnt, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def sentence_examples(data: Path, model: BaseEmbedding) -> Iterator[Example]:
    """Yield the features of every judged sentence, as they are computed for answers."""
    for name, file in FILES.items():
        for number, one in enumerate(judged_sentences(data / file)):
            if name == "OCNLI" and number >= _MOST:
                break
            features, _ = _features(one.text, one.sources, model)
            if features:
                yield Example(name, _fold(one.group), one.is_kept_aside, one.is_supported, features)
    yield from _planted_examples(data / "planted.jsonl", model)


def _planted_examples(path: Path, model: BaseEmbedding) -> Iterator[Example]:
    for answer in planted_answers(path):
        if answer.kind in _LEARNT_KINDS:
            features, _ = _features(answer.text, answer.sources, model)
            group = min(source.file for source in answer.sources)
            if features:
                yield Example("planted", _fold(group), answer.is_kept_aside, answer.kind not in WRONG, features)


def word_examples(data: Path, model: BaseEmbedding) -> Iterator[Example]:
    """Yield the features of every word of which people told whether something supports it."""
    for one in judged_sentences(data / TOKENS):
        _, words = _features(one.text, one.sources, model)
        for start, end, is_unsupported in one.token_ranges():
            own = next((features for (a, b), features in words if a < end and start < b), None)
            if own is not None:
                yield Example("words", _fold(one.group), one.is_kept_aside, is_unsupported, own)


def _features(
    text: str, sources: Sequence[Source], model: BaseEmbedding
) -> tuple[Mapping[str, float], list[tuple[tuple[int, int], Mapping[str, float]]]]:
    """Return the features of a sentence and of its words; none where there is nothing to compare."""
    candidates = units_of(map(passage_of, sources), stems)
    clean = without_markers(text)[0].strip()
    if not candidates or not clean:
        return {}, []
    claim = Claim(clean, frozenset())
    support = SupportFinder(sources, candidates, None).find([claim])[claim].support
    checker = SupportFinder(sources, candidates, model).checker
    likeness = checker.likeness(clean, support.sentence if support else checker.likest(clean))
    if likeness is None:
        return {}, []
    return likeness.features, list(zip(likeness.words, likeness.word_features, strict=True))


def _fold(group: str) -> int:
    return hashlib.blake2b(group.encode(), salt=b"fold").digest()[0] % FOLDS


def _report(title: str, examples: Sequence[Example], shares: Mapping[str, float], penalty: float) -> dict[str, object]:
    """Print how good what is learnt is, and return the weights learnt from the tuning part."""
    names = sorted(examples[0].features)
    rows = np.array([[one.features[name] for name in names] for one in examples])
    labels = np.array([one.label for one in examples])
    kinds, folds = np.array([one.name for one in examples]), np.array([one.fold for one in examples])
    tuning = np.array([not one.is_kept_aside for one in examples])
    counts = _counts(kinds, labels, tuning, shares)
    found = np.zeros(len(examples))
    for fold in range(FOLDS):
        here = tuning & (folds == fold)
        found[here] = _probabilities(rows[here], *_fit(rows, labels, np.where(here, 0, counts), penalty))
    weights, bias = _fit(rows, labels, counts, penalty)
    found[~tuning] = _probabilities(rows[~tuning], weights, bias)
    thresholds = np.arange(0.2, 0.7, 0.05)
    for part, inside in (("cross-validated", tuning), ("kept aside", ~tuning)):
        print(f"{title}, {part}: share of supported kept / of others refused, by threshold")
        print(f"{'':18}{'area':>7}  " + "  ".join(f"{threshold:11.2f}" for threshold in thresholds))
        for name in dict.fromkeys(kinds):
            chosen = inside & (kinds == name)
            cells = [_shares(found[chosen] >= threshold, labels[chosen]) for threshold in thresholds]
            print(f"{name:18}{_area(found[chosen], labels[chosen]):7.3f}  " + "  ".join(cells))
    return {"features": {name: round(float(w), 5) for name, w in zip(names, weights, strict=True)}, "bias": bias}


def _counts(kinds: NDArray[np.str_], labels: Numbers, tuning: Numbers, shares: Mapping[str, float]) -> Numbers:
    """Return how much each example counts; what is kept aside, nothing."""
    counts = np.zeros(len(kinds))
    if not shares:
        return tuning.astype(float)
    for name, share in shares.items():
        for label in (True, False):
            chosen = tuning & (kinds == name) & (labels == label)
            counts[chosen] = share / max(1, chosen.sum())
    scaled: Numbers = counts * tuning.sum() / counts.sum()
    return scaled


def _fit(rows: Numbers, labels: Numbers, counts: Numbers, penalty: float) -> tuple[Numbers, float]:
    """Fit a logistic regression by Newton's method; the weights are those of features as they are."""
    used = counts > 0
    mean = np.average(rows[used], axis=0, weights=counts[used])
    scale = np.sqrt(np.average((rows[used] - mean) ** 2, axis=0, weights=counts[used])) + 1e-9
    scaled = np.column_stack([(rows[used] - mean) / scale, np.ones(used.sum())])
    ridge = np.diag([*np.full(rows.shape[1], penalty), 1e-6])
    weights = np.zeros(scaled.shape[1])
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (counts[used] * (labels[used] - likely)) - ridge @ weights
        bend = (scaled * (counts[used] * likely * (1 - likely))[:, None]).T @ scaled + ridge
        weights = weights + np.linalg.solve(bend, slope)
    own = weights[:-1] / scale
    return own, round(float(weights[-1] - own @ mean), 5)


def _probabilities(rows: Numbers, weights: Numbers, bias: float) -> Numbers:
    found: Numbers = 1 / (1 + np.exp(-(rows @ weights + bias)))
    return found


def _shares(kept: Numbers, labels: Numbers) -> str:
    return f"{kept[labels].mean():5.3f}/{(~kept[~labels]).mean():5.3f}" if labels.any() and not labels.all() else ""


def _area(found: Numbers, labels: Numbers) -> float:
    """Return how often a supported sentence is likelier than another one."""
    ranks = np.empty(len(found))
    ranks[np.argsort(found)] = np.arange(1, len(found) + 1)
    positive = labels.sum()
    total = positive * (len(labels) - positive)
    return float((ranks[labels].sum() - positive * (positive + 1) / 2) / total) if total else 0.0


if __name__ == "__main__":
    main()
