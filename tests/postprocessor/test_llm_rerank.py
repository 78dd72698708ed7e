"""A model judges passages."""

from collections.abc import Iterator, Sequence

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.llms.base import ChatDelta, ChatOptions, LLMMetadata
from desktop_rag.postprocessor.llm_rerank import LLMRerank, parse_choices
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.text.tokenizer import get_tokenizer
from tests.helpers.fixed_retriever import hits, ids
from tests.helpers.scripted_llm import ScriptedLLM


@pytest.mark.parametrize(
    ("reply", "choices"),
    [
        ("Doc: 2, Relevance: 9\nDoc: 1, Relevance: 4", [(2, 9.0), (1, 4.0)]),
        ("Sure! Here are the passages:\n\n```\nDoc: 2, Relevance: 9\n```\nI hope this helps.", [(2, 9.0)]),
        ("- **Document 3** (Relevance: 7.5)\n- Document 1 (Relevance: 8/10)", [(3, 7.5), (1, 8.0)]),
        ("1. Doc: 3, Relevance: 7\n2. Doc: 1, Relevance: 5", [(3, 7.0), (1, 5.0)]),
        ("Doc: 2 - Relevance: 9", [(2, 9.0)]),
        ("answer_num: 2, answer_relevance:8", [(2, 8.0)]),
        ("Passage 3\nPassage 1", [(3, None), (1, None)]),
        ("[2] > [1]", [(2, None), (1, None)]),
        ("3, 1, 2", [(3, None), (1, None), (2, None)]),
        ("3", [(3, None)]),
        ('[{"doc": 2, "relevance": 9}, {"doc": 1, "relevance": "4"}]', [(2, 9.0), (1, 4.0)]),
        ('```json\n{"document": 1, "score": 3}\n```', [(1, 3.0)]),
        ("[3, 1]", [(3, None), (1, None)]),
        ("Doc: 0, Relevance: 9\nDoc: 4, Relevance: 9\nDoc: 3, Relevance: 1\nDoc: 3, Relevance: 8", [(3, 1.0)]),
        ("NONE", []),
        ("None of the passages helps.", []),
        ("Answer: none", []),
        ("", None),
        ("I cannot help with that.", None),
        ("The year was 1789.", None),
        ("Doc: 77, Relevance: 9", None),
    ],
)
def test_replies(reply: str, choices: list[tuple[int, float | None]] | None) -> None:
    assert parse_choices(reply, 3) == choices


def test_the_best_come_first_and_the_rest_goes() -> None:
    def judge(messages: Sequence[ChatMessage]) -> str:
        is_first = "text of a" in messages[-1].content
        return "Doc: 3, Relevance: 9\nDoc: 1, Relevance: 2" if is_first else "Doc: 1, Relevance: 5"

    llm = ScriptedLLM([judge, judge])
    nodes = hits("words", a=0.9, b=0.8, c=0.7, d=0.6)
    judged = LLMRerank(llm, choice_batch_size=3, top_n=2).postprocess_nodes(nodes, query_str="which?")
    assert [(found.node.node_id, found.score, found.found_by) for found in judged] == [
        ("c", 9.0, ("words",)),
        ("d", 5.0, ("words",)),
    ]
    assert [found.score for found in nodes] == [0.9, 0.8, 0.7, 0.6]
    assert sum("text of a" in prompt and "text of c" in prompt and "which?" in prompt for prompt in llm.prompts) == 1
    assert sum("Document 1:\ntext of d" in prompt for prompt in llm.prompts) == 1


def test_a_batch_without_a_useful_reply_keeps_its_order_in_the_middle() -> None:
    replies = {"text of a": "I cannot say.", "text of c": "Doc: 1, Relevance: 4\nDoc: 2, Relevance: 6"}
    llm = BySubject(replies)
    judged = LLMRerank(llm, choice_batch_size=2).postprocess_nodes(hits(a=0.9, b=0.8, c=0.7, d=0.6), query_str="x")
    assert [(found.node.node_id, found.score) for found in judged] == [("d", 6.0), ("a", None), ("b", None), ("c", 4.0)]


def test_when_no_reply_is_of_use_nothing_changes() -> None:
    nodes = hits(a=0.1, b=0.9, c=None)
    assert LLMRerank(ScriptedLLM(["?", "!"]), None, 2, top_n=2).postprocess_nodes(nodes, query_str="x") == nodes[:2]


def test_nothing_helps() -> None:
    assert LLMRerank(ScriptedLLM(["NONE"])).postprocess_nodes(hits(a=1.0), query_str="x") == []


def test_without_relevance_the_order_of_the_reply_counts() -> None:
    judged = LLMRerank(ScriptedLLM(["2\n1"])).postprocess_nodes(hits(a=1.0, b=0.5), query_str="x")
    assert [(found.node.node_id, found.score) for found in judged] == [("b", 10.0), ("a", 9.0)]


def test_batches_fit_into_a_small_window() -> None:
    llm = ScriptedLLM(["NONE"] * 9, LLMMetadata(512, 128, "tiny"))
    nodes = [NodeWithScore(TextNode("word " * 100, str(number))) for number in range(5)]
    nodes.append(NodeWithScore(TextNode("endless " * 5000, "long")))
    LLMRerank(llm).postprocess_nodes(nodes, query_str="x")
    assert 3 <= len(llm.calls) <= 6
    assert all(get_tokenizer().count(prompt) <= 512 - 80 for prompt in llm.prompts)


def test_the_prompt_can_be_edited_and_failures_are_told() -> None:
    llm = ScriptedLLM(["1", UserError("No server responds.")])
    rerank = LLMRerank(llm)
    rerank.update_prompts({"choice_select_prompt": PromptTemplate("{context_str} {query_str} MINE")})
    rerank.postprocess_nodes(hits(a=1.0), query_str="{x}")
    assert llm.prompts[0].endswith("{x} MINE")
    with pytest.raises(UserError, match="No server responds"):
        rerank.postprocess_nodes(hits(a=1.0), query_str="x")
    with pytest.raises(ValueError, match="question"):
        rerank.postprocess_nodes(hits(a=1.0))
    with pytest.raises(ValueError, match="choice_batch_size"):
        LLMRerank(llm, choice_batch_size=0)


class BySubject(ScriptedLLM):
    """Replies by what the prompt is about: batches are asked at once, in any order."""

    def __init__(self, replies: dict[str, str]) -> None:
        super().__init__()
        self._by_subject = replies

    def _stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Iterator[ChatDelta]:
        (reply,) = [reply for subject, reply in self._by_subject.items() if subject in messages[-1].content]
        return ScriptedLLM([reply])._stream_chat(messages, cancel, options)


def test_no_passages_no_question_asked() -> None:
    llm = ScriptedLLM()
    assert LLMRerank(llm).postprocess_nodes([], query_str="x") == []
    assert llm.calls == []
    assert ids(LLMRerank(llm, top_n=1).postprocess_nodes(hits(a=1.0, b=2.0), query_str="x")) == ["a"]
