"""Judge which of two answers is better."""

import asyncio
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

from desktop_rag.llamaindex.evaluation.evaluator import EvaluationResult
from desktop_rag.llamaindex.evaluation.judges import ModelJudge, Template
from desktop_rag.llamaindex.evaluation.judging_prompts import PAIRWISE_PROMPT
from desktop_rag.llms.base import LLM

_EVAL = "eval_template"
Verdict = tuple[bool | None, float | None, str | None]
_VERDICTS: dict[str, Verdict] = {"[[A]]": (True, 1.0, ""), "[[B]]": (False, 0.0, ""), "[[C]]": (None, 0.5, "")}


class EvaluationSource(StrEnum):
    """In which order the answers stood that decided."""

    ORIGINAL = "original"
    FLIPPED = "flipped"
    NEITHER = "neither"


def default_verdict(said: str) -> Verdict:
    """Return whether the first answer is better, its score, and ""; None for all where a reply does not say."""
    return next((verdict for mark, verdict in _VERDICTS.items() if mark in said), (None, None, None))


class PairwiseComparisonEvaluator(ModelJudge):
    """Asks a model which of two answers is better: the score is 1 for the first, 0 for the second, 0.5 for neither.

    With ``enforce_consensus`` it is asked in both orders, because models prefer what they read first; where the two
    verdicts contradict each other, neither is better.
    """

    def __init__(
        self,
        llm: LLM | None = None,
        eval_template: Template = None,
        parser_function: Callable[[str], Verdict] = default_verdict,
        enforce_consensus: bool = True,  # noqa: FBT001, FBT002 - LlamaIndex's
    ) -> None:
        super().__init__(llm, {_EVAL: PAIRWISE_PROMPT}, {_EVAL: eval_template})
        self._parser_function = parser_function
        self._enforce_consensus = enforce_consensus

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,  # noqa: ARG002 - the interface's
        second_response: str | None = None,
        reference: str | None = None,
        sleep_time_in_seconds: float = 0,
        **_kwargs: Any,  # noqa: ANN401 - for other judges
    ) -> EvaluationResult:
        """Compare two answers to a question.

        Raises:
            ValueError: one of the three is missing.

        """
        if query is None or response is None or second_response is None:
            raise ValueError("query, response, and second_response must be provided")
        await asyncio.sleep(sleep_time_in_seconds)
        first = await self._verdict(query, response, second_response, reference)
        if not self._enforce_consensus or first.invalid_result:
            return first
        flipped = await self._verdict(query, second_response, response, reference)
        return flipped if flipped.invalid_result else _resolved(first, flipped)

    async def _verdict(self, query: str, first: str, second: str, reference: str | None) -> EvaluationResult:
        said = await self._llm.apredict(
            self._prompt(_EVAL), query=query, answer_1=first, answer_2=second, reference=reference or ""
        )
        passing, score, feedback = self._parser_function(said)
        if (passing, score, feedback) == (None, None, None):
            return EvaluationResult(
                query=query, invalid_result=True, invalid_reason="Output cannot be parsed", feedback=said
            )
        return EvaluationResult(
            query=query,
            response=said,
            passing=passing,
            score=score,
            feedback=said,
            pairwise_source=EvaluationSource.ORIGINAL,
        )


def _resolved(first: EvaluationResult, flipped: EvaluationResult) -> EvaluationResult:
    """Return the verdict of both orders, in the words of the one that decided."""
    flipped.pairwise_source = EvaluationSource.FLIPPED
    votes = (first.score or 0.0) + 1 - (flipped.score or 0.0)  # for the first answer, of 2
    if votes == 1 and first.score != 0.5:
        return EvaluationResult(
            query=first.query, response="", score=0.5, feedback="", pairwise_source=EvaluationSource.NEITHER
        )
    if votes == 1 or first.score == float(votes > 1):
        return first
    return flipped.model_copy(update={"passing": votes > 1, "score": float(votes > 1)})
