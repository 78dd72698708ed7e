"""Aligns planted answers and counts what was cited, and what was noticed."""

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.citations.align import Aligned, align
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.rerankers.judge import built_in_judge
from tests.bench.citations.planted import FAITHFUL, HUMAN, WRONG, PlantedAnswer


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer and what the program made of it, in ``seconds``."""

    answer: PlantedAnswer
    aligned: Aligned
    seconds: float

    @property
    def is_accepted(self) -> bool:
        """Whether it stands with a citation and without a mark: every sentence of it that states something."""
        return bool(self.aligned.citations) and not self.is_marked

    @property
    def is_marked(self) -> bool:
        """Whether a sentence of it is said to be supported partly or not at all."""
        return any(one.verdict.is_doubt for one in self.aligned.sentences)

    @property
    def is_at_its_place(self) -> bool:
        """Whether its first citation leads to a passage that supports it."""
        return bool(self.aligned.citations) and self.aligned.citations[0].marker in self.answer.supporting

    @property
    def is_right(self) -> bool:
        """Whether a faithful answer is accepted and led to its place, a wrong one not accepted."""
        return self.is_marked if self.answer.kind in WRONG else self.is_accepted and self.is_at_its_place

    @property
    def described(self) -> str:
        """Return the answer as it came out, and what was found wrong with it."""
        found = [
            f"{sentence.verdict}: {self.aligned.text[start:end]!r}: {'; '.join(sentence.reasons)}"
            for sentence in self.aligned.sentences
            for start, end in sentence.unsupported
        ]
        quotes = [citation.quote for citation in self.aligned.citations]
        return "\n    ".join([self.aligned.text, *found, *quotes])


def judge(answer: PlantedAnswer, embed_model: BaseEmbedding | None) -> Judged:
    """Align one answer with its passages."""
    started = time.perf_counter()
    aligned = align(answer.text, answer.sources, embed_model, built_in_judge() if embed_model else None)
    return Judged(answer, aligned, time.perf_counter() - started)


def figures(judged: Sequence[Judged]) -> dict[str, float]:
    """Return shares, by name; a share of nothing is left out."""
    faithful = [one for one in judged if one.answer.kind in FAITHFUL]
    human = [one for one in judged if one.answer.kind == HUMAN]
    cited = [one for one in judged if one.aligned.citations and one.answer.supporting]
    found: dict[str, float | None] = {
        "page accuracy": _share([_page_is_right(one) for one in cited]),
        "faithful F1": _f1(_precision(faithful), _recall(faithful)),
        "human answers, recall": _recall(human),
        "human answers, precision": _precision(human),
    }
    for kind in (*FAITHFUL, HUMAN):
        found[f"false alarms, {kind}"] = _share([one.is_marked for one in judged if one.answer.kind == kind])
    rows = dict.fromkeys(row for kind in WRONG for one in judged if one.answer.kind == kind for row in [one.answer.row])
    for row in sorted(rows):
        found[f"noticed, {row}"] = _share([one.is_marked for one in judged if one.answer.row == row])
    found["ms an answer, median"] = statistics.median(one.seconds for one in judged) * 1000 if judged else None
    return {name: value for name, value in found.items() if value is not None}


def _page_is_right(one: Judged) -> bool:
    citation = one.aligned.citations[0]
    return (citation.file, citation.page) in one.answer.supporting_pages


def _recall(judged: Sequence[Judged]) -> float | None:
    return _share([one.is_accepted and one.is_at_its_place for one in judged])


def _precision(judged: Sequence[Judged]) -> float | None:
    return _share([one.is_at_its_place for one in judged if one.is_accepted])


def _share(hits: Sequence[bool]) -> float | None:
    return sum(hits) / len(hits) if hits else None


def _f1(precision: float | None, recall: float | None) -> float | None:
    return 2 * precision * recall / (precision + recall) if precision and recall else None
