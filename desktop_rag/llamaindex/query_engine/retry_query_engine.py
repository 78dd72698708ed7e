"""Ask again where a judge lets an answer not pass."""

from collections.abc import Mapping

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.response import AnyResponse, StreamingResponse
from desktop_rag.core.schema import QueryBundle
from desktop_rag.llamaindex.evaluation.evaluator import BaseEvaluator, EvaluationResult
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.query_engine.base import BaseQueryEngine

_FEEDBACK_PROMPT = PromptTemplate(
    "{query_str}\n\nAn earlier answer was not good enough:\n{response}\n{feedback}\nGive a better one."
)


class RetryQueryEngine(BaseQueryEngine):
    """Asks an engine until a judge lets the answer pass, with the words of the judge in the question.

    After ``max_retries`` further questions the last answer is given as it is.
    """

    def __init__(
        self,
        query_engine: BaseQueryEngine,
        evaluator: BaseEvaluator,
        max_retries: int = 3,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        self._query_engine = query_engine
        self._evaluator = evaluator
        self.max_retries = max_retries

    def _query(self, query_bundle: QueryBundle) -> AnyResponse:
        asked = query_bundle.query_str
        for _ in range(self.max_retries):
            response = self._query_engine.query(asked)
            whole = response.get_response() if isinstance(response, StreamingResponse) else response
            verdict = self._evaluator.evaluate_response(query_bundle.query_str, whole)
            if verdict.passing:
                return whole
            asked = self._again(query_bundle.query_str, verdict)
        return self._query_engine.query(asked)

    def _again(self, question: str, verdict: EvaluationResult) -> str:
        return _FEEDBACK_PROMPT.format(
            query_str=question, response=verdict.response or "", feedback=verdict.feedback or ""
        )

    def _get_prompt_modules(self) -> Mapping[str, PromptMixin]:
        """Return the parts whose templates can be edited."""
        return {"query_engine": self._query_engine, "evaluator": self._evaluator}


class RetryGuidelineQueryEngine(RetryQueryEngine):
    """The same with a judge of guidelines, whose feedback is added; ``resynthesize_query`` adds the answer, too."""

    def __init__(
        self,
        query_engine: BaseQueryEngine,
        guideline_evaluator: BaseEvaluator,
        resynthesize_query: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        max_retries: int = 3,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        super().__init__(query_engine, guideline_evaluator, max_retries, callback_manager)
        self.resynthesize_query = resynthesize_query

    def _again(self, question: str, verdict: EvaluationResult) -> str:
        return super()._again(question, verdict) if self.resynthesize_query else f"{question}\n\n{verdict.feedback}"
