"""The small functions behind LlamaIndex's classes that its users call themselves."""

import numpy as np
import pytest

from desktop_rag.core.schema import Document, TextNode
from desktop_rag.llamaindex.agent.react_replies import extract_final_response, extract_tool_use
from desktop_rag.llamaindex.indices.query.embedding_utils import get_top_k_embeddings, get_top_k_mmr_embeddings
from desktop_rag.llamaindex.indices.utils import default_format_node_batch_fn, default_parse_choice_select_answer_fn
from desktop_rag.llamaindex.output_parsers.selection import SelectionOutputParser
from desktop_rag.llamaindex.output_parsers.utils import (
    OutputParserException,
    extract_json_str,
    parse_code_markdown,
    parse_json_markdown,
)
from desktop_rag.llamaindex.readers.base import StringIterableReader
from desktop_rag.llamaindex.utils import truncate_text
from desktop_rag.postprocessor.llm_rerank import LLMRerank
from desktop_rag.prompts.base import ChatPromptTemplate, PromptTemplate, get_biggest_prompt
from tests.helpers.fixed_retriever import hits
from tests.helpers.scripted_llm import ScriptedLLM

PLANE = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [-1.0, 0.0]]


def test_the_nearest_vectors() -> None:
    scores, ids = get_top_k_embeddings([1.0, 0.0], PLANE, similarity_top_k=2)
    assert ids == [2, 1]
    assert np.allclose(scores, [1.0, 0.5**0.5])
    assert get_top_k_embeddings([1.0, 0.0], PLANE, embedding_ids=list("abcd"))[1] == list("cbad")
    assert get_top_k_embeddings([1.0, 0.0], PLANE, similarity_cutoff=0.0)[1] == [2, 1]
    last_first = get_top_k_embeddings([1.0, 0.0], PLANE, lambda one, other: -float(one @ other), 1)
    assert last_first == ([1.0], [3])


def test_near_vectors_that_differ() -> None:
    twins = [[1.0, 0.0], [1.0, 0.01], [0.6, -0.8]]
    assert get_top_k_mmr_embeddings([1.0, 0.0], twins, similarity_top_k=2, mmr_threshold=1.0)[1] == [0, 1]
    assert get_top_k_mmr_embeddings([1.0, 0.0], twins, similarity_top_k=2, mmr_threshold=0.3)[1] == [0, 2]
    assert get_top_k_mmr_embeddings([1.0, 0.0], twins, embedding_ids=list("abc"))[1][0] == "a"


@pytest.mark.parametrize(
    ("text", "most", "shown"), [("whale", 5, "whale"), ("whales", 5, "wh..."), ("whale", 2, "wh"), ("", 0, "")]
)
def test_texts_are_cut_with_dots(text: str, most: int, shown: str) -> None:
    assert truncate_text(text, most) == shown


def test_json_in_a_reply() -> None:
    assert extract_json_str('Here: {"a": {"b": 1}} as wanted') == '{"a": {"b": 1}}'
    with pytest.raises(ValueError, match="extract json"):
        extract_json_str("} nothing {")
    assert parse_json_markdown('```json\n{"a": [1, 2,]}\n```') == {"a": [1, 2]}
    with pytest.raises(OutputParserException):
        parse_json_markdown("no JSON at all")


def test_code_in_a_reply() -> None:
    two = "First ```python\na = 1\n``` then ```df.columns```"
    assert parse_code_markdown(two, only_last=False) == ["a = 1", "df.columns"]
    assert parse_code_markdown(two, only_last=True) == "df.columns"
    assert parse_code_markdown('"df.head()"', only_last=True) == ["df.head()"]
    assert parse_code_markdown("```python\ndf.head()", only_last=False) == ["df.head()"]


def test_the_parts_of_a_step() -> None:
    step = 'Thought: I need to add.\n\nAction: add (the tool)\nAction Input: {"a": 1, "b": {"c": 2}}\nObservation:'
    assert extract_tool_use(step) == ("I need to add.", "add", '{"a": 1, "b": {"c": 2}}')
    assert extract_final_response("Thought: I know.\nAnswer: 3\nor so") == ("I know.", "3\nor so")
    with pytest.raises(ValueError, match="tool use"):
        extract_tool_use("Thought: I know.\nAnswer: 3")
    with pytest.raises(ValueError, match="final answer"):
        extract_final_response("Action: add")


def test_choices_in_a_reply() -> None:
    parser = SelectionOutputParser()
    assert "{field}" in parser.format("A template with a {field}.")
    assert '[{"choice": 1' in parser.format("A template with a {field}.").format(field="x")
    read = parser.parse('So: {"items": [{"choice": 1, "reason": "it fits"}, {"choice": 3, "reason": "it too"}]}')
    assert [(one.choice, one.reason) for one in read.parsed_output] == [(1, "it fits"), (3, "it too")]  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="Failed to convert"):
        parser.parse("(1) is the most useful one.")


def test_relevance_in_a_reply() -> None:
    reply = "Doc: 2, Relevance: 8\nnothing of use\nDoc: 1, Relevance: 5\nDoc: 9, Relevance: 9"
    assert default_parse_choice_select_answer_fn(reply, 3) == ([2, 1], [8.0, 5.0])
    with pytest.raises(ValueError, match="nothing of use"):
        default_parse_choice_select_answer_fn(reply, 3, raise_error=True)
    assert default_format_node_batch_fn([TextNode("one"), TextNode("two")]) == "Document 1:\none\n\nDocument 2:\ntwo"


def test_reranking_with_functions_of_ones_own() -> None:
    llm = ScriptedLLM(["the last"])
    rerank = LLMRerank(
        llm,
        format_node_batch_fn=lambda nodes: " / ".join(node.get_content() for node in nodes),
        parse_choice_select_answer_fn=lambda reply, count: ([count], [7.0]) if reply == "the last" else ([], []),
    )
    [best] = rerank.postprocess_nodes(hits(a=0.9, b=0.8), query_str="which?")
    assert (best.node.node_id, best.score) == ("b", 7.0)
    assert " / " in llm.prompts[0]


def test_the_longest_template() -> None:
    short, chat = PromptTemplate("{a} {b}"), ChatPromptTemplate.from_messages([("user", "Say something of {a}.")])
    assert get_biggest_prompt([short, chat]) is chat


def test_documents_of_texts() -> None:
    assert [one.text for one in StringIterableReader().load_data(["one", "two"])] == ["one", "two"]


def test_nodes_by_pydantics_names() -> None:
    node = TextNode("one", metadata={"a": 1})
    assert TextNode.model_validate(node.model_dump()) == node
    assert Document.model_validate(Document(text="two").model_dump()).text == "two"
    assert "text" not in node.model_dump(exclude={"text"})
