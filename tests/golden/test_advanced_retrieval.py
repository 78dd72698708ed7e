"""Index nodes, recursive, merging and routing retrievers, against the recorded behaviour of the reference.

Deviations:

* a score of 0.0 stays 0.0 where the reference makes it 1.0;
* a reply that names no choice, or one that does not exist, asks the first retriever (the reference raises ValueError
  and IndexError); the event says so.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.instrumentation import CBEventType, StageRecorder, running
from desktop_rag.core.messages import ChatMessage, MessageRole, ToolCall
from desktop_rag.core.schema import IndexNode, NodeRelationship, NodeWithScore, RelatedNodeInfo, TextNode
from desktop_rag.llamaindex.retrievers.recursive_retriever import RecursiveRetriever
from desktop_rag.llms.base import ChatResponse, LLMMetadata
from desktop_rag.retrievers.auto_merging import AutoMergingRetriever
from desktop_rag.retrievers.router import RouterRetriever
from desktop_rag.tools.retriever_tool import RetrieverTool
from tests.helpers.fixed_retriever import FixedRetriever
from tests.helpers.hierarchy import FakeStorage
from tests.helpers.scripted_llm import ScriptedLLM

GOLDEN = json.loads((Path(__file__).parent / "advanced_retrieval_calls.json").read_text(encoding="utf-8"))["cases"]
MERGING = [case for case in GOLDEN if case["tag"] == "AutoMerging"]
ROUTING = [case for case in GOLDEN if case["tag"] == "RouterRetriever"]
PLAIN = TextNode("plain", "t1")
SUB = FixedRetriever([NodeWithScore(TextNode("sub one", "s1"), 0.3)])


def recorded(tag: str) -> list[dict[str, Any]]:
    (case,) = [case for case in GOLDEN if case["tag"] == tag]
    found: list[dict[str, Any]] = case["out"]
    return found


def out(nodes: Sequence[NodeWithScore]) -> list[dict[str, Any]]:
    return [
        {"id": found.node.node_id, "score": round(found.get_score(), 6), "text": found.node.text} for found in nodes
    ]


def pointer(index_id: str = "sub", obj: object = None) -> IndexNode:
    return IndexNode("pointer", "i1", index_id=index_id, obj=obj)


def test_an_index_node_asks_what_it_stands_for() -> None:
    nodes = [NodeWithScore(pointer(), 0.9), NodeWithScore(PLAIN, 0.8)]
    assert out(FixedRetriever(nodes, {"sub": SUB}).retrieve("x")) == recorded("IndexNode -> retriever via object_map")


def test_a_score_of_zero_is_a_score() -> None:
    nodes = [NodeWithScore(pointer(obj=TextNode("obj", "o1")), 0.0)]
    expected = recorded("IndexNode -> node obj, score kept; score 0.0 becomes 1.0")
    assert out(FixedRetriever(nodes).retrieve("x")) == [expected[0] | {"score": 0.0}]


def test_an_index_node_that_stands_for_nothing_is_found_itself() -> None:
    assert out(FixedRetriever([NodeWithScore(pointer(), 0.9)]).retrieve("x")) == recorded("IndexNode without object")


def test_a_node_comes_once() -> None:
    nodes = [NodeWithScore(pointer(obj=PLAIN), 0.9), NodeWithScore(PLAIN, 0.8)]
    assert out(FixedRetriever(nodes).retrieve("x")) == recorded("duplicates by id removed")


def test_recursive_retriever() -> None:
    root = FixedRetriever([NodeWithScore(pointer(), 0.9), NodeWithScore(PLAIN, 0.8)])
    retriever = RecursiveRetriever("root", {"root": root, "sub": SUB})
    assert out(retriever.retrieve("x")) == recorded("RecursiveRetriever")


@pytest.mark.parametrize("case", MERGING, ids=str)
def test_merges_like_the_reference(case: dict[str, Any]) -> None:
    storage = FakeStorage({"P": ["c0", "c1", "c2", "c3"]})
    for number in range(4):
        storage.nodes[f"c{number}"] = replace(storage.nodes[f"c{number}"], text=f"child {number}")
    storage.nodes["P"] = replace(storage.nodes["P"], text="parent text")
    found = [NodeWithScore(storage.nodes[name], 0.9 - 0.1 * rank) for rank, name in enumerate(case["retrieved"])]
    retriever = AutoMergingRetriever(FixedRetriever(found), storage, case["thresh"])
    assert out(retriever.retrieve("x")) == case["out"]


def tools() -> list[RetrieverTool]:
    return [
        RetrieverTool.from_defaults(
            FixedRetriever([NodeWithScore(TextNode(text, name), 1.0)]), (), f"library {name}", text
        )
        for name, text in (("a", "A"), ("b", "B"))
    ]


@pytest.mark.parametrize("functions", [False, True])
@pytest.mark.parametrize("case", ROUTING, ids=str)
def test_routes_like_the_reference(case: dict[str, Any], functions: bool) -> None:
    reply: str | ChatResponse = case["reply"]
    if functions:
        reply = ChatResponse(ChatMessage(MessageRole.ASSISTANT, "", (ToolCall("1", "select", case["reply"]),)))
    llm = ScriptedLLM([reply], LLMMetadata(3900, 256, "scripted", is_function_calling_model=functions))
    multi = case["select"] == "multi"
    handler = StageRecorder()
    with running(handlers=[handler]):
        found = RouterRetriever.from_defaults(tools(), llm, select_multi=multi).retrieve("which?")
    assert out(found) == case.get("out", [{"id": "a", "score": 1.0, "text": "A"}])
    assert len(llm.calls) == case["calls"]
    (choice,) = [stage for stage in handler.events if stage.event_type is CBEventType.FUNCTION_CALL]
    assert ("note" in choice.payload) == ("error" in case)


def test_relations_of_the_double() -> None:
    middle = FakeStorage({"P": ["c0", "c1", "c2"]}).nodes["c1"]
    assert middle.relationships[NodeRelationship.NEXT] == RelatedNodeInfo("c2")
