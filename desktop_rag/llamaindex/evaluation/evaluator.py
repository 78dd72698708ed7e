"""The interface of judges of answers."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from desktop_rag.core.response import AnyResponse
from desktop_rag.llamaindex.async_utils import asyncio_run
from desktop_rag.prompts.mixin import PromptMixin


class EvaluationResult(BaseModel):
    """What a judge says of an answer; ``feedback`` has the reason, or what the model said."""

    query: str | None = None
    contexts: Sequence[str] | None = None
    response: str | None = None
    passing: bool | None = None
    feedback: str | None = None
    score: float | None = None
    pairwise_source: str | None = None
    invalid_result: bool = False
    invalid_reason: str | None = None


class BaseEvaluator(PromptMixin):
    """Judges answers; a program's own implements ``aevaluate``."""

    @abstractmethod
    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **kwargs: Any,  # noqa: ANN401 - a program's own
    ) -> EvaluationResult:
        """Judge the answer to a question, made of the passages ``contexts``."""
        raise NotImplementedError

    def evaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> EvaluationResult:
        """Return what ``aevaluate`` does, also where a loop runs."""
        return asyncio_run(self.aevaluate(query=query, response=response, contexts=contexts, **kwargs))

    def evaluate_response(
        self,
        query: str | None = None,
        response: AnyResponse | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> EvaluationResult:
        """Judge the answer of an engine by the nodes it was made of."""
        return self.evaluate(query=query, **_parts(response), **kwargs)

    async def aevaluate_response(
        self,
        query: str | None = None,
        response: AnyResponse | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> EvaluationResult:
        """Return what ``evaluate_response`` does."""
        return await self.aevaluate(query=query, **_parts(response), **kwargs)


def _parts(response: AnyResponse | None) -> dict[str, Any]:
    if response is None:
        return {"response": None, "contexts": None}
    return {"response": str(response), "contexts": [found.node.get_content() for found in response.source_nodes]}
