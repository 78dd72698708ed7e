"""The calls each chat engine makes, turn by turn, against the recorded behaviour of the reference.

Deviations:
- Braces in a conversation are sent as they are; the reference fills documents into them.
- ``CondensePlusContextChatEngine`` honours prefix messages; the reference ignores all but the system's.
- When nothing is found the model is told so; the reference answers "Empty Response" without asking it, and remembers
  that as an answer.
- ``CondenseQuestionChatEngine`` keeps a history that is handed to it; the reference uses it once and forgets it,
  and ignores an empty one.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.chat_engine.condense_plus_context import CondensePlusContextChatEngine
from desktop_rag.chat_engine.condense_question import CondenseQuestionChatEngine
from desktop_rag.chat_engine.context import ContextChatEngine
from desktop_rag.chat_engine.simple import SimpleChatEngine
from desktop_rag.chat_engine.types import BaseChatEngine
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.query_engine.retriever_query_engine import RetrieverQueryEngine
from desktop_rag.retrievers.base import BaseRetriever
from tests.helpers.scripted_llm import ScriptedLLM

GOLDEN = json.loads((Path(__file__).parent / "chat_engine_calls.json").read_text(encoding="utf-8"))
CASES = [case for case in GOLDEN["cases"] if not case["tag"].startswith("small_memory")]
PREFIX = [
    ChatMessage(MessageRole.SYSTEM, "SYS"),
    ChatMessage(MessageRole.USER, "U0"),
    ChatMessage(MessageRole.ASSISTANT, "A0"),
]
OWN_SENTENCE = "(nothing was found)"


class Recorded(BaseRetriever):
    """Finds the same nodes for every question and remembers the questions."""

    def __init__(self, nodes: list[TextNode]) -> None:
        self.nodes = nodes
        self.queries: list[str] = []

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        self.queries.append(query_bundle.query_str)
        return [NodeWithScore(node, 1.0 - i / 10) for i, node in enumerate(self.nodes)]


def engine_of(case: dict[str, Any], llm: ScriptedLLM, retriever: Recorded) -> BaseChatEngine:
    given: dict[str, Any] = {}
    if case["tag"] == "system_prompt":
        given["system_prompt"] = "SYS {not_a_var}"
    if case["tag"] == "prefix_messages":
        given["prefix_messages"] = PREFIX
    if case["mode"] == "simple":
        return SimpleChatEngine.from_defaults(llm, **given)
    if case["mode"] == "condense_question":
        return CondenseQuestionChatEngine(RetrieverQueryEngine.from_args(retriever, llm, streaming=case["stream"]), llm)
    if case["mode"] == "context":
        return ContextChatEngine.from_defaults(retriever, llm, **given)
    skip = case["tag"] == "skip_condense"
    return CondensePlusContextChatEngine.from_defaults(retriever, llm, skip_condense=skip, **given)


def name_of(case: dict[str, Any]) -> str:
    return f"{case['mode']}-{case['tag']}"


def history_of(case: dict[str, Any]) -> list[ChatMessage] | None:
    history = case["chat_history"]
    return history and [ChatMessage(MessageRole(message["role"]), message["content"]) for message in history]


def check_call(call: dict[str, Any], sent: list[ChatMessage], case: dict[str, Any], user: str) -> None:
    """Compare one request with the recorded one, wording aside."""
    whole = " ".join(message.content for message in sent)
    if call["kind"] == "condense":
        assert all(line in whole for line in call["history"])
        assert user in whole
        return
    for node_id, text, _ in case["nodes"]:
        assert (text in whole) == (node_id in call["nodes"])
    if case["mode"] == "condense_question":
        return
    shown = [[message.role.value, message.content] for message in sent if message.role is not MessageRole.SYSTEM]
    expected = call["conversation"]
    if case["tag"] == "history_with_template_vars" and case["mode"] != "simple":
        expected = [[m["role"], m["content"]] for m in case["chat_history"]] + expected[-1:]
    if case["tag"] == "prefix_messages" and case["mode"] == "condense_plus_context":
        expected = [[message.role.value, message.content] for message in PREFIX[1:]] + expected
    assert shown == expected
    assert [message.role for message in sent[1:]].count(MessageRole.SYSTEM) == 0
    if case["tag"] in ("system_prompt", "prefix_messages"):
        assert "SYS" in sent[0].content


@pytest.mark.parametrize("case", [case for case in CASES if case["nodes"] or case["mode"] == "simple"], ids=name_of)
def test_makes_the_calls_of_the_reference(case: dict[str, Any]) -> None:
    llm = ScriptedLLM([])
    retriever = Recorded([TextNode(text=text, id_=i, metadata=metadata) for i, text, metadata in case["nodes"]])
    engine = engine_of(case, llm, retriever)
    for turn in case["turns"]:
        asked, searched = len(llm.calls), len(retriever.queries)
        response = engine.stream_chat(turn["user"], history_of(case)).get_response()
        assert response.response == turn["response"]
        assert [node.node.node_id for node in response.source_nodes] == turn["source_nodes"]
        assert retriever.queries[searched:] == turn["retriever_queries"]
        assert len(llm.calls) - asked == len(turn["calls"])
        for call, sent in zip(turn["calls"], llm.calls[asked:], strict=True):
            check_call(call, sent, case, turn["user"])
    kept = [[message.role.value, message.content] for message in engine.chat_history]
    if case["mode"] == "condense_question" and case["chat_history"]:
        assert kept == [[m["role"], m["content"]] for m in case["chat_history"]] + case["final_history"]
    else:
        assert kept == case["final_history"]
    engine.reset()
    assert engine.chat_history == []


@pytest.mark.parametrize("mode", ["context", "condense_plus_context"])
def test_the_model_is_told_when_nothing_was_found(mode: str) -> None:
    llm = ScriptedLLM(["I found nothing about that."])
    case = {"mode": mode, "tag": "no_nodes", "stream": True}
    engine = engine_of(case, llm, Recorded([]))
    assert engine.chat("What is the capital of Japan?").response == "I found nothing about that."
    assert OWN_SENTENCE in llm.calls[0][0].content
    assert llm.calls[0][-1].content == "What is the capital of Japan?"
