"""Judges of one answer: models that read it, and one that compares vectors."""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.core.similarity import SimilarityMode, similarity
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.llamaindex.evaluation.evaluator import BaseEvaluator, EvaluationResult
from desktop_rag.llamaindex.evaluation.judging_prompts import (
    ANSWER_RELEVANCY_PROMPT,
    CONTEXT_RELEVANCY_PROMPT,
    CONTEXT_RELEVANCY_REFINE_PROMPT,
    CORRECTNESS_PROMPT,
    FAITHFULNESS_PROMPT,
    FAITHFULNESS_REFINE_PROMPT,
    GUIDELINE_PROMPT,
    RELEVANCY_PROMPT,
    RELEVANCY_REFINE_PROMPT,
)
from desktop_rag.llamaindex.output_parsers.pydantic import PydanticOutputParser
from desktop_rag.llamaindex.settings import Settings
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.prompts.base import BasePromptTemplate, PromptTemplate
from desktop_rag.response_synthesizers.factory import CompactAndRefine

Template = BasePromptTemplate | str | None
Parsed = tuple[float | None, str | None]
ParserFunction = Callable[[str], Parsed]
_EVAL, _REFINE = "eval_template", "refine_template"
_RESULT = re.compile(r"(?P<feedback>.+)\[RESULT\]\s*(?P<score>\d+(?:\.\d+)?)", re.DOTALL)
_SCORE = re.compile(
    r"\s*(?:score\s*:)?\s*(?P<score>\d+(?:\.\d+)?)\s*(?:/\s*5)?\s*(?:\n(?P<reason>.*))?$", re.DOTALL | re.IGNORECASE
)
_NO_REFERENCE = "(none is known)"


class ModelJudge(BaseEvaluator):
    """Asks a model; its templates are ``eval_template`` and, where a text may be long, ``refine_template``."""

    def __init__(
        self, llm: LLM | None, defaults: Mapping[str, BasePromptTemplate], given: Mapping[str, Template]
    ) -> None:
        self._given_llm = llm
        templates = {name: PromptTemplate(one) if isinstance(one, str) else one for name, one in given.items()}
        self._declare_prompts(defaults, templates)

    @property
    def _llm(self) -> LLM:
        """The model, that of ``Settings`` where none was given.

        Raises:
            UserError: there is neither.

        """
        return chosen_llm(self._given_llm, "Judging answers")

    async def _read(self, question: str, contexts: Sequence[str]) -> str:
        """Return what the model says of passages, in as many requests as they need."""
        reader = CompactAndRefine(
            self._llm, text_qa_template=self._prompt(_EVAL), refine_template=self._prompt(_REFINE)
        )
        nodes = [NodeWithScore(TextNode(text)) for text in contexts]
        return str(await reader.asynthesize(question, nodes))


class _YesOrNo(ModelJudge):
    """Asks a question that the model answers with yes or no."""

    def __init__(
        self,
        llm: LLM | None,
        raise_error: bool,  # noqa: FBT001 - handed on by name
        defaults: Mapping[str, BasePromptTemplate],
        given: Mapping[str, Template],
    ) -> None:
        super().__init__(llm, defaults, given)
        self._raise_error = raise_error

    def _judged(self, said: str) -> dict[str, Any]:
        """Return the verdict.

        Raises:
            ValueError: it is no, and errors are wanted.

        """
        passing = "yes" in said.lower()
        if self._raise_error and not passing:
            raise ValueError("The response is invalid")
        return {"passing": passing, "score": 1.0 if passing else 0.0, "feedback": said}


class FaithfulnessEvaluator(_YesOrNo):
    """Asks whether the passages support the answer."""

    def __init__(
        self,
        llm: LLM | None = None,
        raise_error: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        eval_template: Template = None,
        refine_template: Template = None,
    ) -> None:
        defaults = {_EVAL: FAITHFULNESS_PROMPT, _REFINE: FAITHFULNESS_REFINE_PROMPT}
        super().__init__(llm, raise_error, defaults, {_EVAL: eval_template, _REFINE: refine_template})

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        sleep_time_in_seconds: float = 0,
        **_kwargs: Any,  # noqa: ANN401 - for other judges
    ) -> EvaluationResult:
        """Judge an answer by its passages; the question is not needed.

        Raises:
            ValueError: answer or passages are missing.

        """
        if contexts is None or response is None:
            raise ValueError("contexts and response must be provided")
        await asyncio.sleep(sleep_time_in_seconds)
        said = await self._read(response, contexts)
        return EvaluationResult(query=query, response=response, contexts=contexts, **self._judged(said))


class RelevancyEvaluator(_YesOrNo):
    """Asks whether the passages speak for this answer to the question."""

    def __init__(
        self,
        llm: LLM | None = None,
        raise_error: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        eval_template: Template = None,
        refine_template: Template = None,
    ) -> None:
        defaults = {_EVAL: RELEVANCY_PROMPT, _REFINE: RELEVANCY_REFINE_PROMPT}
        super().__init__(llm, raise_error, defaults, {_EVAL: eval_template, _REFINE: refine_template})

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        sleep_time_in_seconds: float = 0,
        **_kwargs: Any,  # noqa: ANN401 - for other judges
    ) -> EvaluationResult:
        """Judge an answer to a question by its passages.

        Raises:
            ValueError: one of them is missing.

        """
        if query is None or contexts is None or response is None:
            raise ValueError("query, contexts, and response must be provided")
        await asyncio.sleep(sleep_time_in_seconds)
        said = await self._read(f"Question: {query}\nResponse: {response}", contexts)
        return EvaluationResult(query=query, response=response, contexts=contexts, **self._judged(said))


def default_parser(said: str) -> Parsed:
    """Return the score on the first line, and the reason below it; None for a score that is not there."""
    if not said.strip():
        return None, "No response"
    found = _SCORE.match(said)
    if found is None:
        return None, said
    return float(found["score"]), (found["reason"] or "").strip()


class CorrectnessEvaluator(ModelJudge):
    """Asks for a score from 1 to 5, beside the answer known to be right; passing from ``score_threshold`` on."""

    def __init__(
        self,
        llm: LLM | None = None,
        eval_template: Template = None,
        score_threshold: float = 4.0,
        parser_function: ParserFunction = default_parser,
    ) -> None:
        super().__init__(llm, {_EVAL: CORRECTNESS_PROMPT}, {_EVAL: eval_template})
        self._score_threshold = score_threshold
        self.parser_function = parser_function

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,  # noqa: ARG002 - the interface's
        reference: str | None = None,
        sleep_time_in_seconds: float = 0,
        **_kwargs: Any,  # noqa: ANN401 - for other judges
    ) -> EvaluationResult:
        """Judge an answer to a question.

        Raises:
            ValueError: question or answer are missing.

        """
        if query is None or response is None:
            raise ValueError("query and response must be provided")
        await asyncio.sleep(sleep_time_in_seconds)
        said = await self._llm.apredict(
            self._prompt(_EVAL), query=query, generated_answer=response, reference_answer=reference or _NO_REFERENCE
        )
        score, reason = self.parser_function(said)
        passing = None if score is None else score >= self._score_threshold
        return EvaluationResult(query=query, response=response, passing=passing, score=score, feedback=reason)


class EvaluationData(BaseModel):
    """A verdict with its reason."""

    passing: bool
    feedback: str


class GuidelineEvaluator(ModelJudge):
    """Asks whether an answer keeps to guidelines."""

    def __init__(
        self,
        llm: LLM | None = None,
        guidelines: str | None = None,
        eval_template: Template = None,
        output_parser: PydanticOutputParser | None = None,
    ) -> None:
        super().__init__(llm, {_EVAL: GUIDELINE_PROMPT}, {_EVAL: eval_template})
        self._guidelines = guidelines or "The answer is complete, specific, and short enough to be read."
        self._output_parser = output_parser

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        sleep_time_in_seconds: float = 0,
        **_kwargs: Any,  # noqa: ANN401 - for other judges
    ) -> EvaluationResult:
        """Judge an answer to a question.

        Raises:
            ValueError: question or answer are missing.

        """
        if query is None or response is None:
            raise ValueError("query and response must be provided")
        await asyncio.sleep(sleep_time_in_seconds)
        values = {"query": query, "response": response, "guidelines": self._guidelines}
        verdict: Any
        if self._output_parser is None:
            verdict = await self._llm.astructured_predict(EvaluationData, self._prompt(_EVAL), None, **values)
        else:
            verdict = self._output_parser.parse(await self._llm.apredict(self._prompt(_EVAL), **values))
        return EvaluationResult(
            query=query,
            response=response,
            contexts=contexts,
            passing=verdict.passing,
            score=1.0 if verdict.passing else 0.0,
            feedback=verdict.feedback,
        )


def _points(said: str) -> Parsed:
    """Return the points at the end of a reply, and the reasons before them."""
    found = _RESULT.search(said)
    return (float(found["score"]), found["feedback"].strip()) if found else (None, None)


class _Points(ModelJudge):
    """Asks for points, and gives them as a share of ``score_threshold``, the most there can be."""

    def __init__(
        self,
        llm: LLM | None,
        raise_error: bool,  # noqa: FBT001 - handed on by name
        defaults: Mapping[str, BasePromptTemplate],
        given: Mapping[str, Template],
        score_threshold: float,
        parser_function: ParserFunction,
    ) -> None:
        super().__init__(llm, defaults, given)
        self._raise_error = raise_error
        self.score_threshold = score_threshold
        self.parser_function = parser_function

    def _judged(self, said: str) -> dict[str, Any]:
        """Return the share.

        Raises:
            ValueError: the reply has no points, and errors are wanted.

        """
        score, reason = self.parser_function(said)
        is_unreadable = score is None and reason is None
        if is_unreadable and self._raise_error:
            raise ValueError("The response is invalid")
        return {
            "score": None if score is None else score / self.score_threshold,
            "feedback": said,
            "invalid_result": is_unreadable,
            "invalid_reason": "Unable to parse the output string." if is_unreadable else None,
        }


class AnswerRelevancyEvaluator(_Points):
    """Asks how well an answer keeps to its question; the score is from 0 to 1."""

    def __init__(
        self,
        llm: LLM | None = None,
        raise_error: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        eval_template: Template = None,
        score_threshold: float = 2.0,
        parser_function: ParserFunction = _points,
    ) -> None:
        defaults = {_EVAL: ANSWER_RELEVANCY_PROMPT}
        super().__init__(llm, raise_error, defaults, {_EVAL: eval_template}, score_threshold, parser_function)

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,  # noqa: ARG002 - the interface's
        sleep_time_in_seconds: float = 0,
        **_kwargs: Any,  # noqa: ANN401 - for other judges
    ) -> EvaluationResult:
        """Judge an answer to a question.

        Raises:
            ValueError: question or answer are missing, or the reply cannot be read and errors are wanted.

        """
        if query is None or response is None:
            raise ValueError("query and response must be provided")
        await asyncio.sleep(sleep_time_in_seconds)
        said = await self._llm.apredict(self._prompt(_EVAL), query=query, response=response)
        return EvaluationResult(query=query, response=response, **self._judged(said))


class ContextRelevancyEvaluator(_Points):
    """Asks how well passages fit a question; the score is from 0 to 1."""

    def __init__(
        self,
        llm: LLM | None = None,
        raise_error: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        eval_template: Template = None,
        refine_template: Template = None,
        score_threshold: float = 4.0,
        parser_function: ParserFunction = _points,
    ) -> None:
        defaults = {_EVAL: CONTEXT_RELEVANCY_PROMPT, _REFINE: CONTEXT_RELEVANCY_REFINE_PROMPT}
        given = {_EVAL: eval_template, _REFINE: refine_template}
        super().__init__(llm, raise_error, defaults, given, score_threshold, parser_function)

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,  # noqa: ARG002 - the interface's
        contexts: Sequence[str] | None = None,
        sleep_time_in_seconds: float = 0,
        **_kwargs: Any,  # noqa: ANN401 - for other judges
    ) -> EvaluationResult:
        """Judge the passages for a question.

        Raises:
            ValueError: question or passages are missing, or the reply cannot be read and errors are wanted.

        """
        if query is None or contexts is None:
            raise ValueError("Both query and contexts must be provided")
        await asyncio.sleep(sleep_time_in_seconds)
        said = await self._read(query, contexts)
        return EvaluationResult(query=query, contexts=contexts, **self._judged(said))


class SemanticSimilarityEvaluator(BaseEvaluator):
    """Compares the vectors of an answer and of the one that is known to be right, without a language model."""

    def __init__(
        self,
        embed_model: BaseEmbedding | None = None,
        similarity_fn: Callable[..., float] | None = None,
        similarity_mode: SimilarityMode | None = None,
        similarity_threshold: float = 0.8,
    ) -> None:
        self._embed_model = embed_model or Settings.embed_model
        mode = similarity_mode or SimilarityMode.COSINE
        self._similarity_fn = similarity_fn or (lambda one, other: similarity(one, other, mode))
        self._similarity_threshold = similarity_threshold

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,  # noqa: ARG002 - the interface's
        reference: str | None = None,
        **_kwargs: Any,  # noqa: ANN401 - for other judges
    ) -> EvaluationResult:
        """Judge an answer.

        Raises:
            ValueError: the answer, or the right one, is missing.

        """
        if response is None or reference is None:
            raise ValueError("Must specify both response and reference")
        said, right = await asyncio.to_thread(self._embed_model.get_text_embedding_batch, [response, reference])
        score = float(self._similarity_fn(said, right))
        passing = score >= self._similarity_threshold
        return EvaluationResult(
            query=query, response=response, score=score, passing=passing, feedback=f"Similarity score: {score}"
        )


ResponseEvaluator = FaithfulnessEvaluator
RelevanceEvaluator = QueryResponseEvaluator = RelevancyEvaluator
