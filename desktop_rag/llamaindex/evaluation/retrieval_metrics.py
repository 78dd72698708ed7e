"""Measures of what was found for a question, by the ids that were expected."""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

DiscountedGainMode = Literal["linear", "exponential"]


class RetrievalMetricResult(BaseModel):
    """The value of a measure for a question."""

    score: float
    metadata: dict[str, Any] = Field(default_factory=dict)

    def __str__(self) -> str:
        return f"Score: {self.score}"

    def __float__(self) -> float:
        return self.score


class BaseRetrievalMetric(BaseModel, ABC):
    """A measure; a program's own implements ``compute`` and has a ``metric_name``."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    metric_name: ClassVar[str]

    @abstractmethod
    def compute(
        self,
        query: str | None = None,
        expected_ids: list[str] | None = None,
        retrieved_ids: list[str] | None = None,
        expected_texts: list[str] | None = None,
        retrieved_texts: list[str] | None = None,
        **kwargs: Any,  # noqa: ANN401 - a program's own
    ) -> RetrievalMetricResult:
        """Return the value for a question, from the ids (or texts) that were expected and those found, best first."""


class _OfIds(BaseRetrievalMetric):
    """A measure that compares ids."""

    def compute(
        self,
        query: str | None = None,  # noqa: ARG002 - the interface's
        expected_ids: list[str] | None = None,
        retrieved_ids: list[str] | None = None,
        expected_texts: list[str] | None = None,  # noqa: ARG002
        retrieved_texts: list[str] | None = None,  # noqa: ARG002
        **_kwargs: Any,  # noqa: ANN401
    ) -> RetrievalMetricResult:
        """Return the value for a question.

        Raises:
            ValueError: nothing was expected, or nothing found.

        """
        if not expected_ids or not retrieved_ids:
            raise ValueError("Retrieved ids and expected ids must be provided")
        hits = [one in set(expected_ids) for one in retrieved_ids]
        return RetrievalMetricResult(score=self._score(expected_ids, retrieved_ids, hits))

    @abstractmethod
    def _score(self, expected: Sequence[str], found: Sequence[str], hits: Sequence[bool]) -> float:
        """Return the value; ``hits`` says of each that was found whether it was expected."""


class HitRate(_OfIds):
    """1 if any expected id was found; with ``use_granular_hit_rate``, the share of those found."""

    metric_name: ClassVar[str] = "hit_rate"
    use_granular_hit_rate: bool = False

    def _score(self, expected: Sequence[str], found: Sequence[str], hits: Sequence[bool]) -> float:  # noqa: ARG002
        return sum(hits) / len(expected) if self.use_granular_hit_rate else float(any(hits))


class MRR(_OfIds):
    """One over the rank of the first expected id; with ``use_granular_mrr``, the mean over those found."""

    metric_name: ClassVar[str] = "mrr"
    use_granular_mrr: bool = False

    def _score(self, expected: Sequence[str], found: Sequence[str], hits: Sequence[bool]) -> float:  # noqa: ARG002
        ranks = [1 / rank for rank, hit in enumerate(hits, 1) if hit]
        if not self.use_granular_mrr:
            ranks = ranks[:1]
        return sum(ranks) / len(ranks) if ranks else 0.0


class Precision(_OfIds):
    """The share of the ids found that were expected."""

    metric_name: ClassVar[str] = "precision"

    def _score(self, expected: Sequence[str], found: Sequence[str], hits: Sequence[bool]) -> float:  # noqa: ARG002
        return len(set(found) & set(expected)) / len(set(found))


class Recall(_OfIds):
    """The share of the expected ids that were found."""

    metric_name: ClassVar[str] = "recall"

    def _score(self, expected: Sequence[str], found: Sequence[str], hits: Sequence[bool]) -> float:  # noqa: ARG002
        return len(set(found) & set(expected)) / len(set(expected))


class AveragePrecision(_OfIds):
    """The precision at the rank of each expected id, 0 for one that is missing, on average."""

    metric_name: ClassVar[str] = "ap"

    def _score(self, expected: Sequence[str], found: Sequence[str], hits: Sequence[bool]) -> float:  # noqa: ARG002
        at_hits = [sum(hits[:rank]) / rank for rank, hit in enumerate(hits, 1) if hit]
        return sum(at_hits) / len(set(expected))


class NDCG(_OfIds):
    """The ids found, discounted by the logarithm of their ranks, over the best possible order."""

    metric_name: ClassVar[str] = "ndcg"
    mode: DiscountedGainMode = "linear"  # the same for ids, which are expected or not

    def _score(self, expected: Sequence[str], found: Sequence[str], hits: Sequence[bool]) -> float:  # noqa: ARG002
        best = sum(1 / math.log2(rank + 1) for rank in range(1, len(expected) + 1))
        return sum(1 / math.log2(rank + 1) for rank, hit in enumerate(hits, 1) if hit) / best


METRIC_REGISTRY: dict[str, type[BaseRetrievalMetric]] = {
    one.metric_name: one for one in (HitRate, MRR, Precision, Recall, AveragePrecision, NDCG)
}


def resolve_metrics(metrics: list[str]) -> list[type[BaseRetrievalMetric]]:
    """Return the measures of these names.

    Raises:
        ValueError: there is none of a name.

    """
    unknown = [name for name in metrics if name not in METRIC_REGISTRY]
    if unknown:
        raise ValueError(f"Invalid metric name: {unknown[0]}. Known: {', '.join(METRIC_REGISTRY)}")
    return [METRIC_REGISTRY[name] for name in metrics]
