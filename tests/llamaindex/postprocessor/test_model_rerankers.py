"""Rerankers that ask a model for an order, or for objects."""

import asyncio
import json

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.llamaindex.postprocessor import (
    DocumentRelevanceList,
    DocumentWithRelevance,
    RankGPTRerank,
    StructuredLLMRerank,
)
from desktop_rag.prompts.base import PromptTemplate
from tests.helpers.scripted_llm import ScriptedLLM

FOUND = [NodeWithScore(TextNode(f"Passage {name}", name), 0.5) for name in "abcd"]


def names(nodes: list[NodeWithScore]) -> str:
    return "".join(found.node.node_id for found in nodes)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [("[3] > [1] > [2] > [4]", "cab"), ("2, 2 and 9, then 4", "bda"), ("I cannot say.", "abc"), ("", "abc")],
)
def test_an_order_in_a_reply(reply: str, expected: str) -> None:
    llm = ScriptedLLM([reply, reply])
    reranker = RankGPTRerank(3, llm)
    ranked = reranker.postprocess_nodes(FOUND, query_str="Who sleeps?")
    assert names(ranked) == expected
    assert {found.score for found in ranked} == {0.5}
    assert names(asyncio.run(reranker.apostprocess_nodes(FOUND, query_str="Who sleeps?"))) == expected


def test_what_the_model_is_shown() -> None:
    llm = ScriptedLLM(["[1]"])
    long = NodeWithScore(TextNode("word " * 400))
    reranker = RankGPTRerank(llm=llm, rankgpt_rerank_prompt=PromptTemplate("Order {num} of them: {query}"))
    reranker.postprocess_nodes([FOUND[0], long], query_str="Who sleeps?")
    texts = [message.content for message in llm.calls[0]]
    assert "[1] Passage a" in texts
    assert f"[2] {' '.join(['word'] * 300)}" in texts
    assert texts[-1] == "Order 2 of them: Who sleeps?"
    with pytest.raises(ValueError, match="question"):
        reranker.postprocess_nodes(FOUND)


def judgement(**relevances: int) -> str:
    documents = [{"document_number": "abcd".index(name) + 1, "relevance": value} for name, value in relevances.items()]
    return json.dumps({"documents": documents})


def test_objects_of_each_batch_are_put_in_order() -> None:
    llm = ScriptedLLM([judgement(a=2, b=9), judgement(a=5)])
    ranked = StructuredLLMRerank(llm, choice_batch_size=2, top_n=2).postprocess_nodes(FOUND, query_str="Who sleeps?")
    assert [(found.node.node_id, found.score) for found in ranked] == [("b", 9), ("c", 5)]


def test_a_model_that_gives_no_object() -> None:
    with pytest.raises(ValueError, match="Structured prediction failed for nodes 0 - 4"):
        StructuredLLMRerank(ScriptedLLM(["no", "no"])).postprocess_nodes(FOUND, query_str="Who sleeps?")
    forgiving = StructuredLLMRerank(ScriptedLLM(["no", "no"]), raise_on_structured_prediction_failure=False, top_n=3)
    kept = forgiving.postprocess_nodes(FOUND, query_str="Who sleeps?")
    assert [(found.node.node_id, found.score) for found in kept] == [("a", 0), ("b", 0), ("c", 0)]


def test_a_model_that_cannot_be_asked_is_an_error() -> None:
    failing = StructuredLLMRerank(
        ScriptedLLM([UserError("No connection.")]), raise_on_structured_prediction_failure=False
    )
    with pytest.raises(UserError, match="No connection"):
        failing.postprocess_nodes(FOUND, QueryBundle("Who sleeps?"))


def test_a_programs_own_reading_of_the_objects() -> None:
    def all_but_the_first(judged: DocumentRelevanceList, count: int) -> tuple[list[int], list[float]]:
        assert judged.documents == [DocumentWithRelevance(document_number=1, relevance=3)]
        return list(range(2, count + 1)), []

    reranker = StructuredLLMRerank(ScriptedLLM([judgement(a=3)]), parse_choice_select_answer_fn=all_but_the_first)
    ranked = reranker.postprocess_nodes(FOUND, query_str="Who sleeps?")
    assert [(found.node.node_id, found.score) for found in ranked] == [("b", 1), ("c", 1), ("d", 1)]
