"""Measure a retriever with questions whose passages are known."""

import asyncio
import json
import logging
import re
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict

from desktop_rag.core.schema import BaseNode, MetadataMode
from desktop_rag.llamaindex.async_utils import asyncio_run
from desktop_rag.llamaindex.evaluation.judging_prompts import QUESTIONS_PROMPT
from desktop_rag.llamaindex.evaluation.retrieval_metrics import (
    BaseRetrievalMetric,
    RetrievalMetricResult,
    resolve_metrics,
)
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.retrievers.base import BaseRetriever

_LOG = logging.getLogger(__name__)
_NUMBER = re.compile(r"^\s*(?:\d+[).:]|[-*•])\s*")


class EmbeddingQAFinetuneDataset(BaseModel):
    """Questions, passages, and the ids of the passages that answer each question; all by their ids."""

    queries: dict[str, str]
    corpus: dict[str, str]
    relevant_docs: dict[str, list[str]]
    mode: str = "text"

    @property
    def query_docid_pairs(self) -> list[tuple[str, list[str]]]:
        """Each question with the ids of its passages."""
        return [(query, self.relevant_docs[id_]) for id_, query in self.queries.items()]

    def save_json(self, path: str | Path) -> None:
        """Write the questions into a file."""
        Path(path).write_text(json.dumps(self.model_dump(), ensure_ascii=False, indent=4), "utf-8")

    @classmethod
    def from_json(cls, path: str | Path) -> Self:
        """Read questions that ``save_json`` wrote."""
        return cls.model_validate_json(Path(path).read_text("utf-8"))


LabelledQADataset = EmbeddingQAFinetuneDataset


def generate_question_context_pairs(
    nodes: Sequence[BaseNode],
    llm: LLM | None = None,
    qa_generate_prompt_tmpl: str = QUESTIONS_PROMPT.template,
    num_questions_per_chunk: int = 2,
) -> EmbeddingQAFinetuneDataset:
    """Return questions that a model thought up for each passage, ``num_questions_per_chunk`` at most.

    Raises:
        UserError: there is no model, or it could not be asked.

    """
    model = chosen_llm(llm, "Writing questions")
    prompt = PromptTemplate(qa_generate_prompt_tmpl)
    dataset = EmbeddingQAFinetuneDataset(queries={}, corpus={}, relevant_docs={})
    for node in nodes:
        text = node.get_content(metadata_mode=MetadataMode.NONE)
        dataset.corpus[node.node_id] = text
        reply = model.predict(prompt, context_str=text, num_questions_per_chunk=num_questions_per_chunk)
        questions = [question for line in reply.splitlines() if (question := _NUMBER.sub("", line).strip())]
        if len(questions) < num_questions_per_chunk:
            _LOG.warning(
                "%s of %s questions were written for %s", len(questions), num_questions_per_chunk, node.node_id
            )
        for question in questions[:num_questions_per_chunk]:
            id_ = str(uuid.uuid4())
            dataset.queries[id_], dataset.relevant_docs[id_] = question, [node.node_id]
    return dataset


generate_qa_embedding_pairs = generate_question_context_pairs


class RetrievalEvalResult(BaseModel):
    """The measures for a question, and what they were made of."""

    query: str
    expected_ids: list[str]
    expected_texts: list[str] | None = None
    retrieved_ids: list[str]
    retrieved_texts: list[str]
    mode: str = "text"
    metric_dict: dict[str, RetrievalMetricResult]

    @property
    def metric_vals_dict(self) -> dict[str, float]:
        """The values of the measures by their names."""
        return {name: result.score for name, result in self.metric_dict.items()}

    def __str__(self) -> str:
        return f"Query: {self.query}\nMetrics: {self.metric_vals_dict}\n"


class BaseRetrievalEvaluator(BaseModel):
    """Measures what is found; a program's own implements ``_aget_retrieved_ids_and_texts``."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    metrics: list[BaseRetrievalMetric]

    @classmethod
    def from_metric_names(cls, metric_names: list[str], **kwargs: Any) -> Self:  # noqa: ANN401 - the class's fields
        """Return an evaluator with the measures of these names; raises as ``resolve_metrics`` does."""
        return cls(metrics=[metric() for metric in resolve_metrics(metric_names)], **kwargs)

    async def _aget_retrieved_ids_and_texts(self, query: str, mode: str = "text") -> tuple[list[str], list[str]]:
        raise NotImplementedError

    def evaluate(
        self, query: str, expected_ids: list[str], expected_texts: list[str] | None = None, mode: str = "text"
    ) -> RetrievalEvalResult:
        """Return the measures for a question with the ids of the nodes that answer it."""
        return asyncio_run(self.aevaluate(query, expected_ids, expected_texts, mode))

    async def aevaluate(
        self, query: str, expected_ids: list[str], expected_texts: list[str] | None = None, mode: str = "text"
    ) -> RetrievalEvalResult:
        """Return what ``evaluate`` does."""
        ids, texts = await self._aget_retrieved_ids_and_texts(query, mode)
        return RetrievalEvalResult(
            query=query,
            expected_ids=expected_ids,
            expected_texts=expected_texts,
            retrieved_ids=ids,
            retrieved_texts=texts,
            mode=mode,
            metric_dict={
                metric.metric_name: metric.compute(query, expected_ids, ids, expected_texts, texts)
                for metric in self.metrics
            },
        )

    async def aevaluate_dataset(
        self,
        dataset: EmbeddingQAFinetuneDataset,
        workers: int = 2,
        show_progress: bool = False,  # noqa: ARG002, FBT001, FBT002 - LlamaIndex's
    ) -> list[RetrievalEvalResult]:
        """Return the measures for each question of a set, of which ``workers`` are asked at once."""
        free = asyncio.Semaphore(workers)

        async def one(query: str, expected_ids: list[str]) -> RetrievalEvalResult:
            async with free:
                return await self.aevaluate(query, expected_ids, mode=dataset.mode)

        return list(await asyncio.gather(*(one(query, ids) for query, ids in dataset.query_docid_pairs)))


class RetrieverEvaluator(BaseRetrievalEvaluator):
    """Measures the nodes that a retriever finds, after postprocessors."""

    retriever: BaseRetriever
    node_postprocessors: list[BaseNodePostprocessor] | None = None

    async def _aget_retrieved_ids_and_texts(self, query: str, mode: str = "text") -> tuple[list[str], list[str]]:  # noqa: ARG002
        found = await self.retriever.aretrieve(query)
        for postprocessor in self.node_postprocessors or []:
            found = postprocessor.postprocess_nodes(found, query_str=query)
        return [one.node.node_id for one in found], [one.text for one in found]
