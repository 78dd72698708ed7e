"""Fusing lists and reading generated queries, against the recorded behaviour of the reference: scores to the bit.

Deviations:

* Nodes are known by their ids, not by a hash of text and metadata: ``same_text_diff_id`` keeps both nodes. Copies in
  two files differ in their metadata, so the reference keeps both as well; what it merges in addition are two places of
  one page with the same text, and each of them can be cited. Hashing every text for every list is saved.
* Numbering and bullets are taken off, the label of a code fence is no query, and no query runs twice.
* Braces in a prompt are text ("custom_prompt_with_braces" raises KeyError in the reference).
"""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.retrievers.query_fusion import QueryFusionRetriever
from tests.helpers.fixed_retriever import FixedRetriever, ids
from tests.helpers.scripted_llm import ScriptedLLM

GOLDEN = json.loads((Path(__file__).parent / "query_fusion.json").read_text(encoding="utf-8"))
BY_ID = "same_text_diff_id"
LISTS = [case for case in GOLDEN["cases"] if "weights" in case]
REPLIES = [case for case in GOLDEN["cases"] if "llm_reply" in case]
SAME_QUERIES = {"numbered": "clean", "bullets": "blank_lines", "fenced_lang": "fenced"}  # what ours are like
QUERIES = {"numbered": ["sub one", "sub two", "sub three"], "bullets": ["sub one", "sub two"]}


def name(case: dict[str, Any]) -> str:
    return "-".join(str(case.get(key)) for key in ("set", "reply_kind", "mode", "top_k", "weights"))


def retrievers(set_name: str) -> list[FixedRetriever]:
    return [
        FixedRetriever({query: [node(*entry) for entry in entries] for query, entries in table.items()})
        for table in GOLDEN["sets"][set_name]
    ]


def node(
    node_id: str, score: float | None, text: str | None = None, meta: dict[str, int] | None = None
) -> NodeWithScore:
    return NodeWithScore(TextNode(text=text or f"text of {node_id}", id_=node_id, metadata={**(meta or {})}), score)


def out(nodes: list[NodeWithScore]) -> list[dict[str, Any]]:
    return [{"id": found.node.node_id, "score": found.score} for found in nodes]


def test_every_case_is_looked_at() -> None:
    assert len(LISTS) + len(REPLIES) + 1 == len(GOLDEN["cases"]) == 261


@pytest.mark.parametrize("use_async", [True, False])
@pytest.mark.parametrize("case", [case for case in LISTS if case["set"] != BY_ID], ids=name)
def test_fuses_like_the_reference(case: dict[str, Any], use_async: bool) -> None:
    fusion = QueryFusionRetriever(
        retrievers(case["set"]),
        mode=case["mode"],
        similarity_top_k=case["top_k"],
        num_queries=1,
        retriever_weights=case["weights"],
        use_async=use_async,
    )
    assert out(fusion.retrieve("Q")) == case["out"]


@pytest.mark.parametrize("case", [case for case in LISTS if case["set"] == BY_ID], ids=name)
def test_equal_texts_in_two_places_stay_two(case: dict[str, Any]) -> None:
    fusion = QueryFusionRetriever(
        retrievers(case["set"]),
        mode=case["mode"],
        similarity_top_k=10,
        num_queries=1,
        retriever_weights=case["weights"],
    )
    assert sorted(ids(fusion.retrieve("Q"))) == ["a", "b", "z"]


@pytest.mark.parametrize("case", REPLIES, ids=name)
def test_generated_queries(case: dict[str, Any]) -> None:
    asked = retrievers(case["set"])
    llm = ScriptedLLM([case["llm_reply"]])
    fusion = QueryFusionRetriever(
        asked, llm, mode=case["mode"], similarity_top_k=case["top_k"], num_queries=case["num_queries"], use_async=False
    )
    found = fusion.retrieve("Q")
    kind = case["reply_kind"]
    like = SAME_QUERIES.get(kind, kind)
    (expected,) = [other for other in REPLIES if other["reply_kind"] == like and other["mode"] == case["mode"]]
    queries = ["Q", *QUERIES[kind]] if kind in QUERIES else list(dict.fromkeys(expected["queries_run"]))
    assert asked[0].asked == asked[1].asked == queries
    assert out(found) == expected["out"]
    assert len(llm.calls) == 1
    assert "3" in llm.prompts[0]


def test_braces_in_prompts_and_questions_are_text() -> None:
    asked = retrievers("per_query")
    llm = ScriptedLLM(["sub one"])
    prompt = 'Write {num_queries} as {"queries": [...]} for {query}'
    fusion = QueryFusionRetriever(asked, llm, prompt, num_queries=2)
    fusion.retrieve("What is {query} in {x}?")
    assert llm.prompts == ['Write 1 as {"queries": [...]} for What is {query} in {x}?']
    assert fusion.get_prompts()["query_gen_prompt"] == PromptTemplate(prompt, frozenset({"query"}))
