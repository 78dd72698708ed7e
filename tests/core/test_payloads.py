"""What stages tell is read as it was written, also after it lay in a conversation, and nothing strange breaks it."""

import json

import pytest

from desktop_rag.core.payloads import (
    SELECT,
    AgentStepPayload,
    EmbeddingPayload,
    FoundNode,
    FunctionCallPayload,
    LLMPayload,
    RerankingPayload,
    RetrievePayload,
    SentMessage,
    SynthesizePayload,
    TokenCounts,
    WantedTool,
)

TOLD = (
    RetrievePayload("BM25Retriever", "通知期間は？", (FoundNode("n", 0.5, "/a.pdf", 3), FoundNode("m", None, "", 0))),
    RetrievePayload("BM25Retriever", "nothing", ()),
    RerankingPayload("MMR", ("a", "b"), ("b",), (0.25,)),
    LLMPayload((SentMessage("user", "Q"),), "small", 12, 0, (WantedTool("search", "{}"),), "A"),
    SynthesizePayload("compact", "Q", 4, 2, TokenCounts((640, 700), 4096, 1024, 2372), False, "A"),
    AgentStepPayload(1, "Look.", "search", "{}", "3 passages", False, None),
    AgentStepPayload(2, answers=True),
    FunctionCallPayload(SELECT, "", {"input": "Q"}, "out", True),
    EmbeddingPayload("OnnxEmbedding", 2, 384),
)


@pytest.mark.parametrize("told", TOLD, ids=lambda told: type(told).__name__)
def test_what_is_written_is_read(told: RetrievePayload) -> None:
    assert type(told).of(json.loads(json.dumps(told.to_payload()))) == told


def test_what_was_not_told_is_not_written() -> None:
    assert AgentStepPayload(2, answers=True).to_payload() == {"number": 2, "answers": True}
    assert RetrievePayload("BM25Retriever", "Q").to_payload() == {"retriever": "BM25Retriever", "query_str": "Q"}
    assert LLMPayload(response="").to_payload() == {"response": ""}


@pytest.mark.parametrize("kind", sorted({type(told) for told in TOLD}, key=lambda kind: kind.__name__))
@pytest.mark.parametrize("value", [None, 3, True, "text", [], [1, {}, None], {"a": []}, [{"score": "x", "page": "?"}]])
def test_payloads_of_any_shape_are_read(kind: type[RetrievePayload], value: object) -> None:
    known = {key for told in TOLD for key in told.to_payload()}
    json.dumps(kind.of(dict.fromkeys(known, value)).to_payload())
    assert kind.of({}).to_payload() in ({}, {"messages": [], "tool_calls": []})


@pytest.mark.parametrize("number", ["Infinity", "-Infinity", "NaN", "1e999"])
def test_a_count_that_is_no_number_was_not_told(number: str) -> None:
    told = json.loads(f'{{"prompt_tokens": {number}, "completion_tokens": 3, "texts": {number}}}')
    assert (LLMPayload.of(told).prompt_tokens, LLMPayload.of(told).completion_tokens) == (None, 3)
    assert SynthesizePayload.of(told).texts is None


def test_a_page_that_is_no_number_is_none() -> None:
    told = RetrievePayload.of({"nodes": [{"node_id": "n", "page": float("nan")}, {"node_id": "m", "page": 2.0}]})
    assert [node.page for node in told.nodes or ()] == [0, 2]
