"""What a model wants to look for: conditions on metadata, how many nodes, replies that say nothing of the kind."""

import pytest

from desktop_rag.core.schema import TextNode
from desktop_rag.llamaindex.indices.vector_store.auto_retriever import VectorIndexAutoRetriever
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llamaindex.output_parsers.utils import OutputParserException
from desktop_rag.llamaindex.vector_stores.query_spec import (
    MetadataInfo,
    VectorStoreInfo,
    VectorStoreQueryOutputParser,
    VectorStoreQuerySpec,
)
from desktop_rag.storage.filters import FilterCondition, FilterOperator, MetadataFilter, MetadataFilters
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.scripted_llm import ScriptedLLM

INFO = VectorStoreInfo([MetadataInfo("kind", "str", "tea or coffee")], "drinks")
NODES = [
    TextNode(text, node_id, {"kind": kind, "year": year}, excluded_embed_metadata_keys=["kind", "year"])
    for text, node_id, kind, year in (("green", "1", "tea", 1), ("black", "2", "tea", 2), ("mocha", "3", "coffee", 2))
]


def found(reply: str, question: str = "green", **options: object) -> tuple[list[str], ScriptedLLM]:
    llm = ScriptedLLM([reply])
    index = VectorStoreIndex(NODES, embed_model=HashedEmbedding())
    retriever = VectorIndexAutoRetriever(index, INFO, llm, **({"similarity_top_k": 5} | options))  # type: ignore[arg-type]
    return sorted(one.node.node_id for one in retriever.retrieve(question)), llm


def test_conditions_of_the_model_and_of_the_program_hold() -> None:
    reply = '```json\n{"query": "green", "filters": [{"key": "kind", "value": "tea"}]}\n```'
    ids, llm = found(reply)
    assert ids == ["1", "2"]
    assert "tea or coffee" in llm.prompts[0]
    late = MetadataFilters([MetadataFilter("year", 2)])
    assert found(reply, extra_filters=late)[0] == ["2"]
    with pytest.raises(ValueError, match="extra_filters"):
        found(reply, extra_filters=MetadataFilters([MetadataFilter("year", 2)], FilterCondition.OR))


def test_the_model_may_want_less_but_not_more() -> None:
    assert len(found('{"query": "green", "filters": [], "top_k": 1}')[0]) == 1
    assert len(found('{"query": "green", "filters": [], "top_k": 9}', similarity_top_k=2)[0]) == 2
    assert len(found('{"query": "green", "filters": [], "top_k": 3}', max_top_k=2)[0]) == 2


def test_conditions_alone_find_all_that_meets_them() -> None:
    vector = HashedEmbedding().get_query_embedding("green")
    reply = '{"query": "", "filters": [{"key": "year", "value": 1, "operator": ">"}]}'
    assert found(reply, similarity_top_k=1, default_empty_query_vector=vector)[0] == ["2", "3"]
    assert len(found(reply, similarity_top_k=1, empty_query_top_k=None, default_empty_query_vector=vector)[0]) == 1


def test_a_reply_that_cannot_be_read_leaves_the_question_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    assert found("I do not know.", similarity_top_k=1)[0] == ["1"]
    assert "did not say what to look for" in caplog.text


def test_replies_are_read() -> None:
    parser = VectorStoreQueryOutputParser()
    reply = '{"query": "tea", "filters": [{"key": "year", "value": [1, 2], "operator": "in"}], "top_k": 2}'
    parsed = parser.parse(reply)
    expected = VectorStoreQuerySpec("tea", [MetadataFilter("year", [1, 2], FilterOperator.IN)], 2)
    assert (parsed.raw_output, parsed.parsed_output) == (reply, expected)
    for wrong in ("no", "[1]", '{"filters": []}', '{"query": "a", "filters": [{"key": "k", "operator": "like"}]}'):
        with pytest.raises(OutputParserException):
            parser.parse(wrong)
