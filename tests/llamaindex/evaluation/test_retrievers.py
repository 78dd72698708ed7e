"""Measures of what retrievers find."""

import asyncio
import math
from pathlib import Path
from typing import ClassVar

import pytest
from desktop_rag.llamaindex.evaluation.retrieval.metrics import NDCG, Precision, Recall

from desktop_rag.core.schema import TextNode
from desktop_rag.llamaindex.evaluation import (
    MRR,
    AveragePrecision,
    BaseRetrievalMetric,
    EmbeddingQAFinetuneDataset,
    HitRate,
    RetrievalMetricResult,
    RetrieverEvaluator,
    generate_question_context_pairs,
    resolve_metrics,
)
from desktop_rag.llamaindex.postprocessor import SimilarityPostprocessor
from tests.helpers.fixed_retriever import FixedRetriever, hits
from tests.helpers.scripted_llm import ScriptedLLM

EXPECTED, FOUND = ["a", "b", "c"], ["x", "a", "y", "b"]
BEST = sum(1 / math.log2(rank + 1) for rank in (1, 2, 3))


@pytest.mark.parametrize(
    ("metric", "score", "best"),
    [
        (HitRate(), 1.0, 1.0),
        (HitRate(use_granular_hit_rate=True), 2 / 3, 1.0),
        (MRR(), 1 / 2, 1.0),
        (MRR(use_granular_mrr=True), (1 / 2 + 1 / 4) / 2, (1 + 1 / 2 + 1 / 3) / 3),
        (Precision(), 2 / 4, 1.0),
        (Recall(), 2 / 3, 1.0),
        (AveragePrecision(), (1 / 2 + 2 / 4) / 3, 1.0),
        (NDCG(), (1 / math.log2(3) + 1 / math.log2(5)) / BEST, 1.0),
        (NDCG(mode="exponential"), (1 / math.log2(3) + 1 / math.log2(5)) / BEST, 1.0),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, BaseRetrievalMetric) else "",
)
def test_measures(metric: BaseRetrievalMetric, score: float, best: float) -> None:
    assert metric.compute(expected_ids=EXPECTED, retrieved_ids=FOUND).score == pytest.approx(score)
    assert float(metric.compute("What?", EXPECTED, EXPECTED)) == pytest.approx(best)
    assert metric.compute(expected_ids=EXPECTED, retrieved_ids=["x", "y"]).score == 0.0
    for expected, found in ((None, FOUND), (EXPECTED, None), ([], FOUND)):
        with pytest.raises(ValueError, match="must be provided"):
            metric.compute(expected_ids=expected, retrieved_ids=found)


def test_measures_by_their_names() -> None:
    names = ["hit_rate", "mrr", "precision", "recall", "ap", "ndcg"]
    assert [one.metric_name for one in resolve_metrics(names)] == names
    with pytest.raises(ValueError, match="nonsense"):
        resolve_metrics(["mrr", "nonsense"])


class First(BaseRetrievalMetric):
    """A program's own."""

    metric_name: ClassVar[str] = "first"

    def compute(
        self,
        query: str | None = None,
        expected_ids: list[str] | None = None,
        retrieved_ids: list[str] | None = None,
        expected_texts: list[str] | None = None,
        retrieved_texts: list[str] | None = None,
        **kwargs: object,
    ) -> RetrievalMetricResult:
        return RetrievalMetricResult(score=float(len(retrieved_texts or [])))


def test_a_retriever() -> None:
    retriever = FixedRetriever(hits(x=0.9, a=0.8, b=0.1))
    evaluator = RetrieverEvaluator.from_metric_names(["mrr", "recall"], retriever=retriever)
    judged = evaluator.evaluate("What?", ["a", "b"])
    assert judged.metric_vals_dict == {"mrr": 0.5, "recall": 1.0}
    assert (judged.query, judged.retrieved_ids) == ("What?", ["x", "a", "b"])
    assert "'mrr': 0.5" in str(judged)
    cut = RetrieverEvaluator(
        metrics=[Recall(), First()],
        retriever=retriever,
        node_postprocessors=[SimilarityPostprocessor(similarity_cutoff=0.5)],
    )
    assert cut.evaluate("What?", ["a", "b"]).metric_vals_dict == {"recall": 0.5, "first": 2.0}


def test_questions_that_a_model_thinks_up(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    nodes = [TextNode("Cats sleep.", id_="a"), TextNode("Dogs bark.", id_="b")]
    llm = ScriptedLLM(["1. Who sleeps?\n\n2) What do 2 cats do?\n3. Too many?", "- Who barks?"])
    made = generate_question_context_pairs(nodes, llm=llm, num_questions_per_chunk=2)
    assert [*made.queries.values()] == ["Who sleeps?", "What do 2 cats do?", "Who barks?"]
    assert made.query_docid_pairs[2] == ("Who barks?", ["b"])
    assert made.corpus == {"a": "Cats sleep.", "b": "Dogs bark."}
    assert "1 of 2 questions" in caplog.text
    made.save_json(tmp_path / "questions.json")
    read = EmbeddingQAFinetuneDataset.from_json(tmp_path / "questions.json")
    assert read == made
    evaluator = RetrieverEvaluator.from_metric_names(["hit_rate"], retriever=FixedRetriever(hits(b=1.0)))
    results = asyncio.run(evaluator.aevaluate_dataset(read))
    assert [one.metric_vals_dict["hit_rate"] for one in results] == [0.0, 0.0, 1.0]
